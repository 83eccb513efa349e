"""The database: opened, brought to the newest schema, read by many, written by one thread.

All jobs of one turn of an event loop reach the writer together. The writer commits everything in its queue at once, so
many tables share one write to the disk. A caller goes on when its own entries are committed, never before. Reads run
beside the writer.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import queue
import re
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.dialects import sqlite

from kozyr.store.errors import StoreError, Taken, refusal
from kozyr.store.schema import AUDIT, METADATA, PULSE

_BATCH: Final = 512  # the most jobs in a commit; more only lengthens the wait of the first
_MIGRATING: Final = 0x6B6F7A79  # the name of the lock of who migrates
_MIGRATIONS: Final = Path(__file__).parent / "migrations"

T = TypeVar("T")
Statement: TypeAlias = tuple[sa.Executable, Mapping[str, Any]]
Synchronous: TypeAlias = Literal["FULL", "OFF"]


class Job(msgspec.Struct):
    """Something to write, and the future of its asker."""

    done: asyncio.Future[None]

    def refused(self, error: Exception) -> Exception:
        """The asker's error if the database finds a contradiction."""
        return Taken(f"the store did not write: {refusal(error)}")


class _Rows(Job):
    """Statements that belong together."""

    statements: Sequence[Statement]


class JobWriter(Protocol):
    """Writes the jobs of one kind."""

    def write(self, connection: sa.Connection, jobs: Sequence[Any]) -> Sequence[Exception | None]:
        """Write these jobs inside a transaction; returns for each the error that kept it from being written."""

    def committed(self) -> None:
        """Called when the written rows are in the database."""

    def failed(self) -> None:
        """Called when the rows are not in the database; another server may have written."""


class ApartWriter(Protocol):
    """Writes the jobs of one kind by itself, beside the transactions of all others."""

    def commit(self, jobs: Sequence[Any]) -> Sequence[Exception | None]:
        """Write and commit jobs; returns for each the error that kept it from being written."""

    def close(self) -> None:
        """Stop."""


class _RowsWriter:
    """A writer that executes statements as they come."""

    def write(self, connection: sa.Connection, jobs: Sequence[_Rows]) -> Sequence[Exception | None]:
        for job in jobs:
            for statement, values in job.statements:
                connection.execute(statement, values)
        return [None] * len(jobs)

    def committed(self) -> None:
        pass

    def failed(self) -> None:
        pass


_Answer: TypeAlias = tuple[asyncio.Future[None], Exception | None]


def _tell(answers: Sequence[_Answer]) -> None:
    for done, error in answers:
        if done.done():  # the caller no longer waits
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _keep_to_ourselves(file: Path) -> None:
    """Hide the file, which holds secrets, from other accounts of the machine, with SQLite's files beside it."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):  # another's file cannot be changed, and may be written
            one.chmod(0o600)


def _opened(connection: sa.Connection) -> None:
    """Bring a SQLite file to the newest schema, and read the first and the last row of every table.

    That takes no time in a file of any size.

    Raises:
        StoreError: it is newer than this Kozyr, or has lost a table. DatabaseError: SQLite sees that it is damaged; it may be
            damaged in other pages (`Database.damage`).
    """
    if _schema(connection) != head():
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # all of it or nothing, and one server at a time
    _migrate(connection)
    for ask in _ends():
        connection.exec_driver_sql(ask).all()


@cache
def _ends() -> tuple[str, ...]:
    """Reads the first and the last row of every table. They are put into words once: that took half of a club's start."""
    asks = (
        sa.select(table).order_by(*map(order, table.primary_key)).limit(1)
        for table in METADATA.tables.values()
        for order in (sa.asc, sa.desc)
    )
    return tuple(str(ask.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})) for ask in asks)


def _code(error: Exception) -> int:
    """The code of SQLite's refusal; 0: the error is not SQLite's."""
    code: int = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF  # the primary code, without the extended part


def _of_no_row(error: Exception) -> bool:
    """Whether PostgreSQL refuses a text that no row can hold: one with a NUL, or longer than its column (SQLSTATE 22001)."""
    return isinstance(error, sa.exc.DataError) and getattr(error.orig, "sqlstate", None) in {None, "22001"}


