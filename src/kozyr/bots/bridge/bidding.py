"""A close call by simulation: each call that fits the hand is bid on in imagined worlds, and the results are counted.

The book orders the rules that a hand fits, and the first gives its call. Where the choice is a matter of judgement (to
compete, to invite, to double, which game) each call is tried (`trial.py`). In every world the auction goes on by the
book to a contract. The difference to the book's call is counted in the form that is played. Another call must win by
more than a margin and the remaining doubt. Every call but a game or slam to play promises what the hand has.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from kozyr.bots.bridge.book import System, standing
from kozyr.bots.bridge.book.auction import Calls, game_reached
from kozyr.bots.bridge.system import SUITS, Hand, Meaning, Rule
from kozyr.bots.bridge.systems import agreed
from kozyr.bots.bridge.trial import FORETOLD, Trial, Tried
from kozyr.bots.bridge.worlds import field, series
from kozyr.bots.frame import Purse
from kozyr.cards import CardSet, Suit
from kozyr.games.bridge import View

_WORLDS: Final = 96  # that are bid on by the book
_PORTION: Final = 32  # of them before it is asked whether another call has a chance
_SHORT: Final = 8  # the same where the clock counts
_DRAWS: Final = 3  # worlds looked at for each of them
_CALLS: Final = 4  # of the book that are tried, its own choice among them
_BESIDES: Final = 2  # games and slams besides
_MOST: Final = 6  # calls in all
_HIGHEST: Final = 5  # level up to which calls are thought of that the book has not
_GAME, _SLAM = 20, 28  # points of the hand and partner's promised least, from which a game or slam is possible
_FIT: Final = 7  # trumps, counted likewise
_TO_PLAY: Final = Meaning(forcing="sign_off", code="natural")
_LADDER: Final = ("C", "D", "H", "S", "NT")
_THREE_NO_TRUMP: Final = 15  # its step on the ladder
_GOOD: Final = 15  # points with which a preempt is not passed against the book
# Calls that ask, answer or obey: the system gives their sense, and simulating one deal does not show it.
_SYSTEM: Final = {
    "stayman",
    "transfer",
    "completes",
    "denies",
    "blackwood",
    "gerber",
    "aces",
    "keycard",
    "keys",
    "queen_ask",
    "queen",
    "king_ask",
    "kings",
    "waiting",
    "jacoby",
    "strong",
    "relay",
    "two_suits",
    "splinter",
    "checkback",
    "control",
    "fourth",
}
_ASKING: Final = _SYSTEM | {"quantitative", "slam"}  # not tried when the book has no rule for the call


def tried(view: View, rules: list[Rule], chance: random.Random, purse: Purse) -> list[Tried]:
    """The rules with their gains, the best first; in their own order where the book knows better or there is no time."""
    system, calls = agreed(view), tuple(token for _, token in view.calls)
    mine = Hand.of(CardSet.of(view.hands[view.turn].cards or ())) if view.turn is not None else None
    if _on_air(system, calls):
        rules = [rule for rule in rules if rule.call != "X"]
    usual = [Tried(rule, 0.0, 0) for rule in rules]
    silent = all(call == "pass" for call in calls)
    if mine is None or silent or rules[0].meaning.code in _SYSTEM or system.bound(calls):
        return usual
    some = _some(system, calls, rules, mine)
    if len(some) < 2:
        return usual
    count = _WORLDS if purse.nodes is None else min(_WORLDS, purse.nodes // (FORETOLD * len(some)))
    portion = _SHORT if purse.timed else _PORTION
    if count < portion or purse.empty:
        return usual
    trial = Trial(view, some)
    for imagined in series(field(view), [portion] * (count // portion), chance, draws=_DRAWS):
        trial.foretell(imagined, purse)
        if purse.half_gone or not trial.open:
            break
    while trial.open and trial.solve(purse):
        pass
    found = trial.found()
    best = max(found, key=lambda one: one.gain)
    order = [best, *(one for one in found if one is not best)] if best.gain > 0 else found
    return [*order, *(one for one in usual if one.rule not in some)]


def undisturbed(calls: Calls) -> bool:
    """Whether the side on turn has opened and the opponents have only passed."""
    theirs = calls[(len(calls) + 1) % 2 :: 2]
    return any(call != "pass" for call in calls) and all(call == "pass" for call in theirs)


def _some(system: System, calls: Calls, rules: list[Rule], mine: Hand) -> list[Rule]:
    """The calls to try, the usual one first; no pass in place of a bid of the book while the opponents are silent."""
    some = [rule for rule in rules if rule.meaning.code not in _SYSTEM][:_CALLS]
    bids = undisturbed(calls) and system.choice(calls, mine) != "pass"
    if bids or _stands_up(system, calls, rules[0], mine):
        some = [rule for rule in some if rule.call != "pass"]
    known = {rule.call for rule in rules}
    some += [rule for rule in _besides(system, calls, mine) if rule.call not in known][:_BESIDES]
    known |= {rule.call for rule in some}
    some += [rule for rule in _habitual(system, calls, mine) if rule.call not in known]
    return some[:_MOST]


def _on_air(system: System, calls: tuple[str, ...]) -> bool:
    """Whether a penalty double of a bid below game is outside the book, while our side has only passed.

    It wins in worlds where the opponents bid by our book. Of strangers' one no trumps 15 such doubles lost 45 IMPs.
    """
    bids = [call for call in calls if call[0].isdigit()]
    silent = all(call == "pass" for call in calls[len(calls) % 2 :: 2])
    if not bids or not silent or game_reached(bids[-1]) or any(rule.call == "X" for rule in system.book(calls)):
        return False
    return system.meaning(calls, "X").code == "penalty"


def _stands_up(system: System, calls: tuple[str, ...], first: Rule, mine: Hand) -> bool:
    """Whether a good hand acts over a preempt by the book: few worlds, all played open, would too often pass it out."""
    bids = [(at, call) for at, call in enumerate(calls) if call[0].isdigit()]
    at, last = bids[-1]
    weak = system.meaning(calls[:at], last).code in {"preempt", "weak"}
    theirs = (len(calls) - at) % 2 == 1
    return first.call != "pass" and theirs and weak and mine.hcp >= _GOOD


def _besides(system: System, calls: tuple[str, ...], mine: Hand) -> Iterator[Rule]:
    """Games and slams that the book has no rule for at this point: they promise nothing but that they are to play."""
    his = system.known(calls)[(len(calls) + 2) % 4]
    top, _, ours = standing(calls)
    book = {rule.call for rule in system.book(calls)}
    if ours and top >= _THREE_NO_TRUMP:  # in game already: a slam
        levels = (("NT", 6), *((suit.value, 6) for suit in SUITS)) if mine.hcp + his.hcp[0] >= _SLAM else ()
    elif mine.hcp + his.hcp[0] >= _GAME or mine.points + his.points[0] >= _GAME:
        levels = (("S", 4), ("H", 4), ("NT", 3), ("D", 5), ("C", 5))
    else:
        return
    for strain, level in levels:
        call = f"{level}{strain}"
        if call in book or not top < 5 * level - 4 + _LADDER.index(strain):
            continue
        if strain == "NT" or mine.length(Suit(strain)) + his.lengths[Suit(strain).position][0] >= _FIT:
            yield Rule(call, _TO_PLAY)


def _habitual(system: System, calls: tuple[str, ...], mine: Hand) -> Iterator[Rule]:
    """Calls that the book has no rule for here and that the hand fits as they are commonly meant: doubles, raises, suits again."""
    book = {rule.call for rule in system.book(calls)}
    top, doubled, ours = standing(calls)
    wanted = ["X"] if top and not doubled and not ours and not _on_air(system, calls) else []
    for at, strain in enumerate(_LADDER):
        level = top // 5 + 1 + (at < top % 5)
        wanted += [f"{level}{strain}"] if level <= _HIGHEST else []
    for call in wanted:
        if call not in book:
            meant = system.meaning(calls, call)
            if meant.code not in _ASKING and meant.holds(mine):
                yield Rule(call, meant)
