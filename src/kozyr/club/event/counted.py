"""The lengths of an event's lists, whose first rows are on its page, and the entrants that the page names by number."""

from __future__ import annotations

from typing import Literal

import msgspec

from kozyr.club.event.teams_told import EventTeams


class EventNamed(msgspec.Struct, frozen=True):
    """An entrant that an answer names by number without having it in its list of entrants."""

    entrant: int
    name: str
    members: tuple[str, ...]
    system: Literal["natural", "artificial"] | None
    """See `EventEntrant`."""


class EventCounts(msgspec.Struct, frozen=True):
    """How long each list of an event is altogether."""

    entrants: int
    playing: int
    """Entrants who have not withdrawn."""
    shared: int
    tables: int
    standing: int
    seen: int
    matches: int
    """How many matches of teams there are."""
    open_rooms: int
    """How many boards of open rooms there are."""


def of_teams(teams: EventTeams | None) -> dict[str, int]:
    """How long the lists of matches of teams are."""
    if teams is None:
        return {"matches": 0, "open_rooms": 0}
    return {"matches": len(teams.matches), "open_rooms": len(teams.open_rooms)}
