"""Cards as the integers that the solvers count with. They are said here, and made and read by these functions.

One other place counts with them: the play-outs of the bots (`kozyr.bots.preferans`), which ask `preferans.quick` thousands
of times a move and rely on suits of eight places. Whoever changes the native numbers changes those.

* The native core: a card is ``8 * suit + rank``, suits S H D C, ranks 7 ... A; a hand is a mask of such cards. A trump
  goes in as the core's own `Suit`, or None.
* DDS: a hand is four holdings S H D C, the two in bit 2 and the ace in bit 14; a card is its suit and the number of
  its bit; no trump is suit 4.
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
    """The number of a trump suit, for DDS and for play-outs; None is no trump."""
    return NO_TRUMP if trump is None else trump.position


def native_trump(number: int) -> _native.Suit | None:
    """The native core's trump for such a number.

    Raises:
        ValueError: it is no number of a suit, nor NO_TRUMP.
    """
    return None if number == NO_TRUMP else _native.Suit(number)


def dds_holdings(cards: CardSet) -> tuple[int, int, int, int]:
    """A hand as DDS wants it: a holding for each suit S H D C."""
    s, h, d, c = ((cards.bits >> _RANKS * suit & 0x1FFF) << 2 for suit in range(4))
    return s, h, d, c


def dds_card(card: Card) -> tuple[int, int]:
    """A card as DDS wants it: suit and rank, the two being 2 and the ace 14."""
    return card.suit.position, card.rank.position + 2


def cards_of_holding(suit: int, holding: int) -> CardSet:
    """The cards of one DDS holding; a single card's is ``1 << rank``."""
    return CardSet(holding >> 2 << _RANKS * suit)
