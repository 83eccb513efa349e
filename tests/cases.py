"""The rulebook's worked examples as tests: `@case("W-P-3.1.1-1")`.

A test bears the ids of the examples that it plays, gets each as `row`, and by that shows the rules they come from.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from kozyr.cards import Card, parse_card
from kozyr.games.preferans import Conventions, agree

DATA = Path(__file__).parent / "data" / "rulebook"
_RULE = re.compile(r"(?<![\w.-])P[CET]?-\w+(?:[.-]\w+)*")

F = TypeVar("F", bound=Callable[..., object])


class Row(NamedTuple):
    """A worked example: a situation, and what the rules make of it."""

    id: str
    rules: tuple[str, ...]
    players: int
    options: dict[str, object]
    situation: dict[str, Any]
    expected: dict[str, Any]

    @property
    def preset(self) -> str:
        """The preset it is played under; sochi where it says nothing."""
        return str(self.options.get("preset", "sochi"))

    @property
    def changes(self) -> dict[str, object]:
        """The options it changes, by our names: `pref.rasp.talon` is `allpass.talon`."""
        return {
            name.removeprefix("pref.").replace("rasp.", "allpass."): value
            for name, value in self.options.items()
            if name != "preset"
        }

    @property
    def conventions(self) -> Conventions:
        """What the table has agreed on."""
        return agree(self.preset, self.changes, self.players)


def read(line: str) -> Row:
    """A line of worked-examples.jsonl."""
    row = json.loads(line)
    rules = tuple(_RULE.findall(row["source_rule"]))
    return Row(row["id"], rules, row["players"], row["conventions"], row["situation"], row["expected"])


EXAMPLES = {row.id: row for row in map(read, (DATA / "worked-examples.jsonl").read_text().splitlines())}


def case(*examples: str) -> Callable[[F], F]:
    """Mark a test with the worked examples that it plays; it runs once for each and gets it as `row`."""
    params = [
        pytest.param(row, id=row.id, marks=(pytest.mark.example(row.id), pytest.mark.rule(*row.rules)))
        for row in map(EXAMPLES.__getitem__, examples)
    ]

    def mark(test: F) -> F:
        marked: F = pytest.mark.parametrize("row", params)(test)
        return marked

    return mark


def ascii_contract(text: str | int) -> str:
    """A contract as the examples write it, in our text: `6♦` is 6D, `M` misere, a bare 8 eight spades."""
    word = str(text)
    if word == "M":
        return "misere"
    for sign, letter in (("♠", "S"), ("♣", "C"), ("♦", "D"), ("♥", "H")):
        word = word.replace(sign, letter)
    return word + "S" if word.isdigit() else word


def some_cards(*texts: str) -> list[Card]:
    """Cards as the examples write them: `♠9`."""
    return [parse_card(text) for text in texts]
