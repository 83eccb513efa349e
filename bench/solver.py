"""The solvers on seeded random full deals, one core; all layouts of a hand, and batches, on all cores; peers.

    python -m bench.solver [PART ...] [--deals 1000] [--hands 10] [--budget 30] [--endings FILE]

Parts: tricks, table, deberts, misere, allpass, batch, chances, naive, bridge; all of them where none is named.

Each answer starts from a cleared memory. Times are of the processor, mean, median and the slowest in a hundred, in
microseconds, with the call from Python (a few microseconds) in them; `kozyr-native bench` has the core alone. "x" is
the measured mean over the goal. The signature is the sum of all nodes: a change meant for speed alone leaves it as it is.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean, median

from bench import double_dummy
from bench.machine import machine
from kozyr import _native
from kozyr._native import PreferansKind as Kind
from kozyr.solver.integers import NO_TRUMP, native_trump
from tests.test_native_solver import minimax, position, random_table

ENDINGS = Path(__file__).parents[1] / "build" / "misere5.bin"
Work = Callable[[], int]  # solves one task, tells its nodes


def masks(dice: random.Random, hands: int, cards: int) -> tuple[list[int], list[int]]:
    """So many hands of so many cards each, and what is left of the pack."""
    pack = dice.sample(range(32), 32)
    dealt = [sum(1 << card for card in pack[at * cards : (at + 1) * cards]) for at in range(hands)]
    return dealt, pack[hands * cards :]


def preferans(
    kind: Kind, *, trump: bool = False, moves: bool = False, maxn: bool = False, table: bool = False, four: bool = False
) -> Callable[[random.Random], Work]:
    """Tasks of a kind: one position, with all its leads or without, or the fifteen of a table; all-pass with its talon.

    four: the talon's cards can take their tricks, for a dealer who sits out; otherwise only their suit counts.
    """
    solver = _native.PreferansSolver()

    def prepare(dice: random.Random) -> Work:
        hands, rest = masks(dice, 3, 10)
        talon = rest if kind is Kind.ALLPASS else []
        suit, declarer, leader = dice.randrange(4) if trump else NO_TRUMP, dice.randrange(3), dice.randrange(3)
        which = [(suit, declarer)]
        if table:
            which = [(denomination, seat) for denomination in range(5) for seat in range(3)]
        asked = [_native.PreferansPosition(kind, native_trump(t), d, leader, hands, [], talon, four) for t, d in which]
        return lambda: sum(solver.solve(one, moves=moves, maxn=maxn).nodes for one in asked)

    return prepare


def deberts(*, moves: bool) -> Callable[[random.Random], Work]:
    """Tasks of two hands of nine cards."""
    solver = _native.DebertsSolver()

    def prepare(dice: random.Random) -> Work:
        hands, _ = masks(dice, 2, 9)
        asked = _native.DebertsPosition(_native.Suit(dice.randrange(4)), dice.randrange(2), hands)
        return lambda: solver.solve(asked, moves=moves).nodes

    return prepare


Task = tuple[str, Callable[[random.Random], Work], int, int, int]
# name, tasks, what part of the deals, goals for mean and 99th percentile
TASKS: dict[str, tuple[Task, ...]] = {
    "tricks": (
        ("trump", preferans(Kind.TRICKS, trump=True), 1, 60, 370),
        ("no trump", preferans(Kind.TRICKS), 1, 60, 370),
        ("trump, all leads", preferans(Kind.TRICKS, trump=True, moves=True), 1, 125, 0),
        ("no trump, all leads", preferans(Kind.TRICKS, moves=True), 1, 160, 0),
    ),
    "table": (("table of fifteen", preferans(Kind.TRICKS, table=True), 1, 900, 0),),
    "deberts": (
        ("deberts", deberts(moves=False), 1, 50, 0),
        ("deberts, all leads", deberts(moves=True), 1, 115, 0),
    ),
    "misere": (
        ("misère", preferans(Kind.MISERE), 1, 275, 1400),
        ("misère, all leads", preferans(Kind.MISERE, moves=True), 1, 500, 0),
    ),
    "allpass": (
        ("all-pass, suit only", preferans(Kind.ALLPASS), 1, 0, 0),
        ("all-pass, four hands", preferans(Kind.ALLPASS, four=True), 1, 0, 0),
        ("all-pass, max^n", preferans(Kind.ALLPASS, maxn=True), 20, 0, 0),
    ),
}
PARTS = (*TASKS, "batch", "chances", "naive", "bridge")


def timed(works: Iterable[Work]) -> tuple[list[float], int]:
    """Microseconds of each, and all nodes."""
    times, nodes = [], 0
    for work in works:
        start = time.thread_time()
        nodes += work()
        times.append(1e6 * (time.thread_time() - start))
    return sorted(times), nodes


def one_core(tasks: Iterable[Task], deals: int) -> int:
    """A line a task; all nodes."""
    print(f"{'task':<22}{'deals':>7}{'mean':>10}{'median':>10}{'99 %':>10}{'nodes':>10}   goal: mean, 99 %")
    signature = 0
    for name, prepare, part, goal, slowest in tasks:
        dice = random.Random(name)
        prepare(dice)()  # the first call builds tables
        times, nodes = timed([prepare(dice) for _ in range(max(1, deals // part))])
        signature += nodes
        late = times[len(times) * 99 // 100]
        goals = f"{goal or '-':>10}{slowest or '-':>8}" + (f"   x{fmean(times) / goal:.2f}" if goal else "")
        print(
            f"{name:<22}{len(times):>7}{fmean(times):>10.1f}{median(times):>10.1f}{late:>10.1f}"
            f"{nodes / len(times):>10.1f}{goals}",
            flush=True,
        )
    return signature


def batches(deals: int) -> None:
    """Whole deals a second by the clock, on one core and on all."""
    dice = random.Random("batch")
    cores = len(os.sched_getaffinity(0))
    three = [
        _native.PreferansPosition(
            Kind.TRICKS, native_trump(dice.randrange(5)), dice.randrange(3), dice.randrange(3), masks(dice, 3, 10)[0]
        )
        for _ in range(10 * deals)
    ]
    two = [
        _native.DebertsPosition(_native.Suit(dice.randrange(4)), dice.randrange(2), masks(dice, 2, 9)[0])
        for _ in range(10 * deals)
    ]
    for threads in sorted({1, cores}):
        start = time.perf_counter()
        _native.preferans_batch(three, moves=False, threads=threads)
        between = time.perf_counter()
        _native.deberts_batch(two, moves=False, threads=threads)
        end = time.perf_counter()
        rates = 10 * deals / (between - start), 10 * deals / (end - between)
        print(f"batch on {threads} threads: {rates[0]:,.0f} deals of preferans a second, {rates[1]:,.0f} of deberts")


def chances(name: str, kind: Kind, hands: int, budget: float, *, trump: bool = False, leads: bool = False) -> int:
    """All layouts of so many hands that hold the declarer, or of as many as the budget allows; all nodes."""
    dice = random.Random(name)
    threads = len(os.sched_getaffinity(0))
    solver = _native.PreferansSolver()
    seconds: list[float] = []
    busy: list[float] = []
    nodes = 0
    while len(seconds) < hands and (not seconds or sum(seconds) + max(seconds) < budget):
        (hand,), rest = masks(dice, 1, 10)
        gone = sum(1 << card for card in rest[:2])
        if kind is Kind.MISERE:  # one that somebody would bid it on: a trick at most in a random layout
            others = [sum(1 << card for card in rest[at : at + 10]) for at in (2, 12)]
            asked = _native.PreferansPosition(kind, None, 0, 0 if leads else 1, [hand, *others])
            if solver.solve(asked, moves=False).value > 1:
                continue
        start, worked = time.perf_counter(), time.process_time()
        found = _native.preferans_chances(
            kind,
            _native.Suit(dice.randrange(4)) if trump else None,
            0,
            0 if leads else 1,
            hand,
            gone,
            threads=threads,
        )
        seconds.append(time.perf_counter() - start)
        busy.append(time.process_time() - worked)
        nodes += found.nodes
    middle, worst = median(seconds), max(seconds)
    print(
        f"{name:<38}{len(seconds):>3} of {hands} hands, {threads} threads: median {middle:6.2f} s, worst {worst:6.2f} s"
        f" (of one core {median(busy):6.2f} s, {max(busy):6.2f} s)"
        f"   goal 2 and 10: x{middle / 2:.2f}, x{worst / 10:.2f}",
        flush=True,
    )
    return nodes


def naive(endings: int) -> None:
    """The plain minimax of the tests, in Python, beside the core: endings of four cards."""
    dice = random.Random("naive")
    solver = _native.PreferansSolver()
    tables = [random_table(dice, 4, trump=dice.randrange(5)) for _ in range(endings)]
    asked = [(table, dice.randrange(3)) for table in tables]
    start = time.thread_time()
    plain = [minimax(table, hero, greedy=True) for table, hero in asked]
    between = time.thread_time()
    ours = [solver.solve(position(table, Kind.TRICKS, hero), moves=False).value for table, hero in asked]
    end = time.thread_time()
    agree = "all values agree" if plain == ours else "VALUES DIFFER"
    each, mine = 1e6 * (between - start) / endings, 1e6 * (end - between) / endings
    print(f"naive solver, {endings} endings of four cards: {each:,.0f} us each, ours {mine:,.1f} us; {agree}")


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 0, whatever the numbers."""
    parser = argparse.ArgumentParser(prog="python -m bench.solver", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--hands", type=int, default=10, help="for all layouts")
    parser.add_argument(
        "--budget", type=float, default=30, help="seconds for all layouts of a kind; fewer hands beyond"
    )
    parser.add_argument("--endings", default=str(ENDINGS), help="five-card misère endings, made if not there")
    args = parser.parse_args(arguments)
    parts = args.parts or PARTS
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"no part {unknown[0]!r}: there are {', '.join(PARTS)}")
    print("solvers:", machine())
    signature = 0
    plain = [task for part in parts for task in TASKS.get(part, ())]
    if plain:
        signature += one_core(plain, args.deals)
    if {"misere", "allpass", "chances"} & set(parts):
        start = time.perf_counter()
        Path(args.endings).parent.mkdir(exist_ok=True)
        _native.prepare_endings(args.endings, threads=len(os.sched_getaffinity(0)))
        print(f"with misère endings of five cards ({time.perf_counter() - start:.1f} s to have them):")
        signature += one_core(
            [task for part in ("misere", "allpass") if part in parts for task in TASKS[part]], args.deals
        )
    if "batch" in parts:
        batches(args.deals)
    if "chances" in parts:
        for trump, name in ((True, "trump"), (False, "no trump")):
            signature += chances(
                f"layouts, {name}, a defender leads", Kind.TRICKS, args.hands, args.budget, trump=trump
            )
            signature += chances(
                f"layouts, {name}, every first card", Kind.TRICKS, args.hands, args.budget, trump=trump, leads=True
            )
        signature += chances("layouts, misère, a defender leads", Kind.MISERE, args.hands, args.budget)
        signature += chances("layouts, misère, every first card", Kind.MISERE, args.hands, args.budget, leads=True)
    if "naive" in parts:
        naive(max(1, args.deals // 10))
    if "bridge" in parts:
        signature += double_dummy.run(max(1, args.deals * 3 // 10))
    print(f"signature {signature} ({' '.join(parts)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
