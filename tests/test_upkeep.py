"""What an operator asks of a club and its database: is it well, a copy of it, is the copy sound."""

import contextlib
import math
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.cli import main
from kozyr.club import vitals
from kozyr.club.refusal import Manner
from kozyr.club.table.cut import Cut
from kozyr.games.refusal import Refusal, Refused
from kozyr.store import Store, StoreError
from tests.keep.table import outcome
from tests.people import Later, club, guest, new_table, seated
from tests.test_events_over_http import Acts, announced, member

DATA = Path(__file__).parent / "data"
Out = pytest.CaptureFixture[str]


@pytest.fixture
def clock() -> Later:
    return Later()


@pytest.fixture
def client(path: Path, clock: Later) -> Iterator[TestClient]:
    with club(path, clock=clock) as client:
        yield client


def played(client: TestClient) -> str:
    """A table at which something has happened."""
    guest(client)
    table = new_table(client)
    with seated(client, table) as anna:
        anna.play()
    return table


def change(path: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(statement, values)
        database.commit()


def entries(path: Path, where: str) -> int:
    with contextlib.closing(sqlite3.connect(path)) as database:
        found: int = database.execute(f"select count(*) from events where {where}").fetchone()[0]  # noqa: S608 - our own words
    return found


def count(path: Path, table: str) -> int:
    with contextlib.closing(sqlite3.connect(path)) as database:
        found: int = database.execute(f"select count(*) from {table}").fetchone()[0]  # noqa: S608 - our own words
    return found


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which something has been played."""
    path = tmp_path_factory.mktemp("evening") / "club.db"
    with club(path) as client:
        played(client)
    return path


@pytest.fixture
def evening(played_once: Path, path: Path) -> Path:
    """A copy of it, which a test may harm."""
    return Path(shutil.copy(played_once, path))


def test_what_the_rules_of_today_refuse_is_told_and_is_no_fault(
    evening: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that is stricter than when a log was written freezes no table; only what cannot be followed is a fault."""
    assert main(["check", str(evening)]) == 0
    assert "would be refused" not in capsys.readouterr().out
    monkeypatch.setattr(Cut, "refusal", lambda *_: Refusal(Manner.NOT_NOW))
    shares = entries(evening, "json_extract(body, '$.act') in ('commit', 'seal', 'nonce', 'away', 'reveal')")
    assert main(["check", str(evening)]) == 0
    told = capsys.readouterr().out
    assert f"{evening}: {shares} entries of tables would be refused by the rules of today: they stand" in told
    assert f"{evening}: sound: schema " in told
    change(evening, "update events set body = ? where seq = 2", '{"act":"of tomorrow"}')
    assert main(["check", str(evening)]) == 1
    assert "the log cannot be followed beyond 1" in capsys.readouterr().out


def test_events_leagues_and_sheets_are_counted_by_their_kind(
    path: Path, client: TestClient, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What today's rules refuse in them stands, is followed, and is told on a line a kind."""
    arbiter = member(client, "orlova")
    acts = Acts(announced(arbiter))
    for n in range(1, 4):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    assert arbiter.post("/api/leagues", json={"name": "Лига"}).status_code == 201
    sheet = client.post("/api/keep", json={"game": "preferans", "preset": "sochi", "players": ["Аня", "Борис", "Вера"]})
    six = {"act": "write", "by": "Аня", "deal": 1, "outcome": outcome("Аня", "Аня", "6S", 6)}
    assert client.post(f"/api/keep/{sheet.json()['id']}", json={"id": "a", "at": 1, "do": six}).status_code == 200
    assert main(["check", str(path)]) == 0
    assert "would be refused" not in capsys.readouterr().out

    def refuse(*_: object) -> None:
        raise Refused("clock_back")

    def unwritten(*_: object) -> None:
        raise Refused("not_asked")

    monkeypatch.setattr("kozyr.tournaments.director.deciding._permitted", refuse)
    monkeypatch.setattr("kozyr.club.league.deciding._joined", refuse)
    monkeypatch.setattr("kozyr.keep.deciding._written", unwritten)
    assert main(["check", str(path)]) == 0
    told = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    because = "would be refused by the rules of today: they stand, and are followed"
    assert told[:3] == [
        f"3 entries of events {because}",
        f"1 entries of leagues {because}",
        f"1 entries of sheets {because}",
    ]


# --- backup ----------------------------------------------------------------------------------------------------


def test_a_running_club_is_copied_whole(client: TestClient, path: Path, tmp_path: Path, capsys: Out) -> None:
    """What `cp` would leave in the write-ahead log is in the copy, and a club opens it."""
    table, copy = played(client), tmp_path / "copy.db"
    before = count(path, "events")
    assert main(["backup", str(copy), "--db", str(path)]) == 0
    assert capsys.readouterr().out == f"{copy}: {copy.stat().st_size} bytes\n"
    assert 0 < before <= count(copy, "events") <= count(path, "events")  # the bots play on
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(one.name for one in tmp_path.iterdir() if "club.db" not in one.name) == ["copy.db"]
    assert main(["check", str(copy)]) == 0
    assert f"{copy}: sound: schema " in capsys.readouterr().out
    with club(copy) as restored:
        restored.cookies = client.cookies
        assert [one["table"] for one in restored.get("/api/tables").json()] == [table]
        with seated(restored, table) as anna:
            assert anna.sheet == client_sheet(client, table)


def client_sheet(client: TestClient, table: str) -> dict[str, Any]:
    with seated(client, table) as anna:
        return anna.sheet


def test_a_copy_is_of_one_moment(path: Path, tmp_path: Path) -> None:
    """While others write, the copy has for each pair of rows, written together, both or none."""
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("create table pairs(n)")
    stop = threading.Event()

    def write() -> None:
        with contextlib.closing(sqlite3.connect(path, timeout=30)) as database:
            n = 0
            while not stop.is_set():
                n += 1
                database.executemany("insert into pairs values (?)", [(n,), (n,)])
                database.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for nth in range(5):
            assert main(["backup", str(tmp_path / f"copy{nth}"), "--db", str(path)]) == 0
            assert count(tmp_path / f"copy{nth}", "(select n from pairs group by n having count(*) <> 2)") == 0
    finally:
        stop.set()
        writer.join()
    assert count(tmp_path / "copy4", "pairs") > 0


def test_a_backup_overwrites_nothing(path: Path, tmp_path: Path, capsys: Out) -> None:
    Store(path).close()
    taken = tmp_path / "taken"
    taken.write_text("dear")
    for target in (taken, path):
        before = target.read_bytes()
        assert main(["backup", str(target), "--db", str(path)]) == 2
        assert capsys.readouterr().err == f"{target}: there is such a file already\n"
        assert target.read_bytes() == before


@pytest.mark.parametrize(
    ("db", "why"),
    [
        ("none.db", "No such file"),
        ("", "cannot open the database"),
        (".", "it is not a file"),
        ("junk", "file is not a database"),
        ("foreign", "no database of a club"),
        ("postgresql://a:secret@h/db", "postgresql has tools of its own"),
        ("no::such://x", "no database URL"),
    ],
)
@pytest.mark.parametrize("verb", ["backup", "check"])
def test_what_is_no_database_gets_one_line(
    verb: str, db: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("junk").write_text("no database at all, but longer than the header of one " * 20)
    change(Path("foreign"), "create table t(n)")
    assert main(["backup", "copy", "--db", db] if verb == "backup" else ["check", db]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "secret" not in told.err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["foreign", "junk"]


def test_a_backup_that_cannot_be_written_leaves_nothing(path: Path, tmp_path: Path, capsys: Out) -> None:
    Store(path).close()
    assert main(["backup", str(tmp_path / "no" / "copy"), "--db", str(path)]) == 2
    assert "No such file or directory" in capsys.readouterr().err
    full = (  # a disk on which there is no room for it
        "import resource, signal, sys; from kozyr.cli import main;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000));"
        "sys.exit(main(sys.argv[1:]))"
    )
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", full, "backup", str(tmp_path / "copy"), "--db", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert [one.name for one in tmp_path.iterdir()] == ["club.db"]


# --- check -----------------------------------------------------------------------------------------------------


def test_a_check_changes_nothing_in_an_older_database(tmp_path: Path, capsys: Out) -> None:
    old = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(old)) as database:
        database.executescript((DATA / "store" / "0001.sql").read_text())
    before = old.read_bytes()
    assert main(["check", str(old)]) == 0
    assert f"{old}: sound: schema 0001, " in capsys.readouterr().out
    assert old.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["old.db"]


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("delete from events where seq = 3", "the log cannot be followed beyond 2"),
        ("update events set body = '{' where seq = 4", "the log cannot be followed beyond 3"),
        ("update tables set conventions = '{'", "table "),
        ("drop table chat", "the table chat is missing"),
        ("delete from accounts", "a row of sessions names a row of accounts that is not there"),
    ],
)
def test_what_is_damaged_is_named(evening: Path, statement: str, why: str, capsys: Out) -> None:
    path = evening
    change(path, statement)
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert why in out
    assert "NOT SOUND, " in out


def test_random_bytes_in_the_pages_are_found(evening: Path, capsys: Out) -> None:
    path = evening
    data = bytearray(path.read_bytes())
    for at in range(3 * 4096, len(data), 3 * 4096):
        data[at : at + 200] = bytes((at + n) * 7 % 251 for n in range(200))
    path.write_bytes(data)
    status = main(["check", str(path)])
    told = capsys.readouterr()
    assert status in {1, 2}
    assert "NOT SOUND" in told.out or "malformed" in told.err


def test_a_database_that_cannot_serve_is_not_served(path: Path) -> None:
    Store(path).close()
    change(path, "drop table events")
    with pytest.raises(StoreError, match="it has lost events: see kozyr check"):
        Store(path)
    change(path, "update alembic_version set version_num = '9999'")
    with pytest.raises(StoreError, match=r"its schema 9999 is newer than this Kozyr, .* install the newer Kozyr"):
        Store(path)


# --- health ----------------------------------------------------------------------------------------------------


def states(client: TestClient) -> tuple[int, int]:
    return client.get("/health").status_code, client.get("/ready").status_code


def test_a_club_that_can_write_is_well(client: TestClient, path: Path) -> None:
    assert client.get("/health").text == client.get("/ready").text == "ok"
    assert count(path, "pulse") == 1


def test_a_locked_database_is_no_health(client: TestClient, path: Path, clock: Later) -> None:
    client.app.state.club.vitals._patience = 0.2  # type: ignore[attr-defined]
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("begin immediate")
        for path_ in ("/health", "/ready"):
            answer = client.get(path_)
            assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
            assert answer.headers["retry-after"]
        other.rollback()
    assert states(client) == (503, 503)  # known for two seconds, so that asking costs nothing
    clock.moved = 10.0
    client.app.state.club.vitals._patience = 30.0  # type: ignore[attr-defined]
    assert states(client) == (200, 200)


def test_a_database_that_fails_is_no_health_and_counted(client: TestClient, path: Path, clock: Later) -> None:
    before = figures(client)["kozyr_store_errors_total"]
    change(path, "drop table pulse")  # as good as a full disk: what is written fails
    answer = client.get("/health")
    assert (answer.status_code, answer.text) == (503, "the database cannot be written\n")
    assert figures(client)["kozyr_store_errors_total"] > before
    change(path, "create table pulse(id integer, ts integer)")
    clock.moved = 10.0
    assert states(client) == (200, 200)


def test_a_disk_nearly_full_and_few_descriptors_are_not_ready(
    client: TestClient, clock: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vitals.Vitals, "disk_free", lambda _: 1_000_000)
    assert states(client) == (200, 503)
    assert client.get("/ready").text == "the disk is nearly full\n"
    monkeypatch.undo()
    clock.moved = 10.0
    monkeypatch.setattr(vitals, "descriptors_allowed", lambda: (vitals.descriptors() or 0) + 3)
    assert states(client) == (200, 503)
    assert client.get("/ready").text == "too many connections are open\n"


def test_health_is_written_at_most_every_two_seconds(client: TestClient, path: Path) -> None:
    client.get("/health")
    change(path, "update pulse set ts = 1")
    for _ in range(20):
        client.get("/health")
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("select ts from pulse").fetchall() == [(1,)]


def figures(client: TestClient) -> dict[str, float]:
    """What /metrics says without labels."""
    local = TestClient(client.app, base_url="http://localhost", client=("127.0.0.1", 1))
    local.portal = client.portal
    lines = [line.split(" ") for line in local.get("/metrics").text.splitlines() if line[0] != "#"]
    return {name: float(value) for name, value in lines if "{" not in name}


def test_the_figures_tell_of_tables_disk_memory_and_descriptors(client: TestClient) -> None:
    assert figures(client)["kozyr_tables_in_memory"] == 0
    table = played(client)
    found = figures(client)
    assert (found["kozyr_tables_in_memory"], found["kozyr_tables_frozen"]) == (1, 0)
    (room,) = client.app.state.club.lobby.in_memory()  # type: ignore[attr-defined]
    assert room.table.setup.id == table
    room.ledger.frozen = True
    found = figures(client)
    assert found["kozyr_tables_frozen"] == 1
    assert found["kozyr_disk_free_bytes"] > 0
    assert not math.isnan(found["kozyr_disk_free_bytes"])
    assert found["kozyr_database_bytes"] >= 4096
    assert found["process_resident_memory_bytes"] > 1e6
    assert 0 < found["process_open_fds"] < found["process_max_fds"]
