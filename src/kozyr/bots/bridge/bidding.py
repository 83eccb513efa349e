"""A close call by simulation: the calls that fit the hand, each bid on by the book in imagined worlds and solved.

The book orders the rules that a hand fits, and the first is its call. Where the others are a matter of judgement (whether to
compete, to invite, to double, which game) each is tried: in every world the auction goes on by the book to a contract,
its tricks are counted with all cards seen, and the difference to the book's own call is counted in the form that is played. Another call is
preferred only if it wins clearly, so that partner can go on reading the book. Whatever is called promises what the hand has.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from kozyr.bots.bridge import worth
from kozyr.bots.bridge.book import System, standing
from kozyr.bots.bridge.ends import End, ended, over
from kozyr.bots.bridge.system import SUITS, Hand, Meaning, Rule
from kozyr.bots.bridge.systems import agreed
from kozyr.bots.bridge.worlds import World, field, worlds
from kozyr.bots.frame import Purse
from kozyr.cards import CardSet, Seat, Suit
from kozyr.games.bridge import View
from kozyr.games.bridge.scoring import imps
from kozyr.games.bridge.words import Contract
from kozyr.solver.bridge import Board, values

_SEATS: Final = tuple(Seat)
_WORLDS: Final = 18
_FIRST: Final = 6  # worlds before it is asked whether another call has a chance
_CALLS: Final = 3  # of the book that are tried, its own choice among them
_BESIDES: Final = 2  # games and slams besides
_GAME, _SLAM = 20, 28  # points with what partner has promised at least, from which they are thought of
_FIT: Final = 7  # trumps, counted likewise
_TO_PLAY: Final = Meaning(forcing="sign_off", code="natural")
_LADDER: Final = ("C", "D", "H", "S", "NT")
_THREE_NO_TRUMP: Final = 15  # its step on the ladder
_COST: Final = 130_000  # positions that a world is taken to cost for each of them
_GOOD: Final = 15  # points with which a preempt is not passed against the book
_LONGEST: Final = 40  # calls of an auction that is bid on in the mind
# Calls that ask, answer or obey: their sense is in the system, and no simulation of one deal shows it.
_SYSTEM: Final = {
    "stayman",
    "transfer",
    "completes",
    "denies",
    "blackwood",
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
_MARGIN: Final = {"points": 30.0, "imps": 0.7, "matchpoints": 12.0}  # by which another call must be better
_FAR: Final = 3  # tricks down from which somebody doubles; one less where both sides bid


class Tried(NamedTuple):
    """A rule and what its call brings more than the book's own; worlds: in how many it was tried."""

    rule: Rule
    gain: float
    worlds: int


