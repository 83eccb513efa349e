"""The verb `kozyr tournament print`: the sheets of an event that lies in a folder, as PDF."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from kozyr import print as paper
from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.games.bridge import board as bridge_board
from kozyr.print import LANGUAGES, AppealForm, Heading, Language, Protocol, Traveller, Unit
from kozyr.tournaments import boards, folder, worth
from kozyr.tournaments.boards import BoardRecord
from kozyr.tournaments.director import State, standing
from kozyr.tournaments.director.results import board_terms
from kozyr.tournaments.director.state import Appeal, Session, Written, minutes
from kozyr.tournaments.director.tables import awards, imp_awards
from kozyr.tournaments.folder import BadFolder
from kozyr.tournaments.protocol import PairsRow, Row, row, value_table

_BAD: Final = 2  # exit status for bad input
_UNITS: Final[Mapping[str, Unit]] = {
    "percent": "percent",
    "imps": "imps",
    "vp": "victory_points",
    "points": "points",
    "rating": "points",
    "whists": "whists",
}
_SECONDS: Final = 60.0  # the longest a board's double-dummy table may take


def add_arguments(verbs: argparse._SubParsersAction[Any]) -> None:
    """Teach `kozyr tournament` the verb; it leaves in `run` what does its work."""
    about = "Print the event: protocols, cards, signs, hands, values, results or the appeal form, as PDF."
    one: argparse.ArgumentParser = verbs.add_parser("print", help=about, description=about, allow_abbrev=False)
    one.add_argument("folder", type=Path, metavar="FOLDER")
    one.add_argument("sheet", choices=_SHEETS)
    one.add_argument("-o", "--out", type=Path, metavar="FILE", required=True, help="where the PDF goes")
    one.add_argument("--lang", choices=LANGUAGES, default="ru")
    one.add_argument("--session", type=int, metavar="N", help="the last one, if left out")
    one.add_argument("--place", default="", metavar="TEXT", help="as the head of each page has it")
    one.add_argument("--date", default="", metavar="TEXT")
    one.add_argument("--plain", action="store_true", help="hands without what can be made of them, which takes time")
    one.add_argument("--empty", type=int, default=0, metavar="N", help="so many empty lines in each protocol")
    one.add_argument(
        "--link", default="", metavar="URL", help="what the sign of a table leads to; {table} is its number"
    )
    one.add_argument("--at", type=int, choices=(3, 4), help="at a table, of values where threes and fours play")
    one.add_argument("--appeal", type=int, metavar="ENTRY", help="the filed appeal that the form is of")
    one.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    try:
        state = folder.load(args.folder)
        told = Heading(state.event.name, args.place, args.date, _roman(args.session or len(state.sessions)))
        data = _SHEETS[args.sheet](state, args, told, args.lang)
    except (BadFolder, ValueError, TimeoutError) as error:
        sys.stderr.write(f"kozyr tournament print: {error}\n")
        return _BAD
    try:
        args.out.write_bytes(data)
    except OSError as error:
        sys.stderr.write(f"kozyr tournament print: {args.out}: {error.strerror}\n")
        return _BAD
    sys.stdout.write(f"{args.out}: {args.sheet}\n")
    return 0


def _roman(number: int) -> str:
    return "" if number == 0 else "I" * number if number < 4 else str(number)


def _session(state: State, args: argparse.Namespace) -> tuple[int, Session]:
    number = args.session or len(state.sessions)
    if not 1 <= number <= len(state.sessions):
        seated = f"the event has {len(state.sessions)}" if state.sessions else "nobody is seated yet"
        raise ValueError(f"there is no session {number}: {seated}" if number else seated)
    return number, state.sessions[number - 1]


def _names(state: State, session: Session) -> dict[int, str]:
    """The names by the movement's numbers."""
    return {number: state.name(who) for number, who in enumerate(session.order, 1)}


