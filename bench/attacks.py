"""What a normal table feels while somebody floods the club: the time of its answers, calm and under each flood, in one run.

    python -m bench.attacks [paper] [sockets] [lobby] [proofs] [together] [--seconds S] [--tables N]

Goal: 99 % of the answers come within 3 times their calm time. The club is a process of its own, as `kozyr club` starts it; people
play against bots, each from a network of his own. The floods come from other processes, bounded in count and time, on this machine's
loopback alone; the club is told by `X-Forwarded-For` from which network each asks, so that limits hold as they do outside.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kozyr.club.clock import Chance, Clock
from kozyr.club.live.hall import Hall
from kozyr.store import Account, Store
from tests.tournaments.evening import event

PARTS = ("paper", "sockets", "lobby", "proofs", "together")
_GOAL: Final = 3.0
_EVENTS: Final = (
    40  # whose announcements are asked for in three languages: a flood of one would be answered from memory
)
_PACE: Final = 0.1  # seconds between an answer and the next command
_CASE: Final = {
    "game": "preferans",
    "incident": {"type": "wrong_discard"},
    "story": {"declarer": "E", "contract": "6S", "whisters": ["S", "N"]},
    "deal": "N:AKQJ.AKQ.AKQ. T987.987.97.7 .JT.JT8.AKQJT + C9 C8",
}
_TABLE: Final = {"game": "preferans", "preset": "sochi", "changes": {"pool_target": 100}, "players": 3, "name": ""}


class Target(NamedTuple):
    """The club that is flooded. tokens: of accounts that flood; events: their ids; tables: public ones."""

    origin: str
    tokens: tuple[str, ...]
    events: tuple[str, ...]
    tables: tuple[str, ...]


class Answer(NamedTuple):
    """What the club has answered. cookie: the session that came with it."""

    status: int
    body: bytes
    cookie: str


class Line:
    """A connection to the club that stays open; it says that it comes from this network."""

    def __init__(self, origin: str, network: str, token: str = "") -> None:
        self._origin, self._network, self._token = origin, network, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: object = None) -> Answer:
        """The answer to a request; with a body it is a POST."""
        parts = urlsplit(self._origin)
        if self._streams is None:
            self._streams = await asyncio.open_connection(parts.hostname, parts.port)
        reader, writer = self._streams
        data = b"" if body is None else json.dumps(body).encode()
        cookie = f"Cookie: kozyr={self._token}\r\n" if self._token else ""
        kind = "" if body is None else f"Content-Type: application/json\r\nOrigin: {self._origin}\r\n"
        writer.write(
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nX-Forwarded-For: {self._network}\r\n"
            f"{cookie}{kind}Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        told = {
            name.lower(): value.strip() for name, _, value in (one.partition(":") for one in head.split("\r\n")[1:])
        }
        found = await reader.readexactly(int(told.get("content-length", "0")))
        if told.get("connection") == "close":
            self.close()
        token = told.get("set-cookie", "").partition(";")[0].partition("=")[2]
        return Answer(int(head.split(" ", 2)[1]), found, token)

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


# --- a normal table ----------------------------------------------------------------------------------------


class Player:
    """Somebody who plays against two bots, whatever is legal; `took` has the seconds from each command to its answer."""

    def __init__(self, origin: str, number: int) -> None:
        self._origin, self._network = origin, f"198.51.100.{number + 1}"
        self._chance = random.Random(number)
        self._seq = 0
        self._view: Mapping[str, Any] | None = None
        self._looks = False
        self.took: list[float] = []

    async def play(self) -> None:
        """Play on until cancelled."""
        line = Line(self._origin, self._network)
        token = (await line.ask("/api/guest", {"name": ""})).cookie
        line = Line(self._origin, self._network, token)
        made = await line.ask("/api/tables", {**_TABLE, "bots": ["random", "random"]})
        table = json.loads(made.body)["table"]
        async with _socket(self._origin, table, self._network, token) as socket:
            for number in itertools.count():
                while (do := self._next()) is None:
                    self._hear(json.loads(await socket.recv()))
                await asyncio.sleep(_PACE)
                id_, began = f"c{number}", time.perf_counter()
                await socket.send(json.dumps({"id": id_, "at": self._seq, **do}))
                while (told := json.loads(await socket.recv())).get("id") != id_:
                    self._hear(told)
                self.took.append(time.perf_counter() - began)
                if told["t"] == "ack" and do["t"] == "cmd":
                    self._view = None  # the next one comes with what has happened
                self._looks = False

    def _next(self) -> dict[str, Any] | None:
        if self._looks:
            return {"t": "next"}
        if self._view is not None and self._view["legal"]:
            return {"t": "cmd", "do": self._chance.choice(self._view["legal"])}
        return None

    def _hear(self, told: Mapping[str, Any]) -> None:
        if told["t"] not in {"snap", "ev"}:
            return
        self._seq = told["seq"]
        self._view = told.get("view", self._view)
        self._looks = told.get("last", None if not self._looks else True) is not None


@contextlib.asynccontextmanager
async def _socket(origin: str, table: str, network: str, token: str) -> AsyncIterator[ClientConnection]:
    address = f"{origin.replace('http', 'ws', 1)}/ws/table/{table}"
    headers = {"cookie": f"kozyr={token}", "x-forwarded-for": network}
    async with connect(address, additional_headers=headers, origin=origin) as socket:  # type: ignore[arg-type]
        await socket.send('{"t":"hello","proto":3}')
        yield socket


# --- floods ------------------------------------------------------------------------------------------------


async def _paper(target: Target, until: float) -> Counter[str]:
    """One address, 16 connections, nothing but announcements."""
    paths = itertools.cycle(
        f"/api/events/{one}/print/announcement?lang={lang}" for one in target.events for lang in ("ru", "uk", "en")
    )
    lines = [Line(target.origin, "203.0.113.1") for _ in range(16)]
    return await _asked(lines, lambda line: line.ask(next(paths)), 5_000, until)


async def _lobby(target: Target, until: float) -> Counter[str]:
    """The lobby 13,000 times: one address, 16 connections."""
    lines = [Line(target.origin, "203.0.113.2", target.tokens[n]) for n in range(16)]
    return await _asked(lines, lambda line: line.ask("/api/lobby"), 13_000, until)


async def _proofs(target: Target, until: float) -> Counter[str]:
    """Thirty proofs of the desk, from six networks."""
    lines = [Line(target.origin, f"203.0.113.{n}") for n in range(30, 36)]
    return await _asked(lines, lambda line: line.ask("/api/rule", _CASE), 30, until)


async def _asked(
    lines: Sequence[Line], ask: Callable[[Line], Awaitable[Answer]], count: int, until: float
) -> Counter[str]:
    told, left = Counter[str](), iter(range(count))

    async def one(line: Line) -> None:
        for _ in left:
            if time.monotonic() > until:
                return
            try:
                told[str((await ask(line)).status)] += 1
            except (OSError, asyncio.IncompleteReadError):
                told["cut off"] += 1
                line.close()

    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*map(one, lines)), max(0.0, until - time.monotonic()) + 1)
    return told


async def _sockets(target: Target, until: float) -> Counter[str]:
    """One address opens 51 sockets at tables of the lobby, and asks each again and again for all of its table."""
    told = Counter[str]()

    async def one(number: int) -> None:
        table, token = target.tables[number % len(target.tables)], target.tokens[number % len(target.tokens)]
        try:
            async with _socket(target.origin, table, "203.0.113.60", token) as socket:
                told["opened"] += 1
                while time.monotonic() < until:
                    await socket.send('{"t":"hello","proto":3}')
                    await socket.recv()
                    told["frames"] += 1
                    await asyncio.sleep(0.1)
        except (OSError, WebSocketException):
            told["refused"] += 1

    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*map(one, range(51))), max(0.0, until - time.monotonic()) + 1)
    return told


FLOODS: Final[Mapping[str, Callable[[Target, float], Coroutine[object, object, Counter[str]]]]] = {
    "paper": _paper,
    "sockets": _sockets,
    "lobby": _lobby,
    "proofs": _proofs,
}


# --- the run -----------------------------------------------------------------------------------------------


async def _prepared(db: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A database with accounts that flood, and events; tokens and ids."""
    store = Store(str(db))
    tokens = tuple(f"flood-{number}" for number in range(17))
    for number, token in enumerate(tokens):
        account = Account(f"{number:016x}", f"f{number}", time.time_ns() // 1_000_000)
        await store.accounts.enrol(account, hashlib.sha256(token.encode()).hexdigest())
    hall, host = Hall(store.log, Clock(), Chance()), Account(f"{0:016x}", "f0", 1)
    events = [
        await hall.announce(host, msgspec.structs.replace(event("bridge"), name=f"Cup {n}"), listed=True)
        for n in range(_EVENTS)
    ]
    store.close()
    return tokens, tuple(events)


@contextlib.contextmanager
def _served(db: Path) -> Iterator[str]:
    """A club in a process of its own; yields its origin."""
    command = [sys.executable, "-m", "kozyr.cli", "club", "--port", "0", "--db", str(db), "--proxy", "127.0.0.1"]
    with subprocess.Popen(  # noqa: S603 - this Python, our own program
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"KOZYR_BOT_PAUSE": "0"}
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[1]
        finally:
            server.terminate()


async def _flooded(target: Target, name: str, seconds: float) -> Counter[str]:
    """A flood from another process; what it was answered. It yields to the club: outside it would have another machine."""
    command = [sys.executable, "-m", "bench.attacks", "--flood", name, "--seconds", str(seconds)]
    flood = await asyncio.create_subprocess_exec(
        "nice", *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await flood.communicate(msgspec.json.encode(target))
    return Counter(json.loads(out))


class Felt(NamedTuple):
    """The answers of normal tables through one flood, in milliseconds; and what the flood was answered."""

    name: str
    took: list[float]
    told: Counter[str]

    @property
    def p99(self) -> float:
        """In milliseconds."""
        return statistics.quantiles(self.took, n=100)[98]


async def _run(origin: str, target: Target, parts: Sequence[str], tables: int, seconds: float) -> list[Felt]:
    players = [Player(origin, number) for number in range(tables)]
    playing = [asyncio.create_task(one.play()) for one in players]

    def taken() -> list[float]:
        found = [1000 * one for player in players for one in player.took]
        for player in players:
            player.took.clear()
        for task in playing:
            if task.done():
                task.result()  # says why it plays no longer
        return found

    await asyncio.sleep(4.0)
    taken()
    await asyncio.sleep(seconds)
    felt = [Felt("calm", taken(), Counter())]
    for part in parts:
        floods = [name for name in FLOODS if part in {name, "together"}]
        told = sum(await asyncio.gather(*(_flooded(target, name, seconds) for name in floods)), Counter[str]())
        felt.append(Felt(part, taken(), told))
        await asyncio.sleep(2.0)
        taken()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return felt


async def _lobby_of(origin: str, tokens: Sequence[str]) -> tuple[str, ...]:
    """Public tables that gather people."""
    found = []
    for n, token in enumerate(tokens):
        made = await Line(origin, f"203.0.113.{100 + n}", token).ask(
            "/api/tables", {**_TABLE, "bots": [None, None], "public": True}
        )
        found.append(json.loads(made.body)["table"])
    return tuple(found)


def main(argv: list[str] | None = None) -> int:
    """Print them."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.attacks", description="A normal table while others flood the club."
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=10.0, help="of each flood")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--flood", choices=FLOODS, help=argparse.SUPPRESS)
    wanted = parser.parse_args(argv)
    if wanted.flood is not None:
        target = msgspec.json.decode(sys.stdin.buffer.read(), type=Target)
        print(json.dumps(asyncio.run(FLOODS[wanted.flood](target, time.monotonic() + wanted.seconds))))
        return 0
    parts = wanted.parts or PARTS
    if not set(parts) <= set(PARTS):
        parser.error(f"the parts are {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "club.db"
        tokens, events = asyncio.run(_prepared(db))
        with _served(db) as origin:
            tables = asyncio.run(_lobby_of(origin, tokens[:6]))
            felt = asyncio.run(
                _run(origin, Target(origin, tokens, events, tables), parts, wanted.tables, wanted.seconds)
            )
    calm = felt[0]
    print(f"answers to {wanted.tables} normal tables, {wanted.seconds:.0f} s each, calm and under floods")
    for one in felt:
        ratio = "" if one is calm else f"  {one.p99 / calm.p99:5.2f} times calm, goal {_GOAL:.0f}"
        told = ", ".join(f"{count:,} {what}" for what, count in sorted(one.told.items()))
        print(
            f"  {one.name:<10}{len(one.took):6,} answers, p50 {statistics.median(one.took):6.1f} ms, p99 {one.p99:6.1f} ms{ratio}"
            + (f"  ({told})" if told else "")
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
