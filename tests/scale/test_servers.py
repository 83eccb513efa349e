"""The tests' own servers: private, synced, gone with the tests; without a server a skip that says what to install."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.scale.servers import Lack, lacking, private_nats, private_postgres

ROOT = Path(__file__).parents[2]
ASKS = """
def test_it(empty_postgres: str, nats_server: str) -> None:
    assert empty_postgres.startswith("postgresql://") and nats_server.startswith("nats://")
"""


def test_a_database_is_empty_and_syncs(empty_postgres: str) -> None:
    with psycopg.connect(empty_postgres) as connection:
        ask = "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit')"
        settings = {row[0]: row[1] for row in connection.execute(ask)}
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert settings == {"fsync": "on", "synchronous_commit": "on"}
    assert tables == (0,)


def run_without(tmp_path: Path, *, ci: bool) -> str:
    """What pytest says of a test that wants servers on a machine that has none."""
    folder = tmp_path / "scale"
    folder.mkdir()
    (folder / "test_asks.py").write_text(ASKS)
    places = "import tests.scale.servers as found\nfound._program = lambda *_: None\n"
    (folder / "conftest.py").write_text(
        f"{places}from tests.scale.conftest import empty_postgres, postgres_server, nats_server\n"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("KOZYR_TEST", "PYTEST"))}
    environment |= {"CI": "true" if ci else "false", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-ra", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    found = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    return found.stdout


def test_without_a_server_there_is_one_loud_skip(tmp_path: Path) -> None:
    said = run_without(tmp_path, ci=False)
    assert "1 skipped" in said
    assert "apt-get install postgresql" in said


def test_under_ci_a_missing_server_is_a_failure(tmp_path: Path) -> None:
    said = run_without(tmp_path, ci=True)
    assert "1 error" in said
    assert "apt-get install postgresql" in said


def test_a_server_that_is_named_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """KOZYR_TEST_PG and KOZYR_TEST_NATS win over private servers."""
    monkeypatch.setenv("KOZYR_TEST_NATS", "nats://named:1")
    with private_postgres() as server:
        monkeypatch.setenv("KOZYR_TEST_PG", server.url)
        folder = tmp_path / "scale"
        folder.mkdir()
        (folder / "conftest.py").write_text(
            "from tests.scale.conftest import empty_postgres, postgres_server, nats_server\n"
        )
        asks = f"def test_it(empty_postgres, nats_server):\n    assert empty_postgres.startswith({server.url.rpartition('/')[0]!r})\n"
        (folder / "test_asks.py").write_text(asks + '    assert nats_server == "nats://named:1"\n')
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        found = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    assert "1 passed" in found.stdout


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


def test_what_lacks_its_server_is_skipped_aloud_and_fails_under_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="install nats-server"):
        lacking(Lack("install nats-server"))
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="install nats-server"):
        lacking(Lack("install nats-server"))
