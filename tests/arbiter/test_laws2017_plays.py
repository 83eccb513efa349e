"""The Laws of 2017: dummy's card named unclearly (46), retraction (47), penalty cards not played (52), cards together (58), orders (59), after an illegal play (60)."""

from collections.abc import Mapping

import pytest

from kozyr.games.refusal import Refused
from tests.arbiter.test_laws2017_cards import GAME, REVOKE, TRICK, heard, legal, tricks

# E leads a diamond, and dummy (S) with D654 is to play.
LED = f"{GAME} DQ"


# ------------------------------------------------------------------ dummy's card


@pytest.mark.law("46B", "46B1a", "46B1c", "46B2", "46B3b")
@pytest.mark.parametrize(
    ("facts", "card", "law"),
    [
        ({"how": "suit", "suit": "D"}, "D4", "LDB-46B2"),
        ({"how": "suit"}, "D4", "LDB-46B2"),
        ({"how": "lowest"}, "D4", "LDB-46B1c"),
        ({"how": "highest"}, "D6", "LDB-46B1a"),
        ({"how": "rank", "rank": "5"}, "D5", "LDB-46B3b"),  # dummy has S5, H5 and C5, too, and may not play them
        ({"how": "lowest", "intended": "D5"}, "D5", "LDB-46B"),
    ],
)
def test_what_is_said_of_dummys_card_names_one(facts: Mapping[str, object], card: str, law: str) -> None:
    found = heard(LED, {"type": "designated", **facts})
    assert (found.effects, found.cites(law)) == ([f"play=S,{card}"], True)
    assert legal(found) == [card]


# Dummy has the ace, the queen, the deuce of hearts and a small spade ace; W leads hearts.
DUMMY = 'deal "N:K32.K43.AK32.AK2 QJT9.T98.QJ9.QJ9 A65.AQ2.T654.654 874.J765.87.T873"'
FOURTH = f"{DUMMY} 3NT pass pass pass DQ D4 D7 DA C2 C9 C4 CT H5 H3 H8"  # W has won a club and leads a heart


@pytest.mark.law("46B1a", "46B1b")
def test_to_win_is_the_lowest_winner_and_high_the_highest() -> None:
    assert heard(FOURTH, {"type": "designated", "how": "highest"}).effects == [
        "play=S,HA"
    ]  # though the queen would win, too
    assert heard(FOURTH, {"type": "designated", "how": "win"}).effects == ["play=S,HQ"]
    # Second in hand the queen wins for all that is known: N has the king.
    second = f"{DUMMY} 3NT pass pass pass H9"
    assert heard(second, {"type": "designated", "how": "win"}).effects == ["play=S,HQ"]


@pytest.mark.law("46B3a", "46B3b")
def test_a_rank_alone_goes_on_with_the_suit_that_dummy_won() -> None:
    won = f"{DUMMY} 3NT pass pass pass HT HA H5 H3"  # dummy has won with the ace of hearts and leads
    assert heard(won, {"type": "designated", "how": "rank", "rank": "2"}).effects == ["play=S,H2"]
    spades = f"{DUMMY} 3NT pass pass pass SQ SA S4 S2"
    assert heard(spades, {"type": "designated", "how": "rank", "rank": "6"}).effects == ["play=S,S6"]  # not D6 or C6
    again = heard(won, {"type": "designated", "how": "rank", "rank": "A"})  # not of hearts any more
    assert (again.effects, again.cites("LDB-46B3b")) == (["play=S,SA"], True)
    several = heard(won, {"type": "designated", "how": "rank", "rank": "6"})
    assert (several.effects, several.choosers) == (["play=S,C6,D6,S6"], ["N"])
    assert legal(several) == ["C6", "D6", "S6"]


@pytest.mark.law("46B4", "46B5")
def test_no_such_card_or_any_card() -> None:
    none = heard(LED, {"type": "designated", "how": "card", "suit": "S", "rank": "K"})
    assert (none.effects, none.cites("LDB-46B4")) == (["play-on"], True)
    assert legal(none) == ["D4", "D5", "D6"]
    assert heard(LED, {"type": "designated", "how": "suit", "suit": "C"}).cites("LDB-46B4")  # dummy has to follow
    free = heard(LED, {"type": "designated", "how": "anything"})
    assert (free.effects, free.choosers) == (["dictate=S,E,once", "dictate=S,W,once"], ["E", "W"])
    assert free.after(1).progress.state is not None


