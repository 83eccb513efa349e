"""What is the club's and no process's: the lobby, who is here, seeks, the end of a session."""

import asyncio
import contextlib
import time
import urllib.error
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import psycopg

from kozyr.club import answers, wire
from kozyr.club.acts import TableTerms
from kozyr.club.live.lines import Letter
from kozyr.club.live.parts import Part, Parts, people
from kozyr.club.live.seeking import SEEKS, Asked
from kozyr.club.table.listing import summary
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Table
from kozyr.games import game
from kozyr.store import Account
from tests.scale.processes import TOKENS, Club, Process, Window, owner_of, table_at

SEEK = {"game": "preferans", "players": 3, "preset": "sochi", "changes": {}, "bot": None, "name": ""}


def listed(table: str, created: int) -> answers.Listed:
    rules = game("preferans")
    people = (Person("Anna", account="a"), None, None)
    agreed = rules.agree("sochi", {}, 3)
    about = summary(
        Table.open(Setup(table, "preferans", "sochi", agreed, people, TableTerms().of(agreed), public=True))
    )
    return answers.Listed(**msgspec.structs.asdict(about), created=created)


def test_parts_are_merged_and_grow_old() -> None:
    now = 100.0
    parts = Parts(lambda: now)
    here = {str(n): Account(str(n), f"P{n}", 0, login="x" if n % 2 else None) for n in range(4)}
    members, guests, more = people(here)
    assert (members, guests, more) == ((("1", "P1"), ("3", "P3")), ("0", "2"), 0)
    part = Part("b", (listed("t2", 5), listed("t1", 1)), (), {"me": ((listed("t3", 1), "o"),)}, members, guests, 7)
    text = msgspec.msgpack.encode(part)
    assert msgspec.msgpack.decode(text, type=Letter) == part
    parts.heard(part)
    own = answers.LobbyLists((listed("t9", 9), listed("t2", 5)), ())
    assert [one.table for one in parts.lists(own).gathering] == ["t9", "t2", "t1"]
    assert set(parts.here()) == set(here)
    assert parts.here()["1"].login is not None
    assert parts.here()["0"].login is None
    assert parts.more() == 7
    assert [(one.table, owner) for one, owner in parts.invitations("me")] == [("t3", "o")]
    now += 6
    assert parts.here() == {}
    assert parts.lists(own) == own


def test_a_wish_that_has_travelled_is_the_same_wish() -> None:
    for name in ("preferans", "bridge", "deberts"):
        rules = game(name)
        preset = next(iter(rules.presets))
        players = min(rules.players)
        agreed = rules.agree(preset, {}, players)
        asked = Asked(Account("a", "A", 0), name, preset, players, wire.encode(agreed), None, None)
        there = msgspec.msgpack.decode(msgspec.msgpack.encode(asked), type=Asked)
        assert there.wanted.conventions == agreed


def until(what: Callable[[], Any], seconds: float = 10) -> Any:
    ends = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < ends
        time.sleep(0.1)
    return found


def test_people_tables_and_seeks_are_one_clubs(club: Club) -> None:
    """Each at another process: they see one another, the table of the first, meet by a seek, and end a session everywhere."""
    a, b, c = club.start(3)
    table = table_at(a)

    async def evening(anna: Window) -> None:
        await anna.hears(lambda frame: frame["t"] == "snap")

        def seen(process: Process) -> bool:
            lobby = process.ask("/api/lobby", TOKENS[1])
            return any(one["table"] == table for one in lobby["gathering"]) and lobby["here"]["guests"] >= 2

        for process in (a, b, c):
            await asyncio.to_thread(until, partial(seen, process))
        seeks = [
            asyncio.to_thread(one.ask, "/api/seek", token, SEEK) for one, token in zip((a, b, c), TOKENS, strict=True)
        ]
        for work in seeks[:2]:
            assert (await work)["state"] == "waiting"

        def both() -> bool:
            return [len(one["nicks"]) for one in c.ask("/api/lobby", TOKENS[2])["seeks"]] == [2]

        await asyncio.to_thread(until, both)
        waiting = asyncio.create_task(asyncio.to_thread(a.ask, "/api/seek?have=2", TOKENS[0]))
        found = await seeks[2]
        assert found["state"] == "found"
        assert (await waiting)["table"] == found["table"]
        assert (await asyncio.to_thread(b.ask, "/api/seek", TOKENS[1]))["table"] == found["table"]
        # The session ends at another process than the socket's, and the socket closes.
        await asyncio.to_thread(c.ask, "/api/logout", TOKENS[0], {})
        await asyncio.wait_for(anna.reading, 20)
        assert anna.closed == [4401]

    async def opened() -> None:
        async with contextlib.AsyncExitStack() as stack:
            anna = await Window(a, TOKENS[0], table).open()
            stack.push_async_callback(anna.close)
            await evening(anna)

    asyncio.run(opened())


def test_a_seek_outlives_the_process_that_has_all_seeks(club: Club) -> None:
    club.start(3)
    owner = owner_of(club, SEEKS)
    a, b = (one for one in club.processes if one is not owner)
    assert a.ask("/api/seek", TOKENS[0], SEEK)["state"] == "waiting"
    owner.kill()

    def waits() -> bool:
        try:
            told = a.ask("/api/seek", TOKENS[0])
        except urllib.error.HTTPError:
            return False
        return bool(told["state"] == "waiting")

    until(waits)
    with psycopg.connect(club.db) as connection:
        assert connection.execute("SELECT count(*) FROM members").fetchone() == (2,)
    assert len(b.ask("/api/seek", TOKENS[1], SEEK)["nicks"]) == 2
