"""Deberts with both hands seen, through the native core: the points to come for both sides, for every card."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Final, Self

import msgspec

from kozyr import _native
from kozyr.cards import Card, CardSet, Seat, Suit, takes
from kozyr.deals import DEBERTS, Layout
from kozyr.games.deberts import State
from kozyr.solver import text
from kozyr.solver.cost import Row, valued
from kozyr.solver.integers import card_of, mask_of, number_of
from kozyr.solver.requests import Answer, Progress, Request

SEATS: Final = (Seat.N, Seat.S)
_PACK: Final = CardSet.of(DEBERTS.cards)
chances_by: Final[tuple[str, ...]] = ()  # see `kozyr.solver.requests.Solver`


class Position(msgspec.Struct, frozen=True):
    """A moment of the play: both hands without the leader's card, which is `table` once it is led.

    >>> Position.parse("N:A..K. T..Q.", trump=Suit.SPADES, leader=Seat.N)
    Position(hands=(CardSet.parse('A..K.'), CardSet.parse('T..Q.')), trump=Suit.SPADES, leader=Seat.N, table=None)
    >>> solve(Position.parse("N:A..K. T..Q.", trump=Suit.SPADES, leader=Seat.N)).points[Seat.N]
    38
    """

    hands: tuple[CardSet, CardSet]  # N, S
    trump: Suit
    leader: Seat
    table: Card | None = None

    @classmethod
    def parse(cls, deal: str, *, trump: Suit, leader: Seat, table: Card | None = None) -> Self:
        """A position from a deal's text, ``N:hand hand`` with S's hand second; a hand may be written ``six/three``.

        Cards after a plus (the card turned up, the stock) are not played, and are only checked for a card given
        twice.

        Raises:
            ValueError: where and why the text is no deal of two hands.
        """
        match Layout.parse(deal).hands:
            case (
                (CardSet() as north, None, CardSet() as south, None)
                | (CardSet() as north, CardSet() as south, None, None)
                | (None, None, CardSet() as south, CardSet() as north)
            ):
                return cls((north, south), trump, leader, table)
        raise ValueError("deberts is played by two hands, N and S")

    def hand(self, seat: Seat) -> CardSet:
        """The hand of N or S."""
        return self.hands[SEATS.index(seat)]

    @property
    def mover(self) -> Seat:
        """The seat that is to play."""
        return self.leader if self.table is None else SEATS[1 - SEATS.index(self.leader)]

    def solve(self, *, seconds: float | None = None) -> Solution:
        """The value of this position and of every legal card; see the function `solve`."""
        return solve(self, seconds=seconds)


class Solution(msgspec.Struct, frozen=True):
    """Points in tricks and the last-trick ten from here to the end; a move's are those of the seat to move."""

    points: dict[Seat, int]
    moves: dict[Card, int]
    nodes: int
    seconds: float


@takes("a position is solved, as deberts.Position.parse('N:hand hand', ...)", Position)
def fault(position: Position) -> str | None:
    """The fault of a position, in one line. None: it can be solved."""
    if position.leader not in SEATS:
        return f"N or S leads, not {position.leader.value}"
    seen = 0
    table = () if position.table is None else (position.table,)
    for card in (*table, *position.hands[0], *position.hands[1]):
        if card not in _PACK:
            return f"{card} is not in the pack of 32 cards"
        if seen & card.bit:
            return f"{card} stands twice"
        seen |= card.bit
    mover = position.mover
    left = len(position.hand(mover))
    if not left:
        return f"{mover.value} is to play and has no cards"
    if left > 9:
        return f"{mover.value} holds {left} cards"
    other = SEATS[1 - SEATS.index(mover)]
    wanted = left - len(table)
    if len(position.hand(other)) != wanted:
        return f"{other.value} should hold {wanted} cards and holds {len(position.hand(other))}"
    return None


class _Memory(threading.local):
    """A solver for each thread: its memory is used again and again."""

    def __init__(self) -> None:
        self.solver = _native.DebertsSolver()


_memory: Final = _Memory()


@takes("a position is solved, as deberts.Position.parse('N:hand hand', ...)", Position)
def solve(position: Position, *, seconds: float | None = None) -> Solution:
    """The points of both sides, each maximising the difference, and the value of every legal card.

    Raises:
        ValueError: `fault` has something to say.
        TimeoutError: not done within `seconds`.
    """
    wrong = fault(position)
    if wrong is not None:
        raise ValueError(wrong)
    asked = _native.DebertsPosition(
        _native.Suit(position.trump.position),
        SEATS.index(position.leader),
        [mask_of(hand) for hand in position.hands],
        None if position.table is None else number_of(position.table),
    )
    start = time.perf_counter()
    answer = _memory.solver.solve(asked, seconds=seconds)
    spent = time.perf_counter() - start
    if not answer.finished:
        raise TimeoutError("the search did not finish in time")
    moves = sorted(((card_of(card), points) for card, points in answer.moves), key=lambda pair: pair[0].text)
    return Solution(dict(zip(SEATS, answer.points, strict=True)), dict(moves), answer.nodes, spent)


def quick(
    trump: int, leader: int, hands: Sequence[tuple[int, int]], table: int | None = None, *, moves: bool = True
) -> list[_native.DebertsAnswer]:
    """Many layouts of one moment, for bots: native numbers in and out (`kozyr.solver.integers`), nothing checked twice.

    leader: 0 or 1, a place in each pair of hands. table: the leader's card, which is then not in the hand. moves:
    the value of every card, not only that of the best.

    Raises:
        ValueError: an impossible layout.
    """
    suit = _native.Suit(trump)
    asked = [_native.DebertsPosition(suit, leader, pair, table) for pair in hands]
    return _native.deberts_batch(asked, moves)


# --- questions as JSON, and the cost of a played card ------------------------------------------------------------


def answer(asked: Request, _threads: int, _progress: Progress | None) -> Answer:
    """The answer about a position.

    Raises:
        ValueError: the question cannot be answered. TimeoutError: not in time.
    """
    cards, leader, suit = text.deal(asked.deal), text.seat(asked.lead, "lead"), text.trump(asked.trump)
    if suit is None:
        raise ValueError("deberts is played with a trump suit")
    if asked.table or asked.par:
        raise ValueError("deberts has no table and no par")
    led = text.trick(asked.trick)
    if len(led) > 1:
        raise ValueError(f"an unfinished trick of deberts has one card, not {len(led)}")
    position = Position.parse(cards, trump=suit, leader=leader, table=led[0] if led else None)
    found = solve(position, seconds=asked.timeout)
    told: Answer = {"points": text.by_seat(found.points), "moves": text.moves(found.moves)}
    return told | {"nodes": found.nodes, "seconds": found.seconds}


def cost(bare: Row, state: State, seconds: float | None) -> Row:
    """The row with the cost of the card, or with the reason why it has none."""
    bare = msgspec.structs.replace(bare, unit="points")
    course = state.course
    if course is None:
        raise TypeError("nobody has ordered, and a card is played")
    if state.terms.conventions.must_beat == "never":  # its values would be those of another game
        return msgspec.structs.replace(bare, lack="must_beat")
    north, south = (state.hand(seat) for seat in SEATS)
    table = state.trick[0] if state.trick else None
    position = Position((north, south), course.trump, course.tricks.leader, table)
    if fault(position) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = solve(position, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    return valued(bare, course.taken[position.mover.position], found.moves, greedy=True)
