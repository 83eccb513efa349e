"""A played card and what it cost: the row that `kozyr trace` prints, and how a game fills it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from kozyr.cards import Card, Seat

Unit: TypeAlias = Literal["tricks", "points"]
Lack: TypeAlias = Literal["", "irregular", "timeout", "two hands", "must_beat"]


class Row(msgspec.Struct, frozen=True):
    """One played card.

    seq: its entry in the record. deal: which deal of the match, from 1. trick: which trick of the deal, from 1.
    value_before, value_after: see `kozyr.solver.trace`, in `unit`. cost: how much the card gave away, never below zero.
    best: the cards that would have cost nothing. A card against the rules has no values, nor have later cards of its trick,
    nor one that took the solver too long; `lack` says why.
    """

    seq: int
    deal: int
    trick: int
    seat: Seat
    card: Card
    value_before: int | None = None
    value_after: int | None = None
    cost: int | None = None
    best: tuple[Card, ...] = ()
    unit: Unit = "tricks"
    lack: Lack = ""


def valued(bare: Row, so_far: int, moves: Mapping[Card, int], *, greedy: bool) -> Row:
    """The row with its values: what each card brings from here on, and whether its player wants much or little."""
    if bare.card not in moves:  # a card that his hand did not allow
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
