"""Decks, the numbering of deals, fair dealing, and the text of a deal.

A deal is a number: `deal_number` and `numbered_deal` are inverse to each other, so a uniform number is
a uniform deal and no argument about shuffling is needed (the method of BigDeal, generalised).
"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec

from kozyr.cards import CARDS, Card, CardSet, Seat, parse_card

__all__ = [
    "BRIDGE",
    "DEBERTS",
    "PREFERANS",
    "Layout",
    "Pack",
    "deal_number",
    "fair_deal",
    "numbered_deal",
]

SEATS: Final = tuple(Seat)


class Pack(msgspec.Struct, frozen=True):
    """A pack and how it is dealt.

    cards: the pack, in the order that numbering uses.
    hands: how many cards each hand gets.
    rest: how many cards remain (talon, stock); their order matters to play but not to the number.
    first: how many cards of a hand come before the auction (deberts: six of nine, D-DEAL-3); 0: all of them. Which
    ones they are matters to the auction but not to the number.
    """

    cards: tuple[Card, ...]
    hands: tuple[int, ...]
    rest: int
    first: int = 0

    @property
    def deals(self) -> int:
        """How many deals there are, the order of the rest not counted."""
        count = math.factorial(len(self.cards)) // math.factorial(self.rest)
        for size in self.hands:
            count //= math.factorial(size)
        return count


def _pack(lowest: str, hands: tuple[int, ...], first: int = 0) -> Pack:
    cards = tuple(c for c in CARDS if c.rank.value in "23456789TJQKA"["23456789".index(lowest) :])
    return Pack(cards, hands, len(cards) - sum(hands), first)


PREFERANS: Final = _pack("7", (10, 10, 10))  # P-1.3.1, P-3.2.8
DEBERTS: Final = _pack("7", (9, 9), 6)  # D-DEAL-1, D-DEAL-3, D-DEAL-5
BRIDGE: Final = _pack("2", (13, 13, 13, 13))


Places: TypeAlias = tuple[CardSet | None, CardSet | None, CardSet | None, CardSet | None]


class Layout(msgspec.Struct, frozen=True):
    """Who holds what: four places by seat (None: no hand, or hidden), and what is in no hand.

    `rest` is in order: in preferans the talon, upper card first; in deberts the turned-up card first and the bottom
    card last. `first` is the part of each hand that came before the auction, where the deal says so (deberts).
    """

    hands: Places
    rest: tuple[Card, ...] = ()
    first: Places = (None, None, None, None)

    @classmethod
    def of(cls, hands: Iterable[tuple[Seat, CardSet]], rest: Iterable[Card] = ()) -> Layout:
        """A layout from seats and their hands."""
        places: list[CardSet | None] = [None] * 4
        for seat, hand in hands:
            places[seat.position] = hand
        return cls((places[0], places[1], places[2], places[3]), tuple(rest))

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Read ``N:hand hand hand hand + S8 DJ``, clockwise from the seat named.

        ``-`` is a hidden or absent hand; seats not written are absent. A card may stand only once. A hand may be
        written in two parts, ``six/three``: what came before the auction, and what came after it.

        Raises:
            ValueError: where and why the text is no deal.
        """
        first, colon, tail = text.strip().partition(":")
        if not colon or first not in Seat.__members__:
            msg = f"a deal begins with a seat and a colon, as N:, not {text[:12]!r}"
            raise ValueError(msg)
        written, _, rest_text = tail.partition("+")
        words = written.split()
        if not 1 <= len(words) <= len(SEATS):
            msg = f"a deal has one to four hands, not {len(words)}"
            raise ValueError(msg)
        places: list[CardSet | None] = [None] * 4
        firsts: list[CardSet | None] = [None] * 4
        seen = 0
        for offset, word in enumerate(words):
            if word == "-":
                continue
            at = (Seat(first).position + offset) % 4
            early, slash, late = word.partition("/")
            for part in (early, late) if slash else (early,):
                cards = CardSet.parse(part)
                if seen & cards.bits:
                    msg = f"{next(iter(CardSet(seen & cards.bits)))} is dealt twice"
                    raise ValueError(msg)
                seen |= cards.bits
                places[at] = (places[at] or CardSet()) | cards
            if slash:
                firsts[at] = CardSet.parse(early)
        rest: list[Card] = []
        for word in rest_text.split():
            card = parse_card(word)
            if seen & card.bit:
                msg = f"{card} is dealt twice"
                raise ValueError(msg)
            seen |= card.bit
            rest.append(card)
        return cls(
            (places[0], places[1], places[2], places[3]),
            tuple(rest),
            (firsts[0], firsts[1], firsts[2], firsts[3]),
        )

    def __str__(self) -> str:
        last = max((i for i, hand in enumerate(self.hands) if hand is not None), default=0)
        words = [
            "-" if hand is None else str(hand) if first is None else f"{first}/{hand - first}"
            for hand, first in zip(self.hands[: last + 1], self.first, strict=False)
        ]
        tail = " + " + " ".join(card.text for card in self.rest) if self.rest else ""
        return "N:" + " ".join(words) + tail

    def hand(self, seat: Seat) -> CardSet | None:
        """The hand of a seat; None: hidden, or no hand."""
        return self.hands[seat.position]


