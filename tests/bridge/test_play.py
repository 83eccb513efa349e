"""The play: following, tricks, dummy, claims, the last trick, honours (B-PLAY, B-LAW-DUMMY, B-LAW-CLAIM-1)."""

import random

import pytest

from kozyr.cards import CARDS, CardSet, Seat
from kozyr.games import IllegalEvent, Reason, Refusal
from kozyr.games.bridge import Contract, State
from kozyr.games.bridge.words import Claim, parse
from kozyr.games.unchecked import force
from tests.boards import Board
from tests.cases import Row, case

N = "AKQ.AKQ.AKQ.AKQJ"
DEAL = {"N": "AK32.J84.A75.K93", "E": "QJ9.KQ9.KT82.J84", "S": "T876.A52.QJ3.AQ2", "W": "54.T763.964.T765"}


def played(*, dummy_sees_all: str = "off") -> Board:
    """The ordinary deal, 1NT by S; W leads."""
    return Board(dealer=2, dummy_sees_all=dummy_sees_all).deal(**DEAL).goes("1NT pass pass pass")


# ---- tricks


VOID = {"N": "JT9.Q87.AKQ9.KQJ", "E": "5432.AK65432..T5", "S": "876..JT876.A9876", "W": "AKQ.JT9.5432.432"}


@case("W-B-PLAY-8-1")
@pytest.mark.rule("B-GEN-3", "B-PLAY-7")
def test_an_ace_of_another_suit_takes_nothing(row: Row) -> None:
    table = Board(dealer=2).deal(**VOID).goes("1NT pass pass pass")
    for seat, card in row.situation["trick"]:
        assert table.turn == seat
        table.goes(parse(card).token if seat != "S" else "CA")
    assert table.state.history[-1].winner.value == row.expected["winner"] == table.turn


@pytest.mark.rule("B-PLAY-6", "B-PLAY-7")
@pytest.mark.parametrize(("contract", "winner"), [("1NT", "W"), ("1D", "W"), ("1C", "S")])
def test_trumps_win_in_a_suit_contract_and_none_need_be_played(contract: str, winner: str) -> None:
    table = Board(dealer=2).deal(**VOID).goes(f"{contract} pass pass pass HJ H7 H2")
    assert len(table.legal) == 13  # void: any card will do
    assert table.goes("C6").turn == winner


@pytest.mark.rule("B-PLAY-6", "B-LAW-DUMMY-1")
def test_suit_is_followed_and_dummy_need_not_warn() -> None:
    table = played().goes("S5")
    assert table.legal == ["S2", "S3", "SA", "SK"]
    assert table.refuses("HJ") == Refusal(Reason.MUST_FOLLOW, "B-PLAY-6")
    assert table.refuses("SQ") == Refusal(Reason.NOT_HELD, "B-PLAY-5")
    with pytest.raises(IllegalEvent):
        table.goes("HJ")
    assert set(table.view("S").reasons) == set(CardSet.parse(".J84.A75.K93"))
    assert table.view("N").reasons == {}
    table.goes("SA S9 S6")
    assert table.turn == "N"
    assert table.refuses("HA", "S") == Refusal(Reason.NOT_HELD, "B-PLAY-5")  # the wrong hand is no hand to lead from


@pytest.mark.rule("B-PLAY-3", "B-PLAY-2")
@pytest.mark.parametrize("declarer", "NESW")
def test_the_left_neighbour_leads_then_who_took_the_trick(declarer: str) -> None:
    table = Board(dealer="NESW".index(declarer)).deal(N=N).goes("1NT pass pass pass")
    left = "NESW"[("NESW".index(declarer) + 1) % 4]
    assert (table.turn, table.actor) == (left, left)
    assert table.refuses("SA", declarer).law in {"B-PLAY-3", "B-PLAY-4"}
    table.plays_on(48)
    assert table.turn == table.state.history[-1].winner.value


@pytest.mark.rule("B-PLAY-5")
def test_a_card_is_played_once() -> None:
    table = played().goes("S5 S2 SJ S6")
    assert len(table.state.history) == 1
    assert table.turn == "E"
    assert table.refuses("SJ").code == "not_held"
    assert table.view().hands[Seat.E].count == 12


@pytest.mark.rule("B-GEN-3", "B-GEN-4", "B-GEN-5", "B-GEN-7", "B-GEN-9")
def test_thirteen_tricks_and_the_result() -> None:
    table = Board()
    assert table.view().phase == "deal"
    assert table.refuses("pass").law == "B-GEN-9"
    table.deal(**DEAL)
    assert [hand.count for hand in table.view().hands.values()] == [13] * 4
    assert table.view().phase == "auction"
    table.goes("1NT pass pass pass").plays_on()
    assert table.view().phase == "over"
    assert sum(table.state.won) == 13 == len(table.state.history)
    assert {card for trick in table.state.history for _, card in trick.cards} == set(CARDS)
    sides = [sum(trick.winner.position % 2 == side for trick in table.state.history) for side in (0, 1)]
    assert tuple(sides) == table.state.won
    assert table.outcome.tricks == table.state.won[0]
    assert table.refuses("SA").code == "not_now"


