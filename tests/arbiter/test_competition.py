"""Rulings at an event (kozyr.arbiter.laws.competition): for any game, played here on preferans of four."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from kozyr.cards import Seat
from kozyr.games.rulings import Scored
from tests.arbiter.hearing import Hearing, heard, refused
from tests.cases import Row, case

DEAL = 'deal "N:- KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"'  # N deals and sits out
PLAYED = f"{DEAL} 6S pass pass discard:CA,DA contract:6S whist whist"
ALL = ("N", "E", "S", "W")


def ruled(incident: Mapping[str, object], events: str = DEAL) -> Hearing:
    """A ruling at a table of four."""
    return heard(events, incident, players=4)


def scores(found: Hearing, choice: int = 0) -> dict[str, str]:
    """Who is scored how."""
    effects = found.ruling.branches[choice].effects
    return {effect.player: effect.points for effect in effects if isinstance(effect, Scored)}


@pytest.mark.rule("PT-I.10.A", "PT-I.10.B")
def test_a_fouled_deal_is_marked() -> None:
    found = ruled({"type": "fouled"})
    assert found.effects == ["play-on"]
    assert found.cites("PT-I.10.A", "PT-I.10.B")


@pytest.mark.rule("PT-I.11.1.A", "PT-I.11.1.B.1", "PT-I.11.1.B.2", "PT-I.11.1.C")
@pytest.mark.parametrize(
    ("by", "law", "effects"),
    [
        ("player", "PT-I.11.1.A", ["play-on"]),
        ("innocents_spectator", "PT-I.11.1.B.1", ["play-on", "warn=E"]),
        ("offenders_spectator", "PT-I.11.1.B.2", ["play-on", "warn=E"]),
    ],
)
def test_who_drew_attention_decides_what_is_lost(by: str, law: str, effects: list[str]) -> None:
    found = ruled({"type": "attention", "by": by, "offender": "E"})
    assert found.effects == effects
    assert found.cites(law, "PT-I.11.1.A")


@case("W-PT-I.11.2-40", "W-PT-I.11.2-50", "W-PT-I.11.2-60")
@pytest.mark.rule("PT-I.11.2.A")
def test_an_artificial_score_goes_by_guilt(row: Row) -> None:
    guilt = {"guilty": "fully", "partly guilty": "partly", "innocent": "innocent"}[
        row.situation["artificial_score_for"]
    ]
    found = ruled({"type": "adjusted", "why": "no_normal_play", "guilt": {"E": guilt}})
    share = Fraction(scores(found)["E"])
    assert share == row.expected["percent"]
    assert share * row.situation["max"] / 100 == Fraction(row.expected["matchpoints"])
    assert found.after().match.dealer == 1  # the deal is broken off, and the next one follows


@pytest.mark.rule("PT-I.11.2.B.2")
def test_an_assigned_score_is_the_best_and_the_worst_that_was_possible() -> None:
    possible = {"E": [10, -20], "S": [5, "26/3", -8], "W": [3, 1, 2]}
    guilt = {"E": "fully", "W": "partly"}  # whoever has a part in it has the worst result, too
    found = ruled({"type": "adjusted", "why": "no_compensation", "guilt": guilt, "possible": possible})
    assert scores(found) == {"E": "-20", "S": "26/3", "W": "1"}
    refused(DEAL, {"type": "adjusted", "why": "no_compensation", "guilt": {"X": "fully"}}, "no player", players=4)


@case("W-PT-I.11.3-1")
def test_a_pocket_with_a_wrong_number_after_a_call(row: Row) -> None:
    found = ruled({"type": "pocket_count", "seat": "E", "guilty": ["E"]}, f"{DEAL} 6S")
    assert scores(found) == {"N": "60", "E": "40", "S": "60", "W": "60"}
    assert row.expected["ruling"] == "artificial adjusted score"


@pytest.mark.rule(
    "PT-I.11.3.A", "PT-I.11.3.A.1", "PT-I.11.3.A.2", "PT-I.11.3.A.3", "PT-I.11.3.B", "PT-I.11.3.B.1", "PT-I.11.3.B.2", "PT-I.11.3.C"
)  # fmt: skip
@pytest.mark.parametrize(
    ("facts", "law", "effects"),
    [
        ({}, "PT-I.11.3.A.1", "play-on"),
        ({"restore": "earlier_players"}, "PT-I.11.3.A.2", "play-on"),
        ({"restore": "redeal"}, "PT-I.11.3.A.3", "redeal=same"),
        ({"seen": True, "consent": True}, "PT-I.11.3.B.1", "play-on"),
        (
            {"seen": True, "material": True, "consent": True},
            "PT-I.11.3.B.2",
            "+".join(f"score=artificial,{n},60" for n in ALL),
        ),
        ({"played": True, "keeps": ["N", "S", "W"]}, "PT-I.11.3.C", "score=artificial,E,60"),
    ],
)
def test_a_pocket_with_a_wrong_number_before_a_call(facts: Mapping[str, object], law: str, effects: str) -> None:
    found = ruled({"type": "pocket_count", "seat": "E", **facts})
    assert found.effects == [effects]
    assert found.cites(law)


@pytest.mark.rule("PT-I.11.4.A", "PT-I.11.4.A.1", "PT-I.11.4.A.2")
@pytest.mark.parametrize(("where", "law"), [("elsewhere", "PT-I.11.4.A.1"), ("no", "PT-I.11.4.A.2")])
def test_a_card_missing_before_the_play_is_given_back(where: str, law: str) -> None:
    incident = {"type": "card_missing", "seat": "E", "card": "SK", "found": where}
    found = ruled(incident, f"{DEAL} E:missing:E:SK!")
    assert found.effects == ["give=SK,,E"]
    assert found.cites(law, "PT-I.11.4.A")
    state = found.after().state
    assert state is not None
    assert state.view(Seat.E).hands[Seat.E].count == 10
    refused(DEAL, incident, "somebody holds it", players=4)


@pytest.mark.rule("PT-I.11.4.B", "PT-I.11.4.B.1a", "PT-I.11.4.B.1b", "PT-I.11.4.B.2", "PT-I.11.4.B.3")
@pytest.mark.parametrize(
    ("where", "law", "effects"),
    [
        ("played", "PT-I.11.4.B.1a", ["play-on"]),
        ("elsewhere", "PT-I.11.4.B.1b", ["give=SK,,E", "give=SK,,E+warn=E"]),
        ("no", "PT-I.11.4.B.2", ["give=SK,,E", "give=SK,,E+warn=E"]),
    ],
)
def test_a_card_missing_during_the_play(where: str, law: str, effects: list[str]) -> None:
    incident = {"type": "card_missing", "seat": "E", "card": "SK", "found": where}
    found = ruled(incident, f"{PLAYED} SQ E:missing:E:SK!")
    assert found.effects == effects
    assert found.cites(law, "PT-I.11.4.B")


@pytest.mark.rule("PT-I.11.5", "PT-I.11.5.A", "PT-I.11.5.A.1")
def test_who_played_no_card_adds_one_of_the_suit() -> None:
    events = f"{PLAYED} SQ ST S8 HA H7 HT"
    found = ruled({"type": "defective_trick", "seat": "E", "trick": 1, "cards": "none", "card": "SK"}, events)
    assert found.effects == ["give=SK,E,"]
    refused(
        events,
        {"type": "defective_trick", "seat": "E", "trick": 1, "cards": "none", "card": "HK"},
        "the card must be of S",
        players=4,
    )


@case("W-PT-I.11.5-1")
def test_without_the_suit_any_card_and_a_revoke(row: Row) -> None:
    events = f"{PLAYED} SQ ST S8 HA H7 HT"
    found = ruled({"type": "defective_trick", "seat": "W", "trick": 2, "cards": "none", "card": "CT"}, events)
    assert found.effects[0].startswith("give=CT,W,+transfer=1,W,")
    assert found.cites("PT-I.11.5.A.2", "P-3.9.16.2")
    assert row.expected["deemed_revoke_in_defective_trick"] is True


@case("W-PT-I.11.5-2")
def test_who_played_several_gets_them_back(row: Row) -> None:
    events = f"{PLAYED} SQ ST S8 E:missing:E:SK!"
    found = ruled({"type": "defective_trick", "seat": "E", "trick": 1, "cards": "several", "card": "SK"}, events)
    assert found.effects == ["give=SK,,E"]
    assert row.expected["card_left_in_trick"] == "highest that could legally have been played"


@pytest.mark.rule("PT-I.11.6.A", "PT-I.11.6.A.1", "PT-I.11.6.A.2")
def test_a_wrong_board_that_nobody_had_played_stands_or_is_made_up_for() -> None:
    found = ruled({"type": "wrong_board"})
    assert found.effects == ["play-on", "redeal=same"]


@case("W-PT-I.11.6-1")
def test_a_board_that_one_had_played_before(row: Row) -> None:
    found = ruled({"type": "wrong_board", "before": ["N"]})
    assert scores(found) == {"E": "60", "S": "60", "W": "60"}
    assert row.expected["second_result_of_P1"] == "cancelled"


@pytest.mark.rule("PT-I.11.7")
def test_a_wrong_box() -> None:
    assert ruled({"type": "wrong_box"}).effects == ["redeal=same"]
    assert set(scores(ruled({"type": "wrong_box", "distorted": True})).values()) == {"60"}
    assert set(scores(ruled({"type": "wrong_box"}, PLAYED))) == set(ALL)


@pytest.mark.rule("PT-I.13.2.5", "PT-I.13.2.6")
def test_an_arbiters_own_error_makes_all_innocent() -> None:
    assert scores(ruled({"type": "arbiter_error"})) == dict.fromkeys(ALL, "60")
    assert ruled({"type": "arbiter_error", "scorable": True}).effects == ["play-on"]


@case("W-PT-I.13.2.7-1")
def test_agreed_facts_have_five_cases(row: Row) -> None:
    for one in ("none", "prescribed", "choice", "discretion"):
        assert ruled({"type": "facts", "agreed": True, "case": one}).effects == ["play-on"]
    found = ruled({"type": "facts", "agreed": True, "case": "unpenalised", "damage": True, "guilt": {"E": "partly"}})
    assert scores(found)["E"] == "50"
    assert row.expected["ruling"] == "adjusted score"


@case("W-PT-I.13.2.8-1")
def test_disputed_facts_have_two(row: Row) -> None:
    assert ruled({"type": "facts", "agreed": False}).effects == ["play-on"]
    assert row.expected["ruling"] == "one that lets play continue"
    settled = ruled({"type": "facts", "agreed": False, "established": True, "case": "unpenalised", "damage": True})
    assert settled.cites("PT-I.13.2.8", "PT-I.13.2.7")
    assert scores(settled)


@case("W-PT-0.6-1")
def test_an_appeal_has_two_deadlines(row: Row) -> None:
    early = ruled({"type": "appeal", "after": 2}, f"{DEAL} ruled:P-4.2.7:arbiter:warn=E")
    assert early.ruling.deadline is not None
    assert (early.ruling.deadline.until, early.ruling.deadline.passed) == ("next_deal", False)
    assert row.expected["notice_deadline"] == "start of the next deal"
    for minutes, passed in ((30, False), (31, True)):
        filed = ruled({"type": "appeal", "minutes": minutes})
        assert filed.ruling.deadline is not None
        assert filed.ruling.deadline.passed is passed
    events = f"{DEAL} ruled:P-4.2.7:arbiter:warn=E 6S pass pass discard:CA,DA contract:6S pass pass pass"
    next_deal = 'deal "N:KQ7.AKQ.QT8.Q - AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"'
    late = ruled({"type": "appeal", "after": 2}, f"{events} {next_deal}")
    assert late.ruling.deadline is not None
    assert late.ruling.deadline.passed


@pytest.mark.rule("PT-0.9")
def test_a_missing_and_a_lost_protocol() -> None:
    missing = ruled({"type": "protocol", "lost": False, "by": "E"})
    assert missing.effects[0] == "play-on"
    assert scores(missing, 1)["E"] == "40"
    assert ruled({"type": "protocol", "lost": True, "by": "E"}).effects == ["warn=E"]