@pytest.mark.parametrize(
    ("events", "facts", "said"),
    [
        (GAME, {"how": "suit"}, "not the turn of S"),
        (LED, {"how": "card", "suit": "D", "rank": "4"}, "named clearly"),
        (LED, {"how": "rank"}, "rank: an answer is needed"),
        (LED, {"how": "lowest", "intended": "SA"}, "S does not hold SA"),
        (f"{DUMMY} 3NT pass pass pass HT HA H5 H3", {"how": "win"}, "no trick to win"),
        (f"{DUMMY} 3NT pass pass pass HT HA H5 H3", {"how": "lowest"}, "suit: an answer is needed"),
    ],
)
def test_words_that_cannot_have_been_said(events: str, facts: Mapping[str, object], said: str) -> None:
    with pytest.raises(Refused, match=said):
        heard(events, {"type": "designated", **facts})


# ------------------------------------------------------------------ retraction


@pytest.mark.law("47D", "47E1", "47E2a", "47E2b", "47F2")
@pytest.mark.parametrize(
    ("events", "facts", "effects", "law"),
    [
        (TRICK, {"entry": 6, "why": "mind"}, "play-on", "LDB-47F2"),
        (LED, {"entry": 6, "why": "explained"}, "back=5", "LDB-47E2a"),
        (LED, {"entry": 6, "why": "explained", "tabled": True}, "play-on", "LDB-47E2b"),
        (f"{LED} D4", {"entry": 6, "why": "explained"}, "play-on", "LDB-47E2b"),
        (f"{LED} D4", {"entry": 7, "why": "explained"}, "back=6", "LDB-47E2a"),
        (f"{GAME} W:HT!", {"entry": 6, "why": "told_turn"}, "back=5", "LDB-47E1"),
        (TRICK, {"entry": 7, "why": "opponent_changed"}, "back=6", "LDB-47D"),  # E, before S, plays another
    ],
)
def test_a_played_card_goes_back_or_stays(events: str, facts: Mapping[str, object], effects: str, law: str) -> None:
    found = heard(events, {"type": "retraction", **facts})
    assert (found.effects, found.cites(law)) == ([effects], True)


def test_a_reason_that_was_not_there() -> None:
    with pytest.raises(Refused, match="it was the turn of E"):
        heard(LED, {"type": "retraction", "entry": 6, "why": "told_turn"})
    with pytest.raises(Refused, match="no opponent had played"):
        heard(TRICK, {"type": "retraction", "entry": 6, "why": "opponent_changed"})


# ------------------------------------------------------------------ a penalty card that was not played


def nailed(*cards: str) -> str:
    """E, who is on lead, has shown these cards, and a ruling has laid them open."""
    found = heard(
        f"{GAME} E:expose:E:{','.join(cards)}!", {"type": "shown", "seat": "E", "cards": list(cards), "accident": True}
    )
    return f"{GAME} E:expose:E:{','.join(cards)}! {found.ruling.event().token}"


@pytest.mark.law("52A", "52B1a", "52B1c", "52B2")
def test_another_card_is_accepted_or_joins_the_penalty_cards() -> None:
    found = heard(f"{nailed('S8', 'H2')} DQ!", {"type": "penalty_unplayed", "entry": 8})
    assert found.effects == ["play-on", "back=7+take-up=E+open=E,S8,H2,DQ,by,N+play=E,S8,H2"]
    assert found.choosers == ["N", "N"]
    assert legal(found, 1) == ["H2", "S8"]  # the penalty card, not the queen
    assert legal(found, 1, more="S8 S4 ST SA D3") == ["DQ"]  # which lies open from now on
    # Accepted: both stay penalty cards.
    assert legal(found, 0, more="D4 D7 DA S2") == ["S8"]
    minor = heard(f"{nailed('S8')} S9!", {"type": "penalty_unplayed", "entry": 8})
    assert minor.effects[1] == "back=7+take-up=E+open=E,S8,S9,by,N+play=E,S8"


@pytest.mark.law("52B1b", "52B1c")
def test_the_declarer_who_plays_on_has_accepted() -> None:
    found = heard(f"{nailed('S8', 'H2')} DQ! D4", {"type": "penalty_unplayed", "entry": 8})
    assert (found.effects, found.cites("LDB-52B1b", "LDB-52B1c")) == (["play-on"], True)
    for events, entry in (
        (f"{nailed('S8', 'H2')} S8", 8),
        (f"{nailed('S8')} DQ", 8),
    ):  # a minor one forbids no other suit
        with pytest.raises(Refused, match="could be played"):
            heard(events, {"type": "penalty_unplayed", "entry": entry})
    with pytest.raises(Refused, match="nailed"):
        heard(LED, {"type": "penalty_unplayed", "entry": 6})


# ------------------------------------------------------------------ cards together


