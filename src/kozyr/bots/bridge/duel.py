"""Bidding alone, scored at double dummy: two systems against each other, or one system undisturbed.

Each board is bid twice, each system once N-S; both contracts are counted with the tricks of perfect play, as teams. A
side reads the other's calls by its own book, as if no player asks.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from kozyr.bots.bridge.book import System
from kozyr.bots.bridge.ends import End, ended, over
from kozyr.bots.bridge.system import Hand
from kozyr.cards import CardSet, Seat
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games import game
from kozyr.games.bridge.options import Conventions
from kozyr.games.bridge.scoring import board, imps, is_vulnerable, written
from kozyr.solver.bridge import Board, Hands, tables, values
from kozyr.solver.bridge_contracts import Table

__all__ = ["Duel", "Reached", "at_double_dummy", "counted", "deals", "duel", "points", "reached"]

_SEATS: Final = tuple(Seat)
_LONGEST: Final = 60  # calls after which all pass
_WIDE: Final = 1.96  # standard errors of an interval of 95 %
_AT_ONCE: Final = 100  # boards in one request
_GAMES: Final = {"NT": 9, "S": 10, "H": 10, "D": 11, "C": 11}  # tricks
_SMALL_SLAM: Final = 12


class Duel(msgspec.Struct, frozen=True):
    """The gain of the first system: IMPs a board, and half the width of its 95 % interval."""

    boards: int
    imps: float
    interval: float


class Reached(msgspec.Struct, frozen=True):
    """How many of the makeable games and slams N-S bid at double dummy while the opponents pass.

    A board on which a slam makes counts under slams alone. Another makeable strain counts as well.
    """

    boards: int
    games: int
    games_bid: int
    slams: int
    slams_bid: int

    @property
    def text(self) -> str:
        """Both kinds, bid and making, with their per cent."""
        rows = (("games", self.games_bid, self.games), ("slams", self.slams_bid, self.slams))
        return ", ".join(f"{kind} {bid} of {made} ({100 * bid / max(1, made):.0f} %)" for kind, bid, made in rows)


def duel(one: System, other: System, boards: int, seed: int, progress: Callable[[int], None] = lambda _: None) -> Duel:
    """A team match of boards 1, 2, ... with deals drawn from a seed.

    Raises:
        ValueError: fewer than two boards.
    """
    if boards < 2:
        raise ValueError("an interval needs two boards")
    gains: list[int] = []
    for first in range(0, boards, _AT_ONCE):
        rows = [_bid(one, other, hands, number) for number, hands in deals(first, min(boards, first + _AT_ONCE), seed)]
        boards_asked = [_board(hands, end) for _, hands, ends in rows for end in ends if end.contract is not None]
        found = iter(values(boards_asked))
        for number, _, ends in rows:
            both = [points(number, end, 0 if end.contract is None else next(found)) for end in ends]
            gains.append(imps(round(both[0] - both[1])))
        progress(len(gains))
    mean = sum(gains) / boards
    spread = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (boards - 1))
    return Duel(boards, mean, _WIDE * spread / math.sqrt(boards))


def reached(system: System, boards: int, seed: int) -> Reached:
    """The games and slams that N-S bid by a system when E-W pass, and those that can be made."""

    def bid() -> Iterator[tuple[End, Table]]:
        for first in range(0, boards, _AT_ONCE):
            dealt = deals(first, min(boards, first + _AT_ONCE), seed)
            for (number, hands), tricks in zip(dealt, tables([hands for _, hands in dealt]), strict=True):
                assert not isinstance(tricks, TimeoutError)  # there is no limit of time
                yield _auction((system, None), hands, number), tricks

    return counted(bid())


def counted(bid: Iterable[tuple[End, Table]]) -> Reached:
    """The same, from each board's contract and its double-dummy table."""
    boards = games = games_bid = slams = slams_bid = 0
    for end, tricks in bid:
        boards += 1
        best = {strain: max(tricks[strain][Seat.N], tricks[strain][Seat.S]) for strain in _GAMES}
        level = 0 if end.contract is None or end.declarer % 2 else end.contract.level
        made = end.contract is not None and level + 6 <= best[end.contract.denomination.value]
        if max(best.values()) >= _SMALL_SLAM:
            slams += 1
            slams_bid += level >= _SMALL_SLAM - 6 and made
        elif any(best[strain] >= need for strain, need in _GAMES.items()):
            games += 1
            need = _GAMES[end.contract.denomination.value] - 6 if end.contract is not None else 8
            games_bid += level >= need and made
    return Reached(boards, games, games_bid, slams, slams_bid)


def deals(first: int, end: int, seed: int) -> Sequence[tuple[int, Hands]]:
    """Boards by number, from 1, each deal drawn by its own number and the seed."""
    found: list[tuple[int, Hands]] = []
    for number in range(first + 1, end + 1):
        chance = random.Random(f"{seed} {number}")  # noqa: S311 - a measurement is to be repeated
        layout = numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, _SEATS)
        n, e, s, w = (hand if hand is not None else CardSet(0) for hand in layout.hands)
        found.append((number, (n, e, s, w)))
    return found


def _bid(one: System, other: System, hands: Hands, number: int) -> tuple[int, Hands, tuple[End, End]]:
    return number, hands, (_auction((one, other), hands, number), _auction((other, one), hands, number))


def _auction(systems: tuple[System | None, System | None], hands: Hands, number: int) -> End:
    """The auction of a board; systems: of N-S and of E-W, None passes."""
    dealer = board((number - 1) % 16 + 1)[0].position
    four = [Hand.of(hand) for hand in hands]
    calls: tuple[str, ...] = ()
    while not over(calls):
        at = (dealer + len(calls)) % 4
        system = systems[at % 2]
        if system is None or len(calls) > _LONGEST:
            calls += ("pass",)
        else:
            calls += (system.choice(calls, four[at]),)
    return ended(calls, dealer)


def _board(hands: Hands, end: End) -> Board:
    assert end.contract is not None
    return Board(hands, end.contract.trump, _SEATS[end.declarer], _SEATS[(end.declarer + 1) % 4])


def at_double_dummy(number: int, hands: Hands, end: End) -> int:
    """The points of N-S for a contract at the board of this number, with the tricks of perfect play."""
    return points(number, end, 0 if end.contract is None else next(iter(values([_board(hands, end)]))))


def points(number: int, end: End, tricks: int) -> int:
    """The points of N-S for a contract at the board of this number. tricks: the declarer's, of thirteen."""
    if end.contract is None:
        return 0
    conventions = game("bridge").presets["teams"]
    assert isinstance(conventions, Conventions)
    side = end.declarer % 2
    vulnerable = is_vulnerable(board((number - 1) % 16 + 1).vulnerability, side)
    items = written(end.contract, tricks, vulnerable=vulnerable, conventions=conventions)
    total = sum(item.points if item.declarers else -item.points for item in items)
    return -total if side else total
