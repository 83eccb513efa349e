"""The pages of learning: what the books say is what the rules do, and every paragraph that is named has its words."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from kozyr.arbiter.desk.book import book
from kozyr.cards import CARDS, Suit
from kozyr.games import bridge, game, games
from kozyr.games.bridge import scoring
from kozyr.games.bridge.words import Contract as BridgeContract
from kozyr.games.deberts.ranks import POINTS, STRENGTH
from kozyr.games.options import describe
from kozyr.games.preferans.words import NEED, Contract
from kozyr.words import LANGUAGES
from scripts import figures

ROOT: Final = Path(__file__).parents[1]
UI: Final = ROOT / "ui" / "src"
I18N: Final = UI / "core" / "i18n"
SRC: Final = ROOT / "src" / "kozyr"
TAUGHT: Final = tuple(figures.FIGURES)
LAW: Final = re.compile(r"(?:P|PC|PE|PT|B|D|LDB)-[A-Z0-9](?:[\w.-]*\w)?")
LEAVES: Final = 10


def texts(path: Path) -> dict[str, str]:
    """The texts of a file of words, by code."""
    rows = re.findall(
        r"^  (?:'([^']+)'|(\w+)):\s+(?:'((?:[^'\\]|\\.)*)'|\"([^\"]*)\"),$", path.read_text("utf-8"), re.MULTILINE
    )
    return {quoted or bare: one or other for quoted, bare, one, other in rows}


def written(name: str) -> dict[str, Any]:
    """What was generated for the book of a game."""
    told: dict[str, Any] = json.loads(figures.path(name).read_text("utf-8"))
    return told


def leaves(name: str) -> dict[str, list[str]]:
    """The leaves of a book, each with its paragraphs of law."""
    source = (UI / "games" / name / "learn" / "index.ts").read_text("utf-8")
    return {code: LAW.findall(laws) for code, laws in re.findall(r"code: '(\w+)', laws: \[([^\]]*)\]", source)}


def paragraphs(lang: str) -> dict[str, str]:
    """All paragraphs of the page in a language, by id."""
    return {
        code: text
        for path in sorted(I18N.glob(f"{lang}/laws/*.ts"))
        for code, text in texts(path).items()
        if LAW.fullmatch(code)
    }


# --- the books ---------------------------------------------------------------------------------------------


def test_the_figures_are_those_of_the_rules() -> None:
    assert figures.main(check=True) == 0


@pytest.mark.parametrize("name", TAUGHT)
def test_a_book_has_ten_leaves_in_three_languages(name: str) -> None:
    found = [texts(I18N / lang / "books" / f"{name}.ts") for lang in LANGUAGES]
    assert len(leaves(name)) == LEAVES
    assert found[0].keys() == found[1].keys() == found[2].keys()
    assert {"about", *(f"{code}.1" for code in leaves(name)), *leaves(name)} <= found[0].keys()
    picture = (UI / "games" / name / "learn" / "Picture.svelte").read_text("utf-8")
    assert set(re.findall(r"if name === '(\w+)'", picture)) == leaves(name).keys()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_a_book_has_no_number_of_its_own(name: str, lang: str) -> None:
    known = written(name)["figures"].keys()
    for code, text in texts(I18N / lang / "books" / f"{name}.ts").items():
        assert set(re.findall(r"\{(\w+)\}", text)) <= known, code
        assert not re.search(r"\d", re.sub(r"\{\w+\}", "", text)), code


@pytest.mark.rule("P-2.2.2", "P-3.8.2", "P-4.2.1", "P-4.2.14")
def test_the_figures_of_preferans() -> None:
    told = written("preferans")["figures"]
    assert [told[f"price{size}"] for size in (6, 7, 8, 9, 10)] == [2, 4, 6, 8, 10]
    assert [told[f"due{size}"] for size in (6, 7, 8, 9, 10)] == [4, 2, 1, 1, 1]
    assert (told["misere"], told["set2"], told["made7"], told["hill"], told["each"]) == (10, 8, 12, 3, 10)
    assert (told["all1"], told["all2"], told["all3"], told["exit"], told["pool"], told["help"]) == (1, 2, 3, 6, 50, 10)


@pytest.mark.rule("D-PLAY-5", "D-PLAY-6")
def test_the_pictures_have_the_cards_in_their_order() -> None:
    source = (UI / "games" / "deberts" / "learn" / "Picture.svelte").read_text("utf-8")
    for row, trump in (("PLAIN", Suit.SPADES), ("TRUMPS", Suit.SPADES)):
        shown = re.findall(r"'(\w\w)'", re.search(rf"const {row} = \[([^\]]*)\]", source)[1])  # type: ignore[index]
        by_text = {str(card): STRENGTH[trump][at] for at, card in enumerate(CARDS)}
        assert shown == sorted(shown, key=by_text.__getitem__, reverse=True), row


# --- the paragraphs ----------------------------------------------------------------------------------------


def named() -> Iterator[str]:
    """Every paragraph that the program names: in refusals, entries, options and rulings, at the desk and in the books."""
    for path in SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and LAW.fullmatch(node.value):
                yield node.value
    yield from (one.law for one in book().laws)
    for name in games():
        rules = game(name)
        for conventions in rules.presets.values():
            yield from (str(row["law"]) for row in describe(conventions, rules.groups).values())
    for name in TAUGHT:
        for laws in leaves(name).values():
            yield from laws
    yield from LAW.findall((I18N / "ru" / "conduct.ts").read_text("utf-8"))


def test_every_paragraph_that_is_named_has_its_words() -> None:
    wanted = set(named())
    assert len(wanted) > 400
    for lang in LANGUAGES:
        told = paragraphs(lang)
        assert wanted - told.keys() == set(), lang
        assert [code for code, text in told.items() if not text.strip()] == []


def test_a_paragraph_is_one_of_the_rulebook() -> None:
    rows = (ROOT / "tests" / "data" / "rulebook" / "rules.tsv").read_text("utf-8").splitlines()[1:]
    ids = {row.split("\t")[0] for row in rows} | {one.law for one in book().laws if one.body == "2017"}
    below = tuple(f"{row}." for row in ids)
    near = {one for one in paragraphs("ru") if one.startswith(below) or any(row.startswith(f"{one}.") for row in ids)}
    assert (
        paragraphs("ru").keys() - ids - near == set()
    )  # a heading, and a row of a row, have no line of their own there


def test_the_languages_have_the_same_paragraphs_and_numbers() -> None:
    told = {lang: paragraphs(lang) for lang in LANGUAGES}
    assert all(told[lang].keys() == told["ru"].keys() for lang in LANGUAGES)
    for code in told["ru"]:  # the two that write numbers by one habit
        first, second = (sorted(re.findall(r"\d+", told[lang][code])) for lang in ("ru", "uk"))
        assert first == second, code


def _bridge(text: str, tricks: int, why: str, *, vulnerable: bool, preset: str = "rubber") -> int:
    conventions = bridge.PRESETS[preset]
    found = scoring.written(BridgeContract.parse(text), tricks, vulnerable=vulnerable, conventions=conventions)
    return next(item.points for item in found if item.why == why)


def _both(text: str, tricks: int, why: str, preset: str = "rubber") -> list[int]:
    return [_bridge(text, tricks, why, vulnerable=zone, preset=preset) for zone in (False, True)]


def _prices() -> list[int]:
    by_size = {contract.size: contract.price for contract in Contract if contract.size}
    return [by_size[6], by_size[7], by_size[8], Contract.MISERE.price, by_size[9], by_size[10]]


def _worth() -> list[int]:
    found = {points for points in POINTS[Suit.SPADES] if points}
    return sorted(found, reverse=True)


# What the rules write, as the numbers of a paragraph in their order.
SAID: Final = {
    "P-2.2.2": _prices(),
    "P-3.8.2": [NEED[6], NEED[7], NEED[8]],
    "B-SCORE-9": _both("2SX", 9, "overtricks"),
    "B-SCORE-10": _both("2SXX", 9, "overtricks"),
    "B-SCORE-11": [*_both("6S", 12, "small_slam"), *_both("7S", 13, "grand_slam")],
    "B-SCORE-12": [_bridge("2SX", 8, "insult", vulnerable=False), _bridge("2SXX", 8, "insult", vulnerable=False)],
    "B-SCORE-15": _both("2S", 7, "undertricks"),
    "B-RUBBER-1": [written("bridge")["figures"]["clean"], written("bridge")["figures"]["slow"]],
    "B-DUP-9": [*_both("4H", 10, "game", "duplicate"), _bridge("2H", 8, "part", vulnerable=False, preset="duplicate")],
    "D-PLAY-6": _worth(),
    "D-COMBO-1": [written("deberts")["figures"]["fifty"], written("deberts")["figures"]["terz"]],
    "D-COMBO-14": [written("deberts")["figures"]["bella"]],
    "D-SCORE-1": [written("deberts")["figures"]["last"]],
    "D-SCORE-5": [written("deberts")["figures"]["target"]],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("law", SAID)
def test_a_paragraph_says_what_the_rules_write(law: str, lang: str) -> None:
    assert [int(one) for one in re.findall(r"\d+", paragraphs(lang)[law])] == SAID[law]


# --- the words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TAUGHT)
def test_the_words_of_a_game_are_the_same_everywhere_and_have_no_number(name: str) -> None:
    told = {lang: texts(I18N / lang / "terms" / f"{name}.ts") for lang in LANGUAGES}
    codes = {lang: {code for code in told[lang] if not code.endswith(".forms")} for lang in LANGUAGES}
    assert all(codes[lang] == codes["ru"] for lang in LANGUAGES)
    known = written(name)["figures"].keys()
    for lang in LANGUAGES:
        for code in codes[lang]:
            assert set(re.findall(r"\{(\w+)\}", told[lang][code])) <= known, (lang, code)
            assert not re.search(r"\d", re.sub(r"\{\w+\}", "", told[lang][code])), (lang, code)
