"""Preferans: a novice who counts his tricks and keeps to the rules of thumb, and levels above him who look for worlds."""

from typing import Final

from kozyr.bots.frame import LEVELS, Level
from kozyr.bots.preferans.contest import CONTEST
from kozyr.bots.preferans.strong import weigh
from kozyr.games.preferans import View

__all__ = ["CONTEST", "levels", "offered", "seen", "takes_offers", "weigh"]

levels: Final = LEVELS
takes_offers: Final = False


def offered() -> tuple[Level, ...]:
    """All of them."""
    return levels


def seen(view: View) -> tuple[object, ...]:
    """The calls, the answers to the question of whist, and the talon."""
    return view.calls, view.answers, view.talon
