"""What a view of bridge leaves open, and worlds for it: hidden hands that agree with all that was seen and said.

Hard facts are never broken: the cards one sees, how many each holds, suits that somebody did not follow, honours that
were declared. They are ranges of lengths, so the deals that keep them, and the lengths that calls have promised, are
counted suit by suit and drawn evenly (`Puzzle` of `kozyr.bots.sampling` counts single cards; here whole suits are alike).

What calls promise besides (points, stops, a balanced hand) is then walked to: cards of one suit change places between
two hidden hands, and no exchange is kept that breaks more. Such steps are as likely to and fro, so of the deals that keep
everything each is as likely as another. People bid otherwise than we do; where nothing fits, promises give way in this
order: points and stops (the nearest deal is kept), then a card of each length, then all lengths.

Last, a world counts less for every call that its caller would not have made by the book (`likelihood`).
"""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations
from math import factorial
from typing import Final, NamedTuple, TypeAlias

import msgspec

from kozyr.bots.bridge.reading import Reading
from kozyr.bots.bridge.system import ANY, Counted, Hand, Meaning, Range, high_cards
from kozyr.bots.bridge.systems import SYSTEMS, agreed
from kozyr.bots.sampling import weighted
from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import BRIDGE
from kozyr.games.bridge import View
from kozyr.games.bridge.scoring import honours

World: TypeAlias = tuple[int, int, int, int]  # the bits of each seat's cards, N E S W

_PACK: Final = CardSet.of(BRIDGE.cards).bits
_SEATS: Final = tuple(Seat)
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_FREE: Final[Range] = (0, 13)
_DEALS: Final = 4  # that are looked at for one that keeps what was promised, before one is mended
_STEPS: Final = 8  # exchanges that are tried once nothing is broken any more
_TWO: Final = 2
_LONG_WALK: Final = 250
_COURT: Final = CardSet.of(card for card in BRIDGE.cards if card.rank.position > 8).bits
_DOUBT: Final = 0.1  # how often a hand makes a call that is not the book's
_FACTORIALS: Final = tuple(factorial(n) for n in range(14))


class Field(msgspec.Struct, frozen=True):
    """The cards as the viewer knows them. Seats are numbered N 0, E 1, S 2, W 3; cards are bits.

    seen: by seat the cards that he is known to hold now. hidden: the seats of which more is unknown. room: how many such
    cards each of them holds. cards: those cards, all of them. void: by hidden seat the bits that he cannot hold.
    played: by seat what he has played. promised: by seat what his calls promise of the hand that he was dealt. boast: the
    seat whose declared honours are hidden, -1 none. errs: somebody may have revoked. system: by which the calls are read.
    """

    seen: World
    hidden: tuple[int, ...]
    room: tuple[int, ...]
    cards: int
    void: tuple[int, ...]
    played: World
    promised: tuple[Meaning, Meaning, Meaning, Meaning]
    calls: tuple[str, ...]
    dealer: int
    trump: Suit | None
    boast: int
    errs: bool = False
    system: str = "sayc"


def field(view: View) -> Field:
    """What is seen, and what it leaves open."""
    seen, played, void = [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]
    for seat, hand in view.hands.items():  # of a closed hand, too, a card may have been seen
        seen[seat.position] = CardSet.of(hand.known if hand.cards is None else hand.cards).bits
    tricks = [trick.cards for trick in view.history]
    for cards in [*tricks, view.trick]:
        for seat, card in cards:
            played[seat.position] |= card.bit
            if card.bit & void[seat.position]:  # he has revoked, and shown nothing of this suit
                void[seat.position] &= ~card.suit.bits
            if card.suit is not cards[0][1].suit:
                void[seat.position] |= cards[0][1].suit.bits
    for at, held in enumerate(seen):
        void[at] &= ~sum(suit.bits for suit in _SUITS if held & suit.bits)
    room = tuple(view.hands[seat].count - seen[seat.position].bit_count() for seat in _SEATS)
    hidden = tuple(seat.position for seat in _SEATS if view.hands[seat].cards is None and room[seat.position])
    calls = tuple(token for _, token in view.calls)
    promised = [ANY, ANY, ANY, ANY]
    dealer = view.terms.dealer.position
    if view.terms.kind == "four" and calls:
        for at, meaning in enumerate(agreed(view).known(calls)):
            promised[(dealer + at) % 4] = meaning
    a, b, c, d = promised
    boast = -1 if view.honours is None or view.hands[view.honours].cards is not None else view.honours.position
    return Field(
        seen=_four(seen),
        hidden=hidden,
        room=tuple(room[at] for at in hidden),
        cards=_PACK & ~sum(seen) & ~sum(played),
        void=tuple(void[at] for at in hidden),
        played=_four(played),
        promised=(a, b, c, d),
        calls=calls if view.terms.kind == "four" else (),
        dealer=dealer,
        trump=None if view.contract is None else view.contract.trump,
        boast=boast,
        errs=view.terms.conventions.table.irregularities == "rule",
        system=view.terms.conventions.system,
    )


