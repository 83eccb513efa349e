"""Real processes of one club, and people's windows there."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kozyr.store.ownership import SHARDS, shard_of

ROOT = Path(__file__).parents[2]
TOKENS = ("token-of-anna", "token-of-boris", "token-of-clara")
FOURTH = "token-of-dora"
START = 60.0
# Runs the program from another tree than the one that is installed here, which may have a finder of its own.
FROM = """
import sys
sys.meta_path[:] = [one for one in sys.meta_path if "Editable" not in type(one).__name__ and "Redirecting" not in type(one).__name__]
sys.path.insert(0, sys.argv.pop(1))
from kozyr.cli import main
sys.exit(main())
"""


# A clock that jumps an hour ahead when told so (SIGUSR1), or back (SIGUSR2).
JUMPING = """
import signal, sys, time
ahead, real, real_ns = 0, time.time, time.time_ns
def jump(number, _):
    global ahead
    ahead += 3600 if number == signal.SIGUSR1 else -3600
time.time, time.time_ns = lambda: real() + ahead, lambda: real_ns() + ahead * 10**9
signal.signal(signal.SIGUSR1, jump)
signal.signal(signal.SIGUSR2, jump)
from kozyr.cli import main
sys.exit(main())
"""
Program = tuple[list[str], dict[str, str]]  # how `kozyr` is run, and what its environment has besides
HERE: Program = [sys.executable, "-m", "kozyr.cli"], {}
WITH_A_CLOCK: Program = [sys.executable, "-c", JUMPING], {}


def program(tree: Path) -> Program:
    """The program of a folder that has the package."""
    return [sys.executable, "-c", FROM, str(tree)], {"PYTHONPATH": str(tree)}


class Process:
    """A club in a process of its own."""

    def __init__(self, db: str, nats: str, how: Program = HERE, more: Sequence[str] = ()) -> None:
        command = [*how[0], "club", "--port", "0", "--db", db, "--nats", nats, *more]
        environment = os.environ | how[1] | {"KOZYR_BOT_PAUSE": "0.01", "KOZYR_METRICS_TOKEN": "m"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)  # noqa: S603 - our own program
        self.origin = ""

    def ready(self) -> None:
        """Wait until it says where it is."""
        assert self.process.stdout is not None
        self.origin = self.process.stdout.readline().split()[1]

    def ask(self, path: str, token: str, body: Any = None) -> Any:
        headers = {"content-type": "application/json", "cookie": f"kozyr={token}", "origin": self.origin}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + path, data, headers)  # noqa: S310 - our own server
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - as above
            text = answer.read().decode()
            return json.loads(text) if answer.headers.get("content-type", "").startswith("application/json") else text

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Club:
    """Processes on one database."""

    def __init__(self, db: str, nats: str) -> None:
        self.db, self.nats = db, nats
        self.processes: list[Process] = []

    def start(self, many: int, how: Program = HERE) -> list[Process]:
        started = [Process(self.db, self.nats, how) for _ in range(many)]
        self.processes += started
        for process in started:
            process.ready()
        ends = time.monotonic() + START
        while not self.shared():
            assert time.monotonic() < ends
            time.sleep(0.1)
        return self.processes

    def whole(self, many: int) -> None:
        """So many processes run: those that have ended are forgotten, and others started in their place."""
        for process in self.processes:
            if process.process.poll() is not None:
                process.end()
        self.processes = [one for one in self.processes if one.process.poll() is None]
        if len(self.processes) < many:
            self.start(many - len(self.processes))

    def shared(self) -> bool:
        """Whether every process that runs has its share, and nothing is on its way to another one."""
        owned = self.owners()
        living = sum(one.process.poll() is None for one in self.processes)
        return len(owned) == living and sum(owned.values()) == SHARDS and min(owned.values()) > SHARDS / living / 2

    def owners(self) -> dict[str, int]:
        with psycopg.connect(self.db) as connection:
            ask = "SELECT owner, count(*) FROM shards WHERE owner IS NOT NULL GROUP BY 1"
            return {row[0]: row[1] for row in connection.execute(ask)}

    def owner(self, table: str) -> tuple[str | None, int]:
        with psycopg.connect(self.db) as connection:
            found = connection.execute(
                "SELECT owner, epoch FROM shards WHERE shard = %s", (shard_of(table),)
            ).fetchone()
        assert found is not None
        return found[0], found[1]

    def log(self, table: str) -> list[tuple[int, str | None]]:
        with psycopg.connect(self.db) as connection:
            return connection.execute(
                "SELECT seq, cmd_id FROM events WHERE log_id = %s ORDER BY 1", (table,)
            ).fetchall()


class Window:
    """A person's window at a table. It comes again when its socket is closed, as the page does."""

    def __init__(self, process: Process, token: str, table: str) -> None:
        self.process, self.token, self.table = process, token, table
        self.frames: list[dict[str, Any]] = []
        self.closed: list[int] = []
        self.socket: ClientConnection | None = None

    async def open(self) -> "Window":
        origin = self.process.origin
        address = f"{origin.replace('http', 'ws', 1)}/ws/table/{self.table}"
        self.socket = await connect(address, additional_headers={"cookie": f"kozyr={self.token}"}, origin=origin)  # type: ignore[arg-type]
        await self.socket.send('{"t":"hello","proto":3}')
        self.reading = asyncio.create_task(self._read(self.socket))
        return self

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                self.frames.append(json.loads(text))
        self.closed.append(socket.close_code or 0)
        self.ended = time.monotonic()

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def hears(self, what: Callable[[dict[str, Any]], object], seconds: float = 20) -> dict[str, Any]:
        ends = time.monotonic() + seconds
        while True:
            for frame in self.frames:
                if what(frame):
                    return frame
            assert not self.closed, self.closed  # nothing more comes
            assert time.monotonic() < ends, self.frames[-3:]
            await asyncio.sleep(0.01)

    async def acts(self, id_: str, act: dict[str, Any]) -> dict[str, Any]:
        await self.send({"t": "act", "id": id_, "do": act})
        return await self.hears(lambda frame: frame.get("id") == id_)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        await asyncio.gather(self.reading, return_exceptions=True)


def table_at(process: Process, *, public: bool = True) -> str:
    """A table of Anna's with two free chairs."""
    body = {
        "game": "preferans",
        "preset": "sochi",
        "changes": {},
        "players": 3,
        "bots": [None, None],
        "name": "",
        "public": public,
    }
    table: str = process.ask("/api/tables", TOKENS[0], body)["table"]
    return table


def found_owner(club: Club, log: str) -> Process | None:
    """The process that owns a log; None: nobody does at this moment."""
    owner, _ = club.owner(log)
    with psycopg.connect(club.db) as connection:
        found = connection.execute("SELECT name FROM members WHERE id = %s", (owner,)).fetchone()
    if found is None:
        return None
    pid = int(found[0].rpartition(":")[2])
    return next((one for one in club.processes if one.process.pid == pid), None)


def owner_of(club: Club, log: str) -> Process:
    """The process that owns a log now."""
    found = found_owner(club, log)
    assert found is not None
    return found
