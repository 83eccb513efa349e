"""Make docs/movements.md: for every number of players how they move, and who meets whom how often.

python -m scripts.movements_table            writes docs/movements.md
python -m scripts.movements_table --check    status 1 if it is stale
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from kozyr.tournaments import pairs
from kozyr.tournaments.comparison import quality
from kozyr.tournaments.movements import SEARCHED, Field, Movement, field_meetings, preferans
from scripts.pages import written

PAGE = Path(__file__).parents[1] / "docs" / "movements.md"

HEAD = """# Movements

Look up how a field of any size moves, before you announce an event. `kozyr movement` prints each movement in full.
`make docs` makes this page from the movements themselves.

By default a movement is the longest that keeps its promises, with the fewest boxes of boards that allow comparison: most tables play boards of other tables.
Players without a place rest in turn. With fewer rounds than a scheme has, some meet more often than the mean, or rest more often. The command says so.

**Boxes** is how many boxes of each board there must be at home. Online all tables may play one set at once. `--copies 1` takes one all the same.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *preferans_section(), *bridge_section(), ""])


def preferans_section() -> Iterator[str]:
    """Preferans: what `kozyr movement preferans` makes by itself."""
    yield """## Preferans

By default the fewest players rest. Of such splits one field of fours comes first, then one of threes, then two sections.
A deal's value depends on the number of players, so two sections share no protocol. `--at 3` or `--at 4` makes tables of that size alone.

* **kind**: *simple* is the movement of the rules (PT-I.5): N stays, E goes one table up, S two, W two down, boards one down.
  *squares* does the same with orthogonal squares instead of the steps. In both, members of different lines meet once, and nobody sees a set twice.
  *scheme* is a ready one in the form of the rules' lost table (`src/kozyr/tournaments/schemes/preferans.txt`).
* **meet**: `4:12` says that twelve pairs of players sit at one table four times.

At two tables with one box both halves of the field must play a set. So eight players need eight rounds, and `--rounds 5` asks for two boxes.

| players | tables | kind | rounds | meet | boxes |
|--:|---|---|--:|---|--:|"""
    for players in range(6, SEARCHED + 1):
        made = preferans(players)
        resting = sum(field.resting for field in made.fields)
        tables = " + ".join(f"{field.tables} of {field.at}" for field in made.fields)
        told = "; ".join(_met(made, field) for field in made.fields)
        kinds = " + ".join(field.kind for field in made.fields)
        rest = f", {resting} rest" if resting > 1 else ", one rests" if resting else ""
        yield f"| {players} | {tables}{rest} | {kinds} | {len(made.rounds)} | {told} | {made.copies} |"
    yield ""


def bridge_section() -> Iterator[str]:
    """Pairs: what `kozyr movement bridge --pairs` makes by itself."""
    by_default = {number: pairs.pairs(number) for number in range(4, 41)}
    largest = max(number for number, made in by_default.items() if made.fields[0].kind == "howell")
    yield f"""## Bridge: pairs

Up to {largest} pairs move by a Howell, in which all meet once. Above, the pairs of each table change sides in the last rounds of a Mitchell.
A Mitchell without that change has two lines; as one field it reaches less than 50. `--kind howell` goes up to {pairs.LARGEST_HOWELL} pairs.
With an odd number one pair rests each round.

**quality** says how equally all pairs are compared with one another, at most 100 (`kozyr.tournaments.comparison`).

| pairs | rounds | quality | boxes |
|--:|--:|--:|--:|"""
    for number, made in by_default.items():
        yield f"| {number} | {len(made.rounds)} | {_quality(made)} | {made.copies} |"
    yield """
### Howells by rounds

The quality with three rounds, with four, and so on.

| pairs | quality |
|--:|---|"""
    for number in range(4, pairs.LARGEST_HOWELL + 1):
        shorter = (pairs.pairs(number, "howell", rounds, 1) for rounds in range(3, number + number % 2))
        yield f"| {number} | {' '.join(map(_quality, shorter))} |"


def _met(movement: Movement, field: Field) -> str:
    """How many pairs of a field meet how often, as `0:3, 4:12`."""
    return ", ".join(f"{times}:{count}" for times, count in field_meetings(movement, field).counts.items())


def _quality(movement: Movement) -> str:
    return f"{float(quality(movement, movement.fields[0])):.1f}"


def main(argv: list[str] | None = None, path: Path = PAGE) -> int:
    """Write the page, or with --check compare it."""
    return written("movements_table", page, argv, path)


if __name__ == "__main__":
    sys.exit(main())
