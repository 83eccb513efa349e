"""Who keeps the others waiting, leaves them, or gets out of a lost deal: each case of the table in docs/club.md."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.club import wire
from kozyr.club.acts import Adjourn, CallBot, EndMatch, ForceMajeure, HandOver, TableTerms
from kozyr.club.clock import Clock
from kozyr.club.live.audience import Audience
from kozyr.club.live.timers import Due, Timers
from kozyr.club.live.waits import Waits
from kozyr.club.table.clock import TimeOut
from kozyr.club.table.consent import ProposalAnswered, ProposalMade
from kozyr.club.table.listing import played
from kozyr.club.table.part import Duty
from kozyr.club.table.seats import Back, Hold, Leave
from kozyr.club.table.table import Table
from kozyr.games import Reason, Refusal
from kozyr.games.preferans import words
from tests.clubtable import done, player, setup
from tests.test_manners import GUEST, Tale, playing
from tests.test_rooms import company

BANK = TableTerms(clock="bank", move_time=30, deal_time=60)


def hows(tale: Tale) -> dict[int, str]:
    """How the match went for each chair."""
    names = {tale.table.name(chair): chair for chair in tale.table.persons}
    return {names[row.name]: row.how for row in played(tale.table)}


def results(table: Table) -> dict[int, Fraction]:
    """What each chair has won, as the sheet stands."""
    return {table.order[place]: table.progress.match.results[name] for place, name in enumerate(table.names)}


def awaited(tale: Tale) -> int:
    """Whose move it is."""
    chair = tale.table.awaited
    assert chair is not None
    return chair


def others(tale: Tale, chair: int) -> tuple[int, int]:
    """The two besides him, in order."""
    a, b = (other for other in tale.table.persons if other != chair)
    return a, b


def late(tale: Tale) -> tuple[int, int, int]:
    """The time of the one who is to move is out; he and the two others."""
    chair = awaited(tale)
    tale.acts(None, TimeOut(chair))
    return (chair, *others(tale, chair))


def moved(tale: Tale) -> Tale:
    """Whoever is to move does."""
    seq = tale.table.course.seq
    return tale.goes_on(lambda table: table.course.seq > seq)


def deal_over(tale: Tale, seed: int = 0) -> Tale:
    """The running deal is played to its end, and no other begins."""
    return tale.goes_on(lambda table: not table.running, seed)


def lost_by(chair: int, *, lost: bool, **changes: Any) -> tuple[Tale, int]:
    """A table, and a seed by which random play loses, or does not lose, the deal for this chair and not the match."""
    for seed in range(200):
        tale = playing(**changes)
        before = results(tale.table)[chair]
        deal_over(tale, seed)
        if (results(tale.table)[chair] < before) is lost and not tale.table.finished:
            return playing(**changes), seed
    raise AssertionError("no such deal")


# --- the clock of a table without one --------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.18")
def test_the_table_alone_says_that_somebodys_time_is_out_and_it_is_told_to_all() -> None:
    tale = playing()
    slow = awaited(tale)
    a, _ = others(tale, slow)
    assert tale.refuses(None, TimeOut(a)) == "not_now"
    assert tale.refuses(a, TimeOut(slow)) == "table_only"
    assert tale.refuses(a, ProposalMade(CallBot(slow))) == "not_now"
    assert tale.refuses(a, ProposalMade(EndMatch(without=slow))) == "not_now"
    tale.acts(None, TimeOut(slow))
    assert tale.refuses(None, TimeOut(slow)) == "not_now"
    told = tale.steps[-1].ev(player(a))
    assert isinstance(told.turn, wire.Turn)
    assert (told.turn.chair, told.turn.out) == (slow, True)
    assert told.room is msgspec.UNSET
    assert tale.table.snap(player(a)).turn == told.turn
    assert tale.now().clock.overdue == slow
    tale.restart()


def test_the_clock_starts_anew_with_every_move_and_when_a_player_is_back() -> None:
    tale = playing()
    slow = awaited(tale)
    place = tale.table.place(slow)
    state = tale.table.progress.state
    assert state is not None
    step = done(tale.table.decide(place, state.legal(tale.table.seat(place))[0], 7_000))
    tale.write(step)
    turn = tale.table.clock
    assert turn.since == 7_000
    assert turn.chair not in {slow, None}
    tale.write(tale.table.act(turn.chair, Leave(), 8_000))
    assert tale.now().clock.chair is None  # a bot decides
    tale.write(tale.table.act(turn.chair, Back(), 9_000))
    assert (tale.now().clock.chair, tale.now().clock.since) == (turn.chair, 9_000)


@pytest.mark.rule("PE-5.4.18")
def test_who_moves_after_all_is_marked_in_no_way() -> None:
    """A proposal to call a bot falls with his move."""
    tale = playing()
    slow, a, _ = late(tale)
    tale.acts(a, ProposalMade(CallBot(slow)))
    moved(tale)
    assert tale.now().consent.proposal is None
    assert tale.now().clock.overdue is None
    tale.over()
    assert set(hows(tale).values()) == {"played"}


@pytest.mark.rule("PE-5.4.18")
def test_the_others_call_a_bot_and_he_is_not_asked() -> None:
    tale = playing()
    slow, a, b = late(tale)
    assert tale.refuses(slow, ProposalMade(CallBot(slow))) == "not_now"
    tale.acts(a, ProposalMade(CallBot(slow)))
    proposal = tale.table.consent.proposal
    assert proposal is not None
    assert proposal.asked == (b,)
    assert tale.refuses(slow, ProposalAnswered(proposal.n, yes=False)) == "not_asked"
    tale.acts(b, ProposalAnswered(proposal.n, yes=True))
    assert tale.now().seats.held == ((slow, "time"),)
    assert tale.refuses(slow, Back()) == "not_now"  # not for the same move
    moved(tale)
    tale.acts(slow, Back())
    tale.over()
    assert hows(tale) == {slow: "stalled", a: "played", b: "played"}
    tale.restart()


@pytest.mark.rule("PE-5.4.18")
def test_one_of_the_others_may_say_no_and_they_wait() -> None:
    tale = playing()
    slow, a, b = late(tale)
    tale.acts(a, ProposalMade(CallBot(slow)))
    tale.acts(b, ProposalAnswered(tale.table.seq, yes=False))
    assert tale.now().seats.held == ()
    assert tale.now().clock.overdue == slow
    tale.over()
    assert set(hows(tale).values()) == {"played"}


@pytest.mark.rule("PE-5.4.18")
def test_the_others_end_the_match_without_him() -> None:
    tale = playing()
    slow, a, b = late(tale)
    tale.agrees(a, EndMatch(without=slow))
    assert tale.now().finished
    assert hows(tale) == {slow: "stalled", a: "stopped", b: "stopped"}
    never = playing(changes={"early_stop": "never"})
    slow, a, b = late(never)
    assert never.refuses(a, ProposalMade(EndMatch(without=slow))) == "not_agreed"
    never.agrees(a, CallBot(slow))


@pytest.mark.rule("PE-5.4.18")
def test_a_proposal_of_his_own_does_not_stand_in_the_way() -> None:
    tale = playing()
    slow = awaited(tale)
    a, _ = others(tale, slow)
    tale.acts(slow, ProposalMade(EndMatch()))
    tale.acts(a, ProposalAnswered(tale.table.seq, yes=True))
    tale.acts(None, TimeOut(slow))
    tale.agrees(a, CallBot(slow))
    assert tale.now().seats.held == ((slow, "time"),)


@pytest.mark.rule("PE-5.4.18")
def test_who_leaves_while_anothers_time_is_out_is_excused() -> None:
    """He who stalls bears the mark, and no word of his own makes his match a finished one."""
    tale = playing()
    slow, a, b = late(tale)
    tale.acts(a, Leave()).acts(None, Hold(b))
    moved(tale)
    tale.agrees(slow, ForceMajeure())  # nobody is left whom he would have to ask
    assert tale.now().finished
    assert hows(tale) == {slow: "stalled", a: "force_majeure", b: "force_majeure"}
    back = playing()
    slow, a, b = late(back)
    back.acts(a, Leave()).acts(a, Back())
    moved(back).acts(a, Leave()).over()
    assert hows(back) == {slow: "stalled", a: "left", b: "played"}  # the second time nobody made him


@pytest.mark.rule("PE-5.4.18")
def test_who_leaves_without_waiting_for_the_time_to_be_out_has_left() -> None:
    tale = playing()
    slow = awaited(tale)
    a, b = others(tale, slow)
    tale.acts(a, Leave())
    tale.over()
    assert hows(tale) == {slow: "played", a: "left", b: "played"}


# --- who leaves ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.18")
@pytest.mark.parametrize("lost", [True, False])
@pytest.mark.parametrize("goes", [Leave(), Hold(1)])
def test_who_lets_a_bot_play_out_a_lost_deal_has_dodged_it(goes: Leave | Hold, *, lost: bool) -> None:
    """He comes back for the next deal; whether his line broke the club cannot know."""
    tale, seed = lost_by(1, lost=lost)
    tale.acts(1 if isinstance(goes, Leave) else None, goes)
    deal_over(tale, seed)
    tale.acts(1, Back()).over()
    assert hows(tale) == {0: "played", 1: "dodged" if lost else "played", 2: "played"}
    tale.restart()


@pytest.mark.rule("PE-5.4.18")
def test_who_is_back_before_the_deal_ends_has_dodged_nothing() -> None:
    tale, seed = lost_by(1, lost=True)
    tale.acts(1, Leave()).acts(1, Back())
    deal_over(tale, seed)
    tale.over()
    assert set(hows(tale).values()) == {"played"}


@pytest.mark.rule("PE-5.4.18")
def test_a_deal_lost_by_a_bot_for_one_who_is_excused_is_not_his() -> None:
    tale, seed = lost_by(1, lost=True)
    slow = awaited(tale)
    if slow == 1:
        moved(tale)
    slow, *_ = late(tale)
    assert slow != 1
    tale.acts(1, Leave())
    deal_over(tale, seed)
    tale.acts(1, Back()).over()
    assert hows(tale)[1] == "played"


@pytest.mark.rule("PE-5.4.7")
def test_who_hands_his_seat_over_answers_for_nothing_and_neither_does_his_substitute() -> None:
    tale = playing()
    slow, a, b = late(tale)
    tale.agrees(a, CallBot(slow))
    moved(tale)
    tale.acts(a, ProposalMade(HandOver(slow, GUEST), "guest"))
    n = tale.table.seq
    tale.acts(b, ProposalAnswered(n, yes=True))
    tale.acts(None, ProposalAnswered(n, yes=True, account=GUEST))
    assert tale.table.duty == Duty("amend")
    tale.write(tale.table.amend(0))
    tale.over()
    assert set(hows(tale).values()) == {"played"}
    assert {row.account_id for row in played(tale.table)} == {f"account {a}", f"account {b}", GUEST}


# --- force majeure ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.18")
def test_force_majeure_needs_the_others_yes_and_ends_the_deal_and_not_the_score() -> None:
    tale = deal_over(playing()).dealt().in_play()
    stood = results(tale.table)
    place = tale.table.place(0)
    alone = tale.table.decide(place, words.Stop(force_majeure=True), 0)
    assert alone == Refusal(Reason.NO_CONSENT, "PE-5.4.18")
    deals = tale.table.course.deals
    tale.agrees(0, ForceMajeure())
    assert tale.now().finished
    assert tale.table.course.deals == deals  # the running one is dropped
    assert results(tale.table) == stood
    assert set(hows(tale).values()) == {"force_majeure"}


@pytest.mark.rule("PE-5.4.18")
def test_without_their_yes_the_deal_goes_on_with_a_bot_and_counts() -> None:
    tale, seed = lost_by(0, lost=True)
    before = results(tale.table)[0]
    tale.acts(0, ProposalMade(ForceMajeure()))
    tale.acts(1, ProposalAnswered(tale.table.seq, yes=False))
    assert tale.now().running
    tale.acts(0, Leave())
    deal_over(tale, seed)
    assert results(tale.table)[0] < before
    tale.over()
    assert hows(tale) == {0: "left", 1: "played", 2: "played"}


@pytest.mark.rule("PE-5.4.18")
def test_an_adjourned_match_is_nobodys_fault_and_no_clock_runs() -> None:
    tale = playing()
    late(tale)
    tale.agrees(0, Adjourn())
    assert set(hows(tale).values()) == {"adjourned"}
    assert (tale.now().clock.chair, tale.now().clock.overdue) == (None, None)


# --- a time bank -----------------------------------------------------------------------------------------------


def bank_after(*times: int) -> Tale:
    """A table with a time bank, whose players move at these moments in milliseconds."""
    tale = playing(terms=BANK)
    for now in times:
        duty, state = tale.table.duty, tale.table.progress.state
        assert duty is not None
        assert duty.place is not None
        assert state is not None
        seat = tale.table.seat(duty.place)
        tale.write(tale.table.decide(duty.place, state.legal(seat)[0], now))
    return tale


def test_a_bank_is_charged_for_what_a_move_takes_beyond_its_own_time() -> None:
    tale = playing(terms=BANK)
    first = awaited(tale)
    assert tale.table.clock.left(tale.table) == 60_000
    tale = bank_after(30_000)
    assert tale.table.clock.spent == ()
    tale = bank_after(50_000)
    assert tale.table.clock.spent == ((first, 20_000),)
    turn = tale.table.clock.shown(tale.table)
    assert turn is not None
    assert (turn.since, turn.bank) == (50_000, 60_000)  # the next one has his own
    asleep = bank_after(3_600_000)  # the club was not running, or it would have said that his time was out
    assert asleep.table.clock.spent == ()
    deal_over(tale).dealt()
    assert tale.now().clock.spent == ()  # a new deal, a new bank


def test_whose_bank_is_empty_gives_his_seat_to_a_bot_and_has_it_again_after_that_move() -> None:
    tale = playing(terms=BANK)
    slow = awaited(tale)
    a, _ = others(tale, slow)
    tale.acts(None, TimeOut(slow))
    assert tale.now().seats.held == ((slow, "time"),)
    assert tale.now().clock.overdue is None
    assert tale.refuses(a, ProposalMade(CallBot(slow))) == "not_now"  # there is one
    assert tale.refuses(slow, Back()) == "not_now"
    moved(tale)
    tale.acts(slow, Back())
    assert dict(tale.now().clock.spent)[slow] == 60_000
    deal_over(tale)
    tale.over()
    assert set(hows(tale).values()) == {"played"}
    gone = playing(terms=BANK)
    slow = awaited(gone)
    gone.acts(None, TimeOut(slow)).over()
    assert hows(gone)[slow] == "left"  # he never took it back
    gone.restart()


def test_where_everybody_else_has_gone_who_had_no_time_may_come_back() -> None:
    """A bot does not play on for a table that all have left, so he must be let in."""
    tale = playing(humans=2, terms=BANK)
    slow = awaited(tale)
    tale.acts(None, TimeOut(slow)).acts(1 - slow, Leave())
    tale.acts(slow, Back())


# --- the card --------------------------------------------------------------------------------------------------


def test_a_card_with_another_clock_is_another_card() -> None:
    """Who has accepted the one has not accepted the other."""
    slow = TableTerms(clock="bank", move_time=60, deal_time=60)
    clocks = (TableTerms(), BANK, TableTerms(clock="correspondence"), slow)
    assert len({msgspec.structs.replace(setup(), terms=terms).card for terms in clocks}) == 4


# --- when the table says so ------------------------------------------------------------------------------------


class Hand(Clock):
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 0.0

    def now(self) -> int:
        return int(self.at * 1000)

    def seconds(self) -> float:
        return self.at


class Club:
    """As much of a club as timers ask for, and who is at the table."""

    def __init__(self) -> None:
        self.clock, self.waits = Hand(), Waits()


def timers(*here: int) -> tuple[Timers, Hand]:
    """The timers of a table at which these chairs' people look on."""
    host: Any = Club()
    audience = Audience(host.clock)
    for chair in here:
        viewer: Any = _Viewer(f"account {chair}")
        audience.add(viewer)
    return Timers(host, audience), host.clock


