"""Matches of teams at the club's tables: their series, the captains' line-ups, and the boards played in both rooms (B-TEAM)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from kozyr.games.refusal import Refused
from kozyr.tournaments import director, formats
from kozyr.tournaments.director.entries import LinedUp, Row, Seated
from kozyr.tournaments.director.state import At, Session, State, members
from kozyr.tournaments.movements import Table

Room: TypeAlias = Literal["open", "closed"]
ROOMS: Final[tuple[Room, ...]] = ("open", "closed")
BREAK: Final = 300  # seconds that a captain has to name the four, before a match and between its series


def rooms(table: Table) -> tuple[Literal["", "open", "closed"], ...]:
    """In which rooms a board of a table is played."""
    return ROOMS if "A" in table.seats else ("",)


class Series(NamedTuple):
    """A series of a match."""

    nth: int
    """The number of the series, from 1."""
    boards: tuple[int, ...]
    first: int
    """The team that names its four first; `then` is the other one."""
    then: int
    lineups: Mapping[int, LinedUp]
    """The line-ups by team."""

    @property
    def names(self) -> int | None:
        """The team that is to name its four now; None: both have."""
        return next((team for team in (self.first, self.then) if team not in self.lineups), None)


def series(state: State, session: Session, table: Table) -> Iterator[Series]:
    """The series of a match, with the fours that are named for each."""
    seats = session.entrants(table)
    for nth, boards in enumerate(formats.series_of(table.boards, state.event.regulations.bridge_series), 1):
        first = seats[formats.sits_first(nth)]
        then = next(team for team in seats.values() if team != first)
        named = {one.entrant: one for one in state.lineups if one.boards == boards and one.entrant in {first, then}}
        yield Series(nth, boards, first, then, named)


def played(state: State, session: int, round_: int, table: Table, boards: Iterable[int]) -> bool:
    """Whether every room of a table has a line of these boards, or the table one of its party."""
    if not table.boards:
        return At(session, round_, table.table, 0) in state.parties
    return all(At(session, round_, table.table, board, room) in state.rows for board in boards for room in rooms(table))


def order(room: str, boards: tuple[int, ...]) -> tuple[int, ...]:
    """A room's boards as it plays them: each begins with its own half, then they are carried over (B-TEAM-5, B-TEAM-6)."""
    return boards if not room else tuple(board for half in formats.halves(boards) for board in half[room])


def sitting(one: Series, seats: Mapping[str, int], room: Room) -> dict[str, tuple[int, str]]:
    """The seats of a room: the team and the name, by seat."""
    a, b = (one.lineups[seats[side]] for side in "AB")
    fours = (formats.Lineup(four.open_room, four.closed_room) for four in (a, b))
    sat = formats.rooms(formats.Series(one.boards, *fours))[room]
    return {letter: (seats["A"] if name in _four(a) else seats["B"], str(name)) for letter, name in sat.items()}


def _four(lined: LinedUp) -> tuple[str, ...]:
    return (*lined.open_room, *lined.closed_room)


def check(state: State, what: LinedUp) -> None:
    """Refuse a line-up that the club's tables cannot have: its series are agreed, and a named one is final.

    Raises:
        Refused: see there.
    """
    session = state.seated()
    matches = [
        list(series(state, session, table))
        for turn in session.movement.rounds
        for table in turn.tables
        if set(what.boards) & set(table.boards) and what.entrant in session.entrants(table).values()
    ]
    due = next((one for match in matches for one in match if one.boards == what.boards), None)
    if due is None:
        agreed = ", ".join(f"{one.boards[0]}-{one.boards[-1]}" for match in matches for one in match)
        if not agreed:
            raise Refused("no_series", "B-TEAM-3", entrant=what.entrant)
        raise Refused("team_series", "B-TEAM-3", entrant=what.entrant, series=agreed)
    if what.entrant in due.lineups:
        raise Refused("four_stand", "B-TEAM-4", entrant=what.entrant, series=due.nth)


def waiting(state: State, round_: int, table: Table) -> Series | None:
    """The series of a match of the last session that waits for a captain, once those before it are played; None: none does."""
    session = state.seated()
    for one in series(state, session, table):
        if one.names is not None:
            return one
        if not played(state, len(state.sessions), round_, table, one.boards):
            return None
    return None


def since(state: State, log: Iterable[director.Entry], table: Table, round_: int) -> int:
    """Since when a match waits for a captain, in seconds: since its round began, the other one named, or the last line was written."""
    session = state.seated()
    last, teams = session.begun_at or 0, set(session.entrants(table).values())
    for entry in log:
        what = entry.entry
        if isinstance(what, Seated):
            last = session.begun_at or 0
        named = isinstance(what, LinedUp) and what.entrant in teams and set(what.boards) <= set(table.boards)
        wrote = isinstance(what, Row) and (what.table, what.round) == (table.table, round_)
        if named or wrote:
            last = max(last, entry.at)
    return last


def usual(state: State, team: int, boards: tuple[int, ...]) -> LinedUp:
    """The line-up of a team whose captain has named none: its last one, or else its first four."""
    now = members(state, team)
    for one in reversed(state.lineups):
        if one.entrant == team and set(_four(one)) <= set(now):
            return LinedUp(entrant=team, boards=boards, open_room=one.open_room, closed_room=one.closed_room)
    a, b, c, d = now[:4]
    return LinedUp(entrant=team, boards=boards, open_room=(a, b), closed_room=(c, d))
