"""Deberts: a novice by rules of thumb; above him worlds, exact search and the chance to win the party."""

from kozyr.bots.deberts.novice import novice
from kozyr.bots.deberts.strong import weigh

__all__ = ["novice", "weigh"]
