"""The sheets of an event, each as PDF, by its name: what is on paper follows from the event's state, and the boards' cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from kozyr import print as paper
from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.games.bridge import board as bridge_board
from kozyr.games.preferans import Conventions, Outcome
from kozyr.print import AppealForm, Heading, Language, Protocol, Traveller, Unit
from kozyr.tournaments import boards
from kozyr.tournaments.boards import BoardRecord
from kozyr.tournaments.director import State, standing
from kozyr.tournaments.director.state import Appeal, Session, Written, minutes
from kozyr.tournaments.director.tables import awards, imp_awards
from kozyr.tournaments.games.bridge.traveller import PairsRow
from kozyr.tournaments.games.preferans.lines import board_terms
from kozyr.tournaments.games.preferans.protocol import Row, row, value_table

Sheet: TypeAlias = Literal[
    "protocols", "hands", "table-cards", "player-cards", "signs", "values", "results", "announcement", "appeal"
]
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


class Wanted(NamedTuple):
    """What is to be on a sheet. session: the last one, if 0. boards: those whose cards are known. empty: so many lines more in a protocol.

    link: what the sign of a table leads to; {table} is its number. at: players at a table, of values. appeal: the entry of a filed one.
    """

    session: int = 0
    place: str = ""
    date: str = ""
    boards: Sequence[BoardRecord] = ()
    empty: int = 0
    link: str = ""
    at: int | None = None
    appeal: int | None = None


_NO_WISHES: Final = {name: Wanted._field_defaults[name] for name in ("session", "empty", "link", "at", "appeal")}


def heeded(sheet: Sheet, wanted: Wanted) -> Wanted:
    """The same wishes without those that this sheet does not heed: what differs in nothing else is the same paper."""
    heeds = _HEEDS.get(sheet, frozenset())
    return wanted._replace(**{name: value for name, value in _NO_WISHES.items() if name not in heeds})


def printed(state: State, sheet: Sheet, wanted: Wanted, language: Language) -> bytes:
    """A sheet of an event, as PDF.

    Raises:
        ValueError: there is nothing to print yet, or no such session, board or appeal; the text says which.
    """
    heading = Heading(state.event.name, wanted.place, wanted.date, _roman(wanted.session or len(state.sessions)))
    return _SHEETS[sheet](state, wanted, heading, language)


def _roman(number: int) -> str:
    return "" if number == 0 else "I" * number if number < 4 else str(number)


def _session(state: State, wanted: Wanted) -> tuple[int, Session]:
    number = wanted.session or len(state.sessions)
    if not 1 <= number <= len(state.sessions):
        seated = f"the event has {len(state.sessions)}" if state.sessions else "nobody is seated yet"
        raise ValueError(f"there is no session {number}: {seated}" if number else seated)
    return number, state.sessions[number - 1]


def _names(state: State, session: Session) -> dict[int, str]:
    """The names by the movement's numbers."""
    return {number: state.name(who) for number, who in enumerate(session.order, 1)}


