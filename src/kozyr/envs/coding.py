"""A game in numbers: a fixed list of actions, and a vector with named parts that is filled from a View."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from kozyr._native import BatchBridge, BatchDeberts, BatchPreferans
from kozyr.cards import Card, Seat
from kozyr.games import AnyView, Conventions, Event
from kozyr.games.options import dotted, write
from kozyr.games.refusal import Refused

Numbers: TypeAlias = NDArray[np.float32]
AnyRules: TypeAlias = BatchBridge | BatchPreferans | BatchDeberts  # what the core plays
Parts: TypeAlias = Mapping[str, Numbers]  # parts of one vector: writing to a part writes to the vector
SEATS: Final = tuple(Seat)
PLAIN_TABLE: Final[Mapping[str, object]] = {"table.irregularities": "prevent", "table.show_counters": True}


class Layout:
    """The place of each part in an observation.

    Attributes:
        shapes: of the parts, in their order. size: how many numbers all of them are. slices: where each begins and ends.
    """

    def __init__(self, **shapes: tuple[int, ...]) -> None:
        self.shapes: Final = shapes
        self.slices: Final[dict[str, slice]] = {}
        self.size = 0
        for name, shape in shapes.items():
            end = self.size + math.prod(shape)
            self.slices[name] = slice(self.size, end)
            self.size = end

    def parts(self, vector: Numbers) -> dict[str, Numbers]:
        """The parts of a vector, in their shapes; they are windows into it, no copies."""
        return {name: vector[at].reshape(self.shapes[name]) for name, at in self.slices.items()}


def only(conventions: Conventions, groups: tuple[str, ...], wanted: Mapping[str, object]) -> None:
    """Refuse an agreement with another value of an option than the core plays.

    wanted: the values by field; those of the table after `table.`.

    Raises:
        Refused: the first option that has another one.
    """
    for field, value in wanted.items():
        agreed = attrgetter(field)(conventions)
        if agreed != value:
            name = field if "." in field else dotted(field, groups)
            raise Refused("no_value", name=name, value=write(agreed), possible=write(value))


class Unit(msgspec.Struct, frozen=True):
    """A way to count."""

    gains: Callable[[Any, Any], tuple[float, ...]]
    """The gain of each player by place, from the match before and after a deal."""
    offers: tuple[str, ...] = ()
    """Tokens of what may be done beside what is legal, where it pays or costs in this unit."""


class Coding(msgspec.Struct, frozen=True):
    """The numbers of one game: its actions, observations and rewards."""

    actions: tuple[Event, ...]
    """Every event that can be an action; an action is its place here."""
    layout: Layout
    """The layout of an observation."""
    fill: Callable[[Any, Parts], None]
    """Write what a view shows into empty parts."""
    units: Mapping[str, Unit]
    """The units of rewards, the usual one first."""
    usual: tuple[str, int]
    """The preset and the number of players, if nothing is said."""
    core: Callable[[Any, str, bool], AnyRules]
    """What the core plays for an agreement and a unit, single deals or whole matches; `Refused` where it does not."""
    scales: Mapping[str, int]
    """What a whole number of a part is divided by to be the number of an observation; of other parts: 1."""
    options: Callable[[str, int | None, int], Mapping[str, object]] = lambda preset, deals, board: {}  # noqa: ARG005 - no game's own
    """The changed options of an episode with this preset, number of deals and board."""
    plain: Callable[[Event], str] = lambda event: event.token
    """The word by which an event is found among the actions."""


def clockwise(viewer: Seat | None, seat: Seat) -> int:
    """The number of places from the viewer to a seat, to the left; a viewer without a seat counts from North."""
    return (seat.position - (viewer.position if viewer is not None else 0)) % 4


def ratio(value: float, most: float) -> float:
    """A number as a share of a large one, never more than 1 or less than -1."""
    return max(-1.0, min(1.0, value / most))


def log2(value: float) -> float:
    """A factor as the share of its doublings: 1 is 0, 256 is 1."""
    return ratio(math.log2(max(1.0, value)), 8)


def mark(row: Numbers, at: Mapping[Card, int], cards: Iterable[Card], value: float = 1.0) -> None:
    """Write a number in the places of some cards."""
    for card in cards:
        row[at[card]] = value


def seen(
    view: AnyView, parts: Parts, at: Mapping[Card, int], place: Callable[[Seat], int], hand: int, tricks: int
) -> None:
    """Write who holds how many cards and which, the trick and those before it.

    at: the place of each card; place: of each seat. hand: the most cards of a hand; tricks: of a deal.
    """
    for seat, held in view.hands.items():
        mark(parts["hands"][place(seat)], at, held.cards or ())
        parts["counts"][place(seat)] = ratio(held.count, hand)
    for n, (who, card) in enumerate(view.trick):
        parts["trick"][place(who), at[card]] = ratio(n + 1, len(parts["trick"]))
    for n, trick in enumerate(view.history):
        for who, card in trick.cards:
            parts["history"][place(who), at[card]] = ratio(n + 1, tricks)
