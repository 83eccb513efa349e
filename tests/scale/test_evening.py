"""An evening over three processes: three people play preferans, and the table's owner is killed amid a trick.

What every window is sent, and every letter on the bus, is kept and looked through when all is over: nobody has a card that is not
for them, and no subject has one that it does not need.
"""

import asyncio
import contextlib
import json
import random
import re
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeAlias

import msgspec
import nats
import psycopg
import pytest
from nats.aio.msg import Msg
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kozyr.club.bus.letters import Post
from kozyr.club.live.lines import Beat, Came, Frames, Letter, Sent, Stirred, Taken, Went
from kozyr.club.live.parts import Part
from tests.conftest import LONG
from tests.scale.processes import TOKENS, Club, Process, owner_of
from tests.seen import Message, what_was_seen, written

DEALS = 3 if LONG else 2  # one in which the owner dies, one after; in the long form one before
PATIENCE = 120.0
TABLE = {
    "game": "preferans",
    "preset": "sochi",
    "changes": {"pool_target": 10},
    "players": 3,
    "bots": [None, None],
    "name": "",
    "public": True,
}
Heard: TypeAlias = tuple[str, Letter]
_CARD = re.compile(rb"[\xa2\"][SHDC][789TJQKA]")


class Bus:
    """Whoever hears every letter of a club; the club's key opens them."""

    def __init__(self, post: Post[Letter]) -> None:
        self._post = post
        self.heard: list[Heard] = []

    async def came(self, message: Msg) -> None:
        letter = self._post.opened(message.subject, message.data)
        if letter is not None:
            self.heard.append((message.subject, letter))

    def accounts(self) -> dict[tuple[str, int], tuple[str, str]]:
        """The account and the table of each viewer, by its process and its number there."""
        return {(one.far, one.nth): (one.account.id, one.table) for _, one in self.heard if isinstance(one, Came)}

    def shown(self) -> dict[str, list[tuple[str, Message]]]:
        """The messages to each account and from it, with their tables."""
        viewers, found = self.accounts(), dict[str, list[tuple[str, Message]]]()
        for subject, letter in self.heard:
            if isinstance(letter, Frames):
                far = subject.rpartition(".")[2]
                told = [(far, frame.nth, frame.data) for frame in letter.frames if frame.closes is None]
            elif isinstance(letter, Sent):
                told = [(letter.far, letter.nth, letter.text)]
            else:
                continue
            for far, nth, data in told:
                account, table = viewers[far, nth]
                if data != b"p":
                    found.setdefault(account, []).append((table, json.loads(data)))
        return found


@contextlib.asynccontextmanager
async def listening(club: Club) -> AsyncIterator[Bus]:
    with psycopg.connect(club.db) as connection:
        row = connection.execute("SELECT key FROM life WHERE id = 1").fetchone()
    assert row is not None
    kind: type[Letter] = Letter  # type: ignore[assignment]
    bus = Bus(Post(bytes.fromhex(row[0]), kind, lambda _: None))
    client = await nats.connect(club.nats)
    try:
        await client.subscribe(">", cb=bus.came)
        await client.flush()
        yield bus
    finally:
        await client.close()


