"""What tables draw in a test follows from the test's name, so that it has one course in every run."""

import os
import random
from typing import Final

# Another word here (KOZYR_LUCK=b) gives every test another course: for looking for those that need the one they have.
SALT: Final = os.environ.get("KOZYR_LUCK", "")


class Luck:
    """In place of the module `secrets`."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed + SALT)

    def token_bytes(self, size: int) -> bytes:
        return self._random.randbytes(size)

    def token_hex(self, size: int) -> str:
        return self.token_bytes(size).hex()
