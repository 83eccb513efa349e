"""The verbs `kozyr backup` and `kozyr check`; `kozyr.cli` has them in its list."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final  # Any: as argparse types the list of verbs

_BAD: Final = 2  # exit status for bad input
_UNSOUND: Final = 1  # a database is damaged


def add_arguments(subparsers: argparse._SubParsersAction[Any]) -> None:  # Any: argparse's own signature
    """Teach a command line the verbs; each leaves in `run` what does its work."""

    def verb(name: str, run: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = subparsers.add_parser(name, help=about, description=about, allow_abbrev=False)
        made.set_defaults(run=run)
        return made

    made = verb("backup", _backup, "Copy the database of a club, which may be running.")
    made.add_argument("file", metavar="FILE", help="a new file, for the copy")
    made.add_argument("--db", default="kozyr.db", help="the club's SQLite file")
    made = verb("check", _check, "Look whether a database of a club, or a copy, is sound; nothing is changed in it.")
    made.add_argument("file", metavar="FILE")


def _backup(arguments: argparse.Namespace) -> int:
    # The store and what it stands on are loaded for these verbs alone, and for no other of `kozyr`.
    save: Callable[[str, Path], str] = importlib.import_module("kozyr.club.upkeep").save
    try:
        _say(save(arguments.db, Path(arguments.file)))
    except RuntimeError as error:  # the store's
        return _complain(str(error))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    check: Callable[[str], tuple[list[str], bool]] = importlib.import_module("kozyr.club.upkeep").check
    try:
        lines, sound = check(arguments.file)
    except RuntimeError as error:  # the store's
        return _complain(str(error))
    for line in lines:
        _say(f"{arguments.file}: {line}")
    return 0 if sound else _UNSOUND


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _complain(line: str) -> int:
    sys.stderr.write(" ".join(line.split()) + "\n")
    return _BAD
