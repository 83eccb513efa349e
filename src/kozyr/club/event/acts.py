"""What stands in the log of an event: the director's own entries, each with the account that made it, and who is called what."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kozyr.logs import EntryNumber
from kozyr.tournaments.director.entries import (
    AnyWhat,
    Count,
    Drawn,
    Issue,
    LinedUp,
    Qualified,
    RoundBegun,
    RoundEnded,
    Row,
    Ruled,
    Seated,
    Word,
)

Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Nonce: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]
CupLevel: TypeAlias = Literal["novice", "club", "expert"]
Prizes: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Moment: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Note: TypeAlias = Annotated[str, msgspec.Meta(max_length=1000)]
ClubsOwn: TypeAlias = (
    Row | RoundBegun | RoundEnded | Ruled | Seated | LinedUp | Issue | Qualified | Drawn
)  # what the club enters by itself
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
    """The event is played online, and the club is bound to its part of each board.

    boards: the commitment by the board's number; none: of parties, whose tables deal for themselves. stand_ins: a bot plays for somebody who is not there.
    """

    boards: dict[int, Digest]
    stand_ins: bool = True


class Shared(EventAct, frozen=True, tag="shared"):
    """Who takes part has given his nonce for all boards of the event (docs/fair.md)."""

    account: str
    nonce: Nonce


class Asked(EventAct, frozen=True, tag="asked"):
    """Somebody asks to be of a pair or a team; whom he asks takes him, by the director's entry `joined`."""

    account: str
    entrant: Count


class Called(EventAct, frozen=True, tag="called"):
    """A table calls the director. by: the account of somebody who sits there; about: in his words."""

    by: str
    table: Count
    about: Note


class Came(EventAct, frozen=True, tag="came"):
    """An official has come to a table that had called. call: the number of that entry."""

    by: str
    call: EntryNumber


class CupBegun(EventAct, frozen=True, tag="cup"):
    """The club plays this cup: against bots of which level and engine, and how many prizes its lottery has (PT-M)."""

    level: CupLevel
    engine: Digest
    prizes: Prizes = 0


class Engine(EventAct, frozen=True, tag="engine"):
    """From here on the bots at the table of an entrant's issue are of another engine than before. fresh: nothing had been played there."""

    entrant: Count
    issue: Count
    engine: Digest
    fresh: bool = False


class Composed(EventAct, frozen=True, tag="composed"):
    """An issue of a cup has been composed; until it opens a later one takes its place.

    by: the editor's account. boards: the commitment to each that he chose, by number. opens, closes: the window, in milliseconds since
    1970. others, ends: of the final's issue, when everybody may play it, in the match of prestige (PT-M.7). notes: on boards, for later.
    """

    by: str
    issue: Count
    boards: dict[int, Digest]
    opens: Moment
    closes: Moment
    others: Moment | None = None
    ends: Moment | None = None
    notes: dict[int, Note] = {}


class ByClub(EventAct, frozen=True, tag="club"):
    """A table of the club, or its clock, has entered something by itself."""

    entry: ClubsOwn
    why: str


AnyAct: TypeAlias = Known | Done | Committed | Shared | Asked | Called | Came | CupBegun | Engine | Composed | ByClub
DECODER: Final = msgspec.json.Decoder(AnyAct)
