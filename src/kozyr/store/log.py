"""The store: an append-only log of events per table with compare-and-set, and the few rows around it.

One thread writes. It takes whatever waits in its queue and commits it at once, so that many tables share one
write to the disk; a caller goes on when his entries are committed and never before. Reading is done beside it.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from kozyr.store.schema import ACCOUNTS, EVENTS, SEATED, SESSIONS, TABLES

__all__ = ["Account", "Entry", "Stale", "Store", "StoreError", "TableRow"]

_BATCH: Final = 512  # entries of so many commands share a commit; more only lengthens the wait of the first
_MIGRATIONS: Final = Path(__file__).parent / "migrations"


class StoreError(RuntimeError):
    """The store could not be opened, or could not do its work; the message says why."""


class Stale(Exception):
    """The log has moved on, or the command is in it already: nothing was written."""


class Account(msgspec.Struct, frozen=True):
    """Somebody who plays; a guest is one too."""

    id: str
    nick: str
    created: int


class TableRow(msgspec.Struct, frozen=True):
    """A table as it was set up; `finished` is when its match ended, a note that the log can give back."""

    id: str
    game: str
    preset: str
    conventions: str
    seats: str
    created: int
    finished: int | None = None


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log.

    seq: dense, from 1. kind: what the body is. seat: who acted, None for the table itself. cmd_id: the command
    that caused it, once per table. body: JSON.
    """

    seq: int
    ts: int
    kind: str
    seat: str | None
    cmd_id: str | None
    body: str


class _Append(msgspec.Struct):
    """Entries to add behind a known place, and who waits for it."""

    table: str
    expected: int
    entries: Sequence[Entry]
    finished: int | None
    done: asyncio.Future[None]


class _Rows(msgspec.Struct):
    """Statements that belong together, and who waits for them."""

    statements: Sequence[tuple[sa.Executable, Mapping[str, Any]]]
    done: asyncio.Future[None]


_Answer: TypeAlias = tuple[asyncio.Future[None], Exception | None]


