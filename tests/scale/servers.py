"""Private servers for tests: PostgreSQL and NATS on free ports of this machine, in a folder of their own, ended with the tests.

KOZYR_TEST_PG: the URL of a PostgreSQL server in which databases may be made, taken instead of a private one. KOZYR_TEST_NATS:
the URL of a NATS server.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NoReturn

import psycopg
import pytest
from psycopg import sql

_PASSWORD: Final = "a-password-for-tests"  # noqa: S105 - of a server that lives as long as the tests do
_ROOM: Final = 512 * 2**20  # bytes of memory that a server may need
_START: Final = 60.0  # seconds that a server may take to start
# The server must sync as a real one does, since the club refuses one that does not. Only its memory is small.
_CONF: Final = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 60
shared_buffers = 16MB
max_wal_size = 128MB
"""


class Lack(Exception):
    """This machine cannot start the server; the text says what to install."""


def lacking(lack: Lack) -> NoReturn:
    """Skip the test that wants the server, with a line; under CI=true it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(str(lack), pytrace=False)
    pytest.skip(str(lack))


def free_port() -> int:
    """A port on which nobody listens now."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _program(name: str, *places: str) -> str | None:
    """The newest program of this name: on the path, or in one of these places."""
    found = [str(path) for place in places for path in sorted(Path("/").glob(place))]
    return shutil.which(name) or (found[-1] if found else None)


def _as_user(user: str | None) -> list[str]:
    """The beginning of a command line whose process ends when its parent does. user: by whom it is run; None: by us."""
    if user is None:
        return ["setpriv", "--pdeathsig", "KILL"]
    who = pwd.getpwnam(user)
    return ["setpriv", f"--reuid={who.pw_uid}", f"--regid={who.pw_gid}", "--clear-groups", "--pdeathsig", "KILL"]


def _other_user() -> str | None:
    """Whom the server runs as, which root may not; None: as ourselves."""
    if os.geteuid() != 0:
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _await(process: subprocess.Popen[bytes], ready: Callable[[], bool], log: Path) -> None:
    """Wait until a server answers.

    Raises:
        AssertionError: it ended, or took too long; with the end of its own log.
    """
    ends = time.monotonic() + _START
    while not ready():
        ended = process.poll() is not None
        if ended or time.monotonic() > ends:
            raise AssertionError(f"the server did not start: {log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.05)


class Server:
    """A running server, that a test may stop hard and start again. url: where it answers."""

    def __init__(self, url: str, command: Sequence[str], log: Path, ready: Callable[[], bool]) -> None:
        self.url = url
        self._command, self._log, self._ready = command, log, ready
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The number of its process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers. It ends with the thread that starts it, so that must be the tests' own."""
        assert threading.current_thread() is threading.main_thread()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, cwd="/")  # noqa: S603 - our own server
        _await(self._process, self._ready, self._log)

    def stop(self, signal: int) -> None:
        """End it by a signal, and wait until it has ended."""
        if self._process is not None:
            self._process.send_signal(signal)
            self._process.wait(30)
            self._process = None


@contextmanager
def _folder(user: str | None, *, on_disk: bool = False) -> Iterator[Path]:
    """A folder of this user: in memory if the machine has such a place, where a sync waits for no disk."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own in it
    quick = not on_disk and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM
    folder = Path(tempfile.mkdtemp(prefix="kozyr-servers-", dir=memory if quick else None))
    if user is not None:
        who = pwd.getpwnam(user)
        os.chown(folder, who.pw_uid, who.pw_gid)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def private_postgres(*options: str, on_disk: bool = False) -> Iterator[Server]:
    """A PostgreSQL of one's own, whose `postgres` has a password. options: settings, as `fsync=off`. on_disk: to measure it.

    Raises:
        Lack: there is none on this machine.
    """
    initdb = _program("initdb", "usr/lib/postgresql/*/bin/initdb")
    postgres = _program("postgres", "usr/lib/postgresql/*/bin/postgres")
    if initdb is None or postgres is None or shutil.which("setpriv") is None:
        raise Lack("no PostgreSQL on this machine (Debian: apt-get install postgresql), and no KOZYR_TEST_PG")
    user, port = _other_user(), free_port()
    with _folder(user, on_disk=on_disk) as folder:
        (folder / "password").write_text(_PASSWORD)
        (folder / "password").chmod(0o644)
        made = [*_as_user(user), initdb, "--no-sync", "--username=postgres", "--auth=scram-sha-256", "--encoding=UTF8"]
        made += ["--locale=C", f"--pwfile={folder / 'password'}", "-D", str(folder / "data")]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd="/")  # noqa: S603 - our own server
        with (folder / "data" / "postgresql.conf").open("a") as conf:
            conf.write(_CONF)
        url = f"postgresql://postgres:{_PASSWORD}@127.0.0.1:{port}/postgres"
        command = [*_as_user(user), postgres, "-D", str(folder / "data"), "-p", str(port)]
        for option in options:
            command += ["-c", option]
        log = folder / "log"
        log.touch()
        server = Server(url, command, log, lambda: _answers(url))
        try:
            server.start()
            yield server
        finally:
            server.stop(3)  # SIGQUIT: at once, since nothing of it is kept


@contextmanager
def private_nats(*options: str) -> Iterator[Server]:
    """A NATS server of one's own.

    Raises:
        Lack: there is none on this machine.
    """
    program = _program("nats-server", "usr/sbin/nats-server")
    if program is None or shutil.which("setpriv") is None:
        raise Lack("no nats-server on this machine (Debian: apt-get install nats-server), and no KOZYR_TEST_NATS")
    port = free_port()

    def answers() -> bool:
        with closing(socket.socket()) as tried:
            tried.settimeout(1)
            return tried.connect_ex(("127.0.0.1", port)) == 0

    with _folder(None) as folder:
        command = [*_as_user(None), program, "-a", "127.0.0.1", "-p", str(port), *options]
        server = Server(f"nats://127.0.0.1:{port}", command, folder / "log", answers)
        try:
            server.start()
            yield server
        finally:
            server.stop(15)


@contextmanager
def fresh_database(server: str, name: str, template: str = "template0") -> Iterator[str]:
    """The URL of a new database on a server, which is dropped afterwards; template: what it is a copy of."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, (name, template))))
    try:
        yield server.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
