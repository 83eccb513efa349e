"""Long work beside the event loop: in a thread of its own, which lets the loop have the interpreter again and again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
_WORKS, _RESTS = 0.001, 0.0002  # seconds; without the rests the loop would wait for up to 5 ms whenever it wakes


class Busy(RuntimeError):
    """Too many ask for the same kind of work at this moment: try again."""


class Aside:
    """One thread, in which long work is done one after another. most: works that may wait for it."""

    def __init__(self, name: str, most: int) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._most, self._waiting = most, 0

    async def do(self, work: Callable[[], T]) -> T:
        """What comes of it.

        Raises:
            Busy: too much waits already.
        """
        if self._waiting >= self._most:
            raise Busy("the club is busy with long work, try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let the thread go, once it has ended what it does."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def gently(values: Iterable[T]) -> Iterator[T]:
    """The same values; who works on them in a thread rests for a moment after every few."""
    until = time.perf_counter() + _WORKS
    for value in values:
        yield value
        if time.perf_counter() >= until:
            time.sleep(_RESTS)
            until = time.perf_counter() + _WORKS
