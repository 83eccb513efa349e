"""Rulings of deberts (kozyr.arbiter.laws.deberts), played from records."""

from collections.abc import Mapping

import pytest

from kozyr.games.deberts import Outcome
from kozyr.games.refusal import Refused
from tests.arbiter.hearing import Hearing, called, read

REVOKE = 'deal "N:K9..T8.T8/QT.7.. - A7..97.97/8.KQ.. + CA SJ H8 H9 HT HJ HA DJ DQ DK DA CJ CQ CK" pass pass order:H SA'
SURE = (
    'deal "N:K7.AKQ.8./..T.87 - 98..9.QJT/T..KJ. + D7 SJ SQ SA H7 H8 H9 HT HJ DQ DA C9 CK CA" pass pass order:H terz D9'
)


def heard(events: str, incident: Mapping[str, object], rule_mode: bool = True, more: str = "") -> Hearing:
    """The ruling on an incident at the end of these events."""
    option = '[Option "table.irregularities=rule"]' if rule_mode else ""
    return called(read(f'[Game "deberts"] [Players "2"] {option} {more}', events), incident)


@pytest.mark.rule("D-BAIT-3", "D-BAIT-4", "D-BAIT-5", "D-BAIT-6")
@pytest.mark.parametrize(("card", "rule_mode"), [("D8", True), ("D8!", False)])
def test_a_revoke_earns_a_card_bait_that_the_other_claims(card: str, rule_mode: bool) -> None:
    found = heard(f"{REVOKE} {card}", {"type": "offence", "entry": 6}, rule_mode)
    assert found.choosers == ["S", "S"]
    assert found.effects == ["rest=S", "play-on"]
    assert found.cites("D-PLAY-3", "D-BAIT-3", "D-BAIT-4", "D-BAIT-5", "D-BAIT-6")
    bella = found.after(0, more="bella")
    outcome = bella.outcomes[-1]
    assert isinstance(outcome, Outcome)
    assert (outcome.bait, outcome.points["N"], outcome.bella) == ("N", 0, "S")


@pytest.mark.rule("D-COMBO-18")
def test_asking_about_a_terz_from_the_nine_without_it() -> None:
    deal = 'deal "N:K..KT98.A/...T87 - AQ.87.Q.Q/J..J.J + HJ ST S9 S8 S7 HA HK HQ HT H9 DA D7 CK C9"'
    found = heard(f"{deal} order nine passes", {"type": "offence", "entry": 3})
    assert found.cites("D-COMBO-18", "D-BAIT-4")
    assert found.effects == ["rest=N", "play-on"]


@pytest.mark.rule("D-COMBO-9")
def test_asking_for_the_height_with_nothing_ends_the_deal_by_itself() -> None:
    deal = 'deal "N:QT..Q.QJT/.QT.T. - 98..98.98/A.AK.. + D7 S7 SJ SK H7 H8 HJ DJ DK DA C7 CK CA H9"'
    found = heard(f"{deal} pass pass order:H terz SQ height", {"type": "offence", "entry": 7}, more='[Dealer "S"]')
    assert found.ruling.laws[:2] == ("D-COMBO-9", "D-BAIT-4")
    assert found.ruling.reason.code == "bait.by_itself"


@pytest.mark.rule("D-COMBO-11")
def test_asking_with_a_certain_winner_voids_it() -> None:
    found = heard(f"{SURE} height", {"type": "offence", "entry": 7})
    assert found.effects == ["play-on"]
    assert found.cites("D-COMBO-11")


def test_what_is_no_offence() -> None:
    with pytest.raises(Refused, match="is no offence"):
        heard(REVOKE, {"type": "offence", "entry": 5})


@pytest.mark.rule("D-DEAL-2")
def test_a_cut_that_is_too_thin_is_made_again() -> None:
    thin = heard("misdeal:thin_cut!", {"type": "misdeal", "fault": "thin_cut", "cut": 3})
    assert thin.effects == ["redeal=same"]
    wide = heard("misdeal:thin_cut!", {"type": "misdeal", "fault": "thin_cut", "cut": 3}, more='[Option "min_cut=2"]')
    assert wide.effects == ["play-on"]
