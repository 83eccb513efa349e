"""The Laws of 2017: revokes (61-64), cards played, exposed and out of turn (44-57), with numbers worked out from the laws."""

from collections.abc import Mapping

import pytest

from kozyr.cards import Seat
from kozyr.games.bridge import Outcome
from kozyr.games.refusal import Refused
from tests.arbiter.hearing import Hearing, called, read
from tests.arbiter.test_bridge_laws import eleven_tricks

HEAD = '[Game "bridge"] [Players "4"] [Option "laws=2017"] [Option "edition=3"]'
DEAL = 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"'
GAME = f"{DEAL} 3NT pass pass pass"  # N plays, E leads
TRICK = f"{GAME} DQ D4 D7 DA"  # N has it
REVOKE = f"{TRICK} SA CK! S4 ST"  # E revokes in the second trick, which N wins


def heard(events: str, incident: Mapping[str, object], at: int | None = None) -> Hearing:
    """The ruling of 2017 on an incident at the end of these events."""
    return called(read(HEAD, events), incident, at)


def legal(found: Hearing, choice: int = 0, more: str = "") -> list[str]:
    """What the actor may do after a branch."""
    state = found.after(choice, more).state
    assert state is not None
    return [event.token for event in state.legal()]


def tricks(found: Hearing, choice: int = 0, more: str = "") -> int | None:
    """The declarer's tricks as they are scored."""
    outcome = found.after(choice, more).outcomes[-1]
    assert isinstance(outcome, Outcome)
    return outcome.tricks


# ------------------------------------------------------------------ revokes


@pytest.mark.law("62A", "62B1", "63A")
def test_a_revoke_goes_back_until_the_offending_side_plays_on() -> None:
    # E has revoked; N leads to the next trick, and E's side has not played to it yet.
    found = heard(f"{REVOKE} HA", {"type": "revoke", "entry": 11})
    assert found.effects[0] == "back=10+open=E,CK,by,N+play=S,S4+play=W,ST"
    assert found.cites("LDB-62A", "LDB-62B1", "LDB-63A")
    # E plays to it: the revoke is established.
    late = heard(f"{REVOKE} HA H2", {"type": "revoke", "entry": 11})
    assert late.effects == ["transfer=1,E,S,since,2"]
    assert late.cites("LDB-64A2", "LDB-63A")


@pytest.mark.law("62B2", "62C1")
def test_a_declarers_revoke_goes_back_and_no_card_is_a_penalty() -> None:
    found = heard(f"{GAME} DQ D4 D7 HA!", {"type": "revoke", "entry": 9})
    assert found.effects == ["back=8"]
    assert found.cites("LDB-62B2", "LDB-62C1")


@pytest.mark.law("64A1")
def test_the_player_won_the_revoke_trick_and_the_side_another_two_go_over() -> None:
    # Spades are trumps: N ruffs the diamond lead and holds diamonds. HA establishes it.
    ruffed = f"{DEAL} 4S pass pass pass DQ D4 D7 S2! HA H2 H4 H7"
    found = heard(f"{ruffed} N:claim:12 yes yes", {"type": "revoke", "entry": 9})
    assert found.effects == ["transfer=2,N,E"]  # the trick that N won, and one of the later eleven
    assert found.cites("LDB-64A1")
    assert tricks(found) == 10
    both = heard(f"{ruffed} N:claim:2 yes yes", {"type": "revoke", "entry": 9})
    assert tricks(both) == 0  # N has won the ruff and HA, and both go
    running = heard(ruffed, {"type": "revoke", "entry": 9})
    assert running.effects == ["transfer=2,N,E,since,1"]
    assert tricks(running, more="N:claim:12 yes yes") == 10


@pytest.mark.law("64A2", "64B1")
@pytest.mark.parametrize(("claim", "scored"), [(13, 13), (12, 13), (10, 11)])
def test_one_trick_goes_over_where_the_player_did_not_win_the_revoke_trick(claim: int, scored: int) -> None:
    # E has revoked in a trick that N won. Of the tricks from it on E-W win 13 - claim.
    found = heard(f"{REVOKE} HA H2 H4 H7 N:claim:{claim} yes yes", {"type": "revoke", "entry": 11})
    assert found.effects == (["play-on"] if claim == 13 else ["transfer=1,E,S"])
    assert found.cites("LDB-64B1" if claim == 13 else "LDB-64A2")
    assert tricks(found) == scored


