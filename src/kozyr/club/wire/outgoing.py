"""What goes out over a socket."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.bots import Candidate
from kozyr.club.acts import Act, TableTerms, What
from kozyr.club.refusal import Refusal
from kozyr.club.wire.game import Finished, Sheet, Shown
from kozyr.deals import Reveal
from kozyr.games import Event, Illegal

__all__ = [
    "STAND_IN",
    "Ack",
    "Bye",
    "Chat",
    "Contract",
    "Done",
    "Ev",
    "Fair",
    "FairPhase",
    "FairShare",
    "FromFile",
    "FromServer",
    "Held",
    "Here",
    "Hinted",
    "How",
    "Line",
    "LookedBy",
    "Looking",
    "Lot",
    "Nak",
    "NakCode",
    "Player",
    "Proposal",
    "Role",
    "RoomInfo",
    "Said",
    "Snap",
    "TableInfo",
    "TableState",
    "Voice",
    "Watcher",
]

STAND_IN: Final = "novice"  # the bot that plays for somebody who is away

TableState: TypeAlias = Literal["gathering", "playing", "adjourned", "finished"]
Role: TypeAlias = Literal["player", "visitor", "kibitzer"]
Held: TypeAlias = Literal["left", "absent"]
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
    of a bot that holds somebody's seat. file: None: the club deals by itself.
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


# --- what goes on between people -------------------------------------------------------------------------------


class Proposal(msgspec.Struct, frozen=True):
    """What waits for everybody's consent. nick: of the one who would sit down. asks_you: the reader has to answer."""

    n: int
    by: int
    what: What
    nick: str | None
    yes: tuple[int, ...]
    asked: tuple[int, ...]
    asks_you: bool


class Looking(msgspec.Struct, frozen=True):
    """A kibitzer who asks for the sight of one hand, or has it (PE-5.5.4). yes: its owner's answer."""

    account: str
    nick: str
    chair: int
    yes: bool | None = None


class Voice(msgspec.Struct, frozen=True):
    """The answer of a chair; None: it has still to come."""

    chair: int
    yes: bool | None


class Contract(msgspec.Struct, frozen=True):
    """A guaranteed result (P-3.8.5.1a). points: by chair, what each who is bound gets, once the deal is over."""

    n: int
    deal: int
    by: int
    tricks: int
    to: tuple[Voice, ...]
    points: Mapping[str, Fraction] | None


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
    rematch: the next table. ended: how the match ended.
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


class Said(msgspec.Struct, frozen=True):
    """An event as its reader saw it. seat: None: the table itself."""

    seat: str | None
    event: Event


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
    code: NakCode
    reason: str | None = None
    law: str | None = None
    detail: str | None = None

    @classmethod
    def illegal(cls, id: str, illegal: Illegal | Refusal) -> Nak:  # noqa: A002 - the wire's word
        """A refusal of the game, or of the table's manners."""
        detail = illegal.detail if isinstance(illegal, Refusal) else None
        return cls(id, "illegal", illegal.reason, illegal.law, detail)


FromServer: TypeAlias = Snap | Ev | Here | Chat | LookedBy | Hinted | Ack | Nak | Bye
