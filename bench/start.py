"""How long a club takes until it answers, and a verb of the operator until it ends, with an empty database and with a large one.

    python -m bench.start [--mb N] [--rounds N]

The large one has so many megabytes of logs. Both are started in turns; what is printed is the median of the seconds by the clock,
and by the processor of the program and its children.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kozyr.store import Store

_GOAL: Final = 0.3  # seconds more than with an empty one
_CARD: Final = json.dumps({"type": "play", "card": "S7"})
_OF_A_LOG: Final = 500  # entries


def fill(path: Path, megabytes: int) -> None:
    """Make a club's database with logs of this size, as those of tables: an entry has some forty bytes."""
    Store(str(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA synchronous=OFF")
        made = 0
        while path.stat().st_size < megabytes * 1_000_000:
            logs = [f"{made + n:016x}" for n in range(200)]
            database.executemany("INSERT INTO logs(id, owner) VALUES (?, 'table')", ((log,) for log in logs))
            row = "INSERT INTO tables(id, game, preset, conventions, seats, created) VALUES (?, 'preferans', 'sochi', '{}', '[]', ?)"
            database.executemany(row, ((log, made) for log in logs))
            entry = "INSERT INTO events(log_id, seq, ts, kind, seat, cmd_id, body) VALUES (?, ?, 0, 'event', 'N', ?, ?)"
            rows = ((log, n, f"{log}/{n}", _CARD) for log in logs for n in range(1, _OF_A_LOG + 1))
            database.executemany(entry, rows)
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            made += len(logs)


def _served(path: Path) -> float:
    """Seconds until a new club answers whether it is well."""
    command = [sys.executable, "-m", "kozyr.cli", "club", "--port", "0", "--db", str(path)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - this Python, our own program
        assert server.stdout is not None
        origin = server.stdout.readline().split()[1]
        with urllib.request.urlopen(f"{origin}/health"):  # noqa: S310 - our own server on this machine
            took = time.perf_counter() - began
        server.terminate()
    return took


def _asked(path: Path) -> float:
    """Seconds until the operator knows who is shut out."""
    command = [sys.executable, "-m", "kozyr.cli", "admin", "--db", str(path), "rulings"]
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - as above
    return time.perf_counter() - began


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(argv: list[str] | None = None) -> int:
    """Print them."""
    parser = argparse.ArgumentParser(prog="python -m bench.start", description="The start of a club.")
    parser.add_argument("parts", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--mb", type=int, default=750, metavar="N", help="megabytes of the large one")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    wanted = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        empty, large = Path(name) / "empty.db", Path(name) / "large.db"
        fill(empty, 0)
        fill(large, wanted.mb)
        print(f"a database of {large.stat().st_size / 1e6:,.0f} MB, {wanted.rounds} times in turns with an empty one")
        work: dict[str, Callable[[Path], float]] = {
            "kozyr club, until it answers": _served,
            "kozyr admin rulings": _asked,
        }
        for what, do in work.items():
            clock: dict[Path, list[float]] = {empty: [], large: []}
            spent: dict[Path, list[float]] = {empty: [], large: []}
            for _ in range(wanted.rounds):
                for path in (empty, large):
                    before = _cpu()
                    clock[path].append(do(path))
                    spent[path].append(_cpu() - before)
            one, other = (statistics.median(clock[path]) for path in (empty, large))
            cpu = [statistics.median(spent[path]) for path in (empty, large)]
            print(
                f"  {what:<30}{one:6.2f} s and {other:5.2f} s: {other - one:+.2f} (goal at most {_GOAL:+.1f});"
                f" processor {cpu[0]:.2f} and {cpu[1]:.2f} s"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
