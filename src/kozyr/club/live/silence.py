"""People whom a table keeps out or mutes, beyond its own log."""

from __future__ import annotations

from typing import Final

from kozyr.club.clock import Clock
from kozyr.club.live.viewer import Viewer, Whence

_EVENING: Final = 12 * 3600.0  # seconds for which a person who was sent away cannot come back as a new guest
_BARRED: Final = 10_000  # of them that are remembered


class SentAway:
    """The addresses of people sent away from a table, for one evening."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        # The places from which people were sent away from a table, with the time and its end; the oldest first.
        self._barred: dict[tuple[str, Whence], tuple[int, float]] = {}

    def bar(self, table: str, whence: Whence) -> None:
        """Bar the origin of a person sent away from this table."""
        self._barred.pop((table, whence), None)
        self._barred[table, whence] = (self._clock.now(), self._clock.seconds() + _EVENING)
        while len(self._barred) > _BARRED:
            self._barred.pop(next(iter(self._barred)))

    def barred(self, table: str, viewer: Viewer) -> bool:
        """Whether a viewer is a new guest from a place whose visitor was sent away from this table this evening.

        An account with a login, or an earlier visitor, may be another person in the same house.
        """
        account = viewer.account
        when, until = self._barred.get((table, viewer.whence), (0, 0.0))
        return account.login is None and account.created >= when > 0 and self._clock.seconds() < until


class Silence:
    """The accounts that may write nothing: by the operator's ruling, or while an event plays boards that they know."""

    def __init__(self) -> None:
        self._hushed: dict[str, frozenset[str]] = {}  # by event
        self.ruled: frozenset[str] = frozenset()  # accounts that the operator lets say nothing

    def hush(self, event: str, accounts: frozenset[str]) -> None:
        """Silence these accounts for everybody while an event plays boards that they know. Empty: the silence is over."""
        self._hushed.pop(event, None)
        if accounts:
            self._hushed[event] = accounts

    def hushed(self, account: str) -> bool:
        """Whether an account may write no words at any table now (PT-I.12.2.4)."""
        return any(account in some for some in self._hushed.values())
