"""Deal boards for a lesson: as many as asked for that keep a condition, as PBN with what each side can make.

python lesson_deals.py "N.hcp in 15..17 and N.balanced" 4 > lesson.pbn
"""

import sys
from collections.abc import Iterator

import kozyr
from kozyr.games.bridge import board as table_of
from kozyr.notation.bridge import pbn_export
from kozyr.notation.bridge.boards import Board
from kozyr.solver import bridge


def boards(where: str, count: int, seed: int = 1) -> Iterator[Board]:
    """Boards numbered from 1; dealer and vulnerability go round as at duplicate."""
    for number in range(1, count + 1):
        table, layout = table_of(number), kozyr.deal("bridge", where=where, seed=seed * 1000 + number)
        tricks = bridge.table(layout)
        print(f"board {number}: 3NT by N makes {tricks['NT'][kozyr.Seat.N]} tricks", file=sys.stderr)
        yield Board(str(number), dealer=table.dealer, vulnerability=table.vulnerability, deal=layout)


if __name__ == "__main__":
    print(pbn_export.format(boards(sys.argv[1], int(sys.argv[2]))), end="")
