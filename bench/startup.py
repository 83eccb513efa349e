"""What the command line costs before it does anything: the processor's time of `kozyr --version` and of each verb's `--help`.

    python -m bench.startup [--rounds N]

The peer in the same run is `python -c pass`; all take turns, and each counts by its shortest time, which other work disturbs least.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from typing import Final

from kozyr.verbs.line import verbs

_GOALS: Final = {"--version": 3.0, "--help": 8.0}  # times `python -c pass`
_SCRIPT: Final = "import sys; from kozyr.cli import main; sys.exit(main())"  # as the installed `kozyr` has it


def _spent(*words: str) -> float:
    """Milliseconds of the processor that a Python takes for this."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, capture_output=True)  # noqa: S603 - this Python, our own words
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main(argv: list[str] | None = None) -> int:
    """Print them; 1 if one is over its goal."""
    parser = argparse.ArgumentParser(prog="python -m bench.startup", description="The start of the command line.")
    parser.add_argument("parts", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    wanted = parser.parse_args(argv)
    asked = [("--version",), ("--help",), *((verb, "--help") for verb in verbs())]
    least: dict[tuple[str, ...], float] = {}
    for _ in range(wanted.rounds):
        for words in ((), *asked):
            spent = _spent("-c", "pass") if not words else _spent("-c", _SCRIPT, *words)
            least[words] = min(spent, least.get(words, spent))
    peer = least[()]
    print(f"python -c pass: {peer:.0f} ms of the processor; the least of {wanted.rounds}")
    worst = 0
    for words in asked:
        goal, times = _GOALS[words[-1]], least[words] / peer
        worst |= times > goal
        print(f"  kozyr {' '.join(words):<22}{least[words]:6.0f} ms {times:5.1f} times (goal {goal:.0f})")
    return worst


if __name__ == "__main__":
    sys.exit(main())
