"""Long work beside the loop: places by network, turns, answers that are kept, whoever leaves, a process that dies or hangs."""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kozyr.arbiter.desk import Case
from kozyr.club.event import papers
from kozyr.club.http import desk
from kozyr.club.live import workers
from kozyr.club.live.queue import Busy, Queue, TooLong, ready
from tests.people import club, figure, guest, visitor
from tests.test_desk import DEAL, SHORT
from tests.test_events_over_http import announced, member


class Waits(Executor):
    """Keeps what it is given until it is told to go on."""

    def __init__(self) -> None:
        self.given: list[tuple[Any, Future[Any]]] = []

    def submit(self, _fn: object, /, *what: Any, **__: object) -> Future[Any]:
        self.given.append((what[-1], Future()))
        return self.given[-1][1]

    def end(self) -> Any:
        """The next work is done; returns what it was."""
        what, future = next(one for one in self.given if not one[1].done())
        future.set_result(what)
        return what


def same(case: Any) -> Any:
    return case


def wrong(case: str) -> None:
    raise ValueError(case)


def broken(case: dict[str, int]) -> int:
    return case["none"]


def hangs(seconds: float) -> None:
    time.sleep(seconds)


def dies(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_networks_take_turns_and_each_has_its_places() -> None:
    async def crowd() -> None:
        pool = Waits()
        queue = Queue("test", 6, 3, executor=pool)
        asked = [
            asyncio.create_task(queue.work(same, ready(f"{network}{n}"), network=network))
            for network, many in (("a", 3), ("b", 2))
            for n in range(many)
        ]
        await settled()
        refused = figure('kozyr_queue_refused_total{queue="test",why="network"}')
        with pytest.raises(Busy) as one_too_many:
            await queue.work(same, ready("a3"), network="a")
        assert one_too_many.value.own
        assert one_too_many.value.seconds >= 1
        assert figure('kozyr_queue_refused_total{queue="test",why="network"}') == refused + 1
        assert figure('kozyr_queue_places{queue="test"}') == 5
        asked.append(asyncio.create_task(queue.work(same, ready("c0"), network="c")))
        await settled()
        with pytest.raises(Busy) as full:
            await queue.work(same, ready("d0"), network="d")
        assert not full.value.own
        done: list[str] = []
        while len(done) < 6:
            await settled()
            done.append(pool.end())
        assert done == ["a0", "a1", "b0", "c0", "a2", "b1"]
        await asyncio.gather(*asked)
        await settled()
        assert figure('kozyr_queue_places{queue="test"}') == 0

    run(crowd)


def test_a_lower_rank_comes_first_and_may_fall_while_it_waits() -> None:
    async def ranks() -> None:
        pool = Waits()
        queue = Queue("test", 9, executor=pool)
        late = {"c": 2, "d": 3}
        asked = [
            asyncio.create_task(
                queue.work(same, ready(name), network=name[0], rank=lambda name=name: late.get(name, 1))  # type: ignore[misc]
            )
            for name in ("a", "c", "b1", "b2", "d", "e")
        ]
        await settled()
        done = [pool.end()]
        late["d"] = 0
        while len(done) < 6:
            await settled()
            done.append(pool.end())
        assert done == ["a", "d", "b1", "e", "b2", "c"]
        await asyncio.gather(*asked)

    run(ranks)


def test_a_process_is_there_before_the_first_work() -> None:
    async def early() -> None:
        queue = Queue("test", 1, nice=0)
        before = len(multiprocessing.active_children())
        queue.begin()
        queue.begin()
        assert len(multiprocessing.active_children()) == before + 1
        assert await queue.work(same, ready(1)) == 1
        assert len(multiprocessing.active_children()) == before + 1
        queue.close()

    run(early)


def test_who_leaves_frees_his_place_and_what_has_a_key_is_worked_out_once() -> None:
    async def leave() -> None:
        pool = Waits()
        queue = Queue("test", 3, executor=pool, kept=100)
        first, again = (asyncio.create_task(queue.work(same, ready(b"x" * 60), key="x")) for _ in range(2))
        others = [asyncio.create_task(queue.work(same, ready(n), key=n)) for n in (1, 2)]
        await settled()
        assert len(pool.given) == 1
        with pytest.raises(Busy):
            await queue.work(same, ready(3))
        others[0].cancel()
        await settled()
        late = asyncio.create_task(queue.work(same, ready(3)))
        await settled()
        first.cancel()
        again.cancel()
        await settled()
        assert pool.end() == b"x" * 60  # it has begun, and its answer is kept though nobody is there
        await settled()
        kept = figure('kozyr_queue_kept_total{queue="test"}')
        assert await queue.work(same, ready(b""), key="x") == b"x" * 60
        assert figure('kozyr_queue_kept_total{queue="test"}') == kept + 1
        assert pool.end() == 2
        await settled()
        assert pool.end() == 3
        assert [await others[1], await late] == [2, 3]
        more = asyncio.create_task(queue.work(same, ready(b"y" * 60), key="y"))
        await settled()
        pool.end()
        await more
        assert list(queue._kept) == ["y"]  # no more than a hundred bytes
        queue.forget()
        anew = asyncio.create_task(queue.work(same, ready(b"z" * 100), key="y"))
        await settled()
        pool.end()
        assert await anew == b"z" * 100
        assert list(queue._kept) == ["y"]  # a hundred bytes are not too many

    run(leave)


def test_one_who_leaves_at_once_leaves_no_place_taken() -> None:
    async def leave() -> None:
        pool = Waits()
        queue = Queue("test", 2, executor=pool)
        for _ in range(20):
            asked = [asyncio.create_task(queue.work(same, ready(n))) for n in range(2)]
            await asyncio.sleep(0)
            for one in asked:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            await settled()
        assert figure('kozyr_queue_places{queue="test"}') == 0
        assert len(queue._free) == 1
        assert not queue._waiting

    run(leave)


def test_what_goes_wrong_comes_back_as_it_is() -> None:
    async def go_wrong() -> None:
        with ThreadPoolExecutor(1) as pool:
            queue = Queue("test", 2, executor=pool)
            with pytest.raises(ValueError, match="no such session"):
                await queue.work(wrong, ready("no such session"))
            with pytest.raises(RuntimeError, match="KeyError: 'none'"):
                await queue.work(broken, ready({}))

    run(go_wrong)


def test_a_process_that_dies_or_hangs_is_replaced() -> None:
    async def die() -> None:
        queue = Queue("test", 3, seconds=120.0, nice=0)
        died = figure('kozyr_queue_processes_died_total{queue="test"}')
        try:
            with pytest.raises(Busy):
                await queue.work(dies, ready(None))
            assert figure('kozyr_queue_processes_died_total{queue="test"}') == died + 1
            assert await queue.work(same, ready(1)) == 1
            queue._seconds = 0.2
            with pytest.raises(TooLong):
                await queue.work(hangs, ready(60.0))
            queue._seconds = 120.0
            assert await queue.work(same, ready(2)) == 2
        finally:
            queue.close()

    run(die)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("ru", "Клуб занят. Повторите через 1 с."),
        ("uk", "Клуб зайнятий. Повторіть за 1 с."),
        ("en", "The club is busy. Try again in 1 s."),
    ],
)
def test_a_refusal_is_one_line_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    async def full(*_: object, **__: object) -> bytes:
        raise Busy("much_work", 1)

    with club(tmp_path / "club.db") as client:
        event = announced(member(client, "orlova"), listed=True)
        monkeypatch.setattr(Queue, "work", full)
        path = f"/api/events/{event}/print/announcement"
        page = client.get(path, params={"lang": lang}, headers={"sec-fetch-mode": "navigate"})
        assert (page.status_code, page.text, page.headers["retry-after"]) == (503, f"{said}\n", "1")
        asked = client.get(f"/api/events/{event}/qr.svg", headers={"accept-language": f"{lang}-XX,en;q=0.5"})
        params = {"why": "much_work", "seconds": 1}  # the page has the words
        assert asked.json()["error"] | {"message": ""} == {"message": "", "code": "busy", "params": params}