class _Viewer:
    def __init__(self, account: str) -> None:
        self.account = msgspec.defstruct("Somebody", [("id", str)])(account)


def test_without_a_clock_the_time_is_out_after_two_minutes_of_somebody_waiting() -> None:
    tale = playing()
    slow = awaited(tale)
    due, clock = timers(0, 1, 2)
    assert due.due(tale.table) == Due(60.0, "time", slow)  # looked at again after a minute
    clock.at = 119.0
    assert due.due(tale.table) == Due(1.0, "time", slow)
    clock.at = 120.0
    assert due.due(tale.table) == Due(0.0, "time", slow)
    tale.acts(None, TimeOut(slow))
    assert due.due(tale.table) is None
    alone, _ = timers(slow)
    assert alone.due(playing().table) is None  # nobody waits


def test_with_a_bank_the_time_is_out_when_it_is_empty() -> None:
    tale = bank_after(50_000)
    chair = awaited(tale)
    due, clock = timers(0, 1, 2)
    due.due(tale.table)
    clock.at = 89.0
    assert due.due(tale.table) == Due(1.0, "time", chair)
    clock.at = 90.0
    assert due.due(tale.table) == Due(0.0, "time", chair)


def test_at_correspondence_there_are_three_days_and_nobody_is_away() -> None:
    tale = playing(terms=TableTerms(clock="correspondence"))
    slow = awaited(tale)
    a, _ = others(tale, slow)
    due, clock = timers(a)
    clock.at = 3 * 86400 - 5.0
    assert due.due(tale.table) == Due(5.0, "time", slow)
    clock.at += 5.0
    assert due.due(tale.table) == Due(0.0, "time", slow)
    live, hand = timers(a)
    hand.at = 61.0
    assert live.due(playing().table) == Due(-1.0, "hold", slow)  # elsewhere he has gone


def test_a_live_table_says_it_and_the_other_calls_a_bot(tmp_path: Path) -> None:
    """Over the wire: two people and a bot; who is to move does not."""
    waits = Waits(absent=1e6, shares=30.0, look=0.0, stall=0.05)
    with company(tmp_path / "club.db", 2, waits=waits) as (_, people, _):
        one = people[0]
        one.until(lambda: one.turn is not None and one.turn["out"])
        assert one.turn is not None
        slow = one.turn["chair"]
        other = people[1 - slow]
        other.until(lambda: other.turn is not None and other.turn["out"])
        assert people[slow].act("propose", what={"kind": "call_bot", "chair": slow})["reason"] == "not_now"
        assert other.act("propose", what={"kind": "call_bot", "chair": slow})["t"] == "ack"
        other.until(lambda: any(player["held"] == "time" for player in other.table["players"]))
