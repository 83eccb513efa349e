"""The lines of a bridge traveller, as paper has them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from kozyr.cards import Card


class PairsRow(NamedTuple):
    """One line of a bridge traveller (B-PAIR-2).

    north_south, east_west: the numbers of the pairs. contract: `4HX`, `pass`, or empty where nothing was played. lead: the
    first card played. tricks: the declarer's. score: of North-South (B-PAIR-3). The points are filled in at the end.
    """

    north_south: int
    east_west: int
    contract: str = ""
    declarer: str = ""
    lead: Card | None = None
    tricks: int | None = None
    score: int | None = None
    points_ns: Fraction | None = None
    points_ew: Fraction | None = None
