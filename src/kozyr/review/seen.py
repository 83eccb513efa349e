"""What a decision cost by what could be seen: the expert's weighed worlds at that moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kozyr import bots
from kozyr.cards import Seat
from kozyr.games import AnyState, Event
from kozyr.review.account import SeenCost

BUDGET: Final = bots.Budget(nodes=1_000_000)  # of each of the expert's decisions
_NORMAL: Final = 1.96  # half of a 95 % interval, in standard errors
_THUMB: Final = {"weight", "tricks"}  # units of rules of thumb, which weigh nothing in worlds


def seen(state: AnyState, seat: Seat, event: Event, seed: int, word: Callable[[Event], str]) -> SeenCost | None:
    """What an act cost by what its seat could see; None: it had no choice, or nobody weighs it in worlds or whists.

    word: an event as one word.
    """
    view, token = state.view(seat), word(event)
    if len(view.legal) < 2 or token not in map(word, view.legal):
        return None
    found = bots.explain(view, "expert", seed, BUDGET)
    best = found[0]
    chosen = next((one for one in found if word(one.event) == token), None)
    if best.unit in _THUMB or (chosen is not None and chosen.unit != best.unit):
        return None
    if chosen is None:
        worst = min(one.score for one in found if one.unit == best.unit)
        return SeenCost(round(max(0.0, best.score - worst), 3), best.unit, word(best.event), least=True)
    return SeenCost(
        round(max(0.0, best.score - chosen.score), 3),
        best.unit,
        word(best.event),
        _interval(best, chosen),
        tricks=_apart(best, chosen, "tricks"),
        points=_apart(best, chosen, "points"),
        sets=_sets(best, chosen),
    )


def _interval(best: bots.Candidate, chosen: bots.Candidate) -> float | None:
    """Half of the 95 % interval of the difference."""
    if best.event == chosen.event:
        return 0.0
    error = chosen.facts.get("error")
    return round(_NORMAL * error, 3) if isinstance(error, float) else None


def _apart(best: bots.Candidate, chosen: bots.Candidate, what: str) -> float | None:
    """How far two choices are apart on average in tricks or points."""
    one, other = best.facts.get(what), chosen.facts.get(what)
    if not isinstance(one, float) or not isinstance(other, float):
        return None
    return round(abs(one - other), 2)


def _sets(best: bots.Candidate, chosen: bots.Candidate) -> tuple[float, float] | None:
    """The shares of the worlds in which the contract fails: after the choice, and after the best."""
    one, other = best.facts.get("made"), chosen.facts.get("made")
    if not isinstance(one, float) or not isinstance(other, float):
        return None
    return round(1 - other, 2), round(1 - one, 2)
