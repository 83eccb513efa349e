"""What an operator does with the database of a club: copy it, and look whether it is sound."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from kozyr.club.live import hall, leagues
from kozyr.club.live.keeping import followed
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.workers import Workers
from kozyr.club.table.table import Table
from kozyr.store import Entry, Store
from kozyr.store.copies import backup, copied, damage, revision, sqlite_file

_LISTED: Final = 50  # faults that are told one by one


def save(db: str, target: Path) -> str:
    """Copy the database of a club, which may be running on it; says what was written.

    Raises:
        StoreError: the copy could not be made.
    """
    size = backup(db, target)
    return f"{target}: {size} bytes"


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Without the lines and tracebacks that a running club writes about a log that cannot be followed: whoever asks tells of it."""

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

    Returns what was found, a line each, and whether the database is sound. What the rules of today would refuse is told, and is no
    fault: it was allowed when it was written, and the club follows it.

    Raises:
        StoreError: it is no database of a club, or cannot be read.
    """
    path = sqlite_file(file)
    about, faults, refused = f"schema {revision(path)}", list(damage(path)), 0
    if not faults:
        with tempfile.TemporaryDirectory(prefix="kozyr-check-") as folder:  # which only its owner can read
            copy = Path(folder) / "copy.db"
            copied(path, copy)  # an older schema is brought to the newest one here, and not in the file
            store = Store(copy, "OFF")
            try:
                with quietly():
                    tables, entries, refused, faults = asyncio.run(_follow(store))
            finally:
                store.close()
        about = f"{about}, {tables} tables, {entries} entries"
    lines = faults[:_LISTED]
    if len(faults) > _LISTED:
        lines.append(f"and {len(faults) - _LISTED} more")
    if refused:
        lines.append(
            f"{refused} entries of tables would be refused by the rules of today: they stand, and are followed"
        )
    lines.append(f"{f'NOT SOUND, {len(faults)} faults' if faults else 'sound'}: {about}")
    return lines, not faults


def _refused(at: Table, entries: Iterable[Entry]) -> int:
    """How many entries of a table's log the rules of today would refuse: deciding, run beside following."""
    refused = 0
    for entry in entries:
        refused += at.refused(entry) is not None
        at = at.after(entry)
    return refused


async def _follow(store: Store) -> tuple[int, int, int, list[str]]:
    """How many tables and entries there are, how many the rules of today would refuse, and whose log cannot be followed."""
    lobby, faults, entries, refused = Lobby(store, Workers()), list[str](), 0, 0
    tables, sheets = await store.log.table_ids(), await store.log.sheet_ids()
    for sheet in sheets:
        try:
            kept = await store.log.sheet(sheet)
            agreed = None if kept is None else kept.conventions
            entries += followed(sheet, 0, await store.log.events(sheet), agreed).kept.seq
        except ValueError as error:
            faults.append(str(error))
    events = await store.log.event_ids()
    for event in events:
        row = await store.log.event(event)
        assert row is not None
        try:
            entries += hall.followed(row, await store.log.events(event)).seq
        except ValueError as error:
            faults.append(str(error))
    founded = await store.log.league_ids()
    for league in founded:
        about = await store.log.league(league)
        assert about is not None
        try:
            entries += leagues.followed(about, await store.log.events(league)).seq
        except ValueError as error:
            faults.append(str(error))
    for table in tables:
        try:
            found = await lobby.load(table)
            assert found is not None
        except ValueError as error:
            faults.append(f"table {table}: {' '.join(str(error).split())}")
        else:
            entries += found.table.seq
            if found.broken:
                faults.append(f"table {table}: the log cannot be followed beyond {found.table.seq}")
            about_table = await store.log.table(table)
            assert about_table is not None
            refused += _refused(await lobby.start(about_table), await store.log.events(table, 0, found.table.seq))
        lobby.forget(table)
    return len(tables) + len(sheets) + len(events) + len(founded), entries, refused, faults
