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

from kozyr.bots import Candidate
from kozyr.club.acts import Terms, Wish
from kozyr.club.boards import DealsFile
from kozyr.club.manners import Refusal
from kozyr.games import Event, Illegal

__all__ = [
    "FRAME_LIMIT",
    "PHRASES",
    "PROTO",
    "REASONS",
    "STAND_IN",
    "Ack",
    "ActMessage",
    "Agree",
    "BadMessage",
    "Bye",
    "Cmd",
    "Done",
    "Ev",
    "FromFile",
    "Guest",
    "Hello",
    "Here",
    "Hinted",
    "Line",
    "Login",
    "Looked",
    "Lot",
    "Message",
    "Move",
    "Nak",
    "NewBot",
    "NewTable",
    "Next",
    "Player",
    "Report",
    "RoomInfo",
    "Said",
    "Say",
    "Snap",
    "TableInfo",
    "TooLong",
    "Why",
    "decode",
    "digest",
    "encode",
    "event",
]

PROTO: Final = 1
STAND_IN: Final = "novice"  # the bot that plays for somebody who is away
_PIECE: Final = 2047
FRAME_LIMIT: Final = 4096  # bytes of one message to the server
# What can be said with one touch; the client has the words.
PHRASES: Final = frozenset(
    {
        "hello", "good_luck", "ready", "one_moment", "back", "well_played", "thanks", "sorry", "my_fault", "bad_luck",
        "it_happens", "last_pulka", "once_more", "bye",
    }
)  # fmt: skip
# Why somebody is reported, and the paragraph of the ethics that he is said to have broken.
REASONS: Final[Mapping[str, str]] = {
    "quarrel": "PE-5.4.2",
    "advice": "PE-5.4.19",
    "familiarity": "PE-5.4.20",
    "illegal_information": "PE-5.4.11",
    "collusion": "PE-5.4.13",
    "kibitzer": "PE-5.5.1",
    "walked_out": "PE-5.4.18",
    "other": "PE-5.4.1",
}

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


class ActMessage(_In, frozen=True, tag="act"):
    """An act at the table."""

    id: CommandId
    do: Wish


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


def event(do: msgspec.Raw, decoder: msgspec.json.Decoder[Event], command: str) -> Event:
    """The event in a command; `decoder` is the game's.

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
        return msgspec.json.decode(data, type=_Id).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


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
    changes: dict[str, Any] = {}
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    public: bool = False
    terms: Terms = Terms()
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
    changes: dict[str, Any] = {}
    players: int | None = None


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/reports`."""

    table: Annotated[str, msgspec.Meta(max_length=32)]
    account: Annotated[str, msgspec.Meta(max_length=32)]
    reason: Annotated[str, msgspec.Meta(max_length=32)]
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""


# --- to the browser --------------------------------------------------------------------------------------------


class Player(msgspec.Struct, frozen=True):
    """A chair: who sits there, his name on the sheet once it is known, whether a bot holds it.

    bot: the level of one of ours, or `owner/program` of an account that is a program.
    """

    name: str | None
    nick: str | None
    bot: str | None
    account: str | None
    chair: int
    held: str | None


class Lot(msgspec.Struct, frozen=True):
    """The cards drawn for the seats, lowest first, and for the first deal, by players."""

    seats: tuple[tuple[str, str], ...]
    deal: tuple[tuple[str, str], ...]


class FromFile(msgspec.Struct, frozen=True):
    """The deals come from a file that somebody brought. name: empty, if he pasted it. boards: how many there are."""

    name: str
    boards: int


class TableInfo(msgspec.Struct, frozen=True):
    """What was agreed and who sits where. frozen: a fault has stopped the table. card: the hash of what is accepted.

    stand_in: the level of a bot that holds somebody's seat. file: None: the club deals by itself.
    """

    id: str
    game: str
    preset: str
    diff: Mapping[str, tuple[object, object]]
    conventions: Mapping[str, object]
    terms: Terms
    card: str
    public: bool
    owner: int | None
    pulka: int
    previous: str | None
    you: str | None
    chair: int | None
    role: str
    players: tuple[Player, ...]
    lot: Lot | None
    frozen: bool = False
    stand_in: str = STAND_IN
    file: FromFile | None = None