@pytest.mark.parametrize(
    ("cards", "law"),
    [
        ("N:AK32.J84.A75.K93 - - -", "B-GEN-7"),
        ("N:AK32.J84.A75.K9 QJ9.KQ9.KT82.J843 T876.A52.QJ3.AQ2 54.T763.964.T765", "B-GEN-7"),
        ("nonsense", "B-GEN-7"),
        ("N:AK32.J84.A75.K93 AK32.J84.A75.K93 T876.A52.QJ3.AQ2 54.T763.964.T765", "B-GEN-7"),
    ],
)
@pytest.mark.rule("B-GEN-4", "B-GEN-7")
def test_a_deal_is_thirteen_cards_each(cards: str, law: str) -> None:
    refused = Board().refuses("deal:" + cards)
    assert (refused.code, refused.law) == ("bad_deal", law)


# ---- dummy


@pytest.mark.rule("B-PLAY-4", "B-LAW-DUMMY-2")
def test_dummy_lies_open_after_the_lead_and_the_declarer_plays_it() -> None:
    table = played()
    assert [table.sees(viewer) for viewer in "NESW"] == list("NESW")
    assert table.sees(None) == ""
    assert table.view("E").tabled == ()
    table.goes("S5")
    assert (table.turn, table.actor) == ("N", "S")
    assert [table.sees(viewer) for viewer in ("N", "E", "S", "W", None)] == ["N", "NE", "NS", "NW", "N"]
    assert table.view("E").tabled == (Seat.N,)
    assert table.view("S").legal
    assert table.view("N").legal == ()
    refused = table.refuses("S2", "N")
    assert (refused.code, refused.law) == ("not_your_turn", "B-PLAY-4")
    assert table.view("N").dummy is Seat.N
    table.happens(parse("S2"), "S")
    assert table.turn == "E"


@pytest.mark.rule("B-LAW-DUMMY-2")
def test_dummy_may_be_allowed_to_look() -> None:
    table = played(dummy_sees_all="on")
    assert table.sees("N") == "N"
    table.goes("S5")
    assert table.sees("N") == "NESW"
    assert table.sees("E") == "NE"


@pytest.mark.rule("B-PLAY-9", "B-LAW-TRICK-1")
def test_the_last_trick_is_for_three_until_the_next_lead() -> None:
    table = played().goes("S5 S2 SJ S6")
    for viewer in "ESW":
        last = table.view(viewer).last
        assert last is not None
        assert (last.winner, len(last.cards)) == (Seat.E, 4)
    assert table.view("N").last is None
    assert table.view().last is None
    table.goes("HK")
    assert all(table.view(viewer).last is None for viewer in "NESW")


# ---- claims


@pytest.mark.rule("B-LAW-CLAIM-1")
def test_the_declarer_lays_his_cards_down_for_good() -> None:
    table = played()
    assert table.refuses("claim:7").law == "B-LAW-CLAIM-1"
    table.goes("S5")
    assert [event.token for event in table.state.offers(Seat.S)] == sorted(f"claim:{n}" for n in range(14))
    table.goes("S:claim:7")
    assert table.sees("W") == "NSW"
    assert table.legal == ["no", "yes"]
    assert table.actor == "E"
    assert table.refuses("S2", "E").code == "claim_pending"
    assert table.refuses("claim:6", "S").code == "claim_pending"
    assert table.refuses("yes", "W").law == "B-LAW-CLAIM-2"
    table.goes("yes")
    assert table.actor == "W"
    table.goes("no")
    assert table.turn == "N"
    assert (table.sees("W"), table.sees("E")) == ("NSW", "NES")  # they stay open
    assert table.sees(None) == "NS"
    assert table.refuses("claim:7", "S").code == "already_claimed"
    assert table.goes("W:claim:6 no").sees("E") == "NES"  # whoever else claims
    table.goes("S2 SJ S6").goes("S:claim:7 yes yes")  # a trick later he may try again
    assert table.state.phase == "over"
    assert table.outcome.tricks == 7
    assert table.state.won == (7, 6)


@pytest.mark.rule("B-LAW-CLAIM-1")
def test_the_line_is_told_with_the_claim_and_everybody_hears_it() -> None:
    table = played().goes("S5")
    told = Claim(7, "I draw trumps: hearts, then ♦ (100%)")
    assert parse(told.token) == told
    assert told.token.isascii()
    assert table.refuses(Claim(7, "x" * 301), "S").law == "B-LAW-CLAIM-1"
    table.goes(f"S:{told.token}")
    for viewer in ("N", "E", "S", "W", None):
        claim = table.view(viewer).claim
        assert claim is not None
        assert (claim.tricks, claim.line) == (7, told.line)
        assert table.state.shown(told, Seat.S, None if viewer is None else Seat(viewer)) == told
    assert table.refuses(Claim(7, "or rather diamonds first"), "S").code == "claim_pending"  # it cannot be changed
    assert table.goes("yes yes").outcome.tricks == 7
    assert parse("claim:7") == parse("claim:7:") == parse(Claim(7).token)  # nothing is said


