"""Bridge: a system as data that bids, explains and is understood, and the play of the cards."""

from typing import Final

from kozyr.bots.bridge.contest import CONTEST
from kozyr.bots.bridge.decisions import explain, weigh
from kozyr.bots.bridge.sayc import NAME, meaning
from kozyr.bots.bridge.system import Hand, Meaning, text
from kozyr.bots.bridge.words import SENTENCES, Language, sentence
from kozyr.bots.frame import LEVELS, Level
from kozyr.games.bridge import View
from kozyr.solver.bridge import installed

__all__ = [
    "CONTEST",
    "NAME",
    "SENTENCES",
    "Hand",
    "Language",
    "Meaning",
    "explain",
    "levels",
    "meaning",
    "offered",
    "seen",
    "sentence",
    "takes_offers",
    "text",
    "weigh",
]

levels: Final = LEVELS
takes_offers: Final = False


def offered() -> tuple[Level, ...]:
    """All where DDS is installed; without it the levels above the novice would play as he does, and say so."""
    return levels if installed() else ("random", "novice")


def seen(view: View) -> tuple[object, ...]:
    """The calls, and a claim on the table."""
    return view.calls, view.claim
