"""The director's desk: what people tell without a record is ruled as the command rules it."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.arbiter.desk import Case, Heard, desks, hear
from kozyr.arbiter.desk.book import book
from kozyr.arbiter.desk.dropped import DroppedFile, dropped
from kozyr.arbiter.desk.questions import KINDS
from kozyr.arbiter.desk.story import Story
from kozyr.cli import main
from kozyr.games.refusal import Refused

ROOT = Path(__file__).parents[2]
SIX = {"declarer": "E", "contract": "6S", "whisters": ["S", "N"]}
GAME = {"declarer": "N", "contract": "3NT"}
DEAL = "N:AKQJ.AKQ.AKQ. T987.987.97.7 .JT.JT8.AKQJT + C9 C8"
# One case of every incident that the desk asks about: game, incident, story, and the effects of the first branch.
CASES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("preferans", {"type": "misdeal", "fault": "wrong_dealer", "dealer": "E", "finished": True, "lifted": True}, {}, "dealer=E"),
    ("preferans", {"type": "misdeal", "fault": "hands"}, {"sizes": {"N": 11, "E": 9}}, "redeal=same"),
    ("preferans", {"type": "talon", "seat": "S", "how": "taken", "drawn": ["SA", "D7"]}, {"calls": ["6S"]}, "talon=S,SA,D7+bar=S,end,bid+first=2,S"),
    ("preferans", {"type": "call_out_of_turn"}, {"calls": ["6D"], "offender": "S"}, "play-on"),
    ("preferans", {"type": "illegal_contract", "refuses": True}, {"declarer": "S", "bid": "6D", "contract": "6C"}, "back=7+result=S0"),
    ("preferans", {"type": "insufficient"}, {"calls": ["6S", "6C", "6C"]}, "back=3+call=N,7C"),
    ("preferans", {"type": "open_card", "seat": "N"}, {**SIX, "leader": "E", "cards": ["ST", "S8"], "nailed": ["SK"]}, "spare=N"),
    ("preferans", {"type": "slip", "wants": "6H"}, SIX, "back=5+call=E,contract:6H"),
    ("preferans", {"type": "wrong_discard", "proven": 1}, SIX, "result=N2-E5-S3+less=2,E"),
    ("preferans", {"type": "discard_looked_at"}, SIX, "less=1,E"),
    ("preferans", {"type": "out_of_turn"}, {**SIX, "leader": "E", "offender": "S", "card": "DK"}, "play-on"),
    ("preferans", {"type": "shown", "seat": "S", "cards": ["SK"]}, {**SIX, "tricks": 3}, "open=S,SK"),
    ("preferans", {"type": "revoke", "noticed_by": "E"}, {**SIX, "leader": "E", "cards": ["ST", "S8", "HK"], "offender": "N"}, "back=10+open=N,HK"),
    ("preferans", {"type": "trick_looked_at", "seat": "S", "trick": 3}, {**SIX, "tricks": 3, "leader": "E"}, "less=1,S"),
    ("preferans", {"type": "wrong_count", "seats": ["E"]}, {**SIX, "tricks": 2}, "less=2,E,6"),
    ("preferans", {"type": "advice", "to": "E", "about": "contract"}, SIX, "bar=E,end,correct"),
    ("preferans", {"type": "remark", "seat": "S", "about": "cards"}, {}, "warn=S"),
    ("preferans", {"type": "sheet_error"}, {"written": {"player": "E", "column": "hill", "points": 5}}, "entry=E,hill,-5+warn=E"),
    ("preferans", {"type": "forgotten_entry", "player": "E", "column": "pool", "points": 2}, {}, "entry=E,pool,2"),
    ("preferans", {"type": "card_missing", "seat": "E", "card": "SK", "found": "no"}, {**SIX, "closed": True}, "give=SK,,E"),
    ("preferans", {"type": "defective_trick", "seat": "E", "trick": 1, "cards": "several", "card": "SK"}, {**SIX, "tricks": 2}, "give=SK,,E"),
    ("preferans", {"type": "facts", "agreed": False}, {}, "play-on"),
    ("preferans", {"type": "attention", "by": "innocents_spectator", "offender": "N"}, {}, "play-on"),
    ("preferans", {"type": "fouled"}, {}, "play-on"),
    ("preferans", {"type": "adjusted", "why": "no_normal_play", "guilt": {"N": "fully"}}, {}, "score=artificial,N,40+score=artificial,E,60+score=artificial,S,60"),
    ("preferans", {"type": "pocket_count", "seat": "N", "restore": "redeal"}, {}, "redeal=same"),
    ("preferans", {"type": "wrong_board"}, {}, "play-on"),
    ("preferans", {"type": "wrong_box"}, {}, "redeal=same"),
    ("preferans", {"type": "arbiter_error", "scorable": True}, {}, "play-on"),
    ("preferans", {"type": "appeal", "minutes": 31}, {}, "play-on"),
    ("preferans", {"type": "protocol", "lost": True, "by": "N"}, {}, "warn=N"),
    ("bridge", {"type": "misdeal", "fault": "face_up"}, {}, "redeal=same"),
    ("bridge", {"type": "call_out_of_turn"}, {"calls": ["1H"], "offender": "E"}, "back=1+bar=W,end,bid"),
    ("bridge", {"type": "insufficient"}, {"calls": ["2S", "2H"]}, "back=2+call=E,3H"),
    ("bridge", {"type": "slip", "wants": "1S", "paused": True}, {"calls": ["1H"]}, "back=1+call=N,1S"),
    ("bridge", {"type": "out_of_turn"}, {**GAME, "leader": "E", "offender": "W", "card": "HT"}, "play-on"),
    ("bridge", {"type": "revoke"}, {**GAME, "leader": "E", "offender": "W", "cards": ["H2", "H3", "SA"], "tricks": 3, "later": 4}, "transfer=2,W,N,since,4"),
    ("bridge", {"type": "shown", "seat": "W", "cards": ["SA"]}, {**GAME, "tricks": 2}, "open=W,SA,by,N"),
    ("bridge", {"type": "card_handled", "how": "named", "corrected": True}, {**GAME, "leader": "E", "offender": "W", "cards": ["H2", "H3", "HA"]}, "back=7"),
    ("bridge", {"type": "remark", "seat": "E", "about": "cards"}, {"calls": ["1H"]}, "play-on"),
    ("bridge", {"type": "dummy_spoke"}, {**GAME, "tricks": 1}, "warn=S"),
    ("bridge", {"type": "penalty_lead", "seat": "W"}, {**GAME, "tricks": 1, "nailed": ["ST", "H7"]}, "play-on"),
    ("deberts", {"type": "offence"}, {"declarer": "N", "contract": "H", "leader": "S", "cards": ["SA", "D8"], "offender": "N"}, "rest=S"),
    ("deberts", {"type": "misdeal", "cut": 4}, {}, "redeal=same"),
]  # fmt: skip


# In test_laws2017_desk: their body of law is not that of the first preset.
OF_2017 = {
    ("bridge", tag)
    for tag in (
        "inadmissible", "informed", "designated", "retraction", "penalty_unplayed", "simultaneous", "trick_pointed", "tricks_disputed",
        "trick_looked_at", "defective_trick", "foreseen", "card_missing", "team_board", "no_director", "void_call", "agreement",
        "opening_lead", "penalty",
    )
}  # in test_laws2017_desk  # fmt: skip


def heard(game: str, incident: dict[str, Any], story: Mapping[str, Any] = {}, **more: Any) -> Heard:
    """The desk's ruling."""
    return hear(Case(game, incident, story=msgspec.convert(story, Story), **more))


