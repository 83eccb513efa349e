"""The wire, typed both ways; docs/protocol.md says it in words.

Incoming text is decoded into these types and nothing else: unknown fields, unknown messages and frames that are
too long are refused before anything looks at them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from kozyr.games import Event, Illegal

__all__ = [
    "FRAME_LIMIT",
    "PROTO",
    "Ack",
    "Agree",
    "BadMessage",
    "Cmd",
    "Ev",
    "Hello",
    "Lot",
    "Message",
    "Nak",
    "NewTable",
    "Next",
    "Player",
    "Said",
    "Snap",
    "TableInfo",
    "TooLong",
    "decode",
    "digest",
    "encode",
    "event",
]

PROTO: Final = 1
FRAME_LIMIT: Final = 4096  # bytes of one message to the server

CommandId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class BadMessage(ValueError):
    """A message that is none of ours.

    Attributes:
        id: the command id it bears, if it can be read.
    """

    def __init__(self, why: str, id: str | None = None) -> None:  # noqa: A002 - the wire's word
        super().__init__(why)
        self.id = id


class TooLong(BadMessage):
    """A frame over the limit; who sends such things need not be heard any longer."""


# --- from the browser ------------------------------------------------------------------------------------------


class _In(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """What comes in."""


class Have(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the client has already."""

    seq: Number
    hash: Annotated[str, msgspec.Meta(max_length=64)]


class Hello(_In, frozen=True, tag="hello"):
    """The first message, and the way to ask for everything again."""

    proto: int
    have: Have | None = None


class Cmd(_In, frozen=True, tag="cmd"):
    """Do this: `do` is an event of the table's game; `at` the last number seen."""

    id: CommandId
    at: Number
    do: msgspec.Raw


class Next(_In, frozen=True, tag="next"):
    """The finished deal has been looked at, deal on."""

    id: CommandId
    at: Number


Message: TypeAlias = Hello | Cmd | Next


class _Id(msgspec.Struct):
    id: CommandId


_DECODER: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)
_EVENTS: Final[dict[Any, msgspec.json.Decoder[Any]]] = {}


def decode(text: str | bytes) -> Message:
    """A frame as a message.

    Raises:
        TooLong: it is over the limit. BadMessage: it is no JSON, or none of our messages.
    """
    try:
        data = text.encode() if isinstance(text, str) else text
    except UnicodeError as error:
        raise BadMessage(str(error)) from None
    if len(data) > FRAME_LIMIT:
        raise TooLong(f"a message has at most {FRAME_LIMIT} bytes, not {len(data)}")
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadMessage(str(error), _id(data)) from None


def event(do: msgspec.Raw, kind: Any, command: str) -> Event:
    """The event in a command; `kind` is the union of the game's events.

    Raises:
        BadMessage: it is none.
    """
    decoder = _EVENTS.get(kind)
    if decoder is None:
        decoder = _EVENTS[kind] = msgspec.json.Decoder(kind)
    try:
        found: Event = decoder.decode(do)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadMessage(str(error), command) from None
    return found


def _id(data: bytes) -> str | None:
    """The command id of a message that is wrong otherwise, so that its sender knows which one was refused."""
    try:
        return msgspec.json.decode(data, type=_Id).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`."""

    game: str
    players: int
    bots: Annotated[list[str], msgspec.Meta(max_length=8)]
    preset: str
    changes: dict[str, Any] = {}
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Agree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/agree`."""

    game: str
    preset: str
    changes: dict[str, Any] = {}
    players: int | None = None


# --- to the browser --------------------------------------------------------------------------------------------


class Player(msgspec.Struct, frozen=True):
    """Somebody at the table: his name on the sheet, his nickname, and the level of a bot."""

    name: str
    nick: str
    bot: str | None


class Lot(msgspec.Struct, frozen=True):
    """The cards drawn for the seats, lowest first, and for the first deal, by players."""

    seats: tuple[tuple[str, str], ...]
    deal: tuple[tuple[str, str], ...]


class TableInfo(msgspec.Struct, frozen=True):
    """What does not change while a match runs; but `frozen`, which says that a fault has stopped the table."""

    id: str
    game: str
    preset: str
    diff: Mapping[str, tuple[object, object]]
    conventions: Mapping[str, object]
    you: str
    players: tuple[Player, ...]
    lot: Lot
    frozen: bool = False


class Said(msgspec.Struct, frozen=True):
    """An event as its viewer saw it."""

    seat: str | None
    event: Event


class Snap(msgspec.Struct, frozen=True, tag_field="t", tag="snap"):
    """Everything that one viewer may know."""

    seq: int
    hash: str
    table: TableInfo
    view: msgspec.Raw
    sheet: object
    log: tuple[Said, ...]
    last: object | None


class Ev(msgspec.Struct, frozen=True, tag_field="t", tag="ev"):
    """One event happened; sheet and last come when they change."""

    seq: int
    hash: str
    said: Said
    view: msgspec.Raw
    sheet: object | msgspec.UnsetType = msgspec.UNSET
    last: object | msgspec.UnsetType = msgspec.UNSET


class Ack(msgspec.Struct, frozen=True, tag_field="t", tag="ack"):
    """The command is in the log, as this number."""

    id: str
    seq: int


class Nak(msgspec.Struct, frozen=True, tag_field="t", tag="nak"):
    """Refused, and nothing changed. detail: for programmers, at `bad`."""

    id: str | None
    code: Literal["illegal", "stale", "closed", "bad", "flood"]
    reason: str | None = None
    law: str | None = None
    detail: str | None = None

    @classmethod
    def illegal(cls, id: str, illegal: Illegal) -> Nak:  # noqa: A002 - the wire's word
        """The game's own refusal."""
        return cls(id, "illegal", illegal.reason, illegal.law)


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value) if value.denominator != 1 else value.numerator
    raise NotImplementedError(type(value).__name__)


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)


def encode(value: object) -> bytes:
    """A message, or a part of one, as JSON; exact fractions are text."""
    return _ENCODER.encode(value)


def digest(view: bytes) -> str:
    """The hash of a view as it was sent."""
    return hashlib.sha256(view).hexdigest()[:16]
