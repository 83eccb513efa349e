"""Verify that a club dealt as it had promised: the record says what the seed and the players' numbers were.

curl https://club.example/api/tables/TABLE/record?fair=1 > pulka.kz; python verify_deal.py pulka.kz
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from kozyr import notation


def verify(path: Path) -> Iterator[tuple[str, str]]:
    """The name of each deal and its fault; an empty fault: the cards follow from what was revealed."""
    parsed = notation.parse(path.read_text("utf-8"))
    if parsed.record is None:
        raise ValueError(f"{path}: {parsed.error or 'no record'}")
    for verdict in notation.verdicts(notation.record_reveals(parsed.record), parsed.record):
        name = "a deal" if verdict.deal is None else f"deal {verdict.deal}"
        yield name, verdict.fault or ""


if __name__ == "__main__":
    faults = False
    for deal, fault in verify(Path(sys.argv[1])):
        print(f"{deal}: {fault or 'dealt as promised'}")
        faults = faults or bool(fault)
    sys.exit(faults)
