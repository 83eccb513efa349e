"""Incidents that were once ruled wrongly (`tests/data/arbiter/law.jsonl`), and others of their kinds."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr import notation
from kozyr.arbiter import AnyIncident, rule
from kozyr.arbiter.told import Told, made
from kozyr.cards import Seat
from kozyr.cli import main
from kozyr.games import Record, Replay, bridge, deberts, replay
from kozyr.games.refusal import Refused
from tests.arbiter.hearing import DEAL, SIX, Hearing, called, heard, read

_DATA = Path(__file__).parents[1] / "data" / "arbiter" / "law.jsonl"
CASES = [json.loads(line) for line in _DATA.read_text(encoding="utf-8").splitlines()]
_decoder = msgspec.json.Decoder[AnyIncident](AnyIncident)
RULED = "table.irregularities=rule"


def told(events: str, preset: str = "sochi", players: int = 3, options: Mapping[str, str] | None = None) -> Record:
    """The record that the command makes of a story without cards."""
    return made(Told("preferans", preset, players, dict(options or {}), events))


def of_command(line: str, incident: object) -> Record:
    """The record of a written command."""
    words = shlex.split(line)[3:]
    given = dict(zip(words[::2], words[1::2], strict=True))
    options = dict([given["--set"].split("=")]) if "--set" in given else {}
    preset, players = given["--preset"], int(given["--players"])
    decoded: Any = _decoder.decode(json.dumps(incident))
    return made(Told("preferans", preset, players, options, given["--events"]), decoded)


def branches(found: Hearing) -> list[list[str]]:
    """Each branch: who may choose it, and its effects."""
    return [list(pair) for pair in zip(found.choosers, found.effects, strict=True)]


def refusal(record: Record, **incident: object) -> tuple[str, str]:
    """The code and the law by which the arbiter refuses an incident."""
    with pytest.raises(Refused) as found:
        called(record, incident)
    return found.value.refusal.code, found.value.refusal.law


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
@pytest.mark.rule(
    "P-3.2.15", "P-3.2.17", "P-3.3.16.3", "P-3.4.3", "P-3.4.4", "P-3.9.14.2", "P-3.9.16.2", "P-4.2.7", "P-4.2.10",
    "PT-0.6", "B-LAW-REVOKE-4",
)  # fmt: skip
def test_a_case_is_ruled_by_its_law(case: dict[str, Any]) -> None:
    wanted, incident = case["ruled"], case["incident"]
    if "decodes" in wanted:
        with pytest.raises(msgspec.ValidationError):
            _decoder.decode(json.dumps(incident))
        return
    if case["record"].startswith("kozyr rule"):
        record = of_command(case["record"], incident)
    else:
        found = notation.parse(case["record"])
        assert found.record is not None, found.error
        record = found.record
    assert replay(record).error is None
    if incident is None:
        return
    decoded: Any = _decoder.decode(json.dumps(incident))
    if "refused" in wanted:
        with pytest.raises(Refused) as error:
            rule(record, len(record.entries), decoded)
        assert (error.value.refusal.code, error.value.refusal.law) == (wanted["refused"], wanted["law"])
        return
    ruled = Hearing(record, rule(record, len(record.entries), decoded))
    assert branches(ruled) == wanted["branches"]
    assert ruled.cites(*wanted["cites"])
    assert ruled.ruling.late is wanted.get("late", False)
    ruled.after()


def whole_numbers() -> list[tuple[str, dict[str, Any]]]:
    """Each field of an incident that takes whole numbers, with an incident that has 10²⁵ there and anything elsewhere."""
    found = []
    for kind in msgspec.json.schema(AnyIncident)["$defs"].values():
        fields = kind.get("properties", {})
        for name in (name for name, field in fields.items() if '"integer"' in json.dumps(field)):
            told: dict[str, Any] = {other: anything(fields[other]) for other in kind["required"]}
            told[name] = like(fields[name], 10**25)
            found.append((f"{told['type']}.{name}", told))
    return found


def anything(field: dict[str, Any]) -> object:
    """A value that this field takes."""
    if "enum" in field:
        return field["enum"][0]
    card = "Card" in json.dumps(field)
    return like(field, 1 if field.get("type") == "integer" else "SA" if card else "N")


def like(field: dict[str, Any], value: object) -> object:
    """The value, alone, in a list or in a table, as the field wants it."""
    shapes = {"array": [value], "object": {"N": value}}
    return shapes.get(field.get("type", ""), value)


@pytest.mark.parametrize(("name", "incident"), whole_numbers(), ids=lambda one: one if isinstance(one, str) else "")
@pytest.mark.parametrize("game", ["preferans", "bridge", "deberts"])
def test_a_number_of_many_digits_is_one_line(
    game: str, name: str, incident: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rule", game, "--events", "pass", "--incident", json.dumps(incident)]) == 2, name
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "events", [f"tricks:{10**25}", f"pass E:claim:{10**25}", f"{10**25}C", f"pass ruled:P-3.9:arbiter:back={10**25}"]
)
def test_a_story_with_a_number_of_many_digits_is_one_line(events: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "preferans", "--events", events, "--incident", '{"type":"appeal","after":1}']) == 2
    assert capsys.readouterr().err.count("\n") == 1


# ------------------------------------------------------------------ the deal


@pytest.mark.rule("P-3.2.15", "P-3.2.18", "PC-4.1.8")
@pytest.mark.parametrize(
    ("preset", "facts", "events", "late"),
    [
        ("sochi", {"finished": False, "lifted": False}, "", False),
        ("sochi", {"finished": False, "lifted": True}, "", True),
        ("sochi", {"finished": True, "lifted": False}, "", True),
        ("club", {"finished": True, "lifted": True}, "", False),
        ("club", {}, f"{DEAL} pass", True),
    ],
)
def test_no_cut_is_heard_until_somebody_looks_and_the_deal_is_finished(
    preset: str, facts: dict[str, bool], events: str, late: bool
) -> None:
    found = heard(events, {"type": "misdeal", "fault": "no_cut", **facts}, preset)
    assert found.ruling.late is late


@pytest.mark.rule("P-3.2.17", "PC-4.1.10")
def test_no_cut_is_a_fault_of_the_dealer() -> None:
    first = heard("", {"type": "misdeal", "fault": "no_cut", "finished": False})
    assert branches(first) == [["arbiter", "warn=N+redeal=same"]]
    again = f"misdeal:no_cut! {first.ruling.event().token}"
    assert branches(heard(f"{again} misdeal:batch!", {"type": "misdeal", "fault": "batch", "finished": False})) == [
        ["arbiter", "entry=N,hill,5+redeal=next"]
    ]
    club = heard(again.replace("P-3.2.17", "PC-4.1.10"), {"type": "misdeal", "fault": "no_cut"}, "club")
    assert (branches(club), club.ruling.reason.code) == ([["arbiter", "redeal=next"]], "deal.second_no_fine")


UNEQUAL = "deal:N:{}_+_DA_CA!"
DEALERS = UNEQUAL.format("KQ7.AKQ.QT8.QJ_AT.J987.J7.8_J98.T.K9.KT97")  # N, the dealer, has eleven, E nine
HELD = UNEQUAL.format("KQ7.AKQ.QT8.Q_AT.J987.J7.J87_J98.T.K9.KT9")  # E has eleven, S nine


@pytest.mark.rule("P-3.2.16", "P-3.2.23")
def test_the_choice_never_goes_to_the_suspect() -> None:
    incident = {"type": "misdeal", "fault": "hands", "purpose": True}
    for holder in ({"holder": "E"}, {"holder": "N"}, {}):
        assert branches(heard(DEALERS, {**incident, **holder})) == [["E", "redeal=same"]]
    drawn = heard(DEALERS, {**incident, "holder": "E", "drawn": "HK"})
    assert branches(drawn) == [["E", "redeal=same"], ["E", "give=HK,N,E"]]
    assert drawn.after(1).state is not None
    own = heard(HELD, {**incident, "holder": "E"})
    assert set(own.choosers) == {"E"}
    assert len(own.effects) == 12  # the holder of the surplus sees the cards, and gives any of them
    noticed = heard(HELD, {**incident, "holder": "S"})
    assert branches(noticed) == [["S", "redeal=same"]]  # S may not see the hand of E
    with pytest.raises(Refused, match="HK"):
        heard(HELD, {**incident, "holder": "S", "drawn": "HK"})


# ------------------------------------------------------------------ the talon

FOUR = 'deal "N:AJ.QJT7.97.87 K87.9.K8.AJT9 QT9.AK8.QJT.K - + DA CQ"'  # W deals and sits out


@pytest.mark.rule("P-3.3.16.2", "P-3.3.16.3", "P-3.2.21", "PC-4.1.13")
def test_a_dealer_who_sits_out_and_opens_the_talon_pays_those_whom_it_harmed() -> None:
    def opened(calls: str, preset: str = "sochi", **more: object) -> Hearing:
        head = f'[Game "preferans"] [Preset "{preset}"] [Players "4"] [Dealer "W"]'
        return called(read(head, f"{FOUR} {calls}"), {"type": "talon", "seat": "W", "how": "opened", **more})

    two = opened("pass 6S 6C")
    assert branches(two) == [["arbiter", "compensate=N,W,2+compensate=E,W,33+compensate=S,W,18+redeal=next"]]
    curious = opened("pass 6S 6C", deliberate=True)
    assert curious.effects == [two.effects[0].replace("+redeal", "+entry=W,hill,5,,P-3.2.21+redeal")]
    assert opened("pass pass").effects == ["declarer=S,6S"]  # one is left
    assert opened("pass pass").cites("P-3.3.16.2", "P-3.2.21")
    seen = opened("pass 6S 6C", how="seen")
    assert (seen.effects, seen.ruling.reason.code) == (["entry=W,hill,5,,P-3.2.21"], "talon.dealer")
    club = opened("pass 6S 6C", "club", how="seen")
    assert (club.effects, club.ruling.reason.code) == (["warn=W"], "talon.dealer_warned")
    assert club.cites("PC-4.1.13")


@pytest.mark.rule("P-3.3.16.3")
def test_an_offender_writes_nothing_where_the_bidders_would_have_failed() -> None:
    """The dealer would have had a consolation for each trick that is missing."""
    head = '[Game "preferans"] [Preset "sochi"] [Players "4"] [Dealer "W"] [Option "auction.jumps=allowed"]'
    found = called(read(head, f"{FOUR} pass 9S 9C"), {"type": "talon", "seat": "W", "how": "opened"})
    (effects,) = found.effects
    assert [one.split(",")[0] for one in effects.split("+")] == [
        "compensate=N",
        "compensate=E",
        "compensate=S",
        "redeal=next",
    ]


# ------------------------------------------------------------------ calls and the contract


@pytest.mark.rule("P-3.4.3", "P-3.4.7", "P-3.4.8")
def test_a_slip_has_its_two_limits() -> None:
    named = "pass pass 6S discard contract:6S"

    def slip(events: str, **more: object) -> list[str]:
        return called(told(events), {"type": "slip", "entry": 6, "wants": "6H", **more}).effects

    assert slip(named) == ["back=5+call=N,contract:6H"]
    assert slip(f"{named} pass", paused=True) == ["back=5+call=N,contract:7H", "play-on"]  # may, not must
    assert slip(f"{named} whist") == ["play-on"]  # once whisted it stands, pause or none
    assert slip(f"{named} whist", paused=True) == ["play-on"]
    assert slip(f"{named} whist", obvious=True) == ["back=5+call=N,contract:6H"]
    late = called(told(f"{named} whist"), {"type": "slip", "entry": 6, "wants": "6H"})
    assert late.cites("P-3.4.7")
    assert late.ruling.late
    assert refusal(told("6S 6C 6D pass pass discard contract:7S"), type="slip", entry=8, wants="6C") == (
        "too_low",
        "P-3.4.3",
    )
    assert refusal(told(named), type="slip", entry=6, wants="misere") == ("contract_unread", "")


@pytest.mark.rule("P-3.4.4", "PC-4.3.3")
def test_misere_named_after_other_bids_is_an_illegal_contract() -> None:
    events = "pass 6S 6C pass discard contract:misere!"
    assert called(told(events), {"type": "illegal_contract", "entry": 7}).effects == ["back=6"]
    insists = called(told(events), {"type": "illegal_contract", "entry": 7, "refuses": True})
    assert insists.effects == ["back=6+result=N0"]
    outcome = insists.facts()
    assert (str(outcome.contract), outcome.tricks and outcome.tricks["N"]) == ("6C", 0)
    club = called(told(events, "club"), {"type": "illegal_contract", "entry": 7, "refuses": True})
    assert club.effects == ["back=6"]
    assert club.cites("PC-4.3.3")


@pytest.mark.rule("P-3.3.8", "P-3.3.9")
def test_an_insufficient_bid_becomes_the_lowest_that_is_high_enough() -> None:
    def low(events: str, entry: int) -> list[str]:
        found = called(told(events), {"type": "insufficient", "entry": entry})
        found.after()
        return found.effects

    assert low("6S 6S!", 3) == ["back=2+call=S,7S"]
    assert low("6S 6C 6D 6H 6D!", 6) == ["back=5+call=S,7D"]
    assert low("6S 6C 6D misere!", 5) == ["back=4"]  # misère is a first call: another one is made
    assert low("6S 6C 6D 6C!", 5) == ["back=4+call=E,7C"]  # the bid put right may jump over steps
    assert low("misere 6S!", 3) == ["back=2+call=S,9S"]  # only a nine is above misère (P-3.6.4)
    assert refusal(told("6S 6C"), type="insufficient", entry=3) == ("sufficient", "")
    assert refusal(told("6S N:6S!"), type="insufficient", entry=3) == ("is_out_of_turn", "")


@pytest.mark.rule("P-3.3.8")
def test_the_first_hand_that_repeats_the_last_bid_has_said_here() -> None:
    story = ("6S pass 6C 6C!", 5)
    for agreed, effects in (("first_hand", "back=4+call=E,here"), ("off", "back=4+call=E,7C")):
        found = called(told(story[0], options={"auction.here": agreed}), {"type": "insufficient", "entry": story[1]})
        assert found.effects == [effects]
        found.after()
    second = called(told("pass 6S 6C 6C!"), {"type": "insufficient", "entry": 5})
    assert second.effects == ["back=4+call=S,7C"]  # no second hand says "here"


@pytest.mark.rule("P-3.3.8")
def test_a_jump_is_taken_back_unless_jumps_were_agreed() -> None:
    jump = called(told("6S 7H!"), {"type": "insufficient", "entry": 3})
    assert (jump.effects, jump.ruling.reason.code) == (["back=2"], "call.jump")
    jump.after(more="6C")
    free = {"auction.jumps": "allowed"}
    assert refusal(told("6S 7H", options=free), type="insufficient", entry=3) == ("sufficient", "")
    assert called(told("7H 6S!", options=free), {"type": "insufficient", "entry": 3}).effects == ["back=2+call=S,8S"]
    high = called(told("9H misere!", options=free), {"type": "insufficient", "entry": 3})
    assert (high.effects, high.ruling.reason.code) == (["back=2"], "call.low_misere")


@pytest.mark.rule("P-3.4.9", "P-3.9.11.2")
def test_a_look_at_the_own_discard_costs_a_trick_in_the_direction_that_hurts() -> None:
    looked = "discard contract:6S whist whist tricks:4 N:look-at:discard!"
    assert called(told(f"pass pass 6S {looked}"), {"type": "discard_looked_at"}).effects == ["less=1,N"]
    misere = called(told("misere pass pass discard tricks:4 E:look-at:discard!"), {"type": "discard_looked_at"})
    assert misere.effects == ["more=1,E"]
    four = called(
        told("misere pass pass discard tricks:1 E:look-at:discard!", players=4), {"type": "discard_looked_at"}
    )
    assert four.effects == ["more=1,E"]


# ------------------------------------------------------------------ revokes and the hearing

LAST = f"{SIX} ST S8 HK! DT DJ DQ"  # N revokes, and it is seen late


def played_out(events: str) -> str:
    """The events and any cards to the end of the deal."""
    state = replay(read('[Game "preferans"] [Preset "sochi"] [Players "3"]', events)).state
    words: list[str] = []
    while state is not None and state.outcome is None:
        event = state.legal()[0]
        words.append(event.token)
        state = state.apply(event)
    return f"{events} {' '.join(words)}"


@pytest.mark.rule("P-3.9.17", "P-3.9.16.2", "PC-4.7.18")
def test_a_revoke_is_heard_until_the_cards_are_mixed_and_the_score_is_written() -> None:
    over = played_out(f"{SIX} ST S8 HK!")
    incident = {"type": "revoke", "entry": 11}
    found = heard(over, incident, options=["edition=2"])
    assert branches(found) == [["E", "back=10+transfer=1,N,E"]]  # taken back first, then the trick is given
    assert found.ruling.deadline is not None
    assert not found.ruling.deadline.passed
    again = found.after().progress
    assert (again.match.history, len(again.state.history) if again.state else None) == ((), 0)
    entered = heard(f"{over} correction:E:pool:2:P-4.2.4", incident)  # an entry in the sheet ends nothing
    assert entered.effects == found.effects
    late = heard(f"{over} {DEAL}", incident)
    assert (late.effects, late.ruling.late) == (["play-on"], True)
    assert late.cites("P-3.9.17")
    assert heard(f"{over} {DEAL}", incident, "club").cites("PC-4.7.18")


TEN = "pass pass 6S discard contract:6S whist whist tricks:10"


@pytest.mark.rule("P-3.9.16", "P-3.9.17")
@pytest.mark.parametrize("entry", [10, 13, 17, 28, 35])
def test_any_tricks_have_the_revoke_that_is_told(entry: int) -> None:
    incident = {"type": "revoke", "entry": entry}
    decoded: Any = _decoder.decode(json.dumps(incident))
    found = called(made(Told("preferans", "sochi", 3, {}, TEN), decoded), incident)
    assert all(effect.startswith(f"back={entry - 1}+") for effect in found.effects)
    assert not found.ruling.late


@pytest.mark.rule("B-LAW-REVOKE-4")
@pytest.mark.parametrize("entry", [9, 13, 27])
def test_any_tricks_of_bridge_have_it_too(entry: int) -> None:
    incident = {"type": "revoke", "entry": entry}
    decoded: Any = _decoder.decode(json.dumps(incident))
    told = Told("bridge", "rubber", 4, {}, "1NT pass 3NT pass pass pass tricks:13")
    assert called(made(told, decoded), incident).cites("B-LAW-REVOKE-4")


def test_a_lead_is_no_revoke_whatever_the_cards() -> None:
    incident = {"type": "revoke", "entry": 12}
    decoded: Any = _decoder.decode(json.dumps(incident))
    assert refusal(made(Told("preferans", "sochi", 3, {}, TEN), decoded), **incident) == ("no_revoke", "")


@pytest.mark.rule("P-3.9.17")
def test_a_deal_that_is_heard_again_is_written_once() -> None:
    over = played_out(f"{SIX} ST S8 HK!")
    found = heard(over, {"type": "revoke", "entry": 11})
    once = found.after(more=played_out(f"{SIX} ST S8")[len(f"{SIX} ST S8") :])
    assert len(once.match.history) == 1
    assert len(once.outcomes) == 1
    assert once.outcomes[0].ruled is not None


@pytest.mark.rule("P-3.9.16.2", "PT-I.11.5.A.2")
def test_a_fine_trick_is_chosen_by_those_whom_the_revoke_has_hurt() -> None:
    # Of four, the fellow whister and the dealer who sits out choose nothing.
    fourteen = CASES[13]["record"]
    incident = {"type": "defective_trick", "cards": "none"}
    record = read("", fourteen)
    whister = called(record, {**incident, "seat": "E", "trick": 5, "card": "H9"})
    assert set(whister.choosers) == {"arbiter"}  # E has the suit led: there is no fine
    declarer = called(record, {**incident, "seat": "S", "trick": 4, "card": "HT"})
    assert branches(declarer) == [
        ["N", "give=HT,S,+transfer=1,S,N"],
        ["E", "give=HT,S,+transfer=1,S,E"],
    ]
    passed = f"{DEAL} pass pass pass DJ D9 N:SK! CJ CK CQ H7 HT HA"
    assert heard(passed, {"type": "revoke", "entry": 7}).choosers == ["E", "S"]


# ------------------------------------------------------------------ open cards

OPEN = "ruled:P-3.9.15:arbiter:open={}"


@pytest.mark.rule("P-3.9.14", "PC-4.7.15")
def test_a_whisters_open_card_may_wait_but_for_the_own_lead() -> None:
    lying = f"{SIX} {OPEN.format('N,SK,SQ')} ST S8"
    found = heard(lying, {"type": "open_card", "seat": "N"}, options=["edition=2"])
    assert branches(found) == [
        ["E", "spare=N"], ["E", "play-on"], ["E", "demand=N,SK"], ["E", "demand=N,SQ"]
    ]  # fmt: skip
    free, bound, picked = (found.after(n).state for n in (0, 1, 2))
    assert free is not None
    assert bound is not None
    assert picked is not None
    assert {event.token for event in free.legal()} == {"S7", "SQ", "SK"}
    assert {event.token for event in bound.legal()} == {"SQ", "SK"}
    assert bound.actor is Seat.E  # of several the opponent picks
    assert {event.token for event in picked.legal()} == {"SK"}
    lead = heard(f"{SIX} {OPEN.format('N,HA')} ST S8 SK", {"type": "open_card", "seat": "N"})
    assert (lead.effects, lead.ruling.reason.code) == (["play-on"], "open.lead")
    club = heard(lying, {"type": "open_card", "seat": "N"}, "club")
    assert club.cites("PC-4.7.15")


@pytest.mark.rule("P-3.9.14.2")
def test_a_declarers_open_card_is_played_only_where_a_defender_demands_it() -> None:
    lying = f"{SIX} {OPEN.format('E,D7')} C8 CT CQ DT"
    state = replay(read('[Game "preferans"] [Preset "sochi"] [Players "3"]', lying)).state
    assert state is not None
    assert {event.token for event in state.legal()} == {"D7", "DJ"}
    found = heard(lying, {"type": "open_card", "seat": "E"})
    assert branches(found) == [["S", "play-on"], ["N", "play-on"], ["S", "demand=E,D7"], ["N", "demand=E,D7"]]
    demanded = found.after(2).state
    assert demanded is not None
    assert {event.token for event in demanded.legal()} == {"D7"}
    lead = heard(f"{SIX} {OPEN.format('E,D7')}", {"type": "open_card", "seat": "E"})
    assert all(not effect.startswith("spare") for effect in lead.effects)  # the lead cannot be forbidden
    with pytest.raises(Refused, match="no open card"):
        heard(f"{SIX} {OPEN.format('E,D7')} ST S8", {"type": "open_card", "seat": "N"})


# ------------------------------------------------------------------ the sheet


@pytest.mark.rule("P-4.2.7", "P-4.2.9")
def test_a_wrong_entry_costs_what_was_padded() -> None:
    """16 written for 12 is too much by 4: the first time a warning, later a fine of 4."""
    first = f"{DEAL} correction:E:whists:16:P-4.2.4:N"
    incident = {"type": "sheet_error", "entry": 2, "right": 12}
    assert branches(heard(first, incident)) == [["arbiter", "entry=E,whists,-4,N+warn=E"]]
    warned = f"{DEAL} correction:E:hill:5:P-4.2.4 ruled:P-4.2.7:arbiter:entry=E,hill,-5+warn=E"
    second = heard(f"{warned} correction:E:whists:16:P-4.2.4:N", {**incident, "entry": 4})
    assert branches(second) == [["N", "entry=E,whists,-4,N+entry=N,whists,4,E"], ["N", "entry=E,whists,-4,N"]]
    pool = heard(f"{warned} correction:E:pool:16:P-4.2.4", {**incident, "entry": 4})
    assert branches(pool) == [["arbiter", "entry=E,pool,-4+entry=E,hill,4"]]
    short = heard(f"{warned} correction:E:pool:8:P-4.2.4", {**incident, "entry": 4})
    assert branches(short) == [["arbiter", "entry=E,pool,4"]]  # who wrote too little pays nothing
    none = heard(f"{warned} correction:E:pool:16:P-4.2.4", {**incident, "entry": 4}, options=["irr.record_error=none"])
    assert none.effects == ["entry=E,pool,-4"]
    with pytest.raises(Refused, match="no offence"):
        heard(first, {**incident, "right": 16})


@pytest.mark.rule("P-4.2.9", "P-4.2.10", "PC-4.8.4")
def test_an_entry_is_heard_until_the_end_of_the_next_auction() -> None:
    over = f"{DEAL} correction:E:pool:4:P-4.2.4 pass pass pass E:claim:N4-E3-S3 yes yes"
    for more, late in (("", False), (f"{DEAL} 6S pass", False), (f"{DEAL} 6S pass pass", True)):
        entered = heard(f"{over} {more}", {"type": "sheet_error", "entry": 2})
        forgotten = heard(
            f"{over} {more}", {"type": "forgotten_entry", "after": 2, "player": "S", "column": "pool", "points": 2}
        )
        for found in (entered, forgotten):
            assert found.ruling.deadline is not None
            assert found.ruling.deadline.passed is late, more
    fact = heard(over, {"type": "sheet_error", "entry": 2, "late": True})
    assert branches(fact) == [["E", "play-on"], ["E", "entry=E,pool,-4"]]
    assert fact.ruling.laws == ("P-4.2.9",)  # named once: a page lists them


# ------------------------------------------------------------------ competitions


@pytest.mark.rule("PT-I.11.1.B.1", "PT-I.11.1.B.2", "PT-I.11.1.C")
def test_a_spectator_who_was_the_first_belongs_to_the_irregularity() -> None:
    revoked = f"{SIX} ST S8 HK!"
    innocents = heard(revoked, {"type": "revoke", "entry": 11, "spectator": "innocents"})
    assert branches(innocents) == [["arbiter", "back=10+open=N,HK"], ["arbiter", "play-on"], ["arbiter", "warn=N"]]
    assert innocents.cites("P-3.9.16.1", "PT-I.11.1.B.1", "PT-I.11.1.C")
    offenders = heard(revoked, {"type": "revoke", "entry": 11, "spectator": "offenders"})
    assert offenders.cites("PT-I.11.1.B.2")
    assert offenders.effects == innocents.effects
    assert innocents.ruling.reason.also is not None
    bridge = heard(f"{DEAL} 6S S:talon:seen!", {"type": "talon", "seat": "S", "how": "seen", "spectator": "innocents"})
    assert bridge.effects[1:] == ["play-on", "warn=S"]


@pytest.mark.rule("PT-I.11.3.B.2")
def test_what_the_arbiter_has_found_is_not_denied() -> None:
    pocket = {"type": "pocket_count", "seat": "N", "seen": True}
    codes = {
        (material, consent): heard("", {**pocket, "material": material, "consent": consent}).ruling.reason.code
        for material in (False, True)
        for consent in (False, True)
    }
    assert codes == {
        (False, True): "event.immaterial",
        (False, False): "event.no_consent",
        (True, True): "event.material",
        (True, False): "event.material",
    }


@pytest.mark.rule("PT-0.6")
def test_an_appeal_is_against_a_ruling() -> None:
    ruled = f"{DEAL} ruled:P-4.2.7:arbiter:warn=E"
    assert heard(ruled, {"type": "appeal", "after": 2}).ruling.reason.code == "event.appeal"
    for record, after in ((ruled, 1), (f"{DEAL} pass", 2)):
        with pytest.raises(Refused, match="no ruling"):
            heard(record, {"type": "appeal", "after": after})
    assert heard(f"{ruled} pass pass pass E:claim:N4-E3-S3 yes yes {DEAL}", {"type": "appeal", "after": 2}).ruling.late
    assert heard("", {"type": "appeal", "dealt": True}).ruling.late
    assert not heard("", {"type": "appeal", "minutes": 30}).ruling.late
    assert heard("", {"type": "appeal", "minutes": 31}).ruling.late


# ------------------------------------------------------------------ facts that cannot be


@pytest.mark.rule("P-3.9.18", "PT-I.11.4.B", "PE-5.4.11")
def test_facts_that_cannot_be_are_refused() -> None:
    record = read("", CASES[15]["record"])
    for card, found in (("SK", "elsewhere"), ("HT", "elsewhere"), ("CA", "no")):  # each has been played
        assert refusal(record, type="card_missing", seat="N", card=card, found=found)[0] == "played_in_record"
    play = read('[Game "preferans"] [Preset "club"] [Players "3"]', f"{SIX} ST S8 S7")
    assert refusal(play, type="wrong_count", seats=["N", "E", "S"]) == ("all_wrong", "PC-4.7.19")
    assert refusal(play, type="wrong_count", seats=["E", "S"], proven=10, short=3)[0] == "too_many_tricks"
    assert called(play, {"type": "wrong_count", "seats": ["E", "S"], "proven": 7, "short": 3}).effects
    assert refusal(play, type="remark", seat="S", about="cards", entry=40)[0] == "not_of_deal"
    assert refusal(play, type="remark", seat="S", about="cards", entry=2)[0] == "not_a_card"


def test_any_tricks_leave_the_cards_that_are_told_after_them() -> None:
    for events in ("tricks:1 SA S7", "tricks:2 CA C7 C8", "tricks:3 HK H7"):
        record = told(f"pass pass 6S discard contract:6S whist whist {events}")
        assert record.entries[-1].event.token == events.split()[-1]
        assert isinstance(record.entries[-1].seat, Seat)


# ------------------------------------------------------------------ bridge

BRIDGE = '[Game "bridge"] [Players "4"] [Option "edition=2"]'
HANDS = 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"'
THREE = f"{HANDS} 3NT pass pass pass"  # N plays, E leads
WON = f"{THREE} DQ D4 D7 DA"  # N has the first trick
TABLED = "SA CK! S4 ST"  # E revokes at the second
NEXT = "HA H2 H4 H7"


def at_bridge(events: str, incident: dict[str, object]) -> Hearing:
    """The ruling on an incident at the end of these events."""
    return called(read(BRIDGE, events), incident)


def tricks_of(found: Replay) -> int:
    """The declarer's tricks in the deal of bridge that has ended."""
    outcome = found.outcomes[-1]
    assert isinstance(outcome, bridge.Outcome)
    assert outcome.tricks is not None
    return outcome.tricks


