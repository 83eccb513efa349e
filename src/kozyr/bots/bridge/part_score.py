"""Calls at a table that keeps part-scores: a contract that makes the game with the points below the line is bid as a game is.

The book knows no part-score. Here its call is replaced where it goes on only to reach a game that is already there: by a
pass, or by the lowest bid of its strain that is a game now. Slam tries, questions and their answers stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kozyr.bots.bridge.book import System, standing
from kozyr.bots.bridge.book.auction import SLAM, cheapest, step, suit_of
from kozyr.bots.bridge.system import SUITS, Hand, Meaning, Rule
from kozyr.games.bridge import Terms
from kozyr.games.bridge.scoring import trick_points
from kozyr.games.bridge.words import Contract

# The kinds of calls that are an offer to play there.
_OFFERS: Final = frozenset(
    {
        "natural",
        "raise",
        "invite",
        "accepts",
        "preference",
        "overcall",
        "competes",
        "balancing",
        "no_trump",
        "minimum",
        "support",
        "opening",
        "completes",
        "preempt",
        "weak",
    }
)
_GAME: Final = 100  # points below the line (B-SCORE-5)
_FIT: Final = 7  # trumps of both hands, of partner's those that are promised
_SHORT: Final = 2  # cards in the shortest suit of a hand that passes no trumps


def by_part(terms: Terms, system: System, calls: tuple[str, ...], hand: Hand, rules: Sequence[Rule]) -> list[Rule]:
    """The rules with the part-score's call first, where it differs from theirs.

    rules: of the hand after these calls, the book's own first.
    """
    usual, side = list(rules), len(calls) + terms.dealer.position
    part = terms.part[side % 2] if terms.conventions.part_scores == "carry" else 0
    first = usual[0]
    partner = system.known(calls)[(len(calls) + 2) % 4]
    if not part or not step(first.call) or first.meaning.code not in _OFFERS:
        return usual
    if hand.points + max(partner.points[0], partner.hcp[0]) >= SLAM or first.meaning.forcing in {"one", "game"}:
        return usual
    call = _instead(system, calls, hand, partner, first.call, _GAME - part)
    if call == first.call:
        return usual
    told = next((rule for rule in usual if rule.call == call), Rule(call, system.meaning(calls, call)))
    return [told, *(rule for rule in usual if rule.call != call)]


def _instead(system: System, calls: tuple[str, ...], hand: Hand, partner: Meaning, wanted: str, needs: int) -> str:
    """A pass, the lowest bid of the wanted strain that is worth the needed points, or the wanted bid itself."""
    top, doubled, ours = standing(calls)
    last = max((at for at, call in enumerate(calls) if step(call)), default=-1)
    if ours and not doubled and _points(calls[last]) >= needs:
        said = system.meaning(calls[:last], calls[last])
        free = said.forcing not in {"one", "game"} or (len(calls) - last) % 4 == 0
        if said.code in _OFFERS and free and (said.code == "completes" or _content(hand, partner, calls[last])):
            return "pass"
    if not any(step(call) for call in calls):
        return wanted  # an opening is not replaced
    strain = wanted[1:]
    for level in range(cheapest(strain, top), int(wanted[0])):
        if _points(f"{level}{strain}") >= needs:
            return f"{level}{strain}"
    return wanted


def _points(call: str) -> int:
    """The points below the line for a contract that is made."""
    return trick_points(Contract.of(step(call)))


def _content(hand: Hand, partner: Meaning, contract: str) -> bool:
    """Whether the hand can play the contract: trumps enough, or no short suit at no trumps."""
    suit = suit_of(contract)
    if suit is None:
        return min(hand.lengths) >= _SHORT
    return hand.lengths[SUITS.index(suit)] + partner.lengths[suit.position][0] >= _FIT
