"""The hearing after the last card of a match, and of a board of an event: called, ruled, scored, and only then written."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from kozyr.cards import Seat
from kozyr.club.acts import Adjourn
from kozyr.club.live.deputies import choice
from kozyr.club.table.bench import ArbiterCalled, ScoreWritten
from kozyr.club.table.consent import ProposalMade
from kozyr.club.table.ended import RematchNamed, Seen
from kozyr.club.table.listing import played as listed
from kozyr.club.table.part import Duty
from kozyr.club.table.seats import Hold, Leave
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Table
from kozyr.games import Conventions, Refusal, game
from kozyr.games.options import WRITTEN
from kozyr.store import Store
from tests import stores
from tests.clubtable import MASTER
from tests.judged import Live, dealt
from tests.test_events_online import Server
from tests.test_judged_tables import CARDS, SIX, checked, refused, to_its_end

THREE_NO = "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"
LAST: dict[str, tuple[str, int, dict[str, object]]] = {
    "preferans": ("sochi", 3, {"length_mode": "deals", "length_deals": 1}),
    "bridge": ("duplicate", 4, {"deals": "1"}),
    "bridge-001": ("duplicate", 4, {"deals": "1", "laws": "source-001"}),
    "deberts": ("moscow", 2, {"target": 51}),
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = stores.opened(tmp_path / "club.db")
    yield found
    found.close()


def card(name: str, edition: int = WRITTEN, irregularities: str = "rule") -> Setup:
    """The card of a table of people, whose match is over with its first deal."""
    preset, players, told = LAST[name]
    name = name.partition("-")[0]
    agreed: Conventions = game(name).agree(preset, {**told, "table.irregularities": irregularities}, players)
    agreed = msgspec.structs.replace(agreed, edition=edition)
    people = tuple(Person(f"person {n}", account=f"account {n}") for n in range(players))
    return Setup("table", name, preset, agreed, people, accepted=tuple(range(players)))


def before_deal(setup: Setup, dealer: int) -> Live:
    """A table that is to deal; dealer: the place that deals first."""
    for n in range(64):
        live = Live(Table.open(msgspec.structs.replace(setup, id=f"table {n}")))  # each has a lot of its own
        while live.table.duty is not None and live.table.duty.what != "deal":
            live.takes_own()
        if live.table.progress.match.dealer == dealer:
            return live
    raise AssertionError("this place never deals first")


def late(live: Live, caller: Seat) -> tuple[Live, Seat, int]:
    """Play goes on to the last card: who calls then, and for what."""
    entry = live.n()
    to_its_end(live)
    return live, caller, entry


def preferans(setup: Setup) -> tuple[Live, Seat, int]:
    """N does not follow in the first trick and takes the lead by it, in a match of one deal."""
    live = dealt(before_deal(setup, 0), CARDS)
    live.goes(f"{SIX} ST S8 HK")
    return late(live, Seat.E)


def board(setup: Setup) -> tuple[Live, Seat, int]:
    """N, a defender, does not follow to the first lead of hearts, in a match of one board."""
    live = dealt(before_deal(setup, 0), THREE_NO)
    live.goes("pass 1NT pass pass pass H4 H7")
    live.does(Seat.N, "D3")
    return late(live, Seat.E)


def party(setup: Setup) -> tuple[Live, Seat, int]:
    """N does not follow in the first trick and closes, in a party that ends with its first deal."""
    live = dealt(before_deal(setup, 0), HEARTS)
    live.goes("pass pass order:H SA D8 C7 C8 CT C9 DT D7 close")
    assert not live.table.running
    return live, Seat.S, 6


HEARTS = "N:K9..T8.T8/QT.7.. - A7..97.97/8.KQ.. + CA SJ H8 H9 HT HJ HA DJ DQ DK DA CJ CQ CK"
GAMES: dict[str, Callable[[Setup], tuple[Live, Seat, int]]] = {
    "preferans": preferans,
    "bridge": board,
    "bridge-001": board,
    "deberts": party,
}


def settled(live: Live) -> None:
    """The table shows its part of the deal, and writes what is decided."""
    while live.table.duty is not None and live.table.duty.what in {"reveal", "amend"}:
        if live.table.duty.what == "reveal":
            live.takes_own()
        else:
            live.settles()


def outcome(live: Live) -> object:
    """The facts of the last deal, as they are told."""
    return None if live.table.last is None else live.table.last.outcome


@pytest.mark.law("64A2")
@pytest.mark.rule("P-3.9.17", "B-LAW-REVOKE-4", "D-BAIT-5")
@pytest.mark.parametrize("name", GAMES)
def test_a_revoke_of_a_matchs_last_deal_is_called_and_ruled_before_the_score_is_written(name: str) -> None:
    live, caller, entry = GAMES[name](card(name))
    settled(live)
    table = live.table
    assert table.progress.finished
    assert (table.state, table.course.over, table.course.how, table.duty) == ("playing", None, None, Duty("write"))
    assert table.course.written == 0
    assert all((row.result, row.how) == (None, "playing") for row in listed(table))
    assert [one.hearing for one in [table.bench.shown(table, None)] if one] == [True]
    before = outcome(live)
    live.calls(caller, entry)
    settled(live)
    while live.table.bench.pending is not None:
        live.chooses(caller, 0)
        settled(live)
    assert live.table.course.over is None
    if name[:6] != "bridge":  # the play is taken apart, or a declaration is asked for
        assert (live.table.running, live.table.course.deals, live.table.state) == (True, 0, "playing")
        to_its_end(live)
        settled(live)
    assert outcome(live) not in (before, None)
    checked(live)
    for chair in range(len(live.table.people)):
        live.takes(live.table.act(chair, Seen(), 5))
    live.takes_own()
    table = live.table
    assert (table.state, table.course.over, table.course.how, table.duty) == ("finished", 0, "played", None)
    assert table.course.written == len(table.progress.match.history) == 1
    assert sorted(str(row.result) for row in listed(table)) == sorted(
        str(won) for won in table.progress.match.results.values()
    )
    checked(live)


@pytest.mark.rule("P-3.9.17")
@pytest.mark.parametrize("name", GAMES)
def test_once_the_score_is_written_the_match_is_over_and_nothing_is_heard(name: str) -> None:
    live, caller, entry = GAMES[name](card(name))
    settled(live)
    chair = live.chair(caller)
    live.takes_own()
    table = live.table
    assert (table.state, table.duty, table.course.hearing) == ("finished", None, None)
    assert refused(table.bench.no_call(entry, chair, table)) == ("wrong_state", "P-0.7")
    assert refused(table.act(None, ScoreWritten(), 0)) == ("not_now", "P-0.7")
    assert refused(table.act(0, ScoreWritten(), 0))[0] == "table_only"
    step = table.act(0, RematchNamed("next"), 0)
    assert not isinstance(step, Refusal)


@pytest.mark.rule("P-3.9.17")
@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_an_older_edition_writes_its_last_deal_with_the_last_card(name: str) -> None:
    """Edition 3: the match is over as the card falls, a call for it is not heard, and its log says so again."""
    live, caller, entry = GAMES[name](card(name, WRITTEN - 1))
    table = live.table
    assert (table.state, table.course.over, table.course.how) == ("finished", 0, "played")
    assert refused(table.bench.no_call(entry, table.order[0], table)) == ("wrong_state", "P-0.7")
    assert caller is not None
    settled(live)
    assert live.table.duty is None
    checked(live)


@pytest.mark.parametrize("name", GAMES)
def test_where_errors_are_refused_nothing_is_heard_and_the_last_card_writes_the_score(name: str) -> None:
    live = before_deal(card(name, irregularities="prevent"), 0)
    while live.table.state == "playing":
        to_its_end(live)
        settled(live)
        if live.table.state == "playing":
            assert live.table.duty != Duty("write")
            live.takes_own()
    assert live.table.course.how == "played"


def test_nothing_but_the_call_is_begun_while_a_match_is_heard() -> None:
    """Who leaves then has played the match to its end, and is not waited for."""
    live, _, _ = preferans(card("preferans"))
    settled(live)
    table = live.table
    assert refused(table.act(0, ProposalMade(Adjourn()), 0)) == ("match_over", table.progress.match.over)
    assert refused(table.act(0, RematchNamed("next"), 0))[0] == "wrong_state"
    assert refused(table.decide(0, game("preferans").parse("pass"), 0))[0] == "match_over"
    assert table.ended.looking(table) == (0, 1, 2)
    live.takes(table.act(1, Leave(), 0))
    assert live.table.ended.looking(live.table) == (0, 2)
    live.takes_own()
    assert {row.how for row in listed(live.table)} == {"played"}


def test_who_has_confirmed_a_result_looks_at_it_again_once_it_is_ruled_upon() -> None:
    live, caller, entry = board(card("bridge"))
    settled(live)
    for chair in range(4):
        live.takes(live.table.act(chair, Seen(), 0))
    assert live.table.ended.looking(live.table) == ()
    heard = live.hears(caller, entry)
    assert isinstance(heard, ArbiterCalled)
    live.takes(live.table.act(live.chair(caller), heard, 0))
    assert refused(live.table.act(None, ScoreWritten(), 0)) == ("pending", heard.ruling.laws[0])
    settled(live)
    assert live.table.ended.looking(live.table) == (0, 1, 2, 3)


@pytest.mark.rule("P-3.9.17")
def test_a_bot_chooses_in_a_hearing_by_the_cards_of_the_deal_that_ended(store: Store) -> None:
    """Before, the table asked for a view of the deal that was still to be dealt, and froze."""

    async def work() -> None:
        live, caller, entry = preferans(card("preferans"))
        settled(live)
        live.takes(live.table.act(None, Hold(live.chair(caller)), 0))
        heard = live.hears(Seat.S, entry)
        assert isinstance(heard, ArbiterCalled)
        live.takes(live.table.act(live.chair(Seat.S), heard, 0))
        table = live.table
        for chair in table.bench.pending.asked(table) if table.bench.pending else ():
            place = table.place(chair)
            assert table.sees(place) is None
            view = table.judges(place)
            assert view is not None
            assert view.outcome == live.state.outcome
        duty = table.duty
        assert duty is not None
        assert duty.place is not None
        one = Server(store)
        one.lobby.archive._masters[table.setup.id] = MASTER
        taken = await choice(one.lobby, table, duty.place)
        live.takes(table.act(table.order[duty.place], taken, 0))
        await one.close()

    asyncio.run(work())
