"""What calls mean and who may know it: questions, explanations, the review, the system card (B-AUC-15, B-LAW-REV)."""

import msgspec
import pytest

from kozyr.cards import Seat
from kozyr.games import Deal, Reason, Refusal
from kozyr.games.bridge import SystemCard, parse
from kozyr.games.bridge.words import Ask, Bid, Denomination, Explain
from tests.boards import Board

FORCING = Bid(2, Denomination.CLUBS, meaning="strong, forcing: 22+ or game")


@pytest.mark.rule("B-AUC-15", "B-LAW-REV-1", "B-LAW-REV-2")
def test_partner_explains_when_an_opponent_asks() -> None:
    table = Board().deal().goes("1NT")
    assert table.refuses(Explain(0, "15-17"), "S") == Refusal(Reason.NO_RIGHT, "B-AUC-15")
    assert table.refuses("ask:0", "W") == Refusal(Reason.NOT_YOUR_TURN, "B-LAW-REV-1")
    assert [event.token for event in table.state.offers(Seat.E)] == ["ask:0"]
    assert table.refuses("ask:1", "E").law == "B-AUC-15"
    table.goes("E:ask:0")
    assert table.view("W").asked == (0,)
    assert table.actor == "E"  # a question holds nobody up
    assert table.refuses("ask:0", "E").code == "not_now"
    assert table.refuses(Explain(0, "15-17"), "N").law == "B-LAW-REV-2"
    assert table.refuses(Explain(0, ""), "S").law == "B-AUC-15"
    assert table.refuses(Explain(0, "x" * 501), "S").law == "B-AUC-15"
    table.happens(Explain(0, "15-17"), "S")
    assert table.view("W").asked == ()
    for viewer in ("N", "E", "S", "W", None):  # at a real table all hear it
        assert table.view(viewer).meanings == {0: "15-17"}
    table.goes("pass")
    assert table.refuses("ask:0", "S") == Refusal(Reason.NO_RIGHT, "B-AUC-15")
    assert table.state.why_not(Ask(1), Seat.S) is None


@pytest.mark.rule("B-LAW-REV-2")
def test_nobody_explains_his_own_call_where_partner_does() -> None:
    assert Board().deal().refuses(FORCING) == Refusal(Reason.NO_RIGHT, "B-LAW-REV-2")


@pytest.mark.rule("B-AUC-15")
def test_online_the_bidder_tells_the_opponents_and_partner_does_not_see_it() -> None:
    table = Board(explain="self").deal()
    before = table.state
    table.happens(FORCING)
    assert table.state.calls[-1][1] == Bid(2, Denomination.CLUBS)
    seen = {viewer: table.view(viewer).meanings for viewer in ("N", "E", "S", "W", None)}
    assert seen == {
        "N": {0: FORCING.meaning},
        "E": {0: FORCING.meaning},
        "S": {},
        "W": {0: FORCING.meaning},
        None: {0: FORCING.meaning},
    }
    assert before.shown(FORCING, Seat.N, Seat.S) == Bid(2, Denomination.CLUBS)
    assert before.shown(FORCING, Seat.N, Seat.E) == FORCING
    assert before.shown(FORCING, Seat.N, None) == FORCING
    later = Explain(0, "and natural")
    assert table.refuses(later, "S").law == "B-LAW-REV-2"
    assert table.state.shown(later, Seat.N, Seat.S) == Explain(0, "")
    table.happens(later, "N")  # unasked as well, and to correct
    assert table.view("E").meanings == {0: "and natural"}
    table.goes("pass pass pass").plays_on()
    assert table.view("S").meanings == {0: "and natural"}
    assert table.refuses(Bid(1, Denomination.CLUBS, meaning="x" * 501)).code == "not_now"


def test_a_meaning_may_be_too_long() -> None:
    assert Board(explain="self").deal().refuses(Bid(1, Denomination.CLUBS, meaning="x" * 501)).law == "B-AUC-15"


