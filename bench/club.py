"""The club under load: durable commands a second, how long an answer takes at a thousand tables, what a socket weighs.

Goals of the third issue: 6,000 durable commands a second at saturation on one core; at 1,000 tables with a command a
second each 99 % of the answers within 50 ms. Peers in the same run: the bare store (the same rows, without game, views
and frames) and a file that is written and synced for every command. What is asked of tables is asked of such as refuse errors and of such
as rule on them (`table.irregularities`).

    python -m bench.club [durable] [latency] [sockets] [--tables N] [--seconds S]

Tables and seconds are those of one measurement: 200 tables for 8 s where commands come without a pause, 1,000 for 15 s where one
comes every second. Their 4 s to begin with are not in it, nor is the time in which the tables are set up.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from websockets.asyncio.client import connect

from kozyr.club.app import collect_rarely
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.workers import Workers
from kozyr.store import Account, Entry, Store, TableRow
from tests.load import WAITS, Players

PARTS = ("durable", "latency", "sockets")
AGREED: Final[Mapping[str, Mapping[str, object]]] = {
    "that refuse errors": {},
    "that rule on errors": {"table.irregularities": "rule"},
}
_GOAL_RATE, _GOAL_MS = 6_000, 50.0


async def _crowd(
    db: str | Path, tables: int, pace: float, changes: Mapping[str, object]
) -> tuple[Lobby, Store, list[Players], list[int]]:
    """So many tables of three, all in the middle of a game."""
    store = Store(db, upgrade=True)
    lobby = Lobby(store, Workers(), pause=0.0, waits=WAITS, many=1e9)
    count = [0]

    def acked(_table: str, _command: str, _seq: int) -> None:
        count[0] += 1

    crowd = [Players(lobby, store, f"bench {number}", acked, pace, changes) for number in range(tables)]
    for players in crowd:
        await players.sit_down()
    return lobby, store, crowd, count


class Rate(NamedTuple):
    """What was measured: commands a second by the clock, and for each second of the server's processor alone.

    own: microseconds of the processor that the players took for each command, who sit in the same process.
    """

    clock: float
    server: float
    own: float


async def _durable(
    folder: Path, tables: int, seconds: float, changes: Mapping[str, object], db: str | None = None
) -> Rate:
    """Commands as fast as they are answered. db: the URL of an empty database; None: a file in the folder."""
    lobby, store, crowd, count = await _crowd(db or folder / "club.db", tables, 0.0, changes)
    clock = asyncio.get_running_loop().time
    tasks = [asyncio.create_task(players.play(clock)) for players in crowd]
    await asyncio.sleep(1.0)
    count[0], began, cpu, own = 0, clock(), time.process_time(), sum(players.spent for players in crowd)
    await asyncio.sleep(seconds)
    done, wall, spent = count[0], clock() - began, time.process_time() - cpu
    own = sum(players.spent for players in crowd) - own
    await _end(lobby, store, tasks)
    return Rate(done / wall, done / (spent - own), own / done * 1e6)


async def _end(lobby: Lobby, store: Store, tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await lobby.close()
    store.close()


async def _bare(folder: Path, tables: int = 200, seconds: float = 4.0) -> float:
    """The store alone: an entry a command, in the same database, with the same commits."""
    store = Store(str(folder / "bare.db"))
    done = 0
    ends = time.monotonic() + seconds

    async def one(number: int) -> None:
        nonlocal done
        name = f"bare {number}"
        first = Entry(1, 0, "lot", None, None, "{}")
        await store.log.create(TableRow(name, "preferans", "sochi", "{}", "[]", 0), [], [first])
        seq = 1
        while time.monotonic() < ends:
            entry = Entry(seq + 1, 0, "event", "N", f"{number}/{seq}", '{"type":"play","card":"S7"}')
            await store.log.append(name, seq, [entry])
            seq, done = seq + 1, done + 1

    await asyncio.gather(*(one(number) for number in range(tables)))
    store.close()
    return done / seconds


def _synced(folder: Path, seconds: float = 1.0) -> float:
    """A line and an fsync for every command: what no group commit would come to."""
    done, ends = 0, time.monotonic() + seconds
    with (folder / "lines").open("ab", buffering=0) as file:
        while time.monotonic() < ends:
            file.write(b'{"type":"play","card":"S7"}\n')
            os.fsync(file.fileno())
            done += 1
    return done / seconds


async def _latency(
    folder: Path, tables: int, seconds: float, changes: Mapping[str, object]
) -> tuple[list[float], float]:
    """Milliseconds from a command to its answer where one comes every second; microseconds of the server's processor for each."""
    lobby, store, crowd, _ = await _crowd(folder / "club.db", tables, 1.0, changes)
    clock = asyncio.get_running_loop().time
    told: list[float] = []
    for players in crowd:
        players.answered = told.append
    tasks = [asyncio.create_task(players.play(clock)) for players in crowd]
    await asyncio.sleep(3.0)
    told.clear()
    cpu, own = time.process_time(), sum(players.spent for players in crowd)
    await asyncio.sleep(seconds)
    spent = time.process_time() - cpu - sum(players.spent for players in crowd) + own
    answers = sorted(1000 * each for each in told)
    await _end(lobby, store, tasks)
    return answers, spent / len(answers) * 1e6


