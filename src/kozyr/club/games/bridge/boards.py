"""Boards of bridge from a file in PBN or LIN, to be played at a table.

Nothing of a board but its number, dealer and vulnerability leaves the club before it is dealt.
"""

from __future__ import annotations

import re
import secrets
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Final

from kozyr.cards import Seat
from kozyr.club.files import Deals, DealsFile, FoundDeals, LeftOut, WhyLeftOut, file_name
from kozyr.games.bridge import board as table_of
from kozyr.notation.bridge import lin, pbn
from kozyr.notation.bridge.boards import Board
from kozyr.notation.fault import Fault
from kozyr.tournaments.games.bridge.boards import agreed

_MOST: Final = 64  # the most boards of one file
_TOLD: Final = 40  # boards that were left out, by name; the rest is a number
_HAND: Final = 13
_REASONS: Final[Mapping[WhyLeftOut, str]] = {
    "hidden": "the hand of {detail} is not told",
    "short": "the hand of {detail} has not {hand} cards",
    "no_deal": "there are no cards",
    "no_dealer": "there is no dealer, and no number to know him by",
    "no_vulnerability": "it does not say who is vulnerable, and has no number to know it by",
    "again": "its cards stand there twice; they are played once",
    "too_many": "a table takes {most} boards",
    "unread": "{detail}",
}
_LIN: Final = re.compile(r"\bmd(\||%7c)", re.IGNORECASE)


def look(file: DealsFile) -> FoundDeals:
    """The contents of a file, even if there are no deals.

    A long file takes seconds, so this does not belong on an event loop.
    """
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
    deals = Deals(secrets.token_hex(8), file_name(file.name), tuple(cards), tuple(boards))
    fault = "" if cards else _fault(left[0]) if left else "there is no board in it"
    return FoundDeals(deals, tuple(left[:_TOLD]), max(0, len(left) - _TOLD), options(deals), fault)


def _fault(left: LeftOut) -> str:
    reason = _REASONS[left.why].format(detail=left.detail, hand=_HAND, most=_MOST)
    return f"line {left.line}, board {left.board}: {reason}" if left.board else f"line {left.line}: {reason}"


def options(deals: Deals) -> dict[str, object]:
    """The conventions that a file brings with it: how many boards, and which, if they are not just some in a row (B-DUP-3)."""
    return dict(agreed(deals.boards))


def _why_not(board: Board, faults: Iterable[Fault]) -> LeftOut | None:
    """Why a board cannot be played. faults: the parser's faults of it."""
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


def _of_deal(board: Board, why: WhyLeftOut, fault: Fault | None) -> LeftOut:
    if fault is None:
        return LeftOut(board.line, board.number, why)
    return LeftOut(fault.line, board.number, "unread", fault.reason)


def _number(board: Board) -> int | None:
    """The number of a board as the conventions can have it."""
    told = board.number
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 and 0 < int(told) < 10_000 else None


def _told(board: Board, nth: int) -> str:
    """Number, dealer and vulnerability; gaps in the file are filled by the table of sixteen boards."""
    number = _number(board)
    usual = table_of(number or nth)
    dealer, vulnerability = board.dealer or usual.dealer, board.vulnerability or usual.vulnerability
    return f"{number or nth}:{dealer.value}:{vulnerability}"
