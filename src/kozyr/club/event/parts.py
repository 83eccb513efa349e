"""An event in parts: the first needs of its page, and more rows of its long lists as a reader comes to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from kozyr.club.event.teams_told import EventMatch, EventOpenRoom, EventSeries, EventTeams
from kozyr.club.event.told import ClubEvent, EventEntrant, EventLine, EventTable
from kozyr.club.event.tournament import Tournament
from kozyr.tournaments.scoring import Place

LONGEST: Final = 500  # rows of a part
_ROWS: Final = 50  # entrants, and places, that the page has at once
_TABLES: Final = 15  # each with four names
_LINES: Final = 10  # the same
_MATCHES: Final = 20  # and open rooms
_NO_TEAMS: Final = EventTeams((), (), ())

Listed: TypeAlias = Literal["entrants", "tables", "standing", "seen", "matches", "open_rooms"]
R = TypeVar("R")


class EventPart(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of `GET /api/events/EVENT/part`: rows of the wanted list, and the entrants that they name by number."""

    mark: int
    entrants: tuple[EventEntrant, ...] = ()
    tables: tuple[EventTable, ...] = ()
    series: tuple[EventSeries, ...] = ()
    """The series of the matches at these tables."""
    standing: tuple[Place, ...] = ()
    seen: tuple[EventLine, ...] = ()
    matches: tuple[EventMatch, ...] = ()
    open_rooms: tuple[EventOpenRoom, ...] = ()
    named: tuple[EventEntrant, ...]


def first(event: ClubEvent, also: Iterable[int] = ()) -> ClubEvent:
    """The first part of an event's page: of each long list the reader's own rows, then the first ones.

    also: further entrants to name. A short event is told whole.
    """
    you = event.you
    me = None if you is None else you.entrant
    entrants = _cut(event.entrants, _ROWS, lambda one: one.entrant == me)
    now = event.round
    if now is not None:
        now = replace(now, tables=_cut(now.tables, _TABLES, lambda one: me in one.seats.values()))
    teams = event.teams
    if teams is not None:
        shown = None if now is None else {one.table for one in now.tables}
        teams = replace(
            teams,
            series=tuple(one for one in teams.series if shown is None or one.table in shown),
            matches=_cut(teams.matches, _MATCHES, lambda one: me in {one.home, one.away}),
            open_rooms=_cut(teams.open_rooms, _MATCHES, lambda _: False),
        )
    shared = event.shared
    if len(shared) > _ROWS:
        shared = tuple(name for name in shared if you is not None and name == you.name)
    short = replace(
        event,
        entrants=entrants,
        round=now,
        standing=_cut(event.standing, _ROWS, lambda one: one.entrant == me),
        seen=event.seen[:_LINES],
        shared=shared,
        teams=teams,
    )
    return replace(short, named=_named(event, {one.entrant for one in entrants}, [*_numbers(short), *also]))


def part(event: ClubEvent, of: Listed, skip: int, most: int) -> EventPart:
    """At most `most` rows of one list of an event, without the first `skip`."""
    tables = () if event.round is None else event.round.tables
    teams = event.teams or _NO_TEAMS
    found = EventPart(mark=event.mark, named=())
    rows = slice(skip, skip + most)
    if of == "entrants":
        return replace(found, entrants=event.entrants[rows])
    if of == "tables":
        here = {one.table for one in tables[rows]}
        found = replace(
            found,
            tables=tuple(replace(one, at=None) for one in tables[rows]),
            series=tuple(one for one in teams.series if one.table in here),
        )
    elif of == "standing":
        found = replace(found, standing=event.standing[rows])
    elif of == "seen":
        found = replace(found, seen=event.seen[rows])
    elif of == "matches":
        found = replace(found, matches=teams.matches[rows])
    else:
        found = replace(found, open_rooms=teams.open_rooms[rows])
    return replace(found, named=_named(event, set(), _in_rows(found)))


def sitting(at: Tournament, session: int, number: int, table: int) -> tuple[int, ...]:
    """The entrants at a table of a round; none, if there is no such table."""
    if not 1 <= session <= len(at.state.sessions):
        return ()
    found = at.state.sessions[session - 1]
    if not 1 <= number <= len(found.movement.rounds):
        return ()
    return tuple(who for one in found.turn(number).tables if one.table == table for who in found.entrants(one).values())


def _cut(rows: tuple[R, ...], most: int, mine: Callable[[R], bool]) -> tuple[R, ...]:
    """A list as it is, if it is short; else the reader's own rows and behind them the first of all."""
    if len(rows) <= most:
        return rows
    behind = [one for one in rows[most:] if mine(one)]
    return (*behind, *rows[:most])


def _named(event: ClubEvent, known: set[int], numbers: Iterable[int]) -> tuple[EventEntrant, ...]:
    wanted = set(numbers) - known
    return tuple(one for one in event.entrants if one.entrant in wanted)


def _in_rows(rows: EventPart) -> Iterator[int]:
    for table in rows.tables:
        yield from table.seats.values()
    for place in rows.standing:
        yield place.entrant
    for line in rows.seen:
        yield from line.seats.values()
    for match in rows.matches:
        yield from (match.home, match.away)
    for series in rows.series:
        yield from (four.entrant for four in series.fours)
        yield from () if series.names is None else (series.names,)


def _numbers(event: ClubEvent) -> Iterator[int]:
    """The entrants in an answer, by number."""
    teams, now, committee = event.teams or _NO_TEAMS, event.round, event.committee
    yield from _in_rows(
        EventPart(
            mark=0,
            tables=() if now is None else (*now.tables, *(() if now.next is None else (now.next,))),
            standing=event.standing,
            seen=event.seen,
            series=teams.series,
            matches=teams.matches,
            named=(),
        )
    )
    yield from () if event.asked is None else (event.asked,)
    yield from () if event.you is None or event.you.entrant is None else (event.you.entrant,)
    for due in event.due:
        yield from due.seats.values()
    for appeal in () if committee is None else committee.appeals:
        yield from (appeal.entrant, *appeal.about)
    for proposed in () if committee is None else committee.proposed:
        yield proposed.entrant
