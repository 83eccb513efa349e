"""What a table must know of a game besides the contract: who sits where, how cards are dealt, what is shown.

One module a game; everything that leaves here for a viewer comes from a `View` that he may have, or from a deal
that is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from kozyr.cards import Card, Seat
from kozyr.club.faces.preferans import Preferans
from kozyr.games import Amendment, Event, Illegal

__all__ = ["FACES", "Face", "face"]


class Face(Protocol):
    """A game as a table sees it."""

    players: tuple[int, ...]

    def lot(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The drawers of these cards, from the one who chooses first."""

    def seat(self, state: Any, name: str) -> Seat | None:
        """Where a player sits in this deal; None: he takes no part in it."""

    def name(self, state: Any, seat: Seat) -> str:
        """Who sits there in this deal."""

    def holders(self, state: Any) -> tuple[Seat, ...]:
        """Who gets cards."""

    def number(self, state: Any) -> int:
        """Which deal of the match this is, from 1."""

    def view(self, view: Any) -> object:
        """A view as it goes over the wire."""

    def sheet(self, match: Any) -> object:
        """The score as it goes over the wire."""

    def finished(self, state: Any, before: Any, after: Any) -> object:
        """A deal that is over, with the matches before and after it, as it goes over the wire."""

    def timed(self, event: Event) -> bool:
        """Whether a later event depends on the moment of this one."""

    def late(self, event: Event, elapsed: int) -> Illegal | None:
        """Why the table's clock refuses the event, so many milliseconds after the last timed one."""

    def amendment(self, event: Amendment, by: str, bots: frozenset[str]) -> Illegal | None:
        """Why a player may not bring this amendment himself; bots consent to everything."""


FACES: Final[Mapping[str, Face]] = {"preferans": Preferans()}


def face(game: str) -> Face:
    """The face of a game.

    Raises:
        ValueError: there is none.
    """
    if game not in FACES:
        raise ValueError(f"no game {game!r}; there are: {', '.join(FACES)}")
    return FACES[game]
