"""Deberts as it is taught. The lessons lie beside this file."""

from __future__ import annotations

from kozyr.games import AnyState, Play
from kozyr.games.deberts.combinations import BELLA_POINTS
from kozyr.learn.proof import Values

__all__ = ["forgone", "values"]


def values(state: AnyState, aim: str) -> Values | None:  # noqa: ARG001 - nothing is put away in this game
    """Nothing but cards is proved by the solver."""
    return None


def forgone(state: AnyState, event: Play) -> int:
    """The points of a bella that could be said with this card, and is not."""
    said = f"bella:{event.card}"
    return BELLA_POINTS if event.token != said and any(other.token == said for other in state.legal()) else 0
