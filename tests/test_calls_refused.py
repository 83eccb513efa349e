"""Calls of the arbiter that are refused, by game: with reason and law, and the table is as it was (issue 15)."""

from collections.abc import Callable

import pytest

from kozyr.cards import Seat
from kozyr.club.table.bench import ArbiterCalled
from tests.bridge.test_judged_tables import played as board
from tests.deberts.test_judged_tables import HEIGHT, seated as party
from tests.judged import Live, judged
from tests.test_judged_tables import SIX, ends, played, refused

THREE_NO_TRUMPS = "3NT pass pass pass"


def nothing_comes_of(live: Live, seat: Seat, entry: int, reason: str, law: str) -> None:
    """A call is refused with this reason and law, and nothing has changed."""
    table, log = live.table, tuple(live.log)
    assert refused(live.hears(seat, entry)) == (reason, law)
    assert live.table is table
    assert tuple(live.log) == log


def led_by_south() -> Live:
    live = played(SIX)
    live.does(Seat.S, "DK")
    return live


def led_by_west() -> Live:
    live = board(THREE_NO_TRUMPS)
    live.does(Seat.W, "HT")
    return live


def height_asked() -> Live:
    """The dealer has asked for a height that he had no right to ask for."""
    live, _, _ = party("CQ CJ CT SA")
    live.goes(HEIGHT)
    return live


def caller_of(live: Live, caller: Seat | None) -> Seat:
    """Who calls; None: the opponent of him who has spoken last."""
    spoken = live.table.course.running[-1].seat
    return caller or next(seat for seat in live.state.terms.seats if seat is not spoken)


CALLERS = [(led_by_south, Seat.E), (led_by_west, Seat.N), (height_asked, None)]


@pytest.mark.parametrize(("made", "caller"), CALLERS)
def test_what_is_ruled_already_is_not_ruled_again(made: Callable[[], Live], caller: Seat | None) -> None:
    live = made()
    caller = caller_of(live, caller)
    entry = live.n()
    live.calls(caller, entry)
    law = live.table.bench.pending.ruling.laws[0] if live.table.bench.pending else ""
    nothing_comes_of(live, caller, entry, "pending", law)
    live.chooses(caller, 1 if made is height_asked else 0)  # the first branch would end a deal of deberts
    nothing_comes_of(live, caller, entry, "already", "P-0.7")


@pytest.mark.parametrize(("made", "caller"), CALLERS)
def test_what_was_no_error_or_is_not_there_is_not_seen(made: Callable[[], Live], caller: Seat | None) -> None:
    live = made()
    caller = caller_of(live, caller)
    for entry in (live.n() - 1, live.n() + 1, 99):
        nothing_comes_of(live, caller, entry, "not_seen", "P-0.7")


@pytest.mark.rule("P-3.9.14.1")
def test_at_preferans_a_lead_is_taken_by_playing_on() -> None:
    live = led_by_south()
    entry = live.n()
    live.goes("D8 D7")
    nothing_comes_of(live, Seat.E, entry, "late", "P-3.9.14.5")


@pytest.mark.rule("B-LAW-LEAD-1")
def test_at_bridge_a_lead_is_taken_by_the_next_card() -> None:
    live = led_by_west()
    entry = live.n()
    assert isinstance(live.hears(Seat.N, entry), ArbiterCalled)
    live.goes(live.state.legal()[0].token)
    for seat in (Seat.N, Seat.E):
        nothing_comes_of(live, seat, entry, "late", "B-LAW-LEAD-1")


@pytest.mark.rule("B-LAW-BID-2")
@pytest.mark.parametrize(("who", "call"), [(Seat.E, "1C"), (Seat.W, "2C")])
def test_at_bridge_a_wrong_call_is_taken_by_the_next_one(who: Seat, call: str) -> None:
    live = board("1NT")
    live.does(who, call)
    entry = live.n()
    assert isinstance(live.hears(Seat.S, entry), ArbiterCalled)
    live.goes("pass")
    nothing_comes_of(live, Seat.S, entry, "late", "B-LAW-BID-2")


@pytest.mark.rule("P-3.9.17", "P-4.2.9")
def test_nothing_of_a_deal_is_ruled_upon_once_the_next_has_begun() -> None:
    live = led_by_south()
    entry = live.n()
    ends(live)
    while not live.table.running:
        live.settles()
        live.takes_own()
    nothing_comes_of(live, Seat.E, entry, "late", "P-3.9.17")
    nothing_comes_of(live, Seat.E, 0, "not_seen", "P-0.7")


def deals_again(live: Live) -> None:
    """The table does its own duties until the next cards come."""
    while not live.table.running:
        live.takes_own()


@pytest.mark.rule("D-BAIT-5")
def test_at_deberts_an_offence_is_named_before_the_deal_is_scored() -> None:
    """After the last card it is heard until the next cards come; what the cards have proved is written already."""
    live = height_asked()
    entry, caller = live.n(), caller_of(live, None)
    while live.table.running:
        live.goes(live.state.legal()[0].token)
    heard = live.hears(caller, entry)
    assert isinstance(heard, ArbiterCalled)
    assert heard.ruling.reason.code == "bait.by_itself"
    deals_again(live)
    nothing_comes_of(live, caller, entry, "late", "P-0.7")


def test_who_has_no_part_in_the_deal_calls_nothing() -> None:
    live = Live.opened(judged("sochi", 5, humans=5))
    actor = live.state.actor
    assert actor is not None
    live.does(actor, "talon:seen")
    entry, table = live.n(), live.table
    (waits,) = (place for place in range(5) if table.seat(place) is None)
    found = table.bench.no_call(entry, table.order[waits], table)
    assert refused(found) == ("no_part", table.customs.laws.waits)
    assert live.table is table
    assert all(table.bench.no_call(entry, table.order[place], table) is None for place in range(5) if place != waits)
