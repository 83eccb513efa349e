"""The score of a game on the command line: for people in rows, for programs as JSON; one module a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from kozyr.games import AnyMatch, Outcome, Stop, game, part

Json: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[list[str]]  # cells; each column is as wide as its widest one


class Settled(msgspec.Struct, frozen=True):
    """A settlement, for programs and for people."""

    facts: Json
    rows: Rows


class SheetPrinter(Protocol):
    """The interface of a game's printed score."""

    head: Sequence[str]
    """The head above the rows of deals."""

    def row(self, number: int, outcome: Outcome) -> list[str]:
        """A deal as a row under `head`."""

    def deal(self, outcome: Outcome) -> Json:
        """A deal's facts, with stable field names."""

    def written(self, before: AnyMatch, after: AnyMatch) -> list[Json]:
        """The entries that a match's sheet has gained."""

    def standing(self, match: AnyMatch) -> Json:
        """The sheet, the result if the match ended now, whether it is over, and the stake of the next deal."""

    def blocks(self, match: AnyMatch) -> list[Rows | str]:
        """The same for people: blocks with an empty line between them, rows in columns or a plain line."""

    def settle(self, text: str) -> Settled:
        """The settlement of a sheet.

        Raises:
            msgspec.DecodeError: it is no JSON, or no sheet. ValueError: it contradicts itself.
        """


def printer(game: str) -> SheetPrinter:
    """The printer of this game's score.

    Raises:
        ValueError: the game has none.
    """
    module = part("sheets", game)
    if module is None:
        raise ValueError(f"{game} has no sheet to print as yet")
    found: SheetPrinter = module.PRINTER
    return found


class _Kind(msgspec.Struct):
    kind: str | None = None


class Keeper:
    """Keeps the score of a match from the lines of a file: for most games an outcome a line, and `{"kind":"stop"}` at an early end.

    match: as it stands. rows: the lines that were taken, under the printer's head.
    """

    def __init__(self, name: str, preset: str | None, options: Mapping[str, object], players: int | None) -> None:
        self.rules, self.told = game(name), printer(name)
        seats = players or len(self.rules.pack.hands)
        agreed = self.rules.choose(preset or next(iter(self.rules.presets)), options, seats, "record")
        self.match: AnyMatch = self.rules.start(agreed, seats)
        self.rows: Rows = []

    def line(self, text: str) -> None:
        """Take one line of the file.

        Raises:
            msgspec.DecodeError: it is no JSON, or no line. ValueError: it contradicts itself or the match.
        """
        if msgspec.json.decode(text, type=_Kind).kind == "stop":
            self.match = self.match.amend(Stop(self.match.names))
            return
        outcome = msgspec.json.decode(text, type=self.rules.outcome)
        self.match = self.match.record(outcome)
        self.rows.append(self.told.row(len(self.rows) + 1, outcome))

    def standing(self) -> Json:
        """The standing of the match, for programs."""
        return self.told.standing(self.match)


def keeper(name: str, preset: str | None, options: Mapping[str, object], players: int | None) -> Keeper:
    """The keeper of this game's score under these terms.

    Raises:
        ValueError: conventions that contradict themselves or the number of players; a game without a sheet.
    """
    own: type[Keeper] = getattr(part("sheets", name), "KEEPER", Keeper)
    return own(name, preset, options, players)
