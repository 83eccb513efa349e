"""The logs of tables, events and leagues, append-only with compare-and-set, and their set-up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from kozyr.store.closures import ClosureStore, is_open
from kozyr.store.database import Database, Job, Statement
from kozyr.store.errors import StoreError, refusal
from kozyr.store.rows import EVENT, LEAGUE, TABLE, Entry, EventRow, LeagueRow, Note, TableRow
from kozyr.store.rulings import shown
from kozyr.store.schema import EVENTS, LEAGUES, LOGS, PLAYED, SEATED, SHEET, TABLES, TOURNAMENTS

if TYPE_CHECKING:  # its driver is loaded only where the database is a PostgreSQL
    from kozyr.store import postgres

Owner: TypeAlias = Literal["table", "event"]
# Who writes, the shard of the log, and the epoch in which the writer owns it (`ownership`).
Fence: TypeAlias = tuple[str, int, int]
_OWNERS: Final[Mapping[Owner, sa.Table]] = {"table": TABLES, "event": TOURNAMENTS}
# An entry, as SQLite's driver takes it: SQLAlchemy's own way costs twice the rest of an append.
_ADDED: Final = str(EVENTS.insert().compile(dialect=sqlite.dialect()))
_HEADS: Final = 10_000  # the number of logs whose last number the writer remembers


class Stale(Exception):
    """The log has moved on, or the command is in it already: nothing was written."""


class Fenced(Stale):
    """Another process owns the log now: nothing was written."""


class _Append(Job):
    """Entries to add behind a known place."""

    log: str
    expected: int
    entries: Sequence[Entry]
    finished: int | None
    note: Note | None
    owner: Owner
    fence: Fence | None

    def refused(self, error: Exception) -> Exception:  # noqa: ARG002 - which number or command, all the same
        """The error of an entry that came after another server's."""
        return Stale()


class _Appender:
    """Adds entries to logs. heads: the last numbers, as far as known: another server may have written more, never less."""

    def __init__(self) -> None:
        self._heads: dict[str, int] = {}
        self._written: Mapping[str, int] = {}

    def write(self, connection: sa.Connection, jobs: Sequence[_Append]) -> Sequence[Exception | None]:
        """Add the entries that follow the last one of their log; the others are stale."""
        errors: list[Exception | None] = []
        rows: list[tuple[object, ...]] = []
        heads = {job.log: self._heads[job.log] for job in jobs if job.log in self._heads}
        # A number that is taken, though it was not known to be, is refused by the database itself.
        unknown = {job.log for job in jobs if heads.get(job.log) != job.expected}
        if unknown:
            heads |= dict.fromkeys(unknown, 0) | _read_heads(connection, unknown)
        for job in jobs:
            if heads[job.log] != job.expected:
                errors.append(Stale())
                continue
            errors.append(None)
            rows += ((job.log, *msgspec.structs.astuple(entry)) for entry in job.entries)
            heads[job.log] = job.expected + len(job.entries)
            if job.finished is not None:
                over = _OWNERS[job.owner].update().where(_OWNERS[job.owner].c.id == job.log)
                connection.execute(over, {"finished": job.finished})
            if job.owner == "event":
                _due(connection, job)
            if job.note is not None:
                _noted(connection, job.log, job.note)
        if rows:
            connection.exec_driver_sql(_ADDED, rows)
        self._written = heads
        return errors

    def committed(self) -> None:
        """Remember these numbers as written."""
        if len(self._heads) > _HEADS:
            self._heads.clear()
        self._heads |= self._written
        self._written = {}

    def failed(self) -> None:
        """Forget the last numbers of these logs, since some may have been another server's."""
        self._heads.clear()
        self._written = {}


class _AppenderApart:
    """Adds entries to logs on PostgreSQL, a statement for all that come together."""

    def __init__(self, log: postgres.Log) -> None:
        self._log = log
        self._heads: dict[str, int] = {}  # the last numbers, as far as known: there may be more, never less

    def commit(self, jobs: Sequence[_Append]) -> Sequence[Exception | None]:
        """Add the entries; several jobs of one log come in a row of statements."""
        errors: dict[int, Exception | None] = {}
        left = list(enumerate(jobs))
        while left:
            first = {job.log: nth for nth, job in reversed(left)}
            batch = [(nth, job) for nth, job in left if first[job.log] == nth]
            left = [(nth, job) for nth, job in left if first[job.log] != nth]
            for (nth, _), error in zip(batch, self._added([job for _, job in batch]), strict=True):
                errors[nth] = error
        return [errors[nth] for nth in range(len(jobs))]

    def _added(self, jobs: Sequence[_Append]) -> list[Exception | None]:
        known = {job.log for job in jobs if self._heads.get(job.log) == job.expected}
        for job in jobs:
            self._heads.pop(job.log, None)
        try:
            told = self._log.add(jobs, known)
        except StoreError as error:
            return [StoreError(f"the store did not write: {error}") for _ in jobs]
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            if len(jobs) > 1:  # each alone, so that one bad job harms no other
                return [one for job in jobs for one in self._added([job])]
            if self._log.contradicts(error):
                return [jobs[0].refused(error)]
            return [StoreError(f"the store did not write: {refusal(error)}")]
        if len(self._heads) > _HEADS:
            self._heads.clear()
        self._heads |= {
            job.log: job.expected + len(job.entries) for job, how in zip(jobs, told, strict=True) if how == "added"
        }
        errors: dict[str, Callable[[], Exception]] = {"stale": Stale, "fenced": Fenced}
        return [None if how == "added" else errors[how]() for how in told]

    def close(self) -> None:
        """Stop."""
        self._log.close()


