"""Rulings of bridge (kozyr.arbiter.laws.bridge), played from records."""

import random
from collections.abc import Mapping

import pytest

from kozyr.cards import CardSet, Seat
from kozyr.games import replay
from kozyr.games.bridge import Outcome
from kozyr.games.refusal import Refused
from tests.arbiter.hearing import Hearing, called, read
from tests.cases import EXAMPLES

DEAL = 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"'
GAME = f"{DEAL} 3NT pass pass pass"  # N plays, E leads


def heard(events: str, incident: Mapping[str, object], at: int | None = None) -> Hearing:
    """The ruling on an incident at the end of these events."""
    return called(read('[Game "bridge"] [Players "4"]', events), incident, at)


def legal(found: Hearing, choice: int = 0, more: str = "") -> list[str]:
    """What the actor may do after a branch."""
    state = found.after(choice, more).state
    assert state is not None
    return [event.token for event in state.legal()]


def example(number: str) -> Mapping[str, object]:
    """What the rulebook expects."""
    return EXAMPLES[number].expected


# ------------------------------------------------------------------ the deal, information


@pytest.mark.rule("B-LAW-DEAL-1")
@pytest.mark.example("W-B-LAW-DEAL-1-1")
@pytest.mark.parametrize("fault", ["no_cut", "batch", "direction"])
def test_found_before_the_deal_ends_it_is_dealt_again(fault: str) -> None:
    found = heard(f"misdeal:{fault}!", {"type": "misdeal", "fault": fault})
    assert found.effects == ["redeal=same"]
    assert example("W-B-LAW-DEAL-1-1")["ruling"] == "re-deal"
    assert heard(DEAL, {"type": "misdeal", "fault": fault}).effects == ["play-on"]


@pytest.mark.rule("B-LAW-DEAL-2")
def test_any_player_may_order_a_re_deal_for_an_exposed_card() -> None:
    found = heard(DEAL, {"type": "misdeal", "fault": "face_up"})
    assert found.choosers == ["N", "E", "S", "W", "arbiter"]
    assert heard(f"{DEAL} pass", {"type": "misdeal", "fault": "face_up"}).effects == ["play-on"]


@pytest.mark.rule("B-LAW-INFO-1")
@pytest.mark.example("W-B-LAW-INFO-1-1")
def test_illegal_information_in_the_auction() -> None:
    found = heard(f"{DEAL} 1NT E:remark:cards!", {"type": "remark", "seat": "E", "about": "cards"})
    assert found.effects == ["play-on", "bar=E,end,bid+bar=W,end,bid", "bar=E,end,bid+bar=W,end,bid"]
    assert legal(found, 1) == ["pass"]
    assert legal(found, 1, more="pass pass") == ["pass"]
    lead = heard(f"{GAME} E:remark:cards!", {"type": "remark", "seat": "E", "about": "cards"})
    assert set(lead.choosers) == {"N"}
    assert len(lead.effects) == 9
    assert example("W-B-LAW-INFO-1-1")["declarer_controls_opening_lead_suit"] is True


@pytest.mark.rule("B-LAW-PLAY-1")
def test_a_play_made_in_a_forbidden_way_goes_back() -> None:
    events = f"{GAME} DQ D4 W:remark:cards! D7"
    incident = {"type": "remark", "seat": "E", "about": "cards", "entry": 9}
    found = heard(events, incident)
    assert found.effects == ["play-on", "back=8"]
    with pytest.raises(Refused, match="no card of W"):
        heard(events, {**incident, "entry": 6})


@pytest.mark.rule("B-LAW-DUMMY-3")
@pytest.mark.example("W-B-LAW-DUMMY-3-1")
def test_dummys_words_give_the_declarer_no_claim() -> None:
    found = heard(f"{GAME} DQ", {"type": "dummy_spoke"})
    assert found.effects == ["warn=S"]
    assert example("W-B-LAW-DUMMY-3-1")["declarer_claim_accepted"] is False


# ------------------------------------------------------------------ calls