def to_the_end(head: str, events: str) -> str:
    """The events and the first card that is legal, again and again, to the end of the deal."""
    state = replay(read(head, events)).state
    words: list[str] = []
    while state is not None and state.outcome is None:
        words.append(state.legal()[0].token)
        state = state.apply(state.legal()[0])
    return f"{events} {' '.join(words)}"


@pytest.mark.rule("B-LAW-REVOKE-2", "B-LAW-REVOKE-3", "B-LAW-REVOKE-4")
def test_a_revoke_is_mended_until_the_next_trick_has_been_played() -> None:
    revoke: dict[str, object] = {"type": "revoke", "entry": 11}
    for more in ("", "HA", "HA H2 H4"):
        mended = at_bridge(f"{WON} {TABLED} {more}", revoke)
        assert mended.effects == ["back=10+open=E,CK,by,N+open=W,ST"], more
        mended.after()
    late = at_bridge(f"{WON} {TABLED} {NEXT}", revoke)
    assert late.effects == ["transfer=2,E,S,since,2"]
    assert late.ruling.reason.code == "revoke.at_end"


@pytest.mark.rule("B-LAW-REVOKE-4")
def test_the_tricks_that_count_are_those_to_the_end_of_the_deal() -> None:
    revoke: dict[str, object] = {"type": "revoke", "entry": 11}
    called_early = at_bridge(f"{WON} {TABLED} {NEXT}", revoke)
    over = to_the_end(BRIDGE, f"{WON} {TABLED} {NEXT}")
    plain = tricks_of(replay(read(BRIDGE, over)))
    early = tricks_of(called_early.after(more=over[len(f"{WON} {TABLED} {NEXT}") :]))
    called_late = at_bridge(over, revoke)
    late = tricks_of(called_late.after())
    assert called_late.effects == ["transfer=2,E,S"]
    assert early == late == plain + 2
    assert len(called_late.after().match.history) == 1
    old = called(read('[Game "bridge"] [Players "4"]', over), revoke)  # of an edition without the hearing
    last = len(old.record.entries)
    assert old.effects == [f"back={last}+transfer=2,E,S"]
    assert tricks_of(old.after()) == late
    written = at_bridge(f"{over} {HANDS}", revoke)
    assert (written.effects, written.ruling.late) == (["play-on"], True)


