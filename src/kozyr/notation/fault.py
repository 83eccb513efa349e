"""What is wrong in a file that is read, by its line: every reader of files tells it so."""

from __future__ import annotations

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """What is wrong in a file: the line, from 1, and why."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"
