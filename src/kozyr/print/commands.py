"""The verb `kozyr tournament print`: the sheets of an event that lies in a folder, as PDF."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

from kozyr.deals import Layout
from kozyr.games.bridge import board as bridge_board
from kozyr.print import LANGUAGES
from kozyr.print.event import Sheet, Wanted, printed
from kozyr.tournaments import commands, folder, worth
from kozyr.tournaments.boards import BoardRecord
from kozyr.tournaments.folder import BadFolder

_BAD: Final = 2  # exit status for bad input
_SECONDS: Final = 60.0  # the longest a board's double-dummy table may take


def add_arguments(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Teach a command line the verbs of tournaments, and `kozyr tournament` to print; they leave in `run` what does it."""
    verbs = commands.add_arguments(subparsers)
    about = "Print the event: protocols, cards, signs, hands, values, results or the appeal form, as PDF."
    one: argparse.ArgumentParser = verbs.add_parser("print", help=about, description=about, allow_abbrev=False)
    one.add_argument("folder", type=Path, metavar="FOLDER")
    one.add_argument("sheet", choices=get_args(Sheet))
    one.add_argument("-o", "--out", type=Path, metavar="FILE", required=True, help="where the PDF goes")
    one.add_argument("--lang", choices=LANGUAGES, default="ru")
    one.add_argument("--session", type=int, default=0, metavar="N", help="the last one, if left out")
    one.add_argument("--place", default="", metavar="TEXT", help="as the head of each page has it")
    one.add_argument("--date", default="", metavar="TEXT")
    one.add_argument("--plain", action="store_true", help="hands without what can be made of them, which takes time")
    one.add_argument("--empty", type=int, default=0, metavar="N", help="so many empty lines in each protocol")
    one.add_argument(
        "--link", default="", metavar="URL", help="what the sign of a table leads to; {table} is its number"
    )
    one.add_argument("--at", type=int, choices=(3, 4), help="at a table, of values where threes and fours play")
    one.add_argument("--appeal", type=int, metavar="ENTRY", help="the filed appeal that the form is of")
    one.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    try:
        state = folder.load(args.folder)
        data = printed(state, args.sheet, _wanted(args), args.lang)
    except (BadFolder, ValueError, TimeoutError) as error:
        sys.stderr.write(f"kozyr tournament print: {error}\n")
        return _BAD
    try:
        args.out.write_bytes(data)
    except OSError as error:
        sys.stderr.write(f"kozyr tournament print: {args.out}: {error.strerror}\n")
        return _BAD
    sys.stdout.write(f"{args.out}: {args.sheet}\n")
    return 0


def _wanted(args: argparse.Namespace) -> Wanted:
    """What the command line asks for. Only hands say what can be made of them, which takes time."""
    dealt: tuple[BoardRecord, ...] = ()
    if args.sheet in {"hands", "protocols"}:
        dealt = tuple(_boards(args.folder, plain=args.plain or args.sheet == "protocols"))
    if args.sheet == "hands" and not dealt:
        raise ValueError(f"no board has its cards in {folder.PREFERANS} or {folder.BRIDGE}")
    return Wanted(args.session, args.place, args.date, dealt, args.empty, args.link, args.at, args.appeal)


def _boards(path: Path, *, plain: bool) -> Iterator[BoardRecord]:
    """The boards of the folder with their cards. plain: without what can be made of them."""
    if read := folder.boards(path):
        for one in read:
            known = BoardRecord(one.number, one.mark, one.layout)
            yield known if plain else worth.preferans_record(one, seconds=_SECONDS)
        return
    for number, deal in folder.deals(path).items():
        layout, due = Layout.parse(deal), bridge_board(number)
        known = BoardRecord(number, due.dealer, layout, due.vulnerability)
        yield known if plain else worth.bridge_record(number, layout, seconds=_SECONDS)
