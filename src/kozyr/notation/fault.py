"""A fault in a file, by its line, for every reader of files."""

from __future__ import annotations

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """A fault in a file: the line, from 1, and the reason."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"
