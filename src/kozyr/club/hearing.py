"""The arbiter at a table on the wire: the call, the ruling, and the chairs that have to choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from kozyr.arbiter import Proof
from kozyr.cards import Seat
from kozyr.games.rulings import AnyEffect


class RulingBranch(msgspec.Struct, frozen=True):
    """One possible outcome of a ruling."""

    chair: int | None
    """The chair with the choice. None: the arbiter's."""
    effects: tuple[AnyEffect, ...]
    """The effects of the branch."""


class RulingReason(msgspec.Struct, frozen=True):
    """The reason of a ruling, as a code and its parameters."""

    code: str
    about: Mapping[str, str]
    said: Mapping[str, str]
    """The reason in one sentence, by language."""


class Hearing(msgspec.Struct, frozen=True):
    """A call of the arbiter and the ruling on it."""

    n: int
    """The number of the call."""
    by: int
    """The chair of the caller."""
    entry: int
    """The event of the deal that it is about."""
    laws: tuple[str, ...]
    """The paragraphs of the ruling."""
    reason: RulingReason
    branches: tuple[RulingBranch, ...]
    asked: tuple[int, ...] = ()
    """Chairs that have still to choose."""
    chosen: int | None = None
    """The branch that was taken."""
    proof: Proof | None = None
    """The proof, once the cards lie open to the reader."""


class TricksRuled(msgspec.Struct, frozen=True):
    """Tricks that a ruling gives to a seat, or takes from it (below nought), beside those that fell."""

    seat: Seat
    tricks: int
    law: str
    """The law of the change."""
    first: bool = False
    """Whether they are the first tricks of an all-pass, not additional ones (P-3.2.19)."""


class Bench(msgspec.Struct, frozen=True):
    """The arbiter at a table that rules on errors."""

    calls: Mapping[str, int]
    """How often each chair may still call the arbiter in this deal."""
    pending: Hearing | None
    """The ruling with an open choice, for which the table waits."""
    ruled: tuple[Hearing, ...]
    """The rulings in this deal, or in the one that has just ended."""
    tricks: tuple[TricksRuled, ...] = ()
    """The tricks that rulings give and take in the running deal, for the counters."""
    mends: tuple[Literal["word", "card"], ...] = ("word",)
    """The things that a page lets its player mend for a moment before they are sent and count (P-3.4.8, PC-4.7.2, B-LAW-BID-3, B-LAW-CARD-1)."""
    objects: tuple[int, ...] = ()
    """Chairs that may object now to the plan by which a contract is about to be played (P-3.8.5.1b)."""
    hearing: bool = False
    """Whether the deal that has just ended can still be called for."""
    errors: bool = True
    """Whether errors are possible at this table, and the arbiter is called for them."""
