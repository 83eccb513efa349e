"""Tables of a process that has died, read from their logs by the one that takes them over.

    python -m bench takeover

Somebody waits at each of them, so all are asked for at once; the last one's time is what the dead process costs its players beside the
lease. Each log is a match of three bots, copied under other names and cut at so many entries. Each is read from the checkpoint of its
last deal, and without one: in the bots' processes too, as a club does, and in the club's own process alone.
"""

from __future__ import annotations

import asyncio
import itertools
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from kozyr.club.live import checkpoints
from kozyr.club.live.archive import Archive
from kozyr.club.live.workers import Workers
from kozyr.club.table.table import Table
from kozyr.store import Checkpoint, Entry, Store
from tests.clubtable import setup, steps

TABLES: Final = 300
LENGTHS: Final = (100, 400, 1_000)  # entries: a deal or two, an hour, an evening

FOLDED: Final = "folded by all"
ALONE: Final = "folded by one process"
KEPT: Final = "from checkpoints"


def _log(entries: int) -> list[Entry]:
    """A match from its first entry on, of which so many are kept."""
    found: list[Entry] = []
    table = Table.open(setup(3, humans=0, pool=1_000))
    for step in steps(table, 1):
        found.append(step.entry)
        if len(found) == entries:
            break
    return found


async def _last_deal(archive: Archive, store: Store, name: str, entries: list[Entry]) -> tuple[Table, Entry]:
    """The table at its last deal, where a room would have kept its checkpoint, and that entry."""
    await archive.load(name)  # so that its secret is known
    row = await store.log.table(name)
    assert row is not None
    at, found = await archive.start(row), None
    for entry in entries:
        before, at = at, at.after(entry)
        if at.course.dealt > before.course.dealt:
            found = at, entry
    assert found is not None
    return found


def _checkpoint(deal: tuple[Table, Entry], name: str) -> Checkpoint:
    """The checkpoint of a table with the same log under another name."""
    table, entry = deal
    card = msgspec.structs.replace(table.card, setup=msgspec.structs.replace(table.setup, id=name))
    made = checkpoints.made(msgspec.structs.replace(table, card=card), entry, checkpoints.made_by({}))
    assert made is not None
    return made


async def _taken(folder: Path, entries: list[Entry], how: str) -> tuple[list[float], float, float]:
    """After how many seconds each table was there; milliseconds of the processor for a table: of this process, and of the others."""
    store, workers, kept = Store(folder / f"{len(entries)} {how}.db", "OFF"), Workers(), how == KEPT
    archive, agreed = Archive(store, workers=None if how == ALONE else workers), setup(3, humans=0, pool=1_000)
    if how == FOLDED:
        await asyncio.wrap_future(workers.lent.submit(int))
    deal: tuple[Table, Entry] | None = None
    names = [f"table {number}" for number in range(TABLES)]
    for name in names:
        await archive.create(msgspec.structs.replace(agreed, id=name), bytes(32))
        await store.log.append(name, 0, entries)
        if kept:
            deal = deal or await _last_deal(archive, store, name, entries)
            await store.checkpoints.keep(_checkpoint(deal, name))
        archive.forget(name)
    began, cpu, there, others = time.monotonic(), time.process_time(), list[float](), _others()

    async def opened(name: str) -> None:
        loaded = await archive.resume(name)
        assert loaded is not None
        assert not loaded.broken
        assert loaded.table.seq == len(entries)
        there.append(time.monotonic() - began)

    await asyncio.gather(*map(opened, names))
    cost = (time.process_time() - cpu) / TABLES * 1e3
    archive.close()
    await asyncio.to_thread(workers.close)
    await asyncio.to_thread(store.close)
    return there, cost, (_others() - others) / TABLES * 1e3


def _others() -> float:
    """Seconds of the processor of the processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main(_parts: Sequence[str] = ()) -> int:
    """Measure, and print; always 0."""
    print(f"{TABLES} tables that a process takes over, all asked for at once: seconds until they are there,")
    print("  and milliseconds of the processor for each: of this process, and of the others from their start on")
    longest = _log(max(LENGTHS))
    with tempfile.TemporaryDirectory() as folder:
        for length, how in itertools.product(LENGTHS, (ALONE, FOLDED, KEPT)):
            there, cost, others = asyncio.run(_taken(Path(folder), longest[:length], how))
            half = statistics.median(there)
            print(
                f"  {length:5,} entries each, {how:22}   first {min(there):6.2f}"
                f"   half {half:6.2f}   all {max(there):6.2f}   {cost:.1f} and {others:.1f} ms",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
