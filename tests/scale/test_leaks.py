"""Whatever is cut short leaves nothing open: no socket, no task, whoever cancels, and whenever."""

import asyncio
import threading
import time
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import nullcontext
from typing import Any

import pytest
import sqlalchemy as sa

from kozyr.club.bus import Unheard, nats as over_nats
from kozyr.club.bus.letters import Post
from kozyr.club.bus.memory import Exchange, MemoryBus
from kozyr.club.bus.nats import NatsBus
from kozyr.club.http.app import make_app
from kozyr.club.live.lines import Letter, Ruled, everybody
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.scale import Scale
from kozyr.club.live.workers import Workers
from kozyr.store import Store, StoreError, ownership
from kozyr.store.ownership import Lost, Member, Ownership, Registry
from kozyr.store.postgres import connect
from tests.people import Here
from tests.scale.passages import Passage

MANY = 200  # more pauses than any of these works has
PATIENCE = 60.0


def nothing(*_: object) -> None:
    """Nobody is told."""


def open_now() -> int:
    """How many sockets the running loop watches."""
    return len(asyncio.get_running_loop()._selector.get_map())  # type: ignore[attr-defined]


async def all_closed(before: int) -> None:
    """Wait until this loop has no more sockets than before, and no task but ours."""
    ends = time.monotonic() + PATIENCE
    while open_now() > before or len(asyncio.all_tasks()) > 1:
        assert time.monotonic() < ends, (open_now() - before, asyncio.all_tasks())
        await asyncio.sleep(0.01)


@types.coroutine
def _cut(work: Coroutine[Any, Any, Any], nth: int) -> Generator[Any, Any, bool]:
    """Run work, and cancel it at its nth pause; whether it had so many."""
    value, error, cut = None, None, False
    while True:
        try:
            future = work.send(value) if error is None else work.throw(error)
        except StopIteration:
            return cut
        except asyncio.CancelledError:
            task = asyncio.current_task()
            assert cut
            assert task is not None
            task.uncancel()
            return cut
        value = error = None
        nth -= 1
        if nth == 0:
            cut, task = True, asyncio.current_task()
            assert task is not None
            task.cancel()
        try:
            value = yield future
        except BaseException as caught:  # noqa: BLE001 - it is the work's
            error = caught


async def at_each_pause(work: Callable[[], Coroutine[Any, Any, Any]], after: Callable[[], Awaitable[object]]) -> int:
    """Cancel this work at each of its pauses in turn; after: what its caller does then. Returns how many it has."""
    before = open_now()
    for nth in range(1, MANY):
        cut = await _cut(work(), nth)
        await after()
        await all_closed(before)
        if not cut:
            return nth - 1
    raise AssertionError("it does not end")


async def nobody() -> None:
    """Nobody does anything more."""


def test_a_connection_is_closed_wherever_it_is_cut(postgres: str) -> None:
    async def work() -> None:
        async def once() -> None:
            await (await connect(sa.make_url(postgres))).close()

        assert await at_each_pause(once, nobody) > 5

    asyncio.run(work())


def member(url: str) -> Ownership:
    return Ownership(sa.make_url(url), "a", "1", gained=nothing, lost=nothing, moved=nothing)


def test_a_member_that_is_cut_as_it_comes_leaves_nothing_open(postgres: str) -> None:
    async def work() -> None:
        async def once() -> None:
            one = member(postgres)
            await one.start()
            await one.close()

        # Its caller does nothing more up to the last pause of `start`: what was opened is closed there.
        assert await at_each_pause(once, nobody) > 10

    asyncio.run(work())


