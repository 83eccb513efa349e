"""The SQLite file of a club: copied while the club writes to it, and read for damage without being changed."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from kozyr.store.database import head, refuse_newer
from kozyr.store.errors import StoreError
from kozyr.store.schema import METADATA

_FAULTS: Final = 20  # the most faults of one kind that are listed
_WAIT: Final = 5.0  # seconds for which a locked database is asked again


def sqlite_file(db: str) -> Path:
    """The file of this database, which is a path or a URL.

    Raises:
        StoreError: it is not kept in a file, or there is no such file.
    """
    try:
        url = sa.make_url(db) if "://" in db else sa.URL.create("sqlite", database=db)
    except sa.exc.ArgumentError:
        raise StoreError(f"this is no database URL: {db.rpartition('@')[2]}") from None
    if url.get_backend_name() != "sqlite":
        raise StoreError(
            f"this works on a SQLite file; {url.get_backend_name()} has tools of its own (docs/operate.md)"
        )
    path = Path(url.database or "")
    if not path.is_file():
        why = "it is not a file" if path.exists() and url.database else "No such file or directory"
        raise StoreError(f"cannot open the database {db}: {why}")
    return path


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that does not create the file.

    The connection may write, though it is only read. A read-only connection leaves the index of the write-ahead log
    behind under its own user. A club of another user could then no longer open its database.

    Raises:
        StoreError: it is no database of a club, or cannot be read.
    """
    try:
        uri = f"{path.absolute().as_uri()}?mode=rw"
        with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=_WAIT)) as database:
            found = database.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
            if not found:
                raise StoreError(f"{path}: this is no database of a club")
            yield database
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from None


def backup(db: str, target: Path) -> int:
    """Write a copy of a database, of one moment, that only its owner can read; a club may be running on it meanwhile.

    Returns the size of the copy in bytes. The name `target` appears only when the whole copy is on the disk.

    Raises:
        StoreError: there is such a file already, the database is damaged, or the copy cannot be written.
    """
    source = sqlite_file(db)
    revision(source)
    if target.exists() or target.is_symlink():
        raise StoreError(f"{target}: there is such a file already")
    part = target.with_name(f".{target.name[:200]}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # SQLite keeps the mode of an empty file
        try:
            with _opened(source) as database:
                database.execute("VACUUM INTO ?", (str(part),))
            with part.open("rb+") as written:
                os.fsync(written.fileno())
            part.rename(target)
        finally:
            part.unlink(missing_ok=True)
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the name, too
        finally:
            os.close(folder)
        return target.stat().st_size
    except OSError as error:
        raise StoreError(f"{target}: {error.strerror or error}") from None


def revision(path: Path) -> str:
    """The revision of a database's schema; `unknown`: its page is damaged.

    Raises:
        StoreError: it is no database of a club, is newer than this Kozyr, or cannot be read.
    """
    with _opened(path) as database:
        try:
            rows = database.execute("SELECT version_num FROM alembic_version").fetchall()
        except sqlite3.DatabaseError:
            return "unknown"
    found = str(rows[0][0]) if rows else None
    try:
        refuse_newer(found)
    except StoreError as error:
        raise StoreError(f"{path}: {error}") from None
    return found or "none"


def damage(path: Path) -> Iterator[str]:
    """The faults of a file as a database: pages, indices, missing tables, rows that name missing rows.

    Raises:
        StoreError: it is no database of a club, or cannot be read.
    """
    with _opened(path) as database:
        found = list(_pages(database))
        yield from found
        present = _tables(database)
        if revision(path) == head():
            yield from (f"the table {name} is missing" for name in sorted(set(METADATA.tables) - present))
        for table, _, parent, _ in [] if found else database.execute("PRAGMA foreign_key_check").fetchmany(_FAULTS):
            yield f"a row of {table} names a row of {parent} that is not there"


def _tables(database: sqlite3.Connection) -> set[str]:
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _pages(database: sqlite3.Connection) -> Iterator[str]:
    """SQLite's faults in the pages, table by table; none, if all are sound."""
    whole = _faults(database, str(_FAULTS))
    if whole:
        tables = sorted(_tables(database))
        found = [f"the table {table}: {fault}" for table in tables for fault in _faults(database, table)]
        yield from found or whole


def _faults(database: sqlite3.Connection, what: str) -> list[str]:
    """SQLite's faults of a table, or of the whole file up to a number. what: the table or the number."""
    try:
        told = "\n".join(fault for (fault,) in database.execute(f"PRAGMA integrity_check({what})"))
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [line for line in told.splitlines() if line != "ok" and not line.startswith("***")]


def copied(path: Path, target: Path) -> None:
    """Copy a database page by page, damaged or not.

    Raises:
        StoreError: it is no database of a club, or cannot be read; the copy cannot be written.
    """
    with _opened(path) as database, contextlib.closing(sqlite3.connect(target)) as copy:
        database.backup(copy)
