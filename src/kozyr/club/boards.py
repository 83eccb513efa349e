"""Deals of bridge from a file: somebody brings PBN or LIN, and its boards are played instead of the club's own deals.

Who brings a file may know its cards, so the table card says that the deals come from one, and under which name. Nothing
of a board but its number, dealer and vulnerability leaves the club before it is dealt.
"""

from __future__ import annotations

import re
import secrets
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.games.bridge import board as table_of
from kozyr.notation import lin, pbn
from kozyr.notation.boards import Board, Fault

__all__ = ["Deals", "DealsFile", "Found", "LeftOut", "Why", "look", "options", "read", "without"]

_MOST: Final = 64  # boards of one file
_TOLD: Final = 40  # boards that were left out, by name; the rest is a number
_HAND: Final = 13
_LIN: Final = re.compile(r"\bmd(\||%7c)", re.IGNORECASE)

# hidden, short: a hand of the deal; unread: what the parser says; again: the same cards stood there before.
Why: TypeAlias = Literal["hidden", "short", "no_deal", "no_dealer", "no_vulnerability", "again", "too_many", "unread"]
_REASONS: Final[Mapping[Why, str]] = {
    "hidden": "the hand of {detail} is not told",
    "short": "the hand of {detail} has not {hand} cards",
    "no_deal": "there are no cards",
    "no_dealer": "there is no dealer, and no number to know him by",
    "no_vulnerability": "it does not say who is vulnerable, and has no number to know it by",
    "again": "its cards stand there twice; they are played once",
    "too_many": "a table takes {most} boards",
    "unread": "{detail}",
}


class DealsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it is sent: what it is called (nothing: it was pasted), and what stands in it."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=256_000)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Deals(msgspec.Struct, frozen=True):
    """The boards that a table plays, in order.

    id: drawn when they were brought, so that a card with another file has another hash, and the hash tells no card. name:
    of the file. cards: each deal as text. boards: number, dealer and vulnerability of each, as the conventions have it.
    """

    id: str
    name: str
    cards: tuple[str, ...]
    boards: tuple[str, ...]


class LeftOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board that cannot be played, and why. board: its number in the file. detail: a seat, or the parser's words."""

    line: int
    board: str
    why: Why
    detail: str = ""

    def __str__(self) -> str:
        reason = _REASONS[self.why].format(detail=self.detail, hand=_HAND, most=_MOST)
        return f"line {self.line}, board {self.board}: {reason}" if self.board else f"line {self.line}: {reason}"


class Found(msgspec.Struct, frozen=True):
    """What a file has: the deals, and the boards that were left out of them; more: how many besides those named."""

    deals: Deals
    left_out: tuple[LeftOut, ...]
    more: int = 0


def read(file: DealsFile) -> Found:
    """The boards of a file, to be played. One that is bad is left out, and the others stay.

    Raises:
        ValueError: not one can be played; the message says why the first cannot.
    """
    found = look(file)
    if not found.deals.cards:
        reason = str(found.left_out[0]) if found.left_out else "there is no board in it"
        raise ValueError(f"{found.deals.name or 'the file'}: {reason}")
    return found


def look(file: DealsFile) -> Found:
    """What a file has, even if it is nothing. Up to seconds for the longest: it does not belong on an event loop."""
    parsed = lin.parse(file.text) if _LIN.search(file.text) and "[Deal" not in file.text else pbn.parse(file.text)
    cards: list[str] = []
    boards: list[str] = []
    left: list[LeftOut] = []
    lines = [fault.line for fault in parsed.faults]  # in order
    ends = (*(board.line for board in parsed.boards[1:]), None)
    for board, end in zip(parsed.boards, ends, strict=False):
        faults = parsed.faults[bisect_left(lines, board.line) : len(lines) if end is None else bisect_left(lines, end)]
        why = _why_not(board, faults)
        if why is None and str(board.deal) in cards:
            why = LeftOut(board.line, board.number, "again")
        if why is None and len(cards) == _MOST:
            why = LeftOut(board.line, board.number, "too_many")
        if why is not None:
            left.append(why)
            continue
        cards.append(str(board.deal))
        boards.append(_told(board, len(cards)))
    if not parsed.boards:
        left = [LeftOut(fault.line, "", "unread", fault.reason) for fault in parsed.faults]
    deals = Deals(secrets.token_hex(8), _named(file.name), tuple(cards), tuple(boards))
    return Found(deals, tuple(left[:_TOLD]), max(0, len(left) - _TOLD))


def options(deals: Deals) -> dict[str, object]:
    """The conventions that a file brings with it: how many boards, and which, if they are not just some in a row (B-DUP-3)."""
    if not deals.boards:
        return {}
    first = int(deals.boards[0].partition(":")[0])
    row = tuple(_by_number(first + at) for at in range(len(deals.boards)))
    if row == deals.boards:
        return {"deals": len(row), "first_board": first, "boards": ()}
    return {"deals": len(row), "first_board": 1, "boards": deals.boards}


def without(conventions: Any) -> Any:
    """The conventions of a session whose deals came from a file, for as many deals of the club's own."""
    return msgspec.structs.replace(conventions, first_board=1, boards=())


def _named(name: str) -> str:
    """What a file is called, without where it lay."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in re.split(r"[\\/]", name)[-1]).split())
    return plain[:64]


def _why_not(board: Board, faults: Iterable[Fault]) -> LeftOut | None:
    """Why a board cannot be played; faults: what the parser says of it."""
    fault = next(iter(faults), None)
    number = _number(board)
    if board.deal is None:
        why = _of_deal(board, "no_deal", fault)
    elif wrong := next((seat for seat in Seat if board.deal.hand(seat) is None), None):
        return LeftOut(board.line, board.number, "hidden", wrong.value)
    elif short := next((seat for seat in Seat if len(board.deal.hand(seat) or ()) != _HAND), None):
        return LeftOut(board.line, board.number, "short", short.value)
    elif board.dealer is None and (fault is not None or number is None):
        why = _of_deal(board, "no_dealer", fault)
    elif board.vulnerability is None and (fault is not None or number is None):
        why = _of_deal(board, "no_vulnerability", fault)
    else:
        return None
    return why


def _of_deal(board: Board, why: Why, fault: Fault | None) -> LeftOut:
    if fault is None:
        return LeftOut(board.line, board.number, why)
    return LeftOut(fault.line, board.number, "unread", fault.reason)


def _number(board: Board) -> int | None:
    """The number of a board as the conventions can have it."""
    told = board.number
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 and 0 < int(told) < 10_000 else None


def _told(board: Board, nth: int) -> str:
    """Number, dealer and vulnerability; what the file leaves out is as the table of sixteen has it."""
    number = _number(board)
    usual = table_of(number or nth)
    dealer, vulnerability = board.dealer or usual.dealer, board.vulnerability or usual.vulnerability
    return f"{number or nth}:{dealer.value}:{vulnerability}"


def _by_number(number: int) -> str:
    usual = table_of(number)
    return f"{number}:{usual.dealer.value}:{usual.vulnerability}"