@pytest.mark.law("58B1", "58B2")
def test_several_cards_from_one_hand() -> None:
    one = heard(GAME, {"type": "simultaneous", "seat": "E", "shown": ["S8"]})
    assert (one.effects, one.cites("LDB-58B1")) == (["play=E,S8"], True)
    two = heard(GAME, {"type": "simultaneous", "seat": "E", "shown": ["S8", "HQ"]})
    assert two.effects == ["open=E,HQ,by,N+play=E,S8", "open=E,S8,minor+play=E,HQ"]  # a small card alone is minor
    assert two.choosers == ["E", "E"]
    assert legal(two, 1) == ["HQ"]
    three = heard(GAME, {"type": "simultaneous", "seat": "E", "shown": ["S8", "S9", "H2"]})
    assert three.effects[0] == "open=E,S9,H2,by,N+play=E,S8"
    own = heard(TRICK, {"type": "simultaneous", "seat": "N", "shown": ["SA", "SK"]})
    assert own.effects == ["play=N,SA", "play=N,SK"]
    follow = heard(f"{LED} D4", {"type": "simultaneous", "seat": "W", "shown": ["D7", "HT"]})
    assert follow.effects == ["open=W,HT,by,N+play=W,D7"]  # a heart would be a revoke


@pytest.mark.law("58B2", "58B3")
def test_the_opponents_who_played_after_it_may_change_theirs() -> None:
    found = heard(f"{LED} D4", {"type": "simultaneous", "seat": "E", "shown": ["DQ", "H2"], "entry": 6})
    assert found.effects == ["open=E,H2,minor", "back=5+open=E,DQ,by,N+play=E,H2"]
    assert found.cites("LDB-58B3")
    with pytest.raises(Refused, match="LDB-67B2a"):
        heard(f"{TRICK} SA S8", {"type": "simultaneous", "seat": "E", "shown": ["DQ", "H2"], "entry": 6})
    assert heard(f"{TRICK} SA", {"type": "simultaneous", "seat": "E", "shown": ["DQ", "H2"], "entry": 6}).effects


@pytest.mark.law("58A")
def test_a_card_beside_that_of_another_player_is_the_later_one() -> None:
    inturn = heard(f"{LED} D4", {"type": "simultaneous", "seat": "S", "entry": 7})
    assert (inturn.effects, inturn.ruling.laws) == (["play-on"], ("LDB-58A",))
    early = heard(f"{TRICK} SA W:ST!", {"type": "simultaneous", "seat": "W", "entry": 11})
    assert early.cites("LDB-58A", "LDB-57A", "LDB-57B")
    assert early.effects[0] == "back=10+open=W,ST,by,N+follow=E,highest,S"


@pytest.mark.parametrize(
    ("events", "facts", "said"),
    [
        (GAME, {"seat": "W", "shown": ["HT"]}, "not the turn of W"),
        (GAME, {"seat": "E", "shown": ["SA"]}, "E does not hold SA"),
        (f"{LED} D4", {"seat": "W", "shown": ["HT", "ST"]}, "none of them may be played"),
        (LED, {"seat": "E", "shown": ["HQ", "H2"], "entry": 6}, "E does not hold DQ"),
        (GAME, {"seat": "E"}, "an answer is needed"),
        (LED, {"seat": "E", "entry": 6}, "no card of another player"),
        (GAME, {"seat": "E", "shown": ["S8", "S8"]}, "named twice"),
    ],
)
def test_cards_that_cannot_have_come_together(events: str, facts: Mapping[str, object], said: str) -> None:
    with pytest.raises(Refused, match=said):
        heard(events, {"type": "simultaneous", **facts})


# ------------------------------------------------------------------ orders that cannot be obeyed, and that are not


HT_OPEN = f"{GAME} W:HT! ruled:LDB-54:N:back=5+lead=E,C,demand,first"


@pytest.mark.law("59")
def test_who_cannot_do_what_is_ordered_plays_any_card() -> None:
    # E has no spade when spades are ordered: any lead is right.
    void = 'deal "N:AK32.AK3.AK3.A32 .QJ982.QJ982.KQJ 7654.654.654.654 QJT98.T7.T7.T987"'
    order = f"{void} 3NT pass pass pass W:HT! ruled:LDB-54:N:back=5+lead=E,S,demand,first"
    found = heard(f"{order} DQ", {"type": "revoke", "entry": 8})
    assert (found.effects, found.cites("LDB-59")) == (["play-on"], True)
    with pytest.raises(Refused, match="no revoke"):
        heard(f"{HT_OPEN} CK", {"type": "revoke", "entry": 8})


@pytest.mark.law("61A")
def test_an_order_that_could_be_obeyed_and_was_not_is_a_revoke() -> None:
    found = heard(f"{HT_OPEN} DQ!", {"type": "revoke", "entry": 8})
    assert (found.effects, found.cites("LDB-61A", "LDB-62A")) == (["back=7+open=E,DQ,by,N"], True)
    assert legal(found) == ["CJ", "CK", "CQ"]
    late = heard(f"{HT_OPEN} DQ! D4 D7 DA SA S8", {"type": "revoke", "entry": 8})
    assert late.effects == ["transfer=1,E,S,since,1"]
    assert late.cites("LDB-64A2")
    # The highest was ordered, and the lowest was played.
    low = f"{TRICK} SA W:ST! ruled:LDB-57A:N:back=10+open=W,ST,by,N+follow=E,highest,S S8!"
    assert heard(low, {"type": "revoke", "entry": 13}).effects == ["back=12+open=E,S8,by,N"]


