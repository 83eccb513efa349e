"""Play (D-PLAY), and the errors that the rules price (D-BAIT-3 to D-BAIT-6). Trumps are hearts."""

from itertools import pairwise

import pytest

from kozyr.cards import parse_card
from kozyr.deals import DEBERTS
from kozyr.games import Reason, Refusal
from kozyr.games.deberts import State, parse
from kozyr.games.deberts.ranks import POINTS
from kozyr.games.unchecked import force
from tests.cases import Row, case
from tests.duel import Duel, cards

RULE = {"table__irregularities": "rule"}
SUITS = {True: "H", False: "S"}


def trick(led: str, answer: str) -> tuple[str | None, int]:
    """Who takes a trick of two cards, the only ones of their suit that the two hold, and what it is worth."""
    others = [card.text for card in DEBERTS.cards if card.suit.value != led[0] and card.rank.value in "AT8QK7"]
    table = Duel().deal(f"{led} {' '.join(others[0:16:2])}", f"{answer} {' '.join(others[1:16:2])}", up="D9")
    assert [event.token for event in table.plays("H").goes(led).state.legal() if event.token[0] == led[0]] == [answer]
    table.goes(answer)
    return table.who(table.state.history[-1].winner), sum(table.view().points.values())


def worth(card: str) -> int:
    """What a card brings to a trick, beside one that is worth nothing."""
    return trick(card, card[0] + ("8" if card[1] == "7" else "7"))[1]


@case(
    "W-D-PLAY-6-TJ", "W-D-PLAY-6-T9", "W-D-PLAY-6-TA", "W-D-PLAY-6-T10",
    "W-D-PLAY-6-TK", "W-D-PLAY-6-TQ", "W-D-PLAY-6-T8", "W-D-PLAY-6-T7",
    "W-D-PLAY-6-PA", "W-D-PLAY-6-P10", "W-D-PLAY-6-PK", "W-D-PLAY-6-PQ",
    "W-D-PLAY-6-PJ", "W-D-PLAY-6-P9", "W-D-PLAY-6-P8", "W-D-PLAY-6-P7",
)  # fmt: skip
def test_what_a_card_is_worth(row: Row) -> None:
    card = parse_card(SUITS[row.situation["trump"]] + row.situation["card"])
    assert worth(card.text) == row.expected["points"]


@case("W-D-PLAY-6-sum")
def test_what_the_pack_is_worth(row: Row) -> None:
    ranks = "789TJQKA"
    trumps, plain = (sum(worth(suit + rank) for rank in ranks) for suit in "HS")
    assert (trumps, plain) == (row.expected["trump_suit"], row.expected["plain_suit"])
    pack = sum(POINTS[parse_card("HA").suit][card.index] for card in DEBERTS.cards)
    assert pack == trumps + 3 * plain == row.expected["pack"]
    assert pack + 10 == row.expected["with_last_trick"]


@case("W-D-PLAY-5-1")
@pytest.mark.parametrize("suit", ["H", "S"])
def test_the_order_of_cards_differs_in_trumps(row: Row, suit: str) -> None:
    ranks = [rank.replace("10", "T") for rank in row.expected["trump_order" if suit == "H" else "plain_order"]]
    for higher, lower in pairwise(ranks):
        assert trick(suit + higher, suit + lower)[0] == "O"
        assert trick(suit + lower, suit + higher)[0] == "R"


@pytest.mark.rule("D-PLAY-2", "D-PLAY-3")
def test_any_card_is_led_and_the_suit_is_followed() -> None:
    table = Duel().deal(o="SA D9 CT H7", r="SK S9 HA D8 DT DQ CK C9 C7", up="D7").plays("H")
    assert set(table.legal) >= {card.text for card in table.hand("O")}
    assert table.goes("SA").legal == ["S9", "SK"]
    assert table.refuses("HA") == Refusal(Reason.MUST_FOLLOW, "D-PLAY-3")
    assert table.refuses("CT") == Refusal(Reason.NOT_HELD, "D-PLAY-2")
    assert table.refuses("S9", "O") == Refusal(Reason.NOT_YOUR_TURN, "D-PLAY-7")
    refused = table.view("R").reasons
    assert set(refused) == table.hand("R") - set(cards("SK S9"))


@case("W-D-PLAY-3-1")
def test_who_is_void_must_trump(row: Row) -> None:
    held = " ".join(row.situation["R_holds"])
    table = Duel().deal(o=row.situation["lead"], r=held + " D9 D8 DQ DK C9 C8 CJ", up="D7").plays("H").goes("SA")
    assert [parse_card(token) for token in table.legal] == [parse_card(card) for card in row.expected["legal"]]
    assert table.refuses("CA") == Refusal(Reason.MUST_TRUMP, "D-PLAY-3")


@pytest.mark.rule("D-PLAY-3")
def test_with_neither_suit_nor_trump_any_card_is_played() -> None:
    table = Duel().deal(o="SA", r="DA DQ D9 D8 CA CQ C9 C8 CJ", up="D7").plays("H").goes("SA")
    assert len(table.legal) == 9


