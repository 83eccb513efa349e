"""The levels above the novice: what a hand is worth is found out by solving worlds, not by tables alone."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from kozyr.bots.frame import Candidate, Level, Purse
from kozyr.bots.preferans.decisions import novice
from kozyr.bots.preferans.judge import Effort, calls, contracts, discards, whists
from kozyr.bots.preferans.search import Worlds, cards
from kozyr.games.preferans import View

__all__ = ["weigh"]

_CARDS: Final[Mapping[Level, Worlds]] = {"club": Worlds(500, 80), "expert": Worlds(3000, 300)}
_EFFORT: Final[Mapping[Level, Effort]] = {
    "club": Effort(Worlds(300, 100), Worlds(300, 80), Worlds(600, 100), 8),
    "expert": Effort(Worlds(1000, 300), Worlds(1000, 200), Worlds(3000, 400), 14),
}


def weigh(view: View, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
    """What a bot of this level weighs, the best first."""
    if level == "novice" or view.claim is not None:
        return novice(view, chance)
    if view.phase == "play":
        return cards(view, _CARDS[level], chance, purse)
    weighs = {"auction": calls, "discard": discards, "contract": contracts, "whist": whists}.get(view.phase)
    return novice(view, chance) if weighs is None else weighs(view, _EFFORT[level], chance, purse)
