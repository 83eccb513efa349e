"""What an operator does to a whole database: `kozyr db upgrade` and `copy`, and what a server refuses to start on."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import psycopg
import pytest

from kozyr.cli import main
from kozyr.club.app import serve
from kozyr.store import Account, Store, StoreError
from kozyr.store.database import head
from tests import olddb

OLD = [file for file in olddb.files() if file.name.startswith(("0004-dd7a845", "0015-"))]


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    told = capsys.readouterr()
    return [*told.out.splitlines(), *told.err.splitlines()]


@pytest.fixture(params=OLD, ids=lambda file: file.name.removesuffix(".db.xz"))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    found: Path = olddb.unpacked(request.param, tmp_path)
    return found


def test_the_schema_is_raised_by_its_own_command_alone(empty_postgres: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(StoreError, match="it has no schema yet: run kozyr db upgrade"):
        Store(empty_postgres)
    with psycopg.connect(empty_postgres) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert tables == (0,)
    for line in (f"the schema is {head()} now; it was none", f"the schema is {head()} already"):
        assert main(["db", "upgrade", "--db", empty_postgres]) == 0
        assert said(capsys) == [line]
    Store(empty_postgres).close()


@pytest.mark.parametrize(("revision", "why"), [("0015", "0015 is older"), ("9999", "9999 is newer")])
def test_a_server_refuses_another_schema_in_one_line(
    postgres: str, revision: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with psycopg.connect(postgres) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", (revision,))
    with pytest.raises(SystemExit) as ended:
        serve(port=0, db=postgres)
    assert ended.value.code == 2
    (line,) = said(capsys)
    assert line.startswith("kozyr club: cannot open the database postgresql://…@")
    assert why in line
    assert "password" not in line
    with psycopg.connect(postgres) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (revision,)


def test_a_sqlite_file_is_raised_too(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(old) as connection:
        (was,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert main(["db", "upgrade", "--db", str(old)]) == 0
    assert said(capsys) == [f"the schema is {head()} now; it was {was}"]


def test_a_club_moves_with_all_that_it_has(old: Path, postgres: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = old.read_bytes()
    assert main(["db", "copy", str(old), postgres]) == 0
    lines = said(capsys)
    assert lines[-1].startswith("copied, hashes are equal: ")
    assert old.read_bytes() == before

    async def read(store: Store) -> tuple[object, ...]:
        tables = await store.log.table_ids()
        logs = [(await store.log.table(one), await store.log.events(one)) for one in sorted(tables)]
        assert logs
        return sorted(tables), logs, await store.rulings.audited(0, 1000)

    told = []
    for db in (str(old), postgres):
        store = Store(db)
        told.append(asyncio.run(read(store)))
        store.close()
    assert told[0] == told[1]
    # And the copy is written on: rows are numbered from after the copied ones.
    assert main(["admin", "--db", postgres, "audit"]) == 0
    store = Store(postgres)
    asyncio.run(store.database.audit("operator", "reports", "-"))
    asyncio.run(store.accounts.enrol(Account("a new one", "Anna", 1), "a hash"))
    store.close()
    # A second copy finds rows there, and changes nothing.
    said(capsys)
    assert main(["db", "copy", str(old), postgres]) == 2
    (line,) = said(capsys)
    assert line.startswith("the database to copy to is not empty: it has rows in ")


def test_what_postgres_does_not_take_copies_nothing(
    tmp_path: Path, postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.db"
    store = Store(path)
    asyncio.run(store.accounts.enrol(Account("a", "Anna", 1), "a hash"))
    asyncio.run(store.accounts.enrol(Account("b", "a secret name", 1), "another"))
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE accounts SET nick = nick || char(0) WHERE id = 'b'")
    assert main(["db", "copy", str(path), postgres]) == 2
    (line,) = said(capsys)
    assert line.startswith("accounts could not be copied: ")
    assert "secret" not in line
    with psycopg.connect(postgres) as connection:
        assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (0,)


def test_an_entry_without_a_log_is_not_copied(
    tmp_path: Path, postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """PostgreSQL itself would take it (migration 24)."""
    path = tmp_path / "club.db"
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO events (log_id, seq, ts, kind, body) VALUES ('nobody''s', 1, 0, 'lot', '{}')")
    assert main(["db", "copy", str(path), postgres]) == 2
    assert said(capsys) == ["a row of events names a row of logs that is not there: see kozyr check"]
    with psycopg.connect(postgres) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (0,)


def test_a_copy_that_differs_does_not_stand(tmp_path: Path, postgres: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.db"
    store = Store(path)
    asyncio.run(store.accounts.enrol(Account("a", "Anna", 1), "a hash"))
    store.close()
    with psycopg.connect(postgres) as connection:  # a server that keeps something else
        connection.execute(
            "CREATE FUNCTION other() RETURNS trigger AS $$ BEGIN NEW.nick = 'x'; RETURN NEW; END $$ LANGUAGE plpgsql"
        )
        connection.execute("CREATE TRIGGER other BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION other()")
    assert main(["db", "copy", str(path), postgres]) == 2
    assert said(capsys) == ["the rows of accounts are others in the copy: nothing was copied"]
    with psycopg.connect(postgres) as connection:
        assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (0,)


@pytest.mark.parametrize("target", ["", "other.db", "nonsense://x"])
def test_the_target_is_a_postgres(target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.db"
    Store(path).close()
    assert main(["db", "copy", str(path), target and target.replace("other", str(tmp_path / "other"))]) == 2
    assert len(said(capsys)) == 1
