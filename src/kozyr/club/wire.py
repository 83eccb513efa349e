"""The wire, typed both ways: every message of a socket. `kozyr.club.bodies` has the bodies of requests, `kozyr.club.answers` their answers.

docs/protocol.md says it in words; `make wire` writes `ui/src/wire.gen.ts` from these structs.

Incoming text is decoded into these types and nothing else. Unknown fields, unknown messages and long frames are refused
before anything looks at them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, TypeVar

import msgspec

from kozyr.bots import Candidate
from kozyr.cards import Card, Seat
from kozyr.club.acts import Act, AtEvent, TableTerms, What
from kozyr.club.budgets import LINES, PLAY, SNAPS, Budget
from kozyr.club.hearing import Bench
from kozyr.deals import Reveal
from kozyr.games import Event, Outcome, Refusal
from kozyr.games.trick import Trick
from kozyr.logs import Number, exact

_PIECE: Final = 2047


T = TypeVar("T")
_ENCODER: Final = msgspec.json.Encoder(enc_hook=exact)


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


# --- a game's own parts of messages: its view, its sheet, its finished deal ---------------------------------------

# A game's part at the club (`kozyr.club.games.<game>`) has its own `Sheet` and `Finished`, and a `View` where the wire has more than the
# game's own. The generated client types are made from them.

# A viewer's view, encoded once; `null` while no deal runs.
Shown: TypeAlias = Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "view"})]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a match."""

    names: tuple[str, ...]
    """The players, by place."""
    finished: bool
    """Whether no deal follows."""


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is over, in its public form."""

    number: int
    """The number of the deal in the match, from 1."""
    names: Mapping[Seat, str]
    """The players' names by seat."""
    outcome: Outcome | None
    """The facts of the deal."""
    hands: Mapping[Seat, tuple[Card, ...]]
    """The cards as dealt and exchanged."""
    history: tuple[Trick, ...]
    """The tricks of the deal."""
    calls: tuple[tuple[Seat, str], ...]
    """The calls of the auction."""


class Once:
    """The JSON of what many viewers are shown, made once. A value is known by its identity, so that none are compared."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._made: dict[int, tuple[object, msgspec.Raw]] = {}  # a value that is kept cannot lend another its identity

    def __call__(self, value: T, shape: Callable[[T], object] | None = None) -> msgspec.Raw:
        """A value as JSON. shape: what is shown of it; it is asked once."""
        found = self._made.get(id(value))
        if found is None:
            if len(self._made) >= self._most:
                self._made.clear()
            found = self._made[id(value)] = value, msgspec.Raw(encode(value if shape is None else shape(value)))
        return found[1]


# --- incoming ----------------------------------------------------------------------------------------------------

PROTO: Final = 3
FRAME_LIMIT: Final = 4096  # bytes of one message to the server
CommandId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[^\\x00]*$")]


class BadMessage(ValueError):
    """A message of an unknown form.

    Attributes:
        id: its command id, if it can be read.
    """

    def __init__(self, why: str, id: str | None = None) -> None:  # noqa: A002 - the wire's word
        super().__init__(why)
        self.id = id


class TooLong(BadMessage):
    """A frame over the limit; its sender need not be heard any longer."""


# --- messages --------------------------------------------------------------------------------------------------


class _In(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """An incoming message."""

    budget: ClassVar[Budget | None]
    """On which it draws; None: on the act's that it brings."""


class Have(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state that the client has already."""

    seq: Number
    hash: Annotated[str, msgspec.Meta(max_length=64)]


class Hello(_In, frozen=True, tag="hello"):
    """The first message, and the way to ask for everything again."""

    budget = SNAPS

    proto: int
    have: Have | None = None


class Cmd(_In, frozen=True, tag="cmd"):
    """Do this: `do` is an event of the table's game; `at` the last number seen."""

    budget = PLAY

    id: CommandId
    at: Number
    do: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "event"})]


