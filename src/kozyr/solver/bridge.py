"""Bridge with all hands seen, through the native core: all cards' values, tables, traces of a play, par, chances.

    board = Board.parse("N:AKQ... T98... 765... J43...", trump=None, declarer=Seat.N, leader=Seat.E)
    solve(board).moves               # {Card.S8: 3, Card.S9: 3, Card.ST: 3}

Every position is checked before it is solved, and a request with a time limit ends in `TimeoutError` or in the right
answer.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, Self, TypeAlias

import msgspec

from kozyr import _native
from kozyr.cards import CARDS, Card, CardSet, Seat, Suit, takes, wrong_type
from kozyr.deals import Layout
from kozyr.games.bridge import State
from kozyr.games.trick import FollowRules, followers, winner
from kozyr.solver import bridge_chances, text
from kozyr.solver.bridge_chances import Chances, chances, contracts
from kozyr.solver.bridge_contracts import DENOMINATIONS, Par, ParContract, Table, Vulnerability, par, vulnerability
from kozyr.solver.cost import Row, valued
from kozyr.solver.requests import Answer, Progress, Request

__all__ = [
    "DENOMINATIONS",
    "SEATS",
    "Board",
    "Chances",
    "Hands",
    "Par",
    "ParContract",
    "Position",
    "Series",
    "Solution",
    "Table",
    "Vulnerability",
    "answer",
    "chances",
    "chances_by",
    "contracts",
    "cost",
    "fault",
    "four_hands",
    "moves_of",
    "par",
    "solve",
    "solve_many",
    "table",
    "tables",
    "trace",
    "values",
    "vulnerability",
]

Hands: TypeAlias = tuple[CardSet, CardSet, CardSet, CardSet]

SEATS: Final = tuple(Seat)
_FOLLOW: Final = FollowRules(must_trump=False)
chances_by: Final[tuple[str, ...]] = ("predeal", "where")  # see `kozyr.solver.requests.Solver`


class Board(msgspec.Struct, frozen=True):
    """A moment of the play: the hands without the cards of the current trick, and that trick from its leader on."""

    hands: Hands
    trump: Suit | None
    declarer: Seat
    leader: Seat
    trick: tuple[Card, ...] = ()

    @classmethod
    def parse(
        cls, deal: str, *, trump: Suit | None, declarer: Seat, leader: Seat, trick: tuple[Card, ...] = ()
    ) -> Self:
        """A board from a deal's text.

        Raises:
            ValueError: where and why the text is no deal of four hands.
        """
        return cls(four_hands(deal), trump, declarer, leader, trick)

    @property
    def mover(self) -> Seat:
        """The seat that is to play."""
        return SEATS[(self.leader.position + len(self.trick)) % 4]

    @property
    def left(self) -> int:
        """The tricks still to come, the current one among them."""
        return len(self.hands[self.mover.position])

    def play(self, card: Card) -> Self:
        """The board after a card that is legal."""
        mover = self.mover.position
        hands = list(self.hands)
        hands[mover] -= CardSet(card.bit)
        trick = (*self.trick, card)
        leader = self.leader
        if len(trick) == 4:
            leader, trick = SEATS[(leader.position + winner(trick, self.trump)) % 4], ()
        n, e, s, w = hands
        return type(self)((n, e, s, w), self.trump, self.declarer, leader, trick)

    def solve(self, *, seconds: float | None = None) -> Solution:
        """The value of this position and of every legal card; see the function `solve`."""
        return solve(self, seconds=seconds)


class Solution(msgspec.Struct, frozen=True):
    """The declarer's tricks still to come, the current one among them: at best play, and after each legal card."""

    value: int
    moves: dict[Card, int]
    nodes: int
    seconds: float


def four_hands(deal: str | Layout) -> Hands:
    """The four hands of a deal, or of its text.

    Raises:
        ValueError: where and why it is no deal of four hands. TypeError: it is no deal.
    """
    if not isinstance(deal, str | Layout):
        raise wrong_type("four hands are those of a Layout, or of a text as 'N:hand hand hand hand'", deal)
    layout = Layout.parse(deal) if isinstance(deal, str) else deal
    n, e, s, w = layout.hands
    if n is None or e is None or s is None or w is None:
        raise ValueError("bridge is played by four hands")
    if layout.rest:
        raise ValueError("in bridge every card is in a hand")
    return n, e, s, w


