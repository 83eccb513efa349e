"""How far a work in another process has come: two numbers in memory that both processes see."""

from __future__ import annotations

import struct
from collections.abc import Callable
from multiprocessing.shared_memory import SharedMemory
from typing import Final

_FORM: Final = struct.Struct("<II")


class Gauge:
    """Two numbers, how many of how many are done; another process writes them under `name` (`writer`)."""

    def __init__(self) -> None:
        self._memory = SharedMemory(create=True, size=_FORM.size)
        self.name = self._memory.name

    def read(self) -> tuple[int, int]:
        """How many are done, of how many; 0 of 0: the work has not begun."""
        done, of = _FORM.unpack_from(_bytes(self._memory))
        return done, of

    def close(self) -> None:
        """Give the memory back. A writer that has it open writes on, and nobody reads that."""
        self._memory.close()
        self._memory.unlink()


def writer(name: str) -> tuple[Callable[[int, int], None], Callable[[], None]]:
    """What writes the numbers of a gauge, and what is called when there is nothing more to write."""
    memory = SharedMemory(name)

    def write(done: int, of: int) -> None:
        _FORM.pack_into(_bytes(memory), 0, done, of)

    return write, memory.close


def _bytes(memory: SharedMemory) -> memoryview:
    assert memory.buf is not None  # it is open
    return memory.buf
