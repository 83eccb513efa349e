"""Somebody who opens sockets and says nothing. Others come in all the same, and the log stays short."""

import asyncio
import contextlib
import json
import logging
import os
import shlex
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from kozyr.club.app import Seldom
from kozyr.club.gate import Networks
from kozyr.club.limits import Crowd
from kozyr.club.live.waits import Waits
from tests.conftest import LONG
from tests.people import ORIGIN, club, guest, new_table, seated, visitor

DESCRIPTORS = 256
# The program, with less patience for half a request than it has for people; in the long form as it is.
IMPATIENT = """
import sys
from kozyr.club.http import connections
connections.HEADERS = 1.0
from kozyr.cli import main
sys.exit(main())
"""
PROGRAM = "-m kozyr.cli" if LONG else f"-c {shlex.quote(IMPATIENT)}"


def test_one_account_has_only_so_many_sockets(path: Path) -> None:
    patient = Waits(absent=1e6, shares=0.0, look=0.0, hello=1e6)  # the first is silent until the last has come
    with club(path, waits=patient) as client, contextlib.ExitStack() as open_:
        table = new_table(client)
        for _ in range(64):
            open_.enter_context(client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN))
        with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as one_more:
            with pytest.raises(WebSocketDisconnect) as refused:
                one_more.receive_text()
            assert refused.value.code == 1013
        other = visitor(client)
        guest(other, "Борис")
        with seated(other, new_table(other)) as boris:  # nobody else is concerned
            assert boris.table


def test_one_network_has_only_so_many_sockets(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with club(path) as client, contextlib.ExitStack() as open_:
        gate = client.app.state.club.lobby.gate  # type: ignore[attr-defined]
        monkeypatch.setattr(gate, "sockets_of_network", Networks("few", 4))
        flooder = visitor(client, "203.0.113.5")
        table = new_table(flooder)
        for _ in range(4):
            open_.enter_context(flooder.websocket_connect(f"/ws/table/{table}", headers=ORIGIN))
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            flooder.websocket_connect(f"/ws/table/{table}", headers=ORIGIN),
        ):
            pass
        assert refused.value.status_code == 429
        with seated(client, new_table(client)) as anna:
            assert anna.table
    assert len(gate.sockets_of_network) == 0


def test_who_says_no_hello_is_let_go(path: Path) -> None:
    with club(path, waits=Waits(absent=1e6, shares=0.0, look=0.0, hello=0.2)) as client:
        table = new_table(client)
        with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as silent:
            silent.send_text("p")  # as much as nothing
            assert silent.receive_text() == "p"
            with pytest.raises(WebSocketDisconnect) as gone:
                silent.receive_text()
            assert gone.value.code == 4408
        with seated(client, table) as anna:
            time.sleep(0.4)
            assert anna.hello()["t"] == "snap"


# --- a club in a process of its own, with few descriptors ------------------------------------------------------


