"""Rulings on calls, contracts and discards (kozyr.arbiter.laws.preferans.contract), and on the best discard (proofs)."""

from itertools import combinations

import pytest

from kozyr.arbiter.laws.preferans import proofs
from kozyr.cards import CardSet, Seat
from kozyr.games import replay
from kozyr.games.preferans import Contract, Outcome, Pulka, State
from kozyr.solver import preferans as solver
from tests.arbiter.hearing import DEAL, SIX, heard, recorded, refused
from tests.cases import Row, case

NAMED = f"{DEAL} 6S pass pass discard:CA,DA contract:6S"

# ------------------------------------------------------------------ calls


CALLED = f"{DEAL} S:6D! 6S pass pass discard:CA,DA contract:6S whist whist"


@case("W-P-3.3.18-1")
def test_a_call_out_of_turn_gives_the_declarer_a_lead(row: Row) -> None:
    incident = {"type": "call_out_of_turn", "entry": 2}
    waiting = heard(f"{DEAL} S:6D!", incident)
    assert waiting.effects == ["play-on"]
    found = heard(CALLED, incident)
    assert found.choosers == ["E"] * 3
    assert found.effects == ["play-on", "lead=N,D,forbid,first", "lead=N,D,demand,first"]
    assert len(row.expected["declarer_may"]) == 3
    late = heard(f"{CALLED} ST S8 SK DT", incident)
    assert late.effects == ["play-on"]
    assert late.ruling.deadline is not None
    assert late.ruling.deadline.passed


@case("W-P-3.3.18-2")
def test_a_call_out_of_turn_costs_a_declarer_nothing(row: Row) -> None:
    found = heard(f"{DEAL} S:6S! pass 6S pass discard:CA,DA contract:6S", {"type": "call_out_of_turn", "entry": 2})
    assert found.effects == ["play-on"]
    assert row.expected["penalty"] is None


@pytest.mark.rule("PC-4.2.12")
def test_in_the_club_a_call_out_of_turn_is_pointed_out() -> None:
    found = heard(CALLED, {"type": "call_out_of_turn", "entry": 2}, "club")
    assert found.effects == ["play-on"]
    assert found.cites("PC-4.2.12")


@pytest.mark.rule("P-3.3.18")
def test_a_call_in_turn_is_no_incident() -> None:
    refused(NAMED, {"type": "call_out_of_turn", "entry": 2}, "no call out of turn")
    refused(NAMED, {"type": "call_out_of_turn", "entry": 99}, "none of the running deal")


# ------------------------------------------------------------------ the contract

LOW = f"{DEAL} 6S 6C pass 6D pass discard:CA,DA E:contract:6C!"


@case("W-P-3.4.4-1")
def test_who_insists_on_an_illegal_contract_is_without_all(row: Row) -> None:
    incident = {"type": "illegal_contract", "entry": 8}
    named = heard(LOW, incident)
    assert named.effects == ["back=7"]
    state = named.after().state
    assert state is not None
    assert state.phase == "contract"
    refuses = heard(LOW, {**incident, "refuses": True})
    pulka = refuses.pulka()
    assert pulka.sheet.hill[1] == row.expected["hill"]
    assert {entry.law for entry in pulka.sheet.entries if entry.column == "hill"} == {"P-3.4.4"}
    assert [pulka.sheet.whists[who][1] for who in (0, 2)] == [12, 12]  # consolation for the six tricks


@pytest.mark.rule("PC-4.3.3")
def test_the_club_has_another_named_and_no_more() -> None:
    found = heard(LOW, {"type": "illegal_contract", "entry": 8, "refuses": True}, "club")
    assert found.effects == ["back=7"]
    assert found.cites("PC-4.3.3")
    refused(NAMED, {"type": "illegal_contract", "entry": 6}, "names no illegal contract")


@pytest.mark.rule("P-3.4.8")
@pytest.mark.parametrize(
    ("said", "incident", "contract"),
    [
        ("", {"wants": "6H"}, Contract.H6),
        ("", {"wants": "6H", "paused": True}, Contract.H7),
        ("whist", {"wants": "6H", "paused": True}, Contract.S6),
        ("whist", {"wants": "6H", "paused": True, "obvious": True}, Contract.H6),
    ],
)
def test_a_slip_in_naming(said: str, incident: dict[str, object], contract: Contract) -> None:
    found = heard(f"{NAMED} {said}", {"type": "slip", "entry": 6, **incident})
    state = found.after().state
    assert state is not None
    assert isinstance(state.plain, State)
    assert state.plain.contract is contract


