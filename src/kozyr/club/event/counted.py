"""The lengths of an event's lists, whose first rows are on its page."""

from __future__ import annotations

import msgspec

from kozyr.club.event.teams_told import EventTeams


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
