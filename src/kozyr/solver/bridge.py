"""Bridge with all hands seen, through DDS: all cards' values, tables, traces of a play, par.

    board = Board.parse("N:AKQ... T98... 765... J43...", trump=None, declarer=Seat.N, leader=Seat.E)
    solve(board).moves               # {Card.S8: 3, Card.S9: 3, Card.ST: 3}

Every position is checked before DDS sees it, DDS runs in processes of its own (`kozyr.solver.dds`), and a request
with a time limit ends in `TimeoutError` or in the right answer.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Final, Literal, Self, TypeAlias

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import Layout
from kozyr.games.bridge import State
from kozyr.games.trick import FollowRules, followers, winner
from kozyr.solver import dds, text
from kozyr.solver.cost import Row, valued
from kozyr.solver.integers import cards_of_holding, dds_card, dds_holdings, trump_number
from kozyr.solver.requests import Answer, Progress, Request, SolverMissing

Hands: TypeAlias = tuple[CardSet, CardSet, CardSet, CardSet]
Vulnerability: TypeAlias = Literal["none", "ns", "ew", "both"]
Table: TypeAlias = dict[str, dict[Seat, int]]  # the declarer's tricks: table["NT"][Seat.N]

DENOMINATIONS: Final = ("S", "H", "D", "C", "NT")
SEATS: Final = tuple(Seat)
_FOLLOW: Final = FollowRules(must_trump=False)
_VULNERABLE: Final[dict[Vulnerability, int]] = {"none": 0, "both": 1, "ns": 2, "ew": 3}
counts_chances: Final = False  # see `kozyr.solver.requests.Solver`


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
        """Who is to play."""
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


class ParContract(msgspec.Struct, frozen=True):
    """A contract that reaches par; `over` is how many tricks it wins above its level, below zero: goes down."""

    level: int
    denomination: str
    declarers: tuple[Seat, ...]
    over: int

    def __str__(self) -> str:
        who = "".join(seat.value for seat in self.declarers)
        result = f" {self.over:+d}" if self.over else ""
        return f"{self.level}{self.denomination}{'X' if self.over < 0 else ''} by {who}{result}"


class Par(msgspec.Struct, frozen=True):
    """What perfect bidding comes to: points for North-South; no contract where all pass."""

    score: int
    contracts: tuple[ParContract, ...]


def four_hands(deal: str) -> Hands:
    """The four hands of a deal's text.

    Raises:
        ValueError: where and why it is no deal of four hands.
    """
    layout = Layout.parse(deal)
    n, e, s, w = layout.hands
    if n is None or e is None or s is None or w is None:
        raise ValueError("bridge is played by four hands")
    if layout.rest:
        raise ValueError("in bridge every card is in a hand")
    return n, e, s, w


def vulnerability(text: str) -> Vulnerability:
    """Which side is vulnerable.

    Raises:
        ValueError: not none, ns, ew or both.
    """
    match text:
        case "none" | "ns" | "ew" | "both":
            return text
    raise ValueError(f"vul is none, ns, ew or both, not {text!r}")


def fault(board: Board) -> str | None:
    """What is wrong with a board, in one line; None: it can be solved."""
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


# One set of processes for whoever brings none of his own; they start when first wanted.
_shared: Final = lru_cache(maxsize=1)(dds.Workers)


def _deal(board: Board) -> dds.Deal:
    deal = dds.Deal(trump=trump_number(board.trump), first=board.leader.position)
    for at, card in enumerate(board.trick):
        deal.trick_suits[at], deal.trick_ranks[at] = dds_card(card)
    _fill(deal.hands, board.hands)
    return deal


def _fill(places: ctypes.Array[ctypes.Array[ctypes.c_uint]], hands: Hands) -> None:
    for row, hand in zip(places, hands, strict=True):
        row[:] = dds_holdings(hand)


def solve(board: Board, *, seconds: float | None = None, workers: dds.Workers | None = None) -> Solution:
    """The value of a board and of every legal card.

    Raises:
        ValueError: `fault` has something to say.
        TimeoutError: DDS did not finish within `seconds`.
    """
    return solve_many([board], seconds=seconds, workers=workers)[0]


def solve_many(
    boards: Sequence[Board], *, seconds: float | None = None, workers: dds.Workers | None = None
) -> list[Solution]:
    """Many boards by one worker, one after the other: late in a play the way to DDS is longer than its work.

    `seconds` is for all of them together, and so is the time in the answers.

    Raises:
        ValueError: `fault` has something to say of one.
        TimeoutError: DDS did not finish within `seconds`.
    """
    for board in boards:
        _check(fault(board))
    start = time.perf_counter()
    asked = b"S" + b"".join(bytes(_deal(board)) for board in boards)
    answer = (workers or _shared()).ask(asked, seconds)
    spent = time.perf_counter() - start
    found = (dds.FutureTricks * len(boards)).from_buffer_copy(answer)
    return [_solution(board, one, spent) for board, one in zip(boards, found, strict=True)]


def values(boards: Sequence[Board], *, seconds: float | None = None, workers: dds.Workers | None = None) -> list[int]:
    """The declarer's tricks still to come on many boards at best play; twice as fast as the values of all cards.

    Raises:
        ValueError: `fault` has something to say of one.
        TimeoutError: DDS did not finish within `seconds`.
    """
    for board in boards:
        _check(fault(board))
    asked = b"V" + b"".join(bytes(_deal(board)) for board in boards)
    found = (dds.FutureTricks * len(boards)).from_buffer_copy((workers or _shared()).ask(asked, seconds))
    return [
        one.scores[0] if (board.mover.position - board.declarer.position) % 2 == 0 else board.left - one.scores[0]
        for board, one in zip(boards, found, strict=True)
    ]


def processor_time() -> float:
    """What DDS's shared processes have used so far, in seconds; 0 where the system does not tell."""
    return _shared().spent


