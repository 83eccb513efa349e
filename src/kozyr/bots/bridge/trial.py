"""Some calls tried in worlds: each bid on by the book, its tricks foretold in many worlds and counted exactly in a few.

Solving costs fifty times as much as a forecast, and many worlds tell more of a choice than exact tricks. Over 35 choices
of 48 worlds each the gains by forecast and by solving differed by 0.25 IMPs on average, by 0.8 beyond chance. So the mean
over all worlds is a forecast. Where that does not decide, some worlds in which the calls end apart are solved. The
forecast's error there counts as far as so few worlds can tell it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from kozyr.bots.bridge import worth
from kozyr.bots.bridge.ends import End, ended, over
from kozyr.bots.bridge.forecast import NO_TRUMP, Spread, expected, spread
from kozyr.bots.bridge.system import Rule
from kozyr.bots.bridge.systems import agreed
from kozyr.bots.bridge.worlds import VISITED, World
from kozyr.bots.frame import Purse
from kozyr.cards import CardSet, Seat
from kozyr.games.bridge import View
from kozyr.games.bridge.scoring import imps
from kozyr.games.bridge.words import Contract
from kozyr.solver.bridge import Board, Series

__all__ = ["FORETOLD", "Trial", "Tried", "taken_beside"]

FORETOLD: Final = 2_500  # positions that a call in a world is taken to cost where its tricks are foretold
_SOLVED: Final = 100_000  # and each contract where they are solved
_SEATS: Final = tuple(Seat)
_EXACT: Final = 18  # worlds that are solved for a call
_AT_ONCE: Final = 6  # of them between two questions whether it is enough
_FEW: Final = 6  # with fewer solved worlds the error of the forecast is unknown
_SURE_FROM: Final = 33  # worlds from which a call may be taken before all are bid on
_LONGEST: Final = 40  # calls of an auction that is bid on in the mind
_MARGIN: Final = {"points": 13.0, "imps": 0.3, "matchpoints": 5.0}  # by which another call must be better
# The margin's multiple for doubles that mostly stand: opponents who bid by another system have the cards that it hopes
# they lack. Against the bots of 710195d doubles chosen at the common margin lost 46 IMPs on 16 boards of 173.
_PUNISHED: Final = 5.0
_MOSTLY: Final = 0.5
# The average error of a forecast alone, as a standard error, and its multiple where a slam is bid. The forecast hardly
# sees whether two tricks are lost at once.
_BLIND: Final = {"points": 35.0, "imps": 0.8, "matchpoints": 8.0}
_BLIND_SLAM: Final = 3.0
_HOPE: Final = (
    1.0  # standard errors by which a call may be better or worse than it looks while worlds are still to come
)
_SURE: Final = 0.5  # by which it may be worse when it is chosen
_SMALL_SLAM: Final = 6
_NOTHING: Final[Spread] = ((0, 1.0),)
# Declarers' tricks above perfect play of all four, by the level of the contract from one; none above. From 3,968
# contracts of two versions of expert (docs/bots.md): defenders err more against part-scores, declarers at three no
# trumps.
_TAKEN_NO_TRUMP: Final = (0.2, 0.0, -0.2)
_TAKEN_TRUMPS: Final = (0.2, 0.15, 0.1)
_ALL: Final = 13  # tricks
_FAR: Final = 3  # tricks down from which a contract is doubled; one less where both sides bid


class Tried(NamedTuple):
    """A rule and its call's gain over the book's call, by which it is chosen: less a margin and a part of the doubt."""

    rule: Rule
    gain: float
    worlds: int
    """In how many it was tried."""
    mean: float = 0.0
    """The gain on average."""
    doubt: float = 0.0
    """The standard error of the mean."""


class Trial:
    """Some calls tried in worlds, against the first of them: foretold in many, solved in a few of these.

    A call's gain is its mean by forecast over all worlds, corrected by the forecast's error in the solved ones.
    """

    def __init__(self, view: View, some: Sequence[Rule]) -> None:
        self._view, self._some = view, some
        self._worlds: list[World] = []
        self._weights: list[float] = []
        self._ends: list[list[End]] = []
        self._forecast: list[list[float]] = []
        self._exact: dict[int, list[float]] = {}
        self._solved: dict[_Key, Spread] = {}
        self._points = _Points(view)
        self._hopes = [*range(1, len(some))]
        self._dropped: dict[int, int] = {}  # after how many worlds a call was given up
        self._blind = [_BLIND[self._points.unit]] * len(some)
        self._series = Series(VISITED)

    @property
    def open(self) -> bool:
        """Whether the best call is still in doubt."""
        hopes = [at for at in self._hopes if self._hopeful(at)]
        self._dropped |= {at: len(self._worlds) for at in self._hopes if at not in hopes}
        self._hopes = hopes
        sure = len(self._worlds) >= _SURE_FROM and any(map(self._clear, self._hopes))
        return bool(self._hopes) and not sure

    def foretell(self, imagined: Sequence[tuple[World, float]], purse: Purse) -> None:
        """Bid on in more worlds, and take tricks from the forecast."""
        purse.spend(FORETOLD * (1 + len(self._hopes)) * len(imagined))
        view = self._view
        calls = tuple(token for _, token in view.calls)
        for world, weight in imagined:
            if self._worlds and purse.half_gone:
                break
            usual = _end(view, (*calls, self._some[0].call), world)
            row = [usual]
            for at, rule in enumerate(self._some[1:], 1):
                row.append(_end(view, (*calls, rule.call), world) if at in self._hopes else usual)
                if row[at].key != usual.key and (_slam(row[at]) or _slam(usual)):
                    self._blind[at] = _BLIND_SLAM * _BLIND[self._points.unit]
            guessed: dict[_Key, Spread] = {}
            for end in row:
                if end.contract is not None and (end is usual or end.key != usual.key):
                    key = _key(world, end)
                    guessed[key] = guessed.get(key) or spread(expected(world, key[1], end.declarer), key[1])
            self._worlds.append(world)
            self._weights.append(weight * len(imagined))
            self._ends.append(row)
            self._forecast.append(
                [0.0 if end.key == usual.key else self._points.gain(end, usual, world, guessed) for end in row]
            )

    def solve(self, purse: Purse) -> bool:
        """Solve some more worlds for the call that looks best; False: all that are wanted are solved, or there was no time."""
        at = max(self._hopes, key=lambda one: self._gain(one)[0])
        exact = self._exact.setdefault(at, [])
        apart = [n for n, row in enumerate(self._ends) if row[at].key != row[0].key]
        done = sum(n < len(exact) for n in apart)
        some = apart[done : done + _AT_ONCE]
        ends = [(self._worlds[n], end) for n in some for end in (self._ends[n][0], self._ends[n][at])]
        wanted = [one for one in ends if one[1].contract is not None and _key(*one) not in self._solved]
        short = purse.nodes is not None and purse.nodes < _SOLVED * len(wanted)
        if not some or done >= _EXACT or short or purse.empty:
            return False
        tricks = self._tricks(wanted, purse)
        purse.spend(_SOLVED * len(tricks))
        self._solved |= {key: ((taken, 1.0),) for key, taken in tricks.items()}
        for n in range(len(exact), some[-1] + 1):
            end, usual = self._ends[n][at], self._ends[n][0]
            same = end.key == usual.key
            if not same and not (self._knows(n, end) and self._knows(n, usual)):
                return False
            exact.append(0.0 if same else self._points.gain(end, usual, self._worlds[n], self._solved))
        return True

    def _tricks(self, wanted: list[tuple[World, End]], purse: Purse) -> dict[_Key, int]:
        """The declarer's tricks by world, strain and declarer: of all that are wanted, or of the first if time or positions ran out."""
        boards: dict[_Key, Board] = {}
        for world, end in wanted:
            if end.contract is None:
                continue
            n, e, s, w = (CardSet(bits) for bits in world)
            leader = _SEATS[(end.declarer + 1) % 4]
            boards[_key(world, end)] = Board((n, e, s, w), end.contract.trump, _SEATS[end.declarer], leader)
        answers = self._series.solve(list(boards.values()), moves=False, seconds=purse.seconds)
        return {key: answer.value for key, answer in zip(boards, answers, strict=False)}

    def _knows(self, n: int, end: End) -> bool:
        """Whether an end of the auction in this world is solved."""
        return end.contract is None or _key(self._worlds[n], end) in self._solved

    def _gain(self, at: int) -> tuple[float, float]:
        """A call's average gain and its standard error.

        The forecast's error is corrected as far as it was seen in enough worlds.
        """
        tried = self._dropped.get(at, len(self._worlds))
        mean, doubt = _mean([row[at] for row in self._forecast[:tried]], self._weights[:tried])
        exact, blind = self._exact.get(at, ()), self._blind[at]
        if len(exact) < _FEW:
            return mean, math.hypot(doubt, blind)
        more, error = _mean(
            [sure - row[at] for sure, row in zip(exact, self._forecast, strict=False)], self._weights[: len(exact)]
        )
        trust = blind**2 / (blind**2 + error**2)
        return mean + trust * more, math.hypot(doubt, blind * math.sqrt(1 - trust))

    def _hopeful(self, at: int) -> bool:
        """Whether more worlds may still show that this call is better than the book's."""
        if not any(row[at] for row in self._forecast):
            return False
        mean, doubt = self._gain(at)
        return mean + _HOPE * doubt > self.margin(at)

    def margin(self, at: int) -> float:
        """By how much a call must be better than the first."""
        least = _MARGIN[self._points.unit]
        if self._some[at].call != "X":
            return least
        stands = sum(end.contract is not None and end.contract.doubled > 0 for end in (row[at] for row in self._ends))
        return least * (_PUNISHED if stands > _MOSTLY * len(self._ends) else 1.0)

    def _clear(self, at: int) -> bool:
        """Whether this call is better than the book's beyond doubt."""
        mean, doubt = self._gain(at)
        return mean - _HOPE * doubt > self.margin(at)

    def found(self) -> list[Tried]:
        """The calls with their gains, less a margin and the doubt of few worlds."""
        found = [Tried(self._some[0], 0.0, len(self._worlds))]
        for at, rule in enumerate(self._some[1:], 1):
            mean, doubt = self._gain(at)
            gain = mean - _SURE * doubt - self.margin(at) if at in self._hopes else min(0.0, mean)
            tried = self._dropped.get(at, len(self._worlds))
            found.append(Tried(rule, round(gain, 3), tried, round(mean, 3), round(doubt, 3)))
        return found


