"""The log on PostgreSQL beside SQLite, in one run on one machine, both synced: appends alone, and whole commands at tables.

An entry an append, so many logs at a time, each waiting for its own before the next, in turn on either store. Then tables at
which commands come as fast as they are answered, as in `bench.club durable`.
KOZYR_TEST_PG: the URL of a server to measure; else a private one is started (tests/scale/servers.py).
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from bench import club
from bench._site import cpu as spent
from kozyr.store import Entry, Store, TableRow

LOGS: Final = 200
SECONDS: Final = 3.0
TURNS: Final = 3
TABLES: Final = 100


class Rate(NamedTuple):
    """Acknowledged appends a second by the clock, and microseconds of the processor for each: this process's, the database server's."""

    clock: float
    cpu: float
    server: float = 0.0


async def _appended(
    db: str | Path,
    logs: int,
    seconds: float,
    fence: tuple[str, int, int] | None,
    server: Callable[[], float] = lambda: 0.0,
) -> Rate:
    """Appends to so many logs at a time. server: seconds of the processor that the database server has spent."""
    store = Store(db, upgrade=True)
    done, names = 0, [f"log {number}" for number in range(logs)]
    first = Entry(1, 0, "lot", None, None, "{}")
    for name in names:
        await store.log.create(TableRow(name, "preferans", "sochi", "{}", "[]", 0), [], [first])
    if fence is not None:
        owned = "INSERT INTO shards (shard, owner, epoch) VALUES (%s, %s, %s)"
        with store.database.engine.begin() as connection:
            connection.exec_driver_sql(owned, (fence[1], fence[0], fence[2]))
    began, cpu, theirs = time.monotonic(), time.process_time(), server()
    ends = began + seconds

    async def one(number: int) -> None:
        nonlocal done
        seq = 1
        while time.monotonic() < ends:
            entry = Entry(seq + 1, 0, "event", "N", f"{number}/{seq}", '{"type":"play","card":"S7"}')
            await store.log.append(names[number], seq, [entry], fence=fence)
            seq, done = seq + 1, done + 1

    await asyncio.gather(*(one(number) for number in range(logs)))
    took, cpu, theirs = time.monotonic() - began, time.process_time() - cpu, server() - theirs
    rate = Rate(done / took, cpu / done * 1e6, theirs / done * 1e6)
    await asyncio.to_thread(store.close)
    return rate


def _commands(db: str | None) -> float:
    """Commands a second at tables, from a player's card to the acknowledgement. db: the URL of an empty database; None: SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(club._durable(Path(folder), TABLES, SECONDS, {}, db)).clock  # noqa: SLF001 - a part of ours


def _print_rates(what: str, found: dict[str, list[Rate]]) -> None:
    print(f"{what}, both synced; the median of {TURNS} turns")
    base = statistics.median(one.clock for one in found["SQLite"])
    for name, rates in found.items():
        clock, cpu, server = (statistics.median(figures) for figures in zip(*rates, strict=True))
        spread = f"{min(one.clock for one in rates):,.0f} to {max(one.clock for one in rates):,.0f}"
        costs = f"; {cpu:.0f} us of the processor each, the server's {server:.0f}" if cpu else ""
        print(f"  {name:<20}{clock:8,.0f}   {clock / base:5.2f} of SQLite; {spread}{costs}")


def main(_parts: Sequence[str] = ()) -> int:
    """Measure, and print; always 0."""
    servers = import_module("tests.scale.servers")  # the drivers are needed here alone
    found: dict[str, list[Rate]] = {"SQLite": [], "PostgreSQL": [], "PostgreSQL, fenced": []}
    whole: dict[str, list[Rate]] = {"SQLite": [], "PostgreSQL": []}
    with ExitStack() as opened:
        url, theirs = os.environ.get("KOZYR_TEST_PG"), lambda: 0.0
        if url is None:
            server = opened.enter_context(servers.private_postgres(on_disk=True))
            url, theirs = server.url, lambda: spent(server.pid, family=True)
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        for turn in range(TURNS):
            name = folder / f"{turn}.db"
            found["SQLite"].append(asyncio.run(_appended(name, LOGS, SECONDS, None)))
            for what, fence in (("PostgreSQL", None), ("PostgreSQL, fenced", ("bench", 1, 1))):
                with servers.fresh_database(url, f"kozyr_bench_{os.getpid()}") as db:
                    found[what].append(asyncio.run(_appended(db, LOGS, SECONDS, fence, theirs)))
            whole["SQLite"].append(Rate(_commands(None), 0.0))
            with servers.fresh_database(url, f"kozyr_bench_{os.getpid()}") as db:
                whole["PostgreSQL"].append(Rate(_commands(db), 0.0))
    _print_rates(f"acknowledged appends a second, {LOGS} logs at a time", found)
    _print_rates(f"acknowledged commands a second, {TABLES} tables of three people", whole)
    return 0


if __name__ == "__main__":
    sys.exit(main())
