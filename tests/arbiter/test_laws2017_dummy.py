"""The Laws of 2017: the opening lead (41), dummy (42, 43), turn and suit (44), penalties and appeals (90-93)."""

from typing import Any

import pytest

from kozyr.arbiter.effects import effect_said
from kozyr.games.refusal import Refused
from kozyr.games.rulings import Fined, parse
from tests.arbiter.hearing import Hearing, called, read
from tests.arbiter.test_laws2017_boards import PAIRS, told
from tests.arbiter.test_laws2017_cards import GAME, REVOKE, TRICK, heard, tricks

# ------------------------------------------------------------------ the opening lead


@pytest.mark.law("41A")
def test_a_lead_that_lies_face_down_goes_back_for_nothing() -> None:
    wrong = heard(GAME, {"type": "opening_lead", "how": "face_down", "seat": "W"})
    assert (wrong.effects, wrong.ruling.reason.code) == (["play-on"], "db.opening.back")
    right = heard(GAME, {"type": "opening_lead", "how": "face_down", "seat": "E"})
    assert (right.cites("LDB-41A"), right.ruling.reason.code) == (True, "db.opening.stays")
    with pytest.raises(Refused, match="faced already"):
        heard(TRICK, {"type": "opening_lead", "how": "face_down", "seat": "W"})
    with pytest.raises(Refused, match="seat"):
        heard(GAME, {"type": "opening_lead", "how": "face_down", "seat": "N"})


@pytest.mark.law("41B", "41C")
@pytest.mark.parametrize(
    ("events", "seat", "how", "code"),
    [
        (GAME, "W", "review", "review"),
        (f"{GAME} DQ", "N", "review", "review"),
        (f"{GAME} DQ D4", "N", "review", "late"),  # dummy's card is the declarer's play
        (f"{GAME} DQ D4", "W", "review", "review"),
        (f"{GAME} DQ", "E", "review", "late"),
        (TRICK, "W", "review", "late"),
        (TRICK, "W", "contract", "contract"),
        (TRICK, "S", "contract", "dummy"),
    ],
)
def test_the_auction_is_told_until_ones_first_card(events: str, seat: str, how: str, code: str) -> None:
    found = heard(events, {"type": "opening_lead", "how": how, "seat": seat})
    assert found.ruling.reason.code == f"db.opening.{code}"
    assert found.effects == ["play-on"]
    assert found.cites("LDB-41C" if code in {"late", "contract"} else "LDB-41B")


@pytest.mark.law("41D")
def test_dummys_hand_is_put_in_order_and_who_was_misled_gets_what_was_likely() -> None:
    wrong = {"type": "opening_lead", "how": "tabled", "seat": "S"}
    for events in (f"{GAME} DQ", TRICK, f"{TRICK} claim:12 yes yes"):
        found = heard(events, wrong)
        assert (found.effects, found.ruling.laws) == (["play-on"], ("LDB-41D",))
    # A diamond of dummy's lay under another suit, and E would have shifted: ten tricks or eleven.
    misled = heard(TRICK, {**wrong, "outcomes": "630 75, 660 25"})
    assert misled.effects == ["share=NS,630,75,660,25+share=EW,-630,75,-660,25"]
    assert misled.ruling.laws == ("LDB-41D", "LDB-12A1", "LDB-12C1c")
    assert heard(TRICK, {**wrong, "outcomes": "630 100"}).cites("LDB-12C1a")
    with pytest.raises(Refused, match="W is not dummy"):
        heard(TRICK, {**wrong, "seat": "W"})
    with pytest.raises(Refused, match="not faced yet"):
        heard(GAME, wrong)
    with pytest.raises(Refused, match="outcomes: that is not asked"):
        heard(GAME, {"type": "opening_lead", "how": "face_down", "seat": "W", "outcomes": "630 100"})


# ------------------------------------------------------------------ dummy