LOW = f"{DEAL} 2S 2H!"


@pytest.mark.rule("B-LAW-BID-1", "B-LAW-BID-2")
def test_an_insufficient_bid_that_was_called_over_stands() -> None:
    found = heard(f"{LOW} pass", {"type": "insufficient", "entry": 3})
    assert found.effects == ["play-on"]
    assert found.cites("B-LAW-BID-2", "B-LAW-BID-1")


@pytest.mark.rule("B-LAW-BID-3")
@pytest.mark.example("W-B-LAW-BID-3-1")
def test_replaced_at_once_the_second_counts() -> None:
    found = heard(f"{DEAL} 1H", {"type": "slip", "entry": 2, "wants": "1S"})
    assert found.effects == ["back=1+call=N,1S"]
    assert found.cites("B-LAW-BID-3")
    low = heard(LOW, {"type": "insufficient", "entry": 3, "replaced": "3C", "at_once": True})
    assert low.effects == ["back=2+call=E,3C"]


@pytest.mark.rule("B-LAW-BID-4", "B-LAW-BID-5")
@pytest.mark.example("W-B-LAW-BID-5-1", "W-B-LAW-BID-5-2", "W-B-LAW-BID-5-3")
def test_an_insufficient_bid_is_replaced() -> None:
    same = heard(LOW, {"type": "insufficient", "entry": 3, "replaced": "3H"})
    assert same.effects == ["back=2+call=E,3H"]
    passed = heard(LOW, {"type": "insufficient", "entry": 3, "replaced": "pass"})
    assert passed.effects == ["back=2+call=E,pass+bar=W,end,bid"]
    assert legal(passed, more="pass") == ["pass"]
    assert example("W-B-LAW-BID-5-2")["partner_must_pass_to_end"] is True
    with pytest.raises(Refused, match="B-LAW-BID-4"):
        heard(LOW, {"type": "insufficient", "entry": 3, "replaced": "X"})
    choice = heard(LOW, {"type": "insufficient", "entry": 3})
    assert choice.effects == ["back=2+call=E,3H", "back=2+call=E,pass+bar=W,end,bid"]
    with pytest.raises(Refused, match="no insufficient bid"):
        heard(f"{DEAL} 2S 3H", {"type": "insufficient", "entry": 3})


@pytest.mark.rule("B-LAW-BID-5")
def test_the_declarer_dictates_the_partners_first_lead() -> None:
    # S bids too low and passes instead; W plays, and N, the partner, leads.
    low = f"{DEAL} pass pass 1H 1S pass pass 1H!"
    token = heard(low, {"type": "insufficient", "entry": 8, "replaced": "pass"}).ruling.event().token
    found = heard(f"{low} {token}", {"type": "insufficient", "entry": 8})
    assert found.choosers == ["W"] * 5
    assert found.effects[1:] == [f"lead=N,{suit},demand,first" for suit in "SHDC"]
    played = heard(f"{low} {token} SA", {"type": "insufficient", "entry": 8})
    assert played.effects == ["play-on"]


@pytest.mark.rule("B-LAW-BID-6")
@pytest.mark.example("W-B-LAW-BID-6-1", "W-B-LAW-BID-6-2", "W-B-LAW-BID-6-3")
@pytest.mark.parametrize(
    ("call", "effects"),
    [
        ("E:pass!", "back=1+bar=E,once,bid"),  # the right-hand opponent was to call
        ("S:pass!", "back=1+bar=S,end,bid"),  # his partner was
        ("W:pass!", "back=1+bar=W,end,bid"),  # his left-hand opponent was
        ("S:1H!", "back=1+bar=N,end,bid"),
    ],
)
def test_a_call_out_of_turn_is_cancelled(call: str, effects: str) -> None:
    found = heard(f"{DEAL} {call}", {"type": "call_out_of_turn", "entry": 2})
    assert found.effects == [effects]
    assert found.cites("B-LAW-BID-6", "B-LAW-BID-1")
    if call == "S:1H!":
        assert legal(found) == ["pass"]


