"""The worth of an auction of bridge with all hands seen: par from a moment on.

From there both sides bid and double without errors, each knowing all cards. A denomination that a side has not named yet is
declared by its hand with more tricks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, TypeAlias

from kozyr.cards import Seat
from kozyr.games.bridge import Contract
from kozyr.games.bridge.auction import Auction
from kozyr.games.bridge.words import Bid, Call, Denomination, Double, Pass, Redouble
from kozyr.solver.bridge import Table

Named: TypeAlias = Mapping[tuple[int, Denomination], Seat]
_STEPS: Final = 35  # 1C to 7NT
_HANDS: Final = ((Seat.N, Seat.S), (Seat.E, Seat.W))
_SHOWN: Final = 3  # of the best calls


def named(calls: Iterable[tuple[Seat, object]]) -> Named:
    """Who of each side, 0 N S and 1 E W, has named a denomination first."""
    found: dict[tuple[int, Denomination], Seat] = {}
    for seat, call in calls:
        if isinstance(call, Bid):
            found.setdefault((seat.position % 2, call.denomination), seat)
    return found


class Bidding:
    """The worth to North-South of what can still be bid.

    tricks: of every declarer in every denomination. first: who has named a denomination. ends: the worth of a contract
    with its doubles, of its declarer.
    """

    def __init__(self, tricks: Table, first: Named, ends: Callable[[Contract, Seat], Fraction]) -> None:
        self._tricks, self._first, self._ends = tricks, first, ends
        self._call = cache(self._found)
        self._over: dict[int, tuple[list[Fraction], list[Fraction]]] = {_STEPS: ([], [])}
        for step in range(_STEPS, 0, -1):
            best: tuple[list[Fraction], list[Fraction]] = ([], [])
            for side in range(2):
                best[side].append(_better(side, [*self._over[step][side], self._call(step, side, 0, 1 - side, 0)]))
            self._over[step - 1] = best

    def value(self, auction: Auction) -> Fraction:
        """The worth when the seat on turn is to call."""
        return self._call(*_at(auction))

    def best(self, auction: Auction) -> tuple[str, ...]:
        """The calls that cost nothing, the lowest first."""
        step, holder, doubled, side, passes = _at(auction)
        wanted = self.value(auction)
        found: list[Call] = [
            call for call, worth in self._calls(step, holder, doubled, side, passes) if worth == wanted
        ]
        bids = (Contract.of(over) for over in range(step + 1, _STEPS + 1))
        found += (
            Bid(one.level, one.denomination)
            for over, one in enumerate(bids, step + 1)
            if self._call(over, side, 0, 1 - side, 0) == wanted
        )
        return tuple(call.token for call in found[:_SHOWN])

    def _found(self, step: int, holder: int, doubled: int, side: int, passes: int) -> Fraction:
        calls = self._calls(step, holder, doubled, side, passes)
        return _better(side, [*(worth for _, worth in calls), *self._over[step][side]])

    def _calls(self, step: int, holder: int, doubled: int, side: int, passes: int) -> list[tuple[Call, Fraction]]:
        """What is no bid, and its worth."""
        last = passes == (2 if step else 3)
        passing = (
            self._ended(step, holder, doubled) if last else self._call(step, holder, doubled, 1 - side, passes + 1)
        )
        found: list[tuple[Call, Fraction]] = [(Pass(), passing)]
        if step and holder != side and doubled == 0:
            found.append((Double(), self._call(step, holder, 1, 1 - side, 0)))
        if step and holder == side and doubled == 1:
            found.append((Redouble(), self._call(step, holder, 2, 1 - side, 0)))
        return found

    def _ended(self, step: int, holder: int, doubled: int) -> Fraction:
        if not step:
            return Fraction()
        contract = Contract.of(step, doubled)
        row = self._tricks[contract.denomination.value]
        most = max(_HANDS[holder], key=row.__getitem__)
        return self._ends(contract, self._first.get((holder, contract.denomination), most))


def _at(auction: Auction) -> tuple[int, int, int, int, int]:
    """The last bid's step and side, how often it is doubled, the side on turn, and the passes in a row."""
    step = 0 if auction.bid is None else auction.bid.step
    holder = 0 if auction.by is None else auction.by.position % 2
    return step, holder, auction.doubled, auction.turn.position % 2, auction.passes


def _better(side: int, worth: list[Fraction]) -> Fraction:
    return max(worth) if side == 0 else min(worth)


__all__ = ["Bidding", "Named", "named"]
