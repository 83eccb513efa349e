"""The verb `kozyr tournament print`: the sheets of an event that lies in a folder, as PDF."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kozyr.print.event import printed
from kozyr.print.part import Wanted
from kozyr.print.site import site
from kozyr.tournaments import folder
from kozyr.tournaments.boards import BoardRecord
from kozyr.tournaments.folder import BadFolder
from kozyr.tournaments.part import dealing

_BAD: Final = 2  # exit status for bad input
_SECONDS: Final = 60.0  # the longest a board's double-dummy table may take


def run(args: argparse.Namespace) -> int:
    """Print a sheet of an event."""
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


def write_site(args: argparse.Namespace) -> int:
    """Write the static site of an event into a new folder."""
    try:
        state = folder.load(args.folder)
        pages = site(state, tuple(_boards(args.folder, plain=args.plain)), args.lang)
        args.out.mkdir(parents=True)
        for name, data in pages.items():
            (args.out / name).write_bytes(data)
    except OSError as error:
        sys.stderr.write(f"kozyr tournament site: {error.filename or args.out}: {error.strerror}\n")
        return _BAD
    except (BadFolder, ValueError, TimeoutError) as error:
        sys.stderr.write(f"kozyr tournament site: {error}\n")
        return _BAD
    sys.stdout.write(f"{args.out}: {len(pages)} pages\n")
    return 0


def _wanted(args: argparse.Namespace) -> Wanted:
    """The sheet that the command line asks for. Only hand records tell the possible contracts, which takes time."""
    dealt: tuple[BoardRecord, ...] = ()
    if args.sheet in {"hands", "protocols"}:
        dealt = tuple(_boards(args.folder, plain=args.plain or args.sheet == "protocols"))
    if args.sheet == "hands" and not dealt:
        names = dealing(folder.event(args.folder).game).files.values()
        raise ValueError(f"no board has its cards in {' or '.join(names)}")
    return Wanted(args.session, args.place, args.date, dealt, args.empty, args.link, args.at, args.appeal)


def _boards(path: Path, *, plain: bool) -> Iterator[BoardRecord]:
    """The boards of the folder with their cards. plain: without makeable contracts and par."""
    held = folder.event(path)
    for one in folder.boards(path, held):
        own = dealing(held.game)
        yield own.recorded(one) if plain else own.weighed(one, _SECONDS)