@pytest.mark.rule("B-LAW-BID-2")
def test_a_call_out_of_turn_that_was_called_over_stands() -> None:
    assert heard(f"{DEAL} E:1H! pass", {"type": "call_out_of_turn", "entry": 2}).effects == ["play-on"]


@pytest.mark.rule("B-LAW-BID-7")
def test_a_suit_changed_late_may_be_forbidden_to_the_partner() -> None:
    low = f"{DEAL} pass 1D"
    late = heard(low, {"type": "slip", "entry": 3, "wants": "1H", "paused": True})
    assert late.effects == ["back=2+call=E,1H"]
    assert late.cites("B-LAW-BID-7")
    # W, the partner, leads against S.
    token = late.ruling.event().token
    found = heard(f"{low} {token} 1NT pass pass pass", {"type": "slip", "entry": 3, "wants": "1H"})
    assert found.choosers == ["S", "S"]
    assert found.effects == ["play-on", "lead=W,D,forbid,first"]


# ------------------------------------------------------------------ cards


@pytest.mark.rule("B-LAW-CARD-1", "B-LAW-CARD-2")
@pytest.mark.parametrize(
    ("entry", "facts", "effects"),
    [
        (6, {"how": "named"}, "play-on"),
        (6, {"how": "named", "corrected": True}, "back=5"),
        (6, {"how": "separated", "seen": True}, "play-on"),
        (6, {"how": "separated"}, "back=5"),
        (6, {"how": "laid"}, "play-on"),
        (7, {"how": "touched"}, "play-on"),
        (7, {"how": "touched", "arranging": True}, "back=6"),
    ],
)
def test_whether_a_card_was_played(entry: int, facts: Mapping[str, object], effects: str) -> None:
    found = heard(f"{GAME} DQ D4", {"type": "card_handled", "entry": entry, **facts})
    assert found.effects == [effects]


@pytest.mark.rule("B-LAW-PEN-1")
@pytest.mark.example("W-B-LAW-PEN-1-1")
def test_a_defenders_cards_are_nailed_down() -> None:
    found = heard(f"{GAME} E:expose:E:SQ,H2!", {"type": "shown", "seat": "E", "cards": ["SQ", "H2"]})
    assert found.effects == ["open=E,SQ,H2,by,N"]
    assert legal(found) == ["H2", "SQ"]
    state = found.after().state
    assert state is not None
    assert state.actor is Seat.N
    assert example("W-B-LAW-PEN-1-1")["played"] == "first chance, declarer chooses if both fit"
    assert heard(GAME, {"type": "shown", "seat": "N", "cards": ["SA"]}).effects == ["play-on"]


@pytest.mark.rule("B-LAW-PEN-2")
@pytest.mark.example("W-B-LAW-PEN-2-1")
def test_an_ordered_lead_lets_him_take_his_cards_up() -> None:
    nailed = heard(f"{GAME} W:expose:W:ST,H7!", {"type": "shown", "seat": "W", "cards": ["ST", "H7"]})
    events = f"{GAME} W:expose:W:ST,H7! {nailed.ruling.event().token}"
    found = heard(events, {"type": "penalty_lead", "seat": "W"})
    assert found.effects == ["play-on", "lead=E,H,demand,first,lifts,W", "lead=E,S,demand,first,lifts,W"]
    assert legal(found, 2) == ["S8", "S9", "SJ", "SQ"]
    state = found.after(2, more="SQ").state
    assert state is not None
    assert not state.view(None).duties  # nothing of W lies open any more
    assert example("W-B-LAW-PEN-2-1")["offender_picks_up"] == ["♠K", "♥3"]
    with pytest.raises(Refused, match="nailed down"):
        heard(GAME, {"type": "penalty_lead", "seat": "W"})


TRICK = f"{GAME} DQ D4 D7 DA"  # N has it


