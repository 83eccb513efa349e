"""The words of the arbiter's refusals: every code has them in every language, on both sides, and is given what they hold."""

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from kozyr.arbiter.words import refusals as words_of, refused
from kozyr.games import Reason
from kozyr.games.refusal import Refused, refusal
from kozyr.words import LANGUAGES, Language
from kozyr.words.en.arbiter import ARBITER, REASONS

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "kozyr" / "arbiter").rglob("*.py"))
# Params that programs and not the words have: what the decoder says of a value.
UNSAID = {"reason"}


def held(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def refusals() -> Iterator[tuple[str, str, set[str]]]:
    """Where the arbiter refuses: the place, the code, and the params that stand there; `**` is any."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in {"Refused", "refusal"}
            ):
                given = {one.arg or "**" for one in node.keywords}
                codes = [one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)]
                for code in codes:
                    yield f"{path.name}:{node.lineno}", str(code), given


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words_on_both_sides(language: Language) -> None:
    words = words_of(language)
    assert set(words) == {*ARBITER, *REASONS}
    assert set(REASONS) == set(Reason)
    assert not set(ARBITER) & set(REASONS)
    page = (ROOT / "ui" / "src" / "core" / "i18n" / language / "unruled.gen.ts").read_text("utf-8")
    assert set(re.findall(r'"desk\.wrong\.(\w+)":', page)) == set(words)
    for code, text in words.items():
        assert held(text) == held(words_of("en")[code]), code


def test_every_refusal_has_words_and_gives_what_they_hold() -> None:
    found = tuple(refusals())
    assert len(found) > 100
    for place, code, given in found:
        assert code in ARBITER, (place, code)
        assert "**" in given or held(ARBITER[code]) <= given, (place, code)
        assert "**" in given or given - held(ARBITER[code]) - UNSAID <= {"field"}, (place, code)
    told = "".join(path.read_text("utf-8") for path in SOURCES)
    assert [code for code in ARBITER if f'"{code}"' not in told] == []


def test_a_name_that_looks_like_a_law_gives_none() -> None:
    error = Refused("player_unknown", field="by", name="Bob (A-1)", names="Ann, Bob")
    assert error.refusal.law == ""
    assert str(error) == "by: no player 'Bob (A-1)'; they are Ann, Bob"
    assert refused(error.refusal, "ru") == "by: игрока «Bob (A-1)» нет; играют Ann, Bob"


def test_a_refusal_crosses_to_another_process_whole() -> None:
    error = Refused("suit_led", "PT-I.11.5.A.1", cards="H7", suit="S")
    assert str(error) == "H7: the card must be of S, the suit led (PT-I.11.5.A.1)"
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - what was pickled here
    assert again.refusal == error.refusal == refusal("suit_led", "PT-I.11.5.A.1", cards="H7", suit="S")
