"""What a game puts into messages: its view, its sheet, its deal that is over.

A game's part at the club (`kozyr.club.games.<game>`) has its own `Sheet` and `Finished`, and a `View` where the wire has
more than the game's own. The generated client types are made from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

import msgspec

from kozyr.cards import Card, Seat
from kozyr.games import AnyView, Outcome
from kozyr.games.trick import Trick

__all__ = ["Finished", "Sheet", "Shown", "shown"]

# The view of somebody, encoded once; `null` while no deal runs.
Shown: TypeAlias = Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "view"})]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a match. names: the players, by place. finished: no deal follows."""

    names: tuple[str, ...]
    finished: bool


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is over, as anybody may see it.

    number: which of the match, from 1. names: who sat where. outcome: the facts. hands: as they were dealt and exchanged.
    history: the tricks. calls: the auction.
    """

    number: int
    names: Mapping[Seat, str]
    outcome: Outcome | None
    hands: Mapping[Seat, tuple[Card, ...]]
    history: tuple[Trick, ...]
    calls: tuple[tuple[Seat, str], ...]


def shown(view: AnyView, *hidden: str) -> dict[str, object]:
    """A view as it goes over the wire: without the conventions, which are told once, with the table.

    hidden: fields that no table shows.
    """
    terms = msgspec.structs.asdict(view.terms)
    terms.pop("conventions", None)
    seen = msgspec.structs.asdict(view) | {"terms": terms}
    for field in hidden:
        del seen[field]
    return seen
