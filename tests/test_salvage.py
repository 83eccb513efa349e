"""Damaged databases, and such as are newer than the program: what is named, what can still be read, what is refused."""

import contextlib
import csv
import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr.cli import main
from kozyr.notation import parse
from kozyr.store import Store
from kozyr.tournaments import folder
from tests import olddb
from tests.longer import longer

EVENING = olddb.DATA / "0014-e03b590.db.xz"  # with tables, events, a league and sheets
Out = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return olddb.unpacked(EVENING, tmp_path)


def change(path: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(statement, values)
        database.commit()


def asked(path: Path, statement: str) -> list[tuple[str, int]]:
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute(statement).fetchall()


def salvaged(path: Path, capsys: Out) -> tuple[int, list[str], Path]:
    """The status, what was said, and the folder."""
    out = path.parent / "out"
    status = main(["salvage", str(path), str(out)])
    told = capsys.readouterr()
    assert told.err == ""
    return status, told.out.splitlines(), out


def read_all(out: Path) -> None:
    """Everything that was written is read by the command that it is for."""
    for record in out.glob("tables/*.kz"):
        assert parse(record.read_text()).error is None, record
    for event in out.glob("events/*"):
        folder.load(event)
    for sheet in out.glob("sheets/*.jsonl"):
        for line in sheet.read_text().splitlines():
            json.loads(line)


def test_all_of_a_sound_database_is_written(path: Path, capsys: Out) -> None:
    before = path.read_bytes()
    status, (last,), out = salvaged(path, capsys)
    assert (status, path.read_bytes()) == (0, before)
    assert [one.name for one in path.parent.iterdir() if "club.db" in one.name] == ["club.db"]
    assert last.startswith(f"{out}: accounts ")
    assert "loss" not in last
    read_all(out)
    assert out.stat().st_mode & 0o077 == 0
    drawn = asked(path, "select distinct log_id, 0 from events where kind = 'lot' or kind = 'placed'")
    assert {one.stem for one in out.glob("tables/*.kz")} == {table for table, _ in drawn}
    assert {one.name for one in out.glob("events/*")} == {
        one for one, _ in asked(path, "select id, 0 from tournaments")
    }
    assert len(list(out.glob("sheets/*.jsonl"))) == 2
    with (out / "accounts.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["id"], int(row["created"])) for row in rows] == asked(
        path, "select id, created from accounts order by id"
    )
    events = folder.load(
        next(one for one in out.glob("events/*") if json.loads((one / "event.json").read_bytes())["game"] == "bridge")
    )
    assert events.entrants


def test_pages_that_cannot_be_read_cost_their_rows_alone(path: Path, capsys: Out) -> None:
    """A page of entries is overwritten: its tables are told up to there, all others whole, and each loss has its line."""
    sound = salvaged(path, capsys)[2].rename(path.parent / "sound")
    with contextlib.closing(sqlite3.connect(path)) as database:
        root, size = database.execute("select rootpage, 4096 from sqlite_master where name = 'events'").fetchone()
        assert database.execute("pragma page_size").fetchone() == (size,)
    data = bytearray(path.read_bytes())
    count = int.from_bytes(data[(root - 1) * size + 3 : (root - 1) * size + 5])  # pages under the first one
    at = int.from_bytes(data[(root - 1) * size + 12 + 2 * (count // 2) :][:2])
    page = int.from_bytes(data[(root - 1) * size + at :][:4])
    rows = int.from_bytes(data[(page - 1) * size + 3 :][:2])
    data[(page - 1) * size : (page - 1) * size + 200] = bytes(200)
    path.write_bytes(data)
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr()
    assert "the table events: " in told.out
    assert "NOT SOUND" in told.out
    assert told.err == ""
    status, lines, out = salvaged(path, capsys)
    assert status == 1
    lost = re.match(r"events: rows from (\d+) to (\d+) cannot be read", lines[0])
    assert lost is not None, lines
    assert int(lost[2]) - int(lost[1]) + 1 == rows > 5
    assert lines[-1].endswith(f"; {len(lines) - 1} losses")
    read_all(out)
    broken = [line.partition(":")[0] for line in lines[1:-1]]
    assert {one.stem for one in out.glob("logs/*.jsonl")} == set(broken)
    for log in broken:
        assert (out / "logs" / f"{log}.jsonl").read_text().count("\n") > 0
    others = {one.relative_to(sound) for one in sound.glob("*/**/*") if one.is_file()}
    same = {one for one in others if (out / one).exists() and (out / one).read_bytes() == (sound / one).read_bytes()}
    assert len(same) >= len(others) - 4  # a page has the entries of few tables


@pytest.mark.parametrize(
    ("statement", "loss"),
    [
        ("delete from events where log_id = ? and seq = 7", "entries 7 to 7 are lost"),
        ("update events set body = '{' where log_id = ? and seq = 7", "it cannot be followed beyond entry 6"),
        ("update tables set conventions = '{' where id = ?", "its card cannot be read"),
        ("delete from tables where id = ?", "what it belongs to is lost"),
        ("update tables set preset = cast(x'ff41' as text) where id = ?", "what it belongs to is lost"),
    ],
)
def test_a_log_that_cannot_be_followed_is_written_as_it_stands(
    path: Path, statement: str, loss: str, capsys: Out
) -> None:
    ((table, count),) = asked(
        path,
        "select log_id, count(*) from events where kind <> 'play' group by log_id"
        " having max(kind = 'deal' or kind = 'event') and count(*) > 20 order by log_id limit 1",
    )
    change(path, statement, table)
    status, lines, out = salvaged(path, capsys)
    assert status == 1
    assert any(line.startswith(f"{table}: {loss}") for line in lines), lines
    kept = (out / "logs" / f"{table}.jsonl").read_text().splitlines()
    assert len(kept) in {count, count - 1}
    assert json.loads(kept[0])["seq"] == 1
    read_all(out)


def test_tables_that_are_missing_are_named(path: Path, capsys: Out) -> None:
    change(path, "drop table chat")
    status, lines, _ = salvaged(path, capsys)
    assert (status, lines[0]) == (1, "the table chat is missing")


def test_what_stands_in_the_write_ahead_log_is_read_too(path: Path, capsys: Out) -> None:
    with contextlib.closing(sqlite3.connect(path)) as club:
        club.execute("pragma journal_mode = wal")
        club.execute("update accounts set nick = 'Written late'")
        club.commit()
        status, _, out = salvaged(path, capsys)
    assert status == 0
    assert "Written late" in (out / "accounts.csv").read_text()


def test_an_older_database_is_salvaged_too(tmp_path: Path, capsys: Out) -> None:
    old = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(old)) as database:
        database.executescript((olddb.DATA.parent / "store" / "0001.sql").read_text())
    status, lines, out = salvaged(old, capsys)
    assert status == 0, lines
    read_all(out)


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("none.db", "No such file"),
        ("junk", "file is not a database"),
        ("foreign", "no database of a club"),
        ("empty", "no database of a club"),
    ],
)
def test_what_is_no_database_leaves_no_folder(file: str, why: str, tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "junk").write_text("no database at all, but longer than the header of one " * 20)
    (tmp_path / "empty").touch()
    change(tmp_path / "foreign", "create table t(n)")
    assert main(["salvage", str(tmp_path / file), str(tmp_path / "out")]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_there_is_not_written(path: Path, capsys: Out) -> None:
    out = path.parent / "out"
    out.mkdir()
    assert main(["salvage", str(path), str(out)]) == 2
    assert capsys.readouterr().err == f"{out}: File exists\n"
    assert not list(out.iterdir())


@pytest.mark.parametrize(
    "verb",
    [
        ["check", "DB"],
        ["club", "--db", "DB", "--port", "0"],
        *longer(
            ["backup", "COPY", "--db", "DB"],
            ["salvage", "DB", "COPY"],
            ["admin", "--db", "DB", "tables"],
            ["club", "--db", "DB", "--rebuild"],
        ),
    ],
    ids=lambda verb: " ".join(verb[:1] + verb[-1:]),
)
def test_a_database_of_the_future_is_refused_in_one_line(verb: list[str], tmp_path: Path) -> None:
    """Nothing of it is changed, copied or opened."""
    path, copy = tmp_path / "club.db", tmp_path / "copy"
    Store(path).close()
    change(path, "update alembic_version set version_num = '9999'")
    before = path.read_bytes()
    words = [{"DB": str(path), "COPY": str(copy)}.get(word, word) for word in verb]
    told = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "kozyr.cli", *words], capture_output=True, text=True, check=False, timeout=60
    )
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (2, "", 1), told
    assert "its schema 9999 is newer than this Kozyr, which knows " in told.stderr
    assert told.stderr.endswith(": install the newer Kozyr\n")
    assert path.read_bytes() == before
    assert not copy.exists()


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_check_waits_for_nobody_who_writes(path: Path, mode: str, capsys: Out) -> None:
    """Somebody else holds the lock for writing all the while."""
    with contextlib.closing(sqlite3.connect(path)) as club:
        club.execute(f"pragma journal_mode = {mode}")
        club.execute("begin immediate")
        club.execute("update accounts set nick = 'x'")
        assert main(["check", str(path)]) == 0
        club.rollback()
    assert f"{path}: sound: " in capsys.readouterr().out
