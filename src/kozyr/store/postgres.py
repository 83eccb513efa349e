"""Entries of logs added to PostgreSQL: all that come together in one statement, each behind its expected place.

The statement commits by itself, so that a process that stands still holds no lock. It looks at the fence, compares the
last number of each log, adds the entries and changes the notes. It uses asyncpg, on an event loop of the writer's own
thread; SQLAlchemy does all else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

import asyncpg
import msgspec
import sqlalchemy as sa

from kozyr.store.errors import StoreError, plainly
from kozyr.store.rows import Entry, Note

_PATIENCE: Final = 5.0  # seconds for a statement, and for a connection
# A session that stands still between two statements of a transaction loses it and its locks after a second.
SETTINGS: Final = {"application_name": "kozyr", "idle_in_transaction_session_timeout": "1000", "lock_timeout": "4000"}
# To plan an append anew costs more than to carry it out, and the server would do so for each that has few entries.
_PLANNED_ONCE: Final = {"plan_cache_mode": "force_generic_plan"}
_SYNCED: Final = ("fsync", "synchronous_commit")
_ASKED: Final = (
    "asked AS (SELECT *, TRUE AS held FROM unnest($1::text[], $2::int[], $3::boolean[]) AS a(log_id, expected, known))"
)
# The owner's shards are looked at and held until the entries are committed: whoever takes them over waits so long. The planner expects
# few rows of an array, so a join of the logs with their fences would compare each with each.
_HELD: Final = """
kept AS (SELECT s.shard, s.epoch FROM shards s WHERE s.shard = ANY(${n}) AND s.owner = ${o} ORDER BY s.shard FOR SHARE),
asked AS (
  SELECT a.*, a.shard IS NULL OR (a.shard, a.epoch) IN (SELECT k.shard, k.epoch FROM kept k) AS held
  FROM unnest($1::text[], $2::int[], $3::boolean[], ${n}::int[], ${m}::bigint[]) AS a(log_id, expected, known, shard, epoch)
)"""
# The entries refer to no table here (migration 24): a log without an entry must be in `logs`.
_GOOD: Final = """
good AS (
  SELECT a.log_id FROM asked a
  WHERE a.held AND (a.known OR a.expected = coalesce(
    (SELECT max(e.seq) FROM events e WHERE e.log_id = a.log_id), (SELECT 0 FROM logs l WHERE l.id = a.log_id)
  ))
)"""
# Where all are known, no part of the log is opened that gets no entry: to open sixteen costs more than an entry.
_KNOWN: Final = "good AS (SELECT a.log_id FROM asked a WHERE a.held)"
_ADDED: Final = """
added AS (
  INSERT INTO events (log_id, seq, ts, kind, seat, cmd_id, body)
  SELECT r.* FROM unnest($4::text[], $5::int[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[])
    AS r(log_id, seq, ts, kind, seat, cmd_id, body) JOIN good USING (log_id)
)"""
_NOTES: Final = """
notes AS (
  SELECT n.* FROM json_to_recordset($11::json)
    AS n(log_id text, owner text, finished bigint, due bigint, noted boolean, open text, summary text, replay boolean) JOIN good USING (log_id)
),
tabled AS (
  UPDATE tables t SET finished = coalesce(n.finished, t.finished),
    open = CASE WHEN n.noted THEN n.open ELSE t.open END, summary = CASE WHEN n.noted THEN n.summary ELSE t.summary END
  FROM notes n WHERE n.owner = 'table' AND t.id = n.log_id
),
over AS (
  UPDATE tournaments t SET finished = coalesce(n.finished, t.finished),
    due = CASE WHEN n.finished IS NOT NULL OR t.finished IS NOT NULL OR t.secret IS NULL THEN NULL ELSE coalesce(n.due, t.due) END
  FROM notes n WHERE n.owner = 'event' AND t.id = n.log_id
),
sits AS (SELECT s.* FROM json_populate_recordset(NULL::seated, $12::json) s JOIN good ON good.log_id = s.table_id),
stood_up AS (
  DELETE FROM seated s USING notes n WHERE n.noted AND s.table_id = n.log_id
    AND NOT EXISTS (SELECT FROM sits WHERE sits.table_id = s.table_id AND sits.account_id = s.account_id)
),
sat_down AS (INSERT INTO seated (account_id, table_id) SELECT account_id, table_id FROM sits ON CONFLICT DO NOTHING),
plays AS (SELECT p.* FROM json_populate_recordset(NULL::played, $13::json) p JOIN good ON good.log_id = p.table_id),
gone AS (
  DELETE FROM played p USING notes n WHERE n.replay AND p.table_id = n.log_id
    AND NOT EXISTS (SELECT FROM plays WHERE plays.table_id = p.table_id AND plays.account_id = p.account_id)
),
went AS (
  INSERT INTO played (account_id, table_id, name, begun, ended, how, deals, result, place)
  SELECT account_id, table_id, name, begun, ended, how, deals, result, place FROM plays
  ON CONFLICT (account_id, table_id) DO UPDATE SET (name, begun, ended, how, deals, result, place)
    = (excluded.name, excluded.begun, excluded.ended, excluded.how, excluded.deals, excluded.result, excluded.place)
)"""

_TOLD: Final = """
SELECT log_id, CASE WHEN good.log_id IS NOT NULL THEN 'added' WHEN held THEN 'stale' ELSE 'fenced' END AS how
FROM asked LEFT JOIN good USING (log_id)"""


class NoAnswer(StoreError):
    """The server did not answer, or broke off: what was written is unknown. The text has no word of the server's own."""


class Addition(Protocol):
    """Entries to add behind a known place of a log; see `LogStore.append`."""

    @property
    def log(self) -> str:
        """The log's id."""

    @property
    def expected(self) -> int:
        """The number of its last entry."""

    @property
    def entries(self) -> Sequence[Entry]:
        """What follows."""

    @property
    def finished(self) -> int | None:
        """When its matter ended with them."""

    @property
    def note(self) -> Note | None:
        """Its new note for lists."""

    @property
    def owner(self) -> str:
        """Whose log it is: a table's, an event's."""

    @property
    def fence(self) -> tuple[str, int, int] | None:
        """The writer, the shard of the log, and the writer's epoch there; None: whoever may write, may."""


def reach(url: sa.URL) -> dict[str, Any]:  # Any: the arguments of asyncpg.connect
    """How asyncpg reaches the database of a URL; with several hosts, the one that may be written.

    Raises:
        ValueError: the URL has an option that we do not know.
    """
    query = dict(url.query)
    hosts = query.pop("host", url.host or "127.0.0.1")
    places = [
        one.rpartition(":") if ":" in one else (one, "", "") for one in ([hosts] if isinstance(hosts, str) else hosts)
    ]
    found: dict[str, Any] = {  # Any: as above
        "host": [place[0] for place in places],
        "port": [int(place[2] or url.port or 5432) for place in places],
        "user": url.username,
        "password": url.password,
        "database": url.database,
        "timeout": _PATIENCE,
        "command_timeout": _PATIENCE,
        "server_settings": SETTINGS,
    }
    if len(places) > 1:
        found["target_session_attrs"] = "read-write"
    if (mode := query.pop("sslmode", None)) is not None:
        found["ssl"] = mode
    query.pop("target_session_attrs", None)
    if query:
        raise ValueError(f"the URL of the database has an unknown option: {', '.join(sorted(query))}")
    return found


async def connect(url: sa.URL, settings: Mapping[str, str] | None = None) -> asyncpg.Connection:
    """A connection to a server that syncs. settings: of the session, besides those of all our sessions.

    Raises:
        NoAnswer: there is none. StoreError: it does not sync.
    """
    try:
        found = await asyncpg.connect(**reach(url) | {"server_settings": {**SETTINGS, **(settings or {})}})
        try:
            synced = {name: await found.fetchval(f"SHOW {name}") for name in _SYNCED}
        except BaseException:  # also when the caller waits no longer: nobody else knows this connection
            found.terminate()
            raise
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise NoAnswer(plainly(error)) from None
    off = [name for name, value in synced.items() if value == "off"]
    if off:
        await found.close()
        raise StoreError(f"it runs with {off[0]}=off and could lose what it has acknowledged: set {off[0]}=on")
    return found


class Server:
    """A server that syncs. url: as SQLAlchemy reaches it.

    Raises:
        StoreError: it does not answer, does not sync, or its URL has an unknown option.
    """

    def __init__(self, url: sa.URL) -> None:
        self.url = url.set(drivername="postgresql+psycopg")
        try:
            reach(url)
        except ValueError as error:
            raise StoreError(str(error)) from None

        async def asked() -> None:
            await (await connect(url)).close()

        with ThreadPoolExecutor(1) as beside:  # the caller's thread may have a loop that runs
            beside.submit(asyncio.run, asked()).result()

    def log(self) -> Log:
        """What adds entries to logs here."""
        return Log(self.url)

    def options(self) -> dict[str, Any]:  # Any: the arguments of create_engine
        """How SQLAlchemy connects: a lost connection is noticed before it is used."""
        settings = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        more = {} if "host" not in self.url.query else {"target_session_attrs": "read-write"}
        return {"pool_pre_ping": True, "connect_args": {"options": settings, "connect_timeout": int(_PATIENCE), **more}}


class Log:
    """Adds entries, on a connection of its own. For one thread."""

    def __init__(self, url: sa.URL) -> None:
        self._url = url
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._connection: asyncpg.Connection | None = None

    def open(self) -> None:
        """Connect.

        Raises:
            NoAnswer, StoreError: see `connect`.
        """
        self._runner.run(self._connected())

    def close(self) -> None:
        """Disconnect."""
        if self._connection is not None:
            self._connection.terminate()
        self._runner.run(asyncio.sleep(0))
        self._runner.close()

    def add(self, jobs: Sequence[Addition], known: Container[str]) -> list[str]:
        """Add all that follow the last entry of their log, in one statement that is committed. One job a log at most.

        known: logs that have the expected entry for certain, so that the primary key alone says whether it is the last one.

        Returns for each job `added`, `stale` or `fenced`. A lost connection is opened again, once: a log takes each number once.

        Raises:
            NoAnswer: whether they were written is unknown until the logs are read. PostgresError: nothing was written. StoreError: see `connect`.
        """
        return self._runner.run(self._added(jobs, known))

    def contradicts(self, error: Exception) -> bool:
        """Whether the database found a contradiction to the rows that are there."""
        return isinstance(error, asyncpg.IntegrityConstraintViolationError)

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url, _PLANNED_ONCE)
        return self._connection

    async def _added(self, jobs: Sequence[Addition], known: Container[str]) -> list[str]:
        statement, values = _statement(jobs, known)
        for again in (True, False):
            fresh = self._connection is None or self._connection.is_closed()
            connection = await self._connected()
            try:
                rows = await connection.fetch(statement, *values)
            except asyncpg.IntegrityConstraintViolationError:
                raise
            except (
                OSError,
                TimeoutError,
                asyncpg.InterfaceError,
                asyncpg.PostgresConnectionError,
                asyncpg.OperatorInterventionError,
            ) as error:
                connection.terminate()
                self._connection = None
                await asyncio.sleep(0)  # the loop closes its socket now, and not with the next append
                if fresh or not again or isinstance(error, TimeoutError):
                    raise NoAnswer(plainly(error)) from None
                continue
            told = {row["log_id"]: row["how"] for row in rows}
            return [told[job.log] for job in jobs]
        raise AssertionError("the second try has ended")


