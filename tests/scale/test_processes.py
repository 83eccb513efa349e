"""Several processes of one club on one database and one bus: a table is one table, whichever of them has the socket."""

import asyncio
import contextlib
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from typing import Any

import psycopg

from kozyr.club.live.seeking import SEEKS
from tests.scale.processes import FOURTH, TOKENS, Club, Process, Window, owner_of, table_at

SEEK = {"game": "preferans", "players": 3, "preset": "sochi", "changes": {}, "bot": None, "name": ""}


def far_sockets(process: Process) -> float:
    """How many of its sockets look at tables of other processes."""
    request = urllib.request.Request(f"{process.origin}/metrics", headers={"authorization": "Bearer m"})  # noqa: S310 - our own server
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - as above
        found = re.search(r'^kozyr_sockets\{role="far"\} (\S+)', answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_a_move_on_one_is_shown_on_the_others(three: Club) -> None:
    """Three people at one table by way of three processes: each sees what the others do, and one log has it all."""
    processes = three.processes
    table = table_at(processes[0])

    async def work() -> None:
        windows = [await Window(process, token, table).open() for process, token in zip(processes, TOKENS, strict=True)]
        snaps = [await window.hears(lambda frame: frame["t"] == "snap") for window in windows]
        assert len({snap["seq"] for snap in snaps}) == 1
        card = snaps[0]["table"]["card"]
        for n, window in enumerate(windows):
            if n:  # who set the table up sits there already, and has accepted
                assert (await window.acts(f"sit-{n}", {"act": "sit", "chair": n}))["t"] == "ack"
                assert (await window.acts(f"accept-{n}", {"act": "accept", "card": card}))["t"] == "ack"
        seqs = [
            (await window.hears(lambda frame: frame["t"] == "ev" and frame["seq"] >= 5))["seq"] for window in windows
        ]
        assert min(seqs) >= 5
        said = {"t": "say", "id": "hello-1", "text": "Добрый вечер"}
        await windows[1].send(said)
        for window in (windows[0], windows[2]):
            assert (await window.hears(lambda frame: frame["t"] == "chat"))["text"] == "Добрый вечер"
        assert sorted(map(far_sockets, processes)) == [0, 1, 1]
        for window in windows:
            await window.close()

    asyncio.run(work())
    log = three.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    ids = [cmd for _, cmd in log if cmd is not None]
    assert len(ids) == len(set(ids))
    assert {one.rpartition("/")[2] for one in ids} >= {"sit-1", "sit-2", "accept-1", "accept-2"}


def until(what: Callable[[], Any], seconds: float = 10) -> Any:
    ends = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < ends
        time.sleep(0.1)
    return found


def test_people_tables_and_seeks_are_one_clubs(three: Club) -> None:
    """Each at another process: they see one another, the table of the first, meet by a seek, and end a session everywhere."""
    a, b, c = three.processes
    table = table_at(a)

    async def evening(anna: Window, dora: Window) -> None:
        for window in (anna, dora):
            await window.hears(lambda frame: frame["t"] == "snap")

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
        # A session ends at another process than the socket's, and the socket closes.
        await asyncio.to_thread(c.ask, "/api/logout", FOURTH, {})
        await asyncio.wait_for(dora.reading, 20)
        assert dora.closed == [4401]

    async def opened() -> None:
        async with contextlib.AsyncExitStack() as stack:
            windows = [await Window(a, token, table).open() for token in (TOKENS[0], FOURTH)]
            for window in windows:
                stack.push_async_callback(window.close)
            await evening(*windows)

    asyncio.run(opened())


def test_a_guesser_has_the_tries_of_one_process(three: Club) -> None:
    """One login, tried at three processes in turn: ten tries are all."""
    processes, codes = three.processes, list[int]()
    for n in range(12):
        try:
            processes[n % 3].ask("/api/login", TOKENS[0], {"login": "somebody", "password": f"guess number {n}"})
        except urllib.error.HTTPError as error:
            codes.append(error.code)
            error.close()
    assert codes[:10] == [403] * 10
    assert 429 in codes[10:]


def test_another_answers_after_kill_9(three: Club) -> None:
    """What was acknowledged is there, the command that was under way is done once, and the others' windows stay open."""
    table = table_at(three.processes[0])
    owner = owner_of(three, table)
    others = [one for one in three.processes if one is not owner]

    async def work() -> float:
        anna = await Window(others[0], TOKENS[0], table).open()
        boris = await Window(others[1], TOKENS[1], table).open()
        card = (await anna.hears(lambda frame: frame["t"] == "snap"))["table"]["card"]
        await boris.hears(lambda frame: frame["t"] == "snap")
        assert (await boris.acts("sit", {"act": "sit", "chair": 1}))["t"] == "ack"
        before = three.log(table)
        owner.kill()
        began = time.monotonic()
        windows = [anna, boris]
        answered = None
        while answered is None:
            await windows[1].send({"t": "act", "id": "accept", "do": {"act": "accept", "card": card}})
            with contextlib.suppress(AssertionError):
                answered = await windows[1].hears(lambda frame: frame.get("id") == "accept", 6)
            if answered is None or windows[1].closed:  # its process is the owner now: the page comes again
                windows[1] = await Window(others[1], TOKENS[1], table).open()
                await windows[1].hears(lambda frame: frame["t"] == "snap")
        took = time.monotonic() - began
        assert answered["t"] == "ack"
        assert three.log(table)[: len(before)] == before
        if windows[0].closed:
            windows[0] = await Window(others[0], TOKENS[0], table).open()
        await windows[0].hears(lambda frame: frame["t"] in {"ev", "snap"} and frame["seq"] >= answered["seq"])
        for window in windows:
            await window.close()
        return took

    took = asyncio.run(work())
    log = three.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    assert [cmd.rpartition("/")[2] for _, cmd in log if cmd is not None].count("accept") == 1
    print(f"answered {took:.2f} s after kill -9")  # noqa: T201 - a figure for docs/benchmarks.md


def test_a_deploy_strands_nobody(three: Club) -> None:
    """The owner is told to end: it says so, hands its tables over, and closes its sockets one after another; who plays plays on."""
    table = table_at(three.processes[0])
    owner = owner_of(three, table)
    other = next(one for one in three.processes if one is not owner)

    async def work() -> None:
        anna = await Window(owner, TOKENS[0], table).open()
        boris = await Window(other, TOKENS[1], table).open()
        card = (await anna.hears(lambda frame: frame["t"] == "snap"))["table"]["card"]
        await boris.hears(lambda frame: frame["t"] == "snap")
        more = [table_at(owner, public=False) for _ in range(12)]
        windows = [await Window(owner, TOKENS[0], one).open() for one in more]
        for window in windows:
            await window.hears(lambda frame: frame["t"] == "snap")
        owner.process.send_signal(signal.SIGTERM)
        assert (await boris.acts("sit", {"act": "sit", "chair": 1}))["t"] == "ack"
        assert (await boris.acts("accept", {"act": "accept", "card": card}))["t"] == "ack"
        closed = [asyncio.create_task(closes(window)) for window in (anna, *windows)]
        moments = await asyncio.gather(*closed)
        assert max(moments) - min(moments) > 0.3  # one after another
        assert not boris.closed
        again = await Window(other, TOKENS[0], table).open()
        seq = three.log(table)[-1][0]
        assert (await again.hears(lambda frame: frame["t"] == "snap"))["seq"] >= seq
        for window in (again, boris, anna, *windows):
            await window.close()

    async def closes(window: Window) -> float:
        await asyncio.wait_for(window.reading, 20)
        assert window.closed == [1012]
        return window.ended

    asyncio.run(work())
    assert owner.process.wait(20) == -signal.SIGTERM
    assert three.shared()
    log = three.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    assert [cmd.rpartition("/")[2] for _, cmd in log if cmd is not None].count("accept") == 1


def test_a_seek_outlives_the_process_that_has_all_seeks(three: Club) -> None:
    owner = owner_of(three, SEEKS)
    a, b = (one for one in three.processes if one is not owner)
    assert a.ask("/api/seek", TOKENS[0], SEEK)["state"] == "waiting"
    owner.kill()

    def waits() -> bool:
        try:
            told = a.ask("/api/seek", TOKENS[0])
        except urllib.error.HTTPError:
            return False
        return bool(told["state"] == "waiting")

    until(waits)
    with psycopg.connect(three.db) as connection:
        assert connection.execute("SELECT count(*) FROM members").fetchone() == (2,)
    assert len(b.ask("/api/seek", TOKENS[1], SEEK)["nicks"]) == 2
