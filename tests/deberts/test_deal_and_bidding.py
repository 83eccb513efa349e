"""Deal and bidding (D-DEAL, D-BID), and who leads."""

import pytest

from kozyr.cards import Seat, parse_card
from kozyr.deals import DEBERTS, Layout, deal_number, fair_deal, numbered_deal
from kozyr.games import Deal, Reason, Refusal
from kozyr.games.deberts import Outcome, agree, may_cut, start
from kozyr.games.deberts.match import ace_draw
from tests.cases import Row, case
from tests.duel import Duel, line, party, recorded

SEATS = (Seat.N, Seat.S)


@case("W-D-DEAL-1")
@pytest.mark.rule("D-DEAL-1", "D-DEAL-4", "D-DEAL-6")
def test_six_cards_each_then_three_more_and_the_bottom_card(row: Row) -> None:
    assert len(DEBERTS.cards) == row.situation["pack"]
    duel = Duel().deal(up="H9", bottom="C7")
    view = duel.view("O")
    assert [view.hands[duel.seat(who)].count for who in "OR"] == row.expected["first_deal"]
    assert view.upcard == parse_card("H9")
    assert view.bottom is None
    assert view.stock == 19
    view = duel.goes("order").view("O")
    assert [view.hands[duel.seat(who)].count for who in "OR"] == row.expected["after_order"]
    assert view.bottom == parse_card("C7")
    assert view.stock == row.expected["hidden"]
    visible = row.expected["of_which_visible"]
    assert len(DEBERTS.cards) - 18 == row.expected["left_out_total"] == view.stock + visible


@pytest.mark.rule("D-DEAL-6")
def test_the_bottom_card_can_be_left_hidden() -> None:
    view = Duel(open_bottom_card=False).deal(bottom="C7").goes("order").view("R")
    assert view.bottom is None
    assert view.stock == 13


@pytest.mark.rule("D-DEAL-3", "D-DEAL-5")
def test_the_first_six_decide_the_bidding_and_are_all_that_is_seen_then() -> None:
    duel = Duel().deal(o="SA SK SQ DA DK DQ C7 C8 C9", up="H9")
    assert {str(card) for card in duel.hand("O")} == {"SA", "SK", "SQ", "DA", "DK", "DQ"}
    assert len(duel.goes("order").hand("O")) == 9


@pytest.mark.rule("D-DEAL-3")
def test_a_hand_written_in_one_part_begins_with_its_first_six_cards() -> None:
    duel = Duel()
    duel.table(Deal("N:98.98.T987.9 - AKQ.A.AKQ.AK + HT ST SJ S7 HJ HQ HK H7 DJ CJ CQ CT C8 C7"))
    assert {str(card) for card in duel.hand("S")} == {"SA", "SK", "SQ", "HA", "DA", "DK"}


def test_the_empty_seat_between_the_hands_may_be_left_out() -> None:
    north, south, rest = "98.98.T9./..87.9", "AKQ.A.AK./..Q.AK", "HT ST SJ S7 HJ HQ HK H7 DJ CJ CQ CT C8 C7"
    states = [
        Duel().table(Deal(f"{text} + {rest}")).state
        for text in (f"N:{north} - {south}", f"N:{north} {south}", f"S:{south} {north}", f"S:{south} - {north}")
    ]
    assert len(set(states)) == 1


@pytest.mark.rule("D-DEAL-1", "D-DEAL-3", "D-DEAL-5")
@pytest.mark.parametrize(
    ("deal", "law"),
    [
        ("N:98.98.T987.9 - AKQ.A.AKQ.A + HT ST SJ S7 HJ HQ HK H7 DJ CJ CQ CT C8 C7 CK", "D-DEAL-5"),
        ("N:98.98.T987.9 - - AKQ.A.AKQ.AK + HT ST SJ S7 HJ HQ HK H7 DJ CJ CQ CT C8 C7", "D-DEAL-5"),
        ("N:98.98.T987.9 AKQ.A.AKQ.AK JT7... + HT HJ HQ HK H7 DJ CJ CQ CT C8 C7", "D-DEAL-1"),
        ("N:98.98.T987.9 - AKQ.A.AKQ.AK + HT ST SJ S7 HJ HQ HK H7 DJ CJ CQ CT C8", "D-DEAL-1"),
        ("N:98.98.T987.9 - AKQ../.A.AKQ.AK + HT ST SJ S7 HJ HQ HK H7 DJ CJ CQ CT C8 C7", "D-DEAL-3"),
        ("N:98.98.T987.9 - AKQ..A/.A.AKQ.AK + HT ST SJ S7 HJ HQ HK H7 DJ CJ CQ CT C8 C7", "D-DEAL-3"),
        ("nonsense", "D-DEAL-3"),
    ],
)
def test_a_wrong_deal_is_refused(deal: str, law: str) -> None:
    state = Duel().state
    assert state.why_not(Deal(deal)) == Refusal(Reason.BAD_DEAL, law)


def test_only_the_table_deals_and_only_once() -> None:
    duel = Duel()
    deal = Deal(str(numbered_deal(1, DEBERTS, SEATS)))
    assert duel.state.why_not(deal, Seat.N) == Refusal(Reason.TABLE_ONLY, "D-DEAL-3")
    assert duel.table(deal).state.why_not(deal) == Refusal(Reason.NOT_NOW, "D-DEAL-3")