def _slam(end: End) -> bool:
    return end.contract is not None and end.contract.level >= _SMALL_SLAM


def _end(view: View, calls: tuple[str, ...], world: World) -> End:
    """The auction from here on by the book, with all four hands."""
    dealer, system = view.terms.dealer.position, agreed(view)
    while not over(calls):
        at = (dealer + len(calls)) % 4
        calls += (system.choices(calls)(world[at]) if len(calls) < _LONGEST else "pass",)
    return ended(calls, dealer)


_Key: TypeAlias = tuple[World, int, int]


def _key(world: World, end: End) -> _Key:
    assert end.contract is not None
    return world, _strain(end.contract), end.declarer


def _strain(contract: Contract) -> int:
    return NO_TRUMP if contract.trump is None else contract.trump.position


class _Points:
    """The points of ends for the side on turn, in the unit of the form."""

    def __init__(self, view: View) -> None:
        assert view.turn is not None
        self._view, self._side = view, view.turn.position % 2
        self.unit = worth.unit(view.terms)
        self._known: dict[tuple[str, int, bool, int], float] = {}

    def gain(self, end: End, usual: End, world: World, tricks: Mapping[_Key, Spread]) -> float:
        """The average gain of one end over another, at the tricks that declarers really take."""
        mine = _NOTHING if end.contract is None else tricks[_key(world, end)]
        his = _NOTHING if usual.contract is None else tricks[_key(world, usual)]
        more, less = taken_beside(end.contract), taken_beside(usual.contract)
        if end.contract is not None and usual.contract is not None and _key(world, end) == _key(world, usual):
            both = [(_moved(((n, chance),), more), _moved(((n, 1.0),), less)) for n, chance in mine]
        else:
            both = [(_moved(mine, more), _moved(his, less))]
        return sum(
            [
                chance * other * self._better(end, taken, usual, made)
                for one, another in both
                for taken, chance in one
                for made, other in another
            ]
        )

    def _better(self, end: End, taken: int, usual: End, made: int) -> float:
        more = self._of(end, taken) - self._of(usual, made)
        if self.unit == "imps":
            return float(imps(round(more)))
        return more if self.unit == "points" else 50.0 * ((more > 0) - (more < 0))

    def _of(self, end: End, taken: int) -> float:
        """The points of an end with `taken` tricks; a contract that fails badly is doubled."""
        contract = end.contract
        if contract is None:
            return 0.0
        key = (*end.key, end.fought, taken)
        known = self._known.get(key)
        if known is None:
            if not contract.doubled and contract.need - taken >= _FAR - end.fought:
                contract = Contract(contract.level, contract.denomination, 1)
            points = worth.score(self._view.terms, end.declarer % 2, contract, taken)
            known = self._known[key] = points if end.declarer % 2 == self._side else -points
        return known


def taken_beside(contract: Contract | None) -> float:
    """The tricks that declarers really take beyond perfect play of all four; less than one either way."""
    if contract is None:
        return 0.0
    known = _TAKEN_NO_TRUMP if contract.trump is None else _TAKEN_TRUMPS
    return known[contract.level - 1] if contract.level <= len(known) else 0.0


@lru_cache(maxsize=1 << 12)
def _moved(tricks: Spread, more: float) -> Spread:
    """The chances when `more` tricks are added on average: one trick more or less in that part of all deals."""
    if not more:
        return tricks
    found: dict[int, float] = {}
    for taken, chance in tricks:
        other = min(_ALL, max(0, taken + (1 if more > 0 else -1)))
        found[taken] = found.get(taken, 0.0) + chance * (1 - abs(more))
        found[other] = found.get(other, 0.0) + chance * abs(more)
    return tuple(found.items())


def _mean(gains: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """The weighted mean and its standard error."""
    total = sum(weights)
    mean = sum(map(mul, gains, weights)) / total
    spread = sum([weight * (gain - mean) ** 2 for gain, weight in zip(gains, weights, strict=True)]) / total
    return mean, math.sqrt(spread * sum([weight**2 for weight in weights])) / total
