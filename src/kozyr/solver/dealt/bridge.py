"""Bridge: the tricks of a declarer with all hands seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.cards import Seat, Suit
from kozyr.deals import Layout
from kozyr.notation.conditions import DENOMINATIONS, Worth
from kozyr.solver.bridge import SEATS, Board, four_hands, values

VALUES: Final[Mapping[str, Worth]] = {"tricks": Worth("number", DENOMINATIONS)}
BOOK: Final = 6  # tricks that a contract's number adds to


def value(_what: str, layout: Layout, seat: Seat, denomination: str) -> int:
    """The tricks of this seat as declarer in a denomination."""
    trump = None if denomination == "NT" else Suit(denomination)
    return values([Board(four_hands(layout), trump, seat, SEATS[(seat.position + 1) % 4])])[0]
