"""Rulings on cards out of turn, cards shown, revokes, tricks looked at, wrong numbers, plans and the sheet."""

import pytest

from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Play, game, replay
from kozyr.games.preferans import Pulka, State
from kozyr.games.refusal import Refused
from kozyr.solver.claims import absurd
from kozyr.solver.preferans import Position
from tests.arbiter.hearing import DEAL, PASSED, SIX, Hearing, heard, recorded, refused
from tests.cases import Row, case

CLAIM = "E:claim:N2-E6-S2 yes yes"
THREE = 'deal "N:97.K9.J97.KQT AKT.QJT8.AT.9 QJ8.A7.KQ8.A7 + C8 CJ" pass pass pass DT D8 D7 C9 C7 CT HK HJ H7'


def played(events: str, tricks: int) -> str:
    """The events, and legal cards until so many tricks are taken."""
    progress, tokens = replay(recorded(events)).progress, [events]
    while progress.state is not None and len(progress.state.history) < tricks:
        event = progress.state.legal()[0]
        tokens.append(event.token)
        progress = progress.apply(event)
    return " ".join(tokens)


# ------------------------------------------------------------------ out of turn


@case("W-P-3.9.14.1-1")
@pytest.mark.rule("P-3.9.14", "P-3.9.15")
def test_a_whister_leads_out_of_turn(row: Row) -> None:
    found = heard(f"{SIX} S:DK!", {"type": "out_of_turn", "entry": 9})
    assert found.choosers == ["E"] * len(row.expected["declarer_may"])
    assert found.effects == [
        "play-on",
        "back=8+open=S,DK+lead=N,D,forbid,first",
        "back=8+open=S,DK+lead=N,D,demand,first",
    ]
    accepted = found.after(0).state
    assert accepted is not None
    assert (accepted.trick, accepted.turn) == ((Card.DK,), Seat.N)
    opened = found.after(1, more="DJ").state
    assert opened is not None
    assert [event.token for event in opened.legal()] == ["DK"]  # the first chance in that suit


@case("W-P-3.9.14.2-1")
def test_a_declarer_leads_out_of_turn(row: Row) -> None:
    found = heard(f"{SIX} C8 CT CQ E:D7!", {"type": "out_of_turn", "entry": 12})
    assert found.effects == ["back=11+open=E,D7"]
    assert found.cites("P-3.9.14.2", "P-3.9.14.5")
    state = found.after(more="DT ruled:P-3.9.14.2:S:demand=E,D7").state
    assert state is not None
    assert [event.token for event in state.legal()] == ["D7"]
    assert row.expected["played_on_demand_of"] == "any whister"


@pytest.mark.rule("P-3.9.14")
def test_a_card_played_too_early_to_a_trick_is_open() -> None:
    found = heard(f"{SIX} ST N:SK!", {"type": "out_of_turn", "entry": 10})
    assert found.effects == ["back=9+open=N,SK"]


@case("W-P-3.9.14.5-1")
def test_an_order_error_found_after_the_trick_stands(row: Row) -> None:
    found = heard(f"{SIX} S:DK! DT D7", {"type": "out_of_turn", "entry": 9})
    assert found.effects == ["play-on"]
    assert row.expected["penalty"] is None
    state = found.after().state
    assert state is not None
    assert state.turn is state.history[-1].winner


def three_tricks(claims: dict[str, object] | None = None, preset: str = "rostov") -> Hearing:
    """An all-pass after three tricks, of which N has two and E one; then S plays out of turn."""
    events = f"{THREE} S:S8!"
    incident: dict[str, object] = {"type": "out_of_turn", "entry": 14}
    return heard(events, {**incident, "claims": claims} if claims else incident, preset)


@case("W-P-3.9.14.3-1")
@pytest.mark.rule("PC-4.7.15")
def test_in_an_all_pass_all_that_follows_is_the_offenders(row: Row) -> None:
    found = three_tricks()
    pulka = found.pulka()
    assert pulka.history[0].tricks == dict(zip("NES", row.expected["tricks"].values(), strict=True))
    assert (pulka.sheet.whists[1][0], pulka.sheet.whists[1][2]) == tuple(row.expected["whists"].values())
    club = f"{PASSED} DJ N:DT!"
    assert heard(club, {"type": "out_of_turn", "entry": 6}, "club").cites("PC-4.7.15")
    refused(club, {"type": "out_of_turn", "entry": 6, "claims": {"E": {"N": 10}}}, "no claim", "club")


