"""Every irregularity of the rulebook can be ruled, and a test of this folder shows each law that is."""

import ast
import re
from pathlib import Path

import pytest

from kozyr.arbiter import lawbook
from kozyr.arbiter.ruling import Lawbook
from tests.cases import DATA, EXAMPLES

HERE = Path(__file__).parent
BOOKS: dict[str, Lawbook] = {name: lawbook(name) for name in ("preferans", "bridge", "deberts")}
PATTERNS = (
    r"W-B-LAW-(BID|CARD|CLAIM-2|DEAL|DUMMY|INFO|LEAD|PEN|REVOKE)",
    r"W-PT-(0\.6|I\.1[13]\.)",
    r"W-PE-5\.4\.11",
)
EVERY = {law for book in BOOKS.values() for law in book}


def shown() -> tuple[set[str], set[str]]:
    """The rules in the marks of the tests of this folder, and the worked examples that they play."""
    rules, examples = set[str](), set[str]()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                text = ast.unparse(mark)
                if text.startswith("pytest.mark.rule"):
                    rules |= set(re.findall(r"'([^']+)'", text))
                examples |= set(re.findall(r"'(W-[^']+)'", text))
    for example in examples:
        row = next(
            (line for line in (DATA / "worked-examples.jsonl").read_text().splitlines() if f'"{example}"' in line), ""
        )
        source = re.search(r'"source_rule": "([^"]+)"', row)
        rules |= set(re.findall(r"[A-Z]+-[\w.-]+", source[1])) if source else set()
    return rules, examples


def test_every_irregularity_of_the_rulebook_is_in_a_lawbook() -> None:
    rows = [line.split("\t") for line in (DATA / "rules.tsv").read_text().splitlines()[1:]]
    irregular = {row[0] for row in rows if "irregularity" in row[1]}
    assert len(irregular) > 120
    assert irregular - EVERY == set()
    assert {law for law in EVERY if law not in {row[0] for row in rows}} == set()


def test_every_law_that_is_ruled_is_shown_by_a_test() -> None:
    rules, _ = shown()
    frames = {law for book in BOOKS.values() for law, (_, part) in book.items() if part == "frame"}
    assert EVERY - frames - rules == set()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_example_of_a_ruling_is_played(pattern: str) -> None:
    _, examples = shown()
    wanted = {example for example in EXAMPLES if re.match(pattern, example)}
    assert wanted
    assert wanted - examples == set()
