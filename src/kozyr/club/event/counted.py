"""How long the lists of an event are of which its page has the first rows, and who is named there by number."""

from __future__ import annotations

from typing import Literal

import msgspec

from kozyr.club.event.teams_told import EventTeams


class EventNamed(msgspec.Struct, frozen=True):
    """Somebody who is named by his number in an answer in whose list of entrants he does not stand. system: see `EventEntrant`."""

    entrant: int
    name: str
    members: tuple[str, ...]
    system: Literal["natural", "artificial"] | None


class EventCounts(msgspec.Struct, frozen=True):
    """How long each list of an event is altogether. playing: entrants who have not withdrawn. matches, open_rooms: of teams."""

    entrants: int
    playing: int
    shared: int
    tables: int
    standing: int
    seen: int
    matches: int
    open_rooms: int


def of_teams(teams: EventTeams | None) -> dict[str, int]:
    """How long the lists of matches of teams are."""
    if teams is None:
        return {"matches": 0, "open_rooms": 0}
    return {"matches": len(teams.matches), "open_rooms": len(teams.open_rooms)}