def tried(view: View, rules: list[Rule], chance: random.Random, purse: Purse) -> list[Tried]:
    """The rules with their gains, the best first; the book's order where it knows better or there is no time."""
    usual, system = [Tried(rule, 0.0, 0) for rule in rules], agreed(view)
    calls = tuple(token for _, token in view.calls)
    if all(call == "pass" for call in calls) or rules[0].meaning.code in _SYSTEM:
        return usual
    mine = Hand.of(CardSet.of(view.hands[view.turn].cards or ())) if view.turn is not None else None
    assert mine is not None
    some = [rule for rule in rules if rule.meaning.code not in _SYSTEM][:_CALLS]
    if _stands_up(system, calls, rules[0], mine):
        some = [rule for rule in some if rule.call != "pass"]
    some += [rule for rule in _besides(system, calls, mine) if all(rule.call != one.call for one in rules)][:_BESIDES]
    if len(some) < 2:
        return usual
    count = _WORLDS if purse.nodes is None else min(_WORLDS, purse.nodes // (_COST * len(some)))
    if count < _FIRST // 2 or purse.empty:
        return usual
    imagined = worlds(field(view), count, chance, draws=3)
    rows: list[list[float]] = []
    weights: list[float] = []
    while len(rows) < len(imagined) and not (rows and purse.half_gone):
        more = _gains(view, some, imagined[len(rows) : max(_FIRST, 2 * len(rows))], purse)
        if more is None:
            break
        rows += more
        weights = [weight for _, weight in imagined[: len(rows)]]
        total = sum(weights)
        weights = [weight / total for weight in weights]
        if not any(_hopeful(view, [row[at] for row in rows], weights) for at in range(1, len(some))):
            break
    if not rows:
        return usual
    found = [_judged(view, rule, [row[at] for row in rows], weights) for at, rule in enumerate(some)]
    best = max(found, key=lambda one: one.gain)
    order = [best, *(one for one in found if one is not best)] if best.gain > 0 else found
    return [*order, *(one for one in usual if one.rule not in some)]


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


def _gains(view: View, some: list[Rule], imagined: list[tuple[World, float]], purse: Purse) -> list[list[float]] | None:
    """By world what each of some calls brings more than the first; None: there was no time."""
    calls = tuple(token for _, token in view.calls)
    ends: list[list[End]] = []
    for world, _ in imagined:
        hands = [Hand.of(CardSet(bits)) for bits in world]
        ends.append([_end(view, (*calls, rule.call), hands) for rule in some])
    rows = list(zip([world for world, _ in imagined], ends, strict=True))
    wanted = [(world, end) for world, row in rows for end in row if any(other.key != end.key for other in row)]
    tricks = _tricks(wanted, purse)
    if tricks is None:
        return None
    purse.spend(_COST // 2 * len(tricks))
    return [
        [0.0 if end.key == row[0].key else _better(view, end, row[0], tricks, world) for end in row]
        for world, row in rows
    ]


def _hopeful(view: View, gains: list[float], weights: list[float]) -> bool:
    """Whether more worlds may still show that this call is better than the book's."""
    mean, doubt = _mean(gains, weights)
    return any(gains) and mean + doubt > _MARGIN[worth.unit(view.terms)]


def _end(view: View, calls: tuple[str, ...], hands: list[Hand]) -> End:
    """The auction from here on by the book, with all four hands."""
    dealer, system = view.terms.dealer.position, agreed(view)
    while not over(calls):
        at = (dealer + len(calls)) % 4
        calls += (system.choice(calls, hands[at]) if len(calls) < _LONGEST else "pass",)
    return ended(calls, dealer)


_Key = tuple[World, int, int]


def _tricks(wanted: list[tuple[World, End]], purse: Purse) -> dict[_Key, int] | None:
    """The declarer's tricks by world, strain and declarer, for all that are wanted; None: there was no time."""
    boards: dict[_Key, Board] = {}
    for world, end in wanted:
        if end.contract is None:
            continue
        n, e, s, w = (CardSet(bits) for bits in world)
        leader = _SEATS[(end.declarer + 1) % 4]
        boards[_key(world, end)] = Board((n, e, s, w), end.contract.trump, _SEATS[end.declarer], leader)
    try:
        return dict(zip(boards, values(list(boards.values()), seconds=purse.seconds), strict=True))
    except TimeoutError:
        return None


def _key(world: World, end: End) -> _Key:
    assert end.contract is not None
    return world, end.contract.denomination.position, end.declarer


def _points(view: View, end: End, tricks: dict[_Key, int], world: World) -> float:
    """What an end brings the side that is on turn; a contract that fails badly is doubled."""
    if end.contract is None or view.turn is None:
        return 0.0
    taken = tricks[_key(world, end)]
    contract = end.contract
    if not contract.doubled and contract.need - taken >= _FAR - end.fought:
        contract = Contract(contract.level, contract.denomination, 1)
    points = worth.score(view.terms, end.declarer % 2, contract, taken)
    return points if (end.declarer - view.turn.position) % 2 == 0 else -points


def _better(view: View, end: End, usual: End, tricks: dict[_Key, int], world: World) -> float:
    """What one end brings more than another, in the unit of the form."""
    more = _points(view, end, tricks, world) - _points(view, usual, tricks, world)
    what = worth.unit(view.terms)
    if what == "imps":
        return float(imps(round(more)))
    return more if what == "points" else 50.0 * ((more > 0) - (more < 0))


def _mean(gains: list[float], weights: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum([gain * weight for gain, weight in zip(gains, weights, strict=True)])
    spread = sum([weight * (gain - mean) ** 2 for gain, weight in zip(gains, weights, strict=True)])
    return mean, math.sqrt(spread * sum([weight**2 for weight in weights]))


def _judged(view: View, rule: Rule, gains: list[float], weights: list[float]) -> Tried:
    """The mean gain less what must be gained to leave the book: a margin, and the doubt of few worlds."""
    if not any(gains):
        return Tried(rule, 0.0, len(gains))
    mean, doubt = _mean(gains, weights)
    return Tried(rule, round(mean - doubt - _MARGIN[worth.unit(view.terms)], 3), len(gains))
