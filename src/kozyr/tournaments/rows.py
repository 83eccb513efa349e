"""Ready schemes in the notation of the rules (PT-I.5c): rows of seats that close, and the arbiter's row of sets.

    entrants 13 at 4 rounds 13 boxes 1
    row 2N-1E-P-3S-...
    sets 1-Z-2-...

`2N-1E` sends the entrant of table 2, N, to table 1, E; the last seat of a row joins the first; P is a rest. A seat that
no row names keeps its first entrant. A digit in the row of sets is the table that plays the set at that place. Z means
that no table plays it, `1+2` that both tables do, with two boxes of each board. Before every round the first set is
laid at the end of its row (PT-I.5d).

The seats of a table of pairs are A and B.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from kozyr.games.refusal import Refused

SEATS: Final = {2: "AB", 3: "NES", 4: "NESW"}  # by the number of entrants at a table
REST: Final = "P"
IDLE: Final = "Z"
_SEAT: Final = re.compile(r"([1-9][0-9]*)([NESWAB])")


class Cell(NamedTuple):
    """A place in a row: a table and a seat; or a rest, table 0."""

    table: int
    seat: str

    def __str__(self) -> str:
        return f"{self.table}{self.seat}" if self.table else REST


class Sitting(NamedTuple):
    """One table in one round: its entrants by number, and their set, from 1."""

    table: int
    set: int
    seats: dict[str, int]


class Turn(NamedTuple):
    """One round: the tables, and the resting entrants."""

    sittings: tuple[Sitting, ...]
    rest: tuple[int, ...]


class Scheme(msgspec.Struct, frozen=True):
    """A ready scheme."""

    entrants: int
    at: int
    """How many sit at a table."""
    rounds: int
    boxes: int
    """How many boxes of each board are used at one time."""
    rows: tuple[tuple[Cell, ...], ...]
    sets: tuple[tuple[int, ...], ...]
    """The tables of each place."""

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return self.entrants // self.at if self.at > 2 else max(table for place in self.sets for table in place)

    def turns(self) -> Iterator[Turn]:
        """The rounds, one after another; entrants are numbered along the lines, and the first to rest come last."""
        lines = [Cell(table, seat) for seat in SEATS[self.at] for table in range(1, self.tables + 1)]
        resting = [
            (row, place) for row, cells in enumerate(self.rows) for place, cell in enumerate(cells) if not cell.table
        ]
        numbers = {cell: number for number, cell in enumerate(lines, 1)}
        resters = {where: number for number, where in enumerate(resting, len(lines) + 1)}
        circles = [
            [resters.get((row, place)) or numbers[cell] for place, cell in enumerate(cells)]
            for row, cells in enumerate(self.rows)
        ]
        where = {table: place for place, tables in enumerate(self.sets) for table in tables}
        for turn in range(self.rounds):
            at = dict(numbers)
            rest = []
            for cells, circle in zip(self.rows, circles, strict=True):
                for place, cell in enumerate(cells):
                    number = circle[(place - turn) % len(cells)]
                    if cell.table:
                        at[cell] = number
                    else:
                        rest.append(number)
            sittings = [
                Sitting(
                    table,
                    (where[table] + turn) % len(self.sets) + 1,
                    {seat: at[Cell(table, seat)] for seat in SEATS[self.at]},
                )
                for table in range(1, self.tables + 1)
            ]
            yield Turn(tuple(sittings), tuple(sorted(rest)))

    def text(self) -> str:
        """The scheme as text; `parse` reads it."""
        places = ("+".join(map(str, tables)) or IDLE for tables in self.sets)
        head = f"entrants {self.entrants} at {self.at} rounds {self.rounds} boxes {self.boxes}"
        return "\n".join([head, *(f"row {'-'.join(map(str, row))}" for row in self.rows), f"sets {'-'.join(places)}"])


def cell(text: str) -> Cell:
    """A place in a row: `3S`, or P.

    Raises:
        ValueError: it is none.
    """
    if text == REST:
        return Cell(0, "")
    found = _SEAT.fullmatch(text)
    if found is None:
        raise Refused("no_cell", text=text)
    return Cell(int(found[1]), found[2])


def parse(text: str) -> tuple[Scheme, ...]:
    """The schemes of a text; a `#` begins a comment.

    Raises:
        ValueError: a line of no known kind, or an impossible place.
    """
    found: list[Scheme] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        if not word:
            continue
        try:
            if word == "entrants":
                entrants, at, rounds, boxes = map(int, rest.split()[::2])
                found.append(Scheme(entrants, at, rounds, boxes, (), ()))
            else:
                found[-1] = _with_line(found[-1], word, rest)
        except (ValueError, IndexError) as error:
            raise Refused("scheme_line", number=number, text=error) from None
    return tuple(found)


def _with_line(scheme: Scheme, word: str, rest: str) -> Scheme:
    """A scheme with one more of its lines: a row, or the sets."""
    if word == "row":
        return msgspec.structs.replace(scheme, rows=(*scheme.rows, tuple(map(cell, rest.split("-")))))
    if word == "sets":
        places = (() if place == IDLE else tuple(map(int, place.split("+"))) for place in rest.split("-"))
        return msgspec.structs.replace(scheme, sets=tuple(places))
    raise Refused("no_scheme_line", text=word)


@cache
def shipped(name: str) -> tuple[Scheme, ...]:
    """The schemes that come with Kozyr, by the name of their file in `schemes/`."""
    return parse(files("kozyr.tournaments").joinpath("schemes", f"{name}.txt").read_text("utf-8"))


def moves(row: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The next place of each entrant of a row, as the card on the table says it: 3S-2W."""
    return zip(row, [*row[1:], *row[:1]], strict=True)
