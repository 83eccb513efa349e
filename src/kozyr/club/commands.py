"""The verbs `kozyr backup`, `kozyr check`, `kozyr salvage` and `kozyr admin`; `kozyr.cli` has them in its list."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final  # Any: as argparse types the list of verbs

_BAD: Final = 2  # exit status for bad input
_DIGITS: Final = 6  # of the number of a page
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
    made = verb(
        "salvage", _salvage, "Write what can be read of a damaged database into a folder, and say what is lost."
    )
    made.add_argument("file", metavar="FILE")
    made.add_argument("out", metavar="OUT", help="a new folder")
    _add_admin(verb("admin", _admin, "What only the operator of a club may do; all of it stands in the audit."))


def _add_admin(made: argparse.ArgumentParser) -> None:
    made.add_argument("--db", default="kozyr.db", help="the club's database; a club may be running on it")
    things = made.add_subparsers(required=True, metavar="WHAT", dest="what")

    def thing(name: str, about: str, *words: str) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = things.add_parser(name, help=about, description=about, allow_abbrev=False)
        for word in words:
            found.add_argument(word, metavar=word.upper())
        return found

    def listed(name: str, about: str, *words: str) -> argparse.ArgumentParser:
        found = thing(name, about, *words)
        found.add_argument("--page", type=_page, default=1, metavar="N", help="the next ones; 1 if left out")
        return found

    listed("tables", "List tables, the newest first.")
    kinds = "a table, a kept sheet, an event, a cup, a league or a program"
    closed = thing("close", f"Close {kinds}, with a reason: nobody comes to it, all that it has stays.")
    closed.add_argument("who", metavar="THING", help="its id, or the address of its page")
    closed.add_argument("--why", required=True, metavar="TEXT", help="those who come to it read this")
    opened = thing("open", "Open again what was closed; it is as it was.")
    opened.add_argument("who", metavar="THING", help="as for close")
    opened.add_argument("--why", default="", metavar="TEXT", help="for the audit alone")
    listed("closed", "List what is closed, since when and why.")
    listed("who", "Find accounts by id, login or name.", "who")
    for name, about in (("ban", "Shut an account or a network out."), ("mute", "Let an account say nothing.")):
        ruled = thing(name, about, "who")
        ruled.add_argument(
            "--for", dest="length", default="1d", metavar="TIME", help="30m, 12h, 7d, 4w or ever; 1d if left out"
        )
        ruled.add_argument("--why", default="", metavar="TEXT", help="for the operator alone")
    thing("lift", "End what is ruled about an account or a network.", "who")
    listed("rulings", "List who is shut out and who is silent.")
    thing("rename", "Give an account another name, wherever the old one is shown.", "who", "name")
    thing("password", "Make a link by which somebody who has lost his password takes another, once.", "who")
    appointed = thing("operator", "Let an account use the page /operator, or no longer.", "who")
    appointed.add_argument("state", choices=("on", "off"))
    thing("delete", "Delete an account; what it has played stays, without its name.", "who")
    every = listed("reports", "List the reports that are not done, a line for each target and reason.")
    every.add_argument(
        "--all", dest="every", action="store_const", const="all", default="", help="also those that are done"
    )
    marked = thing("report", "Say what has become of a report, and of all others of its target and reason.")
    marked.add_argument("report", metavar="NUMBER", type=int)
    marked.add_argument("state", choices=("open", "taken", "done"))
    listed("audit", "List what operators did, the newest first.")


def _page(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= len(text) <= _DIGITS and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a page is a number from 1, not {text[:20]!r}")
    return int(text)


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


def _salvage(arguments: argparse.Namespace) -> int:
    salvage: Callable[[str, Path], Iterator[str]] = importlib.import_module("kozyr.club.salvage").salvage
    said = 0
    try:
        for line in salvage(arguments.file, Path(arguments.out)):
            _say(line)
            said += 1
    except RuntimeError as error:  # the store's
        return _complain(str(error))
    return 0 if said == 1 else _UNSOUND  # the last line says what was written, each before it what is lost


def _admin(arguments: argparse.Namespace) -> int:
    if "://" not in arguments.db and not Path(arguments.db).is_file():  # or an empty one would be made
        return _complain(f"cannot open the database {arguments.db}: No such file or directory")
    run: Callable[[str, str, Mapping[str, str]], Iterator[str]] = importlib.import_module("kozyr.club.operator").run
    given = {name: str(value) for name, value in vars(arguments).items() if name not in {"run", "db", "what"}}
    try:
        for line in run(arguments.db, arguments.what, given):
            _say(line)
    except (ValueError, RuntimeError) as error:  # what cannot be, and the store's
        return _complain(str(error))
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _complain(line: str) -> int:
    sys.stderr.write(" ".join(line.split()) + "\n")
    return _BAD
