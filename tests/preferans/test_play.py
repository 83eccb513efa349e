"""Tricks and play (P-2.1, P-3.9)."""

import pytest

from kozyr.club.games import preferans as club
from kozyr.games.preferans.words import Claim
from tests.table import Table, tokens


def game(trump: str, talon: str = "♦7 ♦8", **hands: str) -> Table:
    """A contract of six whisted by both: the first hand plays it and leads; the talon's cards go away again."""
    table = Table().deal(talon=talon, **hands).goes("6S pass pass").discards(talon.replace("♦", "D"))
    return table.goes(f"contract:6{trump} whist whist")


# ------------------------------------------------------------------ 2.1 tricks


@pytest.mark.rule("P-2.1.1", "P-2.1.2", "P-3.9.5", "P-3.9.1", "PC-4.7.1")
def test_a_trick_is_a_card_from_each_and_the_first_hand_leads() -> None:
    table = game("NT", H1="♠9", H2="♠A", H3="♠T")
    assert table.turn == "H1"
    table.goes("S9 SA")
    assert [(table.who(seat), card.text) for seat, card in table.view().trick] == [("H1", "S9"), ("H2", "SA")]
    assert table.view().history == ()
    table.goes("ST")
    trick = table.view().history[0]
    assert (table.who(trick.leader), len(trick.cards), table.who(trick.winner)) == ("H1", 3, "H2")
    assert (table.turn, table.view().trick) == ("H2", ())


@pytest.mark.rule("P-3.9.1")
@pytest.mark.parametrize("declarer", ["H1", "H2", "H3"])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealers_left_neighbour_leads_whoever_plays(declarer: str, dealer: int) -> None:
    table = Table(dealer=dealer).buys("6S", by=declarer)
    assert table.goes("whist whist").turn == "H1"


