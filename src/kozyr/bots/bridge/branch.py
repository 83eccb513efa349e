"""The worth of a board to a side after a ruling, by worlds: a player takes a branch by the expected score."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from kozyr.bots.bridge import worth
from kozyr.bots.bridge.search import board, cost
from kozyr.bots.bridge.worlds import field, worlds
from kozyr.bots.frame import Purse
from kozyr.bots.ruled import Ruled, between
from kozyr.cards import Seat
from kozyr.games.bridge import View
from kozyr.solver.bridge import solve_many

_WORLDS: Final[Mapping[str, int]] = {"club": 8, "expert": 32}
_ALL: Final = 13  # tricks


def expects(ruled: Ruled, level: str, chance: random.Random, purse: Purse) -> float | None:
    """The points that the viewer's side expects of a board after a ruling; None: there is no search for this.

    In points in every form: the comparison of another form has no common measure for positions that differ.
    """
    view, count = ruled.view, _WORLDS.get(level)
    if count is None or not isinstance(view, View) or view.seat is None or view.phase != "play":
        return None
    declarer, contract, turn = view.declarer, view.contract, view.turn
    if declarer is None or contract is None or turn is None or view.claim is not None:
        return None
    side = declarer.position % 2
    ours = {seat for seat in Seat if seat.position % 2 == side}
    sign = 1.0 if view.seat in ours else -1.0
    row = [sign * worth.score(view.terms, side, contract, tricks) for tricks in range(_ALL + 1)]
    won = view.tricks["NS" if side == 0 else "EW"]
    settled = ruled.settled(ours, won, _ALL - sum(view.tricks.values()))
    if settled is not None:
        return between(row, settled)
    each = cost(view.hands[turn].count, leads=not view.trick)
    if purse.nodes is not None:
        count = min(count, purse.nodes // each)
    if count < 1:
        return None
    imagined = worlds(field(view), count, chance)
    try:
        answers = solve_many([board(view, world) for world, _ in imagined], seconds=purse.seconds)
    except TimeoutError:
        return None
    purse.spend(each * len(answers))
    best, more = max if ruled.chooser in ours else min, won + ruled.more(ours) + ruled.later(ours)
    total = mass = 0.0
    for answer, (_, share) in zip(answers, imagined, strict=True):
        total += share * between(row, best(answer.moves[card] for card in ruled.allowed(answer.moves)) + more)
        mass += share
    return total / mass if mass else None
