"""USEBIO 1.x: pairs, teams and single players, of one session or one section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree import ElementTree as ET

from kozyr.games.refusal import Refused
from kozyr.tournaments.imports.told import Comer, Read, Result, Scoring, line_of, number, shares_by, shares_of, whole

_SCORINGS: Final[Mapping[str, Scoring]] = {
    "MATCH_POINTS": "matchpoints", "BUTLER_IMPS": "butler", "CROSS_IMPS": "cross_imps", "IMPS": "team_imps",
    "POINT_A_BOARD": "board_a_match", "PAB": "board_a_match",
}  # fmt: skip
_POINTS: Final = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS")


def read(text: str) -> Read:
    """The evening of a file.

    Raises:
        Refused: it is no XML, or has no event.
    """
    if "<!ENTITY" in text.upper():
        raise Refused("import_xml", text="ENTITY")
    try:
        root = ET.fromstring(re.sub(r"^<\?xml[^>]*\?>", "", text.lstrip("\ufeff").strip()))  # noqa: S314 - entities are refused above
    except ET.ParseError as error:
        raise Refused("import_xml", text=error) from None
    for one in root.iter():
        one.tag = str(one.tag).rpartition("}")[2].upper()
    event = next(root.iter("EVENT"), None)
    if event is None:
        raise Refused("import_xml", text="EVENT")
    kind = _upper(event, "EVENT_TYPE") or event.get("EVENT_TYPE", "").upper()
    teams = "TEAM" in kind
    faults: list[str] = []
    results = list(_matches(event, faults) if teams else _boards(event, faults))
    told = _SCORINGS.get(_upper(event, "BOARD_SCORING_METHOD"))
    scoring: Scoring = told or ("team_imps" if teams else _by_type(kind, _upper(event, "SCORING_METHOD")))
    if not teams and scoring in {"team_imps", "board_a_match"}:
        scoring = "cross_imps"
    return Read(
        name=_said(event, "EVENT_DESCRIPTION") or "USEBIO",
        scoring=scoring,
        comers=tuple(_comers(event)),
        results=tuple(results),
        faults=tuple(faults),
        two_winners=_said(event, "WINNER_TYPE") == "2",
        day="-".join(reversed(_said(event, "DATE").split("/"))),
    )


def _by_type(kind: str, method: str) -> Scoring:
    """How boards of pairs are compared, by the event's type and what is said of its scoring."""
    if "CROSS" in kind or "CROSS" in method:
        return "cross_imps"
    return "butler" if "BUTLER" in kind or "IMP" in method else "matchpoints"


def _sections(event: ET.Element) -> Iterator[tuple[str, ET.Element]]:
    """The parts with boards of their own, each with the letter of its entrants; without sections the event, and no letter."""
    found = list(event.iter("SECTION"))
    if len(found) < 2:
        yield "", event
        return
    numbers = [{_said(one, "PAIR_NUMBER") for one in section.iter("PAIR")} for section in found]
    clash = len(set().union(*numbers)) < sum(map(len, numbers))
    for nth, section in enumerate(found):
        yield (section.get("SECTION_ID") or chr(ord("A") + nth)) if clash else "", section


def _said(parent: ET.Element, name: str) -> str:
    """The text of a part, or of its attribute; empty: there is none."""
    found = next((one for one in parent if one.tag == name), None)
    told = parent.get(name) if found is None else found.text
    return (told or "").strip()


def _upper(parent: ET.Element, name: str) -> str:
    return _said(parent, name).upper()


def _comers(event: ET.Element) -> Iterator[Comer]:
    two = _said(event, "WINNER_TYPE") == "2"
    for section, part in _sections(event):
        for people in part.iter("PARTICIPANTS"):
            for one in people:
                yield from _comer(one, section, two)


def _comer(one: ET.Element, section: str, two: bool) -> Iterator[Comer]:
    """A team, a pair or a player; section: the letter of its section, if numbers stand for several."""
    names = tuple(filter(None, (_said(player, "PLAYER_NAME") for player in one.iter("PLAYER"))))
    total = number(_said(one, "PERCENTAGE"))
    if total is None:
        total = number(_said(one, "TOTAL_SCORE"))
    place = _said(one, "PLACE")
    if one.tag == "TEAM":
        label = _said(one, "TEAM_ID")
        yield Comer(label, _said(one, "TEAM_NAME") or label, names, place, total)
    elif one.tag == "PAIR":
        label = _said(one, "PAIR_NUMBER")
        way = _upper(one, "DIRECTION")
        own = f"{label}{way}" if two and way in {"NS", "EW"} and label.isdecimal() else label
        yield Comer(f"{section}{own}", " - ".join(names) or label, names, place, total)
    elif one.tag == "PLAYER":
        label = _said(one, "PLAYER_NUMBER")
        yield Comer(label, _said(one, "PLAYER_NAME") or label, (), place, total)


