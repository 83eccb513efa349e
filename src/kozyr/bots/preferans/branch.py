"""The worth of the deal to a player after a ruling, by worlds: a player takes a branch by the expected score."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from kozyr.bots.frame import Purse
from kozyr.bots.preferans.score import TRICKS
from kozyr.bots.preferans.search import Worlds, batches_of, leaf, solver_of
from kozyr.bots.preferans.worlds import field
from kozyr.bots.ruled import Ruled, between
from kozyr.games.preferans import Contract, View
from kozyr.solver.integers import card_of, number_of

_WORLDS: Final[Mapping[str, Worlds]] = {"club": Worlds(24, 24, even=True), "expert": Worlds(600, 60)}


def expects(ruled: Ruled, level: str, chance: random.Random, purse: Purse) -> float | None:
    """The score in whists that the viewer expects of a deal after a ruling; None: there is no search for this.

    An all-pass has none: the whists there depend on all players.
    """
    view, size = ruled.view, _WORLDS.get(level)
    if size is None or not isinstance(view, View) or view.seat is None or view.declarer is None:
        return None
    if view.phase != "play" or view.claim is not None or view.contract is None:
        return None
    declarer = {view.declarer}
    had, row = view.tricks[view.declarer], leaf(view)
    settled = ruled.settled(declarer, had, TRICKS - sum(view.tricks.values()))
    if settled is not None:
        return between(row, settled - had)
    solve = solver_of(view)
    if solve is None:
        return None
    many = (ruled.chooser is view.declarer) == (view.contract is not Contract.MISERE)
    best, more = max if many else min, ruled.more(declarer) + _later(ruled)
    total = mass = 0.0
    for batch in batches_of(view, field(view), size, chance, purse):
        for world, share in batch:
            if mass and purse.empty:
                break
            try:
                moves, nodes = solve(world, purse)
            except TimeoutError:
                break
            purse.spend(nodes)
            tricks = dict(moves)
            left = ruled.allowed(card_of(number) for number in tricks)
            total += share * between(row, best(tricks[number_of(card)] for card in left) + more)
            mass += share
    return total / mass if mass else None


def _later(ruled: Ruled) -> float:
    """The tricks that the declarer gains by open cards; the declarer of a misère loses as many."""
    view = ruled.view
    assert isinstance(view, View)
    assert view.declarer is not None
    gain = ruled.later({view.declarer})
    return -gain if view.contract is Contract.MISERE else gain
