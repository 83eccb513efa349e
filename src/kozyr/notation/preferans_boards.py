"""Files of preferans boards: number, marked seat, hands and talon, a board a line; docs/boards.md has the grammar.

A file is read strictly, and the good boards of a bad file are kept: every fault names its line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from kozyr.cards import Seat
from kozyr.deals import PREFERANS, Layout, miscount
from kozyr.notation.fault import Fault

Players: TypeAlias = Literal[3, 4]

_TAG: Final = re.compile(r'\[(\w[\w.]*) "((?:[^"\\]|\\.)*)"\]')
_LINE: Final = re.compile(r"([1-9][0-9]{0,3}) +([NESW]) +(\S.*)")
_GAME: Final = "preferans boards"


class DealtBoard(NamedTuple):
    """A board as its box has it."""

    number: int
    mark: Seat
    """The seat with the word dealer: the talon's pocket at four, the first hand at three (PT-I.1, PT-I.4, C-TOUR-2)."""
    layout: Layout
    """The hands, and the talon with its upper card first (PT-I.2c)."""


class BoardsFile(NamedTuple):
    """The contents of a file: the number of players at a table, its free tags, its boards, and its faults."""

    players: Players
    boards: tuple[DealtBoard, ...]
    tags: tuple[tuple[str, str], ...] = ()
    faults: tuple[Fault, ...] = ()


def holders(players: Players, mark: Seat) -> tuple[Seat, ...]:
    """The seats with ten cards: all but the marked dealer at four; N, E and S at three, where W is the talon's pocket (PT-I.3.2)."""
    if players == 3:
        return Seat.N, Seat.E, Seat.S
    seats = tuple(Seat)
    return tuple(seats[(mark.position + step) % 4] for step in (1, 2, 3))


def board_fault(players: Players, board: DealtBoard) -> str | None:
    """The fault of a board; None: it has none."""
    if players == 3 and board.mark is Seat.W:
        return "W has the talon at three, and is never the first hand (PT-I.3.2)"
    if wrong := miscount(PREFERANS, board.layout, holders(players, board.mark)):
        return wrong
    hands = (board.layout.hand(seat) for seat in holders(players, board.mark))
    cards = [*board.layout.rest, *(card for hand in hands if hand is not None for card in hand)]
    if Counter(cards) != Counter(PREFERANS.cards):
        return "not every card of the pack is there once"
    return None


def parse(text: str) -> BoardsFile:
    """The boards of a text."""
    players: Players = 4
    boards: dict[int, DealtBoard] = {}
    tags: list[tuple[str, str]] = []
    faults: list[Fault] = []
    game = ""
    for at, raw in enumerate(text.splitlines(), 1):
        line = raw.partition(";")[0].strip()
        if not line:
            continue
        if tag := _TAG.fullmatch(line):
            name, value = tag[1], re.sub(r"\\(.)", r"\1", tag[2])
            if name == "Game":
                game = value
            elif name == "Players" and not boards and value in {"3", "4"}:
                players = 3 if value == "3" else 4
            elif name == "Players":
                faults.append(Fault(at, f"{value[:20]!r} at a table: 3 or 4, said before the first board"))
            else:
                tags.append((name, value))
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            faults.append(Fault(at, "no board: written 5 N and the deal, N:- hand hand hand + S8 DJ"))
            continue
        try:
            board = DealtBoard(int(found[1]), Seat(found[2]), Layout.parse(found[3]))
        except ValueError as error:
            faults.append(Fault(at, f"board {found[1]}: {error}"))
            continue
        wrong = "it stands there twice" if board.number in boards else board_fault(players, board)
        if wrong:
            faults.append(Fault(at, f"board {board.number}: {wrong}"))
        else:
            boards[board.number] = board
    if game != _GAME:
        faults.insert(0, Fault(1, f'no file of preferans boards: it begins with [Game "{_GAME}"]'))
    return BoardsFile(players, tuple(boards.values()), tuple(tags), tuple(faults))


def write(players: Players, boards: Iterable[DealtBoard], tags: Iterable[tuple[str, str]] = ()) -> str:
    """The text of some boards; `parse` reads it back.

    Raises:
        ValueError: an impossible board.
    """
    lines = [f'[Game "{_GAME}"]', f'[Players "{players}"]']
    for name, value in tags:
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    lines.append("")
    for board in boards:
        if wrong := board_fault(players, board):
            raise ValueError(f"board {board.number}: {wrong}")
        lines.append(f"{board.number} {board.mark.value} {board.layout}")
    return "\n".join(lines) + "\n"