@case("W-D-PLAY-4-1")
def test_a_trump_led_must_be_beaten(row: Row) -> None:
    def suit(text: str) -> str:
        return text.replace("trump 10", "HT").replace("trump ", "H")

    held = [suit(card) for card in row.situation["R_holds"]]
    dealer = " ".join([*held, "DA DQ D9 CA CQ C9 SA"])
    table = Duel().deal(o=suit(row.situation["lead"]), r=dealer, up="D7").plays("H").goes("HK")
    assert table.legal == [suit(card) for card in row.expected["legal"]]
    assert table.refuses("H7") == Refusal(Reason.MUST_OVERTRUMP, "D-PLAY-4")
    free = Duel(must_beat="never").deal(o="HK", r=dealer, up="D7").plays("H").goes("HK")
    assert free.legal == ["H7", "HT"]


@pytest.mark.rule("D-PLAY-4")
def test_who_cannot_beat_a_trump_plays_any_trump() -> None:
    table = Duel().deal(o="HJ", r="HA H8 H7 DA DQ D9 CA CQ C9", up="D7").plays("H").goes("HJ")
    assert table.legal == ["H7", "H8", "HA"]


@pytest.mark.rule("D-PLAY-7", "D-SCORE-1", "D-SCORE-2")
def test_the_winner_leads_and_the_last_of_nine_tricks_is_worth_ten_more() -> None:
    table = Duel().deal(o="SA SK", r="HA", up="D7").plays("H")
    dealt = table.hand("O") | table.hand("R")
    while table.state.outcome is None:
        tricks = table.state.history
        if tricks and not table.state.trick and table.state.phase == "play":
            assert table.state.turn is tricks[-1].winner
        table.goes(table.legal[0])
    outcome = table.state.outcome
    assert len(table.state.history) == 9
    values = POINTS[parse_card("HA").suit]
    assert sum(outcome.points.values()) == sum(values[card.index] for card in dealt) + 10
    last = table.state.history[-1]
    assert outcome.last == last.winner.value
    assert outcome.points[outcome.last] >= 10


# ------------------------------------------------------------------ errors that the rules price


def refusing_to_beat(**options: object) -> Duel:
    """O has declared a terz, R shows a fifty; then R leads a trump that O could beat, and O does not."""
    table = Duel(**options).deal(
        o="D7 CQ CJ CT HA H7 CA DA DT", r="SK SQ SJ ST HK H9 HJ DQ D8", up="S8", bottom="S7"
    )  # fmt: skip
    return table.plays("H").goes("terz D7 show:fifty-SK D8 HK")


@case("W-D-BAIT-4-1")
@pytest.mark.rule("D-BAIT-3")
def test_after_a_card_bait_the_innocent_writes_everything(row: Row) -> None:
    table = refusing_to_beat(**RULE)
    assert {"H7", "HA"} <= set(table.legal)
    assert table.view("O").reasons[parse_card("H7")] == Refusal(Reason.MUST_OVERTRUMP, "D-PLAY-4")
    table.goes("H7 HJ")
    assert table.view(None).baited is None  # nobody can know it yet
    outcome = table.goes("HA").state.outcome  # the trump that he had
    assert outcome is not None
    assert outcome.bait == "S"
    assert outcome.points == {"S": 0, "N": row.situation["card_values_of_all_18_cards"] + 10}
    after = table.party.record(outcome)
    assert after.sheet.points == (row.expected["innocent_writes"], row.expected["offender_writes"])
    assert after.dealer == 0  # the innocent deals (C-DEB-4)


@case("W-D-BAIT-5-1")
def test_each_of_the_three_offences_is_a_card_bait(row: Row) -> None:
    offences = {
        "asked height without a competing combination": (
            "CQ CJ CT SA", "SK S9 D9 D8 DQ", "terz SA height S9", "height",
        ),
        "revoke": ("SA D9", "SK S9 D8 H8", "SA D8", "D8"),
        "did not beat a trump although able": ("HK D9", "HT H7", "HK H7", "H7"),
    }  # fmt: skip
    for offence in row.situation["offences"]:
        eldest, dealer, tokens, error = offences[offence]
        table = Duel().deal(eldest, dealer, up="D7").plays("H").goes(tokens.partition(error)[0])
        assert table.refuses(error).law in {"D-COMBO-9", "D-PLAY-3", "D-PLAY-4"}
        table = Duel(table__irregularities="rule").deal(eldest, dealer, up="D7").plays("H").goes(tokens)
        # From here on both keep to the rules, and it comes to light all the same.
        while table.state.outcome is None:
            fine = [t for t in table.legal if not t[0].isupper() or parse_card(t) not in table.view(table.turn).reasons]
            table.goes(fine[0])
        assert table.state.outcome.bait == "N", offence
        assert row.expected["each"] == "card bait"


