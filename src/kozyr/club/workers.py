"""Where bots think: in processes of their own, so that the event loop answers people meanwhile.

What travels to a worker is a view, never a state, so a bot cannot know more than the one whose seat it holds.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from kozyr import bots
from kozyr.games import Event, View

__all__ = ["Workers"]

_LOG: Final = logging.getLogger("kozyr.club")


def _begin() -> None:
    """A worker leaves Ctrl-C to the server, yields to it, and does not outlive it, however it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_mourn, daemon=True).start()


def _mourn() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Workers:
    """A few processes in which bots think.

    executor: where to think instead; a test can give a thread.
    """

    def __init__(self, executor: Executor | None = None) -> None:
        self._given = executor
        self._pool: Executor | None = None

    def start(self) -> None:
        """Wake the processes before the first bot is asked."""
        self._executor().submit(bots.LEVELS.count, "")  # importing is most of it

    def close(self) -> None:
        """Let them go."""
        if self._pool is not None and self._pool is not self._given:
            self._pool.shutdown(wait=True, cancel_futures=True)

    async def choose(self, view: View, level: str, where: str = "") -> Event:
        """What a bot of this level does; `where` is for the report if it fails.

        A bot that fails is a bug of ours and must not stop the others at the table: it is reported, and a legal
        event is drawn for it.
        """
        seed = secrets.randbits(63)
        loop = asyncio.get_running_loop()
        for attempt in ("first", "second"):
            pool = self._executor()
            try:
                return await loop.run_in_executor(pool, bots.choose, view, level, seed)
            except BrokenProcessPool:  # a worker was killed; the next one may live
                _LOG.exception("%s: a bot's process has died (%s attempt)", where, attempt)
                if self._pool is pool:
                    self._pool = None
            except Exception:  # noqa: BLE001 - see above
                _LOG.exception("%s: the bot of level %s has failed", where, level)
                break
        return bots.choose(view, "random", seed)

    def _executor(self) -> Executor:
        if self._pool is None:
            self._pool = self._given or ProcessPoolExecutor(
                max_workers=max(1, min(4, (os.cpu_count() or 2) - 1)),
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
            )
        return self._pool
