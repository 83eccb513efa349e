"""Slow tables, penalties, suspension and disqualification (PT-I.4, PT-I.12, PT-I.13.2.4). Pure.

A rule returns the state after an entry, or says in one line why it cannot be.
"""

from __future__ import annotations

from msgspec.structs import replace

from kozyr.tournaments.director.entries import Approved, Disqualified, Penalised, Suspended, Waived
from kozyr.tournaments.director.state import Penalty, Proposed, State, missing, people


def slow(state: State) -> State:
    """The state after a round has just ended: the tables that had not written all of its lines are noted (PT-I.4).

    A board that was put off to be played later makes nobody slow (PT-I.13.2.5).
    """
    number, session = len(state.sessions), state.session
    if session is None or state.event.regulations.tournament_type != "duplicate":
        return state
    now = (number, session.ended)
    late = {at[:3] for at in missing(state) if at[:2] == now and at not in state.late}
    return replace(state, slow=state.slow | late) if late else state


def penalised(state: State, what: Penalised) -> State | str:
    """A procedural penalty."""
    found = state.entrants.get(what.entrant)
    if found is None:
        return f"there is no entrant {what.entrant}"
    if state.event.regulations.tournament_type != "duplicate":
        return f"{found.name}: a penalty is a part of a board's max, and this event has none (PT-I.12.1)"
    percent = state.event.regulations.penalty(what.offence) if what.percent is None else what.percent
    stage = state.session.stage if state.session else 1
    penalty = Penalty(what.entrant, percent, what.offence, stage)
    return replace(state, penalties={**state.penalties, state.on: penalty})


def waived(state: State, what: Waived) -> State | str:
    """A penalty that is not taken, at the request of the innocent."""
    found = state.penalties.get(what.entry)
    if found is None:
        return f"entry {what.entry} is no penalty that stands"
    if what.asked_by == state.name(found.entrant):
        return f"{what.asked_by} is the guilty one; the innocent may ask to waive it (PT-I.13.2.4)"
    return replace(state, penalties={nth: one for nth, one in state.penalties.items() if nth != what.entry})


def suspended(state: State, what: Suspended) -> State | str:
    """Out of the session that runs."""
    if state.session is None:
        return "nobody is seated yet"
    if what.entrant not in state.entrants:
        return f"there is no entrant {what.entrant}"
    return replace(state, suspended=state.suspended | {(len(state.sessions), what.entrant)})


def disqualified(state: State, what: Disqualified, who: str) -> State | str:
    """Out of the event: at once where somebody else has approved it, else once somebody does."""
    if what.entrant not in state.entrants:
        return f"there is no entrant {what.entrant}"
    name = state.name(what.entrant)
    if not what.approved_by:
        if what.entrant in state.disqualified or any(one.entrant == what.entrant for one in state.proposed.values()):
            return f"{name} is disqualified already, or waits for the approval of it"
        return replace(state, proposed={**state.proposed, state.on: Proposed(what.entrant, who)})
    if what.approved_by == who or what.approved_by not in {*state.committee, "organisers"}:
        return f"{name}: the committee or the organisers must approve (PT-I.13.2.4)"
    return _out(state, what.entrant)


def approved(state: State, what: Approved, who: str) -> State | str:
    """The second voice: of a member of the committee, who neither proposes it nor is the one."""
    found = state.proposed.get(what.entry)
    if found is None:
        return f"entry {what.entry} is no disqualification that waits for its approval"
    name = state.name(found.entrant)
    if who not in state.committee or who == found.by or who in people(state, found.entrant):
        return f"{name}: a member of the committee approves, who neither proposes it nor plays for {name} (PT-I.13.2.4)"
    return _out(state, found.entrant) if what.yes else _without(state, found.entrant)


def _out(state: State, entrant: int) -> State:
    return replace(_without(state, entrant), disqualified=state.disqualified | {entrant})


def _without(state: State, entrant: int) -> State:
    return replace(state, proposed={nth: one for nth, one in state.proposed.items() if one.entrant != entrant})
