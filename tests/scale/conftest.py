"""The servers of the tests of many processes: private ones, or those that the environment names (tests/scale/servers.py).

CI=true: a test that lacks its server is a failure instead of a skip.
"""

import asyncio
import gc
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

import pytest

from kozyr.store import Account, Store
from tests.scale.processes import FOURTH, TOKENS, Club
from tests.scale.servers import Lack, Server, fresh_database, lacking, private_nats, private_postgres


@contextmanager
def _server(given: str, private: Callable[[], AbstractContextManager[Server]]) -> Iterator[str]:
    """The URL of a server: one that the environment names, or a private one."""
    with ExitStack() as opened:
        url = os.environ.get(given)
        if not url:
            try:
                url = opened.enter_context(private()).url
            except Lack as lack:
                lacking(lack)
        yield url


@pytest.fixture(autouse=True)
def _leaves_nothing_open() -> Iterator[None]:
    """A socket that a test leaves open is an error here, and not of whatever test the collector happens to meet.

    What outlives the test is frozen: the collector need not look at it again after each of the tests that follow.
    """
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server in which databases may be made (tests/scale/servers.py)."""
    with _server("KOZYR_TEST_PG", private_postgres) as url:
        yield url


@pytest.fixture
def empty_postgres(postgres_server: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    with fresh_database(postgres_server, f"kozyr_empty_{os.getpid()}") as url:
        yield url


@pytest.fixture(scope="session")
def migrated(postgres_server: str) -> Iterator[str]:
    """The name of a database with the newest schema, to be copied: migrations take longer than most tests."""
    with fresh_database(postgres_server, f"kozyr_migrated_{os.getpid()}") as url:
        Store(url, upgrade=True).close()
        yield url.rpartition("/")[2]


@pytest.fixture
def postgres(postgres_server: str, migrated: str) -> Iterator[str]:
    """The URL of a PostgreSQL database with the newest schema, and nothing in it."""
    with fresh_database(postgres_server, f"kozyr_test_{os.getpid()}", migrated) as url:
        yield url


@pytest.fixture(scope="session")
def nats_server() -> Iterator[str]:
    """The URL of a NATS server (tests/scale/servers.py)."""
    with _server("KOZYR_TEST_NATS", private_nats) as url:
        yield url


@contextmanager
def _of_many(postgres: str, nats: str) -> Iterator[Club]:
    """A club without a process yet; its people have their sessions."""

    async def enrolled() -> None:
        store = Store(postgres)
        for n, (name, token) in enumerate(zip(("Anna", "Boris", "Clara", "Dora"), (*TOKENS, FOURTH), strict=True)):
            account = Account(f"{n:016x}", name, time.time_ns() // 1_000_000)
            await store.accounts.enrol(account, hashlib.sha256(token.encode()).hexdigest())
        await asyncio.to_thread(store.close)

    asyncio.run(enrolled())
    found = Club(postgres, nats)
    try:
        yield found
    finally:
        for process in found.processes:
            process.end()


@pytest.fixture
def club(postgres: str, nats_server: str) -> Iterator[Club]:
    """A club of this test alone."""
    with _of_many(postgres, nats_server) as found:
        yield found


@pytest.fixture(scope="module")
def _shared_club(postgres_server: str, migrated: str, nats_server: str) -> Iterator[Club]:
    name = f"kozyr_shared_{os.getpid()}"
    with fresh_database(postgres_server, name, migrated) as url, _of_many(url, nats_server) as found:
        yield found


@pytest.fixture
def three(_shared_club: Club) -> Club:
    """A club of three processes that the tests of a file share; those that a test before this one ended are there again."""
    _shared_club.whole(3)
    return _shared_club
