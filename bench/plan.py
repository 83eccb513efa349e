"""What a club of many processes costs, and how many machines so many sockets need by these costs.

    python -m bench plan                                    all parts, then the machines for 10^5 and 10^6 sockets
    python -m bench plan.command plan.hop plan.return       the parts alone

Real processes on a private PostgreSQL and NATS are driven over HTTP and sockets. Processor time is user and system, without
what an idle club spends; other work on the machine disturbs it little, but it disturbs every wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import random
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, NamedTuple  # Any: a process of the tests, whose drivers are needed here alone

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from bench._site import Site, Spent, memory, site
from scripts.people import Player, Refused, Visitor

PARTS: Final = ("command", "hop", "return")
TABLES: Final = 8
SECONDS: Final = 10.0
ROUNDS: Final = 3  # in which one, two and four processes take turns
HOPPING: Final = 2  # tables at which the hop is measured, so that nobody waits for the processor
MINUTE: Final = 60.0
WINDOWS: Final = 1_000
AT_EACH: Final = 10
CROWD: Final = 10  # sockets of a table in the plan: 10^5 sockets are 10^4 tables
EVERY: Final = 5.0  # seconds between two commands of a table; an evening of a thousand entries has nine
STAYS: Final = 900.0  # seconds after which a socket comes anew: a page that is left, a telephone that sleeps
LOADED: Final = 0.5  # of a core, so that the others can bear what a dead machine had
CORES: Final = 8  # of a machine in the plan


class Costs(NamedTuple):
    """What the plan is made of: microseconds of the processor, and bytes."""

    command: Spent  # at a table with a crowd
    afar: Spent  # the same with every socket at another process
    opening: float
    idle: float  # of a socket, in a second
    process: float  # of a process without sockets, in a second
    memory: float  # of a socket, with its part of a table
    base: float  # of a process without sockets


Chosen = Callable[[Any, int], Any]  # the process for somebody: of the table's owner and a number


async def _seated(club: Site, number: int, sockets: int, chosen: Chosen, kind: type[Player] = Player) -> list[Player]:
    """Three people and watchers at a new table."""
    first = number * (CROWD + 1)
    table, owner = await club.table(first)
    found = []
    for chair in range(sockets):
        player = await kind.come(club.person(first + chair, chosen(owner, number + chair)), table, first + chair)
        found.append(player)
        if 1 <= chair <= 2:  # who opens the table sits
            await player.act("sit", chair=chair)
    card = found[0].told["table"]["card"]
    for player in found[:3]:
        with contextlib.suppress(Refused):  # who has accepted already
            await player.act("accept", card=card)
    return found


@contextlib.asynccontextmanager
async def _play(tables: Sequence[Sequence[Player]]) -> AsyncIterator[None]:
    """The three people of each table play while the block lasts; then everybody leaves."""
    ended = asyncio.Event()

    async def plays(player: Player) -> None:
        while not ended.is_set():
            await player.play(lambda _: ended.is_set())
            await asyncio.sleep(0.1)

    begun = [asyncio.create_task(plays(player)) for table in tables for player in table[:3]]
    try:
        yield
    finally:
        ended.set()
        await asyncio.gather(*begun)
        await asyncio.gather(*(player.leave() for table in tables for player in table))


async def _played(club: Site, sockets: int, chosen: Chosen) -> tuple[Spent, float]:
    """What a command costs, and how many a second there were."""
    idle = await club.idle(4.0)
    tables = [await _seated(club, number, sockets, chosen) for number in range(TABLES)]
    async with _play(tables):
        await asyncio.sleep(2.0)
        seqs, before, began = sum(table[3].seq for table in tables), club.spent(), time.monotonic()
        await asyncio.sleep(SECONDS)
        took, spent = time.monotonic() - began, club.spent().since(before)
        done = sum(table[3].seq for table in tables) - seqs
    return spent.less(idle, took).each(done), done / took


def _at_home(owner: Any, _: int) -> Any:
    return owner


def _afar(club: Site) -> Chosen:
    def other(owner: Any, number: int) -> Any:
        others = [one for one in club.club.processes if one is not owner]
        return others[number % len(others)]

    return other


def _half(club: Site) -> Chosen:
    """Every second one at the owner, the others elsewhere."""
    return lambda owner, number: _afar(club)(owner, 0) if number % 2 else owner


def _command(many: int, sockets: int, *, afar: bool = False) -> Spent:
    with site(many, TABLES * (CROWD + 1)) as club:
        cost, rate = asyncio.run(_played(club, sockets, _afar(club) if afar else _at_home))
    where = "at other processes" if afar else "at the owner"
    print(
        f"  {many} processes, {sockets:2} sockets a table {where:<20}"
        f"{cost.club:7.0f} {cost.postgres:7.0f} {cost.nats:7.0f}   {rate:5.0f} a second",
        flush=True,
    )
    return cost


def command() -> tuple[Spent, Spent]:
    """What a command costs by the number of processes; with a crowd at the owner, and elsewhere."""
    print("microseconds of the processor for a command: all club processes, PostgreSQL, NATS")
    found: dict[int, list[float]] = {1: [], 2: [], 4: []}
    for _ in range(ROUNDS):
        for many, costs in found.items():
            costs.append(_command(many, 4).club)
    half = {many: statistics.median(costs) for many, costs in found.items()}
    for many in (2, 4):
        print(f"  {many} processes over one: {half[many] / half[1]:.2f} by the medians (goal 1.15)")
    _command(2, 4, afar=True)
    return _command(2, CROWD), _command(2, CROWD, afar=True)


class _Timed(Player):
    """Somebody who notes how long each move waited for its answer, in milliseconds, and thinks for a moment."""

    def __init__(self, visitor: Visitor, line: ClientConnection, chance: random.Random) -> None:
        super().__init__(visitor, line, chance)
        self.waited: list[float] = []

    async def ask(self, **message: Any) -> Any:
        began = time.perf_counter()
        answer = await super().ask(**message)
        if message["t"] == "cmd" and answer["t"] == "ack":
            self.waited.append((time.perf_counter() - began) * 1e3)
            await asyncio.sleep(0.05)
        return answer


async def _hopped(club: Site) -> tuple[list[float], list[float]]:
    """The waits of people at their tables' owner, and of those at the other process, at the same tables and time."""
    tables = [await _seated(club, number, 4, _half(club), _Timed) for number in range(HOPPING)]
    async with _play(tables):
        await asyncio.sleep(MINUTE)
    found: tuple[list[float], list[float]] = [], []
    for number, players in enumerate(tables):
        for chair, player in enumerate(players[:3]):
            assert isinstance(player, _Timed)
            found[(number + chair) % 2].extend(player.waited)
    return found


