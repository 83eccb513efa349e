"""Records of an event: what a table played card by card (`.kz`), as the line that it writes, and as a file to give away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from kozyr import notation
from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.games import Deal, Outcome, Record, begin, replay, steps
from kozyr.games.bridge import Conventions as BridgeConventions, Outcome as BridgeOutcome, board as board_of
from kozyr.games.preferans import Conventions, Outcome as PreferansOutcome
from kozyr.tournaments.director.following import table_at
from kozyr.tournaments.director.results import board_terms, line_of, of_bridge, party, party_line, preferans
from kozyr.tournaments.director.state import At, State

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
        raise BadRecord(f"line {line}, column {column}: {played.error.reason} ({played.error.law})")
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
    outcomes = replay(record).outcomes
    if len(outcomes) != 1:
        raise BadRecord(f"it has {len(outcomes)} deals, a board is one")
    outcome = outcomes[0]
    told = (
        _of_bridge(at, record, outcome)
        if isinstance(outcome, BridgeOutcome)
        else _of_preferans(state, at, len(seats), record, outcome)
    )
    dealt = next((one.event.cards for one in record.entries if isinstance(one.event, Deal)), "")
    if cards is not None and Layout.parse(dealt) != Layout.parse(cards):
        raise BadRecord(f"its cards are not those of board {at.board}")
    return told


def _board(told: Sequence[str]) -> str:
    return told[0] if told else ""


def _of_preferans(state: State, at: At, players: int, record: Record, outcome: Outcome) -> str:
    agreed = record.conventions
    mark = state.marked(at.board, players)
    if not isinstance(agreed, Conventions) or not isinstance(outcome, PreferansOutcome) or record.players != players:
        raise BadRecord(f"it is of {record.players} players, the table has {players}")
    if agreed.length_mode != "boards" or _board(agreed.boards) != f"{at.board}:{mark.value}":
        raise BadRecord(f"it is not of board {at.board}: that is played by boards={at.board}:{mark.value}")
    told = line_of(outcome, board_terms(state.conventions, players, mark))
    worth = preferans(told, state.conventions, players, mark).scores
    if {seat: Fraction(won) for seat, won in replay(record).match.results.items()} != worth:
        raise BadRecord(f"by its conventions {told} is worth something else than by the event's")
    return told


def _of_bridge(at: At, record: Record, outcome: BridgeOutcome) -> str:
    due = board_of(at.board)
    said = f"{at.board}:{due.dealer.value}:{due.vulnerability}"
    if not isinstance(record.conventions, BridgeConventions) or _board(record.conventions.boards) != said:
        raise BadRecord(f"it is not of board {at.board}: that is played by boards={said}")
    if outcome.contract is None or outcome.declarer is None:
        return "pass"
    return f"{outcome.contract} {outcome.declarer} {outcome.tricks}"


def _of_party(state: State, seats: Sequence[str], record: Record) -> str:
    agreed, due = record.conventions, state.event.regulations.event_number
    if record.players != len(seats):
        raise BadRecord(f"it is of {record.players} players, the table has {len(seats)}")
    in_pools = isinstance(agreed, Conventions) and state.event.regulations.event_length == "pool"
    if in_pools and isinstance(agreed, Conventions) and agreed.pool_target != due:
        raise BadRecord(f"its pool is {agreed.pool_target}, the event's {due} (PT-II.1)")
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
    """Whether a record comes to the numbers that its line has now; a line can have been corrected since."""
    seats = tuple(table_at(state, at).seats)
    told = line(state, at, seats, record)
    if not at.board:
        won, _ = party(told, seats)
        return [one.won for one in won.values()] == list(state.parties[at].won.values())
    reading = state.rows[at].reading
    if state.event.has_systems:
        return of_bridge(told, at.board, seats, at.room).scores == reading.scores
    return preferans(told, state.conventions, len(seats), state.marked(at.board, len(seats))).scores == reading.scores


def name(at: At) -> str:
    """The file of a record in the event's folder."""
    return "-".join(map(str, filter(None, (at.session, at.round, at.table, at.board, at.room)))) + ".kz"


def tagged(state: State, at: At, people: Mapping[Seat, str], record: Record) -> str:
    """A record as text, with where it was played and by whom."""
    kept = [tag for tag in record.tags if tag[0] not in _OWN and not tag[0].startswith("Player.")]
    return notation.format(msgspec.structs.replace(record, tags=(*_tags(state, at, people), *kept)))


def _tags(state: State, at: At, people: Mapping[Seat, str]) -> Iterator[tuple[str, str]]:
    values = (state.event.name, at.session, at.round, at.table, at.board, at.room)
    yield from ((name, str(value)) for name, value in zip(_OWN, values, strict=True) if value)
    yield from ((f"Player.{seat.value}", who) for seat, who in people.items())
