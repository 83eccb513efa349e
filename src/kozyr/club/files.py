"""Deals from a player's file, to be played instead of the club's own; any game may offer it.

The player may know the cards of the file, so the table card says that the deals come from one, with its name. Each game
reads files in its own way (`Customs.read_deals`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeAlias

import msgspec

from kozyr.games.refusal import Refused

# hidden, short: a hand of the deal; unread: the parser's fault; again: the same cards came before.
WhyLeftOut: TypeAlias = Literal[
    "hidden", "short", "no_deal", "no_dealer", "no_vulnerability", "again", "too_many", "unread"
]


class DealsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it is sent: its name (empty: it was pasted), and its text."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=256_000)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Deals(msgspec.Struct, frozen=True):
    """The boards that a table plays, in order."""

    id: str
    """A random number, so that a card with another file has another hash, and the hash tells no card."""
    name: str
    """The name of the file."""
    cards: tuple[str, ...]
    """The deals, each as text."""
    boards: tuple[str, ...]
    """Number, dealer and vulnerability of each, as the conventions have it."""


class LeftOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board that cannot be played, and why."""

    line: int
    board: str
    """Its number in the file."""
    why: WhyLeftOut
    detail: str = ""
    """A seat, or the parser's words."""


class FoundDeals(msgspec.Struct, frozen=True):
    """The contents of a file: the deals, and the boards that were left out."""

    deals: Deals
    left_out: tuple[LeftOut, ...]
    more: int = 0
    """The number of further boards that were left out."""
    changes: Mapping[str, object] = {}
    """Options that the deals bring with them."""
    fault: str = ""
    """Why there is none, for programmers."""

    def checked(self) -> Self:
        """The same, if there is a deal to play.

        Raises:
            ValueError: there is none; the message says why the first cannot be played.
        """
        if not self.deals.cards:
            raise Refused("no_deals", file=self.deals.name or "the file", text=self.fault)
        return self


def file_name(name: str) -> str:
    """The name of a file without its folders."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in re.split(r"[\\/]", name)[-1]).split())
    return plain[:64]
