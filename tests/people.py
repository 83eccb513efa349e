"""People who come to a club in a test: a club in one process, its visitors, and somebody who plays anything legal."""

import contextlib
import itertools
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from kozyr.club.app import make_app
from kozyr.club.room import Waits
from kozyr.store import Store

HOST = "testserver"
ORIGIN = {"origin": f"http://{HOST}"}
TABLE = {"game": "preferans", "preset": "sochi", "changes": {"pool_target": 2}, "players": 3, "bots": ["random"] * 2}
_NUMBERS = itertools.count()


class Here(Executor):
    """Bots think at once and on the spot."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as an executor does
            future.set_exception(error)
        return future


@contextlib.contextmanager
def club(db: Path | Store, **changes: Any) -> Iterator[TestClient]:
    """A club and its first visitor."""
    how: dict[str, Any] = {
        "pause": 0.0,
        "rate": 1e9,
        "executor": Here(),
        "waits": Waits(absent=1e6, shares=0.0, look=0.0),
    } | changes
    url = changes.get("public_url") or f"http://{HOST}"
    with TestClient(make_app(db, **how), base_url=url) as client:
        yield client


def visitor(client: TestClient, address: str = "testclient") -> TestClient:
    """Another browser, at another address if one is given; it lives as long as the club."""
    other = TestClient(client.app, base_url=str(client.base_url), client=(address, 50000))
    other.portal = client.portal
    return other


def guest(client: TestClient, name: str = "Анна") -> dict[str, Any]:
    """Come in; says who one is."""
    answer = client.post("/api/guest", json={"name": name})
    assert answer.status_code in {200, 201}, answer.text
    me: dict[str, Any] = answer.json()
    return me


def new_table(client: TestClient, **changes: Any) -> str:
    """A table, with random bots on all other chairs unless said otherwise."""
    answer = client.post("/api/tables", json=TABLE | changes)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


def quiet(path: Path) -> None:
    """Wait until nobody has anything to do any more that nobody waits for."""
    before = None
    while before != (before := _last(path)):
        time.sleep(0.3)


def _last(path: Path) -> list[tuple[str, int]]:
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute("select table_id, max(seq) from events group by table_id").fetchall()


class Person:
    """Somebody at a table: keeps what he was told, and can do something legal."""

    def __init__(self, socket: WebSocketTestSession, seed: int = 0) -> None:
        self.socket = socket
        self.chance = random.Random(seed)
        self.seq = 0
        self.view: dict[str, Any] | None = None
        self.sheet: dict[str, Any] | None = None
        self.last: dict[str, Any] | None = None
        self.room: dict[str, Any] = {}
        self.told: dict[str, Any] = {}  # the table
        self.heard: list[str] = []
        socket.send_json({"t": "hello", "proto": 1})
        while self.hear()["t"] != "snap":
            pass

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = self.socket.receive_json()
        self.heard.append(repr(message))
        if message["t"] in {"snap", "ev"}:
            for part in ("seq", "view", "sheet", "last", "room"):
                setattr(self, part, message.get(part, getattr(self, part)))
            self.told = message.get("table", self.told)
        return message

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a command; returns its answer, whatever comes in between."""
        id_ = f"c{next(_NUMBERS)}"
        self.socket.send_json({"id": id_} | message)
        while True:
            answer = self.hear()
            if answer["t"] in {"ack", "nak"} and answer["id"] == id_:
                return answer

    def closed(self) -> int:
        """Listen until the server closes the socket; returns why."""
        try:
            while True:
                self.hear()
        except WebSocketDisconnect as end:
            return end.code

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.sheet and self.sheet["finished"])

    def play(self) -> None:
        """Anything legal until the match is over."""
        looked = None
        while not self.over:
            if self.view and self.view["legal"]:
                self.ask(t="cmd", at=self.seq, do=self.chance.choice(self.view["legal"]))
            elif self.last is not None and looked != self.last["number"]:
                looked = self.last["number"]
                self.ask(t="next", at=self.seq)
            else:
                self.hear()


@contextlib.contextmanager
def seated(client: TestClient, table: str, seed: int = 0) -> Iterator[Person]:
    """Look at a table."""
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        yield Person(socket, seed)