@pytest.mark.rule("B-LAW-REV-1", "B-LAW-REV-3")
def test_the_review_ends_with_the_opening_lead() -> None:
    table = Board().deal().goes("1NT pass pass pass")
    assert all(table.view(viewer).review for viewer in "NESW")
    assert [event.token for event in table.state.offers(Seat.W)] == [
        "ask:0",
        "ask:2",
    ]  # between auction and lead all may
    assert [event.token for event in table.state.offers(Seat.S)] == ["ask:1", "ask:3"]
    table.goes("W:ask:0").happens(Explain(0, "15-17"), "S").plays_on(51)
    assert not table.view("W").review
    assert table.view("W").contract == table.view("E").bid
    assert table.view("W").calls[0] == (Seat.N, "1NT")  # nobody forgets what he heard
    assert table.refuses("ask:2", "W") == Refusal(Reason.NOT_NOW, "B-LAW-REV-3")
    assert table.refuses(Explain(0, "16-18"), "S") == Refusal(Reason.NOT_NOW, "B-LAW-REV-3")
    always = Board(review_after_lead="always").deal().goes("1NT pass pass pass").plays_on(51)
    assert always.view("W").review
    assert always.state.why_not(Ask(2), Seat.W) is None
    assert table.plays_on().view("W").review


@pytest.mark.rule("B-AUC-15")
def test_who_has_no_partner_has_nothing_to_explain() -> None:
    table = Board(players=3).deal().goes("1S pass 2C")
    assert table.refuses("ask:2", "E") == Refusal(Reason.NO_RIGHT, "B-LAW-REV-2")
    assert Board(players=2).deal().goes("1S").refuses("ask:0", "E").law == "B-LAW-REV-2"


@pytest.mark.parametrize("text", ["15-17 HCP", "пас?!", 'a:b;{c}[d]"e" 100% \n', "♠", "=1="])
def test_meanings_are_words_of_a_record(text: str) -> None:
    for event in (Explain(3, text), Bid(1, Denomination.NO_TRUMP, meaning=text), msgspec.structs.replace(parse("pass"), meaning=text),
                  msgspec.structs.replace(parse("XX"), meaning=text)):  # fmt: skip
        token = event.token
        assert token.isascii()
        assert not set(token) & set(' \t\n;{}[]"')
        assert parse(token) == event


@pytest.mark.parametrize("token", ["ask:", "ask:-1", "ask:1000000", "explain:x:y", "claim:14", "stop", "XXX", "NT", "8C:x",
                                   "correction:XX:5:B-LAW-0", "correction:NS:x:B-LAW-0", "SA:x"])  # fmt: skip
def test_no_events(token: str) -> None:
    with pytest.raises(ValueError, match="no event of bridge"):
        parse(token)


@pytest.mark.rule("B-AUC-13", "B-AUC-14")
def test_a_system_card_says_what_calls_mean() -> None:
    card = SystemCard("house", {"1NT": "15-17", "1NT pass 2C": "asks for a major"}, {"leads": "fourth best"})
    card.check()
    assert card.meaning([parse("1NT")]) == "15-17"
    assert card.meaning([parse("pass"), parse("1NT"), parse("pass"), parse("2C")]) == "asks for a major"
    assert card.meaning([parse("pass")]) == ""
    assert card.meaning([]) == ""
    assert msgspec.json.decode(msgspec.json.encode(card), type=SystemCard) == card
    with pytest.raises(ValueError, match="no event"):
        SystemCard("house", {"1NT pass 2X": "?"}).check()


def test_a_deal_shows_everyone_his_own_hand() -> None:
    full = Deal("N:AK32.J84.A75.K93 QJ9.KQ9.KT82.J84 T876.A52.QJ3.AQ2 54.T763.964.T765")
    state = Board().state
    assert state.shown(full, None, Seat.E) == Deal("N:- QJ9.KQ9.KT82.J84")
    assert state.shown(full, None, None) == Deal("N:-")
    two = Board(players=2).state
    assert two.shown(full, None, Seat.N) == Deal("N:AK32.J84.A75.K93 - T876.A52.QJ3.AQ2")
    assert two.shown(full, None, Seat.S) == Deal("N:-")
    assert Board(players=3).state.shown(full, None, Seat.N) == Deal("N:AK32.J84.A75.K93")