@pytest.mark.law("64B2")
def test_the_second_revoke_of_a_player_in_a_suit_costs_nothing() -> None:
    twice = f"{REVOKE} HA H2 H4 H7 SK CJ! S5 H8 HK HJ H5 H9 N:claim:12 yes yes"
    assert heard(twice, {"type": "revoke", "entry": 11}).effects == ["transfer=1,E,S"]
    second = heard(twice, {"type": "revoke", "entry": 19})
    assert second.effects == ["play-on"]
    assert second.cites("LDB-64B2")
    told = heard(f"{REVOKE} HA H2 H4 H7 N:claim:12 yes yes", {"type": "revoke", "entry": 11, "repeated": True})
    assert told.cites("LDB-64B2")


@pytest.mark.law("64B3")
def test_dummys_revoke_costs_nothing() -> None:
    # S, the dummy, throws a club to a diamond and holds diamonds.
    found = heard(f"{GAME} DQ C4! D7 DA HA H2 H4 H7 N:claim:12 yes yes", {"type": "revoke", "entry": 7})
    assert found.effects == ["play-on"]
    assert found.cites("LDB-64B3")


@pytest.mark.law("64B4", "64B5")
def test_after_a_call_on_the_next_board_or_the_round_nothing_goes_over() -> None:
    events = f"{REVOKE} HA H2 H4 H7 N:claim:12 yes yes"
    for late, law in (("called", "LDB-64B4"), ("round", "LDB-64B5")):
        found = heard(events, {"type": "revoke", "entry": 11, "late": late})
        assert found.effects == ["play-on"]
        assert found.cites(law)
    record = f"{events} {DEAL} pass 1C"  # the deal after it: S, of the innocents, has called
    assert heard(record, {"type": "revoke", "entry": 11}).cites("LDB-64B4")
    with pytest.raises(Refused, match="LDB-64B4"):
        heard(f"{events} {DEAL} pass", {"type": "revoke", "entry": 11})


@pytest.mark.law("62D1", "64B6")
def test_the_twelfth_trick_is_put_right_even_when_all_cards_have_fallen() -> None:
    events, card = eleven_tricks()
    entry = 5 + 45 + 1
    found = heard(f"{events} {card}!", {"type": "revoke", "entry": entry})
    assert found.effects == [f"back={entry - 1}"]
    assert found.cites("LDB-62D1", "LDB-64B6")


@pytest.mark.law("64B7")
def test_both_sides_have_revoked_and_nothing_goes_over() -> None:
    both = f"{TRICK} SA CK! C4! ST HA H2 H4 H7 N:claim:12 yes yes"  # E, and S, who is dummy
    assert heard(both, {"type": "revoke", "entry": 11}).cites("LDB-64B7")


@pytest.mark.law("64C1")
def test_where_the_moved_tricks_are_too_few_the_director_may_make_the_rest_good() -> None:
    # N-S are said to have made five in the end; one goes over, and best play from before the revoke is searched.
    events = f"{REVOKE} HA H2 H4 H7 N:claim:5 yes yes"
    plain = heard(events, {"type": "revoke", "entry": 11})
    assert plain.ruling.proof is None  # nobody says that they are damaged
    found = heard(events, {"type": "revoke", "entry": 11, "damage": True})
    assert found.ruling.proof is not None
    fair = found.ruling.proof.value["tricks"]
    assert isinstance(fair, int)
    assert found.effects[0] == "transfer=1,E,S"
    assert found.effects[1] == f"transfer={fair - 5},E,S"
    assert tricks(found, 1) == fair > 6
    assert found.choosers == ["arbiter", "arbiter"]


# ------------------------------------------------------------------ cards played and exposed


@pytest.mark.law("45C1", "45C2", "45C3", "45C4a", "45C4b")
@pytest.mark.parametrize(
    ("entry", "facts", "effects", "law"),
    [
        (6, {"how": "named"}, "play-on", "LDB-45C4a"),
        (6, {"how": "named", "corrected": True}, "back=5", "LDB-45C4b"),
        (6, {"how": "separated", "seen": True}, "play-on", "LDB-45C1"),
        (6, {"how": "separated"}, "back=5", "LDB-45C1"),
        (9, {"how": "laid"}, "play-on", "LDB-45C2"),
        (7, {"how": "touched"}, "play-on", "LDB-45C3"),
        (7, {"how": "touched", "arranging": True}, "back=6", "LDB-45C3"),
    ],
)
def test_whether_a_card_was_played(entry: int, facts: Mapping[str, object], effects: str, law: str) -> None:
    found = heard(TRICK, {"type": "card_handled", "entry": entry, **facts}, entry)
    assert found.effects == [effects]
    assert found.cites(law)