def _due(connection: sa.Connection, job: _Append) -> None:
    """An event that goes on is due now; one that is over, never again."""
    c = TOURNAMENTS.c
    if job.finished is not None:
        connection.execute(TOURNAMENTS.update().where(c.id == job.log), {"due": None})
    elif job.entries:
        goes_on = (c.id == job.log, c.secret.is_not(None), c.finished.is_(None))
        connection.execute(TOURNAMENTS.update().where(*goes_on), {"due": job.entries[-1].ts})


def _noted(connection: sa.Connection, table: str, note: Note) -> None:
    about = {"open": note.open, "summary": note.summary}
    connection.execute(TABLES.update().where(TABLES.c.id == table), about)
    connection.execute(SEATED.delete().where(SEATED.c.table_id == table))
    if note.seated:
        connection.execute(SEATED.insert(), [{"account_id": who, "table_id": table} for who in note.seated])
    if note.played:
        connection.execute(PLAYED.delete().where(PLAYED.c.table_id == table))
        connection.execute(PLAYED.insert(), [msgspec.structs.asdict(row) for row in note.played])


def _read_heads(connection: sa.Connection, logs: set[str]) -> dict[str, int]:
    ask = sa.select(EVENTS.c.log_id, sa.func.max(EVENTS.c.seq)).where(EVENTS.c.log_id.in_(sorted(logs)))
    return {row[0]: row[1] for row in connection.execute(ask.group_by(EVENTS.c.log_id))}


def _first(log: str, entries: Sequence[Entry]) -> list[Statement]:
    return [(EVENTS.insert(), {"log_id": log, **msgspec.structs.asdict(entry)}) for entry in entries]