@pytest.mark.rule("B-LAW-LEAD-1", "B-LAW-LEAD-3")
def test_a_lead_is_accepted_by_a_card_of_an_opponent_alone() -> None:
    lead: dict[str, object] = {"type": "out_of_turn", "entry": 6}
    assert at_bridge(f"{THREE} W:HT! N:H3", lead).effects == ["play-on"]
    fellow = at_bridge(f"{THREE} W:HT! E:H2!", lead)
    assert fellow.effects == [
        "play-on", "back=5+open=W,HT,by,N+open=E,H2,by,N", "back=5+lead=E,H,demand,first+open=E,H2,by,N",
        "back=5+lead=E,H,forbid,first+open=E,H2,by,N",
    ]  # fmt: skip
    assert at_bridge(f"{THREE} W:HT!", {**lead, "tabled": True}).effects == ["play-on"]


@pytest.mark.rule("B-LAW-PEN-2", "B-LAW-LEAD-3")
def test_a_demanded_suit_falls_when_there_is_none_and_only_a_lead_of_it_lifts_the_cards() -> None:
    nailed = f"{WON} SA S8 S4 ST S2 SJ S5 D8 W:expose:W:HT! ruled:B-LAW-PEN-1:arbiter:open=W,HT,by,N"
    found = at_bridge(nailed, {"type": "penalty_lead", "seat": "W"})
    assert found.effects == ["play-on", "lead=E,H,demand,first,lifts,W"]
    before = found.after(1).state
    assert before is not None
    assert {event.token[0] for event in before.legal()} == {"H"}
    lifted = found.after(1, more="HJ H4").state
    assert lifted is not None
    assert {event.token for event in lifted.legal()} == {"H7", "H8", "H9", "HT"}
    none = f"{nailed} ruled:B-LAW-PEN-2:N:lead=E,S,forbid,first+lead=E,H,forbid,first+lead=E,D,forbid,first+lead=E,C,forbid,first"
    state = replay(read(BRIDGE, none)).state
    assert state is not None
    assert state.legal()  # a suit is not forbidden to a hand that has nothing else


