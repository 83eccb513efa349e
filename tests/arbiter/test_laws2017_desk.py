"""The desk and the command by the Laws of 2017: the questions are this body's, and both say the same."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from kozyr.arbiter.desk import Case, Heard, hear
from kozyr.arbiter.desk.part import asked
from kozyr.arbiter.desk.story import Story
from kozyr.cli import main
from kozyr.games.refusal import Refused
from tests.arbiter.test_laws2017_claims import CASH

GAME = {"declarer": "N", "contract": "3NT"}
CASES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"type": "inadmissible"}, {"calls": ["1H", "pass", "X"]}, "back=3+bar=N,end,bid"),
    ({"type": "insufficient", "replaced": "4H"}, {"calls": ["2S", "2H"]}, "play-on"),
    ({"type": "call_out_of_turn"}, {"calls": ["pass"], "offender": "E"}, "play-on"),
    ({"type": "slip", "wants": "1S", "intended": True}, {"calls": ["1H"]}, "back=1+call=N,1S"),
    ({"type": "out_of_turn"}, {**GAME, "leader": "E", "offender": "W", "card": "HT"}, "play-on"),
    ({"type": "revoke"}, {**GAME, "leader": "E", "offender": "W", "cards": ["H2", "H3", "SA"], "tricks": 3, "later": 4}, "transfer=1,W,N,since,4"),
    ({"type": "shown", "seat": "W", "cards": ["S7"], "accident": True}, {**GAME, "tricks": 2}, "open=W,S7,minor"),
    ({"type": "card_handled", "how": "named", "corrected": True}, {**GAME, "leader": "E", "offender": "W", "cards": ["H2", "H3", "HA"]}, "back=7"),
    ({"type": "informed", "how": "misexplained", "seat": "S", "outcomes": "620 60, -100 40"}, {}, "share=NS,620,60,-100,40+share=EW,-620,60,100,40"),
    ({"type": "penalty_lead", "seat": "W"}, {**GAME, "tricks": 1, "nailed": ["ST", "H7"]}, "play-on"),
]  # fmt: skip


def heard(incident: dict[str, Any], story: Mapping[str, Any], **more: Any) -> Heard:
    """The desk's ruling at duplicate."""
    return hear(Case("bridge", incident, preset="duplicate", story=msgspec.convert(story, Story), **more))


@pytest.mark.parametrize(("incident", "story", "effects"), CASES, ids=lambda one: one.get("type") if isinstance(one, dict) else None)  # fmt: skip
def test_the_desk_rules_as_the_command(
    incident: dict[str, Any], story: dict[str, Any], effects: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in ("en", "ru", "uk"):
        found = heard(incident, story, lang=language)
        assert found.ruling.branches[0].token.endswith(f":{effects}")
        assert found.ruling.laws[0].startswith("LDB-")
        words = ["rule", "bridge", "--preset", "duplicate", "--incident", json.dumps(found.incident), "--json"]
        words += ["--lang", language, "--events", found.events, "--deal", found.deal]
        main(words)
        assert json.loads(capsys.readouterr().out) == json.loads(msgspec.json.encode(found.ruling))


def test_a_claim_needs_the_cards_that_are_left() -> None:
    told = {"type": "shown", "seat": "N", "claim": True, "tricks": 1}
    with pytest.raises(Refused, match="cards"):
        heard(told, {**GAME, "tricks": 10})
    hands = {"N": ["SA", "HQ", "H3"], "E": ["HA", "HK", "H2"], "S": ["S2", "S3", "D2"], "W": ["S4", "S5", "C2"]}
    found = heard(told, {**GAME, "tricks": 10, "leader": "N", "hands": hands})
    assert [one.token.split(":")[-1] for one in found.ruling.branches] != []
    events = CASH.split('" ', 1)
    assert heard(told, {}, events=events[1], deal=events[0].removeprefix('deal "')).ruling.laws[0] == "LDB-70A"


def test_each_body_asks_its_own_questions() -> None:
    source, laws = asked("bridge", "insufficient", "source-001"), asked("bridge", "insufficient", "2017")
    assert source is not None
    assert laws is not None
    assert [one.name for one in source.questions] == ["calls", "replaced", "at_once"]
    assert [one.name for one in laws.questions] == ["calls", "replaced", "comparable"]
    with pytest.raises(Refused, match="source-001 has no ruling on inadmissible; 2017 has"):
        hear(Case("bridge", {"type": "inadmissible"}, story=Story(calls=("1H", "pass", "X"))))


def test_the_list_names_body_law_and_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--list", "bridge", "--json"]) == 0
    rows = [row for row in json.loads(capsys.readouterr().out) if row["body"] == "2017"]
    assert len(rows) > 80
    assert {row["part"] for row in rows} == {"ruling", "ground", "deadline"}
    assert {"law": "LDB-64A1", "game": "bridge", "incident": "revoke", "part": "ruling", "body": "2017"} in rows
    assert main(["rule", "--explain", "LDB-64A1", "--lang", "ru"]) == 0
    assert "LDB-64A1" in capsys.readouterr().out
