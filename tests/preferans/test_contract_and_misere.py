"""Talon, discard and contract, trick games, misère (P-3.4 ... P-3.6)."""

import msgspec
import pytest

from kozyr.cards import parse_card
from kozyr.club.games import preferans as club
from kozyr.deals import PREFERANS
from kozyr.games.preferans import Contract, State, parse
from kozyr.games.preferans.words import Discard, Name
from tests.cases import Row, ascii_contract, case
from tests.table import Table, tokens

# ------------------------------------------------------------------ 2.2 the contracts and their prices


@pytest.mark.rule("P-2.2.1")
@pytest.mark.parametrize("contract", ["6S", "misere", "allpass"])
def test_there_are_three_classes_of_games(contract: str) -> None:
    table = Table().plays(contract, "whist pass open", H1=0, H2=5, H3=5)
    assert table.outcome.kind == {"6S": "tricks", "misere": "misere", "allpass": "allpass"}[contract]


@case("W-PC-3.2-6", "W-PC-3.2-7", "W-PC-3.2-8", "W-PC-3.2-9", "W-PC-3.2-10", "W-PC-3.2-M")
def test_what_a_made_contract_is_worth_in_the_pool(row: Row) -> None:
    undertaken = row.expected["tricks_undertaken"]
    made = Table(row.conventions).plays(
        ascii_contract(row.situation["contract"]), "whist whist", H1=undertaken, H2=10 - undertaken
    )
    assert (made.pool("H1"), made.hill("H1")) == (row.expected["pool"], 0)
    short = undertaken - 1 if undertaken else 1
    down = Table(row.conventions).plays(
        ascii_contract(row.situation["contract"]), "whist whist", H1=short, H2=10 - short
    )
    assert (down.pool("H1"), down.hill("H1")) == (0, row.expected["pool"])


@pytest.mark.rule("P-3.5.1", "P-3.5.2", "P-1.3.3")
def test_the_trump_named_beats_all_other_suits() -> None:
    table = Table().deal(H1="♠A ♠K ♠Q ♠J ♠T ♠9 ♠8 ♠7 ♥A ♥K", H2="♥7 ♥8 ♥9 ♥T ♥J ♥Q ♦A ♦K ♦Q ♦J", talon="♣A ♣K")
    table.goes("6S pass pass").discards("CA CK").goes("contract:6H whist whist SA")
    assert set(table.legal) == {"H7", "H8", "H9", "HT", "HJ", "HQ"}  # he has no spade and must trump
    table.goes("H7").goes(table.legal[0])
    assert table.who(table.state.history[0].winner) == "H2"


# ------------------------------------------------------------------ 3.4 naming the contract


@pytest.mark.rule("P-3.4.1", "PC-4.3.1", "P-3.3.14")
def test_talon_shown_two_cards_away_then_the_contract() -> None:
    table = Table().deal(talon="♠A ♥A").goes("6S pass pass")
    assert {table.view(who).talon for who in ("H1", "H2", "H3", None)} == {(parse_card("♠A"), parse_card("♥A"))}
    assert table.refuses("contract:6S").code == "not_now"
    discard = Discard((parse_card("♠A"), parse_card("♥A")))
    before = table.state
    table.goes(discard.token)
    assert table.view("H1").discard == discard.cards
    assert {table.view(who).discard for who in ("H2", "H3", None)} == {None}  # unseen
    assert before.shown(discard, table.seat("H1"), table.seat("H1")) == discard
    assert before.shown(discard, table.seat("H1"), table.seat("H2")) == Discard()
    assert table.state.phase == "contract"


@pytest.mark.rule("P-3.4.1")
@pytest.mark.parametrize("cards", ["", "SA", "SA SA", "SA SA HA", "SA HA S7"])
def test_a_discard_is_two_cards(cards: str) -> None:
    table = Table().deal(H1="♠7", talon="♠A ♥A").goes("6S pass pass")
    refusal = table.refuses(Discard(tuple(parse_card(card) for card in cards.split())))
    assert (refusal.code, refusal.law) == ("not_now", "P-3.4.1")


