"""The upkeep of a club's database: a copy, and a check."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from kozyr.club.live import hall, keeping, leagues
from kozyr.club.live.archive import Archive
from kozyr.club.live.shelf import Volume
from kozyr.club.table.table import Table
from kozyr.store import Entry, Store
from kozyr.store.copies import backup, copied, damage, revision, sqlite_file

_LISTED: Final = 50  # the most faults that are listed one by one


def save(db: str, target: Path) -> str:
    """Copy the database of a club, which may be running on it; returns a line of report.

    Raises:
        StoreError: the copy could not be made.
    """
    size = backup(db, target)
    return f"{target}: {size} bytes"


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Hold back the log lines of a running club about a log that cannot be followed; the caller reports it."""

    def nothing(_: logging.LogRecord) -> bool:
        return False

    log = logging.getLogger("kozyr.club")
    log.addFilter(nothing)
    try:
        yield
    finally:
        log.removeFilter(nothing)


def check(file: str) -> tuple[list[str], bool]:
    """Look through a database without changing it: its pages, its tables, and the log of every table, followed to its end.

    Returns the findings, a line each, and whether the database is sound. Entries that today's rules would refuse are
    told, and are no fault: they were allowed when they were written.

    Raises:
        StoreError: it is no database of a club, or cannot be read.
    """
    path = sqlite_file(file)
    about, faults, refused = f"schema {revision(path)}", list(damage(path)), Counter[str]()
    if not faults:
        with tempfile.TemporaryDirectory(prefix="kozyr-check-") as folder:  # which only its owner can read
            copy = Path(folder) / "copy.db"
            copied(path, copy)  # an older schema is brought to the newest one here, and not in the file
            store = Store(copy, "OFF")
            try:
                with quietly():
                    found = asyncio.run(_follow(store))
            finally:
                store.close()
        about, faults, refused = f"{about}, {found.logs} tables, {found.entries} entries", found.faults, found.refused
    lines = faults[:_LISTED]
    if len(faults) > _LISTED:
        lines.append(f"and {len(faults) - _LISTED} more")
    lines += [
        f"{count} entries of {kind} would be refused by the rules of today: they stand, and are followed"
        for kind, count in sorted(refused.items())
        if count
    ]
    lines.append(f"{f'NOT SOUND, {len(faults)} faults' if faults else 'sound'}: {about}")
    return lines, not faults


class _Found:
    """The findings in the logs: their number, their entries, the entries that today's rules would refuse, and faults."""

    def __init__(self) -> None:
        self.logs, self.entries = 0, 0
        self.refused: Counter[str] = Counter()  # by the kind of the log's owner
        self.faults: list[str] = []


def _refused(at: Volume, entries: Iterable[Entry]) -> int:
    """How many entries of a log the rules of today would refuse: deciding, run beside following."""
    refused = 0
    for entry in entries:
        refused += at.refuses(entry)
        at.go_on(entry)
    return refused


def _refused_at(at: Table, entries: Iterable[Entry]) -> int:
    """How many entries of a table's log today's rules would refuse."""
    refused = 0
    for entry in entries:
        refused += at.refused(entry) is not None
        at = at.after(entry)
    return refused


def _volume(
    found: _Found, kind: str, followed: Callable[[Sequence[Entry]], Volume], log: Sequence[Entry], first: int = 0
) -> None:
    """Follow a log to its end. first: the number of entries that were written when it was set up."""
    found.logs += 1
    try:
        found.entries += followed(log).seq
    except ValueError as error:
        found.faults.append(str(error))
    else:
        found.refused[kind] += _refused(followed(log[:first]), log[first:])


async def _follow(store: Store) -> _Found:
    """Every log, followed to its end."""
    archive, found = Archive(store), _Found()
    for sheet in await store.log.sheet_ids():
        kept = await store.log.sheet(sheet)
        agreed = None if kept is None else kept.conventions
        _volume(found, "sheets", partial(keeping.followed, sheet, 0, agreed=agreed), await store.log.events(sheet), 1)
    for event in await store.log.event_ids():
        row = await store.log.event(event)
        assert row is not None
        _volume(found, "events", partial(hall.followed, row), await store.log.events(event))
    for league in await store.log.league_ids():
        about = await store.log.league(league)
        assert about is not None
        _volume(found, "leagues", partial(leagues.followed, about), await store.log.events(league))
    for table in await store.log.table_ids():
        found.logs += 1
        try:
            loaded = await archive.load(table)
            assert loaded is not None
        except ValueError as error:
            found.faults.append(f"table {table}: {' '.join(str(error).split())}")
        else:
            found.entries += loaded.table.seq
            if loaded.broken:
                found.faults.append(f"table {table}: the log cannot be followed beyond {loaded.table.seq}")
            about_table = await store.log.table(table)
            assert about_table is not None
            log = await store.log.events(table, 0, loaded.table.seq)
            found.refused["tables"] += _refused_at(await archive.start(about_table), log)
        archive.forget(table)
    return found