@pytest.mark.rule("B-LAW-CLAIM-1", "B-LAW-CLAIM-2")
def test_a_defender_claims_by_consent_of_partner_too() -> None:
    table = played().goes("S5 S2 SJ S6").goes("W:claim:5")
    assert table.sees("S") == "NSW"  # he shows the declarer, not his partner
    assert table.sees("E") == "NE"
    assert table.actor == "S"
    table.goes("yes")
    assert table.actor == "E"
    assert table.goes("yes").outcome.tricks == 5
    refused = played().goes("S5").refuses("claim:5", "N")
    assert (refused.code, refused.law) == ("no_right", "B-PLAY-4")


@pytest.mark.rule("B-LAW-CLAIM-1")
def test_a_claim_counts_tricks_that_can_still_be_taken() -> None:
    table = played().goes("S5 S2 SJ S6")
    assert table.refuses("claim:13", "S").code == "impossible_tricks"
    assert table.refuses(Claim(-1), "S").code == "impossible_tricks"
    assert table.state.why_not(Claim(12), Seat.S) is None


# ---- honours

FIVE = {"E": "AKQJT.32.32.5432", "N": "98.AKQ.AKQ.AKQJT"}


@pytest.mark.rule("B-SCORE-13")
def test_honours_are_declared_after_the_play() -> None:
    table = Board(honours="on").deal(**FIVE).goes("pass 1S pass pass pass").plays_on()
    assert table.state.phase == "honours"
    assert (table.actor, table.legal) == ("E", ["honours", "pass"])
    assert table.refuses("honours", "N").law == "B-SCORE-13"
    assert table.refuses("1C").law == "B-SCORE-13"
    forgotten = table.state.apply(parse("pass")).outcome
    assert forgotten is not None
    assert forgotten.honours == {}
    assert table.goes("honours").outcome.honours == {"E": 150}
    nobody = Board(honours="on").deal(**FIVE).goes("pass 1C pass pass pass")
    assert nobody.plays_on().state.phase == "honours"  # N has five in clubs, though he defends
    assert nobody.actor == "N"
    assert Board(honours="on").deal(**FIVE).goes("pass 1D pass pass pass").plays_on().state.phase == "over"


@pytest.mark.rule("B-SCORE-13")
def test_honours_may_be_declared_before_the_lead() -> None:
    table = Board(honours="on", honours_claim="after_auction").deal(**FIVE).goes("pass 1S pass pass pass")
    assert "honours" in [event.token for event in table.state.offers(Seat.E)]
    assert "honours" not in [event.token for event in table.state.offers(Seat.N)]
    assert table.refuses("honours", "W").code == "not_held"
    late = Board(honours="on", honours_claim="after_auction").deal(**FIVE).goes("pass 1S pass pass pass").plays_on(51)
    assert late.refuses("honours", "E").code == "not_now"
    assert late.plays_on().outcome.honours == {}
    table.goes("E:honours")
    assert table.view("S").honours is Seat.E
    assert table.refuses("honours", "E").code == "not_now"
    assert table.plays_on().outcome.honours == {"E": 150}


@pytest.mark.rule("B-SCORE-13")
def test_honours_may_be_counted_by_the_table_or_not_at_all() -> None:
    table = Board(honours="on", honours_claim="automatic").deal(**FIVE).goes("pass 1NT pass pass pass")
    assert table.refuses("honours", "E").code == "not_agreed"
    assert table.plays_on().outcome.honours == {}
    spades = Board(honours="on", honours_claim="automatic").deal(**FIVE).goes("pass 1S pass pass pass")
    assert spades.plays_on().outcome.honours == {"E": 150}
    assert Board().deal(**FIVE).goes("pass 1S pass pass pass").plays_on().outcome.honours == {}


# ---- possible but illegal


def test_a_hand_can_revoke_and_bid_too_low() -> None:
    table = played().goes("S5")
    revoked = force(table.state, parse("HJ"))
    assert revoked.trick[-1].text == "HJ"
    with pytest.raises(IllegalEvent):
        force(table.state, parse("SQ"))
    with pytest.raises(IllegalEvent):
        force(table.state, parse("S2"), Seat.N)
    low = force(Board().deal().goes("2S").state, parse("1C"))
    assert isinstance(low, State)
    assert low.auction is not None
    assert low.auction.contract == Contract.parse("1C")
    doubled = force(Board().deal().goes("1C pass").state, parse("X"))
    assert isinstance(doubled, State)
    assert doubled.auction is not None
    assert doubled.auction.doubled == 1
    with pytest.raises(IllegalEvent):
        force(Board().deal().state, parse("X"))


def test_random_deals_end_in_the_sheet() -> None:
    chance = random.Random(5)
    for seed in range(20):
        table = Board(dealer=seed % 4).deal()
        while table.state.turn is not None:
            table.happens(chance.choice(table.state.legal()))
        assert table.session.record(table.outcome).number == 2
