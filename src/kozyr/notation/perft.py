"""Perft for cards: text files of numbers that any implementation can check. The format is docs/perft.md.

There are four counters. The first counts plays of a deal, by depth and to the end. The second counts auctions of a
preset, by depth and in all. The third counts the rest of a deal after a record with forced events and rulings. The
fourth hashes seeded walks through whole deals with their score.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit, takes
from kozyr.deals import Layout, Pack, numbered_deal
from kozyr.games import AnyMatch, AnyState, Deal, Game, Progress, Record, State, game, replay
from kozyr.games.trick import NATURAL, FollowRules, followers, winner
from kozyr.notation.kz import NotationError, Place, parse

_AUCTION: Final = {"auction", "invite"}  # the phases of a state in which it is still bid
_ARGUMENTS: Final = {
    "perft": 1, "revokes": 1, "leaves": 0, "outcome": 1, "auction": 1, "auctions": 0, "moves": 1, "ends": 0, "walk": 3
}  # fmt: skip
_DIGITS: Final = re.compile("[0-9]{1,99}")
_TRUMPS: Final[dict[str, Suit | None]] = {"NT": None} | {suit.value: suit for suit in Suit}


class Check(msgspec.Struct, frozen=True):
    """One line to check: its counter, the arguments, the expected value, and its place in the file."""

    name: str
    arguments: tuple[str, ...]
    expected: str
    line: int


class Block(msgspec.Struct):
    """Checks about one deal or one table. docs/perft.md explains each key."""

    id: str
    line: int
    game: str = ""
    deal: str = ""
    trump: str = "NT"
    lead: str = ""
    preset: str = ""
    players: int = 3
    deals: int = 1
    record: str = ""
    options: dict[str, str] = msgspec.field(default_factory=dict)
    checks: list[Check] = msgspec.field(default_factory=list)


class Result(msgspec.Struct, frozen=True):
    """The result of one check."""

    block: str
    check: Check
    got: str
    divided: tuple[tuple[str, int], ...] = ()
    """After a wrong count by depth, the count below each first event."""

    @property
    def right(self) -> bool:
        """Whether the number is the one in the file."""
        return self.got == self.check.expected


@takes("a file of perft is read from its text", str)
def read(text: str) -> tuple[Block, ...]:
    """The blocks of a perft file.

    Raises:
        NotationError: an unknown key, a value that is missing or makes no sense, a line before the first `id`.
    """
    blocks: list[Block] = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        key, values = words[0], words[1:]
        place = Place(number, line.index(key) + 1)
        if not values:
            raise NotationError(place, key, f"{key[:20]} has no value")
        if key == "id":
            blocks.append(Block(" ".join(values), number))
        elif not blocks:
            raise NotationError(place, key, "a block begins with id")
        else:
            try:
                _take(blocks[-1], key, values, number)
            except ValueError as error:
                raise NotationError(place, key, str(error)) from None
    return tuple(blocks)


def _take(block: Block, key: str, values: list[str], line: int) -> None:
    """Put one line into its block."""
    value = " ".join(values)
    if key in _ARGUMENTS:
        if len(values) != _ARGUMENTS[key] + 1:
            raise ValueError(f"{key} has {_ARGUMENTS[key] + 1} values, not {len(values)}")
        if key == "walk":
            if not all(map(_DIGITS.fullmatch, values[1:3])):
                raise ValueError(f"not two seeds: {values[1]} {values[2]}")
        elif key == "outcome" and not re.fullmatch("[0-9]{1,2}(-[0-9]{1,2})*", values[0]):
            raise ValueError(f"not tricks by hand, as 1-2-2: {values[0]}")
        elif not all(map(_DIGITS.fullmatch, values[1:] if key == "outcome" else values)):
            raise ValueError(f"not a number: {value}")
        block.checks.append(Check(key, tuple(values[:-1]), values[-1], line))
    elif key == "option":
        name, equals, setting = value.partition("=")
        if not equals:
            raise ValueError(f"an option is written option name=value, not {value!r}")
        block.options[name.strip()] = setting.strip()
    elif key in {"players", "deals"}:
        if not (_DIGITS.fullmatch(value) and 1 <= int(value[:9]) <= 10_000):
            raise ValueError(f"not a number of {key}: {value!r}")
        setattr(block, key, int(value))
    elif key == "record":
        block.record = f"{block.record} {value}".strip()
    elif key in {"game", "deal", "trump", "lead", "preset"}:
        setattr(block, key, value)
    else:
        raise ValueError(f"unknown key {key[:20]}")


@takes("a block is run, as perft.read(text)[0]", Block)
def run(block: Block) -> Iterator[Result]:
    """Check a block, a line at a time.

    Raises:
        NotationError: the block lacks a needed fact: its game, a deal, the leader.
    """
    found: Position | None = None
    ends: Counter[tuple[int, ...]] | None = None
    for check in block.checks:
        try:
            divided: tuple[tuple[str, int], ...] = ()
            if check.name in {"perft", "revokes", "leaves", "outcome"}:
                found = found or _position(block)
                if check.name == "perft":
                    got = found.count(int(check.arguments[0]))
                    if str(got) != check.expected:
                        divided = found.divide(int(check.arguments[0]))
                elif check.name == "revokes":
                    got = found.revokes(int(check.arguments[0]))
                else:
                    ends = ends or found.ends()
                    wanted = check.arguments[0] if check.arguments else ""
                    got = ends[tuple(map(int, wanted.split("-")))] if wanted else ends.total()
                answer = str(got)
            elif check.name == "walk":
                answer = _walks(block, check)
            elif check.name in {"moves", "ends"}:
                depth = int(check.arguments[0]) if check.arguments else None
                answer = str(moves(left(block), depth))
            else:
                depth = int(check.arguments[0]) if check.arguments else None
                answer = str(auctions(_dealt(block), depth))
        except ValueError as error:
            raise NotationError(Place(check.line, 1), check.name, f"{block.id}: {error}") from None
        yield Result(block.id, check, answer, divided)


class Position(NamedTuple):
    """Cards being played, by the rules of `kozyr.games.trick` alone: hands as bits, clockwise."""

    hands: tuple[int, ...]
    trump: Suit | None
    rules: FollowRules
    leader: int
    trick: tuple[Card, ...] = ()
    won: tuple[int, ...] = ()
    order: tuple[int, ...] = NATURAL

    def legal(self) -> CardSet:
        """The cards that may be played now; none: the deal is over."""
        hand = self.hands[(self.leader + len(self.trick)) % len(self.hands)]
        if not self.trick:
            return CardSet(hand)
        best = self.trick[winner(self.trick, self.trump, self.order)]
        return CardSet(followers(hand, self.trick[0].suit, self.trump, self.rules, best, self.order))

    def play(self, card: Card) -> Position:
        """The position after a legal card."""
        at = (self.leader + len(self.trick)) % len(self.hands)
        hands = (*self.hands[:at], self.hands[at] & ~card.bit, *self.hands[at + 1 :])
        trick = (*self.trick, card)
        if len(trick) < len(hands):
            return self._replace(hands=hands, trick=trick)
        taker = (self.leader + winner(trick, self.trump, self.order)) % len(hands)
        won = tuple(n + (who == taker) for who, n in enumerate(self.won))
        return Position(hands, self.trump, self.rules, taker, (), won, self.order)

    def count(self, depth: int) -> int:
        """The number of legal sequences of `depth` cards; shorter ones do not count."""
        if depth == 0:
            return 1
        cards = self.legal()
        return len(cards) if depth == 1 else sum(self.play(card).count(depth - 1) for card in cards)

    def divide(self, depth: int) -> tuple[tuple[str, int], ...]:
        """The same count below each first card, by its token."""
        return tuple(sorted((card.text, self.play(card).count(depth - 1)) for card in self.legal())) if depth else ()

    def revokes(self, depth: int) -> int:
        """The number of held cards that may not be played, over all nodes `depth` cards down."""
        cards = self.legal()
        if depth == 0:
            return len(CardSet(self.hands[(self.leader + len(self.trick)) % len(self.hands)])) - len(cards)
        return sum(self.play(card).revokes(depth - 1) for card in cards)

    def ends(self) -> Counter[tuple[int, ...]]:
        """How many ways of playing the deal out end with which tricks, by hand."""
        found: Counter[tuple[int, ...]] = Counter()
        waiting = [self]
        while waiting:
            position = waiting.pop()
            cards = position.legal()
            if not cards:
                found[position.won] += 1
            waiting += map(position.play, cards)
        return found


def _position(block: Block) -> Position:
    layout = Layout.parse(block.deal)
    first = Seat(block.deal.strip()[0]).position  # `Layout.parse` saw to it
    order = [seat for step in range(4) for seat in Seat if seat.position == (first + step) % 4]
    seats = [seat for seat in order if layout.hand(seat) is not None]
    hands = tuple(hand.bits for seat in seats if (hand := layout.hand(seat)) is not None)
    if len(seats) == 2:  # two sit opposite each other, whether the seat between them is written or not
        seats = [order[0], order[2]]
    if len({hand.bit_count() for hand in hands}) != 1:
        raise ValueError("the hands are not of one size")
    if block.lead not in {seat.value for seat in seats}:
        raise ValueError(f"lead {block.lead!r} is not one of the seats with cards")
    if block.trump not in _TRUMPS:
        raise ValueError(f"trump {block.trump!r} is not one of {' '.join(_TRUMPS)}")
    leader, trump, found = seats.index(Seat(block.lead)), _TRUMPS[block.trump], game(block.game)
    order_of_ranks = found.order.get(trump, NATURAL)
    return Position(hands, trump, found.follow, leader, (), (0,) * len(hands), order_of_ranks)


def _match(found: Game, block: Block, dealer: int = 0) -> AnyMatch:
    preset = block.preset or next(iter(found.presets))
    return found.start(found.agree(preset, block.options, block.players), block.players, dealer)


def _dealt(block: Block) -> AnyState:
    """The first deal of a table, with any cards: an auction's rules do not look at them."""
    found = game(block.game)
    match = _match(found, block)
    terms = match.next_deal()
    return match.begin().apply(Deal(str(numbered_deal(0, found.pack, terms.holders))))