@pytest.mark.rule("D-DEAL-3", "D-DEAL-5")
def test_a_fair_deal_says_which_six_come_first_and_all_are_equally_likely() -> None:
    early = dict.fromkeys(DEBERTS.cards, 0)
    rounds = 2000
    for nth in range(rounds):
        layout = fair_deal(b"sixteen bytes of key", f"{nth}", DEBERTS, SEATS)
        assert Layout.parse(str(layout)) == layout
        number = deal_number(layout, DEBERTS, SEATS)
        assert numbered_deal(number, DEBERTS, SEATS).hands == layout.hands
        for seat in SEATS:
            six, nine = layout.first[seat.position], layout.hand(seat)
            assert six is not None
            assert nine is not None
            assert len(six) == 6
            assert six - nine == six - six
            for card in six:
                early[card] += 1
    expected = rounds * 12 / 32
    chi_square = sum((n - expected) ** 2 / expected for n in early.values())
    assert chi_square < 61.1  # p = 0.001 at 31 degrees of freedom


@case("W-D-DEAL-2-1")
def test_each_packet_of_the_cut_has_more_than_four_cards(row: Row) -> None:
    assert [may_cut(agree(), size) for size in row.situation["cut_packet_sizes"]] == row.expected["legal"]


@pytest.mark.rule("D-DEAL-2")
def test_the_first_ace_drawn_deals_first() -> None:
    drawn = [parse_card(card) for card in ("S7", "HK", "DT", "CA", "SA")]
    assert ace_draw(drawn) == 1
    assert start(agree(), 2, ace_draw(drawn)).next_deal().dealer is Seat.S
    with pytest.raises(ValueError, match="D-DEAL-2"):
        ace_draw(drawn[:3])


@pytest.mark.rule("D-BID-1")
def test_the_eldest_speaks_first_and_the_dealer_has_the_same_choice() -> None:
    duel = Duel().deal(up="H9")
    assert duel.turn == "O"
    assert duel.legal == ["order", "pass"]
    assert duel.refuses("order:S") == Refusal(Reason.NOT_NOW, "D-BID-1")
    assert duel.refuses("pass", "R") == Refusal(Reason.NOT_YOUR_TURN, "D-BID-1")
    assert duel.goes("pass").turn == "R"
    assert duel.legal == ["order", "pass"]
    view = duel.goes("order").view()
    assert duel.who(view.maker) == "R"
    assert view.trump is parse_card("H9").suit


@case("W-D-BID-2-1")
def test_a_rejected_first_trump_cannot_be_named(row: Row) -> None:
    duel = Duel().deal(up=row.situation["upcard_suit"] + "9").goes(" ".join(row.situation["round1"]))
    assert duel.legal == ["order:C", "order:H", "order:S", "pass"]
    assert duel.refuses("order:D") == Refusal(Reason.ALREADY_REFUSED, "D-BID-2")
    assert duel.refuses("order") == Refusal(Reason.ALREADY_REFUSED, "D-BID-2")
    trump = duel.goes("order:S").view().trump
    assert trump is not None
    assert trump.sign == row.expected["trump"]


@case("W-D-BID-3-1")
def test_after_four_passes_the_other_player_deals(row: Row) -> None:
    duel = Duel().deal().goes(" ".join(row.situation["calls"]))
    outcome = duel.state.outcome
    assert outcome is not None
    after = duel.party.record(outcome)
    assert (after.dealer, duel.party.dealer) == (1, 0)
    assert after.sheet.points == (0, 0)


@pytest.mark.rule("D-BID-3")
def test_where_the_last_bidder_must_order_he_cannot_pass() -> None:
    duel = Duel(passed_out="last_must").deal(up="S9").goes("pass pass pass")
    assert duel.legal == ["order:C", "order:D", "order:H"]
    assert duel.refuses("pass") == Refusal(Reason.OBLIGATORY, "D-BID-3")


@pytest.mark.rule("D-BID-3")
def test_after_two_deals_passed_out_the_dealer_can_be_obliged_to_play() -> None:
    party = start(agree("moscow", {"passed_out": "obligation"}))
    for _ in range(2):
        passed_out = Duel(dealer=party.dealer).deal().goes("pass pass pass pass").state.outcome
        assert passed_out is not None
        party = party.record(passed_out)
    assert party.next_deal().obliged
    duel = Duel()
    duel.party, duel.state = party, party.begin()
    view = duel.deal(up="D8").view()
    assert view.phase == "play"
    assert duel.who(view.maker) == "R"
    assert view.trump is parse_card("D8").suit


@pytest.mark.rule("D-BID-3")
def test_only_deals_passed_out_in_a_row_oblige_the_dealer() -> None:
    passed = Outcome("N")
    found = party(changes={"passed_out": "obligation"})
    for outcome, obliged in (
        (passed, False), (line("N", 90, 60), False), (passed, False), (passed, True), (line("N", 90, 60), False),
        (passed, False), (passed, True),
    ):  # fmt: skip
        found = recorded(found, outcome)
        assert found.next_deal().obliged == obliged


@pytest.mark.rule("D-PLAY-1")
@pytest.mark.parametrize("maker", ["O", "R"])
def test_the_eldest_leads_whoever_ordered(maker: str) -> None:
    duel = Duel().deal(up="H9").plays("H", maker)
    assert duel.turn == "O"
    assert duel.legal != []


def test_the_deal_is_shown_to_each_by_his_own_six_and_the_turned_up_card() -> None:
    duel = Duel().deal(o="SA SK SQ DA DK DQ C7 C8 C9", up="H9", bottom="HA")
    deal = duel.log[0]
    state = Duel().state
    assert state.shown(deal, None, Seat.S) == Deal("N:- - AKQ..AKQ. + H9")
    assert state.shown(deal, None, None) == Deal("N:- + H9")
