"""Somebody who asks for paper, or for proofs, by many connections: his network has its places, and the others have theirs."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.club.event import papers
from tests.people import HOST, club, figure, visitor
from tests.test_events_over_http import announced, member

_LIMIT = 20.0  # seconds after which something hangs


class Press(Executor):
    """Holds what it is given until it is told to go on; what is no paper is of the bots, and comes to nothing."""

    def __init__(self) -> None:
        self.given: list[tuple[papers.Printing, Future[bytes]]] = []
        self.stopped = False

    def submit(self, _fn: Callable[..., Any], /, *what: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if isinstance(what[-1], papers.Printing) and not self.stopped:
            self.given.append((what[-1], future))
        else:
            future.set_result(0)
        return future

    def held(self) -> list[str]:
        """The events whose papers are held now."""
        return [asked.log.setup.id for asked, future in self.given if not future.done()]

    def stop(self) -> None:
        """Nobody waits for anything any more."""
        self.stopped = True
        for _, future in self.given:
            if not future.done():
                future.set_result(b"")

    def end(self) -> None:
        """The first of them is done."""
        asked, future = next(one for one in self.given if not one[1].done())
        future.set_result(papers.print_out(asked))


def until(so: Callable[[], bool]) -> None:
    """Wait for it."""
    ends = time.monotonic() + _LIMIT
    while not so():
        assert time.monotonic() < ends
        time.sleep(0.005)


def places() -> float:
    """How many papers wait or are done."""
    return figure('kozyr_queue_places{queue="press"}')


@pytest.fixture
def press() -> Press:
    return Press()


@pytest.fixture
def client(tmp_path: Path, press: Press) -> Iterator[TestClient]:
    with club(tmp_path / "club.db", executor=press) as client:
        yield client
        press.stop()


@pytest.fixture
def browsers(client: TestClient, press: Press) -> Iterator[ThreadPoolExecutor]:
    """Who asks at the same time."""
    assert client.portal is not None
    with ThreadPoolExecutor(20) as browsers:
        yield browsers
        press.stop()


def paper(client: TestClient, event: str, lang: str = "uk") -> Any:
    return client.get(f"/api/events/{event}/print/announcement", params={"lang": lang})


def test_one_network_by_sixteen_connections_has_six_places_and_others_are_next(
    client: TestClient, press: Press, browsers: ThreadPoolExecutor
) -> None:
    arbiter = member(client, "orlova")
    events = [announced(arbiter) for _ in range(9)]
    flooder, other = visitor(client, "203.0.113.5"), visitor(client, "198.51.100.7")
    flood = [browsers.submit(paper, flooder, event, lang) for event in events[:8] for lang in ("uk", "en")]
    until(lambda: places() == 6 and sum(one.done() for one in flood) == 10)
    refused = [one.result() for one in flood if one.done()]
    assert {answer.status_code for answer in refused} == {429}
    assert all(1 <= int(answer.headers["retry-after"]) <= 60 for answer in refused)
    assert {answer.json()["error"]["code"] for answer in refused} == {"busy"}
    assert len(press.held()) == 2  # as many as there are processes; the rest waits for its turn
    asked = browsers.submit(paper, other, events[8])
    until(lambda: places() == 7)
    press.end()
    until(lambda: len(press.held()) == 2)
    press.end()
    until(lambda: events[8] in press.held())  # before the four that the flood has waiting, or after one of them
    assert len(press.given) <= 4
    while not asked.done() or not all(one.done() for one in flood):
        if press.held():
            press.end()
        time.sleep(0.005)
    assert asked.result().content.startswith(b"%PDF")
    assert Counter(one.result().status_code for one in flood) == {429: 10, 200: 6}
    until(lambda: places() == 0)


def test_the_same_paper_is_made_once_whoever_asks_for_it(
    client: TestClient, press: Press, browsers: ThreadPoolExecutor
) -> None:
    event = announced(member(client, "orlova"))
    asked = [browsers.submit(paper, visitor(client, f"198.51.100.{n}"), event) for n in range(16)]
    until(lambda: len(press.held()) == 1)
    time.sleep(0.1)
    assert places() == 1
    press.end()
    assert {one.result().status_code for one in asked} == {200}
    assert len(press.given) == 1
    assert paper(visitor(client, "203.0.113.9"), event).status_code == 200  # it is kept
    assert len(press.given) == 1


def test_whoever_hangs_up_gives_up_his_place(client: TestClient, press: Press) -> None:
    arbiter = member(client, "orlova")
    events = [announced(arbiter) for _ in range(6)]

    async def hang_up() -> list[int]:
        """Six connections from one network, all of which are broken while they wait or are served."""
        broken = asyncio.Event()

        async def one(event: str) -> int:
            told: list[int] = []
            begun = [{"type": "http.request", "body": b"", "more_body": False}]

            async def receive() -> dict[str, Any]:
                if begun:
                    return begun.pop()
                await broken.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                told.append(message.get("status", 0))

            path = f"/api/events/{event}/print/announcement"
            await client.app({
                "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
                "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
                "headers": [(b"host", HOST.encode())], "client": ("203.0.113.5", 1), "server": (HOST, 80), "state": {},
            }, receive, send)  # fmt: skip
            return told[0]

        asked = [asyncio.create_task(one(event)) for event in events]
        while places() < 6 or len(press.held()) < 2:  # noqa: ASYNC110 - the figures say it, and nothing wakes who waits for them
            await asyncio.sleep(0.005)
        broken.set()
        return await asyncio.gather(*asked)

    assert client.portal is not None
    client.portal.call(hang_up)
    until(lambda: places() == 2)  # those that are being printed, which are kept
    press.end()
    press.end()
    until(lambda: places() == 0)
    assert len(press.given) == 2
