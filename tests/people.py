"""People who come to a club in a test: a club in one process, its visitors, and somebody who plays anything legal."""

import contextlib
import hashlib
import itertools
import json
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import msgspec
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from kozyr.club import metrics
from kozyr.club.clock import Clock
from kozyr.club.http.app import make_app
from kozyr.club.live.waits import Waits
from kozyr.deals import nonce_hash
from kozyr.store import Store
from tests import stores
from tests.luck import LUCK

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


class Standing(Clock):
    """A clock by which no time passes, so that no limit gives anything back."""

    def seconds(self) -> float:
        return 0.0


class Later(Clock):
    """A clock that a test moves: the seconds that pass by `moved`, the time of day by `ahead`, in milliseconds."""

    moved = 0.0
    ahead = 0

    def seconds(self) -> float:
        return super().seconds() + self.moved

    def now(self) -> int:
        return super().now() + self.ahead


@contextlib.contextmanager
def club(db: Path | Store, **changes: Any) -> Iterator[TestClient]:
    """A club and its first visitor."""
    how: dict[str, Any] = {
        "pause": 0.0,
        "rate": 1e9,
        "many": 1e6,
        "executor": Here(),
        "chance": LUCK,
        "behind": 0,  # no deal is reviewed before somebody asks
        "waits": Waits(absent=1e6, shares=0.0, look=0.0, hearing=0.0),
    } | changes
    url = changes.get("public_url") or f"http://{HOST}"
    store = db if isinstance(db, Store) else stores.opened(db)
    with TestClient(make_app(store, **how), base_url=url) as client:
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
    return stores.execute(path, "select log_id, max(seq) from events group by log_id order by log_id")