@pytest.mark.rule("P-3.4.1")
def test_a_discard_is_of_cards_that_he_holds() -> None:
    table = Table().deal(H1="♠7", H2="♠K", talon="♠A ♥A").goes("6S pass pass")
    assert table.refuses("discard:S7,SK").code == "not_held"


@pytest.mark.rule("P-3.4.2", "P-3.4.5")
def test_he_must_name_a_contract_and_cannot_give_the_talon_back() -> None:
    table = Table().deal().goes("6S pass pass").discards()
    laws = [table.refuses(token).law for token in ("pass", "take", "refuse", "surrender")]
    assert laws == ["P-3.4.1", "P-3.4.1", "P-3.4.1", "P-3.5.4"]
    assert all(token.startswith("contract:") for token in table.legal)


@pytest.mark.rule("P-3.3.13")
def test_nobody_but_the_declarer_takes_discards_and_names() -> None:
    table = Table().deal().goes("6S pass pass")
    for token in (table.legal[0], "contract:6S"):
        assert (table.refuses(token, "H2").code, table.refuses(token, "H2").law) == ("not_your_turn", "P-3.3.13")
    table.discards()
    assert table.refuses("contract:6S", "H3").law == "P-3.3.13"
    dark = Table("classic", {"allpass.forced_rounds": 0}).deal().goes("blind:6S look pass look pass")
    assert dark.refuses("take", "H2").law == "P-3.3.13"


@pytest.mark.rule("P-3.6.9")
def test_only_the_dealer_answers_an_invitation_and_with_yes_or_no() -> None:
    table = Table(players=4).deal().goes("invite")
    assert (table.refuses("misere").code, table.refuses("misere").law) == ("not_now", "P-3.6.9")
    assert (table.refuses("yes", "H1").code, table.refuses("yes", "H1").law) == ("not_your_turn", "P-3.6.9")


@pytest.mark.rule("P-3.4.3", "PC-4.3.2")
def test_the_contract_is_not_lower_than_the_bid() -> None:
    table = Table().deal().goes("6S 6C 6D pass pass").discards()
    refusal = table.refuses("contract:6C")
    assert (refusal.code, refusal.law) == ("too_low", "P-3.4.3")
    assert table.goes("contract:10NT").state.contract is Contract.NT10


@pytest.mark.rule("P-3.4.13")
def test_there_is_no_underbid() -> None:
    table = Table().plays("6S", "whist whist", H1=10)
    assert (table.pool("H1"), table.hill("H1")) == (2, 0)


@pytest.mark.rule("P-3.4.14")
def test_there_is_no_contract_called_preferans() -> None:
    table = Table().deal().goes("6S pass pass").discards()
    assert len(table.legal) == 25
    assert table.refuses(Name(Contract.MISERE)).law == "P-3.3.9"
    assert table.refuses(Name(Contract.ALLPASS)).law == "P-3.4.2"


@pytest.mark.rule("PC-4.3.5", "P-3.4.7")
def test_after_naming_the_discard_stands() -> None:
    table = Table().buys("6S")
    assert table.refuses("discard:S7,S8", "H1").code == "not_your_turn"
    table.goes("whist pass open")
    assert table.refuses("discard:S7,S8").code == "not_now"


def test_after_the_first_lead_nobody_sees_the_discard_but_in_the_club_which_names_no_fine() -> None:
    for preset, seen in (("sochi", False), ("club", True)):
        table = Table(preset).buys("6S").goes("whist pass open")
        assert len(table.view("H1").discard or ()) == 2
        table.goes(table.legal[0])
        assert bool(table.view("H1").discard) is seen
        assert table.view("H2").discard is None


# ------------------------------------------------------------------ 3.4.7-3.4.8 changing the contract


def changed(row: Row, answers: str, token: str) -> str:
    """The contract that is played when its author tries to change it after these answers."""
    table = Table(row.conventions).buys(ascii_contract(row.situation["named"])).goes(answers)
    try:
        table.does("H1", token)
    except ValueError:
        assert table.refuses(token, "H1").law == ("PC-4.3.4" if row.preset == "club" else "P-3.4.8")
    return str(table.state.contract)


