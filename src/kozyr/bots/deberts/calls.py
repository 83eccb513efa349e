"""Calls: for every world the result of an order, and the result of a pass with the opponent's next call.

Twenty-five cards are unseen: the opponent's six and three more, my three, the stock. In each world the play is solved
for the trump in question, with its exchange, combinations and bella. The opponent's calls follow a novice's odds. My
later calls are decided over all worlds together, since I shall not know them apart.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from kozyr.bots.deberts.likelihood import Witness, may_exchange, orders
from kozyr.bots.deberts.novice import novice
from kozyr.bots.deberts.party import Stake
from kozyr.bots.deberts.search import affordable, settled
from kozyr.bots.deberts.tables import BELLA, melds, native
from kozyr.bots.frame import Candidate, Purse
from kozyr.bots.sampling import Puzzle, uncertainty, weighted
from kozyr.cards import CardSet, Seat
from kozyr.deals import DEBERTS
from kozyr.games import Event
from kozyr.games.deberts import View
from kozyr.games.deberts.words import Order
from kozyr.solver.deberts import quick

_PACK: Final = native(CardSet.of(DEBERTS.cards).bits)
_PAIR: Final = 0b1100000
_CHUNK: Final = 30
_SIX, _MORE = 6, 3
_CALLS: Final = 4
_DRAWN: Final = 4  # times as many worlds are weighed as are solved
_Worth = tuple[float, float]  # the party's chance, and the points above the opponent's


class _World:
    """One possible lie of the cards, and the outcome of each trump in it."""

    def __init__(self, mine: int, six: int, his: int, weight: float) -> None:
        self.mine, self.six, self.his, self.weight = mine, six, his, weight
        self.known: dict[tuple[int, bool], _Worth] = {}


def calls(view: View, worlds: int, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The candidates of the bidding, the best first."""
    liked = novice(view, chance)
    seat, turned = view.seat, view.first_trump
    if seat is None or turned is None or len(view.legal) == 1:
        return liked
    hand = native(CardSet.of(view.hands[seat].cards or ()).bits)
    up = native(turned.bit)
    unseen = _PACK & ~hand & ~up
    witness = Witness(view, seat, 0)
    puzzle = Puzzle(unseen, (_SIX, _MORE, _MORE, unseen.bit_count() - _SIX - 2 * _MORE), (unseen,) * 4)
    tree = _Tree(view, seat, purse)
    ready: list[_World] = []
    rows: Mapping[Event, Sequence[_Worth]] = {}
    most = affordable(worlds * _DRAWN, purse) // _DRAWN
    while len(ready) < most and not purse.empty:
        size = min(_CHUNK, most - len(ready))
        drawn = puzzle.sample(size * _DRAWN, chance)
        likely = [witness.called(world[0]) for world in drawn]
        mass = sum(likely) or 1.0
        some = [
            _World(hand | world[2], world[0], world[0] | world[1], mass * weight)
            for world, weight in weighted(drawn, likely, size, chance)
        ]
        tree.solve(some)
        ready += some
        rows = {event: tree.after(event, len(view.calls), ready) for event in view.legal}
        shares = [world.weight for world in ready]
        if settled({event: [worth for worth, _ in row] for event, row in rows.items()}, shares):
            break
    if not ready:
        return liked
    shares = [world.weight for world in ready]
    mass = sum(shares)
    chances = {event: [worth for worth, _ in row] for event, row in rows.items()}
    best = max(chances, key=lambda event: sum(map(float.__mul__, shares, chances[event])))
    found = []
    for event, row in rows.items():
        worth = sum(world.weight * chance for world, (chance, _) in zip(ready, row, strict=True)) / mass
        points = sum(world.weight * more for world, (_, more) in zip(ready, row, strict=True)) / mass
        facts: dict[str, float | str] = {"points": points, "worlds": len(ready), "of": puzzle.total}
        facts["error"] = round(100 * uncertainty(chances[best], chances[event], shares), 3)
        why = "bids" if isinstance(event, Order) else "passes"
        found.append(Candidate(event, 100 * worth, why, facts, "chance"))
    order = {one.event: at for at, one in enumerate(liked)}
    return sorted(found, key=lambda one: (-round(one.score, 9), order.get(one.event, len(order))))


