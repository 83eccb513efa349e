"""Faults under load, with real processes: after each of them every acknowledgement heard is in the log once, and logs are dense.

Between each process and its servers stands a passage of ours (`passages.py`), that can be shut without a word, as a cut cable does.
Short in `make test`; in the long form (KOZYR_LONG=1) every fault comes several times, and a crowd sends a million commands, of which
each part is a test: `KOZYR_LONG=1 pytest tests/scale/test_chaos.py -k 'million and part0'` runs a hundredth.
"""

import asyncio
import contextlib
import hashlib
import itertools
import json
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import psycopg
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kozyr.store import Account, Store
from tests.conftest import LONG as IN_FULL
from tests.scale.passages import Passage
from tests.scale.processes import Club, Process, found_owner
from tests.scale.servers import Lack, Server, fresh_database, lacking, private_nats, private_postgres

# Each player is at a table of somebody else.
PLAYERS, PROCESSES, SWALLOWED = (12, 3, 5) if IN_FULL else (6, 2, 2)
PATIENCE = 6.0  # seconds without an answer after which a page comes again
AGAIN = 3.0  # seconds within which play goes on after a fault, as docs/scale.md says
BUSY = 12.0  # seconds more for a machine that does much besides: what is asserted is that it goes on
COMMANDS = 1_000_000  # of the crowd, in so many parts; a test that takes half an hour would be taken for one that hangs
PARTS = 100
CROWD = 120  # an account may rise or sit down once a second
RESTS, CROWD_RESTS = (0.2, 0.6), (0.9, 1.3)  # seconds between two commands of a player


def token(n: int) -> str:
    return f"token-of-player-{n}"


class Site:
    """Processes on servers of their own, each by way of two passages: to the database and to the bus."""

    def __init__(self, postgres: Server, nats: Server, db: str) -> None:
        self.postgres, self.nats, self.db = postgres, nats, db
        self.club = Club(db, nats.url)
        self.to_db: list[Passage] = []
        self.to_bus: list[Passage] = []
        self.tables: list[str] = []

    def start(self) -> None:
        started = []
        for _ in range(PROCESSES):
            to_db, to_bus = Passage(self.db), Passage(self.nats.url)
            self.to_db.append(to_db)
            self.to_bus.append(to_bus)
            started.append(Process(to_db.url, to_bus.url))
        self.club.processes += started
        for process in started:
            process.ready()
        self.settled()

    def settled(self) -> None:
        """Wait until every process that runs has its share."""
        ends = time.monotonic() + 60
        while not self.club.shared():
            assert time.monotonic() < ends
            time.sleep(0.1)

    def again(self, nth: int) -> None:
        """A process that has died comes back."""
        self.club.processes[nth].end()
        process = Process(self.to_db[nth].url, self.to_bus[nth].url)
        self.club.processes[nth] = process
        process.ready()
        self.settled()

    def close(self) -> None:
        for process in self.club.processes:
            process.end()
        for passage in (*self.to_db, *self.to_bus):
            passage.close()