class Served:
    """A club that has few descriptors. log: where its lines go."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "errors"
        line = f"ulimit -Sn 64; ulimit -Hn {DESCRIPTORS}; exec {sys.executable} {PROGRAM} club --port 0 --db {folder}/club.db"
        with self.log.open("w") as told:
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                ["/bin/bash", "-c", line],
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
                env=os.environ | {"KOZYR_BOT_PAUSE": "0"},
            )
        assert self.process.stdout is not None
        self.origin = self.process.stdout.readline().split()[1]
        self.port = int(self.origin.rpartition(":")[2])

    def asked(self, route: str = "/health") -> int:
        """The status of an answer; 0: there is none."""
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.origin}{route}", timeout=5) as answer:  # noqa: S310 - our own
            status: int = answer.status
            return status
        return 0

    def within(self, seconds: float, so: Callable[[], bool]) -> bool:
        """Whether this becomes true in time."""
        end = time.monotonic() + seconds
        while not (found := so()) and time.monotonic() < end:
            time.sleep(0.2)
        return found

    def sockets(self, count: int, said: bytes) -> list[socket.socket]:
        """Connections that say this and nothing more; those that are refused are left out."""
        opened = []
        for _ in range(count):
            with contextlib.suppress(OSError):
                one = socket.create_connection(("127.0.0.1", self.port), timeout=2)
                opened.append(one)
                one.sendall(said)
        return opened

    def open(self, kind: str = "") -> int:
        """How many descriptors it has; kind: of what only."""
        found = 0
        for one in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                found += str(one.readlink()).startswith(kind)
        return found


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.wait(20)
        assert found.process.stdout is not None
        found.process.stdout.close()


def test_half_a_request_holds_a_connection_for_seconds_only(served: Served, share: Callable[[int], int]) -> None:
    """More connections than there are descriptors: the log stays short, and the club answers again by itself."""
    before = served.open("socket")
    limits = Path(f"/proc/{served.process.pid}/limits").read_text()
    assert limits.split("Max open files")[1].split()[:2] == [str(DESCRIPTORS)] * 2  # the soft limit has been raised
    opened = served.sockets(max(2 * DESCRIPTORS, share(3000)), b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
    try:
        assert served.within(60, lambda: served.asked() == 200)
        assert served.within(60, lambda: served.open("socket") <= before + 3)
    finally:
        for one in opened:
            one.close()
    assert served.log.stat().st_size < 50_000
    # Connections may come faster than they are cut off. That is said then: 20 times at once and 20 times a minute.
    assert served.log.read_text().count("Traceback") <= 40


@pytest.mark.long  # 20 seconds of waiting; in short: test_who_says_no_hello_is_let_go
def test_silent_sockets_are_let_go(served: Served, share: Callable[[int], int]) -> None:
    body = {"game": "preferans", "preset": "sochi", "changes": {}, "players": 3, "bots": ["random"] * 2}
    request = urllib.request.Request(  # noqa: S310 - our own
        f"{served.origin}/api/tables", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=20) as made:  # noqa: S310 - our own
        table, cookie = json.load(made)["table"], made.headers["set-cookie"].partition(";")[0]
    before = served.open("socket")
    upgrade = (
        f"GET /ws/table/{table} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.origin}\r\n"
        f"Cookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    opened = served.sockets(share(3000), upgrade.encode())
    try:
        assert served.within(30, lambda: served.asked() == 200)
        assert served.within(60, lambda: served.open("socket") <= before + 3)
    finally:
        for one in opened:
            one.close()
    assert served.log.stat().st_size < 50_000


# --- the log ---------------------------------------------------------------------------------------------------


def test_lines_of_a_kind_come_seldom() -> None:
    """As asyncio complains of descriptors: the same first line, and another rest each time."""
    now, many = 0.0, 100_000 if LONG else 10_000
    seldom = Seldom(clock=lambda: now)

    def passes(text: str, *values: object) -> str | None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, values, None)
        return record.getMessage() if seldom.filter(record) else None

    told = [passes(f"socket.accept() out of system resource\nsocket: {n}") for n in range(many)]
    assert sum(line is not None for line in told) == 20
    assert passes("table %s is frozen", "t") == "table t is frozen"
    now = 60.0
    line = passes("socket.accept() out of system resource\nsocket: 1")
    assert line is not None
    assert f"{many - 20} lines of this kind were left out" in line
    for n in range(many):
        seldom.filter(logging.LogRecord("a", logging.ERROR, "", 0, f"kind {n}", (), None))
    assert len(seldom._kinds) <= 1000


def test_nobody_is_counted_when_he_has_gone() -> None:
    crowd = Crowd("some", 1)

    async def stays() -> None:
        with crowd.joined("a") as first, crowd.joined("a") as second, crowd.joined(None) as machine:
            assert (first, second, machine) == (True, False, True)
            await asyncio.sleep(60)

    async def cancelled() -> None:
        task = asyncio.create_task(stays())
        await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    with crowd.joined("a") as again:
        assert again