def installed() -> bool:
    """Whether there is a DDS to ask."""
    try:
        dds.library()
    except dds.DdsMissing:
        return False
    return True


def _solution(board: Board, found: dds.FutureTricks, spent: float) -> Solution:
    left = board.left
    ours = (board.mover.position - board.declarer.position) % 2 == 0
    values: dict[Card, int] = {}
    for at in range(found.cards):
        suit, tricks = found.suits[at], found.scores[at] if ours else left - found.scores[at]
        for card in cards_of_holding(suit, found.equals[at] | 1 << found.ranks[at]):
            values[card] = tricks
    moves = {card: values[card] for card in sorted(values, key=str)}
    best = max(moves.values()) if ours else min(moves.values())
    return Solution(best, moves, found.nodes, spent)


def table(hands: Hands, *, seconds: float | None = None, workers: dds.Workers | None = None) -> Table:
    """The tricks of every declarer in every denomination.

    Raises:
        ValueError: not four hands of thirteen different cards.
        TimeoutError: DDS did not finish within `seconds`.
    """
    _check(_fault_of_deal(hands))
    asked = dds.TableDeal()
    _fill(asked.hands, hands)
    found = dds.TableResults.from_buffer_copy((workers or _shared()).ask(b"T" + bytes(asked), seconds))
    return {name: dict(zip(SEATS, row, strict=True)) for name, row in zip(DENOMINATIONS, found.tricks, strict=True)}


def tables(
    deals: Iterable[Hands], *, seconds: float | None = None, workers: dds.Workers | None = None
) -> Iterator[Table | TimeoutError]:
    """The tables of many deals, in their order, over all workers; a deal that overruns gives its error instead.

    seconds: for each deal.

    Raises:
        ValueError: a deal is no deal; the ones before it have been answered.
    """
    workers = workers or _shared()

    def one(hands: Hands) -> Table | TimeoutError:
        try:
            return table(hands, seconds=seconds, workers=workers)
        except TimeoutError as error:
            return error

    with ThreadPoolExecutor(workers.count) as pool:
        yield from pool.map(one, deals)


