"""Make docs/conventions.md: every option that a game offers, from its declaration.

python -m scripts.options_table            writes docs/conventions.md
python -m scripts.options_table --check    status 1 if it is stale

Options that nothing reads yet are hidden and do not stand there.
"""

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from kozyr.games import Game, game, games
from kozyr.games.options import describe, write
from scripts.pages import written

PAGE = Path(__file__).parents[1] / "docs" / "conventions.md"

HEAD = """# What can be agreed

Here you look up every option before you agree on it with `--set` or the page's form; `kozyr conventions` prints the same.
Made by `make docs` from `src/kozyr/games/<game>/options.py`; not to be edited.

A table starts from a preset. The first value is that of the first preset; the last column names presets with another.
A star marks an option of tables that means nothing in a record. Two stars mark an option that only the laws (`kozyr rule`) obey, in records and events.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for name in games() for line in section(game(name)))])


def section(rules: Game) -> Iterator[str]:
    """One game: its presets, and a table for each heading."""
    first, *others = rules.presets
    rows = {name: describe(conventions, rules.groups) for name, conventions in rules.presets.items()}
    yield f"## {rules.name.capitalize()}"
    yield ""
    yield f"Presets: {', '.join(f'`{name}`' for name in rules.presets)}."
    yield ""
    for heading in chain.from_iterable(type(rules.presets[first]).chapters.values()):
        mine = {option: row for option, row in rows[first].items() if row["heading"] == heading}
        if not mine:
            continue
        yield f"### {rules.name.capitalize()}: {heading}"
        yield ""
        yield "| option | value | others | what it decides | rule | otherwise in |"
        yield "|---|---|---|---|---|---|"
        for option, row in mine.items():
            usual, values = write(row["value"]), row["values"]
            rest = ", ".join(f"`{value}`" for value in values if value != usual) if isinstance(values, list) else ""
            differ: dict[str, list[str]] = {}
            for name in others:
                value = write(rows[name][option]["value"])
                if value != usual:
                    differ.setdefault(value, []).append(name)
            elsewhere = "; ".join(f"`{value}`: {', '.join(names)}" for value, names in differ.items())
            places = str(row["offered"])
            star = " *" if "record" not in places else " **" if "table" not in places else ""
            cells = [f"`{option}`{star}", f"`{usual}`" if usual else "", rest, str(row["about"]), str(row["law"])]
            yield f"| {' | '.join([*cells, elsewhere])} |"
        yield ""


def main(argv: list[str] | None = None, path: Path = PAGE) -> int:
    """Write the page, or with --check compare it."""
    return written("options_table", page, argv, path)


if __name__ == "__main__":
    sys.exit(main())
