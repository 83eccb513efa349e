"""The numbers of the worked examples from full deals: cards by the solver, points by the sheet, nothing by arithmetic."""

from fractions import Fraction

import pytest

from kozyr import notation
from kozyr.arbiter.laws.bridge import plain as claims
from kozyr.arbiter.laws.preferans import proofs
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Replay, game, replay
from kozyr.games.bridge import State as BridgeState
from kozyr.games.preferans import Outcome, Pulka, State
from kozyr.solver import preferans as solver
from kozyr.solver.claims import absurd
from kozyr.solver.preferans import Position
from kozyr.solver.requests import answer
from tests.arbiter.hearing import Hearing, heard, recorded, refused
from tests.cases import Row, case

RULES = game("preferans")
# E plays six hearts after the best discard, and by best play of all takes so many tricks.
SIXES = {
    6: 'deal "N:A9.J.AKQ98.KQ 7.AKQT87.JT.9 KQT8.9.7.AJT7 + SJ C8" 6S pass pass discard:S7,SJ contract:6H whist whist',
    5: 'deal "N:AQ8.K8.9.AQJT 7.AQJ97.KT.97 KT.T.AQJ87.K8 + S9 SJ" 6S pass pass discard:S7,S9 contract:6H whist whist',
    4: 'deal "N:AJ9.A8.JT7.AJ 87.KQJT9.9.T9 QT.7.AKQ8.KQ7 + C8 SK" 6S pass pass discard:S7,S8 contract:6H whist whist',
}


def solved(found: Replay) -> Pulka:
    """The pulka after everybody has played the solver's cards to the end of the deal."""
    now = found.progress
    deals = len(now.match.history) if isinstance(now.match, Pulka) else 0
    while now.state is not None and isinstance(now.match, Pulka) and len(now.match.history) == deals:
        state = now.state.plain
        assert isinstance(state, State)
        (card, *others) = [event for event in now.state.legal() if len(event.token) == 2]
        if others:
            card = RULES.parse(_best(state).text)
            assert card in now.state.legal()
        now = now.apply(card)
    assert isinstance(now.match, Pulka)
    return now.match


def _best(state: State) -> Card:
    position = Position.of(state)
    moves = solver.solve(position, maxn=False).moves
    greedy = position.kind != "allpass" and (position.mover is position.declarer) == (position.kind == "tricks")
    return (max if greedy else min)(moves, key=lambda card: moves[card])


def hearing(found: Hearing, choice: int = 0) -> Pulka:
    """The pulka after a ruling and best play."""
    return solved(found.after(choice))


@case("W-P-3.3.16.3-1")
def test_fifty_two_and_seven_whists(row: Row) -> None:
    """N deals and sits out; E opens the talon while S and W bid. Two searches and the sheet give both numbers."""
    deal = 'deal "N:- J97.J9.QT.AK8 AKT8.AKQT8.A. Q..KJ987.QJ97 + H7 CT"'
    found = heard(f"{deal} 6S 6C 6D E:talon:opened!", {"type": "talon", "seat": "E", "how": "opened"}, players=4)
    proof = found.ruling.proof
    assert proof is not None
    assert (proof.value["S"], proof.value["W"]) == ("9H: 9", "6D: 5")
    for asked, tricks in zip(proof.positions, (9, 5), strict=True):
        assert answer({"game": "preferans", **asked})["value"] == tricks
    sheet = found.pulka().sheet
    written = row.expected["whists_on_H1"]
    assert [sheet.whists[who][1] for who in (2, 0, 3)] == [written["H2"], written["dealer"], written["H3"]]
    assert sum(sheet.whists[1]) == row.expected["offender_writes"]


@case("W-P-3.9.18-14", "W-P-3.9.18-15", "W-P-3.9.18-16")
def test_four_six_and_eight_on_the_hill(row: Row) -> None:
    events = SIXES[row.situation["declarer_tricks"]]
    found = heard(events, {"type": "wrong_count", "seats": ["E"]})
    pulka = hearing(found)
    facts = pulka.history[-1]
    assert isinstance(facts, Outcome)
    assert facts.tricks is not None
    assert facts.tricks["E"] == row.situation["declarer_tricks"]
    assert pulka.sheet.hill[1] == row.expected["hill"]
    whists = [entry for entry in pulka.sheet.entries if entry.why == "trick_whists"]
    assert sum(int(entry.points) for entry in whists) == 2 * row.expected["defence_whists_on_real_tricks"]