@pytest.mark.parametrize(("game", "incident", "story", "effects"), CASES, ids=lambda one: one["type"] if isinstance(one, dict) and "type" in one else None)  # fmt: skip
def test_one_incident_of_every_family_is_ruled_as_the_command_rules_it(
    game: str, incident: dict[str, Any], story: dict[str, Any], effects: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in ("en", "ru", "uk"):
        found = heard(game, incident, story, lang=language)
        assert found.ruling.branches[0].token.endswith(f":{effects}")
        words = ["rule", game, "--incident", json.dumps(found.incident), "--json", "--lang", language]
        words += [
            one for name in ("events", "deal") if getattr(found, name) for one in (f"--{name}", getattr(found, name))
        ]
        status = main(words)
        said = json.loads(capsys.readouterr().out)
        assert said == json.loads(msgspec.json.encode(found.ruling))
        assert status == (2 if found.late else 0)


def test_the_cases_are_all_that_the_desk_asks_about() -> None:
    told = {(game, incident["type"]) for game, incident, *_ in CASES} | OF_2017
    asked = {(game, one.incident) for game, own in desks().items() for one in own.asked}
    events = {tag for game, tag in asked if game == "deberts"} - {"offence", "misdeal"}  # alike in every game
    disputed = {("preferans", "plan")}  # in test_desk_laws: it needs an option
    assert asked - told - {(game, tag) for game in ("bridge", "deberts") for tag in events} == disputed
    assert {tag for _, tag in asked} == set(KINDS)


def test_every_question_is_there_and_follows_one_that_was_asked() -> None:
    for rows in (own.asked for own in desks().values()):
        for row in rows:
            names = list(row.fixed)
            for question in row.questions:
                assert set(question.when or {}) <= set(names), (row.incident, question.name)
                names.append(question.name)


def test_the_book_has_every_option_that_a_law_reads() -> None:
    read = {
        one.replace("_", ".", 1)
        for path in (ROOT / "src" / "kozyr" / "arbiter" / "laws" / "preferans").glob("*.py")
        for one in re.findall(r"(?:agreed\(moment\)|\bc)\.([a-z_]+)", path.read_text())
    }
    assert read - {"laws", "unit"} == set(desks()["preferans"].options) - {"laws", "unit"}
    assert {law.law for law in book().laws} >= {"P-3.9.16.2", "B-LAW-LEAD-3", "D-BAIT-4", "PT-I.13.2.8"}


@pytest.mark.parametrize(
    ("game", "incident", "story", "more", "question", "code"),
    [
        ("preferans", {"type": "wrong_discard"}, SIX, {}, "deal", "cards"),
        ("preferans", {"type": "talon", "seat": "E", "how": "opened"}, {"calls": ["6S", "6C", "6D"]}, {"players": 4}, "deal", "cards"),
        ("preferans", {"type": "misdeal", "fault": "hands", "purpose": True}, {"sizes": {"E": 11, "S": 9}}, {}, "deal", "cards_differ"),
        ("preferans", {"type": "talon", "how": "seen"}, {}, {}, "seat", "missing"),
        ("preferans", {"type": "talon", "seat": "Q", "how": "seen"}, {}, {}, "seat", "value"),
        ("preferans", {"type": "talon", "seat": "S", "how": "seen"}, {"calls": ["6S", "6S", "6S"]}, {}, "calls", "too_low"),
        ("preferans", {"type": "talon", "seat": "S", "how": "seen"}, {"calls": ["nonsense"]}, {}, "calls", "unknown"),
        ("preferans", {"type": "revoke"}, {**SIX, "leader": "E", "cards": ["ST", "ST"], "offender": "S"}, {}, "cards", "twice"),
        ("preferans", {"type": "revoke"}, {**SIX, "leader": "E", "cards": ["S2"], "offender": "E"}, {}, "cards", "not_in_pack"),
        ("preferans", {"type": "revoke"}, {**SIX, "leader": "W", "cards": ["ST"], "offender": "S"}, {}, "leader", "no_hand"),
        ("preferans", {"type": "revoke"}, {**SIX, "leader": "S", "cards": ["ST"], "offender": "S"}, {}, "leader", "led_first"),
        ("preferans", {"type": "revoke"}, {**SIX, "whisters": [], "leader": "E", "cards": ["ST"], "offender": "S"}, {}, "whisters", "over_before_play"),
        ("preferans", {"type": "wrong_count", "seats": ["E"]}, {**SIX, "tricks": 10}, {}, "tricks", "deal_over"),
        ("preferans", {"type": "wrong_count", "seats": ["E"]}, {"declarer": "E"}, {}, "contract", "missing"),
        ("preferans", {"type": "wrong_discard"}, SIX, {"deal": "junk"}, "deal", "deal_unread"),
        ("preferans", {"type": "fouled"}, {}, {"record": "[Game"}, "record", "record_unread"),
        ("bridge", {"type": "insufficient"}, {"calls": ["1NT", "2C"]}, {}, "calls", "sufficient"),
        ("bridge", {"type": "call_out_of_turn"}, {"calls": ["1H"], "offender": "N"}, {}, "offender", "on_turn"),
        ("bridge", {"type": "out_of_turn"}, {**GAME, "leader": "S", "offender": "W", "card": "HT"}, {}, "leader", "led_first"),
        ("bridge", {"type": "revoke"}, {**GAME, "leader": "E", "offender": "W", "cards": ["H2", "H2", "SA"]}, {}, "cards", "twice"),
        ("bridge", {"type": "shown", "seat": "W", "cards": ["SA"]}, {**GAME, "tricks": 13}, {}, "tricks", "no_deal"),
        ("bridge", {"type": "dummy_spoke"}, {"declarer": "N", "contract": "8NT"}, {}, "contract", "unknown"),
        ("deberts", {"type": "offence"}, {"declarer": "N", "contract": "H", "leader": "S", "cards": ["SA", "SA"], "offender": "N"}, {}, "cards", "twice"),
        ("deberts", {"type": "offence"}, {"declarer": "N", "contract": "H", "leader": "E", "cards": ["SA", "D8"], "offender": "N"}, {}, "leader", "no_hand"),
        ("preferans", {"type": "penalty_lead"}, {}, {}, "", "law_unknown"),
        ("preferans", {"type": "nonsense"}, {}, {}, "", "incident_unknown"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_at_its_question(
    game: str, incident: dict[str, Any], story: dict[str, Any], more: dict[str, Any], question: str, code: str
) -> None:
    with pytest.raises(Refused) as found:
        heard(game, incident, story, **more)
    refusal = found.value.refusal
    assert (refusal.params.get("field", ""), refusal.code) == (question, code), str(found.value)
    assert "\n" not in str(found.value)


def test_a_proof_is_made_once_the_cards_are_told() -> None:
    found = heard("preferans", {"type": "wrong_discard"}, SIX, deal=DEAL)
    assert found.ruling.proof is not None
    assert found.ruling.branches[0].token.endswith(":result=N4-E1-S5+less=2,E")
    assert found.writes[0]["E"] == "-340/3"
    now = {"E": ["SA", "SK", "HA"], "S": ["HK", "DK", "C9"], "N": ["HQ", "DQ", "CT"]}
    claim = {"type": "shown", "seat": "E", "claim": True}
    assert heard("preferans", claim, {**SIX, "tricks": 7, "hands": now}).ruling.reason.code == "shown.proved"
    with pytest.raises(match="a proof needs them"):
        heard("preferans", claim, {**SIX, "tricks": 7})


def test_a_claim_that_comes_too_late_stands_as_played() -> None:
    found = heard("preferans", {"type": "misdeal", "fault": "face_up"}, {"begun": True})
    assert found.late
    assert found.ruling.reason.code == "deal.late"


def test_a_record_is_ruled_at_the_entry_that_is_pointed_at() -> None:
    text = (ROOT / "tests" / "data" / "records" / "arbiter-05-revoke-in-time.kz").read_text()
    found = heard("preferans", {"type": "revoke", "entry": 11, "noticed_by": "E"}, record=text, at=11)
    assert found.ruling.branches[0].token.endswith(":back=10+open=N,HK")
    assert [(line.n, line.token, line.forced) for line in found.lines][-1] == (11, "HK", True)
    with pytest.raises(Refused, match="is no card"):
        heard("preferans", {"type": "revoke", "entry": 2}, record=text, at=11)


def test_a_dropped_file_is_a_record_or_boards() -> None:
    text = (ROOT / "tests" / "data" / "records" / "arbiter-09-bridge-lead.kz").read_text()
    told = dropped(DroppedFile(text))
    assert (told.game, told.players, told.lines[1].token, told.laws) == ("bridge", 4, "3NT", "source-001")
    assert dropped(DroppedFile(text.replace("]", '] [Option "laws=2017"] [Option "edition=3"]', 1))).laws == "2017"
    deberts = (ROOT / "tests" / "data" / "records" / "arbiter-10-deberts-revoke.kz").read_text()
    assert dropped(DroppedFile(deberts)).laws == ""  # one body alone
    pbn = '[Board "7"]\n[Deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"]\n'
    assert [(one.name, one.deal[:9]) for one in dropped(DroppedFile(pbn)).boards] == [("7", "N:AK32.AK")]
    with pytest.raises(match="no board"):
        dropped(DroppedFile("a letter"))
