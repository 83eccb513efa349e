"""What people are called: a name of his own for each who is here, also for who gives none."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

_LONGEST: Final = 24  # letters, as in `kozyr.club.accounts`
_EVENING: Final = 12 * 3600.0  # seconds for which somebody is here after he was last heard of
_KEPT: Final = 50_000  # people who are remembered
_GUEST: Final = "Guest"
# A guest without a name is `Guest Lynx`; the page has the words of each language (`ui/src/core/i18n/animals.ts`). None
# of them is the name of a bot.
ANIMALS: Final = (
    "Lynx", "Mole", "Hedgehog", "Heron", "Stork", "Crane", "Magpie", "Goldfinch", "Bullfinch", "Woodpecker", "Squirrel",
    "Hamster", "Marmot", "Elk", "Bison", "Boar", "Wolf", "Fox", "Hare", "Ermine", "Weasel", "Ferret", "Falcon", "Hawk",
    "Raven", "Jackdaw", "Starling", "Nightingale", "Swan", "Pike", "Catfish", "Sturgeon", "Perch", "Carp", "Seal", "Dolphin",
)  # fmt: skip

# Letters that look alike in most typefaces, small as they are after `casefold`: all that stands in a line is one letter.
_ALIKE: Final = (
    "aаα", "bвβ", "cсς", "eеεє", "hнһη", "iіlι1|ӏj", "kкκ", "mм", "nпν", "oоο0σ", "pрρ", "sѕ", "tтτ", "uυ", "xхχ", "yуγ", "wшω", "zζ", "dԁ", "3з",
)  # fmt: skip
_ONE: Final = {ord(letter): line[0] for line in _ALIKE for letter in line}


@lru_cache(maxsize=20_000)
def folded(nick: str) -> str:
    """What all names that look like this one have in common: case, marks, spaces and the alphabet of a letter do not count.

    >>> folded("Вера") == folded("Bepa")
    True
    >>> folded("Вера") == folded("Вира")
    False
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", nick).casefold())
    kept = "".join(c for c in plain if unicodedata.category(c)[0] in "LN" or c == "|")
    return kept.translate(_ONE) or " ".join(plain.split())


class _Here(NamedTuple):
    nick: str
    folded: str
    seen: float


class Names:
    """Who is here under which name. clock: seconds that never go back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._people: dict[str, _Here] = {}  # by account, the one heard of last stands last
        self._bearers: dict[str, str] = {}  # account by what its name folds to

    def free(self, wanted: str, account: str = "") -> str:
        """A name that nobody else has who is here: this one, or this one with a number; account: who asks for it."""
        if not self._taken(wanted, account):
            return wanted
        for number in range(2, len(self._people) + 3):
            tail = f" {number}"
            name = wanted[: _LONGEST - len(tail)].rstrip() + tail
            if not self._taken(name, account):
                return name
        raise AssertionError("so many numbers are not taken")

    def animal(self) -> str:
        """A name for a guest who gives none."""
        names = [f"{_GUEST} {animal}" for animal in ANIMALS]
        return self.free(secrets.choice([name for name in names if not self._taken(name, "")] or names))

    def arrived(self, account: str, nick: str, *, guest: bool) -> str | None:
        """Somebody is heard of; returns the name that he must have instead of his, None: his own is free.

        A guest gives way; between two who have logins, each keeps his.
        """
        known = self._people.pop(account, None)
        if known is not None and self._bearers.get(known.folded) == account:
            del self._bearers[known.folded]
        fold = known.folded if known is not None and known.nick == nick else folded(nick)
        name = None
        if guest and (
            nick == _GUEST or self._bearer(fold, account) is not None
        ):  # _GUEST: from before there were animals
            name = self.animal() if nick == _GUEST else self.free(nick, account)
            nick, fold = name, folded(name)
        self._people[account] = _Here(nick, fold, self._clock())
        self._bearers[fold] = (
            account  # whose name a guest bore who is here already has it now; the guest is told when he asks
        )
        self._forget()
        return name

    def _taken(self, nick: str, account: str) -> bool:
        return self._bearer(folded(nick), account) is not None

    def _bearer(self, fold: str, account: str) -> str | None:
        """Who else is here under such a name."""
        bearer = self._bearers.get(fold)
        if bearer is None or bearer == account:
            return None
        return bearer if self._clock() - self._people[bearer].seen < _EVENING else None

    def _forget(self) -> None:
        while len(self._people) > _KEPT:
            account = next(iter(self._people))
            gone = self._people.pop(account)
            if self._bearers.get(gone.folded) == account:
                del self._bearers[gone.folded]
