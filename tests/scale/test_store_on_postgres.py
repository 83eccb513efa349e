"""The store keeps its promises on PostgreSQL too: the suite of SQLite's, and what PostgreSQL alone can do wrong."""

import asyncio
import gc
import logging
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from psycopg import sql

from kozyr.store import Account, Entry, Note, Played, Stale, Store, StoreError, Taken
from kozyr.store.postgres import Log, _statement, connect as connected
from tests.scale.servers import private_postgres
from tests.test_store import (  # the suite itself; each test asks for the store of this module
    entry,
    row,
    run,
    test_a_caller_that_went_away_is_not_missed,
    test_a_command_stands_in_the_log_once,
    test_a_log_is_read_as_it_was_written,
    test_a_table_is_created_whole_or_not_at_all,
    test_accounts_are_found_by_their_session_alone,
    test_compare_and_set,
    test_of_many_at_once_one_wins,
    test_one_bad_job_does_not_harm_the_others_in_its_batch,
    test_two_servers_on_one_file,
    test_what_another_server_has_written_is_not_written_again,
    test_what_one_turn_of_the_loop_brings_shares_a_commit,
    with_table,
)

__all__ = [
    "test_a_caller_that_went_away_is_not_missed",
    "test_a_command_stands_in_the_log_once",
    "test_a_log_is_read_as_it_was_written",
    "test_a_table_is_created_whole_or_not_at_all",
    "test_accounts_are_found_by_their_session_alone",
    "test_compare_and_set",
    "test_of_many_at_once_one_wins",
    "test_one_bad_job_does_not_harm_the_others_in_its_batch",
    "test_two_servers_on_one_file",
    "test_what_another_server_has_written_is_not_written_again",
    "test_what_one_turn_of_the_loop_brings_shares_a_commit",
]


@pytest.fixture
def path(postgres: str) -> str:
    return postgres


@pytest.fixture
def store(path: str) -> Iterator[Store]:
    store = Store(path)
    yield store
    store.close()


def test_a_text_that_no_row_can_hold_is_found_nowhere(store: Store) -> None:
    """PostgreSQL refuses a NUL, and what is longer than its column; the database answers, and others are not held up."""
    told: list[int] = []
    store.database.failed = lambda: told.append(1)

    async def work() -> list[object]:
        await store.accounts.enrol(Account("one", "Anna", 0), "hash")
        assert await store.accounts.find("a\0") is None
        assert await store.log.events("t\0") == []
        for name in ("a\0", "x" * 5000):
            with pytest.raises(Taken):
                await store.social.mute("one", name, on=True)
        assert told == []
        bad = msgspec.structs.replace(entry(1), cmd_id="a\0")
        tries = (store.log.append("t", 0, [bad]), store.log.append("t", 0, [entry(1)]))
        return list(await asyncio.gather(*tries, return_exceptions=True))

    refused, added = with_table(store, work)
    assert isinstance(refused, StoreError)
    assert added is None


def test_several_entries_of_one_log_in_one_turn(store: Store) -> None:
    """They go in a row of statements, each behind the one before."""

    async def work() -> list[object]:
        tries = (store.log.append("t", at, [entry(at + 1), entry(at + 2)]) for at in (0, 2, 4, 5, 6))
        return list(await asyncio.gather(*tries, return_exceptions=True))

    results = with_table(store, work)
    assert [type(one).__name__ for one in results] == ["NoneType", "NoneType", "NoneType", "Stale", "NoneType"]
    assert [one.seq for one in run(store.log.events("t"))] == list(range(1, 9))


def played(who: str, deals: int, name: str = "N") -> Played:
    return Played(who, "t", name, 5, None, "playing", deals)


def test_notes_and_ends_are_written_with_their_entries(store: Store) -> None:
    """As on SQLite: who sits there, whose match it is, in which list it stands, and when it was over."""

    async def work() -> None:
        for who in ("a", "b", "c"):
            await store.accounts.enrol(Account(who, who, 1), f"hash {who}")
        first = Note("waiting", '{"n":1}', ("a", "b"), (played("a", 1), played("b", 1)))
        second = Note(None, '{"n":2}', ("b", "c"), (played("b", 2, "B"), played("c", 2)))
        await store.log.append("t", 0, [entry(1)], None, first)
        await asyncio.gather(
            store.log.append("t", 1, [entry(2)], 77, second),
            store.log.append("u", 0, [entry(1)]),
            return_exceptions=True,
        )
        with pytest.raises(Stale):  # nor does a note go in without its entry
            await store.log.append("t", 1, [entry(2)], 99, first)

    with_table(store, work, "t", "u")
    tables = {who: [one.id for one in run(store.lists.tables_of(who))] for who in ("a", "b", "c")}
    assert tables == {"a": [], "b": ["t"], "c": ["t"]}
    found = run(store.log.table("t"))
    assert found is not None
    assert (found.finished, found.open, found.summary) == (77, None, '{"n":2}')
    with psycopg.connect(store.database.engine.url.set(drivername="postgresql").render_as_string(False)) as connection:
        rows = connection.execute("SELECT account_id, name, deals, begun, place FROM played ORDER BY 1").fetchall()
    assert rows == [("b", "B", 2, 5, None), ("c", "N", 2, 5, None)]
    unknown = run(store.log.table("u"))
    assert unknown is not None
    assert (unknown.finished, unknown.open) == (None, None)


