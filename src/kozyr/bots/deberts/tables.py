"""Hands as native masks, suit by suit: the worth of combinations and of six cards, from tables of 256 holdings.

Combinations and all parts of the novice's promise lie within a suit, so a hand is four look-ups.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from kozyr.bots.deberts.novice import TRUMP_LENGTH
from kozyr.cards import Suit
from kozyr.games.deberts.combinations import Height, best, held, sets, value
from kozyr.games.deberts.ranks import POINTS
from kozyr.solver.integers import cards_of_mask

BELLA: Final = 20
SEVEN: Final = 1
_PAIR: Final = 0b1100000  # queen and king
_ACE, _TEN = 0b10000000, 0b1000


def native(bits: int) -> int:
    """The native mask of the bits of a `CardSet`."""
    return bits >> 5 & 0xFF | (bits >> 18 & 0xFF) << 8 | (bits >> 31 & 0xFF) << 16 | (bits >> 44 & 0xFF) << 24


def whole(mask: int) -> int:
    """The bits of a `CardSet` of a native mask."""
    return (mask & 0xFF) << 5 | (mask >> 8 & 0xFF) << 18 | (mask >> 16 & 0xFF) << 31 | (mask >> 24 & 0xFF) << 44


class Melds(msgspec.Struct, frozen=True):
    """The combinations of a hand: the height of the highest, everything that can be named together, and the kinds."""

    best: Height | None
    points: int
    kinds: frozenset[str]


class _Suit(msgspec.Struct, frozen=True):
    height: tuple[int, int] | None
    points: int
    kinds: frozenset[str]


@lru_cache(maxsize=2)
def _suits(hundred: bool) -> tuple[_Suit, ...]:
    found = []
    for holding in range(256):
        bits = whole(holding)
        lie = held(bits, hundred)
        top = best(lie, Suit.HEARTS)
        most = max((value(group) for group in sets(bits, Suit.HEARTS, hundred)), default=0)
        found.append(_Suit(None if top is None else top[:2], most, frozenset(meld.kind for meld in lie)))
    return tuple(found)


@lru_cache(maxsize=65536)
def melds(mask: int, trump: int, hundred: bool) -> Melds:
    """The combinations of a hand."""
    table = _suits(hundred)
    highest: Height | None = None
    points = 0
    kinds: frozenset[str] = frozenset()
    for suit in range(4):
        one = table[mask >> 8 * suit & 0xFF]
        if one.height is not None:
            height = (*one.height, suit == trump)
            highest = height if highest is None or height > highest else highest
            points += one.points
            kinds |= one.kinds
    return Melds(highest, points, kinds)


def _trump_worth(holding: int) -> float:
    cards = list(cards_of_mask(holding))
    worth = POINTS[Suit.SPADES]
    bella = BELLA if holding & _PAIR == _PAIR else 0
    return sum(worth[card.index] for card in cards) + TRUMP_LENGTH * len(cards) + bella


def _plain_worth(holding: int) -> float:
    found = 11.0 if holding & _ACE else 0.0
    guarded = holding & _ACE or holding.bit_count() > 1
    return found + (6 if holding & _TEN and guarded else 0)


@lru_cache(maxsize=1)
def _worths() -> tuple[tuple[float, ...], tuple[float, ...]]:
    return tuple(map(_trump_worth, range(256))), tuple(map(_plain_worth, range(256)))


def promise(mask: int, trump: int, turned: int, *, exchanges: bool, eldest: bool, hundred: bool) -> float:
    """A novice's figure for six cards with these trumps, by tables.

    turned: the mask of the turned-up card. exchanges: the seven of its suit can be exchanged.
    """
    trumps, plain = _worths()
    table = _suits(hundred)
    found = 4.0 if eldest else 0.0
    combination = 0
    for suit in range(4):
        holding = mask >> 8 * suit & 0xFF
        combination += table[holding].points
        if suit != trump:
            found += plain[holding]
            continue
        up = turned >> 8 * suit & 0xFF
        more = holding | up if exchanges and up and holding & SEVEN else holding
        found += trumps[more]
    return found + combination / 2