@case("W-P-3.9.14.3-2")
def test_damage_that_is_proved_is_made_good(row: Row) -> None:
    found = three_tricks({"N": {"N": 2, "E": 4, "S": 4}})
    assert found.choosers == ["arbiter", "N"]
    before, after = found.pulka(0), found.pulka(1)
    assert after.sheet.whists[0][2] - before.sheet.whists[0][2] == row.expected["damage"]
    # B's entries are kept: ten on A and thirty-five on the offender.
    assert (after.sheet.whists[1][0], after.sheet.whists[1][2]) == (10, 35)
    # The line is one that anybody can play: nothing in it is absurd, and the tricks fall as claimed.
    assert found.ruling.proof is not None
    now = replay(recorded(THREE, "rostov")).progress
    for card in str(found.ruling.proof.value["line"]).split():
        assert isinstance(now.state, State)
        assert not absurd(Position.of(now.state), Card(card))
        now = now.apply(game("preferans").parse(card))
    assert isinstance(now.match, Pulka)
    assert now.match.history[-1].tricks == {"N": 2, "E": 4, "S": 4}
    with pytest.raises(Refused, match="no line of cards"):
        three_tricks({"N": {"N": 2, "E": 8, "S": 0}})


@pytest.mark.rule("P-3.9.14.3")
def test_whoever_has_proved_damage_gets_it_made_good() -> None:
    """Two claim, each with a line of his own: one branch has both, whoever else might choose."""
    deal = 'deal "N:AT8.AKJT9.Q.A K9.8.T98.KJT9 QJ7.Q7.K7.Q87 + DJ DA" pass pass pass'
    cards = "D9 DK DQ C8 CA C9 HJ H8 H7 ST SK SJ D8 D7 H9 CJ CQ HT N:HA!"
    claims = {"E": {"N": 4, "E": 2, "S": 4}, "S": {"N": 3, "E": 5, "S": 2}}
    found = heard(f"{deal} {cards}", {"type": "out_of_turn", "entry": 23, "claims": claims}, "rostov")
    assert found.choosers == ["arbiter", "E", "S", "arbiter"]
    plain, *single, both = (found.pulka(choice).results for choice in range(4))
    for name, alone in zip("ES", single, strict=True):
        assert both[name] == alone[name] > plain[name]
    assert plain["N"] - both["N"] == both["E"] - plain["E"] + both["S"] - plain["S"]


@case("W-P-3.9.21-1")
def test_nothing_in_the_last_trick_is_punished(row: Row) -> None:
    events = played(SIX, 9)
    state = replay(recorded(events)).state
    assert state is not None
    other = next(seat for seat in (Seat.N, Seat.E, Seat.S) if seat is not state.turn)
    (card,) = CardSet(state.holding(other))
    entry = len(recorded(events).entries) + 1
    found = heard(f"{events} {other.value}:{card}!", {"type": "out_of_turn", "entry": entry})
    assert found.effects == ["play-on"]
    assert found.cites("P-3.9.21")
    assert row.expected["penalty"] is None


def test_who_was_on_turn_has_not_played_out_of_turn() -> None:
    refused(f"{SIX} ST", {"type": "out_of_turn", "entry": 9}, "it was the turn of E")
    refused(SIX, {"type": "out_of_turn", "entry": 8}, "is no card")


# ------------------------------------------------------------------ cards shown


@case("W-P-3.9.14.4-1")
def test_cards_shown_without_a_plan_are_dictated(row: Row) -> None:
    found = heard(f"{SIX} ST S8 S7", {"type": "shown", "seat": "E", "claim": True})
    assert set(found.choosers) == {"N", "S"}
    assert row.expected["defenders_may_order_declarers_cards"] is True
    state = found.after(2).state
    assert state is not None
    assert (state.turn, state.actor) == (Seat.E, Seat.S)
    assert state.view(Seat.N).hands[Seat.E].known
    accepted = found.facts(0)
    assert accepted.tricks == {"E": 10, "S": 0, "N": 0}


