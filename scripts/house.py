"""Count what the house must not have, and how large it is.

python -m scripts.house            a line for each figure
python -m scripts.house --json     the same for programs
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, get_args, get_origin, get_type_hints

import msgspec

from kozyr.club.event import acts as event_acts
from kozyr.club.event.tournament import Tournament
from kozyr.club.league import acts as league_acts
from kozyr.club.league.league import League
from kozyr.tournaments import director
from scripts.wire import ANSWERS

ROOT: Final = Path(__file__).parents[1]
SRC: Final = ROOT / "src" / "kozyr"
UI: Final = ROOT / "ui" / "src"
GAMES: Final = ("preferans", "bridge", "deberts")
MOST_METHODS: Final = 25  # of a class, properties included
LONGEST_SENTENCE: Final = 25  # words

_NAMES: Final = "|".join(GAMES)
# An exception or a struct that says why something may not be. An event of a game (`Refuse`), an incident (`IllegalContract`) and
# the exception of an event (`IllegalEvent`, which bears a refusal) are none.
_REFUSAL: Final = re.compile(
    r"^class (Illegal|Refusal|Refused|Unwritten|CannotRule)\((?:\w+Error|Exception|msgspec\.Struct)\b", re.MULTILINE
)
_RAISED: Final = "src/kozyr/games/refusal.py: Refused"  # the exception that bears the one refusal
_TS_COMPARED: Final = re.compile(rf"[!=]==? '(?:{_NAMES})'|case '(?:{_NAMES})'|\['(?:{_NAMES})'[,\]]")
_LITERAL: Final = re.compile(rf"""Literal\[[^\]]*["'](?:{_NAMES})["']""")
VIEWS: Final = re.compile(r"kozyr\.club\.(?:event|league)\b")
# Words are data: they are translated, not read as code.
_WORDS: Final = re.compile(r"/(?:i18n|words)(?:/|\.)")
_GENERATED: Final = re.compile(r"gen\.ts$|_native\.pyi$|\.test\.ts$")
_NO_CODE: Final = frozenset(
    {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
)
_SCRIPT_COMMENT: Final = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"`])//[^\n]*", re.DOTALL)


def python_files() -> dict[str, str]:
    """The text of each Python file of the package by its path from the root."""
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted(SRC.rglob("*.py"))}


def client_files() -> dict[str, str]:
    """The text of each hand-written file of the client by its path from the root."""
    found = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in sorted(UI.rglob("*"))
        if path.suffix in {".ts", ".svelte"}
    }
    return {path: text for path, text in found.items() if not _GENERATED.search(path)}


def of_a_game(path: str) -> bool:
    """Whether a file is a game, or the part of a game in some layer: the game's name stands in its path."""
    return path.startswith("src/kozyr/games/") or any(game in path for game in GAMES)


# --- figures -----------------------------------------------------------------------------------------------------


def refusals(files: Mapping[str, str]) -> list[str]:
    """The classes that stand for a refusal: `file: class`."""
    found = [f"{path}: {one[1]}" for path, text in files.items() for one in _REFUSAL.finditer(text)]
    return [one for one in found if one != _RAISED]


def importers(files: Mapping[str, str]) -> list[str]:
    """Files that import a game although they are no part of one."""
    wanted = tuple(f"kozyr.games.{game}" for game in GAMES)
    return [path for path, text in files.items() if not of_a_game(path) and any(_imports(text, wanted))]


def _imports(text: str, wanted: tuple[str, ...]) -> Iterator[bool]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield f"{node.module}.".startswith(tuple(f"{one}." for one in wanted)) or any(
                f"{node.module}.{alias.name}" in wanted for alias in node.names
            )
        elif isinstance(node, ast.Import):
            yield any(f"{alias.name}.".startswith(tuple(f"{one}." for one in wanted)) for alias in node.names)


def literals(files: Mapping[str, str]) -> list[str]:
    """Closed lists of the games' names as types, outside the games."""
    return [
        f"{path}: {found[0]}"
        for path, text in files.items()
        if not of_a_game(path)
        for found in _LITERAL.finditer(text)
    ]


def compared(files: Mapping[str, str]) -> list[str]:
    """Comparisons with a game's name in the client, and lists of games, outside its folder of games: `file:line`."""
    return [
        f"{path}:{number}"
        for path, text in files.items()
        if not path.startswith("ui/src/games/")
        for number, line in enumerate(text.splitlines(), 1)
        for _ in _TS_COMPARED.findall(line)
    ]


def reached(kinds: Iterable[object]) -> set[type]:
    """The structs and named tuples of which types are made, themselves among them."""
    found: set[type] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        waiting += get_args(kind)
        plain = get_origin(kind) or kind
        if isinstance(plain, type) and plain not in found and (issubclass(plain, msgspec.Struct) or _is_named(plain)):
            found.add(plain)
            waiting += get_type_hints(plain).values()
    return found


