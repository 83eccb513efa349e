"""A partnership's system card: the meanings of its calls, as data that the table carries (B-AUC-13, B-AUC-14)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kozyr.games import Event
from kozyr.games.bridge.words import parse


class SystemCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The agreements of a pair: JSON on the wire and in a record's free tags (`SystemNS`, `SystemEW`)."""

    system: str
    """The name of the system."""
    calls: dict[str, str] = msgspec.field(default_factory=dict)
    """Meanings by auction: tokens with blanks from the first bid on, and the meaning of the last call.

    For example `1NT` "15-17", `1NT pass 2C` "asks for a major". A passed opening is not written.
    """
    carding: dict[str, str] = msgspec.field(default_factory=dict)
    """Leads and signals, in the pair's words."""
    notes: str = ""
    """Other remarks of the pair."""

    def check(self) -> None:
        """Refuse a card that names no calls.

        Raises:
            ValueError: which word is no call.
        """
        for auction in self.calls:
            for word in auction.split():
                parse(word)

    def meaning(self, calls: Iterable[Event]) -> str:
        """The meaning of the last of these calls; empty: the card says nothing about it."""
        words = [call.token for call in calls]
        while words and words[0] == "pass" and len(words) > 1:
            words.pop(0)
        return self.calls.get(" ".join(words), "")
