"""Combinations and what is said about them (D-COMBO). Trumps are hearts unless a test says otherwise."""

import pytest

from kozyr.cards import CardSet, parse_card
from kozyr.games import Reason, Refusal
from kozyr.games.deberts.combinations import held, sets
from tests.cases import Row, case
from tests.duel import Duel, cards

# Combinations by the rulebook's words, hearts being trumps.
HANDS = {
    "nothing": "",
    "terz from A": "SA SK SQ",
    "plain terz from A": "SA SK SQ",
    "plain terz from 10": "ST S9 S8",
    "plain terz from 9": "S9 S8 S7",
    "trump terz from A": "HA HK HQ",
    "trump terz from 9": "H9 H8 H7",
    "plain fifty from A": "SA SK SQ SJ",
    "plain fifty from J": "SJ ST S9 S8",
    "plain fifty from 10": "ST S9 S8 S7",
    "trump fifty from A": "HA HK HQ HJ",
    "trump fifty from 10": "HT H9 H8 H7",
}
O_CLAIMS = {"terz": "CQ CJ CT", "fifty": "CQ CJ CT C9"}


def duel(o: str = "", r: str = "", up: str = "D7", **options: object) -> Duel:
    """A deal with hearts for trumps, ordered by the eldest; the game is by the first trump if a heart is turned up."""
    return Duel(**options).deal(o, r, up).plays("H")


def lead(table: Duel, suit: str = "") -> Duel:
    """The one on turn plays a card, of this suit if he can."""
    plays = [token for token in table.legal if token[0].isupper()]
    return table.goes(next((token for token in plays if token.startswith(suit)), plays[0]))


# ------------------------------------------------------------------ what a combination is


@case("W-D-COMBO-1-1", "W-D-COMBO-1-2")
def test_three_in_sequence_are_a_terz_and_four_a_fifty(row: Row) -> None:
    table = duel(o=" ".join(row.situation["cards"]), up="D7")
    kind = row.expected["kind"]
    assert kind in table.words
    lead(lead(table.goes(kind)).goes("passes"))
    top = row.situation["cards"][0]
    assert table.legal == [f"show:{kind}-{parse_card(top)}"]
    if "announced" in row.expected:
        assert row.expected["announced"] == "terz from the jack of spades"
        assert table.legal == ["show:terz-SJ"]
    assert table.goes(table.legal[0]).melds() == {"O": row.expected["points"]}


@pytest.mark.rule("D-COMBO-1")
def test_sequences_run_in_the_natural_order_in_trumps_too() -> None:
    assert [str(meld) for meld in held(CardSet.of(cards("H7 H8 H9 HT HJ")).bits)] == [
        "terz-H9", "terz-HT", "terz-HJ", "fifty-HT", "fifty-HJ",
    ]  # fmt: skip
    assert held(CardSet.of(cards("HJ H9 HA HK")).bits) == held(CardSet.of(cards("S9 D8 C7")).bits) == ()


@case("W-D-COMBO-2-1", "W-D-COMBO-2-2")
def test_no_combination_is_longer_than_a_fifty(row: Row) -> None:
    run = " ".join(["SA", "SK", "SQ", "SJ", "ST", "S9"][: row.situation["run_length"]])
    table = duel(o=run)
    assert table.words == ["fifty", "terz"]
    lead(lead(table.goes("fifty")).goes("passes"))
    assert table.legal == ["show:fifty-SA"]
    assert table.goes("show:fifty-SA").melds() == {"O": row.expected["points"]}
    if "two_terzes" in row.expected:
        table = lead(lead(duel(o=run).goes("terz")).goes("passes"))
        assert table.goes("show:terz-SA,terz-SJ").melds() == {"O": row.expected["two_terzes"]}


@case("W-D-COMBO-3-1")
def test_a_card_serves_in_one_combination_only(row: Row) -> None:
    table = duel(o="S" + " S".join(row.situation["cards"]).replace("10", "T"))
    lead(lead(table.goes("fifty")).goes("passes"))
    assert table.refuses("show:fifty-SK,terz-ST") == Refusal(Reason.CARD_TWICE, "D-COMBO-3")
    assert not row.expected["legal"]


