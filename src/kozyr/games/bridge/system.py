"""A partnership's system card: what its calls mean, as data that the table carries (B-AUC-13, B-AUC-14)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kozyr.games import Event
from kozyr.games.bridge.words import parse


class SystemCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a pair has agreed; JSON on the wire and in a record's free tags (`SystemNS`, `SystemEW`).

    system: its name. calls: an auction, tokens with a blank between them from the first bid on, to what its last call
    means: `1NT` "15-17", `1NT pass 2C` "asks for a major". A passed opening is not written. carding: leads and signals,
    in the pair's words. notes: anything else.
    """

    system: str
    calls: dict[str, str] = msgspec.field(default_factory=dict)
    carding: dict[str, str] = msgspec.field(default_factory=dict)
    notes: str = ""

    def check(self) -> None:
        """Refuse a card that names no calls.

        Raises:
            ValueError: which word is no call.
        """
        for auction in self.calls:
            for word in auction.split():
                parse(word)

    def meaning(self, calls: Iterable[Event]) -> str:
        """What the last of these calls means; empty: the card says nothing about it."""
        words = [call.token for call in calls]
        while words and words[0] == "pass" and len(words) > 1:
            words.pop(0)
        return self.calls.get(" ".join(words), "")
