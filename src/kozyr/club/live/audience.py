"""The viewers of a table: one window each."""

from __future__ import annotations

from collections.abc import Iterator, KeysView
from typing import Final

from kozyr.club import wire
from kozyr.club.clock import Clock
from kozyr.club.live.viewer import ELSEWHERE, Viewer, Whence
from kozyr.club.table.table import Table

_NAMED: Final = 50  # watchers whom the list of viewers names
_KNOWN: Final = 256  # accounts of which an audience knows from where they look


class Audience:
    """The viewers of a table by account, their networks, and the times at which players left.

    The network of an account is in memory alone: no log has it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._opened = (clock.now(), clock.seconds())
        self._viewers: dict[str, Viewer] = {}
        self._met: dict[str, tuple[Whence, str]] = {}  # from where an account has looked, and which person's it is
        self._since: dict[int, tuple[int, float]] = {}  # when each chair was last seen, on both clocks

    def __iter__(self) -> Iterator[Viewer]:
        return iter(tuple(self._viewers.values()))

    def __bool__(self) -> bool:
        return bool(self._viewers)

    def accounts(self) -> KeysView[str]:
        """The accounts of the viewers."""
        return self._viewers.keys()

    def find(self, account: str) -> Viewer | None:
        """The window of an account."""
        return self._viewers.get(account)

    def meet(self, viewer: Viewer) -> None:
        """Note a viewer who may look."""
        self._met[viewer.account.id] = viewer.whence, viewer.account.person
        if len(self._met) > _KNOWN:
            del self._met[next(iter(self._met))]

    def whence(self, account: str) -> Whence | None:
        """From where an account looked last; None: it has not looked, or long ago."""
        return self._met[account][0] if account in self._met else None

    def person(self, account: str) -> str:
        """The account of a person; of a program that has come, its owner's."""
        return self._met[account][1] if account in self._met else account

    def add(self, viewer: Viewer) -> None:
        """Add a viewer."""
        self._viewers[viewer.account.id] = viewer

    def remove(self, viewer: Viewer, chair: int | None) -> bool:
        """Remove a viewer with this chair. False: the account looks through another window."""
        account = viewer.account.id
        if self._viewers.get(account) is not viewer:
            return False
        del self._viewers[account]
        if chair is not None:
            self._since[chair] = (self._clock.now(), self._clock.seconds())
        return True

    def drop(self, account: str) -> None:
        """Take a viewer's window away."""
        del self._viewers[account]

    def replace(self, viewer: Viewer) -> None:
        """Close another window of the same account, in favour of this one."""
        old = self._viewers.get(viewer.account.id)
        if old is not None and old is not viewer:
            old.tell(wire.Bye("elsewhere"))
            old.dismiss(ELSEWHERE)
            del self._viewers[viewer.account.id]

    def send(self, message: wire.FromServer, besides: Viewer | None = None) -> None:
        """The same message for everybody."""
        frame = wire.encode(message)
        for viewer in self:
            if viewer is not besides:
                viewer.send(frame)

    def online(self, table: Table) -> tuple[int, ...]:
        """The chairs whose people are here."""
        here = self._viewers
        return tuple(chair for chair, one in enumerate(table.people) if one is not None and one.account in here)

    def gone_since(self, chair: int) -> int:
        """When the chair's person was last seen, in milliseconds since 1970."""
        return self._since.get(chair, self._opened)[0]

    def gone_for(self, chair: int) -> float:
        """For how many seconds the chair's person has not been seen; a changed system clock does not matter."""
        return self._clock.seconds() - self._since.get(chair, self._opened)[1]

    def here(self, table: Table) -> wire.Here:
        """The connected people. Of many watchers the first are named: who sees a hand, and then who came first."""
        online = self.online(table)
        looking = [look.account for look in table.watching.looks if look.account in self._viewers]
        sitting = {one.account for one in table.people if one is not None}
        watching = [account for account in dict.fromkeys((*looking, *self._viewers)) if account not in sitting]
        named = [
            wire.Watcher(account, viewer.account.nick, viewer.account.program, eye.at)
            for account in watching[:_NAMED]
            if (eye := table.eye(account)) is not None
            for viewer in (self._viewers[account],)
        ]
        return wire.Here(
            online=online,
            since={str(chair): self.gone_since(chair) for chair in table.persons if chair not in online},
            kibitzers=tuple(named),
            more=max(0, len(watching) - _NAMED),
        )
