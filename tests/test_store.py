"""The store keeps what it has acknowledged, and refuses what does not follow."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from kozyr.store import Account, Entry, Stale, Store, StoreError, TableRow, schema
from kozyr.store.schema import METADATA

T = TypeVar("T")


def entry(seq: int, cmd_id: str | None = None, body: str = "{}") -> Entry:
    return Entry(seq, 1000 + seq, "event", "N", cmd_id, body)


def row(name: str) -> TableRow:
    return TableRow(name, "preferans", "sochi", "{}", "[]", 1)


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store(path)
    yield store
    store.close()


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def with_table(store: Store, work: Callable[[], Awaitable[T]], *names: str) -> T:
    async def first() -> T:
        for name in names or ("t",):
            await store.log.create(row(name), [], [])
        return await work()

    return run(first())


def test_a_log_is_read_as_it_was_written(store: Store, path: Path) -> None:
    async def work() -> None:
        await store.log.append("t", 0, [entry(1), entry(2, "a", '{"type":"pass"}')])
        await store.log.append("t", 2, [entry(3)])

    with_table(store, work)
    expected = [entry(1), entry(2, "a", '{"type":"pass"}'), entry(3)]
    assert run(store.log.events("t")) == expected
    assert run(store.log.events("another")) == []
    store.close()
    again = Store(path)
    assert run(again.log.events("t")) == expected
    assert run(again.log.table("t")) == row("t")
    again.close()


def test_append_returns_when_others_can_see_it(store: Store, path: Path) -> None:
    async def work() -> int:
        await store.log.append("t", 0, [entry(1)])
        with sqlite3.connect(path) as other:
            found: int = other.execute("select count(*) from events").fetchone()[0]
        return found

    assert with_table(store, work) == 1


@pytest.mark.parametrize("expected", [0, 2, 5])
def test_compare_and_set(store: Store, expected: int) -> None:
    async def work() -> None:
        await store.log.append("t", 0, [entry(1)])
        with pytest.raises(Stale):
            await store.log.append("t", expected, [entry(expected + 1)])

    with_table(store, work)
    assert run(store.log.events("t")) == [entry(1)]


def test_a_command_stands_in_the_log_once(store: Store) -> None:
    async def work() -> None:
        await store.log.append("t", 0, [entry(1, "x")])
        with pytest.raises(Stale):
            await store.log.append("t", 1, [entry(2, "x")])
        await store.log.append("u", 0, [entry(1, "x")])  # at another table it is another command

    with_table(store, work, "t", "u")
    assert run(store.log.events("t")) == [entry(1, "x")]
    assert run(store.log.events("u")) == [entry(1, "x")]


def test_of_many_at_once_one_wins(store: Store) -> None:
    async def work() -> list[object]:
        tries = (store.log.append("t", 0, [entry(1, str(n))]) for n in range(40))
        return list(await asyncio.gather(*tries, return_exceptions=True))

    results = with_table(store, work)
    assert results.count(None) == 1
    assert all(isinstance(result, Stale) for result in results if result is not None)
    assert len(run(store.log.events("t"))) == 1


def test_one_bad_job_does_not_harm_the_others_in_its_batch(store: Store) -> None:
    names = [f"t{n}" for n in range(30)]

    async def work() -> list[object]:
        await asyncio.gather(*(store.log.append(name, 0, [entry(1, "x")]) for name in names))
        tries = (store.log.append(name, 1, [entry(2, "x" if n == 7 else "y")]) for n, name in enumerate(names))
        return list(await asyncio.gather(*tries, return_exceptions=True))

    results = with_table(store, work, *names)
    assert [n for n, result in enumerate(results) if result is not None] == [7]
    assert isinstance(results[7], Stale)
    assert [len(run(store.log.events(name))) for name in names] == [1 if n == 7 else 2 for n in range(30)]


def test_two_servers_on_one_file(store: Store, path: Path) -> None:
    """The second one's memory may be behind, but the log takes each number once."""
    other = Store(path)

    async def work() -> list[object]:
        tries = [(store, 0), (other, 0)]
        return list(
            await asyncio.gather(
                *(s.log.append("t", at, [entry(1, str(s))]) for s, at in tries), return_exceptions=True
            )
        )

    results = with_table(store, work)
    other.close()
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "Stale"]


def test_what_another_server_has_written_is_not_written_again(store: Store, path: Path) -> None:
    """Though the writer remembers where a log ended when it wrote last."""
    other = Store(path)

    async def work() -> None:
        await store.log.append("t", 0, [entry(1)])
        await other.log.append("t", 1, [entry(2, body="[]")])
        with pytest.raises(Stale):
            await store.log.append("t", 1, [entry(2)])
        with pytest.raises(Stale):
            await store.log.append("t", 3, [entry(4)])
        await store.log.append("t", 2, [entry(3)])

    with_table(store, work)
    other.close()
    assert run(store.log.events("t")) == [entry(1), entry(2, body="[]"), entry(3)]


