"""Gusarik's all-pass with all hands seen: of two hands one takes what the other does not, and both want none.

The hands are small enough for the novice's own search, which takes 0.03 s of a core for the whole deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.bots.preferans.endgame import Endgame
from kozyr.bots.preferans.play import whole
from kozyr.bots.preferans.worth import NO_TRUMP
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Play
from kozyr.games.preferans import State
from kozyr.solver.integers import card_of, mask_of, number_of

_TRICKS: Final = 10
_NODES: Final = 10_000_000  # of a search; the longest of a hundred drawn deals took 33,463


def two_handed(state: State) -> bool:
    """Whether two hands play alone."""
    return state.phase == "play" and state.declarer is None and len(state.terms.hands) == 2


class Duels:
    """The positions that have been searched."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Mapping[Card, Mapping[Seat, int]]] = {}

    def after(self, state: State) -> Mapping[Card, Mapping[Seat, int]]:
        """The tricks to come of both hands after each card that may be played, by best play of both."""
        key = (state.turn, state.trick, *(state.holding(seat) for seat in state.terms.hands))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _searched(state)
        return found


def _searched(state: State) -> Mapping[Card, Mapping[Seat, int]]:
    seats, turn, left = state.terms.hands, state.turn, _TRICKS - len(state.history)
    assert turn is not None
    at = seats.index(turn)
    hands = tuple(mask_of(CardSet(state.holding(seat))) for seat in seats)
    trick = tuple((1 - at, number_of(card)) for card in state.trick)  # the other one's, if there is one
    found = Endgame(NO_TRUMP, at, few=True, nodes=_NODES).values(hands, at, trick)
    legal = mask_of(event.card for event in state.legal() if isinstance(event, Play))
    return {
        card_of(card): {seat: tricks if seat is turn else left - tricks for seat in seats}
        for card, tricks in whole(found, legal)
    }


__all__ = ["Duels", "two_handed"]
