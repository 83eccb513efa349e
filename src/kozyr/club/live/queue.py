"""Long work beside the event loop: a queue in which every network has its places, before a few processes or a thread.

Long and pure work goes to a process: plain data in, plain data out. Work whose result must live in this process, such
as a table read from its log, goes to a thread. The thread gives the interpreter up again and again (`gently`).
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
import traceback
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final, NamedTuple, TypeVar, cast

from kozyr.club import metrics
from kozyr.club.limits import shares_of
from kozyr.club.live import workers
from kozyr.games.refusal import Refusal, Refused, refusal, sentence

_LOG: Final = logging.getLogger("kozyr.club")
_WORKS, _RESTS = 0.001, 0.0002  # seconds; without the rests the loop would wait for up to 5 ms whenever it wakes
_LONGEST: Final = 60  # the longest wait in seconds that a visitor is told
_NICE: Final = 19  # a process yields to the loop and to the bots as much as it can
_WEIGHT: Final = 0.2  # the weight of the last work in the usual time
_NOBODY: Final = object()  # no network waits
A = TypeVar("A")
T = TypeVar("T")


class Busy(RuntimeError):
    """The queue is full. seconds: after which to try again. own: the asker's network has all of its places."""

    def __init__(self, code: str, seconds: int = 1, *, own: bool = False) -> None:
        self.refusal = refusal("busy", why=refusal(code, seconds=seconds))
        super().__init__(sentence(self.refusal))
        self.seconds, self.own = seconds, own


class TooLong(TimeoutError):
    """A work has not come to its end in time."""

    def __init__(self) -> None:
        self.refusal = refusal("long")
        super().__init__(sentence(self.refusal))


class _Wrong(NamedTuple):
    """A failure of a task in a form that another process can send: not every exception travels."""

    text: str
    told: bool
    """Whether the error says what is wrong with the case."""
    refusal: Refusal | None = None


class _Lane:
    """One lane of a queue: works are done one at a time.

    given: an executor for it. threaded, nice: as of a queue. The lane begins with the first work.
    """

    def __init__(self, name: str, given: Executor | None, *, threaded: bool, nice: int) -> None:
        self._name, self._given, self.threaded, self._nice = name, given, threaded, nice
        self._pool: Executor | None = None

    def begin(self) -> Executor:
        """Start the process or the thread, if it does not run."""
        if self._pool is None:
            self._pool = self._given or (
                ThreadPoolExecutor(1, thread_name_prefix=f"kozyr-{self._name}")
                if self.threaded
                else workers.wake(1, self._nice)
            )
            if self._pool is not self._given:
                self._pool.submit(int)  # a process comes with its first work
        return self._pool

    def submit(self, task: Callable[[A], T], case: A) -> asyncio.Future[T | _Wrong]:
        """Begin a work."""
        pool = self.begin()
        if self.threaded:
            return cast("asyncio.Future[T | _Wrong]", asyncio.wrap_future(pool.submit(task, case)))
        return asyncio.wrap_future(pool.submit(_done, task, case))

    def close(self) -> None:
        """End the running work; the next work has another process."""
        pool, self._pool = self._pool, None
        if pool is not None and pool is not self._given:
            workers.end(pool)


class _Place(NamedTuple):
    """One who waits for a lane. rank: how late it may be now; the lowest comes first."""

    turn: asyncio.Future[_Lane]
    rank: Callable[[], int]


def _first() -> int:
    """The rank of works that are all alike."""
    return 0


class _Work:
    """One work of a queue. heard: the number of waiting askers. lasting: it goes on without any."""

    def __init__(self) -> None:
        self.heard, self.lasting = 0, False
        self.going: asyncio.Task[object]