def test_what_one_turn_of_the_loop_brings_shares_a_commit(store: Store) -> None:
    names = [f"t{n}" for n in range(20)]
    commits: list[int] = []

    async def work() -> None:
        store.database.observe = lambda jobs, _seconds: commits.append(jobs)
        await asyncio.gather(*(store.log.append(name, 0, [entry(1)]) for name in names))

    with_table(store, work, *names)
    assert commits == [20]


def test_what_waits_is_committed_when_the_store_closes(store: Store, path: Path) -> None:
    async def work() -> None:
        waiting = [asyncio.ensure_future(store.log.append(f"t{n}", 0, [entry(1)])) for n in range(20)]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        await asyncio.gather(*waiting)

    with_table(store, work, *(f"t{n}" for n in range(20)))
    with sqlite3.connect(path) as other:
        assert other.execute("select count(*) from events").fetchone() == (20,)


def test_a_caller_that_went_away_is_not_missed(store: Store) -> None:
    async def work() -> None:
        leaving = asyncio.ensure_future(store.log.append("t", 0, [entry(1)]))
        await asyncio.sleep(0)
        leaving.cancel()
        await store.log.append("t", 1, [entry(2)])  # behind the one that nobody waits for

    with_table(store, work)
    assert len(run(store.log.events("t"))) == 2


def test_a_commit_is_on_the_disk(store: Store) -> None:
    with store.database.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"


def test_each_migration_follows_the_one_with_the_number_before() -> None:
    folder = Path(schema.__file__).parent / "migrations"
    names = sorted(path.name for path in (folder / "versions").glob("0*.py"))
    found = {one.revision: one.down_revision for one in ScriptDirectory(str(folder)).walk_revisions()}
    assert [name[:4] for name in names] == sorted(found)
    assert list(found.values()) == [*sorted(found)[-2::-1], None]


def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    with store.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


@pytest.mark.parametrize("table", ["seated", "played"])
def test_a_note_reads_no_rows_of_other_tables(store: Store, path: Path, table: str) -> None:  # noqa: ARG001 - the file is there
    with sqlite3.connect(path) as other:
        plan = other.execute(f"explain query plan delete from {table} where table_id = 't'").fetchall()  # noqa: S608 - our own words
    other.close()
    assert [row[-1] for row in plan] == [f"SEARCH {table} USING INDEX ix_{table}_table (table_id=?)"]


def test_accounts_are_found_by_their_session_alone(store: Store) -> None:
    anna = Account("a", "Анна", 1)

    async def work() -> None:
        await store.accounts.enrol(anna, "hash of a token")
        assert await store.accounts.by_session("hash of a token") == anna
        assert await store.accounts.by_session("another") is None
        await store.accounts.rename("a", "Ганна")
        assert await store.accounts.by_session("hash of a token") == Account("a", "Ганна", 1)
        await store.log.create(row("t"), ["a"], [entry(1)])
        assert await store.lists.tables_of("a") == [row("t")]
        await store.log.append("t", 1, [entry(2)], 99)
        assert [table.finished for table in await store.lists.tables_of("a")] == [99]
        assert await store.lists.tables_of("b") == []

    run(work())


def test_a_table_is_created_whole_or_not_at_all(store: Store) -> None:
    async def work() -> None:
        with pytest.raises(StoreError):
            await store.log.create(row("t"), ["nobody"], [entry(1)])  # no such account

    run(work())
    assert run(store.log.table("t")) is None
    assert run(store.log.events("t")) == []


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot open the database"):
        Store(tmp_path / "no" / "such" / "folder" / "club.db")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database, but it is long enough to be taken for one" * 20)
    with pytest.raises(StoreError, match="not a database"):
        Store(broken)


def test_a_database_of_a_newer_kozyr(store: Store, path: Path) -> None:
    store.close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("update alembic_version set version_num = '9999'")
        database.commit()
    with pytest.raises(StoreError, match="9999"):
        Store(path)


def test_a_reader_that_outlives_the_store_leaves_no_connection_open(store: Store) -> None:
    """A request that nobody waits for any more still reads in its thread when the club ends."""
    with store.database.lent() as connection:
        assert connection.execute(sa.select(1)).scalar() == 1
        own: Any = connection.connection.driver_connection
        store.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        own.execute("SELECT 1")