@pytest.mark.rule("P-3.9.14.4")
def test_cards_that_take_all_in_any_order_are_accepted() -> None:
    deal = 'deal "N:T987.T98.T98. .QJ7.QJ7.QJT9 AKQJ.AK.AK.AK + C7 C8"'
    events = f"{deal} pass 6S pass discard:C7,C8 contract:6NT whist whist CQ CK H8"
    proved = heard(events, {"type": "shown", "seat": "S", "claim": True})
    assert proved.ruling.proof is not None
    assert proved.ruling.proof.value["dictated"] == "yes"
    assert set(proved.effects) == {"rest=S"}
    assert proved.ruling.reason.code == "shown.proved"


@case("W-P-3.9.14.4-2")
def test_cards_shown_with_a_plan_are_played_along_it(row: Row) -> None:
    found = heard(f"{SIX} ST S8 S7", {"type": "shown", "seat": "E", "claim": True, "plan": "spades first"})
    state = found.after(2).state
    assert state is not None
    assert state.actor is Seat.E
    assert row.expected["defenders_may_force"] == "only along the stated plan"


@pytest.mark.rule("P-3.9.14.4")
def test_a_plan_told_as_an_order_of_cards_binds_him() -> None:
    order = ["CJ", "SA", "HJ", "H9", "DJ", "C8", "D7", "H8", "H7"]
    found = heard(f"{SIX} ST S8 S7", {"type": "shown", "seat": "E", "claim": True, "order": order})
    assert found.ruling.reason.code == "shown.with_plan"
    assert found.ruling.reason.about["plan"] == " ".join(order)
    assert found.effects == ["rest=E", "rest=E", *[f"open=E,{','.join(order)},planned"] * 2]
    state = found.after(2).state
    assert state is not None
    assert state.legal() == (Play(Card.CJ),)  # he is on lead: the first card of his plan, and no other
    illegal = state.why_not(Play(Card.HJ), Seat.E)
    assert illegal is not None
    assert (illegal.code, illegal.law) == ("open_card", "P-3.9.14.4")
    after = found.after(2, "CJ CT CQ HA").state
    assert after is not None
    assert after.legal() == (Play(Card.HJ),)  # the first of his hearts


@pytest.mark.rule("P-3.9.14.4")
def test_a_plan_may_take_all_where_the_opponents_order_would_not() -> None:
    events = f"{SIX} H8 HT HQ HA H9 SJ CT CQ C8 HK H7 S9 C7 SQ CJ DQ D7 DK S8 SK SA"
    claim = {"type": "shown", "seat": "E", "claim": True}
    assert heard(events, claim).ruling.reason.code == "shown.without_plan"
    proved = heard(events, {**claim, "order": ["ST", "DJ", "HJ"]})
    assert proved.ruling.reason.code == "shown.plan_proved"
    assert proved.ruling.proof is not None
    assert (proved.ruling.proof.question, proved.ruling.proof.value["planned"]) == ("planned_claim", "yes")
    assert set(proved.effects) == {"rest=E"}
    worse = heard(events, {**claim, "order": ["HJ", "DJ", "ST"]})
    assert worse.ruling.reason.code == "shown.with_plan"
    for order in (["ST", "DJ"], ["ST", "ST", "DJ"], ["ST", "DJ", "HA"]):
        refused(events, {**claim, "order": order}, "order: ")


@pytest.mark.rule("P-3.9.15", "PC-4.7.16")
def test_a_card_shown_to_another_is_open_but_not_in_the_club() -> None:
    events = f"{SIX} N:expose:N:SK:S!"
    assert heard(events, {"type": "shown", "seat": "N", "cards": ["SK"]}).effects == ["open=N,SK"]
    club = heard(events, {"type": "shown", "seat": "N", "cards": ["SK"]}, "club")
    assert club.effects == ["play-on"]
    assert club.cites("PC-4.7.16")
    refused(SIX, {"type": "shown", "seat": "N", "cards": ["SA"]}, "does not hold")


# ------------------------------------------------------------------ revokes

REVOKED = f"{SIX} ST S8 HK!"


@case("W-P-3.9.16.1-1")
@pytest.mark.rule("P-3.9.16", "PC-4.7.17")
@pytest.mark.parametrize(("preset", "law"), [("sochi", "P-3.9.16"), ("club", "PC-4.7.17")])
def test_a_revoke_seen_in_time(preset: str, law: str, row: Row) -> None:
    found = heard(REVOKED, {"type": "revoke", "entry": 11}, preset)
    assert found.effects == ["back=10+open=N,HK"]
    assert found.cites("P-3.9.16.1", "PE-5.4.14", law)
    state = found.after().state
    assert state is not None
    assert [event.token for event in state.legal()] == ["S7", "SK", "SQ"]
    assert row.expected["wrong_card"] == "open"


