"""The Laws of 2017: the end of the auction (22), calls in rotation (28), calls that cannot be (35, 38, 39), and agreements (23C, 40)."""

import pytest

from kozyr.arbiter.words import sentence
from kozyr.games.refusal import Refused
from tests.arbiter.test_laws2017_boards import PAIRS, pairs, per_cent, told
from tests.arbiter.test_laws2017_cards import DEAL, GAME, heard, legal

OUT = f"{DEAL} pass pass pass pass"


@pytest.mark.law("35C", "38B", "38C")
def test_a_bid_of_eight_becomes_a_pass_and_its_side_bids_no_more() -> None:
    found = heard(f"{DEAL} 1H 2C", {"type": "void_call", "how": "over_seven", "seat": "S"})
    assert found.effects == ["call=S,pass+bar=S,end,bid+bar=N,end,bid"]
    assert found.cites("LDB-35C", "LDB-38B", "LDB-38C")
    assert legal(found, more="2D") == ["pass"]  # N; W has bid over it
    # Not at the own turn: the auction goes back, and the side is barred.
    early = heard(f"{DEAL} 1H 2C", {"type": "void_call", "how": "over_seven", "seat": "W"})
    assert early.effects == ["bar=W,end,bid+bar=E,end,bid"]


@pytest.mark.law("38A", "38D")
def test_a_bid_of_eight_restricts_the_first_lead_of_the_partner() -> None:
    # W had bid eight; N plays three no trumps, and E leads.
    found = heard(GAME, {"type": "void_call", "how": "over_seven", "seat": "W"})
    assert found.effects == ["play-on", *(f"lead=E,{suit},forbid,kept" for suit in "SHDC")]
    assert found.choosers == ["N"] * 5
    assert found.cites("LDB-38A", "LDB-38D", "LDB-26B")
    free = heard(GAME, {"type": "void_call", "how": "over_seven", "seat": "W", "covered": True})
    assert free.effects == ["play-on"]
    own = heard(GAME, {"type": "void_call", "how": "over_seven", "seat": "S"})
    assert own.effects == ["play-on"]  # the declarer's partner leads nothing


@pytest.mark.law("35D", "39A", "39B", "22A2")
@pytest.mark.parametrize(
    ("seat", "call", "covered"),
    [("W", "pass", False), ("S", "6NT", False), ("N", "XX", False), ("W", "X", True)],
    ids=["a defender passes", "dummy bids", "the declarer redoubles", "called over"],
)
def test_most_calls_after_the_last_pass_cost_nothing(seat: str, call: str, covered: bool) -> None:
    incident = {"type": "void_call", "how": "after_end", "seat": seat, "call": call, "covered": covered}
    found = heard(GAME, incident)
    assert found.effects == ["play-on"]
    assert found.cites("LDB-39A", "LDB-39B", "LDB-35D", "LDB-22A2")


@pytest.mark.law("39C")
def test_a_defenders_double_after_the_last_pass_restricts_the_lead() -> None:
    found = heard(GAME, {"type": "void_call", "how": "after_end", "seat": "W", "call": "X"})
    assert found.effects == ["play-on", *(f"lead=E,{suit},forbid,kept" for suit in "SHDC")]
    assert found.cites("LDB-39C", "LDB-26B", "LDB-35D")
    assert not [one for one in legal(found, 3) if one.startswith("D")]  # E holds diamonds and may not lead them
    # The offender is on lead: the partner's first lead comes later, and nothing is ruled yet.
    leader = heard(GAME, {"type": "void_call", "how": "after_end", "seat": "E", "call": "X"})
    assert leader.effects == ["play-on"]
    with pytest.raises(Refused, match="the auction is not over"):
        heard(f"{DEAL} 1H", {"type": "void_call", "how": "after_end", "seat": "W", "call": "X"})
    with pytest.raises(Refused, match="what was called"):
        heard(GAME, {"type": "void_call", "how": "after_end", "seat": "W"})


@pytest.mark.law("22A1")
def test_a_board_that_all_have_passed_is_not_dealt_again() -> None:
    found = told("void_call", OUT, PAIRS, how="after_end", seat="N", call="1C")
    assert (found.effects, found.cites("LDB-22A1", "LDB-39A")) == (["play-on"], True)
    assert "passed out" in sentence(found.ruling.reason)


