"""The rows of a damaged SQLite file that can still be read, in a new database of the same schema."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

import sqlalchemy as sa
from alembic import command

from kozyr.store.database import alembic_config, head, refuse_newer
from kozyr.store.errors import StoreError
from kozyr.store.schema import METADATA

_BACK: Final = 4096  # rows that are asked for one by one where a page cannot be read
_FARTHEST: Final = 2**62
_VERSION: Final = "alembic_version"

_Row: TypeAlias = tuple[object, ...]


def readable(path: Path, target: Path) -> Iterator[str]:
    """Copy the readable part of a club's database into a new one with the same schema; a line for each loss.

    The file and its write-ahead log are copied first, so that they do not change.

    Raises:
        StoreError: it is no database of a club, cannot be read at all, or is newer than this Kozyr.
    """
    with tempfile.TemporaryDirectory(prefix="kozyr-salvage-", dir=target.parent) as folder:
        copy = Path(folder) / "damaged.db"
        try:
            shutil.copyfile(path, copy)
            log = path.with_name(f"{path.name}-wal")
            if log.exists():
                shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror or error}") from None
        with contextlib.closing(sqlite3.connect(copy)) as damaged:
            damaged.text_factory = bytes  # text that is no UTF-8 costs one row only
            revision = _revision(path, damaged)
            if revision is None:
                yield f"which schema it has cannot be read: it is taken for {head()}, the newest"
            _create(target, revision or head())
            with contextlib.closing(sqlite3.connect(target)) as new:
                yield from _copied(damaged, new)
                new.commit()


def _revision(path: Path, damaged: sqlite3.Connection) -> str | None:
    """The revision of its schema; None: its page cannot be read."""
    try:
        tables = {str(name, errors="replace") for (name,) in damaged.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}: where its tables stand cannot be read") from None
    if not tables & {_VERSION, *METADATA.tables}:
        raise StoreError(f"{path}: this is no database of a club")
    try:
        rows = damaged.execute(f"SELECT version_num FROM {_VERSION}").fetchall()  # noqa: S608 - our own words
    except sqlite3.Error:
        return None
    found = str(rows[0][0], errors="replace") if rows else None
    try:
        refuse_newer(found)
    except StoreError as error:
        raise StoreError(f"{path}: {error}") from None
    return found


def _create(target: Path, revision: str) -> None:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(target)))
    with engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def _copied(damaged: sqlite3.Connection, new: sqlite3.Connection) -> Iterator[str]:
    present = {str(name, errors="replace") for (name,) in damaged.execute("SELECT name FROM sqlite_master")}
    wanted = [
        name for (name,) in new.execute("SELECT name FROM sqlite_master WHERE type = 'table'") if name != _VERSION
    ]
    for table in wanted:
        if table not in present:
            yield f"the table {table} is missing"
            continue
        columns = [str(row[1]) for row in new.execute(f"PRAGMA table_info({table})")]
        kept = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - our own words
        new.execute(f"DELETE FROM {table}")  # noqa: S608 - as above; a migration may have put rows there
        for row in _rows(damaged, table, columns):
            if isinstance(row, str):
                yield row
                continue
            try:
                new.execute(kept, _text(row))
            except (sqlite3.Error, UnicodeDecodeError):
                yield f"a row of {table} is garbled"


def _text(row: _Row) -> _Row:
    return tuple(cell.decode() if isinstance(cell, bytes) else cell for cell in row)


def _rows(damaged: sqlite3.Connection, table: str, columns: list[str]) -> Iterator[_Row | str]:
    """The rows in their order; a line of text replaces those that cannot be read."""
    cells = f"SELECT rowid, {', '.join(columns)} FROM {table} WHERE rowid"  # noqa: S608 - our own words
    ask = f"{cells} > ? AND rowid <= ? ORDER BY rowid"
    at = -_FARTHEST
    while True:
        try:
            for number, *row in damaged.execute(ask, (at, _FARTHEST)):
                yield tuple(row)
                at = number
        except sqlite3.Error as error:
            beyond = _beyond(damaged, ask, at)
            found = {} if beyond is None else _one_by_one(damaged, f"{cells} = ?", max(at, beyond - _BACK), beyond)
            yield from found.values()
            lost = [number for number in range(max(at, 0) + 1, beyond + 1) if number not in found] if beyond else []
            until = f"to {lost[-1]}" if lost else "on"
            yield f"{table}: rows from {lost[0] if lost else max(at, 0) + 1} {until} cannot be read ({error})"
            if beyond is None:
                return
            at = beyond
        else:
            return


def _beyond(damaged: sqlite3.Connection, ask: str, at: int) -> int | None:
    """The row before the next ones that can be read again. None: no later row can be read."""
    start, step = max(at, 0), 1
    while step < _FARTHEST:
        try:
            for _ in damaged.execute(ask, (start + step, _FARTHEST)):
                return start + step
        except sqlite3.Error:
            step *= 2
        else:
            return None
    return None


def _one_by_one(damaged: sqlite3.Connection, ask: str, at: int, until: int) -> dict[int, _Row]:
    """Rows of pages beside the damaged page, by number."""
    found: dict[int, _Row] = {}
    for number in range(at + 1, until + 1):
        with contextlib.suppress(sqlite3.Error):  # it is among those that are told as lost
            for _, *row in damaged.execute(ask, (number,)):  # and no later row, which may be in the damaged page
                found[number] = tuple(row)
    return found
