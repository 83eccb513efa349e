"""Which paragraphs a game cites for what happens at any table."""

from __future__ import annotations

import msgspec

__all__ = ["Laws"]


class Laws(msgspec.Struct, frozen=True):
    """The rules by which a table refuses.

    waits: he has no part in this deal. dealing: the running deal is not over.
    """

    waits: str
    dealing: str
