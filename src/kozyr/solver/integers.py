"""Cards as the integers of the solvers. These functions make and read them.

One other place counts with them: the play-outs of the bots (`kozyr.bots.preferans`). These ask `preferans.quick`
thousands of times a move and rely on suits of eight places. A change of the native numbers changes those, too.

A card of the native core is ``8 * suit + rank``, suits S H D C, ranks 7 ... A; a hand is a mask of such cards. A trump
goes in as the core's own `Suit`, or None. Bridge has all 52 cards, and there the core counts as `kozyr.cards` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kozyr import _native
from kozyr.cards import CARDS, Card, CardSet, Suit

NO_TRUMP: Final = 4
_SEVEN: Final = 5  # where the 32-card pack begins within a suit of 13
_RANKS: Final = 13


def number_of(card: Card) -> int:
    """The native number of a card.

    Raises:
        ValueError: it is not in the pack of 32.
    """
    rank = card.rank.position - _SEVEN
    if rank < 0:
        raise ValueError(f"{card} is not in the pack of 32 cards")
    return 8 * card.suit.position + rank


def card_of(number: int) -> Card:
    """The card of a native number."""
    suit, rank = divmod(number, 8)
    return CARDS[_RANKS * suit + _SEVEN + rank]


def mask_of(cards: Iterable[Card]) -> int:
    """The native mask of some cards.

    Raises:
        ValueError: one is not in the pack of 32.
    """
    mask = 0
    for card in cards:
        mask |= 1 << number_of(card)
    return mask


def cards_of_mask(mask: int) -> CardSet:
    """The cards of a native mask."""
    return CardSet.of(card_of(number) for number in range(32) if mask >> number & 1)


def trump_number(trump: Suit | None) -> int:
    """The number of a trump suit, for play-outs; None is no trump."""
    return NO_TRUMP if trump is None else trump.position


def native_trump(number: int) -> _native.Suit | None:
    """The native core's trump for the number of a suit, or for NO_TRUMP.

    Raises:
        ValueError: it is neither.
    """
    return None if number == NO_TRUMP else _native.Suit(number)
