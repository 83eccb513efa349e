"""The servers of the tests of many processes: private ones, or those that the environment names (tests/scale/servers.py).

CI=true: a test that lacks its server is a failure instead of a skip.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

import pytest

from kozyr.store import Store
from tests.scale.servers import Lack, Server, fresh_database, private_nats, private_postgres


@contextmanager
def _server(given: str, private: Callable[[], AbstractContextManager[Server]]) -> Iterator[str]:
    """The URL of a server: one that the environment names, or a private one."""
    with ExitStack() as opened:
        url = os.environ.get(given)
        if not url:
            try:
                url = opened.enter_context(private()).url
            except Lack as lack:
                if os.environ.get("CI") == "true":
                    pytest.fail(str(lack), pytrace=False)
                pytest.skip(str(lack))
        yield url


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
        Store(url).close()
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
