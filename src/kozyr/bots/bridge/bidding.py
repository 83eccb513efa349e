"""A close call by simulation: the calls that fit the hand, each bid on by the book in imagined worlds and played by DDS.

The book orders the rules that a hand fits, and the first is its call. Where the others are a matter of judgement (whether to
compete, to invite, to double, which game) each is tried: in every world the auction goes on by the book to a contract,
DDS takes its tricks, and the difference to the book's own call is counted in the form that is played. Another call is
preferred only if it wins clearly, so that partner can go on reading the book. Whatever is called promises what the hand has.
"""

from __future__ import annotations

import math
import random
from typing import Final, NamedTuple

from kozyr.bots.bridge import sayc, worth
from kozyr.bots.bridge.system import Hand, Rule
from kozyr.bots.bridge.worlds import World, field, worlds
from kozyr.bots.frame import Purse
from kozyr.cards import CardSet, Seat
from kozyr.games.bridge import View
from kozyr.games.bridge.events import Contract, Denomination
from kozyr.games.bridge.scoring import imps
from kozyr.solver.bridge import Board, values

__all__ = ["Tried", "tried"]

_SEATS: Final = tuple(Seat)
_WORLDS: Final = 12
_CALLS: Final = 3  # that are tried, the book's own among them
_COST: Final = 130_000  # positions that a world is taken to cost for each of them
_LONGEST: Final = 40  # calls of an auction that is bid on in the mind
# Calls that ask, answer or obey: their sense is in the system, and no simulation of one deal shows it.
_SYSTEM: Final = {"stayman", "transfer", "completes", "denies", "blackwood", "aces", "waiting", "jacoby", "strong"}
_MARGIN: Final = {"points": 40.0, "imps": 1.0, "matchpoints": 15.0}  # by which another call must be better
_FAR: Final = 3  # tricks down from which somebody doubles; one less where both sides bid


class Tried(NamedTuple):
    """A rule and what its call brings more than the book's own; worlds: in how many it was tried."""

    rule: Rule
    gain: float
    worlds: int


def tried(view: View, rules: list[Rule], chance: random.Random, purse: Purse) -> list[Tried]:
    """The rules with their gains, the best first; the book's order where it knows better or there is no time."""
    some = [rule for rule in rules if rule.meaning.code not in _SYSTEM][:_CALLS]
    usual = [Tried(rule, 0.0, 0) for rule in rules]
    calls = tuple(token for _, token in view.calls)
    spoken = any(call != "pass" for call in calls)
    if not spoken or len(some) < 2 or rules[0] not in some:
        return usual
    count = _WORLDS if purse.nodes is None else min(_WORLDS, purse.nodes // (_COST * len(some)))
    if count < _WORLDS // 2 or purse.empty:
        return usual
    ends: list[list[_End]] = []
    imagined = worlds(field(view), count, chance, draws=3)
    for world, _ in imagined:
        hands = [Hand.of(CardSet(bits)) for bits in world]
        ends.append([_end(view, (*calls, rule.call), hands) for rule in some])
    if all(len({end.key for end in row}) == 1 for row in ends):
        return usual
    tricks = _tricks([(world, end) for (world, _), row in zip(imagined, ends, strict=True) for end in row], purse)
    if tricks is None:
        return usual
    purse.spend(_COST * len(some) * len(imagined))
    gains = [
        [_better(view, end, row[0], tricks, world) for end in row]
        for (world, _), row in zip(imagined, ends, strict=True)
    ]
    weights = [weight for _, weight in imagined]
    found = [_judged(view, rule, [gain[at] for gain in gains], weights) for at, rule in enumerate(some)]
    best = max(found, key=lambda one: one.gain)
    order = [best, *(one for one in found if one is not best)] if best.gain > 0 else found
    return [*order, *(one for one in usual if one.rule not in some)]


class _End(NamedTuple):
    """How an auction ended: the contract, doubled or not, its declarer, and whether both sides had bid."""

    contract: Contract | None
    declarer: int
    fought: bool

    @property
    def key(self) -> tuple[str, int]:
        return (str(self.contract), self.declarer)


def _end(view: View, calls: tuple[str, ...], hands: list[Hand]) -> _End:
    """The auction from here on by the book, with all four hands."""
    dealer = view.terms.dealer.position
    while not _over(calls):
        at = (dealer + len(calls)) % 4
        calls += (sayc.choice(calls, hands[at]) if len(calls) < _LONGEST else "pass",)
    bids = [(nth, call) for nth, call in enumerate(calls) if call[0].isdigit()]
    if not bids:
        return _End(None, -1, fought=False)
    nth, last = bids[-1]
    doubled = 2 if "XX" in calls[nth:] else int("X" in calls[nth:])
    contract = Contract(int(last[0]), Denomination(last[1:]), doubled)
    first = next(at for at, call in bids if call[1:] == last[1:] and (at - nth) % 2 == 0)
    return _End(contract, (dealer + first) % 4, fought=any((at - nth) % 2 for at, _ in bids))


def _over(calls: tuple[str, ...]) -> bool:
    return len(calls) >= 4 and calls[-3:] == ("pass", "pass", "pass")


_Key = tuple[World, int, int]


def _tricks(wanted: list[tuple[World, _End]], purse: Purse) -> dict[_Key, int] | None:
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


def _key(world: World, end: _End) -> _Key:
    assert end.contract is not None
    return world, end.contract.denomination.position, end.declarer


def _points(view: View, end: _End, tricks: dict[_Key, int], world: World) -> float:
    """What an end brings the side that is on turn; a contract that fails badly is doubled."""
    if end.contract is None or view.turn is None:
        return 0.0
    taken = tricks[_key(world, end)]
    contract = end.contract
    if not contract.doubled and contract.need - taken >= _FAR - end.fought:
        contract = Contract(contract.level, contract.denomination, 1)
    points = worth.score(view.terms, end.declarer % 2, contract, taken)
    return points if (end.declarer - view.turn.position) % 2 == 0 else -points


def _better(view: View, end: _End, usual: _End, tricks: dict[_Key, int], world: World) -> float:
    """What one end brings more than another, in the unit of the form."""
    more = _points(view, end, tricks, world) - _points(view, usual, tricks, world)
    what = worth.unit(view.terms)
    if what == "imps":
        return float(imps(round(more)))
    return more if what == "points" else 50.0 * ((more > 0) - (more < 0))


def _judged(view: View, rule: Rule, gains: list[float], weights: list[float]) -> Tried:
    """The mean gain less what must be gained to leave the book: a margin, and the doubt of few worlds."""
    mean = sum(gain * weight for gain, weight in zip(gains, weights, strict=True))
    spread = sum(weight * (gain - mean) ** 2 for gain, weight in zip(gains, weights, strict=True))
    if not any(gains):
        return Tried(rule, 0.0, len(gains))
    doubt = math.sqrt(spread * sum(weight**2 for weight in weights))
    return Tried(rule, round(mean - doubt - _MARGIN[worth.unit(view.terms)], 3), len(gains))