class Next(_In, frozen=True, tag="next"):
    """The finished deal has been looked at, deal on."""

    budget = PLAY

    id: CommandId
    at: Number


class ActMessage(_In, frozen=True, tag="act"):
    """An act at the table; the table's parts say which there are."""

    budget = None

    id: CommandId
    do: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "wish"})]


class Say(_In, frozen=True, tag="say"):
    """Chat: either words or a phrase."""

    budget = LINES

    id: CommandId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)] | None = None
    phrase: Annotated[str, msgspec.Meta(max_length=32)] | None = None


class Looked(_In, frozen=True, tag="looked"):
    """The sender looks at the last trick."""

    budget = PLAY


class Hurry(_In, frozen=True, tag="hurry"):
    """The sender has nothing left to decide in this deal, and plays with bots alone: they are to pause no more in it."""

    budget = PLAY


Message: TypeAlias = Hello | Cmd | Next | ActMessage | Say | Looked | Hurry


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body of a request that is obeyed once, under its id."""

    id: CommandId


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
    """The content of a command: an event, by the game's decoder, or an act, by the table's.

    Raises:
        BadMessage: it is none.
    """
    try:
        return decoder.decode(do)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadMessage(str(error), command) from None


def _id(data: bytes) -> str | None:
    """The command id of a wrong message, so that its sender knows which one was refused."""
    try:
        return _ID.decode(data).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


# --- outgoing ----------------------------------------------------------------------------------------------------

STAND_IN: Final = "novice"  # the bot that plays for an absent player

TableState: TypeAlias = Literal["gathering", "playing", "adjourned", "finished"]
Role: TypeAlias = Literal["player", "visitor", "kibitzer"]
Held: TypeAlias = Literal["left", "absent", "time"]
How: TypeAlias = Literal["played", "stopped", "force_majeure"]
FairPhase: TypeAlias = Literal["hashes", "nonces", "ready", "dealt", "revealed"]
NakCode: TypeAlias = Literal["illegal", "stale", "closed", "bad", "flood"]


# --- the table -------------------------------------------------------------------------------------------------


class Player(msgspec.Struct, frozen=True):
    """A chair: its occupant, the name on the sheet once it is known, and whether a bot holds it."""

    name: str | None
    """The name on the sheet. None: before the lot."""
    nick: str | None
    """None: the chair is free."""
    bot: str | None
    """The level of a club's bot, or `owner/program` of a program's account."""
    account: str | None
    chair: int
    """The number of the chair; it never changes, and acts use it."""
    held: Held | None


class Lot(msgspec.Struct, frozen=True):
    """The cards drawn for the seats, lowest first, and for the first deal, each with the player's name."""

    seats: tuple[tuple[str, str], ...]
    deal: tuple[tuple[str, str], ...]


class FromFile(msgspec.Struct, frozen=True):
    """The deals come from a player's file."""

    name: str
    """The name of the file; empty, if the text was pasted."""
    boards: int
    """How many boards the file has."""


class TableInfo(msgspec.Struct, frozen=True):
    """The agreement of a table, and the occupants of its chairs."""

    id: str
    game: str
    preset: str
    diff: Mapping[str, tuple[object, object]]
    """The options that differ from their preset, with its value and ours."""
    conventions: Mapping[str, object]
    """The value of every option."""
    terms: TableTerms
    card: str
    """The hash of the card that is accepted."""
    public: bool
    owner: int | None
    """The chair of the table's owner; None: only bots sit there."""
    pulka: int
    """The number of the match: rematches count from 1."""
    previous: str | None
    """The table of the match before."""
    you: str | None
    """The viewer's own name on the sheet."""
    chair: int | None
    role: Role
    players: tuple[Player, ...]
    lot: Lot | None
    frozen: bool = False
    """A fault has stopped the table."""
    stand_in: str = STAND_IN
    """The level of a bot that holds a person's seat."""
    file: FromFile | None = None
    """The file of the deals; None: the club deals by itself."""
    event: AtEvent | None = None
    """None: it is of none."""