@pytest.mark.law("48A")
def test_the_declarers_side_has_no_penalty_cards() -> None:
    for seat, card in (("N", "SA"), ("S", "D4")):
        assert heard(GAME, {"type": "shown", "seat": seat, "cards": [card]}).effects == ["play-on"]


@pytest.mark.law("49", "50B", "50C", "50D1")
def test_minor_and_major_penalty_cards() -> None:
    small = {"type": "shown", "seat": "E", "cards": ["S8"], "accident": True}
    minor = heard(f"{GAME} E:expose:E:S8!", small)
    assert minor.effects == ["open=E,S8,minor"]
    # E is on lead: anything but another spade below the ten.
    assert "S9" not in legal(minor)
    assert {"S8", "SQ", "SJ", "H2", "DQ"} <= set(legal(minor))
    for told in ({**small, "accident": False}, {**small, "cards": ["SQ"]}, {**small, "cards": ["S8", "H2"]}):
        assert heard(GAME, told).effects == [f"open=E,{','.join(told['cards'])},by,N"]  # type: ignore[arg-type]
    for card, effects in (("HT", "open=W,HT,by,N"), ("H9", "open=W,H9,minor")):  # the ten is an honour
        fallen = {"type": "shown", "seat": "W", "cards": [card], "accident": True}
        assert heard(GAME, fallen).effects == [effects]
    # A second one makes both major.
    events = f"{GAME} E:expose:E:S8! {minor.ruling.event().token} E:expose:E:H2!"
    both = heard(events, {"type": "shown", "seat": "E", "cards": ["H2"], "accident": True})
    assert both.effects == ["take-up=E+open=E,S8,H2,by,N"]
    assert legal(both) == ["H2", "S8"]


@pytest.mark.law("50C")
def test_a_minor_penalty_card_leaves_the_partner_a_free_lead() -> None:
    token = heard(f"{GAME} W:expose:W:H7!", {"type": "shown", "seat": "W", "cards": ["H7"], "accident": True})
    events = f"{GAME} W:expose:W:H7! {token.ruling.event().token}"
    assert heard(events, {"type": "penalty_lead", "seat": "W"}).effects == ["play-on"]


@pytest.mark.law("50D2", "51B")
def test_a_major_penalty_card_rules_the_partners_lead() -> None:
    token = (
        heard(f"{GAME} W:expose:W:ST,H7!", {"type": "shown", "seat": "W", "cards": ["ST", "H7"]}).ruling.event().token
    )
    found = heard(f"{GAME} W:expose:W:ST,H7! {token}", {"type": "penalty_lead", "seat": "W"})
    assert found.effects == [
        "play-on",
        "lead=E,H,demand,first+take-up=W+open=W,ST,by,N",
        "lead=E,S,demand,first+take-up=W+open=W,ST,by,N".replace("ST,by", "H7,by"),
        "lead=E,H,forbid,kept+take-up=W+open=W,ST,by,N",
        "lead=E,S,forbid,kept+take-up=W+open=W,H7,by,N",
    ]
    assert legal(found, 1) == ["H2", "HJ", "HQ"]
    # Hearts are forbidden for as long as E keeps the lead: E wins a spade... and still may not lead a heart.
    assert not [card for card in legal(found, 3) if card.startswith("H")]


@pytest.mark.law("24A", "24B", "24C")
@pytest.mark.parametrize(
    ("cards", "effects", "law"),
    [
        (["S8"], "play-on", "LDB-24A"),
        (["SQ"], "bar=W,once,bid", "LDB-24B"),
        (["S8", "H2"], "bar=W,once,bid", "LDB-24C"),
    ],
)
def test_cards_shown_in_the_auction(cards: list[str], effects: str, law: str) -> None:
    found = heard(f"{DEAL} 1C", {"type": "shown", "seat": "E", "cards": cards})
    assert found.effects == [effects]
    assert found.cites(law)


# ------------------------------------------------------------------ leads and plays out of turn


@pytest.mark.law("54", "54D", "50D2")
def test_an_opening_lead_out_of_turn_leaves_five_ways() -> None:
    found = heard(f"{GAME} W:HT!", {"type": "out_of_turn", "entry": 6})
    assert found.effects == [
        "play-on", "declarer=S,same", "back=5+open=W,HT,by,N", "back=5+lead=E,H,demand,first", "back=5+lead=E,H,forbid,kept",
    ]  # fmt: skip
    assert set(found.choosers) == {"N"}
    turned = found.after(1).state  # N is dummy now, and S plays
    assert turned is not None
    assert (turned.actor, turned.turn) == (Seat.S, Seat.N)
    assert legal(found, 3) == ["H2", "HJ", "HQ"]


