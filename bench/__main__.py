"""Run every benchmark beside this file: `python -m bench`, which is `make bench`."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> int:
    """Each module with a `main`, in alphabetical order; the worst status is ours."""
    worst = 0
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if not path.stem.startswith("_"):
            run = getattr(import_module(f"bench.{path.stem}"), "main", None)
            if run is not None:
                worst = max(worst, run([]))
                print()
    return worst


if __name__ == "__main__":
    sys.exit(main())
