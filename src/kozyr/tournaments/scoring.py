"""Comparing results: matchpoints within a line, IMPs, victory points, fouled boards, artificial scores, the ranking.

Everything is an exact fraction; `shown` rounds for people (C-TOUR-8). A score is anything that a line compares, the
more the better: whists of preferans, points of bridge from the line's own side.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from kozyr.cards import takes
from kozyr.games.refusal import Refused

Score: TypeAlias = int | Fraction
Outcomes: TypeAlias = tuple[tuple[Fraction, Score], ...]  # scores with their weights
Scale: TypeAlias = Callable[[int], int]  # a difference of scores in IMPs
Unit: TypeAlias = Literal[1, 2]
Fouled: TypeAlias = Literal["per_group_percent", "scaled"]


def shown(value: Score, places: int = 2) -> str:
    """A fraction rounded for people, halves away from nought."""
    scaled = rounded(Fraction(value) * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}" + (f".{part:0{places}}" if places else "")


def rounded(value: Fraction) -> int:
    """The nearest whole number; halves go away from nought."""
    up = math.floor(abs(value) + Fraction(1, 2))
    return up if value >= 0 else -up


# --- one line of a board -----------------------------------------------------------------------------------


def matchpoints(scores: Sequence[Score], unit: Unit = 2) -> tuple[Fraction, ...]:
    """The points of each score among those of its line: 2 for a worse one, 1 for an equal one (PT-I.8, B-PAIR-1).

    unit: 1 for the variant with 1 and a half (B-PAIR-V1). The other line's points are those of the scores turned round.
    """
    order = sorted(scores)
    points = []
    for score in scores:
        below, upto = bisect_left(order, score), bisect_right(order, score)
        points.append(Fraction(unit * (below + upto - 1), 2))
    return tuple(points)


def weighted_matchpoints(results: Sequence[Outcomes], unit: Unit = 2) -> tuple[Fraction, ...]:
    """The expected points of each result among those of its line; an outcome counts by its weight (Law 12C1c)."""
    if all(len(outcomes) == 1 for outcomes in results):
        return matchpoints([outcomes[0][1] for outcomes in results], unit)
    half = Fraction(unit, 2)
    return tuple(
        half
        * sum(
            one * two * ((mine > theirs) + (mine >= theirs))
            for other, others in enumerate(results)
            if other != at
            for one, mine in outcomes
            for two, theirs in others
        )
        for at, outcomes in enumerate(results)
    )


def neuberg(points: Score, played: int, scheduled: int, unit: Unit = 2) -> Fraction:
    """Points among `played` results, scaled to the scheduled lines: (m + 1) x N / n - 1, at 2 a win.

    Raises:
        ValueError: no results, or more than were scheduled.
    """
    if not 1 <= played <= scheduled:
        raise Refused("results_of", played=played, scheduled=scheduled)
    half = Fraction(unit, 2)
    return (points + half) * scheduled / played - half


class Result(msgspec.Struct, frozen=True):
    """An entrant's result on a board."""

    entrant: int
    score: Score | None = None
    """Natural or assigned; an assigned one is compared as if it had been reached, and those of both sides need not sum to nought (PT-I.11.2.B.2)."""
    artificial: Fraction | None = None
    """Instead of it a part of the max (PT-I.11.2.B.1)."""
    group: int = 0
    """On a fouled board, in which form of it the score was reached (PT-I.10.B)."""
    weighted: Outcomes = ()
    """Instead of one score several, with weights that sum to one (Law 12C1c)."""

    @property
    def outcomes(self) -> Outcomes:
        """The score, with weight one, or several; empty: the score is artificial."""
        return self.weighted if self.score is None else ((Fraction(1), self.score),)

    def __post_init__(self) -> None:
        """Refuse both kinds of score, or none.

        Raises:
            ValueError: see above.
        """
        if [self.score is not None, self.artificial is not None, bool(self.weighted)].count(True) != 1:
            raise Refused("one_score", entrant=self.entrant)