@case("W-P-3.9.16.2-1")
def test_five_each_after_the_replayed_six(row: Row) -> None:
    # E revokes in the second trick, with a spade in his hand; it is seen two tricks later.
    start = SIXES[6]
    before = f"{start} C8 C7 CK CQ"
    wrong = f"{before} E:H7!"
    entry = len(recorded(wrong).entries)
    later = f"{wrong} {_legal(wrong, 7)}"
    found = heard(later, {"type": "revoke", "entry": entry})
    assert {effect.partition("+")[0] for effect in found.effects} == {f"back={entry - 1}"}
    facts = hearing(found).history[-1]
    assert facts.tricks is not None
    assert facts.tricks["E"] == row.expected["declarer_counted"]
    assert facts.tricks["N"] + facts.tricks["S"] == row.expected["defence_counted"]
    legally = solved(replay(recorded(before))).history[-1].tricks
    assert legally is not None
    assert legally["E"] == row.situation["tricks_after_replay"]
    # Where it cannot be played again, the search gives the same.
    proved = heard(later, {"type": "revoke", "entry": entry, "replayable": False})
    assert proved.ruling.proof is not None
    assert proved.ruling.proof.value["E"] == row.situation["tricks_after_replay"]
    for choice in range(len(proved.effects)):
        counted = proved.facts(choice).tricks
        assert counted is not None
        assert counted["E"] == row.expected["declarer_counted"]
        assert counted["N"] + counted["S"] == row.expected["defence_counted"]


def _legal(events: str, cards: int) -> str:
    """So many legal cards after these events."""
    now, tokens = replay(recorded(events)).progress, list[str]()
    for _ in range(cards):
        assert now.state is not None
        tokens.append(now.state.legal()[0].token)
        now = now.apply(now.state.legal()[0])
    return " ".join(tokens)


@case("W-P-3.2.19-2")
def test_twenty_five_each_and_a_point_in_the_pool(row: Row) -> None:
    deal = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"'
    found = heard(f"{deal} S:talon:seen!", {"type": "talon", "seat": "S", "how": "seen"}, row.preset)
    pulka = solved(found.after(more="pass pass pass"))
    assert pulka.history[-1].tricks == dict(zip("SNE", row.expected["tricks"].values(), strict=True))
    assert [pulka.sheet.whists[who][2] for who in (0, 1)] == list(row.expected["whists_on_P1"].values())
    assert [pulka.sheet.pool[who] for who in (0, 1)] == list(row.expected["pool"].values())
    # What he has really taken is no more than a part of them.
    assert pulka.history[-1].ruled is not None
    assert pulka.history[-1].ruled.taken["S"] < 10


# ------------------------------------------------------------------ a revoke that cannot be replayed


@pytest.mark.rule("P-3.9.16.2")
def test_a_defenders_revoke_that_cannot_be_replayed() -> None:
    """A trick goes from the defenders to the declarer, beside what best play gives him from before the revoke."""
    before = f"{SIXES[5]} {_legal(SIXES[5], 1)}"
    state = replay(recorded(before)).state
    assert state is not None
    wrong = list[str]()
    for _ in range(6):
        assert state.turn is not None
        legal = {event.token for event in state.legal()}
        wrong = [card.text for card in CardSet(state.holding(state.turn)) if card.text not in legal]
        if wrong and state.turn is not Seat.E:
            break
        before = f"{before} {_legal(before, 1)}"
        state = replay(recorded(before)).state
        assert state is not None
    events = f"{before} {wrong[0]}!"
    entry = len(recorded(events).entries)
    later = f"{events} {_legal(events, 6)}"
    found = heard(later, {"type": "revoke", "entry": entry, "replayable": False})
    assert found.cites("P-3.9.16.2", "P-3.9.17")
    assert found.choosers == ["E"]
    proof = found.ruling.proof
    assert proof is not None
    plain = state.plain
    assert isinstance(plain, State)
    # Every doubt to the declarer: of the offender's legal cards the one that gives him most.
    best = max(solver.solve(Position.of(plain)).moves.values())
    tricks = found.facts().tricks
    assert tricks is not None
    assert tricks["E"] == plain.won[1] + best + 1
    refused(later, {"type": "revoke", "entry": entry + 1, "replayable": False}, "was no revoke")


