"""What takes long is not done by the loop's own thread; and the heartbeat finds what would hold it."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kozyr.club import kept as kept_told, shapes
from kozyr.club.event import hall_told, papers, told as event_told
from kozyr.club.live import hall, keeping
from kozyr.keep import Kept
from kozyr.tournaments import seating
from tests.heartbeat import Heartbeat
from tests.keep.table import outcome
from tests.people import club, guest, visitor
from tests.test_events_over_http import announced, enter, member

SETUP = {"game": "preferans", "preset": "sochi", "players": ["Аня", "Борис", "Вера"]}
SIX = {"act": "write", "by": "Аня", "deal": 1, "outcome": outcome("Аня", "Аня", "6S", 6)}


class Watched:
    """Functions that are noted with the thread in which they run. It lives in this process: no other one notes anything."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.ran: dict[str, set[int]] = {}

    def watch(self, where: object, name: str) -> None:
        plain: Callable[..., Any] = getattr(where, name)

        def noted(*given: Any, **named: Any) -> Any:
            self.ran.setdefault(name, set()).add(threading.get_ident())
            return plain(*given, **named)

        self._patch.setattr(where, name, noted)


def test_no_long_work_is_done_by_the_thread_of_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers, exports and seating in other processes; logs, sheets and the director's page in threads."""
    watched = Watched(monkeypatch)
    for where, name in (
        (keeping, "followed"),
        (hall, "followed"),
        (kept_told, "told"),
        (Kept, "jsonl"),
        (hall_told, "hall"),
        (event_told, "_to_nobody"),
        (event_told, "played"),
        (papers, "printed"),
        (papers, "packed"),
        (papers, "_followed"),
        (seating, "seated"),
    ):
        watched.watch(where, name)
    with club(tmp_path / "club.db", executor=None) as client:
        assert client.portal is not None
        loop = client.portal.call(threading.get_ident)
        sheet = client.post("/api/keep", json=SETUP).json()["id"]
        wrote = client.post(f"/api/keep/{sheet}", json={"id": "a", "at": 1, "do": SIX})
        assert wrote.status_code == 200, wrote.text
        assert client.get(f"/api/keep/{sheet}/score.jsonl").status_code == 200
        arbiter = member(client, "orlova")
        event = announced(arbiter, listed=True)
        for n in range(8):
            one = visitor(client)
            guest(one, f"Игрок {n}")
            enter(one, event)
        found = client.app.state.club  # type: ignore[attr-defined]
        client.portal.call(found.hall.forget)
        for path in (
            "",
            "/part?of=entrants",
            "/boards",
            "/hall",
            "/print/announcement",
            "/export/json",
            "/folder.zip",
            "/log.jsonl",
            "/qr.svg",
        ):
            assert arbiter.get(f"/api/events/{event}{path}").status_code == (404 if path == "/boards" else 200), path
        seated = arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": {}})
        assert seated.status_code == 200, seated.text
    assert watched.ran.keys() == {"followed", "told", "jsonl", "hall", "_to_nobody", "played"}
    assert all(loop not in threads for threads in watched.ran.values())


def test_the_heartbeat_names_what_holds_the_loop() -> None:
    async def holds() -> None:
        until = time.thread_time() + 0.02
        while time.thread_time() < until:
            pass
        await asyncio.sleep(0)

    async def waits() -> None:
        await asyncio.sleep(0.02)

    async def work() -> dict[str, float]:
        beat = Heartbeat()
        with beat.measuring():
            await asyncio.gather(asyncio.create_task(holds(), name="who holds it"), waits())
        return beat.over(0.015)

    assert list(asyncio.run(work())) == ["who holds it"]


_RACE = """
import sys, threading
import msgspec
from kozyr.club import shapes
sys.setswitchinterval(1e-5)
for n in range(60):
    known = {}
    lines = ["import msgspec"]
    for i in range(12):
        held = f"A{i - 1} | None" if i else "int | None"
        lines += [f"class A{i}(msgspec.Struct):", f"    f0: {held} = None", *(f"    f{j}: int = 0" for j in range(1, 20))]
    exec("\\n".join(lines), known)
    kind, go = known["A11"], threading.Event()
    if sys.argv[1] == "learned":
        shapes.learn.cache_clear()
        shapes.learn()
    def decode():
        go.wait()
        msgspec.json.decode(b'{"f0":{"f0":{"f1":1}},"f1":1}', type=kind)
    threads = [threading.Thread(target=decode) for _ in range(6)]
    for one in threads:
        one.start()
    go.set()
    for one in threads:
        one.join()
"""


def test_threads_that_decode_the_same_struct_at_once_find_it_whole(tmp_path: Path) -> None:
    """With `as it comes` for `learned` msgspec 0.22 ends the process with a segmentation fault within a few rounds."""
    command = [sys.executable, "-c", _RACE, "learned"]
    assert subprocess.run(command, check=False).returncode == 0  # noqa: S603 - this Python, our own program
    with club(tmp_path / "club.db"):
        assert shapes.learn.cache_info().currsize == 1
