"""`python -m scripts.breaks`: break what the arbiter does for each row of `tests/data/arbiter/breaks.jsonl`, and run its test.

A row names what the seeds say, the rule, the test, a file and the code in it, and code that is wrong. Each file is put
back as it was. The command names each row whose test does not fail, and ends with 1 if there is one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
ROWS: Final = ROOT / "tests" / "data" / "arbiter" / "breaks.jsonl"
PYTEST: Final = ("-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header")


def rows() -> list[dict[str, Any]]:
    """All rows, as they stand in the file."""
    return [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]


def noticed(row: dict[str, Any]) -> bool:
    """Whether the row's test fails while its code is broken."""
    file = ROOT / row["file"]
    right = file.read_text(encoding="utf-8")
    try:
        file.write_text(right.replace(row["code"], row["broken"]), encoding="utf-8")
        done = subprocess.run(  # noqa: S603 - names of tests from a file of this repository
            [sys.executable, *PYTEST, row["test"]],
            cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
    finally:
        file.write_text(right, encoding="utf-8")
    return done.returncode == 1 and "failed" in done.stdout


def main(parts: list[str]) -> int:
    """Break the rows of these parts, of all if none is named."""
    quiet = [row for row in rows() if (not parts or row["part"] in parts) and not noticed(row)]
    for row in quiet:
        print(f"{row['test']} does not notice: {row['says']} ({row['law']})")
    return int(bool(quiet))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