@pytest.mark.rule("D-COMBO-2", "D-COMBO-3")
def test_the_best_division_of_a_hand_is_found() -> None:
    seven = CardSet.of(cards("SA SK SQ SJ ST S9 S8 HA HK")).bits
    assert [[str(meld) for meld in group] for group in sets(seven, parse_card("H7").suit, fullest=True)] == [
        ["fifty-SA", "terz-ST"]
    ]


@pytest.mark.rule("D-COMBO-2")
def test_where_it_is_agreed_five_are_a_hundred() -> None:
    table = duel(o="SA SK SQ SJ ST", r="CA CK CQ CJ", hundred=True)
    assert table.words == ["fifty", "hundred", "terz"]
    assert lead(table.goes("hundred")).words == ["passes"]
    lead(table.goes("passes"))
    assert table.goes("show:hundred-SA").melds() == {"O": 100}


# ------------------------------------------------------------------ whose combinations count


@case("W-D-COMBO-4-1")
def test_the_single_highest_decides(row: Row) -> None:
    table = duel(o="SA SK SQ", r="CK CQ CJ DQ DJ DT")
    lead(lead(table.goes("terz"), "D").goes("height"))
    assert table.goes("from:A").legal == ["passes"]
    assert table.goes("passes show:terz-SA").passed == row.expected["scored_by"]
    assert table.melds() == {"O": row.expected["points"]}


@case("W-D-COMBO-5-1")
def test_silence_forfeits(row: Row) -> None:
    table = lead(duel(o="SA SK SQ SJ", r="C9 C8 C7"), "D")
    assert table.words == ["show:terz-C9"]
    assert lead(table.goes("show:terz-C9")).passed == row.expected["scored_by"]
    assert table.phase_is("play")
    assert table.melds() == {"R": row.expected["points"]}


@pytest.mark.rule("D-COMBO-1", "D-COMBO-5")
def test_only_the_first_play_is_the_time_to_declare() -> None:
    table = lead(lead(duel(o="SA SK SQ", r="C9 C8 C7"), "D"))
    assert table.words == []
    assert table.refuses("terz").code is Reason.NOT_NOW
    assert table.refuses("show:terz-C9").code is Reason.NOT_NOW
    assert table.melds() == {}


@pytest.mark.rule("D-COMBO-5")
def test_nobody_declares_what_he_does_not_hold() -> None:
    table = duel(o="SA SK")
    assert table.refuses("terz") == Refusal(Reason.NOT_HELD, "D-COMBO-1")
    table = lead(duel(r="C9 C8 C7"))
    assert table.refuses("show:terz-CA") == Refusal(Reason.NOT_HELD, "D-COMBO-1")


@case("W-D-COMBO-6-1", "W-D-COMBO-6-2", "W-D-COMBO-6-3", "W-D-COMBO-6-4")
def test_which_combination_is_higher(row: Row) -> None:
    held_by = {
        "fifty from Q with the fifth card 8": "CQ CJ CT C9 C8",
        "fifty from A": "SA SK SQ SJ",
        "plain terz from K": "CK CQ CJ",
        "plain terz from K (♠)": "SK SQ SJ",
        "plain terz from K (♥)": "DK DQ DJ",
        "trump terz from K": "HK HQ HJ",
        "terz from A": "CA CK CQ",
        "fifty from 10": "ST S9 S8 S7",
    }
    table = duel(o=held_by[row.situation["O"]], r=held_by[row.situation["R"]])
    lead(table.goes("fifty" if "fifty" in row.situation["O"] else "terz"))
    while table.passed is None or table.state.phase == "melds":
        words = table.words
        table = table.goes(words[0]) if words else lead(table)
    assert table.passed == row.expected["higher"]
    assert table.melds().keys() == {row.expected["higher"]}


# ------------------------------------------------------------------ the dialogue


