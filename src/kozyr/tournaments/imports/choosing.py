"""The regulations by which a file was scored, where it does not say them: those that give most of its own totals."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from kozyr.tournaments.director import fold, standing
from kozyr.tournaments.director.entries import Entry
from kozyr.tournaments.director.state import State
from kozyr.tournaments.imports.building import Built, built
from kozyr.tournaments.imports.checking import HALF
from kozyr.tournaments.imports.told import Read, Scoring

# What programs do otherwise than the usual regulations, by the scoring: options of the regulations and their values.
_WAYS: Final[Mapping[Scoring, Sequence[Mapping[str, object]]]] = {
    "matchpoints": ({"bridge_top": "board"}, {"bridge_neuberg": False}),
    "butler": ({"bridge_datum_dropped": 0}, {"bridge_datum": "share", "bridge_datum_dropped": 10}),
    "cross_imps": (),
    "team_imps": tuple(
        {"bridge_vp_scale": scale, "bridge_sit_out": rest}
        for rest in (12, 0)
        for scale in ("24 boards", "wbf discrete", "wbf continuous", "off")
    ),
    "board_a_match": ({"bridge_sit_out": 0},),
}  # fmt: skip


def chosen(read: Read, name: str, source: str) -> Built:
    """The event of a file, by the usual regulations or by others that give more of its totals.

    Raises:
        ValueError: see `built`.
    """
    made = built(read, name, source)
    best, most = made, _agreeing(made, read)
    told = sum(one.total is not None and one.label in made.numbers for one in read.comers)
    for way in _WAYS[read.scoring]:
        if most == told:
            break
        other = made._replace(event=replace(made.event, regulations=replace(made.event.regulations, **way)))
        if (agree := _agreeing(other, read)) > most:
            best, most = other, agree
    return best


def _agreeing(made: Built, read: Read) -> int:
    """How many entrants have the total that the file gives them."""
    now, who = int(time.time()), made.event.regulations.duties.arbiter
    state = fold(State(made.event), [Entry(now, who, what, "") for what in made.what])
    totals = {place.entrant: place.total for place in standing(state).places}
    found = 0
    for one in read.comers:
        ours = totals.get(made.numbers.get(one.label, 0))
        found += one.total is not None and ours is not None and abs(one.total - ours) <= HALF
    return found
