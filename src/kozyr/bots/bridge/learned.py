"""A learned caller: of the calls that fit a hand by the system, the one with the best gain over the book's call.

A small network has learned from deals (`scripts/teach_bidding.py`, docs/bots.md). In each the book bid on from every
such call, and the contract was solved with all cards seen. The network says how many IMPs a call gains on average.
Where no call gains enough the book's call stands. Every call promises what the hand has, so partner understands it by
the book.
"""

from __future__ import annotations

import atexit
import logging
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from kozyr import _native
from kozyr.bots.bridge.book import System, standing
from kozyr.bots.bridge.book.auction import Calls, cheapest, step
from kozyr.bots.bridge.inputs import EXPOSED, INPUTS, SIGNATURE, inputs
from kozyr.bots.bridge.system import SUITS, Hand, Rule

__all__ = ["MARGIN", "Learned", "gains", "offered", "preferred", "read", "undisturbed"]

_FILE: Final = Path(__file__).with_name("learned.bin")
MARGIN: Final = 0.25  # IMPs by which a call must be better than the book's, chosen on deals that were not learned from
_STAYS_OUT: Final = 1.25  # the same for a pass in place of a bid while the opponents are silent; one in ten makeable games depends on it
_GAME, _SLAM = 20, 28  # points of the hand and partner's promised least, for no trumps and for slams
_FIT: Final = 8  # trumps of both, counted likewise
_SUPPORT: Final = 2  # the caller's trumps at least
_GAMES: Final = {"S": 4, "H": 4, "D": 5, "C": 5}  # levels
_PUNISHES: Final = 6  # the points for a penalty double
_SMALL_SLAM: Final = 6  # its level

_log: Final = logging.getLogger(__name__)


def offered(system: System, calls: Calls, hand: Hand) -> list[Rule]:
    """The calls to choose among: the book's own first, the others that the hand fits, natural ones that the book has not."""
    rules = system.rules(calls, hand)
    if all(call == "pass" for call in calls):
        return rules
    told = {rule.call for rule in system.book(calls)}
    for call in _natural(system, calls, hand):
        if call not in told:
            told.add(call)
            meant = system.meaning(calls, call)
            if meant.holds(hand):
                rules.append(Rule(call, meant))
    return rules


def _natural(system: System, calls: Calls, hand: Hand) -> Iterator[str]:
    """Raises and games in a fit, no trumps, slams, a double to punish."""
    his = system.known(calls)[(len(calls) + 2) % 4]
    top, doubled, ours = standing(calls)
    points = max(hand.hcp + his.hcp[0], hand.points + his.points[0])
    for suit in SUITS:
        if hand.length(suit) < _SUPPORT or hand.length(suit) + his.lengths[suit.position][0] < _FIT:
            continue
        game = _GAMES[suit.value]
        highest = _SMALL_SLAM if points >= _SLAM else min(_SMALL_SLAM, game + 1)
        levels = {cheapest(suit.value, top), game} | ({_SMALL_SLAM} if points >= _SLAM else set())
        yield from (
            f"{level}{suit.value}"
            for level in sorted(levels)
            if level <= highest and step(f"{level}{suit.value}") > top
        )
    for level, least in ((3, _GAME), (_SMALL_SLAM, _SLAM)):
        if step(f"{level}NT") > top and points >= least:
            yield f"{level}NT"
    if top and not ours and not doubled and hand.hcp >= _PUNISHES and system.meaning(calls, "X").code == "penalty":
        yield "X"


def undisturbed(calls: Calls) -> bool:
    """Whether the side on turn has opened and the opponents have only passed."""
    theirs = calls[(len(calls) + 1) % 2 :: 2]
    return any(call != "pass" for call in calls) and all(call == "pass" for call in theirs)


def gains(system: System, calls: Calls, hand: Hand, *, ours: bool, theirs: bool) -> dict[str, float]:
    """The gain of each offered call over the book's own, in IMPs, the book's own first; nothing without the weights, or where a convention binds.

    ours, theirs: whether the caller's side and the other are vulnerable. A pass in place of a bid while the opponents
    are silent is there only if it gains much.
    """
    if system.bound(calls):
        return {}
    rules, network = offered(system, calls, hand), read(_FILE)
    if network is None or len(rules) < 2:
        return {}
    found = network.answers([[*row, EXPOSED + ours + 2 * theirs] for row in inputs(system, calls, hand, rules)])
    known = {rule.call: gain for rule, gain in zip(rules, [0.0, *found], strict=True)}
    if rules[0].call != "pass" and undisturbed(calls) and known.get("pass", 0.0) <= _STAYS_OUT:
        known.pop("pass", None)
    return known


def preferred(system: System, calls: Calls, hand: Hand, *, ours: bool, theirs: bool) -> list[Rule]:
    """The rules to call by, the best first: the book's order, unless another call gains enough.

    ours, theirs: as above.
    """
    usual, found = system.rules(calls, hand), gains(system, calls, hand, ours=ours, theirs=theirs)
    best = max(found, key=lambda call: found[call], default="")
    if not best or found[best] <= MARGIN:
        return usual
    other = next(rule for rule in offered(system, calls, hand) if rule.call == best)
    return [other, *(rule for rule in usual if rule.call != best)]


class Learned:
    """A system that the learned caller bids."""

    def __init__(self, system: System) -> None:
        self.system = system

    def choice(self, calls: Calls, hand: Hand, *, ours: bool, theirs: bool) -> str:
        """The call of a hand. ours, theirs: whether each side is vulnerable."""
        return preferred(self.system, calls, hand, ours=ours, theirs=theirs)[0].call


@cache
def read(file: Path) -> _native.Network | None:
    """The weights of a file; None, and a line in the log, if it is missing, damaged or of another version."""
    try:
        return _native.Network(file.read_bytes(), SIGNATURE, INPUTS)
    except (OSError, ValueError) as wrong:
        _log.warning("%s: %s; the book bids alone", file.name, wrong)
        return None


atexit.register(read.cache_clear)  # the core's objects must go before the core does
