"""Every law of 2017 that is ruled has a worked example of our own, and a law that loses its last one is named here."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from kozyr.arbiter.laws.bridge.laws2017 import LAWBOOK
from tests.arbiter.hearing import called, read
from tests.arbiter.test_laws2017_boards import PAIRS
from tests.arbiter.test_laws2017_cards import DEAL, HEAD, REVOKE, TRICK

HERE = Path(__file__).parent
# The laws that the arbiter has to rule by, as their first and last numbers, and parts that must not go missing.
WANTED = (
    "9-15", "16", "20", "21", "22-24", "25-32", "35-39", "40", "41-60", "61-71", "73", "75", "82", "86", "87", "90-93",
    "12C1c", "12C1e", "72C",
)  # fmt: skip
PLAYED = f"{REVOKE} HA H2 H4 H7"  # E has revoked in the second trick, and both sides have played on

# Laws that other tests only see cited, each with what comes of the incident: law, record, incident, branches.
WORKED: list[tuple[str, str, dict[str, Any], list[str]]] = [
    # E doubles the double of W, the partner; nobody has called since, and W passes to the end.
    ("35A", f"{HEAD} {DEAL} pass pass 1S X pass X!", {"type": "inadmissible", "entry": 7}, ["back=6+bar=W,end,bid"]),
    # E does not follow suit, and 44C makes a revoke of it: one trick.
    ("44C", f"{HEAD} {PLAYED}", {"type": "revoke", "entry": 11}, ["transfer=1,E,S,since,2"]),
    # The winner of a trick leads to the next one, so that W's ten of spades is out of turn.
    ("44G", f"{HEAD} {TRICK} W:ST!", {"type": "out_of_turn", "entry": 10}, ["play-on", "back=9+open=W,ST,by,N"]),
    # Half an hour is the time for an appeal, and of a pair both have to agree.
    ("92B", PAIRS, {"type": "appeal", "minutes": 30}, ["play-on"]),
    ("92D", PAIRS, {"type": "appeal", "alone": True}, ["play-on"]),
    ("93B1", PAIRS, {"type": "appeal", "about": "law"}, ["play-on"]),
]  # fmt: skip


def examples() -> dict[str, list[str]]:
    """The tests of this folder that show a law of 2017, by the numbers in their marks."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_laws2017_*.py")):
        tests = [
            one for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(one, ast.FunctionDef)
        ]
        for test in tests:
            for mark in test.decorator_list:
                if ast.unparse(mark).startswith("pytest.mark.law("):
                    for law in re.findall(r"'(\w+)'", ast.unparse(mark)):
                        found.setdefault(law, []).append(f"{path.name}::{test.name}")
    return found


def wanted() -> list[str]:
    """The laws one by one."""
    spans = [(one.split("-")[0], one.split("-")[-1]) for one in WANTED]
    return [
        str(law) for first, last in spans for law in (range(int(first), int(last) + 1) if first.isdigit() else (first,))
    ]


def lacking(shown: set[str]) -> list[str]:
    """Wanted laws, and numbers that can be cited, without an example."""
    whole = [law for law in wanted() if not any(re.fullmatch(rf"{law}(\D\w*)?", one) for one in shown)]
    return whole + sorted({law.removeprefix("LDB-") for law in LAWBOOK} - shown)


def test_every_law_has_a_worked_example() -> None:
    assert len(wanted()) == 70
    assert lacking(set(examples())) == []


def test_a_law_that_loses_its_examples_is_named() -> None:
    shown = set(examples())
    assert lacking(shown - {"44B", "44C", "44G"}) == ["44", "44B", "44C", "44G"]
    assert lacking(shown - {"72C"}) == ["72C", "72C"]
    assert lacking(shown - {"12C1e"}) == ["12C1e", "12C1e"]
    assert lacking(shown - {"64A1"}) == ["64A1"]


@pytest.mark.parametrize(("law", "record", "told", "effects"), WORKED, ids=[law for law, *_ in WORKED])
def test_a_law_that_others_only_cite_has_its_outcome(
    law: str, record: str, told: dict[str, Any], effects: list[str]
) -> None:
    found = called(read(record, ""), told)
    assert found.effects == effects
    assert found.cites(f"LDB-{law}")
