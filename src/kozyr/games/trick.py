"""The trick, for every game: what may be played to it, and who takes it.

A game brings its rules as `FollowRules` and its order of ranks as a tuple of strengths by card index.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from kozyr.cards import CARDS, Card, Suit

__all__ = ["NATURAL", "FollowRules", "followers", "winner"]

NATURAL: Final = tuple(card.rank.position for card in CARDS)  # 2 lowest ... ace highest


class FollowRules(msgspec.Struct, frozen=True):
    """What a player owes to the card led.

    must_trump: void in the suit led, he must trump if he can (preferans, deberts; not bridge).
    must_overtrump: a trump led must be beaten if he can (deberts).
    """

    must_trump: bool = True
    must_overtrump: bool = False


def followers(
    hand: int,
    led: Suit,
    trump: Suit | None,
    rules: FollowRules,
    best: Card | None = None,
    order: tuple[int, ...] = NATURAL,
) -> int:
    """The cards of a hand (bits of a `CardSet`) that may be played to a trick, as bits.

    best: the card that wins the trick so far; needed only where it must be beaten.
    """
    same = hand & led.bits
    if same:
        if rules.must_overtrump and led is trump and best is not None:
            return _higher(same, best, order) or same
        return same
    if rules.must_trump and trump is not None:
        return hand & trump.bits or hand
    return hand


@lru_cache(maxsize=4096)
def _higher(cards: int, best: Card, order: tuple[int, ...]) -> int:
    bits = 0
    for card in CARDS:
        if card.bit & cards and order[card.index] > order[best.index]:
            bits |= card.bit
    return bits


def winner(cards: tuple[Card, ...], trump: Suit | None, order: tuple[int, ...] = NATURAL) -> int:
    """Which card of a trick takes it, as a position from the lead: the highest trump, else the highest led."""
    best, at = cards[0], 0
    for position in range(1, len(cards)):
        card = cards[position]
        if card.suit is best.suit:
            if order[card.index] > order[best.index]:
                best, at = card, position
        elif card.suit is trump:
            best, at = card, position
    return at
