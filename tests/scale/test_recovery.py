"""`kozyr db backup`, `wal` and `restore`: a PostgreSQL put back to a moment has exactly the log of that moment."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from kozyr.cli import main
from kozyr.club.live.scale import _life
from kozyr.store import Entry, Store, StoreError, recovery
from kozyr.store.recovery import moment
from tests.conftest import LONG
from tests.scale.servers import Server, _answers, _as_user, _folder, _other_user, _program, free_port, private_postgres
from tests.test_store import row

# Ten thousand entries in the long form; what is tried at every size is that not one is lost or added.
ENTRIES, AT_ONCE = (10_000, 100) if LONG else (1_000, 10)
SAVED, MOMENT, ON = ENTRIES // 10, ENTRIES * 63 // 100, ENTRIES * 65 // 100
HOME = os.environ | {"HOME": "/nonexistent"}  # ours is not for that user


@pytest.fixture
def server() -> Iterator[Server]:
    with private_postgres() as found:
        assert main(["db", "upgrade", "--db", found.url]) == 0
        yield found


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder of the user that a server may run as."""
    with _folder(_other_user()) as folder:
        yield folder


def kozyr(*words: str) -> subprocess.CompletedProcess[str]:
    """A command of that user."""
    command = [*_as_user(_other_user()), sys.executable, "-m", "kozyr.cli", *words]
    return subprocess.run(command, env=HOME, capture_output=True, text=True, check=False, cwd="/")  # noqa: S603 - our own program


def written(url: str, first: int, last: int) -> None:
    """Entries of three logs in turn, from a number to a number."""

    async def work(store: Store) -> None:
        for at in range(first, last, AT_ONCE):
            log = f"t{at // AT_ONCE % 3}"
            entries = await store.log.events(log)
            more = [
                Entry(len(entries) + 1 + n, at + n, "event", "N", None, f'{{"n":{at + n}}}') for n in range(AT_ONCE)
            ]
            await store.log.append(log, len(entries), more)

    store = Store(url)
    asyncio.run(work(store))
    store.close()


def logs(url: str) -> dict[str, list[Entry]]:
    store = Store(url)
    found = {log: asyncio.run(store.log.events(log)) for log in ("t0", "t1", "t2")}
    store.close()
    return found


def asked(url: str, ask: str) -> object:
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(ask).fetchone()
    assert found is not None
    return found[0]


def until(what: object, seconds: float = 60.0) -> None:
    assert callable(what)
    ends = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < ends
        time.sleep(0.1)


def life(url: str) -> tuple[str, bytes]:
    store = Store(url)
    found = asyncio.run(_life(store))
    store.close()
    return found


def restarted(data: Path) -> Server:
    """A server on restored data, with the settings that it was saved with."""
    port = free_port()
    program = _program("postgres", "usr/lib/postgresql/*/bin/postgres")
    assert program is not None
    url = f"postgresql://postgres:a-password-for-tests@127.0.0.1:{port}/postgres"
    command = [*_as_user(_other_user()), program, "-D", str(data), "-p", str(port)]
    return Server(url, command, data.parent / "log", lambda: _answers(url))