@case("W-D-COMBO-9-1")
def test_asking_height_with_nothing_stops_the_deal_when_it_comes_to_light(row: Row) -> None:
    # The eldest holds a card of every sequence that could win but one, and that one's nine lies under the stock.
    table = Duel(**RULE).deal(
        o="CQ CJ CT SQ ST DQ DT HQ HT", r="S9 S8 D9 D8 C9 C8 HA HK SA", up="D7", bottom="H9"
    ).plays("H")  # fmt: skip
    outcome = table.goes("terz SQ height").state.outcome
    assert outcome is not None
    assert outcome.bait == "N"
    assert (len(table.state.history) == 0) == row.expected["deal_stopped"]
    assert table.who(outcome.bait) == row.expected["card_bait"]


@pytest.mark.rule("D-COMBO-9")
def test_a_question_with_a_combination_that_could_win_is_no_offence() -> None:
    table = Duel(**RULE).deal(o="CQ CJ CT SA", r="DT D9 D8 S9", up="D7").plays("H")
    table.goes("terz SA height S9 from:Q passes show:terz-CQ")
    assert table.state.course is not None
    assert table.state.course.offences == ()


def caught(*, bella: str) -> Duel:
    """R has revoked and is found out; O or R holds a bella of which nothing has been played yet."""
    eldest = "SA S7 D9 D7 C7 C9" + (" HK HQ" if bella == "O" else "")
    dealer = "SK S9 D8 DT C8 CT" + (" HK HQ" if bella == "R" else "")
    return Duel(**RULE).deal(eldest, dealer, up="CA", bottom="CK").plays("H").goes("SA D8 S7 SK")


@case("W-D-BAIT-6-1", "W-D-BAIT-6-2")
def test_an_undeclared_bella_after_the_offence(row: Row) -> None:
    whose = {"offender": "R", "innocent": "O"}[row.situation["undeclared_bella"]]
    table = caught(bella=whose)
    if whose == "R":
        outcome = table.state.outcome
        assert outcome is not None
        assert outcome.bella is None
        assert not row.expected["counts"]
        return
    assert (table.state.phase, table.turn, table.legal) == ("bait", "O", ["bella", "pass"])
    assert table.refuses("SA") == Refusal(Reason.NOT_NOW, "D-BAIT-6")
    with_it, without = (Duel.ends(caught(bella="O"), word) for word in ("bella", "pass"))
    assert (with_it.bella, without.bella) == ("S", None)
    points = [table.party.record(outcome).sheet.points[1] for outcome in (with_it, without)]
    assert points[0] - points[1] == row.expected["points"]


@pytest.mark.rule("D-BAIT-6", "D-COMBO-15")
def test_a_bella_of_which_one_card_is_played_is_still_undeclared() -> None:
    def table(*tokens: str) -> Duel:
        dealt = Duel(**RULE).deal("HK HQ SA S7 D9 D7 C7 C9 S8", "SK S9 D8 DT C8 CT DJ CJ DQ", up="CA", bottom="CK")
        return dealt.plays("H").goes(" ".join(tokens))

    one = table("HK DQ", "SA D8 S7 SK")  # R had spades, and his king proves it
    assert (one.turn, one.legal) == ("O", ["bella", "pass"])
    assert one.ends("bella").bella == "S"
    assert table("HK DQ", "SA D8 S7 SK").ends("pass").bella is None
    said = table("HK DQ bella:HQ DJ", "SA D8 S7 SK").state.outcome  # it is declared: nobody is asked
    assert said is not None
    assert said.bella == "S"
    silent = table("HK DQ HQ DJ", "SA D8 S7 SK").state.outcome  # both are played: he has let it go
    assert silent is not None
    assert silent.bella is None


@pytest.mark.rule("D-BAIT-5")
def test_where_errors_are_prevented_only_force_brings_them_about() -> None:
    table = refusing_to_beat()
    assert table.refuses("H7") == Refusal(Reason.MUST_OVERTRUMP, "D-PLAY-4")
    event = parse("H7")
    assert table.state.possible(event)
    forced = force(table.state, event)
    assert isinstance(forced, State)
    table.state = forced
    assert table.goes("HJ HA").ends().bait == "S"


@pytest.mark.rule("D-BAIT-4", "D-BAIT-5")
def test_an_offence_never_outlives_the_deal() -> None:
    # R asks with nothing, and only his last card proves it: he might have held the terz from the ten of diamonds.
    table = Duel(**RULE).deal(
        o="CQ CJ CT SA SK S7 C9 CA HJ", r="S9 S8 HA H9 C8 C7 DA DT D9", up="D7", bottom="DK"
    ).plays("H")  # fmt: skip
    table.goes("terz SA height S9 from:Q passes show:terz-CQ")
    keep = ["DT", "D9"]
    while table.state.outcome is None:
        fine = [t for t in table.legal if not t[0].isupper() or parse_card(t) not in table.view(table.turn).reasons]
        table.goes(min(fine, key=lambda token: token in keep))
    assert table.state.outcome.bait == "N"