@case("W-P-3.4.8-1")
def test_a_slip_is_corrected_without_a_pause(row: Row) -> None:
    token = f"correct-prompt:{ascii_contract(row.situation['corrected_to'])}"
    assert changed(row, "", token) == ascii_contract(row.expected["contract"])


@case("W-P-3.4.8-2")
def test_after_a_pause_only_one_level_higher(row: Row) -> None:
    assert changed(row, "", "correct:6H") == ascii_contract(row.situation["named"])
    assert changed(row, "", "correct:7H") == ascii_contract(row.expected["contract"])
    assert changed(row, "pass", "correct:7H") == ascii_contract(row.expected["contract"])  # not whisted yet
    assert changed(row, "", "correct:8H") == ascii_contract(row.situation["named"])
    assert changed(row, "", "correct:7D") == ascii_contract(row.situation["named"])  # the suit that he had not meant


@case("W-P-3.4.8-3")
def test_a_whisted_contract_stands(row: Row) -> None:
    assert changed(row, "whist", "correct:7H") == ascii_contract(row.expected["contract"])


@case("W-P-3.4.8-4")
def test_a_whist_said_in_between_does_not_block_an_obvious_correction(row: Row) -> None:
    assert changed(row, "whist", "correct-prompt:6H") == ascii_contract(row.expected["contract"])


@case("W-PC-4.3.4-1")
def test_in_the_club_a_contract_cannot_be_changed(row: Row) -> None:
    token = f"correct-prompt:{ascii_contract(row.situation['corrected_to'])}"
    assert changed(row, "", token) == ascii_contract(row.expected["contract"])
    table = Table("club").buys("6D")
    assert tokens(table.state.offers(table.seat("H1"))) == ["surrender"]


@pytest.mark.rule("P-3.4.8", "P-3.4.3")
def test_a_correction_is_the_declarers_keeps_to_his_bid_and_is_answered_anew() -> None:
    table = Table().deal().goes("6S 6C pass 6D pass").discards().goes("contract:6H pass")
    assert table.refuses("correct-prompt:6NT", "H2").law == "P-3.4.8"
    assert table.refuses("correct-prompt:6C", "H1").law == "P-3.4.8"  # below his bid
    assert table.refuses("correct-prompt:6H", "H1").law == "P-3.4.8"  # nothing changed
    table.does("H1", "correct-prompt:6D")
    assert (table.turn, table.view().answers) == ("H2", ())


# ------------------------------------------------------------------ 3.4.10-3.4.11 the talon's price


@pytest.mark.rule("P-3.4.10")
def test_a_refused_talon_costs_the_dealer_what_was_agreed() -> None:
    table = Table("sochi", {"talon_refusal_fine": 3}, players=4).deal(talon="♠7 ♦7").goes("6S pass pass refuse")
    assert table.view("H1").discard == (parse_card("♠7"), parse_card("♦7"))
    table.goes("contract:6S pass pass pass")
    assert (table.hill("D"), table.pool("H1")) == (3, 2)
    assert "P-3.4.10" in table.laws()


@pytest.mark.rule("P-3.4.10")
def test_the_talon_cannot_be_refused_unless_agreed() -> None:
    table = Table(players=4).deal().goes("6S pass pass")
    assert (table.refuses("refuse").code, table.refuses("refuse").law) == ("not_agreed", "P-3.4.10")
    with pytest.raises(ValueError, match=r"qualifying and talon_refusal_fine.*P-3\.4\.10"):
        Table("sochi+qualifying", {"talon_refusal_fine": 3})


TALONS = {"A": "♠A ♥7", "A+K same suit": "♠A ♠K", "A+A": "♠A ♥A", "K+Q same suit (marriage)": "♠K ♠Q"}