class Queue:
    """Works wait for a free lane, and the networks take turns.

    name: for the metrics. most: works that may wait or be done at a time; share: of them, those of one network.
    lanes: works that are done at once. seconds: how long one may take, its wait not counted. kept: bytes of answers
    that are kept. threaded: in a thread of this process. nice: how much its processes yield to the loop. executor: where
    to work instead; a test can give a thread.
    """

    def __init__(
        self,
        name: str,
        most: int,
        share: int | None = None,
        *,
        lanes: int = 1,
        seconds: float | None = None,
        kept: int = 0,
        threaded: bool = False,
        nice: int = _NICE,
        executor: Executor | None = None,
    ) -> None:
        self._name, self._most, self._share, self._seconds = name, most, share or most, seconds
        self._lanes = [_Lane(name, executor, threaded=threaded, nice=nice) for _ in range(lanes)]
        self._free = list(self._lanes)
        self._waiting: dict[Hashable, deque[_Place]] = {}  # by network; the next one in turn stands first
        self._places: Counter[Hashable] = Counter()  # that are taken, by network
        self._works: dict[Hashable, _Work] = {}  # that have a key
        self._all = set[_Work]()
        self._kept, self._most_kept, self._size = (
            dict[Hashable, bytes](),
            kept,
            0,
        )  # the last one asked for is the last
        self._usual = 1.0  # seconds
        metrics.QUEUED.labels(name).set_function(self._places.total)

    @property
    def taken(self) -> int:
        """The works that wait or are done."""
        return self._places.total()

    async def work(
        self,
        task: Callable[[A], T],
        gather: Callable[[], Awaitable[A]],
        *,
        network: str | None = None,
        key: Hashable = None,
        rank: Callable[[], int] = _first,
    ) -> T:
        """The result of a task. Its case is gathered once it is its turn.

        rank: how late it may be, from 0, asked whenever a lane is free; a lower one comes before all networks' turns.
        network: of the asker; None: the club itself, which has no limit. key: the facts that decide the answer.
        Askers with an equal key share one work, and answers in bytes are kept. An asker who leaves gives up the
        place. A running work goes on if it has a key or is in a thread; otherwise it ends.

        Raises:
            Busy: there is no place, or the process has died. TooLong: the work took too long, and has ended.
            ValueError: the case has no result.
        """
        network = None if network is None else shares_of(network)[0]
        if key is not None and (kept := self._kept.pop(key, None)) is not None:
            self._kept[key] = kept
            metrics.QUEUE_KEPT.labels(self._name).inc()
            return cast("T", kept)
        work = self._works.get(key) if key is not None else None
        if work is None:
            self._admit(network)
            work = _Work()
            work.going = asyncio.create_task(self._turn(work, task, gather, network, key, rank))
            work.going.add_done_callback(partial(self._left, work, network, key))
            self._all.add(work)
            if key is not None:
                self._works[key] = work
        work.heard += 1
        try:
            return cast("T", await asyncio.shield(work.going))
        finally:
            work.heard -= 1
            if not work.heard and not work.lasting and not work.going.done():
                self._unknown(work, key)
                work.going.cancel()

    def begin(self) -> None:
        """Start the lanes before the first work is asked for."""
        for lane in self._lanes:
            lane.begin()

    async def do(self, work: Callable[[], T], *, key: Hashable = None, rank: Callable[[], int] = _first) -> T:
        """The result of work that needs nothing gathered. Otherwise as `work`."""
        return await self.work(_called, ready(work), key=key, rank=rank)

    def _admit(self, network: str | None) -> None:
        """Take a place.

        Raises:
            Busy: there is none.
        """
        own = network is not None and self._places[network] >= self._share
        if own or self._places.total() >= self._most:
            metrics.QUEUE_REFUSED.labels(self._name, "network" if own else "full").inc()
            ahead = self._places[network] if own else self._places.total()
            seconds = math.ceil(ahead * self._usual / len(self._lanes))
            raise Busy("own_work" if own else "much_work", max(1, min(_LONGEST, seconds)), own=own)
        self._places[network] += 1

    def _unknown(self, work: _Work, key: Hashable) -> None:
        """Forget a work, so that the next asker begins it anew."""
        if self._works.get(key) is work:
            del self._works[key]

    def _left(self, work: _Work, network: str | None, key: Hashable, going: asyncio.Task[object]) -> None:
        """Free the place of a finished or failed work. Its askers may have left, so a failure is fetched here."""
        self._unknown(work, key)
        self._all.discard(work)
        self._places[network] -= 1
        if not self._places[network]:
            del self._places[network]
        if not going.cancelled():
            going.exception()

    async def _turn(
        self,
        work: _Work,
        task: Callable[[A], T],
        gather: Callable[[], Awaitable[A]],
        network: str | None,
        key: Hashable,
        rank: Callable[[], int],
    ) -> T:
        """Wait for a lane, and work there."""
        lane = await self._lane(network, rank)
        try:
            found = await self._done(work, lane, task, gather, lasts=key is not None)
        finally:
            self._pass_on(lane)
        if key is not None and isinstance(found, bytes) and len(found) <= self._most_kept:
            self._keep(key, found)
        return found

    async def _lane(self, network: str | None, rank: Callable[[], int]) -> _Lane:
        if self._free:
            return self._free.pop()
        turn: asyncio.Future[_Lane] = asyncio.get_running_loop().create_future()
        line = self._waiting.setdefault(network, deque())
        place = _Place(turn, rank)
        line.append(place)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                line.remove(place)
            else:  # it was given a lane in the same moment
                self._pass_on(turn.result())
            raise

    def _pass_on(self, lane: _Lane) -> None:
        """Give a lane to the network on turn; a network that has been served goes to the end."""
        network = self._on_turn()
        if network is _NOBODY:
            self._free.append(lane)
            return
        line = self._waiting.pop(network)
        place = min((one for one in line if not one.turn.done()), key=lambda one: one.rank())
        line.remove(place)
        if line:
            self._waiting[network] = line
        place.turn.set_result(lane)

    def _on_turn(self) -> Hashable:
        """The network that is served next: of those whose next work has the lowest rank, the one that waits longest."""
        best: tuple[int, Hashable] | None = None
        for network, line in tuple(self._waiting.items()):
            rank = min((one.rank() for one in line if not one.turn.done()), default=None)
            if rank is None:
                del self._waiting[network]
            elif best is None or rank < best[0]:
                best = rank, network
        return _NOBODY if best is None else best[1]

    async def _done(
        self, work: _Work, lane: _Lane, task: Callable[[A], T], gather: Callable[[], Awaitable[A]], *, lasts: bool
    ) -> T:
        case, began = await gather(), time.perf_counter()
        work.lasting = lasts or lane.threaded
        try:
            found = await asyncio.wait_for(lane.submit(task, case), self._seconds)
        except BrokenProcessPool:
            _LOG.exception("a process of the queue %s has died", self._name)
            metrics.QUEUE_DIED.labels(self._name).inc()
            lane.close()
            raise Busy("work_died") from None
        except TimeoutError:
            lane.close()
            raise TooLong from None
        except asyncio.CancelledError:  # no asker waits for it any more
            lane.close()
            raise
        seconds = time.perf_counter() - began
        self._usual += _WEIGHT * (seconds - self._usual)
        metrics.QUEUE_SECONDS.labels(self._name).observe(seconds)
        if isinstance(found, _Wrong):
            if found.refusal is not None:
                raise Refused.of(found.refusal)
            raise ValueError(found.text) if found.told else RuntimeError(found.text)
        return found

    def _keep(self, key: Hashable, found: bytes) -> None:
        self._kept[key], self._size = found, self._size + len(found)
        while self._size > self._most_kept:
            self._size -= len(self._kept.pop(next(iter(self._kept))))

    def forget(self) -> None:
        """Work everything out anew when it is asked for."""
        self._kept.clear()
        self._size = 0

    def close(self) -> None:
        """End everything, whether or not it is done."""
        for work in tuple(self._all):
            work.going.cancel()
        for lane in self._lanes:
            lane.close()


def ready(case: A) -> Callable[[], Awaitable[A]]:
    """The case of a task, where it is at hand and need not be gathered."""

    async def gather() -> A:
        return case

    return gather


def gently(values: Iterable[T]) -> Iterator[T]:
    """The same values, for a thread that rests for a moment after every few of them."""
    until = time.perf_counter() + _WORKS
    for value in values:
        yield value
        if time.perf_counter() >= until:
            time.sleep(_RESTS)
            until = time.perf_counter() + _WORKS


def _called(work: Callable[[], T]) -> T:
    return work()


def _done(task: Callable[[A], T], case: A) -> T | _Wrong:
    """Do a task in the other process or thread. A failure comes back as a value."""
    try:
        return task(case)
    except Refused as error:
        return _Wrong(str(error), told=True, refusal=error.refusal)
    except ValueError as error:
        return _Wrong(str(error), told=True)
    except Exception:  # noqa: BLE001 - whatever it is, it is told as text, and raised again where it is waited for
        return _Wrong(traceback.format_exc(), told=False)