class Award(NamedTuple):
    """Points, and the most that could be had."""

    points: Fraction
    most: Fraction

    @property
    def percent(self) -> Fraction:
        """Per cent of the most; 50 of nothing at all."""
        return 100 * self.points / self.most if self.most else Fraction(50)

    def __add__(self, other: Award) -> Award:  # type: ignore[override]
        """Both together."""
        return Award(self.points + other.points, self.most + other.most)


@takes("a line is of results, as [Result(...)]", Result, each=True)
def line(
    results: Sequence[Result],
    scheduled: int | None = None,
    unit: Unit = 2,
    fouled: Fouled = "per_group_percent",
    scale: bool = True,
) -> dict[int, Award]:
    """The matchpoints of one line on one board, by entrant.

    scheduled: the lines that were to be played on this board; by default as many as there are results. scale: fewer
    natural scores than that are scaled to them by Neuberg's formula; else each keeps the max of those who played. A
    fouled board is several groups. Each is counted alone and brought to the full max, by its own per cent or by the
    formula (PT-I.10.B). A lone entrant in a group gets half.

    Raises:
        ValueError: an entrant twice, or more results than were scheduled.
    """
    if len({result.entrant for result in results}) != len(results):
        raise Refused("two_results")
    lines = len(results) if scheduled is None else scheduled
    if lines < len(results):
        raise Refused("results_of", played=len(results), scheduled=lines)
    natural = [result for result in results if result.outcomes]
    groups: dict[int, list[Result]] = defaultdict(list)
    for result in natural:
        groups[result.group].append(result)
    full = Fraction(unit * (lines - 1))
    found: dict[int, Award] = {}
    for some in groups.values():
        most = full if scale or len(groups) > 1 else Fraction(unit * (len(some) - 1))
        points = weighted_matchpoints([result.outcomes for result in some], unit)
        for result, own in zip(some, points, strict=True):
            found[result.entrant] = Award(_to_field(own, len(some), lines, unit, fouled, len(groups) > 1, most), most)
    for result in results:
        if result.artificial is not None:
            found[result.entrant] = Award(result.artificial * full, full)
    return found


def _to_field(
    own: Fraction, played: int, scheduled: int, unit: Unit, fouled: Fouled, is_fouled: bool, most: Fraction
) -> Fraction:
    """The points of a group of results as points of the field; most: the max that they are brought to."""
    if is_fouled and fouled == "per_group_percent":
        top = unit * (played - 1)
        return own * most / top if top else most / 2
    if most == unit * (played - 1):
        return own
    return neuberg(own, played, scheduled, unit)


@takes("an Award is lowered, as scoring.line(results)[1]", Award)
def penalised(award: Award, percent: Score, most: Score) -> Award:
    """A total less a penalty in per cent of a board's max (PT-I.12.1)."""
    return Award(award.points - Fraction(percent) * most / 100, award.most)


# --- IMPs --------------------------------------------------------------------------------------------------


Told: TypeAlias = Sequence[tuple[tuple[Fraction, int], ...]]
"""The results of a line: each a score with weight one, or several whose weights sum to it."""


def told(scores: Iterable[int]) -> Told:
    """Scores without weights."""
    return [((Fraction(1), score),) for score in scores]


def mean_imps(score: int, others: Sequence[int], imps: Scale) -> Fraction:
    """Cross-IMPs: the mean of the IMPs against each other score of the line.

    Raises:
        ValueError: there is nothing to compare with.
    """
    if not others:
        raise Refused("one_result")
    return Fraction(sum(imps(score - other) for other in others), len(others))


def cross_imps(results: Told, imps: Scale) -> tuple[Fraction, ...]:
    """Cross-IMPs: the mean of the IMPs against each other result of the line; one alone has nought."""
    if len(results) < 2:
        return tuple(Fraction(0) for _ in results)
    return tuple(
        sum(
            one * two * imps(mine - theirs)
            for other, others in enumerate(results)
            if other != at
            for one, mine in outcomes
            for two, theirs in others
        )
        / Fraction(len(results) - 1)
        for at, outcomes in enumerate(results)
    )


