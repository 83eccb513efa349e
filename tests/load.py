"""Tables of people who play at random as fast as they are answered, through the rooms of a club: for endurance and benches.

    python -m tests.load DB TABLES SEED

plays until it is killed, and prints each acknowledgement as it comes: table, command, number.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from kozyr.club import bodies, wire
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.room import Room
from kozyr.club.live.viewer import Whence
from kozyr.club.live.waits import Waits
from kozyr.club.live.workers import Workers
from kozyr.store import Account, Store

WAITS = Waits(absent=1e9, shares=0.0, look=0.0, hearing=0.0)


_OWN = 0.002  # seconds in which a table may have done what it does by itself


class Person:
    """Somebody at a table; what he is answered goes to `told`."""

    def __init__(self, account: Account, told: Callable[[dict[str, Any]], None]) -> None:
        self.account, self.whence = account, Whence(None, "")
        self.frames = 0
        self._told = told

    def tell(self, message: wire.FromServer) -> None:
        frame = wire.encode(message)  # as a socket does
        self.send(frame)
        if isinstance(message, (wire.Ack, wire.Nak)):
            self._told(msgspec.json.decode(frame))

    def send(self, _frame: bytes) -> None:
        self.frames += 1

    def dismiss(self, code: int) -> None:
        raise AssertionError(f"sent away with {code}")


class Players:
    """Three people at one table, who play on for ever; when a pulka is over they sit down to another.

    acked: called with the table, the command as the log has it, and the number. pace: seconds between commands.
    spent: seconds of the processor that they took to choose their commands, which are none of the server's. changes: what is
    agreed otherwise than in the preset.
    """

    def __init__(
        self,
        lobby: Lobby,
        store: Store,
        seed: str,
        acked: Callable[[str, str, int], None],
        pace: float = 0.0,
        changes: Mapping[str, object] | None = None,
    ) -> None:
        self._changes = dict(changes or {})
        self.lobby, self.store, self.pace = lobby, store, pace
        self.chance = random.Random(seed)
        self.table = ""
        self.spent = 0.0
        self._acked = acked
        self._answer: dict[str, Any] = {}
        self._ids = (f"{self.chance.getrandbits(64):x}-{n}" for n in itertools.count())
        self.people: list[Person] = []
        self.answered: Callable[[float], None] | None = (
            None  # told the seconds from each command's moment to its answer
        )

    def _told(self, answer: dict[str, Any]) -> None:
        self._answer = answer

    async def sit_down(self, accounts: list[Account] | None = None) -> None:
        """Take three chairs at a new table, or at their own again."""
        if accounts is None:
            accounts = [Account(f"{self.chance.getrandbits(64):016x}", f"p{n}", 0) for n in range(3)]
            for account in accounts:
                await self.store.accounts.enrol(account, f"{self.chance.getrandbits(256):064x}")
        self.people = [Person(account, self._told) for account in accounts]
        wanted = bodies.NewTable(
            game="preferans", preset="sochi", players=3, bots=[None, None], changes=self._changes, name="", public=False
        )
        self.table = await self.lobby.create(accounts[0], wanted)
        room = await self._room()
        await room.enter(self.people[0])
        for chair, person in enumerate(self.people):
            if chair:
                await self._act(room, person, {"act": "sit", "chair": chair})
            await self._act(room, person, {"act": "accept", "card": room.table.setup.card})

    async def come_back(self, table: str, accounts: list[Account]) -> None:
        """The same people at a table that they had before the server died."""
        self.people, self.table = [Person(account, self._told) for account in accounts], table
        await (await self._room()).enter(self.people[0])

    async def _room(self) -> Room:
        room = await self.lobby.room(self.table)
        assert room is not None
        return room

    async def _act(self, room: Room, person: Person, act: dict[str, Any]) -> None:
        message = wire.decode(wire.encode({"t": "act", "id": next(self._ids), "do": act}))
        assert isinstance(message, wire.ActMessage)
        await room.act(person, message)
        if self._answer["t"] == "nak" and self._answer["reason"] not in {"already", "wrong_state"}:
            raise AssertionError(f"refused: {self._answer}")

    async def play(self, loop_time: Callable[[], float]) -> None:
        """Commands without end, each after the answer to the one before."""
        due = loop_time() + self.chance.random() * self.pace
        room = await self._room()  # once, as a socket does
        while True:
            began = time.thread_time()
            table = room.table
            duty = table.duty
            if table.finished and duty is None:
                await self.sit_down([person.account for person in self.people])
                room = await self._room()
                continue
            if table.state == "gathering" or (duty is not None and duty.place is None and duty.what != "deal"):
                await asyncio.sleep(_OWN)  # the table's own
                continue
            if duty is None or duty.place is None:
                if not table.ended.looking(table):
                    await asyncio.sleep(_OWN)
                    continue
                person, do = self.people[0], None
            else:
                state = table.progress.state
                assert state is not None
                person, do = (
                    self.people[table.order[duty.place]],
                    self.chance.choice(state.legal(table.seat(duty.place))),
                )
            self.spent += time.thread_time() - began
            asked = loop_time()
            if self.pace:  # a clock that wakes us late is part of the wait; what the table does by itself is not
                asked = max(asked, due)
                await asyncio.sleep(max(0.0, due - loop_time()))
                due = max(due + self.pace, loop_time())
            await self._command(room, person, table.seq, do)
            if self.answered is not None:
                self.answered(loop_time() - asked)

    async def _command(self, room: Room, person: Person, at: int, do: object) -> None:
        began = time.thread_time()
        id_ = next(self._ids)
        sent = {"t": "next", "id": id_, "at": at} if do is None else {"t": "cmd", "id": id_, "at": at, "do": do}
        frame = wire.encode(sent)
        self.spent += time.thread_time() - began
        message = wire.decode(frame)
        if isinstance(message, wire.Next):
            await room.next(person, message)
        else:
            assert isinstance(message, wire.Cmd)
            await room.do(person, message)
        answer = self._answer
        if answer["t"] == "ack":
            self._acked(self.table, f"{person.account.id[:12]}/{id_}", answer["seq"])
        elif answer["code"] != "stale":
            raise AssertionError(f"refused: {answer}")


async def run(db: str, tables: int, seed: str) -> None:
    """Play until somebody kills us."""
    store = Store(db)
    lobby = Lobby(store, Workers(), pause=0.0, waits=WAITS, many=1e9)
    time = asyncio.get_running_loop().time

    def acked(table: str, command: str, seq: int) -> None:
        os.write(1, f"{table} {command} {seq}\n".encode())

    async def one(number: int) -> None:
        players = Players(lobby, store, f"{seed}/{number}", acked)
        await players.sit_down()
        await players.play(time)

    await asyncio.gather(*(one(number) for number in range(tables)))


if __name__ == "__main__":
    assert Path(sys.argv[1]).parent.is_dir()
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
