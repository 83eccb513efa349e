"""Incidents that a second reader wrote from the seeds alone, and the kinds of words over which a reader stumbled."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.arbiter import AnyIncident
from kozyr.arbiter.effects import effect_said, number_said
from kozyr.arbiter.told import Told, made
from kozyr.arbiter.words import sentence
from kozyr.cli import main
from kozyr.games.refusal import Refused
from kozyr.words import LANGUAGES, Language
from tests.arbiter.hearing import Hearing, called

DATA = Path(__file__).parents[1] / "data" / "arbiter" / "second-reading.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
_decoder = msgspec.json.Decoder[AnyIncident](AnyIncident)
CONTRACT = "pass pass 6S discard contract:6S whist whist"
NOTRUMPS = "1NT pass 3NT pass pass pass"


def story(
    events: str, incident: dict[str, object], game: str = "preferans", preset: str = "sochi", players: int = 3
) -> Hearing:
    """What is ruled on an incident of a story without cards."""
    decoded: Any = _decoder.decode(json.dumps(incident))
    return called(made(Told(game, preset, players, {}, events), decoded), incident)


@pytest.mark.parametrize("case", CASES, ids=[f"{n}-{one['law']}" for n, one in enumerate(CASES, 1)])
@pytest.mark.rule(
    "P-3.2.6",
    "P-3.2.8",
    "P-3.2.12",
    "P-3.2.14",
    "P-3.2.15",
    "P-3.2.17",
    "P-3.2.18",
    "P-3.2.19",
    "P-3.2.20",
    "P-3.2.21",
    "P-3.2.23",
    "P-3.3.8",
    "P-3.3.9",
    "P-3.3.16.1",
    "P-3.3.16.2",
    "P-3.3.18",
    "P-3.4.4",
    "P-3.4.7",
    "P-3.4.8",
    "P-3.4.9",
    "P-3.4.12",
    "P-3.9.8",
    "P-3.9.11.1",
    "P-3.9.11.2",
    "P-3.9.14.1",
    "P-3.9.14.2",
    "P-3.9.14.3",
    "P-3.9.15",
    "P-3.9.16.1",
    "P-3.9.18",
    "P-3.9.20",
    "P-4.2.7",
    "P-4.2.8",
    "P-4.2.9",
    "P-4.2.10",
    "PC-4.1.8",
    "PC-4.1.10",
    "PC-4.2.12",
    "PC-4.7.16",
    "PC-4.8.4",
    "PT-0.6",
    "PT-I.11.1.B.1",
    "PT-I.11.2.B.1",
    "PT-I.11.3",
    "PT-I.11.6.B",
    "PT-I.11.7",
    "D-DEAL-2",
    "B-LAW-DEAL-1",
    "B-LAW-DEAL-2",
    "B-LAW-BID-2",
    "B-LAW-BID-5",
    "B-LAW-BID-6",
    "B-LAW-LEAD-1",
    "B-LAW-LEAD-3",
    "B-LAW-PEN-1",
    "B-LAW-INFO-1",
    "B-LAW-PLAY-1",
)
def test_the_second_reader_and_the_arbiter_agree(case: dict[str, object]) -> None:
    table = (str(case["game"]), str(case["preset"]), int(str(case["players"])))
    incident = case["incident"]
    assert isinstance(incident, dict)
    if "refused" in case:
        with pytest.raises(Refused) as error:
            story(str(case["events"]), incident, *table)
        assert str(error.value.refusal.code) == case["refused"]
        return
    found = story(str(case["events"]), incident, *table)
    assert [list(pair) for pair in zip(found.choosers, found.effects, strict=True)] == case["branches"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_has_two_branches(language: Language) -> None:
    """Where one thing can be done, no sentence speaks of a choice; where a fact is missing for the other, it is asked."""
    third = story("misdeal:hands:11-11-8!", {"type": "misdeal", "fault": "hands", "holder": "E", "purpose": True})
    assert (third.choosers, third.effects, third.ruling.reason.code) == (
        ["arbiter"],
        ["redeal=same"],
        "deal.beyond_one",
    )
    advised: dict[str, object] = {"type": "advice", "to": "N", "about": "discard"}
    asked = story("pass pass 6S", advised).ruling.reason
    assert asked.code == "advice.unnamed"
    told = story("pass pass 6S", {**advised, "dictated": ["S7", "S8"]}).ruling.reason
    assert sentence(asked, language) != sentence(told, language)
    shown = story("misdeal:face_up!", {"type": "misdeal", "fault": "face_up"}, "bridge", "rubber", 4)
    assert (shown.choosers, shown.ruling.reason.code) == (["N", "E", "S", "W", "arbiter"], "deal.on_demand")


@pytest.mark.rule("P-3.4.8")
def test_a_slip_after_a_pause_may_be_raised() -> None:
    """The declarer may name it one level higher: so the contract may also stand."""
    found = story("pass pass 6S discard contract:6D", {"type": "slip", "entry": 6, "wants": "6H", "paused": True})
    assert (found.choosers, found.effects) == (["N", "N"], ["back=5+call=N,contract:7H", "play-on"])


def test_one_card_and_one_trick_are_said_of_one() -> None:
    revoked = story(f"{CONTRACT} S8 D7!", {"type": "revoke", "entry": 10}).ruling.branches[0].effects[-1]
    assert [effect_said(revoked, language) for language in ("ru", "uk", "en")] == [
        "S: открытая карта — 7♦",
        "S: відкрита карта — 7♦",
        "S: open card 7♦",
    ]
    looked = story(f"{CONTRACT} tricks:3", {"type": "trick_looked_at", "seat": "S", "trick": 1})
    (less,) = looked.ruling.branches[0].effects
    assert effect_said(less, "ru") == "S: одной взяткой меньше, она никому не достаётся"
    nailed = story(f"{NOTRUMPS} C2", {"type": "shown", "seat": "W", "cards": ["HQ"]}, "bridge", "duplicate", 4)
    assert nailed.ruling.reason.code == "db.card.major_one"


@pytest.mark.parametrize(
    ("written", "said"),
    [("71/2", "35½"), ("200/3", "66⅔"), ("-10/7", "−1 3/7"), ("-1/3", "−⅓"), ("8", "8"), ("-8", "−8"), ("6S", "6S")],
)
def test_a_fraction_is_said_as_people_say_it(written: str, said: str) -> None:
    assert number_said(written) == said


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("ru", "заявить можно до первого виста: ещё не поздно (P-3.4.7)"),
        ("uk", "заявити можна до першого віста: ще не пізно (P-3.4.7)"),
        ("en", "may be claimed until somebody whists: still in time (P-3.4.7)"),
    ],
)
def test_a_deadline_is_a_sentence(capsys: pytest.CaptureFixture[str], language: str, line: str) -> None:
    slip = '{"type":"slip","entry":6,"wants":"6H"}'
    events = "pass pass 6S discard contract:6D"
    assert main(["rule", "preferans", "--events", events, "--incident", slip, "--lang", language]) == 0
    assert line in capsys.readouterr().out


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize(
    "incident",
    [
        "{",
        "[]",
        '{"type":"revoke","entry":"x"}',
        '{"type":"revoke","entry":99999999999999999999999999}',
        '{"type":"talon","seat":"Z","how":"seen"}',
        '{"type":"talon","seat":"N"}',
        '{"type":"revoke","entry":2,"nobody":1}',
        '{"type":"wrong_count","seats":["N","Z"]}',
        '{"type":"facts","agreed":1.5}',
        '{"type":"informed","how":"tempo","seat":"N"}',
    ],
)
def test_a_refusal_is_in_the_language_asked(capsys: pytest.CaptureFixture[str], language: str, incident: str) -> None:
    """Names of fields, tags and values stay as they are typed; every other word is the reader's."""
    assert main(["rule", "preferans", "--events", "pass", "--incident", incident, "--lang", language]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    typed = {"incident", "true", "false", "JSON", "Z", "preferans", *re.findall(r"\w+", incident)}
    head = line.split(";")[0]
    assert set(re.findall(r"[A-Za-z_]+", head)) <= typed | {"seats", "entry", "seat", "how", "agreed"}, line
