"""Two states of the tree in turns: the processor's time for each durable command, here and in another checkout.

    python -m bench.beside TREE [--rounds N] [--tables N] [--seconds S]

TREE is a checkout of another commit with an environment of its own (`git clone`, `make .venv/stamps/dev`). Both play the same tables in
turns, A B A B, each time in a new process; what a command costs is counted in time of the processor, which other work on the machine
disturbs little, and the ratio is that of the medians. `python -m bench club` is the same measurement by the clock.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.machine import calibration, machine

_ROOT: Final = Path(__file__).parent.parent
# What each tree runs, with its own `bench.club`: microseconds of the processor a command, those of the players among them.
_PROGRAM: Final = """
import asyncio, sys, tempfile
from pathlib import Path
from bench import club
from kozyr.club.app import collect_rarely
collect_rarely()
changes = club.AGREED[sys.argv[1]]
with tempfile.TemporaryDirectory() as name:
    rate = asyncio.run(club._durable(Path(name), int(sys.argv[2]), float(sys.argv[3]), changes))
print(1e6 / rate.server + rate.own, rate.own)
"""


def _once(tree: Path, which: str, tables: int, seconds: float) -> tuple[float, float]:
    """Microseconds of the processor a command in this tree, and how many of them were the players'."""
    command = [str(tree / ".venv/bin/python"), "-c", _PROGRAM, which, str(tables), str(seconds)]
    told = subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True)  # noqa: S603 - the trees' own Python
    whole, own = map(float, told.stdout.split()[-2:])
    return whole, own


def _commit(tree: Path) -> str:
    command = ["git", "-C", str(tree), "describe", "--always", "--dirty"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 - git, of our own


def compare(argv: list[str] | None = None) -> int:
    """Print both and their ratio; it is no part of `make bench`, which has one tree."""
    parser = argparse.ArgumentParser(prog="python -m bench.beside", description="Two trees in turns.")
    parser.add_argument("tree", metavar="TREE", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--only", choices=("that refuse errors", "that rule on errors"))
    wanted = parser.parse_args(argv)
    trees = {"there": wanted.tree.resolve(), "here": _ROOT}
    print(f"{machine()}; {calibration()}")
    print(f"microseconds of the processor a durable command, {wanted.tables} tables, {wanted.seconds:g} s, in turns")
    for which in (wanted.only,) if wanted.only else ("that refuse errors", "that rule on errors"):
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in trees}
        for _ in range(wanted.rounds):
            for name, tree in trees.items():
                found[name].append(_once(tree, which, wanted.tables, wanted.seconds))
        print(f"  tables {which}")
        for name, tree in trees.items():
            each = ", ".join(f"{whole:.0f}" for whole, _ in found[name])
            own = statistics.median(own for _, own in found[name])
            print(f"    {name:<6}{_commit(tree):<20} {each}; the players' {own:.0f} among them")
        there, here = (statistics.median(whole for whole, _ in found[name]) for name in trees)
        print(f"    here over there {here / there:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(compare())
