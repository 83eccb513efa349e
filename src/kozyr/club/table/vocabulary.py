"""The acts in the log of a table besides the game, and the requests: as the parts themselves declare them."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from kozyr.club.acts import Act
from kozyr.club.table.bench import Bench
from kozyr.club.table.card import TableCard
from kozyr.club.table.clock import MoveClock
from kozyr.club.table.consent import Consent
from kozyr.club.table.customs import AnyCustoms, Customs
from kozyr.club.table.cut import Cut
from kozyr.club.table.ended import Ended
from kozyr.club.table.hints import Hints
from kozyr.club.table.marks import Marks
from kozyr.club.table.part import Part, Wish, union
from kozyr.club.table.seats import Seats
from kozyr.club.table.watching import Watching

# The parts by name, in the order in which they hear news; the customs are those of the game that is played.
PARTS: Final[dict[str, type[Part]]] = {
    "seats": Seats,
    "card": TableCard,
    "watching": Watching,
    "consent": Consent,
    "cut": Cut,
    "ended": Ended,
    "hints": Hints,
    "bench": Bench,
    "customs": Customs,
    "clock": MoveClock,
    "marks": Marks,
}


@cache
def wishes_of(kind: type[AnyCustoms]) -> tuple[type[Act | Wish], ...]:
    """Everything that a session may ask for at a table with these customs."""
    return tuple(wish for part in {**PARTS, "customs": kind}.values() for wish in part.wishes)


@cache
def acts_of(kind: type[AnyCustoms]) -> tuple[type[Act], ...]:
    """All acts that the log of a table with these customs may have."""
    return tuple(owners(kind))


@cache
def owners(kind: type[AnyCustoms]) -> dict[type[Act], str]:
    """The part to which each act belongs, by its name, as the parts themselves declare it."""
    return {act: name for name, part in {**PARTS, "customs": kind}.items() for act in part.acts}


@cache
def acts(kind: type[AnyCustoms]) -> msgspec.json.Decoder[Act]:
    """Reads an act from the log of a table with these customs."""
    return msgspec.json.Decoder(union(owners(kind)))


@cache
def wishes(kind: type[AnyCustoms]) -> msgspec.json.Decoder[Wish | Act]:
    """The decoder of requests at such a table."""
    return msgspec.json.Decoder(union(wishes_of(kind)))