# ------------------------------------------------------------------ play after an illegal one


@pytest.mark.law("60A1", "60A2")
def test_who_plays_after_a_card_too_early_has_accepted_it() -> None:
    early = f"{LED} W:D7!"
    assert heard(early, {"type": "out_of_turn", "entry": 7}).cites("LDB-57A")
    found = heard(f"{early} N:DA!", {"type": "out_of_turn", "entry": 7})
    assert (found.effects, found.ruling.laws) == (["play-on"], ("LDB-60A1", "LDB-60A2"))
    assert found.ruling.late
    lead = heard(f"{TRICK} W:ST! S2", {"type": "out_of_turn", "entry": 10})
    assert (lead.effects, lead.cites("LDB-53A", "LDB-60A1")) == (["play-on"], True)


@pytest.mark.law("60A3")
def test_an_accepted_lead_leaves_older_duties() -> None:
    shown = f"{TRICK} W:expose:W:HT! ruled:LDB-49:arbiter:open=W,HT,by,N"
    found = heard(f"{shown} E:SQ! S4", {"type": "out_of_turn", "entry": 12})
    assert (found.effects, found.cites("LDB-53A", "LDB-60A3")) == (["play-on"], True)
    assert not heard(f"{TRICK} E:SQ! S4", {"type": "out_of_turn", "entry": 10}).cites("LDB-60A3")


@pytest.mark.law("60B")
def test_a_defenders_card_before_the_declarers_new_lead_is_a_penalty_card() -> None:
    wrong = heard(f"{TRICK} N:D5!", {"type": "out_of_turn", "entry": 10})
    events = f"{TRICK} N:D5! {wrong.ruling.event(2).token} E:SQ!"
    found = heard(events, {"type": "out_of_turn", "entry": 12})
    assert (found.effects, found.cites("LDB-60B")) == (["back=11+open=E,SQ,by,N"], True)
    assert len(heard(f"{TRICK} E:SQ!", {"type": "out_of_turn", "entry": 10}).effects) == 2


@pytest.mark.law("60C")
def test_what_the_offending_side_plays_changes_no_right() -> None:
    found = heard(f"{GAME} W:HT! E:H2!", {"type": "out_of_turn", "entry": 6})
    assert found.cites("LDB-60C")
    assert found.effects[1] == "back=5+open=W,HT,by,N+open=E,H2,by,N"


# ------------------------------------------------------------------ cards withdrawn after a revoke


@pytest.mark.law("62C2")
def test_the_offenders_partner_changes_only_after_an_innocent_did() -> None:
    # E has revoked; dummy played the four of spades after it and W the ten.
    found = heard(REVOKE, {"type": "revoke", "entry": 11})
    assert found.effects == ["back=10+open=E,CK,by,N+play=S,S4+play=W,ST", "back=10+open=E,CK,by,N+open=W,ST,by,N"]
    assert set(found.choosers) == {"N"}
    assert legal(found, 0, more="S8") == ["S4"]
    assert legal(found, 1, more="S8") == ["S4", "S5", "S6", "S7"]
    assert legal(found, 0, more="S8 S4") == ["ST"]
    # Dummy revokes, W and then N play after it: N's card is free once W has changed.
    own = heard(f"{GAME} DQ C4! D7 DA", {"type": "revoke", "entry": 7})
    assert (own.effects, own.choosers) == (["back=6+play=W,D7+play=N,DA", "back=6"], ["W", "W"])
    assert legal(own, 1, more="D4 DT") == ["D3", "DA", "DK"]
    # Nobody of the offender's side has played since: there is no choice.
    assert heard(f"{TRICK} SA CK! S4", {"type": "revoke", "entry": 11}).effects == ["back=10+open=E,CK,by,N"]


@pytest.mark.law("62C3")
def test_both_sides_have_revoked_in_a_trick_and_one_has_played_on() -> None:
    both = f"{TRICK} SA CK! C4! ST"
    for entry in (11, 12):
        found = heard(f"{both} HA", {"type": "revoke", "entry": entry})
        assert (found.effects, found.cites("LDB-62C3")) == (["back=10+open=E,CK,by,N+open=W,ST,by,N"], True)
    assert heard(f"{both} HA H2", {"type": "revoke", "entry": 11}).cites("LDB-64B7")  # both have: neither is mended
    assert tricks(heard(f"{both} HA H2 H4 H7 N:claim:12 yes yes", {"type": "revoke", "entry": 11})) == 12
