"""How likely the others would have acted as they did with given cards: the novice is the model of everybody.

The novice's own decisions are too dear to be repeated for hundreds of worlds, so a few numbers of a hand imitate them.
They are its tricks with the best trump, its worth in an all-pass and at misère, and a defender's high cards. Their
weights are fitted to 23,000 of the novice's decisions at sochi (`python -m scripts.fit_novice`). People are no novices:
every chance has a floor, so nothing possible is ever ruled out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

import msgspec

from kozyr.bots.preferans.decisions import counts
from kozyr.bots.preferans.worlds import Field
from kozyr.bots.preferans.worth import NO_TRUMP, allpass_tricks, best_keep, safe_keep, safety, tricks_with
from kozyr.bots.sampling import Puzzle, World
from kozyr.cards import Seat
from kozyr.games.preferans import Contract, View
from kozyr.solver.integers import trump_number

_FLOOR: Final = 0.01
_RARE: Final = 1e-4  # the same for choices among many
_BEST: Final = 0.75  # how often a discard is the best one without a further look
# log-odds of a bid: constant, by tricks with the best trump, by tricks in an all-pass
_OPENS: Final = (-25.81, 3.21, 2.87)  # no player has bid yet
_BIDS: Final = {6: (-12.95, 2.48), 7: (-13.79, 2.17), 8: (-19.0, 2.3), 9: (-21.5, 2.3), 10: (-23.0, 2.3)}
_MISERE: Final = (-3.8, 10.85)  # by the chance to be safe with these ten cards
# Tricks of the ten cards kept, as the novice counts them, by the named size: mean and spread.
_NAMED: Final = {6: (6.57, 0.9), 7: (8.14, 0.6), 8: (9.14, 0.5), 9: (9.8, 0.4), 10: (9.95, 0.3)}
_DISCARD: Final = 0.25  # tricks that a discard or a trump is worse than the best one, for a chance of 1/e
_SAFE: Final = 0.08  # the same at misère
# The novice's rule for a whist, by size and the word before: weights of this hand's count and of both hands',
# threshold.
_WHISTS: Final = {
    (6, ""): (1.0, 2.06, 1.87),
    (6, "pass"): (0.0, 1.0, 0.70),
    (6, "whist"): (1.0, 0.58, 0.95),
    (7, ""): (0.21, 1.0, 0.37),
    (7, "pass"): (1.0, 0.71, 2.20),
    (7, "whist"): (1.0, 0.81, 0.38),
    (8, ""): (1.0, 0.37, 1.03),
    (8, "pass"): (1.0, 0.0, 1.27),
}
_SHARP: Final = 5.0  # how sharply that decides

_Factor = Callable[[World], float]


def _sure(chance: float) -> float:
    return _FLOOR + (1 - 2 * _FLOOR) * chance


def _odds(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


@lru_cache(maxsize=1 << 15)
def trumps(hand: int) -> float:
    """The tricks of ten cards with their best trump."""
    return max(tricks_with(hand, trump, leads=False) for trump in range(4))


@lru_cache(maxsize=1 << 15)
def ducks(hand: int) -> float:
    """The tricks of ten cards in an all-pass."""
    return allpass_tricks(hand, first=False)


_safe = lru_cache(maxsize=1 << 15)(safety)


def bids(hand: int, size: int, *, opens: bool) -> float:
    """The chance that a novice bids this size with ten cards: as the first to bid, or over another's bid."""
    if opens and size == 6:
        base, by_trumps, by_tricks = _OPENS
        return _odds(base + by_trumps * trumps(hand) + by_tricks * ducks(hand))
    base, by_trumps = _BIDS[size]
    return _odds(base + by_trumps * trumps(hand))


def misere(hand: int) -> float:
    """The chance that a novice calls misère with ten cards, as the first call."""
    return _odds(_MISERE[0] + _MISERE[1] * _safe(hand))


def whist(hand: int, trump: int, size: int, before: str) -> str:
    """A novice's answer to a contract: `whist` or `pass`. before: the answer given before it, if there was one."""
    rule = _WHISTS.get((min(size, 8), before))
    if rule is None:
        return "whist" if before == "whist" else "pass"
    by_own, by_both, need = rule
    own, both = counts(hand, trump)
    return "whist" if by_own * own + by_both * both >= need else "pass"


def _ten(seen: Field, at: int) -> Callable[[World], int]:
    """The ten cards that a place was dealt, in a world; twelve less the talon for a declarer."""
    played = seen.played[at]
    return lambda world: world[at] | played


def _calls(view: View, seen: Field) -> list[_Factor]:
    lowest = view.terms.auction.lowest
    high, found = 0, []
    first: set[Seat] = set()
    for seat, token in view.calls:
        word = token.removeprefix("hand:")
        size = lowest if not high else 10 if high > 26 else 6 + high // 5 if high < 15 else 8 if high == 15 else 9
        size = max(lowest, size)
        opens = high == 0
        asked = seat not in first
        first.add(seat)
        named = next((c for c in Contract if c.step and str(c) == word), None)
        if named is not None:
            high = max(high, named.step)
            size = named.size or size
        if seat in seen.seats and seen.hands[seen.seats.index(seat)] is None and not word.startswith("blind:"):
            found.append(_call(seen, seen.seats.index(seat), view, word, size, opens=opens, asked=asked))
    return found


