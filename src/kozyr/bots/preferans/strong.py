"""The levels above the novice: worlds are solved to find the worth of a hand, besides the tables."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from kozyr.bots.frame import Candidate, Level, Purse
from kozyr.bots.preferans.decisions import novice
from kozyr.bots.preferans.judge import Effort, contracts, discards, miseres, whists
from kozyr.bots.preferans.search import Worlds, cards, claimed
from kozyr.games.preferans import View
from kozyr.games.preferans.words import Look, Pass

_CARDS: Final[Mapping[Level, Worlds]] = {"club": Worlds(24, 24, even=True), "expert": Worlds(3000, 300)}
# The gain of a pass in the dark, by such a player against others who always look (docs/benchmarks.md).
_BLIND_PASS: Final = -8.8
_EFFORT: Final = Effort(Worlds(1000, 150), Worlds(2000, 250), 14)
_EVEN: Final = Effort(Worlds(150, 150, even=True), Worlds(250, 250, even=True), 14)


def weigh(view: View, level: Level, chance: random.Random, purse: Purse, *, even: bool = False) -> list[Candidate]:
    """The candidates of a bot of this level, the best first.

    Club is a novice until cards are played. Expert calls as a novice, but judges misères and all that follows the auction.
    Both look at their cards before they dare anything. even: all worlds are equally likely, whatever has been said.
    """
    if level == "novice":
        return novice(view, chance)
    looks = [Candidate(event, 0.0, "looks", unit="whists") for event in view.legal if isinstance(event, Look)]
    if looks:
        passes = [event for event in view.legal if isinstance(event, Pass) and event.blind]
        return [*looks, *(Candidate(event, _BLIND_PASS, "dares", unit="whists") for event in passes)]
    if view.claim is not None:
        return claimed(view, chance, purse) or novice(view, chance)
    if view.phase == "play":
        size = _CARDS[level]
        return cards(view, replace(size, even=even or size.even), chance, purse)
    if level == "expert" and view.phase in {"auction", "invite"}:
        return miseres(view, chance, purse)
    weighs = {"discard": discards, "contract": contracts, "whist": whists}.get(view.phase)
    if weighs is None or level == "club":
        return novice(view, chance)
    return weighs(view, _EVEN if even else _EFFORT, chance, purse)