class _Tree:
    """The possible further calls, and their results."""

    def __init__(self, view: View, seat: Seat, purse: Purse) -> None:
        if view.first_trump is None:
            raise ValueError("no card is turned up yet")
        self.view, self.seat, self.purse = view, seat, purse
        self.other = next(place for place in view.hands if place is not seat)
        self.turned = view.first_trump.suit.position
        self.up = native(view.first_trump.bit)
        self.stake = Stake(view.terms, seat)
        self.passed: _Worth = (self.stake.passed_out(), 0.0)

    def solve(self, worlds: list[_World]) -> None:
        """Solve every trump in each of these worlds, ordered by either player."""
        view, hundred = self.view, self.view.terms.conventions.hundred
        eldest = self.seat is view.terms.eldest
        first = len(view.calls) < 2
        for trump in range(4):
            if trump == self.turned and not first:
                continue
            ways = [[self._exchanged(world, trump, maker=maker) for world in worlds] for maker in (True, False)]
            # The maker matters only by the exchange; without a difference nothing is solved twice.
            for maker, pairs in zip((True, False), ways[: 1 if ways[0] == ways[1] else 2], strict=False):
                sides = (True, False) if ways[0] == ways[1] else (maker,)
                for world, (mine, his), answer in zip(
                    worlds, pairs, quick(trump, 0 if eldest else 1, pairs, moves=False), strict=True
                ):
                    self.purse.spend(answer.nodes)
                    i, he = answer.points
                    pair = _PAIR << 8 * trump
                    i += BELLA if mine & pair == pair else 0
                    he += BELLA if his & pair == pair else 0
                    my, hers = melds(mine, trump, hundred), melds(his, trump, hundred)
                    if my.best is not None or hers.best is not None:
                        low = my.best or (-1, 0, False)
                        high = hers.best or (-1, 0, False)
                        if low > high or (low == high and eldest):
                            i += my.points
                        else:
                            he += hers.points
                    for side in sides:
                        world.known[trump, side] = self.stake.worth(i, he, maker=side)

    def _exchanged(self, world: _World, trump: int, *, maker: bool) -> tuple[int, int]:
        mine, his = world.mine, world.his
        if trump == self.turned:
            who = self.seat if maker else self.other
            seven = 1 << 8 * trump
            if mine & seven and may_exchange(self.view, self.seat, who):
                mine ^= seven ^ self.up
            elif his & seven and may_exchange(self.view, self.other, who):
                his ^= seven ^ self.up
        return mine, his

    def after(self, event: Event, nth: int, worlds: Sequence[_World]) -> list[_Worth]:
        """The worth of this call of mine, the `nth` of the deal, in each world."""
        if isinstance(event, Order):
            trump = self.turned if event.trump is None else event.trump.position
            return [world.known[trump, True] for world in worlds]
        return self._his(nth + 1, worlds, [1.0] * len(worlds))

    def _his(self, nth: int, worlds: Sequence[_World], reached: Sequence[float]) -> list[_Worth]:
        """The worths after the other player's call, made as a novice might.

        reached: how likely it comes so far, world by world.
        """
        if nth == _CALLS:
            return [self.passed] * len(worlds)
        odds = [orders(self.view, world.six, self.other, nth) for world in worlds]
        passes = [max(0.0, 1.0 - sum(chances.values())) for chances in odds]
        later = self._mine(nth + 1, worlds, [r * p for r, p in zip(reached, passes, strict=True)])
        found = []
        for world, chances, rest, (worth, points) in zip(worlds, odds, passes, later, strict=True):
            worth, points = rest * worth, rest * points  # noqa: PLW2901 - summed up
            for trump, chance in chances.items():
                more, ahead = world.known[trump, False]
                worth, points = worth + chance * more, points + chance * ahead  # noqa: PLW2901
            found.append((worth, points))
        return found

    def _mine(self, nth: int, worlds: Sequence[_World], reached: Sequence[float]) -> list[_Worth]:
        """The worths after the viewer's own next call, the best over all worlds."""
        if nth >= _CALLS:
            return [self.passed] * len(worlds)
        must = nth == _CALLS - 1 and self.view.terms.conventions.passed_out == "last_must"
        options = [[world.known[suit, True] for world in worlds] for suit in range(4) if suit != self.turned or nth < 2]
        if not must:
            options.append(self._his(nth + 1, worlds, reached))
        shares = [world.weight * likely for world, likely in zip(worlds, reached, strict=True)]
        return max(options, key=lambda row: sum(s * worth for s, (worth, _) in zip(shares, row, strict=True)))
