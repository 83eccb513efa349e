"""Boards of preferans: their hands, and their names in conventions and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from kozyr.cards import Seat
from kozyr.games import AnyMatch
from kozyr.games.preferans import Boards
from kozyr.games.refusal import Refused
from kozyr.notation import preferans_boards
from kozyr.notation.preferans_boards import DealtBoard, Players
from kozyr.tournaments import boards
from kozyr.tournaments.boards import BoardRecord, Dealt

FILES: Final[Mapping[int, str]] = {4: "boards.txt", 3: "boards-three.txt"}


def _at(players: int) -> Players:
    return 3 if players == 3 else 4


def mark(number: int, players: int) -> Seat:
    """The seat of a board that has the word dealer: N for the first, then clockwise (PT-I.1, PT-I.4)."""
    return boards.mark(number, _at(players))


def holders(players: int, marked: Seat) -> tuple[Seat, ...]:
    """The seats with ten cards (PT-I.3.2)."""
    return preferans_boards.holders(_at(players), marked)


def said(number: int, marked: Seat) -> str:
    """A board as `boards` of the conventions names it."""
    return f"{number}:{marked.value}"


def agreed(some: Sequence[str]) -> Mapping[str, object]:
    """The options by which a table plays just these boards."""
    return {"length_mode": "boards", "length_deals": len(some), "boards": tuple(some)}


def parse(data: bytes) -> tuple[int, tuple[Dealt, ...]]:
    """The number of players at a table of a file, and its boards.

    Raises:
        ValueError: it has a fault: its line, a colon and the fault.
    """
    read = preferans_boards.parse(data.decode("utf-8", "replace"))
    if read.faults:
        raise Refused("file_fault", line=read.faults[0].line, text=read.faults[0].reason)
    return read.players, tuple(Dealt(*one) for one in read.boards)


def write(event: str, players: int, some: Sequence[Dealt]) -> bytes:
    """The boards as a file.

    Raises:
        ValueError: an impossible board.
    """
    tags = [("Event", event)] if event else []
    return preferans_boards.write(
        _at(players), [DealtBoard(one.number, one.mark, one.layout) for one in some], tags
    ).encode()


def recorded(board: Dealt) -> BoardRecord:
    """A board as a hand record has it."""
    return BoardRecord(board.number, board.mark, board.layout)


def won(match: AnyMatch) -> tuple[Fraction, ...]:
    """The whists of each deal of a match of boards for place 0."""
    return tuple(values[0] for values in match.values) if isinstance(match, Boards) else ()