# ------------------------------------------------------------------ a wrong number at misère and at all-pass

MISERE = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA" misere pass pass discard:CA,DA'


@pytest.mark.rule("P-3.9.18")
def test_a_wrong_number_at_misere() -> None:
    """Two tricks more at least, and as many as the others have lost by it; what they took is theirs."""
    events = f"{MISERE} {_legal(MISERE, 4)}"
    found = heard(events, {"type": "wrong_count", "seats": ["E"]})
    assert found.ruling.proof is not None
    lost = int(found.ruling.proof.value["lost"])
    assert found.effects == [f"more={max(2, lost)},E"]
    begun, now = replay(recorded(MISERE)).state, replay(recorded(events)).state
    assert begun is not None
    assert now is not None
    assert isinstance(begun.plain, State)
    assert isinstance(now.plain, State)
    could, rest = (solver.solve(Position.of(state)).value for state in (begun.plain, now.plain))
    assert could is not None
    assert rest is not None
    assert lost == max(0, could - rest - now.plain.won[1])
    pulka = hearing(found)
    assert pulka.sheet.hill[1] >= 10 * max(2, could)
    assert (pulka.sheet.hill[0], pulka.sheet.hill[2]) == (0, 0)


@pytest.mark.rule("P-3.9.18")
def test_a_wrong_number_of_a_defender_at_misere() -> None:
    """He makes good to each of the innocent what the declarer's tricks, more or fewer by now, have cost him."""
    seen = set[str]()
    for line in ("D7 D9 DT", "ST S8 SK S7", "C8 C7 CQ S7", "HJ HT HK"):
        events = f"{MISERE} {line}"
        found = heard(events, {"type": "wrong_count", "seats": ["N"]})
        assert found.ruling.proof is not None
        begun, now = replay(recorded(MISERE)).state, replay(recorded(events)).state
        assert begun is not None
        assert now is not None
        assert isinstance(begun.plain, State)
        assert isinstance(now.plain, State)
        due, rest = (solver.solve(Position.of(state)).value for state in (begun.plain, now.plain))
        assert due is not None
        assert rest is not None
        assert found.ruling.proof.value["due"] == due
        more = rest + now.plain.won[1] - due
        # A trick of a misère costs ten on the hill, a hundred whists: a third of them are each opponent's.
        loser, points = ("E", Fraction(200 * more, 3)) if more > 0 else ("S", Fraction(-100 * more, 3))
        made_good = f"compensate={loser},N,{points}"
        if not more:
            made_good = "play-on"
        assert found.effects == [made_good]
        seen.add(loser if more else "")
        # From the moment when his number went wrong, where that is known.
        last = len(recorded(events).entries)
        at_last = heard(events, {"type": "wrong_count", "seats": ["N"], "entry": last})
        before = replay(recorded(events.rsplit(" ", 1)[0])).state
        assert before is not None
        assert isinstance(before.plain, State)
        then = solver.solve(Position.of(before.plain)).value
        assert at_last.ruling.proof is not None
        assert then is not None
        assert at_last.ruling.proof.value["due"] == before.plain.won[1] + then
    assert seen == {"E", "S", ""}


