"""The wire, typed both ways: every message of a socket, and every body of a request; what HTTP answers is `kozyr.club.answers`.

docs/protocol.md says it in words; `make wire` writes `ui/src/wire.gen.ts` from these structs.

Incoming text is decoded into these types and nothing else: unknown fields, unknown messages and frames that are too long are
refused before anything looks at them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, TypeVar

import msgspec

from kozyr.bots import Candidate
from kozyr.cards import Card, Seat
from kozyr.club.acts import Act, AtEvent, TableTerms, What
from kozyr.club.budgets import LINES, PLAY, SNAPS, Budget
from kozyr.club.files import DealsFile
from kozyr.club.hearing import Bench
from kozyr.deals import Reveal
from kozyr.games import AnyView, Event, Outcome, Refusal
from kozyr.games.trick import Trick
from kozyr.logs import Number

_PIECE: Final = 2047


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


# --- what a game puts into messages: its view, its sheet, its deal that is over ----------------------------------

# A game's part at the club (`kozyr.club.games.<game>`) has its own `Sheet` and `Finished`, and a `View` where the wire has more than the
# game's own. The generated client types are made from them.

# The view of somebody, encoded once; `null` while no deal runs.
Shown: TypeAlias = Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "view"})]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a match. names: the players, by place. finished: no deal follows."""

    names: tuple[str, ...]
    finished: bool


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is over, as anybody may see it.

    number: which of the match, from 1. names: who sat where. outcome: the facts. hands: as they were dealt and exchanged.
    history: the tricks. calls: the auction.
    """

    number: int
    names: Mapping[Seat, str]
    outcome: Outcome | None
    hands: Mapping[Seat, tuple[Card, ...]]
    history: tuple[Trick, ...]
    calls: tuple[tuple[Seat, str], ...]


def shown(view: AnyView, *hidden: str) -> dict[str, object]:
    """A view as it goes over the wire: without the conventions, which are told once, with the table.

    hidden: fields that no table shows.
    """
    terms = msgspec.structs.asdict(view.terms)
    terms.pop("conventions", None)
    seen = msgspec.structs.asdict(view) | {"terms": terms}
    for field in hidden:
        del seen[field]
    return seen


# --- what comes in -----------------------------------------------------------------------------------------------

PROTO: Final = 2
FRAME_LIMIT: Final = 4096  # bytes of one message to the server
CommandId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
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
    """What comes in. budget: on which it draws; None: on the act's that it brings."""

    budget: ClassVar[Budget | None]


