"""The store: an append-only log of events per table with compare-and-set, and the few rows around it.

One thread writes. What one turn of an event loop brings comes to it together, and it takes whatever waits in its queue and
commits it at once, so that many tables share one write to the disk; a caller goes on when his entries are committed and
never before. Reading is done beside it.
"""

from __future__ import annotations

import asyncio
import queue
import re
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from kozyr.store.schema import ACCOUNTS, AUDIT, BOTS, CHAT, EVENTS, MUTES, PLAYED, REPORTS, SEATED, SESSIONS, TABLES

__all__ = [
    "Account",
    "Chat",
    "Entry",
    "Note",
    "Played",
    "Report",
    "Stale",
    "Store",
    "StoreError",
    "TableRow",
    "Taken",
]

_BATCH: Final = 512  # entries of so many commands share a commit; more only lengthens the wait of the first
_HEADS: Final = 10_000  # logs whose last number the writer remembers
_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_ACCOUNT: Final = (ACCOUNTS.c.id, ACCOUNTS.c.nick, ACCOUNTS.c.created, ACCOUNTS.c.login, ACCOUNTS.c.program)


class StoreError(RuntimeError):
    """The store could not be opened, or could not do its work; the message says why."""


class Stale(Exception):
    """The log has moved on, or the command is in it already: nothing was written."""


class Taken(StoreError):
    """A row was not added, since what it names is taken or does not exist."""


class Account(msgspec.Struct, frozen=True):
    """Somebody who plays; a guest is one too, and has no login. program: `owner/name` of one that is a program."""

    id: str
    nick: str
    created: int
    login: str | None = None
    program: str | None = None


class Chat(msgspec.Struct, frozen=True):
    """Something said at a table: a text or a phrase. n: dense, from 1. chair: None for who has none."""

    n: int
    ts: int
    account_id: str
    nick: str
    chair: int | None
    text: str | None = None
    phrase: str | None = None


class Report(msgspec.Struct, frozen=True):
    """What an account has against another one that was at the same table."""

    ts: int
    table_id: str
    account_id: str
    on_id: str
    reason: str
    text: str


class Played(msgspec.Struct, frozen=True):
    """How a match went for somebody: a projection of its log, never the truth.

    name: on the sheet. begun: the first deal. how: `playing`, `adjourned`, `played`, `stopped`, `force_majeure`, or
    `left`: he walked out of it. deals: so many ended. result: his on the settled sheet, exact. place: from 1.
    """

    account_id: str
    table_id: str
    name: str
    begun: int
    ended: int | None
    how: str
    deals: int
    result: str | None = None
    place: int | None = None


class TableRow(msgspec.Struct, frozen=True):
    """A table as it was set up; `finished`, `open` and `summary` are notes that the log can give back."""

    id: str
    game: str
    preset: str
    conventions: str
    seats: str
    created: int
    finished: int | None = None
    card: str | None = None
    open: str | None = None
    summary: str | None = None


class Note(msgspec.Struct, frozen=True):
    """What lists say of a table after an entry; the log can give it back.

    open: the list of the lobby in which it stands. summary: JSON. seated: accounts. played: the rows of its match.
    """

    open: str | None
    summary: str
    seated: Sequence[str]
    played: Sequence[Played]


# A table as lists and restores read it: the secret stays where it is.
_TABLE: Final = tuple(TABLES.c[name] for name in TableRow.__struct_fields__)


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
    note: Note | None
    done: asyncio.Future[None]


class _Rows(msgspec.Struct):
    """Statements that belong together, and who waits for them."""

    statements: Sequence[tuple[sa.Executable, Mapping[str, Any]]]
    done: asyncio.Future[None]


