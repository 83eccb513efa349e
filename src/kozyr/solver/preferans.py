"""Preferans with all cards seen, through the native core: all cards' values, tables, all layouts of unseen hands.

    position = Position.parse("N:A.K.. K.A.. Q.Q..", leader=Seat.N, declarer=Seat.N, trump=Suit.SPADES)
    solve(position).moves           # {Card.HK: 1, Card.SA: 1}

Every position is checked first; a request with a time limit ends in `TimeoutError` or in the right answer.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from math import comb
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias

import msgspec

from kozyr import _native
from kozyr.cards import Card, CardSet, Seat, Suit, parse_card, takes, wrong_type
from kozyr.deals import PREFERANS, Layout
from kozyr.games.preferans import Contract, State
from kozyr.games.trick import FollowRules, followers, winner
from kozyr.solver import text
from kozyr.solver.cost import Row, valued
from kozyr.solver.integers import card_of, mask_of, native_trump, number_of, trump_number
from kozyr.solver.requests import Answer, Progress, Request

Kind: TypeAlias = Literal["tricks", "misere", "allpass"]
Hands: TypeAlias = tuple[CardSet | None, CardSet | None, CardSet | None, CardSet | None]

SEATS: Final = tuple(Seat)
DENOMINATIONS: Final[dict[str, Suit | None]] = {**{suit.value: suit for suit in Suit}, "NT": None}
_KINDS: Final[dict[Kind, _native.PreferansKind]] = {
    "tricks": _native.PreferansKind.TRICKS,
    "misere": _native.PreferansKind.MISERE,
    "allpass": _native.PreferansKind.ALLPASS,
}
_FOLLOW: Final = FollowRules(must_trump=True)
_PACK: Final = CardSet.of(PREFERANS.cards)
chances_by: Final[tuple[str, ...]] = ("hand",)  # see `kozyr.solver.requests.Solver`


class Position(msgspec.Struct, frozen=True):
    """A moment of the play with all cards seen."""

    hands: Hands
    """The hands by seat, three of the four places, without the cards of the current trick."""
    leader: Seat
    """The leader of that trick; where the talon leads, the first hand."""
    kind: Kind = "tricks"
    declarer: Seat | None = None
    trump: Suit | None = None
    trick: tuple[Card, ...] = ()
    talon: tuple[Card, ...] = ()
    """The cards that lead this all-pass trick and the next one."""
    talon_wins: bool = False
    """Whether the talon's card can take its trick, for a dealer without cards (P-3.7.6.1)."""

    @classmethod
    def parse(
        cls,
        deal: str,
        *,
        leader: Seat,
        kind: Kind = "tricks",
        declarer: Seat | None = None,
        trump: Suit | None = None,
        trick: tuple[Card, ...] = (),
    ) -> Self:
        """A position from a deal's text; at all-pass the cards after the plus are the talon that leads.

        A fourth hand written ``-`` is a dealer without cards, for whom the talon's card can take the trick.

        Raises:
            ValueError: where and why the text is no deal.
        """
        layout = Layout.parse(deal)
        four = len(deal.partition(":")[2].partition("+")[0].split()) == len(SEATS)
        talon = layout.rest if kind == "allpass" else ()
        return cls(layout.hands, leader, kind, declarer, trump, trick, talon, four and bool(talon))

    @classmethod
    def of(cls, state: State) -> Self:
        """The position of a deal that is being played.

        Raises:
            ValueError: no card can be played now, or two hands play alone (an all-pass of gusarik).
        """
        tricks = state.tricks
        if state.phase != "play" or tricks is None:
            raise ValueError("no card is to be played in this deal now")
        if len(tricks.order) != 3:
            raise ValueError("the solver plays three hands; gusarik's all-pass has two")
        kind: Kind = "tricks"
        if state.contract in {Contract.MISERE, Contract.ALLPASS}:
            kind = "misere" if state.contract is Contract.MISERE else "allpass"
        n, e, s, w = (CardSet(tricks.hands[seat.position]) if seat in tricks.order else None for seat in SEATS)
        talon = () if tricks.lead is None else state.talon[len(tricks.history) :]
        wins = bool(talon) and tricks.owner is not None
        return cls((n, e, s, w), tricks.leader, kind, state.declarer, tricks.trump, tricks.cards, talon, wins)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The playing seats, clockwise from N."""
        return tuple(seat for seat, hand in zip(SEATS, self.hands, strict=True) if hand is not None)

    def after(self, seat: Seat, by: int = 1) -> Seat:
        """The seat that plays after a seat."""
        seats = self.seats
        return seats[(seats.index(seat) + by) % len(seats)]

    @property
    def mover(self) -> Seat:
        """The seat that is to play."""
        return self.after(self.leader, len(self.trick))

    def hand(self, seat: Seat) -> CardSet:
        """The hand of a seat; nothing where there is none."""
        return self.hands[seat.position] or CardSet()

    @property
    def left(self) -> int:
        """The tricks still to come, the current one among them."""
        return len(self.hand(self.mover))

    @property
    def legal(self) -> CardSet:
        """The legal cards of the seat on turn (P-2.1.3, P-3.7.5)."""
        hand = self.hand(self.mover)
        led = self.talon[:1] or self.trick[:1]
        return CardSet(followers(hand.bits, led[0].suit, self.trump, _FOLLOW)) if led else hand

    def play(self, card: Card) -> tuple[Self, Seat | None, bool]:
        """The position after a legal card, the taker of a trick that it completes, and whether it completes one.

        A complete trick without a taker is the dealer's, or no hand followed the talon.
        """
        mover = self.mover.position
        hands = list(self.hands)
        hands[mover] = self.hand(self.mover) - CardSet(card.bit)
        n, e, s, w = hands
        trick = (*self.trick, card)
        if len(trick) < 3:
            return msgspec.structs.replace(self, hands=(n, e, s, w), trick=trick), None, False
        taker: Seat | None
        if self.talon:  # the first hand leads again, even if another took the trick
            taker, leader = self._taker_from_talon(trick), self.leader
        else:
            taker = leader = self.after(self.leader, winner(trick, self.trump))
        rest = self.talon[1:]
        after = msgspec.structs.replace(self, hands=(n, e, s, w), trick=(), leader=leader, talon=rest)
        return after, taker, True

    def _taker_from_talon(self, trick: tuple[Card, ...]) -> Seat | None:
        led = self.talon[0].suit
        same = [at for at in range(3) if trick[at].suit is led]
        best = max(same, key=lambda at: trick[at].rank.position, default=None)
        if best is None or (self.talon_wins and self.talon[0].rank.position > trick[best].rank.position):
            return None
        return self.after(self.leader, best)

    def solve(self, *, seconds: float | None = None) -> Solution:
        """The value of this position and of every legal card; see the function `solve`."""
        return solve(self, seconds=seconds)


class Solution(msgspec.Struct, frozen=True):
    """The worth of a position."""

    value: int | None
    """The declarer's tricks still to come at best play, the current one among them. None: an all-pass."""
    moves: dict[Card, int]
    """The value after each legal card.

    At all-pass: the mover's own tricks when the two others combine against the mover.
    """
    nodes: int
    seconds: float
    each: dict[Seat, int] | None = None
    """At all-pass the tricks of each seat when the two others combine against it."""
    maxn: dict[Seat, int] | None = None
    """The tricks if every seat looks after itself: as few as possible, then more for the next seat, then for the one after."""
    moves_maxn: dict[Card, dict[Seat, int]] | None = None


