"""A played card and its cost: the row that `kozyr trace` prints, and the way a game fills it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from kozyr.cards import Card, Seat

Unit: TypeAlias = Literal["tricks", "points"]
Lack: TypeAlias = Literal["", "irregular", "timeout", "two hands", "must_beat"]


class Row(msgspec.Struct, frozen=True):
    """A played card of a record, and its values."""

    seq: int
    """Its entry in the record."""
    deal: int
    """The number of the deal in the match, from 1."""
    trick: int
    """The number of the trick in the deal, from 1."""
    seat: Seat
    card: Card
    value_before: int | None = None
    """The value before the card, in `unit`: see `kozyr.solver.trace`."""
    value_after: int | None = None
    """The value after the card, in `unit`: see `kozyr.solver.trace`."""
    cost: int | None = None
    """How much the card gave away, never below zero."""
    best: tuple[Card, ...] = ()
    """The cards without a cost.

    A card against the rules has no values, nor have later cards of its trick, nor a card that took the solver too
    long; `lack` says why.
    """
    unit: Unit = "tricks"
    lack: Lack = ""


def valued(bare: Row, so_far: int, moves: Mapping[Card, int], *, greedy: bool) -> Row:
    """The row with its values. moves: each card's worth from here on. greedy: the player wants much, else little."""
    if bare.card not in moves:  # a card that the hand did not allow
        return msgspec.structs.replace(bare, lack="irregular")
    best = max(moves.values()) if greedy else min(moves.values())
    value = moves[bare.card]
    return msgspec.structs.replace(
        bare,
        value_before=so_far + best,
        value_after=so_far + value,
        cost=abs(best - value),
        best=tuple(other for other, worth in moves.items() if worth == best),
    )
