"""The files of an event for other programs: CSV and JSON, and those of its game. Pure: the state in, bytes out."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import astuple

from kozyr.cards import Seat
from kozyr.games import part
from kozyr.games.refusal import Refused, sentence
from kozyr.tournaments.director.final import Standing, standing
from kozyr.tournaments.director.following import table_at
from kozyr.tournaments.director.state import At, State, Written
from kozyr.tournaments.director.tables import awards, boards
from kozyr.tournaments.scoring import Award, shown

_COLUMNS = (
    "session",
    "round",
    "table",
    "board",
    "room",
    "result",
    "seat",
    "entrant",
    "name",
    "score",
    "matchpoints",
    "max",
)


class Publisher(NamedTuple):
    """The club that gives a file to others."""

    name: str = ""
    number: str = ""
    """Its number at the national organisation."""


# The maker of a file, from the state, the cards of its boards by number, and the club.
Export: TypeAlias = Callable[[State, Mapping[int, str], Publisher], bytes]


def exported(state: State, to: str, deals: Mapping[int, str], club: Publisher | None = None) -> bytes:
    """The event in a format: `csv`, `final`, `json`, or one of its game. deals: the cards of each board that are known.

    Raises:
        ValueError: its game has no such format.
    """
    own = part("exports", state.event.game)
    formats: Mapping[str, Export] = _PLAIN if own is None else {**_PLAIN, **own.EXPORTS}
    if to not in formats:
        raise Refused("not_exported", game=state.event.game, to=to, possible=", ".join(formats))
    return formats[to](state, deals, club or Publisher())


def lines_of(state: State) -> Iterator[tuple[Written, Mapping[int, Award]]]:
    """Every line with the awards of its board, session by session."""
    by_points = not any("A" in row.seats for row in state.rows.values())
    for nth in range(1, len(state.sessions) + 1):
        for board in boards(state, nth):
            told = awards(state, nth, board) if by_points else {}
            for row in sorted(state.rows_of(nth, board), key=lambda row: row.at):
                yield row, told


def to_csv(state: State) -> str:
    """A row for each entrant on each board; numbers are exact, 25/3 where they do not end."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row, told in lines_of(state):
        for seat, who in row.seats.items():
            award = told.get(who)
            writer.writerow([
                *astuple(row.at), row.reading.text, seat, who, state.name(who), row.reading.scores[seat],
                "" if award is None else award.points, "" if award is None else award.most,
            ])  # fmt: skip
    return out.getvalue()


def final_csv(state: State) -> str:
    """The final table."""
    table = standing(state)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["rank", "entrant", "name", table.unit, "exact"])
    for place in table.places:
        writer.writerow([place.rank, place.entrant, state.name(place.entrant), shown(place.total), place.total])
    return out.getvalue()


def told(state: State, table: Standing) -> dict[str, object]:
    """The event for programs; a fraction is a text."""
    return {
        "event": state.event.name,
        "game": state.event.game,
        "unit": table.unit,
        "places": [
            {"rank": place.rank, "entrant": place.entrant, "name": state.name(place.entrant), "total": str(place.total)}
            for place in table.places
        ],
        "fields": {name: [place.entrant for place in places] for name, places in table.fields.items()},
        "rows": [
            {
                "session": row.at.session,
                "round": row.at.round,
                "table": row.at.table,
                "board": row.at.board,
                "room": row.at.room,
                "result": row.reading.text,
                "noted": state.boards.noted(row.reading),
                "seats": dict(row.seats),
                "scores": {seat: str(score) for seat, score in row.reading.scores.items()},
                "matchpoints": {seat: _points(some, who) for seat, who in row.seats.items()},
                "confirmed": row.confirmed,
                "warning": "" if row.warning is None else sentence(row.warning),
            }
            for row, some in lines_of(state)
        ],
        "incidents": list(state.incidents),
        "closed": state.closed,
    }


def _points(some: Mapping[int, Award], who: int) -> str | None:
    return None if who not in some else str(some[who].points)


def to_json(state: State) -> str:
    """All of it, for programs."""
    return msgspec.json.format(msgspec.json.encode(told(state, standing(state)))).decode() + "\n"


_PLAIN: Final[Mapping[str, Export]] = {
    "csv": lambda state, *_: to_csv(state).encode(),
    "final": lambda state, *_: final_csv(state).encode(),
    "json": lambda state, *_: to_json(state).encode(),
}


def day(state: State, session: int) -> str:
    """The day of a session by the log's clock, UTC, as `2026-05-05`; empty: it has not begun."""
    begun = state.sessions[session - 1].begun_at if 0 < session <= len(state.sessions) else None
    moment = state.event.starts if begun is None else begun
    return "" if moment is None else datetime.fromtimestamp(moment, UTC).date().isoformat()


# --- people ------------------------------------------------------------------------------------------------


def people(state: State, at: At) -> dict[Seat, str]:
    """The people by seat at a board or a party, by name."""
    if at in state.rows:
        return {seat: who for seat in Seat if (who := _sits(state, state.rows[at], seat))}
    seats = state.sessions[at.session - 1].entrants(table_at(state, at))
    return {Seat(seat): state.name(who) for seat, who in seats.items()}


def north_south(row: Written) -> set[str]:
    """The seats of a line that are North-South's."""
    return {"N", "S", "NS", "B" if row.at.room == "closed" else "A"}


def _sits(state: State, row: Written, seat: Seat) -> str:
    """The person at a seat, by name; of a pair or a team the right member."""
    for place, who in row.seats.items():
        if place == seat.value:
            return state.name(who)
        if place in {"NS", "EW"} and seat.value in place:
            members = state.entrants[who].members
            return (
                members["NS".find(seat.value) if place == "NS" else "EW".find(seat.value)]
                if len(members) == 2
                else state.name(who)
            )
        if place in {"A", "B"}:
            mine = (place in north_south(row)) == (seat.value in "NS")
            if mine:
                return _of_four(state, row, who, seat)
    return ""


def _of_four(state: State, row: Written, who: int, seat: Seat) -> str:
    """The member of a team at a seat, by the last line-up of that board."""
    for lineup in reversed(state.lineups):
        if lineup.entrant == who and row.at.board in lineup.boards:
            return (lineup.open_room if row.at.room == "open" else lineup.closed_room)[seat.value in "SW"]
    return state.name(who)
