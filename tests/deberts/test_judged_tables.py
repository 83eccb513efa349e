"""Deberts at a table that rules on errors: an offence is named before the cards prove it (issue 15, 1)."""

import json

import pytest

from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.refusal import Manner
from kozyr.club.table.part import Duty, Eye
from kozyr.club.table.table import Table
from kozyr.games import Deal
from kozyr.games.deberts import Outcome, State
from kozyr.games.refusal import Refusal
from tests.clubtable import done, own
from tests.deberts.test_table import setup
from tests.duel import Duel
from tests.judged import Live, dealt

HEIGHT = "terz SA height"  # the dealer asks, and has nothing that could pass
ELDEST = "CQ CJ CT SA HK HQ"


def seated(eldest: str = ELDEST, dealer: str = "SK S9 D9 D8 DQ") -> tuple[Live, Seat, Seat]:
    """Two people, the eldest has ordered hearts; with the eldest's seat and the dealer's."""
    live = Live(Table.open(setup(changes={"table.irregularities": "rule"}, humans=2)))
    while live.table.duty is not None and live.table.duty.what != "deal":
        live.takes(done(own(live.table)))
    there = Duel(table__irregularities="rule", dealer=live.table.progress.match.dealer)
    dealing, *_ = there.deal(eldest, dealer, up="D7").log
    assert isinstance(dealing, Deal)
    dealt(live, dealing.cards)
    live.goes(" ".join(event.token for event in there.plays("H").log[1:]))
    state = live.state.plain
    assert isinstance(state, State)
    return live, state.terms.eldest, state.terms.dealer


def ended(live: Live) -> Outcome:
    """The facts of the deal that is over."""
    assert live.table.last is not None
    outcome = live.table.last.outcome
    assert isinstance(outcome, Outcome)
    return outcome


def again(live: Live) -> None:
    """The log gives the same table."""
    table = Table.open(live.table.setup)
    for entry in live.log:
        table = table.after(entry)
    assert table == live.table


@pytest.mark.rule("D-BAIT-5", "D-BAIT-4", "D-COMBO-9")
@pytest.mark.parametrize(("branch", "baited"), [(0, True), (1, False)])
def test_an_offence_is_named_before_the_cards_prove_it(branch: int, *, baited: bool) -> None:
    live, eldest, dealer = seated("CQ CJ CT SA")
    live.goes(HEIGHT)
    asked = live.n()
    live.calls(eldest, asked)
    call = live.table.bench.pending
    assert call is not None
    assert call.ruling.laws[:2] == ("D-COMBO-9", "D-BAIT-4")
    assert live.table.duty == Duty("choose", live.table.names.index(live.state.terms.name(eldest)))
    live.chooses(eldest, branch)
    assert live.table.running is not baited
    if baited:
        assert ended(live).bait == dealer.value
    again(live)


@pytest.mark.rule("D-BAIT-6")
@pytest.mark.parametrize(("word", "bella"), [("bella", True), ("pass", False)])
def test_the_innocent_is_asked_for_his_bella(word: str, *, bella: bool) -> None:
    live, eldest, _ = seated()
    live.goes(HEIGHT)
    live.calls(eldest, live.n())
    live.chooses(eldest, 0)
    assert live.state.plain.phase == "bait"
    assert live.state.actor is eldest
    live.goes(word)
    assert (ended(live).bella == eldest.value) is bella
    again(live)


def test_a_question_that_was_no_offence_is_refused_and_the_offender_cannot_call_for_himself() -> None:
    live, eldest, dealer = seated("CQ CJ CT SA", "DT D9 D8 S9")
    live.goes(HEIGHT)
    before = live.table
    answer = live.hears(eldest, live.n())
    assert isinstance(answer, Refusal)
    assert answer.code is Manner.NOT_SEEN
    live, _, dealer = seated("CQ CJ CT SA")
    live.goes(HEIGHT)
    assert isinstance(live.hears(dealer, live.n()), Refusal)
    assert before.bench.pending is None


def test_nobody_is_told_of_an_offence() -> None:
    """Neither frame differs from that of a table whose dealer had the right to ask, but for his own cards."""
    told = []
    for held in ("SK S9 D9 D8 DQ", "DT D9 D8 S9"):
        live, eldest, _ = seated("CQ CJ CT SA", held)
        live.goes(HEIGHT)
        view = json.loads(live.table.view(Eye("player", live.chair(eldest))))
        room = json.loads(wire.encode(live.table.room(Eye("player", live.chair(eldest)))))
        told.append((view["legal"], view["reasons"], view["phase"], room["bench"]))
    assert told[0] == told[1]
