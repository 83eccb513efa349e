"""Bridge as it is taught. The lessons lie beside this file."""

from __future__ import annotations

from kozyr.games import AnyState, Play
from kozyr.learn.proof import Values

__all__ = ["forgone", "values"]


def values(state: AnyState, aim: str) -> Values | None:  # noqa: ARG001 - nothing is put away in this game
    """None: at bridge the solver proves the worth of cards alone, and no card is put away."""
    return None


def forgone(state: AnyState, event: Play) -> int:  # noqa: ARG001 - a card is a card here
    """A card gives away what its trick does, and no more."""
    return 0
