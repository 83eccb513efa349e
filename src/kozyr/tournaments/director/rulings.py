"""Rulings made at tables of the club as entries of an event: whether they can be, and what is left to the director. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple

from kozyr.games.rulings import Scored, parse
from kozyr.tournaments.director.entries import AtTable, Decision, Guilt, Ruled, exact
from kozyr.tournaments.director.state import State
from kozyr.tournaments.director.tables import scores
from kozyr.tournaments.movements import Table

_PLAYED_AGAIN: Final = "PT-I.11.2.B.1"  # an artificial score, where no result can be reached naturally


class Offer(NamedTuple):
    """What the director can enter on a ruling of a table, as it is: the rule, and the board's scores."""

    law: str
    decision: Decision


def unfit(state: State, what: Ruled) -> str:
    """Why a ruling cannot be one of a table, or complete one; nothing, if it can or is none."""
    where = f"table {what.table}, board {what.board}"
    if what.of:
        found = state.rulings.get(what.of)
        if found is None or found.at_table is None or found.board != what.board:
            return f"{where}: entry {what.of} is no ruling of a table on that board"
        if what.of in _completed(state):
            return f"{where}: entry {what.of} was weighed already (PT-I.11.2.A)"
    made = what.at_table
    if made is None:
        return ""
    table = _table(state, made, what)
    if table is None or what.board not in (table.boards or (0,)):
        return f"{where}: nobody plays it there in round {what.round} of session {made.session}"
    if what.decision != Decision() or what.own_error or what.referred or what.of:
        return f"{where}: what a table has ruled stands in its line"
    if parse(made.token) is None:
        return f"{where}: {made.token[:40]!r} is no ruling"
    for who, points in made.points.items():
        if who not in state.sessions[made.session - 1].entrants(table).values():
            return f"{where}: {state.name(who)} does not sit there"
        try:
            exact(points)
        except ValueError as error:
            return f"{where}: {error}"
    return ""


def _table(state: State, made: AtTable, what: Ruled) -> Table | None:
    session = state.sessions[made.session - 1] if made.session <= len(state.sessions) else None
    if session is None or not 1 <= what.round <= session.begun:
        return None
    return next((one for one in session.turn(what.round).tables if one.table == what.table), None)


def _completed(state: State) -> frozenset[int]:
    """The entries of tables' rulings that the director has weighed."""
    return frozenset(one.of for one in state.rulings.values() if one.of)


def offer(state: State, entry: int) -> Offer | None:
    """What is left to the director of a table's ruling: a score that it gives in place of one, points beside the deal, or a board that was played again.

    entry: the ruling's number. None: nothing, it was done, or the line is not there yet to which points are added.
    """
    what = state.rulings[entry]
    made = what.at_table
    table = None if made is None else _table(state, made, what)
    if made is None or table is None or not what.board or entry in _completed(state):
        return None
    seats = state.sessions[made.session - 1].entrants(table)
    artificial, assigned = _given(state, made, seats)
    if artificial or assigned:
        return Offer(what.law, Decision(artificial=artificial, assigned=assigned))
    if made.points:
        now = {one.entrant: one.score for one in scores(state, made.session, what.board)}
        owed = {who: exact(points) for who, points in made.points.items()}
        added = {who: str(had + points) for who, points in owed.items() if (had := now.get(who)) is not None}
        return Offer(what.law, Decision(assigned=added)) if len(added) == len(owed) else None
    if made.replayed:
        return Offer(_PLAYED_AGAIN, Decision(artificial=dict.fromkeys(seats.values(), "partly")))
    return None


def _given(state: State, made: AtTable, seats: dict[str, int]) -> tuple[dict[int, Guilt], dict[int, str]]:
    """The scores that the ruling itself names, by entrant: artificial ones as guilt, and assigned ones."""
    parts = state.event.regulations.tournament_adjusted
    artificial: dict[int, Guilt] = {}
    assigned: dict[int, str] = {}
    ruling = parse(made.token)
    for effect in () if ruling is None else ruling.effects:
        if not isinstance(effect, Scored):
            continue
        who = next((one for line, one in seats.items() if effect.player in line), None)
        if who is None:
            continue
        if effect.kind == "assigned":
            assigned[who] = effect.points
        else:
            per_cent = exact(effect.points)
            artificial[who] = "fully" if per_cent <= parts[0] else "partly" if per_cent <= parts[1] else "innocent"
    return artificial, assigned