def datum(scores: Sequence[Score], dropped: int = 1) -> int:
    """Butler's mean: without the `dropped` best and worst scores, to the nearest ten, halves away from nought.

    If no score would be left, none is dropped.

    Raises:
        ValueError: there are no scores.
    """
    if not scores:
        raise Refused("no_scores")
    order = sorted(scores)
    kept = order[dropped : len(order) - dropped] or order
    return 10 * rounded(Fraction(sum(kept)) / (10 * len(kept)))


def butler(results: Told, imps: Scale, dropped: int = 1) -> tuple[Fraction, ...]:
    """The IMPs of every North-South result of a board against its datum, in which several outcomes count by their mean.

    East-West have the same with the other sign.
    """
    means = [sum((weight * score for weight, score in outcomes), Fraction(0)) for outcomes in results]
    mean = datum(means, dropped) if results else 0
    return tuple(sum((weight * imps(score - mean) for weight, score in outcomes), Fraction(0)) for outcomes in results)


# --- teams -------------------------------------------------------------------------------------------------


def match_imps(open_room: Sequence[int], closed_room: Sequence[int], imps: Scale) -> tuple[int, ...]:
    """The IMPs of team A, which sits N-S in the open room and E-W in the closed one, board by board (B-TEAM-7, B-IMP-1).

    Both lists are scores of North-South. The sum is a series' result, the sum of the series the match's (B-IMP-2).
    """
    return tuple(imps(ours - theirs) for ours, theirs in zip(open_room, closed_room, strict=True))


def board_a_match(open_room: Sequence[int], closed_room: Sequence[int], unit: Unit = 2) -> Fraction:
    """Team A's points where every board is a match: 2 for a better result than the opponents', 1 for an equal one."""
    pairs = zip(open_room, closed_room, strict=True)
    return sum((Fraction(unit * ((ours > theirs) + (ours >= theirs)), 2) for ours, theirs in pairs), Fraction(0))


def series_fits(boards: int, match: int, *, min_half: bool) -> bool:
    """Whether a series of `boards` may be agreed in a match of `match` boards; min_half: at least half (B-TEAM-4)."""
    return 1 <= boards <= match and (2 * boards >= match or not min_half)


# --- the session -------------------------------------------------------------------------------------------


class Place(msgspec.Struct, frozen=True):
    """A line of the final table; rank is shared by equals: 1, 2, 2, 4."""

    rank: int = msgspec.field(name="place")
    entrant: int
    total: Fraction


@takes("boards are summed, as [scoring.line(results)]", Mapping, each=True)
def totals(boards: Iterable[Mapping[int, Award]]) -> dict[int, Award]:
    """The sum of each entrant's awards in all protocols (PT-I.9, B-PAIR-3)."""
    found: dict[int, Award] = {}
    for board in boards:
        for entrant, award in board.items():
            found[entrant] = found.get(entrant, Award(Fraction(0), Fraction(0))) + award
    return found


@takes("an Award is carried over, as scoring.totals(boards)[1]", Award)
def carried(total: Award, earlier: Award, percent: int) -> Award:
    """A total with a part of an earlier stage's, in per cent of it."""
    part = Fraction(percent, 100)
    return Award(total.points + earlier.points * part, total.most + earlier.most * part)


def ranked(results: Mapping[int, Score], breaks: Sequence[Mapping[int, Score]] = ()) -> tuple[Place, ...]:
    """The final table, the best first. breaks: the tie-breaks in their order, the more the better (P-4.1.3).

    Entrants that are still equal share a rank, in the order of their numbers.
    """

    def worth(entrant: int) -> tuple[Score, ...]:
        return (results[entrant], *(counted.get(entrant, 0) for counted in breaks))

    order = sorted(sorted(results), key=worth, reverse=True)
    places: list[Place] = []
    for nth, entrant in enumerate(order, 1):
        tied = nth > 1 and worth(order[nth - 2]) == worth(entrant)
        places.append(Place(places[-1].rank if tied else nth, entrant, Fraction(results[entrant])))
    return tuple(places)
