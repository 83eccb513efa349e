"""What tables draw in a test follows from the test's name, so that it has one course in every run."""

import os
import random
from typing import Final

from kozyr.club.clock import Chance

# Another word here (KOZYR_LUCK=b) gives every test another course: for looking for those that need the one they have.
SALT: Final = os.environ.get("KOZYR_LUCK", "")


class Luck(Chance):
    """The chance of a club in a test."""

    def __init__(self, seed: str = "") -> None:
        self.begin(seed)

    def begin(self, seed: str) -> None:
        """Draw from this word on."""
        self._random = random.Random(seed + SALT)

    def token_bytes(self, size: int) -> bytes:
        return self._random.randbytes(size)

    def uniform(self, least: float, most: float) -> float:
        return self._random.uniform(least, most)


LUCK: Final = Luck()  # of the test that runs; every club of a test is given it
