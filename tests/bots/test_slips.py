"""The steps of strength between the levels: they err by little, never by a random card, and equal play gets equal answers."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

import pytest

from kozyr.bots import Budget, Candidate, choose, explain, frame
from kozyr.bots.arena import Setup, begin
from kozyr.bots.frame import Level, mind, player
from kozyr.club.event.engine import answers
from kozyr.games import AnyView

_TABLES = {"preferans": ("sochi", 3, 2), "bridge": ("teams", 4, 1), "deberts": ("moscow", 2, 4)}  # players and deals
_NODES = {"preferans": 10_000, "bridge": 200_000, "deberts": 10_000}
_ERRING: Final[tuple[Level, ...]] = ("amateur", "strong")


def views(game: str) -> Iterator[AnyView]:
    """The views of those who have a choice in a few deals; novices play them."""
    preset, players, deals = _TABLES[game]
    for number in range(deals):
        state = begin(Setup(game, ("novice",), 3, preset, players), number)
        while state.outcome is None:
            assert state.actor is not None
            view = state.view(state.actor)
            if len(view.legal) > 1:
                yield view
            state = state.apply(choose(view, "novice", number), state.actor)


def cost(chosen: Candidate, weighed: tuple[Candidate, ...]) -> float:
    """How far a choice stands behind the one that a bot without slips takes."""
    known = next(one for one in weighed if one.event == chosen.event)
    assert chosen.event == weighed[0].event or known.unit == weighed[0].unit
    return max(0.0, weighed[0].score - known.score)


@pytest.mark.parametrize("game", _TABLES)
@pytest.mark.parametrize("level", _ERRING)
def test_a_slip_is_a_weighed_choice_of_small_loss_and_is_told(game: str, level: Level) -> None:
    own = player(game)
    assert own is not None
    heats, slips, budget = own.slips[level], 0, Budget(nodes=_NODES[game])
    for view in islice(views(game), None, None, 2):
        weighed = explain(view, mind(level), 5, budget)
        chosen, *rest = explain(view, level, 5, budget)
        assert choose(view, level, 5, budget) == chosen.event
        assert {one.event for one in (chosen, *rest)} == {one.event for one in weighed}
        loss = cost(chosen, weighed)
        assert chosen.facts.get("slip", 0.0) == (round(loss, 3) if loss >= 0.05 else 0.0)
        assert loss <= 3 * heats.get(weighed[0].unit, 0.0)
        slips += "slip" in chosen.facts
    assert slips


def test_a_dearer_slip_is_rarer_and_none_is_beyond_the_bound() -> None:
    """Losses of one, of 2.9 and of 3.1 times what makes a slip e times rarer; the last one is beyond the bound."""
    view = next(views("deberts"))
    some = [Candidate(view.legal[0], 100 - loss, str(loss), unit="points") for loss in (0.0, 2.0, 5.8, 6.2)]
    chosen = Counter(frame._slipped(some, 2.0, random.Random(seed))[0].why for seed in range(2_000))
    assert chosen["0.0"] > 2 * chosen["2.0"] > 4 * chosen["5.8"] > 0
    assert chosen["6.2"] == 0


def test_what_no_loss_is_known_of_is_never_slipped_from() -> None:
    """Calls by the book and rules of thumb have weights, which are no losses."""
    for view in views("bridge"):
        weighed = explain(view, "club", 1)
        if weighed[0].unit == "weight":
            assert explain(view, "amateur", 1) == weighed


def test_the_engine_of_an_event_is_another_one_with_other_slips(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signature follows from answers, so it covers the bounds of slips too (`club/event/engine.py`)."""
    own = player("deberts")
    assert own is not None
    usual = answers("deberts", "amateur")
    assert usual != answers("deberts", "club")
    assert usual == answers("deberts", "amateur")
    monkeypatch.setattr(own, "slips", {"amateur": {"points": 1.0}})
    assert usual != answers("deberts", "amateur")
