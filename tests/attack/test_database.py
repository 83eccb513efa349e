"""A database that others may not read, and one that is not what it should be: said before anything is served."""

import contextlib
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from kozyr.store import Store, StoreError
from tests.people import club, guest, new_table, seated


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


def modes(path: Path) -> dict[str, int]:
    """Who may do what with the file, and with what SQLite writes beside it."""
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir() if one.name.startswith("club")}


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