@takes("a board is solved, as bridge.Board.parse('N:hand hand hand hand', ...)", Board)
def fault(board: Board) -> str | None:
    """The fault of a board, in one line. None: it can be solved."""
    seen = 0
    for card in (*board.trick, *(card for hand in board.hands for card in hand)):
        if seen & card.bit:
            return f"{card} stands twice"
        seen |= card.bit
    if len(board.trick) > 3:
        return f"an unfinished trick has at most three cards, not {len(board.trick)}"
    left = board.left
    if not left:
        return f"{board.mover.value} is to play and has no cards"
    if left > 13:
        return f"{board.mover.value} holds {left} cards"
    for after in range(4):
        seat = SEATS[(board.leader.position + after) % 4]
        hand = board.hands[seat.position]
        wanted = left - (after < len(board.trick))
        if len(hand) != wanted:
            return f"{seat.value} should hold {wanted} cards and holds {len(hand)}"
        if 0 < after < len(board.trick):
            card, led = board.trick[after], board.trick[0].suit
            if card.suit is not led and hand.suit(led):
                return f"{seat.value} cannot have played {card} with {next(iter(hand.suit(led)))} in hand"
    return None


def _fault_of_deal(hands: Hands) -> str | None:
    for seat, hand in zip(SEATS, hands, strict=True):
        if len(hand) != 13:
            return f"a table needs thirteen cards a hand; {seat.value} holds {len(hand)}"
    return None if len(hands[0] | hands[1] | hands[2] | hands[3]) == 52 else "a card is dealt twice"


def _check(wrong: str | None) -> None:
    if wrong is not None:
        raise ValueError(wrong)


class _Memory(threading.local):
    """A solver for each thread: its memory is used again and again."""

    def __init__(self) -> None:
        self.solver = _native.BridgeSolver()


_memory: Final = _Memory()


def _asked(board: Board) -> _native.BridgePosition:
    trump = None if board.trump is None else _native.Suit(board.trump.position)
    return _native.BridgePosition(
        trump, board.leader.position, [hand.bits for hand in board.hands], [card.index for card in board.trick]
    )


def _for_declarer(board: Board, tricks: int) -> int:
    """North-South's tricks from here on, as tricks of the declarer's side."""
    return tricks if board.declarer.position % 2 == 0 else board.left - tricks


def _solved(boards: Sequence[Board], seconds: float | None, *, moves: bool) -> list[_native.BridgeAnswer]:
    """The answers of many boards, which share their proofs.

    Raises:
        ValueError: a board is faulty (`fault`). TimeoutError: not done within `seconds`.
    """
    for board in boards:
        _check(fault(board))
    asked = [_asked(board) for board in boards]
    if len(asked) == 1:
        found = [_memory.solver.solve(asked[0], moves=moves, seconds=seconds)]
    else:
        found = _native.bridge_batch(asked, moves=moves, keep=True, seconds=seconds)
    if not all(one.finished for one in found):
        raise TimeoutError("the search did not finish in time")
    return found


@takes("a board is solved, as bridge.Board.parse('N:hand hand hand hand', ...)", Board)
def solve(board: Board, *, seconds: float | None = None) -> Solution:
    """The value of a board and of every legal card.

    Raises:
        ValueError: `fault` has something to say.
        TimeoutError: not done within `seconds`.
    """
    return solve_many([board], seconds=seconds)[0]


@takes("boards are solved, as [bridge.Board.parse('N:hand hand hand hand', ...)]", Board, each=True)
def solve_many(boards: Sequence[Board], *, seconds: float | None = None) -> list[Solution]:
    """Many boards, best of one question: the proofs of one help with the others.

    `seconds` is for all of them together, and so is the time in the answers.

    Raises:
        ValueError: a board is faulty (`fault`).
        TimeoutError: not done within `seconds`.
    """
    start = time.perf_counter()
    found = _solved(boards, seconds, moves=True)
    spent = time.perf_counter() - start
    return [_solution(board, one, spent) for board, one in zip(boards, found, strict=True)]


@takes("boards are solved, as [bridge.Board.parse('N:hand hand hand hand', ...)]", Board, each=True)
def values(boards: Sequence[Board], *, seconds: float | None = None) -> list[int]:
    """The declarer's tricks still to come on many boards at best play; faster than the values of all cards.

    Raises:
        ValueError: a board is faulty (`fault`).
        TimeoutError: not done within `seconds`.
    """
    found = _solved(boards, seconds, moves=False)
    return [_for_declarer(board, one.value) for board, one in zip(boards, found, strict=True)]


