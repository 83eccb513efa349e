"""Positions of any game: one at a time, or many over all cores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from kozyr.cards import wrong_type

S_co = TypeVar("S_co", covariant=True)


class Solvable(Protocol[S_co]):
    """A position that knows its solver: `preferans.Position`, `deberts.Position`, `bridge.Board`."""

    def solve(self, *, seconds: float | None = None) -> S_co:
        """The value of the position and of every legal card."""


S = TypeVar("S")


def solve(position: Solvable[S], *, seconds: float | None = None) -> S:
    """The value of a position and of every legal card.

    Raises:
        ValueError: the position is impossible; the message names its fault.
        TimeoutError: not done within `seconds`. TypeError: it is no position.
    """
    if not hasattr(position, "solve"):
        raise wrong_type("a position is solved, as solver.preferans.Position", position)
    return position.solve(seconds=seconds)


def _look(positions: object) -> None:
    right = "positions are solved, as [solver.preferans.Position(...)]"
    if not isinstance(positions, Iterable) or isinstance(positions, str):
        raise wrong_type(right, positions)
    for position in positions if isinstance(positions, list | tuple) else ():
        if not hasattr(position, "solve"):
            raise wrong_type(right, position)


def batch(
    positions: Sequence[Solvable[S]], *, threads: int | None = None, seconds: float | None = None
) -> list[S | ValueError | TimeoutError]:
    """Many positions of any games, over all cores, in their order; a position without a solution gives its error.

    seconds: for each position.
    """
    _look(positions)

    def one(position: Solvable[S]) -> S | ValueError | TimeoutError:
        try:
            return position.solve(seconds=seconds)
        except (ValueError, TimeoutError) as error:
            return error

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        return list(pool.map(one, positions))
