"""Rulings as they are read aloud: no code in a sentence, no name that wants another case, nothing fined that is not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from kozyr.arbiter.effects import effect_said, pretty
from kozyr.arbiter.ruling import Question
from kozyr.arbiter.words import proof_said, sentence, sentences
from kozyr.cards import Seat
from kozyr.cli import main
from kozyr.games.deeds import Advised, Fault, Subject
from kozyr.games.rulings import Added, AnyEffect, FirstTaken, parse
from kozyr.words import LANGUAGES, Language, vocabulary
from tests.arbiter.hearing import DEAL, SIX, called, heard, read

DATA = Path(__file__).parents[1] / "data" / "arbiter"
RULED = [json.loads(line) for line in (DATA / "citations.jsonl").read_text(encoding="utf-8").splitlines()]
# Names stand in the first case alone: after a preposition they would want another.
NAMES = "player|dealer|right|bidder|partner|nearest|chooser|on|who|players|objectors|seat|by|order|giver|taker|lifts"
CASES = re.compile(rf"\b(у|от|на|за|для|к|с|до|о|про|від|із|з|в|без|при)\s+\{{({NAMES})\}}", re.IGNORECASE)
LATIN = re.compile(r"[A-Za-z_]{2,}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_that_a_sentence_can_hold_has_a_word(language: Language) -> None:
    values = vocabulary(language, "rulings", "VALUES")
    codes = {f"fault.{code}" for code in get_args(Fault)} | {
        f"about.{code}" for code in (*get_args(Subject), *get_args(Advised))
    }
    assert codes - values.keys() == set()
    assert vocabulary(language, "rulings", "PROOFS").keys() == set(get_args(Question))
    for name in ("VALUES", "EFFECTS", "CARDS", "COMMAND", "RULINGS", "FOUND"):
        assert vocabulary(language, "rulings", name).keys() == vocabulary("en", "rulings", name).keys()
    assert {"lot.own", "lot.other", "why.no_compensation", "why.no_normal_play", "why.wrong_penalty"} <= values.keys()


@pytest.mark.parametrize("one", RULED, ids=lambda one: f"{one['incident']['type']}-{one['laws'][0]}")
def test_a_ruling_is_read_aloud_without_a_code(one: dict[str, Any]) -> None:
    ruling = called(read("", one["record"]), one["incident"], one["at"]).ruling
    for language in LANGUAGES:
        said = pretty(sentence(ruling.reason, language), language)
        assert "_" not in said
        done = [effect_said(effect, language) for branch in ruling.branches for effect in branch.effects]
        if language != "en":  # letters of seats and the words of a told plan are all that is Latin
            plan = ruling.reason.about.get("plan", "")
            assert set(LATIN.findall(said)) <= set(LATIN.findall(plan)), said
            if ruling.proof is not None:
                told = " ".join((proof_said(ruling.proof, language)[0], *proof_said(ruling.proof, language)[1]))
                assert set(LATIN.findall(told)) <= set(), told
            assert not [line for line in done if LATIN.search(line)], done
        assert not re.search(r"\b0 (в гору|на гору|on the hill)", said)
        assert all("=" not in line for line in done)


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_no_name_wants_another_case(language: Language) -> None:
    for table in (sentences(language), vocabulary(language, "rulings", "EFFECTS")):
        assert {code for code, text in table.items() if CASES.search(text)} == set()


def test_each_effect_has_words() -> None:
    words = vocabulary("en", "rulings", "EFFECTS")
    tags = {str(kind.__struct_config__.tag) for kind in get_args(AnyEffect)}
    assert {tag for tag in tags if not any(code == tag or code.startswith(f"{tag}.") for code in words)} == set()
    made = parse(
        "ruled:P-1:N:lead=N,D,demand,first,lifts,S+transfer=2,E,S,since,11+result=N1-E7-S2,of,S+call=E,pass+entry=E,hill,-5"
    )
    assert made is not None
    assert [effect_said(effect, "en") for effect in made.effects] == [
        "N leads ♦; once it is led, S takes the nailed cards up",
        "at the end, of the tricks won since trick 11, at most 2 go from E to S",
        "the tricks N 1, E 7, S 2 count for S",
        "E says: pass",
        "E: 5 struck from the hill",
    ]


def test_a_lead_and_a_discard_out_of_turn_are_two_things() -> None:
    lead = heard(f"{SIX} S:DK!", {"type": "out_of_turn", "entry": 9})
    assert sentence(lead.ruling.reason, "ru").startswith("S: DK — ход не в очередь.")
    discard = heard(f"{SIX} ST N:SK!", {"type": "out_of_turn", "entry": 10})
    assert sentence(discard.ruling.reason, "ru").startswith("N: SK снесена не в очередь.")
    declarers = heard(
        f"{DEAL} pass pass 6S discard:CA,DA contract:6S whist whist ST N:SK!", {"type": "out_of_turn", "entry": 10}
    )
    assert declarers.ruling.reason.code == "play.declarers_discard"
    all_pass = heard(f"{DEAL} pass pass pass DJ N:D8!", {"type": "out_of_turn", "entry": 6})
    assert all_pass.ruling.reason.code == "play.all_pass_card"


@pytest.mark.parametrize(("language", "begins"), [("en", "to do: "), ("ru", "исполняется: "), ("uk", "виконується: ")])
def test_the_command_prints_branches_and_refusals_in_the_language_asked(
    language: str, begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["rule", "preferans", "--events", "6S", "--lang", language, "--incident"]
    assert main([*words, '{"type":"talon","seat":"S","how":"seen"}']) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(begins)
    for bad in (["--incident", '{"type":"talon","seat":"S","how":"seen"}', "--choose", "9"], []):
        assert main([*words[:-1], *bad]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert language == "en" or re.search("[а-яі]", err)


# Of two words for one thing that Ukrainian has, the one that is kept: the seed of deberts has it, or grammars do.
DROPPED = re.compile(r"\bрозігруюч|\bсуперник|\bпротивник", re.IGNORECASE)


def test_ukrainian_has_one_word_for_a_declarer_and_one_for_an_opponent() -> None:
    assert DROPPED.findall("у розігруючого, розігрувач, суперник, противник, супротивник") == [
        "розігруюч",
        "суперник",
        "противник",
    ]
    root = Path(__file__).parents[2]
    for folder in ("src/kozyr/words/uk", "ui/src/core/i18n/uk"):
        paths = [path for path in (root / folder).rglob("*") if path.suffix in {".py", ".ts", ".toml"}]
        assert len(paths) > 5
        found = {path.name: DROPPED.findall(path.read_text(encoding="utf-8")) for path in paths}
        assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("E: one trick more", "the first 2 tricks of an all-pass are those of E", "all tricks of an all-pass are those of E")),
        ("ru", ("E: одной взяткой больше", "на распасах первые 2 взятки достаются: E", "на распасах все взятки достаются: E")),
        ("uk", ("E: однією взяткою більше", "на розпасах перші 2 взятки дістаються: E", "на розпасах усі взятки дістаються: E")),
    ],
)  # fmt: skip
def test_tricks_of_a_ruling_are_said_with_their_number(language: Language, said: tuple[str, ...]) -> None:
    effects = (Added(1, Seat.E), FirstTaken(2, Seat.E), FirstTaken(10, Seat.E))
    assert tuple(effect_said(effect, language) for effect in effects) == said
