"""Bridge at events: boards of single players, pairs or teams, compared as the regulations say, and parties of four."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from kozyr.games import AnyMatch, Conventions, Outcome, Record
from kozyr.games.bridge import Conventions as BridgeConventions, Outcome as BridgeOutcome, Session
from kozyr.games.bridge.scoring import imps
from kozyr.games.record import Replay
from kozyr.games.refusal import Refusal, refusal
from kozyr.tournaments.games.bridge import boards, laws, lines, seating, worth
from kozyr.tournaments.part import AlonePart, BoardAt, BoardPart, DealtPart, EventPart, Reading


def _read(text: str, at: BoardAt, *, judged: bool) -> Reading:  # noqa: ARG001 - what cannot be cannot be scored either
    return lines.read(text, boards.vulnerable(at.number, at.vulnerability), at.seats, at.room)


def _line(outcome: Outcome, at: BoardAt) -> str:  # noqa: ARG001 - the outcome tells all of it
    assert isinstance(outcome, BridgeOutcome)
    return lines.line_of(outcome)


def _lines(match: AnyMatch) -> tuple[str, ...]:
    return tuple(map(lines.line_of, match.history)) if isinstance(match, Session) else ()


def _won(match: AnyMatch) -> tuple[Fraction, ...]:
    some = match.history if isinstance(match, Session) else ()
    return tuple(lines.read(lines.line_of(one), one.vul or "none", tuple("NESW")).scores["N"] for one in some)


def _misfit(record: Record, played: Replay, at: BoardAt) -> str:  # noqa: ARG001 - the board says enough
    agreed, said = record.conventions, boards.said(at.number, at.mark)
    if not isinstance(agreed, BridgeConventions) or agreed.boards[:1] != (said,):
        return f"it is not of board {at.number}: that is played by boards={said}"
    return ""


def _unplayable(agreed: Conventions, of_parties: bool) -> Refusal | None:
    if isinstance(agreed, BridgeConventions) and (agreed.form == "duplicate") is of_parties:
        return refusal("online_parties", "B-RUBBER-1") if of_parties else refusal("online_boards", "B-DUP-3")
    return None


EVENTS: Final = EventPart(
    at=(4,),
    scoring=lambda agreed: agreed.bridge_scoring,
    minutes=lambda agreed: agreed.bridge_minutes_per_board,
    options=frozenset({"bridge"}),
    has_systems=True,
    law=laws.named,
    unplayable=_unplayable,
    alone=AlonePart(
        players=4,
        preset="duplicate",
        mark=lambda number: boards.mark(number, 4),
        holders=lambda marked: boards.holders(4, marked),
        said=boards.said,
        agreed=boards.agreed,
        won=_won,
        lines=_lines,
        by_percent=True,
    ),
    boards=BoardPart(
        mark=boards.mark,
        read=_read,
        line=_line,
        misfit=_misfit,
        movement=seating.movement,
        seating=lambda _: seating.OBEYED,
        imps=imps,
        dealt=DealtPart(
            holders=boards.holders,
            said=boards.said,
            agreed=boards.agreed,
            files=boards.FILES,
            pattern="boards.pbn",
            parse=boards.parse,
            write=boards.write,
            recorded=worth.recorded,
            weighed=worth.weighed,
            interest=worth.interest,
        ),
    ),
)
