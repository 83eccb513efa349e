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

import random
from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import Final, TypeAlias

import msgspec

from kozyr.bots.bridge import sayc
from kozyr.bots.bridge.system import ANY, Hand, Meaning, Range
from kozyr.bots.sampling import weighted
from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import BRIDGE
from kozyr.games.bridge import View
from kozyr.games.bridge.scoring import honours

__all__ = ["Field", "World", "field", "worlds"]

World: TypeAlias = tuple[int, int, int, int]  # the bits of each seat's cards, N E S W

_PACK: Final = CardSet.of(BRIDGE.cards).bits
_SEATS: Final = tuple(Seat)
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_FREE: Final[Range] = (0, 13)
_STEPS: Final = 40  # exchanges that are tried before a world is what it is; more where a promise is still broken
_LONG_WALK: Final = 400
_DOUBT: Final = 0.3  # how often a hand makes a call that is not the book's
_FACTORIALS: Final = tuple(factorial(n) for n in range(14))


class Field(msgspec.Struct, frozen=True):
    """The cards as the viewer knows them. Seats are numbered N 0, E 1, S 2, W 3; cards are bits.

    seen: by seat the cards that he is known to hold now. hidden: the seats of which more is unknown. room: how many such
    cards each of them holds. cards: those cards, all of them. void: by hidden seat the bits that he cannot hold.
    played: by seat what he has played. promised: by seat what his calls promise of the hand that he was dealt. boast: the
    seat whose declared honours are hidden, -1 none.
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


def field(view: View) -> Field:
    """What is seen, and what it leaves open."""
    seen, played, void = [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]
    for seat, hand in view.hands.items():
        seen[seat.position] = CardSet.of(hand.cards or ()).bits
    tricks = [trick.cards for trick in view.history]
    for cards in [*tricks, view.trick]:
        for seat, card in cards:
            played[seat.position] |= card.bit
            if card.suit is not cards[0][1].suit:
                void[seat.position] |= cards[0][1].suit.bits
    hidden = tuple(seat.position for seat in _SEATS if view.hands[seat].cards is None and view.hands[seat].count)
    calls = tuple(token for _, token in view.calls)
    promised = [ANY, ANY, ANY, ANY]
    dealer = view.terms.dealer.position
    if view.terms.kind == "four" and calls:
        for at, meaning in enumerate(sayc.known(calls)):
            promised[(dealer + at) % 4] = meaning
    a, b, c, d = promised
    boast = -1 if view.honours is None or view.hands[view.honours].cards is not None else view.honours.position
    return Field(
        seen=_four(seen),
        hidden=hidden,
        room=tuple(view.hands[_SEATS[at]].count for at in hidden),
        cards=_PACK & ~sum(seen) & ~sum(played),
        void=tuple(void[at] for at in hidden),
        played=_four(played),
        promised=(a, b, c, d),
        calls=calls if view.terms.kind == "four" else (),
        dealer=dealer,
        trump=None if view.contract is None else view.contract.trump,
        boast=boast,
    )


def _four(values: Sequence[int]) -> World:
    n, e, s, w = values
    return n, e, s, w


# --- lengths -------------------------------------------------------------------------------------------------------

_Lengths: TypeAlias = tuple[tuple[Range, ...], ...]  # by suit, by hidden seat: how many cards of it he may hold now


class _Shapes:
    """The ways to divide suits among hidden hands, each weighed by its deals."""

    def __init__(self, counts: tuple[int, ...], room: tuple[int, ...], lengths: _Lengths) -> None:
        self._counts, self._room, self._lengths = counts, room, lengths
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}
        self.total = self._count(0, room)

    def _splits(self, suit: int, room: tuple[int, ...]) -> list[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        ranges, cards = self._lengths[suit], self._counts[suit]
        last = len(room) - 1
        found: list[tuple[tuple[int, ...], int, tuple[int, ...]]] = []

        def go(at: int, left: int, split: tuple[int, ...], ways: int) -> None:
            low, high = ranges[at]
            if at == last:
                if low <= left <= high and left <= room[at]:
                    whole = (*split, left)
                    after = tuple(had - n for had, n in zip(room, whole, strict=True))
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
            known = 0
            if suit == len(self._counts) - 1:  # what is left goes where there is room
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

    def draw(self, chance: random.Random) -> list[tuple[int, ...]]:
        """By suit how many cards each hidden hand gets; as often as there are deals of it."""
        room, found = self._room, []
        for suit in range(len(self._counts)):
            number = chance.randrange(self._count(suit, room))
            for split, ways, after in self._splits(suit, room):
                number -= ways * self._count(suit + 1, after)
                if number < 0:
                    found.append(split)
                    room = after
                    break
        return found


@lru_cache(maxsize=64)
def _shapes(counts: tuple[int, ...], room: tuple[int, ...], lengths: _Lengths) -> _Shapes:
    return _Shapes(counts, room, lengths)


def _open(seen: Field) -> _Shapes:
    """The lengths that calls promise if they can be; else a card more or less; else what is known for sure."""
    counts = tuple((seen.cards & suit.bits).bit_count() for suit in _SUITS)
    for slack in (0, 1, 13):
        by_suit = []
        for nth, suit in enumerate(_SUITS):
            ranges: list[Range] = []
            for at, void in zip(seen.hidden, seen.void, strict=True):
                low, high = seen.promised[at].lengths[nth]
                gone = ((seen.played[at] | seen.seen[at]) & suit.bits).bit_count()
                least, most = max(0, low - slack - gone), max(0, min(13, high + slack - gone))
                ranges.append((0, 0) if void & suit.bits else (least, most))
            by_suit.append(tuple(ranges))
        found = _shapes(counts, seen.room, tuple(by_suit))
        if found.total:
            return found
    raise ValueError("no deal agrees with what is seen")


# --- promises ------------------------------------------------------------------------------------------------------


def _broken(meaning: Meaning, bits: int) -> float:
    """How far a hand of thirteen is from what was promised, its lengths apart: about points."""
    hand = Hand.of(CardSet(bits))
    found = _outside(hand.hcp, meaning.hcp) + _outside(hand.points, meaning.points)
    if meaning.balanced and not hand.balanced:
        found += 3
    if meaning.aces and hand.aces not in meaning.aces:
        found += 3
    return found + sum(2 for suit in meaning.stopped if not hand.stops(suit))


def _outside(value: int, within: Range) -> int:
    low, high = within
    return max(0, low - value, value - high)


def _walk(seen: Field, hands: dict[int, int], chance: random.Random) -> float:
    """Exchange cards of a suit between hidden hands until promises are kept; what stays broken."""
    whole = {at: seen.played[at] | seen.seen[at] for at in hands}
    told = {at: seen.promised[at] for at in hands}
    broken = {at: _broken(told[at], bits | whole[at]) for at, bits in hands.items()}
    if len(hands) < 2 or all(_silent(meaning) for meaning in told.values()):
        return sum(broken.values())
    seats = list(hands)
    for step in range(_LONG_WALK):
        if step >= _STEPS and not any(broken.values()):
            break
        one, other = chance.sample(seats, 2)
        suit = chance.choice(_SUITS).bits
        first, second = hands[one] & suit, hands[other] & suit
        if not first or not second:
            continue
        give, take = _some(first, chance), _some(second, chance)
        mine, yours = hands[one] ^ give ^ take, hands[other] ^ give ^ take
        now = _broken(told[one], mine | whole[one]), _broken(told[other], yours | whole[other])
        if sum(now) <= broken[one] + broken[other]:
            hands[one], hands[other] = mine, yours
            broken[one], broken[other] = now
    return sum(broken.values())


def _silent(meaning: Meaning) -> bool:
    return (
        meaning.hcp == ANY.hcp
        and meaning.points == ANY.points
        and not (meaning.balanced or meaning.aces or meaning.stopped)
    )


def _some(bits: int, chance: random.Random) -> int:
    """One of some cards."""
    for _ in range(chance.randrange(bits.bit_count())):
        bits &= bits - 1
    return bits & -bits


def likelihood(seen: Field, at: int, bits: int) -> float:
    """How likely the hand that a seat was dealt would have called as it did, by the book."""
    found = 1.0
    hand = Hand.of(CardSet(bits))
    for nth in range((at - seen.dealer) % 4, len(seen.calls), 4):
        if sayc.choice(seen.calls[:nth], hand) != seen.calls[nth]:
            found *= _DOUBT
    return found


# --- worlds --------------------------------------------------------------------------------------------------------


def worlds(seen: Field, count: int, chance: random.Random, *, draws: int = 2) -> list[tuple[World, float]]:
    """At most so many worlds with the weights that they stand for, which sum to 1.

    draws: how many are looked at for each that is wanted.

    Raises:
        ValueError: what is seen contradicts itself.
    """
    if not seen.hidden:
        return [(seen.seen, 1.0)]
    shapes = _open(seen)
    found: dict[World, float] = {}
    tries = 0
    while len(found) < count * draws and tries < count * draws * 2:
        tries += 1
        hands = _dealt(seen, shapes, chance)
        broken = _walk(seen, hands, chance)
        if seen.boast >= 0 and not honours(
            hands.get(seen.boast, 0) | seen.played[seen.boast] | seen.seen[seen.boast], seen.trump
        ):
            tries -= chance.random() < 0.98  # declared honours are a fact: another deal, and not for ever
            continue
        world = _four([hands.get(at, 0) | seen.seen[at] for at in range(4)])
        if world in found:
            continue
        weight = 0.25**broken
        for at in seen.hidden:
            weight *= likelihood(seen, at, world[at] | seen.played[at])
        found[world] = weight
    return [
        (_four(world), weight) for world, weight in weighted(list(found), list(found.values()), count, chance) if weight
    ]


def _dealt(seen: Field, shapes: _Shapes, chance: random.Random) -> dict[int, int]:
    """The hidden cards, dealt by lengths that may be."""
    hands = dict.fromkeys(seen.hidden, 0)
    for suit, split in zip(_SUITS, shapes.draw(chance), strict=True):
        cards = [card.bit for card in CardSet(seen.cards & suit.bits)]
        chance.shuffle(cards)
        at = 0
        for seat, n in zip(seen.hidden, split, strict=True):
            hands[seat] |= sum(cards[at : at + n])
            at += n
    return hands
