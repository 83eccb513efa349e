"""A database that others may not read, and one that is not what it should be: said before anything is served."""

import asyncio
import contextlib
import logging
import os
import sqlite3
import stat
import threading
import time
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from kozyr.club import vitals
from kozyr.store import Account, Store, StoreError
from kozyr.store.errors import refusal
from tests import stores
from tests.people import club, guest, new_table, seated


def modes(path: Path) -> dict[str, int]:
    """Who may do what with the file, and with what SQLite writes beside it."""
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir() if one.name.startswith("club")}


@stores.IN_A_FILE
def test_nobody_else_reads_the_database(path: Path) -> None:
    before = os.umask(0)
    try:
        with club(path) as client:
            guest(client)
            with seated(client, new_table(client)):
                assert modes(path) == {"club.db": 0o600, "club.db-wal": 0o600, "club.db-shm": 0o600}
        path.chmod(0o644)  # as older clubs made it
        with club(path) as client:
            guest(client)
            assert set(modes(path).values()) == {0o600}
    finally:
        os.umask(before)


@stores.IN_A_FILE
def test_random_bytes_in_pages_are_said_at_the_start(path: Path) -> None:
    with club(path) as client:
        for _ in range(5):
            with seated(client, new_table(client)):
                pass
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("pragma wal_checkpoint(truncate)")
        size = database.execute("pragma page_size").fetchone()[0]
    data = bytearray(path.read_bytes())
    for page in range(2, len(data) // size):
        data[page * size : page * size + 64] = os.urandom(64)
    path.write_bytes(bytes(data))
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        Store(path)


def filled(path: Path) -> int:
    """A database with a log of many pages, checkpointed; returns the size of its pages."""
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("insert into logs(id, owner) values ('t', 'table')")
        rows = ((n, "x" * 900) for n in range(1, 2_000))
        database.executemany("insert into events(log_id, seq, ts, kind, body) values ('t', ?, 0, 'event', ?)", rows)
        database.commit()
        database.execute("pragma wal_checkpoint(truncate)")
        size: int = database.execute("pragma page_size").fetchone()[0]
    return size


def spoilt(path: Path, size: int) -> None:
    """A page in the middle of the file becomes random bytes."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // size // 2 * size)
        file.write(os.urandom(size))


def test_a_file_without_its_end_is_refused_at_the_start(path: Path) -> None:
    filled(path)
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(StoreError, match=r"cannot open the database .*: it is damaged \(.*\): see kozyr check"):
        Store(path)


def test_a_page_that_is_damaged_is_found_beside_the_play(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vitals, "_CALM", 0.0)
    spoilt(path, filled(path))
    with club(path) as client:
        deadline = time.monotonic() + 60
        while client.app.state.club.vitals._reading is None or not client.app.state.club.vitals._reading.done():  # type: ignore[attr-defined]
            assert time.monotonic() < deadline
            time.sleep(0.01)
        answer = client.get("/health")
        assert (answer.status_code, answer.text) == (503, "the database is damaged\n")
    assert "the database is damaged" in caplog.text
    assert "kozyr check" in caplog.text


def test_reading_all_of_it_ends_with_the_club(path: Path) -> None:
    filled(path)
    store = Store(path)
    slow = threading.Event()

    def steps() -> int:  # SQLite calls it while it works
        slow.set()
        time.sleep(0.001)
        return 0

    @sa.event.listens_for(store.database.engine, "checkout")
    def slowly(connection: Any, *_: Any) -> None:
        connection.set_progress_handler(steps, 1)

    found: list[str | None] = []
    reading = threading.Thread(target=lambda: found.append(store.database.damage()))
    reading.start()
    assert slow.wait(60)
    store.close()
    reading.join(60)
    assert found == [None]


def test_a_newest_database_is_opened_beside_one_who_writes(path: Path) -> None:
    """Neither a second server nor `kozyr admin` asks for the lock of the writer, which one that writes long would keep."""
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("begin immediate")
        Store(path).close()
        other.rollback()


# --- what an error of the database says ------------------------------------------------------------------------


class _Diag(NamedTuple):
    """What PostgreSQL's driver knows of an error besides its text."""

    constraint_name: str | None


class UniqueViolation(Exception):
    """As psycopg has it: a row's values stand in the text, on a line of their own or not."""

    sqlstate = "23505"
    diag = _Diag("sessions_pkey")


HASHED = "9f86d081884c7d659a2feaa0c55ad015"
TOLD = (
    f'duplicate key value violates unique constraint "sessions_pkey"\nDETAIL:  Key (token_hash)=({HASHED}) already exists.',
    f'invalid input syntax for type bigint: "{HASHED}"',
)


@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize(
    "kind",
    [sa.exc.IntegrityError, sa.exc.DataError, sa.exc.ProgrammingError, sa.exc.DatabaseError, sa.exc.StatementError],
)
def test_no_error_of_the_database_tells_a_value(
    path: Path,
    kind: Callable[..., Exception],
    told: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        if kind is sa.exc.StatementError:
            raise sa.exc.StatementError(told, "INSERT INTO sessions", {"token_hash": HASHED}, UniqueViolation(told))
        raise kind("INSERT INTO sessions", {"token_hash": HASHED}, UniqueViolation(told), hide_parameters=True)

    store = Store(path)
    monkeypatch.setattr(sa.Connection, "execute", fails)
    said = []
    for work in (store.accounts.enrol(Account("a", "Anna", 1), HASHED), store.log.table("t"), store.database.beat()):
        try:
            asyncio.run(_awaited(work))
        except StoreError as error:
            said.append("".join(traceback.format_exception(error)))
            logging.getLogger("kozyr.club").exception("a route failed")
    store.close()
    assert len(said) == 3
    for text in (*said, caplog.text):
        assert HASHED not in text
        assert "UniqueViolation, 23505, sessions_pkey" in text
    with pytest.raises(StoreError) as opened:
        Store(path)
    assert HASHED not in "".join(traceback.format_exception(opened.value))


async def _awaited(work: Awaitable[object]) -> object:
    return await work


def test_what_a_server_says_of_itself_is_not_told() -> None:
    gone = sa.exc.OperationalError(
        "SELECT 1", {}, Exception("server closed the connection unexpectedly\n\tThis probably means")
    )
    assert refusal(gone) == "Exception"
