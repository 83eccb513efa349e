"""The Laws of 2017: calls changed, too low, out of turn or impossible (22-39), worked out from the laws."""

import pytest

from kozyr.games.bridge import State
from kozyr.games.refusal import Refused
from tests.arbiter.test_laws2017_cards import DEAL, heard, legal

LOW = f"{DEAL} 2S 2H!"  # N opens, E bids too low; S is the left-hand opponent, W the partner


@pytest.mark.law("27A1")
def test_a_low_bid_that_was_called_over_stands() -> None:
    found = heard(f"{LOW} pass", {"type": "insufficient", "entry": 3})
    assert found.effects == ["play-on"]
    assert found.cites("LDB-27A1")


@pytest.mark.law("27A1", "27B1")
def test_the_opponent_accepts_a_low_bid_or_it_is_replaced() -> None:
    found = heard(LOW, {"type": "insufficient", "entry": 3})
    assert list(zip(found.choosers, found.effects, strict=True)) == [
        ("S", "play-on"), ("E", "back=2+call=E,3H"), ("E", "back=2+call=E,pass+bar=W,end,bid"),
    ]  # fmt: skip


@pytest.mark.law("27B1a", "27B1b", "27B2", "27B3", "27B4")
@pytest.mark.parametrize(
    ("replaced", "comparable", "effects", "law"),
    [
        ("3H", False, "back=2+call=E,3H", "27B1a"),  # the lowest of the suit
        ("4H", False, "back=2+call=E,4H+bar=W,end,bid", "27B2"),
        ("4H", True, "back=2+call=E,4H", "27B1b"),
        ("pass", False, "back=2+call=E,pass+bar=W,end,bid", "27B2"),
        ("X", False, "back=2+bar=W,end,bid", "27B3"),
        ("X", True, "back=2+call=E,X", "27B1b"),
        ("2D", False, "back=2+bar=W,end,bid", "27B4"),  # too low again
    ],
)
def test_what_a_replacement_costs(replaced: str, comparable: bool, effects: str, law: str) -> None:
    told = {"type": "insufficient", "entry": 3, "replaced": replaced, "comparable": comparable}
    found = heard(LOW, told)
    assert found.effects == ["play-on", effects]
    assert found.cites(f"LDB-{law}")
    if "bar" in effects and "call" in effects:
        assert legal(found, 1, more="pass") == ["pass"]


@pytest.mark.law("26A", "26B")
def test_the_declarer_forbids_one_suit_for_as_long_as_the_lead_is_kept() -> None:
    low = f"{DEAL} pass pass 1H 1S pass pass 1H!"  # S bids too low, and passes instead; W plays, N leads
    told = {"type": "insufficient", "entry": 8, "replaced": "pass"}
    barred = heard(low, told)
    events = f"{low} {barred.ruling.event(1).token}"
    found = heard(events, {"type": "insufficient", "entry": 8})
    assert found.choosers == ["W"] * 4
    # S has bid hearts in the legal auction: the other three may be forbidden.
    assert found.effects == ["play-on", *(f"lead=N,{suit},forbid,kept" for suit in "SDC")]
    again = found.after(1, more="HA H2 H4 H7")  # N keeps the lead
    assert again.state is not None
    assert not [event for event in again.state.legal() if event.token.startswith("S")]
    free = heard(low, {**told, "replaced": "2H"})
    assert free.effects[1] == "back=7+call=S,2H"
    played = f"{low} {free.ruling.event(1).token} 2S pass pass pass"
    assert heard(played, {"type": "insufficient", "entry": 8}).cites("LDB-26A")


# ------------------------------------------------------------------ out of turn


@pytest.mark.law("29A")
def test_a_call_out_of_turn_that_was_called_over_stands() -> None:
    found = heard(f"{DEAL} E:1H! pass", {"type": "call_out_of_turn", "entry": 2})
    assert (found.effects, found.cites("LDB-29A")) == (["play-on"], True)


@pytest.mark.law("25B", "30A", "30B", "31A", "31B", "32A", "32B", "29A")
@pytest.mark.parametrize(
    ("calls", "entry", "choosers", "effects", "law"),
    [
        ("E:pass!", 2, ["S", "arbiter"], ["play-on", "back=1+bar=E,once,bid"], "30A"),
        ("S:pass!", 2, ["W", "arbiter"], ["play-on", "back=1"], "30B"),
        ("W:pass!", 2, ["N", "arbiter"], ["play-on", "back=1"], "30B"),  # W had not called
        ("E:1H!", 2, ["S", "arbiter"], ["play-on", "back=1"], "31A"),
        ("S:1H!", 2, ["W", "arbiter"], ["play-on", "back=1"], "31B"),
        ("1H S:X!", 3, ["W", "arbiter"], ["play-on", "back=2"], "32A"),
        ("1H W:X!", 3, ["N", "arbiter"], ["play-on", "back=2"], "32B"),
        ("1H N:2H!", 3, ["E", "arbiter"], ["play-on", "back=2"], "25B"),  # N again, in the turn of E
    ],
)
def test_a_call_out_of_turn(calls: str, entry: int, choosers: list[str], effects: list[str], law: str) -> None:
    found = heard(f"{DEAL} {calls}", {"type": "call_out_of_turn", "entry": entry})
    assert (found.choosers, found.effects) == (choosers, effects)
    assert found.cites(f"LDB-{law}")


