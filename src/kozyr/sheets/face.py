"""What a program wants first, under one name each: `kozyr.deal`, `kozyr.read`, `kozyr.score`, `kozyr.solve`."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias, TypeVar, overload

from kozyr.cards import Seat, wrong_type
from kozyr.deals import Layout
from kozyr.games import AnyMatch
from kozyr.notation.bridge.boards import Boards
from kozyr.notation.bridge.commands import boards_of
from kozyr.sheets import keeper
from kozyr.solver import Solvable, bridge, solve as solved, talon
from kozyr.solver.conditions import Search

S = TypeVar("S")
Tricks: TypeAlias = Mapping[str, Mapping[Seat, int]]


def deal(game: str = "preferans", *, where: str = "", predeal: str = "", players: int = 0, seed: int = -1) -> Layout:
    """A deal of a game; where, predeal: conditions and cards as docs/deals.md has them. seed: from 0, the same deal for ever.

    Raises:
        ValueError: no such game, condition or cards, or no deal that keeps it was found. TypeError: one of them is no text,
            or the seed or the number of players is no whole number.
    """
    for name, text in (("where", where), ("predeal", predeal)):
        if not isinstance(text, str):
            raise wrong_type(f"{name} is a text (docs/deals.md)", text)
    for name, number in (("seed", seed), ("players", players)):
        if not isinstance(number, int):
            raise wrong_type(f"{name} is a whole number", number)
    chance = seed if seed >= 0 else secrets.randbits(64)
    found = Search.of(game, where, predeal, players, chance).deals(1)
    if not found:
        raise ValueError(f"no deal keeps this condition: {where}")
    return found[0]


def read(file: str | os.PathLike[str]) -> Boards:
    """The boards of a file of bridge in any format that `kozyr convert` reads, with its faults by line.

    Raises:
        OSError: the file cannot be read. TypeError: this is no name of a file.
    """
    if not isinstance(file, str | os.PathLike):
        raise wrong_type("a file is named by a text or a path", file)
    return boards_of(Path(file).read_bytes(), Path(file).name)


def score(
    lines: str | Iterable[str],
    game: str = "preferans",
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
) -> AnyMatch:
    """The match after some deals, an outcome a line as `kozyr score` reads them; `results` and `sheet` tell how it stands.

    Raises:
        ValueError: the line that cannot be taken, and why. TypeError: these are no lines.
    """
    if not isinstance(lines, Iterable):
        raise wrong_type("a score is a text or its lines", lines)
    told = lines.splitlines() if isinstance(lines, str) else lines
    kept = keeper(game, preset, options or {}, players)
    for number, line in enumerate(told, 1):
        if not isinstance(line, str):
            raise wrong_type("a line of a score is a text", line)
        if not line.strip():
            continue
        try:
            kept.line(line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return kept.match


@overload
def solve(position: Solvable[S]) -> S: ...
@overload
def solve(position: Layout | str) -> Tricks | talon.Found: ...
def solve(position: Solvable[S] | Layout | str) -> S | Tricks | talon.Found:
    """What all cards seen are worth: of a position its solution, of a deal the tricks of each declarer by denomination.

    A deal of three hands is preferans with the talon, in a deal of North: `tricks` and `misere`.

    Raises:
        ValueError: an impossible position, or no deal that is solved. TypeError: neither a position nor a deal.
    """
    if isinstance(position, str):
        return solve(Layout.parse(position))
    if not isinstance(position, Layout):
        if not hasattr(position, "solve"):
            raise wrong_type("a deal or a position is solved, as kozyr.deal() gives one", position)
        return solved(position)
    hands = sum(hand is not None for hand in position.hands)
    if hands == len(Seat):
        return bridge.table(position)
    if hands == len(Seat) - 1:
        return talon.table(position.hands, position.rest, Seat.E)
    raise ValueError(
        f"deals of three and four hands are solved, not of {hands}; positions of deberts are solver.deberts.Position"
    )