@pytest.mark.rule("B-LAW-LEAD-1")
def test_a_lead_out_of_turn_that_was_followed_stands() -> None:
    assert heard(f"{TRICK} N:H4! HT", {"type": "out_of_turn", "entry": 10}).effects == ["play-on"]
    found = heard(f"{GAME} W:HT!", {"type": "out_of_turn", "entry": 6, "tabled": True})
    assert found.effects == ["play-on"]


@pytest.mark.rule("B-LAW-LEAD-2")
@pytest.mark.example("W-B-LAW-LEAD-2-1", "W-B-LAW-LEAD-2-2")
def test_a_declarers_lead_out_of_turn() -> None:
    free = heard(f"{GAME} N:HA!", {"type": "out_of_turn", "entry": 6})
    assert free.effects == ["back=5"]
    wrong = heard(f"{TRICK} N:D5!", {"type": "out_of_turn", "entry": 10})
    assert wrong.effects == ["back=9+lead=N,D,demand,first"]
    assert legal(wrong) == ["D3", "DK"]
    assert example("W-B-LAW-LEAD-2-1")["penalty"] is None


@pytest.mark.rule("B-LAW-LEAD-3", "B-LAW-LEAD-4")
@pytest.mark.example("W-B-LAW-LEAD-3-1")
def test_a_defenders_lead_out_of_turn() -> None:
    found = heard(f"{GAME} W:HT!", {"type": "out_of_turn", "entry": 6})
    assert found.effects == [
        "play-on", "back=5+open=W,HT,by,N", "back=5+lead=E,H,demand,first", "back=5+lead=E,H,forbid,first",
    ]  # fmt: skip
    may = example("W-B-LAW-LEAD-3-1")["declarer_may"]
    assert isinstance(may, list)
    assert len(may) == len(found.effects)
    raised = heard(f"{TRICK} W:HT!", {"type": "out_of_turn", "entry": 10})
    assert len(raised.effects) == 6
    assert raised.cites("B-LAW-LEAD-4")


# ------------------------------------------------------------------ revokes and claims


@pytest.mark.rule("B-LAW-REVOKE-1", "B-LAW-REVOKE-2", "B-LAW-REVOKE-3")
def test_a_revoke_is_mended_in_time() -> None:
    found = heard(f"{GAME} DQ D4 ST!", {"type": "revoke", "entry": 8})
    assert found.effects == ["back=7+open=W,ST,by,N"]
    partner = heard(f"{GAME} DQ D4 D7 HA!", {"type": "revoke", "entry": 9})
    assert partner.effects == ["back=8"]
    kept = heard(f"{TRICK} SA CK! S4 ST", {"type": "revoke", "entry": 11})
    assert kept.effects == ["back=10+open=E,CK,by,N+open=W,ST"]
    assert legal(kept, more="S8 S4") == ["ST"]


@pytest.mark.rule("B-LAW-REVOKE-4")
@pytest.mark.example("W-B-LAW-REVOKE-4-1", "W-B-LAW-REVOKE-4-2")
def test_a_revoke_seen_later_costs_what_was_won_since() -> None:
    # E revokes at the second trick and wins the third and the fourth.
    events = f"{TRICK} SA CK! S4 ST S2 SQ S5 D8 CQ C4 C7 CA"
    found = heard(events, {"type": "revoke", "entry": 11})
    assert found.effects == ["transfer=2,E,S,since,2"]  # it is settled at the end
    assert example("W-B-LAW-REVOKE-4-2")["tricks_transferred"] == 1
    two = heard(f"{TRICK} SA CK! S4 ST S2 SQ S5 D8 SJ S6 H7 S3 CQ C4 C7 CA", {"type": "revoke", "entry": 11})
    assert two.effects == ["transfer=2,E,S,since,2"]
    assert example("W-B-LAW-REVOKE-4-1")["tricks_transferred"] == 2
    outcome = two.after(more="N:claim:9 yes yes").outcomes[-1]
    assert isinstance(outcome, Outcome)
    assert outcome.tricks == 11
    nothing = "N:claim:13 yes yes"  # E and W win nothing any more
    none = heard(f"{TRICK} SA CK! S4 ST HA H2 H4 H7 {nothing}", {"type": "revoke", "entry": 11})
    assert (none.effects, none.ruling.reason.code) == (["play-on"], "revoke.none_won")
    one = heard(f"{TRICK} SA CK! S4 ST HA H2 H4 H7 N:claim:12 yes yes", {"type": "revoke", "entry": 11})
    assert one.effects[0].endswith("transfer=1,E,S")


