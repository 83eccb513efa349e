"""The logs of tables, events and leagues, append-only with compare-and-set, and the notes that they can give back."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from kozyr.store.closures import ClosureStore, is_open, table_is_open
from kozyr.store.database import Database, Job, Statement
from kozyr.store.rulings import shown
from kozyr.store.schema import EVENTS, LEAGUES, LOGS, PLAYED, SEATED, SHEET, TABLES, TOURNAMENTS

Owner: TypeAlias = Literal["table", "event"]
_OWNERS: Final[Mapping[Owner, sa.Table]] = {"table": TABLES, "event": TOURNAMENTS}
_HEADS: Final = 10_000  # logs whose last number the writer remembers


class Stale(Exception):
    """The log has moved on, or the command is in it already: nothing was written."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a log.

    seq: dense, from 1. kind: what the body is. seat: who acted, None for the table itself, and at an event or a league. cmd_id: the
    command that caused it, once per log. body: JSON.
    """

    seq: int
    ts: int
    kind: str
    seat: str | None
    cmd_id: str | None
    body: str


class Played(msgspec.Struct, frozen=True):
    """How a match went for somebody: a projection of its log, never the truth.

    name: on the sheet. begun: the first deal. how: `playing`, `adjourned`, `played`, `stopped`, `force_majeure`, or
    what he answers for: `left`, `stalled`, `dodged` (docs/club.md). deals: so many ended. result: his on the settled sheet, exact. place: from 1.
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
    """A table as it was set up; `finished`, `open`, `summary` and `event`, whose table it is, are notes that the log can give back."""

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
    event: str | None = None

    def under(self, names: Mapping[str, str]) -> TableRow:
        """The same with the names that accounts bear now."""
        summary = None if self.summary is None else shown(self.summary, names)
        return msgspec.structs.replace(self, seats=shown(self.seats, names), summary=summary)


class EventRow(msgspec.Struct, frozen=True):
    """An event of the club as it was announced.

    about: JSON. finished: a note that the log can give back. listed: in the list of events.
    """

    id: str
    about: str
    created: int
    finished: int | None = None
    listed: bool = False


class LeagueRow(msgspec.Struct, frozen=True):
    """A league as it was founded. about: JSON."""

    id: str
    name: str
    about: str
    created: int


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


_EVENT: Final = tuple(TOURNAMENTS.c[name] for name in EventRow.__struct_fields__)


_LEAGUE: Final = tuple(LEAGUES.c[name] for name in LeagueRow.__struct_fields__)


class _Append(Job):
    """Entries to add behind a known place."""

    log: str
    expected: int
    entries: Sequence[Entry]
    finished: int | None
    note: Note | None
    owner: Owner

    def refused(self, error: sa.exc.IntegrityError) -> Exception:  # noqa: ARG002 - which number or command, all the same
        """Somebody else wrote."""
        return Stale()


