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
    ({"type": "retraction", "why": "explained"}, {**GAME, "leader": "E", "offender": "W", "cards": ["H2", "H3", "HA"]}, "back=7"),
    ({"type": "retraction", "why": "told_turn"}, {**GAME, "leader": "E", "offender": "W", "card": "HT"}, "back=5"),
    ({"type": "penalty_unplayed"}, {**GAME, "leader": "E", "offender": "W", "cards": ["H2", "H3", "HT"], "nailed": ["HQ", "S7"]}, "play-on"),
    ({"type": "simultaneous", "seat": "W", "shown": ["HA", "S7"]}, {**GAME, "leader": "E", "cards": ["H2", "H3"]}, "open=W,S7,minor+play=W,HA"),
    ({"type": "trick_pointed", "seat": "E", "trick": 1}, {**GAME, "tricks": 1, "leader": "N", "cards": ["SA"]}, "play-on"),
    ({"type": "tricks_disputed", "seat": "N", "said": 10, "other": 9, "mixed": ["E"]}, {**GAME}, "result=N10-E3"),
    ({"type": "trick_looked_at", "seat": "E", "trick": 1}, {**GAME, "tricks": 2, "leader": "N"}, "warn=E"),
    ({"type": "defective_trick", "seat": "W", "trick": 1, "cards": "none", "card": "H4"}, {**GAME, "leader": "E", "cards": ["HA", "H3", "H4", "H5"], "later": 3}, "transfer=1,W,N,since,1"),
    ({"type": "defective_trick", "seat": "W", "trick": 1, "cards": "several", "card": "H4"}, {**GAME, "leader": "E", "cards": ["HA", "H3", "H6", "H5"], "later": 1}, "open=W,H4,by,N"),
    ({"type": "foreseen", "seat": "E", "outcomes": "600 50, 630 50"}, {"calls": ["3NT", "pass"]}, "share=NS,600,50,630,50+share=EW,-600,50,-630,50"),
    ({"type": "penalty_lead", "seat": "W"}, {**GAME, "tricks": 1, "nailed": ["ST", "H7"]}, "play-on"),
    ({"type": "adjusted", "why": "no_compensation", "guilt": {}, "outcomes": "-420 100"}, {}, "share=NS,-420,100+share=EW,420,100"),
    ({"type": "pocket_count", "seat": "E", "called": True, "playable": True}, {}, "play-on"),
    ({"type": "card_missing", "seat": "E", "card": "DQ", "found": "no"}, {}, "play-on"),
    ({"type": "card_missing", "seat": "E", "card": "CK", "found": "elsewhere"}, {**GAME, "closed": True, "played": True}, "play-on"),
    ({"type": "wrong_board", "before": ["E", "W"]}, {}, "score=artificial,N,60+score=artificial,S,60"),
    ({"type": "wrong_box"}, {"calls": ["1H", "2C"]}, "back=2"),
    ({"type": "fouled"}, {}, "play-on"),
    ({"type": "team_board", "how": "redeal"}, {}, "redeal=same"),
    ({"type": "no_director", "how": "acted", "offender": "E", "gained": True, "outcomes": "140 100"}, {}, "play-on"),
    ({"type": "arbiter_error", "procedure": True, "scorable": False}, {}, "play-on"),
    ({"type": "opening_lead", "how": "face_down", "seat": "W"}, GAME, "play-on"),
    ({"type": "opening_lead", "how": "review", "seat": "E"}, {**GAME, "tricks": 2}, "play-on"),
    ({"type": "dummy_spoke", "what": "peeks", "lost": False}, {**GAME, "tricks": 1}, "play-on"),
    ({"type": "penalty", "why": "slow", "player": "E", "percent": 10}, {}, "fine=E,10"),
    ({"type": "appeal", "minutes": 20, "alone": False, "committee": True, "about": "law"}, {}, "play-on"),
    ({"type": "void_call", "how": "over_seven", "seat": "S"}, {"calls": ["1H", "2C"]}, "call=S,pass+bar=S,end,bid+bar=N,end,bid"),
    ({"type": "void_call", "how": "after_end", "seat": "W", "call": "X"}, GAME, "play-on"),
    ({"type": "agreement", "how": "forbidden", "seat": "E"}, {}, "play-on"),
    ({"type": "agreement", "how": "varied", "seat": "E", "upon": "answer"}, {}, "play-on"),
    ({"type": "adjusted", "why": "no_normal_play", "guilt": {}, "again": True, "regulated": "55 40"}, {}, "score=artificial,N,55+score=artificial,E,40+score=artificial,S,55+score=artificial,W,40"),
    ({"type": "team_board", "how": "one_result", "regulated": "60 50"}, {}, "score=artificial,N,60+score=artificial,E,50+score=artificial,S,60+score=artificial,W,50"),
    ({"type": "arbiter_error", "procedure": True, "scorable": True, "offender": "E"}, {}, "play-on"),
    ({"type": "opening_lead", "how": "tabled", "seat": "S", "outcomes": "630 100"}, {**GAME, "tricks": 1}, "share=NS,630,100+share=EW,-630,100"),
    ({"type": "dummy_spoke", "what": "shown", "defender": "W"}, {**GAME, "tricks": 1}, "play-on"),
    ({"type": "informed", "how": "assisted", "seat": "N"}, {"calls": ["1H"]}, "play-on"),
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


def test_dummys_card_needs_dummys_hand() -> None:
    told = {"type": "designated", "how": "highest"}
    with pytest.raises(Refused, match="cards"):
        heard(told, {**GAME, "leader": "E", "cards": ["H2"]})
    deal = {"N": ["SA", "SK", "H4"], "E": ["H2", "SQ", "SJ"], "S": ["HA", "HQ", "H3"], "W": ["S4", "S5", "H5"]}
    found = heard(told, {**GAME, "tricks": 10, "leader": "E", "cards": ["H2"], "hands": deal})
    assert [one.token.split(":")[-1] for one in found.ruling.branches] == ["play=S,HA"]


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
