"""Two, three, five and six at the table (B-2H, B-3H, B-56H)."""

from itertools import combinations

import pytest

from kozyr.cards import Seat
from kozyr.games.bridge.auction import opening
from kozyr.games.bridge.match import seating
from kozyr.games.bridge.scoring import FIVE, SIX
from tests.boards import Board, call, line, session
from tests.cases import Row, case

TABLES = {5: FIVE, 6: SIX}


# ---- two


@case("W-B-2H-1")
def test_two_with_two_dummies(row: Row) -> None:
    people = {"P1": "N", "P2": "E"}
    table = Board(players=2).deal()
    assert table.state.terms.names == ("N", "E")
    for who, said in row.situation["auction"]:
        assert table.actor == people[who]
        table.goes(call(said))
    assert str(table.state.contract) == row.expected["contract"]
    assert table.state.declarer is Seat(people[row.expected["declarer"]])
    assert (table.turn, table.actor) == ("S", "N")  # left of the declarer sits N's dummy
    assert table.view("N").tabled == ()
    table.plays_on(51)
    assert len(table.view().tabled) == row.expected["dummies_open_after_first_lead"]


@pytest.mark.rule("B-2H-1", "B-2H-2", "B-2H-3")
def test_each_of_two_sees_and_plays_two_hands() -> None:
    table = Board(players=2).deal()
    assert (table.sees("N"), table.sees("E"), table.sees("S"), table.sees(None)) == ("NS", "EW", "", "")
    assert table.refuses("1C", "S").law == "B-GEN-5"
    table.goes("1S X")
    assert (table.actor, "XX" in table.legal) == ("N", True)
    table.goes("pass").plays_on(51)
    assert table.state.leader is Seat.E
    assert (table.sees("N"), table.sees("E"), table.sees(None)) == ("NSW", "ESW", "SW")
    assert (table.turn, table.actor) == ("S", "N")
    table.plays_on(50)
    assert (table.turn, table.actor) == ("W", "E")
    table.goes("N:claim:4")
    assert table.actor == "E"
    assert table.goes("yes").outcome.tricks == 4


@pytest.mark.rule("B-2H-2")
def test_one_pass_ends_the_auction_of_two() -> None:
    for calls in ("1C pass", "1C X pass", "1C X XX pass", "pass 1C pass"):
        assert Board(players=2).deal().goes(calls).state.phase == "play"
    assert Board(players=2).deal().goes("pass").state.phase == "auction"
    assert Board(players=2).deal().goes("pass pass").state.phase == "over"


@pytest.mark.rule("B-2H-1")
def test_two_deal_in_turn_and_play_for_the_difference() -> None:
    found = session(players=2)
    dealers = []
    for deal in ("4S N", "4S N"):
        dealers.append(found.names[found.dealer])
        found = found.record(line(found.next_deal().dealer.value, deal, 10))
    assert dealers == ["N", "E"]
    assert found.totals == (940, -940)
    third = session(players=2).record(line("N")).record(line("E"))
    assert (third.next_deal().dealer.value, third.names[third.dealer]) == ("S", "N")  # for his dummy
    assert Board(players=2, dealer=1).deal().actor == "E"


# ---- three


@case("W-B-3H-1")
def test_three_the_pair_bids_first(row: Row) -> None:
    table = Board(players=3).deal()
    assert table.state.terms.names == ("1", "2", "3")
    assert [seat.value for seat in table.state.terms.seats] == ["N", "E", "W"]
    for said in row.situation["pair_auction"]:
        assert table.actor in {"E", "W"}
        table.goes(call(said))
    assert table.actor == "N"
    table.goes(call(row.situation["soloist_call"]))
    assert set(table.legal) == {call(said) for said in row.situation["then_pair_may"]}
    assert (table.refuses("4C").law == "B-3H-3") != row.expected["bids_by_pair_allowed"]
    table.goes("pass pass")
    assert f"{table.state.contract} by soloist" == call("3♥") + " by soloist"
    assert row.expected["contract_if_pass"].endswith("by soloist")
    assert table.state.declarer is Seat.N
    assert (table.turn, table.actor) == ("E", "E")


@pytest.mark.rule("B-3H-2")
def test_the_soloist_looks_at_his_dummy_when_the_pair_has_bid() -> None:
    table = Board(players=3).deal()
    assert table.sees("N") == "N"
    table.goes("1C")
    assert (table.actor, table.sees("N")) == ("W", "N")
    table.goes("pass")
    assert (table.actor, table.sees("N")) == ("N", "NS")
    assert (table.sees("E"), table.sees("W"), table.sees(None)) == ("E", "W", "")


@pytest.mark.rule("B-3H-2", "B-3H-3")
@pytest.mark.parametrize(
    ("calls", "contract", "declarer"),
    [
        ("1S pass pass", "1S", "E"),  # the soloist lets them play
        ("pass 1S pass X pass pass", "1SX", "W"),
        ("pass 1S pass X XX", "1SXX", "W"),  # they redouble, and that is the end
        ("pass 1S pass X pass XX", "1SXX", "W"),
        ("1S 2S pass 3H X pass", "3HX", "N"),
        ("1S 2S pass 3H pass X XX", "3HXX", "N"),
        ("pass pass 1C pass pass", "1C", "N"),
        ("1S 1NT 2S 3S pass pass", "3S", "E"),
    ],
)
def test_how_the_auction_of_three_goes(calls: str, contract: str, declarer: str) -> None:
    table = Board(players=3).deal().goes(calls)
    assert table.state.phase == "play"
    assert str(table.state.contract) == contract
    assert table.state.declarer is Seat(declarer)