def dummy(what: str, events: str = TRICK, **more: Any) -> Hearing:
    """The ruling on what S, dummy to N, has done."""
    return heard(events, {"type": "dummy_spoke", "what": what, **more})


@pytest.mark.law("42A", "42B1", "42B2", "42B3")
def test_what_dummy_may_do_costs_nothing() -> None:
    for what, law in (("counts", "42A"), ("asks_void", "42B1"), ("prevents", "42B2")):
        found = dummy(what)
        assert (found.effects, found.ruling.laws) == (["play-on"], (f"LDB-{law}",))
    assert dummy("counts", lost=True).ruling.laws == ("LDB-42A",)
    over = dummy("attention", f"{TRICK} claim:12 yes yes")
    assert over.ruling.laws == ("LDB-42B3",)
    with pytest.raises(Refused, match="what did dummy do"):
        heard(TRICK, {"type": "dummy_spoke"})


@pytest.mark.law("43A1a", "43A1b", "43A1c", "43A2", "43B1")
def test_what_dummy_may_not_do_is_warned_of() -> None:
    for what, law in (("director", "43A1a"), ("attention", "43A1b"), ("advice", "43A1c"), ("peeks", "43A2")):
        found = dummy(what)
        assert (found.effects, found.ruling.laws) == (["play-on", "play-on+warn=S"], (f"LDB-{law}", "LDB-43B1"))
    assert dummy("peeks", lost=True).cites("LDB-43A2")


@pytest.mark.law("43A3")
def test_a_defender_who_shows_dummy_the_hand_is_warned_and_dummy_keeps_the_rights() -> None:
    found = dummy("shown", defender="W")
    assert (found.effects, found.ruling.laws) == (["play-on", "play-on+warn=W"], ("LDB-43A3", "LDB-90A"))
    assert dummy("prevents", f"{TRICK} SA", entry=10).effects == ["play-on"]  # the rights are there still
    with pytest.raises(Refused, match="which defender"):
        dummy("shown")
    with pytest.raises(Refused, match="N"):
        dummy("shown", defender="N")
    with pytest.raises(Refused, match="defender: that is not asked"):
        dummy("peeks", defender="W")


@pytest.mark.law("43B2a", "43B2b", "43B3")
def test_a_dummy_who_has_looked_loses_the_rights() -> None:
    # S warns that dummy is to lead; N has led the ace of spades from the own hand.
    found = dummy("prevents", f"{TRICK} SA", lost=True, entry=10)
    assert list(zip(found.choosers, found.effects, strict=True)) == [
        ("E", "play-on"), ("W", "play-on"), ("E", "back=9"), ("W", "back=9"),
    ]  # fmt: skip
    assert dummy("prevents", lost=True).choosers == ["E", "W"]
    first = dummy("attention", lost=True)
    assert (first.effects, first.cites("LDB-43B3")) == (["play-on"], True)
    # N does not follow diamonds, and S asks: the ace goes back, a diamond is played, and a trick goes over at the end.
    asked = dummy("asks_void", f"{GAME} DQ D4 D7 HA!", lost=True, entry=9)
    assert asked.effects == ["back=8+transfer=1,N,E,since,1"]
    assert asked.cites("LDB-43B2b", "LDB-64A2")
    assert tricks(asked, more="DA claim:12 yes yes") == 11
    with pytest.raises(Refused, match="which card"):
        dummy("asks_void", lost=True)
    with pytest.raises(Refused, match=r"DA|no revoke"):
        dummy("asks_void", lost=True, entry=9)


@pytest.mark.law("44B", "44C", "44G")
def test_turn_and_suit_are_the_ground_of_other_rulings() -> None:
    assert heard(f"{REVOKE} HA", {"type": "revoke", "entry": 11}).cites("LDB-44C", "LDB-62A")
    assert heard(f"{REVOKE} HA H2", {"type": "revoke", "entry": 11}).cites("LDB-44C", "LDB-64A2")
    assert heard(f"{TRICK} W:HT!", {"type": "out_of_turn", "entry": 10}).cites("LDB-44G", "LDB-56")
    assert heard(f"{TRICK} SA W:ST!", {"type": "out_of_turn", "entry": 11}).cites("LDB-44B", "LDB-57A")


