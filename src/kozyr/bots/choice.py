"""How a bot takes one of the ways in which a ruling can go: by the tricks that each is worth to it, as a rule of thumb.

What a ruling gives or takes for certain counts whole; what it only makes likelier, an order for a lead or an open card,
counts a part of a trick. A choice between two such parts is not searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kozyr.cards import Seat
from kozyr.games import AnyView, part
from kozyr.games.rulings import (
    Added,
    AllRest,
    AnyEffect,
    Barred,
    Dictated,
    LeadRuled,
    Opened,
    Resulted,
    TakenOff,
    Transferred,
)

_OPEN: Final = 0.3  # tricks that an opponent's open card is worth
_LEAD: Final = 0.25  # that an order for his lead is
_DICTATED: Final = 1.0  # that one may choose his cards
_BARRED: Final = 0.5  # that he may not bid any more


def choose(view: AnyView, branches: Sequence[tuple[int, tuple[AnyEffect, ...]]]) -> int:
    """The number of the branch that this viewer takes: the first of the best. branches: those open to him, with their numbers.

    Raises:
        ValueError: none is open to him.
    """
    seat = view.seat
    if seat is None or not branches:
        raise ValueError("nobody chooses here")
    worth = {n: sum(_worth(effect, seat, view) for effect in effects) for n, effects in branches}
    return max(worth, key=lambda n: (worth[n], -n))


def allied(view: AnyView, other: Seat) -> bool:
    """Whether the viewer wins and loses with another seat, so that he would not have it punished."""
    own = part("bots", view.game)
    return other is view.seat or (own is not None and hasattr(own, "allied") and bool(own.allied(view, other)))


def _worth(effect: AnyEffect, seat: Seat, view: AnyView) -> float:
    """What an effect is worth to a seat, in tricks that it wants."""
    wanted, left = _wanted(view), max((hand.count for hand in view.hands.values()), default=0)
    match effect:
        case Transferred(tricks=n, giver=giver, taker=taker):
            return wanted * n * ((taker is seat) - (giver is seat))
        case AllRest(seat=taker):
            return wanted * (left if taker is seat else -left)
        case Resulted(tricks=tricks):
            return wanted * (tricks.get(seat, 0) - sum(trick.winner is seat for trick in view.history) - left / 2)
        case Added(tricks=n, seat=other) | TakenOff(tricks=n, seat=other):
            gained = n if isinstance(effect, Added) else -n
            return wanted * (gained if other is seat else -gained)
        case Opened(seat=other):
            return -_OPEN if other is seat else _OPEN
        case Dictated(by=by):
            return _DICTATED if by is seat else -_DICTATED
        case LeadRuled(how=how):
            return _LEAD + (how == "demand") * _LEAD * _short(effect, seat, view)
        case Barred(seat=other):
            return -_BARRED if other is seat else _BARRED
    return 0.0


def _wanted(view: AnyView) -> int:
    """1 where tricks are won, -1 where the viewer avoids them."""
    own = part("bots", view.game)
    return -1 if own is not None and hasattr(own, "avoids") and own.avoids(view) else 1


def _short(effect: LeadRuled, seat: Seat, view: AnyView) -> int:
    """Whether one would rather have the suit led than not: one is short in it, or strong."""
    own = [card for card in view.hands[seat].cards or () if card.suit is effect.suit]
    return 1 if len(own) <= 1 or any(card.text.endswith(("A", "K")) for card in own) else -1
