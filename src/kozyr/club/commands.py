"""The work of the verbs `kozyr club`, `backup`, `check`, `salvage`, `db` and `admin`; their grammar is `kozyr.verbs.club`."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

_BAD: Final = 2  # exit status for bad input
_UNSOUND: Final = 1  # a database is damaged


def club(arguments: argparse.Namespace) -> int:
    """Run the club, or do something with its database that is over at once."""
    app = importlib.import_module("kozyr.club.app")
    if not arguments.db:  # SQLite would take it for a database that is lost when the club stops
        return _complain("--db: no file is named")
    if arguments.rebuild or arguments.reviews or arguments.reports:
        if "://" not in arguments.db and not Path(arguments.db).exists():  # or an empty one would be made
            return _complain(f"cannot open the database {arguments.db}: No such file or directory")
        work: Callable[[str], Iterator[str]] = (
            app.rebuild if arguments.rebuild else app.reviews if arguments.reviews else app.reports
        )
        return _told(lambda: work(arguments.db))
    app.serve(
        host=arguments.host,
        port=arguments.port,
        db=arguments.db,
        public_url=arguments.public_url,
        proxy=arguments.proxy,
        nats=arguments.nats,
        log=arguments.log,
    )
    return 0


def backup(arguments: argparse.Namespace) -> int:
    """Copy a database."""
    # Each verb loads only the parts of the club that it needs.
    save: Callable[[str, Path], str] = importlib.import_module("kozyr.club.upkeep").save
    try:
        _say(save(arguments.db, Path(arguments.file)))
    except RuntimeError as error:  # the store's
        return _complain(str(error))
    return 0


def check(arguments: argparse.Namespace) -> int:
    """Look whether a database is sound."""
    look: Callable[[str], tuple[list[str], bool]] = importlib.import_module("kozyr.club.upkeep").check
    try:
        lines, sound = look(arguments.file)
    except RuntimeError as error:  # the store's
        return _complain(str(error))
    for line in lines:
        _say(f"{arguments.file}: {line}")
    return 0 if sound else _UNSOUND


def salvage(arguments: argparse.Namespace) -> int:
    """Write all readable data of a damaged database."""
    write: Callable[[str, Path], Iterator[str]] = importlib.import_module("kozyr.club.salvage").salvage
    said = 0
    try:
        for line in write(arguments.file, Path(arguments.out)):
            _say(line)
            said += 1
    except RuntimeError as error:  # the store's
        return _complain(str(error))
    return 0 if said == 1 else _UNSOUND  # the last line tells what was written, and each before it a loss


def database(arguments: argparse.Namespace) -> int:
    """Do something to a whole database."""
    if arguments.what == "backup" and "://" not in arguments.db:
        return backup(argparse.Namespace(db=arguments.db, file=arguments.target))
    moving, recovery = (importlib.import_module(f"kozyr.store.{name}") for name in ("moving", "recovery"))
    match arguments.what:
        case "upgrade":
            return _told(lambda: iter([moving.upgrade(arguments.db)]))
        case "backup":
            return _told(lambda: iter([recovery.backup(arguments.db, Path(arguments.target))]))
        case "wal":
            return _told(lambda: iter([recovery.receive(arguments.db, Path(arguments.saved))]))
        case "restore":
            return _told(lambda: iter([recovery.restore(Path(arguments.saved), Path(arguments.target), arguments.to)]))
        case _:
            return _told(lambda: moving.copy(arguments.source, arguments.target))


def admin(arguments: argparse.Namespace) -> int:
    """Run one of the operator's commands."""
    if "://" not in arguments.db and not Path(arguments.db).is_file():  # or an empty one would be made
        return _complain(f"cannot open the database {arguments.db}: No such file or directory")
    run: Callable[[str, str, Mapping[str, str]], Iterator[str]] = importlib.import_module("kozyr.club.operator").run
    given = {name: str(value) for name, value in vars(arguments).items() if name not in {"run", "db", "what"}}
    try:
        for line in run(arguments.db, arguments.what, given):
            _say(line)
    except (ValueError, RuntimeError) as error:  # impossible requests, and the store's errors
        return _complain(str(error))
    return 0


def _told(work: Callable[[], Iterator[str]]) -> int:
    try:
        for line in work():
            _say(line)
    except RuntimeError as error:  # the store's
        return _complain(str(error))
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _complain(line: str) -> int:
    sys.stderr.write(" ".join(line.split()) + "\n")
    return _BAD
