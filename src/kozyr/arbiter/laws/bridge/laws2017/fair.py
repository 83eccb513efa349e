"""What best play gives from a moment on: the number that equity (64C) and assigned scores (12C1) start from."""

from __future__ import annotations

from typing import Final

from kozyr.arbiter.ruling import Proof, proving
from kozyr.cards import CardSet
from kozyr.games import AnyState
from kozyr.games.bridge import State
from kozyr.games.bridge.terms import side_of
from kozyr.solver.bridge import Board

_SECONDS: Final = 10.0


def board_of(state: AnyState) -> Board:
    """The position of a deal in play, as the solver reads it."""
    plain = state.plain
    assert isinstance(plain, State)
    play = plain.play
    assert play is not None
    n, e, s, w = map(CardSet, plain.hands)
    return Board((n, e, s, w), play.contract.trump, play.declarer, play.tricks.leader, play.tricks.cards)


def asked(board: Board) -> dict[str, object]:
    """A position as `kozyr solve bridge` reads it."""
    n, e, s, w = board.hands
    found: dict[str, object] = {
        "game": "bridge",
        "deal": f"N:{n} {e} {s} {w}",
        "lead": board.leader.value,
        "declarer": board.declarer.value,
        "trump": "NT" if board.trump is None else board.trump.value,
    }
    if board.trick:
        found["trick"] = ",".join(card.text for card in board.trick)
    return found


def best_play(state: AnyState, law: str) -> tuple[int, Proof]:
    """The declarer's tricks in all if everybody plays best from here, and the proof.

    Raises:
        Refused: the search takes too long.
    """
    plain = state.plain
    assert isinstance(plain, State)
    assert plain.play is not None
    board = board_of(state)
    with proving(law):
        value = board.solve(seconds=_SECONDS).value
    tricks = plain.won[side_of(plain.play.declarer)] + value
    return tricks, Proof("best_play", {"tricks": tricks}, (asked(board),))
