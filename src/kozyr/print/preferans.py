"""Paper of preferans: protocols of boards, filled in or empty, and the table of game values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from kozyr import drawn
from kozyr.games.preferans import Conventions, Outcome
from kozyr.print.hands import draw_board, marked
from kozyr.print.paper import GREY, INNER, MARGIN, PALE, Column, Paper
from kozyr.print.part import PaperPart, Wanted, boards_of, ruled_note, session_of
from kozyr.print.protocols import ROW, pages, points, signed
from kozyr.print.sheet import BOTTOM, TOP, Heading, Sheet
from kozyr.print.words import contract, say
from kozyr.tournaments.boards import BoardRecord
from kozyr.tournaments.director import State
from kozyr.tournaments.director.tables import awards
from kozyr.tournaments.games.preferans.lines import board_terms
from kozyr.tournaments.games.preferans.protocol import DASH, Part, Row, Value, row, value_table
from kozyr.tournaments.rows import SEATS
from kozyr.words import Language

_VALUES: Final = ("6", "7", "8", "9", "10", "misere", DASH)
_ACROSS: Final = 2  # columns of values side by side
_BLOCKS: Final = TOP + 7  # where they begin


class Protocol(NamedTuple):
    """A sheet in the box of a preferans board: its rows so far, and a number of empty ones."""

    board: BoardRecord
    rows: Sequence[Row] = ()
    empty: int = 0
    ruled: str = ""
    """The rulings on the board."""

    def _repr_html_(self) -> str:
        """The protocol in a notebook: its board, and the columns of PT-I.6a."""
        heads = [say("en", "contract"), say("en", "declarer"), "", say("en", "whister1"), "", say("en", "whister2"), ""]
        seats = SEATS[4] if self.board.layout.hand(self.board.mark) is None else SEATS[3]
        heads += [head for seat in seats for head in (seat, say("en", "whists"), say("en", "matchpoints"))]
        board = drawn.page(self.board.layout.picture(), title=f"{say('en', 'protocol')} {self.board.number}")
        return drawn.page(
            board, drawn.table(heads, [_cells(row, "en") for row in self.rows]), drawn.tag("div", self.ruled)
        )


def protocols(some: Sequence[Protocol], heading: Heading, language: Language) -> bytes:
    """A page for each board of preferans: its cards, and the columns of PT-I.6a."""
    sheet = Sheet(heading, say(language, "protocol"), language)
    for one in some:
        for rows, more in pages([_cells(each, language) for each in one.rows], one.empty):
            paper = sheet.page(f"{say(language, 'protocol')} {one.board.number}", marked(one.board, language))
            seats = SEATS[4] if one.board.layout.hand(one.board.mark) is None else SEATS[3]
            columns = _columns(seats, language)
            groups = (
                ("", 1),
                (say(language, "declarer"), 2),
                (say(language, "whister1"), 2),
                (say(language, "whister2"), 2),
                *((seat, 3) for seat in seats),
            )
            blank = [("",) * len(columns)] * more
            draw_board(paper, MARGIN, TOP - 2, one.board, language)
            paper.table(
                MARGIN, TOP + 61, columns, [*rows, *blank], high=ROW, size=9, head=7.5, heading=6.5, groups=groups
            )
            sheet.foot(one.ruled)
            paper.paragraph(MARGIN + INNER / 2 + 6, TOP + 6, say(language, "protocol.foot"), INNER / 2 - 8, 9)
    return sheet.bytes()


def _columns(seats: str, language: Language) -> list[Column]:
    position, tricks = say(language, "position"), say(language, "tricks")
    first = [
        Column(say(language, "contract"), 19.2),
        *(Column(name, 11.0) for _ in range(3) for name in (position, tricks)),
    ]
    room = (INNER - sum(column.width for column in first)) / len(seats)
    each = (Column(say(language, "number"), room * 0.27), Column(say(language, "whists"), room * 0.42))
    last = Column(say(language, "matchpoints"), room * 0.31)
    return [*first, *(column for _ in seats for column in (*each, last))]


def _cells(row: Row, language: Language) -> tuple[str, ...]:
    found = [contract(language, row.contract)]
    for part in (row.declarer, row.first_whister, row.second_whister):
        found += _part(part)
    for line in row.lines.values():
        found += (str(line.number), signed(line.whists, language), points(line.matchpoints, language))
    return tuple(found)


def _part(part: Part | None) -> tuple[str, str]:
    if part is None:
        return "", ""
    return part.position, "—" if part.tricks is None else str(part.tricks)


# --- values ------------------------------------------------------------------------------------------------


def value_tables(values: Sequence[Value], variety: str, heading: Heading, language: Language) -> bytes:
    """The worth of every deal, for the columns of whists: a page for each contract (PT-I.6c). variety: its name."""
    players = len(values[0].whists)
    sheet = Sheet(heading, say(language, "values"), language)
    for name in _VALUES:
        some = [value for value in values if value.contract == name]
        if not some:
            continue
        title = say(language, f"size.{name}")
        paper = sheet.page(
            f"{say(language, 'values')}: {title.lower()}", f"{variety}, {say(language, f'values.at{players}').lower()}"
        )
        how = say(language, "values.how.allpass" if name == DASH else "values.how")
        if players == 4:
            how = f"{how} {say(language, 'values.dealer')}"
        paper.text(MARGIN, TOP, how, 9, colour=GREY, room=INNER)
        _blocks(paper, some, language)
        sheet.foot()
    return sheet.bytes()


def _blocks(paper: Paper, values: Sequence[Value], language: Language) -> None:
    """Draw the values of one contract in columns, grouped by whisters and declarer's tricks."""
    gap, step = 12.0, 4.85
    wide = (INNER - gap * (_ACROSS - 1)) / _ACROSS
    x, y = MARGIN, _BLOCKS
    for whisters, some in groupby(sorted(values, key=lambda value: value.whisters), key=lambda value: value.whisters):
        of_whisters = list(some)
        title = ""
        if values[0].contract not in {"misere", DASH}:
            checked = whisters == 0 and of_whisters[0].tricks
            title = say(language, "whisters.checked" if checked else f"whisters.{whisters}")
        fresh = True
        for _, same in groupby(of_whisters, key=lambda value: value.tricks[:1]):
            block = list(same)
            if y + step * (len(block) + (1.6 if fresh else 0)) > BOTTOM + 3:
                x, y, fresh = x + wide + gap, _BLOCKS, True
            if fresh:
                y = _begun(paper, x, y, wide, title)
            else:
                paper.line(x, y - step + 1.35, x + wide, y - step + 1.35, colour=PALE)
            fresh = False
            for value in block:
                _value(paper, x, y, wide, value, language)
                y += step


