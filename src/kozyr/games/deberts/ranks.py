"""The points and the strength of the cards of deberts: both depend on the trump (D-PLAY-5, D-PLAY-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.cards import CARDS, CardSet, Rank, Suit
from kozyr.deals import DEBERTS

LAST_TRICK: Final = 10  # points for taking it (D-SCORE-1)
PACK: Final = CardSet.of(DEBERTS.cards).bits

# The points of each rank, from the strongest.
_TRUMPS: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
_PLAIN: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def _by_card(plain: Mapping[str, int], trumps: Mapping[str, int], trump: Suit) -> tuple[int, ...]:
    return tuple((trumps if card.suit is trump else plain).get(card.rank.value, 0) for card in CARDS)


def _strengths(ranks: Mapping[str, int]) -> dict[str, int]:
    return {rank: len(ranks) - at for at, rank in enumerate(ranks)}


# By trump, then by card index: points, and strength among the cards of the suit (C-DEB-10).
POINTS: Final = {trump: _by_card(_PLAIN, _TRUMPS, trump) for trump in Suit}
STRENGTH: Final = {trump: _by_card(_strengths(_PLAIN), _strengths(_TRUMPS), trump) for trump in Suit}

_CARD: Final = {(card.suit, card.rank): card for card in CARDS}
SEVEN: Final = {suit: _CARD[suit, Rank.SEVEN] for suit in Suit}  # which may be exchanged (D-COMBO-16)
# The bella, as bits of a `CardSet` (D-COMBO-14).
KING_AND_QUEEN: Final = {suit: _CARD[suit, Rank.KING].bit | _CARD[suit, Rank.QUEEN].bit for suit in Suit}
