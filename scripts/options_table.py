"""Make docs/conventions.md: every option that a game offers, from its declaration.

python -m scripts.options_table            writes docs/conventions.md
python -m scripts.options_table --check    status 1 if it is stale

Options that nothing reads yet are hidden and do not stand there.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from kozyr.games import Game, game, games
from kozyr.games.options import describe, write
from scripts.pages import written

PAGE = Path(__file__).parents[1] / "docs" / "conventions.md"

HEAD = """# What can be agreed

Look up every option before you agree on it with `--set` or in the page's form. `kozyr conventions` prints the same.
`make docs` makes this page from `src/kozyr/games/<game>/options.py`.

A table starts from a preset. The first value is that of the first preset. Presets with another stand in brackets after theirs.
One star: the option is of tables and means nothing in a record. Two stars: only the laws (`kozyr rule`) obey it, in records and events.
"""
COLUMNS = ("| option | values | what it decides, and its rule |", "|---|---|---|")


def page() -> str:
    """The whole page."""
    every = [game(name) for name in games()]
    shared = common(every)
    first = ["## All games", "", *COLUMNS, *(row(option, every) for option in shared), ""]
    return "\n".join([HEAD, *first, *(line for rules in every for line in section(rules, shared))])


def options(rules: Game, preset: str) -> dict[str, dict[str, object]]:
    """Every option of a game as a preset has it."""
    return describe(rules.presets[preset], rules.groups)


def common(every: Iterable[Game]) -> list[str]:
    """The options that all games have, and that mean the same in all of them."""
    first, *others = (options(rules, next(iter(rules.presets))) for rules in every)
    return [option for option, told in first.items() if all(other.get(option) == told for other in others)]


def section(rules: Game, shared: Sequence[str]) -> Iterator[str]:
    """One game: its presets, and by their headings the options that it does not share with all games."""
    usual = options(rules, next(iter(rules.presets)))
    yield f"## {rules.name.capitalize()}"
    yield ""
    yield f"Presets: {', '.join(f'`{name}`' for name in rules.presets)}."
    yield ""
    yield from COLUMNS
    for heading in chain.from_iterable(type(next(iter(rules.presets.values()))).chapters.values()):
        mine = [option for option in usual if usual[option]["heading"] == heading and option not in shared]
        if mine:
            yield f"| **{heading}** | | |"
        yield from (row(option, [rules]) for option in mine)
    yield ""


def row(option: str, every: Sequence[Game]) -> str:
    """An option in a line: its values with the usual one first, its meaning, and the presets that differ."""
    presets = [options(rules, name)[option] for rules in every for name in rules.presets]
    names = [name for rules in every for name in rules.presets]
    told, usual = presets[0], write(presets[0]["value"])
    values = told["values"] if isinstance(told["values"], list) else []
    differ: dict[str, list[str]] = {}
    for name, other in zip(names, presets, strict=True):
        if (value := write(other["value"])) != usual:
            differ.setdefault(value, []).append(name)
    star = " *" if "record" not in str(told["offered"]) else " **" if "table" not in str(told["offered"]) else ""
    usual_first = dict.fromkeys([usual, *values, *differ])
    shown = ", ".join(
        f"`{value}` ({', '.join(differ[value])})" if value in differ else f"`{value}`" for value in usual_first if value
    )
    return f"| `{option}`{star} | {shown} | {told['about']} ({told['law']}) |"


def main(argv: list[str] | None = None, path: Path = PAGE) -> int:
    """Write the page, or with --check compare it."""
    return written("options_table", page, argv, path)


if __name__ == "__main__":
    sys.exit(main())