def _boards(event: ET.Element, faults: list[str]) -> Iterator[Result]:
    two = _said(event, "WINNER_TYPE") == "2"
    for section, part in _sections(event):
        for board in part.iter("BOARD"):
            said = _said(board, "BOARD_NUMBER")
            lines = [one for one in board if one.tag == "TRAVELLER_LINE"]
            if lines and not said.isdecimal():
                faults.append(f"BOARD_NUMBER {said!r}: a number is due")
                continue
            for nth, one in enumerate(lines, 1):
                where = f"{f'section {section}, ' if section else ''}board {said}, line {nth}"
                labels = _labels(one, two, section)
                if not all(labels.values()) or len(labels) < 2:
                    faults.append(f"{where}: nobody sits there")
                    continue
                yield from _result(one, where, int(said), labels, faults, len(lines))


def _labels(line: ET.Element, two: bool, section: str) -> dict[str, str]:
    """Who sits where; an empty label: nobody is told."""
    seats = {seat: _said(line, f"{seat}_PLAYER_NUMBER") for seat in "NESW"}
    if all(seats.values()):
        return seats
    found = {}
    for side in ("NS", "EW"):
        label = _said(line, f"{side}_PAIR_NUMBER")
        own = f"{label}{side}" if two and label.isdecimal() else label
        found[side] = f"{section}{own}" if label else ""
    return found


def _result(
    line: ET.Element,
    where: str,
    board: int,
    seats: Mapping[str, str],
    faults: list[str],
    lines: int = 0,
    **more: object,
) -> Iterator[Result]:
    told = _said(line, "SCORE")
    points = tuple(
        next((number(found) for name in _POINTS if (found := _said(line, f"{side}_{name}"))), None)
        for side in ("NS", "EW")
    )
    written = line_of(_said(line, "CONTRACT"), _said(line, "PLAYED_BY"), _said(line, "TRICKS"))
    adjusted = _said(line, "ARTIFICIAL_SCORE") or (line.find("CONTRACT") is not None and not _said(line, "CONTRACT"))
    score = None if adjusted and not written and told in {"", "0"} else whole(told)
    shares = None if written or score is not None else shares_of(told) or shares_by(points[0], points[1], lines)
    if not written and score is None and shares is None:
        faults.append(
            f"{where}: neither a contract with its tricks nor a score ({told or _said(line, 'CONTRACT') or '-'})"
        )
        return
    yield Result(where, board, dict(seats), written, score, shares, (points[0], points[1]), **more)  # type: ignore[arg-type]


def _matches(event: ET.Element, faults: list[str]) -> Iterator[Result]:
    """The boards of matches: in each the line in which the first team sits North-South is the open room's."""
    for match in event.iter("MATCH"):
        home, away = _said(match, "TEAM"), _said(match, "OPPOSING_TEAM")
        told = _said(match, "ROUND_NUMBER")
        round_ = int(told) if told.isdecimal() else 0
        for board in match.iter("BOARD"):
            said = _said(board, "BOARD_NUMBER")
            for nth, one in enumerate((line for line in board if line.tag == "TRAVELLER_LINE"), 1):
                where = f"round {told}, {home} - {away}, board {said}, line {nth}"
                north = _team(_said(one, "NS_PAIR_NUMBER"), home, away)
                if not said.isdecimal() or not north:
                    faults.append(f"{where}: which team sits North-South?")
                    continue
                room = "open" if north == home else "closed"
                yield from _result(one, where, int(said), {"A": home, "B": away}, faults, round=round_, room=room)


def _team(label: str, home: str, away: str) -> str:
    """The team of a pair: the pair's number is the team's, or begins with it, as `4-1-2` of players 1 and 2; empty: neither."""
    return next((team for team in (home, away) if label == team or label.startswith(f"{team}-")), "")