class Have(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the client has already."""

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


class NewSeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/seek`. bot: the level of the bots that fill the chairs after a minute; None: wait for people."""

    game: str
    players: Annotated[int, msgspec.Meta(ge=2, le=8)]
    preset: str
    changes: dict[str, object] = {}
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    bot: Annotated[str, msgspec.Meta(max_length=32)] | None = None


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/me`."""

    name: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Newcomer(Guest, frozen=True):
    """The body of `POST /api/guest`. at: the page where he stands, as `/table/ID`: its link vouches for a crowd."""

    at: Annotated[str, msgspec.Meta(max_length=200)] = ""


class TellWhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `PUT /api/where`: where somebody is, and who may know it. Nothing of it is ever guessed.

    country: two letters of ISO 3166; None: he would not say. zone: of the IANA database. shown: everybody may see it.
    known: those he has played with may find him, invite him, and see when he is here.
    """

    country: Annotated[str, msgspec.Meta(max_length=2)] | None
    place: Annotated[str, msgspec.Meta(max_length=256)] = ""
    zone: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    shown: bool = False
    known: bool = False


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/register` and `POST /api/login`."""

    login: Annotated[str, msgspec.Meta(max_length=256)]
    password: Annotated[str, msgspec.Meta(max_length=1024)]


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/password`."""

    old: Annotated[str, msgspec.Meta(max_length=1024)]
    new: Annotated[str, msgspec.Meta(max_length=1024)]


class Reset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/reset`. link: the secret of the operator's link."""

    link: Annotated[str, msgspec.Meta(max_length=128)]
    password: Annotated[str, msgspec.Meta(max_length=1024)]


class OperatorAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/operator`: an act of `kozyr admin`.

    who: what is closed or opened, by its id or the address of its page; an account or a network. length: of a ban or mute, as `12h`.
    why: of what is closed, for everybody who comes to it; else for operators alone. name: at `rename`. report, state: at `report`.
    """

    what: Literal["close", "open", "ban", "mute", "lift", "rename", "delete", "report"]
    who: Annotated[str, msgspec.Meta(max_length=200)] = ""
    length: Annotated[str, msgspec.Meta(max_length=8)] = "1d"
    why: Annotated[str, msgspec.Meta(max_length=200)] = ""
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    report: Number = 0
    state: Literal["open", "taken", "done"] = "open"


class Agree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/agree`."""

    game: str
    preset: str
    changes: dict[str, object] = {}
    players: int | None = None


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/reports`. reason: one of `REASONS`, and about whom; or `ruling`, and the number of the call."""

    table: Annotated[str, msgspec.Meta(max_length=32)]
    reason: Annotated[str, msgspec.Meta(max_length=32)]
    account: Annotated[str, msgspec.Meta(max_length=32)] = ""
    ruling: Number = 0
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""


# --- what goes out -----------------------------------------------------------------------------------------------

STAND_IN: Final = "novice"  # the bot that plays for somebody who is away

TableState: TypeAlias = Literal["gathering", "playing", "adjourned", "finished"]
Role: TypeAlias = Literal["player", "visitor", "kibitzer"]
Held: TypeAlias = Literal["left", "absent", "time"]
How: TypeAlias = Literal["played", "stopped", "force_majeure"]
FairPhase: TypeAlias = Literal["hashes", "nonces", "ready", "dealt", "revealed"]
NakCode: TypeAlias = Literal["illegal", "stale", "closed", "bad", "flood"]


# --- the table -------------------------------------------------------------------------------------------------


class Player(msgspec.Struct, frozen=True):
    """A chair: who sits there, his name on the sheet once it is known, whether a bot holds it.

    name: None before the lot. nick: None: the chair is free. bot: the level of one of ours, or `owner/program` of an account
    that is a program. chair: never changes, and is what acts speak of.
    """

    name: str | None
    nick: str | None
    bot: str | None
    account: str | None
    chair: int
    held: Held | None


class Lot(msgspec.Struct, frozen=True):
    """The cards drawn for the seats, lowest first, and for the first deal, each with the player's name."""

    seats: tuple[tuple[str, str], ...]
    deal: tuple[tuple[str, str], ...]


class FromFile(msgspec.Struct, frozen=True):
    """The deals come from a file that somebody brought. name: empty, if he pasted it. boards: how many there are."""

    name: str
    boards: int


class TableInfo(msgspec.Struct, frozen=True):
    """What was agreed and who sits where.

    diff: the options that differ from their preset, with its value and ours. conventions: every option. card: the hash of
    what is accepted. owner: the chair whose table it is; None: bots alone sit there. pulka: counts rematches from 1,
    previous: the table before. you: one's own name on the sheet. frozen: a fault has stopped the table. stand_in: the level
    of a bot that holds somebody's seat. file: None: the club deals by itself. event: None: it is of none.
    """

    id: str
    game: str
    preset: str
    diff: Mapping[str, tuple[object, object]]
    conventions: Mapping[str, object]
    terms: TableTerms
    card: str
    public: bool
    owner: int | None
    pulka: int
    previous: str | None
    you: str | None
    chair: int | None
    role: Role
    players: tuple[Player, ...]
    lot: Lot | None
    frozen: bool = False
    stand_in: str = STAND_IN
    file: FromFile | None = None
    event: AtEvent | None = None


# --- what goes on between people -------------------------------------------------------------------------------


class Proposal(msgspec.Struct, frozen=True):
    """What waits for everybody's consent. nick: of the one who would sit down. asked: chairs that have not answered.

    asks_you: the reader has to answer.
    """

    n: int
    by: int
    what: What
    nick: str | None
    yes: tuple[int, ...]
    asked: tuple[int, ...]
    asks_you: bool = False


class Looking(msgspec.Struct, frozen=True):
    """A kibitzer who asks for the sight of one hand, or has it (PE-5.5.4). yes: its owner's answer."""

    account: str
    nick: str
    chair: int
    yes: bool | None = None


class Voice(msgspec.Struct, frozen=True):
    """The answer of a chair; None: it has still to come."""

    chair: int
    yes: bool | None = None


class Contract(msgspec.Struct, frozen=True):
    """A guaranteed result (P-3.8.5.1a). points: by chair, what each who is bound gets, once the deal is over."""

    n: int
    deal: int
    by: int
    tricks: int
    to: tuple[Voice, ...]
    points: Mapping[str, Fraction] | None = None


class FairShare(msgspec.Struct, frozen=True):
    """What somebody has given to a deal. player: what he is called in the hashes."""

    chair: int
    player: str
    hash: str | None
    nonce: str | None


class Fair(msgspec.Struct, frozen=True):
    """The shuffle that runs or comes (docs/fair.md). pack: stands for the master secret.

    asked: whose share is waited for in this phase. deal, phase and commitment are None before the first one.
    """

    pack: str
    deal: int | None = None
    phase: FairPhase | None = None
    commitment: str | None = None
    asked: tuple[int, ...] = ()
    shares: tuple[FairShare, ...] = ()


class RoomInfo(msgspec.Struct, frozen=True):
    """What goes on between people.

    accepted: chairs that accept the card. resume: that want to play on. next: that have looked at the last deal. chat: the
    reader may write now. looks: who asks for, or has, the sight of one hand. warned: by account. removed: accounts that were
    sent away. hints: taken, by chair. side: what contracts have brought, by name. reseed: chairs that want a new pack.
    rematch: the next table. ended: how the match ended. bench: None: errors are refused here, not ruled on.
    """

    state: TableState
    accepted: tuple[int, ...]
    proposal: Proposal | None
    resume: tuple[int, ...]
    next: tuple[int, ...]
    chat: bool
    looks: tuple[Looking, ...]
    warned: Mapping[str, int]
    removed: tuple[str, ...]
    contracts: tuple[Contract, ...]
    hints: Mapping[str, int]
    side: Mapping[str, Fraction]
    reseed: tuple[int, ...]
    rematch: str | None
    ended: How | None
    fair: Fair
    bench: Bench | None = None


class Turn(msgspec.Struct, frozen=True):
    """Whose person the table waits for. since: milliseconds since 1970. bank: milliseconds left of his time bank in this deal.

    out: his time is out. bank is None where the card has none.
    """

    chair: int
    since: int
    bank: int | None
    out: bool


class Watcher(msgspec.Struct, frozen=True):
    """Somebody who looks at the table without a chair. bot: what a program is called. at: the chair whose hand he sees."""

    account: str
    nick: str
    bot: str | None
    at: int | None


class Here(msgspec.Struct, frozen=True, tag_field="t", tag="here"):
    """Who is connected, by chair; since when the others are not, in milliseconds since 1970; and who watches."""

    online: tuple[int, ...]
    since: Mapping[str, int]
    kibitzers: tuple[Watcher, ...]


class Line(msgspec.Struct, frozen=True):
    """Something that was said: a text or a phrase. at: milliseconds since 1970."""

    n: int
    at: int
    account: str
    nick: str
    chair: int | None
    text: str | None
    phrase: str | None


class Chat(Line, frozen=True, tag_field="t", tag="chat"):
    """The same as it is said."""


class LookedBy(msgspec.Struct, frozen=True, tag_field="t", tag="looked"):
    """The player of this chair looks at the last trick (PE-5.4.9)."""

    chair: int


# --- what happens ----------------------------------------------------------------------------------------------


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as its reader saw it. seat: None: the table itself.

    n: its number, by which the arbiter is called for it, at a table that rules on errors. struck: a ruling has taken it back.
    """

    seat: str | None
    event: Event
    n: int = 0
    struck: bool = False


class Done(msgspec.Struct, frozen=True):
    """An act that stands in the log. by: the chair; None: the table, or whom the act names."""

    by: int | None
    do: Act


class Snap(msgspec.Struct, frozen=True, tag_field="t", tag="snap"):
    """Everything that one viewer may know.

    hash: of the bytes of `view`. log: the events of the running deal. last: the deal that has ended, until the next one
    comes. proof: how the last deal that is over was dealt.
    """

    seq: int
    hash: str
    table: TableInfo
    room: RoomInfo
    view: Shown
    sheet: Sheet | None
    log: tuple[Said, ...]
    last: Finished | None
    proof: Reveal | None
    turn: Turn | None = None
    here: Here | None = None
    chat: tuple[Line, ...] = ()


class Ev(msgspec.Struct, frozen=True, tag_field="t", tag="ev"):
    """One entry of the log: an event of the game or an act; what is left out is as it was."""

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
    """What a bot of this level weighs where its reader is to decide, the best first; he alone gets it.

    at: the entry of the game that he answers. candidates: None: it took too long.
    """

    at: int
    level: str
    candidates: tuple[Candidate, ...] | None


class Bye(msgspec.Struct, frozen=True, tag_field="t", tag="bye"):
    """The last message before the server closes the socket."""

    code: Literal["elsewhere", "no_kibitzers", "not_invited", "sent_away"]


class Ack(msgspec.Struct, frozen=True, tag_field="t", tag="ack"):
    """The command is in the log, as this number."""

    id: str
    seq: int


class Nak(msgspec.Struct, frozen=True, tag_field="t", tag="nak"):
    """Refused, and nothing changed. detail: for programmers, at `bad`. wait: in how many seconds it may be tried again, at `flood`."""

    id: str | None
    code: NakCode
    reason: str | None = None
    law: str | None = None
    detail: str | None = None
    wait: int | None = None

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
