"""Time and chance, which whoever needs them is given: the club's own, or a test's."""

from __future__ import annotations

import random
import secrets
import time
from typing import Final, Protocol

__all__ = ["CHANCE", "CLOCK", "Chance", "Clock", "SystemChance", "SystemClock"]


class Clock(Protocol):
    """What time it is."""

    def now(self) -> int:
        """Milliseconds since 1970, UTC: what is written down."""

    def seconds(self) -> float:
        """Seconds from some moment on that never go back: what is measured."""


class Chance(Protocol):
    """What nobody can foresee."""

    def token_bytes(self, size: int) -> bytes:
        """So many random bytes."""

    def token_hex(self, size: int) -> str:
        """So many random bytes as hexadecimal digits."""

    def uniform(self, least: float, most: float) -> float:
        """A number between these two, each as likely as any other."""


class SystemClock:
    """The clocks of the machine."""

    def now(self) -> int:
        """Milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000

    def seconds(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()


class SystemChance:
    """The system's source of randomness."""

    def token_bytes(self, size: int) -> bytes:
        """So many random bytes."""
        return secrets.token_bytes(size)

    def token_hex(self, size: int) -> str:
        """So many random bytes as hexadecimal digits."""
        return secrets.token_hex(size)

    def uniform(self, least: float, most: float) -> float:
        """A number between these two."""
        return random.SystemRandom().uniform(least, most)


CLOCK: Final[Clock] = SystemClock()
CHANCE: Final[Chance] = SystemChance()