class Series:
    """Boards of one question, solved one after another until they have cost so many positions.

    The proofs of one help with the others, and of nothing before: what is answered depends on the boards alone. Once
    the positions are spent no other board is begun, so a series costs one board more at most.
    """

    def __init__(self, nodes: int) -> None:
        self._solver = _native.BridgeSolver()
        self._left = nodes

    @property
    def spent(self) -> bool:
        """Whether no other board will be begun."""
        return self._left <= 0

    def solve(self, boards: Sequence[Board], *, moves: bool = True, seconds: float | None = None) -> list[Solution]:
        """The answers of the first boards: of all, unless positions or seconds ran out.

        moves: with the value of each card.

        Raises:
            ValueError: a board is faulty (`fault`).
        """
        start, found = time.perf_counter(), list[Solution]()
        for board in boards:
            _check(fault(board))
            gone = time.perf_counter() - start
            if self.spent or (seconds is not None and gone >= seconds):
                break
            left = None if seconds is None else seconds - gone
            one = self._solver.solve(_asked(board), moves=moves, keep=True, seconds=left)
            self._left -= one.nodes
            if not one.finished:
                break
            found.append(_solution(board, one, time.perf_counter() - start - gone))
        return found


class Position(NamedTuple):
    """A position as the core counts: cards by index, hands as bits, seats N 0 to W 3; for searches that visit very many.

    Elsewhere a `Board` is easier to read.
    """

    trump: Suit | None
    leader: int
    hands: tuple[int, int, int, int]
    trick: tuple[int, ...] = ()

    @property
    def mover(self) -> int:
        """The seat that is to play."""
        return (self.leader + len(self.trick)) % 4

    @property
    def over(self) -> bool:
        """Whether the last card has been played."""
        return not self.hands[self.mover]

    @property
    def forced(self) -> bool:
        """Whether the seat to play has one card left."""
        hand = self.hands[self.mover]
        return not hand & (hand - 1)

    def play(self, card: int) -> tuple[Position, int]:
        """The position after a legal card, and the winner of the trick with it; -1: the trick goes on."""
        mover = self.mover
        hands = list(self.hands)
        hands[mover] &= ~(1 << card)
        trick = (*self.trick, card)
        leader, won = self.leader, -1
        if len(trick) == 4:
            best = trick[0]
            trump = -1 if self.trump is None else self.trump.position
            won = leader
            for nth in (1, 2, 3):
                other = trick[nth]
                if (other // 13 == best // 13 and other > best) or (other // 13 == trump and best // 13 != trump):
                    best, won = other, (self.leader + nth) % 4
            leader, trick = won, ()
        n, e, s, w = hands
        return Position(self.trump, leader, (n, e, s, w), trick), won


@takes("positions are solved, as [bridge.Position(...)]", Position, each=True)
def moves_of(positions: Sequence[Position], declarer: int, *, seconds: float | None = None) -> list[dict[int, int]]:
    """By the index of each legal card: the tricks still to come for the side of `declarer`, a seat N 0 to W 3.

    Proofs about one position help with the others; `seconds` is for all of them together.

    Raises:
        ValueError: an impossible position. TimeoutError: not done within `seconds`.
    """
    asked = [
        _native.BridgePosition(
            None if one.trump is None else _native.Suit(one.trump.position),
            one.leader,
            list(one.hands),
            list(one.trick),
        )
        for one in positions
    ]
    found = _native.bridge_batch(asked, moves=True, keep=True, seconds=seconds) if asked else []
    if not all(one.finished for one in found):
        raise TimeoutError("the search did not finish in time")
    if declarer % 2 == 0:
        return [dict(one.moves) for one in found]
    left = [one.hands[one.mover].bit_count() for one in positions]
    return [{card: n - tricks for card, tricks in one.moves} for one, n in zip(found, left, strict=True)]


def _solution(board: Board, found: _native.BridgeAnswer, spent: float) -> Solution:
    moves = sorted(((CARDS[card], _for_declarer(board, tricks)) for card, tricks in found.moves), key=_text)
    return Solution(_for_declarer(board, found.value), dict(moves), found.nodes, spent)


def _text(move: tuple[Card, int]) -> str:
    return move[0].text


def table(deal: Hands | Layout | str, *, seconds: float | None = None) -> Table:
    """The tricks of every declarer in every denomination; deal: four hands, a board's deal or its text.

    Raises:
        ValueError: not four hands of thirteen different cards.
        TimeoutError: not done within `seconds`.
    """
    hands = deal if isinstance(deal, tuple) else four_hands(deal)
    _check(_fault_of_deal(hands))
    found = _memory.solver.table([hand.bits for hand in hands], seconds=seconds)
    if not found.finished:
        raise TimeoutError("the search did not finish in time")
    return {name: dict(zip(SEATS, row, strict=True)) for name, row in zip(DENOMINATIONS, found.tricks, strict=True)}


def tables(deals: Iterable[Hands | Layout | str], *, seconds: float | None = None) -> Iterator[Table | TimeoutError]:
    """The tables of many deals, in their order, over all cores; a deal that overruns gives its error instead.

    seconds: for each deal.

    Raises:
        ValueError: a deal is no deal; the ones before it have been answered.
    """

    def one(deal: Hands | Layout | str) -> Table | TimeoutError:
        try:
            return table(deal, seconds=seconds)
        except TimeoutError as error:
            return error

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(one, deals)


@takes("a board is played, as bridge.Board.parse('N:hand hand hand hand', ...)", Board)
def trace(board: Board, cards: Sequence[Card], *, seconds: float | None = None) -> list[int]:
    """The declarer's tricks at best play from a board on: before each played card, and after the last.

    Tricks won on the way are counted, so the cost of a card is the difference of its two values.

    Raises:
        ValueError: the board is faulty, or a card could not be played.
        TimeoutError: not done within `seconds`.
    """
    _check(fault(board))
    now, boards, won = board, [board], [0]
    for at, card in enumerate(cards):
        if not now.left:
            raise ValueError(f"card {at + 1}: nobody has a card left to play {card}")
        hand = now.hands[now.mover.position]
        led = now.trick[0].suit if now.trick else card.suit
        if card not in hand:
            raise ValueError(f"card {at + 1}: {now.mover.value} does not hold {card}")
        if not card.bit & followers(hand.bits, led, now.trump, _FOLLOW):
            raise ValueError(f"card {at + 1}: {now.mover.value} plays {card} and holds {led.value}")
        now = now.play(card)
        taken = not now.trick and (now.leader.position - board.declarer.position) % 2 == 0
        boards.append(now)
        won.append(won[-1] + taken)
    asked = [one for one in boards if one.left]  # after the last card there is nothing to ask
    found = values(asked, seconds=seconds) + [0] * (len(boards) - len(asked))
    return [before + after for before, after in zip(won, found, strict=True)]


# --- questions as JSON, and the cost of a played card ------------------------------------------------------------


def answer(asked: Request, threads: int, progress: Progress | None) -> Answer:
    """The answer about a position, a table, par, or chances over layouts.

    Raises:
        ValueError: the question cannot be answered. TimeoutError: not in time.
    """
    if asked.unseen:
        return bridge_chances.answer(asked, threads, progress)
    hands = four_hands(text.deal(asked.deal))
    found: Answer = {}
    dealer, vul = text.seat(asked.dealer, "dealer") if asked.par else Seat.N, vulnerability(asked.vul)
    if asked.table or asked.par:
        tricks = table(hands, seconds=asked.timeout)
        if asked.table:
            found["table"] = text.rows(tricks)
        if asked.par:
            best = par(tricks, dealer, vul)
            found["par"] = {"score": best.score, "contracts": [str(contract) for contract in best.contracts]}
        if asked.declarer is None and asked.lead is None and asked.trump is None:
            return found
    declarer, leader = text.seat(asked.declarer, "declarer"), text.seat(asked.lead, "lead")
    board = Board(hands, text.trump(asked.trump), declarer, leader, text.trick(asked.trick))
    solved = solve(board, seconds=asked.timeout)
    found |= {"value": solved.value, "moves": text.moves(solved.moves)}
    return found | {"nodes": solved.nodes, "seconds": solved.seconds}


def cost(bare: Row, state: State, seconds: float | None) -> Row:
    """The row with the cost of the card, or with the reason why it has none."""
    if state.declarer is None or state.leader is None:
        raise TypeError("cards are played, and there is no contract")
    n, e, s, w = (CardSet(hand) for hand in state.hands)
    board = Board((n, e, s, w), state.trump, state.declarer, state.leader, state.trick)
    if fault(board) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = solve(board, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    side = state.declarer.position % 2
    return valued(bare, state.won[side], found.moves, greedy=board.mover.position % 2 == side)