class Player:
    """Somebody who does anything legal, and comes again by another process when the line breaks."""

    def __init__(self, nth: int, processes: list[Process], table: str) -> None:
        self.nth, self.processes, self.table = nth, processes, table
        self.luck = random.Random(nth)
        self.know: dict[str, Any] = {}
        self.sent: list[tuple[str, Message]] = []
        self.looks: Callable[[Player], None] = lambda _: None  # called whenever something was heard
        self._ids = 0
        self._wish: Message | None = None  # what has been asked for, until it is answered
        self._due = 0

    def wants(self) -> Message | None:
        """What to ask for now."""
        know = self.know
        table, room, view = know["table"], know["room"], know["view"]
        if room["state"] == "gathering":
            if table["chair"] is None:
                return {"t": "act", "do": {"act": "sit", "chair": self.nth}}
            if table["chair"] not in room["accepted"]:
                return {"t": "act", "do": {"act": "accept", "card": table["card"]}}
            return None
        if view and view["legal"]:
            legal = [one for one in view["legal"] if one["type"] != "claim"]
            return {"t": "cmd", "at": know["seq"], "do": self.luck.choice(legal)}
        if view is None and know["last"] and room["state"] == "playing" and table["chair"] not in room["next"]:
            return {"t": "next", "at": know["seq"]}
        return None

    async def comes(self, over: Callable[[], bool]) -> None:
        """Be at the table until this is so."""
        while not over():
            living = [one for one in self.processes if one.process.poll() is None]
            process = living[self.nth % len(living)]
            address = f"{process.origin.replace('http', 'ws', 1)}/ws/table/{self.table}"
            cookie = {"cookie": f"kozyr={TOKENS[self.nth]}"}
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError):
                async with connect(address, additional_headers=cookie, origin=process.origin) as socket:  # type: ignore[arg-type]
                    await socket.send('{"t":"hello","proto":3}')
                    if self._wish is not None:
                        await socket.send(json.dumps(self._wish))
                    while not over():
                        with contextlib.suppress(TimeoutError):
                            self.hears(json.loads(await asyncio.wait_for(socket.recv(), 0.5)))
                            if self._wish is None and self.know and self.know["seq"] >= self._due:
                                wish = self.wants()
                                if wish is not None:
                                    self._ids += 1
                                    self._wish, self._due = wish | {"id": f"{self.nth}-{self._ids}"}, self.know["seq"]
                                    await socket.send(json.dumps(self._wish))
            await asyncio.sleep(0.1)

    def hears(self, told: Message) -> None:
        self.sent.append((self.table, told))
        if told["t"] in {"snap", "ev"}:
            parts = ("seq", "table", "room", "view", "sheet", "last")
            self.know |= {part: told[part] for part in parts if part in told}
        elif told["t"] in {"ack", "nak"} and self._wish is not None and told["id"] == self._wish["id"]:
            assert told["t"] == "ack" or told["code"] in {"stale", "flood"}, told
            self._wish, self._due = None, told.get("seq", 0)
        self.looks(self)

    @property
    def deals(self) -> int:
        return len(self.know["sheet"]["deals"]) if self.know.get("sheet") else 0

    @property
    def amid_a_trick(self) -> bool:
        return bool(self.know.get("view") and self.know["view"]["trick"])


def test_an_evening_over_three_processes_whose_owner_dies_amid_a_trick(club: Club) -> None:
    club.start(3)
    table = club.processes[0].ask("/api/tables", TOKENS[0], TABLE)["table"]
    owner = owner_of(club, table)

    async def evening() -> tuple[Bus, list[Player]]:
        players = [Player(nth, club.processes, table) for nth in range(3)]
        async with listening(club) as bus:

            def over() -> bool:
                return all(one.deals >= DEALS for one in players)

            def kills(player: Player) -> None:
                if owner.process.poll() is None and player.deals == DEALS - 2 and player.amid_a_trick:
                    owner.kill()

            players[0].looks = kills
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(one.comes(over) for one in players))
            assert owner.process.poll() is not None
            return bus, players

    bus, players = asyncio.run(evening())
    log = club.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    ids = [one for _, one in log if one is not None]
    assert len(ids) == len(set(ids))

    agreed, entries = written(club.db, table)
    accounts = [f"{nth:016x}" for nth in range(3)]
    for player, account in zip(players, accounts, strict=True):
        assert what_was_seen(agreed, entries, account, player.sent) > 20
    # The bus: whatever goes to a process is for the people whose windows it has, and what comes from them they know.
    shown = bus.shown()
    assert sum(what_was_seen(agreed, entries, account, told) for account, told in shown.items()) > 20
    assert {type(one) for _, one in bus.heard} <= {Beat, Came, Frames, Part, Sent, Stirred, Taken, Went}
    for _, letter in bus.heard:
        if not isinstance(letter, (Frames, Sent)):
            assert not _CARD.search(msgspec.msgpack.encode(letter)), letter
    one, other = list(shown)[:2]
    with pytest.raises(AssertionError):  # what went to the other's process was not for this one
        what_was_seen(agreed, entries, one, shown[other])
