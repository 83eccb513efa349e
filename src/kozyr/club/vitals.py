"""Whether the club can do its work: write its database, and has room left on the disk and descriptors for visitors."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from kozyr.store import Store, StoreError

_LOG: Final = logging.getLogger("kozyr.club")
_KEPT: Final = 2.0  # seconds for which an answer stands: more frequent questions cause no more writes
_PATIENCE: Final = 3.0  # seconds in which the database must write one row, to count as working
_CALM: Final = 30.0  # seconds after the start
_ROOM: Final = 64 * 1024 * 1024  # bytes of the disk below which no more visitors should be sent here
_SPARE: Final = 32  # descriptors, likewise
_OPEN: Final = Path("/proc/self/fd")


class Found(NamedTuple):
    """The findings about the club's health."""

    sick: str | None
    """Why the club cannot work, short: why it should get no more visitors; None: nothing."""
    short: str | None


class Vitals:
    """Finds out, at most every two seconds, and says it in words that any visitor may read. clock: seconds."""

    def __init__(self, store: Store, clock: Callable[[], float], patience: float = _PATIENCE) -> None:
        self._store, self._clock, self._patience = store, clock, patience
        self._found: tuple[float, Found] | None = None
        self._lock = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None  # a write that has not come back
        self._reading: asyncio.Task[None] | None = None  # the whole database, from end to end
        self._damage: str | None = None

    def read_all(self) -> None:
        """Read the whole database for damage, beside other work, after people are back from a restart."""
        self._reading = asyncio.create_task(self._read_all())

    async def _read_all(self) -> None:
        await asyncio.sleep(_CALM)
        self._damage = await asyncio.to_thread(self._store.database.damage)
        if self._damage is not None:
            _LOG.error(
                "the database is damaged (%s): stop the club, see kozyr check and restore a backup", self._damage
            )

    def close(self) -> None:
        """Stop waiting."""
        if self._reading is not None:
            self._reading.cancel()
        if self._beating is not None:
            self._beating.cancel()

    async def look(self) -> Found:
        """The health of the club."""
        async with self._lock:
            if self._found is None or self._clock() - self._found[0] >= _KEPT:
                sick = await self._sick()
                self._found = self._clock(), Found(sick, sick or self._short())
            return self._found[1]

    async def _sick(self) -> str | None:
        if self._damage is not None:
            return "the database is damaged"
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._store.database.beat())
        try:
            await asyncio.wait_for(asyncio.shield(self._beating), self._patience)
        except TimeoutError:
            _LOG.error("the database has not written a row in %.0f s", self._patience)
            return "the database does not answer"
        except StoreError as error:
            _LOG.error("the database cannot be written: %s", error)
            return "the database cannot be written"
        return None

    def _short(self) -> str | None:
        free, most, taken = self.disk_free(), descriptors_allowed(), descriptors()
        if free is not None and free < _ROOM:
            return "the disk is nearly full"
        if taken is not None and most - taken < _SPARE:
            return "too many connections are open"
        return None

    def disk_free(self) -> int | None:
        """Bytes that the club may still write beside its database; None: it is not in a file here."""
        path = self._store.database.path
        if path is None:
            return None
        with contextlib.suppress(OSError):
            return shutil.disk_usage(path.absolute().parent).free
        return None

    def database_bytes(self) -> int:
        """The size of the database's files."""
        path, size = self._store.database.path, 0
        for name in () if path is None else (path, Path(f"{path}-wal")):
            with contextlib.suppress(OSError):
                size += name.stat().st_size
        return size


def descriptors() -> int | None:
    """How many files and sockets this process has open; None: the system does not say."""
    try:
        return sum(1 for _ in _OPEN.iterdir())
    except OSError:
        return None


def descriptors_allowed() -> int:
    """How many files and sockets the process may have open."""
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
