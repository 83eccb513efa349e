"""Print the par of every board in a folder of PBN files: what both sides reach at best bidding and play.

python par_of_folder.py boards/
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from kozyr.notation.bridge import pbn
from kozyr.solver import bridge


def pars(folder: Path) -> Iterator[str]:
    """A line for each board that has all four hands."""
    for path in sorted(folder.glob("*.pbn")):
        for board in pbn.parse(pbn.decode(path.read_bytes())).boards:
            if board.deal is None or board.dealer is None:  # nothing to solve, or nobody to begin
                continue
            try:
                tricks = bridge.table(board.deal)
            except ValueError as error:  # hidden hands, or hands of some other size
                yield f"{path.name} {board.number or '?'}: {error}"
                continue
            par = bridge.par(tricks, board.dealer, board.vulnerability or "none")
            contracts = ", ".join(str(contract) for contract in par.contracts) or "passed out"
            yield f"{path.name} {board.number or '?'}: {par.score:+} ({contracts})"


if __name__ == "__main__":
    for line in pars(Path(sys.argv[1])):
        print(line)
