"""Bridge at events: boards of single players, pairs or teams, compared as the regulations say, and parties of four."""

from __future__ import annotations

from typing import Final

from kozyr.games import Outcome, Record
from kozyr.games.bridge import Conventions, Outcome as BridgeOutcome, board
from kozyr.games.record import Replay
from kozyr.tournaments import boards
from kozyr.tournaments.games.bridge import lines
from kozyr.tournaments.part import BoardAt, BoardPart, EventPart, Reading


def _read(text: str, at: BoardAt, *, judged: bool) -> Reading:  # noqa: ARG001 - what cannot be cannot be scored either
    return lines.read(text, at.number, at.seats, at.room)


def _line(outcome: Outcome, at: BoardAt) -> str:  # noqa: ARG001 - the outcome tells all of it
    assert isinstance(outcome, BridgeOutcome)
    return lines.line_of(outcome)


def _misfit(record: Record, played: Replay, at: BoardAt) -> str:  # noqa: ARG001 - the board says enough
    due = board(at.number)
    said = f"{at.number}:{due.dealer.value}:{due.vulnerability}"
    agreed = record.conventions
    if not isinstance(agreed, Conventions) or agreed.boards[:1] != (said,):
        return f"it is not of board {at.number}: that is played by boards={said}"
    return ""


EVENTS: Final = EventPart(
    at=(4,),
    scoring=lambda agreed: agreed.bridge_scoring,
    minutes=lambda agreed: agreed.bridge_minutes_per_board,
    options=frozenset({"bridge"}),
    has_systems=True,
    boards=BoardPart(mark=lambda number, _: boards.mark(number, 4), read=_read, line=_line, misfit=_misfit),
)
