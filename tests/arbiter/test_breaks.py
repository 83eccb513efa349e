"""`breaks.jsonl`: for each deadline, chooser and effect of the seeds a rule, a test that shows it, and code that is wrong.

`python -m scripts.breaks` puts the wrong code in and runs the test, which must fail. Here the rows are held to the code.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kozyr.arbiter import lawbook
from scripts.breaks import ROOT, rows

ROWS = rows()
PARTS = {"deadlines", "bridge", "preferans", "sheet", "competition", "deberts", "impossible"}


@cache
def marked(path: str) -> dict[str, set[str]]:
    """The rules and worked examples that each test of a file names in its decorators."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            inside = [one for decorator in node.decorator_list for one in ast.walk(decorator)]
            found[node.name] = {str(one.value) for one in inside if isinstance(one, ast.Constant)}
    return found


@pytest.mark.parametrize("row", ROWS, ids=[f"{n}-{row['law']}" for n, row in enumerate(ROWS, 1)])
def test_a_row_can_be_broken_and_its_test_bears_the_rule(row: dict[str, Any]) -> None:
    source = (ROOT / row["file"]).read_text(encoding="utf-8")
    assert source.count(row["code"]) == 1, row["code"]
    ast.parse(source.replace(row["code"], row["broken"]))
    path, name = row["test"].split("::")
    named = marked(path)[name]
    assert row["law"] in named or any(one.startswith(f"W-{row['law']}-") for one in named), row["law"]


def test_every_part_of_the_law_has_rows_and_every_rule_is_one_that_is_ruled() -> None:
    assert {row["part"] for row in ROWS} == PARTS
    known = {law for game in ("preferans", "bridge", "deberts") for law in lawbook(game)}
    cited = {"P-3.3.9", "P-3.4.3"}  # the rules of the play on which a ruling rests
    assert {row["law"] for row in ROWS} <= known | cited
    assert Path(ROOT / "docs" / "arbiter.md").read_text(encoding="utf-8").count("breaks.jsonl") == 1