def test_the_log_stands_in_sixteen_parts(store: Store, path: str) -> None:
    async def work() -> None:
        await asyncio.gather(*(store.log.append(f"t{n}", 0, [entry(1)]) for n in range(150)))

    with_table(store, work, *(f"t{n}" for n in range(150)))
    with psycopg.connect(path) as connection:
        parts = connection.execute("SELECT tableoid::regclass::text, count(*) FROM events GROUP BY 1").fetchall()
    assert len(parts) == 16
    assert sum(count for _, count in parts) == 150


def test_a_restart_costs_a_request_at_most_and_loses_nothing() -> None:
    with private_postgres() as server:
        store = Store(server.url, upgrade=True)

        async def work() -> tuple[int, int]:
            await store.log.create(row("t"), [], [])
            seq = failed = 0
            for step in range(20):
                if step in {5, 12}:
                    server.stop(signal.SIGINT if step == 5 else signal.SIGQUIT)
                    with pytest.raises(StoreError, match="nobody answers there"):
                        await store.log.append("t", seq, [entry(seq + 1)])
                    server.start()
                try:
                    await store.log.append("t", seq, [entry(seq + 1)])
                    seq += 1
                except StoreError:
                    failed += 1
            return seq, failed

        seq, failed = run(work())
        assert failed <= 2
        assert [one.seq for one in run(store.log.events("t"))] == list(range(1, seq + 1))
        store.close()


