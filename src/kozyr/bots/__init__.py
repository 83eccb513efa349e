"""Bots: they take a View, never a State, and answer with an event; one folder a game."""

from kozyr.bots.choice import allied, choose as choose_branch
from kozyr.bots.frame import LEVELS, Budget, Candidate, choose, explain, levels, names, styles

__all__ = ["LEVELS", "Budget", "Candidate", "allied", "choose", "choose_branch", "explain", "levels", "names", "styles"]
