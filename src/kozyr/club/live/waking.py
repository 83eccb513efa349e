"""Events that go on without a request: each one's next moment stands in the store, so that whoever owns it then looks at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from kozyr.club.live.errands import Errands
from kozyr.club.live.hall import Hall, Running
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.queue import Busy
from kozyr.club.live.shelf import Broken
from kozyr.store import Stale, StoreError

_LOG: Final = logging.getLogger("kozyr.club")
_EVERY: Final = 1.0  # seconds between two looks into the store
_LATE: Final = 1_000  # milliseconds after its moment at which an event has plainly been forgotten
_SOON: Final = 5_000  # milliseconds before its moment at which an event is waked before all others
_AGAIN: Final = 5.0  # seconds until a forgotten event is looked at once more
_LONGEST: Final = 7 * 86_400.0  # seconds after which an event that is being played is looked at in any case


class Waking:
    """Wakes the events of this process. looks: what each worker does for an event; each is told of every event."""

    def __init__(self, hall: Hall, lobby: Lobby) -> None:
        self._hall, self._lobby = hall, lobby
        self.looks: list[Callable[[str], None]] = []
        self._noted: dict[
            str, tuple[int, int]
        ] = {}  # after which entry each event was looked at, and the moment in the store
        self._tried: dict[str, float] = {}  # when a forgotten event was looked at, by the monotonic clock

    async def rest(self, errands: Errands, found: Running, seconds: float | None, *, played: bool = False) -> None:
        """Look at an event again after so many seconds, and note that for whoever owns it then. None: not before something happens.

        played: a club that starts again must look at it all the same, since its tables go on by themselves.

        Raises:
            StoreError: it could not be noted; then whoever owns the event looks at once.
        """
        event, now = found.tournament.setup.id, self._hall.clock.now()
        errands.look_in(event, seconds)
        if seconds is None and played:
            seconds = _LONGEST
        due = None if seconds is None else now + int(1000 * seconds)
        at, old = self._noted.get(event, (0, found.ts))
        if due is None or at != found.seq or abs(due - old) > _LATE:
            await self._lobby.store.log.rest(event, [found.ts, old], due)
            if due is None:
                self._noted.pop(event, None)
            else:
                self._noted[event] = found.seq, due

    async def wake(self) -> None:
        """Go on with the events of this process that are due some time, those first that are due first.

        Those that are due later leave a second to the tables at which somebody waits.

        Raises:
            StoreError: the database does not answer.
        """
        soon, later = self._hall.clock.now() + _SOON, False
        for event, due in await self._lobby.store.log.due_events():
            if self._lobby.owns(event):
                if due > soon and not later:
                    later = True
                    await asyncio.sleep(_EVERY)
                await self._look(event, due)

    async def watch(self) -> None:
        """Look again and again for events that are due and that nobody looks at, until cancelled."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                late = await self._lobby.store.log.due_events(self._hall.clock.now() - _LATE)
            except StoreError as error:
                _LOG.error("the events that are due cannot be read: %s", error)
                continue
            clock = asyncio.get_running_loop().time()
            mine = {event: due for event, due in late if self._lobby.owns(event)}
            self._tried = {event: self._tried[event] for event in mine if event in self._tried}
            for event, due in mine.items():
                if clock - self._tried.get(event, float("-inf")) >= _AGAIN:
                    self._tried[event] = clock
                    await self._look(event, due)

    async def _look(self, event: str, due: int) -> None:
        self._noted[event] = 0, due
        try:
            if await self._hall.find(event) is not None:
                for look in self.looks:
                    look(event)
        except (Broken, StoreError, Stale, Busy) as error:
            _LOG.error("event %s: %s", event, error)
