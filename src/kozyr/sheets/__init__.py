"""How the score of a game is told on the command line: for people in rows, for programs as JSON; one module a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias

import msgspec

__all__ = ["Json", "Rows", "Settled", "SheetPrinter", "printer"]

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

    def row(self, number: int, outcome: Any) -> list[str]:
        """A deal as a row under `head`."""

    def deal(self, outcome: Any) -> Json:
        """A deal's facts, with stable field names."""

    def written(self, before: Any, after: Any) -> list[Json]:
        """The entries that stand on the sheet of a match and did not before."""

    def standing(self, match: Any) -> Json:
        """The sheet, what it would come to now, whether the match is over, and what the next deal brings."""

    def blocks(self, match: Any) -> list[Rows | str]:
        """The same for people: blocks with an empty line between them, rows in columns or a plain line."""

    def settle(self, text: str) -> Settled:
        """What a sheet comes to.

        Raises:
            msgspec.DecodeError: it is no JSON, or no sheet. ValueError: it contradicts itself.
        """


# Dotted names, so that no game is loaded before it is wanted.
_PRINTERS: Final[Mapping[str, str]] = {
    "preferans": "kozyr.sheets.preferans",
    "bridge": "kozyr.sheets.bridge",
    "deberts": "kozyr.sheets.deberts",
}


def printer(game: str) -> SheetPrinter:
    """How this game tells its score.

    Raises:
        ValueError: it cannot do so.
    """
    if game not in _PRINTERS:
        raise ValueError(f"{game} has no sheet to print as yet; these have: {', '.join(_PRINTERS)}")
    found: SheetPrinter = import_module(_PRINTERS[game]).PRINTER
    return found