@case("W-D-COMBO-7-1")
def test_who_has_nothing_says_passes_and_sees_the_terz_after_his_card(row: Row) -> None:
    table = lead(duel(o="SJ ST S9").goes("terz"))
    assert table.legal == [row.expected["R_says"]]
    assert table.refuses("HA") in {Refusal(Reason.OBLIGATORY, "D-COMBO-8"), Refusal(Reason.NOT_HELD, "D-PLAY-2")}
    assert table.goes("passes").turn == "R"
    assert table.view("R").named[table.seat("O")] == ()
    lead(table)
    assert (table.turn, table.legal) == ("O", ["show:terz-SJ"])
    known = table.goes("show:terz-SJ").view("R").hands[table.seat("O")].known
    assert set(known) == set(cards("SJ ST S9")) & table.hand("O")
    assert row.expected["O_reveals"] == "terz from the jack of spades"


@case(
    "W-D-COMBO-8-plain_terz_from_9",
    "W-D-COMBO-8-trump_terz_from_9",
    "W-D-COMBO-8-plain_terz_from_10",
    "W-D-COMBO-8-plain_terz_from_A",
    "W-D-COMBO-8-trump_terz_from_A",
    "W-D-COMBO-8-plain_fifty_from_10",
    "W-D-COMBO-8-trump_fifty_from_A",
    "W-D-COMBO-8-nothing",
    "W-D-COMBO-12-terz_from_A",
    "W-D-COMBO-12-plain_fifty_from_10",
    "W-D-COMBO-12-trump_fifty_from_10",
    "W-D-COMBO-12-plain_fifty_from_J",
    "W-D-COMBO-12-plain_fifty_from_A",
    "W-D-COMBO-12-trump_fifty_from_A",
)
def test_certain_losers_pass_certain_winners_declare_and_all_others_ask(row: Row) -> None:
    claim = row.situation["O_declares"]
    table = lead(duel(o=O_CLAIMS[claim], r=HANDS[row.situation["R_holds"]]).goes(claim), "D")
    word = {"passes": "passes", "asks height": "height", "declares at once": "show"}[row.expected["R_must"]]
    assert [token.partition(":")[0] for token in table.legal] == [word]
    # Without the table's help he may also keep his combinations to himself, but no other word is allowed.
    table = lead(
        duel(o=O_CLAIMS[claim], r=HANDS[row.situation["R_holds"]], suggest_height_question=False).goes(claim), "D"
    )
    assert {token.partition(":")[0] for token in table.legal} == {word, "passes"}
    if word != "height":
        law = "D-COMBO-9" if word == "passes" else "D-COMBO-11"
        assert table.refuses("height") == Refusal(Reason.NO_RIGHT, law)


@pytest.mark.rule("D-COMBO-8", "D-COMBO-12")
@pytest.mark.parametrize(
    ("claim", "law", "holds"),
    [("terz", "D-COMBO-8", "SA SK SQ"), ("fifty", "D-COMBO-12", "SA SK SQ SJ"), ("terz", "D-COMBO-11", "HA HK HQ")],
)
def test_the_table_holds_the_dealer_to_the_right_word(claim: str, law: str, holds: str) -> None:
    table = lead(duel(o=O_CLAIMS[claim], r=holds).goes(claim), "D")
    assert table.refuses("passes") == Refusal(Reason.OBLIGATORY, law)


@pytest.mark.rule("D-COMBO-8")
def test_who_must_ask_may_not_show_instead() -> None:
    table = lead(duel(o=O_CLAIMS["terz"], r="SA SK SQ").goes("terz"), "D")
    assert table.refuses("show:terz-SA") == Refusal(Reason.NOT_NOW, "D-COMBO-8")


@case("W-D-COMBO-10-1")
def test_the_height_is_answered_and_further_terzes_are_added(row: Row) -> None:
    table = lead(duel(o="SQ SJ ST", r="HK HQ HJ CT C9 C8", up="D7").goes("terz"), "D")
    lead(table.goes("height"))
    assert (table.turn, table.legal) == ("O", ["from:Q"])
    assert table.goes("from:Q").turn == "R"
    assert table.legal == ["show:terz-HK,terz-CT"]
    assert table.refuses("passes") == Refusal(Reason.OBLIGATORY, "D-COMBO-10")
    table.goes("show:terz-CT,terz-HK")  # in whatever order he names them
    assert table.passed == row.expected["scored_by"]
    assert table.melds() == {"R": row.expected["points"]}


