"""The Laws of 2017: tricks arranged and disputed (65), inspected (66), defective (67), and gains that could be foreseen (72C)."""

from collections.abc import Mapping

import pytest

from kozyr.games import replay
from kozyr.games.refusal import Refused
from tests.arbiter.hearing import called, read
from tests.arbiter.test_laws2017_cards import GAME, HEAD, REVOKE, TRICK, heard, tricks

# Three tricks of N's; the declarer then claims twelve in all, and E-W accept.
TWO = f"{TRICK} SA S8 S4 ST"
THREE = f"{TWO} HA H2 H4 H7"
OVER = f"{THREE} N:claim:12 yes yes"


def to_the_end(events: str) -> str:
    """The events, and any cards to the end of the deal."""
    progress = replay(read(HEAD, events)).progress
    while progress.state is not None and progress.state.phase == "play":
        event = progress.state.legal()[0]
        events += f" {event.token}"
        progress = replay(read(HEAD, events)).progress
    return events


# ------------------------------------------------------------------ arranged, disputed, inspected


@pytest.mark.law("65B3")
@pytest.mark.parametrize(
    ("events", "facts", "laws"),
    [
        (TRICK, {"seat": "E", "trick": 1}, ("LDB-65B3",)),
        (TRICK, {"seat": "S", "trick": 1}, ("LDB-65B3",)),
        (f"{TRICK} SA", {"seat": "N", "trick": 1}, ("LDB-65B3",)),  # the declarer at any time
        (f"{TRICK} SA", {"seat": "E", "trick": 1}, ("LDB-65B3", "LDB-16B")),
        (f"{TRICK} SA", {"seat": "S", "trick": 1}, ("LDB-65B3", "LDB-16B")),
        (TWO, {"seat": "E", "trick": 1}, ("LDB-65B3", "LDB-16B")),
        (TRICK, {"seat": "E", "trick": 1, "led": True}, ("LDB-65B3", "LDB-16B")),
    ],
)
def test_a_card_that_points_the_wrong_way(events: str, facts: Mapping[str, object], laws: tuple[str, ...]) -> None:
    found = heard(events, {"type": "trick_pointed", **facts})
    assert (found.effects, found.ruling.laws) == (["play-on"], laws)


@pytest.mark.law("65C", "65D", "66D")
@pytest.mark.parametrize(
    ("seat", "said", "other", "mixed", "scored", "law"),
    [
        ("N", 12, 11, [], (12, 11), "LDB-66D"),
        ("N", 12, 11, ["N", "E"], (12, 11), "LDB-65D"),
        ("N", 13, 12, ["E"], (13,), "LDB-65D"),  # E has mixed the cards: the number of N counts
        ("N", 13, 12, ["S"], (12,), "LDB-65D"),
        ("E", 3, 1, ["W"], (12,), "LDB-65D"),
        ("E", 3, 1, ["N", "S"], (10,), "LDB-65D"),
    ],
)
def test_whose_cards_are_mixed_loses_the_doubtful_tricks(
    seat: str, said: int, other: int, mixed: list[str], scored: tuple[int, ...], law: str
) -> None:
    told = {"type": "tricks_disputed", "seat": seat, "said": said, "other": other, "mixed": mixed}
    found = heard(OVER, told)
    assert found.cites("LDB-66D", law)
    assert tuple(tricks(found, n) for n in range(len(found.effects))) == scored


@pytest.mark.law("65C")
def test_a_play_that_was_recorded_says_who_won() -> None:
    dispute = {"type": "tricks_disputed", "seat": "N", "said": 3, "other": 2, "mixed": ["N"]}
    with pytest.raises(Refused, match="3 tricks, not all"):
        heard(THREE, {**dispute, "recorded": True})
    whole = heard(to_the_end(THREE), {**dispute, "recorded": True})
    assert (whole.effects, whole.ruling.laws) == (["play-on"], ("LDB-65C", "LDB-66D"))
    with pytest.raises(Refused, match="both sides say 12"):
        heard(OVER, {"type": "tricks_disputed", "seat": "N", "said": 12, "other": 12})


@pytest.mark.law("65D")
def test_a_record_that_ends_early_leaves_the_rest_to_what_is_said() -> None:
    told = {"type": "tricks_disputed", "seat": "N", "said": 12, "other": 11, "mixed": ["W"]}
    found = heard(THREE, told)
    assert (found.effects, tricks(found)) == (["result=N12-E1"], 12)
    assert heard(THREE, {**told, "mixed": ["S"]}).effects == ["result=N11-E2"]
    with pytest.raises(Refused, match="from 3 to 13"):
        heard(THREE, {**told, "other": 2})


