"""What each card of a played deal of bridge cost."""

from __future__ import annotations

import msgspec

from kozyr.cards import CardSet
from kozyr.games.bridge import State
from kozyr.solver.bridge.position import Board, fault, solve
from kozyr.solver.cost import Row, valued


def cost(bare: Row, state: State, seconds: float | None) -> Row:
    """The row with what the card cost, or with why that cannot be said."""
    if state.declarer is None or state.leader is None:
        raise TypeError("cards are played, and there is no contract")
    n, e, s, w = (CardSet(hand) for hand in state.hands)
    board = Board((n, e, s, w), state.trump, state.declarer, state.leader, state.trick)
    if fault(board) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = solve(board, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    side = state.declarer.position % 2
    return valued(bare, state.won[side], found.moves, greedy=board.mover.position % 2 == side)
