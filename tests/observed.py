"""Observations read back from docs/envs.md: what a vector should say, from the log of a deal that is known to its end.

Whoever tells a moment with hindsight needs no rules: the next entry says who decides and in which phase, and the cards that
were dealt say whose card was played. The views and the encoder of the house are not asked.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kozyr.cards import Card, Seat
from kozyr.deals import Layout
from tests.games import folder

Parts = dict[str, NDArray[np.float32]]


class Story(NamedTuple):
    """A deal from its cards to its end.

    terms: who sits where, and what the deals before have left. table: who sits at the table of this deal. said: every
    event with the seat that decided it.
    """

    terms: Any
    layout: Layout
    said: tuple[tuple[Seat, str], ...]


class Reader(ABC):
    """What one seat should see after so many events of a deal. A game says what each part is."""

    def __init__(self, story: Story, after: int, me: Seat | None, seen: set[Card], empty: Parts) -> None:
        """seen: the cards that this seat may have seen, by the witness. empty: the parts, all noughts."""
        self.terms, self.layout, self.all = story
        self.said, self.rest = self.all[:after], self.all[after:]
        self.me, self.seen, self.parts = me, seen, empty
        self.places = len(empty["counts"])

    def at(self, seat: Seat) -> int:
        """Rows are counted clockwise from the agent's own; without a seat from North."""
        mine = Seat.N if self.me is None else self.me
        return (seat.position - mine.position) % 4 * self.places // 4

    def seats(self, part: str, seats: Iterable[Seat | None]) -> None:
        """Ones in the rows of these seats."""
        for seat in seats:
            if seat is not None:
                self.parts[part][self.at(seat)] = 1

    @abstractmethod
    def read(self) -> Parts:
        """All parts as the page describes them."""

    def pack(self, text: str, ranks: str) -> dict[Card, int]:
        """The places of the cards in the order of the first actions: suit after suit, from the lowest rank up."""
        return {Card(suit + rank): n for n, (suit, rank) in enumerate((s, r) for s in text for r in ranks)}


def reader(game: str) -> type[Reader]:
    """The reader of a game, in the folder of its tests."""
    found: type[Reader] = import_module(f"tests.{folder(game)}.observed").READER
    return found


def best(trick: list[tuple[Seat, Card]], led: str, trump: str, order: str, trumps: str = "") -> Seat | None:
    """The taker of a trick: the highest trump, else the highest card of the suit led; nobody, if no such card was played."""
    for suit, ranks in ((trump, trumps or order), (led, order)):
        of_it = [(ranks.index(card.text[1]), seat) for seat, card in trick if card.text[0] == suit]
        if of_it:
            return max(of_it, key=lambda one: one[0])[1]
    return None