def _begun(paper: Paper, x: float, y: float, wide: float, title: str) -> float:
    """Draw the heading of a group of values, or only a line; returns the place of the first value."""
    if title:
        y += 2.5 if y > _BLOCKS else 0
        paper.text(x, y, title, 9, bold=True)
    paper.line(x, y + 1.4, x + wide, y + 1.4, thick=0.3)
    return y + 5.6


def _value(paper: Paper, x: float, y: float, wide: float, value: Value, language: Language) -> None:
    """Draw one line: the tricks, then each player's whists."""
    for nth, tricks in enumerate(value.tricks):
        paper.text(x + 3 + 5.6 * nth, y, str(tricks), 9.5, align="centre", bold=nth == 0)
    room = (wide - 18) / len(value.whists)
    for nth, whists in enumerate(value.whists, 1):
        paper.text(x + 18 + nth * room, y, signed(whists, language), 9.5, align="right", bold=nth == 1)


# --- of an event -------------------------------------------------------------------------------------------


def _agreed(state: State) -> Conventions:
    found = state.conventions
    assert isinstance(found, Conventions)
    return found


def protocols_of(state: State, wanted: Wanted, language: Language = "en") -> list[Protocol]:
    """The protocols of a session of an event, in the order of its boards. language: of the notes about rulings.

    Raises:
        ValueError: there is no such session, or nothing to show yet.
    """
    nth, _ = session_of(state, wanted)
    return [
        Protocol(board, _rows(state, nth, board.number), wanted.empty, ruled_note(state, nth, board.number, language))
        for board in boards_of(state, wanted)
    ]


def _protocols(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    return protocols(protocols_of(state, wanted, language), heading, language)


def _rows(state: State, session: int, board: int) -> list[Row]:
    points = {who: award.points for who, award in awards(state, session, board).items()}
    found = []
    for one in sorted(state.rows_of(session, board), key=lambda one: one.at):
        terms = board_terms(_agreed(state), len(one.seats), state.marked(board, len(one.seats)))
        assert isinstance(one.reading.outcome, Outcome)
        line = row(terms, one.reading.outcome, one.reading.scores, one.seats)
        lines = {seat: each._replace(matchpoints=points.get(each.number)) for seat, each in line.lines.items()}
        found.append(line._replace(lines=lines))
    return found


def _values(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    _, session = session_of(state, wanted)
    sizes = sorted({len(table.seats) for turn in session.movement.rounds for table in turn.tables})
    if wanted.at is None and len(sizes) > 1:
        raise ValueError("threes and fours play in this session: for which of them? Say --at 3 or --at 4")
    values = value_table(_agreed(state), wanted.at or sizes[0])
    return value_tables(values, state.event.preset, heading, language)


PAPER: Final = PaperPart({"protocols": _protocols, "values": _values})
