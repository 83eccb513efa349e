"""The files of an event of bridge for other programs: PBN 2.1 and USEBIO 1.2."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final
from xml.etree import ElementTree as ET

import msgspec

from kozyr.deals import Layout
from kozyr.games.bridge import board as board_of
from kozyr.notation.bridge import pbn
from kozyr.notation.bridge.boards import Board
from kozyr.tournaments.director.final import Standing, standing
from kozyr.tournaments.director.matches import TeamMatch, matches
from kozyr.tournaments.director.state import Session, State, Written
from kozyr.tournaments.director.tables import imp_awards
from kozyr.tournaments.exports import Export, Publisher, day, lines_of, north_south, people
from kozyr.tournaments.games.bridge.boards import vulnerable
from kozyr.tournaments.scoring import Award, Place, shown

# The words of USEBIO 1.2 for each way to compare boards: the event's type, the boards' scoring, the tags of a line's points.
_USEBIO: Final[Mapping[str, tuple[str, str, str]]] = {
    "matchpoints": ("MP_PAIRS", "MATCH_POINTS", "MATCH_POINTS"),
    "butler": ("BUTLER_PAIRS", "BUTLER_IMPS", "BUTLER_POINTS"),
    "cross_imps": ("CROSS_IMPS", "CROSS_IMPS", "CROSS_IMP_POINTS"),
    "team_imps": ("TEAMS", "IMPS", ""),
    "board_a_match": ("TEAMS", "POINT_A_BOARD", ""),
}


def to_pbn(state: State, deals: Mapping[int, str]) -> bytes:
    """PBN 2.1: a game for each line, with its table, round and result; deals: of each board."""
    return pbn.encode(pbn.format([_board(state, row, deals) for row, _ in lines_of(state)]))


def _board(state: State, row: Written, deals: Mapping[int, str]) -> Board:
    held = board_of(row.at.board)
    at = state.board_at(row.at.board, row.seats, row.at.room)
    contract = row.reading.contract
    tags = {
        "Event": state.event.name,
        "Date": day(state, row.at.session).replace("-", "."),
        "Round": str(row.at.round),
        "Table": str(row.at.table),
        "Scoring": {"matchpoints": "MP1", "board_a_match": "BAM"}.get(state.event.regulations.bridge_scoring, "IMP"),
    }
    if row.at.room:
        tags["Room"] = row.at.room.capitalize()
    if row.reading.contract != "pass":
        north = next(score for seat, score in row.reading.scores.items() if seat in north_south(row))
        tags["Score"] = f"NS {north}"
    dealt = deals.get(row.at.board)
    return Board(
        number=str(row.at.board),
        dealer=held.dealer,
        vulnerability=vulnerable(row.at.board, at.vulnerability),
        deal=None if dealt is None else Layout.parse(dealt),
        contract=contract,
        declarer=row.reading.declarer,
        tricks=row.reading.tricks,
        players=people(state, row.at),
        tags=tags,
    )


def to_usebio(state: State, club: Publisher) -> str:
    """USEBIO 1.2: participants with their totals, and the boards with every line; of teams by matches.

    The names are those that readers of such files look for; the specification itself is at usebio.org.
    """
    kind, boards_by, points = _USEBIO[state.event.regulations.bridge_scoring]
    teams = kind == "TEAMS"
    single = any("S" in row.seats for row in state.rows.values())
    table = standing(state)
    root = ET.Element("USEBIO", Version="1.2")
    if club != Publisher():
        _said(ET.SubElement(root, "CLUB"), **_told(CLUB_NAME=club.name, CLUB_ID_NUMBER=club.number))
    held = ET.SubElement(root, "EVENT", EVENT_TYPE="INDIVIDUAL" if single else kind)
    date = "/".join(reversed(day(state, len(state.sessions)).split("-")))
    _said(held, PROGRAM_NAME="Kozyr", EVENT_DESCRIPTION=state.event.name, **_told(DATE=date))
    _said(held, BOARD_SCORING_METHOD=boards_by)
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
            _match(
                held,
                match,
                [
                    row
                    for row, _ in lines
                    if (row.at.session, row.at.round, row.at.table) == (match.session, match.round, match.table)
                ],
            )
    else:
        _boards(held, state, lines, points)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _told(**texts: str) -> dict[str, str]:
    """The texts that there are."""
    return {name: text for name, text in texts.items() if text}


def _said(parent: ET.Element, **texts: str) -> None:
    for name, text in texts.items():
        ET.SubElement(parent, name).text = text


def _participant(state: State, people: ET.Element, table: Standing, place: Place, kind: str) -> None:
    """A pair, a team or a single player, with the place, in its own line where each line has a winner; a shared place has an equals sign."""
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
    field = next(
        (some for some in table.fields.values() if place.entrant in {each.entrant for each in some}), table.places
    )
    rank = next(each.rank for each in field if each.entrant == place.entrant)
    equals = sum(each.rank == rank for each in field)
    total = {"PERCENTAGE" if table.unit == "percent" else "TOTAL_SCORE": shown(place.total)}
    _said(one, PLACE=f"{rank}{'=' if equals > 1 else ''}", **total)
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
        side: next(who for seat, who in row.seats.items() if (seat in north_south(row)) == (side == "NS"))
        for side in ("NS", "EW")
    }
    reading = row.reading
    if "S" in row.seats:
        _said(line, **{f"{seat}_PLAYER_NUMBER": str(who) for seat, who in row.seats.items()})
    else:
        _said(line, **{f"{side}_PAIR_NUMBER": str(who) for side, who in sides.items()})
    if reading.contract:
        _said(line, CONTRACT="PASSED" if reading.contract == "pass" else reading.contract)
    if reading.declarer is not None:
        _said(line, PLAYED_BY=reading.declarer.value, TRICKS=str(reading.tricks))
    _said(line, SCORE=str(reading.scores[next(seat for seat in row.seats if seat in north_south(row))]))
    if points:
        _said(line, **{f"{side}_{points}": shown(won[who]) for side, who in sides.items() if who in won})


# --- a keypad system ---------------------------------------------------------------------------------------

_START: Final = 1 + 2 + 4 + 128  # of the control software: launch, reset, read, clear stale data
_METHODS: Final[Mapping[str, int]] = {
    "matchpoints": 10,
    "butler": 20,
    "cross_imps": 30,
    "team_imps": 40,
    "board_a_match": 60,
}
_PAIRS, _SINGLE, _TEAMS = 10, 20, 30


def to_bridgemate(state: State) -> bytes:
    """The last session for a keypad system: the `InitDTO` of the vendor's data connector, as JSON, with the movement of one section.

    Raises:
        Refused: nobody is seated.
    """
    session = state.seated()
    guid = hashlib.sha256(f"{state.event.name}:{len(state.sessions)}:{session.order}".encode()).hexdigest()[:32].upper()
    year, month, month_day = map(int, (day(state, len(state.sessions)) or "2000-01-01").split("-"))
    two = {field.kind for field in session.movement.fields} == {"mitchell"}
    seats = set(session.movement.rounds[0].tables[0].seats)
    kind = _TEAMS if "A" in seats else _SINGLE if "N" in seats else _PAIRS
    numbers = sorted({table.table for turn in session.movement.rounds for table in turn.tables})
    section = {
        "SessionGuid": guid,
        "ScoringGroupNumber": 1,
        "Letters": "A",
        "Winners": 2 if two else 1,
        "GameType": kind,
        "Tables": [
            {
                "SessionGuid": guid,
                "SectionLetters": "A",
                "TableNumber": number,
                "Rounds": [
                    _keypad_round(session, guid, number, nth) for nth in range(1, len(session.movement.rounds) + 1)
                ],
            }
            for number in numbers
        ],
    }
    group = {
        "SessionGuid": guid,
        "ScoringGroupNumber": 1,
        "ScoringMethod": _METHODS[state.event.regulations.bridge_scoring],
        "Sections": [section],
    }
    told = {
        "SessionGuid": guid,
        "Name": state.event.name,
        "Year": year,
        "Month": month,
        "Day": month_day,
        "ScoringGroups": [group],
    }
    return msgspec.json.format(msgspec.json.encode({"Commands": _START, "Sessions": [told]})) + b"\n"


def _keypad_round(session: Session, guid: str, number: int, round_: int) -> dict[str, object]:
    """A table in a round; an empty one has no pairs, and 0 stands for a pair that rests."""
    table = next((one for one in session.turn(round_).tables if one.table == number), None)
    seats = {} if table is None else session.entrants(table)
    ours, theirs = (
        next((seats[seat] for seat in some if seat in seats), 0) for some in (("NS", "A", "N"), ("EW", "B", "E"))
    )
    boards = () if table is None else table.boards
    return {
        "SessionGuid": guid,
        "SectionLetters": "A",
        "TableNumber": number,
        "RoundNumber": round_,
        "PairNS": ours,
        "PairEW": theirs,
        "LowBoardNumber": min(boards, default=0),
        "HighBoardNumber": max(boards, default=0),
    }


EXPORTS: Final[Mapping[str, Export]] = {
    "pbn": lambda state, deals, _: to_pbn(state, deals),
    "usebio": lambda state, _, club: to_usebio(state, club).encode(),
    "bridgemate": lambda state, *_: to_bridgemate(state),
}