@case("W-P-3.4.11-1A", "W-P-3.4.11-2A", "W-P-3.4.11-3A", "W-P-3.4.11-1K")
def test_the_dealer_writes_whists_for_good_cards_in_the_talon(row: Row) -> None:
    table = Table(row.conventions, players=row.players).deal(talon=TALONS[row.situation["talon"]])
    table.goes("6S pass pass").discards().goes(f"contract:{ascii_contract(row.situation['contract'])} pass pass pass")
    price = Table(row.conventions, players=row.players).plays(
        ascii_contract(row.situation["contract"]), "whist pass open", H1=7, H2=3
    )
    one = price.whists("H2", "H1") / 3  # what a trick of this game is worth in whists
    assert table.whists("D", "H1") == row.expected["dealer_whists_on_declarer"]
    assert table.whists("D", "H1") == row.expected["tricks_credited"] * one


@pytest.mark.rule("P-3.4.11")
@pytest.mark.parametrize("talon", ["♠K ♥Q", "♠K ♥K", "♠Q ♠J", "♠7 ♦7"])
def test_other_talons_bring_nothing(talon: str) -> None:
    table = Table("sochi", {"talon_bonus": "on"}, players=4).deal(talon=talon)
    table.goes("6S pass pass").discards().goes("contract:6S pass pass pass")
    assert table.whists("D", "H1") == 0


@pytest.mark.rule("P-3.4.11")
def test_the_bonus_is_paid_for_a_set_contract_too_but_not_at_misere() -> None:
    table = Table("fspr", players=4).deal(talon="♠A ♥A").goes("6S pass pass").discards()
    table.goes("contract:6S whist pass open").falls(H1=5, H2=5)
    assert [(e.points, e.why) for e in table.entries() if e.law == "P-3.4.11"] == [(12, "talon_bonus")]
    misere = Table("fspr", players=4).deal(talon="♠A ♥A").goes("misere pass pass").discards()
    misere.falls(H1=1, H2=9)
    assert misere.laws() == {"P-4.2.1"}


@pytest.mark.rule("P-3.4.11", "PC-4.4.4-note")
def test_a_talon_that_the_declarer_left_lying_brings_the_dealer_nothing() -> None:
    agreed = {"talon_bonus": "on", "auction.misere_beaten_by": "no_talon_chain"}
    table = Table("sochi", agreed, players=4).deal(talon="♠A ♥A").goes("pass misere 9S hand:misere hand:9S pass")
    table.goes("contract:9S pass pass pass")
    assert table.outcome.declarer == table.name("H3")
    assert [(e.column, e.points) for e in table.entries()] == [("pool", 8)]


@pytest.mark.rule("P-3.4.11")
def test_with_three_the_bonus_is_the_dealers_or_halved() -> None:
    sochi = Table("sochi", {"talon_bonus": "on"}).deal(talon="♠A ♥A").goes("6S pass pass").discards()
    sochi.goes("contract:6S pass pass")
    assert (sochi.whists("H2", "H1"), sochi.whists("H3", "H1")) == (0, 6)  # the third hand deals
    fspr = Table("fspr").deal(talon="♠A ♥A").goes("6S pass pass").discards().goes("contract:6S pass pass")
    assert (fspr.whists("H2", "H1"), fspr.whists("H3", "H1")) == (6, 6)


# ------------------------------------------------------------------ 3.5 trick games


@pytest.mark.rule("P-3.5.3")
def test_a_contract_is_played_only_if_it_is_whisted() -> None:
    for contract in ("6S", "10NT"):
        table = Table().plays(contract, "pass pass")
        assert (table.outcome.tricks, table.pool("H1")) == (None, Contract(contract).price)
        assert Table().buys(contract).goes("whist pass open").state.phase == "play"


@pytest.mark.rule("P-3.5.3", "P-0.3")
def test_a_ten_may_be_checked_instead_with_all_cards_open() -> None:
    table = Table("sochi", {"contract.ten_is": "checked"}).buys("10S")
    assert (table.state.phase, table.view().whisters) == ("play", ())
    assert all(hand.cards for hand in table.view().hands.values())
    assert table.actor == table.turn == "H1"
    table.goes(table.legal[0])
    assert table.actor == table.turn == "H2"  # each plays his own hand
    table.falls(H1=9, H2=1)
    assert (table.hill("H1"), table.hill("H2"), table.hill("H3")) == (10, 0, 0)
    assert table.whists("H2", "H1") == table.whists("H3", "H1") == 10  # consolation, and no whist
    made = Table("sochi", {"contract.ten_is": "checked"}).plays("10S", H1=10)
    assert (made.pool("H1"), made.hill("H2"), made.hill("H3")) == (10, 0, 0)
    assert Table("sochi", {"contract.ten_is": "checked"}).buys("9S").state.phase == "whist"