def alembic_config() -> Config:
    """The configuration of the migrations; `attributes` wants a connection."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def _scripts() -> ScriptDirectory:
    """All migrations, each a file that is read once."""
    return ScriptDirectory.from_config(alembic_config())


def head() -> str:
    """The newest revision of the schema that this Kozyr knows."""
    found = _scripts().get_current_head()
    assert found is not None
    return found


def refuse_newer(revision: str | None) -> None:
    """Refuse a schema that this Kozyr does not know. None: there is no schema yet.

    Raises:
        StoreError: the schema is newer than this Kozyr.
    """
    known = {one.revision for one in _scripts().walk_revisions()}
    if revision is not None and revision not in known:
        raise StoreError(
            f"its schema {revision} is newer than this Kozyr, which knows {head()}: install the newer Kozyr"
        )


def read_url(text: str) -> sa.URL:
    """The URL of a database, or of a file; several hosts may stand with commas, as libpq has them.

    Raises:
        SQLAlchemyError: it is none.
    """
    if "://" not in text:
        return sa.URL.create("sqlite", database=text)
    scheme, _, rest = text.partition("://")
    place, slash, name = rest.partition("/")
    user, at, hosts = place.rpartition("@")
    if scheme.startswith("postgresql") and "," in hosts:
        more = "&".join(f"host={host}" for host in hosts.split(","))
        text = f"{scheme}://{user}{at}{slash or '/'}{name}{'&' if '?' in name else '?'}{more}"
    return sa.make_url(text)


def _postgres(url: sa.URL) -> Any:  # Any: the module is loaded where it is needed alone
    """A PostgreSQL server, which has been asked whether it syncs.

    Raises:
        StoreError: it cannot be used. ImportError: its drivers are not installed.
    """
    return importlib.import_module("kozyr.store.postgres").Server(url)


def _in_a_file(url: sa.URL) -> None:
    """Refuse a database that is kept in memory alone.

    Raises:
        StoreError: the database is in memory.
    """
    if url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}:
        raise StoreError("a database in memory would lose everything: name a file")


def _schema(connection: sa.Connection) -> str | None:
    """The revision of a database's schema. None: it has none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def _refuse_older(connection: sa.Connection) -> None:
    """Refuse a schema that is not the newest: many processes may be running on it, so none of them changes it.

    Raises:
        StoreError: it is older or newer than this Kozyr, or has lost a table.
    """
    at = _schema(connection)
    refuse_newer(at)
    if at != head():
        found = "it has no schema yet" if at is None else f"its schema {at} is older than this Kozyr's, {head()}"
        raise StoreError(f"{found}: run kozyr db upgrade")
    _refuse_lost(connection)


def _refuse_lost(connection: sa.Connection) -> None:
    missing = sorted(set(METADATA.tables) - set(sa.inspect(connection).get_table_names()))
    if missing:
        raise StoreError(f"it has lost {', '.join(missing)}: see kozyr check and restore a backup (docs/operate.md)")


def _migrate(connection: sa.Connection) -> None:
    """Bring a database to the newest schema.

    Raises:
        StoreError: it is newer than this Kozyr, or has lost a table.
    """
    if connection.dialect.name == "postgresql":  # one process at a time; the lock ends with the transaction
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")  # a busy machine thinks long
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
    at = _schema(connection)
    refuse_newer(at)
    if at != head():
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    _refuse_lost(connection)


@contextmanager
def _given_up(engine: sa.Engine) -> Iterator[None]:
    """Close the connections of an engine if the database cannot be used."""
    try:
        yield
    except BaseException:
        engine.dispose()
        raise