def _is_named(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def sent_and_held() -> tuple[set[type], set[type]]:
    """The structs that the club answers with, and those of events' and leagues' states and logs."""
    return reached(ANSWERS), reached((Tournament, League, director.Entry, event_acts.AnyAct, league_acts.AnyAct))


def view_structs() -> list[str]:
    """Structs of events and leagues that are sent, and are of no state and no log: `module: class`.

    A body of a request is none, since nobody is shown it. Which file it stands in does not matter.
    """
    sent, held = sent_and_held()
    return sorted(f"{one.__module__}: {one.__name__}" for one in sent - held if VIEWS.match(one.__module__))


def methods(files: Mapping[str, str]) -> dict[str, int]:
    """How many functions each class has, properties included, where there are more than allowed."""
    return {
        f"{path}: {node.name}": count
        for path, text in files.items()
        if text.count("def ") > MOST_METHODS  # reading all files as trees takes seconds
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
        and (count := sum(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) for one in node.body)) > MOST_METHODS
    }


def sentences(files: Mapping[str, str]) -> list[str]:
    """Sentences of docstrings with more words than a reader holds: `file:line`."""
    found = []
    for path, text in files.items():
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            told = ast.get_docstring(node) or ""
            line = getattr(node, "lineno", 1)
            found += [
                f"{path}:{line}"
                for one in re.split(r"(?<=[.!?:;])\s+|\n\n", told)
                if len(one.split()) > LONGEST_SENTENCE and ">>>" not in one
            ]
    return found


def client_circles(files: Mapping[str, str]) -> list[list[str]]:
    """Circles of imports in the client, those of types alone too."""
    graph: dict[str, set[str]] = defaultdict(set)
    wanted = re.compile(r"""import\s+(?:[^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]""")
    for path, text in files.items():
        for name in wanted.findall(text):
            base = (ROOT / path).parent / name
            for guess in (base, base.with_name(base.name + ".ts"), base / "index.ts"):
                if guess.is_file():
                    graph[path].add(guess.resolve().relative_to(ROOT).as_posix())
                    break
    return [circle for circle in _components(graph) if len(circle) > 1]


def _components(graph: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """Strongly connected components, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(node: str) -> Iterator[list[str]]:
        index[node] = low[node] = len(index)
        stack.append(node)
        for after in graph.get(node, ()):
            if after not in index:
                yield from visit(after)
                low[node] = min(low[node], low[after])
            elif after in stack:
                low[node] = min(low[node], index[after])
        if low[node] == index[node]:
            cut = stack.index(node)
            found = stack[cut:]
            del stack[cut:]
            yield sorted(found)

    for node in tuple(graph):
        if node not in index:
            yield from visit(node)


def python_lines(text: str) -> int:
    """Lines of code: without blank lines, comments and docstrings, those of fields too."""
    docs: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docs |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            code |= set(range(token.start[0], token.end[0] + 1))
    return len(code - docs)


def client_lines(text: str) -> int:
    """Lines of code of the client: without blank lines and comments."""
    return sum(bool(line.strip()) for line in _SCRIPT_COMMENT.sub("", text).splitlines())


def figures() -> dict[str, object]:
    """All counts by name; a list is counted by its length and names what it has found."""
    python, client = python_files(), client_files()
    return {
        "forms of refusal": refusals(python),
        "files above the games that import a game": importers(python),
        "closed lists of games": literals(python),
        "comparisons with a game's name in the client": compared(client),
        "view structs": view_structs(),
        "circles in the client": client_circles(client),
        f"classes of more than {MOST_METHODS} methods": methods(python),
        f"sentences of docstrings over {LONGEST_SENTENCE} words": sentences(python),
        "lines of Python": sum(python_lines(text) for path, text in python.items() if not _WORDS.search(path)),
        "lines of the client": sum(client_lines(text) for path, text in client.items() if not _WORDS.search(path)),
    }


def main(argv: list[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--names", action="store_true", help="also what was found, a line each")
    arguments = parser.parse_args(argv)
    found = figures()
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return 0
    for name, value in found.items():
        print(f"{value if isinstance(value, int) else len(_sized(value)):7,} {name}")
        if arguments.names and not isinstance(value, int):
            for one in _sized(value):
                print(f"        {one}")
    return 0


def _sized(value: object) -> list[str]:
    """What a figure has found, a line each."""
    if isinstance(value, Mapping):
        return [f"{name}: {count}" for name, count in value.items()]
    return [str(one) for one in value] if isinstance(value, Iterable) else []


if __name__ == "__main__":
    sys.exit(main())
