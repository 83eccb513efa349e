"""Waves of tables that somebody opens and leaves: what nobody looks at any more leaves the memory, and is freed."""

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.club import bodies, wire
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.room import Room
from kozyr.club.live.waits import Waits
from kozyr.club.live.workers import Workers
from kozyr.store import Account, Store
from tests import stores
from tests.conftest import LONG
from tests.load import Person
from tests.luck import Luck
from tests.people import Here, club, new_table, seated

WANTED = bodies.NewTable(game="preferans", preset="sochi", players=3, bots=["random"] * 2, changes={}, public=True)
WAITS = Waits(absent=1e6, shares=0.0, look=0.0, idle=0.05)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = stores.opened(tmp_path / "club.db")
    yield found
    found.close()


@pytest.fixture
def no_collection() -> Iterator[None]:
    """As in the club, where cycles are looked for so seldom that none is found while this lasts."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def resident() -> int:
    """The memory of this process that is in use, in kilobytes."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


async def wave(lobby: Lobby, account: Account, tables: int, seen: "list[weakref.ref[Room]]") -> None:
    """Open so many tables, play a little at each, ask for a hint and say a word; go away, and wait until all are gone."""
    for number in range(tables):
        answers: list[dict[str, Any]] = []
        room = await lobby.room(await lobby.create(account, WANTED))
        assert room is not None
        seen.append(weakref.ref(room))
        person = Person(account, answers.append)
        await room.enter(person)
        for act in ({"act": "hint"}, {"act": "propose", "what": {"kind": "stop"}}):
            await room.act(person, msgspec.convert({"id": f"{number}{act['act']}", "do": act}, Asked).message())
        for _ in range(10_000):
            if room.table.course.dealt:
                break
            await asyncio.sleep(0.001)
        room.leave(person)
        del room, person
    for _ in range(1000):
        if not lobby._rooms:
            break
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)


class Asked(msgspec.Struct):
    """An act as a client sends it."""

    id: str
    do: dict[str, Any]

    def message(self) -> wire.ActMessage:
        found = wire.decode(wire.encode({"t": "act", "id": self.id, "do": self.do}))
        assert isinstance(found, wire.ActMessage)
        return found


@pytest.mark.usefixtures("no_collection")
def test_tables_that_left_the_memory_are_freed_and_it_stays_flat(store: Store) -> None:
    async def work() -> tuple[int, list[int]]:
        lobby = Lobby(store, Workers(Here()), 0.0, WAITS, chance=Luck("waves"), many=1e9)
        account = Account("a" * 16, "Анна", 1)
        await store.accounts.enrol(account, "hash")
        seen: list[weakref.ref[Room]] = []
        sizes = []
        for _ in range(5):
            await wave(lobby, account, 600 if LONG else 12, seen)
            sizes.append(resident())
        alive = sum(one() is not None for one in seen)
        assert not lobby._rooms
        assert not lobby.archive._masters
        await lobby.close()
        return alive, sizes

    alive, sizes = asyncio.run(work())
    assert alive <= 1  # the last one may still be in a frame
    # The first wave fills caches.
    assert sizes[-1] < sizes[1] * 1.1, sizes


@pytest.mark.usefixtures("no_collection")
def test_a_table_that_sockets_looked_at_is_freed(tmp_path: Path) -> None:
    with club(tmp_path / "club.db", waits=WAITS) as client:
        lobby: Lobby = client.app.state.club.lobby  # type: ignore[attr-defined]
        seen = []
        for _ in range(5):
            table = new_table(client)
            with seated(client, table) as anna:
                anna.hears("ev")
                room = lobby.present(table)
                assert room is not None
                seen.append(weakref.ref(room))
                del room
            while lobby.present(table) is not None:
                time.sleep(0.01)
        time.sleep(0.2)
        assert sum(one() is not None for one in seen) <= 1
