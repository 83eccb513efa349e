"""No ruling cites a law that is not: ids of 2017 are held against a list checked by hand, others against the rulebook."""

import ast
import re
from pathlib import Path

import pytest

from kozyr.arbiter import lawbook
from kozyr.arbiter.laws.bridge import laws2017
from tests.cases import DATA

ROOT = Path(__file__).parents[2]
LISTS = DATA.parent / "arbiter"
VERIFIED = {
    line.split("\t")[0] for line in (LISTS / "laws-2017.tsv").read_text().splitlines() if line.startswith("LDB-")
}
RULEBOOK = {line.split("\t")[0] for line in (DATA / "rules.tsv").read_text().splitlines()[1:]}
KNOWN = VERIFIED | RULEBOOK
ID = re.compile(r"(?<![\w-])(?:LDB|PC|PE|PT|P|B|D)-[A-Z0-9]\w*(?:[.-]\w+)*")


def named(source: str) -> set[str]:
    """The ids that a source has as strings of their own, so that a ruling can cite them."""
    strings = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    return {one for one in strings if isinstance(one, str) and ID.fullmatch(one)}


def test_an_id_that_is_no_law_is_found() -> None:
    source = 'laws = ("LDB-64A2", "LDB-64A9", "P-3.9.17", "P-3.9.99", "B-LAW-TRICK-1", "D-BAIT-77")  # LDB-1'
    assert named(source) - KNOWN == {"LDB-64A9", "P-3.9.99", "D-BAIT-77"}


def test_the_arbiter_names_no_law_that_is_not() -> None:
    """Every law that a body can cite stands in the sources as a string, or the next test finds it."""
    found = {path: named(path.read_text(encoding="utf-8")) for path in (ROOT / "src/kozyr/arbiter").rglob("*.py")}
    assert len(set[str]().union(*found.values())) > 400
    assert {path.name: ids - KNOWN for path, ids in found.items() if ids - KNOWN} == {}


def test_no_id_is_put_together_from_parts() -> None:
    """An id made of parts would escape the list: a pass out of turn once cited a Law 30A2, which is none."""
    for path in (ROOT / "src/kozyr/arbiter").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert re.findall(r"""["'](?:LDB|PC|PE|PT|P|B|D)-[\w.-]*(?:\{|["'] *\+)""", text) == [], path


@pytest.mark.parametrize("language", ["en", "ru", "uk"])
def test_the_page_has_words_for_the_listed_laws_of_2017(language: str) -> None:
    text = (ROOT / "ui/src/core/i18n" / language / "laws" / "duplicate.ts").read_text(encoding="utf-8")
    assert set(re.findall(r"'(LDB-\w+)'", text)) == VERIFIED


def test_the_list_has_the_ruled_laws_of_2017_and_no_others() -> None:
    assert set(laws2017.LAWBOOK) == VERIFIED
    assert {law for game in ("preferans", "bridge", "deberts") for law in lawbook(game)} <= KNOWN