@pytest.mark.rule("P-3.9.1", "P-1.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("contract", ["6S", "misere", "allpass"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_first_hand_leads_in_every_game_at_every_table(players: int, contract: str, dealer: int) -> None:
    """In an all-pass without the talon's leads too."""
    preset = "rostov" if contract == "allpass" else "sochi"
    answers = "whist" if players == 2 else "whist whist"
    table = Table(preset, players=players, dealer=dealer).plays(contract, answers, by="H2")
    assert (table.state.phase, table.turn) == ("play", "H1")


@pytest.mark.rule("P-2.1.3", "P-3.9.3", "PC-3.1", "PC-4.7.4")
def test_follow_suit_else_trump_else_anything() -> None:
    table = game("H", H1="♠7 ♣A", H2="♠8 ♥7 ♥8 ♣7", H3="♥9 ♥T ♥J ♥Q ♥K ♥A ♣8 ♣9 ♣T ♣J")
    table.goes("S7")
    assert table.legal == sorted(t for t in table.legal if t[0] == "S")  # he has spades
    assert (table.refuses("H7").code, table.refuses("H7").law) == ("must_follow", "P-2.1.3")
    table.goes("S8")
    assert set(table.legal) == {"H9", "HT", "HJ", "HQ", "HK", "HA"}  # no spade: he must trump
    assert (table.refuses("C8").code, table.refuses("C8").law) == ("must_trump", "P-2.1.3")


@pytest.mark.rule("P-2.1.3")
def test_nobody_has_to_overtrump() -> None:
    table = game("H", H1="♠7 ♠9 ♠T", H2="♥A ♥K ♥9 ♦A ♦K ♦Q ♦J ♦T ♦9 ♣7", H3="♥7 ♥T ♣8 ♣9 ♣T ♣J ♣Q ♣K ♣A ♥8")
    table.goes("S7 HK")
    assert set(table.legal) == {"H7", "H8", "HT"}
    assert table.view("H3").reasons.keys() == {
        c for c in table.view("H3").hands[table.seat("H3")].cards or () if c.text[0] == "C"
    }


@pytest.mark.rule("P-2.1.3")
def test_with_neither_suit_nor_trump_any_card_goes() -> None:
    table = game("H", H1="♠7", H2="♦A ♦K ♦Q ♦J ♦T ♦9 ♣7 ♣8 ♣9 ♣T")
    assert len(table.goes("S7").legal) == 10


@pytest.mark.rule("P-2.1.4")
def test_players_play_in_turn() -> None:
    table = game("NT", H1="♠9", H2="♠A", H3="♠T").goes("S9")
    refusal = table.refuses("ST", "H3")
    assert (refusal.code, refusal.law) == ("not_your_turn", "P-2.1.4")


@pytest.mark.rule("P-3.9.2", "PC-4.7.3", "PC-4.7.2")
def test_one_card_is_played_it_is_ones_own_and_it_stays_played() -> None:
    table = game("NT", H1="♠9", H2="♠A", H3="♠T")
    assert (table.refuses("SA").code, table.refuses("SA").law) == ("not_held", "P-3.9.2")
    assert table.refuses("pass").law == "P-3.9.2"
    table.goes("S9")
    assert table.refuses("S9", "H1").code == "not_your_turn"
    assert table.goes("SA").refuses("S9").code == "not_held"


# ------------------------------------------------------------------ 3.9.4 six ways to win a trick

VOID = "♦A ♦K ♦Q ♦J ♦T ♦9 ♣7 ♣8 ♣9 ♣T"


@pytest.mark.rule("P-3.9.4", "P-1.3.2", "PC-4.7.5")
@pytest.mark.parametrize(
    ("hands", "cards", "winner"),
    [
        pytest.param({"H1": "♠9", "H2": "♠A", "H3": "♠T"}, "S9 SA ST", "H2", id="the highest card of the suit led"),
        pytest.param(
            {"H1": "♠7", "H2": "♦A ♦K ♦Q ♦J ♦T ♦9 ♣7 ♣8 ♣9 ♣T", "H3": "♣A ♣K ♣Q ♣J ♠A ♠K ♠Q ♠J ♠T ♠9"},
            "S7 DA S9",
            "H3",
            id="the same, one without the suit and without trumps",
        ),
        pytest.param(
            {"H1": "♣7 ♠7 ♠8 ♠9 ♠T ♠J ♠Q ♠K ♥A ♥K", "H2": "♦A ♦K ♦Q ♦J ♦T ♦9 ♥T ♥J ♥Q ♥9", "H3": "♣A"},
            "C7 HT CA",
            "H2",
            id="a plain suit trumped",
        ),
        pytest.param(
            {"H1": "♠7", "H2": "♦A ♦K ♦Q ♦J ♦T ♦9 ♥9 ♣7 ♣8 ♣9", "H3": "♥T ♥J ♣T ♣J ♣Q ♣K ♣A ♥7 ♥8 ♥Q"},
            "S7 H9 HT",
            "H3",
            id="a trump overtrumped",
        ),
        pytest.param({"H1": "♥9", "H2": "♥A", "H3": "♥T"}, "H9 HA HT", "H2", id="the highest when trumps are led"),
        pytest.param(
            {"H1": "♥7", "H2": "♦A ♦K ♦Q ♦J ♦T ♦9 ♣7 ♣8 ♣9 ♣T", "H3": "♣J ♣Q ♣K ♣A ♠A ♠K ♠Q ♠J ♠T ♠9"},
            "H7 DA SA",
            "H1",
            id="a trump led and no trump in answer",
        ),
    ],
)
def test_the_six_ways_to_win_a_trick(hands: dict[str, str], cards: str, winner: str) -> None:
    table = game("H", **hands).goes(cards)
    assert table.who(table.state.history[0].winner) == winner == table.turn


@pytest.mark.rule("P-3.9.4")
def test_a_suit_that_nobody_answers_wins() -> None:
    table = game("NT", H1="♠7", H2=VOID, H3="♥A ♥K ♥Q ♥J ♥T ♥9 ♥8 ♥7 ♣A ♣K").goes("S7 DA HA")
    assert table.who(table.state.history[0].winner) == "H1"


# ------------------------------------------------------------------ 3.9.8-3.9.9 tricks that were played


@pytest.mark.rule("P-3.9.8", "PC-4.7.9", "PE-5.4.9")
def test_a_table_shows_the_last_closed_trick_to_its_players_and_no_other() -> None:
    table = game("NT", H1="♠9", H2="♠A", H3="♠T").goes("S9 SA ST")

    def told(who: str | None) -> list[str]:
        view = table.view(who)
        shown = club.CUSTOMS.view(view, watching=who is None)["history"]
        assert isinstance(shown, tuple)
        return [trick.cards[0][1].text for trick in shown]

    assert (told("H1"), told("H3"), told(None)) == (["S9"], ["S9"], [])
    while len(table.state.history) < 2:
        assert told("H2") == ["S9"]  # until the next one is closed
        table.goes(table.legal[0])
    assert len(told("H2")) == 1
    assert told("H2") != ["S9"]


@pytest.mark.rule("P-3.9.9", "PC-4.7.10")
def test_played_tricks_are_kept_in_order_and_all_hands_open_after_the_deal() -> None:
    table = game("NT", H1="♠9", H2="♠A", H3="♠T").goes("S9 SA ST")
    for _ in range(3):
        table.goes(table.legal[0])
    view = table.view("H1")
    assert [trick.cards[0][1].text for trick in view.history] == ["S9", view.history[1].cards[0][1].text]
    assert view.history[-1].leader is view.history[0].winner  # the last one stands last
    while table.state.phase == "play" and len(table.state.history) < 9:
        table.goes(table.legal[0])
    table.goes(table.legal[0]).goes(table.legal[0])
    last = table.state.apply(table.state.legal()[0])
    assert last.phase == "over"
    shown = last.view(None)
    assert all(len(hand.cards or ()) == 10 for hand in shown.hands.values())
    assert shown.talon == last.talon
    assert len(shown.history) == 10


def test_what_a_view_tells() -> None:
    table = Table("leningrad", players=4)
    before = table.view("H1")
    assert (before.phase, before.turn, before.actor, before.legal) == ("deal", None, None, ())
    table.deal(talon="♦7 ♦8")
    auction = table.goes("6S pass").view("H3")
    assert (auction.phase, auction.turn, auction.actor) == ("auction", table.seat("H3"), table.seat("H3"))
    assert [(table.who(seat), call) for seat, call in auction.calls] == [("H1", "6S"), ("H2", "pass")]
    assert (str(auction.bid), auction.contract, auction.declarer) == ("6S", None, None)
    assert (auction.price, auction.factor, auction.tricks) == (2, 1, {})
    assert tokens(auction.legal) == table.legal
    assert table.view("H1").legal == ()
    table.goes("6C here pass").discards("D7 D8").goes("contract:6C pass")
    assert table.view().declarer is table.seat("H1")
    whist = table.view("H3")
    assert [(table.who(seat), word) for seat, word in whist.answers] == [("H2", "pass")]
    assert (str(whist.bid), str(whist.contract), whist.whisters, whist.open) == ("6C", "6C", (), False)
    table.goes("whist open")
    for _ in range(3):
        table.goes(table.legal[0])
    play = table.view("H2")
    assert play.whisters == (table.seat("H3"),)
    assert sum(play.tricks.values()) == 1
    assert play.tricks[play.history[0].winner] == 1
    assert set(play.tricks) == set(table.terms.hands)
    assert (play.lead, play.claim, play.outcome, play.shared) == (None, None, None, False)


# ------------------------------------------------------------------ 3.9.22 ending by consent


def claim(**tricks: int) -> str:
    return "claim:" + "-".join(f"{seat}{n}" for seat, n in tricks.items())


@pytest.mark.rule("P-3.9.22", "PC-4.7.21")
def test_all_agree_and_the_deal_is_over_without_play() -> None:
    table = Table().buys("6S").goes("whist whist")  # N deals: E is the declarer
    table.does("H1", claim(N=2, E=6, S=2))
    assert (table.actor, table.legal) == ("H2", ["no", "yes"])
    table.goes("yes")
    assert table.actor == "H3"
    table.goes("yes")
    assert table.outcome.tricks == {"N": 2, "E": 6, "S": 2}
    assert table.pool("H1") == 2


@pytest.mark.rule("P-3.9.22")
def test_one_refusal_and_the_play_goes_on_and_the_offer_is_not_repeated_in_this_trick() -> None:
    table = Table().buys("6S").goes("whist whist").does("H1", claim(N=2, E=6, S=2)).goes("yes no")
    assert (table.state.phase, table.turn, table.actor) == ("play", "H1", "H1")
    refusal = table.refuses(claim(N=1, E=7, S=2), "H1")
    assert (refusal.code, refusal.law) == ("already_claimed", "P-3.9.22")
    assert not [token for token in tokens(table.state.offers(table.seat("H1"))) if token.startswith("claim")]
    table.does("H3", claim(N=2, E=7, S=1)).goes("no")  # another may offer
    for _ in range(3):
        table.goes(table.legal[0])
    assert table.does("H1", next(t for t in tokens(table.state.offers(table.seat("H1"))) if "claim" in t)).state.claim


@pytest.mark.rule("P-3.9.22")
def test_while_an_offer_waits_nothing_else_happens() -> None:
    table = Table().buys("6S").goes("whist whist").does("H2", claim(N=2, E=6, S=2))
    assert table.refuses("SA", "H1").code == "claim_pending"
    assert table.refuses("yes", "H2").code == "not_your_turn"  # its author
    assert table.refuses(claim(N=2, E=6, S=2), "H3").code == "claim_pending"
    assert table.refuses("surrender", "H1").code == "claim_pending"


@pytest.mark.rule("P-3.9.22")
@pytest.mark.parametrize(
    "tricks", [{"N": 2, "E": 6, "S": 3}, {"N": 2, "E": 6}, {"N": 2, "E": 6, "S": 1, "W": 1}, {"N": -1, "E": 11, "S": 0}]
)
def test_an_offer_must_add_up(tricks: dict[str, int]) -> None:
    table = Table().buys("6S").goes("whist whist")
    refusal = table.refuses(Claim({table.seat(seat): n for seat, n in tricks.items()}), "H1")
    assert (refusal.code, refusal.law) == ("impossible_tricks", "P-3.9.5")


@pytest.mark.rule("P-3.9.22")
def test_tricks_that_were_taken_cannot_be_offered_away() -> None:
    table = game("NT", H1="♠9", H2="♠A", H3="♠T").goes("S9 SA ST")
    assert table.who(table.state.history[0].winner) == "H2"
    taken = Claim({seat: 0 if table.who(seat) == "H2" else 5 for seat in table.terms.hands})
    assert table.refuses(taken, "H2").code == "impossible_tricks"
    assert all(offer.tricks[table.seat("H2")] >= 1 for offer in table.state.offers() if isinstance(offer, Claim))


@pytest.mark.rule("P-3.9.22")
def test_whose_consent_is_needed() -> None:
    light = Table(players=4).buys("6S").goes("pass half pass whist")  # the dealer whists
    light.does("D", claim(**{light.seat("H1").value: 6, light.seat("H2").value: 4, light.seat("H3").value: 0}))
    asked = []
    while light.state.claim is not None and light.pulka.number == 1:
        asked.append(light.actor)
        light.goes("yes")
        if light.pulka.number == 2:
            break
    assert asked == ["H1", "H2", "H3"]
    sits = Table(players=4).buys("6S").goes("whist whist")
    assert sits.refuses(claim(N=0, E=6, S=2, W=2), "D").law == "P-3.9.22"  # the dealer sits out: no voice
    assert sits.refuses(claim(N=0, E=6, S=2, W=2), "D").code == "not_your_turn"


@pytest.mark.rule("P-3.9.22", "P-3.7.6.1")
@pytest.mark.parametrize("players", [4, 5])
def test_in_an_all_pass_the_dealer_answers_while_his_talon_leads(players: int) -> None:
    """Else three could agree that he takes two tricks."""
    table = Table(players=players).deal().goes("pass pass pass")
    takers = {table.seat("H1"): 3, table.seat("H2"): 3, table.seat("H3"): 2, table.seat("D"): 2}
    table.does("H1", Claim(takers).token).goes("yes yes")
    assert (table.actor, table.legal) == ("D", ["no", "yes"])
    table.goes("no")
    assert (table.state.phase, table.actor) == ("play", "H1")
    for _ in range(6):
        table.goes(table.legal[0])
    assert table.state.view(table.seat("D")).offers == ()  # his leads are over, and so is his part
    offer = next(offer for offer in table.state.offers() if isinstance(offer, Claim))
    table.goes(offer.token).goes("yes yes")
    assert table.pulka.number == 2


@pytest.mark.rule("P-3.9.22", "P-3.7.6.1")
def test_the_dealer_can_only_be_given_the_tricks_that_his_talon_still_leads() -> None:
    table = Table(players=4).deal().goes("pass pass pass")
    dealer = table.seat("D")
    most = [max(o.tricks[dealer] for o in table.state.offers() if isinstance(o, Claim))]
    for _ in range(2):
        for _ in range(3):
            table.goes(table.legal[0])
        most.append(max(o.tricks[dealer] for o in table.state.offers() if isinstance(o, Claim)))
    assert table.state.tricks is not None
    won = table.state.tricks.won[dealer.position]
    assert most[0] == 2
    assert most[-1] == won


@pytest.mark.rule("P-3.9.22")
def test_who_offers_shows_his_cards_while_the_others_think() -> None:
    table = Table().buys("6S").goes("whist whist").does("H1", claim(N=2, E=6, S=2))
    seen = [bool(table.view("H2").hands[table.seat(who)].cards) for who in ("H1", "H3")]
    assert seen == [True, False]
    table.goes("no")
    assert table.view("H2").hands[table.seat("H1")].cards is None


@pytest.mark.rule("P-3.9.22", "P-3.6.1")
def test_a_misere_is_conceded_by_consent_too() -> None:
    table = Table().deal().goes("misere pass pass").discards()
    table.does("H2", claim(N=5, E=2, S=3)).goes("yes yes")
    assert table.hill("H1") == 20


@pytest.mark.rule("P-3.9.22")
def test_an_answer_from_another_is_refused_by_the_rule_of_claims() -> None:
    table = Table().buys("6S").goes("whist whist").does("H1", claim(N=2, E=6, S=2))
    for who in ("H1", "H3"):  # its author, and one whose turn to answer has not come
        assert table.refuses("yes", who).law == "P-3.9.22"


# ------------------------------------------------------------------ gusarik


@pytest.mark.rule("P-3.6.6", "P-1.2")
@pytest.mark.parametrize("declarer", ["H1", "H2"])
def test_at_gusarik_a_misere_is_caught_with_both_hands(declarer: str) -> None:
    table = Table(players=2).plays("misere", by=declarer)
    other, dummy = "H1" if declarer == "H2" else "H2", table.terms.dummy
    assert dummy is not None

    def seen(who: str | None) -> list[bool]:
        hands = table.view(who).hands
        return [hands[seat].cards is not None for seat in (table.seat(other), dummy)]

    first = declarer == "H1"  # he leads in the dark; else both hands lie open before the lead
    assert seen(declarer) == seen(None) == [not first] * 2
    assert seen(other) == [True, True]  # nobody plays cards that he does not see
    for _ in range(30):
        assert table.actor == (declarer if table.turn == declarer else other)
        if table.state.history or table.state.trick:
            assert seen(declarer) == seen(None) == [True, True]
        table.goes(table.legal[0])
    assert table.pulka.number == 2


@pytest.mark.rule("P-3.3.19b", "P-3.5.3")
def test_at_gusarik_a_six_won_blind_is_played_against_both_open_hands() -> None:
    """There is no second defender to whist in the dark: the closed hand lies open, for the declarer too."""
    table = Table("classic+gusarik", {"allpass.forced_rounds": 0}, players=2)
    table.deal().goes("blind:6S look pass take").discards().goes("contract:6S")
    dummy = table.terms.dummy
    assert dummy is not None
    assert (table.state.phase, table.view().open) == ("play", True)
    for viewer in ("H1", "H2", None):
        assert table.view(viewer).hands[dummy].cards
        assert table.view(viewer).hands[table.seat("H2")].cards
    table.goes(table.legal[0])
    assert table.actor == "H2"


@pytest.mark.rule("P-1.2", "P-3.8.4")
def test_gusarik_from_the_deal_to_the_settlement() -> None:
    table = Table(players=2, changes={"pool_target": 4})
    table.deal(H1="♠A ♠K ♠Q ♠J ♠T ♠9 ♥7 ♦7 ♣7 ♣8", talon="♦8 ♦9").goes("6S pass").discards("D8 D9").goes("contract:6S")
    dummy = table.terms.dummy
    assert dummy is not None
    assert table.legal == ["pass", "whist"]
    assert table.view("H2").hands[dummy].cards is None
    table.goes("whist")  # there is no choice of dark or light
    assert (table.state.phase, table.view().open) == ("play", True)
    for viewer in ("H1", "H2", None):
        assert table.view(viewer).hands[dummy].cards
        assert table.view(viewer).hands[table.seat("H2")].cards
    for _ in range(30):
        assert table.actor == ("H1" if table.turn == "H1" else "H2")  # the whister plays both hands
        table.goes(table.legal[0])
    assert table.outcome.tricks == {table.name("H1"): 6, table.name("H2"): 4}  # the closed hand's are the whister's
    assert (table.pool("H1"), table.whists("H2", "H1")) == (2, 8)
    assert table.result("H1") == 10 - 8
    assert table.plays("6S", "pass").pulka.sheet.pool == (2, 2)
    table.plays("7S", "pass", by="H2")  # two points close his own pool, two help the other's
    assert table.pulka.sheet.pool == (4, 4)
    assert [entry.points for entry in table.entries() if entry.column == "whists"] == [20]
    assert table.pulka.finished
    assert sum(table.settlement.result) == 0
