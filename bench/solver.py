"""The native solvers on seeded random full deals, one core, and all layouts of a hand on all cores.

    python -m bench.solver [--deals 1000] [--endings FILE]

Each answer starts from a cleared memory. Times are of the processor, mean, median and the slowest in a hundred, in
microseconds, with the call from Python (a few microseconds) in them; `kozyr-native bench` has the core alone. The last
column is the measured mean over the goal.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterable
from statistics import fmean, median

from bench.machine import machine
from kozyr import _native

NO_TRUMP = 4
Work = Callable[[], int]  # solves one task, tells its nodes


def masks(dice: random.Random, hands: int, cards: int) -> tuple[list[int], list[int]]:
    """So many hands of so many cards each, and what is left of the pack."""
    pack = dice.sample(range(32), 32)
    dealt = [sum(1 << card for card in pack[at * cards : (at + 1) * cards]) for at in range(hands)]
    return dealt, pack[hands * cards :]


def preferans(kind: int, *, trump: bool, moves: bool, table: bool = False) -> Callable[[random.Random], Work]:
    """Tasks of a kind: one position, with all its leads or without, or the fifteen of a table."""
    solver = _native.PreferansSolver()

    def prepare(dice: random.Random) -> Work:
        hands, _ = masks(dice, 3, 10)
        suit, declarer, leader = dice.randrange(4) if trump else NO_TRUMP, dice.randrange(3), dice.randrange(3)
        which = [(suit, declarer)]
        if table:
            which = [(denomination, seat) for denomination in range(5) for seat in range(3)]
        asked = [_native.PreferansPosition(kind, t, d, leader, hands) for t, d in which]
        return lambda: sum(solver.solve(position, moves=moves).nodes for position in asked)

    return prepare


def deberts(*, moves: bool) -> Callable[[random.Random], Work]:
    """Tasks of two hands of nine cards."""
    solver = _native.DebertsSolver()

    def prepare(dice: random.Random) -> Work:
        hands, _ = masks(dice, 2, 9)
        asked = _native.DebertsPosition(dice.randrange(4), dice.randrange(2), hands)
        return lambda: solver.solve(asked, moves=moves).nodes

    return prepare


# name, tasks, what part of the deals, goals for mean and 99th percentile
TASKS: tuple[tuple[str, Callable[[random.Random], Work], int, int, int], ...] = (
    ("trump", preferans(0, trump=True, moves=False), 1, 60, 370),
    ("no trump", preferans(0, trump=False, moves=False), 1, 60, 370),
    ("misère", preferans(1, trump=False, moves=False), 1, 275, 1400),
    ("trump, all leads", preferans(0, trump=True, moves=True), 1, 125, 0),
    ("no trump, all leads", preferans(0, trump=False, moves=True), 1, 160, 0),
    ("misère, all leads", preferans(1, trump=False, moves=True), 1, 500, 0),
    ("table of fifteen", preferans(0, trump=True, moves=False, table=True), 4, 900, 0),
    ("all-pass", preferans(2, trump=False, moves=False), 4, 0, 0),
    ("deberts", deberts(moves=False), 1, 50, 0),
    ("deberts, all leads", deberts(moves=True), 1, 115, 0),
)


def timed(works: Iterable[Work]) -> tuple[list[float], int]:
    """Microseconds of each, and all nodes."""
    times, nodes = [], 0
    for work in works:
        start = time.thread_time()
        nodes += work()
        times.append(1e6 * (time.thread_time() - start))
    return sorted(times), nodes


def chances(name: str, kind: int, *, trump: bool, leads: bool) -> None:
    """All layouts of ten hands that hold the declarer."""
    dice = random.Random(name)
    threads = os.cpu_count() or 1
    seconds = []
    for _ in range(10):
        (hand,), rest = masks(dice, 1, 10)
        start = time.perf_counter()
        _native.preferans_chances(
            kind,
            dice.randrange(4) if trump else NO_TRUMP,
            0,
            0 if leads else 1,
            hand,
            sum(1 << card for card in rest[:2]),
            threads=threads,
        )
        seconds.append(time.perf_counter() - start)
    middle, worst = median(seconds), max(seconds)
    print(f"{name:<38} {threads} threads: median {middle:5.2f} s, worst {worst:5.2f} s  (goal 2 and 10)")


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 0, whatever the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--endings", help="a file of five-card misère endings, made if it is not there")
    args = parser.parse_args(arguments)
    print("native solvers:", machine())
    if args.endings:
        _native.prepare_endings(args.endings)
    signature = 0
    print(f"{'task':<22}{'deals':>7}{'mean':>10}{'median':>10}{'99 %':>10}{'nodes':>10}   goal: mean, 99 %")
    for name, prepare, part, goal, slowest in TASKS:
        dice = random.Random(name)
        prepare(dice)()  # the first call builds tables
        times, nodes = timed([prepare(dice) for _ in range(args.deals // part)])
        signature += nodes
        late = times[len(times) * 99 // 100]
        goals = f"{goal or '-':>10}{slowest or '-':>8}" + (f"   x{fmean(times) / goal:.2f}" if goal else "")
        print(
            f"{name:<22}{len(times):>7}{fmean(times):>10.1f}{median(times):>10.1f}{late:>10.1f}"
            f"{nodes / len(times):>10.1f}{goals}"
        )
    print(f"signature {signature}")
    chances("layouts, trump, a defender leads", 0, trump=True, leads=False)
    chances("layouts, trump, every first card", 0, trump=True, leads=True)
    chances("layouts, no trump, a defender leads", 0, trump=False, leads=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
