"""The entries of a league's log."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from kozyr.logs import EntryNumber, Number
from kozyr.tournaments.director.entries import Count, Word

KIND: Final = "league"  # of every entry of a league's log
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
Line: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
Weight: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Thousand: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Formula(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The worth of an event, the same for everybody, and published (PT-I.9): weight x those behind, equals for half, / all others."""

    weight: Weight = 100
    """The weight of the first place, where an event has none of its own."""
    least: Annotated[int, msgspec.Meta(ge=2, le=1000)] = 6
    """The least number of entrants of an event that counts."""
    best: Thousand = 0
    """How many best events of each member count; 0: all."""


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member's result at an event: how many were behind, and how many level."""

    account: str
    rank: Count
    """From 1, shared by equals."""
    behind: Thousand
    level: Thousand = 0


class LeagueAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="act"):
    """An entry of a league's log."""

    by: str
    """The account that made it."""


class Joined(LeagueAct, frozen=True, tag="joined"):
    """A member joins, under a name that no other member has here (PT-L.4)."""

    name: Word


class Left(LeagueAct, frozen=True, tag="left"):
    """A member has left; the won points stay."""


class ClubJoined(LeagueAct, frozen=True, tag="club"):
    """A club has joined as an associate; a member speaks for it (PT-L.4)."""

    name: Word
    place: Line = ""


class ClubLeft(LeagueAct, frozen=True, tag="club_left"):
    """A club leaves: no member plays for it any more."""

    club: EntryNumber


class PlaysFor(LeagueAct, frozen=True, tag="plays_for"):
    """A member plays for a club from now on; None: for none."""

    club: EntryNumber | None


class Appointed(LeagueAct, frozen=True, tag="appointed"):
    """A member is a steward from now on."""

    member: EntryNumber


class Dismissed(LeagueAct, frozen=True, tag="dismissed"):
    """A member is a steward no more."""

    member: EntryNumber


class FormulaSet(LeagueAct, frozen=True, tag="formula"):
    """From now on events count by this formula; those that have counted stay as they are."""

    formula: Formula


class RulesPublished(LeagueAct, frozen=True, tag="rules"):
    """A rule set, or its next version (PT-L.3): the conventions of a game, by a preset and the differences from it."""

    name: Word
    game: Word
    preset: Word
    changes: dict[str, object] = {}
    text: Annotated[str, msgspec.Meta(max_length=4000)] = ""
    agreed: dict[str, object] | None = None
    """All of them by their fields, as they were on that day; None: an older program wrote it."""


class Counted(LeagueAct, frozen=True, tag="counted"):
    """An event of the club counts."""

    event: str
    name: Line
    game: Word
    entrants: Count
    played: tuple[Played, ...]
    weight: Weight | None = None
    """Its own; None: the formula's."""
    rules: Line = ""
    """The league's rule set by which the event was played, if the league has any for the game."""
    version: Number = 0
    """The version of that rule set."""


class Withdrawn(LeagueAct, frozen=True, tag="withdrawn"):
    """An event counts no more: it was counted by mistake, or its table has changed."""

    event: str
    why: Text


class Said(LeagueAct, frozen=True, tag="said"):
    """A line of the bulletin (PT-L.5)."""

    title: Word
    text: Text


AnyAct: TypeAlias = (
    Joined
    | Left
    | ClubJoined
    | ClubLeft
    | PlaysFor
    | Appointed
    | Dismissed
    | FormulaSet
    | RulesPublished
    | Counted
    | Withdrawn
    | Said
)
DECODER: Final = msgspec.json.Decoder(AnyAct)
