"""The tests' own servers: private, synced, gone with the tests; without a server a skip that says what to install."""

from typing import Any

import psycopg
import pytest

from tests.scale.conftest import _server
from tests.scale.servers import Lack, private_nats, private_postgres


def test_a_database_is_empty_and_syncs(empty_postgres: str) -> None:
    with psycopg.connect(empty_postgres) as connection:
        ask = "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit')"
        settings = {row[0]: row[1] for row in connection.execute(ask)}
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert settings == {"fsync": "on", "synchronous_commit": "on"}
    assert tables == (0,)


@pytest.mark.parametrize(("ci", "ends"), [("false", pytest.skip.Exception), ("true", pytest.fail.Exception)])
@pytest.mark.parametrize(
    ("given", "private", "package"),
    [("KOZYR_TEST_PG", private_postgres, "postgresql"), ("KOZYR_TEST_NATS", private_nats, "nats-server")],
)
def test_a_server_that_is_named_is_taken_and_one_that_lacks_is_told_of(
    monkeypatch: pytest.MonkeyPatch, given: str, private: Any, package: str, ci: str, ends: type[BaseException]
) -> None:
    """KOZYR_TEST_PG and KOZYR_TEST_NATS win over private servers; without either, a loud skip, or under CI a failure."""
    monkeypatch.setattr("tests.scale.servers._program", lambda *_: None)
    monkeypatch.setenv("CI", ci)
    monkeypatch.delenv(given, raising=False)
    with pytest.raises(ends, match=f"apt-get install {package}"), _server(given, private):
        pass
    monkeypatch.setenv(given, "it://is:there")
    with _server(given, private) as url:
        assert url == "it://is:there"


def test_what_does_not_start_says_why() -> None:
    with pytest.raises(AssertionError, match="nonsense"), private_postgres("nonsense=1"):
        pass
    with pytest.raises(AssertionError, match="did not start"), private_nats("--no-such-option"):
        pass


def test_a_machine_without_a_program_lacks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.scale.servers._program", lambda *_: None)
    with pytest.raises(Lack), private_postgres():
        pass
    with pytest.raises(Lack), private_nats():
        pass
