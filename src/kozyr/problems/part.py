"""What a game tells the problems of itself: its part in this layer, found by name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

from kozyr.bots import Budget
from kozyr.bots.frame import Level
from kozyr.cards import Seat
from kozyr.games import AnyState, AnyView, Event, Progress, part

SEED: Final = 1  # of the bots that grade
Unit: TypeAlias = Literal["tricks", "points"]


class Theme(msgspec.Struct, frozen=True):
    """A kind of problem. once: one choice answers it; else it is played on while a choice can go wrong.

    narrow: a choice between cards of one suit is not dull in it.
    """

    code: str
    once: bool = False
    narrow: bool = False


class Found(msgspec.Struct, frozen=True):
    """A moment that may be a problem: the match before its cards, the deal, the events since, and what a discard is for."""

    begun: Progress
    deal: str
    past: tuple[Event, ...]
    state: AnyState
    preset: str
    players: int
    dealer: int
    aim: str = ""


class Puzzles(Protocol):
    """What a game's module in this layer offers.

    themes: in the order of the list. unit: of what choices bring. least: what a wrong choice costs at least; else the
    moment is dull.
    """

    themes: tuple[Theme, ...]
    unit: Unit
    least: int

    def seek(self, theme: str, chance: random.Random) -> Iterator[Found]:
        """The moments of a theme in one drawn deal, as it goes on; most of them are dull."""

    def values(self, state: AnyState, aim: str) -> Mapping[Event, int]:
        """What each choice brings the side that decides by the end of the deal, the more the better, by the solver.

        It counts what the side has already, and best play of all from there on. At misère and all-pass tricks count
        below nought. aim: the contract that a discard is for.

        Raises:
            ValueError: the solver cannot say it.
        """

    def best(self, state: AnyState, aim: str, asked: Seat) -> Event:
        """A choice that gives nothing away. asked: the seat of the problem, against which all others play."""

    def side(self, state: AnyState, seat: Seat) -> frozenset[Seat]:
        """The seats that win and lose with a seat, itself among them."""

    def score(self, state: AnyState, seat: Seat) -> int:
        """What the side of a seat has so far, in the terms of `values`; after the last card its result."""

    def most(self, state: AnyState, seat: Seat) -> int:
        """What the side of a seat can still get at most, if the others gave it everything."""

    def chosen(self, view: AnyView, level: Level, budget: Budget) -> Event:
        """A bot's choice by the sight that a seat has at a table. It does not believe words that were made up."""

    def groups(self, state: AnyState) -> tuple[frozenset[Event], ...]:
        """The choices, those together between which there is no difference, such as cards that touch."""


def puzzles(game: str) -> Puzzles | None:
    """The problems of a game; None: it has none.

    Raises:
        ValueError: there is no such game.
    """
    found: Puzzles | None = part("problems", game)
    return found
