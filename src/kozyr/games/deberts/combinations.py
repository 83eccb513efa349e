"""Combinations: terz, fifty and (where agreed) hundred; which is higher, and the right word for its owner.

Sequences run 7 8 9 10 J Q K A in every suit, trumps included: the order of sequences is not that of tricks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations as some
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.cards import CARDS, Card, CardSet, Rank, Suit

Kind: TypeAlias = Literal["terz", "fifty", "hundred"]
# Kind, rank of the top card, trump: compared in this order (D-COMBO-6). Equal and plain: the eldest's is higher.
Height: TypeAlias = tuple[int, int, bool]
Word: TypeAlias = Literal["passes", "height", "show"]

KINDS: Final[tuple[Kind, ...]] = ("terz", "fifty", "hundred")
MELD_POINTS: Final[Mapping[str, int]] = {"terz": 20, "fifty": 50, "hundred": 100}
BELLA_POINTS: Final = 20  # D-COMBO-14
_LENGTH: Final = {"terz": 3, "fifty": 4, "hundred": 5}
_LOWEST: Final = Rank.SEVEN.position


class Meld(msgspec.Struct, frozen=True):
    """A combination, told by its kind and its top card: a terz from the jack of spades (D-COMBO-7)."""

    kind: Kind
    top: Card

    @property
    def points(self) -> int:
        """The points of the combination (D-COMBO-1)."""
        return MELD_POINTS[self.kind]

    @property
    def bits(self) -> int:
        """Its cards, as bits of a `CardSet`."""
        return ((1 << _LENGTH[self.kind]) - 1) << (self.top.index - _LENGTH[self.kind] + 1)

    @property
    def cards(self) -> CardSet:
        """Its cards."""
        return CardSet(self.bits)

    def __str__(self) -> str:
        return f"{self.kind}-{self.top}"


MELDS: Final = tuple(
    Meld(kind, card)
    for kind in KINDS
    for card in CARDS
    if card.rank.position - _LENGTH[kind] + 1 >= _LOWEST  # the whole sequence is in the pack of 32
)
_BITS: Final = tuple((meld, meld.bits) for meld in MELDS)


@lru_cache(maxsize=4096)
def held(hand: int, hundred: bool = False) -> tuple[Meld, ...]:
    """All combinations that lie in a hand, overlapping ones too."""
    return tuple(meld for meld, bits in _BITS if bits & hand == bits and (hundred or meld.kind != "hundred"))


def height(meld: Meld, trump: Suit) -> Height:
    """The height of a combination (D-COMBO-6)."""
    return KINDS.index(meld.kind), meld.top.rank.position, meld.top.suit is trump


def best(melds: Iterable[Meld], trump: Suit) -> Height | None:
    """The height of the highest of these combinations. None: there is none."""
    return max((height(meld, trump) for meld in melds), default=None)


def value(melds: Iterable[Meld]) -> int:
    """The points of several combinations together."""
    return sum(meld.points for meld in melds)


def right_word(highest: Height | None, kind: Kind) -> Word:
    """The right word of a dealer with this highest combination to a `kind` of unknown height (C-DEB-3).

    A dealer that loses to every such combination says "passes". One that beats every one declares at once, and asks
    only in doubt (D-COMBO-8, D-COMBO-11, D-COMBO-12). An equal plain combination is the eldest's (D-COMBO-6).
    """
    at = KINDS.index(kind)
    if highest is None or highest <= (at, _LOWEST + _LENGTH[kind] - 1, False):
        return "passes"
    return "show" if highest >= (at, Rank.ACE.position, True) else "height"


@lru_cache(maxsize=1024)
def sets(
    hand: int, trump: Suit, hundred: bool = False, first: Height | None = None, fullest: bool = False
) -> tuple[tuple[Meld, ...], ...]:
    """The combinations that a hand may name together, without a common card (D-COMBO-3), highest first.

    first: the height of the declared one. It must be among them, and nothing higher counts (D-COMBO-13). None: nothing
    was declared. fullest: only the sets worth the most (D-COMBO-2).
    """
    usable = [meld for meld in held(hand, hundred) if first is None or height(meld, trump) <= first]
    found: list[tuple[Meld, ...]] = []
    for size in range(1, len(CardSet(hand)) // _LENGTH["terz"] + 1):
        for group in some(usable, size):
            bits = 0
            for meld in group:
                if bits & meld.bits:
                    break
                bits |= meld.bits
            else:
                if first is None or best(group, trump) == first:
                    found.append(tuple(sorted(group, key=lambda meld: _order(meld, trump))))
    if fullest and found:
        most = max((value(group), best(group, trump) or ()) for group in found)
        found = [group for group in found if (value(group), best(group, trump)) == most]
    return tuple(found)


def _order(meld: Meld, trump: Suit) -> tuple[int, int, bool, str]:
    kind, rank, trumps = height(meld, trump)
    return -kind, -rank, not trumps, meld.top.text