def test_a_moment_between_entries_is_exactly_that_log(server: Server, place: Path) -> None:
    saved = place / "saved"

    async def made(store: Store) -> None:
        for log in ("t0", "t1", "t2"):
            await store.log.create(row(log), [], [])

    store = Store(server.url)
    asyncio.run(made(store))
    store.close()
    written(server.url, 0, SAVED)
    done = kozyr("db", "backup", str(saved), "--db", server.url)
    assert done.returncode == 0, done.stderr
    assert "a-password" not in done.stdout
    receiving = subprocess.Popen(  # noqa: S603 - our own program
        [*_as_user(_other_user()), sys.executable, "-m", "kozyr.cli", "db", "wal", str(saved), "--db", server.url],
        env=HOME,
        cwd="/",
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: asked(server.url, "SELECT count(*) FROM pg_stat_replication"))
        written(server.url, SAVED, MOMENT)
        at_that_moment, old_life = logs(server.url), life(server.url)
        to = asked(server.url, "SELECT clock_timestamp()")
        assert isinstance(to, datetime)
        written(server.url, MOMENT, ENTRIES)
        last = asked(server.url, "SELECT pg_current_wal_flush_lsn()::text")
        until(lambda: asked(server.url, f"SELECT bool_and(flush_lsn >= '{last}') FROM pg_stat_replication"))  # noqa: S608
    finally:
        receiving.send_signal(signal.SIGINT)
        receiving.wait(30)
    assert sum(map(len, logs(server.url).values())) == ENTRIES
    done = kozyr("db", "restore", str(saved), str(place / "data"), "--to", to.isoformat())
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"restored: {MOMENT} entries in 3 logs, ")
    again = restarted(place / "data")
    again.start()
    try:
        assert logs(again.url) == at_that_moment
        assert sum(map(len, at_that_moment.values())) == MOMENT
        assert life(again.url) != old_life  # what the old club still says on the bus is not heard by the new one
        written(again.url, MOMENT, ON)  # and it goes on from there
        assert sum(map(len, logs(again.url).values())) == ON
    finally:
        again.stop(signal.SIGQUIT)
    # The newest that is saved is all of it; moments outside are refused, and leave nothing behind.
    done = kozyr("db", "restore", str(saved), str(place / "newest"))
    assert done.stdout.startswith(f"restored: {ENTRIES} entries in 3 logs, "), done.stderr
    for moment_, why in (
        ((to + timedelta(days=1)).isoformat(), "the saved write-ahead log ends before that moment"),
        ((to - timedelta(days=1)).isoformat(), "that moment is before the end of the backup"),
    ):
        done = kozyr("db", "restore", str(saved), str(place / "never"), "--to", moment_)
        assert done.returncode == 2
        assert done.stderr.splitlines() == [done.stderr.strip()]
        assert why in done.stderr
        assert not (place / "never").exists()


def test_what_cannot_be_saved_or_restored_is_one_line(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = server.url.replace("a-password-for-tests", "wrong-and-secret")
    capsys.readouterr()
    (tmp_path / "there").mkdir()
    tries = [
        (["backup", str(tmp_path / "there"), "--db", server.url], "File exists"),
        (["backup", str(tmp_path / "new"), "--db", wrong], "it refuses this login"),
        (["backup", str(tmp_path / "new"), "--db", "nonsense://x"], "this is no PostgreSQL: nonsense://x"),
        (["wal", str(tmp_path / "there"), "--db", server.url], "this is no backup of a PostgreSQL"),
        (["restore", str(tmp_path / "there"), str(tmp_path / "data")], "this is no backup of a PostgreSQL"),
    ]
    for words, why in tries:
        assert main(["db", *words]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert why in told.err
        assert len(told.err.splitlines()) == 1
        assert "secret" not in told.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["there"]


def test_a_sqlite_file_is_saved_as_ever(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(tmp_path / "club.db").close()
    assert main(["db", "backup", str(tmp_path / "copy.db"), "--db", str(tmp_path / "club.db")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'copy.db'}: {(tmp_path / 'copy.db').stat().st_size} bytes\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is refused")
def test_root_restores_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "_saved", lambda _: None)  # a backup, whatever is in it
    assert main(["db", "restore", str(tmp_path / "saved"), str(tmp_path / "data")]) == 2
    assert "sudo -u postgres" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_a_moment_without_a_zone_is_utc() -> None:
    assert moment("2026-11-27 13:00") == datetime(2026, 11, 27, 13, tzinfo=UTC)
    for text in ("13:00", "yesterday"):
        with pytest.raises(StoreError, match=f"this is no moment like 2026-11-27T13:00:00Z: {text}"):
            moment(text)