@pytest.mark.rule("P-3.9.18")
def test_each_of_several_answers_for_his_own_number() -> None:
    # Two tricks more count for a declarer at least, also where best play still finds all but one of them.
    spared = f"{MISERE} ST S8 SK S7"
    found = heard(spared, {"type": "wrong_count", "seats": ["E"]})
    assert found.ruling.proof is not None
    assert (found.effects, found.ruling.proof.value["lost"]) == (["more=2,E"], 1)
    assert heard(spared, {"type": "wrong_count", "seats": ["N", "S"]}).effects == [
        "play-on"
    ]  # both have lost by it alone
    events = f"{MISERE} D7 D9 DT"
    alone = {seat: heard(events, {"type": "wrong_count", "seats": [seat]}) for seat in "NES"}
    for seats in (["E", "N"], ["N", "S"]):
        both = heard(events, {"type": "wrong_count", "seats": seats})
        # Who is guilty himself has nothing made good.
        wanted = [
            effect
            for seat in seats
            for effect in alone[seat].effects[0].split("+")
            if effect != "play-on" and not any(effect.startswith(f"compensate={one},") for one in seats)
        ]
        assert both.effects == ["+".join(wanted) or "play-on"]
        assert both.ruling.reason.code == "count.answers"
        assert both.ruling.proof is not None
        assert {key.split()[0] for key in both.ruling.proof.value} == set(seats)
    passed = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA" pass pass pass'
    played = f"{passed} DJ DK DT C8 CT CQ CJ C7 DQ H8 HT HA S7 SA"
    found = heard(played, {"type": "wrong_count", "seats": ["E", "S"]})
    assert found.effects == ["more=1,E+more=1,S"]
    found.after()


@pytest.mark.rule("P-3.9.18", "PC-4.7.19")
def test_the_arbiter_looks_himself_how_many_tricks_were_due() -> None:
    """Without a claim a declarer is without two; with one, best play of all says how many he could have had."""
    begun = SIXES[4]
    incident = {"type": "wrong_count", "seats": ["E"]}
    assert heard(begun, incident).effects == ["less=2,E,6"]
    found = heard(begun, {**incident, "claim": True})
    assert found.effects == ["less=2,E,4"]
    assert found.ruling.proof is not None
    assert found.ruling.proof.value["tricks"] == 4
    (asked,) = found.ruling.proof.positions
    assert answer({"game": "preferans", **asked})["value"] == 4
    assert heard(SIXES[6], {**incident, "claim": True}).effects == ["less=2,E,6"]
    # What was proved without him is not searched again.
    told = heard(begun, {**incident, "claim": True, "proven": 5})
    assert (told.effects, told.ruling.proof) == (["less=2,E,5"], None)
    # E takes nine: the club's whister is three short of his four, by the codex of 1996 no more than two.
    deal = 'deal "N:98.JT.KQJ.AKJ AKQJT.AKQ.A.Q 7.987.T98.T98 + D7 C7"'
    nine = f"{deal} 6S pass pass discard:D7,C7 contract:6S whist whist"
    for preset, claim, short in (("club", True, 3), ("club", False, 2), ("sochi", True, 2)):
        whister = heard(nine, {"type": "wrong_count", "seats": ["S"], "claim": claim}, preset)
        price = 2 if preset == "sochi" else 1  # the club's whister answers for half
        assert whister.effects == [f"entry=S,hill,{short * price}"]


@pytest.mark.rule("P-3.9.18")
def test_tricks_that_take_too_long_to_find_are_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object, **__: object) -> None:
        raise TimeoutError("the search did not finish in time")

    monkeypatch.setattr(proofs, "best_line", late)
    found = heard(SIXES[4], {"type": "wrong_count", "seats": ["E"], "claim": True})
    assert found.effects == ["less=2,E,6"]
    assert found.ruling.proof is not None
    assert found.ruling.proof.value == {"tricks": "unknown"}
    refused(MISERE, {"type": "wrong_count", "seats": ["N"]}, r"the search did not finish in time.*\(P-3.9.18\)")


@pytest.mark.rule("P-3.9.18")
def test_a_wrong_number_at_all_pass() -> None:
    """What the guilty was spared by the play so far is counted for him, and nobody else's points change."""
    deal = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA" pass pass pass'
    fined = 0
    for cards in range(1, 13):
        events = f"{deal} {_legal(deal, cards)}"
        found = heard(events, {"type": "wrong_count", "seats": ["N"]})
        assert found.ruling.proof is not None
        lost = int(found.ruling.proof.value["lost"])
        assert found.effects == ([f"more={lost},N"] if lost else ["play-on"])
        fined += lost > 0
    assert fined


