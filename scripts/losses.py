"""What bots of three levels lose in a deal by what was seen, and what is lost by one who sees all hands.

python -m scripts.losses pulka 60 --log build/losses.log

The table has the mean a deal with its 95 % interval, in the unit in which most was lost. The log has a line a deal, and a
second run goes on where the first was broken off.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import Final

import msgspec

from tests.losses import CHEATER, Loss, cheated, lost
from tests.reviewing import MATCHES

_WHO: Final = ("expert", "club", "novice", CHEATER)


def told(log: Path) -> Iterator[Loss]:
    """The lines of a log; a line that was broken off is none."""
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        if line.endswith("}"):
            yield msgspec.json.decode(line, type=Loss)


def line(who: str, losses: Sequence[Loss]) -> str:
    """Of one level: deals, the mean and half of its interval, the unit, what cards lost with all hands open."""
    units = [unit for one in losses for unit in one.seen]
    unit = max(sorted(set(units)), key=units.count, default="")
    each = [one.seen.get(unit, 0.0) for one in losses]
    half = 1.96 * stdev(each) / len(each) ** 0.5 if len(each) > 1 else 0.0
    opened = f"{sum(one.opened for one in losses):g}" if who == CHEATER else ""
    decisions = sum(one.decisions for one in losses)
    return f"{who:<10}{len(losses):>6}{decisions:>11}{mean(each):>9.2f} ± {half:<7.2f}{unit:<13}{opened}"


def main(argv: list[str] | None = None) -> int:
    """Play and review so many deals of each level, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("match", choices=MATCHES)
    parser.add_argument("many", type=int)
    parser.add_argument("--log", type=Path, default=Path("build/losses.log"))
    args = parser.parse_args(argv)
    known = {(one.match, one.nth, one.who): one for one in told(args.log)}
    with args.log.open("a", encoding="utf-8") as log:
        for nth in range(args.many):
            for who in _WHO:
                if (args.match, nth, who) not in known:
                    one = cheated(args.match, nth) if who == CHEATER else lost(args.match, nth, who)
                    known[args.match, nth, who] = one
                    log.write(msgspec.json.encode(one).decode() + "\n")
                    log.flush()
    print(f"{args.match:<10}{'deals':>6}{'decisions':>11}{'a deal':>9}   {'95 %':<7}{'unit':<13}open")
    for who in _WHO:
        print(
            line(
                who,
                [
                    one
                    for (match, nth, by), one in known.items()
                    if (match, by) == (args.match, who) and nth < args.many
                ],
            )
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