@pytest.mark.rule("P-3.5.4")
def test_giving_up_is_without_all() -> None:
    table = Table(players=4).buys("7S").does("H1", "surrender")
    assert table.hill("H1") == 7 * 4
    tricks = 5 * 4  # nobody has answered: both have half of the ten tricks that are admitted
    assert {who: table.whists(who, "H1") for who in ("H2", "H3", "D")} == {
        "H2": 28 + tricks,
        "H3": 28 + tricks,
        "D": 28,
    }
    assert table.laws() == {"P-3.5.4", "P-3.8.1.1", "P-3.8.1.2"}


@pytest.mark.rule("P-3.5.4", "P-3.8.1.1")
@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov", "classic", "fspr", "club"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("answers", "tricks"),
    [
        ("whist whist", {"H2": 5, "H3": 5}),
        ("whist pass open", {"H2": 10}),
        ("pass whist closed", {"H3": 10}),
        ("pass half whist open", {"H2": 10}),
        ("pass half pass whist", {"H2": 10}),
    ],
)
def test_giving_up_costs_what_it_admits(preset: str, players: int, answers: str, tricks: dict[str, int]) -> None:
    """As much as taking no trick: the hill, the trick whists and the consolation, in every style of whist."""
    if preset == "club" and players not in {3, 4}:
        return
    if answers.endswith("pass whist") and players < 4:
        answers = "pass half whist open"  # no dealer sits out
    if players == 2:
        answers, tricks = "whist", {"H2": 10}
    changes: dict[str, object] = {"allpass.forced_rounds": 0, "bombs": "off"} if preset == "classic" else {}
    blind = preset == "classic"

    def sheet(*, given_up: bool) -> object:
        table = Table(preset, changes, players=players).deal()
        while table.state.phase == "auction":
            table.goes("look" if blind and "look" in table.legal else "6S" if table.actor == "H1" else "pass")
        table.discards().goes("contract:7S").goes(answers)
        table = table.does("H1", "surrender") if given_up else table.falls(**tricks)
        return table.pulka.sheet.pool, table.pulka.sheet.hill, table.pulka.sheet.whists

    assert sheet(given_up=True) == sheet(given_up=False)


@pytest.mark.rule("P-3.5.4")
@pytest.mark.parametrize(
    ("answers", "tricks"),
    [
        ("", {"H2": 5, "H3": 5}),
        ("whist", {"H2": 10}),
        ("pass", {"H3": 10}),
        ("pass pass", {"D": 10}),
        ("pass half", {"D": 10}),
        ("pass half pass", {"D": 10}),
    ],
)
def test_whose_the_tricks_are_when_not_all_have_answered(answers: str, tricks: dict[str, int]) -> None:
    table = Table(players=4).buys("6S").goes(answers).does("H1", "surrender")
    assert {who: table.whists(who, "H1") - 12 for who in ("H2", "H3", "D")} == {
        who: 2 * tricks.get(who, 0) for who in ("H2", "H3", "D")
    }
    three = Table(players=3).buys("6S").goes("pass half").does("H1", "surrender")
    assert [three.whists(who, "H1") for who in ("H2", "H3")] == [12 + 20, 12]  # who passed may take the whist back


@pytest.mark.rule("P-3.5.4", "P-3.5.3")
def test_a_checked_ten_that_is_given_up_writes_no_trick_whists() -> None:
    given_up = Table("sochi", {"contract.ten_is": "checked"}).buys("10S").does("H1", "surrender")
    played = Table("sochi", {"contract.ten_is": "checked"}).plays("10S", H1=0, H2=10)
    assert given_up.pulka.sheet.hill == played.pulka.sheet.hill
    assert given_up.pulka.sheet.whists == played.pulka.sheet.whists


