"""The auction: who calls, what may be called, who declares (B-AUC, B-PLAY-1)."""

from itertools import pairwise

import pytest

from kozyr.cards import Seat
from kozyr.games.bridge import Contract, Denomination, parse
from kozyr.games.bridge.terms import left
from kozyr.games.bridge.words import BIDS, Bid
from kozyr.notation.perft import auctions
from tests.boards import Board, call, contract
from tests.cases import Row, case

FULL = 128745650347030683120231926111609371363122697557


def called(row: Row) -> Board:
    """The auction of an example, from N on; every call by the one who made it."""
    table = Board().deal()
    for said in row.situation["auction"]:
        if isinstance(said, list):
            assert table.turn == said[0]
        table.goes(call(said[1] if isinstance(said, list) else said))
    return table


@case("W-B-AUC-4-1")
def test_thirty_five_bids_in_order(row: Row) -> None:
    bids = [contract(text).step for text in row.situation["bids"]]
    assert all(low < high for low, high in pairwise(bids))
    assert len([token for token in Board().deal().legal if token[0].isdigit()]) == row.expected["total_bids"]
    assert sorted(BIDS, key=lambda bid: bid.step) == list(BIDS)


@case("W-B-AUC-4-2")
def test_a_bid_is_higher_than_the_last(row: Row) -> None:
    table = called(row)
    assert table.turn == row.situation["to_call"]
    for candidate, legal in zip(row.situation["candidates"], row.expected["legal"], strict=True):
        assert (call(candidate) in table.legal) == legal
        if not legal:
            refused = table.refuses(call(candidate))
            assert (refused.code, refused.law) == ("too_low", "B-AUC-4")


@case("W-B-AUC-5-1")
def test_a_bid_undertakes_six_tricks_more(row: Row) -> None:
    assert contract(row.situation["contract"]).need == row.expected["tricks_required"]


@case("W-B-AUC-8-1", "W-B-AUC-8-2")
def test_the_opponents_bid_may_be_doubled(row: Row) -> None:
    table = called(row)
    assert table.turn == row.situation["to_call"]
    assert ("X" in table.legal) == row.expected["double_legal"]
    if not row.expected["double_legal"]:
        assert table.refuses("X").law == "B-AUC-8"


@case("W-B-AUC-9-1", "W-B-AUC-9-2", "W-B-AUC-9-3")
def test_the_opponents_double_may_be_redoubled(row: Row) -> None:
    table = called(row)
    assert table.turn == row.situation["to_call"]
    assert ("XX" in table.legal) == row.expected["redouble_legal"]
    if not row.expected["redouble_legal"]:
        assert table.refuses("XX").law == "B-AUC-9"


@case("W-B-AUC-10-1")
def test_four_passes_and_the_next_one_deals(row: Row) -> None:
    table = called(row)
    assert table.state.phase == "over"
    assert table.state.contract is row.expected["contract"]
    after = table.session.record(table.outcome)
    assert after.sheet.entries == ()
    assert (after.sheet.below, after.sheet.above) == ((0, 0), (0, 0))
    assert (table.session.dealer, after.dealer) == (0, 1)


@case("W-B-AUC-11-1", "W-B-PLAY-1-1")
def test_the_contract_and_who_declares(row: Row) -> None:
    table = called(row)
    assert table.state.contract == contract(row.expected["contract"], row.expected["doubled"])
    assert table.state.declarer is Seat(row.expected["declarer"])
    leader = left(Seat(row.expected["declarer"])).value
    assert table.turn == leader == row.expected.get("opening_lead", leader)
    assert table.refuses("pass").code == "not_now"


@pytest.mark.rule("B-AUC-1", "B-GEN-2")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_calls_first_then_clockwise(dealer: int) -> None:
    table = Board(dealer=dealer).deal()
    spoke = []
    for token in ("pass", "1C", "1D", "1H"):
        spoke.append(table.turn or "")
        table.goes(token)
    assert "".join(spoke) == ("NESW" * 2)[dealer : dealer + 4]
    assert table.refuses("1S", spoke[1]).law == "B-AUC-1"


