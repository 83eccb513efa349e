"""Bridge at a table that rules on errors: leads, bids and revokes, each called and carried out (issue 15, 1)."""

import pytest

from kozyr.cards import Card, CardSet, Seat
from kozyr.club.table.judging import possible
from kozyr.club.table.part import Duty
from kozyr.club.table.table import Table
from kozyr.games.bridge.words import Play
from tests.clubtable import done, own
from tests.judged import Live, dealt, rubber

CARDS = "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"


def seated() -> Live:
    """Four people whose cards are dealt, N deals."""
    for byte in range(64):
        live = Live(Table.open(rubber()))
        while live.table.duty is not None and live.table.duty.what != "deal":
            live.takes(done(own(live.table, bytes([byte]) * 32)))
        if live.state.terms.dealer is Seat.N:
            return dealt(live, CARDS)
    raise AssertionError("N never deals")


def played(tokens: str) -> Live:
    live = seated()
    live.goes(tokens)
    return live


def again(live: Live) -> None:
    """The log gives the same table."""
    table = Table.open(live.table.setup)
    for entry in live.log:
        table = table.after(entry)
    assert table == live.table


@pytest.mark.rule("B-LAW-LEAD-3")
@pytest.mark.parametrize(
    ("branch", "duties"),
    [(0, []), (1, ["open=W,HT,by,N"]), (2, ["lead=E,H,demand,first"]), (3, ["lead=E,H,forbid,first"])],
)
def test_a_lead_out_of_turn_gives_four_choices(branch: int, duties: list[str]) -> None:
    live = played("3NT pass pass pass")
    live.does(Seat.W, "HT")
    live.calls(Seat.N, live.n())
    call = live.table.bench.pending
    assert call is not None
    assert len(call.ruling.branches) == 4
    assert live.table.duty == Duty("choose", live.table.names.index("N"))
    live.chooses(Seat.N, branch)
    assert [duty.what for duty in live.state.view(Seat.S).duties] == duties
    again(live)


@pytest.mark.rule("B-LAW-BID-5")
@pytest.mark.parametrize(("branch", "bid", "barred"), [(0, "2C", False), (1, "pass", True)])
def test_an_insufficient_bid_is_mended_both_ways(branch: int, bid: str, *, barred: bool) -> None:
    live = played("1NT")
    live.does(Seat.E, "1C")
    live.calls(Seat.S, live.n())
    live.chooses(Seat.E, branch)
    assert live.state.plain.view(None).calls[-1] == (Seat.E, bid)  # type: ignore[attr-defined]  # a view of bridge
    assert bool(live.state.view(Seat.W).duties) is barred
    assert live.state.turn is Seat.S
    again(live)


@pytest.mark.rule("B-LAW-REVOKE-4")
def test_a_revoke_seen_after_the_next_trick_costs_the_tricks_won_since() -> None:
    live = played("3NT pass pass pass HQ H4 H7")
    live.does(Seat.N, "D3")  # N has hearts
    entry = live.n()
    assert str(getattr(live.hears(Seat.E, entry), "code", "")) == "not_seen"
    live.goes("HJ H5 H8 HA")  # now all have seen it
    live.goes("SA")
    live.calls(Seat.E, entry)
    law = live.table.bench.ruled[0].ruling.laws[0]
    assert law == "B-LAW-REVOKE-4"
    ruling = live.table.bench.ruled[0].ruling  # of the two at most, those that are won to the end of the deal
    assert ruling.branches[0].effects[0].token == "transfer=2,N,E,since,1"  # noqa: S105 - an effect
    again(live)


@pytest.mark.rule("B-LAW-CLAIM-1", "B-LAW-PEN-1")
def test_a_dummy_who_shows_all_his_cards_claims_nothing_for_the_declarer() -> None:
    live = played("3NT pass pass pass HQ")
    live.does(Seat.S, "expose:S:" + ",".join(card.text for card in CardSet(live.state.holding(Seat.S))))
    live.calls(Seat.W, live.n())
    ruling = live.table.bench.ruled[0].ruling
    assert ruling.laws == ("B-LAW-PEN-1",)
    assert [effect.token for effect in ruling.branches[0].effects] == ["play-on"]
    assert live.state.view(Seat.W).hands[Seat.N].cards is None
    again(live)


def test_a_declarer_learns_nothing_of_his_dummy_before_the_lead() -> None:
    """Its cards are neither offered nor refused otherwise than cards that it has not."""
    live = played("3NT pass pass pass")
    offered = possible("bridge", live.state, Seat.N, live.state.view(Seat.N))
    own = {card.text for card in CardSet(live.state.holding(Seat.N))}
    assert {event.token for event in offered if isinstance(event, Play)} == own
    answers = {str(live.tries(Seat.N, Play(card))) for card in (Card.S7, Card.ST)}  # the dummy's, and a defender's
    assert len(answers) == 1
    live.goes("HQ")
    assert "S7" in {event.token for event in possible("bridge", live.state, Seat.N, live.state.view(Seat.N))}