@contextlib.contextmanager
def opened_site(kind: type[Site] = Site, crowd: int = PLAYERS) -> Iterator[Site]:
    """Servers, processes, and a table for each player. kind: where the processes live. crowd: the number of players."""
    with contextlib.ExitStack() as opened:
        try:
            postgres = opened.enter_context(private_postgres("log_min_messages=fatal"))
            nats = opened.enter_context(private_nats())
        except Lack as lack:
            lacking(lack)
        db = opened.enter_context(fresh_database(postgres.url, "kozyr_chaos"))

        async def enrolled() -> None:
            store = Store(db, upgrade=True)
            for n in range(2 * crowd):
                account = Account(f"{n:016x}", f"Player {n}", time.time_ns() // 1_000_000)
                await store.accounts.enrol(account, hashlib.sha256(token(n).encode()).hexdigest())
            await asyncio.to_thread(store.close)

        asyncio.run(enrolled())
        found = kind(postgres, nats, db)
        opened.callback(found.close)
        found.start()
        body = {"game": "preferans", "preset": "sochi", "changes": {}, "players": 3, "bots": [None, None], "name": ""}
        for n in range(crowd):
            process = found.club.processes[n % PROCESSES]
            found.tables.append(process.ask("/api/tables", token(crowd + n), body | {"public": False})["table"])
        yield found


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with opened_site() as found:
        yield found


@pytest.fixture(scope="module")
def crowded() -> Iterator[Site]:
    with opened_site(crowd=CROWD) as found:
        yield found


class Player:
    """Sits down and rises again and again at one table, as a page does: a command is sent with the same id until it is answered."""

    ids = itertools.count()

    def __init__(self, site: Site, n: int) -> None:
        self.site, self.n, self.table = site, n, site.tables[n]
        self.luck = random.Random(n)
        self.rests = RESTS if len(site.tables) == PLAYERS else CROWD_RESTS
        self.heard: dict[str, int] = {}  # what was acknowledged, by id: the number of its entry
        self.times: list[float] = []
        self.wish: tuple[str, dict[str, object]] | None = None
        self.task: asyncio.Task[None] | None = None

    async def play(self) -> None:
        while True:
            living = [one for one in self.site.club.processes if one.process.poll() is None]
            process = self.luck.choice(living)
            origin = process.origin
            address = f"{origin.replace('http', 'ws', 1)}/ws/table/{self.table}"
            headers = {"cookie": f"kozyr={token(self.n)}"}
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                async with asyncio.timeout(60):
                    opening = connect(
                        address,
                        additional_headers=headers,
                        origin=origin,  # type: ignore[arg-type]
                        open_timeout=PATIENCE,
                        close_timeout=0.2,
                    )
                    await self.evening(opening)
            await asyncio.sleep(self.luck.uniform(0.1, 0.4))

    async def evening(self, opening: connect) -> None:
        """One window: what the player does until it closes."""
        async with opening as socket:
            await socket.send('{"t":"hello","proto":3}')
            sits = False
            while True:
                async with asyncio.timeout(PATIENCE):
                    frame = json.loads(await socket.recv())
                if frame["t"] == "snap":
                    sits = frame["table"]["role"] == "player"
                    break
            while True:
                await self.command(socket, sits)
                sits = not sits
                await asyncio.sleep(self.luck.uniform(*self.rests))

    async def command(self, socket: ClientConnection, sits: bool) -> None:
        """One command until it is answered; the socket may close before."""
        if self.wish is None:
            act: dict[str, object] = {"act": "rise"} if sits else {"act": "sit", "chair": 1}
            self.wish = f"{self.n}-{next(self.ids)}", act
        id_, act = self.wish
        await socket.send(json.dumps({"t": "act", "id": id_, "do": act}))
        ends = time.monotonic() + PATIENCE
        while True:
            async with asyncio.timeout(ends - time.monotonic()):
                frame = json.loads(await socket.recv())
            if frame.get("id") == id_:
                break
        if frame["t"] == "ack":
            self.heard[id_] = frame["seq"]
            self.times.append(time.monotonic())
        self.wish = None
        if frame["t"] == "nak":
            await socket.close()
            raise TimeoutError


@asynccontextmanager
async def load(site: Site) -> AsyncIterator[list[Player]]:
    """Everybody plays while the block lasts; then the logs are looked through."""
    players = [Player(site, n) for n in range(len(site.tables))]
    tasks = []
    for player in players:
        player.task = asyncio.create_task(player.play())
        tasks.append(player.task)
    try:
        await goes_on(players, time.monotonic(), 40 + len(players) / 5)
        yield players
        for task in tasks:
            assert not task.done(), task.exception()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(1.5)  # commands that were under way when their sockets closed are done
    sound(site, players)
    await alike(site)


async def goes_on(players: list[Player], since: float, seconds: float) -> float:
    """Wait until everybody has been acknowledged something since a moment; returns the seconds that the last one waited."""
    ends = time.monotonic() + seconds
    while not all(player.times and player.times[-1] > since for player in players):
        for player in players:
            assert player.task is None or not player.task.done()
        late = [(player.n, player.wish) for player in players if not player.times or player.times[-1] <= since]
        assert time.monotonic() < ends, late
        await asyncio.sleep(0.02)
    return max(min(at for at in player.times if at > since) for player in players) - since


def sound(site: Site, players: list[Player]) -> None:
    """Every acknowledgement heard is in the log once, under its number; logs are dense."""
    with psycopg.connect(site.db) as connection:
        for player in players:
            log = connection.execute(
                "SELECT seq, cmd_id FROM events WHERE log_id = %s ORDER BY seq", (player.table,)
            ).fetchall()
            assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
            ids = {cmd.partition("/")[2]: seq for seq, cmd in log if cmd is not None}
            assert len(ids) == sum(cmd is not None for _, cmd in log)
            assert player.heard.items() <= ids.items()
            assert player.heard


async def alike(site: Site) -> None:
    """Every process shows a table alike, as far as its log goes."""
    for n in range(3):
        shown = set()
        for process in site.club.processes:
            if process.process.poll() is not None:
                continue
            origin = process.origin
            address = f"{origin.replace('http', 'ws', 1)}/ws/table/{site.tables[n]}"
            headers = {"cookie": f"kozyr={token(len(site.tables) + n)}"}
            async with connect(address, additional_headers=headers, origin=origin) as socket:  # type: ignore[arg-type]
                await socket.send('{"t":"hello","proto":3}')
                while (frame := json.loads(await asyncio.wait_for(socket.recv(), 20)))["t"] != "snap":
                    pass
            last = site.club.log(site.tables[n])[-1][0]
            assert frame["seq"] == last
            shown.add(json.dumps({key: frame[key] for key in ("seq", "hash", "table", "room")}, sort_keys=True))
        assert len(shown) == 1


Fault = Callable[[Site], Awaitable[float]]  # returns when it was over


def victim(site: Site) -> int:
    """The process that owns the first table."""
    ends = time.monotonic() + 30
    while (owner := found_owner(site.club, site.tables[0])) is None:
        assert time.monotonic() < ends
        time.sleep(0.05)
    return site.club.processes.index(owner)


async def killed(site: Site) -> float:
    nth = victim(site)
    began = time.monotonic()
    site.club.processes[nth].kill()
    return began


async def stopped(site: Site) -> float:
    process = site.club.processes[victim(site)].process
    process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(6)  # three leases
    process.send_signal(signal.SIGCONT)
    return time.monotonic()


async def cut(*passages: Passage, seconds: float = 5) -> float:
    for passage in passages:
        passage.shut()
    await asyncio.sleep(seconds)
    for passage in passages:
        passage.open()
    return time.monotonic()


async def cut_from_database(site: Site) -> float:
    return await cut(site.to_db[victim(site)])


async def cut_from_bus(site: Site) -> float:
    return await cut(site.to_bus[victim(site)])


async def cut_from_both(site: Site) -> float:
    nth = victim(site)
    return await cut(site.to_db[nth], site.to_bus[nth])


async def cut_before_the_answer(site: Site) -> float:
    """What the owner says comes to the database and is committed, but no answer comes back."""
    for _ in range(SWALLOWED):
        passage = site.to_db[victim(site)]
        passage.swallow()
        await asyncio.sleep(0.3)
        passage.reset()
    return time.monotonic()


async def database_restarted_fast(site: Site) -> float:
    site.postgres.stop(signal.SIGINT)
    site.postgres.start()
    return time.monotonic()


async def database_restarted_immediately(site: Site) -> float:
    site.postgres.stop(signal.SIGQUIT)
    site.postgres.start()
    return time.monotonic()


async def bus_down(site: Site) -> float:
    site.nats.stop(signal.SIGKILL)
    await asyncio.sleep(10)
    site.nats.start()
    return time.monotonic()


# The one after which a process must be started again comes last.
SHORT: list[Fault] = [cut_before_the_answer, database_restarted_immediately, killed]
LONG: list[Fault] = [
    stopped,
    cut_from_database,
    cut_from_bus,
    cut_from_both,
    database_restarted_fast,
    bus_down,
    *SHORT,
    *[killed] * 10,
]


async def hears(players: list[Player], commands: int) -> None:
    """Wait until so many commands have been acknowledged in all; each minute brings some."""
    heard, ends = 0, time.monotonic() + 60
    while (now := sum(len(player.heard) for player in players)) < commands:
        if now > heard:
            heard, ends = now, time.monotonic() + 60
        assert time.monotonic() < ends, (now, commands)
        await asyncio.sleep(0.1)


async def suffers(site: Site, fault: Fault, commands: int = 0) -> None:
    """A fault under load, which goes on until so many commands have been acknowledged."""
    for nth, process in enumerate(site.club.processes):
        if process.process.poll() is not None:
            site.again(nth)
    async with load(site) as players:
        over = await fault(site)
        took = await goes_on(players, over, AGAIN + BUSY + (len(players) - PLAYERS) / 5)
        print(f"{fault.__name__}: everybody plays {took:.2f} s later")  # noqa: T201 - a figure for docs/scale.md
        await hears(players, commands)


@pytest.mark.parametrize("fault", SHORT, ids=lambda fault: fault.__name__)
def test_nothing_that_was_acknowledged_is_lost(site: Site, fault: Fault) -> None:
    asyncio.run(suffers(site, fault))


@pytest.mark.long
def test_nothing_is_lost_in_the_long_run(site: Site) -> None:
    for fault in LONG:
        asyncio.run(suffers(site, fault))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS), ids=lambda part: f"part{part}")
def test_of_a_million_commands_none_is_lost(crowded: Site, part: int) -> None:
    asyncio.run(suffers(crowded, LONG[part % len(LONG)], COMMANDS // PARTS))
