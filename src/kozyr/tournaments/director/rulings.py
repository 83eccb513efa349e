"""The club's own rulings as entries of an event: made at its tables, or about absent players.

They have checks, and a rest for the director. Pure.
"""

from __future__ import annotations

from typing import Final

import msgspec

from kozyr.games.refusal import Refusal, refusal
from kozyr.games.rulings import Scored, parse
from kozyr.tournaments.director.entries import AtTable, Decision, Guilt, Ruled, exact
from kozyr.tournaments.director.state import At, State, lacks
from kozyr.tournaments.director.tables import scores
from kozyr.tournaments.movements import Table

_PLAYED_AGAIN: Final = "PT-I.11.2.B.1"  # an artificial score, where no result can be reached naturally


class Offer(msgspec.Struct, frozen=True):
    """The completion that the director can enter on a table's ruling, as it is: the rule, and the board's scores."""

    law: str
    decision: Decision


def unfit(state: State, what: Ruled) -> Refusal | None:
    """Why a ruling cannot be one of a table, or complete one; None, if it can or is none."""
    where = At(len(state.sessions), what.round, what.table, what.board)
    if what.of and (wrong := unfit_completion(state, what)):
        return wrong
    made = what.at_table
    if what.absent:
        return _unfit_absence(state, what)
    if made is None:
        return None
    table = _table(state, made.session, what)
    if table is None or what.board not in (table.boards or (0,)):
        return refusal("not_played_session", at=where, round=what.round, session=made.session)
    if what.decision != Decision() or what.own_error or what.referred or what.of:
        return refusal("ruling_in_line", at=where)
    if parse(made.token) is None:
        return refusal("not_a_ruling", at=where, token=made.token[:40])
    for who, points in made.points.items():
        if who not in state.sessions[made.session - 1].entrants(table).values():
            return refusal("not_seated_there", "PT-I.6", at=where, name=state.name(who))
        try:
            exact(points)
        except ValueError:
            return refusal("no_number", at=where, text=points[:40])
    return None


def unfit_completion(state: State, what: Ruled) -> Refusal | None:
    """Why a ruling cannot complete the one that it names; None, if it can."""
    where, found = At(len(state.sessions), what.round, what.table, what.board), state.rulings.get(what.of)
    if found is None or found.at_table is None or found.board != what.board:
        return refusal("not_tables_ruling", at=where, entry=what.of)
    return refusal("ruling_weighed", "PT-I.11.2.A", at=where, entry=what.of) if what.of in _completed(state) else None


def absent_from(state: State) -> int | None:
    """From when on the boards of absent players are not played in the running round, in seconds since 1970.

    None: the others wait for them.
    """
    most, session = state.event.regulations.tournament_absent_min, state.session
    if most is None or session is None or session.begun == session.ended or session.begun_at is None:
        return None
    return None if session.paused_at is not None else session.begun_at + 60 * most


def _unfit_absence(state: State, what: Ruled) -> Refusal | None:
    where, due, session = At(len(state.sessions), what.round, what.table, what.board), absent_from(state), state.session
    if due is None or session is None or what.round != session.begun or state.clock < due:
        most = state.event.regulations.tournament_absent_min
        if most is None:
            return refusal("others_wait", _PLAYED_AGAIN, at=where)
        return refusal("not_absent_yet", _PLAYED_AGAIN, at=where, minutes=most)
    table = _table(state, len(state.sessions), what)
    if table is None or what.board not in table.boards:
        return refusal("not_played", at=where, round=what.round)
    if not set(what.absent) <= set(session.entrants(table).values()):
        return refusal("not_absent", at=where)
    if what.decision != Decision() or what.own_error or what.referred or what.of or what.at_table is not None:
        return refusal("absence_scores", "PT-I.11.2.B.1", at=where)
    return (
        None if lacks(state, len(state.sessions), what.round, table, what.board) else refusal("board_ruled", at=where)
    )


def without(state: State, what: Ruled) -> Ruled:
    """The ruling with the scores of a board that an absent player kept from being played.

    The absent one's is that of the guilty, the others are innocent.
    """
    table = _table(state, len(state.sessions), what)
    seats = {} if table is None else state.sessions[-1].entrants(table)
    guilt: dict[int, Guilt] = {who: "fully" if who in what.absent else "innocent" for who in seats.values()}
    return msgspec.structs.replace(what, decision=Decision(artificial=guilt))


def _table(state: State, nth: int, what: Ruled) -> Table | None:
    session = state.sessions[nth - 1] if nth <= len(state.sessions) else None
    if session is None or not 1 <= what.round <= session.begun:
        return None
    return next((one for one in session.turn(what.round).tables if one.table == what.table), None)


def _completed(state: State) -> frozenset[int]:
    """The entries of tables' rulings that the director has weighed."""
    return frozenset(one.of for one in state.rulings.values() if one.of)


def offer(state: State, entry: int) -> Offer | None:
    """The rest of a table's ruling for the director: a score, points beside the deal, or a board played again.

    entry: the ruling's number. None: there is none, it was done, or the line with the points is not there yet.
    """
    what = state.rulings[entry]
    made = what.at_table
    table = None if made is None else _table(state, made.session, what)
    if made is None or table is None or not what.board or entry in _completed(state):
        return None
    seats = state.sessions[made.session - 1].entrants(table)
    artificial, assigned = _given(state, made, seats)
    if artificial or assigned:
        return Offer(what.law, Decision(artificial=artificial, assigned=assigned, room=made.room))
    if made.points:
        now = {
            one.entrant: one.score
            for one in scores(state, made.session, what.board)
            if one.row is None or one.row.at.room == made.room
        }
        owed = {who: exact(points) for who, points in made.points.items()}
        added = {who: str(had + points) for who, points in owed.items() if (had := now.get(who)) is not None}
        return Offer(what.law, Decision(assigned=added, room=made.room)) if len(added) == len(owed) else None
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