class Person:
    """Somebody at a table: keeps and checks what he is told, cuts as a client does, and can do something legal.

    name: what his nonces are made of; without one he gives none. table, room, turn, view, sheet, last: as he was told. messages,
    heard: everything, and as text. deals: those that were over, by number; proofs: likewise, the lot at 0.
    """

    def __init__(self, socket: WebSocketTestSession, seed: int = 0, name: str = "") -> None:
        self.socket = socket
        self.name = name
        self.chance = random.Random(seed)
        self.seq = 0
        self.hash = ""
        self.view: dict[str, Any] | None = None
        self.sheet: dict[str, Any] = {}
        self.last: dict[str, Any] | None = None
        self.room: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.turn: dict[str, Any] | None = None
        self.messages: list[dict[str, Any]] = []
        self.heard: list[str] = []
        self.deals: dict[int, dict[str, Any]] = {}
        self.proofs: dict[int, dict[str, Any]] = {}
        self.hello()

    def hello(self) -> dict[str, Any]:
        """Ask for everything; returns the snapshot."""
        self.socket.send_json({"t": "hello", "proto": 3, "have": {"seq": self.seq, "hash": ""}})
        return self.hears("snap")

    def hear(self) -> dict[str, Any]:
        """The next message; a share is given when it is asked for."""
        text = self.socket.receive_text()
        message: dict[str, Any] = json.loads(text)
        self.heard.append(text)
        self.messages.append(message)
        if message["t"] not in {"snap", "ev"}:
            return message
        assert message["t"] == "snap" or message["seq"] == self.seq + 1
        if "view" in message:
            shown = bytes(msgspec.json.decode(text, type=dict[str, msgspec.Raw])["view"])
            self.hash = hashlib.sha256(shown).hexdigest()[:16]
        assert message["hash"] == self.hash
        for part in ("seq", "view", "sheet", "last", "room", "table", "turn"):
            setattr(self, part, message.get(part, getattr(self, part)))
        self.sheet = self.sheet or {}
        assert self.view is None or self.last is None
        if message.get("last"):
            self.deals[message["last"]["number"]] = message["last"]
        if message.get("proof"):
            self.proofs[message["proof"]["deal"]] = message["proof"]
        fair = message.get("room", {}).get("fair")
        if self.name and fair and self.chair in fair["asked"]:
            self._share(fair)
        return message

    @property
    def nonce(self) -> bytes:
        """What he gives to every shuffle."""
        return self.name.encode().ljust(16, b".")

    def _share(self, fair: dict[str, Any]) -> None:
        deal, nonce = fair["deal"], self.nonce
        mine = next(share for share in fair["shares"] if share["chair"] == self.chair)
        if fair["phase"] == "hashes":
            sealed = nonce_hash(self.table["id"], deal, mine["player"], nonce)
            do: dict[str, Any] = {"act": "seal", "deal": deal, "hash": sealed}
        else:
            do = {"act": "nonce", "deal": deal, "nonce": nonce.hex()}
        # The same id whenever it is asked for: said once, however often the question is heard.
        self.socket.send_json({"t": "act", "id": f"{do['act']}-{deal}", "do": do})

    def send(self, **message: Any) -> str:
        """Send a command, under its own id if it has one; returns the id."""
        id_ = str(message.setdefault("id", f"c{next(_NUMBERS)}"))
        self.socket.send_json(({"at": self.seq} if message["t"] in {"cmd", "next"} else {}) | message)
        return id_

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a command; returns its answer, whatever comes in between."""
        id_ = self.send(**message)
        while True:
            answer = self.hear()
            if answer["t"] in {"ack", "nak"} and answer["id"] == id_:
                return answer

    def act(self, act: str, **more: Any) -> dict[str, Any]:
        """Do something at the table."""
        return self.ask(t="act", do={"act": act} | more)

    def until(self, so: Callable[[], bool]) -> None:
        """Listen until this is so."""
        while not so():
            self.hear()

    def hears(self, kind: str) -> dict[str, Any]:
        """Listen until a message of this kind comes."""
        while (message := self.hear())["t"] != kind:
            pass
        return message

    def closed(self) -> int:
        """Listen until the server closes the socket; returns why."""
        try:
            while True:
                self.hear()
        except WebSocketDisconnect as end:
            return end.code

    @property
    def chair(self) -> int | None:
        """Where he sits."""
        return self.table.get("chair")

    @property
    def mine(self) -> bool:
        """Whether it is for him to do something."""
        return self.last is not None if self.view is None else bool(self.view["legal"])

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.sheet and self.sheet["finished"])

    def wait(self) -> None:
        """Until something is for him to do."""
        self.until(lambda: self.mine)

    def move(self) -> dict[str, Any]:
        """Do something legal, or have the next deal, and wait until it has happened."""
        at, looking = self.seq, self.view is None
        wish = {"t": "next"} if self.view is None else {"t": "cmd", "do": self.chance.choice(self.view["legal"])}
        answer = self.ask(**wish)
        assert answer["t"] == "ack", answer
        assert answer["seq"] > at if looking else answer["seq"] == at + 1  # between deals the table has its own to do
        self.until(lambda: self.seq >= answer["seq"] and not (looking and self.view is None))
        return answer

    def settle(self) -> None:
        """Between deals the table has its own to do: prove the deal that ended, and bind itself to the next."""
        self.until(
            lambda: self.view is not None or self.room["fair"]["phase"] == ("revealed" if self.over else "ready")
        )

    def play(self) -> None:
        """Anything legal until the match is over."""
        looked = None
        while not self.over:
            if self.view and self.view["legal"]:
                self._patiently(t="cmd", do=self.chance.choice(self.view["legal"]))
            elif self.last is not None and looked != self.last["number"]:
                looked = self.last["number"]
                self._patiently(t="next")
            else:
                self.hear()

    def _patiently(self, **wish: Any) -> None:
        """Ask; again after a while, where a club that counts says that it was too often."""
        while (answer := self.ask(**wish))["t"] == "nak" and answer["code"] == "flood":
            time.sleep(answer["wait"])


@contextlib.contextmanager
def seated(client: TestClient, table: str, seed: int = 0, name: str = "") -> Iterator[Person]:
    """Look at a table."""
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        yield Person(socket, seed, name)


def figure(name: str) -> float:
    """A figure of the metrics' page."""
    lines = (line.rpartition(" ") for line in metrics.page().decode().splitlines())
    return next((float(value) for told, _, value in lines if told == name), 0.0)