@pytest.mark.rule("P-3.5.4")
def test_without_three_without_whists_where_it_is_agreed() -> None:
    table = Table("sochi", {"contract.surrender": "without_three"}).buys("7S").goes("whist").does("H1", "surrender")
    assert table.hill("H1") == 3 * 4
    assert {table.whists(who, "H1") for who in ("H2", "H3")} == {0}


def ended(table: Table, *tokens: str) -> State:
    """The deal's own end, which a pulka leaves for the next deal at once."""
    state = table.state
    for token in tokens:
        state = state.apply(parse(token))
    assert state.phase == "over"
    return state


@pytest.mark.rule("P-3.4.1")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("end", ["pass", "surrender"])
def test_nobody_shows_his_cards_where_nothing_was_played(players: int, end: str) -> None:
    table = Table("sochi", {"whist.dealer_may_return": "off"}, players=players).buys("6S").goes("pass")
    state = ended(table, "pass") if end == "pass" else table.state.apply(parse("surrender"), table.seat("H1"))
    assert state.phase == "over"
    for viewer in (*table.terms.seats, None):
        view = state.view(viewer)
        assert [seat for seat, hand in view.hands.items() if hand.cards is not None] == [
            seat for seat in view.hands if seat is viewer
        ]
        assert view.talon == state.talon  # everybody has seen it
        mine = viewer is table.seat("H1")
        assert (view.discard is not None, view.put_away is not None) == (mine, mine)


@pytest.mark.rule("P-3.4.1")
def test_the_club_proves_what_was_dealt_and_not_what_was_put_away() -> None:
    """The cards of every deal that is over are published, so that it can be dealt again (docs/fair.md)."""
    table = Table().buys("6S")
    over, before = ended(table, "pass", "pass"), table.pulka
    assert over.outcome is not None
    deal = club.CUSTOMS.finished(over, before, before.record(over.outcome))
    assert {card for hand in deal.hands.values() for card in hand} | {*deal.talon} == {*PREFERANS.cards}
    assert deal.discard == ()
    discard = over.view(table.seat("H1")).discard
    assert discard is not None
    assert club.CUSTOMS.told(Discard(discard), deal) == Discard()
    shown = msgspec.structs.replace(deal, discard=discard)
    assert club.CUSTOMS.told(Discard(discard), shown) == Discard(discard)


@pytest.mark.rule("P-3.4.1", "P-3.6.6")
def test_the_discard_is_its_owners_until_the_play_has_shown_it() -> None:
    table = Table().plays("misere")
    played = table.state
    while len(played.history) < 9 or len(played.trick) < 2:
        played = played.apply(played.legal()[0])
    last = played.apply(played.legal()[0])
    assert last.view(table.seat("H2")).discard == last.view(None).discard == last.view(table.seat("H1")).discard
    claimed = ended(table, "claim:N5-E0-S5", "yes", "yes")
    assert [claimed.view(seat).discard is None for seat in (*table.terms.seats, None)] == [
        seat is not table.seat("H1") for seat in (*table.terms.seats, None)
    ]
    assert all(hand.cards is not None for hand in claimed.view(None).hands.values())  # the tricks were agreed upon


@pytest.mark.rule("P-3.5.4", "P-3.8.5")
def test_what_lay_open_when_a_game_was_given_up_stays_open() -> None:
    table = Table().buys("6S").goes("whist pass open")
    state = table.state.apply(parse("surrender"), table.seat("H1"))
    shown = {table.who(seat) for seat, hand in state.view(None).hands.items() if hand.cards is not None}
    assert shown == {"H2", "H3"}
    club = Table("club").buys("6S").goes("whist pass open")  # he would have led in the dark
    given_up = club.state.apply(parse("surrender"), club.seat("H1"))
    assert all(hand.cards is None for hand in given_up.view(None).hands.values())


@pytest.mark.rule("P-3.3.19b", "PC-4.4.4-note")
def test_a_talon_that_nobody_saw_stays_closed_where_nothing_was_played() -> None:
    dark = Table("classic", {"allpass.forced_rounds": 0}).deal().goes("blind:6S look pass look pass take").discards()
    over = ended(dark, "contract:7S", "pass", "pass")
    assert (over.view(dark.seat("H2")).talon, over.view(None).talon) == ((), ())
    assert over.view(dark.seat("H1")).talon == over.talon
    chain = Table("sochi", {"auction.misere_beaten_by": "no_talon_chain"}).deal()
    over = ended(chain.goes("pass misere 9S hand:misere hand:9S pass"), "contract:9S", "pass", "pass")
    assert {over.view(seat).talon for seat in (*chain.terms.seats, None)} == {()}


