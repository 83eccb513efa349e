"""The worth of a result to the side of a contract, in the form of play.

Where results are compared the field is imagined: at the same contract, with the tricks of perfect play or one more or
less. In a rubber, later points are counted by the common reckoning: half a game for the first game, and as much again
for a part-score.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from kozyr.games.bridge import Terms
from kozyr.games.bridge.options import Conventions
from kozyr.games.bridge.scoring import imps, is_vulnerable, trick_points, written
from kozyr.games.bridge.words import Contract

Unit: TypeAlias = Literal["points", "imps", "matchpoints"]

_FIELD: Final = ((-1, 0.25), (0, 0.5), (1, 0.25))  # the tricks of others against perfect play, and their shares
_FIRST_GAME: Final = 350  # the worth of a game that does not yet win the rubber
_GAME: Final = 100


def unit(terms: Terms) -> Unit:
    """The unit of results."""
    kinds: dict[str, Unit] = {"matchpoints": "matchpoints", "imps": "imps", "russian_target": "imps"}
    return kinds.get(terms.conventions.compare, "points")


def score(terms: Terms, side: int, contract: Contract | None, tricks: int) -> float:
    """The points of a contract for its side (0 N S, 1 E W) with `tricks` of thirteen tricks.

    0 if all passed. The later worth of a part-score or a game in a rubber is included.
    """
    if contract is None:
        return 0.0
    c = terms.conventions
    vulnerable = is_vulnerable(terms.vulnerability, side)
    items = written(contract, tricks, vulnerable=vulnerable, conventions=c)
    points = float(sum(item.points if item.declarers else -item.points for item in items))
    if c.part_scores == "carry" and tricks >= contract.need:
        points += _later(c, terms, side, trick_points(contract), vulnerable=vulnerable)
    return points


def _later(c: Conventions, terms: Terms, side: int, below: int, *, vulnerable: bool) -> float:
    """The additional worth of points below the line: towards a game, for the rubber, or in hope of either."""
    theirs = terms.part[1 - side]  # a game ends it (B-SCORE-6)
    other = is_vulnerable(terms.vulnerability, 1 - side)
    if terms.part[side] + below < _GAME:
        return float(below)
    if c.form == "chicago":
        return theirs + (500.0 if vulnerable else 300.0)
    if vulnerable:
        return theirs + (500.0 if other else 700.0)
    return theirs + float(_FIRST_GAME)


def compare(what: Unit, reached: Callable[[int], float], tricks: int, usual: int) -> float:
    """The worth of `tricks` of thirteen to the declarer's side against a field with about `usual` of them.

    reached: the points of a number of tricks. The answer is in points, in IMPs, or in per cent of the matchpoints.
    """
    mine = reached(tricks)
    if what == "points":
        return mine
    if what == "imps":
        return float(imps(round(mine - reached(usual))))
    won = 0.0
    for more, share in _FIELD:
        his = reached(max(0, min(13, usual + more)))
        won += share * (100.0 if mine > his else 50.0 if mine == his else 0.0)
    return won
