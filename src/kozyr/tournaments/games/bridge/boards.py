"""Boards of bridge: dealer and vulnerability by their numbers (B-DUP-3), how conventions and files name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from kozyr.cards import Seat
from kozyr.games.bridge import Vulnerability, board as board_of
from kozyr.games.refusal import Refused
from kozyr.notation.bridge import pbn
from kozyr.notation.bridge.boards import Board
from kozyr.tournaments.boards import Dealt

FILES: Final[Mapping[int, str]] = {4: "boards.pbn"}
_SEATS: Final = tuple(Seat)


def mark(number: int, _players: int) -> Seat:
    """The dealer of a board."""
    return board_of(number).dealer


def vulnerable(number: int, told: str) -> Vulnerability:
    """The vulnerable sides of a board: as its file tells them, else by its number (B-DUP-3)."""
    return next((one for one in get_args(Vulnerability) if one == told), board_of(number).vulnerability)


def holders(_players: int, _marked: Seat) -> tuple[Seat, ...]:
    """All four."""
    return _SEATS


def said(number: int, _marked: Seat) -> str:
    """A board as `boards` of the conventions names it."""
    due = board_of(number)
    return f"{number}:{due.dealer.value}:{due.vulnerability}"


def agreed(some: Sequence[str]) -> Mapping[str, object]:
    """The options by which a table plays just these boards: how many, and which, if they are not just some in a row."""
    if not some:
        return {}
    first = int(some[0].partition(":")[0])
    row = tuple(said(first + at, _SEATS[0]) for at in range(len(some)))
    if row == tuple(some):
        return {"deals": len(row), "first_board": first, "boards": ()}
    return {"deals": len(row), "first_board": 1, "boards": tuple(some)}


def parse(data: bytes) -> tuple[int, tuple[Dealt, ...]]:
    """Four at a table, and the boards of a PBN file with a number and cards; of two with one number the last.

    Raises:
        ValueError: it has a fault: its line, a colon and the fault.
    """
    found = pbn.parse(pbn.decode(data))
    if found.faults:
        raise Refused("file_fault", line=found.faults[0].line, text=found.faults[0].reason)
    some = {
        int(one.number): Dealt(
            int(one.number), one.dealer or board_of(int(one.number)).dealer, one.deal, one.vulnerability or ""
        )
        for one in found.boards
        if one.deal is not None and one.number.isdecimal()
    }
    return 4, tuple(some.values())


def write(event: str, _players: int, some: Sequence[Dealt]) -> bytes:
    """The boards as a PBN file."""
    told = [
        Board(
            number=str(one.number),
            dealer=one.mark,
            vulnerability=vulnerable(one.number, one.vulnerability),
            deal=one.layout,
            tags={"Event": event},
        )
        for one in some
    ]
    return pbn.encode(pbn.format(told))
