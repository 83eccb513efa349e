"""A clock whose time passes when everybody waits for it, so that no test waits."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Coroutine
from typing import Any, TypeVar

from kozyr.club.clock import Clock

T = TypeVar("T")
_TURNS = 12  # of the event loop in which everybody has done what he can without time passing


class Virtual(Clock):
    """A clock that a test drives."""

    def __init__(self) -> None:
        self.at = 0.0
        self._numbers = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def seconds(self) -> float:
        return self.at

    def now(self) -> int:
        return round(self.at * 1000)

    async def sleep(self, seconds: float) -> None:
        if seconds > 0:
            done = asyncio.get_running_loop().create_future()
            heapq.heappush(self._sleepers, (self.at + seconds, next(self._numbers), done))
            await done

    async def drive(self, work: Coroutine[Any, Any, T]) -> T:
        """Do this; time passes whenever nothing else can happen."""
        task = asyncio.ensure_future(work)
        while not task.done():
            for _ in range(_TURNS):
                await asyncio.sleep(0)
            if self._sleepers and not task.done():
                self.at, _, done = heapq.heappop(self._sleepers)
                if not done.done():
                    done.set_result(None)
        return await task
