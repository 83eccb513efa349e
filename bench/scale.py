"""The log on PostgreSQL beside SQLite, in one run on one machine, both synced.

An entry an append, so many logs at a time, each waiting for its own before the next, in turn on either store.
KOZYR_TEST_PG: the URL of a server to measure; else a private one is started (tests/scale/servers.py).
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from kozyr.store import Entry, Store, TableRow

LOGS: Final = 200
SECONDS: Final = 3.0
TURNS: Final = 3


class Rate(NamedTuple):
    """Acknowledged appends a second by the clock, and microseconds of this process's processor for each."""

    clock: float
    cpu: float


async def _appended(db: str | Path, logs: int, seconds: float, fence: tuple[str, int, int] | None) -> Rate:
    """Appends to so many logs at a time."""
    store = Store(db, upgrade=True)
    done, names = 0, [f"log {number}" for number in range(logs)]
    first = Entry(1, 0, "lot", None, None, "{}")
    for name in names:
        await store.log.create(TableRow(name, "preferans", "sochi", "{}", "[]", 0), [], [first])
    if fence is not None:
        owned = "INSERT INTO shards (shard, owner, epoch) VALUES (%s, %s, %s)"
        with store.database.engine.begin() as connection:
            connection.exec_driver_sql(owned, (fence[1], fence[0], fence[2]))
    began, cpu = time.monotonic(), time.process_time()
    ends = began + seconds

    async def one(number: int) -> None:
        nonlocal done
        seq = 1
        while time.monotonic() < ends:
            entry = Entry(seq + 1, 0, "event", "N", f"{number}/{seq}", '{"type":"play","card":"S7"}')
            await store.log.append(names[number], seq, [entry], fence=fence)
            seq, done = seq + 1, done + 1

    await asyncio.gather(*(one(number) for number in range(logs)))
    rate = Rate(done / (time.monotonic() - began), (time.process_time() - cpu) / done * 1e6)
    await asyncio.to_thread(store.close)
    return rate


def main(_parts: Sequence[str] = ()) -> int:
    """Measure, and print; always 0."""
    servers = import_module("tests.scale.servers")  # the drivers are needed here alone
    found: dict[str, list[Rate]] = {"SQLite": [], "PostgreSQL": [], "PostgreSQL, fenced": []}
    with ExitStack() as opened:
        server = os.environ.get("KOZYR_TEST_PG") or opened.enter_context(servers.private_postgres(on_disk=True)).url
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        for turn in range(TURNS):
            name = folder / f"{turn}.db"
            found["SQLite"].append(asyncio.run(_appended(name, LOGS, SECONDS, None)))
            for what, fence in (("PostgreSQL", None), ("PostgreSQL, fenced", ("bench", 1, 1))):
                with servers.fresh_database(server, f"kozyr_bench_{os.getpid()}") as url:
                    found[what].append(asyncio.run(_appended(url, LOGS, SECONDS, fence)))
    print(f"acknowledged appends a second, {LOGS} logs at a time, both synced; the median of {TURNS} turns")
    base = statistics.median(one.clock for one in found["SQLite"])
    for what, rates in found.items():
        clock, cpu = statistics.median(one.clock for one in rates), statistics.median(one.cpu for one in rates)
        spread = f"{min(one.clock for one in rates):,.0f} to {max(one.clock for one in rates):,.0f}"
        print(
            f"  {what:<20}{clock:8,.0f}   {clock / base:5.2f} of SQLite; {spread}; {cpu:.0f} us of the processor each"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
