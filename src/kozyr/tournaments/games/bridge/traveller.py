"""The lines of a bridge traveller, as paper has them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from kozyr.cards import Card


class PairsRow(NamedTuple):
    """One line of a bridge traveller (B-PAIR-2)."""

    north_south: int
    """The number of the pair that sits N-S."""
    east_west: int
    """The number of the pair that sits E-W."""
    contract: str = ""
    """`4HX`, `pass`, or empty where nothing was played."""
    declarer: str = ""
    lead: Card | None = None
    """The first card played."""
    tricks: int | None = None
    """The declarer's tricks."""
    score: int | None = None
    """The score of North-South (B-PAIR-3). The points are filled in at the end."""
    points_ns: Fraction | None = None
    points_ew: Fraction | None = None
    room: str = ""
    """The room of a match of teams, `open` or `closed`; the numbers are then of teams."""
