"""Make docs/movements.md: for every number of players how they move, and who meets whom how often.

python -m scripts.movements_table            writes docs/movements.md
python -m scripts.movements_table --check    status 1 if it is stale
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from kozyr.tournaments import pairs
from kozyr.tournaments.comparison import quality
from kozyr.tournaments.movements import SEARCHED, Movement, field_meetings, preferans
from kozyr.tournaments.scoring import shown
from scripts.pages import written

PAGE = Path(__file__).parents[1] / "docs" / "movements.md"

HEAD = """# Movements

Here you read how a field of any size moves, before you announce an event. `kozyr movement` prints each movement.
Made by `make docs` from the movements themselves; a test fails when it is stale. Do not edit it by hand.

## What stands in the tables

* **tables**: of four, of three, or two sections. A deal's value depends on the number of players, so two sections share no protocol.
* **resting**: how many sit out each round.
* **kind**: *simple* is the movement of the rules: N stays, E one table up, S two, W two down, boards one down. It needs a number of tables
  coprime with 6 (PT-I.5). *squares* does the same with orthogonal squares instead of the steps. *scheme* is a ready one in the form of the
  rules' lost table (`src/kozyr/tournaments/schemes/preferans.txt`). In simple and squares all of different lines meet once and nobody
  sees a set twice. There is no such movement for 2, 3 and 6 tables, nor with one box of each board for 4 tables of four; for 10 none is known.
* **meet**: how many pairs of players sit at one table so many times; **mean**: of all pairs of the field.
* **copies**: how many boxes of each board there must be. At home one; online all tables may play one set at once.

By default a movement is the longest that keeps its promises, with the fewest boxes that allow comparison: most tables play boards of other tables.
At two tables with one box both halves of the field must play a set, so each way to cut the field comes twice. Eight players need eight rounds for it,
and `--rounds 5` asks for two boxes. Seven at two tables of three have no movement with one box.
So 7 players need two boxes of each board, and 22, 23, 26 and 34 do with five rounds. The command says so; `--copies 1` takes one all the same.
With fewer rounds than a scheme has some may meet more than once above the mean, or rest more often: the command says that, too.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *preferans_section(), *bridge_section(), ""])


def preferans_section() -> Iterator[str]:
    """Preferans: what `kozyr movement preferans` makes by itself."""
    yield "## Preferans"
    yield ""
    yield "Left to itself: the split with the fewest resting, of these one field of fours, else one of threes, else two sections."
    yield "`kozyr movement preferans --players N --at 3`, or 4, makes one with tables of that size alone."
    yield ""
    yield from _head("players")
    for players in range(6, SEARCHED + 1):
        yield from _rows(str(players), preferans(players))
    yield ""


def bridge_section() -> Iterator[str]:
    """Pairs: what `kozyr movement bridge --pairs` makes by itself."""
    yield "## Bridge: pairs"
    yield ""
    yield "A Howell up to 16 pairs, in which all meet once; above, a Mitchell in whose last rounds the pairs of each table change sides."
    yield "**quality** says how equally all pairs are compared with one another, at most 100 (`kozyr.tournaments.comparison`)."
    yield "A Mitchell without that change has two lines; as one field it reaches less than 50. `--kind howell` goes up to 20 pairs."
    yield ""
    yield "| pairs | tables | resting | kind | rounds | quality | meet: pairs | mean | copies |"
    yield "|--:|---|--:|---|--:|--:|---|--:|--:|"
    for number in range(4, 41):
        yield from _rows(str(number), pairs.pairs(number))
    yield ""
    yield "### Howells by rounds: quality"
    yield ""
    yield "| pairs | by the number of rounds |"
    yield "|--:|---|"
    for number in range(4, pairs.LARGEST_HOWELL + 1):
        made = (pairs.pairs(number, "howell", rounds, 1) for rounds in range(3, number + number % 2))
        yield f"| {number} | {', '.join(f'{len(one.rounds)}: {float(quality(one, one.fields[0])):.1f}' for one in made)} |"


def _head(who: str) -> Iterator[str]:
    yield f"| {who} | tables | resting | kind | rounds | meet: pairs | mean | copies |"
    yield "|--:|---|--:|---|--:|---|--:|--:|"


def _rows(first: str, movement: Movement) -> Iterator[str]:
    """A line for each field; the second section has no number before it."""
    for field in movement.fields:
        met = field_meetings(movement, field)
        told = ", ".join(f"{times}: {count}" for times, count in met.counts.items())
        size = "" if field.at == 2 else f" of {field.at}"
        worth = (f"{float(quality(movement, field)):.1f}",) if field.at == 2 else ()
        tables = f"{field.tables}{size}"
        cells = (first, tables, field.resting, field.kind, len(movement.rounds), *worth, told, shown(met.mean))
        yield f"| {' | '.join(map(str, cells))} | {movement.copies} |"
        first = ""


def main(argv: list[str] | None = None, path: Path = PAGE) -> int:
    """Write the page, or with --check compare it."""
    return written("movements_table", page, argv, path)


if __name__ == "__main__":
    sys.exit(main())