@pytest.mark.rule("D-COMBO-10")
def test_the_answer_tells_of_trumps_and_the_eldest_adds_his_lower_terz() -> None:
    table = lead(duel(o="HQ HJ HT C9 C8 C7", r="SQ SJ ST").goes("terz"), "D")
    lead(table.goes("height"))
    assert table.legal == ["from:Q:trump"]
    table.goes("from:Q:trump passes")
    assert (table.turn, table.legal) == ("O", ["show:terz-HQ,terz-C9"])
    assert table.goes(table.legal[0]).melds() == {"O": 40}


@case("W-D-COMBO-11-1")
def test_asking_with_a_certain_winner_voids_it(row: Row) -> None:
    table = lead(duel(o=O_CLAIMS["terz"], r="HA HK HQ", table__irregularities="rule").goes("terz"), "D")
    assert {"height", "passes", "show:terz-HA"} <= set(table.words)
    lead(table.goes("height"))
    table.goes("from:Q show:terz-HA")
    assert (table.turn, table.passed) == ("O", row.expected["scored_by"])
    view = table.goes("show:terz-CQ").view("O")
    assert view.named[table.seat("R")] == ()
    assert table.view().baited is None
    assert row.expected["R_combinations_void"]


@case("W-D-COMBO-13-1")
def test_nothing_higher_than_the_first_declaration_counts(row: Row) -> None:
    table = duel(o="H9 H8 H7 SA SK SQ SJ", up="HQ")
    lead(table.goes("nine passes"))
    lead(table)
    assert table.turn == "O"
    assert table.refuses("show:fifty-SA,terz-H9") == Refusal(Reason.TOO_HIGH, "D-COMBO-13")
    assert table.legal == ["show:terz-H9"]
    outcome = table.goes("show:terz-H9").ends()
    assert list(outcome.melds["S"]) == row.expected["counted"]


@pytest.mark.rule("D-COMBO-13")
def test_who_declares_a_terz_caps_his_own_fifty() -> None:
    table = lead(lead(duel(o="SA SK SQ SJ C9 C8 C7", suggest_height_question=False).goes("terz")).goes("passes"))
    assert table.refuses("show:fifty-SA") == Refusal(Reason.TOO_HIGH, "D-COMBO-13")
    assert {"show:terz-SA,terz-C9", "show:terz-SA", "show:terz-C9", "show:terz-SK"} <= set(table.legal)


@pytest.mark.rule("D-COMBO-13")
def test_a_declared_combination_that_fails_cannot_be_replaced() -> None:
    table = lead(duel(o="CQ CJ CT SA SK SQ SJ", r="HK HQ HJ").goes("terz"), "D")
    lead(table.goes("height"))
    table.goes("from:A")  # of two the higher is told
    assert table.goes("passes").legal == ["show:terz-SA,terz-CQ"]


# ------------------------------------------------------------------ bella


@case("W-D-COMBO-14-1")
def test_the_same_cards_serve_terz_and_bella(row: Row) -> None:
    table = duel(o="HA HK HQ SA S9 CA C9 DA D9", r="HT H7 H8 ST S8 CT C8 DT D8", up="D7")
    table.goes("terz HA passes H8 show:terz-HA")
    assert table.turn == "O"
    assert "bella:HK" not in table.legal
    table.goes("HK HT ST SA")
    outcome = table.ends("bella:HQ")
    assert outcome.bella == "S"
    assert sum(20 for _ in outcome.melds["S"]) + 20 == row.expected["points"]


@pytest.mark.rule("D-COMBO-15")
def test_bella_is_said_with_the_second_of_its_cards_or_not_at_all() -> None:
    def start(*, optional: bool = True) -> Duel:
        eldest, dealer = "HA HK HQ SA S9 CA C9 DA D9", "HT H9 H8 ST S8 CT C8 DT D8"
        table = duel(eldest, dealer, bella_optional=optional)
        assert table.refuses("bella:HK") == Refusal(Reason.NOT_NOW, "D-COMBO-15")
        return table.goes("HK H9")

    table = start()
    table.goes("S8 SA")
    assert {"HQ", "bella:HQ"} <= set(table.legal)
    assert table.goes("HQ").ends().bella is None
    assert start().goes("S8 SA bella:HQ").ends().bella == "S"
    table = start(optional=False).goes("S8 SA")
    assert "HQ" not in table.legal
    assert table.refuses("HQ") == Refusal(Reason.OBLIGATORY, "D-COMBO-15")