Table: TypeAlias = dict[str, dict[Seat, int]]


class Chances(msgspec.Struct, frozen=True):
    """How many layouts of the unseen hands give the declarer 0, 1, ... 10 tricks."""

    layouts: int
    tricks: tuple[int, ...]
    first: dict[Card, tuple[int, ...]]
    """The same for each card that the declarer may lead, before the answers to it are known.

    Empty: the declarer does not lead.
    """
    nodes: int
    seconds: float

    @property
    def mean(self) -> float:
        """The mean of the declarer's tricks."""
        return mean(self.tricks)


def mean(tricks: Sequence[int]) -> float:
    """The mean of a distribution of tricks."""
    return sum(n * count for n, count in enumerate(tricks)) / sum(tricks)


@takes("a position is solved, as preferans.Position.parse('N:hand hand hand', ...)", Position)
def fault(position: Position) -> str | None:
    """The fault of a position, in one line. None: it can be solved."""
    seats = position.seats
    if len(seats) != 3:
        return f"three hands play, not {len(seats)}"
    if position.leader not in seats:
        return f"{position.leader.value} is to lead and has no hand"
    if position.kind == "allpass":
        if position.declarer is not None:
            return "all-pass has no declarer"
    elif position.declarer is None:
        return "a declarer is wanted"
    elif position.declarer not in seats:
        return f"{position.declarer.value} is declarer and has no hand"
    elif position.talon:
        return "the talon leads in all-pass only"
    if position.trump is not None and position.kind != "tricks":
        return f"{'misère' if position.kind == 'misere' else 'all-pass'} is played without a trump"
    return _fault_of_cards(position)