def _resident(process: int) -> int:
    """The memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _weighed(folder: Path, sockets: int = 300) -> tuple[float, float]:
    """Kilobytes of a real server for each socket that watches one table, and without them."""
    db = folder / "sockets.db"
    tokens = [f"token-{number}" for number in range(sockets + 1)]
    asyncio.run(_enrolled(db, tokens))
    command = [sys.executable, "-m", "kozyr.cli", "club", "--port", "0", "--db", str(db)]
    environment = os.environ | {"KOZYR_BOT_PAUSE": "5"}
    with subprocess.Popen(  # noqa: S603 - this Python, our own program
        command, stdout=subprocess.PIPE, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        try:
            origin = server.stdout.readline().split()[1]
            table = _table(origin, tokens[0])
            return asyncio.run(_watched(server.pid, origin, table, tokens))
        finally:
            server.terminate()


async def _enrolled(db: Path, tokens: list[str]) -> None:
    store = Store(str(db))
    for number, token in enumerate(tokens):
        account = Account(f"{number:016x}", f"w{number}", time.time_ns() // 1_000_000)
        await store.accounts.enrol(account, hashlib.sha256(token.encode()).hexdigest())
    store.close()


def _table(origin: str, token: str) -> str:
    """A new table against bots."""
    body = {
        "game": "preferans",
        "preset": "sochi",
        "changes": {},
        "players": 3,
        "bots": ["novice", "novice"],
        "name": "",
    }
    request = urllib.request.Request(  # noqa: S310 - our own server on this machine
        f"{origin}/api/tables",
        json.dumps(body).encode(),
        {"content-type": "application/json", "cookie": f"kozyr={token}", "origin": origin},
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - as above
        table: str = json.load(answer)["table"]
    return table


async def _watched(server: int, origin: str, table: str, tokens: list[str]) -> tuple[float, float]:
    address = f"{origin.replace('http', 'ws', 1)}/ws/table/{table}"
    opened = []

    async def open_one(token: str) -> None:
        socket = await connect(address, additional_headers={"cookie": f"kozyr={token}"}, origin=origin)  # type: ignore[arg-type]
        await socket.send('{"t":"hello","proto":3}')
        await socket.recv()
        opened.append(socket)

    for token in tokens[:20]:
        await open_one(token)
    before = _resident(server)
    for token in tokens[20:]:
        await open_one(token)
    await asyncio.sleep(1)
    after = _resident(server)
    for socket in opened:
        await socket.close()
    return (after - before) / 1024 / (len(tokens) - 20), before / 1024


def _print_durable(tables: int, seconds: float) -> None:
    """Both kinds of tables, beside the bare store and a file."""
    print(
        f"durable commands a second at saturation ({tables:,} tables: whole deals of preferans, three people each, one watched)"
    )
    rates = {}
    for which, changes in AGREED.items():
        with tempfile.TemporaryDirectory() as name:
            rates[which] = rate = asyncio.run(_durable(Path(name), tables, seconds, changes))
        print(
            f"  {which:<20}{rate.clock:8,.0f}   {rate.clock / _GOAL_RATE:5.2f} of the goal {_GOAL_RATE:,}; "
            f"{rate.server:,.0f} for each second of CPU without the players' {rate.own:.0f} us a command"
        )
    plain, judged = rates.values()
    print(
        f"  {'rule over refuse':<20}{judged.clock / plain.clock:8.2f}   {judged.server / plain.server:.2f} by the CPU"
    )
    with tempfile.TemporaryDirectory() as name:
        bare, synced = asyncio.run(_bare(Path(name), tables)), _synced(Path(name))
    print(f"  {'bare store':<20}{bare:8,.0f}   tables that refuse errors do {plain.clock / bare:.2f} of it")
    print(f"  {'fsync each':<20}{synced:8,.0f}   they do {plain.clock / synced:.1f} times that")


def _print_latency(tables: int, seconds: float) -> None:
    """Both kinds of tables."""
    for which, changes in AGREED.items():
        with tempfile.TemporaryDirectory() as name:
            told, cpu = asyncio.run(_latency(Path(name), tables, seconds, changes))
        cut = statistics.quantiles(told, n=100)
        print(
            f"{tables:,} tables {which}, a command a second each: {len(told):,} answers, {cpu:.0f} us of CPU for each"
        )
        print(
            f"  ack p50 {cut[49]:.1f} ms, p99 {cut[98]:.1f} ms ({cut[98] / _GOAL_MS:.2f} of the goal {_GOAL_MS:.0f}), longest {told[-1]:.0f} ms"
        )


def main(argv: list[str] | None = None) -> int:
    """Print them."""
    parser = argparse.ArgumentParser(prog="python -m bench.club", description="The club under load.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--tables", type=int, help="otherwise 200 at saturation, 1,000 for answers")
    parser.add_argument("--seconds", type=float, help="otherwise 8 at saturation, 15 for answers")
    wanted = parser.parse_args(argv)
    parts = wanted.parts or PARTS
    if not set(parts) <= set(PARTS):
        parser.error(f"the parts are {', '.join(PARTS)}")
    collect_rarely()  # as the server does
    if "durable" in parts:
        _print_durable(wanted.tables or 200, wanted.seconds or 8.0)
    if "latency" in parts:
        _print_latency(wanted.tables or 1000, wanted.seconds or 15.0)
    if "sockets" in parts:
        with tempfile.TemporaryDirectory() as name:
            each, alone = _weighed(Path(name))
        print(f"memory of the server: {each:.0f} KB a socket that watches, over {alone / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