@pytest.mark.law("30A")
def test_who_passed_too_early_passes_again() -> None:
    early = f"{DEAL} E:pass!"  # in N's turn
    back = heard(early, {"type": "call_out_of_turn", "entry": 2}).ruling.event(1).token
    for call in ("pass", "1S"):
        found = heard(f"{early} {back} {call}", {"type": "call_out_of_turn", "entry": 2})
        assert (found.effects, found.ruling.laws) == (["call=E,pass"], ("LDB-30A",))
    with pytest.raises(Refused, match="has to pass now"):
        heard(f"{early} {back} 1S", {"type": "call_out_of_turn", "entry": 2, "replaced": "2H", "comparable": True})


@pytest.mark.law("31A1", "31A2", "23A", "32A1", "32A2")
def test_the_offenders_call_at_the_right_turn() -> None:
    early = f"{DEAL} E:1H!"  # in N's turn
    back = heard(early, {"type": "call_out_of_turn", "entry": 2}).ruling.event(1).token
    repeated = heard(f"{early} {back} pass", {"type": "call_out_of_turn", "entry": 2})
    assert (repeated.effects, repeated.cites("LDB-31A1")) == (["call=E,1H"], True)
    told = {"type": "call_out_of_turn", "entry": 2, "replaced": "2H"}
    after_bid = f"{early} {back} 1S"
    other = heard(after_bid, told)
    assert other.effects == ["call=E,2H+bar=W,once,bid"]
    assert other.cites("LDB-31A2", "LDB-26B")
    same = heard(after_bid, {**told, "comparable": True})
    assert (same.effects, same.cites("LDB-31A2", "LDB-23A")) == (["call=E,2H"], True)
    with pytest.raises(Refused, match="what is called now"):
        heard(after_bid, {"type": "call_out_of_turn", "entry": 2})
    with pytest.raises(Refused, match="not on turn yet"):
        heard(f"{early} {back}", told)
    double = f"{DEAL} pass 1H N:X!"  # N, in the turn of S
    assert heard(double, {"type": "call_out_of_turn", "entry": 4}).cites("LDB-32B")
    own = f"{DEAL} 1H S:X!"  # S, in the turn of E, on the left of N
    token = heard(own, {"type": "call_out_of_turn", "entry": 3}).ruling.event(1).token
    later = heard(f"{own} {token} 1S", {"type": "call_out_of_turn", "entry": 3, "replaced": "2H"})
    assert later.cites("LDB-32A2")
    legal_double = f"{DEAL} pass 1H W:X!"  # of the own side's bid, in the turn of S
    token = heard(legal_double, {"type": "call_out_of_turn", "entry": 4}).ruling.event(1).token
    assert heard(f"{legal_double} {token} pass", {"type": "call_out_of_turn", "entry": 4}).cites("LDB-32A1")


# ------------------------------------------------------------------ change of call


@pytest.mark.law("25A1", "25A3", "25A4")
def test_an_unintended_call_is_changed_until_the_partner_calls() -> None:
    told = {"type": "slip", "entry": 2, "wants": "1S"}
    assert heard(f"{DEAL} 1H", told).effects == ["back=1+call=N,1S"]
    assert heard(f"{DEAL} 1H pass", told).effects == ["back=1+call=N,1S"]  # the opponent may call anew
    late = heard(f"{DEAL} 1H pass 2H", told)
    assert (late.effects, late.cites("LDB-25A3")) == (["play-on"], True)
    over = heard(f"{DEAL} pass pass 1H 1S pass pass pass", {"type": "slip", "entry": 8, "wants": "2H"})
    assert (over.effects, over.cites("LDB-25A4")) == (["play-on"], True)


@pytest.mark.law("25B1", "25B2")
@pytest.mark.parametrize("told", [{"intended": True}, {"paused": True}])
def test_a_call_that_was_meant_stands_unless_the_change_is_accepted(told: dict[str, bool]) -> None:
    found = heard(f"{DEAL} 1H", {"type": "slip", "entry": 2, "wants": "1S", **told})
    assert list(zip(found.choosers, found.effects, strict=True)) == [("E", "back=1+call=N,1S"), ("arbiter", "play-on")]
    assert found.cites("LDB-25B1", "LDB-25B2")


# ------------------------------------------------------------------ impossible calls


@pytest.mark.law("36A", "36B", "36C")
def test_a_double_of_the_own_side() -> None:
    double = f"{DEAL} 1H pass X!"  # S doubles N
    told = {"type": "inadmissible", "entry": 4}
    assert heard(double, told).effects == ["back=3+bar=N,end,bid"]
    assert heard(double, {**told, "replaced": "2H"}).effects == ["back=3+call=S,2H+bar=N,end,bid"]
    over = heard(f"{double} pass", told)
    assert (over.effects, over.cites("LDB-36A")) == (["back=3"], True)
    played = heard(f"{double} pass pass pass", told)
    assert played.cites("LDB-36C")
    assert played.effects == ["back=3+call=S,pass+call=W,pass"]  # three passes in a row: the auction is over
    state = played.after().state
    assert isinstance(state, State)
    assert str(state.contract) == "1H"  # undoubled
    with pytest.raises(Refused, match="undoubled by hand"):
        heard(f"{double} pass pass pass CK", told)
    with pytest.raises(Refused, match="could be called"):
        heard(f"{DEAL} 1H X", {"type": "inadmissible", "entry": 3})


@pytest.mark.law("37A", "37B")
def test_a_bid_by_one_who_has_to_pass() -> None:
    token = heard(f"{DEAL} E:pass!", {"type": "call_out_of_turn", "entry": 2}).ruling.event(1).token
    bid = f"{DEAL} E:pass! {token} 1H 1S!"
    found = heard(bid, {"type": "inadmissible", "entry": 5})
    assert found.effects == ["back=4+call=E,pass+bar=W,end,bid"]
    assert found.cites("LDB-37B")
    assert heard(f"{bid} pass", {"type": "inadmissible", "entry": 5}).cites("LDB-37A")