def hop() -> None:
    """What it adds to an answer that a socket is not at its table's owner."""
    with site(2, HOPPING * (CROWD + 1)) as club:
        near, far = asyncio.run(_hopped(club))
    print(f"milliseconds until a command is acknowledged, {len(near)} at the owner and {len(far)} at the other process")
    for share, goal in ((50, 2), (99, 10)):
        at_owner, elsewhere = (statistics.quantiles(one, n=100)[share - 1] for one in (near, far))
        print(f"  p{share}   {at_owner:7.2f}   {elsewhere:7.2f}   added {elsewhere - at_owner:6.2f} (goal {goal})")


async def _come(club: Site, process: Any, tables: Sequence[str], at_once: int) -> tuple[list[Player], list[float]]:
    """So many windows, and after how many seconds each was shown its table; who is refused tries again."""
    began, door, times = time.monotonic(), asyncio.Semaphore(at_once), list[float]()

    async def one(number: int) -> Player:
        async with door:
            while True:
                visitor = club.person(number, process)
                with contextlib.suppress(Refused, OSError, ConnectionClosed):
                    player = await Player.come(visitor, tables[number // AT_EACH], number)
                    times.append(time.monotonic() - began)
                    return player
                await asyncio.sleep(0.2)

    return list(await asyncio.gather(*map(one, range(WINDOWS)))), times


async def _returned(club: Site) -> tuple[float, float, float, float, float]:
    dying, other = club.club.processes
    tables = []
    for number in itertools.count():
        name, owner = await club.table(WINDOWS + number)
        tables += [name] if owner is dying else []
        if len(tables) == WINDOWS // AT_EACH:
            break
    empty, base = await club.idle(4.0), memory(dying.process.pid)
    before = club.spent()
    players, _ = await _come(club, dying, tables, 20)
    opening = club.spent().since(before).club / WINDOWS * 1e6
    await asyncio.sleep(3.0)
    size = (memory(dying.process.pid) - base) / WINDOWS
    idle = max(0.0, ((await club.idle(20.0)).club - empty.club) / WINDOWS * 1e6)
    print(
        f"{WINDOWS:,} sockets at {len(tables)} tables of one process: {opening:,.0f} us of the processor to open one,"
    )
    print(f"  {idle:.0f} us a second while nothing happens, {size / 1024:.0f} KB each with a tenth of a table")
    dying.kill()
    before = club.spent()
    again, times = await _come(club, other, tables, WINDOWS)
    cost = club.spent().since(before).club / WINDOWS * 1e6
    times.sort()
    print(f"the process is killed, and all {WINDOWS:,} come to the other one at once: shown their tables after")
    print(f"  first {times[0]:.2f}   half {times[WINDOWS // 2]:.2f}   all {times[-1]:.2f} s; {cost:,.0f} us each")
    for player in (*players, *again):
        await player.leave()
    return opening, idle, empty.club / 2 * 1e6, size, float(base)


def returned() -> tuple[float, float, float, float, float]:
    """A thousand sockets whose process dies."""
    with site(2, 2 * WINDOWS) as club:
        return asyncio.run(_returned(club))


def planned(costs: Costs, sockets: int) -> None:
    """Print how many machines so many sockets need. A proxy is there, so that a tenth of them is not at the owner."""
    commands = sockets / CROWD / EVERY
    each = Spent(*(near * 0.9 + far * 0.1 for near, far in zip(costs.command, costs.afar, strict=True)))
    cores = (commands * each.club + sockets * costs.idle + sockets / STAYS * costs.opening) / 1e6
    processes = math.ceil(cores / (LOADED - costs.process / 1e6))
    size = sockets * costs.memory + processes * costs.base
    machines = max(2, math.ceil(processes / CORES))  # one may die
    print(f"{sockets:9,} sockets, {sockets // CROWD:,} tables, {commands:,.0f} commands a second:")
    print(
        f"  the club {cores:6.1f} cores: {processes} processes, {machines} machines of {CORES} cores, {size / machines / 2**30:.1f} GB each"
    )
    print(
        f"  PostgreSQL {commands * each.postgres / 1e6:.1f} cores, {commands:,.0f} entries a second; NATS {commands * each.nats / 1e6:.1f} cores"
    )


def main(parts: Sequence[str] = ()) -> int:
    """Measure, and print; always 0."""
    if parts:
        for part in parts:
            {"command": command, "hop": hop, "return": returned}[part]()
        return 0
    near, far = command()
    hop()
    opening, idle, process, size, base = returned()
    costs = Costs(near, far, opening, idle, process, size, base)
    print(
        f"machines, at {EVERY:.0f} s between two commands of a table, each core loaded by {LOADED:.0%}, without bots:"
    )
    for sockets in (100_000, 1_000_000):
        planned(costs, sockets)
    return 0


if __name__ == "__main__":
    sys.exit(main())
