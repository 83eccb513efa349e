"""Several processes of one club on one database and one bus: a table is one table, whichever of them has the socket."""

import asyncio
import contextlib
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kozyr.store import Account, Store
from kozyr.store.ownership import shard_of

ROOT = Path(__file__).parents[2]
TOKENS = ("token-of-anna", "token-of-boris", "token-of-clara")
START = 60.0


class Process:
    """A club in a process of its own."""

    def __init__(self, db: str, nats: str) -> None:
        command = [sys.executable, "-m", "kozyr.cli", "club", "--port", "0", "--db", db, "--nats", nats]
        environment = os.environ | {"KOZYR_BOT_PAUSE": "0.01", "KOZYR_METRICS_TOKEN": "m"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)  # noqa: S603 - our own program
        assert self.process.stdout is not None
        self.origin = self.process.stdout.readline().split()[1]

    def ask(self, path: str, token: str, body: Any = None) -> Any:
        headers = {"content-type": "application/json", "cookie": f"kozyr={token}", "origin": self.origin}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + path, data, headers)  # noqa: S310 - our own server
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - as above
            text = answer.read().decode()
            return json.loads(text) if answer.headers["content-type"].startswith("application/json") else text

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

    def start(self, many: int) -> list[Process]:
        self.processes += [Process(self.db, self.nats) for _ in range(many)]
        ends = time.monotonic() + START
        while len(self.owners()) < many:  # every process has its share
            assert time.monotonic() < ends
            time.sleep(0.1)
        return self.processes

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


@pytest.fixture
def club(postgres: str, nats_server: str) -> Iterator[Club]:
    async def enrolled() -> None:
        store = Store(postgres)
        for n, token in enumerate(TOKENS):
            account = Account(f"{n:016x}", ("Anna", "Boris", "Clara")[n], time.time_ns() // 1_000_000)
            await store.accounts.enrol(account, hashlib.sha256(token.encode()).hexdigest())
        await asyncio.to_thread(store.close)

    asyncio.run(enrolled())
    found = Club(postgres, nats_server)
    yield found
    for process in found.processes:
        process.end()


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


def table_at(process: Process) -> str:
    """A table of Anna's with two free chairs."""
    body = {
        "game": "preferans",
        "preset": "sochi",
        "changes": {},
        "players": 3,
        "bots": [None, None],
        "name": "",
        "public": True,
    }
    table: str = process.ask("/api/tables", TOKENS[0], body)["table"]
    return table


def far_sockets(process: Process) -> float:
    """How many of its sockets look at tables of other processes."""
    request = urllib.request.Request(f"{process.origin}/metrics", headers={"authorization": "Bearer m"})  # noqa: S310 - our own server
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - as above
        found = re.search(r'^kozyr_sockets\{role="far"\} (\S+)', answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_a_move_on_one_is_shown_on_the_others(club: Club) -> None:
    """Three people at one table by way of three processes: each sees what the others do, and one log has it all."""
    processes = club.start(3)
    table = table_at(processes[0])

    async def work() -> None:
        windows = [await Window(process, token, table).open() for process, token in zip(processes, TOKENS, strict=True)]
        snaps = [await window.hears(lambda frame: frame["t"] == "snap") for window in windows]
        assert len({snap["seq"] for snap in snaps}) == 1
        card = snaps[0]["table"]["card"]
        for n, window in enumerate(windows):
            if n:  # who set the table up sits there already, and has accepted
                assert (await window.acts(f"sit-{n}", {"act": "sit", "chair": n}))["t"] == "ack"
                assert (await window.acts(f"accept-{n}", {"act": "accept", "card": card}))["t"] == "ack"
        seqs = [
            (await window.hears(lambda frame: frame["t"] == "ev" and frame["seq"] >= 5))["seq"] for window in windows
        ]
        assert min(seqs) >= 5
        said = {"t": "say", "id": "hello-1", "text": "Добрый вечер"}
        await windows[1].send(said)
        for window in (windows[0], windows[2]):
            assert (await window.hears(lambda frame: frame["t"] == "chat"))["text"] == "Добрый вечер"
        assert sorted(map(far_sockets, processes)) == [0, 1, 1]
        for window in windows:
            await window.close()

    asyncio.run(work())
    log = club.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    ids = [cmd for _, cmd in log if cmd is not None]
    assert len(ids) == len(set(ids))
    assert {one.rpartition("/")[2] for one in ids} >= {"sit-1", "sit-2", "accept-1", "accept-2"}


def owner_of(club: Club, table: str) -> Process:
    """The process of a table: the one of whose sockets none is far."""
    owner, _ = club.owner(table)
    with psycopg.connect(club.db) as connection:
        found = connection.execute("SELECT since FROM members WHERE id = %s", (owner,)).fetchone()
        assert found is not None
        earlier = connection.execute("SELECT count(*) FROM members WHERE since < %s", (found[0],)).fetchone()
    assert earlier is not None
    return club.processes[earlier[0]]


def test_another_answers_within_three_seconds_of_kill_9(club: Club) -> None:
    """What was acknowledged is there, the command that was under way is done once, and the others' windows stay open."""
    club.start(3)
    table = table_at(club.processes[0])
    owner = owner_of(club, table)
    others = [one for one in club.processes if one is not owner]

    async def work() -> float:
        anna = await Window(others[0], TOKENS[0], table).open()
        boris = await Window(others[1], TOKENS[1], table).open()
        card = (await anna.hears(lambda frame: frame["t"] == "snap"))["table"]["card"]
        await boris.hears(lambda frame: frame["t"] == "snap")
        assert (await boris.acts("sit", {"act": "sit", "chair": 1}))["t"] == "ack"
        before = club.log(table)
        owner.kill()
        began = time.monotonic()
        windows = [anna, boris]
        answered = None
        while answered is None:
            await windows[1].send({"t": "act", "id": "accept", "do": {"act": "accept", "card": card}})
            with contextlib.suppress(AssertionError):
                answered = await windows[1].hears(lambda frame: frame.get("id") == "accept", 6)
            if answered is None or windows[1].closed:  # its process is the owner now: the page comes again
                windows[1] = await Window(others[1], TOKENS[1], table).open()
                await windows[1].hears(lambda frame: frame["t"] == "snap")
        took = time.monotonic() - began
        assert answered["t"] == "ack"
        assert club.log(table)[: len(before)] == before
        if windows[0].closed:
            windows[0] = await Window(others[0], TOKENS[0], table).open()
        await windows[0].hears(lambda frame: frame["t"] in {"ev", "snap"} and frame["seq"] >= answered["seq"])
        for window in windows:
            await window.close()
        return took

    took = asyncio.run(work())
    log = club.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    assert [cmd.rpartition("/")[2] for _, cmd in log if cmd is not None].count("accept") == 1
    print(f"answered {took:.2f} s after kill -9")  # noqa: T201 - a figure for docs/benchmarks.md
    assert took < 10  # the goal is 3; a busy machine may be slow, and a lost lease is no quicker than that