@pytest.mark.law("66A", "66B", "66C", "66D")
@pytest.mark.parametrize(
    ("events", "facts", "effects", "law"),
    [
        (TRICK, {"seat": "E", "trick": 1}, ["play-on"], "LDB-66A"),
        (f"{TRICK} SA", {"seat": "E", "trick": 1}, ["play-on"], "LDB-66A"),  # N has led, E's side has not played
        (f"{TRICK} SA S8", {"seat": "W", "trick": 1}, ["warn=W", "play-on"], "LDB-66C"),
        (f"{TRICK} SA", {"seat": "N", "trick": 1}, ["warn=N", "play-on"], "LDB-66C"),
        (TRICK, {"seat": "S", "trick": 1}, ["warn=S", "play-on"], "LDB-66C"),  # dummy has no right to it
        (TRICK, {"seat": "E", "trick": 1, "turned": True}, ["warn=E", "play-on"], "LDB-66C"),
        (TRICK, {"seat": "E", "trick": 1, "turned": True, "own": True}, ["play-on"], "LDB-66B"),
        (f"{TRICK} SA", {"seat": "E", "trick": 1, "own": True}, ["warn=E", "play-on"], "LDB-66C"),
        (TWO, {"seat": "E", "trick": 1}, ["warn=E", "play-on"], "LDB-66C"),
        (OVER, {"seat": "E", "trick": 1}, ["play-on"], "LDB-66D"),
    ],
)
def test_a_look_at_a_trick(events: str, facts: Mapping[str, object], effects: list[str], law: str) -> None:
    found = heard(events, {"type": "trick_looked_at", **facts})
    assert (found.effects, found.cites(law)) == (effects, True)


# ------------------------------------------------------------------ defective tricks


def short(events: str, **told: object) -> tuple[list[str], tuple[str, ...]]:
    """The effects and laws of a ruling on a defective trick."""
    found = heard(events, {"type": "defective_trick", **told})
    return found.effects, found.ruling.laws


@pytest.mark.law("67A", "67A1", "67A2", "45E1", "45E2")
def test_before_both_sides_have_played_on_it_is_put_right() -> None:
    for events in (TWO, f"{TWO} HA"):
        assert short(events, seat="E", trick=2, cards="none", card="S8") == (["play-on"], ("LDB-67A1",))
        fifth = short(events, seat="E", trick=2, cards="several", card="S9")
        assert fifth == (["open=E,S9,by,N"], ("LDB-67A2", "LDB-45E1"))
        declarers = short(events, seat="N", trick=2, cards="several", card="SK")
        assert declarers == (["play-on"], ("LDB-67A2", "LDB-45E2"))


@pytest.mark.law("67B1a", "67B1b", "64A2")
def test_a_card_that_was_missing_counts_as_a_revoke() -> None:
    played = short(THREE, seat="E", trick=2, cards="none", card="S8")
    assert played == (["transfer=1,E,S,since,2"], ("LDB-67B1a", "LDB-64A2"))
    scored = heard(
        f"{THREE} N:claim:11 yes yes",
        {"type": "defective_trick", "seat": "E", "trick": 2, "cards": "none", "card": "S8"},
    )
    assert (scored.effects, tricks(scored)) == (["transfer=1,E,S"], 12)
    nothing = heard(
        f"{THREE} N:claim:13 yes yes",
        {"type": "defective_trick", "seat": "E", "trick": 2, "cards": "none", "card": "S8"},
    )
    assert (nothing.effects, nothing.cites("LDB-64B1")) == (["play-on"], True)
    claimed = {"type": "defective_trick", "seat": "E", "trick": 2, "cards": "none", "card": "S8"}
    assert heard(f"{TWO} N:claim:11 yes yes", claimed).effects == ["transfer=1,E,S"]  # play is over, and nobody can add
    # W has no spade after the ten: a heart goes to a spade trick.
    void = f"{THREE} SK S9 S5 H8 HK HJ H5 H9"
    assert short(void, seat="W", trick=4, cards="none", card="H8")[1] == ("LDB-67B1b", "LDB-64A2")
    with pytest.raises(Refused, match="the card must be of S"):
        short(f"{REVOKE} HA H2 H4 H7", seat="E", trick=2, cards="none", card="CK")


