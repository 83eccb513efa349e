"""The web: a Mitchell of more tables than rounds in which everybody plays all boards, of which there are several copies.

N-S stay, E-W go one table up. The boards of a table step through the sets at their own pace, up or down. A search finds the pace and the
beginning of each table. No pair meets a set twice, and no more copies lie out than there must.
"""

from __future__ import annotations

from functools import cache
from math import gcd
from typing import Final

from kozyr.games.refusal import Refused
from kozyr.tournaments.movements import Field, Movement, Round, Table, lying, noted

_STEPS: Final = 1500  # of a search, before one more copy is allowed
_COPIES: Final = 3  # more than the fewest that are tried
_Pace = tuple[int, int]


def web(number: int, rounds: int, boards: int) -> Movement:
    """The web of so many pairs. boards: of a set.

    Raises:
        Refused: an even number of rounds, or too few tables, or too many for one.
    """
    tables = (number + 1) // 2
    if rounds % 2 == 0 or rounds < 3:
        raise Refused("web_odd", rounds=rounds)
    if tables <= rounds:
        raise Refused("web_tables", tables=tables, rounds=rounds)
    paces = _paces(tables, rounds)
    if paces is None:
        raise Refused("web_none", tables=tables, rounds=rounds)
    whole = []
    for turn in range(rounds):
        sat, rest = [], []
        lie = [(first + pace * turn) % rounds for first, pace in paces]
        for table in range(tables):
            north, east = table + 1, tables + (table - turn) % tables + 1
            if east > number:
                rest.append(north)
                continue
            some = tuple(range(lie[table] * boards + 1, (lie[table] + 1) * boards + 1))
            sat.append(Table(table + 1, some, {"NS": north, "EW": east}))
        whole.append(Round(tuple(sat), tuple(rest)))
    field = Field("mitchell", 1, number, 2, number // 2, number % 2)
    return noted(Movement(lying(whole), (field,), tuple(whole)))


@cache
def _paces(tables: int, sets: int) -> tuple[_Pace, ...] | None:
    """The first set and the pace of each table, with as few copies of a set as a search finds. None: it finds none."""
    fewest = -(-tables // sets)
    for copies in range(fewest, fewest + _COPIES + 1):
        if found := _Search(tables, sets, copies).found():
            return found
    return None


class _Search:
    """A search table by table: what each line of E-W has met, and how often a set lies out in each round."""

    def __init__(self, tables: int, sets: int, copies: int) -> None:
        self.tables, self.sets, self.copies = tables, sets, copies
        self.met: list[set[int]] = [set() for _ in range(tables)]
        self.lies = [[0] * sets for _ in range(sets)]
        self.paces = [pace for step in range(1, sets // 2 + 1) for pace in (step, -step) if gcd(step, sets) == 1]
        self.steps = 0
        self.chosen: list[_Pace] = []

    def found(self) -> tuple[_Pace, ...] | None:
        """The paces. None: there are none, or the search takes too long."""
        return tuple(self.chosen) if self._from(0) else None

    def _from(self, table: int) -> bool:
        self.steps += 1
        if table == self.tables:
            return True
        for pace in self.paces:
            for step in range(self.sets):
                first = (table + step) % self.sets
                lie = [(first + pace * turn) % self.sets for turn in range(self.sets)]
                if self.steps > _STEPS or not self._fits(table, lie):
                    continue
                self._put(table, lie, 1)
                self.chosen.append((first, pace))
                if self._from(table + 1):
                    return True
                self.chosen.pop()
                self._put(table, lie, -1)
        return False

    def _fits(self, table: int, lie: list[int]) -> bool:
        return all(
            self.lies[turn][one] < self.copies and one not in self.met[(table - turn) % self.tables]
            for turn, one in enumerate(lie)
        )

    def _put(self, table: int, lie: list[int], sign: int) -> None:
        for turn, one in enumerate(lie):
            self.lies[turn][one] += sign
            line = self.met[(table - turn) % self.tables]
            if sign > 0:
                line.add(one)
            else:
                line.discard(one)
