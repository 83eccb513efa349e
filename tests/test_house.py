"""What the house must not have: circles of imports, a second trick, files that nobody can read at once."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import msgspec
import pytest

from scripts import house

SRC = Path(__file__).parents[1] / "src" / "kozyr"
LONGEST = 700  # lines of a file without docstrings: past that it has two readers


def sources() -> dict[str, str]:
    return {str(path.relative_to(SRC)): path.read_text("utf-8") for path in sorted(SRC.rglob("*.py"))}


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("kozyr", include_external_packages=False, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 100
    assert list(TopologicalSorter(imports).static_order())  # a CycleError names the circle


@pytest.mark.parametrize("name", ["Trick", "Hand", "Pending", "Answer", "Stop", "Substitute"])
def test_there_is_one_of_it_in_the_games(name: str) -> None:
    homes = [
        path
        for path, text in sources().items()
        if path.startswith("games") and re.search(rf"^class {name}\b", text, re.MULTILINE)
    ]
    assert len(homes) == 1, homes


def without_docstrings(text: str) -> int:
    """How many lines a file has besides the docstrings of its classes, functions and fields."""
    said = {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return text.count("\n") - len(said)


def test_no_file_is_too_long() -> None:
    assert without_docstrings('"""A file."""\n\nX = 1\n"""Of two\n\nlines."""\n') == 2
    long = {path: text for path, text in sources().items() if text.count("\n") > LONGEST}
    assert {path: lines for path, text in long.items() if (lines := without_docstrings(text)) > LONGEST} == {}


@pytest.mark.parametrize("layer", ["games", "club"])
def test_any_stands_only_with_its_reason(layer: str) -> None:
    bare = [
        f"{path}: {line.strip()}"
        for path, text in sources().items()
        if path.startswith(layer)
        for line in text.splitlines()
        if re.search(r"(?<!import )\bAny\b", line.partition("#")[0])
        and not re.match(r"\s*(from typing import|\"\"\")", line)
        and "# Any:" not in line
    ]
    assert not bare


def test_nothing_above_the_games_asks_for_a_game_by_name() -> None:
    named = re.compile(r"""[=!]=\s*["'](preferans|bridge|deberts)["']|["'](preferans|bridge|deberts)["']\s*[=!]=""")
    found = [
        f"{path}:{number}"
        for path, text in sources().items()
        if not re.search(r"preferans|bridge|deberts", path)
        for number, line in enumerate(text.splitlines(), 1)
        if named.search(line)
    ]
    assert not found


def test_the_client_asks_for_no_game_by_name_and_has_no_circles() -> None:
    client = house.client_files()
    assert house.compared(client) == []
    assert house.client_circles(client) == []
    spoilt = {
        "ui/src/events/X.svelte": "{#if game === 'bridge'}",
        "ui/src/games/bridge/X.ts": "game === 'bridge'",
        "ui/src/league/X.svelte": "const GAMES = ['preferans', 'bridge'] as const;",
    }
    assert house.compared(spoilt) == ["ui/src/events/X.svelte:1", "ui/src/league/X.svelte:1"]


def test_nothing_above_the_games_imports_one_or_lists_them() -> None:
    """Outside the games and their parts no file imports a game, and no type is a closed list of games."""
    files = house.python_files()
    assert house.importers(files) == []
    assert house.literals(files) == []
    spoilt = {
        "src/kozyr/tournaments/desk.py": "def f():\n    from kozyr.games.bridge import board\n",
        "src/kozyr/print/event.py": "from kozyr.games import Deal, preferans\n",
        "src/kozyr/club/event/told.py": 'game: Literal["deberts", "pairs"]\n',
        "src/kozyr/tournaments/games/bridge/lines.py": "from kozyr.games import bridge\n",
        "src/kozyr/club/kept.py": "from kozyr.games import bridges, game\n",
    }
    assert house.importers(spoilt) == ["src/kozyr/tournaments/desk.py", "src/kozyr/print/event.py"]
    assert house.literals(spoilt) == ['src/kozyr/club/event/told.py: Literal["deberts"']


def test_the_arbiter_has_no_refusal_of_its_own() -> None:
    """And the count tells a refusal from an event or an incident that is called like one."""
    files = house.python_files()
    assert not [one for one in house.refusals(files) if "/arbiter/" in one]
    assert "src/kozyr/games/refusal.py: Refusal" in house.refusals(files)
    spoilt = {
        "a.py": "class CannotRule(ValueError):",
        "b.py": "class Refusal(msgspec.Struct, frozen=True):",
        "c.py": 'class Refuse(Event, frozen=True, tag="refuse"):',
        "d.py": "class IllegalContract(Incident, frozen=True):",
        "e.py": "class _Refused(_Wrong, frozen=True):",
    }
    assert house.refusals(spoilt) == ["a.py: CannotRule", "b.py: Refusal"]


VIEWS = 45  # structs of events and leagues that are made to be shown: a number that only falls


def test_what_is_told_is_the_state_itself_where_nothing_is_hidden_or_computed() -> None:
    assert len(house.view_structs()) <= VIEWS

    class Copied(msgspec.Struct):
        entry: int

    Copied.__module__ = "kozyr.club.event.anywhere"
    assert Copied in house.reached((tuple[Copied, ...], dict[str, int])) - house.sent_and_held()[1]
    assert house.VIEWS.match(Copied.__module__)


def test_no_class_has_too_many_methods() -> None:
    assert house.methods(house.python_files()) == {}
    many = "class Big:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(26))
    assert house.methods({"src/kozyr/big.py": many}) == {"src/kozyr/big.py: Big": 26}
