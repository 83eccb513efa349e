"""LIN, the files of Bridge Base Online, out: a session with its head, each board with its room, as vugraph files have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kozyr.cards import Seat, Suit, takes
from kozyr.games.bridge import Contract, Vulnerability
from kozyr.games.bridge.words import Bid, Double, Pass, Redouble, parse as parse_call
from kozyr.notation.bridge.boards import Board, Call

ORDER: Final = (Seat.S, Seat.W, Seat.N, Seat.E)  # of players, of hands, of the dealer's number
HEAD: Final = ("Event", "Round", "Scoring", "HomeTeam", "VisitTeam")  # the tags that the head of a file says

_VULNERABLE: Final[Mapping[Vulnerability | None, str]] = {"none": "o", "ns": "n", "ew": "e", "both": "b", None: ""}
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


@takes("boards are written, as lin.parse(text).boards", Board, each=True)
def format(boards: Sequence[Board]) -> str:  # noqa: A001 - the pair parse and format
    """The text of a file.

    Raises:
        ValueError: a board has no dealer, from whom LIN counts its calls.
    """
    lines = [_field("vg", _title(boards)), _field("rs", ",".join(_results(boards)))] if boards else []
    return "".join(f"{line}\n" for line in (*lines, *map(_board, boards)))


def _field(key: str, value: str) -> str:
    """A key and its value; a bar in the value becomes a slash."""
    return f"{key}|{' '.join(value.replace('|', '/').split())}|"


def _title(boards: Sequence[Board]) -> str:
    """The head for all boards: title, segment, scoring, the first and the last board, teams."""
    tags = boards[0].tags
    event, segment, scoring, home, visit = (tags.get(name, "").replace(",", ";") for name in HEAD)
    numbers = [int(board.number) for board in boards if board.number.isdecimal() and len(board.number) < 10]
    first, last = (str(min(numbers)), str(max(numbers))) if numbers else ("", "")
    return f"{event},{segment},{scoring},{first},{last},{home},,{visit},"


def _results(boards: Sequence[Board]) -> Iterator[str]:
    """The results of the open and the closed room in turn, board by board; empty where a room has none."""
    told = {(board.number, _room(board) == "c"): _result(board) for board in boards if board.number.isdecimal()}
    numbers = [int(number) for number, _ in told if len(number) < 10]
    for number in range(min(numbers, default=0), max(numbers, default=-1) + 1):
        yield from (told.get((str(number), closed), "") for closed in (False, True))


def _result(board: Board) -> str:
    if board.contract == "pass":
        return "PASS"
    if board.declarer is None or board.tricks is None or not board.contract[:1].isdecimal():
        return ""
    contract = Contract.parse(board.contract)
    over = board.tricks - contract.need
    return f"{board.contract.replace('NT', 'N')}{board.declarer.value}{f'{over:+d}' if over else '='}"


def _room(board: Board) -> str:
    return "c" if board.tags.get("Room", "").lower().startswith("closed") else "o"


def _board(board: Board) -> str:
    """A board on a line of its own."""
    if board.dealer is None:
        raise ValueError(f"{board.name}: LIN needs the dealer")
    fields = []
    if board.number.isdecimal() and len(board.number) <= 4:
        fields.append(_field("qx", f"{_room(board)}{board.number}"))
    if board.players:
        fields.append(_field("pn", ",".join(board.players.get(seat, "").replace(",", ";") for seat in ORDER)))
    fields += [_field("st", ""), _field("md", _deal(board))]
    fields += [_field("ah", f"Board {board.number}")] if board.number else []
    fields.append(_field("sv", _VULNERABLE[board.vulnerability]))
    fields += [_field("nt", comment) for comment in board.comments]
    for call in board.calls:
        fields += _call(board, call)
    fields.append(_field("pg", ""))
    fields += [_field("pc", played.card.text) for played in board.play]
    if board.tricks is not None and len(board.play) < 52 and board.contract != "pass" and board.calls:
        fields.append(_field("mc", str(board.tricks)))
    return "".join(fields)


def _deal(board: Board) -> str:
    """The dealer's number and the four hands; an unknown hand is empty."""
    assert board.dealer is not None
    hands = ["" if board.deal is None else _hand(board, seat) for seat in ORDER]
    return f"{ORDER.index(board.dealer) + 1}{','.join(hands)}"


def _hand(board: Board, seat: Seat) -> str:
    hand = None if board.deal is None else board.deal.hand(seat)
    if hand is None:
        return ""
    ranks = {suit: [card.text[1] for card in hand if card.suit is suit] for suit in _SUITS}
    return "".join(f"{suit.value}{''.join(sorted(ranks[suit], key='23456789TJQKA'.index))}" for suit in _SUITS)


def _call(board: Board, call: Call) -> Iterator[str]:
    """A call with its alert and its meaning."""
    if call.call is None:
        raise ValueError(f"{board.name}: LIN cannot say that a player was skipped")
    event = parse_call(call.call)
    match event:
        case Pass():
            word = "p"
        case Double():
            word = "d"
        case Redouble():
            word = "r"
        case Bid():
            word = call.call.replace("NT", "N")
        case _:
            raise ValueError(f"{board.name}: {call.call} is no call of an auction")
    yield _field("mb", f"{word}!" if call.alert else word)
    if call.note:
        yield _field("an", call.note)
