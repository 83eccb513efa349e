"""Write a page of the documents that is made from the code, or find out that it is stale."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path


def written(prog: str, page: Callable[[], str], argv: list[str] | None, path: Path) -> int:
    """Write a page, or with --check compare it; returns the exit status."""
    parser = argparse.ArgumentParser(prog=prog, description=f"Make docs/{path.name}.")
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if the page is stale")
    if not parser.parse_args(argv).check:
        path.write_text(page())
    elif not path.exists() or path.read_text() != page():
        print(f"docs/{path.name} is stale: run `make docs`", file=sys.stderr)
        return 1
    return 0
