"""What stands in the log of an event: the director's own entries, each with the account that made it, and who is called what."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from kozyr.tournaments.director.entries import AnyWhat, RoundEnded, Row, Word

Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Nonce: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]
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


class Committed(EventAct, frozen=True, tag="committed"):
    """The club is bound to its part of each board: the event is played online. boards: the commitment by the board's number."""

    boards: dict[int, Digest]


class Shared(EventAct, frozen=True, tag="shared"):
    """Who takes part has given his nonce for all boards of the event (docs/fair.md)."""

    account: str
    nonce: Nonce


class ByClub(EventAct, frozen=True, tag="club"):
    """A table of the club, or its clock, has entered something by itself."""

    entry: Row | RoundEnded
    why: str


AnyAct: TypeAlias = Known | Done | Committed | Shared | ByClub
DECODER: Final = msgspec.json.Decoder(AnyAct)
