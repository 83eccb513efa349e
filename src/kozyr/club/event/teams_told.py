"""Matches of teams on the wire: the captains' turns, the results of both rooms, and the tables for spectators (B-TEAM)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from kozyr.club.event import teams
from kozyr.club.event.boards import shows_open, sittings, unsealed
from kozyr.club.event.tournament import Tournament
from kozyr.tournaments.director.entries import LinedUp
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.director.state import Session, captains, members
from kozyr.tournaments.movements import Table


class EventSeries(msgspec.Struct, frozen=True):
    """A series of a match of the round that runs or comes."""

    table: int
    series: int
    boards: tuple[int, ...]
    names: int | None
    """The team whose captain is to name the four now. None: both have."""
    stands: bool
    """Both rooms begin it, or have begun."""
    fours: tuple[LinedUp, ...]
    yours: tuple[str, ...]
    """The members whom the reader may name, as captain of a team that has named none yet."""


class EventMatch(msgspec.Struct, frozen=True):
    """The result of a match on boards that are no longer sealed."""

    session: int
    round: int
    table: int
    home: int
    away: int
    boards: int
    """The number of boards that are no longer sealed; `of`: all boards."""
    of: int
    won: Fraction
    """IMPs, or boards, of home."""
    vp: tuple[Fraction, Fraction] | None
    """The victory points of both, once all boards are there."""


class EventOpenRoom(msgspec.Struct, frozen=True):
    """A table of an open room at which spectators may look (B-TEAM-1)."""

    session: int
    round: int
    table: int
    series: int
    boards: tuple[int, ...]
    at: str
    """The id of the club's table."""


class EventTeams(msgspec.Struct, frozen=True):
    """The facts of an event of teams: series of the round, matches, and tables for spectators; entrants see none of the last."""

    series: tuple[EventSeries, ...]
    matches: tuple[EventMatch, ...]
    open_rooms: tuple[EventOpenRoom, ...]


def teams_told(at: Tournament, account: str) -> EventTeams | None:
    """The facts of matches of teams for an account. None: there are none at the club's tables."""
    if not at.online or not at.of_teams:
        return None
    session = at.state.session
    running = () if session is None or session.ended_at is not None else tuple(_series(at, session, account))
    return EventTeams(running, tuple(_matches(at)), tuple(_open_rooms(at, account)))


def _series(at: Tournament, session: Session, account: str) -> Iterator[EventSeries]:
    number = session.begun if session.begun != session.ended else session.begun + 1
    for table in session.turn(number).tables:
        begun = sittings(at, len(at.state.sessions), number, table) if number <= session.begun else ()
        stands = {sitting.series for sitting in begun}
        for one in teams.series(at.state, session, table):
            fours, yours = tuple(one.lineups.values()), _yours(at, one, account)
            yield EventSeries(table.table, one.nth, one.boards, one.names, one.nth in stands, fours, yours)


def _yours(at: Tournament, one: teams.Series, account: str) -> tuple[str, ...]:
    name = at.names.get(account)
    for team in (one.first, one.then):
        if team not in one.lineups and name in captains(at.state, team):
            return members(at.state, team)
    return ()


def _matches(at: Tournament) -> Iterator[EventMatch]:
    known = set(unsealed(at))
    for one in matches(at.state):
        table = _table(at, one.session, one.round, one.table)
        won = [worth for board, worth in one.boards.items() if board in known]
        whole = len(won) == len(table.boards)
        if won:
            yield EventMatch(
                one.session,
                one.round,
                one.table,
                one.home,
                one.away,
                len(won),
                len(table.boards),
                sum(won, Fraction(0)),
                one.vp if whole else None,
            )


def _table(at: Tournament, session: int, round_: int, number: int) -> Table:
    turn = at.state.sessions[session - 1].turn(round_)
    return next(table for table in turn.tables if table.table == number)


def _open_rooms(at: Tournament, account: str) -> Iterator[EventOpenRoom]:
    for number, session in enumerate(at.state.sessions, 1):
        for nth, turn in enumerate(session.movement.rounds[: session.begun], 1):
            for table in turn.tables:
                for one in sittings(at, number, nth, table):
                    if one.room == "open" and shows_open(at, one.boards, account):
                        yield EventOpenRoom(number, nth, table.table, one.series, one.boards, one.id(at.setup.id))
