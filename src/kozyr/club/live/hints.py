"""Hints: what the strongest bot weighs, for the player who has taken one, and for nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kozyr import bots
from kozyr.club import wire
from kozyr.club.live.audience import Audience
from kozyr.club.live.host import Host
from kozyr.club.live.viewer import Viewer
from kozyr.club.table.chance import bot_seed
from kozyr.club.table.table import Table


def _nothing() -> None:
    """No table at which anybody may be helped."""


class Helper:
    """Works hints out and hands them over. table: as it stands now; None: nobody may be helped."""

    def __init__(self, host: Host, audience: Audience, table: Callable[[], Table | None]) -> None:
        self._host = host
        self._audience = audience
        self._table = table
        self._given: wire.Hinted | None = None  # the last one
        self._working: asyncio.Task[None] | None = None

    def help(self, viewer: Viewer) -> None:
        """Give a player the hint for the awaited decision, if it was taken; also after a return."""
        table = self._table()
        chair = None if table is None else table.chair(viewer.account.id)
        if table is None or chair is None or table.hints.last != (chair, table.course.seq):
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
        now = self._table()
        if now is None or now.course.seq != table.course.seq:  # the player has moved, and may have asked again
            self._working = None
        else:
            self._given = wire.Hinted(table.course.seq, level, found)
        for viewer in self._audience:
            self.help(viewer)

    def close(self) -> None:
        """Work no more, and let the room go."""
        if self._working is not None:
            self._working.cancel()
        self._table = _nothing