def test_a_member_that_cannot_come_leaves_nothing_open(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise OSError("the cable")

    async def work() -> None:
        before = open_now()
        with pytest.raises(StoreError):
            await member(postgres).start()
        await all_closed(before)

    monkeypatch.setattr(Registry, "bury", fails)
    asyncio.run(work())


@pytest.mark.parametrize("fault", [Lost(), KeyError("a fault of ours"), OSError("the cable")])
def test_a_beat_that_fails_is_followed_by_another(
    postgres: str, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """Whatever the fault, even twice in one beat: the process comes back to its shards."""
    members, failed = Registry.members, 0

    async def fails(registry: Registry) -> list[Member]:
        nonlocal failed
        if 0 < failed < 4:
            failed += 1
            raise fault
        return await members(registry)

    async def work() -> None:
        nonlocal failed
        before, one = open_now(), member(postgres)
        await one.start()
        was, failed = one.id, 1
        ends = time.monotonic() + PATIENCE
        while one.id == was or not one.shards:
            assert time.monotonic() < ends
            await asyncio.sleep(0.02)
        await one.close()
        await all_closed(before)

    monkeypatch.setattr(ownership, "RENEW", 0.05)
    monkeypatch.setattr(Registry, "members", fails)
    asyncio.run(work())
    assert failed == 4


# --- the bus -------------------------------------------------------------------------------------------------------


def post() -> Post[Letter]:
    return Post(b"the key of this club, 32 bytes..", Letter, nothing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "says", [b"", b'INFO {"max_payload":1048576}\r\n', b"-ERR 'no'\r\n", b"HTTP/1.1 400 Bad Request\r\n"]
)
@pytest.mark.parametrize("cut", [False, True])
def test_a_bus_that_does_not_come_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch, says: bytes, cut: bool) -> None:
    """A server that says nothing, or begins and says no more, or is none: our patience ends, or our caller's does."""

    async def hears(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(says)
        while await reader.read(1024):
            pass
        writer.close()

    async def work() -> None:
        async with await asyncio.start_server(hears, "127.0.0.1", 0) as server:
            before = open_now()
            url = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            coming = asyncio.create_task(NatsBus.opened(url, post(), nothing))
            if cut:
                await asyncio.sleep(0.1)
                coming.cancel()
            with pytest.raises(asyncio.CancelledError if cut else OSError):
                await coming
            await all_closed(before)

    monkeypatch.setattr(over_nats, "_OPENING", PATIENCE if cut else 0.2)
    asyncio.run(work())


@pytest.mark.parametrize("cut", [False, True])
def test_a_bus_that_does_not_answer_is_left_all_the_same(
    nats_server: str, monkeypatch: pytest.MonkeyPatch, cut: bool
) -> None:
    passage = Passage(nats_server)

    async def work() -> None:
        before = open_now()
        bus = await NatsBus.opened(passage.url, post(), nothing)
        await bus.listen("a", nothing)
        passage.shut()
        bus.tell("a", Ruled())
        leaving = asyncio.create_task(bus.close())
        if cut:
            await asyncio.sleep(0.1)
            leaving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await leaving
        else:
            await leaving
        await all_closed(before)

    monkeypatch.setattr(over_nats, "_CLOSING", PATIENCE if cut else 0.2)
    try:
        asyncio.run(work())
    finally:
        passage.close()


def test_a_subject_that_was_not_surely_listened_on_is_not_heard_twice(
    nats_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server gets both subscriptions once it is back; the one that was given up is taken back."""
    passage, heard = Passage(nats_server), list[Letter]()

    async def work() -> None:
        bus, other = [await NatsBus.opened(url, post(), nothing) for url in (passage.url, nats_server)]
        passage.shut()
        monkeypatch.setattr(over_nats, "_SURE", 0.2)
        with pytest.raises(Unheard):
            await bus.listen("a", heard.append)
        monkeypatch.setattr(over_nats, "_SURE", PATIENCE)
        passage.open()
        await bus.listen("a", heard.append)
        other.tell("a", Ruled())
        last = asyncio.Event()
        await bus.listen("b", lambda _: last.set())
        other.tell("b", Ruled())  # comes after the one before
        await asyncio.wait_for(last.wait(), PATIENCE)
        await bus.close()
        await other.close()

    try:
        asyncio.run(work())
    finally:
        passage.close()
    assert heard == [Ruled()]


def test_what_is_told_to_all_is_heard_even_if_the_bus_was_late(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exchange, told = Exchange(), list[object]()

    async def work() -> None:
        store = Store(postgres)
        lobby = Lobby(store, Workers(Here()))
        bus = MemoryBus[Letter](exchange, post())
        exchange.cut = True
        scale = Scale(store, lobby, bus, "club", nothing, nobody)  # type: ignore[arg-type]
        scale.told = told.append
        refused = asyncio.Event()
        listen = bus.listen

        async def tried(*words: Any, **more: Any) -> Any:
            try:
                return await listen(*words, **more)
            except Unheard:
                refused.set()
                raise

        monkeypatch.setattr(bus, "listen", tried)
        listening = asyncio.create_task(scale._listen())
        scale._wake.set()
        await asyncio.wait_for(refused.wait(), PATIENCE)
        exchange.cut = False
        ends = time.monotonic() + PATIENCE
        while not told:
            assert time.monotonic() < ends
            bus.tell(everybody("club"), Ruled())
            await asyncio.sleep(0.02)
        listening.cancel()
        scale._leaving = True
        await scale.close()
        await lobby.close()
        await asyncio.to_thread(store.close)

    asyncio.run(work())


# --- the whole club ------------------------------------------------------------------------------------------------


def stores() -> int:
    """How many stores are open."""
    return sum(thread.name == "kozyr-store" for thread in threading.enumerate())


@pytest.mark.parametrize("fault", ["bus", "database", "cut", None])
def test_a_club_that_cannot_begin_leaves_nothing_open(
    postgres: str, nats_server: str, monkeypatch: pytest.MonkeyPatch, fault: str | None
) -> None:
    reached = asyncio.Event()

    async def fails(*_: object) -> None:
        reached.set()
        if fault == "cut":
            await asyncio.sleep(PATIENCE)
        raise OSError("the cable")

    async def lived(app: Any) -> None:
        async with app.router.lifespan_context(app):
            assert app.state.club.scale.ownership.shards

    async def work() -> None:
        before, threads = open_now(), stores()
        url = "nats://127.0.0.1:1" if fault == "bus" else nats_server
        app = make_app(await asyncio.to_thread(Store, postgres), nats=url, executor=Here())
        living = asyncio.create_task(lived(app))
        if fault == "cut":
            await asyncio.wait_for(reached.wait(), PATIENCE)
            living.cancel()
        with pytest.raises(asyncio.CancelledError if fault == "cut" else StoreError) if fault else nullcontext():
            await living
        await all_closed(before)
        assert stores() == threads

    monkeypatch.setattr(over_nats, "_OPENING", 0.3 if fault == "bus" else PATIENCE)
    if fault in {"database", "cut"}:
        monkeypatch.setattr(Registry, "join", fails)
    asyncio.run(work())


def test_a_reader_that_outlives_the_store_leaves_no_connection_open(postgres: str) -> None:
    """The driver warns of a connection that is deleted while it is open, and the warning hits whatever test runs then."""
    store = Store(postgres)
    with store.database.lent() as connection:
        own: Any = connection.connection.driver_connection
        store.close()
    assert own.closed


# --- the lease -----------------------------------------------------------------------------------------------------


def test_a_beat_has_as_long_as_the_lease_that_it_has_renewed(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It had only what was left of the lease before, and on a busy machine it lost a lease that ran."""
    bury, limits = Registry.bury, list[tuple[float, float]]()

    one = member(postgres)

    async def noted(registry: Registry) -> None:
        if one._limit is not None:
            limits.append((one._limit.when() or 0.0, one._until))
        await bury(registry)

    async def work() -> None:
        await one.start()
        ends = time.monotonic() + PATIENCE
        while not limits:
            assert time.monotonic() < ends
            await asyncio.sleep(0.02)
        await one.close()

    monkeypatch.setattr(Registry, "bury", noted)
    asyncio.run(work())
    assert all(limit > until - ownership.RENEW / 2 for limit, until in limits), limits
