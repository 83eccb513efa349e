"""Hints: the strongest bot's candidates, for the player who has taken a hint, and for no other."""

from __future__ import annotations

import asyncio

from kozyr import bots
from kozyr.club import wire
from kozyr.club.live.audience import Audience
from kozyr.club.live.host import Host
from kozyr.club.live.ledger import Ledger
from kozyr.club.live.viewer import Viewer
from kozyr.club.table.chance import bot_seed
from kozyr.club.table.table import Table


class Helper:
    """Works hints out and hands them over. A table that a fault has frozen gives none."""

    def __init__(self, host: Host, audience: Audience, ledger: Ledger) -> None:
        self._host = host
        self._audience = audience
        self._ledger = ledger
        self._given: wire.Hinted | None = None  # the last one
        self._working: asyncio.Task[None] | None = None

    def help(self, viewer: Viewer) -> None:
        """Give a player the hint for the awaited decision, if it was taken; also after a return."""
        table = self._ledger.table
        chair = table.chair(viewer.account.id)
        if self._ledger.frozen or chair is None or table.hints.last != (chair, table.course.seq):
            return
        if self._given is not None and self._given.at == table.course.seq:
            viewer.tell(self._given)
        elif self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work(table, chair))

    async def _work(self, table: Table, chair: int) -> None:
        level, view = bots.levels(table.setup.game)[-1], table.sees(table.place(chair))
        if view is None:
            return
        seed = bot_seed(table, self._host.archive.master(table.setup.id))
        found = await self._host.thinkers.counsel(
            view, level, f"table {table.setup.id} at {table.course.seq}, a hint", seed
        )
        if self._ledger.frozen or self._ledger.table.course.seq != table.course.seq:
            # the player has moved, and may have asked again
            self._working = None
        else:
            self._given = wire.Hinted(table.course.seq, level, found)
        for viewer in self._audience:
            self.help(viewer)

    def close(self) -> None:
        """Work no more."""
        if self._working is not None:
            self._working.cancel()
