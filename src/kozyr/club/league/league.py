"""A league: a pure fold over its log. No input, no output, no clock, no chance (PT-L.3, PT-L.4).

The worth of an event is calculated when it counts, by the formula of that day, so that no won points change afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from kozyr.club.league import acts
from kozyr.store import Entry
from kozyr.tournaments.director import Conflict
from kozyr.tournaments.scoring import ranked


class Setup(msgspec.Struct, frozen=True):
    """A league as it was founded."""

    id: str
    name: str
    text: str
    formula: acts.Formula
    created: int
    """When the league was founded, in milliseconds since 1970."""


class Member(msgspec.Struct, frozen=True):
    """A member of the league, present or former."""

    account: str
    name: str
    club: int | None = None
    """The number of the member's club."""
    steward: bool = False
    left: bool = False
    """Whether the member has left."""


class Club(msgspec.Struct, frozen=True):
    """A club that has joined."""

    name: str
    place: str
    by: str
    """The account that speaks for it."""
    left: bool = False


class Won(msgspec.Struct, frozen=True):
    """A member's points at an event."""

    rank: int
    points: Fraction
    club: int | None
    """The number of the club for which the member played."""


class Counting(msgspec.Struct, frozen=True):
    """An event that counts."""

    about: acts.Counted
    at: int
    """Since when it counts."""
    weight: int
    """The weight of the place before all others."""
    won: Mapping[int, Won]
    """The points by the member's number."""


class News(msgspec.Struct, frozen=True):
    """A line of the bulletin, about an act or with an announcement."""

    seq: int
    """The number of its entry."""
    at: int
    what: Literal["said", "counted", "withdrawn", "rules", "formula", "club"]
    title: str = ""
    """The title of a statement, or the name of its subject."""
    text: str = ""
    version: int = 0
    """The version of a rule set."""


class Stood(NamedTuple):
    """A line of a rating list."""

    rank: int
    who: int
    """The number of a member, or of a club."""
    points: Fraction
    events: int
    """The number of events in the sum."""


class League(msgspec.Struct, frozen=True):
    """All that is known of a league."""

    setup: Setup
    formula: acts.Formula
    seq: int = 0
    members: Mapping[int, Member] = {}
    """The members, by number."""
    clubs: Mapping[int, Club] = {}
    """The clubs, by number."""
    counted: Mapping[str, Counting] = {}
    """The counting events, by event."""
    rules: Mapping[str, tuple[acts.RulesPublished, ...]] = {}
    """All versions of each set, the first one first."""
    news: tuple[News, ...] = ()

    @staticmethod
    def open(setup: Setup) -> League:
        """A league whose log is empty."""
        return League(setup, setup.formula)

    def after(self, entry: Entry) -> League:
        """The league with one more entry of its log.

        Raises:
            ValueError: the entry does not follow. Conflict: it contradicts the log.
        """
        if entry.seq != self.seq + 1 or entry.kind != acts.KIND:
            raise ValueError(f"entry {entry.seq} of kind {entry.kind} after {self.seq}")
        act: acts.AnyAct = acts.DECODER.decode(entry.body)
        line = _line(self, act, entry)
        news = self.news if line is None else (*self.news, line)
        return replace(_DOES[type(act)](self, act, entry), seq=entry.seq, news=news)

    def number(self, account: str) -> int | None:
        """The number of a member by the account. None: the account is no member, or has left."""
        return next((nth for nth, one in self.members.items() if one.account == account and not one.left), None)

    def steward(self, account: str) -> bool:
        """Whether an account is a steward of the league."""
        nth = self.number(account)
        return nth is not None and self.members[nth].steward


# --- the effects of entries --------------------------------------------------------------------------------


def _joined(at: League, act: acts.Joined, _: Entry) -> League:
    old = next((nth for nth, one in at.members.items() if one.account == act.by), None)
    # The founder is the first steward; a returning member has the old number and the won points.
    number = len(at.members) + 1 if old is None else old
    return replace(at, members={**at.members, number: Member(act.by, act.name, steward=not at.members)})


def _member(at: League, number: int | None, **changes: object) -> League:
    if number is None or number not in at.members:
        raise Conflict("no_league_member", member=number)
    return replace(at, members={**at.members, number: replace(at.members[number], **changes)})


def _left(at: League, act: acts.Left, _: Entry) -> League:
    return _member(at, at.number(act.by), left=True, club=None, steward=False)


def _club_joined(at: League, act: acts.ClubJoined, _: Entry) -> League:
    return replace(at, clubs={**at.clubs, len(at.clubs) + 1: Club(act.name, act.place, act.by)})


