"""What a look into the lobby costs where ten thousand public tables stand open.

    python -m bench.lobby [--tables N] [--seconds S]

Each table has one person before it, each from an address of his own but for a tenth, who share one. The page is asked for as a browser
asks, by a guest who has a session, without a network between; what is printed is time of the processor. The peer in the same run is
the list made anew for each visitor, as it was before it was kept.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette

from kozyr.club import bodies, wire
from kozyr.club.app import collect_rarely
from kozyr.club.http.app import make_app
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.open_tables import OpenTables
from kozyr.club.live.viewer import Whence
from kozyr.club.live.waits import Waits
from kozyr.store import Account, Store
from tests.load import Person

_GOAL: Final = 1.0  # milliseconds
_TOKEN: Final = "a guest of the bench"  # noqa: S105 - of a database that is gone with the bench


def _address(n: int) -> str:
    """From where the person at this table comes."""
    return "203.0.113.9" if n % 10 == 0 else f"198.{n // 65536}.{n // 256 % 256}.{n % 256}"


async def _open(lobby: Lobby, store: Store, n: int) -> None:
    account = Account(f"{n:016x}", f"p{n}", 0)
    await store.accounts.enrol(account, f"{n:064x}")
    wanted = bodies.NewTable(
        game="preferans", preset="sochi", players=3, bots=[None, None], changes={}, name="", public=True
    )
    room = await lobby.room(await lobby.create(account, wanted))
    assert room is not None
    person = Person(account, lambda _: None)
    person.whence = Whence(_address(n), "")
    await room.enter(person)


async def _asked(app: Starlette) -> bytes:
    """The body of an answer to the page of the lobby."""
    found = list[bytes]()
    scope: dict[str, Any] = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": "/api/lobby", "raw_path": b"/api/lobby", "query_string": b"", "root_path": "",
        "headers": [(b"host", b"127.0.0.1"), (b"cookie", f"kozyr={_TOKEN}".encode())],
        "client": ("127.0.0.1", 50000), "server": ("127.0.0.1", 80), "state": {}, "app": app,
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200, message
        found.append(message.get("body", b""))

    await app(scope, receive, send)
    return b"".join(found)


def _anew(lobby: Lobby) -> None:
    """The lists as they are made of all tables."""
    made = OpenTables()
    for room in lobby.in_memory():
        made.look(room)
    wire.encode(made.lists())


async def _measured(tables: int, seconds: float, folder: Path) -> tuple[list[float], list[float], float, int]:
    """Milliseconds of the processor: of each look, of each look after a table has come, of the lists made anew; bytes of an answer."""
    store = Store(folder / "lobby.db", "OFF")
    await store.accounts.enrol(Account("f" * 16, "guest", 0), hashlib.sha256(_TOKEN.encode()).hexdigest())
    app = make_app(store, many=1e9, waits=Waits(absent=1e9, idle=1e9))
    house = app.state.club
    async with house.life(app):
        lobby = house.lobby
        for n in range(tables):
            await _open(lobby, store, n)
        collect_rarely()
        size = len(await _asked(app))
        still, moved = list[float](), list[float]()
        for found, change in ((still, None), (moved, _another(lobby, store, tables))):
            ends = time.monotonic() + seconds
            while time.monotonic() < ends:
                if change is not None:
                    await change()
                began = time.process_time()
                await _asked(app)
                found.append(1000 * (time.process_time() - began))
        began = time.process_time()
        for _ in range(3):
            _anew(lobby)
        anew = 1000 * (time.process_time() - began) / 3
    return still, moved, anew, size


def _another(lobby: Lobby, store: Store, tables: int) -> Callable[[], Any]:
    made = iter(range(tables, 10 * tables))
    return lambda: _open(lobby, store, next(made))


def main(argv: list[str] | None = None) -> int:
    """Print them."""
    parser = argparse.ArgumentParser(prog="python -m bench.lobby", description="A look into the lobby.")
    parser.add_argument("parts", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--tables", type=int, default=10_000, metavar="N")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S")
    wanted = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        still, moved, anew, size = asyncio.run(_measured(wanted.tables, wanted.seconds, Path(name)))
    print(
        f"/api/lobby with {wanted.tables:,} public tables, {size / 1024:.0f} KB an answer, milliseconds of the processor"
    )
    for what, took in (("a look", still), ("a look after another table has come", moved)):
        cut = statistics.quantiles(took, n=100)
        print(f"  {what:<38} median {cut[49]:.2f}, p99 {cut[98]:.2f}; {cut[49] / _GOAL:.2f} of the goal {_GOAL:.0f}")
    print(f"  {'peer: the lists made anew, alone':<38} {anew:.1f}; {anew / statistics.median(still):.0f} times a look")
    return 0


if __name__ == "__main__":
    sys.exit(main())
