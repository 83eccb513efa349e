"""A league on the wire: the bodies of requests and answers (docs/league.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Final

import msgspec

from kozyr.club.league import acts
from kozyr.club.league.league import League, News, Stood, clubs, people
from kozyr.club.wire import Command
from kozyr.logs import EntryNumber
from kozyr.tournaments.director.entries import Word


class NewLeague(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/leagues`; the founder is the first member and steward."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    text: Annotated[str, msgspec.Meta(max_length=4000)] = ""
    formula: acts.Formula = acts.Formula()


class Founded(NewLeague, frozen=True):
    """The first entry of a league's log."""

    edition: int = 0
    """The edition of the program, as of events; an older log does not say it."""


class _Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A wish of an account in a league."""


class WantsIn(_Wish, frozen=True, tag="join"):
    """The sender joins, under the own name or the first free one like it."""


class WantsOut(_Wish, frozen=True, tag="leave"):
    """I leave."""


class WantsClub(_Wish, frozen=True, tag="club"):
    """A club joins; I speak for it."""

    name: Word
    place: acts.Line = ""


class WantsClubOut(_Wish, frozen=True, tag="club_left"):
    """The club leaves."""

    club: EntryNumber


class WantsToPlayFor(_Wish, frozen=True, tag="plays_for"):
    """I play for a club; null: for none."""

    club: EntryNumber | None


class Appoint(_Wish, frozen=True, tag="appoint"):
    """A member is a steward."""

    member: EntryNumber


class Dismiss(_Wish, frozen=True, tag="dismiss"):
    """A member is a steward no more."""

    member: EntryNumber


class SetFormula(_Wish, frozen=True, tag="formula"):
    """Events count by this formula from now on."""

    formula: acts.Formula


class PublishRules(_Wish, frozen=True, tag="rules"):
    """A rule set, or its next version."""

    name: Word
    game: Word
    preset: Word
    changes: dict[str, object] = {}
    text: Annotated[str, msgspec.Meta(max_length=4000)] = ""


class CountEvent(_Wish, frozen=True, tag="count"):
    """An event of the club counts, once it is over; by its id."""

    event: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    weight: acts.Weight | None = None
    """Its own; null: the formula's."""


class WithdrawEvent(_Wish, frozen=True, tag="withdraw"):
    """An event counts no more."""

    event: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    why: acts.Text


class SayInLeague(_Wish, frozen=True, tag="say"):
    """A line of the bulletin."""

    title: Word
    text: acts.Text


Wish = (
    WantsIn
    | WantsOut
    | WantsClub
    | WantsClubOut
    | WantsToPlayFor
    | Appoint
    | Dismiss
    | SetFormula
    | PublishRules
    | CountEvent
    | WithdrawEvent
    | SayInLeague
)


class LeagueDo(Command, frozen=True):
    """The body of `POST /api/leagues/LEAGUE`: an act, done once for each id."""

    wish: Wish


class ListedLeague(msgspec.Struct, frozen=True):
    """A league in the list."""

    id: str
    name: str
    created: int


class LeagueMember(msgspec.Struct, frozen=True):
    """A member of the league."""

    member: int
    name: str
    club: int | None
    """The number of the member's club."""
    steward: bool


class LeagueClub(msgspec.Struct, frozen=True):
    """A club that has joined."""

    club: int
    name: str
    place: str
    members: int
    """The number of its members."""
    yours: bool
    """Whether the reader speaks for it."""


class LeaguePlace(msgspec.Struct, frozen=True):
    """A line of a rating list."""

    rank: int
    who: int
    """The number of a member, or of a club."""
    name: str
    points: Fraction
    events: int
    """The number of events in the sum."""


class LeagueList(msgspec.Struct, frozen=True):
    """The rating lists of a game, or of all games together (`game` is null then)."""

    game: str | None
    people: tuple[LeaguePlace, ...]
    clubs: tuple[LeaguePlace, ...]


class LeagueRules(msgspec.Struct, frozen=True):
    """A version of a rule set; the newest stands first."""

    name: str
    version: int
    game: str
    preset: str
    changes: Mapping[str, object]
    text: str


class LeagueEvent(msgspec.Struct, frozen=True):
    """An event that counts."""

    event: str
    name: str
    game: str
    at: int
    entrants: int
    weight: int
    """The weight of the first place."""
    rules: str
    """The rule set by which the event was played."""
    version: int
    """The version of that rule set."""
    won: tuple[LeaguePlace, ...]


class LeagueTold(msgspec.Struct, frozen=True):
    """A league as an account sees it."""

    id: str
    seq: int
    """The number of its last entry."""
    name: str
    text: str
    created: int
    formula: acts.Formula
    you: int | None
    """The reader's number."""
    steward: bool
    """Whether the reader is a steward."""
    members: tuple[LeagueMember, ...]
    clubs: tuple[LeagueClub, ...]
    lists: tuple[LeagueList, ...]
    """The lists of all games, then of each game with one."""
    rules: tuple[LeagueRules, ...]
    events: tuple[LeagueEvent, ...]
    news: tuple[News, ...]


_OWN: Final[Mapping[str, str]] = {}  # members bear the names under which they joined
_NEWS: Final = 100  # lines of the bulletin in one answer


def told(league: League, account: str, names: Mapping[str, str] = _OWN) -> LeagueTold:
    """A league as an account sees it. names: the operator's names by account, instead of the members' own."""
    games = sorted({one.about.game for one in league.counted.values()})
    playing = [one.club for one in league.members.values()]
    setup = league.setup
    called = {nth: names.get(one.account, one.name) for nth, one in league.members.items()}
    return LeagueTold(
        id=setup.id,
        seq=league.seq,
        name=setup.name,
        text=setup.text,
        created=setup.created,
        formula=league.formula,
        you=league.number(account),
        steward=league.steward(account),
        members=tuple(
            LeagueMember(nth, called[nth], one.club, one.steward) for nth, one in league.members.items() if not one.left
        ),
        clubs=tuple(
            LeagueClub(nth, one.name, one.place, playing.count(nth), one.by == account)
            for nth, one in league.clubs.items()
            if not one.left
        ),
        lists=tuple(_list(league, game, called) for game in (None, *games)),
        rules=tuple(
            LeagueRules(name, nth, one.game, one.preset, one.changes, one.text)
            for name, versions in league.rules.items()
            for nth, one in reversed(list(enumerate(versions, 1)))
        ),
        events=tuple(_event(league, event, called) for event in reversed(tuple(league.counted))),
        news=tuple(reversed(league.news))[:_NEWS],
    )


def _list(league: League, game: str | None, called: Mapping[int, str]) -> LeagueList:
    def named(some: Iterable[Stood], of: Mapping[int, str]) -> tuple[LeaguePlace, ...]:
        return tuple(LeaguePlace(one.rank, one.who, of[one.who], one.points, one.events) for one in some)

    return LeagueList(
        game,
        named(people(league, game), called),
        named(clubs(league, game), {nth: one.name for nth, one in league.clubs.items()}),
    )


def _event(league: League, event: str, called: Mapping[int, str]) -> LeagueEvent:
    one = league.counted[event]
    won = sorted(one.won.items(), key=lambda row: (row[1].rank, row[0]))
    return LeagueEvent(
        event,
        one.about.name,
        one.about.game,
        one.at,
        one.about.entrants,
        one.weight,
        one.about.rules,
        one.about.version,
        tuple(LeaguePlace(result.rank, who, called[who], result.points, 1) for who, result in won),
    )
