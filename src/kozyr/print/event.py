"""The sheets of an event, each as PDF, by its name, from the event's state and the boards' cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr import print as paper
from kozyr.print import AppealForm, Heading, Unit
from kozyr.print.part import Draw, Sheet, Wanted, paper_part, session_of
from kozyr.tournaments.director import State, standing
from kozyr.tournaments.director.state import Appeal, Session, minutes
from kozyr.words import Language

_HEEDS: Final[Mapping[Sheet, frozenset[str]]] = {
    "protocols": frozenset({"session", "empty"}),
    "table-cards": frozenset({"session"}),
    "player-cards": frozenset({"session"}),
    "signs": frozenset({"session", "link"}),
    "values": frozenset({"session", "at"}),
    "appeal": frozenset({"appeal"}),
}
_UNITS: Final[Mapping[str, Unit]] = {
    "percent": "percent",
    "imps": "imps",
    "vp": "victory_points",
    "points": "points",
    "rating": "points",
    "whists": "whists",
}


_NO_WISHES: Final = {name: Wanted._field_defaults[name] for name in ("session", "empty", "link", "at", "appeal")}


def heeded(sheet: Sheet, wanted: Wanted) -> Wanted:
    """The wishes that this sheet uses; equal ones give the same paper."""
    heeds = _HEEDS.get(sheet, frozenset())
    return wanted._replace(**{name: value for name, value in _NO_WISHES.items() if name not in heeds})


def printed(state: State, sheet: Sheet, wanted: Wanted, language: Language) -> bytes:
    """A sheet of an event, as PDF.

    Raises:
        ValueError: there is nothing to print yet, or no such session, board or appeal; the text says which.
    """
    heading = Heading(state.event.name, wanted.place, wanted.date, _roman(wanted.session or len(state.sessions)))
    draw = paper_part(state.event.game).sheets.get(sheet) or _SHEETS.get(sheet)
    if draw is None:
        raise ValueError(f"an event of {state.event.game} has no {sheet}")
    return draw(state, wanted, heading, language)


def _roman(number: int) -> str:
    return "" if number == 0 else "I" * number if number < 4 else str(number)


def _names(state: State, session: Session) -> dict[int, str]:
    """The names by the movement's numbers."""
    return {number: state.name(who) for number, who in enumerate(session.order, 1)}


def _own(session: Session) -> dict[int, int]:
    """The numbers of the entrants, which all papers have, by the movement's numbers."""
    return dict(enumerate(session.order, 1))


def _hands(_state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    if not wanted.boards:
        raise ValueError("no board has its cards")
    return paper.hand_records(wanted.boards, heading, language)


def _table_cards(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    _, session = session_of(state, wanted)
    last = minutes(state.event, session.movement)
    return paper.table_cards(session.movement, heading, language, _names(state, session), last, _own(session))


def _player_cards(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    _, session = session_of(state, wanted)
    return paper.player_cards(session.movement, heading, language, _names(state, session), _own(session))


def _signs(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    _, session = session_of(state, wanted)
    numbers = sorted({table.table for turn in session.movement.rounds for table in turn.tables})
    links = {number: wanted.link.replace("{table}", str(number)) for number in numbers} if wanted.link else {}
    return paper.table_signs(numbers, heading, language, links)


def _results(state: State, _wanted: Wanted, heading: Heading, language: Language) -> bytes:
    found = standing(state)
    if not found.places:
        raise ValueError("there is no result yet")
    names = {who: state.name(who) for who in state.entrants}
    unit = _UNITS[found.unit]
    return paper.results(found.places, names, heading, language, unit, lines=found.fields, final=state.closed)


def _announcement(state: State, _wanted: Wanted, heading: Heading, language: Language) -> bytes:
    return paper.announcement(state.event, state.conditions, heading, language)


def _appeal(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    last = state.event.regulations.tournament_appeal_period_min
    if wanted.appeal is None:
        return paper.appeal_form(heading, language, minutes=last)
    if wanted.appeal not in state.appeals:
        filed = ", ".join(map(str, state.appeals)) or "none"
        raise ValueError(f"entry {wanted.appeal} is no filed appeal; filed are: {filed}")
    return paper.appeal_form(heading, language, _form(state, state.appeals[wanted.appeal]), last)


def _form(state: State, appeal: Appeal) -> AppealForm:
    ruling = state.rulings[appeal.ruling]
    where = f"{ruling.round or '–'} / {ruling.table or '–'} / {ruling.board or '–'}"
    people = [
        f"{seat} {state.name(who)}"
        for at, one in state.rows.items()
        if (at.table, at.board) == (ruling.table, ruling.board)
        for seat, who in one.seats.items()
    ]
    return AppealForm(
        where=where,
        people=", ".join(people),
        by=state.name(appeal.entrant),
        arbiter=state.event.regulations.duties.arbiter or "",
        facts=appeal.facts,
        ruling=f"{ruling.law}: {ruling.text}",
        request=appeal.request,
    )


_SHEETS: Final[Mapping[Sheet, Draw]] = {
    "hands": _hands,
    "table-cards": _table_cards,
    "player-cards": _player_cards,
    "signs": _signs,
    "results": _results,
    "announcement": _announcement,
    "appeal": _appeal,
}