# --- agreements between people ---------------------------------------------------------------------------------


class Proposal(msgspec.Struct, frozen=True):
    """A proposal that waits for everybody's consent."""

    n: int
    by: int
    what: What
    nick: str | None
    """The nickname of the person who would sit down."""
    yes: tuple[int, ...]
    asked: tuple[int, ...]
    """Chairs that have not answered."""
    asks_you: bool = False
    """The reader has to answer."""


class Looking(msgspec.Struct, frozen=True):
    """A kibitzer who asks for the sight of one hand, or has it (PE-5.5.4)."""

    account: str
    nick: str
    chair: int
    yes: bool | None = None
    """The answer of the hand's owner."""


class Voice(msgspec.Struct, frozen=True):
    """The answer of a chair; None: it has still to come."""

    chair: int
    yes: bool | None = None


class Contract(msgspec.Struct, frozen=True):
    """A guaranteed result (P-3.8.5.1a)."""

    n: int
    deal: int
    by: int
    tricks: int
    to: tuple[Voice, ...]
    points: Mapping[str, Fraction] | None = None
    """By chair, the points of each bound player, once the deal is over."""


class FairShare(msgspec.Struct, frozen=True):
    """A player's share of a deal."""

    chair: int
    player: str
    """The player's name in the hashes."""
    hash: str | None
    nonce: str | None


class Fair(msgspec.Struct, frozen=True):
    """The shuffle that runs or comes (docs/fair.md)."""

    pack: str
    """The commitment to the master secret."""
    deal: int | None = None
    phase: FairPhase | None = None
    commitment: str | None = None
    asked: tuple[int, ...] = ()
    """The chairs whose share is still missing in this phase.

    `deal`, `phase` and `commitment` are None before the first one.
    """
    shares: tuple[FairShare, ...] = ()


class RoomInfo(msgspec.Struct, frozen=True):
    """The things between people at a table."""

    state: TableState
    accepted: tuple[int, ...]
    """Chairs that accept the card."""
    proposal: Proposal | None
    resume: tuple[int, ...]
    """The chairs that want to play on."""
    next: tuple[int, ...]
    """The chairs that have looked at the last deal."""
    chat: bool
    """The reader may write now."""
    looks: tuple[Looking, ...]
    """The kibitzers who see one hand, or ask to."""
    warned: Mapping[str, int]
    """The warnings, by account."""
    removed: tuple[str, ...]
    """Accounts that were sent away."""
    contracts: tuple[Contract, ...]
    hints: Mapping[str, int]
    """The taken hints, by chair."""
    side: Mapping[str, Fraction]
    """The points of contracts, by name."""
    reseed: tuple[int, ...]
    """Chairs that want a new pack."""
    rematch: str | None
    """The id of the next table."""
    ended: How | None
    """How the match ended."""
    fair: Fair
    bench: Bench | None = None
    """None: errors are refused here, not ruled on."""


class Turn(msgspec.Struct, frozen=True):
    """The person for whom the table waits."""

    chair: int
    since: int
    """When the wait began, in milliseconds since 1970."""
    bank: int | None
    """The rest of the person's time bank in this deal, in milliseconds."""
    out: bool
    """Whether the time is out. bank is None where the card has none."""


class Watcher(msgspec.Struct, frozen=True):
    """A viewer of the table without a chair."""

    account: str
    nick: str
    bot: str | None
    """The name of a program. None: a person."""
    at: int | None
    """The chair whose hand the watcher sees."""


class Here(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="here"):
    """The connected chairs, the moments since when the others are gone (milliseconds since 1970), and the watchers."""

    online: tuple[int, ...]
    since: Mapping[str, int]
    kibitzers: tuple[Watcher, ...]
    """The first 50."""
    more: int = 0
    """How many watch besides these."""


class Line(msgspec.Struct, frozen=True):
    """Something that was said: a text or a phrase."""

    n: int
    at: int
    """When it was said, in milliseconds since 1970."""
    account: str
    nick: str
    chair: int | None
    text: str | None
    phrase: str | None