class Database:
    """An open database with the newest schema and a running writer.

    db: the path of a SQLite file, or a database URL. synchronous: FULL: a commit returns when the disk has it. OFF:
    when the system has it, which is for tests that no power cut can hurt. now: milliseconds since 1970. upgrade: bring
    the schema of a PostgreSQL to the newest one, too; a SQLite file always gets it.

    Attributes:
        found: the revision of the schema that was found; None: there was none.
        observe: told of each commit: how many jobs, how long it took in seconds.
        failed: told each time that the database was not written or did not answer.
        path: the file, if it is one of SQLite's.
        now: milliseconds since 1970.

    Raises:
        StoreError: the database cannot be opened.
    """

    def __init__(
        self,
        db: str | Path,
        synchronous: Synchronous = "FULL",
        now: Callable[[], int] = _now,
        *,
        upgrade: bool = False,
    ) -> None:
        text = str(db)

        def pragmas(connection: Any, _record: Any) -> None:  # a driver's own connection has no type
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")  # readers never wait for the writer
            cursor.execute(f"PRAGMA synchronous={synchronous}")
            cursor.execute("PRAGMA busy_timeout=5000")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.close()

        try:
            url = read_url(text)
            _in_a_file(url)
            if url.get_backend_name() == "sqlite" and url.database is not None:
                _keep_to_ourselves(Path(url.database))
            postgres = _postgres(url) if url.get_backend_name() == "postgresql" else None
            options = {} if postgres is None else postgres.options()
            if postgres is not None:
                url = postgres.url
            self.engine = sa.create_engine(url, hide_parameters=True, **options)  # an error may not tell a secret
            if url.get_backend_name() == "sqlite":
                sa.event.listen(self.engine, "connect", pragmas)
            with _given_up(self.engine), self.engine.begin() as connection:
                self.found = _schema(connection)
                others = _migrate if upgrade else _refuse_older
                (_opened if url.get_backend_name() == "sqlite" else others)(connection)
        except (sa.exc.SQLAlchemyError, CommandError, ImportError, OSError, StoreError) as error:
            shown = re.sub("://[^/]*@", "://…@", text)  # an error may not tell a password
            why = refusal(error)
            if isinstance(error, ImportError):
                why = f"{why}: pip install 'kozyr[scale]'"
            if _code(error) == sqlite3.SQLITE_CORRUPT:
                why = f"it is damaged ({why}): see kozyr check and restore a backup"
            raise StoreError(f"cannot open the database {shown}: {why}") from None
        self.path = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
        self.postgres = postgres
        self.observe: Callable[[int, float], None] | None = None
        self.failed: Callable[[], None] = lambda: None
        self.now = now
        self._looked_through: sqlite3.Connection | None = None
        self._closed = False
        self._own: sa.Connection | None = None  # the writer's
        self._writers: dict[type[Job], JobWriter] = {_Rows: _RowsWriter()}
        self._apart: dict[type[Job], ApartWriter] = {}
        self._gathered: dict[asyncio.AbstractEventLoop, list[Job]] = {}  # the jobs of each loop's running turn
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="kozyr-store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Commit the waiting writes, then stop."""
        for loop in tuple(self._gathered):
            self._hand_over(loop)
        self._queue.put(None)
        if self._looked_through is not None:
            self._looked_through.interrupt()
        self._writer.join()
        self._closed = True
        self.engine.dispose()

    def employ(self, kind: type[Job], writer: JobWriter) -> None:
        """Let this writer write all jobs of this kind, in the writer's thread."""
        self._writers[kind] = writer

    def employ_apart(self, kind: type[Job], writer: ApartWriter) -> None:
        """Let this writer write and commit all jobs of this kind by itself, in the writer's thread."""
        self._apart[kind] = writer

    # --- writing -------------------------------------------------------------------------------------------

    async def write(self, *statements: Statement) -> None:
        """Execute statements, all or none; returns when they are committed.

        Raises:
            Taken: they contradict the rows that are there. StoreError: they could not be written.
        """
        await self.put(_Rows(asyncio.get_running_loop().create_future(), statements))

    async def audit(self, who: str, what: str, subject: str) -> None:
        """Note in the audit that an operator reads private data.

        Raises:
            StoreError: it could not be written: then the data must not be read.
        """
        await self.write((AUDIT.insert(), {"ts": self.now(), "who": who, "what": what, "subject": subject}))

    async def beat(self) -> None:
        """Write a row that says nothing, to learn whether the database can be written.

        Raises:
            StoreError: it cannot.
        """
        await self.write((PULSE.delete(), {}), (PULSE.insert(), {"id": 1, "ts": self.now()}))

    def put(self, job: Job) -> asyncio.Future[None]:
        """Hand a job to the writer, with all others of this turn of the loop; returns its end."""
        loop = job.done.get_loop()
        gathered = self._gathered.get(loop)
        if gathered is None:
            gathered = self._gathered[loop] = []
            loop.call_soon(self._hand_over, loop)
        gathered.append(job)
        return job.done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        gathered = self._gathered.pop(loop, None)
        if gathered is not None:
            self._queue.put(gathered)

    def _write(self) -> None:
        going = True
        while going:
            jobs: list[Job] = []
            while going and len(jobs) < _BATCH and (not jobs or not self._queue.empty()):
                gathered = self._queue.get()
                if gathered is None:
                    going = False
                else:
                    jobs += gathered
            by_loop: dict[asyncio.AbstractEventLoop, list[_Answer]] = defaultdict(list)
            began = time.perf_counter()
            for answer in self._commit(jobs) if jobs else ():
                by_loop[answer[0].get_loop()].append(answer)
            if jobs and self.observe is not None:
                self.observe(len(jobs), time.perf_counter() - began)
            for loop, answers in by_loop.items():
                with suppress(RuntimeError):  # that loop is closed: no caller waits any more
                    loop.call_soon_threadsafe(_tell, answers)
        self._let_go()
        for writer in self._apart.values():
            writer.close()

    def _commit(self, jobs: list[Job]) -> list[_Answer]:
        """Write all jobs: those of one kind apart, if it has a writer of its own, and all others in one transaction."""
        if not self._apart:
            return self._together(jobs)
        rest = [job for job in jobs if type(job) not in self._apart]
        answers = self._together(rest) if rest else []
        for kind, writer in self._apart.items():
            mine = [job for job in jobs if type(job) is kind]
            if mine:
                errors = writer.commit(mine)
                if any(isinstance(error, StoreError) for error in errors):
                    self.failed()
                answers += ((job.done, error) for job, error in zip(mine, errors, strict=True))
        return answers

    def _together(self, jobs: list[Job]) -> list[_Answer]:
        """Write jobs in one transaction; if that fails, each alone, so that one bad job harms no other."""
        try:
            return self._transaction(jobs)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            for writer in self._writers.values():
                writer.failed()
            if len(jobs) > 1:
                return [answer for job in jobs for answer in self._together([job])]
            if isinstance(error, sa.exc.IntegrityError) or _of_no_row(error):
                return [(jobs[0].done, jobs[0].refused(error))]
            self.failed()
            return [(jobs[0].done, StoreError(f"the store did not write: {refusal(error)}"))]

    def _transaction(self, jobs: list[Job]) -> list[_Answer]:
        answers: list[_Answer] = []
        with self._begun() as connection:
            for kind, writer in self._writers.items():
                mine = [job for job in jobs if type(job) is kind]
                if mine:
                    errors = writer.write(connection, mine)
                    answers += ((job.done, error) for job, error in zip(mine, errors, strict=True))
        for writer in self._writers.values():
            writer.committed()
        return answers

    @contextmanager
    def _begun(self) -> Iterator[sa.Connection]:
        """A transaction of the writer. On SQLite it keeps its connection: to take one anew costs more than an append."""
        if self.path is None:
            with self.engine.begin() as connection:
                yield connection
            return
        if self._own is None:
            self._own = self.engine.connect()
        try:
            with self._own.begin():
                yield self._own
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        """Give the writer's connection back."""
        own, self._own = self._own, None
        if own is not None:
            own.close()

    # --- reading -------------------------------------------------------------------------------------------

    @contextmanager
    def lent(self) -> Iterator[sa.Connection]:
        """A connection for a thread that reads. If the database is closed meanwhile, the thread closes the connection itself.

        A reader that nobody waits for any more goes on in its thread, and `close` finds its connection in no pool.
        """
        pool = self.engine.pool
        try:
            with self.engine.connect() as connection:
                yield connection
        finally:
            if self._closed:
                pool.dispose()
                self.engine.dispose()

    async def read(self, ask: sa.Select[Any], values: Mapping[str, object] | None = None) -> list[tuple[Any, ...]]:
        """The rows that a query finds. values: of its parameters.

        Raises:
            StoreError: the database does not answer.
        """
        return await asyncio.to_thread(self._read, ask, values)

    async def read_as(self, kind: Callable[..., T], ask: sa.Select[Any]) -> list[T]:
        """The rows that a query finds, each made into one of this kind: beside the event loop, since they may be many.

        Raises:
            StoreError: the database does not answer.
        """
        return await asyncio.to_thread(lambda: [kind(*row) for row in self._read(ask)])

    def damage(self) -> str | None:
        """The fault of the file, which is read from end to end beside running work.

        None: there is none, or it is no file.

        It takes a second for some 300 MB, and ends without an answer when the database is closed.
        """
        if self.path is None:
            return None
        try:
            with self.lent() as connection:
                self._looked_through = connection.connection.driver_connection
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        except sa.exc.DatabaseError as error:
            return None if _code(error) == sqlite3.SQLITE_INTERRUPT else str(error.orig)
        finally:
            self._looked_through = None
        return None if found == "ok" else " ".join(str(found).split())

    def _read(self, ask: sa.Select[Any], values: Mapping[str, object] | None = None) -> list[tuple[Any, ...]]:
        try:
            with self.lent() as connection:
                return [tuple(row) for row in connection.execute(ask, values)]
        except sa.exc.SQLAlchemyError as error:
            if _of_no_row(error):
                return []
            self.failed()
            raise StoreError(f"the store cannot be read: {refusal(error)}") from None
