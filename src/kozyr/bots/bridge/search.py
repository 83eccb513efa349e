"""A card by sampled double-dummy search: worlds that agree with all that was seen and said, each solved by DDS.

A card's score in a world is what its tricks bring in the form that is played (`worth`), and the mean over the worlds
decides. The rule of thumb speaks too, as one more world in which its card gains a little: with few worlds before the first
card it counts, later hardly. Cards that come to the same are a matter of rules and of signals.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from kozyr.bots.bridge import play, worth
from kozyr.bots.bridge.worlds import World, field, worlds
from kozyr.bots.frame import Candidate, Level, Purse
from kozyr.cards import Card, CardSet, Seat
from kozyr.games.bridge import View
from kozyr.games.bridge.events import PLAYS, Play
from kozyr.solver.bridge import Board, Solution, solve_many

__all__ = ["card", "cost"]

_SEATS: Final = tuple(Seat)
_MOST: Final[Mapping[Level, int]] = {"club": 30, "expert": 90}
# Positions that a world costs DDS with all cards' values, by the cards that the hand on turn holds: a round figure, so
# that a budget gives the same worlds everywhere (DDS's own count depends on what it has solved before).
_COST: Final = (1, 2_000, 2_000, 2_000, 2_000, 2_500, 3_000, 5_000, 8_000, 12_000, 22_000, 45_000, 110_000, 200_000)
_LEAD: Final = 4  # a first card of a trick costs so much more, early in the play
_EARLY: Final = 11  # cards in hand from which that is so
_ENOUGH: Final = 3  # worlds below which a search tells nothing
_HABIT: Final = {"points": 12.0, "imps": 0.4, "matchpoints": 12.0}  # what the rule's card gains in a world of its own
_CHUNK: Final = 4  # worlds solved at once where the clock counts


def cost(cards: int, *, leads: bool) -> int:
    """The positions that a world is taken to cost, with so many cards in the hand on turn."""
    return _COST[cards] * (_LEAD if leads and cards >= _EARLY else 1)


def card(view: View, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The cards that may be played with what they are expected to bring this side, the best first.

    By rules of thumb where there is no time.
    """
    ruled = play.card(view, chance)
    mover = view.turn
    assert mover is not None
    if len(ruled) == 1:
        return ruled
    each = cost(view.hands[mover].count, leads=not view.trick)
    count = _MOST[level] if purse.nodes is None else min(_MOST[level], purse.nodes // each)
    if count < _ENOUGH or purse.empty:
        return ruled
    imagined = worlds(field(view), count, chance)
    solved = _solve(view, imagined, purse)
    if len(solved) < min(_ENOUGH, len(imagined)):
        return ruled
    purse.spend(each * len(solved))
    return _weighed(view, ruled, solved)


def _solve(view: View, imagined: Sequence[tuple[World, float]], purse: Purse) -> list[tuple[Solution, float]]:
    """Worlds solved, with their weights; as many as there is time for."""
    found: list[tuple[Solution, float]] = []
    step = _CHUNK if purse.timed else len(imagined)
    for at in range(0, len(imagined), step):
        some = imagined[at : at + step]
        if found and purse.half_gone:
            break
        try:
            answers = solve_many([_board(view, world) for world, _ in some], seconds=purse.seconds)
        except TimeoutError:
            break
        found += [(answer, weight) for answer, (_, weight) in zip(answers, some, strict=True)]
    return found


def _board(view: View, world: World) -> Board:
    n, e, s, w = (CardSet(bits) for bits in world)
    contract, declarer, turn = view.contract, view.declarer, view.turn
    assert contract is not None
    assert declarer is not None
    assert turn is not None
    leader = view.trick[0][0] if view.trick else turn
    return Board((n, e, s, w), contract.trump, declarer, leader, tuple(held for _, held in view.trick))


def _weighed(view: View, ruled: list[Candidate], solved: list[tuple[Solution, float]]) -> list[Candidate]:
    contract, declarer, mover = view.contract, view.declarer, view.turn
    assert contract is not None
    assert declarer is not None
    assert mover is not None
    side = declarer.position % 2
    declaring = mover.position % 2 == side
    what = worth.unit(view.terms)
    won = view.tricks["NS" if side == 0 else "EW"]

    @lru_cache(maxsize=14)
    def reached(tricks: int) -> float:
        return worth.score(view.terms, side, contract, tricks)

    @lru_cache(maxsize=256)
    def brings(tricks: int, usual: int) -> float:
        value = worth.compare(what, reached, tricks, usual)
        return value if declaring else (100.0 - value if what == "matchpoints" else -value)

    weights = {_card(one): one.score for one in ruled}
    scores = dict.fromkeys(weights, 0.0)
    tricks = dict.fromkeys(weights, 0.0)
    total = sum(weight for _, weight in solved)
    for answer, weight in solved:
        for held in weights:
            taken = won + answer.moves[held]
            scores[held] += weight / total * brings(taken, won + answer.value)
            tricks[held] += weight / total * taken
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
            {"tricks": round(tricks[held], 2), "worlds": float(len(solved))},
            what,
        )
        for held in order
    ]


def _card(one: Candidate) -> Card:
    assert isinstance(one.event, Play)
    return one.event.card