@pytest.mark.law("67B2a", "67B2b")
def test_cards_too_many_go_back_and_count_as_held() -> None:
    assert short(THREE, seat="E", trick=1, cards="several", card="CJ") == (["play-on"], ("LDB-67B2a", "LDB-67B2b"))
    # The nine of spades lay in the first trick, and E threw a club to the second, which is one of spades.
    effects, laws = short(f"{REVOKE} HA H2 H4 H7", seat="E", trick=1, cards="several", card="S9")
    assert (effects, laws) == (["transfer=1,E,S,since,2"], ("LDB-67B2a", "LDB-67B2b", "LDB-64A2"))


@pytest.mark.law("67B2a")
def test_the_highest_card_stays_where_nobody_knows_which_was_faced() -> None:
    # Trick 2 is SA S8 S4 ST: of the eight and the nine the nine stays, and a card of another suit goes back.
    for events, card in ((THREE, "CJ"), (THREE, "HJ")):
        assert short(events, seat="E", trick=2, cards="several", card=card, unclear=True)[0] == ["play-on"]
    with pytest.raises(Refused, match="S9 is higher"):
        short(THREE, seat="E", trick=2, cards="several", card="S9", unclear=True)
    assert short(THREE, seat="E", trick=2, cards="several", card="S9")[0] == ["play-on"]
    with pytest.raises(Refused, match="unclear: that is not asked"):
        short(THREE, seat="E", trick=2, cards="none", card="S8", unclear=True)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"seat": "E", "trick": 4, "cards": "none", "card": "S8"}, "3 have been taken"),
        ({"seat": "E", "trick": 2, "cards": "none", "card": "S9"}, "another card of E in trick 2"),
        ({"seat": "E", "trick": 2, "cards": "several", "card": "S8"}, "stays in trick 2"),
        ({"seat": "E", "trick": 2, "cards": "several", "card": "SA"}, "E does not hold SA"),
        ({"seat": "N", "trick": 2, "cards": "none", "card": "SA"}, "wins no trick"),
        ({"seat": "E", "trick": 1, "cards": "none", "card": "DQ"}, "E led to trick 1"),
    ],
)
def test_a_trick_that_cannot_have_been_so(told: Mapping[str, object], said: str) -> None:
    with pytest.raises(Refused, match=said):
        heard(THREE, {"type": "defective_trick", **told})


def test_the_source_leaves_it_to_the_competitions() -> None:
    source = read('[Game "bridge"] [Players "4"]', GAME)
    with pytest.raises(Refused, match="0 have been taken"):
        called(source, {"type": "defective_trick", "seat": "E", "trick": 1, "cards": "none", "card": "S8"})
    with pytest.raises(Refused, match="source-001 has no ruling on designated; 2017 has"):
        called(source, {"type": "designated", "how": "suit"})


# ------------------------------------------------------------------ gains that could be foreseen


@pytest.mark.law("72C")
def test_a_gain_is_taken_away_when_play_is_over() -> None:
    running = heard(TRICK, {"type": "foreseen", "seat": "E", "entry": 6})
    assert (running.effects, running.ruling.reason.code) == (["play-on"], "db.gain.play_on")
    # N has made five in the end; best play from before E's card of the second trick is searched.
    few = heard(f"{THREE} N:claim:5 yes yes", {"type": "foreseen", "seat": "E", "entry": 11})
    assert few.ruling.proof is not None
    fair = few.ruling.proof.value["tricks"]
    assert isinstance(fair, int)
    assert fair > 5
    assert few.effects == [f"transfer={fair - 5},E,S", "play-on"]
    assert set(few.choosers) == {"arbiter"}
    assert (tricks(few, 0), tricks(few, 1)) == (fair, 5)
    none = heard(f"{THREE} N:claim:13 yes yes", {"type": "foreseen", "seat": "E", "entry": 11})
    assert (none.effects, none.ruling.reason.code) == (["play-on"], "db.gain.none")


@pytest.mark.law("72C", "12C1c")
def test_after_a_call_the_director_names_the_outcomes() -> None:
    call = heard(OVER, {"type": "foreseen", "seat": "N", "entry": 2})
    assert (call.effects, call.ruling.reason.code) == (["play-on"], "db.gain.outcomes")
    told = heard(OVER, {"type": "foreseen", "seat": "N", "entry": 2, "outcomes": "600 50, 630 50"})
    assert told.effects == ["share=NS,600,50,630,50+share=EW,-600,50,-630,50"]
    for bad, said in (
        ({"seat": "W", "entry": 11}, "an act of E"),
        ({"seat": "E", "entry": 1}, "none of the running deal"),
        ({"seat": "N", "entry": 2, "outcomes": "600 50"}, "add up to 50"),
    ):
        with pytest.raises(Refused, match=said):
            heard(THREE, {"type": "foreseen", **bad})
