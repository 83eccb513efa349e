"""How a bot takes a branch of a ruling: by the score that it expects after each, from what its own seat sees."""

from collections.abc import Mapping

import pytest

from kozyr.bots import Budget, choose_branch
from kozyr.bots.choice import _expected
from kozyr.cards import Card, Seat
from kozyr.club.live.deputies import _afterwards
from kozyr.club.table.judging import called_by_bot
from kozyr.club.table.seats import Back, Hold
from kozyr.games import AnyView
from kozyr.games.deberts.words import Exchange
from kozyr.games.rulings import AllRest, AnyEffect, PlayOn, Transferred
from tests.judged import Live, party, rubber
from tests.test_judged_tables import SIX, played, revoked

Branches = tuple[tuple[int, tuple[AnyEffect, ...]], ...]


def asked(live: Live, seat: Seat) -> tuple[AnyView, Branches, Mapping[int, AnyView]]:
    """What a chooser has before him."""
    table, call = live.table, live.table.bench.pending
    assert call is not None
    branches = call.open_to(live.chair(seat), table)
    place = table.names.index(live.state.terms.name(seat))
    return live.state.view(seat), branches, _afterwards(table, place, [n for n, _ in branches])


def worth(live: Live, seat: Seat, level: str = "expert", budget: Budget | None = None) -> dict[int, float]:
    """What each branch is worth to a chooser."""
    view, branches, after = asked(live, seat)
    found = _expected(view, level, 1, branches, after, budget)
    assert found is not None
    return found


@pytest.mark.rule("P-3.9.14.1")
@pytest.mark.parametrize("level", ["club", "expert"])
def test_a_declarer_takes_the_lead_that_costs_him_least(level: str) -> None:
    """S has led the king of diamonds out of turn; E may take it, or have N lead diamonds or anything else."""
    live = played(SIX)
    live.does(Seat.S, "DK")
    live.calls(Seat.E, 9)
    view, branches, after = asked(live, Seat.E)
    assert set(after) == {n for n, _ in branches} == {0, 1, 2}
    found = worth(live, Seat.E, level)
    taken = choose_branch(view, level, 1, branches=branches, after=after)
    assert found[taken] == max(found.values())
    assert len({round(one, 3) for one in found.values()}) > 1
    assert choose_branch(view, level, 1, branches=branches, after=after) == taken  # the same again


@pytest.mark.rule("P-3.9.16.2")
def test_a_trick_that_is_given_is_worth_what_the_sheet_makes_of_it() -> None:
    live = played(SIX)
    live.does(Seat.S, "DK")
    live.calls(Seat.E, 9)
    view, _, after = asked(live, Seat.E)
    plain: tuple[AnyEffect, ...] = (PlayOn(),)
    given: Branches = ((0, plain), (1, (Transferred(1, Seat.N, Seat.E),)), (2, (Transferred(1, Seat.E, Seat.N),)))
    same = dict.fromkeys(range(3), after[0])
    found = _expected(view, "expert", 1, given, same, None)
    assert found is not None
    assert found[1] > found[0] > found[2]
    rest = _expected(view, "expert", 1, ((0, plain), (1, (AllRest(Seat.E),)), (2, (AllRest(Seat.N),))), same, None)
    assert rest is not None
    assert rest[1] > rest[0] > rest[2]


def test_without_a_search_the_rule_of_thumb_decides() -> None:
    live = revoked()
    live.calls(Seat.S, 13)
    view, branches, after = asked(live, Seat.S)
    assert len(branches) == 1
    assert choose_branch(view, "expert", 1, branches=branches, after=after) == branches[0][0]
    more: Branches = ((0, (PlayOn(),)), (1, (Transferred(1, Seat.E, Seat.S),)))
    assert choose_branch(view, branches=more) == 1
    with pytest.raises(ValueError, match="nobody chooses"):
        choose_branch(view, branches=())


@pytest.mark.rule("B-LAW-LEAD-1", "B-LAW-LEAD-3")
def test_at_bridge_the_ways_after_a_lead_out_of_turn_are_compared_in_points() -> None:
    live = Live.opened(rubber())
    dealer = live.state.actor
    assert dealer is not None
    while live.state.phase == "auction":
        live.goes("1NT" if live.state.actor is dealer and not live.state.view(dealer).calls else "pass")  # type: ignore[attr-defined]  # of bridge
    leader = live.state.actor
    assert leader is not None
    wrong = tuple(Seat)[(leader.position + 2) % 4]
    card = next(card for card in Card if live.state.holding(wrong) & card.bit)
    live.does(wrong, card.text)
    n, table = live.n(), live.table
    live.takes(table.act(None, Hold(live.chair(dealer)), 0))  # a bot that has the declarer's seat calls by itself
    assert called_by_bot(live.table, live.table.course, live.table.bench) == (table.names.index(dealer.value), n)
    live.takes(live.table.act(live.chair(dealer), Back(), 0))
    live.takes(live.table.act(None, Hold(live.chair(wrong)), 0))  # nobody's bot calls against its own side
    assert called_by_bot(live.table, live.table.course, live.table.bench) is None
    live.takes(live.table.act(live.chair(wrong), Back(), 0))
    live.calls(dealer, n)
    some = Budget(nodes=700_000)  # one world for each
    found = worth(live, dealer, budget=some)
    assert len(found) > 2
    view, branches, after = asked(live, dealer)
    taken = choose_branch(view, "expert", 1, branches=branches, after=after, budget=some)
    assert found[taken] == max(found.values())


def test_at_deberts_the_rest_of_the_tricks_is_worth_the_more_to_whoever_has_it() -> None:
    live = Live.opened(party())
    assert live.state.actor is not None
    first = live.state.actor
    live.does(first, "order")
    while live.state.phase != "play" or any(event == Exchange() for event in live.state.legal()):
        live.goes(live.state.legal()[-1].token)
    view = live.state.view(first)
    ways: Branches = (
        (0, (PlayOn(),)),
        (1, (AllRest(first),)),
        (2, (AllRest(next(s for s in view.hands if s is not first)),)),
    )
    for level in ("club", "expert"):
        found = _expected(view, level, 1, ways, dict.fromkeys(range(3), view), None)
        assert found is not None
        assert found[1] > found[0] > found[2]
