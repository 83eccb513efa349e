"""The processes in which bots think, so that the event loop answers people meanwhile.

A worker gets a view, never a state. So a bot cannot know more than its seat.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, ParamSpec, TypeVar

from kozyr import bots
from kozyr.arbiter import AnyIncident, Ruling, rule
from kozyr.club import metrics
from kozyr.club.clock import CLOCK, Clock
from kozyr.games import AnyView, Event, Record
from kozyr.games.refusal import Refused

_LOG: Final = logging.getLogger("kozyr.club")
T = TypeVar("T")
_NICE: Final = 5  # how far bots yield to the loop; a table waits for them
_WAKING: Final = 60.0  # seconds in which a process must have started
_LAST: Final = 10.0  # seconds for the threads of ended pools
# The threads of ended pools, which hold the pools' semaphores until they end.
_ENDING: Final[list[threading.Thread]] = []
P = ParamSpec("P")


def begin(nice: int) -> None:
    """Prepare a worker process: it leaves Ctrl-C to the server, yields to it, and does not outlive it, however it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    threading.Thread(target=_mourn, daemon=True).start()


def wake(count: int, nice: int) -> ProcessPoolExecutor:
    """Make a pool of `count` processes, which yield to the event loop by `nice`. Each starts when it is first needed."""
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=spawn, initializer=begin, initargs=(nice,))


def end(pool: Executor) -> None:
    """End a pool of workers; running processes are killed. `Workers.close` waits until it has ended."""
    _ENDING[:] = [thread for thread in _ENDING if thread.is_alive()]
    if isinstance(pool, ProcessPoolExecutor):
        manager: threading.Thread | None = getattr(pool, "_executor_manager_thread", None)
        if manager is not None:
            _ENDING.append(manager)
        # A process that hangs never ends by itself; before Python 3.14 there is no public way to end it.
        for process in tuple((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def _mourn() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _ruled(record: Record, incident: AnyIncident) -> Ruling | None:
    try:
        return rule(record, len(record.entries), incident)
    except Refused:
        return None


class _Lent(Executor):
    """The processes as they are now, for short work beside the bots' thinking; they are not ended with it."""

    def __init__(self, now: Callable[[], Executor]) -> None:
        self._now = now

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return self._now().submit(task, *args, **kwargs)


class Workers:
    """A few processes in which bots think.

    executor: where to think instead; a test can give a thread. clock: measures the waits.
    """

    def __init__(self, executor: Executor | None = None, clock: Clock = CLOCK) -> None:
        self._clock = clock
        self._given = executor
        self._pool: Executor | None = None
        self.many = max(1, min(4, (os.cpu_count() or 2) - 1))
        self.lent: Executor = _Lent(self._executor)
        self._awake: Future[int]
        self._asked: dict[object, float] = {}  # the awaited decisions, the oldest first, each with its beginning
        metrics.BOT_AGE.set_function(self._age)

    def start(self) -> None:
        """Wake the processes before the first bot is asked."""
        self._executor()

    def close(self) -> None:
        """Stop the processes, and wait for those of other pools that were ended: then no semaphore is left behind."""
        if self._pool is not None and self._pool is not self._given:
            self._pool.shutdown(wait=True, cancel_futures=True)
        while _ENDING:
            _ENDING.pop().join(_LAST)

    async def choose(
        self, view: AnyView, level: str, where: str = "", limit: float | None = None, seed: int = 0
    ) -> Event:
        """The event of a bot of this level, the same for the same seed; `where` is for the report of a failure.

        A bot that fails, or exceeds the limit in seconds, is a bug of ours and must not stop the table. The bug is
        reported, and the novice decides. If the novice fails too, a legal event is drawn. A hanging process is
        replaced.
        """
        event = await self.ask(bots.choose, view, level, where, limit, seed)
        if event is None and level not in {"random", "novice"}:
            try:  # in this process, since a novice thinks for a few milliseconds
                event = bots.choose(view, "novice", seed)
            except Exception:  # noqa: BLE001 - as in `_think`
                _LOG.exception("%s: the novice, asked instead, has failed", where)
        return bots.choose(view, "random", seed) if event is None else event

    async def ask(
        self,
        think: Callable[[AnyView, str, int], T],
        view: AnyView,
        level: str,
        where: str = "",
        limit: float | None = None,
        seed: int = 0,
    ) -> T | None:
        """The result of a bot's thinking in another process. None: it failed or took too long, which is reported."""
        waiting = object()
        self._asked[waiting] = self._clock.seconds()
        try:
            return await self._think(lambda pool: pool.submit(think, view, level, seed), level, where, limit)
        finally:
            del self._asked[waiting]

    async def rule(self, record: Record, incident: AnyIncident, where: str, limit: float) -> Ruling | None:
        """The arbiter's ruling at the end of a record.

        None: there is none, or it takes longer than the limit in seconds.
        """
        return await self._think(lambda pool: pool.submit(_ruled, record, incident), "arbiter", where, limit)

    def _age(self) -> float:
        """The age of the oldest awaited decision, in seconds."""
        now = self._clock.seconds()  # asked for once: a clock that is asked twice has gone on meanwhile
        return now - next(iter(tuple(self._asked.values())), now)

    async def _think(
        self, submit: Callable[[Executor], Future[T]], level: str, where: str, limit: float | None
    ) -> T | None:
        for attempt in ("first", "second"):
            pool = self._executor()
            try:
                await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._awake)), _WAKING)
                asked = submit(pool)
            except (BrokenProcessPool, RuntimeError, TimeoutError):  # it died before it was asked
                _LOG.exception("%s: a bot's process does not wake (%s attempt)", where, attempt)
                self._replace(pool)
                continue
            try:
                return await asyncio.wait_for(asyncio.wrap_future(asked), limit)
            except BrokenProcessPool:  # a worker was killed; the next one may live
                _LOG.exception("%s: a bot's process has died (%s attempt)", where, attempt)
                self._replace(pool)
            except TimeoutError:
                metrics.BOT_TIMEOUTS.inc()
                if asked.cancelled():  # it has never begun: the others are slow, or many
                    _LOG.error("%s: no process was free for the bot of level %s in %s s", where, level, limit)
                else:
                    _LOG.error("%s: the bot of level %s still thinks after %s s", where, level, limit)
                    self._replace(pool)
                break
            except Exception:  # noqa: BLE001 - see above
                _LOG.exception("%s: the bot of level %s has failed", where, level)
                break
        return None

    def _replace(self, pool: Executor) -> None:
        """Take another pool from now on; works of the old one are asked again."""
        if self._pool is not pool or pool is self._given:
            return
        self._pool = None
        end(pool)

    def _executor(self) -> Executor:
        if self._pool is None:
            self._pool = self._given or wake(self.many, _NICE)
            self._awake = self._pool.submit(bots.LEVELS.count, "")  # importing is most of it, and no thinking
        return self._pool
