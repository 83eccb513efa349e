"""Preferans: the tricks of a declarer who takes the talon and discards best, with all hands seen. East is the first hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.notation.conditions import Worth
from kozyr.solver.preferans import DENOMINATIONS, Kind, values
from kozyr.solver.talon import best_discard

VALUES: Final[Mapping[str, Worth]] = {"tricks": Worth("number", tuple(DENOMINATIONS)), "misere": Worth("truth")}
BOOK: Final = 0
_FIRST: Final = Seat.E  # as in a first deal, whose dealer is North


def value(what: str, layout: Layout, seat: Seat, denomination: str) -> int:
    """The tricks in a denomination, or whether a misère cannot be caught, as 1 or 0."""
    kind: Kind = "misere" if what == "misere" else "tricks"
    trump = DENOMINATIONS[denomination] if denomination else None
    tricks = values([best_discard(layout.hands, layout.rest, _FIRST, seat, trump, kind)])[0]
    return int(tricks == 0) if kind == "misere" else tricks
