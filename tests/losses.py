"""What bots lose in a deal: by what was seen, level by level; and who sees all hands, by both kinds of cost."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from typing import Final

import msgspec

from kozyr import bots
from kozyr.games import AnyState, Event, Play, game
from kozyr.review import review, reviewer
from tests.reviewing import MATCHES, by_level, played

CHEATER: Final = "cheater"
_CARD: Final = re.compile("[SHDC][2-9TJQKA].*")


class Loss(msgspec.Struct, frozen=True):
    """A deal. who: the level of all its players, or the cheater. seen: what was lost by what was seen, by unit.

    Of a level it is a player's mean over all decisions, of the cheater the sum over own cards. decisions: how many of them
    were weighed. opened: what own cards lost with all hands open.
    """

    match: str
    nth: int
    who: str
    seen: dict[str, float]
    decisions: int
    opened: float = 0.0


def lost(match: str, nth: int, level: str) -> Loss:
    """One deal whose players are all of one level, with its usual budget."""
    (deal,) = review(played(match, f"level {nth}", (level,), deals=1, choose=_usual)).deals
    sums, weighed = defaultdict[str, float](float), 0
    for one in deal.decisions:
        if one.seen is not None:
            sums[one.seen.unit] += one.seen.score / len(deal.accounts)
            weighed += 1
    return Loss(match, nth, level, dict(sums), weighed)


def cheated(match: str, nth: int) -> Loss:
    """One deal of novices in which the first player sees all hands in the play."""
    name, preset, options, players = MATCHES[match]
    part, rules = reviewer(name), game(name)
    assert part is not None
    begun = rules.start(rules.choose(preset, options, players, "record"), players)
    valuer = part.valuer(begun)

    def choose(state: AnyState, level: str, seed: int) -> Event:
        if level == CHEATER and isinstance((state.legal() or (None,))[0], Play):
            found = valuer.best(state)
            assert found is not None
            return found
        return by_level(state, "novice", seed)

    (deal,) = review(played(match, f"cheater {nth}", (CHEATER, "novice"), deals=1, choose=choose)).deals
    own = [one for one in deal.decisions if one.player == begun.names[0] and one.stage == "play"]
    cards = [one for one in own if _CARD.fullmatch(one.event)]
    sums, weighed = defaultdict[str, float](float), 0
    for one in cards:
        if one.seen is not None:
            sums[one.seen.unit] += one.seen.score
            weighed += 1
    opened = sum((one.open.score for one in cards if one.open is not None), Fraction())
    return Loss(match, nth, CHEATER, dict(sums), weighed, float(opened))


def _usual(state: AnyState, level: str, seed: int) -> Event:
    """A bot's choice with the usual budget of its level."""
    assert state.actor is not None
    return bots.choose(state.view(state.actor), level, seed)
