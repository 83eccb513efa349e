"""The Laws of 2017: wrong explanations and unauthorised information (16, 20, 21, 73, 75), weighted scores (12C1c, 12C1e)."""

from fractions import Fraction
from typing import Any

import pytest

from kozyr.arbiter.laws.bridge.laws2017 import info
from kozyr.games.refusal import Refused
from kozyr.games.rulings import Shared, parse
from kozyr.tournaments.scoring import weighted_matchpoints
from tests.arbiter.test_laws2017_cards import heard

# N opens a strong no trump with a balanced 16; S has a weak hand with five hearts and transfers.
TRANSFER = 'deal "N:AQ5.K82.AJ84.Q73 K872.A94.Q75.KT5 964.QJT63.93.842 JT3.75.KT62.AJ96"'
# N opens a spade, S raises to two, and N has a hand that may pass or try again.
RAISE = 'deal "N:AKQ73.K5.Q84.J62 62.QJ93.AJ7.KT85 T954.A872.T3.974 J8.T64.K9652.AQ3"'


@pytest.mark.law("12C1c")
def test_two_outcomes_are_weighted_for_both_sides() -> None:
    told = {"type": "informed", "how": "misexplained", "seat": "S", "outcomes": "620 60, -100 40"}
    found = heard(f"{RAISE} 1S pass 2S pass pass pass", told)
    assert found.effects == ["share=NS,620,60,-100,40+share=EW,-620,60,100,40"]
    assert found.cites("LDB-21B3", "LDB-75B", "LDB-12C1c")
    assert found.choosers == ["arbiter"]
    assert parse(found.ruling.event().token) == found.ruling.event()
    (line, _) = found.ruling.branches[0].effects
    assert isinstance(line, Shared)
    # Against 620 twice and -100 once, two for each result beaten: 60 % of 1 + 1 + 2 and 40 % of 0 + 0 + 1.
    field = [((Fraction(1), Fraction(score)),) for score in (620, 620, -100)]
    mine = tuple((Fraction(percent, 100), Fraction(score)) for score, percent in line.outcomes)
    assert weighted_matchpoints([mine, *field])[0] == Fraction(60, 100) * 4 + Fraction(40, 100) * 1


@pytest.mark.law("12C1e")
def test_innocents_who_hurt_themselves_keep_their_score() -> None:
    told = {"type": "informed", "how": "tempo", "seat": "E", "outcomes": "420 70, -50 30", "own_fault": True}
    found = heard(f"{RAISE} 1S pass 2S pass pass pass", told)
    assert found.effects == ["share=EW,-420,70,50,30"]  # the offenders alone
    assert found.cites("LDB-12C1e")


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [("620 60", "60, not to 100"), ("620 60, -100", "-100"), ("a 100", "a 100"), ("620 100, 1 0", "100, not to 100|per cent")],
)  # fmt: skip
def test_outcomes_that_do_not_add_up_are_refused(outcomes: str, said: str) -> None:
    told = {"type": "informed", "how": "tempo", "seat": "E", "outcomes": outcomes}
    with pytest.raises(Refused, match=said):
        heard(f"{RAISE} 1S pass 2S pass pass pass", told)


@pytest.mark.law("75C")
def test_a_call_against_the_agreement_is_no_infraction() -> None:
    found = heard(f"{RAISE} 1S pass 2S", {"type": "informed", "how": "miscalled", "seat": "S"})
    assert (found.effects, found.cites("LDB-75C")) == (["play-on"], True)


@pytest.mark.law("16B", "20F", "73C", "75B")
@pytest.mark.parametrize(
    ("how", "laws"),
    [("tempo", ("16B", "73C")), ("remark", ("16B", "73C")), ("unexplained", ("21B3", "20F")), ("misexplained", ("21B3", "75B"))],
)  # fmt: skip
def test_without_a_call_or_outcomes_play_goes_on(how: str, laws: tuple[str, ...]) -> None:
    found = heard(f"{RAISE} 1S pass 2S", {"type": "informed", "how": how, "seat": "S"})
    assert found.effects == ["play-on"]
    assert found.cites(*(f"LDB-{law}" for law in laws))


def judged(events: str, **told: Any) -> tuple[list[str], dict[str, Any]]:
    """The branches, and what the bots called."""
    found = heard(events, {"type": "informed", **told})
    assert found.ruling.proof is not None
    return found.effects, dict(found.ruling.proof.value)


@pytest.mark.law("16B")
def test_a_call_that_every_bot_makes_has_no_alternative() -> None:
    effects, bots = judged(f"{TRANSFER} 1NT pass 2D pass 2H", how="tempo", seat="S", entry=6)
    assert effects == ["play-on"]  # the transfer is completed by all three levels
    assert bots == {"2H": "novice 4, club 4, expert 4"}


@pytest.mark.law("16B", "12C1c")
def test_what_the_bots_call_instead_makes_the_proposed_shares() -> None:
    # S was slow to raise, and N goes to game.
    effects, bots = judged(f"{RAISE} 1S pass 2S pass 4S", how="tempo", seat="S", entry=6)
    assert effects[0] == "play-on"
    share = parse(f"ruled:LDB-16B:arbiter:{effects[1]}")
    assert share is not None
    ns, ew = share.effects
    assert isinstance(ns, Shared)
    assert isinstance(ew, Shared)
    assert sum(percent for _, percent in ns.outcomes) == 100
    assert ew.outcomes == tuple((-score, percent) for score, percent in ns.outcomes)
    votes = sum(
        int(part.split()[1]) for call, said in bots.items() if isinstance(said, str) for part in said.split(", ")
    )
    assert votes == 12  # four of each level
    assert not any(name.startswith("4S:") for name in bots)  # what was called because of it does not count


@pytest.mark.law("21B1a", "21B3")
def test_an_opponent_who_was_told_wrongly_may_change_the_call() -> None:
    events = f"{RAISE} 1S pass 2S"  # E passed after a wrong explanation of one spade
    effects, _ = judged(f"{RAISE} 1S pass", how="misexplained", seat="S", entry=3)
    assert effects[0] == "back=2"
    found = heard(f"{RAISE} 1S pass", {"type": "informed", "how": "misexplained", "seat": "S", "entry": 3})
    assert found.choosers == ["E", "arbiter", "arbiter"]
    assert found.cites("LDB-21B1a", "LDB-21B3")
    late = heard(f"{events} pass", {"type": "informed", "how": "misexplained", "seat": "S", "entry": 3})
    assert late.choosers == ["arbiter", "arbiter"]  # the partner has called
    with pytest.raises(Refused, match="name the partner"):
        heard(events, {"type": "informed", "how": "tempo", "seat": "S", "entry": 3})


def test_shares_follow_the_calls() -> None:
    assert info._shares([(620, 3), (620, 3), (-100, 4), (170, 2)]) == ((620, 51), (-100, 33), (170, 16))
