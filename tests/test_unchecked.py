"""What a hand can do at a real table although the rules forbid it (kozyr.games.unchecked), and what it cannot."""

import pytest

from kozyr.cards import Card, Seat
from kozyr.games import Entry, Event, IllegalEvent, Record, replay
from kozyr.games.preferans import Contract, State, agree, parse
from kozyr.games.preferans.words import Bid, Name
from kozyr.games.unchecked import force
from tests.table import Table


def forced(table: Table, event: str | Event, who: str | None = None) -> State:
    """The running deal after an illegal event that happened all the same."""
    event = parse(event) if isinstance(event, str) else event
    seat = None if who is None else table.seat(who)
    assert table.state.why_not(event, seat) is not None
    state = force(table.state, event, seat)
    assert isinstance(state, State)
    return state


def cannot(table: Table, event: str | Event, who: str | None = None) -> bool:
    """Whether not even a hand could do it."""
    with pytest.raises(IllegalEvent):
        forced(table, event, who)
    return True


def test_a_revoke_can_be_played_and_takes_its_place_in_the_trick() -> None:
    table = Table().deal(H1="♠7", H2="♠8 ♥A", H3="♠9", talon="♦7 ♦8").goes("6S pass pass").discards("D7 D8")
    table.goes("contract:6H whist whist S7")
    state = forced(table, "HA", "H2")
    assert [card.text for card in state.trick] == ["S7", "HA"]
    assert "HA" not in str(state.view(table.seat("H2")).hands)


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    table = Table().deal(H1="♠7", H2="♠8", H3="♠9").goes("pass pass pass")
    assert cannot(table, "S8")
    assert cannot(table, "S7", "H2")  # it is another's
    assert cannot(table, "pass")
    assert cannot(table, "whist")


def test_any_bid_can_be_said_and_becomes_the_bid_that_stands() -> None:
    table = Table().deal().goes("6S 6C 6D")
    assert forced(table, "6C").auction.contract is Contract.C6  # insufficient
    assert forced(table, "8S").auction.contract is Contract.S8  # a jump
    assert forced(table, "misere").auction.contract is Contract.MISERE  # too late
    assert forced(Table().deal().goes("6S 6C"), "here").auction.contract is Contract.C6  # not the first hand


def test_what_is_no_call_at_all_cannot_be_said() -> None:
    table = Table().deal()
    assert cannot(table, "here")  # there is nothing to match
    assert cannot(table, Bid(Contract.MISERE))
    assert cannot(table, Bid(Contract.ALLPASS))
    assert cannot(table, "contract:6S")
    assert cannot(table, "SA")


@pytest.mark.rule("P-3.3.18")
def test_a_call_can_be_made_out_of_turn_and_changes_nothing() -> None:
    table = Table().deal()
    assert forced(table, "6S", "H2") == table.state
    assert forced(table, "8NT", "H3") == table.state


@pytest.mark.rule("P-3.9.14")
def test_a_card_can_be_played_out_of_turn() -> None:
    table = Table().deal(H1="♠7", H2="♠8", H3="♠9").goes("pass pass pass")
    assert forced(table, "S8", "H2").trick == (Card.S8,)
    assert cannot(table, "S9", "H2")  # another's


def test_any_contract_can_be_named() -> None:
    table = Table().deal().goes("6S 6C pass pass").discards()
    assert forced(table, "contract:6S").contract is Contract.S6
    assert forced(table, Name(Contract.MISERE)).contract is Contract.MISERE  # P-3.4.4 names this case
    assert cannot(table, Name(Contract.ALLPASS))
    assert cannot(table, "whist")


def test_a_legal_event_can_be_forced_too() -> None:
    table = Table().deal()
    assert force(table.state, parse("6S")) == table.state.apply(parse("6S"))


def test_a_record_may_mark_what_was_illegal_and_only_that_passes() -> None:
    table = Table().deal()
    words = [(Seat.E, "6S", False), (Seat.S, "8S", True), (Seat.N, "pass", False)]
    entries = (Entry(1, None, table.dealt), *(Entry(n, s, parse(w), f) for n, (s, w, f) in enumerate(words, 2)))
    assert replay(Record("preferans", agree(), 3, entries=entries)).error is None
    unmarked = (*entries[:2], Entry(3, Seat.S, parse("8S")), entries[3])
    refused = replay(Record("preferans", agree(), 3, entries=unmarked))
    assert refused.applied == entries[:2]
    assert refused.error is not None
    assert (refused.error.code, refused.error.law) == ("jump", "P-3.3.8")
    impossible = (*entries[:2], Entry(3, Seat.S, parse("SA"), forced=True))
    assert replay(Record("preferans", agree(), 3, entries=impossible)).applied == entries[:2]
