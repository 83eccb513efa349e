"""What other programs get of an event: CSV, JSON, PBN 2.1 and USEBIO 1.2. Pure: the state in, text out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

import msgspec

from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.games.bridge import board as board_of
from kozyr.notation import pbn
from kozyr.notation.boards import Board
from kozyr.tournaments.director.final import Standing, standing
from kozyr.tournaments.director.fold import table_at
from kozyr.tournaments.director.results import noted
from kozyr.tournaments.director.state import At, State, Written
from kozyr.tournaments.director.tables import awards, boards, matches
from kozyr.tournaments.scoring import Award, shown

_USEBIO: dict[str, str] = {
    "matchpoints": "PAIRS", "butler": "PAIRS", "cross_imps": "PAIRS", "team_imps": "TEAMS", "board_a_match": "TEAMS",
}  # fmt: skip
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


def _lines(state: State) -> Iterator[tuple[Written, Mapping[int, Award]]]:
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
    for row, told in _lines(state):
        for seat, who in row.seats.items():
            award = told.get(who)
            writer.writerow([
                *row.at[:4], row.at.room, row.reading.text, seat, who, state.name(who), row.reading.scores[seat],
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
                "noted": noted(row.reading),
                "seats": dict(row.seats),
                "scores": {seat: str(score) for seat, score in row.reading.scores.items()},
                "matchpoints": {seat: _points(some, who) for seat, who in row.seats.items()},
                "confirmed": row.confirmed,
                "warning": row.warning,
            }
            for row, some in _lines(state)
        ],
        "incidents": list(state.incidents),
        "closed": state.closed,
    }


def _points(some: Mapping[int, Award], who: int) -> str | None:
    return None if who not in some else str(some[who].points)


def to_json(state: State) -> str:
    """All of it, for programs."""
    return msgspec.json.format(msgspec.json.encode(told(state, standing(state)))).decode() + "\n"


# --- bridge ------------------------------------------------------------------------------------------------


def to_pbn(state: State, deals: Mapping[int, str]) -> bytes:
    """PBN 2.1: a game for each line, with its table, round and result; deals: of each board.

    Raises:
        ValueError: it is no event of bridge.
    """
    _bridge(state)
    return pbn.encode(pbn.format([_board(state, row, deals) for row, _ in _lines(state)]))


def _bridge(state: State) -> None:
    if state.event.scoring in {"whists", "none"}:
        raise ValueError(f"the format is of bridge, the event of {state.event.game}")


def _board(state: State, row: Written, deals: Mapping[int, str]) -> Board:
    held = board_of(row.at.board)
    contract = row.reading.contract
    tags = {
        "Event": state.event.name,
        "Round": str(row.at.round),
        "Table": str(row.at.table),
        "Scoring": {"matchpoints": "MP1", "board_a_match": "BAM"}.get(state.event.regulations.bridge_scoring, "IMP"),
    }
    if row.at.room:
        tags["Room"] = row.at.room.capitalize()
    if row.reading.contract != "pass":
        north = next(score for seat, score in row.reading.scores.items() if seat in _north(row))
        tags["Score"] = f"NS {north}"
    dealt = deals.get(row.at.board)
    return Board(
        number=str(row.at.board),
        dealer=held.dealer,
        vulnerability=held.vulnerability,
        deal=None if dealt is None else Layout.parse(dealt),
        contract=contract,
        declarer=row.reading.declarer,
        tricks=row.reading.tricks,
        players=people(state, row.at),
        tags=tags,
    )


def people(state: State, at: At) -> dict[Seat, str]:
    """Who sat where at a board or a party, by name."""
    if at in state.rows:
        return {seat: who for seat in Seat if (who := _sits(state, state.rows[at], seat))}
    seats = state.sessions[at.session - 1].entrants(table_at(state, at))
    return {Seat(seat): state.name(who) for seat, who in seats.items()}


def _north(row: Written) -> set[str]:
    return {"N", "NS", "B" if row.at.room == "closed" else "A"}


def _sits(state: State, row: Written, seat: Seat) -> str:
    """Who sat there, by name, of a pair or a team whoever of its members it was."""
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
            mine = (place in _north(row)) == (seat.value in "NS")
            if mine:
                return _of_four(state, row, who, seat)
    return ""


def _of_four(state: State, row: Written, who: int, seat: Seat) -> str:
    """Who of a team sat there by its last line-up of that board."""
    for lineup in reversed(state.lineups):
        if lineup.entrant == who and row.at.board in lineup.boards:
            return (lineup.open_room if row.at.room == "open" else lineup.closed_room)[seat.value in "SW"]
    return state.name(who)


def to_usebio(state: State) -> str:
    """USEBIO 1.2: participants with their totals, and the boards with every line.

    Raises:
        ValueError: it is no event of bridge.
    """
    _bridge(state)
    scoring = state.event.regulations.bridge_scoring
    teams = _USEBIO[scoring] == "TEAMS"
    kind = (
        "SWISS_TEAMS"
        if teams
        else {"matchpoints": "MP_PAIRS"}.get(scoring, "BUTLER_PAIRS" if scoring == "butler" else "CROSS_IMPS")
    )
    root = ET.Element("USEBIO", Version="1.2")
    held = ET.SubElement(root, "EVENT", EVENT_TYPE=kind)
    _said(
        held,
        EVENT_DESCRIPTION=state.event.name,
        BOARD_SCORING_METHOD={"matchpoints": "MATCH_POINTS", "board_a_match": "POINT_A_BOARD"}.get(scoring, "IMPS"),
    )
    table = standing(state)
    people = ET.SubElement(held, "PARTICIPANTS")
    for place in table.places:
        entrant = state.entrants[place.entrant]
        one = ET.SubElement(people, "TEAM" if teams else "PAIR")
        _said(one, **{"TEAM_ID" if teams else "PAIR_NUMBER": str(place.entrant)})
        if teams:
            _said(one, TEAM_NAME=entrant.name)
        _said(
            one,
            PLACE=str(place.rank),
            **{"PERCENTAGE" if table.unit == "percent" else "TOTAL_SCORE": shown(place.total)},
        )
        for name in entrant.members or (entrant.name,):
            _said(ET.SubElement(one, "PLAYER"), PLAYER_NAME=name)
    if teams:
        _matches(state, held)
    numbers: dict[tuple[int, int], ET.Element] = {}
    for row, some in _lines(state):
        key = (row.at.session, row.at.board)
        if key not in numbers:
            numbers[key] = ET.SubElement(held, "BOARD")
            _said(numbers[key], BOARD_NUMBER=str(row.at.board))
        _traveller(numbers[key], row, some)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _said(parent: ET.Element, **texts: str) -> None:
    for name, text in texts.items():
        ET.SubElement(parent, name).text = text


def _matches(state: State, held: ET.Element) -> None:
    for match in matches(state):
        one = ET.SubElement(held, "MATCH")
        _said(
            one,
            ROUND_NUMBER=str(match.round),
            TEAM=str(match.home),
            OPPOSING_TEAM=str(match.away),
            TEAM_SCORE=shown(match.vp[0]),
            OPPOSING_TEAM_SCORE=shown(match.vp[1]),
        )


def _traveller(board: ET.Element, row: Written, some: Mapping[int, Award]) -> None:
    line = ET.SubElement(board, "TRAVELLER_LINE")
    north = next(seat for seat in row.seats if seat in _north(row))
    east = next(seat for seat in row.seats if seat not in _north(row) and seat != "S")
    reading = row.reading
    _said(
        line,
        NS_PAIR_NUMBER=str(row.seats[north]),
        EW_PAIR_NUMBER=str(row.seats[east]),
        CONTRACT="PASS" if reading.contract == "pass" else reading.contract,
    )
    if reading.declarer is not None:
        _said(line, PLAYED_BY=reading.declarer.value, TRICKS=str(reading.tricks))
    _said(line, SCORE=str(reading.scores[north]))
    if row.at.room:
        _said(line, ROOM=row.at.room.upper())
    for tag, who in (("NS_MATCH_POINTS", row.seats[north]), ("EW_MATCH_POINTS", row.seats[east])):
        if who in some:
            _said(line, **{tag: shown(some[who].points)})
