"""What each card of a played deal of deberts cost."""

from __future__ import annotations

import msgspec

from kozyr.games.deberts import State
from kozyr.solver.cost import Row, valued
from kozyr.solver.deberts.position import SEATS, Position, fault, solve


def cost(bare: Row, state: State, seconds: float | None) -> Row:
    """The row with what the card cost, or with why that cannot be said."""
    bare = msgspec.structs.replace(bare, unit="points")
    course = state.course
    if course is None:
        raise TypeError("nobody has ordered, and a card is played")
    if state.terms.conventions.must_beat == "never":  # its values would be those of another game
        return msgspec.structs.replace(bare, lack="must_beat")
    north, south = (state.hand(seat) for seat in SEATS)
    table = state.trick[0] if state.trick else None
    position = Position((north, south), course.trump, course.tricks.leader, table)
    if fault(position) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = solve(position, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    return valued(bare, course.taken[position.mover.position], found.moves, greedy=True)
