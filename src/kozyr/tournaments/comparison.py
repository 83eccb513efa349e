"""How equally a movement compares its pairs: the quality of comparison.

A pair's score on a board depends on the results of the others there. Two pairs in the same seats had the same task. Of
two in opposite seats one loses by the other's gain. Of two that met one loses all that the other gains.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from kozyr.cards import takes
from kozyr.tournaments.movements import Field, Movement


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def compared(movement: Movement, field: Field) -> Mapping[tuple[int, int], int]:
    """How strongly any two pairs of a field are compared with each other, the lower number first.

    A board with n results adds n - 1 for two pairs that met there, 1 for the same seats, -1 for opposite seats.
    """
    results: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for turn in movement.rounds:
        for table in turn.tables:
            north, east = table.seats["NS"], table.seats["EW"]
            if field.first <= north <= field.last:
                for board in table.boards:
                    results[board].append((north, east))
    worth = dict.fromkeys(combinations(range(field.first, field.last + 1), 2), 0)
    for played in results.values():
        side = {pair: way for north, east in played for pair, way in ((north, 1), (east, -1))}
        for one, two in combinations(sorted(side), 2):
            worth[one, two] += side[one] * side[two]
        for north, east in played:
            worth[min(north, east), max(north, east)] += len(played)  # -1 was counted above, n - 1 is right
    return worth


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def quality(movement: Movement, field: Field) -> Fraction:
    """From 0 to 100, where all pairs of a field are compared equally: 100 (sum of v)² / (k sum of v²) for all k twos of pairs.

    >>> from kozyr.tournaments.pairs import pairs
    >>> found = pairs(8, "howell")
    >>> quality(found, found.fields[0])
    Fraction(100, 1)
    """
    worth = compared(movement, field).values()
    squares = sum(one * one for one in worth)
    return Fraction(100 * sum(worth) ** 2, len(worth) * squares) if squares else Fraction(0)
