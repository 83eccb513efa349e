"""The arbiter at a table as the wire tells of him: what he was called for, what he says, and who has to choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from kozyr.arbiter import Proof
from kozyr.cards import Seat
from kozyr.games.rulings import AnyEffect


class RulingBranch(msgspec.Struct, frozen=True):
    """One way in which a ruling can go. chair: whose choice it is; None: the arbiter's. effects: what follows from it."""

    chair: int | None
    effects: tuple[AnyEffect, ...]


class RulingReason(msgspec.Struct, frozen=True):
    """Why it is ruled so, as a code and what it speaks of; said: the same in one sentence, by language."""

    code: str
    about: Mapping[str, str]
    said: Mapping[str, str]


class Hearing(msgspec.Struct, frozen=True):
    """A call of the arbiter and what he says to it.

    n: its number. by: the chair that has called him. entry: the event of the deal that it is about. laws: the paragraphs.
    asked: chairs that have still to choose. chosen: the branch that was taken. proof: what was computed, once the cards lie
    open to the reader.
    """

    n: int
    by: int
    entry: int
    laws: tuple[str, ...]
    reason: RulingReason
    branches: tuple[RulingBranch, ...]
    asked: tuple[int, ...] = ()
    chosen: int | None = None
    proof: Proof | None = None


class TricksRuled(msgspec.Struct, frozen=True):
    """Tricks that a ruling gives to a seat, or takes from it (below nought), beside those that fell; law: why.

    first: they are the first of an all-pass, whoever takes them (P-3.2.19), and not more of them.
    """

    seat: Seat
    tricks: int
    law: str
    first: bool = False


class Bench(msgspec.Struct, frozen=True):
    """The arbiter at a table that rules on errors. pending: what somebody has still to choose, and the table waits.

    calls: how often each chair may still call him in this deal. ruled: what he has ruled in this deal, or in the one that has
    just ended. tricks: what rulings give and take in the running deal, for the counters. mends: what a page lets one mend for
    a moment before it is sent, and so before it counts (P-3.4.8, PC-4.7.2, B-LAW-BID-3, B-LAW-CARD-1).
    """

    calls: Mapping[str, int]
    pending: Hearing | None
    ruled: tuple[Hearing, ...]
    tricks: tuple[TricksRuled, ...] = ()
    mends: tuple[Literal["word", "card"], ...] = ("word",)
