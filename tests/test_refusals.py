"""Every refusal has words by its code, in every language, and says what they hold."""

import ast
import pickle
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kozyr.games.refusal import Refusal, Refused, refusal, sentence
from kozyr.tournaments.director import At, Conflict
from kozyr.words.en.arbiter import ARBITER
from kozyr.words.en.refusals import ROOMS, WORDS

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "kozyr"
WORDED = SRC / "words" / "en" / "refusals.py"
# What refuses by a code, and which of its arguments that is.
REFUSING = dict.fromkeys(
    ("Refused", "Conflict", "Improper", "LoginError", "Wrong", "Busy", "refusal", "refusal.refusal", "refusal.Refused"),
    0,
) | {"no": 1, "existing": 1}
BLANK = re.compile(r"\{(\w+)[,}]")
# What is refused by one law here and by none, or by another, there: the same words, and not the same rule.
OF_SEVERAL = frozenset({"is_out", "cannot_be", "wrong_dealer", "not_this_deal", "over", "same"})


class Call(NamedTuple):
    """Where something is refused: by which codes, with which law and params."""

    where: str
    codes: tuple[str, ...]
    law: str
    params: frozenset[str]


@cache
def calls() -> tuple[Call, ...]:
    return tuple(_calls())


def _calls() -> Iterator[Call]:
    for path in sorted(SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) not in REFUSING:
                continue
            args = node.args[REFUSING[ast.unparse(node.func)] :]
            first = args[0] if args else None
            branches = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            codes = tuple(
                one.value
                for one in branches
                if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value not in ARBITER
            )
            law = ast.unparse(args[1]) if len(args) > 1 else ""
            if all(re.fullmatch(r"[a-z_0-9]+", code) for code in codes) and codes:
                params = frozenset(one.arg for one in node.keywords if one.arg)
                if ast.unparse(node.func) == "Busy":
                    law, params = "", params | {"seconds"}
                yield Call(f"{path.relative_to(SRC)}:{node.lineno}", codes, law, params)


def table(lang: str) -> dict[str, str]:
    """The client's words of a language, by code."""
    text = (ROOT / "ui" / "src" / "core" / "i18n" / lang / "refusals.ts").read_text(encoding="utf-8")
    return dict(re.findall(r"^  (\w+):\s+['\"](.*)['\"],$", text, re.MULTILINE))


def test_every_code_that_something_is_refused_by_has_words() -> None:
    assert len(calls()) > 250
    assert [(call.where, code) for call in calls() for code in call.codes if code not in WORDS] == []


def test_every_word_is_of_a_refusal_that_there_is() -> None:
    src = "".join(path.read_text(encoding="utf-8") for path in SRC.rglob("*.py") if path != WORDED)
    assert [code for code in WORDS if f'"{code}"' not in src] == []
    assert sum(map(len, ROOMS)) == len(WORDS), "a code stands in two rooms"


@pytest.mark.parametrize("lang", ["ru", "uk", "en"])
def test_every_code_has_words_in_every_language(lang: str) -> None:
    assert set(table(lang)) == {*WORDS, "at", "at_team"}
    if lang != "en":
        bare = [code for code, text in table(lang).items() if not re.search("[а-яіїє]", text)]
        assert bare == [code for code in table(lang) if WORDS.get(code) == "{why}"]


@pytest.mark.parametrize("lang", ["ru", "uk", "en"])
def test_words_hold_what_the_refusal_says(lang: str) -> None:
    words = table(lang)
    lacking = [
        (call.where, code, blanks)
        for call in calls()
        for code in call.codes
        if (blanks := set(BLANK.findall(words[code])) - call.params)
    ]
    assert lacking == []


def test_a_code_has_its_law_wherever_it_is_refused_by_it() -> None:
    laws = defaultdict(set)
    for call in calls():
        for code in call.codes:
            laws[code].add(call.law)
    assert {code: some for code, some in laws.items() if len(some) > 1 and code not in OF_SEVERAL} == {}


def test_a_refusal_is_said_in_one_line_with_its_place_and_its_law() -> None:
    at = At(1, 2, 3, 5, "open")
    assert str(Refused("tricks_sum", at=at, tricks=9, due=10)) == "table 3, open room, board 5: tricks sum to 9, not 10"
    assert str(Refused("session_running")) == "a session is running; the next one is seated after it"
    why = refusal("duty_open", "PT-I.13.1", duty="entry")
    assert str(Refused("cannot_open", why=why)) == "the event cannot open: duties.entry is not settled (PT-I.13.1)"
    within = Refused.of(refusal("four_players", "B-TEAM-3"), at_team=2)
    assert str(within) == "team 2: four different players make a line-up (B-TEAM-3)"
    assert Conflict.of(within.refusal, at=at).refusal.params == {
        "at_table": 3,
        "at_board": 5,
        "at_room": "open",
        "at_team": 2,
    }


def test_a_name_is_no_law_and_no_word() -> None:
    told = Refused("entered", name="Bob (A-1) {why}").refusal
    assert (told.law, told.params) == ("", {"name": "Bob (A-1) {why}"})
    assert sentence(told) == "Bob (A-1) {why} has entered already"


def test_a_refusal_crosses_to_another_process_whole() -> None:
    sent = Conflict("cannot_open", why=refusal("duty_open", "PT-I.13.1", duty="entry"))
    got = pickle.loads(pickle.dumps(sent))  # noqa: S301 - our own bytes
    assert (type(got), got.refusal, str(got)) == (Conflict, sent.refusal, str(sent))
    assert isinstance(got.refusal, Refusal)