class Chat(Line, frozen=True, tag_field="t", tag="chat"):
    """A line of the chat, sent when it is written."""


class LookedBy(msgspec.Struct, frozen=True, tag_field="t", tag="looked"):
    """The player of this chair looks at the last trick (PE-5.4.9)."""

    chair: int


# --- news --------------------------------------------------------------------------------------------------------


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as its reader saw it."""

    seat: str | None
    """The seat of the event. None: the table itself."""
    event: Event
    n: int = 0
    """Its number, by which the arbiter is called for it, at a table that rules on errors."""
    struck: bool = False
    """A ruling has taken it back."""


class Done(msgspec.Struct, frozen=True):
    """An act of the log."""

    by: int | None
    """The chair. None: the table, or the account that the act names."""
    do: Act


class Snap(msgspec.Struct, frozen=True, tag_field="t", tag="snap"):
    """All that one viewer may know."""

    seq: int
    hash: str
    """The hash of the bytes of `view`."""
    table: TableInfo
    room: RoomInfo
    view: Shown
    sheet: Sheet | None
    log: tuple[Said, ...]
    """The events of the running deal."""
    last: Finished | None
    """The deal that has ended, until the next one comes."""
    proof: Reveal | None
    """The proof of the last finished deal."""
    turn: Turn | None = None
    here: Here | None = None
    chat: tuple[Line, ...] = ()


class Ev(msgspec.Struct, frozen=True, tag_field="t", tag="ev"):
    """One entry of the log: an event of the game or an act; omitted fields are unchanged."""

    seq: int
    hash: str
    said: Said | None
    act: Done | None
    view: Shown | msgspec.UnsetType = msgspec.UNSET
    table: TableInfo | msgspec.UnsetType = msgspec.UNSET
    room: RoomInfo | msgspec.UnsetType = msgspec.UNSET
    sheet: Sheet | msgspec.UnsetType = msgspec.UNSET
    last: Finished | msgspec.UnsetType | None = msgspec.UNSET
    proof: Reveal | msgspec.UnsetType = msgspec.UNSET
    turn: Turn | msgspec.UnsetType | None = msgspec.UNSET


class Hinted(msgspec.Struct, frozen=True, tag_field="t", tag="hint"):
    """The candidates that a bot of this level weighs for the reader's decision, the best first; no other viewer gets them."""

    at: int
    """The entry of the game that the reader has to answer."""
    level: str
    candidates: tuple[Candidate, ...] | None
    """None: it took too long."""


class Bye(msgspec.Struct, frozen=True, tag_field="t", tag="bye"):
    """The last message before the server closes the socket."""

    code: Literal["elsewhere", "no_kibitzers", "not_invited", "sent_away"]


class Ack(msgspec.Struct, frozen=True, tag_field="t", tag="ack"):
    """The command is in the log, as this number."""

    id: str
    seq: int


class Nak(msgspec.Struct, frozen=True, tag_field="t", tag="nak"):
    """Refused, and nothing changed."""

    id: str | None
    code: NakCode
    reason: str | None = None
    law: str | None = None
    detail: str | None = None
    """The details for programmers, with `bad`."""
    wait: int | None = None
    """In how many seconds it may be tried again, at `flood`."""

    @classmethod
    def flood(cls, id: str, wait: float) -> Nak:  # noqa: A002 - the wire's word
        """Too often. wait: seconds."""
        return cls(id, "flood", wait=max(1, math.ceil(wait)))

    @classmethod
    def illegal(cls, id: str, refused: Refusal) -> Nak:  # noqa: A002 - the wire's word
        """A refusal of the game, or of the table's manners."""
        detail = refused.params.get("detail")
        return cls(id, "illegal", refused.code, refused.law or None, None if detail is None else str(detail))


FromServer: TypeAlias = Snap | Ev | Here | Chat | LookedBy | Hinted | Ack | Nak | Bye