def _combination(code: int, among: int, wanted: int) -> list[int]:
    """The places of this combination, largest first (the combinatorial number system)."""
    chosen: list[int] = []
    for at in range(among - 1, -1, -1):
        if wanted and code >= math.comb(at, wanted):
            code -= math.comb(at, wanted)
            wanted -= 1
            chosen.append(at)
    return chosen


def numbered_deal(number: int, pack: Pack, seats: tuple[Seat, ...]) -> Layout:
    """The deal with this number: hands to the seats in their order, the rest in pack order.

    Raises:
        ValueError: the number is not in ``range(pack.deals)``.
    """
    if not 0 <= number < pack.deals:
        msg = f"deal number {number} is not below {pack.deals}"
        raise ValueError(msg)
    left = list(pack.cards)
    hands: list[tuple[Seat, CardSet]] = []
    for seat, size in zip(seats, pack.hands, strict=True):
        number, code = divmod(number, math.comb(len(left), size))
        hands.append((seat, CardSet.of(left.pop(at) for at in _combination(code, len(left), size))))
    return Layout.of(hands, left)


def deal_number(layout: Layout, pack: Pack, seats: tuple[Seat, ...]) -> int:
    """The number of a deal: the inverse of `numbered_deal`; the order of the rest is not told.

    Raises:
        ValueError: a hand is hidden or has not the size that the pack asks for.
    """
    left = list(pack.cards)
    number, base = 0, 1
    for seat, size in zip(seats, pack.hands, strict=True):
        hand = layout.hand(seat)
        if hand is None or len(hand) != size:
            msg = f"{seat.value} must hold {size} cards to number the deal"
            raise ValueError(msg)
        places = [at for at, card in enumerate(left) if card in hand]
        number += base * sum(math.comb(at, nth + 1) for nth, at in enumerate(places))
        base *= math.comb(len(left), size)
        left = [card for card in left if card not in hand]
    return number


def fair_deal(key: bytes, label: str, pack: Pack, seats: tuple[Seat, ...]) -> Layout:
    """A uniform deal from a secret key: HMAC-SHA-256 as a stream, rejection, then the numbering.

    key: at least 16 secret bytes; the same key and label give the same deal for ever.
    label: names what is dealt (table and deal number), so that one key serves many deals.
    The order of the rest is drawn as well, since in preferans the talon's first card leads, and so is the part of
    a hand that comes before the auction.

    Raises:
        ValueError: the key is shorter than 16 bytes.
    """
    if len(key) < 16:
        msg = "a dealing key has at least 16 bytes"
        raise ValueError(msg)
    orders = math.factorial(pack.rest)
    parts = math.prod(math.comb(size, pack.first) for size in pack.hands)
    bound = pack.deals * orders * parts
    size = bound.bit_length()
    block = 0
    while True:
        stream = b"".join(
            hmac.digest(key, f"{label}|{block + i}".encode(), hashlib.sha256) for i in range((size + 255) // 256)
        )
        block += (size + 255) // 256
        value = int.from_bytes(stream, "big") >> (8 * len(stream) - size)
        if value < bound:
            break
    value, part = divmod(value, parts)
    number, order = divmod(value, orders)
    layout = numbered_deal(number, pack, seats)
    rest = list(layout.rest)
    shuffled: list[Card] = []
    for left in range(len(rest), 0, -1):
        order, at = divmod(order, left)
        shuffled.append(rest.pop(at))
    if not pack.first:
        return Layout(layout.hands, tuple(shuffled))
    firsts: list[CardSet | None] = [None] * 4
    for seat in seats:
        hand = tuple(layout.hand(seat) or CardSet())
        part, code = divmod(part, math.comb(len(hand), pack.first))
        firsts[seat.position] = CardSet.of(hand[at] for at in _combination(code, len(hand), pack.first))
    return Layout(layout.hands, tuple(shuffled), (firsts[0], firsts[1], firsts[2], firsts[3]))