def _boards(args: argparse.Namespace, *, plain: bool) -> Iterator[BoardRecord]:
    """The boards of the folder with their cards. plain: without what can be made of them."""
    if read := folder.boards(args.folder):
        for one in read:
            known = BoardRecord(one.number, one.mark, one.layout)
            yield known if plain else worth.preferans_record(one, seconds=_SECONDS)
        return
    for number, deal in folder.deals(args.folder).items():
        layout, due = Layout.parse(deal), bridge_board(number)
        known = BoardRecord(number, due.dealer, layout, due.vulnerability)
        yield known if plain else worth.bridge_record(number, layout, seconds=_SECONDS)


# --- the sheets --------------------------------------------------------------------------------------------


def _hands(_state: State, args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    return paper.hand_records(_some(_boards(args, plain=args.plain)), heading, language)


def _some(found: Iterator[BoardRecord]) -> list[BoardRecord]:
    dealt = list(found)
    if not dealt:
        raise ValueError(f"no board has its cards in {folder.PREFERANS} or {folder.BRIDGE}")
    return dealt


def _protocols(state: State, args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    nth, session = _session(state, args)
    dealt = {one.number: one for one in _boards(args, plain=True)}
    written = sorted({at.board for at in state.rows if at.session == nth} | dealt.keys())
    sizes = {board: len(one.seats) for turn in session.movement.rounds for one in turn.tables for board in one.boards}
    if not written:
        raise ValueError("no table has a line yet, and no board has its cards")
    if state.event.scoring == "whists":
        found = [
            Protocol(
                dealt.get(number) or _unknown(state, number, sizes.get(number, 4)),
                _preferans(state, nth, number),
                args.empty,
            )
            for number in written
        ]
        return paper.protocols(found, heading, language)
    return paper.travellers(
        [
            Traveller(dealt.get(number) or _unknown(state, number, 4), _pairs(state, nth, number), args.empty)
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
    found = []
    for one in _lines(state, session, board):
        terms = board_terms(state.conventions, len(one.seats), state.marked(board, len(one.seats)))
        assert one.reading.outcome is not None
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


def _table_cards(state: State, args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    _, session = _session(state, args)
    last = minutes(state.event, session.movement)
    return paper.table_cards(session.movement, heading, language, _names(state, session), last)


def _player_cards(state: State, args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    _, session = _session(state, args)
    return paper.player_cards(session.movement, heading, language, _names(state, session))


def _signs(state: State, args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    _, session = _session(state, args)
    numbers = sorted({table.table for turn in session.movement.rounds for table in turn.tables})
    links = {number: args.link.replace("{table}", str(number)) for number in numbers} if args.link else {}
    return paper.table_signs(numbers, heading, language, links)


def _values(state: State, args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    if state.event.scoring != "whists":
        raise ValueError("a table of values is of preferans boards")
    _, session = _session(state, args)
    sizes = sorted({len(table.seats) for turn in session.movement.rounds for table in turn.tables})
    if args.at is None and len(sizes) > 1:
        raise ValueError("threes and fours play in this session: for which of them? Say --at 3 or --at 4")
    return paper.value_tables(
        value_table(state.conventions, args.at or sizes[0]), state.event.preset, heading, language
    )


def _results(state: State, _args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    found = standing(state)
    if not found.places:
        raise ValueError("there is no result yet")
    names = {who: state.name(who) for who in state.entrants}
    unit = _UNITS[found.unit]
    return paper.results(found.places, names, heading, language, unit, lines=found.fields, final=state.closed)


def _announcement(state: State, _args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    return paper.announcement(state.event, state.conditions, heading, language)


def _appeal(state: State, args: argparse.Namespace, heading: Heading, language: Language) -> bytes:
    last = state.event.regulations.tournament_appeal_period_min
    if args.appeal is None:
        return paper.appeal_form(heading, language, minutes=last)
    if args.appeal not in state.appeals:
        filed = ", ".join(map(str, state.appeals)) or "none"
        raise ValueError(f"entry {args.appeal} is no filed appeal; filed are: {filed}")
    return paper.appeal_form(heading, language, _form(state, state.appeals[args.appeal]), last)


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


_SHEETS: Final[Mapping[str, Callable[[State, argparse.Namespace, Heading, Language], bytes]]] = {
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
