"""Somebody who asks for what is dear to read, again and again. Others are answered as if he were not there."""

import asyncio
import gc
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.club.table.table import Table
from kozyr.store import Account
from tests import stores
from tests.attack.past import long_table
from tests.conftest import LONG
from tests.people import Standing, club, guest, new_table, seated, visitor

ENTRIES = 10_000


def played(path: Path, owner: TestClient, entries: int) -> str:
    """A table of this visitor's with a long past, which no club has in memory."""
    me = guest(owner)
    store = stores.opened(path)
    try:
        return asyncio.run(long_table(store, Account(me["account"], me["nick"], 0), entries))
    finally:
        store.close()


class Watch:
    """How much the loop's thread computes between two moments at which it looks for something to do, in seconds."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._last = 0.0
        self._going = True

    async def begin(self) -> None:
        gc.disable()  # the club looks for cycles seldom (`collect_rarely`)
        self._last = time.thread_time()
        self._look()

    def _look(self) -> None:
        now = time.thread_time()
        self.worst, self._last = max(self.worst, now - self._last), now
        if self._going:
            asyncio.get_running_loop().call_later(0.001, self._look)

    def end(self) -> None:
        gc.enable()
        self._going = False


def answers(client: TestClient, until: Callable[[], bool]) -> list[float]:
    """How long `/api/me` takes, asked one after the other until this is so; at least ten times."""
    took = list[float]()
    while len(took) < 10 or not until():
        began = time.perf_counter()
        assert client.get("/api/me").status_code == 200
        took.append(time.perf_counter() - began)
        time.sleep(0.005)
    return took


def test_dear_reads_of_one_leave_the_loop_to_the_others(path: Path, share: Callable[[int], int]) -> None:
    with club(path) as client:
        reader, other = visitor(client), visitor(client)
        table = played(path, reader, share(ENTRIES))
        guest(other, "Борис")
        before = answers(other, lambda: True)
        watch, codes = Watch(), list[int]()
        assert client.portal is not None
        client.portal.call(watch.begin)

        def read(number: int) -> None:
            one = visitor(reader)
            one.cookies = reader.cookies
            route = ("record", f"deals/{1 + number // 3}", f"deals/{1 + number // 3}/why/9")[number % 3]
            codes.append(one.get(f"/api/tables/{table}/{route}").status_code)

        threads = [threading.Thread(target=read, args=(number,)) for number in range(60)]
        for thread in threads:
            thread.start()
        during = answers(other, lambda: not any(thread.is_alive() for thread in threads))
        for thread in threads:
            thread.join()
        watch.end()
    assert set(codes) <= {200, 404, 503}
    assert codes.count(200) >= 20
    assert watch.worst < 0.05
    # Sixty clients take the processor too; so in the short form a wide margin.
    assert statistics.median(during) - statistics.median(before) < (0.1 if LONG else 0.5)


def test_a_past_is_read_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    followed = list[int]()
    after = Table.after

    def counted(self: Table, entry: Any) -> Table:
        followed.append(entry.seq)
        return after(self, entry)

    with club(path) as client:
        table = played(path, client, 300)
        monkeypatch.setattr(Table, "after", counted)
        first = client.get(f"/api/tables/{table}/deals/1")
        assert first.status_code == 200
        once = len(followed)
        assert once < 2 * max(followed)
        assert client.get(f"/api/tables/{table}/deals/1").json() == first.json()
        assert client.get(f"/api/tables/{table}/record").status_code == 200
        assert client.get(f"/api/tables/{table}").json()["state"] == "playing"
        assert client.get(f"/api/tables/{table}/fair").status_code == 200
        assert len(followed) == once


def test_dear_reads_are_limited(path: Path) -> None:
    with club(path, many=0.25, clock=Standing()) as client:  # a quarter of 120 reads
        table = new_table(client)
        with seated(client, table):
            pass
        codes = [client.get(f"/api/tables/{table}/deals/1").status_code for _ in range(40)]
        assert codes == [404] * 30 + [429] * 10
        far = visitor(client, "203.0.113.5")  # nobody's session
        codes = [far.get(f"/api/tables/{table}/deals/1").status_code for _ in range(250)]
        assert codes.count(429) == 10
        other = visitor(client)
        guest(other, "Борис")
        assert other.get(f"/api/tables/{table}/deals/1").status_code == 404


def test_who_asks_for_the_past_of_a_table_wakes_and_writes_nothing(path: Path) -> None:
    with club(path) as client:
        table = played(path, client, 300)
        for route in ("", "/record", "/record?fair=1", "/fair", "/deals/1"):
            assert client.get(f"/api/tables/{table}{route}").status_code == 200
        assert client.app.state.club.lobby.present(table) is None  # type: ignore[attr-defined]
    assert stores.execute(path, "select count(*) from audit") == [(0,)]