def test_an_answer_that_is_lost_is_in_the_log(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks between commit and answer: the second try finds the entry there, and the log decides."""
    fetch, broken = asyncpg.Connection.fetch, [True]

    async def breaks(self: Any, *values: Any) -> Any:
        found = await fetch(self, *values)
        if broken:
            broken.clear()
            raise ConnectionResetError
        return found

    async def work() -> None:
        await store.log.append("t", 0, [entry(1)])
        monkeypatch.setattr(asyncpg.Connection, "fetch", breaks)
        with pytest.raises(Stale):
            await store.log.append("t", 1, [entry(2, "command")])

    with_table(store, work)
    assert run(store.log.events("t")) == [entry(1), entry(2, "command")]


def test_a_connection_that_nobody_waits_for_any_longer_is_closed(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lease ends while the database is slow: the half-made connection goes, and with it the cancelling of its query."""
    connect, fetchval, opened = asyncpg.connect, asyncpg.Connection.fetchval, list[asyncpg.Connection]()
    asked = asyncio.Event()

    async def noted(**how: Any) -> asyncpg.Connection:
        opened.append(await connect(**how))
        return opened[-1]

    async def slow(self: asyncpg.Connection, _query: str) -> Any:
        asked.set()
        return await fetchval(self, "SELECT pg_sleep(60)")

    monkeypatch.setattr(asyncpg, "connect", noted)
    monkeypatch.setattr(asyncpg.Connection, "fetchval", slow)

    async def work() -> None:
        task = asyncio.create_task(connected(sa.make_url(postgres)))
        await asked.wait()
        await asyncio.sleep(0.1)
        task.cancel()  # and the loop ends with it

    asyncio.run(work())
    (left,) = opened
    assert left.is_closed()
    del left
    opened.clear()
    gc.collect()  # whatever was left open is an error of this test


def refused(url: str, why: str) -> None:
    """The store says why it is not opened there, in one line that has no password."""
    with pytest.raises(StoreError) as caught:
        Store(url)
    said = str(caught.value)
    assert why in said
    assert "\n" not in said
    assert "password" not in said
    assert "secret" not in said


@pytest.mark.long  # a server of its own; in short: the next test
def test_a_server_that_does_not_sync_is_refused_with_one_line() -> None:
    with private_postgres("fsync=off") as server:
        refused(server.url, "fsync=off")


def test_a_database_that_does_not_sync_is_refused_with_one_line(postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    refused(postgres, "synchronous_commit=off")


def test_a_url_that_is_none_is_one_line_without_a_password(postgres: str) -> None:
    refused(postgres.rpartition("/")[0] + "/there_is_none", "it has no such database")
    refused(postgres.replace("a-password-for-tests", "wrong-and-secret"), "it refuses this login")
    refused(postgres.rpartition(":")[0] + ":1/postgres", "nobody answers there")
    refused(postgres + "?colour=red", "unknown option: colour")


def test_of_several_hosts_the_one_that_answers_is_taken(postgres: str) -> None:
    user, _, place = postgres.rpartition("@")
    place, _, name = place.partition("/")
    for url in (f"{user}@127.0.0.1:1,{place}/{name}", f"{user}@/{name}?host=127.0.0.1:1&host={place}"):
        store = Store(url)
        assert run(store.log.table("t")) is None
        store.close()


SECRET = "9f86d081884c7d659a2feaa0c55ad015"  # noqa: S105 - a value that no error may tell


def test_what_an_error_of_the_database_says_reaches_nobody(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """PostgreSQL repeats the row in its errors."""
    said: list[str] = []

    async def tried(work: Any) -> None:
        try:
            await work
        except (StoreError, Stale) as error:
            logging.getLogger("kozyr.club").exception("a write failed")
            said.append(f"{error!r} {error.__context__!r} {error.__cause__!r}")

    async def work() -> None:
        await store.accounts.enrol(Account("a", "Anna", 1), SECRET)
        await tried(store.accounts.enrol(Account("b", "Anna", 1), SECRET))  # the hash is taken
        await tried(store.log.append(SECRET, 0, [entry(1)]))  # no such log
        await tried(store.log.append("t", 0, [entry(1, body=SECRET + "\0")]))  # no text for PostgreSQL

    with_table(store, work)
    assert len(said) == 3
    assert SECRET not in "".join(said) + caplog.text


def test_a_log_that_was_never_begun_takes_no_entry(store: Store) -> None:
    """No constraint of the database says so (migration 24)."""

    async def work() -> list[object]:
        tries = (store.log.append(log, at, [entry(at + 1)]) for log, at in (("t", 0), ("none", 0), ("none", 1)))
        return list(await asyncio.gather(*tries, return_exceptions=True))

    results = with_table(store, work)
    assert [type(one).__name__ for one in results] == ["NoneType", "Stale", "Stale"]
    assert run(store.log.last("none")) == 0


def test_an_append_is_planned_once(postgres: str) -> None:
    """Planning took the server more than all else for an entry; a known log costs no look at the parts of others."""
    log = Log(sa.make_url(postgres))
    with psycopg.connect(postgres) as connection:
        connection.execute("INSERT INTO logs (id, owner) VALUES ('t', 'table')")
        connection.execute("INSERT INTO shards VALUES (0, 'me', 5)")
    try:
        for at in range(8):
            job = Asked("t", at, (entry(at + 1),), ("me", 0, 5))
            assert log.add([job], {"t"} if at else set()) == ["added"]
        held = log._connection
        assert held is not None
        ask = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE 'WITH%INTO events%'"
        plans = log._runner.run(held.fetch(ask))
        assert sorted(tuple(plan) for plan in plans) == [(1, 0), (7, 0)]
    finally:
        log.close()


def test_a_turn_with_an_impossible_entry_writes_all_others(store: Store) -> None:
    async def work() -> list[object]:
        tries = (store.log.append(f"t{n}", 0, [entry(1, body="\0" if n == 3 else "{}")]) for n in range(8))
        return list(await asyncio.gather(*tries, return_exceptions=True))

    results = with_table(store, work, *(f"t{n}" for n in range(8)))
    assert [n for n, one in enumerate(results) if one is not None] == [3]
    assert isinstance(results[3], StoreError)


def test_an_empty_database_gets_its_schema_and_no_file_is_made(
    empty_postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        Store(empty_postgres, upgrade=True).close()
    assert list(tmp_path.iterdir()) == []


class Asked(NamedTuple):
    """An append; see `kozyr.store.postgres.Addition`."""

    log: str
    expected: int
    entries: tuple[Entry, ...]
    fence: tuple[str, int, int]
    finished: int | None = None
    note: Note | None = None
    owner: str = "table"


def test_many_fenced_appends_are_not_compared_each_with_each(postgres: str) -> None:
    """The server expects few rows of an array, and joined 200 logs with their fences by 40,000 comparisons."""
    many = 200
    jobs = [
        Asked(f"t{n}", 0, (Entry(1, 0, "event", "N", f"c{n}", "{}"),), ("me", n % 3, 5 if n else 4))
        for n in range(many)
    ]
    statement, values = _statement(jobs, {job.log for job in jobs})
    with psycopg.connect(postgres) as connection:
        for job in jobs:
            connection.execute("INSERT INTO logs (id, owner) VALUES (%s, 'table')", (job.log,))
        connection.execute("INSERT INTO shards VALUES (0, 'me', 5), (1, 'me', 5), (2, 'me', 5)")
        connection.execute("SET plan_cache_mode = force_generic_plan")
        connection.execute(f"PREPARE fenced AS {statement}".encode())
        given = sql.SQL(", ").join(map(sql.Literal, values))
        plan = connection.execute(sql.SQL("EXPLAIN (ANALYZE, TIMING OFF) EXECUTE fenced ({})").format(given)).fetchall()
        told = "\n".join(line for (line,) in plan)
        assert "rows removed by join filter" not in told.lower(), told
        written = connection.execute("SELECT count(*) FROM events").fetchone()
    assert written == (many - 1,)  # the first names an epoch that is over
