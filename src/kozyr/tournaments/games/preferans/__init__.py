"""Preferans at events: boards compared by whists within a line, and parties of three or four."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from kozyr.cards import Seat
from kozyr.games import AnyMatch, Conventions, Outcome, Record
from kozyr.games.preferans import Boards, Conventions as PreferansConventions, Outcome as PreferansOutcome
from kozyr.games.record import Replay
from kozyr.tournaments.games.preferans import boards, lines, seating, worth
from kozyr.tournaments.part import AlonePart, BoardAt, BoardPart, DealtPart, EventPart, Reading
from kozyr.tournaments.regulations import Regulations


def _length(agreed: Regulations) -> Mapping[str, object]:
    mode, number = agreed.event_length, agreed.event_number
    return {"length_mode": mode, "pool_target" if mode == "pool" else "length_deals": number}


def _conventions(at: BoardAt) -> PreferansConventions:
    found = at.held.conventions
    assert isinstance(found, PreferansConventions)
    return found


def _read(text: str, at: BoardAt, *, judged: bool) -> Reading:
    return lines.read(text, _conventions(at), len(at.seats), at.mark, judged=judged)


def _line(outcome: Outcome, at: BoardAt) -> str:
    assert isinstance(outcome, PreferansOutcome)
    return lines.line_of(outcome, lines.board_terms(_conventions(at), len(at.seats), at.mark))


def _lines(match: AnyMatch) -> tuple[str, ...]:
    if not isinstance(match, Boards):
        return ()
    told = zip(match.history, match.conventions.boards, strict=False)
    return tuple(
        lines.line_of(one, lines.board_terms(match.conventions, match.players, Seat(said[-1]))) for one, said in told
    )


def _misfit(record: Record, played: Replay, at: BoardAt) -> str:
    agreed, players, said = record.conventions, len(at.seats), boards.said(at.number, at.mark)
    if not isinstance(agreed, PreferansConventions) or record.players != players:
        return f"it is of {record.players} players, the table has {players}"
    if agreed.length_mode != "boards" or agreed.boards[:1] != (said,):
        return f"it is not of board {at.number}: that is played by boards={said}"
    told = _line(played.outcomes[0], at)
    if {seat: Fraction(won) for seat, won in played.match.results.items()} != _read(told, at, judged=True).scores:
        return f"by its conventions {told} is worth something else than by the event's"
    return ""


def _party_misfit(agreed: Conventions, regulations: Regulations) -> str:
    due = regulations.event_number
    if regulations.event_length != "pool" or not isinstance(agreed, PreferansConventions) or agreed.pool_target == due:
        return ""
    return f"its pool is {agreed.pool_target}, the event's {due} (PT-II.1)"


EVENTS: Final = EventPart(
    at=(3, 4),
    scoring=lambda _: "whists",
    minutes=lambda agreed: agreed.tournament_minutes_per_board,
    length=_length,
    misfit=_party_misfit,
    options=frozenset({"tournament.movement", "tournament.minutes_per_board", "tournament.tie_breaks"}),
    alone=AlonePart(
        players=3,
        preset="sochi",
        mark=lambda number: boards.mark(number, 3),
        holders=lambda marked: boards.holders(3, marked),
        said=boards.said,
        agreed=boards.agreed,
        won=boards.won,
        lines=_lines,
    ),
    boards=BoardPart(
        mark=boards.mark,
        read=_read,
        line=_line,
        misfit=_misfit,
        movement=lambda agreed, count, wanted: seating.movement(agreed.tournament_movement, count, wanted),
        seating=lambda _: seating.OBEYED,
        noted=lines.noted,
        counted=lines.counted,
        dealt=DealtPart(
            holders=boards.holders,
            said=boards.said,
            agreed=boards.agreed,
            files=boards.FILES,
            pattern="boards*.txt",
            marked_by_file=True,
            parse=boards.parse,
            write=boards.write,
            recorded=boards.recorded,
            weighed=worth.weighed,
            interest=worth.interest,
        ),
    ),
)