class _Appender:
    """Adds entries to logs. heads: the last numbers, as far as known: another server may have written more, never less."""

    def __init__(self) -> None:
        self._heads: dict[str, int] = {}
        self._written: Mapping[str, int] = {}

    def write(self, connection: sa.Connection, jobs: Sequence[_Append]) -> Sequence[Exception | None]:
        """Add what follows; what does not is stale."""
        errors: list[Exception | None] = []
        rows: list[dict[str, Any]] = []
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
            rows += ({"log_id": job.log, **msgspec.structs.asdict(entry)} for entry in job.entries)
            heads[job.log] = job.expected + len(job.entries)
            if job.finished is not None:
                over = _OWNERS[job.owner].update().where(_OWNERS[job.owner].c.id == job.log)
                connection.execute(over, {"finished": job.finished})
            if job.note is not None:
                _noted(connection, job.log, job.note)
        if rows:
            connection.execute(EVENTS.insert(), rows)
        self._written = heads
        return errors

    def committed(self) -> None:
        """The numbers stand in the log now."""
        if len(self._heads) > _HEADS:
            self._heads.clear()
        self._heads |= self._written
        self._written = {}

    def failed(self) -> None:
        """Some of the numbers may have been another server's."""
        self._heads.clear()
        self._written = {}


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
    """Tables, events, leagues, and their logs. Whatever reads raises StoreError when the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.closures = ClosureStore(database)
        self.names: Mapping[str, str] = {}  # by account: what stands in place of the names that rows and logs have
        database.employ(_Append, _Appender())

    async def append(
        self,
        log: str,
        expected: int,
        entries: Sequence[Entry],
        finished: int | None = None,
        note: Note | None = None,
        owner: Owner = "table",
    ) -> None:
        """Add entries to a log behind number `expected`; returns when they are committed.

        finished: when the match or the event ended, if it does with them. note: what lists say of the table then.

        Raises:
            Stale: the log's last number is another one, or a command id stands in it already.
            StoreError: they could not be written; whether they were is unknown until the log is read.
        """
        done = asyncio.get_running_loop().create_future()
        await self._db.put(_Append(done, log, expected, entries, finished, note, owner))

    async def create(
        self, row: TableRow, accounts: Iterable[str], entries: Sequence[Entry], secret: str | None = None
    ) -> None:
        """Add a table, who sits at it, the first entries of its log, and the secret of its deals.

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

    async def last(self, log: str) -> int:
        """The number of the last entry of a log; 0: it has none."""
        found = await self._db.read(sa.select(sa.func.max(EVENTS.c.seq)).where(EVENTS.c.log_id == log))
        return found[0][0] or 0

    async def table(self, table: str) -> TableRow | None:
        """The table of this id; a kept sheet is none."""
        return None if table.startswith(SHEET) else await self._row(table)

    async def sheet(self, sheet: str) -> TableRow | None:
        """The kept sheet of this id; its row has who plays in `seats`."""
        return await self._row(sheet) if sheet.startswith(SHEET) else None

    async def _row(self, table: str) -> TableRow | None:
        found = await self._db.read(sa.select(*_TABLE).where(TABLES.c.id == table))
        return TableRow(*found[0]).under(self.names) if found else None

    async def tables_of(self, account: str, skip: int = 0, most: int | None = None) -> list[TableRow]:
        """The tables at which somebody sits: those that are not over first, each kind from the newest on.

        skip: leave out the first so many. most: no more than these.
        """
        ask = sa.select(*_TABLE).join(SEATED).where(SEATED.c.account_id == account, table_is_open())
        ask = ask.order_by(TABLES.c.finished.is_not(None), TABLES.c.created.desc(), TABLES.c.id)
        ask = ask.offset(skip).limit(most)
        return [TableRow(*row).under(self.names) for row in await self._db.read(ask)]

    async def over(self, skip: int, most: int) -> list[TableRow]:
        """Public tables whose match is over and may be looked at, the newest first; but not the first so many."""
        ask = sa.select(*_TABLE).where(TABLES.c.open == "over", table_is_open())
        ask = ask.order_by(TABLES.c.created.desc(), TABLES.c.id).offset(skip).limit(most)
        return [TableRow(*row).under(self.names) for row in await self._db.read(ask)]

    async def gathering(self, accounts: Collection[str], since: int) -> int:
        """How many public tables that gather people, set up after `since`, one of these accounts sits at."""
        c = TABLES.c
        ask = sa.select(sa.func.count(c.id.distinct())).select_from(TABLES.join(SEATED))
        ask = ask.where(SEATED.c.account_id.in_(sorted(accounts)))
        ask = ask.where(c.open == "gathering", table_is_open(), c.created >= since)
        count: int = (await self._db.read(ask))[0][0]
        return count

    async def took_part(self, account: str, table: str) -> bool:
        """Whether an account sits at a table, or has played there."""
        for where in (SEATED, PLAYED):
            if await self._db.read(
                sa.select(where.c.table_id).where(where.c.account_id == account, where.c.table_id == table)
            ):
                return True
        return False

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
        found = await self._db.read(sa.select(*_EVENT).where(TOURNAMENTS.c.id == event))
        return EventRow(*found[0]) if found else None

    async def listed_events(self, skip: int, most: int) -> list[EventRow]:
        """Events that stand in the list: those that are not over first, each kind from the newest on; but not the first so many."""
        c = TOURNAMENTS.c
        ask = sa.select(*_EVENT).where(c.listed.is_(True), is_open("event", c.id))
        ask = ask.order_by(c.finished.is_not(None), c.created.desc(), c.id).offset(skip).limit(most)
        return [EventRow(*row) for row in await self._db.read(ask)]

    async def lively_events(self, since: int) -> list[str]:
        """Events for which the club has a secret, that are not over, and whose log has an entry of that moment or later."""
        c, entered = TOURNAMENTS.c, sa.func.max(EVENTS.c.ts)
        ask = sa.select(c.id).join(EVENTS, EVENTS.c.log_id == c.id)
        ask = ask.where(c.secret.is_not(None), c.finished.is_(None), is_open("event", c.id))
        ask = ask.group_by(c.id).having(entered >= since).order_by(c.id)
        return [row[0] for row in await self._db.read(ask)]

    async def event_ids(self) -> list[str]:
        """Every event, the oldest first."""
        ask = sa.select(TOURNAMENTS.c.id).order_by(TOURNAMENTS.c.created, TOURNAMENTS.c.id)
        return [row[0] for row in await self._db.read(ask)]

    async def league(self, league: str) -> LeagueRow | None:
        """The league of this id."""
        found = await self._db.read(sa.select(*_LEAGUE).where(LEAGUES.c.id == league))
        return LeagueRow(*found[0]) if found else None

    async def leagues(self, skip: int, most: int) -> list[LeagueRow]:
        """Leagues that are not closed, the newest first; but not the first so many."""
        ask = (
            sa.select(*_LEAGUE)
            .where(is_open("league", LEAGUES.c.id))
            .order_by(LEAGUES.c.created.desc(), LEAGUES.c.id)
            .offset(skip)
            .limit(most)
        )
        return [LeagueRow(*row) for row in await self._db.read(ask)]

    async def league_ids(self) -> list[str]:
        """Every league, the oldest first."""
        ask = sa.select(LEAGUES.c.id).order_by(LEAGUES.c.created, LEAGUES.c.id)
        return [row[0] for row in await self._db.read(ask)]

    async def played(
        self, account: str, game: str | None = None, skip: int = 0, most: int | None = None
    ) -> list[tuple[TableRow, Played]]:
        """The matches in which somebody took part, the newest first; but not the first so many, and no more than these."""
        c = PLAYED.c
        ask = sa.select(*_TABLE, *c).join(TABLES, TABLES.c.id == c.table_id).where(c.account_id == account)
        if game is not None:
            ask = ask.where(TABLES.c.game == game)
        rows = await self._db.read(ask.order_by(c.begun.desc(), c.table_id).offset(skip).limit(most))
        return [(TableRow(*row[: len(_TABLE)]), Played(*row[len(_TABLE) :])) for row in rows]

    async def secret(self, table: str, who: str = "server") -> str | None:
        """What a table's deals come from; that `who` reads it is written down first. No answer may hold it."""
        await self._db.audit(who, "secret", table)
        found = await self._db.read(sa.select(TABLES.c.secret).where(TABLES.c.id == table))
        return found[0][0] if found else None

    async def event_secret(self, event: str, who: str = "server") -> str | None:
        """What an event's boards come from, likewise; None: the club deals none for it."""
        await self._db.audit(who, "secret", event)
        found = await self._db.read(sa.select(TOURNAMENTS.c.secret).where(TOURNAMENTS.c.id == event))
        return found[0][0] if found else None
