"""The levels above the novice: worlds are solved, and the chance to win the party decides."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from kozyr.bots.deberts.calls import calls
from kozyr.bots.deberts.novice import novice
from kozyr.bots.deberts.search import Effort, words_and_cards
from kozyr.bots.frame import Candidate, Level, Purse
from kozyr.games.deberts import View
from kozyr.games.deberts.words import Close, Play

EFFORT: Final[Mapping[str, Effort]] = {
    "club": Effort(solved=(4,) * 10, drawn=4, splits=0, calls=0, party=False),
    "expert": Effort(
        solved=(400, 400, 400, 400, 400, 400, 300, 240, 200, 160), drawn=3, splits=2, calls=160, party=True
    ),
}


def weigh(view: View, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The candidates of a bot of this level, the best first."""
    effort = EFFORT.get(level)
    if effort is None or view.seat is None or view.phase not in {"auction", "play"}:
        return novice(view, chance)
    if view.phase == "auction":
        return calls(view, effort.calls, chance, purse) if effort.calls else novice(view, chance)
    if Close() in view.offers:
        first = novice(view, chance)
        if isinstance(first[0].event, Close):
            return first
    if not effort.calls and any(not isinstance(event, Play) for event in view.legal):
        first = novice(view, chance)
        if not isinstance(first[0].event, Play):
            return first
    return words_and_cards(view, effort, chance, purse)