@pytest.mark.rule("D-COMBO-14")
def test_king_and_queen_in_two_hands_are_no_bella() -> None:
    table = duel(o="HK SA SK", r="HQ CA CK")
    while table.state.outcome is None:
        assert not [token for token in table.legal if token.startswith("bella")]
        table.goes(table.legal[0])


@pytest.mark.rule("D-COMBO-14", "D-COMBO-15", "D-COMBO-16")
@pytest.mark.parametrize(("held", "turned"), [("HQ", "HK"), ("HK", "HQ")])
def test_a_bella_may_come_of_the_exchange(held: str, turned: str) -> None:
    table = duel(f"H7 {held} SA S9 CA C9 DA D9 CJ", "HT H9 H8 ST S8 CT C8 DT D8", up=turned)
    table.goes("exchange")
    table.goes(f"{held} HT ST SA")
    assert {turned, f"bella:{turned}"} <= set(table.legal)
    assert table.goes(f"bella:{turned}").ends().bella == "S"
    # Without the exchange there is none.
    table = duel(f"H7 {held} SA S9 CA C9 DA D9 CJ", "HT H9 H8 ST S8 CT C8 DT D8", up=turned)
    while table.state.outcome is None:
        assert not [token for token in table.legal if token.startswith("bella")]
        table.goes(table.legal[0])


# ------------------------------------------------------------------ the seven


@case("W-D-COMBO-16-1")
@pytest.mark.parametrize("who", ["O", "R"])
def test_the_trump_seven_is_exchanged_for_the_turned_up_card(row: Row, who: str) -> None:
    table = duel(o="H7", up="HA") if who == "O" else duel(r="H7", up="HA")
    if who == "R":
        lead(table)
    assert ("exchange" in table.legal) == row.expected["may_swap"]
    table.goes("exchange")
    assert parse_card("HA") in table.hand(who)
    assert parse_card("H7") not in table.hand(who)
    other = table.view("O" if who == "R" else "R")
    assert (other.first_trump, other.upcard) == (parse_card("HA"), parse_card("H7"))
    assert other.hands[table.seat(who)].known == (parse_card("HA"),)
    assert table.refuses("exchange") == Refusal(Reason.NOT_NOW, "D-COMBO-16")


@case("W-D-COMBO-16-2")
def test_no_exchange_in_a_game_by_another_suit(row: Row) -> None:
    table = Duel().deal(o="D7", up="DA").plays("H")
    assert ("exchange" in table.legal) == row.expected["may_swap"]
    assert table.refuses("exchange") == Refusal(Reason.NOT_NOW, "D-COMBO-16")


@pytest.mark.rule("D-COMBO-16")
def test_who_may_exchange_is_a_convention() -> None:
    assert "exchange" in duel(o="H7", up="HA", exchange7="declarer_only").legal
    table = Duel(exchange7="declarer_only").deal(o="H7", up="HA").plays("H", "R")
    assert table.refuses("exchange") == Refusal(Reason.NOT_AGREED, "D-COMBO-16")
    assert "exchange" not in duel(o="H7", up="HA", exchange7="off").legal
    late = "SA S9 DA D9 CA C9 H7"
    assert "exchange" in duel(o=late, up="HA").legal
    assert "exchange" not in duel(o=late, up="HA", exchange7_first_six=True).legal
    assert "exchange" in duel(o="H7 " + late.replace(" H7", ""), up="HA", exchange7_first_six=True).legal


