"""Files of dealing machines, in and out: hands alone, board after board, in `dlm`, `dup`, `bri` and `csv`.

No standard describes them. `bri` has 128 bytes a board: 39 cards of N, E and S as two digits each. 01 is the ace of
spades, 52 the two of clubs. `dup` has 156: the same cards, and the hands once more with signs for suits. Its first
board has a head with the first number and the count. `dlm` is text. Each board is 26 letters, with the owners of two
cards in each letter, and a checksum. `csv` has the sixteen holdings, the number, and the dealer with the vulnerability
(`N/-`). The first three know no dealer and no vulnerability but those of the board's number (B-DUP-3).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from operator import xor
from typing import Final, Literal, TypeAlias

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import BRIDGE, Layout
from kozyr.games.bridge import Vulnerability, board as table_of
from kozyr.notation.bridge.boards import SEATS, Board, Boards
from kozyr.notation.fault import Fault

Format: TypeAlias = Literal["dlm", "dup", "bri", "csv"]
FORMATS: Final[tuple[Format, ...]] = ("dlm", "dup", "bri", "csv")

_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_RANKS: Final = "AKQJT98765432"
_CARDS: Final = tuple(Card(suit.value + rank) for suit in _SUITS for rank in _RANKS)
_NUMBER: Final = {card: number for number, card in enumerate(_CARDS, 1)}
_SIGNS: Final = {Suit.SPADES: "\x06", Suit.HEARTS: "\x03", Suit.DIAMONDS: "\x04", Suit.CLUBS: "\x05"}
_PACK: Final = CardSet.of(BRIDGE.cards)
_DIGITS: Final = 78  # of three hands
_BRI: Final = 128  # bytes a board
_DUP: Final = 156
_MOST: Final = 99  # the most boards of a file, whose numbers have two digits
_EMPTY: Final = "aaaaaabffffffkkkkkklpppppp"  # a board of `dlm` that is not dealt
_VULNERABLE: Final[Mapping[str, Vulnerability]] = {"-": "none", "NS": "ns", "EW": "ew", "All": "both"}
_WORDS: Final = {vulnerable: word for word, vulnerable in _VULNERABLE.items()}


class _Wrong(ValueError):
    """A board cannot be read; the text says why."""


# --- in ----------------------------------------------------------------------------------------------------------


def parse(data: bytes, kind: Format) -> Boards:
    """The boards of a file. Never raises: a board that cannot be read is left out and told by its line, or its place."""
    faults: list[Fault] = []
    boards = tuple(_READERS[kind](data, faults))
    return Boards(boards, tuple(faults))


def _board(number: int, hands: Mapping[Seat, CardSet], line: int) -> Board:
    told, layout = table_of(number), Layout.of(hands.items())
    return Board(number=str(number), dealer=told.dealer, vulnerability=told.vulnerability, deal=layout, line=line)


def _four(three: Sequence[CardSet]) -> dict[Seat, CardSet]:
    """Four hands of three; the last one gets the remaining cards.

    Raises:
        _Wrong: a hand has not thirteen cards, or two hands have the same card.
    """
    seen = 0
    for seat, hand in zip(SEATS, three, strict=False):
        if len(hand) != 13 or seen & hand.bits:
            raise _Wrong(f"the hand of {seat.value} is not thirteen cards of its own")
        seen |= hand.bits
    return dict(zip(SEATS, (*three, CardSet(_PACK.bits & ~seen)), strict=True))


def _digits(data: bytes) -> dict[Seat, CardSet]:
    """The hands of 78 digits.

    Raises:
        _Wrong: they are none.
    """
    text = data[:_DIGITS].decode("latin-1")
    if len(text) < _DIGITS or not text.isascii() or not text.isdecimal():
        raise _Wrong("a board begins with 39 cards of two digits each")
    numbers = [int(text[at : at + 2]) for at in range(0, _DIGITS, 2)]
    wrong = next((number for number in numbers if not 1 <= number <= 52), None)
    if wrong is not None:
        raise _Wrong(f"{wrong:02d} is no card: 01 is the ace of spades, 52 the two of clubs")
    return _four([CardSet.of(_CARDS[number - 1] for number in numbers[at : at + 13]) for at in (0, 13, 26)])


def _of_bri(data: bytes, faults: list[Fault]) -> Iterator[Board]:
    yield from _records(data, _BRI, 1, faults)


def _of_dup(data: bytes, faults: list[Fault]) -> Iterator[Board]:
    head = re.fullmatch(rb"[YN][YN]([0-9 ]{2,3})[ 0-9]{0,4}[0-9 ]{2} ?", data[_DUP - 10 : _DUP])
    first = head[1].strip() if head is not None else b""
    if not first:
        faults.append(Fault(1, "the head of the first board does not say its number; it is read as 1"))
    yield from _records(data, _DUP, int(first or b"1"), faults)


def _records(data: bytes, size: int, first: int, faults: list[Fault]) -> Iterator[Board]:
    for place, at in enumerate(range(0, len(data), size)):
        record = data[at : at + size]
        if not record.strip(b" \0\r\n\x1a"):
            continue
        try:
            yield _board(first + place, _digits(record), place + 1)
        except _Wrong as error:
            faults.append(Fault(place + 1, f"board {first + place}: {error}"))


def _of_dlm(data: bytes, faults: list[Fault]) -> Iterator[Board]:
    fields: dict[str, tuple[str, int]] = {}
    for at, written in enumerate(data.decode("latin-1").splitlines(), 1):
        name, equals, value = written.strip().partition("=")
        if equals:
            fields.setdefault(name, (value, at))
    said = [fields.get(name, ("", 1))[0] for name in ("From board", "To board")]
    if not all(word.isdecimal() and len(word) < 4 for word in said):
        faults.append(Fault(1, "a dlm file says From board= and To board="))
        return
    for number in range(int(said[0]), int(said[1]) + 1):
        text, line = fields.get(f"Board {number:02d}", ("", 1))
        found = re.fullmatch(r"([a-p]{26})([0-9]{3})", text)
        if found is None:
            faults.append(Fault(line, f"board {number}: 26 letters a to p and a checksum of three digits are missing"))
            continue
        if _checksum(number, found[1]) != int(found[2]):
            faults.append(Fault(line, f"board {number}: the checksum {found[2]} does not fit, so a letter is wrong"))
            continue
        owners = [owner for letter in found[1] for owner in divmod(ord(letter) - ord("a"), 4)]
        hands = [
            CardSet.of(card for card, owner in zip(_CARDS, owners, strict=True) if owner == seat) for seat in range(3)
        ]
        try:
            yield _board(number, _four(hands), line)
        except _Wrong as error:
            faults.append(Fault(line, f"board {number}: {error}"))


def _checksum(number: int, letters: str) -> int:
    return reduce(xor, letters.encode(), number)


def _of_csv(data: bytes, faults: list[Fault]) -> Iterator[Board]:
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig", errors="replace"), newline=""))
    for line, row in enumerate(rows, 1):
        if not any(row):
            continue
        try:
            yield _of_row(row, line)
        except ValueError as error:
            faults.append(Fault(line, str(error)))


def _of_row(row: Sequence[str], line: int) -> Board:
    """A board of a row.

    Raises:
        ValueError: why it is none.
    """
    if len(row) < 18:
        raise _Wrong(f"a row has 18 columns (16 holdings, the number, dealer/vulnerability), not {len(row)}")
    holdings = [word.strip().upper().replace("10", "T").replace("-", "") for word in row[:16]]
    hands = {seat: CardSet.parse(".".join(holdings[4 * at : 4 * at + 4])) for at, seat in enumerate(SEATS)}
    if _four([hands[seat] for seat in SEATS[:3]]) != hands:
        raise _Wrong("the hand of W is not thirteen cards of its own")
    dealer, _, vulnerable = row[17].strip().partition("/")
    if dealer not in Seat.__members__ or vulnerable not in _VULNERABLE:
        raise _Wrong(f"{row[17][:20]!r} is not dealer/vulnerability, as N/-, E/NS, S/EW, W/All")
    number = row[16].strip()
    return Board(
        number=number,
        dealer=Seat(dealer),
        vulnerability=_VULNERABLE[vulnerable],
        deal=Layout.of(hands.items()),
        line=line,
    )


_READERS: Final[Mapping[Format, Callable[[bytes, list[Fault]], Iterator[Board]]]] = {
    "dlm": _of_dlm,
    "dup": _of_dup,
    "bri": _of_bri,
    "csv": _of_csv,
}


# --- out ---------------------------------------------------------------------------------------------------------


def format(boards: Sequence[Board], kind: Format) -> bytes:  # noqa: A001 - the pair parse and format
    """The bytes of a file.

    Raises:
        ValueError: a hand is hidden; or the format cannot number the boards so, or says another dealer for that number.
    """
    hands = [_hands(board) for board in boards]
    if kind == "csv":
        return _csv(boards, hands)
    numbers = [int(board.number) if board.number.isdecimal() and len(board.number) < 4 else 0 for board in boards]
    first = numbers[0]
    if numbers != list(range(first, first + len(boards))) or first < 1 or (kind == "bri" and first != 1):
        where = "from 1 on, without a gap" if kind == "bri" else "without a gap"
        raise ValueError(f"{kind} numbers its boards {where}")
    if kind != "bri" and numbers[-1] > _MOST:
        raise ValueError(f"{kind} numbers its boards to {_MOST}")
    for board, number in zip(boards, numbers, strict=True):
        due = table_of(number)
        if board.dealer not in {None, due.dealer} or board.vulnerability not in {None, due.vulnerability}:
            raise ValueError(
                f"{board.name}: in {kind} its dealer is {due.dealer.value}, and vulnerable are {due.vulnerability}"
            )
    if kind == "dlm":
        return _dlm(first, hands)
    if kind == "bri":
        return b"".join(f"{_three(some)}{' ' * 32}{chr(0) * 18}".encode("latin-1") for some in hands)
    heads = [f"YN{first:<2} 0 {len(boards):02d} ", *[chr(0) * 10] * (len(boards) - 1)]
    return b"".join(
        f"{_three(some)}{_signed(some)}{head}".encode("latin-1") for some, head in zip(hands, heads, strict=True)
    )


def _hands(board: Board) -> tuple[CardSet, ...]:
    found = () if board.deal is None else tuple(hand for hand in board.deal.hands if hand is not None)
    if len(found) < 4 or any(len(hand) != 13 for hand in found):
        raise ValueError(f"{board.name}: a dealing machine needs all four hands of thirteen cards")
    return found


def _three(hands: Sequence[CardSet]) -> str:
    return "".join(f"{number:02d}" for hand in hands[:3] for number in sorted(_NUMBER[card] for card in hand))


def _holding(hand: CardSet, suit: Suit) -> str:
    """The cards of a suit, the highest first."""
    return "".join(rank for rank in _RANKS if Card(suit.value + rank) in hand)


def _signed(hands: Sequence[CardSet]) -> str:
    return "".join(_SIGNS[suit] + _holding(hand, suit) for hand in hands for suit in _SUITS)


def _dlm(first: int, hands: Sequence[Sequence[CardSet]]) -> bytes:
    last = first + len(hands) - 1
    lines = ["[Document]", "Headline=Kozyr", "Status=Show", "Duplicates=1", f"From board={first}", f"To board={last}"]
    lines += ["Next board to duplimate=0", "PrintOuts=0", "Crypto key=0", f"Checksum={len(hands) ^ 1}"]
    for number in range(1, _MOST + 1):
        letters = _letters(hands[number - first]) if first <= number <= last else _EMPTY
        lines += [f"Duplicates {number:02d}=0", f"Board {number:02d}={letters}{_checksum(number, letters):03d}"]
    return "".join(f"{line}\r\n" for line in lines).encode()


def _letters(hands: Sequence[CardSet]) -> str:
    owners = [next(at for at, hand in enumerate(hands) if card in hand) for card in _CARDS]
    return "".join(chr(ord("a") + 4 * one + two) for one, two in zip(owners[::2], owners[1::2], strict=True))


def _csv(boards: Sequence[Board], hands: Sequence[Sequence[CardSet]]) -> bytes:
    told = io.StringIO(newline="")
    rows = csv.writer(told, quoting=csv.QUOTE_ALL)
    for board, some in zip(boards, hands, strict=True):
        if board.dealer is None or board.vulnerability is None:
            raise ValueError(f"{board.name}: csv needs the dealer and the vulnerability")
        holdings = [_holding(hand, suit) for hand in some for suit in _SUITS]
        rows.writerow([*holdings, board.number, f"{board.dealer.value}/{_WORDS[board.vulnerability]}"])
    return told.getvalue().encode()


def says_more(board: Board) -> bool:
    """Whether a board says more than number, dealer, vulnerability and hands, which is all that these formats keep."""
    bare = Board(board.number, board.dealer, board.vulnerability, board.deal, line=board.line)
    return bare != board
