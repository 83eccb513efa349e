"""Deals by condition: deals looked at in a second on one core, beside the program `dealer` and endplay's.

    python -m bench.conditions [--deals 2000000] [--rounds 3]

Conditions on cards alone are counted in the core, dealing included; those for the solver tell the deals that were looked at
before and after the cheap filter. `dealer` is a program in C, Debian's package of that name; it is found on the path. endplay's
reads its language, and deals in C++ from Python.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
import warnings

from bench.machine import machine
from kozyr.solver.conditions import Search

CARDS = (
    ("bridge", "N.hcp in 15..17 and N.balanced"),
    ("bridge", "NS.hcp >= 25 and (N.hearts + S.hearts >= 8 or N.spades + S.spades >= 8) and not N.SA"),
    ("preferans", "N.aces == 0 and N.hearts in 1..3"),
    ("deberts", "N.jacks >= 2 and rest.SA"),
)
SOLVED = (
    ("bridge", 'NS.hcp in 24..26 and S.makes("3NT")'),
    ("preferans", "N.aces == 0 and N.kings <= 1 and N.misere"),
    ("preferans", 'E.hearts >= 5 and E.makes("8H")'),
    ("deberts", 'N.HJ and N.hearts >= 4 and N.makes("H")'),
)
TOLD = (
    "hcp(north)>=15 && hcp(north)<=17 && shape(north, any 4333 + any 4432 + any 5332)"  # the first, as others write it
)
GOAL = 1_000_000
SECONDS = 2.0


def peer(seconds: float) -> float | None:
    """Deals of the first condition that endplay looks at in a second; None: it is not installed."""
    try:
        from endplay.dealer.generate import generate_deals  # noqa: PLC0415 - only `make bench` needs it
    except ImportError:
        return None
    looked, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        with warnings.catch_warnings(action="ignore"):  # that not every deal keeps it
            list(generate_deals(TOLD, produce=2000, max_attempts=2000, seed=looked + 1, strict=False))
        looked += 2000
    return looked / spent


def dealer(deals: int, rounds: int) -> tuple[float, float] | None:
    """Deals of the first condition that `dealer` looks at in a second, and the share it keeps; None: it is not installed."""
    program = shutil.which("dealer", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        return None
    script = f"generate {deals}\nproduce {deals}\ncondition {TOLD}\naction average hcp(north)\n"
    best, kept = 0.0, 0.0
    for seed in range(1, rounds + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [program, "-s", str(seed)]
        done = subprocess.run(words, input=script, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
        after = resource.getrusage(resource.RUSAGE_CHILDREN)  # finer than os.times(), which may tell nought
        spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        best = max(best, deals / spent)
        lines = dict(line.split()[:2] for line in done.stdout.splitlines() if line.endswith("hands"))
        kept = int(lines["Produced"]) / deals
    return best, kept


def main(argv: list[str] | None = None) -> int:
    """Measure and print; status 1 where the goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.conditions", description="Deals by condition.")
    parser.add_argument("--deals", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args(argv)
    print(f"Deals a second by condition, one core ({machine()})")
    missed = 0
    for game, where in CARDS:
        search, best = Search.of(game, where, seed=1), 0.0
        told = search.chance(1000)
        for _ in range(wanted.rounds):
            began = time.process_time()
            told = search.chance(wanted.deals)
            best = max(best, wanted.deals / (time.process_time() - began))
        missed += best < GOAL
        print(
            f"  {game}, {where}: {best:,.0f}, {best / GOAL:.2f} of the goal; {100 * told.kept / told.tried:.3f} % kept"
        )
    for game, where in SOLVED:
        search, began = Search.of(game, where, seed=1), time.process_time()
        told = search.chance(wanted.deals, SECONDS)
        spent = time.process_time() - began
        print(f"  {game}, {where}: {told.tried / spent:,.0f}; {100 * told.low:.3g} to {100 * told.high:.3g} % kept")
    found = dealer(wanted.deals, wanted.rounds)
    told_by = "" if found is None else f"  dealer, the first condition: {found[0]:,.0f}; {100 * found[1]:.3f} % kept"
    print(told_by or "  no `dealer` on the path: apt install dealer")
    rate = peer(SECONDS)
    print("  no peer: pip install endplay" if rate is None else f"  endplay's dealer, the first condition: {rate:,.0f}")
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
