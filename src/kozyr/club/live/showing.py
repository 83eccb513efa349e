"""The viewers' sight of a table: all of it when they come, each step, and a farewell when they may look no longer."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec

from kozyr.club import wire
from kozyr.club.live.audience import Audience
from kozyr.club.live.chat import Chat
from kozyr.club.live.hints import Helper
from kozyr.club.live.host import Host
from kozyr.club.live.ledger import Done, Ledger, Written, frames
from kozyr.club.live.viewer import AWAY, Viewer
from kozyr.club.table.table import Table

_LOG: Final = logging.getLogger("kozyr.club")
_CROWD: Final = 8  # viewers from whom on their list is sent less often
_OFTEN: Final = 1.0  # seconds between two lists then


class Showing:
    """Shows a table to its audience."""

    def __init__(self, host: Host, ledger: Ledger, audience: Audience, chat: Chat, helper: Helper) -> None:
        self._host, self._ledger, self._audience, self._chat, self._helper = host, ledger, audience, chat, helper
        self._said = float("-inf")  # when the list of viewers was sent to all, by the loop's clock
        self._due: asyncio.TimerHandle | None = None  # when it is sent again

    def snap(self, viewer: Viewer) -> None:
        """Send everything that a viewer may know."""
        account, table = viewer.account.id, self._ledger.table
        eye = table.eye(account)
        if eye is None:
            self.send_away(viewer)
            return
        here, lines = self._audience.here(table), self._chat.lines(account)
        viewer.tell(msgspec.structs.replace(table.snap(eye, frozen=self._ledger.frozen), here=here, chat=lines))
        self._helper.help(viewer)

    def anew(self) -> None:
        """Send every viewer everything: the table was frozen, or read again."""
        try:
            for viewer in self._audience:
                self.snap(viewer)
        except Exception:  # noqa: BLE001 - whatever the fault: it is ours, and who looks is shown what can be shown
            table = self._ledger.table
            _LOG.exception("table %s cannot be shown at %d", table.setup.id, table.seq)

    def here(self, besides: Viewer | None = None) -> None:
        """Send the list of viewers to all of them: at once, but in a crowd once a second, since each who comes is told to all."""
        loop = asyncio.get_running_loop()
        wait = 0.0 if len(self._audience.accounts()) < _CROWD else self._said + _OFTEN - loop.time()
        if wait > 0:
            if self._due is None:
                self._due = loop.call_later(wait, self._here)
            return
        self._here(besides)

    def _here(self, besides: Viewer | None = None) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        self._said = asyncio.get_running_loop().time()
        self._audience.send(self._audience.here(self._ledger.table), besides=besides)

    def result(self, result: Written) -> None:
        """Show the result of an attempt to write: the step, or the table as the log has it."""
        if isinstance(result, Done):
            self._tell(result)
        elif isinstance(result, str):
            self.anew()

    def _tell(self, done: Done) -> None:
        """Send each viewer a written step, as far as the viewer may see it."""
        step, told = done
        gone = _sent_away(step.table) - _sent_away(step.before) if step.other_eyes else set()
        for account in gone:
            if (whence := self._audience.whence(account)) is not None:
                self._host.sent_away.bar(step.table.setup.id, whence)
        people = {self._audience.person(account) for account in gone}
        people = {person for person in people if step.table.chair(person) is None}
        if came := self._audience.accounts() - told.keys():  # while it was being written
            told |= frames(step, came)
        for viewer in self._audience:
            he, frame = viewer.account, told[viewer.account.id]
            other = he.id not in gone and he.person in people and step.table.chair(he.id) is None
            if (
                frame is None or other
            ):  # the game has begun without this viewer, or a player objected, perhaps to the viewer's program
                self._audience.drop(he.id)
                self.send_away(viewer, away=other)
            else:
                viewer.send(frame)
        if step.other_eyes or not step.same_table:
            self._host.lists.look(step.table.setup.id)
        if step.other_eyes:
            self.here()

    async def barred(self, viewer: Viewer) -> bool:
        """Whether a stranger may not look: this person, or another visitor from the same place, was sent away."""
        table = self._ledger.table
        if table.chair(viewer.account.id) is not None:
            return False
        return self._host.sent_away.barred(table.setup.id, viewer) or await self._other_sent_away(table, viewer)

    async def _other_sent_away(self, table: Table, viewer: Viewer) -> bool:
        """Whether this person was sent away under another account (own or program), and has no chair."""
        away = _sent_away(table) - {viewer.account.id}
        if not away or table.chair(viewer.account.person) is not None:
            return False
        return not away.isdisjoint(await self._host.store.accounts.kin(viewer.account.person))

    def send_away(self, viewer: Viewer, *, away: bool = False) -> None:
        """Close a viewer's window and say why. away: this person was sent away."""
        table, account = self._ledger.table, viewer.account.id
        away = away or account in table.removed or self._host.sent_away.barred(table.setup.id, viewer)
        admitted = table.setup.admits(account)
        viewer.tell(wire.Bye("sent_away" if away else "no_kibitzers" if admitted else "not_invited"))
        viewer.dismiss(AWAY)


def _sent_away(table: Table) -> set[str]:
    """The accounts that have been sent away from a table."""
    return {*table.removed, *table.seats.barred}
