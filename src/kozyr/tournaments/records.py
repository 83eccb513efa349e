"""Records of an event: a table's play card by card (`.kz`), as the line of the board, and as a file to give away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from kozyr import notation
from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.games import Deal, Record, begin, replay, steps
from kozyr.tournaments.director.following import table_at
from kozyr.tournaments.director.results import party, party_line
from kozyr.tournaments.director.state import At, State
from kozyr.tournaments.part import event_part

_OWN: Final = ("Event", "Session", "Round", "Table", "Board", "Room")  # tags that an event writes itself


class BadRecord(ValueError):
    """A record that is not of this board, or not whole; the text says why."""


def read(data: bytes) -> Record:
    """A record of a file, played to its end without a fault.

    Raises:
        BadRecord: see above; the text has the line and the column.
    """
    parsed = notation.parse(data.decode("utf-8", "replace"))
    if parsed.error is not None or parsed.record is None:
        raise BadRecord(str(parsed.error))
    played = replay(parsed.record)
    if played.error is not None:
        line, column = parsed.places[len(played.applied)]
        raise BadRecord(f"line {line}, column {column}: {played.error.code} ({played.error.law})")
    if not played.match.finished:
        raise BadRecord("it is not played to its end")
    return parsed.record


def line(state: State, at: At, seats: Sequence[str], record: Record, cards: str | None = None) -> str:
    """The line of a record, as the table would write it. cards: of the board, where they are known.

    Raises:
        BadRecord: of another game, board, number of players or pool; other cards, or other conventions.
    """
    if record.game != state.event.game:
        raise BadRecord(f"it is of {record.game}, the event of {state.event.game}")
    if not at.board:
        return _of_party(state, seats, record)
    played = replay(record)
    if len(played.outcomes) != 1:
        raise BadRecord(f"it has {len(played.outcomes)} deals, a board is one")
    here = state.board_at(at.board, seats, at.room)
    if wrong := state.boards.misfit(record, played, here):
        raise BadRecord(wrong)
    dealt = next((one.event.cards for one in record.entries if isinstance(one.event, Deal)), "")
    if cards is not None and Layout.parse(dealt) != Layout.parse(cards):
        raise BadRecord(f"its cards are not those of board {at.board}")
    return state.boards.line(played.outcomes[0], here)


def _of_party(state: State, seats: Sequence[str], record: Record) -> str:
    if record.players != len(seats):
        raise BadRecord(f"it is of {record.players} players, the table has {len(seats)}")
    if wrong := event_part(state.event.game).misfit(record.conventions, state.event.regulations):
        raise BadRecord(wrong)
    before = dict.fromkeys(begin(record).match.names, Fraction(0))
    positive = dict.fromkeys(before, 0)
    deals, now = 0, before
    for step in steps(record):
        now = {name: Fraction(won) for name, won in step.after.match.results.items()}
        if step.outcome is not None:
            deals += 1
            for name, won in now.items():
                positive[name] += won > before.get(name, Fraction(0))
            before = now
    counted = state.event.regulations.comp_scheme == "xy_column"
    return party_line(now, deals, positive if counted else None)


def stands(state: State, at: At, record: Record) -> bool:
    """Whether a record has the numbers of its present line, which may have been corrected."""
    seats = tuple(table_at(state, at).seats)
    told = line(state, at, seats, record)
    if not at.board:
        won, _ = party(told, seats)
        return [one.won for one in won.values()] == list(state.parties[at].won.values())
    here = state.board_at(at.board, seats, at.room)
    return state.boards.read(told, here, judged=True).scores == state.rows[at].reading.scores


def name(at: At) -> str:
    """The file of a record in the event's folder."""
    return "-".join(map(str, filter(None, (at.session, at.round, at.table, at.board, at.room)))) + ".kz"


def tagged(state: State, at: At, people: Mapping[Seat, str], record: Record) -> str:
    """A record as text, with its place and its players."""
    kept = [tag for tag in record.tags if tag[0] not in _OWN and not tag[0].startswith("Player.")]
    return notation.format(msgspec.structs.replace(record, tags=(*_tags(state, at, people), *kept)))


def _tags(state: State, at: At, people: Mapping[Seat, str]) -> Iterator[tuple[str, str]]:
    values = (state.event.name, at.session, at.round, at.table, at.board, at.room)
    yield from ((name, str(value)) for name, value in zip(_OWN, values, strict=True) if value)
    yield from ((f"Player.{seat.value}", who) for seat, who in people.items())