def _hands(_state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    if not wanted.boards:
        raise ValueError("no board has its cards")
    return paper.hand_records(wanted.boards, heading, language)


def _protocols(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    nth, session = _session(state, wanted)
    dealt = {one.number: one for one in wanted.boards}
    written = sorted({at.board for at in state.rows if at.session == nth} | dealt.keys())
    sizes = {board: len(one.seats) for turn in session.movement.rounds for one in turn.tables for board in one.boards}
    if not written:
        raise ValueError("no table has a line yet, and no board has its cards")
    if state.event.scoring == "whists":
        found = [
            Protocol(
                dealt.get(number) or _unknown(state, number, sizes.get(number, 4)),
                _preferans(state, nth, number),
                wanted.empty,
            )
            for number in written
        ]
        return paper.protocols(found, heading, language)
    return paper.travellers(
        [
            Traveller(dealt.get(number) or _unknown(state, number, 4), _pairs(state, nth, number), wanted.empty)
            for number in written
        ],
        heading,
        language,
    )


def _unknown(state: State, number: int, players: int) -> BoardRecord:
    """A board whose cards nobody has told: empty hands, with a place for each that has one."""
    if state.event.scoring != "whists":
        due = bridge_board(number)
        return BoardRecord(number, due.dealer, Layout.parse("N:... ... ... ..."), due.vulnerability)
    mark = boards.mark(number, 3 if players == 3 else 4)
    out = Seat.W if players == 3 else mark
    return BoardRecord(number, mark, Layout.parse("N:" + " ".join("-" if seat is out else "..." for seat in Seat)))


def _lines(state: State, session: int, board: int) -> list[Written]:
    return sorted(state.rows_of(session, board), key=lambda one: one.at)


def _preferans(state: State, session: int, board: int) -> list[Row]:
    points = {who: award.points for who, award in awards(state, session, board).items()}
    agreed = state.conventions
    assert isinstance(agreed, Conventions)
    found = []
    for one in _lines(state, session, board):
        terms = board_terms(agreed, len(one.seats), state.marked(board, len(one.seats)))
        assert isinstance(one.reading.outcome, Outcome)
        line = row(terms, one.reading.outcome, one.reading.scores, one.seats)
        lines = {seat: each._replace(matchpoints=points.get(each.number)) for seat, each in line.lines.items()}
        found.append(line._replace(lines=lines))
    return found


def _pairs(state: State, session: int, board: int) -> list[PairsRow]:
    by_imps = state.event.scoring in {"butler", "cross_imps"}
    points: Mapping[int, Fraction] = (
        imp_awards(state, session, board)
        if by_imps
        else {who: award.points for who, award in awards(state, session, board).items()}
    )
    found = []
    for one in _lines(state, session, board):
        if one.seats.keys() != {"NS", "EW"}:
            raise ValueError("a traveller is of pairs: teams and single players have the final table")
        ours, theirs = one.seats["NS"], one.seats["EW"]
        reading = one.reading
        declarer = "" if reading.declarer is None else reading.declarer.value
        score = reading.scores["NS"]
        found.append(
            PairsRow(
                ours, theirs, reading.contract, declarer, None, reading.tricks, int(score), points.get(ours), points.get(theirs)
            )
        )  # fmt: skip
    return found


def _table_cards(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    _, session = _session(state, wanted)
    last = minutes(state.event, session.movement)
    return paper.table_cards(session.movement, heading, language, _names(state, session), last)


def _player_cards(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    _, session = _session(state, wanted)
    return paper.player_cards(session.movement, heading, language, _names(state, session))


def _signs(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    _, session = _session(state, wanted)
    numbers = sorted({table.table for turn in session.movement.rounds for table in turn.tables})
    links = {number: wanted.link.replace("{table}", str(number)) for number in numbers} if wanted.link else {}
    return paper.table_signs(numbers, heading, language, links)


def _values(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    if state.event.scoring != "whists":
        raise ValueError("a table of values is of preferans boards")
    _, session = _session(state, wanted)
    sizes = sorted({len(table.seats) for turn in session.movement.rounds for table in turn.tables})
    if wanted.at is None and len(sizes) > 1:
        raise ValueError("threes and fours play in this session: for which of them? Say --at 3 or --at 4")
    agreed = state.conventions
    assert isinstance(agreed, Conventions)
    return paper.value_tables(value_table(agreed, wanted.at or sizes[0]), state.event.preset, heading, language)


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
    where = f"{appeal.ruling.round or '–'} / {appeal.ruling.table or '–'} / {appeal.ruling.board or '–'}"
    people = [
        f"{seat} {state.name(who)}"
        for at, one in state.rows.items()
        if (at.table, at.board) == (appeal.ruling.table, appeal.ruling.board)
        for seat, who in one.seats.items()
    ]
    return AppealForm(
        where=where,
        people=", ".join(people),
        by=state.name(appeal.notice.entrant),
        arbiter=state.event.regulations.duties.arbiter or "",
        facts=appeal.filed.facts,
        ruling=f"{appeal.ruling.law}: {appeal.ruling.text}",
        request=appeal.filed.request,
    )


_SHEETS: Final[Mapping[Sheet, Callable[[State, Wanted, Heading, Language], bytes]]] = {
    "protocols": _protocols,
    "hands": _hands,
    "table-cards": _table_cards,
    "player-cards": _player_cards,
    "signs": _signs,
    "values": _values,
    "results": _results,
    "announcement": _announcement,
    "appeal": _appeal,
}
