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
