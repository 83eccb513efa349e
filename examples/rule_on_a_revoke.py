"""Ask the arbiter about a revoke: which law, which choice belongs to whom, and what each choice does.

python rule_on_a_revoke.py record.kz 11
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from kozyr import notation
from kozyr.arbiter import rule
from kozyr.arbiter.incidents import Revoke


def ruled(path: Path, entry: int) -> Iterator[str]:
    """The laws, and a line for each branch; entry: the number of the card that revoked, after which the arbiter is called."""
    parsed = notation.parse(path.read_text("utf-8"))
    if parsed.record is None:
        raise ValueError(f"{path}: {parsed.error or 'no record'}")
    ruling = rule(parsed.record, entry, Revoke(entry=entry))
    yield "laws: " + ", ".join(ruling.laws)
    for branch in ruling.branches:
        yield f"{branch.chooser} may choose: " + ", ".join(effect.token for effect in branch.effects)


if __name__ == "__main__":
    for line in ruled(Path(sys.argv[1]), int(sys.argv[2])):
        print(line)