@case("W-P-3.9.16.2-1")
def test_a_revoke_seen_later_is_replayed_and_costs_a_trick(row: Row) -> None:
    # E, the declarer, does not follow in the second trick, and it is seen after the third.
    found = heard(f"{SIX} C8 CT CQ DT E:H7! DK C9 S7 CJ", {"type": "revoke", "entry": 13})
    assert found.choosers == ["S", "N"]
    assert found.effects == ["back=12+transfer=1,E,S", "back=12+transfer=1,E,N"]
    facts = found.facts(0, more="D7 DK S:claim:N2-E6-S2 yes yes")
    assert facts.tricks is not None
    assert facts.tricks["E"] == row.expected["declarer_counted"]
    assert facts.tricks["N"] + facts.tricks["S"] == row.expected["defence_counted"]


@case("W-P-3.9.17-1")
@pytest.mark.rule("PC-4.7.18")
def test_a_revoke_is_not_heard_once_the_score_is_written(row: Row) -> None:
    events = f"{REVOKED} {CLAIM} {DEAL}"
    found = heard(events, {"type": "revoke", "entry": 11})
    assert found.effects == ["play-on"]
    assert found.ruling.deadline is not None
    assert found.ruling.deadline.passed is not row.expected["accepted"]
    assert heard(events, {"type": "revoke", "entry": 11}, "club").cites("PC-4.7.18")


@pytest.mark.rule("P-3.9.16.2")
def test_a_revoke_in_an_all_pass_brings_a_trick() -> None:
    events = f"{PASSED} DJ D9 N:SK! CJ CK CQ H7 HT HA"
    found = heard(events, {"type": "revoke", "entry": 7})
    assert found.effects == ["back=6+transfer=1,E,N", "back=6+transfer=1,S,N"]


def test_a_card_that_follows_is_no_revoke() -> None:
    refused(f"{SIX} ST S8 SK", {"type": "revoke", "entry": 10}, "was no revoke")
    refused(SIX, {"type": "revoke", "entry": 8}, "is no card")


# ------------------------------------------------------------------ tricks, numbers

LOOKED = f"{SIX} ST S8 S7 SA S9 SQ"


@case("W-P-3.9.11.2-1")
@pytest.mark.rule("P-3.9.11", "P-3.9.12", "PC-4.7.12", "PC-4.7.13")
def test_who_looks_at_an_old_trick_loses_one(row: Row) -> None:
    found = heard(f"{LOOKED} N:look-at:1!", {"type": "trick_looked_at", "seat": "N", "trick": 1})
    facts = found.facts(more="E:claim:N4-E6-S0 yes yes")
    assert facts.ruled is not None
    assert facts.tricks is not None
    assert facts.tricks["E"] == row.expected["counted"]["declarer"]
    assert facts.ruled.counted["N"] == row.expected["counted"]["whister"]
    club = heard(f"{LOOKED} N:look-at:1!", {"type": "trick_looked_at", "seat": "N", "trick": 1}, "club")
    assert club.cites("PC-4.7.12", "PC-4.7.13")


@case("W-P-3.9.11.2-2")
def test_in_an_all_pass_it_is_an_eleventh(row: Row) -> None:
    played = f"{PASSED} DJ D9 DT CJ CK CQ"
    found = heard(played, {"type": "trick_looked_at", "seat": "E", "trick": 2})
    facts = found.facts(more="N:claim:N4-E3-S3 yes yes")
    assert facts.ruled is not None
    assert facts.ruled.counted["E"] == row.expected["counted"]


@pytest.mark.rule("P-3.9.11.2", "P-3.9.12")
def test_at_misere_a_look_adds_a_trick_to_the_declarer_and_a_defenders_hurts_nobody() -> None:
    misere, claim = f"{DEAL} misere pass pass discard:CA,DA D7 DK D8 HT HK HJ", "E:claim:N5-E0-S5 yes yes"
    own = heard(misere, {"type": "trick_looked_at", "seat": "E", "trick": 1})
    assert (own.effects, own.cites("P-3.9.11.2", "P-3.9.12")) == (["more=1,E"], True)
    assert (own.pulka(more=claim).sheet.pool[1], own.pulka(more=claim).sheet.hill[1]) == (0, 10)
    other = heard(misere, {"type": "trick_looked_at", "seat": "N", "trick": 1})
    assert other.effects == ["less=1,N"]
    after = other.pulka(more=claim).sheet  # no trick of a defender has a price, and the declarer gets none
    assert (after.pool[1], [*after.hill]) == (10, [0, 0, 0])


