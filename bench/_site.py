"""A club of real processes on private servers, for bench/plan.py: who is there, and what everybody has spent of the processor."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple  # Any: modules that are imported when they are needed

from kozyr.store import Account, Store
from scripts.people import Visitor

TABLE: Final = {"game": "preferans", "preset": "sochi", "changes": {}, "players": 3, "bots": [None, None], "name": ""}
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def _tests(name: str) -> Any:
    """A module of the tests of many processes; their drivers are needed here alone."""
    return import_module(f"tests.scale.{name}")


class Spent(NamedTuple):
    """Seconds of the processor, user and system: of the club's processes, of PostgreSQL, and of NATS."""

    club: float
    postgres: float
    nats: float

    def since(self, before: Spent) -> Spent:
        """What was spent from then to now."""
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))

    def less(self, idle: Spent, seconds: float) -> Spent:
        """Without what is spent in so many seconds while nobody does anything. idle: in one second."""
        return Spent(*(one - rest * seconds for one, rest in zip(self, idle, strict=True)))

    def each(self, count: int) -> Spent:
        """Microseconds for each of so many."""
        return Spent(*(one / count * 1e6 for one in self))


def _fields(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()


def cpu(pid: int, *, family: bool = False) -> float:
    """Seconds of the processor of a process. family: with the processes that it has started, those that have ended too."""
    fields = _fields(pid)
    ticks = sum(map(int, fields[11 : 15 if family else 13]))
    for other in Path("/proc").iterdir() if family else ():
        with contextlib.suppress(OSError, ValueError):
            its = _fields(int(other.name))
            if int(its[1]) == pid:
                ticks += int(its[11]) + int(its[12])
    return ticks / _TICKS


def memory(pid: int) -> int:
    """Bytes of the machine's memory that a process has."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Site:
    """So many processes of one club, whose people are known by their numbers."""

    def __init__(self, club: Any, servers: tuple[int, int]) -> None:
        self.club, self._servers = club, servers

    def spent(self) -> Spent:
        """What has been spent so far."""
        postgres, nats = self._servers
        living = [one.process.pid for one in self.club.processes if one.process.poll() is None]
        return Spent(sum(map(cpu, living)), cpu(postgres, family=True), cpu(nats))

    async def idle(self, seconds: float) -> Spent:
        """What is spent in a second while nobody does anything more than now."""
        before = self.spent()
        await asyncio.sleep(seconds)
        return Spent(*(one / seconds for one in self.spent().since(before)))

    def person(self, number: int, process: Any) -> Visitor:
        """Somebody who comes by one of the processes."""
        visitor = Visitor(process.origin)
        visitor.cookie = f"kozyr=token {number}"
        return visitor

    async def table(self, number: int) -> tuple[str, Any]:
        """A new table of somebody, and the process that owns it."""
        processes = self.club.processes
        host = self.person(number, processes[number % len(processes)])
        name: str = (await host.ask("POST", "/api/tables", TABLE | {"public": True}))["table"]
        ends = time.monotonic() + 60
        while (owner := await asyncio.to_thread(_tests("processes").found_owner, self.club, name)) is None:
            if time.monotonic() > ends:
                raise TimeoutError(f"nobody owns the table {name}")
            await asyncio.sleep(0.1)
        return name, owner


async def _enrolled(db: str, people: int) -> None:
    store = Store(db, upgrade=True)
    for number in range(people):
        account = Account(f"{number:016x}", f"Person {number}", time.time_ns() // 1_000_000)
        await store.accounts.enrol(account, hashlib.sha256(f"token {number}".encode()).hexdigest())
    await asyncio.to_thread(store.close)


@contextlib.contextmanager
def site(processes: int, people: int) -> Iterator[Site]:
    """A club of so many processes on a PostgreSQL and a NATS of its own, which sync to the disk."""
    servers, clubs = _tests("servers"), _tests("processes")
    with contextlib.ExitStack() as opened:
        postgres = opened.enter_context(servers.private_postgres(on_disk=True))
        nats = opened.enter_context(servers.private_nats())
        db = opened.enter_context(servers.fresh_database(postgres.url, f"kozyr_bench_{os.getpid()}"))
        asyncio.run(_enrolled(db, people))
        club = clubs.Club(db, nats.url)
        opened.callback(lambda: [process.end() for process in club.processes])
        club.start(processes, ([sys.executable, "-m", "kozyr.cli"], {"KOZYR_PATIENCE": "100000"}))
        yield Site(club, (postgres.pid, nats.pid))
