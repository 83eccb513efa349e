"""What a decision cost by what could be seen: the expert's weighed worlds at that moment."""

from __future__ import annotations

from typing import Final

from kozyr import bots
from kozyr.cards import Seat, takes
from kozyr.games import AnyState, Event, State
from kozyr.review.account import SeenCost
from kozyr.review.part import Reviewer

NOTHING: Final = 0.05  # of any unit: what nobody would call an error
_NORMAL: Final = 1.96  # half of a 95 % interval, in standard errors
_THUMB: Final = {"weight", "tricks"}  # units of rules of thumb, which weigh nothing in worlds


@takes("an act is weighed in a deal, as replay(record).state", State)
def seen(state: AnyState, seat: Seat, event: Event, seed: int, part: Reviewer) -> SeenCost | None:
    """What an act cost by what its seat could see; None: it had no choice, or nobody weighs it in worlds or whists."""
    word = part.word
    view, token = state.view(seat), word(event)
    if len(view.legal) < 2 or token not in map(word, view.legal):
        return None
    found = bots.explain(view, "expert", seed, bots.Budget(nodes=part.nodes))
    best = found[0]
    chosen = next((one for one in found if word(one.event) == token), None)
    if best.unit in _THUMB or (chosen is not None and chosen.unit != best.unit):
        return None
    if chosen is None:
        worst = min(_mean(one) for one in found if one.unit == best.unit)
        return SeenCost(round(max(0.0, _mean(best) - worst), 3), best.unit, word(best.event), least=True)
    return SeenCost(
        round(max(0.0, _mean(best) - _mean(chosen)), 3),
        best.unit,
        word(best.event),
        _interval(best, chosen),
        tricks=_apart(best, chosen, "tricks"),
        points=_apart(best, chosen, "points"),
        sets=_sets(best, chosen),
    )


@takes("a cost is that of a choice, as review.seen gives it", SeenCost, type(None))
def sure(cost: SeenCost | None) -> float:
    """What a choice cost for sure by what was seen: less the interval."""
    return 0.0 if cost is None else cost.score - (cost.interval or 0.0)


def _mean(one: bots.Candidate) -> float:
    """What a choice is worth on average; the score by which it is chosen may be less, for doubt."""
    mean = one.facts.get("mean")
    return mean if isinstance(mean, float) else one.score


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