@pytest.mark.rule("B-LAW-CLAIM-1")
def test_a_claim_with_a_plan_binds_and_may_be_accepted() -> None:
    order = ["SA", "SK", "S3", "S2", "HA", "HK", "H3", "DK", "D3", "CA", "C3", "C2"]
    claim: dict[str, object] = {"type": "shown", "seat": "N", "claim": True, "order": order}
    found = at_bridge(WON, claim)
    held = f"open=N,{','.join(order)},planned"
    assert branches(found) == [["E", "rest=N"], ["W", "rest=N"], ["E", held], ["W", held]]
    state = found.after(2).state
    assert state is not None
    assert [event.token for event in state.legal()] == ["SA"]
    assert state.view(Seat.E).hands[Seat.N].known or state.view(Seat.E).hands[Seat.N].cards
    with pytest.raises(Refused, match="once"):
        at_bridge(WON, {**claim, "order": order[:-1]})


@pytest.mark.rule("B-LAW-PEN-1", "B-LAW-LEAD-2")
def test_a_card_of_the_future_dummy_can_be_told() -> None:
    lead = at_bridge(f"{THREE} S:S7!", {"type": "out_of_turn", "entry": 6})
    assert (lead.effects, lead.ruling.reason.code) == (["back=5"], "lead.declarer")
    faced = at_bridge(f"{THREE} S:expose:S:S7!", {"type": "shown", "seat": "S", "cards": ["S7"]})
    assert (faced.effects, faced.ruling.reason.code) == (["play-on"], "card.dummys")
    auction = at_bridge(f"{HANDS} 3NT S:expose:S:S7!", {"type": "shown", "seat": "S", "cards": ["S7"]})
    assert auction.ruling.reason.code == "card.faced_early"


