"""Victory points of a match of teams: the table of the source for 24 boards, and the World Bridge Federation's scales of 2013.

The scales of 2013 are from the report of the federation's scoring panel, "The New WBF IMP to VP Scales" (Bavin, Bethe,
Bramley, Buchen). Both come from the formula

    V = 10 + 10 (1 - R^(I/X)) / (1 - R);
    R = t^3, t = (sqrt5 - 1) / 2, X = 15 sqrt N for N boards.

In the continuous scale an IMP is never worth more than the one before. In the discrete one a point never needs fewer.
The published discrete tables are those of the English Bridge Union's White Book, 3.1.1; a test compares all of them.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from kozyr.games.refusal import Refused

Vp: TypeAlias = Literal["24 boards", "wbf", "wbf continuous", "wbf discrete"]

_OF_24: Final = (3, 7, 12, 17, 22, 28, 34, 40, 47, 55)  # from where 11-9, 12-8, ... 20-0 begin (B-VP-1)
_RATIO: Final[float] = ((math.sqrt(5) - 1) / 2) ** 3
_EVEN, _MOST = 1000, 2000  # hundredths of a point


def victory_points(difference: int, scale: Vp = "24 boards", boards: int = 24) -> tuple[Fraction, Fraction]:
    """An IMP difference as victory points of both teams out of 20 (B-VP-1).

    scale: `wbf` is the formula alone, as older events were scored.

    Raises:
        ValueError: no boards.
    """
    if boards < 1:
        raise Refused("match_boards", boards=boards)
    won = abs(difference)
    if scale == "24 boards":
        winner = Fraction(10 + bisect_right(_OF_24, won))
    elif scale == "wbf discrete":
        winner = Fraction(10 + bisect_right(discrete(boards), won))
    elif scale == "wbf":
        winner = Fraction(_formula(won, boards), 100)
    else:
        some = continuous(boards)
        winner = Fraction(some[min(won, len(some) - 1)], 100)
    return (winner, 20 - winner) if difference >= 0 else (20 - winner, winner)


def _formula(won: int, boards: int) -> int:
    """The formula in hundredths, halves up."""
    points: float = 10 + 10 * (1 - _RATIO ** (won / (15 * math.sqrt(boards)))) / (1 - _RATIO)
    return min(_MOST, math.floor(points * 100 + 0.5))


@cache
def continuous(boards: int) -> tuple[int, ...]:
    """The winner's points in hundredths by IMPs, from 0 to where all is won.

    Where rounding makes an IMP worth more than the one before, the sum before it has a hundredth more.
    """
    found = [_formula(0, boards)]
    while found[-1] < _MOST:
        found.append(_formula(len(found), boards))
    uneven = True
    while uneven:
        uneven = False
        for won in range(1, len(found) - 1):
            if found[won + 1] - found[won] > found[won] - found[won - 1]:
                found[won] += 1
                uneven = True
    return tuple(found)


@cache
def discrete(boards: int) -> tuple[int, ...]:
    """From how many IMPs on the winner has 11, 12, ... 20 points.

    A range begins where the formula reaches its half point, 10.5, 11.5, ... Where it is wider than the next one, the
    next one begins an IMP sooner, until no range is wider than the next. A drawn match has both signs in its range.
    """
    starts = [math.ceil(_margin(points + 0.5, boards)) for points in range(10, 20)]
    uneven = True
    while uneven:
        uneven = False
        for nth, (start, after) in enumerate(pairwise(starts)):
            before = start - starts[nth - 1] if nth else 2 * start - 1
            if before > after - start:
                starts[nth] -= 1
                uneven = True
    return tuple(starts)


def _margin(points: float, boards: int) -> float:
    """The IMPs at which the formula gives so many points."""
    return 15 * math.sqrt(boards) * math.log(1 - (points - 10) / 10 * (1 - _RATIO), _RATIO)