@pytest.mark.law("35A", "35B")
def test_each_impossible_call_is_named_with_its_law() -> None:
    double = heard(f"{DEAL} 1H pass X!", {"type": "inadmissible", "entry": 4})
    assert double.cites("LDB-35A", "LDB-36B")
    barred = f"{DEAL} 1H ruled:LDB-24C:arbiter:bar=E,end,bid 1S!"
    assert heard(barred, {"type": "inadmissible", "entry": 4}).cites("LDB-35B", "LDB-37B")


# ------------------------------------------------------------------ in rotation


@pytest.mark.law("28A")
def test_nobody_waits_for_an_opponent_who_has_to_pass() -> None:
    early = f"{DEAL} 1H ruled:LDB-24C:arbiter:bar=E,end,bid S:2H!"
    found = heard(early, {"type": "call_out_of_turn", "entry": 4})
    assert (found.effects, found.cites("LDB-28A")) == (["back=3+call=E,pass+call=S,2H"], True)
    # Without the bar the same call is out of turn.
    free = heard(f"{DEAL} 1H S:2H!", {"type": "call_out_of_turn", "entry": 3})
    assert not free.cites("LDB-28A")
    # W calls in the turn of the partner, who has to pass: that is no rotation either.
    partners = heard(f"{DEAL} 1H ruled:LDB-24C:arbiter:bar=E,end,bid W:2S!", {"type": "call_out_of_turn", "entry": 4})
    assert not partners.cites("LDB-28A")


@pytest.mark.law("28B")
def test_a_call_of_the_player_whose_turn_it_was_voids_the_one_out_of_turn() -> None:
    # N opens; S bids in the turn of E, and E calls before the director comes.
    found = heard(f"{DEAL} 1H S:2H! E:2S!", {"type": "call_out_of_turn", "entry": 3})
    assert (found.effects, found.cites("LDB-28B")) == (["back=2+call=E,2S"], True)
    after = found.after().state
    assert after is not None
    assert after.turn is not None
    assert after.turn.value == "S"
    # W calls instead, over the call out of turn: it stands (29A).
    over = heard(f"{DEAL} 1H S:2H! pass", {"type": "call_out_of_turn", "entry": 3})
    assert (over.effects, over.cites("LDB-29A")) == (["play-on"], True)


# ------------------------------------------------------------------ agreements


@pytest.mark.law("23C")
def test_a_comparable_call_that_helped_all_the_same_is_weighed_at_the_end() -> None:
    plain = told("informed", f"{DEAL} 1H", how="assisted", seat="N")
    assert (plain.effects, plain.cites("LDB-23C")) == (["play-on"], True)
    found = told("informed", f"{DEAL} 1H", how="assisted", seat="N", outcomes="420 75, -50 25")
    assert found.effects == ["share=NS,420,75,-50,25+share=EW,-420,75,50,25"]
    assert found.cites("LDB-23C", "LDB-12C1c")


@pytest.mark.law("40A3", "40B4", "40C1")
def test_a_surprise_is_allowed_and_an_expected_one_is_a_hidden_agreement() -> None:
    free = told("agreement", how="deviation", seat="N")
    assert (free.effects, free.cites("LDB-40A3", "LDB-40C1")) == (["play-on"], True)
    known = told("agreement", how="deviation", seat="N", known=True, outcomes="-450 60, -480 40")
    assert known.effects == ["share=NS,-450,60,-480,40+share=EW,450,60,480,40"]
    assert known.cites("LDB-40B4", "LDB-40C1", "LDB-12C1c")
    assert told("agreement", how="undisclosed", seat="N").cites("LDB-40B4")
    with pytest.raises(Refused, match="outcomes: that is not asked"):
        told("agreement", how="deviation", seat="N", outcomes="-450 100")
    with pytest.raises(Refused, match="known: that is not asked"):
        told("agreement", how="forbidden", seat="N", known=True)


@pytest.mark.law("40B5", "40C3a")
def test_a_forbidden_agreement_and_an_aid_to_memory() -> None:
    found = told("agreement", how="forbidden", seat="E")
    assert found.effects[:2] == ["play-on", "play-on+warn=E"]
    assert per_cent(found, 2) == pairs(60, 40)
    assert found.cites("LDB-40B5", "LDB-12C2a")
    aid = told("agreement", how="aid", seat="E")
    assert (aid.effects, aid.cites("LDB-40C3a")) == (["play-on", "play-on+warn=E"], True)
