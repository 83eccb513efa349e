"""The three games under one roof: what kind of position it is says which solver answers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, overload

from kozyr.cards import Seat
from kozyr.solver import bridge, deberts, preferans

__all__ = ["Position", "Solution", "batch", "solve", "table"]

Position: TypeAlias = preferans.Position | deberts.Position | bridge.Board
Solution: TypeAlias = preferans.Solution | deberts.Solution | bridge.Solution


@overload
def solve(position: preferans.Position, *, seconds: float | None = None) -> preferans.Solution: ...
@overload
def solve(position: deberts.Position, *, seconds: float | None = None) -> deberts.Solution: ...
@overload
def solve(position: bridge.Board, *, seconds: float | None = None) -> bridge.Solution: ...
def solve(position: Position, *, seconds: float | None = None) -> Solution:
    """The value of a position and of every legal card.

    Raises:
        ValueError: the position cannot be; the message names what is wrong with it.
        TimeoutError: not done within `seconds`.
    """
    match position:
        case preferans.Position():
            return preferans.solve(position, seconds=seconds)
        case deberts.Position():
            return deberts.solve(position, seconds=seconds)
    return bridge.solve(position, seconds=seconds)


def batch(
    positions: Sequence[Position], *, threads: int | None = None, seconds: float | None = None
) -> list[Solution | ValueError | TimeoutError]:
    """Many positions of any games, over all cores, in their order; what cannot be solved gives its error instead.

    seconds: for each position.
    """

    def one(position: Position) -> Solution | ValueError | TimeoutError:
        try:
            return solve(position, seconds=seconds)
        except (ValueError, TimeoutError) as error:
            return error

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        return list(pool.map(one, positions))


def table(hands: preferans.Hands, leader: Seat | None = None, *, seconds: float | None = None) -> Any:
    """Every declarer in every denomination: of four hands a table of bridge, of three the two tables of preferans.

    leader: who leads first; asked for in preferans only.

    Raises:
        ValueError: the hands cannot be; the message names what is wrong with them.
        TimeoutError: not done within `seconds`.
    """
    n, e, s, w = hands
    if n is not None and e is not None and s is not None and w is not None:
        return bridge.table((n, e, s, w), seconds=seconds)
    if leader is None:
        raise ValueError("a table of preferans is for a first lead: whose?")
    return preferans.table(hands, leader, seconds=seconds)