@pytest.mark.rule("D-COMBO-16")
def test_the_exchange_comes_before_the_first_card_and_needs_the_seven() -> None:
    table = duel(o="H8", r="H7", up="HA")
    assert table.refuses("exchange") == Refusal(Reason.NOT_HELD, "D-COMBO-16")
    table = lead(lead(duel(o="H7", up="HA")))
    assert table.refuses("exchange") == Refusal(Reason.NOT_NOW, "D-COMBO-16")
    assert "exchange" not in duel(o="HA", up="H7").legal


@pytest.mark.rule("D-COMBO-16")
def test_a_sequence_made_by_the_exchange_counts_if_it_is_declared_after_it() -> None:
    table = duel(o="H7 HK HQ", up="HA")
    assert table.words == []
    assert table.goes("exchange").words == ["terz"]


@case("W-D-COMBO-17-1")
def test_the_terz_from_the_nine_is_asked_about_before_the_exchange(row: Row) -> None:
    table = duel(o="H9 H8 H7 SA SK SQ", up="HJ")
    assert {"nine", "exchange", "terz"} <= set(table.legal)
    assert table.goes("nine").turn == "R"
    assert table.legal == [row.situation["answer"]]
    table.goes("passes")
    assert table.turn == "O"
    assert table.words == []  # nothing higher can be added
    assert ("exchange" in table.legal) == row.expected["then_swap_allowed"]
    table.goes("exchange")
    assert parse_card("HJ") in table.hand("O")
    lead(lead(table))
    assert table.legal == ["show:terz-H9"]
    assert table.goes("show:terz-H9").melds() == {"O": row.expected["terz_points"]}


@pytest.mark.rule("D-COMBO-17")
def test_a_higher_combination_answers_that_the_nine_does_not_pass() -> None:
    table = duel(o="H9 H8 H7", r="SA SK SQ", up="HJ").goes("nine")
    assert table.legal == ["higher"]
    lead(table.goes("higher exchange"))
    assert table.turn == "R"
    assert table.legal == ["show:terz-SA"]
    table.goes("show:terz-SA")
    assert lead(table).melds() == {"R": 20}


@pytest.mark.rule("D-COMBO-17")
def test_the_dealer_asks_about_his_terz_from_the_nine_too() -> None:
    table = lead(duel(o="S9 S8 S7", r="H9 H8 H7 C9 C8 C7", up="HJ").goes("terz"), "D")
    assert set(table.legal) == {"exchange", "height", "nine"}
    assert table.goes("nine").turn == "O"
    assert table.legal == ["from:9"]
    table.goes("from:9")
    assert (table.turn, table.legal) == ("R", ["show:terz-H9,terz-C9"])
    table.goes("show:terz-H9,terz-C9")
    assert "exchange" in table.legal
    assert lead(table.goes("exchange")).melds() == {"R": 40}

    table = lead(duel(o="ST S9 S8", r="H9 H8 H7", up="HJ").goes("terz"), "D").goes("nine from:T")
    assert table.turn == "R"
    assert "exchange" in table.legal
    lead(table.goes("exchange"))
    assert (table.turn, table.legal) == ("O", ["show:terz-ST"])


@pytest.mark.rule("D-COMBO-17")
def test_after_an_ordinary_claim_the_seven_stays_where_it_was_told_from() -> None:
    table = duel(o="H9 H8 H7", up="HJ").goes("terz")
    assert table.refuses("exchange") == Refusal(Reason.NOT_NOW, "D-COMBO-17")


@case("W-D-COMBO-18-1")
def test_asking_about_a_terz_from_the_nine_without_it_is_a_card_bait(row: Row) -> None:
    prevented = duel(o="H8 H7", up="HJ")
    assert prevented.refuses("nine") == Refusal(Reason.NO_RIGHT, "D-COMBO-18")
    table = duel(o="H8 H7 SA", r="SK DK DT CA CT D9 D8 C8 C7", up="HJ", table__irregularities="rule")
    lead(lead(table.goes("nine passes"), "S"))
    outcome = table.ends()  # he has nothing to name
    assert (outcome.bait == "S") == row.expected["card_bait"]
    assert len(table.state.history) == 1
    # Whoever holds a card of that terz himself knows at once.
    table = duel(o="H8 H7 SA", r="H9", up="HJ", table__irregularities="rule").goes("nine")
    assert table.ends().bait == "S"
