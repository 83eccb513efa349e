"""The club's own work for its events: for each event one thing at a time, and once more if something has happened meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from types import CoroutineType
from typing import Final

from kozyr.club.live.queue import Busy
from kozyr.store import Stale, StoreError

_LOG: Final = logging.getLogger("kozyr.club")
_LONGEST: Final = 60.0  # seconds between two tries
_COUNTED: Final = 16  # failures in turn, after which the pause is the longest in any case
_SLOW: Final = 20.0  # seconds after which the log tells of work that still goes on


class Errands:
    """The running work of each event.

    do: all work that an event needs now. again: seconds until failed work is tried again for the first time; then twice as
    long each time, up to a minute. None: it is not tried again by itself.
    """

    def __init__(self, do: Callable[[str], Awaitable[None]], again: float | None = None) -> None:
        self._do, self._again = do, again
        self._going: dict[str, asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._failed: Counter[str] = Counter()  # how often in turn the work of an event has failed
        self._more: set[str] = set()  # events of which something has happened meanwhile

    def look(self, event: str) -> None:
        """Do the work that an event needs: now, or when its running work ends."""
        if event in self._going:
            self._more.add(event)
        else:
            self._going[event] = asyncio.create_task(self._go_on(event))

    def look_in(self, event: str, seconds: float | None) -> None:
        """Look at an event after this many seconds, instead of at the time set before; None: at no time."""
        old = self._alarms.pop(event, None)
        if old is not None:
            old.cancel()
        if seconds is not None:
            self._alarms[event] = asyncio.get_running_loop().call_later(seconds, self.look, event)

    async def _go_on(self, event: str) -> None:
        try:
            while True:
                self._more.discard(event)
                await self._try(event)
                if event not in self._more:
                    return
        finally:
            self._going.pop(event, None)

    async def _try(self, event: str) -> None:
        """Do the work of an event; after a failure it is tried again later."""
        task = asyncio.current_task()
        assert task is not None
        slow = asyncio.get_running_loop().call_later(_SLOW, _tell, event, task)
        try:
            await self._do(event)
            self._failed.pop(event, None)
        except (Exception, asyncio.CancelledError) as error:  # whatever the fault, people wait: it is tried again
            if task.cancelling():  # the club stops; otherwise something that the work waited for was given up
                raise
            known = isinstance(error, (ValueError, Stale, StoreError, Busy, TimeoutError))
            _LOG.error("event %s: it waits: %s", event, str(error) or type(error).__name__, exc_info=not known)
            if self._again is not None:
                self.look_in(event, min(self._again * 2 ** self._failed[event], _LONGEST))
                self._failed[event] = min(self._failed[event] + 1, _COUNTED)
        finally:
            slow.cancel()

    async def close(self) -> None:
        """Stop; unfinished work is done when the event is read again."""
        for alarm in self._alarms.values():
            alarm.cancel()
        going = tuple(self._going.values())
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)


def _tell(event: str, task: asyncio.Task[None]) -> None:
    """Log where work stands that goes on for long: which coroutine waits for which."""
    at: object = task.get_coro()
    names: list[str] = []
    while isinstance(at, CoroutineType) and at.cr_frame is not None:
        names.append(f"{at.cr_code.co_qualname}:{at.cr_frame.f_lineno}")
        at = at.cr_await
    _LOG.warning("event %s: its work still goes on after %d s: %s", event, _SLOW, " > ".join(names))
