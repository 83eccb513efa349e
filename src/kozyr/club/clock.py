"""Time and chance, which are passed to their users: the machine's own, or a test's."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from typing import Final


class Clock:
    """The time by the clocks of the machine; a test may have another."""

    def now(self) -> int:
        """Milliseconds since 1970, UTC, for writing down."""
        return time.time_ns() // 1_000_000

    def seconds(self) -> float:
        """Seconds that never go back, for measuring; their zero is arbitrary."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait for this many seconds, not at all if there are none."""
        if seconds > 0:
            await asyncio.sleep(seconds)


class Agreed(Clock):
    """The time by one clock that all processes of a club ask, so that a machine's own may differ or jump. own: this machine's.

    Until the other clock has been asked, the time is that of our own.
    """

    def __init__(self, own: Clock) -> None:
        self._own = own
        self._ahead: float | None = None  # the other clock, in milliseconds, less our seconds that never go back

    def now(self) -> int:
        """See `Clock`."""
        return self._own.now() if self._ahead is None else int(self._ahead + 1000 * self._own.seconds())

    def seconds(self) -> float:
        """See `Clock`."""
        return self._own.seconds()

    async def sleep(self, seconds: float) -> None:
        """See `Clock`."""
        await self._own.sleep(seconds)

    def agree(self, ms: int, waited: float) -> None:
        """Take the other clock's answer, which came just now; it was asked so many seconds before."""
        most = ms + 1 - 1000 * (self._own.seconds() - waited)
        least = most - 1 - 1000 * waited
        # No more than the answer demands, so that its way does not make the time tremble.
        self._ahead = (least + most) / 2 if self._ahead is None else min(max(self._ahead, least), most)


class Chance:
    """Unforeseeable numbers from the system's source of randomness; a test may have another."""

    def token_bytes(self, size: int) -> bytes:
        """`size` random bytes."""
        return secrets.token_bytes(size)

    def token_hex(self, size: int) -> str:
        """`size` random bytes as hexadecimal digits."""
        return self.token_bytes(size).hex()

    def uniform(self, least: float, most: float) -> float:
        """A number between these two, each as likely as any other."""
        return random.SystemRandom().uniform(least, most)


CLOCK: Final = Clock()
CHANCE: Final = Chance()
