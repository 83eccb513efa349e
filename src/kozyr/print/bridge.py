"""Paper of bridge: travellers of boards, filled in or empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kozyr.print.hands import draw_board
from kozyr.print.paper import MARGIN, Column
from kozyr.print.part import PaperPart, Wanted, boards_of, ruled_note, session_of
from kozyr.print.protocols import ROW, pages, points, signed
from kozyr.print.sheet import TOP, Heading, Sheet
from kozyr.print.words import card, contract, say
from kozyr.tournaments.boards import BoardRecord
from kozyr.tournaments.director import State
from kozyr.tournaments.director.final import points_of
from kozyr.tournaments.games.bridge.traveller import PairsRow
from kozyr.words import Language


class Traveller(NamedTuple):
    """A sheet in the box of a bridge board: its rows so far, and a number of empty ones."""

    board: BoardRecord
    rows: Sequence[PairsRow] = ()
    empty: int = 0
    ruled: str = ""
    """The rulings on the board."""


def travellers(some: Sequence[Traveller], heading: Heading, language: Language) -> bytes:
    """A page for each board of bridge: its cards, and the columns of B-PAIR-2."""
    sheet = Sheet(heading, say(language, "traveller"), language)
    names = ("points_ns", "pair_ns", "contract", "declarer", "lead", "tricks", "score", "pair_ew", "points_ew")
    wide = (19.0, 17.0, 25.0, 19.0, 20.0, 16.0, 27.0, 17.0, 20.0)
    columns = [
        Column(_titled(say(language, name)), room, bold=name.startswith("points"))
        for name, room in zip(names, wide, strict=True)
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
        str(row.north_south),
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


def _travellers(state: State, wanted: Wanted, heading: Heading, language: Language) -> bytes:
    nth, _ = session_of(state, wanted)
    found = [
        Traveller(board, _rows(state, nth, board.number), wanted.empty, ruled_note(state, nth, board.number, language))
        for board in boards_of(state, wanted)
    ]
    return travellers(found, heading, language)


def _rows(state: State, session: int, board: int) -> list[PairsRow]:
    points = points_of(state, session, board)
    found = []
    for one in sorted(state.rows_of(session, board), key=lambda one: one.at):
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


PAPER: Final = PaperPart({"protocols": _travellers})
