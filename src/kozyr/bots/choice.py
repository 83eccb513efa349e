"""A bot's choice between the branches of a ruling: by the expected score of the deal after each.

A game's module tells the worth of the deal to the viewer, by worlds that agree with the view (`expects`). It has no
search for some branches, in an auction or an all-pass. Then a rule of thumb compares all branches by their tricks. A
certain gain or loss counts whole. An order for a lead, or an open card, counts a part of a trick.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kozyr.bots.frame import Budget, Purse, budget_of, chance_of, mind
from kozyr.bots.ruled import Ruled
from kozyr.cards import Seat, takes
from kozyr.games import AnyView, View, part
from kozyr.games.rulings import (
    Added,
    AllRest,
    AnyEffect,
    Barred,
    CardGiven,
    Dictated,
    LeadRuled,
    Opened,
    Resulted,
    TakenOff,
    TalonDrawn,
    Transferred,
)

_OPEN: Final = 0.3  # tricks that an opponent's open card is worth
_LEAD: Final = 0.25  # the worth of an order for an opponent's lead
_DICTATED: Final = 1.0  # the worth of choosing another hand's cards
_BARRED: Final = 0.5  # the worth of a bar to an opponent's bids


@takes("a view decides, as state.view(seat)", View)
def choose(
    view: AnyView,
    level: str = "novice",
    seed: int = 0,
    *,
    branches: Sequence[tuple[int, tuple[AnyEffect, ...]]],
    after: Mapping[int, AnyView] | None = None,
    budget: Budget | None = None,
) -> int:
    """The number of the branch that this viewer takes, the first of the best.

    branches: those open to the viewer, with their numbers. after: the viewer's view of the deal after a branch; without
    it the rule of thumb decides. budget: of nodes for each branch, of seconds for all together; None is the level's
    usual one. The same view, seed and budget of nodes give the same branch.

    Raises:
        ValueError: no branch is open to the viewer.
    """
    seat = view.seat
    if seat is None or not branches:
        raise ValueError("nobody chooses here")
    thumb = {n: sum(_worth(effect, seat, view) for effect in effects) for n, effects in branches}
    worth = _expected(view, level, seed, branches, after or {}, budget) or dict.fromkeys(thumb, 0.0)
    return max(thumb, key=lambda n: (round(worth[n], 6), thumb[n], -n))


def _expected(
    view: AnyView,
    level: str,
    seed: int,
    branches: Sequence[tuple[int, tuple[AnyEffect, ...]]],
    after: Mapping[int, AnyView],
    budget: Budget | None,
) -> dict[int, float] | None:
    """The worth of each branch by search. None: one of them cannot be searched.

    Where cards go from hand to hand, a later view would show undecided cards.
    """
    own = part("bots", view.game)
    if own is None or not hasattr(own, "expects") or len(branches) < 2:
        return None
    found: dict[int, float] = {}
    usual = budget or budget_of(level)
    seconds = None if usual.seconds is None else usual.seconds / len(branches)
    for n, effects in branches:
        if n not in after or any(isinstance(effect, (CardGiven, TalonDrawn)) for effect in effects):
            return None
        purse = Purse(Budget(usual.nodes, seconds))
        worth: float | None = own.expects(Ruled(after[n], effects), mind(level), chance_of(view, seed), purse)
        if worth is None:
            return None
        found[n] = worth
    return found


@takes("a view is asked, as state.view(seat)", View)
def allied(view: AnyView, other: Seat) -> bool:
    """Whether the viewer wins and loses together with another seat, and does not want it punished."""
    own = part("bots", view.game)
    return other is view.seat or (own is not None and hasattr(own, "allied") and bool(own.allied(view, other)))


def _worth(effect: AnyEffect, seat: Seat, view: AnyView) -> float:
    """The worth of an effect to a seat, in tricks that it wants."""
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
    """Whether the seat wants the suit led, being short or strong in it."""
    own = [card for card in view.hands[seat].cards or () if card.suit is effect.suit]
    return 1 if len(own) <= 1 or any(card.text.endswith(("A", "K")) for card in own) else -1
