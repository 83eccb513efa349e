"""Pairs and teams that come together until everybody is seated, and the order in which entrants are seated. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

from kozyr.games.refusal import Refusal, refusal
from kozyr.tournaments.director.entries import CheckedIn, Entered, Joined, Withdrawn, exact
from kozyr.tournaments.director.state import State, people

_FOUR: Final = 4  # the players of a team at once


def joined(state: State, what: Joined) -> Refusal | None:
    """The refusal of one more member of a pair or a team. None: there is room."""
    found = state.entrants.get(what.entrant)
    if found is None:
        return refusal("no_entrant", entrant=what.entrant)
    if state.sessions:
        return refusal("seated_join", name=found.name)
    most = state.event.together
    if len(found.members or (found.name,)) >= most:
        if most == 1:
            return refusal("plays_alone", name=found.name)
        return refusal("team_full", "B-TEAM-3", name=found.name, most=most)
    if any(what.name in people(state, other) for other in state.entrants):
        return refusal("entered", name=what.name)
    return None


def checked_in(state: State, what: CheckedIn) -> Refusal | None:
    """The refusal of an entrant's check-in or return. None: it is possible."""
    if what.entrant not in state.entrants:
        return refusal("no_entrant", entrant=what.entrant)
    name, asked = state.name(what.entrant), state.event.regulations.tournament_check_in_min
    back = what.entrant not in state.queue
    if what.entrant in state.here or not (asked or back):
        return refusal("checked_in", name=name) if asked else refusal("no_check_in", name=name)
    if not back and not in_time(state):
        return refusal("check_in_opens", "PT-I.13.1", name=name, minutes=asked)
    return None


def in_time(state: State) -> bool:
    """Whether an entrant that arrives now is checked in: check-in is held and has opened."""
    opens = check_in_opens(state)
    return state.event.regulations.tournament_check_in_min != 0 and (opens is None or state.clock >= opens)


def withdrawn(state: State, what: Withdrawn) -> Refusal | None:
    """The refusal of an entrant's withdrawal. None: it is possible."""
    session = state.session
    if (
        session is not None
        and session.ended_at is None
        and what.entrant in session.order
        and what.entrant in state.queue
    ):
        return refusal("seated_withdraws", name=state.name(what.entrant))
    return None


def check_in_opens(state: State) -> int | None:
    """The start of check-in, in seconds since 1970; None: check-in is always open, as the event has no beginning yet."""
    starts = state.event.starts
    return None if starts is None else starts - 60 * state.event.regulations.tournament_check_in_min


def admitted(state: State) -> tuple[int, ...]:
    """The entrants to be seated next, by number, up to the places (PT-I.13.1).

    Those who have played already come first, then the queue. Where entrants check in, absent ones give way to the
    waiting.
    """
    regulations = state.event.regulations
    played = {who for session in state.sessions for who in session.order}
    some = [
        who
        for who in state.queue
        if who not in state.disqualified
        and (who in played or not regulations.tournament_check_in_min or who in state.here)
    ]
    some.sort(key=lambda who: who not in played)
    return tuple(sorted(some[: regulations.tournament_places]))


def waiting(state: State) -> tuple[int, ...]:
    """The entrants who entered after all places were taken, in their order; none, once a session was seated (PT-I.13.1)."""
    places = state.event.regulations.tournament_places
    if places is None or state.sessions:
        return ()
    return tuple(who for who in state.queue if who not in state.disqualified)[places:]


def gathers(state: State, what: Entered, who: str) -> bool:
    """Whether a player (`who`) enters a pair or team of their own, which others may still join."""
    return not state.sessions and who in what.members


def short(order: Iterable[int], entrants: Mapping[int, Entered]) -> Refusal | None:
    """Why a team cannot be seated: it has come together by fewer than four (B-TEAM-3)."""
    for who in order:
        found = entrants[who]
        if found.members and len(set(found.members)) < _FOUR:
            return refusal("team_of_four", "B-TEAM-3", name=found.name, members=len(set(found.members)))
    return None


def drawn(entrants: Iterable[int], seed: str) -> tuple[int, ...]:
    """The order of a lot: by SHA-256 of the seed, a colon and the entrant's number (PC-3.2d)."""
    return tuple(sorted(entrants, key=lambda who: hashlib.sha256(f"{seed}:{who}".encode()).digest()))


def by_rating(state: State, entrants: Iterable[int]) -> tuple[int, ...]:
    """The order by the ratings that were entered, the highest first; equals by their numbers."""
    return tuple(sorted(entrants, key=lambda who: (-exact(state.entrants[who].rating or "0"), who)))
