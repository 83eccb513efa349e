"""Deals that agree with everything seen, for any game: cards, holders with room, and the possible holders of each card.

The second of these two holders cannot have the highest card, so there are three deals:

>>> puzzle = Puzzle(0b1111, room=(2, 2), may=(0b1111, 0b0111))
>>> puzzle.total, len(puzzle.draw(10, random.Random(1)))
(3, 3)

Cards with the same possible holders are alike, so the deals are counted class by class. A number below the total then
names one deal, exactly (`Puzzle.at`). Uniform numbers give uniform deals, and few deals are simply all listed. A fact
about several cards (a denied meld) is a condition; the likelihood of people's acts is a weight (`weighted`).
"""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import Final, TypeAlias

World: TypeAlias = tuple[int, ...]  # the bits of each holder's cards
Condition: TypeAlias = Callable[[World], bool]
_TRIES: Final = 40  # draws for each deal wanted under a condition
_Split: TypeAlias = tuple[int, ...]  # how many cards of a class each of its holders gets


class Puzzle:
    """Every way to give cards to holders.

    cards: the bits of the cards to give out. room: how many each holder gets. may: the bits that each may hold.

    Raises:
        ValueError: the room is not that of the cards, or no deal fits.
    """

    def __init__(self, cards: int, room: Sequence[int], may: Sequence[int]) -> None:
        if sum(room) != cards.bit_count() or min(room, default=0) < 0 or len(room) != len(may):
            raise ValueError(f"{cards.bit_count()} cards do not fill {tuple(room)}")
        self.room = tuple(room)
        self.may = tuple(bits & cards for bits in may)
        classes: dict[tuple[int, ...], list[int]] = {}
        rest = cards
        while rest:
            card = rest & -rest
            rest ^= card
            homes = tuple(holder for holder, bits in enumerate(self.may) if bits & card)
            classes.setdefault(homes, []).append(card)
        # The narrowest classes first, so that dead ends are met early.
        self._classes = sorted(classes.items(), key=lambda one: (len(one[0]), one[0]))
        self._ways: dict[tuple[int, World], int] = {}
        self._splits: dict[tuple[int, World], list[tuple[_Split, int, World]]] = {}
        self.total: int = self._count(0, self.room)
        if not self.total:
            raise ValueError("no deal agrees with what is known")

    def _options(self, nth: int, room: World) -> list[tuple[_Split, int, World]]:
        """The splits of a class: how many each of its holders gets, in how many ways, and the room that is left."""
        found = self._splits.get((nth, room))
        if found is None:
            homes, cards = self._classes[nth]
            found = []
            for split in _shares(len(cards), [room[home] for home in homes]):
                left = list(room)
                ways, rest = 1, len(cards)
                for home, n in zip(homes, split, strict=True):
                    left[home] -= n
                    ways *= comb(rest, n)
                    rest -= n
                found.append((split, ways, tuple(left)))
            self._splits[nth, room] = found
        return found

    def _count(self, nth: int, room: World) -> int:
        if nth == len(self._classes):
            return 1
        known = self._ways.get((nth, room))
        if known is None:
            known = sum(ways * self._count(nth + 1, left) for _, ways, left in self._options(nth, room))
            self._ways[nth, room] = known
        return known

    def at(self, number: int) -> World:
        """The deal of this number, from 0 to `total` - 1; every deal has one.

        Raises:
            ValueError: there is no such number.
        """
        if not 0 <= number < self.total:
            raise ValueError(f"no deal {number} of {self.total}")
        hands = [0] * len(self.room)
        room = self.room
        for nth, (homes, cards) in enumerate(self._classes):
            for split, ways, left in self._options(nth, room):
                after = self._count(nth + 1, left)
                if number < ways * after:
                    inner, number = divmod(number, after)
                    _give(hands, homes, split, cards, inner)
                    room = left
                    break
                number -= ways * after
        return tuple(hands)

    def __iter__(self) -> Iterator[World]:
        """All deals, in the order of their numbers."""
        return map(self.at, range(self.total))

    def draw(self, count: int, chance: random.Random, condition: Condition | None = None) -> list[World]:
        """`count` different deals, drawn evenly; all deals, if there are no more.

        condition: a test that each deal must pass. Where few pass there may be fewer deals, or none.
        """
        if self.total <= count * (1 if condition is None else _TRIES):
            found = [world for world in self if condition is None or condition(world)]
            return found if len(found) <= count else chance.sample(found, count)
        seen: set[int] = set()
        worlds: list[World] = []
        for _ in range(count * _TRIES):
            number = chance.randrange(self.total)
            if number in seen:
                continue
            seen.add(number)
            world = self.at(number)
            if condition is None or condition(world):
                worlds.append(world)
                if len(worlds) == count:
                    break
        return worlds

    def sample(self, count: int, chance: random.Random) -> list[World]:
        """`count` deals, drawn evenly one by one, so that some may come twice: much faster than `draw`."""
        cached: dict[tuple[int, World], tuple[list[int], list[tuple[_Split, int, World]]]] = {}
        worlds: list[World] = []
        for _ in range(count):
            hands = [0] * len(self.room)
            room = self.room
            for nth, (homes, cards) in enumerate(self._classes):
                known = cached.get((nth, room))
                if known is None:
                    options = self._options(nth, room)
                    edges = list(accumulate(ways * self._count(nth + 1, left) for _, ways, left in options))
                    known = cached[nth, room] = edges, options
                edges, options = known
                split, _, room = options[bisect_right(edges, chance.randrange(edges[-1])) if len(options) > 1 else 0]
                rest, most = sum(cards), max(range(len(homes)), key=split.__getitem__)
                mixed = chance.sample(cards, len(cards) - split[most])
                at = 0
                for home, n in enumerate(split):
                    if home != most and n:
                        bits = sum(mixed[at : at + n])
                        hands[homes[home]] |= bits
                        rest ^= bits
                        at += n
                hands[homes[most]] |= rest
            worlds.append(tuple(hands))
        return worlds