class RoomInfo(msgspec.Struct, frozen=True):
    """What goes on between people; docs/protocol.md says each field."""

    state: str
    accepted: tuple[int, ...]
    proposal: object | None
    resume: tuple[int, ...]
    next: tuple[int, ...]
    chat: bool
    looks: object
    warned: Mapping[str, int]
    removed: tuple[str, ...]
    contracts: object
    hints: Mapping[str, int]
    side: Mapping[str, object]
    reseed: tuple[int, ...]
    rematch: str | None
    ended: str | None
    fair: object


class Said(msgspec.Struct, frozen=True):
    """An event as its viewer saw it."""

    seat: str | None
    event: Event


class Move(msgspec.Struct, frozen=True):
    """An event of a deal that is over. n: its number in the log. bot: the level of who decided it; None: a person."""

    n: int
    seat: str | None
    event: Event
    bot: str | None


class Why(msgspec.Struct, frozen=True):
    """What a bot weighed when it decided, the best first.

    same: it did what it thinks best; not if it had taken too long, or thinks otherwise since. candidates: None: it took
    too long now. seed: decimal text, since it may have 63 bits.
    """

    move: Move
    level: str
    seed: str
    same: bool
    candidates: tuple[Candidate, ...] | None


class Done(msgspec.Struct, frozen=True):
    """An act that stands in the log. by: the chair; None: the table, or whom the act names."""

    by: int | None
    do: object


class Line(msgspec.Struct, frozen=True):
    """Something that was said."""

    n: int
    at: int
    account: str
    nick: str
    chair: int | None
    text: str | None
    phrase: str | None


class Here(msgspec.Struct, frozen=True, tag_field="t", tag="here"):
    """Who is connected, by chair; since when the others are not; and who watches."""

    online: tuple[int, ...]
    since: Mapping[str, int]
    kibitzers: tuple[Mapping[str, object], ...]


class Snap(msgspec.Struct, frozen=True, tag_field="t", tag="snap"):
    """Everything that one viewer may know."""

    seq: int
    hash: str
    table: TableInfo
    room: RoomInfo
    view: msgspec.Raw
    sheet: object
    log: tuple[Said, ...]
    last: object | None
    proof: object | None
    here: Here | None = None
    chat: tuple[Line, ...] = ()


class Ev(msgspec.Struct, frozen=True, tag_field="t", tag="ev"):
    """One entry of the log: an event of the game or an act; what is left out is as it was."""

    seq: int
    hash: str
    said: Said | None
    act: Done | None
    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    table: TableInfo | msgspec.UnsetType = msgspec.UNSET
    room: RoomInfo | msgspec.UnsetType = msgspec.UNSET
    sheet: object | msgspec.UnsetType = msgspec.UNSET
    last: object | msgspec.UnsetType = msgspec.UNSET
    proof: object | msgspec.UnsetType = msgspec.UNSET


class Hinted(msgspec.Struct, frozen=True, tag_field="t", tag="hint"):
    """What a bot of this level weighs where its reader is to decide, the best first; he alone gets it.

    at: the entry of the game that he answers. candidates: None: it took too long.
    """

    at: int
    level: str
    candidates: tuple[Candidate, ...] | None


class Bye(msgspec.Struct, frozen=True, tag_field="t", tag="bye"):
    """The last message before the server closes the socket."""

    code: Literal["elsewhere", "no_kibitzers", "sent_away"]


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
    def illegal(cls, id: str, illegal: Illegal | Refusal) -> Nak:  # noqa: A002 - the wire's word
        """A refusal of the game, or of the table's manners."""
        detail = illegal.detail if isinstance(illegal, Refusal) else None
        return cls(id, "illegal", illegal.reason, illegal.law, detail)


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
    # In pieces for which hashlib keeps the GIL: to get it back from the thread that writes takes longer than to hash.
    made = hashlib.sha256()
    for at in range(0, len(view), _PIECE):
        made.update(view[at : at + _PIECE])
    return made.hexdigest()[:16]
