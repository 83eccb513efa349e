"""The store of a club in a test: a SQLite file, or under KOZYR_TEST_STORE=postgresql a database on PostgreSQL in its place.

A test looks into its club's database by `execute`; one that opens the file itself fails there.
"""

import atexit
import contextlib
import hashlib
import os
import sqlite3
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kozyr.store import Store

ELSEWHERE = os.environ.get("KOZYR_TEST_STORE") == "postgresql"
_OPENED = contextlib.ExitStack()  # of one test


@cache
def _server() -> tuple[Any, str, str]:
    """The module of servers, the URL of one, and the name of a database with the newest schema."""
    servers, ends = import_module("tests.scale.servers"), contextlib.ExitStack()
    atexit.register(ends.close)
    url = os.environ.get("KOZYR_TEST_PG") or ends.enter_context(servers.private_postgres()).url
    made = ends.enter_context(servers.fresh_database(url, f"kozyr_made_{os.getpid()}"))
    Store(made, upgrade=True).close()
    return servers, url, made.rpartition("/")[2]


@cache
def _url(path: Path) -> str:
    """The database that stands for a file, as long as the test runs."""
    servers, server, made = _server()
    name = f"kozyr_{os.getpid()}_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    url: str = _OPENED.enter_context(servers.fresh_database(server, name, made))
    return url


@cache
def _empty() -> bytes:
    """A database as the program makes one, so that not every test makes its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        Store(path, "OFF").close()
        return path.read_bytes()


def opened(path: Path) -> Store:
    """The store of a club whose file this is. A new file is a copy of one: the migrations take a tenth of a second."""
    if ELSEWHERE and not path.exists():  # a file that is there holds an old club
        return Store(_url(path))
    prepare(path)
    return Store(path, "OFF")  # no test of these pulls the plug


def prepare(path: Path) -> None:
    """Let a club find an empty database with the newest schema, if there is none yet."""
    if not path.exists():
        path.write_bytes(_empty())


def place(path: Path) -> str:
    """The database of the club whose file this is, as an operator names it."""
    return _url(path) if ELSEWHERE and not path.exists() else str(path)


IN_A_FILE = pytest.mark.skipif(ELSEWHERE, reason="it is about the file of a club: only on SQLite")


def execute(path: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """The rows of a statement in a club's database, beside its running server; none, if it changes something.

    Each ? of the statement is one of the values.
    """
    where = place(path)
    connection: Any = import_module("psycopg").connect(where) if "://" in where else sqlite3.connect(where)
    with contextlib.closing(connection), connection:
        found = connection.execute(statement if where == str(path) else statement.replace("?", "%s"), values)
        return [] if found.description is None else found.fetchall()


def over() -> None:
    """A test is over: its databases are dropped."""
    _OPENED.close()
    _url.cache_clear()
