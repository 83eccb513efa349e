"""Reads incidents of preferans from the log of a live table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.arbiter import incidents
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.noticed import is_revoke
from kozyr.arbiter.ruling import plain_of
from kozyr.cards import CardSet, Seat
from kozyr.games import AnyState, Event, Play
from kozyr.games.contract import Call
from kozyr.games.deeds import Exposed, LookedAt, PutAway, TalonTouched
from kozyr.games.preferans import State
from kozyr.games.preferans.words import BIDS, Bid, Half, Here, Misere, Name, Pass, Whist
from kozyr.games.trick import Tricks

_CALLS: Final[tuple[Event, ...]] = (
    *(Bid(contract) for contract in BIDS if contract.size),
    *(Pass(), Misere(), Here(), Whist(), Half()),
)
_NAMES: Final[tuple[Event, ...]] = tuple(Name(contract) for contract in BIDS if contract.size)
# All that a player can say against the rules so that `notice` knows it, by phase.
SAID: Final[Mapping[str, tuple[Event, ...]]] = {
    "auction": _CALLS,
    "whist": _CALLS,
    "contract": _NAMES,
    "discard": _NAMES,
}


def cards_played(state: AnyState) -> Tricks | None:
    """The play of the cards; None: it has not begun."""
    plain = plain_of(state, State)
    return plain.tricks


def notice(before: AnyState, event: Event, seat: Seat, entry: int) -> AnyIncident | None:
    """The incident that an event against the rules is; None: no law of preferans knows it."""
    phase = before.phase
    match event:
        case Play() if phase == "play":
            if not before.turn or not before.holding(before.turn) & event.card.bit:
                return incidents.PlayedOutOfTurn(entry)
            return incidents.Revoke(entry) if is_revoke(before, event) else None
        case Call() if phase in {"auction", "whist"} and seat is not before.actor:
            return incidents.CallOutOfTurn(entry)
        case Name() if phase == "contract":
            return incidents.IllegalContract(entry)
        case Name() | PutAway() if phase == "discard":
            return incidents.WrongDiscard()
        case TalonTouched(how="seen" | "opened" as how) if phase == "auction":
            return incidents.TalonTouched(seat, how, deliberate=True)  # nobody presses that button by mistake
        case LookedAt(trick=0):
            return incidents.DiscardLookedAt()
        case LookedAt(trick=trick) if phase == "play" and before.holding(seat):
            return incidents.TrickLookedAt(seat, trick)
        case Exposed(of=of, cards=cards, to=(), plan=plan) if phase == "play" and of is seat and before.holding(seat):
            claim = CardSet.of(cards).bits == before.holding(seat)
            return incidents.CardsShown(seat, () if claim else cards, claim=claim, order=cards if plan else ())
    return None