class LogStore:
    """Tables, events, leagues, and their logs. Every read raises StoreError when the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.closures = ClosureStore(database)
        self.names: Mapping[str, str] = {}  # the names to show instead of those in rows and logs, by account
        if database.postgres is None:
            database.employ(_Append, _Appender())
        else:
            database.employ_apart(_Append, _AppenderApart(database.postgres.log()))

    async def append(
        self,
        log: str,
        expected: int,
        entries: Sequence[Entry],
        finished: int | None = None,
        note: Note | None = None,
        owner: Owner = "table",
        fence: Fence | None = None,
    ) -> None:
        """Add entries to a log behind number `expected`; returns when they are committed.

        finished: the end of the match or event, if these entries end it. note: the table's new note for lists. fence:
        written only while this owner holds the log in this epoch, which PostgreSQL alone can see.

        Raises:
            Fenced: another process owns the log.
            Stale: the log's last number is another one, or the log already has one of the command ids.
            StoreError: they could not be written; whether they were is unknown until the log is read.
        """
        done = asyncio.get_running_loop().create_future()
        await self._db.put(_Append(done, log, expected, entries, finished, note, owner, fence))

    async def create(
        self, row: TableRow, accounts: Iterable[str], entries: Sequence[Entry], secret: str | None = None
    ) -> None:
        """Add a table, its people, the first entries of its log, and the secret of its deals.

        Raises:
            Taken: there is such a table. StoreError: it could not be written.
        """
        await self._db.write(
            (LOGS.insert(), {"id": row.id, "owner": "table"}),
            (TABLES.insert(), msgspec.structs.asdict(row) | {"secret": secret}),
            *((SEATED.insert(), {"account_id": who, "table_id": row.id}) for who in accounts),
            *_first(row.id, entries),
        )

    async def announce(self, row: EventRow, entries: Sequence[Entry], secret: str | None = None) -> None:
        """Add an event, the first entries of its log, and the secret of its boards.

        Raises:
            Taken: there is such an event. StoreError: it could not be written.
        """
        await self._db.write(
            (LOGS.insert(), {"id": row.id, "owner": "event"}),
            (TOURNAMENTS.insert(), msgspec.structs.asdict(row) | {"secret": secret}),
            *_first(row.id, entries),
        )

    async def found_league(self, row: LeagueRow, entries: Sequence[Entry]) -> None:
        """Add a league and the first entries of its log.

        Raises:
            Taken: there is such a league. StoreError: it could not be written.
        """
        await self._db.write(
            (LOGS.insert(), {"id": row.id, "owner": "league"}),
            (LEAGUES.insert(), msgspec.structs.asdict(row)),
            *_first(row.id, entries),
        )

    async def seal(self, table: str, secret: str) -> None:
        """Give a table that has none the secret of its deals.

        Raises:
            StoreError: it could not be written.
        """
        bare = TABLES.update().where(TABLES.c.id == table, TABLES.c.secret.is_(None))
        await self._db.write((bare, {"secret": secret}))

    # --- reading -------------------------------------------------------------------------------------------

    async def events(self, log: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """A log, in order, behind number `after` and no further than `upto`."""
        c = EVENTS.c
        ask = sa.select(c.seq, c.ts, c.kind, c.seat, c.cmd_id, c.body).where(c.log_id == log, c.seq > after)
        ask = ask if upto is None else ask.where(c.seq <= upto)
        entries = await self._db.read_as(Entry, ask.order_by(c.seq))
        if not self.names:
            return entries
        acts = {n: shown(entry.body, self.names) for n, entry in enumerate(entries) if entry.kind == "table"}
        return [msgspec.structs.replace(entry, body=acts.get(n, entry.body)) for n, entry in enumerate(entries)]

    async def answered(self, log: str, upto: int) -> dict[str, int]:
        """The entries that commands became, by the command's id, no further than `upto`."""
        c = EVENTS.c
        ask = sa.select(c.cmd_id, c.seq).where(c.log_id == log, c.seq <= upto, c.cmd_id.is_not(None))
        return {row[0]: row[1] for row in await self._db.read(ask.order_by(c.seq))}

    async def last(self, log: str) -> int:
        """The number of the last entry of a log; 0: it has none."""
        found = await self._db.read(sa.select(sa.func.max(EVENTS.c.seq)).where(EVENTS.c.log_id == log))
        return found[0][0] or 0

    async def table(self, table: str) -> TableRow | None:
        """The table of this id; a kept sheet is none."""
        return None if table.startswith(SHEET) else await self._row(table)

    async def sheet(self, sheet: str) -> TableRow | None:
        """The kept sheet of this id; its row has the players in `seats`."""
        return await self._row(sheet) if sheet.startswith(SHEET) else None

    async def _row(self, table: str) -> TableRow | None:
        found = await self._db.read(sa.select(*TABLE).where(TABLES.c.id == table))
        return TableRow(*found[0]).under(self.names) if found else None

    async def table_ids(self) -> list[str]:
        """Every table, the oldest first: to make projections anew."""
        return await self._ids(sheets=False)

    async def sheet_ids(self) -> list[str]:
        """Every kept sheet, the oldest first."""
        return await self._ids(sheets=True)

    async def _ids(self, *, sheets: bool) -> list[str]:
        ask = sa.select(TABLES.c.id).order_by(TABLES.c.created, TABLES.c.id)
        return [row[0] for row in await self._db.read(ask) if row[0].startswith(SHEET) is sheets]

    async def event(self, event: str) -> EventRow | None:
        """The event of this id."""
        found = await self._db.read(sa.select(*EVENT).where(TOURNAMENTS.c.id == event))
        return EventRow(*found[0]) if found else None

    async def due_events(self, until: int | None = None) -> list[tuple[str, int]]:
        """Open events that are to be looked at without a request, and when, the first due first. until: those due by then."""
        c = TOURNAMENTS.c
        ask = sa.select(c.id, c.due).where(c.due.is_not(None), c.finished.is_(None), is_open("event", c.id))
        ask = ask if until is None else ask.where(c.due <= until)
        return [(row[0], row[1]) for row in await self._db.read(ask.order_by(c.due, c.id))]

    async def rest(self, event: str, seen: Sequence[int], due: int | None) -> None:
        """Note when an event is due next, unless it has become due by something that was written since. None: not before a request.

        seen: the moments at which it may have been due, as its owner knows.

        Raises:
            StoreError: it could not be written.
        """
        c = TOURNAMENTS.c
        await self._db.write((TOURNAMENTS.update().where(c.id == event, c.due.in_(seen)), {"due": due}))

    async def event_ids(self) -> list[str]:
        """Every event, the oldest first."""
        ask = sa.select(TOURNAMENTS.c.id).order_by(TOURNAMENTS.c.created, TOURNAMENTS.c.id)
        return [row[0] for row in await self._db.read(ask)]

    async def league(self, league: str) -> LeagueRow | None:
        """The league of this id."""
        found = await self._db.read(sa.select(*LEAGUE).where(LEAGUES.c.id == league))
        return LeagueRow(*found[0]) if found else None

    async def league_ids(self) -> list[str]:
        """Every league, the oldest first."""
        ask = sa.select(LEAGUES.c.id).order_by(LEAGUES.c.created, LEAGUES.c.id)
        return [row[0] for row in await self._db.read(ask)]

    async def secret(self, table: str, who: str = "server") -> str | None:
        """The secret of a table's deals. The audit notes the reader `who` first. No answer may hold it."""
        await self._db.audit(who, "secret", table)
        found = await self._db.read(sa.select(TABLES.c.secret).where(TABLES.c.id == table))
        return found[0][0] if found else None

    async def event_secret(self, event: str, who: str = "server") -> str | None:
        """The secret of an event's boards, with a note in the audit. None: the club deals none for it."""
        await self._db.audit(who, "secret", event)
        found = await self._db.read(sa.select(TOURNAMENTS.c.secret).where(TOURNAMENTS.c.id == event))
        return found[0][0] if found else None
