"""A PostgreSQL saved and put back to a moment, with its own tools: a base backup, and the write-ahead log since.

A backup is a folder: `base` is the cluster's data, `wal` what was written since, and `kozyr.json` says whose they are.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import sqlalchemy as sa

from kozyr.store.database import Database, head, read_url
from kozyr.store.errors import StoreError, plainly

if TYPE_CHECKING:  # the driver is loaded only where it is needed
    from collections.abc import Iterator

    import psycopg

_SLOT: Final = "kozyr"  # the server keeps the log for this name until it has been received
_RECOVERY: Final = 24 * 3600.0  # seconds for a recovery
_TOOLS: Final = "usr/lib/postgresql/{version}/bin"  # where Debian has them
_FAULTS: Final = {
    "recovery ended before configured recovery target": "the saved write-ahead log ends before that moment",
    "requested timeline": "the saved write-ahead log is another cluster's",
}


class _About(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    database: str
    user: str
    schema: str
    taken: datetime
    """When it was whole, by the server's clock: no moment before can be restored."""


def _tool(name: str, version: str = "*") -> str:
    """The path of one of PostgreSQL's programs. version: the major one; `*`: the newest.

    Raises:
        StoreError: it is not on this machine.
    """
    found = sorted(Path("/").glob(f"{_TOOLS.format(version=version)}/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    if path is None:
        which = "" if version == "*" else f" {version}"
        raise StoreError(f"there is no {name} of PostgreSQL{which} on this machine")
    return path


def _place(db: str) -> tuple[sa.URL, str, dict[str, str]]:
    """A database's URL, how its tools reach the cluster, and the environment that has the password.

    Raises:
        StoreError: it is no PostgreSQL.
    """
    try:
        url = read_url(db)
    except (sa.exc.ArgumentError, ValueError):
        raise StoreError(f"this is no database URL: {db.rpartition('@')[2]}") from None
    if url.get_backend_name() != "postgresql":
        raise StoreError(f"this is no PostgreSQL: {db.rpartition('@')[2]}")
    given = url.query.get("host", url.host or "127.0.0.1")
    places = [one.partition(":") for one in ([given] if isinstance(given, str) else given)]
    parts = {
        "host": ",".join(one[0] for one in places),
        "port": ",".join(one[2] or str(url.port or 5432) for one in places),
        "user": url.username or "",
        "application_name": "kozyr-backup",
    }
    text = " ".join(f"{name}={_quoted(value)}" for name, value in parts.items() if value)
    return url, text, os.environ | ({} if url.password is None else {"PGPASSWORD": url.password})


def _quoted(text: str) -> str:
    """A value of libpq's own form."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _ran(command: list[str], environment: Mapping[str, str]) -> None:
    """Run one of PostgreSQL's programs to its end.

    Raises:
        StoreError: it failed; with its last line, which names places and no secret.
    """
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - PostgreSQL's own
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise StoreError(said[-1] if said else f"{Path(command[0]).name} ended with {done.returncode}")


def backup(db: str, target: Path) -> str:
    """Save a PostgreSQL into a new folder while a club runs on it; returns a line of report.

    Raises:
        StoreError: there is such a folder, the server cannot be reached or lets this user not replicate, or it has
            tablespaces elsewhere.
    """
    url, place, environment = _place(db)
    opened = Database(db)  # refuses what is no club's, or of another schema
    try:
        target.mkdir(mode=0o700)
    except OSError as error:
        opened.close()
        raise StoreError(f"{target}: {error.strerror or error}") from None
    try:
        command = [_tool("pg_basebackup"), "--no-password", "--checkpoint=fast", "--wal-method=stream"]
        _ran([*command, "-d", place, "-D", str(target / "base")], environment)
        _refuse_tablespaces(target / "base")
        (target / "wal").mkdir(mode=0o700)
        with opened.engine.connect() as connection:
            taken: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
        about = _About(url.database or "", url.username or "", head(), taken.astimezone(UTC))
        (target / "kozyr.json").write_bytes(msgspec.json.encode(about) + b"\n")
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    finally:
        opened.close()
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    return f"{target}: {size} bytes; kozyr db wal {target} adds what is written from now on"


def _refuse_tablespaces(base: Path) -> None:
    if any((base / "pg_tblspc").iterdir()):
        raise StoreError("the cluster has tablespaces elsewhere, which this does not save")


def _saved(folder: Path) -> _About:
    """What a backup says of itself.

    Raises:
        StoreError: it is none.
    """
    try:
        return msgspec.json.decode((folder / "kozyr.json").read_bytes(), type=_About)
    except (OSError, msgspec.MsgspecError):
        raise StoreError(f"{folder}: this is no backup of a PostgreSQL by kozyr db backup") from None


def receive(db: str, saved: Path) -> None:
    """Receive a server's write-ahead log into a backup until the process is told to stop; does not return.

    The server keeps what has not been received yet, under the name of a replication slot.

    Raises:
        StoreError: the folder is no backup, or the server cannot be reached.
    """
    _saved(saved)
    _, place, environment = _place(db)
    command = [_tool("pg_receivewal"), "--no-password", "-d", place, "-S", _SLOT]
    _ran([*command, "--create-slot", "--if-not-exists"], environment)
    whole = [*command, "-D", str(saved / "wal"), "--synchronous"]
    os.execve(whole[0], whole, environment)  # noqa: S606 - PostgreSQL's own program, without a shell


def moment(text: str) -> datetime:
    """A moment as an operator writes it: 2026-11-27T13:00:00Z; without a zone it is UTC.

    Raises:
        StoreError: it is none.
    """
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise StoreError(f"this is no moment like 2026-11-27T13:00:00Z: {text[:40]}") from None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def restore(saved: Path, data: Path, to: str | None) -> str:
    """Make a cluster's data folder from a backup, as it was at a moment; returns a line of report.

    saved: the backup. data: the new folder, for a server that is not running yet. to: see `moment`; None: the newest that
    is saved. Processes of the old club never speak with those of the restored one: its name on the bus is another.

    Raises:
        StoreError: the folder is no backup, there is such data already, or the moment is not in the backup.
    """
    about, until = _saved(saved), None if to is None else moment(to)
    if os.geteuid() == 0:
        raise StoreError("PostgreSQL does not run as root: sudo -u postgres kozyr db restore …")
    if data.exists():
        raise StoreError(f"{data}: there is such a folder already")
    if until is not None and until < about.taken:
        raise StoreError(f"that moment is before the end of the backup, {about.taken.isoformat(timespec='seconds')}")
    version = (saved / "base" / "PG_VERSION").read_text("ascii").strip()
    _tool("postgres", version)
    try:
        shutil.copytree(saved / "base", data, symlinks=True)
        data.chmod(0o700)
        (data / "recovery.signal").touch()
        if not (data / "postgresql.conf").exists():  # Debian keeps it elsewhere
            (data / "postgresql.conf").touch()
        with _recovering(saved.absolute(), data.absolute(), version, about, until) as connection:
            return _begun_anew(connection)
    except BaseException as error:
        shutil.rmtree(data, ignore_errors=True)
        if isinstance(error, OSError):
            raise StoreError(f"{data}: {error.strerror or error}") from None
        if isinstance(error, import_module("psycopg").Error):
            raise StoreError(f"not restored: {plainly(error)}") from None
        raise


def _begun_anew(connection: psycopg.Connection) -> str:
    """Forget the processes that ran on the database, and the club's name and key on the bus."""
    connection.execute("DELETE FROM members")
    connection.execute("UPDATE shards SET owner = NULL, epoch = epoch + 1")
    connection.execute("DELETE FROM life")
    row = connection.execute("SELECT count(DISTINCT log_id), count(*), max(ts) FROM events").fetchone()
    assert row is not None
    last = "never" if row[2] is None else datetime.fromtimestamp(row[2] / 1000, UTC).isoformat(timespec="milliseconds")
    return f"restored: {row[1]} entries in {row[0]} logs, the last at {last}; start the server on the new folder"


@contextmanager
def _recovering(
    saved: Path, data: Path, version: str, about: _About, until: datetime | None
) -> Iterator[psycopg.Connection]:
    """A connection to the server while it recovers by itself, which nobody else reaches; it is stopped afterwards."""
    with tempfile.TemporaryDirectory(prefix="kozyr-restore-") as name:
        place, wal = Path(name), shlex.quote(str(saved / "wal")).replace("%", "%%")
        (place / "hba").write_text("local all all trust\n")
        settings = {
            "hba_file": place / "hba",
            "listen_addresses": "",
            "unix_socket_directories": place,
            "port": "5432",
            "ssl": "off",
            "logging_collector": "off",
            "log_destination": "stderr",
            "lc_messages": "C",
            "archive_mode": "off",
            "hot_standby": "off",
            "restore_command": f"cp {wal}/%f %p 2>/dev/null || cp {wal}/%f.partial %p",
            "recovery_target_action": "promote",
        }
        if until is not None:
            settings["recovery_target_time"] = until.astimezone(UTC).isoformat(sep=" ")
        command = [_tool("postgres", version), "-D", str(data)]
        for setting, value in settings.items():
            command += ["-c", f"{setting}={value}"]
        with (place / "log").open("wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)  # noqa: S603 - PostgreSQL's own
        try:
            with _connected(server, place, about) as connection:
                yield connection
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGINT)  # a fast stop: all is written
                server.wait()


def _connected(server: subprocess.Popen[bytes], place: Path, about: _About) -> psycopg.Connection:
    """A connection once the server has recovered.

    Raises:
        StoreError: it has not, and why.
    """
    driver = import_module("psycopg")
    ends, why = time.monotonic() + _RECOVERY, "it did not end"
    while time.monotonic() < ends:
        if server.poll() is not None:
            said = (place / "log").read_text(errors="replace")
            known = [told for sign, told in _FAULTS.items() if sign in said]
            last = [line for line in said.splitlines() if "FATAL" in line or "PANIC" in line]
            raise StoreError(f"not restored: {known[0] if known else last[0] if last else 'the server ended'}")
        with suppress(driver.OperationalError):
            found: psycopg.Connection = driver.connect(
                host=str(place), port=5432, dbname=about.database, user=about.user, autocommit=True
            )
            return found
        time.sleep(0.1)
    raise StoreError(f"not restored: {why}")