@pytest.mark.law("54C", "53A")
def test_a_lead_that_was_played_to_stands() -> None:
    tabled = heard(f"{GAME} W:HT!", {"type": "out_of_turn", "entry": 6, "tabled": True})
    assert (tabled.effects, tabled.cites("LDB-54C")) == (["play-on"], True)
    followed = heard(f"{TRICK} W:ST! S2", {"type": "out_of_turn", "entry": 10})
    assert (followed.effects, followed.cites("LDB-53A")) == (["play-on"], True)


@pytest.mark.law("56")
def test_a_defenders_lead_in_the_declarers_turn() -> None:
    found = heard(f"{TRICK} W:ST!", {"type": "out_of_turn", "entry": 10})
    assert found.effects == ["play-on", "back=9+open=W,ST,by,N"]  # no lead of the partner is due now


@pytest.mark.law("55A", "55B1", "55B2")
def test_a_declarers_lead_out_of_turn() -> None:
    free = heard(f"{GAME} N:HA!", {"type": "out_of_turn", "entry": 6})
    assert free.effects == ["play-on", "play-on", "back=5", "back=5"]
    assert free.choosers == ["E", "W", "E", "W"]  # the next to play comes first
    assert free.cites("LDB-55A", "LDB-55B1")
    wrong = heard(f"{TRICK} N:D5!", {"type": "out_of_turn", "entry": 10})
    assert wrong.effects == ["play-on", "play-on", "back=9", "back=9"]
    assert wrong.choosers[0] == "W"
    assert wrong.cites("LDB-55B2")
    assert {"SA", "HA", "D3"} <= set(legal(wrong, 2))  # any card, not that suit alone


@pytest.mark.law("57A", "57B")
def test_a_defender_who_plays_before_the_partner() -> None:
    # N leads, W plays before E.
    found = heard(f"{TRICK} SA W:ST!", {"type": "out_of_turn", "entry": 11})
    assert found.effects == [
        f"back=10+open=W,ST,by,N+follow=E,{how}"
        for how in ("highest,S", "lowest,S", "forbid,H", "forbid,D", "forbid,C")
    ]
    assert (legal(found, 0), legal(found, 1)) == (["SQ"], ["S8"])
    assert legal(found, 2) == ["S8", "S9", "SJ", "SQ"]  # 57B: who has to follow cannot comply
    assert legal(found, 0, more="SQ S4") == ["ST"]


@pytest.mark.law("57C1", "57C3")
def test_a_play_too_early_that_costs_nothing() -> None:
    both = heard(f"{TRICK} SA N:S4! W:ST!", {"type": "out_of_turn", "entry": 12})  # N-S have played, and E has not
    assert (both.effects, both.cites("LDB-57C1")) == (["play-on"], True)
    last = heard(f"{TRICK} SA S8 W:ST!", {"type": "out_of_turn", "entry": 12})  # the partner has played already
    assert (last.effects, last.cites("LDB-57A")) == (["play-on"], True)
    declarer = heard(f"{GAME} DQ N:DA!", {"type": "out_of_turn", "entry": 7})
    assert (declarer.effects, declarer.cites("LDB-57C3")) == (["play-on"], True)


# ------------------------------------------------------------------ which body rules


def test_a_body_that_is_silent_names_the_one_that_is_not() -> None:
    source = '[Game "bridge"] [Players "4"]'
    with pytest.raises(Refused, match="source-001 does not ask for damage; 2017 does"):
        called(read(source, REVOKE), {"type": "revoke", "entry": 11, "damage": True})
    with pytest.raises(Refused, match="source-001 has no ruling on inadmissible; 2017 has"):
        called(read(source, f"{DEAL} 1H pass X!"), {"type": "inadmissible", "entry": 4})
    with pytest.raises(Refused, match="2017 has no ruling on remark; source-001 has"):
        heard(f"{DEAL} 1NT E:remark:cards!", {"type": "remark", "seat": "E", "about": "cards"})
    with pytest.raises(Refused, match="no law of bridge knows wrong_discard"):
        heard(GAME, {"type": "wrong_discard"})


def test_a_record_without_the_tag_is_the_sources() -> None:
    for head in ('[Game "bridge"] [Players "4"] [Preset "duplicate"]', '[Game "bridge"] [Players "4"]'):
        found = called(read(head, f"{GAME} W:HT!"), {"type": "out_of_turn", "entry": 6})
        assert found.cites("B-LAW-LEAD-3")
    new = '[Game "bridge"] [Players "4"] [Preset "duplicate"] [Option "edition=3"]'
    assert called(read(new, f"{GAME} W:HT!"), {"type": "out_of_turn", "entry": 6}).cites("LDB-54")
