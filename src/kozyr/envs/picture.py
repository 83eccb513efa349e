"""A deal as text, with all hands open, for people who look on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kozyr.cards import CardSet, Seat
from kozyr.games import AnyState, AnyView


def picture(state: AnyState, places: Sequence[Seat | None], agents: Sequence[str], title: str) -> str:
    """The hands, the calls and the running trick, a line each; the sign `>` marks the seat on turn.

    places: the seat of each agent in this deal; None: the agent waits.
    """
    sees = [state.view(seat) for seat in places]
    shown: Any = sees[0]
    lines = [f"{title}, {shown.phase}"]
    for place in state.terms.holders:
        cards = next((hand for view in sees if (hand := _cards(view, place)) is not None), None)
        who = agents[places.index(place)] if place in places else "dummy"
        sign = ">" if place is state.turn else " "
        lines.append(f"{sign} {place.value} {who:<9} {'-' if cards is None else cards}")
    if shown.calls:
        lines.append("  calls " + " ".join(f"{seat.value}:{token}" for seat, token in shown.calls))
    if state.trick:
        lines.append("  trick " + " ".join(card.text for card in state.trick))
    return "\n".join(lines)


def _cards(view: AnyView, place: Seat) -> CardSet | None:
    """The cards of a place, if this viewer sees them."""
    cards = view.hands[place].cards
    return None if cards is None else CardSet.of(cards)
