"""Count the hand-written lines of code by folder: no blank lines, comments, docstrings, tests, word files or generated files.

    python -m scripts.lines [--against REV]

With a revision of git the folders of then stand beside those of now.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from scripts.house import client_lines, python_lines

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("src", "native", "ui/src", "bench", "scripts")
# Tests; words in a language; what a program has written.
LEFT_OUT: Final = re.compile(
    r"(^|/)tests/|\.test\.ts$|/i18n/\w|/words/|\.(ru|uk|en)\.ts$|(^|/)(ru|uk|en)\.ts$|\.gen\.ts$|_native\.pyi$"
    r"|native/src/[\w/]*(learned|tables?)\w*\.(h|inc)$|/migrations/versions/"
)
SOURCES: Final = (".py", ".cpp", ".hpp", ".ts", ".svelte", ".css")


def room(path: str) -> str:
    """The folder under which a file is counted: two levels below `src/kozyr` and `ui/src`, one elsewhere."""
    parts = path.split("/")[:-1]
    deep = 4 if path.startswith(("src/kozyr/games", "src/kozyr/bots", "src/kozyr/club", "src/kozyr/solver")) else 3
    return "/".join(parts[:deep])


def count(paths: Iterator[str], read: Callable[[str], str]) -> Counter[str]:
    """The lines of these files by folder."""
    found: Counter[str] = Counter()
    for path in paths:
        if path.endswith(SOURCES) and path.startswith(FOLDERS) and not LEFT_OUT.search(path):
            text = read(path)
            found[room(path)] += python_lines(text) if path.endswith(".py") else client_lines(text)
    return found


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603, S607 - our own words


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m scripts.lines", description="Hand-written lines by folder.")
    parser.add_argument("--against", metavar="REV", help="a revision to stand beside")
    revision = parser.parse_args().against
    listed = _git("ls-files", "--cached", "--others", "--exclude-standard").split("\n")
    now = count((path for path in listed if (ROOT / path).is_file()), lambda path: (ROOT / path).read_text("utf-8"))
    if revision is None:
        for folder, lines in sorted(now.items()):
            print(f"{lines:>7}  {folder}")
        print(f"{now.total():>7}  all")
        return 0
    then = count(
        iter(_git("ls-tree", "-r", "--name-only", revision).split("\n")),
        lambda path: _git("show", f"{revision}:{path}"),
    )
    for folder in sorted({*now, *then}):
        print(f"{then[folder]:>7} {now[folder]:>7} {now[folder] - then[folder]:>+7}  {folder}")
    change = 100 * (now.total() - then.total()) / then.total()
    print(f"{then.total():>7} {now.total():>7} {now.total() - then.total():>+7}  all ({change:+.1f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
