"""The names of people: everybody here has an own name, also a guest without one."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from kozyr.club.likeness import Improper, check, imitated, looks

_LONGEST: Final = 24  # letters, as in `kozyr.club.accounts`
_EVENING: Final = 12 * 3600.0  # seconds for which a person counts as here after the last sign
_KEPT: Final = 50_000  # the most people who are remembered
_GUEST: Final = "Guest"
# A guest without a name is `Guest Lynx`; the page has the words of each language (`ui/src/core/i18n/animals.ts`). None
# of them is the name of a bot.
ANIMALS: Final = (
    "Lynx", "Mole", "Hedgehog", "Heron", "Stork", "Crane", "Magpie", "Goldfinch", "Bullfinch", "Woodpecker", "Squirrel",
    "Hamster", "Marmot", "Elk", "Bison", "Boar", "Wolf", "Fox", "Hare", "Ermine", "Weasel", "Ferret", "Falcon", "Hawk",
    "Raven", "Jackdaw", "Starling", "Nightingale", "Swan", "Pike", "Catfish", "Sturgeon", "Perch", "Carp", "Seal", "Dolphin",
)  # fmt: skip


class _Here(NamedTuple):
    nick: str
    looks: frozenset[str]
    seen: float


class Names:
    """The people who are here, with their names. clock: seconds that never go back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._people: dict[str, _Here] = {}  # by account, the one heard of last stands last
        self._bearers: defaultdict[str, set[str]] = defaultdict(set)  # accounts by how their names look

    def given(self, wanted: str, account: str = "") -> str:
        """The name for a person who has chosen this one: with a number, if another person here has it.

        account: of the asker.

        Raises:
            Improper: the name is not allowed, or imitates a person here.
        """
        known = self._people.get(account)
        if known is not None and known.nick == wanted:
            return wanted
        like = imitated(wanted, (self._people[one].nick for one in self._others(looks(wanted), account)))
        if like is not None:
            raise Improper("imitates", name=wanted, other=like)
        check(wanted)
        return self.free(wanted, account)

    def free(self, wanted: str, account: str = "") -> str:
        """The wanted name, with a number if another account here has it. account: the one that asks."""
        if not self._taken(wanted, account):
            return wanted
        for number in range(2, len(self._people) + 3):
            tail = f" {number}"
            name = wanted[: _LONGEST - len(tail)].rstrip() + tail
            if not self._taken(name, account):
                return name
        raise AssertionError("so many numbers are not taken")

    def animal(self) -> str:
        """A name for a guest without one."""
        names = [f"{_GUEST} {animal}" for animal in ANIMALS]
        return self.free(secrets.choice([name for name in names if not self._taken(name, "")] or names))

    def arrived(self, account: str, nick: str, *, guest: bool) -> str | None:
        """Note that a person is here.

        Returns the name that the person must take instead. None: the own one is free.

        A guest gives way; of two people with logins each keeps the name.
        """
        known = self._left(account)
        look = known.looks if known is not None and known.nick == nick else looks(nick)
        name = None
        # _GUEST: from before there were animals
        if guest and (nick == _GUEST or next(self._others(look, account), None) is not None):
            name = self.animal() if nick == _GUEST else self.free(nick, account)
            nick, look = name, looks(name)
        self._people[account] = _Here(nick, look, self._clock())
        for one in look:
            self._bearers[one].add(account)
        while len(self._people) > _KEPT:
            self._left(next(iter(self._people)))
        return name

    def _taken(self, nick: str, account: str) -> bool:
        return next(self._others(looks(nick), account), None) is not None

    def _others(self, look: frozenset[str], account: str) -> Iterator[str]:
        """The other people here whose names have one of these looks."""
        for one in look:
            for bearer in self._bearers.get(one, ()):
                if bearer != account and self._clock() - self._people[bearer].seen < _EVENING:
                    yield bearer

    def _left(self, account: str) -> _Here | None:
        """Forget a person; returns the known facts."""
        known = self._people.pop(account, None)
        for one in () if known is None else known.looks:
            self._bearers[one].discard(account)
            if not self._bearers[one]:
                del self._bearers[one]
        return known
