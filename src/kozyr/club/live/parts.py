"""What each process of a club tells all others once a second: who is there, its tables in the lobby, the seeks that it has."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec

from kozyr.club import answers
from kozyr.store import Account

_SHOWN: Final = 50  # tables in each list of the lobby
_OLD: Final = 5.0  # seconds after which a part that was told counts no more
_GUESTS: Final = 5_000  # guests that a part names; more are a number
_MEMBERS: Final = 5_000

# The tables that wait for an account, each with its owner's account.
Invited: TypeAlias = Mapping[str, tuple[tuple[answers.Listed, str | None], ...]]


class Part(msgspec.Struct, frozen=True, tag="part"):
    """One process's part of what is the club's."""

    member: str
    """The process's incarnation."""
    gathering: tuple[answers.Listed, ...] = ()
    running: tuple[answers.Listed, ...] = ()
    invited: Invited = {}
    members: tuple[tuple[str, str], ...] = ()
    """People with a login who are here: account and name."""
    guests: tuple[str, ...] = ()
    """The accounts of guests who are here."""
    more: int = 0
    """Guests beyond them."""
    seeks: tuple[answers.Sought, ...] = ()


def people(here: Mapping[str, Account]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...], int]:
    """People as a part tells them: members, guests, and how many more guests."""
    members = [(one.id, one.nick) for one in here.values() if one.login is not None]
    guests = [one.id for one in here.values() if one.login is None]
    return tuple(members[:_MEMBERS]), tuple(guests[:_GUESTS]), max(0, len(guests) - _GUESTS)


class Parts:
    """The parts of the other processes, as they told them last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._parts: dict[str, tuple[Part, float]] = {}

    def heard(self, part: Part) -> None:
        """Take another process's part."""
        self._parts[part.member] = part, self._clock()

    def _fresh(self) -> list[Part]:
        now = self._clock()
        self._parts = {member: told for member, told in self._parts.items() if now - told[1] < _OLD}
        return [part for part, _ in self._parts.values()]

    def lists(self, own: answers.LobbyLists) -> answers.LobbyLists:
        """The lists of the lobby, with the tables of the others; each process has chosen its own fairly."""
        parts = self._fresh()
        return msgspec.structs.replace(
            own,
            gathering=_together(own.gathering, [part.gathering for part in parts]),
            running=_together(own.running, [part.running for part in parts]),
        )

    def invitations(self, account: str) -> list[tuple[answers.Listed, str | None]]:
        """The tables of other processes that wait for an account, each with its owner's account."""
        return [one for part in self._fresh() for one in part.invited.get(account, ())]

    def here(self) -> dict[str, Account]:
        """The people whom other processes see, by account."""
        found: dict[str, Account] = {}
        for part in self._fresh():
            found |= {id_: Account(id_, "", 0) for id_ in part.guests}
        for part in self._fresh():
            found |= {id_: Account(id_, nick, 0, login="") for id_, nick in part.members}
        return found

    def more(self) -> int:
        """How many more guests there are."""
        return sum(part.more for part in self._fresh())

    def seeks(self) -> tuple[answers.Sought, ...]:
        """All seeks, as the process that owns them has told them."""
        return next((part.seeks for part in self._fresh() if part.seeks), ())


def _together(own: tuple[answers.Listed, ...], others: list[tuple[answers.Listed, ...]]) -> tuple[answers.Listed, ...]:
    """Lists as one, the first of each, then the second of each and so on."""
    lists, found = [own, *others], dict[str, answers.Listed]()
    for nth in range(max(map(len, lists))):
        for one in sorted((one[nth] for one in lists if nth < len(one)), key=lambda one: (-one.created, one.table)):
            found.setdefault(one.table, one)
    return tuple(found.values())[:_SHOWN]
