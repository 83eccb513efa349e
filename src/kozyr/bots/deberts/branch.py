"""The worth of a deal of deberts after a ruling, by worlds: a player takes a branch by the expected result."""

from __future__ import annotations

import random

from kozyr.bots.deberts.party import Stake
from kozyr.bots.deberts.search import Table, batches
from kozyr.bots.deberts.strong import EFFORT
from kozyr.bots.deberts.worlds import field
from kozyr.bots.frame import Purse
from kozyr.bots.ruled import Ruled
from kozyr.games.deberts import View
from kozyr.games.rulings import AllRest
from kozyr.solver.deberts import quick
from kozyr.solver.integers import number_of


def expects(ruled: Ruled, level: str, chance: random.Random, purse: Purse) -> float | None:
    """The chance to win the party; at club the points above the opponent's. None: there is no search for this."""
    view, effort = ruled.view, EFFORT.get(level)
    if effort is None or not isinstance(view, View) or view.seat is None or view.trump is None:
        return None
    if view.phase != "play" or view.turn is None:
        return None
    table = Table(view, view.seat)
    taker = next((effect.seat for effect in ruled.effects if isinstance(effect, AllRest)), None)
    leader = view.trick[0][0] if view.trick else view.turn
    led = number_of(view.trick[0][1]) if view.trick else None
    stake, which = Stake(view.terms, view.seat), 0 if effort.party else 1
    total = mass = 0.0
    for some in batches(table, field(view), effort, chance, purse):
        pairs = [(table.hand, his) for his, _ in some]
        answers = quick(table.trump, 0 if leader is view.seat else 1, pairs, led, moves=False)
        for (mine, his), (_, share), answer in zip(pairs, some, answers, strict=True):
            purse.spend(answer.nodes)
            points = answer.points
            if taker is not None:
                points = [sum(points), 0] if taker is view.seat else [0, sum(points)]
            owned, theirs = mine | table.played[view.seat], his | table.played[table.other]
            melds = table.melds(owned, theirs, speaks=True)
            i = table.taken[view.seat] + table.bella(view.seat, owned) + points[0] + melds[0]
            he = table.taken[table.other] + table.bella(table.other, theirs) + points[1] + melds[1]
            total += share * stake.worth(i, he, maker=table.maker)[which]
            mass += share
        if purse.empty:
            break
    return total / mass if mass else None
