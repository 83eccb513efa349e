"""Finds the incident of an entry in the log of a table, and asks whether a player's own eyes prove it.

A game's laws know some of the possible acts of a hand (`notice`); an act that no law knows stays refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from kozyr.arbiter.incidents import AnyIncident, OpenCard
from kozyr.cards import CardSet, Seat
from kozyr.games import AnyState, Event, Play, Reason, part
from kozyr.games.judged import Judged
from kozyr.games.rulings import Opened, Ruled
from kozyr.games.trick import Tricks

# The deal before an event, the event, its seat, the number of its entry.
Notice: TypeAlias = Callable[[AnyState, Event, Seat, int], AnyIncident | None]
_REVOKES = {Reason.MUST_FOLLOW, Reason.MUST_TRUMP}


class _Laws(NamedTuple):
    """A game's functions for a live table. They are found once, since every view at such a table asks for them."""

    notice: Notice
    said: Mapping[str, tuple[Event, ...]]
    played: Callable[[AnyState], Tricks | None]
    claimed: Notice | None
    opens: bool
    """Whether the opponents have a word in how open cards are played."""


@cache
def _laws(game: str) -> _Laws | None:
    found = part("arbiter", game)
    if found is None or not hasattr(found, "notice"):
        return None
    opens = getattr(found, "OPENS", False)
    return _Laws(found.notice, found.SAID, found.cards_played, getattr(found, "claimed", None), opens)


def judges(game: str) -> bool:
    """Whether the laws of a game can rule at a live table."""
    return _laws(game) is not None


def noticed(game: str, before: AnyState, event: Event, seat: Seat, entry: int) -> AnyIncident | None:
    """The incident that an event against the rules is; None: no law of the game knows it.

    before: the deal in which it comes. entry: the number that it has in the record.
    """
    laws = _laws(game)
    return None if laws is None else laws.notice(before, event, seat, entry)


def claimed(game: str, before: AnyState, event: Event, seat: Seat, entry: int) -> AnyIncident | None:
    """The incident that an event is where the game allows and prices it, and an opponent may name it unproved (D-BAIT-5)."""
    laws = _laws(game)
    return None if laws is None or laws.claimed is None else laws.claimed(before, event, seat, entry)


def open_card(game: str, now: AnyState, event: Event) -> AnyIncident | None:
    """The word of the opponents about cards that a ruling has laid open, and that lie there still; None: there is none.

    event: the ruling.
    """
    laws = _laws(game)
    if laws is None or not laws.opens or not isinstance(event, Ruled) or not isinstance(now, Judged):
        return None
    opened = {effect.seat for effect in event.effects if isinstance(effect, Opened)}
    lying = {duty.effect.seat for duty in now.duties if isinstance(duty.effect, Opened)}
    return next((OpenCard(seat) for seat in Seat if seat in opened & lying), None)


def sayable(game: str, phase: str) -> tuple[Event, ...]:
    """The events that a player of a game can say in a phase against the rules, so that a law knows them."""
    laws = _laws(game)
    return () if laws is None else laws.said.get(phase, ())


def is_revoke(state: AnyState, event: Play) -> bool:
    """Whether a card of the seat on turn fails to follow or trump although the hand could, whatever duties say."""
    illegal = state.plain.why_not(event, state.plain.actor)
    return illegal is not None and illegal.code in _REVOKES


def proves(game: str, before: AnyState, now: AnyState, event: Event, viewer: Seat) -> bool:
    """Whether a viewer has seen enough to know that an event was against the rules.

    An act in sight of everybody proves itself. A revoke is proved once the same hand has played a card that could have
    followed, or such a card lies open.
    """
    if not isinstance(event, Play):
        return True
    holder = next((seat for seat in Seat if before.holding(seat) & event.card.bit), None)
    if holder is None:
        return False
    if before.turn is not holder:
        return True
    laws = _laws(game)
    tricks = None if laws is None else laws.played(before)
    if tricks is None:
        return False
    held, own = before.holding(holder), viewer in {holder, before.actor}
    known = held if own else held & (_open(now, viewer, holder) | _fallen(now, holder)) | event.card.bit
    return tricks.holding(known).refusal(event.card) in _REVOKES


def _open(now: AnyState, viewer: Seat, holder: Seat) -> int:
    """The cards in a hand that a viewer sees or has seen, as bits."""
    hand = now.view(viewer).hands.get(holder)
    return 0 if hand is None else CardSet.of((*(hand.cards or ()), *hand.known)).bits


def _fallen(now: AnyState, holder: Seat) -> int:
    """The cards that have been played from a hand, as bits."""
    view = now.view(None)
    played = [card for seat, card in view.trick if seat is holder]
    played += [card for trick in now.history for seat, card in trick.cards if seat is holder]
    return CardSet.of(played).bits