# ------------------------------------------------------------------ deberts

HEIGHT = 'deal "N:QT..Q.QJT/.QT.T. - 98..98.98/A.AK.. + D7 S7 SJ SK H7 H8 HJ DJ DK DA C7 CK CA H9"'
DEBERTS = '[Game "deberts"] [Players "2"] [Dealer "S"] [Option "table.irregularities=rule"]'


@pytest.mark.rule("D-COMBO-1", "D-BAIT-5")
def test_late_words_and_late_claims_of_deberts() -> None:
    played = (
        'deal "N:K9..T8.T8/QT.7.. - A7..97.97/8.KQ.. + CA SJ H8 H9 HT HJ HA DJ DQ DK DA CJ CQ CK" pass pass order:H SA'
    )
    head = DEBERTS.replace('"S"', '"N"')
    for word in ("height", "nine"):
        late = called(read(head, f"{played} S9 N:{word}!"), {"type": "offence", "entry": 7})
        assert (late.effects, late.ruling.reason.code) == (["play-on"], "bait.late_word")
    offence = {"type": "offence", "entry": 6}
    proved = called(read(head, to_the_end(head, f"{played} D8")), offence)
    assert proved.ruling.reason.code == "bait.by_itself"  # the cards have shown it, and the deal has ended by it
    over = read(head, f"{played} D8 C7 C8 CT C9 DT D7 close")
    claimed = called(over, offence)
    assert claimed.effects == [f"back={len(over.entries) - 1}+rest=S", "play-on"]
    again = claimed.after(more="bella")
    outcome = again.outcomes[-1]
    assert isinstance(outcome, deberts.Outcome)
    assert (outcome.bait, outcome.closed, len(again.outcomes)) == ("N", None, 1)
