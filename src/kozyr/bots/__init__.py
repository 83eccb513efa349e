"""Bots: they take a View, never a State, and answer with an event; one folder a game."""

from kozyr.bots.frame import LEVELS, Candidate, choose, explain

__all__ = ["LEVELS", "Candidate", "choose", "explain"]
