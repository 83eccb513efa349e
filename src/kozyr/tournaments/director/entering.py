"""Pairs and teams that come together until everybody is seated, and the order in which entrants are seated. Pure.

A rule returns the state after an entry, or says in one line why it cannot be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from kozyr.tournaments.director.entries import Entered, Joined, exact
from kozyr.tournaments.director.state import State, people

_FOUR: Final = 4  # who play for a team at once


def joined(state: State, what: Joined) -> State | str:
    """One more of a pair or a team."""
    found = state.entrants.get(what.entrant)
    if found is None:
        return f"there is no entrant {what.entrant}"
    if state.sessions:
        return f"{found.name}: everybody is seated; who plays on for somebody is a substitute"
    most = state.event.together
    mine = found.members or (found.name,)
    if len(mine) >= most:
        return f"{found.name}: " + (
            "everybody plays for himself here" if most == 1 else f"{most} are together already (B-TEAM-3)"
        )
    if any(what.name in people(state, other) for other in state.entrants):
        return f"{what.name} has entered already"
    return replace(state, entrants={**state.entrants, what.entrant: replace(found, members=(*mine, what.name))})


def gathers(state: State, what: Entered, who: str) -> bool:
    """Whether it is somebody who enters a team of his own that others are still to join."""
    return not state.sessions and who in what.members


def short(order: Iterable[int], entrants: Mapping[int, Entered]) -> str | None:
    """Why a team cannot be seated: it has come together by fewer than four (B-TEAM-3)."""
    for who in order:
        found = entrants[who]
        if found.members and len(set(found.members)) < _FOUR:
            return f"{found.name}: a team is four to six, not {len(set(found.members))} (B-TEAM-3)"
    return None


def drawn(entrants: Iterable[int], seed: str) -> tuple[int, ...]:
    """The order of a lot: by SHA-256 of the seed, a colon and the entrant's number (PC-3.2d)."""
    return tuple(sorted(entrants, key=lambda who: hashlib.sha256(f"{seed}:{who}".encode()).digest()))


def by_rating(state: State, entrants: Iterable[int]) -> tuple[int, ...]:
    """The order by the ratings that were entered, the highest first; equals by their numbers."""
    return tuple(sorted(entrants, key=lambda who: (-exact(state.entrants[who].rating or "0"), who)))
