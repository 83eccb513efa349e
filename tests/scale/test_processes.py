"""Several processes of one club on one database and one bus: a table is one table, whichever of them has the socket."""

import asyncio
import contextlib
import re
import signal
import time
import urllib.request

from tests.scale.processes import TOKENS, Club, Process, Window, owner_of, table_at


def far_sockets(process: Process) -> float:
    """How many of its sockets look at tables of other processes."""
    request = urllib.request.Request(f"{process.origin}/metrics", headers={"authorization": "Bearer m"})  # noqa: S310 - our own server
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - as above
        found = re.search(r'^kozyr_sockets\{role="far"\} (\S+)', answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_a_move_on_one_is_shown_on_the_others(club: Club) -> None:
    """Three people at one table by way of three processes: each sees what the others do, and one log has it all."""
    processes = club.start(3)
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
    log = club.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    ids = [cmd for _, cmd in log if cmd is not None]
    assert len(ids) == len(set(ids))
    assert {one.rpartition("/")[2] for one in ids} >= {"sit-1", "sit-2", "accept-1", "accept-2"}


def test_another_answers_after_kill_9(club: Club) -> None:
    """What was acknowledged is there, the command that was under way is done once, and the others' windows stay open."""
    club.start(3)
    table = table_at(club.processes[0])
    owner = owner_of(club, table)
    others = [one for one in club.processes if one is not owner]

    async def work() -> float:
        anna = await Window(others[0], TOKENS[0], table).open()
        boris = await Window(others[1], TOKENS[1], table).open()
        card = (await anna.hears(lambda frame: frame["t"] == "snap"))["table"]["card"]
        await boris.hears(lambda frame: frame["t"] == "snap")
        assert (await boris.acts("sit", {"act": "sit", "chair": 1}))["t"] == "ack"
        before = club.log(table)
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
        assert club.log(table)[: len(before)] == before
        if windows[0].closed:
            windows[0] = await Window(others[0], TOKENS[0], table).open()
        await windows[0].hears(lambda frame: frame["t"] in {"ev", "snap"} and frame["seq"] >= answered["seq"])
        for window in windows:
            await window.close()
        return took

    took = asyncio.run(work())
    log = club.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    assert [cmd.rpartition("/")[2] for _, cmd in log if cmd is not None].count("accept") == 1
    print(f"answered {took:.2f} s after kill -9")  # noqa: T201 - a figure for docs/benchmarks.md


def test_a_deploy_strands_nobody(club: Club) -> None:
    """The owner is told to end: it says so, hands its tables over, and closes its sockets one after another; who plays plays on."""
    club.start(3)
    table = table_at(club.processes[0])
    owner = owner_of(club, table)
    other = next(one for one in club.processes if one is not owner)

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
        seq = club.log(table)[-1][0]
        assert (await again.hears(lambda frame: frame["t"] == "snap"))["seq"] >= seq
        for window in (again, boris, anna, *windows):
            await window.close()

    async def closes(window: Window) -> float:
        await asyncio.wait_for(window.reading, 20)
        assert window.closed == [1012]
        return window.ended

    asyncio.run(work())
    assert owner.process.wait(20) == -signal.SIGTERM
    assert club.shared()
    log = club.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    assert [cmd.rpartition("/")[2] for _, cmd in log if cmd is not None].count("accept") == 1
