"""What was acknowledged is never lost, whatever dies; and a bad line loses, doubles, delays and reorders nothing."""

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kozyr.club import wire
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.room import Room
from kozyr.club.live.workers import Workers
from kozyr.store import Account, Store
from tests.load import WAITS, Person, Players

HERE = Path(__file__).parents[1]


def club(db: Path, tables: int, seed: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - this Python, our own program
        [sys.executable, "-m", "tests.load", str(db), str(tables), seed],
        cwd=HERE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip


def killed(db: Path, tables: int, seed: str, seconds: float) -> list[tuple[str, str, int]]:
    """A club under load is killed with -9; what it had acknowledged by then."""
    with club(db, tables, seed) as process:
        assert process.stdout is not None
        pipe = process.stdout.fileno()
        heard = os.read(pipe, 1 << 16)  # it has begun
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            heard += os.read(pipe, 1 << 16)
        process.kill()
        while piece := os.read(pipe, 1 << 16):
            heard += piece
    lines = heard.decode().split("\n")[:-1]  # what was cut in two was not heard
    return [(table, command, int(seq)) for table, command, seq in map(str.split, lines)]


def logged(db: Path) -> tuple[dict[tuple[str, str], int], Counter[str], Counter[str]]:
    """What stands in the log: the number of each command; how many entries each table has, and its last number."""
    with closing(sqlite3.connect(db)) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        commands = {
            (table, command): seq
            for table, command, seq in connection.execute(
                "select log_id, cmd_id, seq from events where cmd_id not null"
            )
        }
        sizes, last = Counter[str](), Counter[str]()
        for table, size, top in connection.execute("select log_id, count(*), max(seq) from events group by log_id"):
            sizes[table], last[table] = size, top
    return commands, sizes, last


def test_no_acknowledged_command_is_lost_by_kill_9(tmp_path: Path) -> None:
    """200,000 commands in `make test-all`, over as many deaths as it takes; the next club starts on the same file."""
    db, wanted = tmp_path / "club.db", 200_000 if os.environ.get("KOZYR_LONG") else 800
    chance = random.Random(9)
    heard = deaths = 0
    while heard < wanted or deaths < 2:
        acknowledged = killed(
            db, 30, f"life {deaths}", chance.uniform(0.5, 1.5) if wanted < 1000 else chance.uniform(4, 9)
        )
        deaths += 1
        heard += len(acknowledged)
        commands, sizes, last = logged(db)
        lost = [one for one in acknowledged if commands.get(one[:2]) != one[2]]
        assert lost == []
        assert sizes == last  # numbers are dense
    print(f"{heard} acknowledged commands, {deaths} deaths, none lost")  # noqa: T201 - a figure for docs/benchmarks.md


# --- a bad line --------------------------------------------------------------------------------------------------


class Line:
    """Between a client and its room: frames are dropped, doubled, delayed and reordered, both ways."""

    def __init__(self, room: Room, account: Account, chance: random.Random) -> None:
        self.room, self.chance = room, chance
        self.person = Person(account, self._answered)
        self.answers: dict[str, dict[str, Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def _answered(self, answer: dict[str, Any]) -> None:
        for _ in range(self._copies()):
            self._later(self._hear(answer))

    async def _hear(self, answer: dict[str, Any]) -> None:
        known = self.answers.setdefault(answer["id"], answer)
        if known["t"] == "ack":  # the same answer, however often it is asked
            assert answer == known

    def send(self, frame: bytes) -> None:
        """A frame sets out."""
        for _ in range(self._copies()):
            self._later(self._arrive(frame))

    async def _arrive(self, frame: bytes) -> None:
        message = wire.decode(frame)
        if isinstance(message, wire.Next):
            await self.room.next(self.person, message)
        elif isinstance(message, wire.Cmd):
            await self.room.do(self.person, message)

    def _copies(self) -> int:
        return self.chance.choice((0, 1, 1, 1, 1, 2, 3))

    def _later(self, what: Any) -> None:
        async def wait() -> None:
            await asyncio.sleep(self.chance.random() * 0.004)
            await what

        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self) -> None:
        """Everything that is under way has arrived."""
        while self._tasks:
            await asyncio.gather(*tuple(self._tasks))


def waits_for_people(room: Room) -> bool:
    """Somebody is to move, or has to look at a deal that is over."""
    duty = room.table.duty
    return bool(room.table.ended.looking(room.table)) or (duty is not None and duty.what == "move")


async def fuzzed(db: Path, seed: int, commands: int) -> None:
    """People play over bad lines: each repeats his command under the same id until he hears an answer."""
    chance = random.Random(seed)
    store = Store(db)
    lobby = Lobby(store, Workers(), pause=0.0, waits=WAITS, many=1e9)
    players = Players(lobby, store, f"fuzz {seed}", lambda *_: None)
    await players.sit_down()
    room = await lobby.room(players.table)
    assert room is not None
    lines = [Line(room, person.account, chance) for person in players.people]
    acked: dict[str, int] = {}
    refused = 0
    for number in range(commands):
        while not (waits_for_people(room) or room.table.finished):  # noqa: ASYNC110 - it tells viewers, not us
            await asyncio.sleep(0)
        table, duty = room.table, room.table.duty
        if table.finished:
            break
        if duty is None or duty.place is None:
            line, frame = lines[0], {"t": "next", "id": f"n{number}", "at": table.seq}
        else:
            view: Any = table.sees(duty.place)
            line = lines[table.order[duty.place]]
            frame = {"t": "cmd", "id": f"c{number}", "at": table.seq, "do": chance.choice(view.legal)}
        data = wire.encode(frame)
        old = chance.choice(tuple(acked)) if acked and chance.random() < 0.2 else None
        for _ in range(200):
            line.send(data)
            if old is not None:  # somebody else's command comes again long after
                lines[0].send(data)
            await asyncio.sleep(0.003)
            if str(frame["id"]) in line.answers:
                break
        answer = line.answers[str(frame["id"])]
        refused += answer["t"] == "nak"
        if answer["t"] == "ack":
            acked[f"{line.person.account.id[:12]}/{frame['id']}"] = answer["seq"]
    for line in lines:
        await line.drain()
    entries = await store.log.events(players.table)
    written = {
        entry.cmd_id: entry.seq
        for entry in entries
        if entry.cmd_id is not None and entry.cmd_id.split("/")[1][0] in "cn"
    }
    answered = {
        f"{line.person.account.id[:12]}/{id_}": answer["seq"]
        for line in lines
        for id_, answer in line.answers.items()
        if answer["t"] == "ack"
    }
    assert acked.items() <= written.items()
    assert answered.items() <= written.items()
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    events = [entry for entry in entries if entry.kind == "event" and entry.seat is not None]
    assert len({entry.cmd_id for entry in events}) == len(events)  # each command once
    assert len(acked) > commands * 0.5
    stood, read = room.table, await reloaded(lobby, players.table)
    while room.table is not stood:  # a timer has gone on meanwhile
        stood, read = room.table, await reloaded(lobby, players.table)
    assert stood == read
    await lobby.close()
    store.close()


async def reloaded(lobby: Lobby, table: str) -> object:
    """The table as its log says."""
    found = await lobby.archive.load(table)
    assert found is not None
    return found[0]


def test_a_bad_line_changes_nothing(tmp_path: Path, share: Callable[[int], int]) -> None:
    for seed in range(share(20)):
        asyncio.run(fuzzed(tmp_path / f"{seed}.db", seed, 120))


@pytest.mark.long
def test_the_load_is_a_real_one(tmp_path: Path) -> None:
    """What the endurance test plays are whole deals: the log holds calls, cards and scores."""
    killed(tmp_path / "club.db", 10, "real", 2.0)
    with closing(sqlite3.connect(tmp_path / "club.db")) as connection:
        kinds = Counter(
            json.loads(body)["type"] for (body,) in connection.execute("select body from events where kind = 'event'")
        )
    assert {"deal", "play", "bid", "pass"} & set(kinds)
    assert kinds["play"] > 20