def _fault_of_cards(position: Position) -> str | None:
    seen = 0
    hands = [position.hand(seat) for seat in position.seats]
    for card in (*position.trick, *position.talon, *(card for hand in hands for card in hand)):
        if not card.bit & _PACK.bits:
            return f"{card} is not in the pack of 32 cards"
        if seen & card.bit:
            return f"{card} stands twice"
        seen |= card.bit
    played = len(position.trick)
    if played > 2:
        return f"an unfinished trick has at most two cards, not {played}"
    left = position.left
    if not left:
        return f"{position.mover.value} is to play and has no cards"
    if left > 10:
        return f"{position.mover.value} holds {left} cards"
    if len(position.talon) > min(2, left):
        return f"the talon leads at most {min(2, left)} tricks here, not {len(position.talon)}"
    led = (*position.talon[:1], *position.trick[:1])[:1]
    for after in range(3):
        seat = position.after(position.leader, after)
        hand = position.hand(seat)
        wanted = left - (after < played)
        if len(hand) != wanted:
            return f"{seat.value} should hold {wanted} cards and holds {len(hand)}"
        if after < played and (after or position.talon):
            card = position.trick[after]
            allowed = followers(hand.bits | card.bit, led[0].suit, position.trump, _FOLLOW)
            if not allowed & card.bit:
                owed = next(iter(CardSet(allowed)))
                return f"{seat.value} cannot have played {card} with {owed} in hand"
    return None


def _native_position(position: Position) -> _native.PreferansPosition:
    wrong = fault(position)
    if wrong is not None:
        raise ValueError(wrong)
    if position.kind != "tricks":
        _look_for_endings()
    seats = position.seats
    return _native.PreferansPosition(
        _KINDS[position.kind],
        native_trump(trump_number(position.trump)),
        seats.index(position.declarer) if position.declarer is not None else 0,
        seats.index(position.leader),
        [mask_of(position.hand(seat)) for seat in seats],
        [number_of(card) for card in position.trick],
        [number_of(card) for card in position.talon],
        position.talon_wins,
    )


def endings_file() -> Path:
    """The file of misère's endings of five cards.

    They make misère nearly twice as fast, and are used where the file exists.
    """
    folder = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(folder) / "kozyr" / "misere5.bin"