def _call(seen: Field, at: int, view: View, word: str, size: int, *, opens: bool, asked: bool) -> _Factor:
    held = _ten(seen, at)
    bought = seen.bought and seen.seats[at] is view.declarer
    talon = seen.talon if bought else 0

    def chance(world: World) -> float:
        hand = held(world)
        if bought:
            hand = (hand | world[-1]) & ~talon
        if word == "misere":
            return _sure(misere(hand))
        plays = bids(hand, min(size, 10), opens=opens)
        duck = misere(hand) if asked else 0.0
        return _sure((1 - duck) * ((1 - plays) if word in {"pass", "take1"} else plays))

    return chance


def _whists(view: View, seen: Field) -> list[_Factor]:
    contract, found = view.contract, []
    if contract is None or not contract.size:
        return []
    before: list[str] = []
    trump = NO_TRUMP if contract.trump is None else trump_number(contract.trump)
    for seat, word in view.answers:
        rule = _WHISTS.get((contract.size, " ".join(before)))
        before.append(word)
        if rule is None or seat not in seen.seats or seen.hands[seen.seats.index(seat)] is not None:
            continue
        found.append(_word(_ten(seen, seen.seats.index(seat)), trump, rule, whists=word == "whist"))
    return found


def _word(held: Callable[[World], int], trump: int, rule: tuple[float, float, float], *, whists: bool) -> _Factor:
    by_own, by_both, need = rule

    def chance(world: World) -> float:
        own, both = counts(held(world), trump)
        likely = _odds(_SHARP * (by_own * own + by_both * both - need))
        return _sure(likely if whists else 1 - likely)

    return chance


class _Bought(msgspec.Struct, frozen=True):
    """A declarer with the hidden talon: the seat, the game, and whether the seat leads first."""

    at: int
    contract: Contract
    trump: int
    leads: bool


def _bought(view: View, seen: Field) -> _Bought | None:
    contract, declarer = view.contract, view.declarer
    if contract is None or declarer is None or view.phase not in {"whist", "play"} or not seen.bought:
        return None
    at = seen.seats.index(declarer)
    trump = NO_TRUMP if contract.trump is None else trump_number(contract.trump)
    return _Bought(at, contract, trump, declarer is view.terms.hands[0]) if at in seen.hidden else None


def _named(found: _Bought, seen: Field) -> _Factor:
    """The likelihood of the contract, by the twelve cards of the choice."""
    held = _ten(seen, found.at)
    if found.contract is Contract.MISERE:
        return lambda world: _odds(_MISERE[0] + _MISERE[1] * safe_keep(held(world) | world[-1])[0])
    mean, spread = _NAMED[found.contract.size]
    return lambda world: _name(held(world) | world[-1], found.trump, mean, spread, found.leads)


@lru_cache(maxsize=1 << 14)
def _name(twelve: int, trump: int, mean: float, spread: float, leads: bool) -> float:
    mine, kept = best_keep(twelve, trump, leads=leads)
    other = max(tricks_with(kept, one, leads=leads) for one in range(5))
    off = (mine - mean) / spread
    return _RARE + math.exp(-off * off / 2 - max(0.0, other - mine) / _DISCARD)


def _chosen(found: _Bought, seen: Field) -> _Factor:
    """The factor of a discard, by its distance from the best one."""
    held = _ten(seen, found.at)
    return lambda world: _RARE + math.exp(-_loss(held(world), world[-1], found))


@lru_cache(maxsize=1 << 14)
def _loss(kept: int, away: int, found: _Bought) -> float:
    """How much worse a discard is than the best one; a unit makes it e times rarer."""
    if found.contract is Contract.MISERE:
        return (safe_keep(kept | away)[0] - _safe(kept)) / _SAFE
    best, _ = best_keep(kept | away, found.trump, leads=found.leads)
    return (best - tricks_with(kept, found.trump, leads=found.leads)) / _DISCARD


# --- worlds ------------------------------------------------------------------------------------------------


class Imagined(msgspec.Struct, frozen=True):
    """Worlds with their weights."""

    worlds: list[World]
    weights: list[float]
    bought: _Bought | None = None
    """The purchase of a hidden declarer who still holds the talon, with two cards to put away (`discarded`)."""


def imagine(view: View, seen: Field, count: int, chance: random.Random) -> tuple[list[World], list[float]]:
    """At most `count` worlds (the cards of all places and those aside) with their weights; if fewer exist, all."""
    found = suppose(view, seen, count, chance)
    return [discarded(world, found, seen, chance) for world in found.worlds], found.weights


