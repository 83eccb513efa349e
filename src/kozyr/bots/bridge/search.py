"""A card by sampled double-dummy search: worlds that agree with the view, each solved.

A card's score in a world is the worth of its tricks in the form of play (`worth`), and the mean over the worlds
decides. The rule of thumb counts as one more world in which its card gains a little: much beside few worlds, little
beside many. Rules and signals choose between equal cards. From eight cards on expert compares the plans of the best
cards (`plan`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from kozyr.bots.bridge import plan, play, worth
from kozyr.bots.bridge.reading import reading
from kozyr.bots.bridge.worlds import VISITED, World, field, series
from kozyr.bots.frame import Candidate, Level, Purse
from kozyr.bots.sampling import uncertainty
from kozyr.cards import Card, CardSet, Seat
from kozyr.games.bridge import View
from kozyr.games.bridge.words import PLAYS, Play
from kozyr.solver.bridge import Board, Series, Solution

_SEATS: Final = tuple(Seat)
_MOST: Final[Mapping[Level, int]] = {"club": 8, "expert": 80}
_FROM: Final[Mapping[Level, int]] = {"club": 10, "expert": 13}  # cards in hand; with more the rules of thumb choose
# The cost of a world with all cards' values, in positions, by the cards of the hand on turn. It is a round figure, so
# that a budget gives the same worlds everywhere; the core's own count depends on its earlier work.
_COST: Final = (1, 2_000, 2_000, 2_000, 2_000, 2_500, 3_000, 5_000, 8_000, 12_000, 22_000, 45_000, 110_000, 200_000)
_LEAD: Final = 3  # the first card of a trick costs this many times as much, early in the play
_EARLY: Final = 11  # cards in hand from which that is so
_DRAWS: Final = 4  # worlds looked at for each that is solved, where cards are read
_PLANNED: Final = 8  # cards in hand from which plans are compared
_TRICKS: Final = 4  # cards of a trick: a plan asks the core about every card that is still to be played
_ENOUGH: Final = 3  # worlds below which a search tells nothing
_HABIT: Final = {"points": 12.0, "imps": 0.4, "matchpoints": 12.0}  # the gain of the rule's card in a world of its own
_CHUNK: Final = 4  # worlds solved at once where the clock counts
_FIRST: Final = (8, 32)  # worlds before it is asked whether more are wanted; then as many again, and so on
_CHEAP: Final = 500_000  # positions that the first ones may cost, between those two
_ERRORS: Final = 1.5  # standard errors by which a rival may be better than its mean
_HOPE: Final = {"points": 6.0, "imps": 0.2, "matchpoints": 2.0}  # a gain that deserves no more worlds or plans


def cost(cards: int, *, leads: bool) -> int:
    """The positions that a world is expected to cost, with `cards` cards in the hand on turn."""
    return _COST[cards] * (_LEAD if leads and cards >= _EARLY else 1)


def card(view: View, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The legal cards with their expected worth to this side, the best first.

    By rules of thumb where there is no time, or where all cards are equal.
    """
    ruled = play.card(view, chance)
    mover = view.turn
    assert mover is not None
    if len(ruled) == 1:
        return ruled
    if play.touching(view, [_card(one) for one in ruled]):
        return _told(view, ruled)
    each = cost(view.hands[mover].count, leads=not view.trick)
    count = _MOST[level] if purse.nodes is None else min(_MOST[level], purse.nodes // each)
    if count < _ENOUGH or purse.empty or view.hands[mover].count > _FROM[level]:
        return ruled
    first = max(_FIRST[0], min(_FIRST[1], _CHEAP // each))
    portions = [*_portions(_CHUNK if purse.timed else first, count)]
    brings = _Worth(view)
    if level == "expert":
        read = reading(view) if view.history or view.trick else None
        imagined = series(field(view), portions, chance, draws=_DRAWS, played=read)
    else:
        imagined = series(field(view), [count], chance)
    solved = _solve(view, imagined, brings, purse, first)
    if not solved or (len(solved) < _ENOUGH and purse.empty):
        return ruled
    purse.spend(each * len(solved))
    found = _weighed(view, ruled, solved, brings)
    return _planned(view, found, solved, brings, purse) if level == "expert" else found


def _planned(view: View, found: list[Candidate], solved: _Solved, brings: _Worth, purse: Purse) -> list[Candidate]:
    """The cards in the order of their plans, where another card than the first begins a better one."""
    assert view.turn is not None
    cards = view.hands[view.turn].count
    if not 1 < cards <= _PLANNED or len(solved) < _FIRST[0]:
        return found
    price = plan.STEP * _TRICKS * cards * len(solved)
    plans = plan.Plans(
        view, [(world, weight) for _, weight, world in solved], [one.value for one, _, _ in solved], brings, purse
    )
    hope = _HOPE[brings.unit]
    worths: dict[Card, float] = {}
    best = found[0]
    for one in found:
        held = _card(one)
        needed = worths[_card(best)] + (hope if best is found[0] else 0.0) if worths else -math.inf
        twin = next((other for other in worths if play.touching(view, [held, other])), None)
        if twin is not None:
            worths[held] = worths[twin]
        if twin is not None or one.score <= needed:
            continue
        if purse.half_gone or (purse.nodes is not None and purse.nodes < price):
            return found
        try:
            worths[held] = plans.worth(held)
        except TimeoutError:
            return found
        if worths[held] > needed:
            best = one
    if best is found[0]:
        return found
    told = [msgspec.structs.replace(one, score=round(worths.get(_card(one), one.score), 3)) for one in found]
    first = told.pop(found.index(best))
    return [first, *sorted(told, key=lambda one: -one.score)]


def _portions(first: int, count: int) -> Iterator[int]:
    """The sizes of the portions of worlds: `first`, then always as many as there are, up to `count`."""
    done = 0
    while done < count:
        some = min(count - done, max(first, done))
        yield some
        done += some


def _told(view: View, ruled: list[Candidate]) -> list[Candidate]:
    """Equal cards, with the signal to partner first, if there is one."""
    told = play.signal(view, [_card(one) for one in ruled]) if _defends(view) else None
    if told is None or told is _card(ruled[0]):
        return ruled
    first = next(one for one in ruled if _card(one) is told)
    return [msgspec.structs.replace(first, why="signal"), *(one for one in ruled if one is not first)]


def _defends(view: View) -> bool:
    assert view.declarer is not None
    assert view.turn is not None
    return (view.turn.position - view.declarer.position) % 2 == 1


_Solved: TypeAlias = list[tuple[Solution, float, World]]  # with the weights of the worlds


def _solve(
    view: View, imagined: Iterator[list[tuple[World, float]]], brings: _Worth, purse: Purse, first: int
) -> _Solved:
    """Worlds solved, with their weights: until one card is clearly the best, or time or positions are over."""
    found: _Solved = []
    boards = Series(VISITED)
    for some in imagined:
        answers = boards.solve([board(view, world) for world, _ in some], seconds=purse.seconds)
        found += [(answer, weight * len(some), world) for answer, (world, weight) in zip(answers, some, strict=False)]
        if boards.spent:
            purse.close()
        if purse.half_gone or purse.empty or (len(found) >= first and _decided(found, brings)):
            break
    return found


def _decided(solved: _Solved, brings: _Worth) -> bool:
    """Whether more worlds would hardly change the choice: no other card may still win enough.

    Cards are compared world by world with the best so far; a rival's chance is the rival's mean and some standard
    errors.
    """
    total = sum(weight for _, weight, _ in solved)
    rows: dict[Card, list[float]] = {
        held: [brings(answer.moves[held], answer.value) for answer, _, _ in solved] for held in solved[0][0].moves
    }
    shares = [weight / total for _, weight, _ in solved]
    means = {held: _dot(row, shares) for held, row in rows.items()}
    best = max(means, key=lambda held: means[held])
    few = sum(share * share for share in shares)  # one over the number of worlds
    hope = _HOPE[brings.unit]
    for held, row in rows.items():
        if row == rows[best]:
            continue
        behind = [mine - his for mine, his in zip(rows[best], row, strict=True)]
        mean = means[best] - means[held]
        spread = sum(share * (value - mean) ** 2 for share, value in zip(shares, behind, strict=True))
        if _ERRORS * math.sqrt(spread * few) - mean > hope:
            return False
    return True


def board(view: View, world: World) -> Board:
    """A world as a position for the core."""
    n, e, s, w = (CardSet(bits) for bits in world)
    contract, declarer, turn = view.contract, view.declarer, view.turn
    assert contract is not None
    assert declarer is not None
    assert turn is not None
    leader = view.trick[0][0] if view.trick else turn
    return Board((n, e, s, w), contract.trump, declarer, leader, tuple(held for _, held in view.trick))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum([a * b for a, b in zip(one, other, strict=True)])


class _Worth:
    """The worth of a card's tricks to the side on turn, against those of best play."""

    def __init__(self, view: View) -> None:
        contract, declarer, mover = view.contract, view.declarer, view.turn
        assert contract is not None
        assert declarer is not None
        assert mover is not None
        side = declarer.position % 2
        self.declaring = mover.position % 2 == side
        self.unit = worth.unit(view.terms)
        self.won = view.tricks["NS" if side == 0 else "EW"]
        reached = lru_cache(maxsize=14)(lambda tricks: worth.score(view.terms, side, contract, tricks))
        self._reached: Callable[[int], float] = reached
        self._known: dict[tuple[int, int], float] = {}

    def __call__(self, tricks: int, usual: int) -> float:
        """The worth by the declarer's tricks still to come."""
        known = self._known.get((tricks, usual))
        if known is None:
            value = worth.compare(self.unit, self._reached, self.won + tricks, self.won + usual)
            known = value if self.declaring else (100.0 - value if self.unit == "matchpoints" else -value)
            self._known[tricks, usual] = known
        return known


def _weighed(view: View, ruled: list[Candidate], solved: _Solved, brings: _Worth) -> list[Candidate]:
    what, won, declaring = brings.unit, brings.won, brings.declaring
    weights = {_card(one): one.score for one in ruled}
    scores = dict.fromkeys(weights, 0.0)
    tricks = dict.fromkeys(weights, 0.0)
    shares = [weight for _, weight, _ in solved]
    total = sum(shares)
    rows = {held: [brings(answer.moves[held], answer.value) for answer, _, _ in solved] for held in weights}
    for at, (answer, weight, _) in enumerate(solved):
        for held in weights:
            scores[held] += weight / total * rows[held][at]
            tricks[held] += weight / total * (won + answer.moves[held])
    habit = _HABIT[what] / len(solved)
    favourite = _card(ruled[0])
    best = max(scores.values())
    alike = [held for held in scores if scores[held] > best - 1e-6 and abs(tricks[held] - tricks[favourite]) < 1e-6]
    signal = play.signal(view, alike) if len(alike) > 1 and favourite in alike and not declaring else None
    sign = 1 if declaring else -1
    order = sorted(
        scores,
        key=lambda held: (
            -round(scores[held] + (habit if held is favourite else 0.0), 6),
            -sign * round(tricks[held], 6),
            held is not signal,
            -weights[held],
            held.text,
        ),
    )
    if signal is not None and order[0] is favourite:
        order.remove(signal)
        order.insert(0, signal)
    return [
        Candidate(
            PLAYS[held],
            round(scores[held], 3),
            "signal" if held is signal and signal is not favourite else ruled[0].why,
            {
                "tricks": round(tricks[held], 2),
                "worlds": float(len(solved)),
                "whose": "side",
                "wants": "more" if declaring else "fewer",
                "error": round(uncertainty(rows[order[0]], rows[held], shares), 3),
            },
            what,
        )
        for held in order
    ]


def _card(one: Candidate) -> Card:
    assert isinstance(one.event, Play)
    return one.event.card
