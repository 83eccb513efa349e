"""The effects of a ruling for a search that knows no duties: fewer cards to choose from, tricks given and taken.

Only the next card is narrowed. Later duties, above all an open card, are worth a round part of a trick (`later`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import msgspec

from kozyr.cards import Card, Seat
from kozyr.games import AnyView
from kozyr.games.rulings import (
    Added,
    AllRest,
    AnyEffect,
    Dictated,
    LeadRuled,
    Opened,
    Resulted,
    TakenOff,
    Transferred,
)

_LATER: Final = 0.3  # tricks that an open card brings the other side when it is not played at once


class Ruled(msgspec.Struct, frozen=True):
    """The effects of a branch, and the view of the deal after it from which the search begins."""

    view: AnyView
    effects: tuple[AnyEffect, ...]

    @property
    def chooser(self) -> Seat | None:
        """The seat that chooses the next card: the seat on turn, or the seat that dictates its card."""
        for effect in self.effects:
            if isinstance(effect, Dictated) and effect.seat is self.view.turn:
                return effect.by
            if isinstance(effect, Opened) and effect.seat is self.view.turn and effect.order is not None:
                return effect.order
        return self.view.turn

    def allowed(self, cards: Iterable[Card]) -> list[Card]:
        """The legal cards that the duties leave; all of them, if the duties would leave none."""
        left = list(cards)
        for effect in self.effects:
            some = left
            if isinstance(effect, LeadRuled) and effect.seat is self.view.turn and not self.view.trick:
                some = [card for card in left if (card.suit is effect.suit) == (effect.how == "demand")]
            if isinstance(effect, Opened) and effect.seat is self.view.turn:
                some = [card for card in left if card in effect.cards]
            left = some or left
        return left

    def more(self, side: Collection[Seat]) -> int:
        """How many tricks more a side counts in the end than it takes."""
        found = 0
        for effect in self.effects:
            match effect:
                case Transferred(tricks=n, giver=giver, taker=taker):
                    found += n * ((taker in side) - (giver in side))
                case Added(tricks=n, seat=seat):
                    found += n * (seat in side)
                case TakenOff(tricks=n, seat=seat):
                    found -= n * (seat in side)
        return found

    def settled(self, side: Collection[Seat], had: int, left: int) -> int | None:
        """A side's tricks of the whole deal where the ruling ends it; None: play goes on.

        had: its tricks so far. left: the tricks still to be played.
        """
        for effect in self.effects:
            if isinstance(effect, AllRest):
                return had + (left if effect.seat in side else 0)
            if isinstance(effect, Resulted):
                return sum(n for seat, n in effect.tricks.items() if seat in side)
        return None

    def later(self, side: Collection[Seat]) -> float:
        """The part of a trick that a side gains or loses by cards that will lie open after the next card."""
        found = 0.0
        for effect in self.effects:
            if isinstance(effect, Opened) and effect.seat is not self.view.turn:
                found += -_LATER if effect.seat in side else _LATER
        return found


def between(row: Sequence[float], tricks: float) -> float:
    """The score of a number of tricks that need not be whole, in a row of scores by tricks from nought on."""
    at = min(max(tricks, 0.0), len(row) - 1.0)
    low = int(at)
    high = min(low + 1, len(row) - 1)
    return row[low] + (at - low) * (row[high] - row[low])
