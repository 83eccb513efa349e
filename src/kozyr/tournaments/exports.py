"""What other programs get of an event: CSV, JSON, PBN 2.1 and USEBIO 1.2. Pure: the state in, text out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final
from xml.etree import ElementTree as ET

import msgspec

from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.games.bridge import board as board_of
from kozyr.notation.bridge import pbn
from kozyr.notation.bridge.boards import Board
from kozyr.tournaments.director.final import Standing, standing
from kozyr.tournaments.director.following import table_at
from kozyr.tournaments.director.state import At, State, Written
from kozyr.tournaments.director.tables import TeamMatch, awards, boards, imp_awards, matches
from kozyr.tournaments.scoring import Award, Place, shown

# The words of USEBIO 1.2 for each way to compare boards: the event's type, the boards' scoring, the tags of a line's points.
_USEBIO: Final[Mapping[str, tuple[str, str, str]]] = {
    "matchpoints": ("MP_PAIRS", "MATCH_POINTS", "MATCH_POINTS"),
    "butler": ("BUTLER_PAIRS", "BUTLER_IMPS", "BUTLER_POINTS"),
    "cross_imps": ("CROSS_IMPS", "CROSS_IMPS", "CROSS_IMP_POINTS"),
    "team_imps": ("TEAMS", "IMPS", ""),
    "board_a_match": ("TEAMS", "POINT_A_BOARD", ""),
}
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
                "noted": state.boards.noted(row.reading),
                "seats": dict(row.seats),
                "scores": {seat: str(score) for seat, score in row.reading.scores.items()},
                "matchpoints": {seat: _points(some, who) for seat, who in row.seats.items()},
                "confirmed": row.confirmed,
                "warning": row.warning,
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


# --- bridge ------------------------------------------------------------------------------------------------


def to_pbn(state: State, deals: Mapping[int, str]) -> bytes:
    """PBN 2.1: a game for each line, with its table, round and result; deals: of each board.

    Raises:
        ValueError: it is no event of bridge.
    """
    _bridge(state)
    return pbn.encode(pbn.format([_board(state, row, deals) for row, _ in lines_of(state)]))


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
    return {"N", "S", "NS", "B" if row.at.room == "closed" else "A"}


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
    """USEBIO 1.2: participants with their totals, and the boards with every line; of teams by matches.

    The names are those that readers of such files look for; the specification itself is at usebio.org.

    Raises:
        ValueError: it is no event of bridge.
    """
    _bridge(state)
    kind, boards_by, points = _USEBIO[state.event.regulations.bridge_scoring]
    teams = kind == "TEAMS"
    single = any("S" in row.seats for row in state.rows.values())
    table = standing(state)
    root = ET.Element("USEBIO", Version="1.2")
    held = ET.SubElement(root, "EVENT", EVENT_TYPE="INDIVIDUAL" if single else kind)
    _said(held, PROGRAM_NAME="Kozyr", EVENT_DESCRIPTION=state.event.name, BOARD_SCORING_METHOD=boards_by)
    if teams:
        _said(held, MATCH_SCORING_METHOD="VPS" if table.unit == "vp" else boards_by)
    else:
        _said(held, WINNER_TYPE="2" if table.fields else "1")
    people = ET.SubElement(held, "PARTICIPANTS")
    for place in table.places:
        _participant(state, people, table, place, "TEAM" if teams else "PLAYER" if single else "PAIR")
    lines = list(lines_of(state))
    if teams:
        for match in matches(state):
            _match(held, match, [row for row, _ in lines if row.at[:3] == (match.session, match.round, match.table)])
    else:
        _boards(held, state, lines, points)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _said(parent: ET.Element, **texts: str) -> None:
    for name, text in texts.items():
        ET.SubElement(parent, name).text = text


def _participant(state: State, people: ET.Element, table: Standing, place: Place, kind: str) -> None:
    """A pair, a team or a single player, with his place; who shares it has an equals sign."""
    entrant = state.entrants[place.entrant]
    number = str(place.entrant)
    told = {"TEAM_ID": number, "TEAM_NAME": entrant.name} if kind == "TEAM" else {}
    one = ET.SubElement(people, kind, told)
    if kind == "PAIR":
        _said(one, PAIR_NUMBER=number)
        for name, places in table.fields.items():
            if place.entrant in {each.entrant for each in places}:
                _said(one, DIRECTION=name)
    if kind == "PLAYER":
        _said(one, PLAYER_NUMBER=number, PLAYER_NAME=entrant.name)
    equals = sum(each.rank == place.rank for each in table.places)
    total = {"PERCENTAGE" if table.unit == "percent" else "TOTAL_SCORE": shown(place.total)}
    _said(one, PLACE=f"{place.rank}{'=' if equals > 1 else ''}", **total)
    for name in (entrant.members or (entrant.name,)) if kind != "PLAYER" else ():
        _said(ET.SubElement(one, "PLAYER"), PLAYER_NAME=name)


def _match(held: ET.Element, match: TeamMatch, rows: Sequence[Written]) -> None:
    """A match with its boards; the first team sits N-S in the open room."""
    one = ET.SubElement(held, "MATCH")
    _said(
        one,
        ROUND_NUMBER=str(match.round),
        TEAM=str(match.home),
        OPPOSING_TEAM=str(match.away),
        TEAM_SCORE=shown(match.vp[0]),
        OPPOSING_TEAM_SCORE=shown(match.vp[1]),
    )
    for board in sorted({row.at.board for row in rows}):
        held_ = ET.SubElement(one, "BOARD")
        _said(held_, BOARD_NUMBER=str(board))
        for row in rows:
            if row.at.board == board:
                _traveller(held_, row, {}, "")


def _boards(held: ET.Element, state: State, lines: Sequence[tuple[Written, Mapping[int, Award]]], points: str) -> None:
    """The boards of pairs or single players, each with all its lines."""
    numbers: dict[tuple[int, int], ET.Element] = {}
    by_imps = state.event.scoring in {"butler", "cross_imps"}
    for row, some in lines:
        key = (row.at.session, row.at.board)
        if key not in numbers:
            numbers[key] = ET.SubElement(held, "BOARD")
            _said(numbers[key], BOARD_NUMBER=str(row.at.board))
        won = imp_awards(state, *key) if by_imps else {who: award.points for who, award in some.items()}
        _traveller(numbers[key], row, won, points)


def _traveller(board: ET.Element, row: Written, won: Mapping[int, Fraction], points: str) -> None:
    line = ET.SubElement(board, "TRAVELLER_LINE")
    sides = {
        side: next(who for seat, who in row.seats.items() if (seat in _north(row)) == (side == "NS"))
        for side in ("NS", "EW")
    }
    reading = row.reading
    if "S" in row.seats:
        _said(line, **{f"{seat}_PLAYER_NUMBER": str(who) for seat, who in row.seats.items()})
    else:
        _said(line, **{f"{side}_PAIR_NUMBER": str(who) for side, who in sides.items()})
    _said(line, CONTRACT="PASSED" if reading.contract == "pass" else reading.contract)
    if reading.declarer is not None:
        _said(line, PLAYED_BY=reading.declarer.value, TRICKS=str(reading.tricks))
    _said(line, SCORE=str(reading.scores[next(seat for seat in row.seats if seat in _north(row))]))
    if points:
        _said(line, **{f"{side}_{points}": shown(won[who]) for side, who in sides.items() if who in won})
