"""What best play gives from a moment on: the number that equity (64C) and assigned scores (12C1) start from."""

from __future__ import annotations

from typing import Final

from kozyr.arbiter.laws.bridge.plain import asked, board_of
from kozyr.arbiter.ruling import Proof, plain_of, proving
from kozyr.games import AnyState
from kozyr.games.bridge import State
from kozyr.games.bridge.terms import side_of

_SECONDS: Final = 10.0


def best_play(state: AnyState, law: str) -> tuple[int, Proof]:
    """The declarer's tricks in all if everybody plays best from here, and the proof.

    Raises:
        Refused: the search takes too long.
    """
    board = board_of(state)
    with proving(law):
        value = board.solve(seconds=_SECONDS).value
    tricks = plain_of(state, State).won[side_of(board.declarer)] + value
    return tricks, Proof("best_play", {"tricks": tricks}, (asked(board),))