@pytest.mark.rule("B-AUC-2", "B-AUC-3", "B-AUC-6")
def test_a_bid_is_a_level_and_a_denomination() -> None:
    assert [d.value for d in Denomination] == ["C", "D", "H", "S", "NT"]
    assert [d.value for d in Denomination if d.minor] == ["C", "D"]
    assert [d.value for d in Denomination if d.major] == ["H", "S"]
    table = Board().deal()
    for level in (0, 8, -1):
        assert table.refuses(Bid(level, Denomination.CLUBS)).law == "B-AUC-2"
    assert [token for token in table.legal if not token[0].isdigit()] == ["pass"]
    assert [token for token in table.goes("1C").legal if not token[0].isdigit()] == ["X", "pass"]
    assert table.refuses("SA").law == "B-AUC-6"


@pytest.mark.rule("B-AUC-7")
def test_who_passed_may_bid_later() -> None:
    table = Board().deal().goes("pass pass pass 1S pass pass")
    assert {"2C", "pass"} <= set(table.legal)
    table.goes("2C")
    assert table.state.phase == "auction"
    while table.state.phase == "auction":
        assert "pass" in table.legal
        table.goes("pass")


@pytest.mark.rule("B-AUC-10")
def test_three_passes_end_it_after_any_call() -> None:
    for calls, tail in (("1C", 3), ("1C X", 3), ("1C X XX", 3), ("pass pass pass 1C", 3), ("", 4)):
        table = Board().deal().goes(calls)
        for _ in range(tail):
            assert table.state.phase == "auction"
            table.goes("pass")
        assert table.state.phase == ("play" if calls else "over")


@pytest.mark.rule("B-AUC-12")
def test_a_bid_cancels_a_double_and_may_be_doubled_anew() -> None:
    table = Board().deal().goes("1C X XX 1D")
    assert table.view().bid == Contract(1, Denomination.DIAMONDS)
    assert "X" in table.legal
    assert "XX" not in table.legal
    table.goes("X XX")
    assert str(table.view().bid) == "1DXX"
    assert not {"X", "XX"} & set(table.legal)


def test_seven_no_trumps_can_only_be_doubled() -> None:
    table = Board().deal().goes("7NT")
    assert table.legal == ["X", "pass"]
    assert table.goes("X").legal == ["XX", "pass"]


@pytest.mark.rule("B-GEN-1")
@pytest.mark.parametrize(
    ("said", "token"),
    [("1♣", "1C"), ("3БК", "3NT"), ("2N", "2NT"), ("контра", "X"), ("реконтра", "XX"), ("пас", "pass"), ("P", "pass"),
     ("Pass", "pass"), ("♠Т", "SA"), ("♥К", "HK"), ("♦Д", "DQ"), ("♣В", "CJ"), ("S10", "ST"), ("7♥", "7H")],
)  # fmt: skip
def test_what_people_write(said: str, token: str) -> None:
    assert parse(said).token == token


@pytest.mark.parametrize("text", ["0NT", "8C", "1", "1X", "4HXXX", "NT", "1NTX X"])
def test_no_contract(text: str) -> None:
    with pytest.raises(ValueError, match="not a contract"):
        Contract.parse(text)


def test_contracts_are_written_as_they_are_read() -> None:
    for step in range(1, 36):
        for doubled in range(3):
            made = Contract.of(step, doubled)
            assert Contract.parse(str(made)) == made
            assert made.step == step
    assert str(Contract.parse("3♥X")) == "3HX"
    assert str(Contract.parse("3БКXX")) == "3NTXX"
    assert str(Contract.parse("3NX")) == "3NTX"


def test_the_number_of_auctions_is_the_known_one() -> None:
    assert auctions(Board().deal().state) == FULL
    for depth, number in enumerate((36, 701, 9731), 1):
        assert auctions(Board().deal().state, depth) == number


@pytest.mark.rule("B-2H-2", "B-3H-2", "B-3H-3")
def test_the_auctions_of_two_and_three_are_as_many_as_by_hand() -> None:
    # Between two bids nothing, X, or X XX; one pass ends it; the first call may be a pass, or both are.
    assert auctions(Board(players=2).deal().state) == 2 * (4**35 - 1) + 1
    # The pair's last bid s can come about in 2^s ways. The soloist passes (1), doubles (3 answers) or bids (5 each).
    by_hand = 1 + 5 * 35 + sum(2**s * (1 + 3 + 5 * (35 - s)) for s in range(1, 36))
    # Over nothing he has no double; over 7NT no bid, which 35 - s says.
    assert auctions(Board(players=3).deal().state) == by_hand == 9 * 2**36 - 192
