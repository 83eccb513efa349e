"""A club that grows: the schema brought to the newest one, and a SQLite file carried over into PostgreSQL."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from kozyr.store.copies import copied, sqlite_file
from kozyr.store.database import Database, head
from kozyr.store.errors import StoreError, refusal
from kozyr.store.schema import EVENTS, LIFE, LOGS, MEMBERS, METADATA, SHARDS

_ROWS: Final = 1_000  # that are read and written together
# Of the processes that run on a database; another database has its own.
_PROCESSES: Final = frozenset({LIFE.name, MEMBERS.name, SHARDS.name})
# An entry without a log, which PostgreSQL would take (migration 24).
_LOST: Final = sa.select(EVENTS.c.seq).where(~sa.exists().where(LOGS.c.id == EVENTS.c.log_id)).limit(1)


def upgrade(db: str) -> str:
    """Bring a database to the newest schema; returns a line of report.

    Raises:
        StoreError: it cannot be opened, or its schema is newer than this Kozyr.
    """
    opened = Database(db, upgrade=True)
    opened.close()
    if opened.found == head():
        return f"the schema is {head()} already"
    return f"the schema is {head()} now; it was {opened.found or 'none'}"


class _Digest:
    """The hash of a table's rows, in the order of their keys."""

    def __init__(self) -> None:
        self.rows = 0
        self._hash = hashlib.blake2b(digest_size=16)

    def take(self, row: Sequence[object]) -> None:
        """The next row."""
        self.rows += 1
        self._hash.update(msgspec.json.encode(tuple(row)) + b"\n")

    @property
    def value(self) -> str:
        """The hash, in hexadecimal digits."""
        return self._hash.hexdigest()


def _ordered(connection: sa.Connection, table: sa.Table) -> sa.CursorResult[Any]:
    """A table's rows in the order of their keys, which is the order of bytes in either database; read in parts."""
    collation = "C" if connection.dialect.name == "postgresql" else "BINARY"
    keys = [sa.collate(key, collation) if isinstance(key.type, sa.String) else key for key in table.primary_key]
    return connection.execute(sa.select(table).order_by(*keys).execution_options(yield_per=_ROWS))


def copy(source: str, target: str) -> Iterator[str]:
    """Copy a club from its SQLite file into an empty PostgreSQL, all or nothing; a line for each table, and one for all.

    The hashes of each table's rows in both databases are compared before the copy stands. A club that writes to the file
    meanwhile is copied as it was at the beginning.

    Raises:
        StoreError: the file is no club's, the other database has rows already, or a row could not be copied.
    """
    path = sqlite_file(source)
    with tempfile.TemporaryDirectory(prefix="kozyr-copy-", dir=path.parent) as folder:
        whole = Path(folder) / "copy.db"
        copied(path, whole)  # an older schema is brought to the newest one here, and not in the file
        ours = Database(whole, "OFF")
        try:
            theirs = Database(target)
            try:
                if theirs.postgres is None:
                    raise StoreError("the target is a PostgreSQL: postgresql://user:password@host/name")
                yield from _copied(ours, theirs)
            finally:
                theirs.close()
        finally:
            ours.close()


def _copied(ours: Database, theirs: Database) -> Iterator[str]:
    tables = [table for table in METADATA.sorted_tables if table.name not in _PROCESSES]
    said, whole, at = [], _Digest(), ""
    try:
        with ours.engine.connect() as reading, theirs.engine.begin() as writing:
            writing.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")  # a large part is read long
            for table in (MEMBERS, *tables):
                if writing.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is not None:
                    why = "a club runs on it" if table is MEMBERS else f"it has rows in {table.name} already"
                    raise StoreError(f"the database to copy to is not empty: {why}")
            for table in tables:
                at = str(table.name)
                given, kept = _Digest(), _Digest()
                for rows in _ordered(reading, table).partitions():
                    for row in rows:
                        given.take(row)
                    writing.execute(table.insert(), [dict(zip(table.columns.keys(), row, strict=True)) for row in rows])
                for row in _ordered(writing, table):
                    kept.take(row)
                if (given.rows, given.value) != (kept.rows, kept.value):
                    raise StoreError(f"the rows of {at} are others in the copy: nothing was copied")
                if table is EVENTS and writing.execute(_LOST).first() is not None:
                    raise StoreError("a row of events names a row of logs that is not there: see kozyr check")
                _count_on(writing, table)
                whole.take((at, kept.rows, kept.value))
                said.append(f"{at}: {kept.rows} rows, {kept.value}")
    except sa.exc.SQLAlchemyError as error:
        raise StoreError(f"{at or 'the database'} could not be copied: {refusal(error)}") from None
    yield from said
    yield f"copied, hashes are equal: {whole.value}"


def _count_on(connection: sa.Connection, table: sa.Table) -> None:
    """Let PostgreSQL number new rows from after the copied ones."""
    column = table.autoincrement_column
    if column is None or column.autoincrement is False:
        return
    last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
    connection.execute(
        sa.select(sa.func.setval(sa.func.pg_get_serial_sequence(str(table.name), str(column.name)), last, False))
    )
