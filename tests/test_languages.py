"""A language is two folders: one of the program, one of the page. Copied, they are found, and used."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest

import kozyr
import kozyr._native
from kozyr.words import LANGUAGES, vocabulary

ROOT = Path(__file__).parents[1]
WORDS = ROOT / "src" / "kozyr" / "words"
I18N = ROOT / "ui" / "src" / "core" / "i18n"
FIRST, NEW = "uk", "pl"  # the new one has the plural forms of the one that is copied
ALONE = {"refusals"}  # in English; the page has the others
TOLD_BY_TYPE = {"ABOUT"}


def tables(language: str) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """Every table of words of a language: its file, its name, what it holds."""
    for path in sorted((WORDS / language).rglob("[a-z]*.py")):
        file = ".".join(path.relative_to(WORDS / language).with_suffix("").parts)
        if file not in ALONE:
            module = import_module(f"kozyr.words.{language}.{file}")
            for name in sorted(one for one in vars(module) if one.isupper()):
                yield file, name, vocabulary(language, file, name)


def blanks(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w*)[^}]*\}", text))


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_each_language_has_what_english_has(language: str) -> None:
    own = {(file, name): words for file, name, words in tables(language)}
    english = {(file, name): words for file, name, words in tables("en")}
    assert own.keys() == english.keys()
    for where, words in own.items():
        assert all(words.values()), where
        if where[1] not in TOLD_BY_TYPE:
            assert words.keys() == english[where].keys(), where


def test_a_sheets_words_have_the_same_blanks_everywhere() -> None:
    for language in LANGUAGES:
        for file, name, words in tables(language):
            if name in {"PRINT", "FEED", "RULED", "BUSY", "CALLS"}:
                english = vocabulary("en", file, name)
                for code in words.keys() - {"rules"}:
                    assert blanks(words[code]) == blanks(english[code]), (language, file, code)


def test_both_sides_have_the_same_languages() -> None:
    assert {one.parent.name for one in I18N.glob("*/language.ts")} == set(LANGUAGES)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a program that has one folder of words more: everything else of it is this tree."""
    root = tmp_path_factory.mktemp("program")
    package = root / "kozyr"
    (package / "words").mkdir(parents=True)
    for path in (ROOT / "src" / "kozyr").iterdir():
        if path.name not in {"words", "__pycache__"}:
            (package / path.name).symlink_to(path)
    native = Path(kozyr._native.__file__)
    if not (package / native.name).exists():
        (package / native.name).symlink_to(native)
    for path in WORDS.iterdir():
        (package / "words" / path.name).symlink_to(path)
    shutil.copytree(WORDS / FIRST, package / "words" / NEW)
    for where, old, new in (
        ("rulings.py", '"laws": "правила"', '"laws": "PRAWA"'),
        ("print.py", '"table_card": "Картка столу"', '"table_card": "KARTA"'),
        ("games/preferans.py", '"values": "Таблиця вартості ігор"', '"values": "TABELA"'),
        ("games/bridge.py", '"transfer": "', '"transfer": "PRZELEW: '),
    ):
        file = package / "words" / NEW / where
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
    packages = [one for one in sys.path if one.endswith("-packages")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *packages])}


def told(program: dict[str, str], code: str) -> str:
    """What a program prints that speaks the new language. -S: no list of modules but its own folder."""
    run = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-S", "-c", code], env=program, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_a_copied_folder_is_a_language_of_the_program(program: dict[str, str]) -> None:
    """Commands offer it, the arbiter rules in it, bots explain calls in it, and sheets are printed in it."""
    code = f"""
import json, kozyr.cli
from kozyr.arbiter.ruling import Reason
from kozyr.arbiter.words import sentence
from kozyr.bots.bridge import meaning, sentence as called
from kozyr.print.words import say
from kozyr.words import LANGUAGES
print(json.dumps(LANGUAGES))
print(say("{NEW}", "table_card"), say("{NEW}", "values"), say("{NEW}", "nt"))
print(called(meaning(("1NT", "pass"), "2H"), "{NEW}"))
print(sentence(Reason("call.no_lead", {{"player": "N"}}), "{NEW}"))
kozyr.cli.main(["rule", "--explain", "P-3.9.16", "--lang", "{NEW}"])
"""
    languages, sheet, call, ruling, *explained = told(program, code).splitlines()
    assert json.loads(languages) == sorted([*LANGUAGES, NEW])
    assert sheet == "KARTA TABELA БК"
    assert call.startswith("PRZELEW: ")
    assert ruling == vocabulary(FIRST, "rulings", "RULINGS")["call.no_lead"].format(player="N")
    assert any("питає" in line for line in explained)


def test_the_desk_speaks_it_and_no_language_that_there_is_not(program: dict[str, str]) -> None:
    code = f"""
import msgspec
from kozyr.arbiter.desk import Case
print(msgspec.convert({{"game": "bridge", "incident": {{}}, "lang": "{NEW}"}}, Case).lang)
try:
    msgspec.convert({{"game": "bridge", "incident": {{}}, "lang": "xx"}}, Case)
except msgspec.ValidationError as error:
    print(error)
"""
    assert told(program, code).splitlines() == [NEW, "Invalid enum value 'xx' - at `$.lang`"]


PAGE = """
import { expect, test } from 'vitest';
import { LANGS, LANGUAGES, find, page, preferred, words } from './core/i18n';

test('a copied folder is a language of the page', async () => {
  expect([...LANGS].sort()).toEqual(['en', 'pl', 'ru', 'uk']);
  expect(LANGUAGES.get('pl')?.name).toBe('Polski');
  expect(preferred(['pl-PL', 'uk'])).toBe('pl');
  expect(words('pl')('game.bridge')).toBe('Brydż');
  expect(find('pl', 'reason.must_overtrump')).toBe(find('uk', 'reason.must_overtrump'));
  expect(await page('pl', 'desk')).toEqual(await page('uk', 'desk'));
});
"""


@pytest.mark.long
@pytest.mark.skipif(
    not (ROOT / "ui" / "node_modules" / "vitest").exists(), reason="the client's packages are not installed"
)
def test_a_copied_folder_is_a_language_of_the_page(tmp_path: Path) -> None:
    """With the tests of the words themselves, which then look at it too."""
    ui, src = ROOT / "ui", tmp_path / "src"
    shutil.copytree(I18N, src / "core" / "i18n")
    new = src / "core" / "i18n" / NEW
    shutil.copytree(I18N / FIRST, new)
    for file, old, word in (("language.ts", "Українська", "Polski"), ("games/bridge.ts", "'Бридж'", "'Brydż'")):
        text = (new / file).read_text(encoding="utf-8")
        assert old in text
        (new / file).write_text(text.replace(old, word), encoding="utf-8")
    (src / "page.test.ts").write_text(PAGE, encoding="utf-8")
    shutil.copy(ui / "src" / "every-word.ts", src)
    for name in ("package.json", "tsconfig.json", "vite.config.ts", "svelte.config.js"):
        shutil.copy(ui / name, tmp_path)
    shutil.copytree(ui / "scripts", tmp_path / "scripts")
    (tmp_path / "node_modules").symlink_to(ui / "node_modules")
    run = subprocess.run(
        ["node", "node_modules/vitest/vitest.mjs", "run", "--reporter=dot"],  # noqa: S607 - where the developer has it
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