@pytest.mark.rule("P-3.5.4")
def test_only_the_declarer_gives_up_and_only_before_the_first_card() -> None:
    table = Table().buys("7S").goes("whist pass closed")
    assert table.refuses("surrender", "H2").law == "P-3.5.4"
    table.goes(table.legal[0])
    assert table.refuses("surrender", "H1").law == "P-3.5.4"
    misere = Table().deal().goes("misere pass pass").discards()
    assert misere.refuses("surrender", "H1").law == "P-3.5.4"


# ------------------------------------------------------------------ 3.6 misère


@pytest.mark.rule("P-3.6.1", "PC-4.4.1")
@pytest.mark.parametrize(("tricks", "pool", "hill"), [(0, 10, 0), (1, 0, 10), (10, 0, 100)])
def test_misere_is_made_without_a_trick_and_each_trick_counts(tricks: int, pool: int, hill: int) -> None:
    table = Table().plays("misere", H1=tricks, H2=10 - tricks)
    assert (table.pool("H1"), table.hill("H1")) == (pool, hill)


@case("W-P-3.8.5-2")
def test_a_declarer_on_lead_at_misere_leads_in_the_dark(row: Row) -> None:
    table = Table(row.preset).deal().goes("misere pass pass").discards()
    assert table.turn == "H1"
    opponents = [table.seat("H2"), table.seat("H3")]
    assert all(table.view(who).hands[seat].cards is None for seat in opponents for who in ("H1", None))
    assert row.expected["declarer_leads_first_in_dark"]
    table.goes(table.legal[0])
    assert row.expected["then_defenders_open"]
    assert all(table.view(who).hands[seat].cards for seat in opponents for who in ("H1", "H2", "H3", None))
    assert table.view("H2").hands[table.seat("H1")].cards is None


@pytest.mark.rule("P-3.6.6")
def test_defenders_on_lead_at_misere_open_before_it() -> None:
    table = Table().deal().goes("pass pass misere").discards()
    assert table.turn == "H1"
    assert all(table.view().hands[table.seat(who)].cards for who in ("H1", "H2"))
    assert (table.actor, table.goes(table.legal[0]).actor) == ("H1", "H2")  # each plays his own cards


@pytest.mark.rule("P-3.6.6")
def test_at_misere_the_talon_is_shown_and_two_cards_go_away_unseen() -> None:
    table = Table().deal().goes("misere pass pass")
    assert table.view("H2").talon == table.state.talon
    table.discards()
    assert (table.view("H1").discard is None, table.view("H2").discard) == (False, None)
    assert table.state.phase == "play"  # nothing is named and nobody whists


@pytest.mark.rule("P-3.6.7", "P-3.8.2")
def test_there_is_no_trump_at_misere() -> None:
    table = Table().deal(H1="♠7 ♠8", H2="♥A ♥K ♥Q ♥J ♥T ♥9 ♥8 ♥7 ♦A ♦K", H3="♠A", talon="♣7 ♣8")
    table.goes("misere pass pass").discards("C7 C8").goes("S7")
    assert len(table.legal) == 10  # void: any card
    table.goes("HA SA")
    assert table.who(table.state.history[0].winner) == "H3"
    assert table.turn == "H3"


# ------------------------------------------------------------------ 3.6.9 the shared misère


@case("W-P-3.6.9-1")
def test_win_and_loss_of_a_shared_misere_are_halved(row: Row) -> None:
    table = Table(row.conventions, players=row.players).deal().goes("invite yes pass pass").discards()
    assert (table.state.contract, table.turn, table.state.shared) == (Contract.MISERE, "H1", True)
    table.falls(H1=0, H2=10)
    assert {"declarer": table.pool("H1"), "dealer": table.pool("D")} == row.expected["pool"]
    assert table.laws() == {"P-3.6.9"}
    lost = Table(row.conventions, players=row.players).deal().goes("invite yes pass pass").discards()
    lost.falls(H1=3, H2=7)
    assert (lost.hill("H1"), lost.hill("D")) == (15, 15)