def _club_left(at: League, act: acts.ClubLeft, _: Entry) -> League:
    if act.club not in at.clubs:
        raise Conflict("no_league_club", club=act.club)
    members = {nth: replace(one, club=None) if one.club == act.club else one for nth, one in at.members.items()}
    return replace(at, members=members, clubs={**at.clubs, act.club: replace(at.clubs[act.club], left=True)})


def _plays_for(at: League, act: acts.PlaysFor, _: Entry) -> League:
    return _member(at, at.number(act.by), club=act.club)


def _appointed(at: League, act: acts.Appointed, _: Entry) -> League:
    return _member(at, act.member, steward=True)


def _dismissed(at: League, act: acts.Dismissed, _: Entry) -> League:
    return _member(at, act.member, steward=False)


def _formula_set(at: League, act: acts.FormulaSet, _: Entry) -> League:
    return replace(at, formula=act.formula)


def _rules_published(at: League, act: acts.RulesPublished, _: Entry) -> League:
    return replace(at, rules={**at.rules, act.name: (*at.rules.get(act.name, ()), act)})


def _counted(at: League, act: acts.Counted, entry: Entry) -> League:
    numbers = {one.account: nth for nth, one in at.members.items() if not one.left}
    weight = at.formula.weight if act.weight is None else act.weight
    won = {
        number: Won(one.rank, worth(weight, one), at.members[number].club)
        for one in act.played
        if (number := numbers.get(one.account)) is not None
    }
    return replace(at, counted={**at.counted, act.event: Counting(act, entry.ts, weight, won)})


def _withdrawn(at: League, act: acts.Withdrawn, _: Entry) -> League:
    return replace(at, counted={event: one for event, one in at.counted.items() if event != act.event})


def _said(at: League, _act: acts.Said, _: Entry) -> League:
    return at


_DOES: Final[Mapping[type, Callable[..., League]]] = {
    acts.Joined: _joined,
    acts.Left: _left,
    acts.ClubJoined: _club_joined,
    acts.ClubLeft: _club_left,
    acts.PlaysFor: _plays_for,
    acts.Appointed: _appointed,
    acts.Dismissed: _dismissed,
    acts.FormulaSet: _formula_set,
    acts.RulesPublished: _rules_published,
    acts.Counted: _counted,
    acts.Withdrawn: _withdrawn,
    acts.Said: _said,
}


def _line(at: League, act: acts.AnyAct, entry: Entry) -> News | None:
    """The line of the bulletin about an act; None: it says nothing of it."""
    seq, ts = entry.seq, entry.ts
    match act:
        case acts.Said():
            return News(seq, ts, "said", act.title, act.text)
        case acts.Counted():
            return News(seq, ts, "counted", act.name)
        case acts.Withdrawn():
            counted = at.counted.get(act.event)
            return News(seq, ts, "withdrawn", "" if counted is None else counted.about.name, act.why)
        case acts.RulesPublished():
            return News(seq, ts, "rules", act.name, act.text, len(at.rules.get(act.name, ())) + 1)
        case acts.FormulaSet():
            return News(seq, ts, "formula")
        case acts.ClubJoined():
            return News(seq, ts, "club", act.name, act.place)
    return None


# --- points ------------------------------------------------------------------------------------------------


def worth(weight: int, one: acts.Played) -> Fraction:
    """The master points of a place: weight x those behind, equals for half, / the others (PT-I.9; as `formats.master_points` has it)."""
    others = one.rank + one.level + one.behind - 1
    return weight * (one.behind + Fraction(one.level, 2)) / others if others else Fraction(weight)


def people(league: League, game: str | None = None) -> tuple[Stood, ...]:
    """The rating list of all winners of points, in a game or in all of them; the best first."""
    won: dict[int, list[Fraction]] = {}
    for one in _of(league, game):
        for number, result in one.won.items():
            won.setdefault(number, []).append(result.points)
    return _stood(won, league.formula.best)


def clubs(league: League, game: str | None = None) -> tuple[Stood, ...]:
    """The rating list of clubs, by the points won for them."""
    won: dict[int, list[Fraction]] = {}
    for one in _of(league, game):
        for result in one.won.values():
            if result.club is not None:
                won.setdefault(result.club, []).append(result.points)
    return _stood(won, 0)


def _of(league: League, game: str | None) -> Iterable[Counting]:
    return (one for one in league.counted.values() if game is None or one.about.game == game)


def _stood(won: Mapping[int, list[Fraction]], best: int) -> tuple[Stood, ...]:
    """The rating list from won points. best: the number of results that are summed; 0: all."""
    best_of = {who: sorted(some, reverse=True)[: best or None] for who, some in won.items()}
    sums = {who: sum(some, Fraction(0)) for who, some in best_of.items()}
    places = ranked({who: points for who, points in sums.items() if points > 0})
    return tuple(Stood(one.rank, one.entrant, one.total, len(best_of[one.entrant])) for one in places)