def trace(
    board: Board, cards: Sequence[Card], *, seconds: float | None = None, workers: dds.Workers | None = None
) -> list[int]:
    """The declarer's tricks from a board on, at best play: before each of the cards played from it and after the last.

    Tricks won on the way are counted, so that what a card cost is the difference of its two values.

    Raises:
        ValueError: the board is faulty, or a card could not be played.
        TimeoutError: DDS did not finish within `seconds`.
    """
    _check(fault(board))
    now = board
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
    # DDS starts at the beginning of a trick, says nothing of the last one, which plays itself, and takes the leader
    # for a defender.
    start, played = board, list(cards)
    for after, card in enumerate(board.trick):
        hands = list(start.hands)
        hands[(board.leader.position + after) % 4] |= CardSet(card.bit)
        start = msgspec.structs.replace(start, hands=tuple(hands), trick=())
    played[:0] = board.trick
    asked = dds.PlayRequest(deal=_deal(start))
    asked.play.number = len(played)
    for at, card in enumerate(played):
        asked.play.suits[at], asked.play.ranks[at] = dds_card(card)
    found = dds.SolvedPlay.from_buffer_copy((workers or _shared()).ask(b"A" + bytes(asked), seconds))
    values = list(found.tricks[: found.number])
    values += values[-1:] * (len(played) + 1 - len(values))
    if (board.leader.position - board.declarer.position) % 2 == 0:
        values = [start.left - value for value in values]
    return values[len(board.trick) :]


def par(tricks: Table, dealer: Seat, vulnerable: Vulnerability, *, workers: dds.Workers | None = None) -> Par:
    """What a table is worth when everybody bids and doubles perfectly.

    Raises:
        ValueError: not a whole table.
    """
    if set(tricks) != set(DENOMINATIONS) or any(
        set(row) != set(SEATS) or not all(0 <= n <= 13 for n in row.values()) for row in tricks.values()
    ):
        raise ValueError("par needs a whole table: five denominations, four declarers, 0 to 13 tricks")
    asked = dds.ParRequest(dealer=dealer.position, vulnerable=_VULNERABLE[vulnerable])
    for row, name in zip(asked.table.tricks, DENOMINATIONS, strict=True):
        row[:] = [tricks[name][seat] for seat in SEATS]
    found = dds.ParResults.from_buffer_copy((workers or _shared()).ask(b"P" + bytes(asked)))
    words = [bytes(found.contracts[at]).split(b"\0", 1)[0].decode("ascii") for at in range(found.number)]
    return Par(found.score, tuple(_contract(word) for word in words if word != "pass"))


def _contract(word: str) -> ParContract:
    """DDS writes ``4S-NS``, ``2H-E+1`` and ``5D*-EW-2``."""
    contract, _, rest = word.partition("-")
    who = rest.rstrip("0123456789+-")
    over = int(rest[len(who) :] or 0)
    name = contract[1:].removesuffix("*")
    return ParContract(int(contract[0]), "NT" if name == "N" else name, tuple(Seat(letter) for letter in who), over)


# --- questions as JSON, and what a played card cost --------------------------------------------------------------


def answer(asked: Request, _threads: int, _progress: Progress | None) -> Answer:
    """What a position is worth, a table, par.

    Raises:
        ValueError: the question cannot be answered. TimeoutError: not in time. SolverMissing: DDS is not there, or has failed.
    """
    try:
        return _answer(asked)
    except (dds.DdsMissing, dds.DdsFailed) as error:
        raise SolverMissing(str(error)) from None


def _answer(asked: Request) -> Answer:
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
    """The row with what the card cost, or with why that cannot be said."""
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