@takes("the auctions of a deal are counted, as perft.left(block)", State)
def auctions(state: AnyState, depth: int | None = None) -> int:
    """The number of sequences of `depth` calls from here, shorter ones not counted; None: of all auctions.

    Calls are those of `State.legal` in a phase of bidding, an invitation and its answer included.

    Raises:
        ValueError: nothing is bid in this state.
    """
    if state.phase not in _AUCTION:
        raise ValueError("there is no auction here")
    # Remembered by the auction alone: the hands do not matter to it.
    known: dict[tuple[object, ...], int] = {}

    def count(state: AnyState, depth: int | None) -> int:
        if state.phase not in _AUCTION:
            return 1 if depth in {None, 0} else 0
        if depth == 0:
            return 1
        key = (state.phase, getattr(state, "auction", state), depth)
        if key not in known:
            less = None if depth is None else depth - 1
            known[key] = sum(count(state.advance(call), less) for call in state.legal())
        return known[key]

    return count(state, depth)


@takes("a block is replayed, as perft.read(text)[0]", Block)
def recorded(block: Block) -> Record:
    """The record of a block: events of docs/kz.md, with forced ones and rulings.

    Raises:
        ValueError: it has none, or one that cannot be read.
    """
    found = game(block.game)
    preset = block.preset or next(iter(found.presets))
    options = "".join(f'[Option "{name}={value}"]' for name, value in block.options.items())
    read = parse(f'[Game "{block.game}"][Preset "{preset}"][Players "{block.players}"]{options}\n{block.record}')
    if read.error is not None:
        raise ValueError(f"the record: {read.error.reason}")
    if read.record is None or not block.record:
        raise ValueError("there is no record")
    return read.record