def _tell(answers: Sequence[_Answer]) -> None:
    for done, error in answers:
        if done.done():  # nobody waits any more
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _pragmas(connection: Any, _record: Any) -> None:
    """A commit returns when the disk has it; readers never wait for the writer."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


class Store:
    """A database opened, brought to the newest schema, and its writer started.

    db: the path of a SQLite file, or a database URL.

    Raises:
        StoreError: the database cannot be opened.
    """

    def __init__(self, db: str | Path) -> None:
        text = str(db)
        try:
            url = sa.make_url(text) if "://" in text else sa.URL.create("sqlite", database=text)
            self._engine = sa.create_engine(url)
            if url.get_backend_name() == "sqlite":
                sa.event.listen(self._engine, "connect", _pragmas)
            with self._engine.begin() as connection:
                _migrate(connection)
        except (sa.exc.SQLAlchemyError, CommandError, ImportError) as error:  # CommandError: a newer Kozyr's schema
            raise StoreError(f"cannot open the database {text}: {getattr(error, 'orig', None) or error}") from error
        self._queue: queue.SimpleQueue[_Append | _Rows | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="kozyr-store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Commit what waits, then stop."""
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()

    # --- writing -------------------------------------------------------------------------------------------

    async def append(self, table: str, expected: int, entries: Sequence[Entry], finished: int | None = None) -> None:
        """Add entries behind number `expected`; returns when they are committed.

        finished: when the match ended, if it does with them.

        Raises:
            Stale: the log's last number is another one, or a command id stands in it already.
            StoreError: they could not be written; whether they were is unknown until the log is read.
        """
        done = asyncio.get_running_loop().create_future()
        self._queue.put(_Append(table, expected, entries, finished, done))
        await done

    async def create(self, row: TableRow, accounts: Iterable[str], entries: Sequence[Entry]) -> None:
        """Add a table, who sits at it, and the first entries of its log.

        Raises:
            StoreError: it could not be written.
        """
        await self._rows(
            (TABLES.insert(), msgspec.structs.asdict(row)),
            *((SEATED.insert(), {"account_id": who, "table_id": row.id}) for who in accounts),
            *((EVENTS.insert(), {"table_id": row.id, **msgspec.structs.asdict(entry)}) for entry in entries),
        )

    async def enrol(self, account: Account, token_hash: str) -> None:
        """Add an account with its first session.

        Raises:
            StoreError: it could not be written.
        """
        session = {"token_hash": token_hash, "account_id": account.id, "created": account.created}
        await self._rows((ACCOUNTS.insert(), msgspec.structs.asdict(account)), (SESSIONS.insert(), session))

    async def rename(self, account: str, nick: str) -> None:
        """Change an account's nickname.

        Raises:
            StoreError: it could not be written.
        """
        await self._rows((ACCOUNTS.update().where(ACCOUNTS.c.id == account), {"nick": nick}))

    async def _rows(self, *statements: tuple[sa.Executable, Mapping[str, Any]]) -> None:
        done = asyncio.get_running_loop().create_future()
        self._queue.put(_Rows(statements, done))
        await done

    def _write(self) -> None:
        going = True
        while going:
            jobs: list[_Append | _Rows] = []
            while going and len(jobs) < _BATCH and (not jobs or not self._queue.empty()):
                job = self._queue.get()
                if job is None:
                    going = False
                else:
                    jobs.append(job)
            by_loop: dict[asyncio.AbstractEventLoop, list[_Answer]] = defaultdict(list)
            for answer in self._commit(jobs) if jobs else ():
                by_loop[answer[0].get_loop()].append(answer)
            for loop, answers in by_loop.items():
                with suppress(RuntimeError):  # that loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(_tell, answers)

    def _commit(self, jobs: list[_Append | _Rows]) -> list[_Answer]:
        """All in one transaction; if that fails, each alone, so that one bad job harms no other."""
        try:
            return self._transaction(jobs)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            if len(jobs) > 1:
                return [answer for job in jobs for answer in self._commit([job])]
            if isinstance(error, sa.exc.IntegrityError) and isinstance(jobs[0], _Append):
                return [(jobs[0].done, Stale())]
            return [(jobs[0].done, StoreError(f"the store did not write: {error}"))]

    def _transaction(self, jobs: list[_Append | _Rows]) -> list[_Answer]:
        answers: list[_Answer] = []
        rows: list[dict[str, Any]] = []
        with self._engine.begin() as connection:
            wanted = {job.table for job in jobs if isinstance(job, _Append)}
            heads = self._heads(connection, wanted) if wanted else {}
            for job in jobs:
                error = None
                if isinstance(job, _Rows):
                    for statement, values in job.statements:
                        connection.execute(statement, values)
                elif heads.get(job.table, 0) != job.expected:
                    error = Stale()
                else:
                    rows += ({"table_id": job.table, **msgspec.structs.asdict(entry)} for entry in job.entries)
                    heads[job.table] = job.expected + len(job.entries)
                    if job.finished is not None:
                        over = TABLES.update().where(TABLES.c.id == job.table)
                        connection.execute(over, {"finished": job.finished})
                answers.append((job.done, error))
            if rows:
                connection.execute(EVENTS.insert(), rows)
        return answers

    @staticmethod
    def _heads(connection: sa.Connection, tables: set[str]) -> dict[str, int]:
        ask = sa.select(EVENTS.c.table_id, sa.func.max(EVENTS.c.seq)).where(EVENTS.c.table_id.in_(sorted(tables)))
        return {row[0]: row[1] for row in connection.execute(ask.group_by(EVENTS.c.table_id))}

    # --- reading: any of these raises StoreError when the database does not answer -----------------------------

    async def events(self, table: str) -> list[Entry]:
        """The log of a table, in order."""
        c = EVENTS.c
        ask = sa.select(c.seq, c.ts, c.kind, c.seat, c.cmd_id, c.body).where(c.table_id == table).order_by(c.seq)
        return [Entry(*row) for row in await asyncio.to_thread(self._all, ask)]

    async def table(self, table: str) -> TableRow | None:
        """The table of this id."""
        found = await asyncio.to_thread(self._all, sa.select(*TABLES.c).where(TABLES.c.id == table))
        return TableRow(*found[0]) if found else None

    async def tables_of(self, account: str) -> list[TableRow]:
        """The tables at which somebody sits, the newest first."""
        ask = sa.select(*TABLES.c).join(SEATED).where(SEATED.c.account_id == account)
        ask = ask.order_by(TABLES.c.created.desc(), TABLES.c.id)
        return [TableRow(*row) for row in await asyncio.to_thread(self._all, ask)]

    async def account(self, token_hash: str) -> Account | None:
        """Whose session this is."""
        ask = sa.select(*ACCOUNTS.c).join(SESSIONS).where(SESSIONS.c.token_hash == token_hash)
        found = await asyncio.to_thread(self._all, ask)
        return Account(*found[0]) if found else None

    def _all(self, ask: sa.Select[Any]) -> list[tuple[Any, ...]]:
        try:
            with self._engine.connect() as connection:
                return [tuple(row) for row in connection.execute(ask)]
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"the store cannot be read: {error}") from error
