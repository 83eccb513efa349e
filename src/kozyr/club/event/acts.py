"""What stands in the log of an event: the director's own entries, each with the account that made it, and who is called what."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from kozyr.tournaments.director.entries import AnyWhat, Word

KIND: Final = "event"  # of every entry of an event's log


class EventAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="act"):
    """An entry of an event's log."""


class Known(EventAct, frozen=True, tag="known"):
    """An account is known to the event under a name that nobody else has there."""

    account: str
    name: Word


class Done(EventAct, frozen=True, tag="done"):
    """Somebody has done something as the director's entries have it. by: his account. why: in his words."""

    by: str
    entry: AnyWhat
    why: str = ""


AnyAct: TypeAlias = Known | Done
DECODER: Final = msgspec.json.Decoder(AnyAct)