def _statement(jobs: Sequence[Addition], known: Container[str]) -> tuple[str, list[Any]]:  # Any: the values of arrays
    """The statement for these jobs, and its values."""
    logs = [job.log for job in jobs]
    rows = [(job.log, *msgspec.structs.astuple(entry)) for job in jobs for entry in job.entries]
    columns: list[Any] = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(7)]  # Any: as above
    values: list[Any] = [
        logs,
        [job.expected for job in jobs],
        [log in known for log in logs],
        *columns,
    ]  # Any: as above
    noted = [job for job in jobs if job.finished is not None or job.note is not None or job.owner == "event"]
    fences = [job.fence for job in jobs if job.fence is not None]
    after = len(values) + (3 if noted else 0) + 1
    parts = [
        _HELD.format(n=after, m=after + 1, o=after + 2) if fences else _ASKED,
        _KNOWN if all(values[2]) else _GOOD,
        _ADDED,
    ]
    if noted:
        parts.append(_NOTES)
        values += _notes(noted)
    if fences:
        (writer,) = {fence[0] for fence in fences}
        values += [[job.fence and job.fence[1] for job in jobs], [job.fence and job.fence[2] for job in jobs], writer]
    return "WITH " + ",".join(parts) + _TOLD, values


def _notes(jobs: Sequence[Addition]) -> list[str]:
    """The notes of these jobs as JSON: of logs, of people at tables, of their matches."""
    logs, sits, plays = [], [], []
    for job in jobs:
        due = job.entries[-1].ts if job.owner == "event" and job.entries else None
        about: dict[str, object] = {
            "log_id": job.log,
            "owner": job.owner,
            "finished": job.finished,
            "due": due,
            "noted": False,
        }
        if job.note is not None:
            about |= {
                "noted": True,
                "open": job.note.open,
                "summary": job.note.summary,
                "replay": bool(job.note.played),
            }
            sits += [{"account_id": who, "table_id": job.log} for who in job.note.seated]
            plays += [msgspec.structs.asdict(row) for row in job.note.played]
        logs.append(about)
    return [msgspec.json.encode(one).decode() for one in (logs, sits, plays)]
