"""The entries of an event's log: the director's own, each with the account of its author, and the accounts' names."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kozyr.logs import EntryNumber
from kozyr.tournaments.director import entries

Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Nonce: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]
CupLevel: TypeAlias = Literal["novice", "amateur", "club", "strong", "expert"]
CupKind: TypeAlias = Literal["cup", "day", "challenge"]
Prizes: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Moment: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Note: TypeAlias = Annotated[str, msgspec.Meta(max_length=1000)]
ClubsOwn: TypeAlias = (
    entries.Row
    | entries.RoundBegun
    | entries.RoundEnded
    | entries.Ruled
    | entries.Seated
    | entries.LinedUp
    | entries.Issue
    | entries.Qualified
    | entries.Drawn
)  # entries that the club makes by itself
KIND: Final = "event"  # of every entry of an event's log


class EventAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="act"):
    """An entry of an event's log."""


class Known(EventAct, frozen=True, tag="known"):
    """The event knows an account by a name that no other entrant has there."""

    account: str
    name: entries.Word


class Done(EventAct, frozen=True, tag="done"):
    """A person's act, as an entry of the director's log."""

    by: str
    """The account of the author."""
    entry: entries.AnyWhat
    why: str = ""
    """The author's reason, in words."""


class Committed(EventAct, frozen=True, tag="committed"):
    """The event is played online, and the club is bound to its part of each board."""

    boards: dict[int, Digest]
    """The commitment by the board's number; empty: parties, whose tables deal for themselves."""
    stand_ins: bool = True
    """Whether a bot replaces an absent player."""


class Shared(EventAct, frozen=True, tag="shared"):
    """An entrant gives a nonce for all boards of the event (docs/fair.md)."""

    account: str
    nonce: Nonce


class Asked(EventAct, frozen=True, tag="asked"):
    """An account asks to join a pair or a team. A member accepts by the director's entry `joined`."""

    account: str
    entrant: entries.Count


class Called(EventAct, frozen=True, tag="called"):
    """A table calls the director."""

    by: str
    """The account of a player at the table."""
    table: entries.Count
    about: Note
    """The subject, in the table's words."""


class Came(EventAct, frozen=True, tag="came"):
    """An official has come to a table that had called."""

    by: str
    call: EntryNumber
    """The number of that entry."""


class CupBegun(EventAct, frozen=True, tag="cup"):
    """The club plays this cup: against bots of which level and engine, and how many prizes its lottery has (PT-M).

    Deals of a day and challenges are played as the one issue of a cup, without a final.
    """

    level: CupLevel
    engine: Digest
    prizes: Prizes = 0
    kind: CupKind = "cup"
    by: str = ""
    """The account of the challenger."""


class Engine(EventAct, frozen=True, tag="engine"):
    """From here on the bots at the table of an entrant's issue are of another engine than before."""

    entrant: entries.Count
    issue: entries.Count
    engine: Digest
    fresh: bool = False
    """Nothing had been played there."""


class Composed(EventAct, frozen=True, tag="composed"):
    """An issue of a cup has been composed; until it opens a later one takes its place."""

    by: str
    """The editor's account."""
    issue: entries.Count
    boards: dict[int, Digest]
    """The commitment to each chosen board, by its number."""
    opens: Moment
    """The window's beginning, in milliseconds since 1970."""
    closes: Moment
    """The window's end, in milliseconds since 1970."""
    others: Moment | None = None
    """Of the final's issue: the beginning of everybody's window, for the match of prestige (PT-M.7)."""
    ends: Moment | None = None
    """Of the final's issue: the end of everybody's window, for the match of prestige (PT-M.7)."""
    notes: dict[int, Note] = {}
    """The editor's notes on boards, for later."""


class Shut(EventAct, frozen=True, tag="shut"):
    """The challenger ends the time of a challenge now, since everybody who has begun it has played it to its end."""

    by: str
    """The challenger's account."""


class ByClub(EventAct, frozen=True, tag="club"):
    """A table of the club, or its clock, has entered something by itself."""

    entry: ClubsOwn
    why: str


AnyAct: TypeAlias = (
    Known | Done | Committed | Shared | Asked | Called | Came | CupBegun | Engine | Composed | Shut | ByClub
)
DECODER: Final = msgspec.json.Decoder(AnyAct)
