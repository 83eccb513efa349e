"""How long the event loop is held, and by what: every step of every task is timed while the block lasts.

A step is what runs between two moments at which the loop can answer somebody else. It is measured in seconds of the processor that
the loop's thread takes, so that a busy machine changes little.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from unittest import mock


class Heartbeat:
    """The longest steps. worst: by the name of the task, or of the callback; seconds."""

    def __init__(self) -> None:
        self.worst: defaultdict[str, float] = defaultdict(float)

    @contextlib.contextmanager
    def measuring(self) -> Iterator[None]:
        """Time every step of the running loop."""
        plain: Callable[[asyncio.Handle], None] = getattr(asyncio.Handle, "_run")  # noqa: B009 - the loop's own, which has no public name

        def timed(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            try:
                plain(handle)
            finally:
                took, name = time.thread_time() - began, _name(handle)
                self.worst[name] = max(self.worst[name], took)

        with mock.patch.object(asyncio.Handle, "_run", timed):
            yield

    def over(self, seconds: float) -> dict[str, float]:
        """What held the loop for longer, the longest first."""
        found = ((name, took) for name, took in self.worst.items() if took > seconds)
        return dict(sorted(found, key=lambda one: -one[1]))


def _name(handle: asyncio.Handle) -> str:
    """Whose step it is: a task's that was given a name, or the function's."""
    callback = getattr(handle, "_callback", None)
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        name = task.get_name()
        return getattr(task.get_coro(), "__qualname__", name) if name.startswith("Task-") else name
    return getattr(callback, "__qualname__", repr(callback))
