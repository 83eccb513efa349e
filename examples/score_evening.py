"""Score an evening of preferans that was played at a real table: one deal a line.

python score_evening.py evening.jsonl
"""

import sys
from pathlib import Path

from kozyr.sheets import keeper


def score(path: Path) -> str:
    """The rows of the deals, and what each player has won or lost, in whists."""
    evening = keeper("preferans", None, {}, None)
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            evening.line(line)
        except ValueError as error:  # the lines before this one stay scored
            print(f"{path}:{number}: {error}", file=sys.stderr)
            break
    results = [f"{name:<12}{float(points):+10.2f}" for name, points in evening.match.results.items()]
    return "\n".join([*(" ".join(row) for row in evening.rows), "", *results])


if __name__ == "__main__":
    print(score(Path(sys.argv[1])))
