"""Worlds for a view of deberts: the seats that may hold each card. Cards are bits of a `CardSet`.

The viewer sees the own cards, fallen and open cards, and cards that were named or exchanged. A failure to follow, trump
or overtrump tells of missing cards. Words about unshown combinations (`higher`, `passes`, a height) are left to
weights: they concern sets of cards, not single ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from kozyr.bots.sampling import Puzzle, World
from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import DEBERTS
from kozyr.games.deberts import View
from kozyr.games.deberts.ranks import STRENGTH

_PACK: Final = CardSet.of(DEBERTS.cards).bits


class Field(msgspec.Struct, frozen=True):
    """The cards as the viewer knows them."""

    known: Mapping[Seat, int]
    """The cards that each seat surely holds."""
    hidden: tuple[Seat, ...]
    """The seats of which more is unknown."""
    puzzle: Puzzle
    """The unseen cards, to be given to those seats and, last, to the stock."""

    def world(self, dealt: World) -> dict[Seat, CardSet]:
        """The hands of a dealt world: the known cards, and the cards that the puzzle gives to hidden hands."""
        more = dict(zip(self.hidden, dealt, strict=False))  # the stock belongs to no seat
        return {seat: CardSet(bits | more.get(seat, 0)) for seat, bits in self.known.items()}


def field(view: View) -> Field:
    """The known cards of a view, and the puzzle of the hidden ones.

    Raises:
        ValueError: no deal agrees with the view, or the cards are not dealt.
    """
    known: dict[Seat, int] = {}
    for seat, hand in view.hands.items():
        known[seat] = CardSet.of(hand.known if hand.cards is None else hand.cards).bits
    gone = CardSet.of(card for trick in view.history for _, card in trick.cards).bits
    gone |= CardSet.of(card for _, card in view.trick).bits
    gone |= CardSet.of(card for card in (view.upcard, view.bottom) if card is not None).bits
    for bits in known.values():
        gone |= bits
    unseen = _PACK & ~gone
    hidden = tuple(seat for seat, hand in view.hands.items() if hand.cards is None)
    room = [view.hands[seat].count - known[seat].bit_count() for seat in hidden]
    room.append(unseen.bit_count() - sum(room))
    lacks = _lacks(view, known)
    may = [*(unseen & ~lacks.get(seat, 0) for seat in hidden), unseen]
    try:
        puzzle = Puzzle(unseen, room, may)
    except ValueError:  # where errors are possible, shown facts may be false
        if not view.terms.ruled or not any(lacks.values()):
            raise
        puzzle = Puzzle(unseen, room, [unseen] * len(room))
    return Field(known, hidden, puzzle)


def _lacks(view: View, known: Mapping[Seat, int]) -> dict[Seat, int]:
    """The cards that each player has shown not to hold.

    A player who holds such a card all the same erred in that trick alone (D-BAIT-3).
    """
    found: dict[Seat, int] = {}
    trump, c = view.trump, view.terms.conventions
    if trump is None:
        return found
    strength, later = STRENGTH[trump], dict(known)
    for seat, card in view.trick:
        later[seat] = later.get(seat, 0) | card.bit
    for trick in reversed(view.history):
        (leader, led), (seat, card) = trick.cards
        lacking = 0
        if card.suit is not led.suit:
            lacking = led.suit.bits | (trump.bits if card.suit is not trump else 0)
        elif led.suit is trump and c.must_beat == "trump_lead" and strength[card.index] < strength[led.index]:
            lacking = CardSet.of(one for one in _trumps(trump.bits) if strength[one.index] > strength[led.index]).bits
        if not lacking & later.get(seat, 0):
            found[seat] = found.get(seat, 0) | lacking
        later[seat] = later.get(seat, 0) | card.bit
        later[leader] = later.get(leader, 0) | led.bit
    return found


def _trumps(bits: int) -> tuple[Card, ...]:
    return tuple(CardSet(bits & _PACK))
