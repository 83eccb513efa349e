"""Deals that keep a condition: the core deals and looks at the cards, and the solver is asked about what is left.

search = Search.of("bridge", "N.hcp in 15..17 and N.balanced", seed=1)
search.deals(5)         # layouts
search.chance(1_000_000)
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple, Self

from kozyr import _native
from kozyr.cards import CardSet, Seat
from kozyr.deals import Layout
from kozyr.games import game as rules_of, part
from kozyr.notation.conditions import SMALL, Condition, Told, Words, Worth, predealt, read

TRIES: Final = 100_000_000  # deals in which a wanted one is looked for
_NORMAL: Final = 1.96  # of a 95 % interval
_BLOCK: Final = 256  # deals that keep what cards tell, between two looks at the clock


class Chance(NamedTuple):
    """How often a condition is kept: so many of so many deals, and a 95 % interval (Wilson's)."""

    kept: int
    tried: int
    low: float
    high: float

    @classmethod
    def of(cls, kept: int, tried: int) -> Self:
        """The chance that was counted."""
        if not tried:
            return cls(0, 0, 0.0, 1.0)
        share, z = kept / tried, _NORMAL
        middle = (share + z * z / (2 * tried)) / (1 + z * z / tried)
        half = z * math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried)) / (1 + z * z / tried)
        return cls(kept, tried, max(0.0, middle - half), min(1.0, middle + half))


class Search:
    """A condition of a game, and the chance by which its deals are drawn.

    Attributes:
        tried: deals looked at so far. kept: those that kept the condition. costly: whether the solver is asked.
    """

    def __init__(self, name: str, where: Condition, told: tuple[Told, ...], words: Words, seed: int) -> None:
        """Prepare the search; `of` reads its texts."""
        self._seats, self._pack, self._where = words.seats, words.pack, where
        sizes = [*words.pack.hands, words.pack.rest]
        small = [list(one.small) for one in told]
        pack = CardSet.of(words.pack.cards).bits
        self._dealing = _native.Dealing(
            pack, sizes, [one.held for one in told], [one.whole & pack for one in told], small, SMALL.bits & pack
        )
        self._cheap = where.cheap.program(len(sizes))
        self._costly = [(clause.program(len(sizes)), clause.asked) for clause in where.costly]
        self._values = _values(name)
        self._chance = random.Random(seed)  # noqa: S311 - deals for practice follow from a seed
        self.tried = self.kept = 0

    @classmethod
    def of(cls, name: str, where: str = "", predeal: str = "", players: int = 0, seed: int = 0) -> Self:
        """The search for deals of a game. where, predeal: docs/deals.md says how they are written; empty: nothing is asked.

        Raises:
            NotationError: the condition or the cards cannot be read. ValueError: no such game, or no such deals.
        """
        words = words_of(name, players)
        return cls(name, cls.condition(where, words), cls.cards(predeal, words), words, seed)

    @staticmethod
    def condition(where: str, words: Words) -> Condition:
        """A condition from its text; of an empty one: that of every deal.

        Raises:
            NotationError: it cannot be read.
        """
        return read(where, words) if where else read("1 == 1", words)

    @staticmethod
    def cards(predeal: str, words: Words) -> tuple[Told, ...]:
        """What is told of the cards; of an empty text nothing.

        Raises:
            NotationError: it cannot be read.
        """
        return predealt(predeal, words) if predeal else (Told(),) * (len(words.seats) + 1)

    @property
    def costly(self) -> bool:
        """Whether the solver is asked."""
        return bool(self._costly)

    def deals(self, most: int, tries: int = TRIES, seconds: float | None = None) -> list[Layout]:
        """So many deals that keep the condition; fewer if there are no more among so many, or time runs out."""
        return self._found(most, tries, seconds)

    def chance(self, tries: int, seconds: float | None = None) -> Chance:
        """How often the condition is kept among so many deals, or as many as there is time for."""
        self._found(0, tries, seconds)
        return Chance.of(self.kept, self.tried)

    def _found(self, most: int, tries: int, seconds: float | None = None) -> list[Layout]:
        self.tried = self.kept = 0
        found: list[Layout] = []
        end = None if seconds is None else time.monotonic() + seconds
        while self.tried < tries and not (most and len(found) == most):
            left = None if end is None else max(0.0, end - time.monotonic())
            wanted = _BLOCK if self._costly else most - len(found)
            hands, kept, tried, finished = _native.find_deals(
                self._dealing, self._cheap, wanted, tries - self.tried, self._chance.getrandbits(64), left
            )
            if self._costly:
                kept = 0
                for nth, one in enumerate(hands):
                    if self._keeps(one):
                        kept += 1
                        if most:
                            found.append(self._layout(one))
                    late = end is not None and time.monotonic() >= end
                    if late or (most and len(found) == most):
                        tried = tried * (nth + 1) // len(hands)
                        break
            else:
                found += map(self._layout, hands)
            self.tried += tried
            self.kept += kept
            if not finished or (end is not None and time.monotonic() >= end):
                break
        return found

    def _keeps(self, hands: list[int]) -> bool:
        """Whether a deal keeps what needs the solver, too."""
        layout = self._layout(hands)
        for program, asked in self._costly:
            given = [self._values[one.what](layout, one.seat, one.denomination) for one in asked]
            if not program.keeps(hands, given):
                return False
        return True

    def _layout(self, hands: list[int]) -> Layout:
        """The deal: the rest in an order by chance, and the part of a hand before the auction, where there is one."""
        chance = random.Random(str(hands))  # noqa: S311 - the same deal has the same order
        rest = list(CardSet(hands[-1]))
        chance.shuffle(rest)
        layout = Layout.of(zip(self._seats, map(CardSet, hands[:-1]), strict=True), rest)
        if not self._pack.first:
            return layout
        parts: list[CardSet | None] = [None] * 4
        for seat in self._seats:
            parts[seat.position] = CardSet.of(chance.sample(list(layout.hand(seat) or ()), self._pack.first))
        return Layout(layout.hands, layout.rest, (parts[0], parts[1], parts[2], parts[3]))


def words_of(name: str, players: int = 0) -> Words:
    """What conditions can name in a game.

    Raises:
        ValueError: no such game, or not for so many.
    """
    rules = rules_of(name)
    many = players or len(rules.pack.hands)
    seats = rules.start(rules.agree(players=many), many).next_deal().holders
    solver = part("solver.dealt", name)
    values: Mapping[str, Worth] = {} if solver is None else solver.VALUES
    return Words(rules.pack, seats, values, 0 if solver is None else solver.BOOK)


def _values(name: str) -> Mapping[str, Callable[[Layout, Seat, str], int]]:
    solver = part("solver.dealt", name)
    return {} if solver is None else {what: partial(solver.value, what) for what in solver.VALUES}
