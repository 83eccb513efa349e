"""Paper of bridge: travellers of boards, filled in or empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kozyr import drawn
from kozyr.print.hands import draw_board
from kozyr.print.paper import MARGIN, Column
from kozyr.print.part import PaperPart, Wanted, boards_of, ruled_note, session_of
from kozyr.print.protocols import ROW, pages, points, signed
from kozyr.print.sheet import TOP, Heading, Sheet
from kozyr.print.words import card, contract, say
from kozyr.tournaments.boards import BoardRecord
from kozyr.tournaments.director import State
from kozyr.tournaments.director.final import points_of
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.director.state import Written
from kozyr.tournaments.games.bridge.traveller import PairsRow
from kozyr.words import Language

_COLUMNS: Final = ("points_ns", "pair_ns", "contract", "declarer", "lead", "tricks", "score", "pair_ew", "points_ew")


class Traveller(NamedTuple):
    """A sheet in the box of a bridge board: its rows so far, and a number of empty ones."""

    board: BoardRecord
    rows: Sequence[PairsRow] = ()
    empty: int = 0
    ruled: str = ""
    """The rulings on the board."""

    def _repr_html_(self) -> str:
        """The traveller in a notebook: its board, and the columns of B-PAIR-2."""
        heads = [_titled(say("en", name)) for name in _COLUMNS]
        rows = [_pairs(row, "en") for row in self.rows]
        board = drawn.page(self.board.layout.picture(), title=f"{say('en', 'traveller')} {self.board.number}")
        return drawn.page(board, drawn.table(heads, rows), drawn.tag("div", self.ruled))


def travellers(some: Sequence[Traveller], heading: Heading, language: Language) -> bytes:
    """A page for each board of bridge: its cards, and the columns of B-PAIR-2."""
    sheet = Sheet(heading, say(language, "traveller"), language)
    wide = (19.0, 17.0, 25.0, 19.0, 20.0, 16.0, 27.0, 17.0, 20.0)
    columns = [
        Column(_titled(say(language, name)), room, bold=name.startswith("points"))
        for name, room in zip(_COLUMNS, wide, strict=True)
    ]
    for one in some:
        for rows, more in pages([_pairs(row, language) for row in one.rows], one.empty):
            paper = sheet.page(
                f"{say(language, 'traveller')} {one.board.number}", say(language, "opens", one.board.mark.value)
            )
            draw_board(paper, MARGIN, TOP - 2, one.board, language)
            blank = [("",) * len(columns)] * more
            paper.table(MARGIN, TOP + 61, columns, [*rows, *blank], high=ROW, size=9.5, head=9, heading=7.5)
            sheet.foot(one.ruled)
    return sheet.bytes()


def _pairs(row: PairsRow, language: Language) -> tuple[str, ...]:
    return (
        points(row.points_ns, language),
        " ".join(filter(None, (str(row.north_south), say(language, f"room_{row.room}") if row.room else ""))),
        contract(language, row.contract),
        row.declarer,
        "" if row.lead is None else card(language, row.lead),
        "" if row.tricks is None else str(row.tricks),
        "" if row.score is None else signed(row.score, language),
        str(row.east_west),
        points(row.points_ew, language),
    )


def _titled(words: str) -> str:
    return words[:1].upper() + words[1:]


# --- of an event -------------------------------------------------------------------------------------------


def travellers_of(state: State, wanted: Wanted, language: Language = "en") -> list[Traveller]:
    """The travellers of a session of an event, in the order of its boards. language: of the notes about rulings.

    Raises:
        ValueError: there is no such session, or nothing to show yet.
    """
    nth, _ = session_of(state, wanted)
    return [
        Traveller(
            board,
            traveller_rows(state, nth, board.number),
            wanted.empty,
            ruled_note(state, nth, board.number, language),
        )
        for board in boards_of(state, wanted)
    ]


def _travellers(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    return travellers(travellers_of(state, wanted, language), heading, language)


def traveller_rows(state: State, session: int, board: int) -> list[PairsRow]:
    """The lines of a board's traveller, of pairs or of both rooms of each match.

    Raises:
        ValueError: single players have played it.
    """
    rows = sorted(state.rows_of(session, board), key=lambda one: (one.at.round, one.at.table, one.at.room == "closed"))
    if any(len(one.seats) > len(("NS", "EW")) for one in rows):
        raise ValueError("a traveller is of pairs or teams: single players have the final table")
    if any("A" in one.seats for one in rows):
        return [_of_match(state, one) for one in rows]
    points = points_of(state, session, board)
    found = []
    for one in rows:
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


def _of_match(state: State, one: Written) -> PairsRow:
    """A line of a match: the first team sits North-South in the open room; each has its result on the board beside it."""
    north, east = ("A", "B") if one.at.room == "open" else ("B", "A")
    match = next(
        (
            each
            for each in matches(state)
            if (each.session, each.round, each.table) == (one.at.session, one.at.round, one.at.table)
        ),
        None,
    )
    won = {} if match is None else {"A": match.boards.get(one.at.board), "B": match.theirs.get(one.at.board)}
    reading = one.reading
    return PairsRow(
        one.seats[north],
        one.seats[east],
        reading.contract,
        "" if reading.declarer is None else reading.declarer.value,
        None,
        reading.tricks,
        int(reading.scores[north]),
        won.get(north),
        won.get(east),
        one.at.room,
    )


PAPER: Final = PaperPart({"protocols": _travellers})