# ------------------------------------------------------------------ plans


@pytest.mark.rule("P-3.8.5.1b")
def test_both_plans_are_played_out_by_the_solver() -> None:
    """The tricks of the other plan are found from its cards; what the whister then plays is the other result."""
    deal = 'deal "N:- KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"'
    events = f"{deal} misere pass pass discard:DA,CA"
    begun = replay(recorded(events, players=4)).state
    assert begun is not None
    assert isinstance(begun.plain, State)
    best = solver.solve(Position.of(begun.plain)).value
    incident = {"type": "plan", "objectors": ["S", "N"], "own_plan": ["SA"], "other_plan": ["HJ"], "lot": "other"}
    found = heard(events, incident, players=4, options=("whist.plan_dispute=arbiter",))
    proof = found.ruling.proof
    assert proof is not None
    assert best is not None
    for plan in ("own", "other"):
        assert int(proof.value[plan]) <= best  # no plan catches more than best play does
        state = begun.plain
        for card in str(proof.value[f"{plan} line"]).split():
            state = state.apply(RULES.parse(card))
        assert isinstance(state.outcome, Outcome)
        assert state.outcome.tricks is not None
        assert state.outcome.tricks["E"] == proof.value[plan]
    pulka = found.pulka(more="E:claim:E0-S5-W5 yes yes")
    assert pulka.sheet.hill[1] == 10 * int(proof.value["other"])
    told = {**incident, "other": {"E": 10, "S": 0, "W": 0}}
    with pytest.raises(ValueError, match="another result"):
        heard(events, told, players=4, options=("whist.plan_dispute=arbiter",))
    with pytest.raises(ValueError, match="no defender holds it"):
        heard(events, {**incident, "own_plan": ["SK"]}, players=4, options=("whist.plan_dispute=arbiter",))


# ------------------------------------------------------------------ assigned scores


@pytest.mark.rule("PT-I.11.2.B.2")
def test_an_assigned_score_is_searched_from_before_the_infraction() -> None:
    """For the innocent the best of what could have come, for the guilty the worst; each with cards that lead to it."""
    before = f"{SIXES[6]} {_legal(SIXES[6], 21)}"
    entry = len(recorded(before).entries) + 1
    events = f"{before} {_legal(before, 1)}"
    found = heard(events, {"type": "adjusted", "why": "no_normal_play", "guilt": {"E": "fully"}, "entry": entry})
    proof = found.ruling.proof
    assert proof is not None
    results = {}
    for name in "NES":
        now = replay(recorded(before)).progress
        for card in str(proof.value[f"{name} by"]).split():
            assert now.state is not None
            assert isinstance(now.state.plain, State)
            position = Position.of(now.state.plain)
            assert not absurd(position, Card(card))
            now = now.apply(RULES.parse(card))
        assert isinstance(now.match, Pulka)
        results[name] = now.match.results
    assert {f"score=assigned,{name},{results[name][name]}" for name in "NES"} == set(found.effects[0].split("+"))
    assert results["N"]["N"] >= results["E"]["N"]
    assert results["E"]["E"] <= results["N"]["E"]
    refused(SIXES[6], {"type": "adjusted", "why": "no_normal_play", "guilt": {}, "entry": 3}, "is no card")


# ------------------------------------------------------------------ what the command prints can be solved again


@pytest.mark.rule("B-LAW-CLAIM-2")
def test_a_proof_is_read_by_the_solver() -> None:
    deal = 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"'
    text = f'[Game "bridge"] [Players "4"]\n{deal} 3NT pass pass pass'
    read = notation.parse(text)
    assert read.record is not None
    state = replay(read.record).state
    assert state is not None
    assert isinstance(state, BridgeState)
    _, proof = claims.claimed_plainly(state, seconds=0.1)
    (asked,) = proof.positions
    assert answer(dict(asked))["value"] is not None