@pytest.mark.rule("P-3.4.8", "PC-4.3.4")
def test_the_club_freezes_a_contract() -> None:
    found = heard(NAMED, {"type": "slip", "entry": 6, "wants": "6H"}, "club")
    assert found.effects == ["play-on"]
    refused(NAMED, {"type": "slip", "entry": 6, "wants": "nonsense"}, "no contract")


# ------------------------------------------------------------------ the discard


@case("W-P-3.4.6-2")
def test_a_wrong_discard_costs_two_tricks(row: Row) -> None:
    found = heard(f"{DEAL} 6S pass pass E:put-away:CA! contract:6S", {"type": "wrong_discard", "proven": 0})
    pulka = found.pulka()
    assert pulka.sheet.hill[1] == 2 * row.expected["undertricks"]
    assert not any(pulka.sheet.whists[who][1] for who in (0, 2))


@case("W-P-3.4.6-1")
def test_what_is_proved_is_added_to_the_two(row: Row) -> None:
    for named in ("E:contract:6S!", "E:put-away:CA,DA,C8! contract:6S"):
        found = heard(f"{DEAL} 6S pass pass {named}", {"type": "wrong_discard", "proven": 5})
        pulka = found.pulka()
        assert pulka.sheet.hill[1] == row.expected["hill"]
        assert pulka.sheet.entries[0].law == "P-3.4.6"


@pytest.mark.rule("P-3.4.6")
def test_the_best_discard_is_found_by_search() -> None:
    events = 'deal "N:AKQJ.AKQ.AKQ. T987.987.97.7 .JT.JT8.AKQJT + C9 C8" 6S pass pass E:contract:6S! whist whist'
    found = heard(events, {"type": "wrong_discard"})
    assert found.ruling.proof is not None
    record = recorded(events)
    state = replay(record).state
    assert state is not None
    assert isinstance(state.plain, State)
    # An independent count: each of the 66 discards by itself.
    twelve = CardSet(state.plain.hands[1])
    best = 0
    for pair in combinations(twelve, 2):
        hands = (CardSet(state.plain.hands[0]), twelve - CardSet.of(pair), CardSet(state.plain.hands[2]), None)
        value = solver.solve(solver.Position(hands, Seat.E, "tricks", Seat.E, Contract.S6.trump)).value
        best = max(best, value or 0)
    assert found.ruling.proof.value["tricks"] == best
    assert found.pulka().sheet.hill[1] == 2 * (6 - best + 2)


@pytest.mark.rule("P-3.4.6")
def test_without_seven_from_a_full_deal() -> None:
    """Fourteen on the hill: at best he takes one trick of six, and two are taken off."""
    events = 'deal "N:AKQJ.AKQ.AKQ. T987.987.97.7 .JT.JT8.AKQJT + C9 C8" 6S pass pass E:contract:6S!'
    found = heard(events, {"type": "wrong_discard"})
    assert found.ruling.proof is not None
    assert found.ruling.proof.value["short"] == 5
    assert found.pulka().sheet.hill[1] == 14


@pytest.mark.rule("P-3.4.6")
def test_ten_cards_are_no_incident() -> None:
    refused(SIX, {"type": "wrong_discard"}, "has ten cards")


@case("W-P-3.4.9-5", "W-P-3.4.9-6", "W-P-3.4.9-7", "W-P-3.4.9-8")
def test_who_looks_at_his_discard_loses_a_trick(row: Row) -> None:
    taken = row.situation["tricks_taken"]
    left = 10 - taken
    incident = {"type": "discard_looked_at"}
    found = heard(f"{SIX} SA S8 S7 E:look-at:discard!", incident, options=("irr.discard_peek=fine",))
    facts = found.facts(more=f"E:claim:N{left - left // 2}-E{taken}-S{left // 2} yes yes")
    assert facts.ruled is not None
    assert facts.ruled.counted == {"E": row.expected["counted_tricks"]}
    assert facts.tricks is not None
    assert facts.tricks["E"] == taken  # the defenders' whists stay at tricks really taken
    hill = found.pulka(more=f"E:claim:N{left - left // 2}-E{taken}-S{left // 2} yes yes").sheet.hill[1]
    assert hill == 2 * max(0, -row.expected["result_vs_contract"])


@pytest.mark.rule("P-3.4.9")
def test_a_discard_may_be_looked_at_before_the_lead_or_where_it_is_agreed() -> None:
    refused(SIX, {"type": "discard_looked_at"}, "before the first lead")
    assert heard(f"{SIX} SA", {"type": "discard_looked_at"}, "club").effects == ["play-on"]


