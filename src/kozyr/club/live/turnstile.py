"""A turnstile: so many pass in one turn of the event loop, and the others wait for later turns."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

EACH: Final = 8  # greetings in a turn: some 10 ms of the processor


class Turnstile:
    """Spreads a crowd that comes at once over many turns of the loop, so that all other work goes on between them.

    A thousand sockets come back at once where another process has died. Greeted in one turn, they would keep the loop
    from renewing its lease. Nobody holds a place while waiting for anything else.
    """

    def __init__(self, each: int = EACH) -> None:
        self._each, self._left = each, each
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._turning = False

    async def passed(self) -> None:
        """Wait for one's turn; who comes first passes first."""
        loop = asyncio.get_running_loop()
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn)
        if self._left and not self._waiting:
            self._left -= 1
            return
        place: asyncio.Future[None] = loop.create_future()
        self._waiting.append(place)
        await place

    def _turn(self) -> None:
        """The next turn has begun."""
        self._left = self._each
        while self._waiting and self._left:
            place = self._waiting.popleft()
            if not place.done():  # who has gone meanwhile
                place.set_result(None)
                self._left -= 1
        self._turning = bool(self._waiting) or self._left < self._each
        if self._turning:
            asyncio.get_running_loop().call_soon(self._turn)
