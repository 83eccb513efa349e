"""Where the desk's rulings are worked out: one process of its own, so that no proof keeps a bot or a table waiting."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar

from kozyr.club.live.aside import Busy
from kozyr.club.live.workers import begin

_LOG: Final = logging.getLogger("kozyr.club")
_WAITING: Final = 8  # cases that may wait for one another
A = TypeVar("A")
T = TypeVar("T")


class Clerk:
    """Works out one case after another. seconds: how long a case may take, its wait for others not counted.

    executor: where to work instead; a test can give a thread. The process is started by the first case.
    """

    def __init__(self, executor: Executor | None = None, seconds: float = 30.0) -> None:
        self._given, self._seconds = executor, seconds
        self._pool: Executor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def work(self, task: Callable[[A], T], case: A) -> T:
        """What comes of a case.

        Raises:
            Busy: too many wait already, or the process has died.
            TimeoutError: it takes too long; nothing of it goes on.
        """
        if self._waiting >= _WAITING:
            raise Busy("the desk is busy, try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._done(task, case)
        finally:
            self._waiting -= 1

    async def _done(self, task: Callable[[A], T], case: A) -> T:
        pool = self._executor()
        try:
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(task, case)), self._seconds)
        except BrokenProcessPool:
            _LOG.exception("the desk's process has died")
            self.close()
            raise Busy("the desk is busy, try again in a moment") from None
        except (TimeoutError, asyncio.CancelledError):  # nobody waits for it any more
            self.close()
            raise

    def _executor(self) -> Executor:
        if self._pool is None:
            self._pool = self._given or ProcessPoolExecutor(
                1, mp_context=multiprocessing.get_context("spawn"), initializer=begin
            )
        return self._pool

    def close(self) -> None:
        """End the process, whatever it does."""
        pool, self._pool = self._pool, None
        if isinstance(pool, ProcessPoolExecutor):
            # Before Python 3.14 there is no public way to end a process that works on.
            for process in tuple((getattr(pool, "_processes", None) or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