@pytest.mark.rule("B-3H-2", "B-AUC-10")
def test_three_may_all_pass() -> None:
    assert Board(players=3).deal().goes("pass pass pass").state.phase == "over"


@pytest.mark.rule("B-3H-1", "B-3H-3")
def test_the_soloists_dummy_defends_with_open_cards() -> None:
    table = Board(players=3).deal().goes("1S pass pass")
    assert (table.turn, table.actor) == ("S", "N")  # left of E, the declarer
    table.plays_on(51)
    assert {seat.value for seat in table.view().tabled} == {"S", "W"}
    assert table.sees("E") == "ESW"
    assert (table.turn, table.actor) == ("W", "E")
    assert table.refuses("claim:3", "W").code == "no_right"


@pytest.mark.rule("B-3H-1")
def test_each_of_three_is_the_soloist_for_one_rubber() -> None:
    found = session(players=3)
    alone = []
    while not found.finished:
        terms = found.next_deal()
        alone.append(terms.names[0])
        assert terms.control == (Seat.N, Seat.E, Seat.N, Seat.W)
        found = found.record(line(terms.dealer.value, "4S N", 10))
    assert alone == ["1", "1", "2", "2", "3", "3"]
    assert found.sheet.results == ((1880, -940, -940), (-940, 1880, -940), (-940, -940, 1880))
    assert found.totals == (0, 0, 0)


@pytest.mark.rule("B-3H-1")
def test_the_soloist_deals_for_his_dummy_too() -> None:
    found = session(players=3)
    dealers = []
    for _ in range(4):
        dealers.append(found.names[found.dealer])
        found = found.record(line(found.next_deal().dealer.value))
    assert dealers == ["1", "2", "1", "3"]
    assert "".join(opening("three", dealer).turn.value for dealer in Seat) == "EEWW"


def test_three_may_bid_freely() -> None:
    table = Board(players=3, three_hand_auction="free").deal()
    assert (table.actor, table.sees("N")) == ("N", "NS")
    spoke = []
    for token in ("1C", "X", "1S"):
        spoke.append(table.actor)
        table.goes(token)
    assert spoke == ["N", "E", "W"]
    table.goes("pass pass")
    assert (table.state.phase, table.state.declarer) == ("play", Seat.W)
    assert Board(players=3, three_hand_auction="free").deal().goes("pass pass pass").state.phase == "over"
    assert Board(players=3, three_hand_auction="free", dealer=1).deal().actor == "E"
    assert "".join(opening("free", dealer).turn.value for dealer in Seat) == "NEWW"  # a dummy does not call


# ---- five and six


@case(
    "W-B-56H-5-1", "W-B-56H-5-2", "W-B-56H-5-3", "W-B-56H-5-4", "W-B-56H-5-5", "W-B-56H-6-1", "W-B-56H-6-2",
    "W-B-56H-6-3", "W-B-56H-6-4", "W-B-56H-6-5", "W-B-56H-6-6",
)  # fmt: skip
def test_who_plays_with_whom(row: Row) -> None:
    rubber = row.situation["rubber"]
    assert [list(pair) for pair in TABLES[row.players][rubber - 1]] == row.expected["pairs"]
    found = session(players=row.players)
    while found.rubber < rubber:
        found = found.record(line(found.next_deal().dealer.value, "4S N", 10))
    names = found.next_deal().names
    north, east, south, west = map(int, names)
    assert [[north, south], [east, west]] == row.expected["pairs"]
    assert sorted({*range(1, row.players + 1)} - {*map(int, names)}) == row.expected["out"]


@case("W-B-56H-sum")
def test_how_often_each_pair_plays(row: Row) -> None:
    assert row.situation["check"] == "partnerships"
    five = [frozenset(pair) for rubber in FIVE for pair in rubber]
    assert sorted(map(sorted, five)) == [list(pair) for pair in combinations(range(1, 6), 2)]
    assert row.expected["five_players"] == "all 10 pairs once"
    six = [frozenset(pair) for rubber in SIX for pair in rubber]
    missing = {frozenset(pair) for pair in combinations(range(1, 7), 2)} - set(six)
    assert (len(six), len(set(six))) == (12, 12)
    assert missing == {frozenset((1, 4)), frozenset((2, 5)), frozenset((3, 6))}
    out = [player for rubber in SIX for player in range(1, 7) if not any(player in pair for pair in rubber)]
    assert {out.count(player) for player in range(1, 7)} == {2}
    assert "everybody out twice" in row.expected["six_players"]


@pytest.mark.rule("B-56H-1")
@pytest.mark.parametrize("players", [5, 6])
def test_who_is_out_wins_nothing_and_the_table_ends_the_session(players: int) -> None:
    found = session(players=players, dealer=0)
    assert found.names == tuple(map(str, range(1, players + 1)))
    assert found.dealer == 1  # player 1 is out, so the next one deals
    assert session(players=6, dealer=4).dealer == 5  # and player 5 of six
    while not found.finished:
        found = found.record(line(found.next_deal().dealer.value, "4S E", 10))
    assert len(found.sheet.results) == players
    for rubber, row in enumerate(found.sheet.results, 1):
        places = seating(players, rubber, pivot=False)
        assert {at for at, points in enumerate(row) if not points} == set(range(players)) - set(places)
        assert sum(row) == 0