def prepare(*, threads: int = 1) -> Path:
    """Compute the endings, most of a minute and 16 MB, unless they are there already. Answers do not depend on them.

    Raises:
        OSError: the file cannot be written.
    """
    path = endings_file()
    if not _native.load_endings(str(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        try:
            _native.prepare_endings(str(fresh), threads=threads)
            fresh.replace(path)
        except RuntimeError as error:
            raise OSError(str(error)) from error
        finally:
            fresh.unlink(missing_ok=True)
    return path


@cache
def _look_for_endings() -> None:
    with suppress(RuntimeError):  # the user has no home: search without the table
        _native.load_endings(str(endings_file()))


class _Memory(threading.local):
    """A solver for each thread: its memory is used again and again."""

    _solver: _native.PreferansSolver | None = None

    @property
    def solver(self) -> _native.PreferansSolver:
        """The solver, made at the first question: the first of a process takes a tenth of a second."""
        if self._solver is None:
            self._solver = _native.PreferansSolver()
        return self._solver


_memory: Final = _Memory()


@takes("a position is solved, as preferans.Position.parse('N:hand hand hand', ...)", Position)
def solve(position: Position, *, maxn: bool = True, seconds: float | None = None) -> Solution:
    """The value of a position and of every legal card.

    maxn: at all-pass also the result if every seat looks after itself.

    Raises:
        ValueError: `fault` has something to say.
        TimeoutError: not done within `seconds`.
    """
    asked = _native_position(position)
    start = time.perf_counter()
    answer = _memory.solver.solve(asked, maxn=maxn and position.kind == "allpass", seconds=seconds)
    return _solution(position, answer, time.perf_counter() - start, maxn=maxn)


def quick(
    kind: Kind,
    trump: int,
    declarer: int,
    leader: int,
    hands: Sequence[int],
    trick: Sequence[int] = (),
    talon: Sequence[int] = (),
    *,
    talon_wins: bool = False,
    moves: bool = True,
    maxn: bool = False,
    seconds: float | None = None,
) -> _native.PreferansAnswer:
    """`solve` in the integers of the native core, for callers that solve thousands: no objects, and its answer as it is.

    Cards are `number_of`, hands `mask_of`, of three seats clockwise; trump is `trump_number`; declarer and leader are
    places in `hands` (any declarer at all-pass). moves: every card's value, not only the position's.

    Raises:
        ValueError: the position cannot be.
        TimeoutError: not done within `seconds`.
    """
    if kind != "tricks":
        _look_for_endings()
    asked = _native.PreferansPosition(
        _KINDS[kind], native_trump(trump), declarer, leader, hands, trick, talon, bool(talon) and talon_wins
    )
    answer = _memory.solver.solve(asked, moves=moves, maxn=maxn, seconds=seconds)
    if not answer.finished:
        raise TimeoutError("the search did not finish in time")
    return answer


@takes("positions are solved, as [preferans.Position.parse('N:hand hand hand', ...)]", Position, each=True)
def solve_many(
    positions: Sequence[Position], *, maxn: bool = False, threads: int = 1, seconds: float | None = None
) -> list[Solution]:
    """Many positions, over threads; `seconds` is for all of them together, and so is their time in the answers.

    Raises:
        ValueError: a position is faulty (`fault`).
        TimeoutError: not done within `seconds`.
    """
    asked = [_native_position(position) for position in positions]
    start = time.perf_counter()
    answers = _native.preferans_batch(asked, maxn=maxn, threads=threads, seconds=seconds)
    spent = time.perf_counter() - start
    return [_solution(p, answer, spent, maxn=maxn) for p, answer in zip(positions, answers, strict=True)]


@takes("positions are solved, as [preferans.Position.parse('N:hand hand hand', ...)]", Position, each=True)
def values(positions: Sequence[Position], *, threads: int = 1, seconds: float | None = None) -> list[int]:
    """The declarer's tricks of many positions at best play; faster than the values of all cards.

    Raises:
        ValueError: a position is faulty (`fault`).
        TimeoutError: not done within `seconds`, which is for all together.
    """
    asked = [_native_position(position) for position in positions]
    answers = _native.preferans_batch(asked, moves=False, threads=threads, seconds=seconds)
    if not all(answer.finished for answer in answers):
        raise TimeoutError("the search did not finish in time")
    return [answer.value for answer in answers]


def _solution(position: Position, answer: _native.PreferansAnswer, spent: float, *, maxn: bool) -> Solution:
    if not answer.finished:
        raise TimeoutError("the search did not finish in time")
    moves = _by_text((card_of(card), value) for card, value in answer.moves)
    if position.kind != "allpass":
        return Solution(answer.value, moves, answer.nodes, spent)
    seats = position.seats
    each = dict(zip(seats, answer.each, strict=True))
    if not maxn:
        return Solution(None, moves, answer.nodes, spent, each)
    towards = ((card_of(card), dict(zip(seats, values, strict=True))) for card, values in answer.moves_maxn)
    together = dict(zip(seats, answer.maxn, strict=True))
    return Solution(None, moves, answer.nodes, spent, each, together, dict(sorted(towards, key=_text)))


def _text(pair: tuple[Card, object]) -> str:
    return pair[0].text


def _by_text(moves: Iterable[tuple[Card, int]]) -> dict[Card, int]:
    return dict(sorted(moves, key=_text))


def table(
    hands: Hands, leader: Seat, *, threads: int = 1, seconds: float | None = None
) -> tuple[Table, dict[Seat, int]]:
    """For a first lead: the tricks of each declarer in each denomination, and of each at misère.

    Raises:
        ValueError: `fault` has something to say.
        TimeoutError: not done within `seconds`.
    """
    seats = [seat for seat, hand in zip(SEATS, hands, strict=True) if hand is not None]
    positions = [
        Position(hands, leader, "tricks", declarer, trump) for trump in DENOMINATIONS.values() for declarer in seats
    ]
    positions += [Position(hands, leader, "misere", declarer) for declarer in seats]
    found = iter(values(positions, threads=threads, seconds=seconds))
    tricks = {name: {seat: next(found) for seat in seats} for name in DENOMINATIONS}
    return tricks, {seat: next(found) for seat in seats}


def chances(
    hand: CardSet,
    gone: CardSet,
    *,
    declarer: Seat,
    leader: Seat,
    trump: Suit | None = None,
    kind: Kind = "tricks",
    first: Card | None = None,
    known: Mapping[Seat, CardSet] | None = None,
    voids: Mapping[Seat, Iterable[Suit]] | None = None,
    threads: int = 1,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Chances:
    """The tricks of every layout of the two hands that the declarer does not see; N, E and S play.

    gone: the two cards that no hand holds. first: the card led; another's first lead is a card of that hand. known:
    cards that a seat certainly holds; voids: suits that it lacks. progress: gets the layouts done and in all.

    Raises:
        ValueError: not ten and two cards, a card twice, or no layout fits the known cards.
        TimeoutError: not done within `seconds`.
    """
    for cards in (hand, gone):
        if not isinstance(cards, CardSet):
            raise wrong_type("chances are of sets of cards, as CardSet.parse('AKT7.98.KQ.A7')", cards)
    if kind == "allpass":
        raise ValueError("chances are for a declarer")
    if trump is not None and kind == "misere":
        raise ValueError("misère is played without a trump")
    holds, total = _known(hand, gone, declarer, leader, first, known or {}, voids or {})
    if kind == "misere":
        _look_for_endings()
    start = time.perf_counter()
    found = _native.preferans_chances(
        _KINDS[kind],
        native_trump(trump_number(trump)),
        SEATS.index(declarer),
        SEATS.index(leader),
        mask_of(hand),
        mask_of(gone),
        None if first is None else number_of(first),
        [mask_of(holds.get(seat, CardSet())) for seat in SEATS[:3]],
        threads=threads,
        seconds=seconds,
        progress=None if progress is None else lambda done: progress(done, total),
    )
    if not found.finished:
        raise TimeoutError("the search did not finish in time")
    by_card = {card_of(card): tuple(counts) for card, counts in found.first}
    first_cards = dict(sorted(by_card.items(), key=_text))
    return Chances(found.layouts, tuple(found.tricks), first_cards, found.nodes, time.perf_counter() - start)


def _known(
    hand: CardSet,
    gone: CardSet,
    declarer: Seat,
    leader: Seat,
    first: Card | None,
    known: Mapping[Seat, CardSet],
    voids: Mapping[Seat, Iterable[Suit]],
) -> tuple[dict[Seat, CardSet], int]:
    """The sure cards of each of the two others, and the number of layouts that they leave."""
    seats = SEATS[:3]
    for seat, what in ((declarer, "declarer"), (leader, "leader")):
        if seat not in seats:
            raise ValueError(f"the {what} is N, E or S, not {seat.value}")
    for cards, count, what in ((hand, 10, "a hand"), (gone, 2, "what is gone")):
        if len(cards) != count:
            raise ValueError(f"{what} has {count} cards, not {len(cards)}")
    for card in (*hand, *gone):
        if card not in _PACK:
            raise ValueError(f"{card} is not in the pack of 32 cards")
    if hand & gone:
        raise ValueError(f"{next(iter(hand & gone))} stands twice")
    unseen = _PACK - hand - gone
    others = [seat for seat in seats if seat is not declarer]
    holds = {seat: known.get(seat, CardSet()) for seat in others}
    if first is not None:
        if leader is declarer and first not in hand:
            raise ValueError(f"the declarer does not hold {first}")
        if leader is not declarer:
            if first not in unseen:
                raise ValueError(f"{leader.value} cannot hold {first}")
            holds[leader] |= CardSet(first.bit)
    for seat, other in zip(others, reversed(others), strict=True):  # one holds each card that the other lacks
        for suit in voids.get(seat, ()):
            holds[other] |= unseen.suit(suit)
    for seat in others:
        if holds[seat] - unseen:
            raise ValueError(f"{seat.value} cannot hold {next(iter(holds[seat] - unseen))}")
    one, two = (holds[seat] for seat in others)
    if one & two or len(one) > 10 or len(two) > 10:
        raise ValueError("no layout fits what is known")
    return holds, comb(len(unseen) - len(one) - len(two), 10 - len(one))


# --- questions as JSON, and the cost of a played card ------------------------------------------------------------


def answer(asked: Request, threads: int, progress: Progress | None) -> Answer:
    """The answer about a position, a table, or a declarer's chances.

    Raises:
        ValueError: the question cannot be answered. TimeoutError: not in time.
    """
    if asked.hand is not None:
        return _chances(asked, threads, progress)
    cards, leader = text.deal(asked.deal), text.seat(asked.lead, "lead")
    if asked.par:
        raise ValueError("par is asked for in bridge")
    if asked.table:
        position = Position.parse(cards, leader=leader)
        if asked.trick:
            raise ValueError("a table is for a first lead, before any card is played")
        tricks, misere = table(position.hands, leader, threads=threads, seconds=asked.timeout)
        return {"table": text.rows(tricks), "misere": text.by_seat(misere)}
    kind = _kind(asked.kind)
    denomination = text.trump(asked.trump) if kind == "tricks" or asked.trump is not None else None
    declarer = None if kind == "allpass" and asked.declarer is None else text.seat(asked.declarer, "declarer")
    position = Position.parse(
        cards, leader=leader, kind=kind, declarer=declarer, trump=denomination, trick=text.trick(asked.trick)
    )
    found = solve(position, seconds=asked.timeout)
    value: object = found.value if found.each is None else text.by_seat(found.each)
    told: Answer = {"value": value, "moves": text.moves(found.moves)}
    if found.maxn is not None:
        told["maxn"] = text.by_seat(found.maxn)
    return told | {"nodes": found.nodes, "seconds": found.seconds}


def _chances(asked: Request, threads: int, progress: Progress | None) -> Answer:
    kind = _kind(asked.kind)
    found = chances(
        CardSet.parse(asked.hand or ""),
        text.card_set(asked.gone or ""),
        declarer=text.seat(asked.declarer, "declarer"),
        leader=text.seat(asked.lead, "lead"),
        trump=text.trump(asked.trump) if kind == "tricks" or asked.trump is not None else None,
        kind=kind,
        first=None if asked.first is None else parse_card(asked.first),
        threads=threads,
        seconds=asked.timeout,
        progress=progress,
    )
    shape: Answer = {"layouts": found.layouts, "tricks": list(found.tricks), "mean": found.mean}
    if found.first and asked.first is None:
        each = found.first.items()
        shape["first"] = {card.text: {"tricks": list(n), "mean": mean(n)} for card, n in each}
    return shape | {"seconds": found.seconds}


def _kind(text: str) -> Kind:
    match text:
        case "tricks" | "misere" | "allpass":
            return text
    raise ValueError(f"unknown kind {text!r}: tricks, misere or allpass")


def cost(bare: Row, state: State, seconds: float | None) -> Row:
    """The row with the cost of the card, or with the reason why it has none."""
    try:
        position = Position.of(state)
    except ValueError:  # two hands: gusarik's all-pass
        return msgspec.structs.replace(bare, lack="two hands")
    if bare.card not in position.legal or fault(position) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = solve(position, maxn=False, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    mover, declarer = position.mover, position.declarer
    if declarer is None:
        return valued(bare, state.won[mover.position], found.moves, greedy=False)
    greedy = (state.contract is not Contract.MISERE) == (mover is declarer)
    return valued(bare, state.won[declarer.position], found.moves, greedy=greedy)
