"""What a game tells a review of itself: its part in this layer, found by name."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol, TypeAlias

from kozyr.cards import Seat
from kozyr.games import AnyMatch, AnyState, Event, Outcome, part
from kozyr.review.account import OpenCost, Stage, Unit

Values: TypeAlias = Mapping[str, Fraction]


class Valuer(Protocol):
    """What a deal of one match is worth, with all hands seen."""

    def value(self, state: AnyState) -> Values | None:
        """What the deal changes for each player if nobody errs from here on; None: nobody can say."""

    def cost(self, state: AnyState, event: Event, after: AnyState) -> OpenCost | None:
        """What an act cost with all hands seen; None: nobody can say."""

    def best(self, state: AnyState) -> Event | None:
        """An act that costs nothing with all hands seen; None: nobody can say."""


class Reviewer(Protocol):
    """What a game's module in this layer offers. unit: of its sheet. stages: of its phases; what is not named is play.

    nodes: the budget of each of the expert's decisions.
    """

    unit: Unit
    nodes: int
    stages: Mapping[str, Stage]

    def settled(self, match: AnyMatch) -> Values:
        """What a match is worth to each player if it is broken off between two deals."""

    def valuer(self, match: AnyMatch) -> Valuer:
        """Who values the next deal of a match."""

    def made(self, match: AnyMatch, outcome: Outcome) -> Mapping[str, bool]:
        """The players whose contract a deal was, and whether it was made. match: before it. Nobody's: nothing."""

    def word(self, event: Event) -> str:
        """An event as one word, without what was only said about it."""

    def partners(self, state: AnyState, seat: Seat) -> frozenset[Seat]:
        """The seats that win and lose with a seat, without itself."""


def reviewer(game: str) -> Reviewer | None:
    """How a game is reviewed; None: nobody reviews it.

    Raises:
        ValueError: there is no such game.
    """
    found: Reviewer | None = part("review", game)
    return found