@takes("a block is replayed, as perft.read(text)[0]", Block)
def left(block: Block) -> AnyState:
    """The deal that runs after the record of a block.

    Raises:
        ValueError: there is no record, it does not replay, or no deal runs after it.
    """
    told = replay(recorded(block))
    if told.error is not None:
        raise ValueError(f"the record: {told.error.code} ({told.error.law})")
    if told.state is None or told.state.now is None:
        raise ValueError("no deal runs after the record")
    return told.state


@takes("the moves of a deal are counted, as perft.left(block)", State)
def moves(state: AnyState, depth: int | None = None) -> int:
    """The number of sequences of `depth` calls and cards in a running deal, under its rulings; None: to the deal's end.

    Sequences that end before are not counted.
    """

    def count(state: AnyState, depth: int | None) -> int:
        if state.outcome is not None:
            return 1 if depth in {None, 0} else 0
        if depth == 0:
            return 1
        legal, less = state.legal(), None if depth is None else depth - 1
        return len(legal) if depth == 1 else sum(count(state.apply(event), less) for event in legal)

    return count(state, depth)


class SplitMix64:
    """The generator of the walks (Steele, Lea, Flood 2014): 64 bits of state, no more to agree upon than this."""

    def __init__(self, seed: int) -> None:
        self.state = seed & 0xFFFFFFFFFFFFFFFF

    def next(self) -> int:
        """The next number, of 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        return mixed ^ mixed >> 31


def _drawn(chance: SplitMix64, pack: Pack, holders: tuple[Seat, ...]) -> Layout:
    """A deal: cards drawn one by one from the pack in ASCII order, hand after hand, then the rest."""
    left = sorted(pack.cards, key=str)

    def draw(size: int) -> list[Card]:
        return [left.pop(chance.next() % len(left)) for _ in range(size)]

    hands = [(seat, CardSet.of(draw(size))) for seat, size in zip(holders, pack.hands, strict=True)]
    return Layout.of(hands, draw(pack.rest))


@takes("a game is walked through, as game('preferans')", Game)
def walk(found: Game, match: AnyMatch, chance: SplitMix64, deals: int) -> Iterator[str]:
    """Random legal events through some deals of a match: their tokens, and after each deal the sheet."""
    progress = Progress.start(match)
    for _ in range(deals):
        if progress.state is None:
            return
        match = progress.match
        deal = Deal(str(_drawn(chance, found.pack, match.next_deal().holders)))
        progress = progress.apply(deal)
        yield deal.token
        while progress.match is match and progress.state is not None:
            events = sorted(progress.state.legal(), key=lambda event: event.token)
            event = events[chance.next() % len(events)]
            progress = progress.apply(event)
            yield event.token
        yield "= " + " ".join(map(str, _numbers(msgspec.structs.astuple(progress.match.sheet))))


def _numbers(value: object) -> Iterator[int | Fraction]:
    """The numbers of a sheet in the order in which it has them; entries, which are no numbers, are left out."""
    if isinstance(value, (int, Fraction)):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _numbers(part)


def _walks(block: Block, check: Check) -> str:
    """The SHA-256 of all walks from one seed up to another, which is left out."""
    name, first, last = check.arguments
    found = game(name)
    digest = hashlib.sha256()
    for seed in range(int(first), int(last)):
        match = _match(found, block, seed % block.players)
        for line in walk(found, match, SplitMix64(seed), block.deals):
            digest.update(f"{line}\n".encode())
    return digest.hexdigest()
