"""The part of each game on paper, `kozyr.print.<game>` with its `PAPER`, found by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.games import part
from kozyr.print.sheet import Heading
from kozyr.print.words import decimals, say
from kozyr.tournaments.boards import BoardRecord, Dealt
from kozyr.tournaments.director import State
from kozyr.tournaments.director.effects import ruled_scores
from kozyr.tournaments.director.state import Session
from kozyr.tournaments.part import dealing
from kozyr.words import Language

Sheet: TypeAlias = Literal[
    "protocols", "hands", "table-cards", "player-cards", "signs", "values", "results", "announcement", "appeal"
]


class Wanted(NamedTuple):
    """The wishes for a sheet."""

    session: int = 0
    """The number of the session; 0: the last one."""
    place: str = ""
    date: str = ""
    boards: Sequence[BoardRecord] = ()
    """The boards with known cards."""
    empty: int = 0
    """The number of additional empty lines in a protocol."""
    link: str = ""
    """The link on the sign of a table; {table} is its number."""
    at: int | None = None
    """Players at a table, of values."""
    appeal: int | None = None
    """The entry of a filed appeal."""


# A sheet of an event: ValueError, if there is nothing to print yet, or no such session, board or appeal.
Draw: TypeAlias = Callable[[State, Wanted, Heading, Language], bytes]


class PaperPart(msgspec.Struct, frozen=True):
    """What a game alone can print of an event."""

    sheets: Mapping[Sheet, Draw]
    """The game's own sheets, by name."""


def paper_part(game: str) -> PaperPart:
    """What this game alone can print; nothing, if the game has no module `print/<game>.py`."""
    module = part("print", game)
    if module is None:
        return PaperPart({})
    found: PaperPart = module.PAPER
    return found


def session_of(state: State, wanted: Wanted) -> tuple[int, Session]:
    """The session of a sheet, with its number from 1.

    Raises:
        ValueError: there is no such session.
    """
    number = wanted.session or len(state.sessions)
    if not 1 <= number <= len(state.sessions):
        seated = f"the event has {len(state.sessions)}" if state.sessions else "nobody is seated yet"
        raise ValueError(f"there is no session {number}: {seated}" if number else seated)
    return number, state.sessions[number - 1]


def ruled_note(state: State, session: int, board: int, language: Language) -> str:
    """The rulings on a board, for the foot of its sheet: each entrant's number with the score."""
    told = ruled_scores(state, session, board)
    some = "; ".join(f"{who}: {decimals(language, given)}" for who, given in sorted(told.items()))
    return say(language, "by_ruling", some) if some else ""


def boards_of(state: State, wanted: Wanted) -> list[BoardRecord]:
    """The boards of a session that have a line or known cards; of unknown cards the hands are empty.

    Raises:
        ValueError: there is no such session, or no board.
    """
    nth, session = session_of(state, wanted)
    told = {one.number: one for one in wanted.boards}
    sizes = {
        board: len("".join(one.seats))
        for turn in session.movement.rounds
        for one in turn.tables
        for board in one.boards
    }
    numbers = sorted({at.board for at in state.rows if at.session == nth} | told.keys())
    if not numbers:
        raise ValueError("no table has a line yet, and no board has its cards")
    return [told.get(number) or _unknown(state, number, sizes.get(number, 4)) for number in numbers]


def _unknown(state: State, number: int, players: int) -> BoardRecord:
    """A board with unknown cards: an empty hand for each seat that holds cards."""
    own, mark = dealing(state.event.game), state.boards.mark(number, players)
    holders = own.holders(players, mark)
    layout = Layout.parse("N:" + " ".join("..." if seat in holders else "-" for seat in Seat))
    return own.recorded(Dealt(number, mark, layout))
