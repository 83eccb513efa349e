"""The command line: a verb for every noun of the house. For people by default, with `--json` for programs.

A wrong input prints one line with its place and reason, and the status is 2. Numbers that differ (perft) give 1, and
Ctrl-C gives 130 as everywhere. `kozyr.verbs` has the verbs.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from kozyr import __version__


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    words = sys.argv[1:] if argv is None else argv
    if words == ["--version"]:  # the parser takes longer to load than this answer may
        return _version()
    status: int = import_module("kozyr.verbs.line").run(words)
    return status


def _version() -> int:
    try:
        print(f"kozyr {__version__}", flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python would complain of the rest of the buffer
        print(f"standard output: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
