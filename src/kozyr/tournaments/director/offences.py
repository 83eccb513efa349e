"""Slow tables, penalties, suspension and disqualification (PT-I.4, PT-I.12, PT-I.13.2.4). Pure.

A rule gives the refusal of an entry that may not be written; None: it may, or it cannot be followed anyway.
"""

from __future__ import annotations

from msgspec.structs import replace

from kozyr.games.refusal import Refusal, refusal
from kozyr.tournaments.director.entries import Approved, Disqualified, Penalised, Waived
from kozyr.tournaments.director.state import At, State, missing, people


def slow(state: State) -> State:
    """The state after a round has just ended: tables that had not written all of its lines are noted (PT-I.4).

    A board that was put off to be played later makes no table slow (PT-I.13.2.5).
    """
    number, session = len(state.sessions), state.session
    if session is None or state.event.regulations.tournament_type != "duplicate":
        return state
    now = (number, session.ended)
    late = {
        At(at.session, at.round, at.table, 0)
        for at in missing(state)
        if (at.session, at.round) == now and at not in state.late
    }
    return replace(state, slow=state.slow | late) if late else state


def penalised(state: State, what: Penalised) -> Refusal | None:
    """The refusal of a procedural penalty. None: it is possible."""
    found = state.entrants.get(what.entrant)
    if found is not None and state.event.regulations.tournament_type != "duplicate":
        return refusal("no_penalties", "PT-I.12.1", name=found.name)
    return None


def waived(state: State, what: Waived) -> Refusal | None:
    """The refusal of a penalty's waiver at the request of the innocent. None: it is possible."""
    found = state.penalties.get(what.entry)
    if found is not None and what.asked_by == state.name(found.entrant):
        return refusal("guilty", "PT-I.13.2.4", name=what.asked_by)
    return None


def disqualified(state: State, what: Disqualified, who: str) -> Refusal | None:
    """The refusal of a disqualification whose second voice is not another official's. None: it is possible.

    Without a second voice it waits for one.
    """
    if what.entrant not in state.entrants or not what.approved_by:
        return None
    if what.approved_by == who or what.approved_by not in {*state.committee, "organisers"}:
        return refusal("no_approval", "PT-I.13.2.4", name=state.name(what.entrant))
    return None


def approved(state: State, what: Approved, who: str) -> Refusal | None:
    """The refusal of a second voice: it must be a committee member's, neither the proposer's nor the target's."""
    found = state.proposed.get(what.entry)
    if found is None:
        return None
    name = state.name(found.entrant)
    if who not in state.committee or who == found.by or who in people(state, found.entrant):
        return refusal("other_approves", "PT-I.13.2.4", name=name)
    return None