def eleven_tricks() -> tuple[str, str]:
    """A play up to the twelfth trick, its lead made, where the next one can revoke; and the card that does so."""
    for seed in range(100):
        chance = random.Random(seed)
        now, tokens = replay(read('[Game "bridge"] [Players "4"]', GAME)).progress, [GAME]
        while now.state is not None and (len(now.state.history) < 11 or not now.state.trick):
            event = chance.choice(now.state.legal())
            tokens.append(event.token)
            now = now.apply(event)
        state = now.state
        assert state is not None
        assert state.turn is not None
        legal = {event.token for event in state.legal()}
        others = [card.text for card in CardSet(state.holding(state.turn)) if card.text not in legal]
        if others:
            return " ".join(tokens), others[0]
    raise AssertionError("no seed")


@pytest.mark.rule("B-LAW-REVOKE-3")
@pytest.mark.example("W-B-LAW-REVOKE-3-1")
def test_a_revoke_in_the_twelfth_trick_is_mended_free() -> None:
    events, card = eleven_tricks()
    entry = 5 + 45 + 1
    found = heard(f"{events} {card}!", {"type": "revoke", "entry": entry})
    assert found.effects == [f"back={entry - 1}"]
    assert found.cites("B-LAW-REVOKE-3")
    assert example("W-B-LAW-REVOKE-3-1")["penalty"] is None


@pytest.mark.rule("B-LAW-CLAIM-1", "B-LAW-CLAIM-2")
@pytest.mark.example("W-B-LAW-CLAIM-2-1")
def test_a_declarer_who_shows_his_cards_without_a_plan() -> None:
    trumps = f"{DEAL} 4S pass pass pass DQ D4 D7 DA"
    found = heard(trumps, {"type": "shown", "seat": "N", "claim": True})
    assert set(found.choosers) == {"E", "W"}
    state = found.after(2).state
    assert state is not None
    assert state.actor is Seat.E
    assert not [token for token in legal(found, 2) if token.startswith("S")]
    planned = heard(trumps, {"type": "shown", "seat": "N", "claim": True, "plan": "trumps, then clubs"})
    assert planned.effects[:2] == ["rest=N", "rest=N"]
    assert planned.cites("B-LAW-CLAIM-1")
    assert "draw trumps" in str(example("W-B-LAW-CLAIM-2-1")["declarer_may_not"])


def test_what_no_law_of_bridge_knows() -> None:
    with pytest.raises(Refused, match="no law of bridge"):
        heard(GAME, {"type": "wrong_discard"})


@pytest.mark.rule("B-LAW-TRICK-1")
def test_the_last_trick_is_for_three_until_the_next_lead() -> None:
    head = '[Game "bridge"] [Players "4"]'
    deal = 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"'
    played = f"{deal} 3NT pass pass pass DQ D4 D7 DA"

    def look(events: str, seat: str, trick: int = 1) -> Hearing:
        return called(read(head, events), {"type": "trick_looked_at", "seat": seat, "trick": trick})

    for seat in ("N", "E", "W"):
        found = look(played, seat)
        assert (found.effects, found.ruling.reason.code) == (["play-on"], "look.last")
    for events, seat in ((played, "S"), (f"{played} SA", "E"), (f"{played} SA S8 S4 ST", "E")):
        found = look(events, seat)
        assert (found.effects, found.ruling.laws) == (["play-on", f"play-on+warn={seat}"], ("B-LAW-TRICK-1",))
    with pytest.raises(Refused, match="taken"):
        look(played, "E", 2)