def test_a_network_has_so_many_places_at_the_desk(tmp_path: Path) -> None:
    pool = Waits()
    with club(tmp_path / "club.db", executor=pool) as client, ThreadPoolExecutor(9) as browsers:
        one, other = visitor(client, "198.51.100.7"), visitor(client, "198.51.100.8")
        begun = [browsers.submit(one.post, "/api/rule", json={**SHORT, "deal": DEAL}) for _ in range(6)]
        deadline = time.monotonic() + 10
        while figure('kozyr_queue_places{queue="desk"}') < 6 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert figure('kozyr_queue_places{queue="desk"}') == 6
        more = one.post("/api/rule", json={**SHORT, "deal": DEAL}, headers={"accept-language": "en"})
        assert more.status_code == 429
        assert more.json()["error"]["message"].startswith("your network has asked for as much as it may at once")
        begun.append(browsers.submit(other.post, "/api/rule", json={**SHORT, "deal": DEAL}))
        while not all(asked.done() for asked in begun) and time.monotonic() < deadline:
            for case, future in pool.given:
                if isinstance(case, Case) and not future.done():  # the bots' processes are woken there, too
                    future.set_result(desk._heard(case))
            time.sleep(0.01)
        assert [asked.result().status_code for asked in begun] == [200] * 7


def test_the_same_paper_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[papers.Printing] = []
    print_out = papers.print_out

    def counted(asked: papers.Printing) -> bytes:
        made.append(asked)
        return print_out(asked)

    monkeypatch.setattr(papers, "print_out", counted)
    with club(tmp_path / "club.db") as client:
        arbiter = member(client, "orlova")
        event = announced(arbiter, listed=True)
        path = f"/api/events/{event}/print/announcement?lang=uk"
        first = client.get(path)
        assert first.content.startswith(b"%PDF")
        for more in ("", "&session=0", "&empty=9", "&at=3", "&appeal=7"):  # an announcement heeds none of these
            assert client.get(path + more).content == first.content
        assert len(made) == 1
        assert client.get(f"/api/events/{event}/print/announcement?lang=en").content != first.content
        guest(visitor(client), "Анна")
        arbiter.post(f"/api/events/{event}", json={"id": "a", "do": {"what": "announced", "text": "Начинаем в семь."}})
        assert client.get(path).content != first.content
        assert len(made) == 3


def test_a_pool_that_was_ended_leaves_no_semaphore_behind() -> None:
    """Python complained of leaked semaphores when the club was told to end after a paper had been made."""
    pool = workers.wake(1, 0)
    assert pool.submit(int).result(60) == 0
    calls: Any = pool._call_queue  # type: ignore[attr-defined]
    semaphore = Path("/dev/shm") / f"sem.{calls._sem._semlock.name[1:]}"  # noqa: S108 - where Linux has it
    del calls
    assert semaphore.exists()
    workers.end(pool)
    del pool
    workers.Workers().close()
    assert not semaphore.exists()