def _four(values: Sequence[int]) -> World:
    n, e, s, w = values
    return n, e, s, w


# --- lengths -------------------------------------------------------------------------------------------------------

_Lengths: TypeAlias = tuple[tuple[Range, ...], ...]  # by suit, by hidden seat: how many cards of it he may hold now


_Ladder: TypeAlias = tuple[list[int], list[tuple[tuple[int, ...], tuple[int, ...]]]]


class _Shapes:
    """The ways to divide suits among hidden hands, each weighed by its deals."""

    def __init__(self, counts: tuple[int, ...], room: tuple[int, ...], lengths: _Lengths) -> None:
        self._counts, self._room, self._lengths = counts, room, lengths
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}
        self._ladders: dict[tuple[int, tuple[int, ...]], _Ladder] = {}
        self.total = self._count(0, room)

    def _splits(self, suit: int, room: tuple[int, ...]) -> list[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        """The ways to divide a suit: how many cards each gets, in how many ways, and the room that is left."""
        ranges, cards = self._lengths[suit], self._counts[suit]
        last = len(room) - 1
        found: list[tuple[tuple[int, ...], int, tuple[int, ...]]] = []

        def go(at: int, left: int, split: tuple[int, ...], ways: int) -> None:
            low, high = ranges[at]
            if at == last:
                if low <= left <= high and left <= room[at]:
                    whole = (*split, left)
                    after = tuple([had - n for had, n in zip(room, whole, strict=True)])
                    found.append((whole, ways // _FACTORIALS[left], after))
                return
            for n in range(low, min(high, left, room[at]) + 1):
                go(at + 1, left - n, (*split, n), ways // _FACTORIALS[n])

        go(0, cards, (), _FACTORIALS[cards])
        return found

    def _count(self, suit: int, room: tuple[int, ...]) -> int:
        if suit == len(self._counts):
            return 0 if any(room) else 1
        known = self._ways.get((suit, room))
        if known is None:
            if suit == len(self._counts) - 1:  # what is left goes where there is room
                known = 0
                if sum(room) == self._counts[suit] and all(
                    low <= n <= high for n, (low, high) in zip(room, self._lengths[suit], strict=True)
                ):
                    known = _FACTORIALS[self._counts[suit]]
                    for n in room:
                        known //= _FACTORIALS[n]
            else:
                known = sum(ways * self._count(suit + 1, after) for _, ways, after in self._splits(suit, room))
            self._ways[suit, room] = known
        return known

    def _ladder(self, suit: int, room: tuple[int, ...]) -> _Ladder:
        """The ways to divide a suit with the deals of all up to each of them, so that one number chooses."""
        known = self._ladders.get((suit, room))
        if known is None:
            steps: list[int] = []
            ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
            total = 0
            for split, times, after in self._splits(suit, room):
                more = times * self._count(suit + 1, after)
                if more:
                    total += more
                    steps.append(total)
                    ways.append((split, after))
            known = self._ladders[suit, room] = (steps, ways)
        return known

    def draw(self, chance: random.Random) -> list[tuple[int, ...]]:
        """By suit how many cards each hidden hand gets; as often as there are deals of it."""
        room, found = self._room, []
        for suit in range(len(self._counts)):
            steps, ways = self._ladder(suit, room)
            last = len(ways) - 1
            split, room = ways[bisect_right(steps, chance.random() * steps[-1], 0, last) if last else 0]
            found.append(split)
        return found


@lru_cache(maxsize=64)
def _shapes(counts: tuple[int, ...], room: tuple[int, ...], lengths: _Lengths) -> _Shapes:
    return _Shapes(counts, room, lengths)


def _open(seen: Field) -> _Shapes:
    """The lengths that calls promise if they can be; else a card more or less; else what is known for sure.

    Where people err that may contradict itself: then somebody has revoked, and the voids of the others are true.
    """
    try:
        return _lengths(seen, seen.void)
    except ValueError:
        if not seen.errs:
            raise
    for at in range(len(seen.void)):
        with suppress(ValueError):
            return _lengths(seen, (*seen.void[:at], 0, *seen.void[at + 1 :]))
    return _lengths(seen, (0,) * len(seen.void))


def _lengths(seen: Field, voids: tuple[int, ...]) -> _Shapes:
    counts = tuple((seen.cards & suit.bits).bit_count() for suit in _SUITS)
    for slack in (0, 1, 13):
        by_suit = []
        for nth, suit in enumerate(_SUITS):
            ranges: list[Range] = []
            for at, void in zip(seen.hidden, voids, strict=True):
                low, high = seen.promised[at].lengths[nth]
                if seen.promised[at].balanced:
                    low, high = max(low, 2), min(high, 5)
                gone = ((seen.played[at] | seen.seen[at]) & suit.bits).bit_count()
                least, most = max(0, low - slack - gone), max(0, min(13, high + slack - gone))
                ranges.append((0, 0) if void & suit.bits else (least, most))
            by_suit.append(tuple(ranges))
        found = _shapes(counts, seen.room, tuple(by_suit))
        if found.total:
            return found
    raise ValueError("no deal agrees with what is seen")


# --- promises ------------------------------------------------------------------------------------------------------


class _Promise(NamedTuple):
    """What a seat has promised of its thirteen cards, as far as exchanges of cards of one suit can mend it.

    whole: the cards of it that are known. hcp, points: ranges. stopped: by suit its bits.
    """

    whole: int
    hcp: Range
    points: Range
    balanced: bool
    aces: tuple[int, ...]
    stopped: tuple[Suit, ...]
    keys: Counted | None

    def broken(self, bits: int) -> float:
        """How far a hand is from what was promised, its lengths apart: about points."""
        bits |= self.whole
        hcp = high_cards(bits)
        low, high = self.hcp
        found = 0.0 if low <= hcp <= high else float(low - hcp if hcp < low else hcp - high)
        low, high = self.points
        if (low, high) != ANY.points or self.balanced or self.aces or self.stopped or self.keys:
            hand = Hand.of(CardSet(bits))
            found += max(0, low - hand.points, hand.points - high)
            if self.balanced and not hand.balanced:
                found += 3
            if self.aces and hand.aces not in self.aces:
                found += 3
            if self.keys and hand.keys(self.keys[0]) not in self.keys[1]:
                found += 3
            for suit in self.stopped:
                if not hand.stops(suit):
                    found += 2
        return found


def _promises(seen: Field) -> dict[int, _Promise]:
    """By hidden seat what is to be kept; nothing, if nobody has promised anything but lengths."""
    found = {}
    for at in seen.hidden:
        told = seen.promised[at]
        whole = seen.played[at] | seen.seen[at]
        found[at] = _Promise(whole, told.hcp, told.points, told.balanced, told.aces, told.stopped, told.keys)
    return found if any(one[1:] != _NOTHING for one in found.values()) else {}


_NOTHING: Final = (ANY.hcp, ANY.points, False, (), (), None)


def _kept(
    seen: Field, decks: list[list[int]], shapes: _Shapes, promises: dict[int, _Promise], chance: random.Random
) -> _Dealt:
    """A deal that keeps the promises: the first of a few that does, else the nearest, mended by exchanges.

    Also what stays broken.
    """
    if not promises:
        return _dealt(seen, decks, shapes, chance), 0.0
    best: dict[int, int] = {}
    least = math.inf
    for _ in range(_DEALS):
        hands = _dealt(seen, decks, shapes, chance)
        broken = sum([one.broken(hands[at]) for at, one in promises.items()])
        if broken < least:
            best, least = hands, broken
        if not broken:
            return hands, 0.0
    return best, _walk(best, promises, chance) if len(best) > 1 else least


_Dealt: TypeAlias = tuple[dict[int, int], float]


def _walk(hands: dict[int, int], promises: dict[int, _Promise], chance: random.Random) -> float:
    """Exchange cards of a suit between hidden hands until promises are kept, and a little longer; what stays broken."""
    broken = {at: one.broken(hands[at]) for at, one in promises.items()}
    seats = list(hands)
    more = _STEPS
    draw = chance.random
    for _ in range(_LONG_WALK):
        if not any(broken.values()):
            more -= 1
            if not more:
                break
        at = int(draw() * len(seats))
        one, other = seats[at], seats[at - 1 - int(draw() * (len(seats) - 1))]
        suit = _SUITS[int(draw() * 4)].bits
        first, second = hands[one] & suit, hands[other] & suit
        if not first or not second:
            continue
        change = _some(first, draw) ^ _some(second, draw)
        if not change & _COURT:
            continue  # spots alone mend nothing, and lie by chance already
        mine, yours = hands[one] ^ change, hands[other] ^ change
        now, then = promises[one].broken(mine), promises[other].broken(yours)
        if now + then <= broken[one] + broken[other]:
            hands[one], hands[other] = mine, yours
            broken[one], broken[other] = now, then
    return sum(broken.values())


def _some(bits: int, draw: Callable[[], float]) -> int:
    """One of some cards."""
    for _ in range(int(draw() * bits.bit_count())):
        bits &= bits - 1
    return bits & -bits


def likelihood(seen: Field, at: int, bits: int) -> float:
    """How likely the hand that a seat was dealt would have called as it did, by the book."""
    found = 1.0
    hand, system = Hand.of(CardSet(bits)), SYSTEMS[seen.system]
    for nth in range((at - seen.dealer) % 4, len(seen.calls), 4):
        if system.choice(seen.calls[:nth], hand) != seen.calls[nth]:
            found *= _DOUBT
    return found


# --- worlds --------------------------------------------------------------------------------------------------------


def worlds(
    seen: Field, count: int, chance: random.Random, *, draws: int = 2, played: Reading | None = None
) -> list[tuple[World, float]]:
    """At most so many worlds with the weights that they stand for, which sum to 1.

    draws: how many are looked at for each that is wanted. played: what the cards that fell tell besides.

    Raises:
        ValueError: what is seen contradicts itself.
    """
    return next(series(seen, [count], chance, draws=draws, played=played))


def series(
    seen: Field, counts: Sequence[int], chance: random.Random, *, draws: int = 2, played: Reading | None = None
) -> Iterator[list[tuple[World, float]]]:
    """Worlds as `worlds` gives them, in portions that are made when they are wanted; no world comes twice.

    The weights of each portion sum to 1; there are as many portions as counts, the last ones perhaps empty.
    """
    if not seen.hidden:
        yield [(seen.seen, 1.0)]
        return
    shapes, promises = _open(seen), _promises(seen)
    decks = [[card.bit for card in CardSet(seen.cards & suit.bits)] for suit in _SUITS]
    known: set[World] = set()
    for count in counts:
        found: dict[World, float] = {}
        tries = 0
        while len(found) < count * draws and tries < count * draws * 2:
            tries += 1
            hands, broken = _kept(seen, decks, shapes, promises, chance)
            if seen.boast >= 0 and not honours(
                hands.get(seen.boast, 0) | seen.played[seen.boast] | seen.seen[seen.boast], seen.trump
            ):
                tries -= chance.random() < 0.98  # declared honours are a fact: another deal, and not for ever
                continue
            world = _four([hands.get(at, 0) | seen.seen[at] for at in range(4)])
            if world in known:
                continue
            known.add(world)
            weight = 0.25**broken
            for at in seen.hidden:
                weight *= likelihood(seen, at, world[at] | seen.played[at])
                if played is not None:
                    weight *= played.weigh(at, world[at])
            found[world] = weight
        yield (
            [
                (_four(world), weight)
                for world, weight in weighted(list(found), list(found.values()), count, chance)
                if weight
            ]
            if found
            else []
        )


def _dealt(seen: Field, decks: list[list[int]], shapes: _Shapes, chance: random.Random) -> dict[int, int]:
    """The hidden cards, dealt by lengths that may be. decks: by suit the bits of its cards, whose order changes."""
    if len(seen.hidden) == _TWO:
        return _halved(seen, shapes, chance)
    hands = dict.fromkeys(seen.hidden, 0)
    for cards, split in zip(decks, shapes.draw(chance), strict=True):
        if not cards:
            continue
        if max(split) < len(cards):
            chance.shuffle(cards)
        at = 0
        for seat, n in zip(seen.hidden, split, strict=True):
            hands[seat] |= sum(cards[at : at + n])
            at += n
    return hands


def _halved(seen: Field, shapes: _Shapes, chance: random.Random) -> dict[int, int]:
    """The same for two hidden hands: one gets some cards of each suit, one choice of as many as there are."""
    one = 0
    for suit, (n, _) in zip(_SUITS, shapes.draw(chance), strict=True):
        cards = seen.cards & suit.bits
        ways = _choices(cards, n)
        one |= ways[int(chance.random() * len(ways))] if len(ways) > 1 else ways[0]
    return {seen.hidden[0]: one, seen.hidden[1]: seen.cards & ~one}


@lru_cache(maxsize=1024)
def _choices(cards: int, count: int) -> tuple[int, ...]:
    """All sets of so many of these cards."""
    return tuple(map(sum, combinations([card.bit for card in CardSet(cards)], count)))