# ------------------------------------------------------------------ penalties and appeals


@pytest.mark.law("90A", "90B1", "90B2", "90B3", "90B4", "90B5", "90B6", "90B7", "90B8")
def test_each_hindrance_has_its_number_and_the_size_is_the_directors() -> None:
    offences = ("late", "slow", "audible", "compared", "touched", "pocket", "uncounted", "disobeyed")
    for number, why in enumerate(offences, 1):
        found = told("penalty", why=why, player="E", percent=10)
        assert found.effects == ["fine=E,10", "play-on+warn=E"]
        assert found.ruling.laws == (f"LDB-90B{number}", "LDB-90A")
    assert told("penalty", why="slow", player="E").effects == ["play-on+warn=E"]
    with pytest.raises(Refused, match="approved: that is not asked"):
        told("penalty", why="slow", player="E", approved=True)


@pytest.mark.law("91A", "91B")
def test_discipline_is_the_directors_and_disqualification_needs_the_organisers() -> None:
    found = told("penalty", why="manners", player="N", percent=25)
    assert (found.effects, found.ruling.laws) == (["fine=N,25", "play-on+warn=N"], ("LDB-91A",))
    out = told("penalty", why="grave", player="N", approved=True)
    assert (out.ruling.reason.code, out.ruling.laws) == ("db.penalty.out", ("LDB-91B",))
    assert told("penalty", why="grave", player="N").ruling.reason.code == "db.penalty.proposed"
    with pytest.raises(Refused, match="percent: that is not asked"):
        told("penalty", why="grave", player="N", percent=10)


def test_a_fine_stands_in_the_record_and_changes_no_score() -> None:
    found = told("penalty", GAME, why="slow", player="E", percent=10)
    after = found.after(more="DQ D4 D7 DA claim:12 yes yes")
    before = read(PAIRS, f"{GAME} DQ D4 D7 DA claim:12 yes yes")
    assert after.match.results == called(before, {"type": "fouled"}).after().match.results
    made = parse("ruled:LDB-90B2:arbiter:fine=E,10")
    assert made is not None
    assert made.effects == (Fined("E", 10),)
    assert effect_said(made.effects[0], "en") == "E: a penalty of 10 % of the maximum on a board"


@pytest.mark.law("92A", "92B", "92C", "92D")
def test_an_appeal_is_heard_in_half_an_hour_and_with_the_partner() -> None:
    found = told("appeal", minutes=30)
    assert found.ruling.deadline is not None
    assert (found.ruling.deadline.passed, found.cites("LDB-92A", "LDB-92C")) == (False, True)
    late = told("appeal", minutes=31)
    assert (late.ruling.late, late.cites("LDB-92B")) == (True, True)
    alone = told("appeal", alone=True)
    assert (alone.cites("LDB-92D"), alone.ruling.reason.code) == (True, "db.appeal.alone")
    with pytest.raises(Refused, match="no ruling"):
        told("appeal", GAME, after=2)
    with pytest.raises(Refused, match="2017 does not ask for dealt; competitions does"):
        told("appeal", dealt=True)


@pytest.mark.law("93A", "93B1", "93B2", "93B3")
def test_law_and_discipline_are_not_the_committees() -> None:
    assert told("appeal").cites("LDB-93B2", "LDB-93B3")
    assert told("appeal", about="law").cites("LDB-93B1", "LDB-93B3")
    assert told("appeal", about="discipline").cites("LDB-93B3", "LDB-91A")
    alone = told("appeal", committee=False, about="law")
    assert (alone.cites("LDB-93A"), alone.cites("LDB-93B1")) == (True, False)