@pytest.mark.rule("P-3.9.11.1", "P-3.9.8")
def test_a_trick_may_be_shown_if_nobody_objects_and_ones_last_always() -> None:
    agreed = heard(LOOKED, {"type": "trick_looked_at", "seat": "N", "trick": 1, "agreed": True})
    assert agreed.effects == ["play-on"]
    assert agreed.cites("P-3.9.11.1")
    assert heard(LOOKED, {"type": "trick_looked_at", "seat": "E", "trick": 2}).effects == ["play-on"]
    # The last trick of another may be demanded, but not opened.
    assert heard(LOOKED, {"type": "trick_looked_at", "seat": "N", "trick": 2}).effects == ["less=1,N"]
    refused(LOOKED, {"type": "trick_looked_at", "seat": "E", "trick": 3}, "2 have been taken")


@case("W-P-3.9.18-14", "W-P-3.9.18-15", "W-P-3.9.18-16", "W-P-3.9.18-17", "W-P-3.9.18-18")
def test_a_declarer_with_a_wrong_number(row: Row) -> None:
    taken = row.situation["declarer_tricks"]
    left = 10 - taken
    found = heard(LOOKED, {"type": "wrong_count", "seats": ["E"]})
    more = f"E:claim:N{left - left // 2}-E{taken}-S{left // 2} yes yes"
    facts, pulka = found.facts(more=more), found.pulka(more=more)
    assert facts.ruled is not None
    assert facts.ruled.counted["E"] == row.expected["counted_tricks"]
    assert pulka.sheet.hill[1] == row.expected["hill"]
    whists = [e for e in pulka.sheet.entries if e.why == "trick_whists"]
    assert sum(int(e.points) for e in whists) == 2 * row.expected["defence_whists_on_real_tricks"]
    consoled = [e.points for e in pulka.sheet.entries if e.why == "consolation"]
    assert max(consoled, default=0) == 2 * row.expected["consolation_for_real_undertricks"]


@case("W-P-3.9.18-2")
@pytest.mark.rule("PC-4.7.19")
def test_a_whister_with_a_wrong_number(row: Row) -> None:
    pulka = heard(LOOKED, {"type": "wrong_count", "seats": ["S"]}).pulka()
    assert pulka.sheet.hill[2] == 2 * row.expected["whister_undertricks"]  # a trick of a six costs two
    club = heard(LOOKED, {"type": "wrong_count", "seats": ["S"], "short": 3}, "club")
    codex = heard(LOOKED, {"type": "wrong_count", "seats": ["S"], "short": 3})
    assert club.cites("PC-4.7.19")
    assert club.pulka().sheet.hill[2] / codex.pulka().sheet.hill[2] in {1.5, 0.75}


@case("W-P-3.9.18-3")
def test_both_can_be_wrong(row: Row) -> None:
    pulka = heard(LOOKED, {"type": "wrong_count", "seats": ["E", "S"]}).pulka(more=CLAIM)
    assert pulka.sheet.hill[1] == 2 * row.expected["declarer_undertricks"]
    assert pulka.sheet.hill[2] == 2 * row.expected["whister_undertricks"]


@case("W-P-3.8.5.1b-1")
def test_a_disputed_plan_has_two_results(row: Row) -> None:
    deal = 'deal "N:- KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"'
    events = f"{deal} misere pass pass discard:DA,CA"
    incident = {"type": "plan", "objectors": ["S", "N"], "other": {"E": 1, "S": 5, "W": 4}}
    options = ("whist.plan_dispute=arbiter",)
    for lot in ("own", "other"):
        found = heard(events, {**incident, "lot": lot}, players=4, options=options)
        pulka = found.pulka(more="E:claim:E0-S5-W5 yes yes")
        assert found.effects[0].startswith(f"lot={int(lot == 'other')},2+result=")
        # The whister's own plan let the misère through; the declarer has one of the two results.
        assert (pulka.sheet.pool[1], pulka.sheet.hill[1]) == ((10, 0) if lot == "own" else (0, 10))
    assert row.expected["declarer"] == "one of the two results by lot"
    refused(
        SIX, {"type": "plan", "objectors": ["S"], "other": {"E": 5, "S": 5}, "lot": "own"}, "only where that is agreed"
    )