@pytest.mark.rule("P-3.6.9")
def test_the_dealer_sees_the_cards_of_one_who_invites_and_answers() -> None:
    table = Table(players=4).deal().goes("pass")
    assert "invite" in table.legal
    assert table.view("D").hands[table.seat("H2")].cards is None
    table.goes("invite")
    assert (table.actor, table.turn, table.legal) == ("D", "H2", ["no", "yes"])
    assert table.view("D").hands[table.seat("H2")].cards
    assert table.view("D").hands[table.seat("H1")].cards is None
    assert table.view("H3").hands[table.seat("H2")].cards is None
    table.goes("no")
    assert (table.turn, table.state.phase) == ("H2", "auction")
    assert "misere" in table.legal  # he may still go alone
    assert table.refuses("invite").law == "P-3.6.9"  # the dealer has seen a hand


@pytest.mark.rule("P-3.6.9")
def test_a_dealer_who_has_seen_one_hand_cannot_be_invited_by_another() -> None:
    table = Table(players=4).deal().goes("invite no 6S")
    assert table.turn == "H2"
    assert (table.refuses("invite").code, table.refuses("invite").law) == ("not_now", "P-3.6.9")


@pytest.mark.rule("P-3.8.8", "P-3.6.9")
@pytest.mark.parametrize("answer", ["no 6S", "yes 9S"])
def test_a_dealer_who_was_shown_a_hand_looks_into_no_other(answer: str) -> None:
    """He may look into the cards of one of the opponents; that one he has seen."""
    table = Table(players=4).deal().goes(f"invite {answer}")
    if answer == "no 6S":  # who had invited plays: the dealer has seen no opponent's hand
        table.goes("pass pass").discards().goes("contract:6S pass pass")
        assert [token for token in table.legal if token.startswith("peek")] != []
        table = Table(players=4).deal().goes("invite no pass 6S pass")
        contract = "contract:6S"
    else:
        table.goes("pass")
        contract = "contract:9S"
    table.discards().goes(f"{contract} pass pass")
    assert (table.actor, table.legal) == ("D", ["pass", "whist"])
    other = next(who for who in ("H1", "H2", "H3") if table.seat(who) is not table.state.declarer)
    assert table.refuses(f"peek:{table.seat(other).value}").law == "P-3.8.8"


@pytest.mark.rule("P-3.6.9")
def test_an_outbid_shared_misere_is_nobodys() -> None:
    table = Table(players=4).deal().goes("invite yes 9S pass").discards()
    assert not table.state.shared
    assert table.view("D").hands[table.seat("H1")].cards is None


@pytest.mark.rule("P-3.6.9", "P-3.4.10")
def test_a_shared_misere_cannot_refuse_the_talon() -> None:
    table = Table("sochi", {"talon_refusal_fine": 5}, players=4).deal().goes("invite yes pass pass")
    assert (table.refuses("refuse").code, table.refuses("refuse").law) == ("not_agreed", "P-3.6.9")


@pytest.mark.rule("P-3.6.9", "PC-4.4.4")
@pytest.mark.parametrize(("preset", "players"), [("club", 4), ("sochi", 3), ("sochi", 2), ("sochi+qualifying", 4)])
def test_no_invitation_in_the_club_or_where_no_dealer_sits_out(preset: str, players: int) -> None:
    refusal = Table(preset, players=players).deal().refuses("invite")
    assert (refusal.code, refusal.law) == ("not_agreed", "P-3.6.9")


@pytest.mark.rule("P-3.6.9", "P-3.3.9")
def test_an_invitation_comes_before_the_first_call() -> None:
    assert Table(players=4).deal().goes("6S 6C pass").refuses("invite").law == "P-3.6.9"
    table = Table(players=5).deal().goes("invite yes")
    assert table.view("D").hands[table.seat("H1")].cards
