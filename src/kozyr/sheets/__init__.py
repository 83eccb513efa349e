"""How the score of a game is told on the command line: for people in rows, for programs as JSON; one module a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from kozyr.games import AnyMatch, Outcome, part

Json: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[list[str]]  # cells; each column is as wide as its widest one


class Settled(msgspec.Struct, frozen=True):
    """A settlement, for programs and for people."""

    facts: Json
    rows: Rows


class SheetPrinter(Protocol):
    """How one game tells its deals and its sheet.

    head: what stands above the rows of deals.
    """

    head: Sequence[str]

    def row(self, number: int, outcome: Outcome) -> list[str]:
        """A deal as a row under `head`."""

    def deal(self, outcome: Outcome) -> Json:
        """A deal's facts, with stable field names."""

    def written(self, before: AnyMatch, after: AnyMatch) -> list[Json]:
        """The entries that stand on the sheet of a match and did not before."""

    def standing(self, match: AnyMatch) -> Json:
        """The sheet, what it would come to now, whether the match is over, and what the next deal brings."""

    def blocks(self, match: AnyMatch) -> list[Rows | str]:
        """The same for people: blocks with an empty line between them, rows in columns or a plain line."""

    def settle(self, text: str) -> Settled:
        """What a sheet comes to.

        Raises:
            msgspec.DecodeError: it is no JSON, or no sheet. ValueError: it contradicts itself.
        """


def printer(game: str) -> SheetPrinter:
    """How this game tells its score.

    Raises:
        ValueError: it cannot do so.
    """
    module = part("sheets", game)
    if module is None:
        raise ValueError(f"{game} has no sheet to print as yet")
    found: SheetPrinter = module.PRINTER
    return found