def _shares(total: int, most: Sequence[int]) -> Iterator[_Split]:
    """Every way to write a number as a sum of parts with these upper bounds."""
    if not most:
        if not total:
            yield ()
        return
    rest = sum(most[1:])
    for part in range(max(0, total - rest), min(total, most[0]) + 1):
        for others in _shares(total - part, most[1:]):
            yield (part, *others)


def _give(hands: list[int], homes: Sequence[int], split: _Split, cards: Sequence[int], number: int) -> None:
    """Give the cards of a class to their holders, by the number of one of the ways."""
    left = list(cards)
    for home, wanted in zip(homes, split, strict=True):
        number, mine = divmod(number, comb(len(left), wanted))
        some, left = _set(left, wanted, mine)
        hands[home] |= some


def _set(cards: list[int], wanted: int, number: int) -> tuple[int, list[int]]:
    """The set of `wanted` cards with this number among all such sets, and the cards that are not in it."""
    if wanted in {0, len(cards)}:
        return (sum(cards), []) if wanted else (0, cards)
    bits, size = 0, len(cards)
    kept: list[int] = []
    for at, card in enumerate(cards):
        if not wanted:
            return bits, kept + cards[at:]
        with_it = comb(size - at - 1, wanted - 1)
        if number < with_it:
            bits |= card
            wanted -= 1
        else:
            number -= with_it
            kept.append(card)
    return bits, kept


def weighted(
    worlds: Sequence[World], weights: Sequence[float], count: int, chance: random.Random
) -> list[tuple[World, float]]:
    """At most `count` of some worlds with their new weights, which sum to 1.

    Few worlds keep their own weights; of many some are drawn by weight, evenly spaced, and one drawn twice counts
    twice. If all weights are nought, all worlds are equal.
    """
    total = sum(weights)
    if not total > 0:
        weights, total = [1.0] * len(worlds), float(len(worlds))
    if len(worlds) <= count:
        return [(world, weight / total) for world, weight in zip(worlds, weights, strict=True) if weight > 0]
    step = total / count
    at, passed = chance.random() * step, 0.0
    found: list[tuple[World, float]] = []
    for world, weight in zip(worlds, weights, strict=True):
        passed += weight
        hits = 0
        while at < passed:
            hits += 1
            at += step
        if hits:
            found.append((world, hits / count))
    chance.shuffle(found)  # a search that is broken off has then seen a fair part of them
    return found


def uncertainty(best: Sequence[float], row: Sequence[float], shares: Sequence[float]) -> float:
    """The standard error of the distance between two candidates, over the worlds that both have seen.

    best, row: the worth of the two in each world. shares: the worlds' weights, of any sum.
    """
    pairs = list(zip(shares, best, row, strict=False))
    total = sum(share for share, _, _ in pairs)
    if len(pairs) < 2 or not total > 0:
        return 0.0
    mean = sum(share * (one - other) for share, one, other in pairs) / total
    spread = sum((share * (one - other - mean)) ** 2 for share, one, other in pairs)
    return math.sqrt(spread) / total
