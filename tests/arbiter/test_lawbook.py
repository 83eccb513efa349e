"""Every irregularity of the rulebook can be ruled, and a test of this folder shows each law that is."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from kozyr.arbiter import lawbook
from kozyr.arbiter.laws.bridge import laws2017
from kozyr.arbiter.ruling import Lawbook
from kozyr.cli import main
from tests.arbiter.hearing import called, read
from tests.cases import DATA, EXAMPLES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LAW = re.compile(r"(P|PC|PE|PT|B|D|LDB)-[A-Z0-9][\w.-]*")
BOOKS: dict[str, Lawbook] = {name: lawbook(name) for name in ("preferans", "bridge", "deberts")}
CITATIONS = [
    json.loads(line) for line in (DATA.parent / "arbiter" / "citations.jsonl").read_text(encoding="utf-8").splitlines()
]
OF_2017 = set(laws2017.LAWBOOK)
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
    assert {law for law in EVERY if law not in {row[0] for row in rows}} == OF_2017


def test_every_law_that_a_ruling_can_name_is_in_a_lawbook() -> None:
    """A ruling that rests on a rule which `kozyr rule --list` does not name cannot be looked up."""
    named: set[str] = set()
    for path in (ROOT / "src" / "kozyr" / "arbiter").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and LAW.fullmatch(node.value):
                named.add(node.value)
    assert len(named) > 300
    assert named - EVERY == set()


def test_every_law_that_is_ruled_is_shown_by_a_test() -> None:
    rules, _ = shown()
    frames = {law for book in BOOKS.values() for law, (_, part) in book.items() if part == "frame"}
    assert EVERY - frames - rules - OF_2017 == set()  # `scripts.rules_table --check` looks after those of 2017


@pytest.mark.rule("P-3.9.13", "P-3.9.19")
@pytest.mark.parametrize("one", CITATIONS, ids=lambda one: f"{one['incident']['type']}-{one['laws'][0]}")
def test_a_law_is_cited_by_an_incident_that_is_played(one: dict[str, Any]) -> None:
    """A record, an incident in it, and the laws that the ruling or its deadline has to name."""
    record = read("", one["record"])
    assert called(record, one["incident"], one["at"]).cites(*one["laws"])


def test_every_law_that_can_be_ruled_is_cited(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever `kozyr rule --list --json` names: rulings, grounds, deadlines and frames, each by its own incident."""
    assert main(["rule", "--list", "--json"]) == 0
    listed = {(row["law"], row["incident"]) for row in json.loads(capsys.readouterr().out)}
    assert len({law for law, _ in listed}) == len(EVERY)
    assert listed - {(law, one["incident"]["type"]) for one in CITATIONS for law in one["laws"]} == set()


def test_every_worked_example_of_a_law_of_bridge_is_played() -> None:
    _, examples = shown()
    wanted = {example for example in EXAMPLES if example.startswith("W-B-LAW-")}
    assert len(wanted) == 19
    assert wanted - examples == set()
