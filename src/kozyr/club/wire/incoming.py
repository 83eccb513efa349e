"""What comes in: messages of a socket, and the bodies of requests.

Incoming text is decoded into these types and nothing else: unknown fields, unknown messages and frames that are too long are
refused before anything looks at them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec

from kozyr.club.acts import TableTerms
from kozyr.club.files import DealsFile

__all__ = [
    "FRAME_LIMIT",
    "PHRASES",
    "PROTO",
    "REASONS",
    "ActMessage",
    "Agree",
    "BadMessage",
    "Cmd",
    "Guest",
    "Have",
    "Hello",
    "Login",
    "Looked",
    "Message",
    "NewBot",
    "NewTable",
    "Next",
    "Report",
    "ReportReason",
    "Say",
    "TooLong",
    "decode",
    "part",
]

PROTO: Final = 2
FRAME_LIMIT: Final = 4096  # bytes of one message to the server
# What can be said with one touch; the client has the words.
PHRASES: Final = (
    "hello",
    "good_luck",
    "ready",
    "one_moment",
    "back",
    "well_played",
    "thanks",
    "sorry",
    "my_fault",
    "bad_luck",
    "it_happens",
    "last_pulka",
    "once_more",
    "bye",
)
ReportReason: TypeAlias = Literal[
    "quarrel", "advice", "familiarity", "illegal_information", "collusion", "kibitzer", "walked_out", "other"
]
# Why somebody is reported, and the paragraph of the ethics that he is said to have broken, where one fits.
REASONS: Final[Mapping[ReportReason, str | None]] = {
    "quarrel": "PE-5.4.2",
    "advice": "PE-5.4.19",
    "familiarity": "PE-5.4.20",
    "illegal_information": "PE-5.4.11",
    "collusion": "PE-5.4.13",
    "kibitzer": "PE-5.5.1",
    "walked_out": "PE-5.4.18",
    "other": None,
}

CommandId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
T = TypeVar("T")


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


# --- messages --------------------------------------------------------------------------------------------------


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
    do: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "event"})]


class Next(_In, frozen=True, tag="next"):
    """The finished deal has been looked at, deal on."""

    id: CommandId
    at: Number


class ActMessage(_In, frozen=True, tag="act"):
    """An act at the table; the table's parts say which there are."""

    id: CommandId
    do: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "wish"})]


class Say(_In, frozen=True, tag="say"):
    """Chat: either words or a phrase."""

    id: CommandId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)] | None = None
    phrase: Annotated[str, msgspec.Meta(max_length=32)] | None = None


class Looked(_In, frozen=True, tag="looked"):
    """The sender looks at the last trick."""


Message: TypeAlias = Hello | Cmd | Next | ActMessage | Say | Looked


class _Id(msgspec.Struct):
    id: CommandId


_DECODER: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)
_ID: Final = msgspec.json.Decoder(_Id)


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


def part(do: msgspec.Raw, decoder: msgspec.json.Decoder[T], command: str) -> T:
    """What a command asks for: an event, with the decoder of the game, or an act, with the table's.

    Raises:
        BadMessage: it is none.
    """
    try:
        return decoder.decode(do)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadMessage(str(error), command) from None


def _id(data: bytes) -> str | None:
    """The command id of a message that is wrong otherwise, so that its sender knows which one was refused."""
    try:
        return _ID.decode(data).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


# --- bodies ----------------------------------------------------------------------------------------------------


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/bots`."""

    name: Annotated[str, msgspec.Meta(max_length=64)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`. bots: for every chair but one's own a level, or None for a person.

    file: deals to be played instead of the club's own.
    """

    game: str
    players: int
    bots: Annotated[list[Annotated[str, msgspec.Meta(max_length=32)] | None], msgspec.Meta(max_length=8)]
    preset: str
    changes: dict[str, object] = {}
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    public: bool = False
    terms: TableTerms = TableTerms()
    file: DealsFile | None = None


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/guest` and `POST /api/me`."""

    name: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/register` and `POST /api/login`."""

    login: Annotated[str, msgspec.Meta(max_length=256)]
    password: Annotated[str, msgspec.Meta(max_length=1024)]


class Agree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/agree`."""

    game: str
    preset: str
    changes: dict[str, object] = {}
    players: int | None = None


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/reports`. reason: one of `REASONS`."""

    table: Annotated[str, msgspec.Meta(max_length=32)]
    account: Annotated[str, msgspec.Meta(max_length=32)]
    reason: Annotated[str, msgspec.Meta(max_length=32)]
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""