def suppose(view: View, seen: Field, count: int, chance: random.Random, *, even: bool = False) -> Imagined:
    """At most `count` worlds with their weights; all worlds, if there are fewer.

    Of a hidden declarer only the twelve cards are drawn, and the discard is then chosen sensibly. Of all possible
    discards one in a hundred is sensible. even: all worlds are equally likely.
    """
    if seen.puzzle is None:
        return Imagined([seen.world(())], [1.0])
    found = _bought(view, seen)
    factors: list[_Factor] = [] if even else [*_calls(view, seen), *_whists(view, seen)]
    if found is not None:
        if not even:
            factors.append(_named(found, seen))
        if seen.puzzle.total > 2 * count:
            worlds = _twelves(found, seen, count, chance)
            if worlds:
                lacks, size = _lacks(found, seen), seen.puzzle.room[-1]
                played = seen.played[found.at] | _kept(found, seen)
                factors.append(lambda world: _fits(world[found.at], lacks, size, played, found)[0])
                return Imagined(worlds, [_product(factors, world) for world in worlds], found)
        factors.append(_chosen(found, seen))
    puzzle = seen.puzzle
    worlds = [
        seen.world(dealt)
        for dealt in (puzzle.sample(count, chance) if puzzle.total > 2 * count else puzzle.draw(count, chance))
    ]
    return Imagined(worlds, [_product(factors, world) for world in worlds])


def _product(factors: Iterable[_Factor], world: World) -> float:
    weight = 1.0
    for factor in factors:
        weight *= factor(world)
    return weight


def _twelves(found: _Bought, seen: Field, count: int, chance: random.Random) -> list[World]:
    """Worlds with a hidden discard of the declarer; fewer than asked for if that is not always possible."""
    puzzle, pile = seen.puzzle, len(seen.seats)
    if puzzle is None or pile not in seen.hidden:
        return []
    room = dict(zip(seen.hidden, puzzle.room, strict=True))
    may = dict(zip(seen.hidden, puzzle.may, strict=True))
    everything = may[pile] | may[found.at]
    others = [at for at in seen.hidden if at not in {found.at, pile}]
    together = Puzzle(
        everything | _union(may[at] for at in others),
        [room[found.at] + room[pile], *(room[at] for at in others)],
        [everything, *(may[at] for at in others)],
    )
    lacks, size = ~may[found.at], room[pile]
    worlds = []
    for twelve, *rest in together.sample(count, chance):
        if (twelve & lacks).bit_count() <= size:
            places = [*(hand or 0 for hand in seen.hands), seen.aside]
            places[found.at] = twelve
            for at, bits in zip(others, rest, strict=True):
                places[at] = bits
            worlds.append(tuple(places))
    return worlds if len(worlds) > count // 4 else []


def _union(masks: Iterable[int]) -> int:
    """All cards of some masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def discarded(world: World, imagined: Imagined, seen: Field, chance: random.Random) -> World:
    """The world with the declarer's discard, mostly the best possible one."""
    found = imagined.bought
    if found is None or seen.puzzle is None:
        return world
    twelve, lacks, size, kept = world[found.at], _lacks(found, seen), seen.puzzle.room[-1], _kept(found, seen)
    played = seen.played[found.at]
    _, away = _fits(twelve, lacks, size, played | kept, found)
    if not away or chance.random() >= _BEST:
        ways = _ways(twelve & ~kept, lacks, size)
        odds = [math.exp(-_loss((twelve | played) & ~some, some, found)) + _RARE for some in ways]
        away = chance.choices(ways, odds)[0]
    places = list(world)
    places[found.at] = twelve & ~away
    places[-1] |= away
    return tuple(places)


def _lacks(found: _Bought, seen: Field) -> int:
    """The cards that a declarer has shown not to hold."""
    puzzle = seen.puzzle
    return 0 if puzzle is None else ~puzzle.may[seen.hidden.index(found.at)]


def _kept(found: _Bought, seen: Field) -> int:
    """Cards that a hidden declarer surely holds: they lie open after an error, and were not put away."""
    puzzle, at = seen.puzzle, seen.hidden.index(found.at)
    if puzzle is None:
        return 0
    return puzzle.may[at] & ~_union(may for other, may in enumerate(puzzle.may) if other != at)


def _ways(twelve: int, lacks: int, size: int) -> list[int]:
    """The discards that are still possible, of these cards."""
    must = twelve & lacks
    free = [1 << card for card in range(32) if (twelve & ~must) >> card & 1]
    return [must | sum(some) for some in combinations(free, size - must.bit_count())]


@lru_cache(maxsize=1 << 14)
def _fits(twelve: int, lacks: int, size: int, played: int, found: _Bought) -> tuple[float, int]:
    """How likely a discard is that agrees with the played and missing cards; the best one, if it agrees."""
    whole = twelve | played
    if found.contract is Contract.MISERE:
        kept = safe_keep(whole)[1]
    else:
        kept = best_keep(whole, found.trump, leads=found.leads)[1]
    away = whole & ~kept
    if not away & played and not twelve & lacks & ~away:
        return 1.0, away
    least = min(_loss(whole & ~some, some, found) for some in _ways(twelve & ~played, lacks, size))
    return _RARE + (1 - _BEST) * math.exp(-least), 0