@case("W-PE-5.4.11-1")
@pytest.mark.rule("PE-5.4.11")
def test_a_card_laid_aside_to_remember_is_illegal_information(row: Row) -> None:
    found = heard(f"{SIX} N:remark:memory!", {"type": "remark", "seat": "N", "about": "memory"})
    assert found.effects == ["warn=N"]
    assert found.cites("PE-5.4.11b", "PE-5.4.11")
    assert row.expected["illegal_information"]
    assert heard(SIX, {"type": "remark", "seat": "N", "about": "void"}).effects == ["play-on"]


# ------------------------------------------------------------------ the sheet

WRITTEN = f"{DEAL} correction:E:whists:8:P-4.2.4:N"


@case("W-P-4.2.7-1", "W-P-4.2.7-2")
def test_a_wrong_entry_is_mirrored_the_second_time(row: Row) -> None:
    whists = "overwritten_whists_on_partner" in row.situation
    entry = "correction:E:whists:8:P-4.2.4:N" if whists else "correction:E:pool:4:P-4.2.4"
    first = heard(f"{DEAL} {entry}", {"type": "sheet_error", "entry": 2})
    token = first.ruling.event().token
    assert "warn=E" in token
    second = heard(f"{DEAL} {entry} {token} {entry}", {"type": "sheet_error", "entry": 4}).pulka()
    if whists:
        assert second.sheet.whists[1][0] == 8 - row.expected["struck"]
        assert second.sheet.whists[0][1] == row.expected["partner_may_write"]
    else:
        assert second.sheet.pool[1] == 4 + row.expected["pool_corrected"]
        assert second.sheet.hill[1] == row.expected["hill"]


@case("W-P-4.2.8-1")
def test_before_the_pencil_is_down_nothing_is_an_error(row: Row) -> None:
    found = heard(WRITTEN, {"type": "sheet_error", "entry": 2, "pencil_down": False})
    assert found.effects == ["entry=E,whists,-8,N"]
    assert row.expected["penalty"] is None


@case("W-P-4.2.9-1")
@pytest.mark.rule("PC-4.8.4")
def test_after_the_next_auction_only_by_good_will(row: Row) -> None:
    contract = "6S pass pass discard:CA,DA contract:6S"
    events = f"{WRITTEN} {contract} pass pass {DEAL} {contract}"
    found = heard(events, {"type": "sheet_error", "entry": 2})
    assert found.choosers == ["E", "E"]
    assert row.expected["codex"] == "only by good will of the writer"
    club = heard(events, {"type": "sheet_error", "entry": 2}, "club")
    assert club.choosers == ["all", "all"]
    assert club.cites("PC-4.8.4")


@pytest.mark.rule("P-4.2.7")
def test_the_club_strikes_and_no_more() -> None:
    assert heard(WRITTEN, {"type": "sheet_error", "entry": 2}, "club").effects == ["entry=E,whists,-8,N"]
    refused(DEAL, {"type": "sheet_error", "entry": 1}, "no entry by hand")


@case("W-P-4.2.10-1")
def test_a_forgotten_entry(row: Row) -> None:
    incident = {"type": "forgotten_entry", "after": 1, "player": "E", "column": "pool", "points": 2}
    early = heard(DEAL, incident)
    assert early.effects == ["entry=E,pool,2"]
    events = f"{DEAL} pass pass pass N:claim:N4-E3-S3 yes yes {SIX} {CLAIM} {DEAL}"
    late = heard(events, {**incident, "refused": True})
    assert late.effects == ["play-on"]
    assert row.expected["entry_allowed"] is False
    assert heard(events, incident).effects == ["entry=E,pool,2", "play-on"]
    assert heard(DEAL, {**incident, "refused": True}).effects == [
        "entry=E,pool,2"
    ]  # in time a refusal counts for nothing


def test_every_ruling_replays_as_text() -> None:
    found = heard(REVOKED, {"type": "revoke", "entry": 11})
    assert isinstance(found.after().match, Pulka)
