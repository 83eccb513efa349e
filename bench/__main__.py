"""Run the benchmarks beside this file, which is `make bench`, or those that are named.

    python -m bench [NAME ...] [--report FILE]

A name is a module (`engine`, `solver`) or a part of one (`solver.tricks`). What is printed also goes to FILE, with the
date, the machine and how fast it was at that moment, as Markdown for docs/benchmarks.md.
"""

import argparse
import contextlib
import io
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TextIO

from bench.machine import calibration, machine

MODULES = tuple(
    path.stem
    for path in sorted(Path(__file__).parent.glob("*.py"))
    if not path.stem.startswith("_") and hasattr(import_module(f"bench.{path.stem}"), "main")
)


class Both(io.TextIOBase):
    """Writes to the screen and keeps a copy."""

    def __init__(self, screen: TextIO) -> None:
        self.screen = screen
        self.kept: list[str] = []

    def write(self, text: str) -> int:
        """Both."""
        self.kept.append(text)
        return self.screen.write(text)

    def flush(self) -> None:
        """What is on its way to the screen."""
        self.screen.flush()


def chosen(names: list[str]) -> dict[str, list[str]]:
    """The arguments of each module to run.

    Raises:
        ValueError: a name is no benchmark.
    """
    found: dict[str, list[str]] = {}
    for name in names or MODULES:
        module, _, part = name.partition(".")
        if module not in MODULES:
            raise ValueError(f"no benchmark {name!r}: there are {', '.join(MODULES)}")
        parts = getattr(import_module(f"bench.{module}"), "PARTS", ())
        if part and part not in parts:
            raise ValueError(f"no benchmark {name!r}: {module} has {', '.join(parts) or 'no parts'}")
        found.setdefault(module, []).extend([part] if part else [])
    return found


def main(arguments: list[str] | None = None) -> int:
    """Run them; the worst status is ours."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--report", metavar="FILE", help="Markdown, for docs/benchmarks.md")
    asked = parser.parse_args(arguments)
    try:
        todo = chosen(asked.names)
    except ValueError as error:
        parser.error(str(error))
    worst, copy, began = 0, Both(sys.stdout), time.monotonic()
    head = f"{time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime())}; {machine()}; {calibration()}"
    with contextlib.redirect_stdout(copy):
        print(head, end="\n\n")
        for module, parts in todo.items():
            worst = max(worst, import_module(f"bench.{module}").main(parts))
            print()
        print(f"{time.monotonic() - began:.0f} s in all")
    if asked.report:
        Path(asked.report).write_text(f"```text\n{''.join(copy.kept)}```\n", encoding="utf-8")
    return worst


if __name__ == "__main__":
    sys.exit(main())
