"""Preferans: a novice who counts his tricks and keeps to the rules of thumb, and levels above him who look for worlds."""

from kozyr.bots.preferans.strong import weigh

__all__ = ["weigh"]