# ------------------------------------------------------------------ advice


@case("W-P-3.4.12-1")
def test_advice_freezes_the_contract(row: Row) -> None:
    found = heard(f"{NAMED} advice:E:contract!", {"type": "advice", "to": "E", "about": "contract"})
    state = found.after().state
    assert state is not None
    assert [event.token for event in state.offers(Seat.E)] == ["surrender"]
    assert row.expected["may_change_trump_or_size"] is False
    unnamed = heard(f"{DEAL} 6S pass pass discard:CA,DA", {"type": "advice", "to": "E", "about": "contract"})
    assert unnamed.effects == ["call=E,contract:6S"]


@case("W-P-3.9.20-1")
def test_advice_about_a_lead_lets_the_nearest_opponent_dictate(row: Row) -> None:
    found = heard(f"{SIX} advice:E:lead:C!", {"type": "advice", "to": "E", "about": "lead"})
    assert set(found.choosers) == {"S"}
    assert found.effects == ["play-on", *(f"lead=E,{suit},demand,first" for suit in "CDHS")]
    state = found.after(2).state
    assert state is not None
    assert [event.token for event in state.legal()] == ["D7", "DJ"]
    assert row.expected["nearest_opponent_may_dictate_lead"] is True


@pytest.mark.rule("P-3.9.20", "PE-5.5.5")
def test_advice_about_a_discard_lets_him_dictate_that() -> None:
    events = f"{DEAL} 6S pass pass"
    found = heard(events, {"type": "advice", "to": "E", "about": "discard", "dictated": ["SA", "CA"]})
    assert found.effects == ["play-on", "call=E,discard:CA,SA"]
    state = found.after(1).state
    assert state is not None
    assert state.phase == "contract"
    refused(SIX, {"type": "advice", "to": "E", "about": "discard"}, "nothing to put away")


# ------------------------------------------------------------------ the talon opened while two bid


@case("W-P-3.3.16.3-1")
def test_what_two_bidders_could_have_won_is_written_on_the_offender(row: Row) -> None:
    # N deals and sits out: E opens the talon; S could make a nine, and W goes down by one in six diamonds.
    deal = 'deal "N:- T987.T98.T98. AK.7.7.AKQJT9 QJ.AKQJ.KQJ.7 + DA C8"'
    found = heard(f"{deal} 6S 6C 6D E:talon:opened!", {"type": "talon", "seat": "E", "how": "opened"}, players=4)
    assert found.ruling.proof is not None
    assert found.cites("P-3.3.16.3")
    assert "redeal=next" in found.effects[0]
    assert row.expected["offender_writes"] == 0


@pytest.mark.rule("P-3.3.16.3")
@pytest.mark.parametrize(("bidder", "whists"), [("9H", 52)])
def test_a_nine_is_worth_fifty_two(bidder: str, whists: int) -> None:
    """A nine made at four players: sixty of its eighty whists come from the others, less eight of the whister's trick."""
    record = recorded('deal "N:- T987.T98.T98. AK.7.7.AKQJT9 QJ.AKQJ.KQJ.7 + DA C8" 6S 6C 6D', players=4)
    match = replay(record).match
    assert isinstance(match, Pulka)
    facts = Outcome("N", "tricks", "S", Contract("9H"), {"S": 9, "W": 1}, {"W": "whist", "E": "pass"})
    assert match.record(facts).results["S"] == whists
    assert bidder == "9H"


@case("W-P-3.3.16.3-2")
def test_where_two_could_make_a_contract_both_write(row: Row) -> None:
    # With two aces more, S makes spades and W clubs: each writes on E what he has lost.
    deal = 'deal "N:- 987.987.T98.8 AKQJT.AK.7.97 .QJT.KQJ.AKQJ + DA CT"'
    found = heard(f"{deal} 6S 6C 6D E:talon:opened!", {"type": "talon", "seat": "E", "how": "opened"}, players=4)
    written = {entry.who for entry in found.pulka().sheet.entries if entry.on == 1}
    assert {2, 3} <= written
    assert row.expected["both_write_on_offender"] is True


def test_a_proof_that_takes_too_long_says_so() -> None:
    record = recorded(f"{DEAL} 6S 6C 6D")
    state = replay(record).state
    assert isinstance(state, State)
    with pytest.raises(TimeoutError):
        proofs.discards(state, Seat.E, seconds=0)