_Job: TypeAlias = _Append | _Rows
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
            if url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}:
                raise StoreError("a database in memory would lose everything: name a file")
            self._engine = sa.create_engine(url, hide_parameters=True)  # an error may not tell a secret
            if url.get_backend_name() == "sqlite":
                sa.event.listen(self._engine, "connect", _pragmas)
            with self._engine.begin() as connection:
                if url.get_backend_name() == "sqlite":
                    connection.exec_driver_sql("BEGIN IMMEDIATE")  # all of it or nothing, and one server at a time
                _migrate(connection)
        except (sa.exc.SQLAlchemyError, CommandError, ImportError) as error:  # CommandError: a newer Kozyr's schema
            shown = re.sub("://[^/]*@", "://…@", text)  # an error may not tell a password
            raise StoreError(f"cannot open the database {shown}: {getattr(error, 'orig', None) or error}") from error
        self.observe: Callable[[int, float], None] | None = None  # told of each commit: how many jobs, how long
        self._gathered: dict[asyncio.AbstractEventLoop, list[_Job]] = {}  # what the running turn of a loop has brought
        self._queue: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        # The last numbers of logs, as far as the writer knows: another server may have written more, never less.
        self._heads: dict[str, int] = {}
        self._writer = threading.Thread(target=self._write, name="kozyr-store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Commit what waits, then stop."""
        for loop in tuple(self._gathered):
            self._hand_over(loop)
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()

    # --- writing -------------------------------------------------------------------------------------------

    async def append(
        self,
        table: str,
        expected: int,
        entries: Sequence[Entry],
        finished: int | None = None,
        note: Note | None = None,
    ) -> None:
        """Add entries behind number `expected`; returns when they are committed.

        finished: when the match ended, if it does with them. note: what lists say of the table then.

        Raises:
            Stale: the log's last number is another one, or a command id stands in it already.
            StoreError: they could not be written; whether they were is unknown until the log is read.
        """
        done = asyncio.get_running_loop().create_future()
        await self._gather(_Append(table, expected, entries, finished, note, done))

    async def create(
        self, row: TableRow, accounts: Iterable[str], entries: Sequence[Entry], secret: str | None = None
    ) -> None:
        """Add a table, who sits at it, the first entries of its log, and the secret of its deals.

        Raises:
            Taken: there is such a table. StoreError: it could not be written.
        """
        await self._rows(
            (TABLES.insert(), msgspec.structs.asdict(row) | {"secret": secret}),
            *((SEATED.insert(), {"account_id": who, "table_id": row.id}) for who in accounts),
            *((EVENTS.insert(), {"table_id": row.id, **msgspec.structs.asdict(entry)}) for entry in entries),
        )

    async def seal(self, table: str, secret: str) -> None:
        """Give a table that has none the secret of its deals.

        Raises:
            StoreError: it could not be written.
        """
        bare = TABLES.update().where(TABLES.c.id == table, TABLES.c.secret.is_(None))
        await self._rows((bare, {"secret": secret}))

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

    async def register(self, account: str, login: str, password: str) -> None:
        """Give a guest a login and the hash of his password; who has them keeps his.

        Raises:
            Taken: somebody else has this login. StoreError: it could not be written.
        """
        guest = ACCOUNTS.update().where(ACCOUNTS.c.id == account, ACCOUNTS.c.login.is_(None))
        await self._rows((guest, {"login": login, "password": password}))

    async def change_password(self, account: str, password: str) -> None:
        """Keep another hash of a password.

        Raises:
            StoreError: it could not be written.
        """
        await self._rows((ACCOUNTS.update().where(ACCOUNTS.c.id == account), {"password": password}))

    async def open_session(self, account: str, token_hash: str, now: int) -> None:
        """Add a session.

        Raises:
            StoreError: it could not be written.
        """
        await self._rows((SESSIONS.insert(), {"token_hash": token_hash, "account_id": account, "created": now}))

    async def end_sessions(self, token_hashes: Sequence[str]) -> None:
        """End these sessions for good.

        Raises:
            StoreError: it could not be written.
        """
        await self._rows((SESSIONS.delete().where(SESSIONS.c.token_hash.in_(token_hashes)), {}))

    async def add_bot(self, account: Account, owner: str, token_hash: str) -> None:
        """Add an account that is a program of its owner's, with its token.

        Raises:
            Taken: there is such an account or token, or no such owner. StoreError: it could not be written.
        """
        token = {"account_id": account.id, "owner_id": owner, "token_hash": token_hash, "created": account.created}
        await self._rows((ACCOUNTS.insert(), msgspec.structs.asdict(account)), (BOTS.insert(), token))

    async def end_bot(self, account: str) -> None:
        """Make the token of a program worthless for good; what it has played stays.

        Raises:
            StoreError: it could not be written.
        """
        await self._rows((BOTS.update().where(BOTS.c.account_id == account), {"token_hash": None}))

    async def say(self, table: str, chat: Chat) -> None:
        """Keep what was said.

        Raises:
            Taken: something else was said under this number. StoreError: it could not be written.
        """
        await self._rows((CHAT.insert(), {"table_id": table, **msgspec.structs.asdict(chat)}))

    async def mute(self, account: str, muted: str, *, on: bool) -> None:
        """Hear somebody's chat no longer, or again.

        Raises:
            Taken: there is no such account. StoreError: it could not be written.
        """
        pair = (MUTES.c.account_id == account, MUTES.c.muted_id == muted)
        again = (MUTES.insert(), {"account_id": account, "muted_id": muted})
        await self._rows((MUTES.delete().where(*pair), {}), *([again] if on else []))

    async def report(self, report: Report) -> int:
        """Keep a report; returns its number.

        Raises:
            Taken: there is no such table or account. StoreError: it could not be written.
        """
        await self._rows((REPORTS.insert(), msgspec.structs.asdict(report)))
        mine = sa.select(sa.func.max(REPORTS.c.id)).where(REPORTS.c.account_id == report.account_id)
        number: int = (await asyncio.to_thread(self._all, mine))[0][0]
        return number

    async def audit(self, who: str, what: str, subject: str) -> None:
        """Write down who reads what only the operator may.

        Raises:
            StoreError: it could not be written: then it must not be read.
        """
        row = {"ts": time.time_ns() // 1_000_000, "who": who, "what": what, "subject": subject}
        await self._rows((AUDIT.insert(), row))

    async def _rows(self, *statements: tuple[sa.Executable, Mapping[str, Any]]) -> None:
        await self._gather(_Rows(statements, asyncio.get_running_loop().create_future()))

    def _gather(self, job: _Job) -> asyncio.Future[None]:
        """Let a job go to the writer with all others of this turn of the loop; returns its end."""
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
            jobs: list[_Job] = []
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
                with suppress(RuntimeError):  # that loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(_tell, answers)

    def _commit(self, jobs: list[_Job]) -> list[_Answer]:
        """All in one transaction; if that fails, each alone, so that one bad job harms no other."""
        try:
            return self._transaction(jobs)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            self._heads.clear()  # some of them may have been another server's
            if len(jobs) > 1:
                return [answer for job in jobs for answer in self._commit([job])]
            if isinstance(error, sa.exc.IntegrityError):
                refused = Stale() if isinstance(jobs[0], _Append) else Taken(f"the store did not write: {error.orig}")
                return [(jobs[0].done, refused)]
            return [(jobs[0].done, StoreError(f"the store did not write: {error}"))]

    def _transaction(self, jobs: list[_Job]) -> list[_Answer]:
        answers: list[_Answer] = []
        rows: list[dict[str, Any]] = []
        with self._engine.begin() as connection:
            appends = [job for job in jobs if isinstance(job, _Append)]
            heads = {job.table: self._heads[job.table] for job in appends if job.table in self._heads}
            # A number that is taken, though it was not known to be, is refused by the database itself.
            unknown = {job.table for job in appends if heads.get(job.table) != job.expected}
            if unknown:
                heads |= dict.fromkeys(unknown, 0) | self._read_heads(connection, unknown)
            for job in jobs:
                error = None
                if isinstance(job, _Rows):
                    for statement, values in job.statements:
                        connection.execute(statement, values)
                elif heads[job.table] != job.expected:
                    error = Stale()
                else:
                    rows += ({"table_id": job.table, **msgspec.structs.asdict(entry)} for entry in job.entries)
                    heads[job.table] = job.expected + len(job.entries)
                    if job.finished is not None:
                        over = TABLES.update().where(TABLES.c.id == job.table)
                        connection.execute(over, {"finished": job.finished})
                    if job.note is not None:
                        self._noted(connection, job.table, job.note)
                answers.append((job.done, error))
            if rows:
                connection.execute(EVENTS.insert(), rows)
        if len(self._heads) > _HEADS:
            self._heads.clear()
        self._heads |= heads  # they stand in the log now
        return answers

    @staticmethod
    def _noted(connection: sa.Connection, table: str, note: Note) -> None:
        about = {"open": note.open, "summary": note.summary}
        connection.execute(TABLES.update().where(TABLES.c.id == table), about)
        connection.execute(SEATED.delete().where(SEATED.c.table_id == table))
        if note.seated:
            connection.execute(SEATED.insert(), [{"account_id": who, "table_id": table} for who in note.seated])
        if note.played:
            connection.execute(PLAYED.delete().where(PLAYED.c.table_id == table))
            connection.execute(PLAYED.insert(), [msgspec.structs.asdict(row) for row in note.played])

    @staticmethod
    def _read_heads(connection: sa.Connection, tables: set[str]) -> dict[str, int]:
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
        found = await asyncio.to_thread(self._all, sa.select(*_TABLE).where(TABLES.c.id == table))
        return TableRow(*found[0]) if found else None

    async def tables_of(self, account: str) -> list[TableRow]:
        """The tables at which somebody sits, the newest first."""
        ask = sa.select(*_TABLE).join(SEATED).where(SEATED.c.account_id == account)
        ask = ask.order_by(TABLES.c.created.desc(), TABLES.c.id)
        return [TableRow(*row) for row in await asyncio.to_thread(self._all, ask)]

    async def open_tables(self, which: str, since: int, limit: int) -> list[TableRow]:
        """The tables in one list of the lobby, set up after `since`, the newest first."""
        ask = sa.select(*_TABLE).where(TABLES.c.open == which, TABLES.c.created >= since)
        rows = await asyncio.to_thread(self._all, ask.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(limit))
        return [TableRow(*row) for row in rows]

    async def account(self, token_hash: str, since: int = 0) -> Account | None:
        """Whose session this is, if it was opened after `since`."""
        session = (SESSIONS.c.token_hash == token_hash, SESSIONS.c.created >= since)
        found = await asyncio.to_thread(self._all, sa.select(*_ACCOUNT).join(SESSIONS).where(*session))
        return Account(*found[0]) if found else None

    async def bot(self, token_hash: str) -> Account | None:
        """The program that this token is of."""
        ask = sa.select(*_ACCOUNT).join(BOTS, BOTS.c.account_id == ACCOUNTS.c.id).where(BOTS.c.token_hash == token_hash)
        found = await asyncio.to_thread(self._all, ask)
        return Account(*found[0]) if found else None

    async def bots(self, owner: str) -> list[tuple[Account, str]]:
        """An account's programs whose tokens still open something, the oldest first, and the hashes of the tokens."""
        ask = sa.select(*_ACCOUNT, BOTS.c.token_hash).join(BOTS, BOTS.c.account_id == ACCOUNTS.c.id)
        ask = ask.where(BOTS.c.owner_id == owner, BOTS.c.token_hash.is_not(None))
        rows = await asyncio.to_thread(self._all, ask.order_by(ACCOUNTS.c.created, ACCOUNTS.c.id))
        return [(Account(*row[:-1]), row[-1]) for row in rows]

    async def player(self, account: str) -> Account | None:
        """The account of this id."""
        found = await asyncio.to_thread(self._all, sa.select(*_ACCOUNT).where(ACCOUNTS.c.id == account))
        return Account(*found[0]) if found else None

    async def password(self, login: str) -> tuple[Account, str] | None:
        """The account with this login, and the hash of its password."""
        ask = sa.select(*_ACCOUNT, ACCOUNTS.c.password).where(ACCOUNTS.c.login == login)
        found = await asyncio.to_thread(self._all, ask)
        return (Account(*found[0][:-1]), found[0][-1]) if found else None

    async def sessions(self, account: str) -> list[str]:
        """The hashes of an account's session tokens."""
        ask = sa.select(SESSIONS.c.token_hash).where(SESSIONS.c.account_id == account)
        return [row[0] for row in await asyncio.to_thread(self._all, ask)]

    async def chat(self, table: str, last: int = 50) -> list[Chat]:
        """What was said last at a table, in order."""
        c = CHAT.c
        ask = sa.select(c.n, c.ts, c.account_id, c.nick, c.chair, c.text, c.phrase).where(c.table_id == table)
        rows = await asyncio.to_thread(self._all, ask.order_by(c.n.desc()).limit(last))
        return [Chat(*row) for row in reversed(rows)]

    async def mutes(self, account: str) -> list[Account]:
        """Whose chat an account does not want."""
        ask = sa.select(*_ACCOUNT).join(MUTES, MUTES.c.muted_id == ACCOUNTS.c.id)
        ask = ask.where(MUTES.c.account_id == account).order_by(ACCOUNTS.c.nick, ACCOUNTS.c.id)
        return [Account(*row) for row in await asyncio.to_thread(self._all, ask)]

    async def muters(self, account: str) -> frozenset[str]:
        """Who does not want this account's chat."""
        ask = sa.select(MUTES.c.account_id).where(MUTES.c.muted_id == account)
        return frozenset(row[0] for row in await asyncio.to_thread(self._all, ask))

    async def reports(self, who: str) -> list[tuple[int, Report]]:
        """All reports with their numbers, for the operator; that `who` reads them is written down first."""
        await self.audit(who, "reports", "all")
        c = REPORTS.c
        ask = sa.select(c.id, c.ts, c.table_id, c.account_id, c.on_id, c.reason, c.text).order_by(c.id)
        return [(row[0], Report(*row[1:])) for row in await asyncio.to_thread(self._all, ask)]

    async def played(self, account: str, game: str | None = None) -> list[tuple[TableRow, Played]]:
        """The matches in which somebody took part, the newest first."""
        c = PLAYED.c
        ask = sa.select(*_TABLE, *c).join(TABLES, TABLES.c.id == c.table_id).where(c.account_id == account)
        if game is not None:
            ask = ask.where(TABLES.c.game == game)
        rows = await asyncio.to_thread(self._all, ask.order_by(c.begun.desc(), c.table_id))
        return [(TableRow(*row[: len(_TABLE)]), Played(*row[len(_TABLE) :])) for row in rows]

    async def table_ids(self) -> list[str]:
        """Every table, the oldest first: to make projections anew."""
        ask = sa.select(TABLES.c.id).order_by(TABLES.c.created, TABLES.c.id)
        return [row[0] for row in await asyncio.to_thread(self._all, ask)]

    async def secret(self, table: str, who: str = "server") -> str | None:
        """What a table's deals come from; that `who` reads it is written down first. No answer may hold it."""
        await self.audit(who, "secret", table)
        found = await asyncio.to_thread(self._all, sa.select(TABLES.c.secret).where(TABLES.c.id == table))
        return found[0][0] if found else None

    def _all(self, ask: sa.Select[Any]) -> list[tuple[Any, ...]]:
        try:
            with self._engine.connect() as connection:
                return [tuple(row) for row in connection.execute(ask)]
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"the store cannot be read: {error}") from error
