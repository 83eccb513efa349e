"""Matches of teams: each team's result on each board of both rooms, with all rulings, and the match's result. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from kozyr.tournaments.director.state import State
from kozyr.tournaments.director.tables import artificial_imps, imp_scale, scores
from kozyr.tournaments.director.verdicts import NATURAL, Outcomes, Verdict, Verdicts, verdicts
from kozyr.tournaments.movements import Table
from kozyr.tournaments.scoring import board_a_match, match_imps, rounded
from kozyr.tournaments.victory import victory_points

_ROOMS = ("open", "closed")


class TeamMatch(NamedTuple):
    """A match of two teams: the result of each on each board, in IMPs or points of board-a-match, and of the match."""

    session: int
    round: int
    table: int
    home: int
    away: int
    boards: Mapping[int, Fraction]
    """The results of the first team."""
    theirs: Mapping[int, Fraction]
    """The results of the second team: the opposite, unless a ruling gives each its own."""
    vp: tuple[Fraction, Fraction]


class _Match(NamedTuple):
    """A table of a round at which two teams meet."""

    session: int
    round: int
    table: Table
    seats: Mapping[str, int]


def matches(state: State) -> Iterator[TeamMatch]:
    """The matches that have a board with a result."""
    each = state.event.regulations.bridge_counted == "each"
    for nth, session in enumerate(state.sessions, 1):
        for round_, turn in enumerate(session.movement.rounds[: session.begun], 1):
            for table in turn.tables:
                at = _Match(nth, round_, table, session.entrants(table))
                ours, theirs = _of_each(state, at) if each else _of_the_first(state, at)
                if ours or theirs:
                    vp = _worth(state, len(table.boards), ours, theirs)
                    yield TeamMatch(nth, round_, table.table, at.seats["A"], at.seats["B"], ours, theirs, vp)


def _worth(
    state: State, boards: int, ours: Mapping[int, Fraction], theirs: Mapping[int, Fraction]
) -> tuple[Fraction, Fraction]:
    """The worth of a match to each team, by its own results: points, IMPs or victory points."""
    regulations = state.event.regulations
    mine, its = sum(ours.values(), Fraction(0)), sum(theirs.values(), Fraction(0))
    if regulations.bridge_scoring == "board_a_match" or regulations.bridge_vp_scale == "off":
        return mine, its
    home, away = (victory_points(rounded(one), regulations.bridge_vp_scale, boards)[0] for one in (mine, its))
    return home, away


# --- each team for itself ----------------------------------------------------------------------------------


def _of_each(state: State, at: _Match) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The results of each team on the boards that count for it."""
    home, away = dict[int, Fraction](), dict[int, Fraction]()
    for board in at.table.boards:
        ruled = verdicts(state, at.session, board)
        rooms = _played(state, at, board)
        ours, theirs = (_on_board(state, at, ruled, rooms, side) for side in "AB")
        if ours is not None and theirs is not None:
            ours, theirs = _balanced(state, ours, theirs)
        if ours is not None:
            home[board] = ours
        if theirs is not None:
            away[board] = theirs
    return home, away


def _balanced(state: State, ours: Fraction, theirs: Fraction) -> tuple[Fraction, Fraction]:
    """Results of a board that do not balance: each team keeps its own, or both have the mean of the two (Law 12C4)."""
    regulations = state.event.regulations
    if regulations.bridge_unbalanced == "each":
        return ours, theirs
    whole = regulations.bridge_mp_unit if regulations.bridge_scoring == "board_a_match" else 0
    mean = (ours + whole - theirs) / 2
    return mean, whole - mean


def _played(state: State, at: _Match, board: int) -> dict[str, Fraction]:
    """The score of the first team in each room that has a line of the board."""
    return {
        row.at.room: row.reading.scores["A"]
        for row in state.rows_of(at.session, board)
        if (row.at.round, row.at.table) == (at.round, at.table.table)
    }


def _on_board(state: State, at: _Match, ruled: Verdicts, rooms: Mapping[str, Fraction], side: str) -> Fraction | None:
    """A team's result on a board. None: a room has no result of it, or it does not count for the team."""
    verdict = ruled.of.get(at.seats[side], Verdict())
    if verdict.dropped:
        return None
    if verdict.guilt is not None:
        return _artificial(state, verdict)
    forms = {ruled.group(at.table.table, at.round, room) for room in _ROOMS}
    other = ruled.of.get(at.seats["B" if side == "A" else "A"], Verdict())
    found = [_in_room(room, verdict, other, rooms, 1 if side == "A" else -1) for room in _ROOMS]
    if not all(found):
        return None
    if len(forms) > 1:
        return _even(state)  # the only one that has played its form of the board (PT-I.10.B)
    first, second = found
    return sum((one * two * _compared(state, a, b) for one, a in first for two, b in second), Fraction(0))


def _in_room(room: str, own: Verdict, other: Verdict, rooms: Mapping[str, Fraction], turned: int) -> Outcomes:
    """A team's scores in a room: its own by a ruling, else the one reached there, else the opposite of its opponents'; empty: none."""
    if room in own.rooms:
        return own.rooms[room]
    if room in rooms:
        return ((NATURAL, turned * rooms[room]),)
    return tuple((weight, -score) for weight, score in other.rooms.get(room, ()))


def _artificial(state: State, verdict: Verdict) -> Fraction:
    """An artificial score: a part of a board's points, or a number of IMPs above or below nought (Law 86A)."""
    regulations = state.event.regulations
    guilt = verdict.guilt or "partly"
    if regulations.bridge_scoring == "board_a_match":
        return regulations.artificial.share(guilt) * regulations.bridge_mp_unit
    return artificial_imps(state, guilt)


def _even(state: State) -> Fraction:
    """The points of a drawn board."""
    regulations = state.event.regulations
    return Fraction(regulations.bridge_mp_unit, 2) if regulations.bridge_scoring == "board_a_match" else Fraction(0)


def _compared(state: State, first: Fraction, second: Fraction) -> Fraction:
    """A team's result of a board from its scores in both rooms."""
    regulations = state.event.regulations
    if regulations.bridge_scoring == "board_a_match":
        return board_a_match([int(first)], [int(-second)], regulations.bridge_mp_unit)
    return Fraction(match_imps([int(first)], [int(-second)], imp_scale(state))[0])


# --- from the first team's side ----------------------------------------------------------------------------


def _of_the_first(state: State, at: _Match) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Results as programs before `bridge.counted` found them: of rulings only an artificial score of the first team counts."""
    regulations = state.event.regulations
    bam = regulations.bridge_scoring == "board_a_match"
    home = dict[int, Fraction]()
    for board in at.table.boards:
        guilt = next(
            (one.guilt for one in scores(state, at.session, board) if one.entrant == at.seats["A"] and one.guilt), None
        )
        rooms = _played(state, at, board)
        if guilt is not None:
            home[board] = _artificial(state, Verdict(guilt=guilt))
        elif set(_ROOMS) <= set(rooms):
            home[board] = _compared(state, rooms["open"], rooms["closed"])
    whole = regulations.bridge_mp_unit if bam else 0
    return home, {board: whole - won for board, won in home.items()}
