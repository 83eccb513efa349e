"""Deberts: what a player makes who orders a suit, both hands of nine seen. South is the eldest hand and leads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from kozyr.cards import Card, CardSet, Rank, Seat, Suit
from kozyr.deals import Layout
from kozyr.games.deberts.combinations import BELLA_POINTS, best, held, sets, value as worth_of
from kozyr.notation.conditions import SUITS, Worth
from kozyr.solver.deberts import SEATS, Position, solve

VALUES: Final[Mapping[str, Worth]] = {"points": Worth("number", SUITS), "makes": Worth("truth", SUITS)}
BOOK: Final = 0
_ELDEST: Final = Seat.S  # as in a first deal, whose dealer is North


def value(what: str, layout: Layout, seat: Seat, denomination: str) -> int:
    """The points of the player who orders this suit, or whether they are more than the other's, as 1 or 0 (D-SCORE-4).

    Combinations, bella and the ten of the last trick count. Each says the right words and plays for the greatest
    difference. By the first trump, the holder of the seven exchanges it where that is better (D-COMBO-16).

    Raises:
        ValueError: the deal has no two hands of nine.
    """
    points = _points(layout, Suit(denomination))
    at = SEATS.index(seat)
    return int(points[at] > points[1 - at]) if what == "makes" else points[at]


@lru_cache(maxsize=64)
def _points(layout: Layout, trump: Suit) -> tuple[int, int]:
    hands = (layout.hand(Seat.N) or CardSet(), layout.hand(Seat.S) or CardSet())
    seven, upcard = Card(trump.value + Rank.SEVEN.value), layout.rest[0]
    plain = _played(hands, trump)
    holder = next((at for at, hand in enumerate(hands) if seven in hand), None)
    if upcard.suit is not trump or holder is None:
        return plain
    swapped = hands[holder] - CardSet.of([seven]) | CardSet.of([upcard])
    other = _played((swapped, hands[1]) if holder == 0 else (hands[0], swapped), trump)
    return max(plain, other, key=lambda points: points[holder] - points[1 - holder])


def _played(hands: tuple[CardSet, CardSet], trump: Suit) -> tuple[int, int]:
    tricks = solve(Position(hands, trump, _ELDEST)).points
    highest = [best(held(hand.bits), trump) for hand in hands]
    eldest = SEATS.index(_ELDEST)
    ahead = eldest if (highest[eldest] or ()) >= (highest[1 - eldest] or ()) else 1 - eldest  # D-COMBO-4, D-COMBO-6
    bella = {Card(trump.value + Rank.KING.value), Card(trump.value + Rank.QUEEN.value)}
    found = []
    for at, hand in enumerate(hands):
        named = sets(hand.bits, trump, False, highest[at], True) if at == ahead and highest[at] else ()
        both = BELLA_POINTS if bella <= set(hand) else 0  # D-COMBO-14
        found.append(tricks[SEATS[at]] + both + (worth_of(named[0]) if named else 0))
    return found[0], found[1]
