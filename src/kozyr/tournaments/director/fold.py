"""The fold: an event's state after its log. Pure: the only clock is the log's own."""

from __future__ import annotations

from collections.abc import Iterable

from kozyr.tournaments.director.entries import Entry
from kozyr.tournaments.director.following import after, incident
from kozyr.tournaments.director.state import Conflict, State


def fold(begun: State, log: Iterable[Entry]) -> State:
    """The state after a whole log.

    In a log of two laptops put together an entry may contradict another one. It becomes an incident, and has no
    other effect.
    """
    state = begun
    for entry in log:
        try:
            state = after(state, entry)
        except Conflict as error:
            state = incident(state, str(error))
    return state
