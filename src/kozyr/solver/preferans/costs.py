"""What each card of a played deal of preferans cost."""

from __future__ import annotations

import msgspec

from kozyr.games.preferans import Contract, State
from kozyr.solver.cost import Row, valued
from kozyr.solver.preferans.position import Position, fault, solve


def cost(bare: Row, state: State, seconds: float | None) -> Row:
    """The row with what the card cost, or with why that cannot be said."""
    try:
        position = Position.of(state)
    except ValueError:  # two hands: gusarik's all-pass
        return msgspec.structs.replace(bare, lack="two hands")
    if bare.card not in position.legal or fault(position) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = solve(position, maxn=False, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    mover, declarer = position.mover, position.declarer
    if declarer is None:
        return valued(bare, state.won[mover.position], found.moves, greedy=False)
    greedy = (state.contract is not Contract.MISERE) == (mover is declarer)
    return valued(bare, state.won[declarer.position], found.moves, greedy=greedy)
