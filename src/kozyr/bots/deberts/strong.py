"""The levels above the novice: worlds are solved, and what counts is the chance to win the party."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from kozyr.bots.deberts.calls import calls
from kozyr.bots.deberts.novice import novice
from kozyr.bots.deberts.search import Effort, words_and_cards
from kozyr.bots.frame import Candidate, Level, Purse
from kozyr.games.deberts import View
from kozyr.games.deberts.events import Close

__all__ = ["weigh"]

_EFFORT: Final[Mapping[Level, Effort]] = {
    "club": Effort(drawn=240, solved=(240, 240, 240, 240, 240, 240, 200, 150, 100, 60), splits=2, calls=60),
    "expert": Effort(
        drawn=2000, solved=(2000, 2000, 2000, 2000, 2000, 2000, 1500, 1000, 600, 400), splits=4, calls=400
    ),
}


def weigh(view: View, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
    """What a bot of this level weighs, the best first."""
    effort = _EFFORT.get(level)
    if effort is None or view.seat is None or view.phase not in {"auction", "play"}:
        return novice(view, chance)
    if view.phase == "auction":
        return calls(view, effort.calls, chance, purse)
    if Close() in view.offers:
        first = novice(view, chance)
        if isinstance(first[0].event, Close):
            return first
    return words_and_cards(view, effort, chance, purse)
