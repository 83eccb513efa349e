"""Find the Howells of `kozyr.tournaments`: schedules in which all pairs are compared as equally as can be, and the sides of each meeting.

    python -m scripts.howells schedule PAIRS [--seed N]     print one scheme for schemes/pairs.txt
    python -m scripts.howells sides [--seconds S]           write schemes/sides.txt anew, S seconds a movement

A schedule of n pairs lives on the numbers modulo m = n - 1, and one pair stays. Seen from one set of boards, the other pairs sit at m
places; each round all numbers go up by one. First the sides are chosen: a row of signs whose sums of products with its own turns are as
equal as can be, since these sums decide how equally two pairs are compared. Then the places are paired across the two sides so that every
difference occurs once: all meet. Then each pair of places gets a set so that in every round each pair sits at one table.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from kozyr.tournaments.pairs import LARGEST_HOWELL, Meeting, meetings_of
from kozyr.tournaments.rows import shipped

SIDES: Final = Path(__file__).parents[1] / "src/kozyr/tournaments/schemes/sides.txt"


def signs(m: int) -> list[tuple[int, ...]]:
    """Rows of m signs, the first one -1, with the most equal sums of products with their own turns.

    Of those the ones that stay most equal without the pair that stays, for the odd number of pairs below.
    """
    best, found = None, list[tuple[int, ...]]()
    for chosen in itertools.combinations(range(1, m), (m - 1) // 2):
        row = [-1] * m
        for one in chosen:
            row[one] = 1
        sums = [sum(row[s] * row[(s + d) % m] for s in range(m)) for d in range(m)]
        worth = [sum(one**2 for one in sums), sum((sums[d] + row[d] + row[-d]) ** 2 for d in range(1, m))]
        if best is None or worth < best:
            best, found = worth, []
        if worth == best:
            found.append(tuple(row))
    return found


def starters(row: Sequence[int], chance: random.Random) -> Iterator[list[tuple[int, int]]]:
    """The places but 0 in pairs across the sides, all differences once."""
    m = len(row)
    north = [n for n in range(1, m) if row[n] == 1]
    south = [n for n in range(1, m) if row[n] == -1]
    chance.shuffle(north)

    def more(at: int, free: set[int], used: set[int], made: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        if at == len(north):
            yield list(made)
            return
        tried = [one for one in free if min((north[at] - one) % m, (one - north[at]) % m) not in used]
        chance.shuffle(tried)
        for one in tried:
            step = min((north[at] - one) % m, (one - north[at]) % m)
            yield from more(at + 1, free - {one}, used | {step}, [*made, (north[at], one)])

    yield from more(0, set(south), set(), [])


def sets_for(pairs: Sequence[tuple[int, int]], m: int, chance: random.Random, tries: int) -> list[int] | None:
    """A set for each pair of places, all different and none 0, so that the places less it are all numbers but 0. None: none was found."""
    left = [tries]

    def more(at: int, taken: int, used: int, made: list[int]) -> list[int] | None:
        if at == len(pairs):
            return made
        left[0] -= 1
        if left[0] < 0:
            return None
        one, two = pairs[at]
        shifts = [b for b in range(1, m) if not used >> b & 1]
        chance.shuffle(shifts)
        for b in shifts:
            first, second = (one + b) % m, (two + b) % m
            if first and second and not taken >> first & 1 and not taken >> second & 1:
                found = more(at + 1, taken | 1 << first | 1 << second, used | 1 << b, [*made, b])
                if found is not None:
                    return found
        return None

    return more(0, 1, 1, [])


def scheme(number: int, seed: int) -> str:
    """The scheme of a complete Howell for an even number of pairs, as schemes/pairs.txt has it."""
    m, chance = number - 1, random.Random(seed)  # noqa: S311 - a search
    rows = signs(m)
    while True:
        row = chance.choice(rows)
        for pairs in itertools.islice(starters(row, chance), 50):
            made = sets_for(pairs, m, chance, 20_000)
            if made is not None:
                return _told(number, pairs, made)


def _told(number: int, pairs: Sequence[tuple[int, int]], sets: Sequence[int]) -> str:
    """Places seen from round 0: x + b at table t. A pair goes to the place whose number is one lower, and a set lies one place further."""
    m = number - 1
    at = {0: "1B"}
    places = {0: 1}
    for table, ((one, two), b) in enumerate(zip(pairs, sets, strict=True), 2):
        at[(one + b) % m], at[(two + b) % m] = f"{table}A", f"{table}B"
        places[b] = table
    row = "-".join(at[-n % m] for n in range(m))
    laid = "-".join(str(places[n]) if n in places else "Z" for n in range(m))
    return f"entrants {number} at 2 rounds {m} boxes 1\nrow {row}\nsets {laid}\n"


# --- sides ---------------------------------------------------------------------------------------------------


class Sides:
    """The sides of some meetings, and how unequally pairs are compared: the sum of squares, which a turn of one meeting changes little."""

    def __init__(self, meetings: Sequence[Meeting], number: int) -> None:
        self.meetings = [(nth, one - 1, two - 1) for _, nth, (one, two) in meetings]
        self.worth = [[0] * number for _ in range(number)]
        self.way = [False] * len(meetings)
        self.at: dict[int, list[int]] = {}  # the meetings at a set
        for index, (nth, _, _) in enumerate(self.meetings):
            self.at.setdefault(nth, []).append(index)
        for some in self.at.values():
            for one, two in itertools.combinations(some, 2):
                self._count(one, two, 1)
            for index in some:
                _, first, second = self.meetings[index]
                self._add(first, second, len(some) - 1)

    def _add(self, one: int, two: int, more: int) -> None:
        self.worth[one][two] += more
        self.worth[two][one] += more

    def _count(self, one: int, two: int, more: int) -> None:
        """Two meetings at one set: whose sides are the same and whose are not."""
        same = more if self.way[one] == self.way[two] else -more
        (_, a, b), (_, c, d) = self.meetings[one], self.meetings[two]
        self._add(a, c, same)
        self._add(b, d, same)
        self._add(a, d, -same)
        self._add(b, c, -same)

    def gain(self, index: int) -> int:
        """By how much the sum of squares falls when a meeting is turned."""
        nth, a, b = self.meetings[index]
        first, second, fall = self.worth[a], self.worth[b], 0
        for other in self.at[nth]:
            if other != index:
                _, c, d = self.meetings[other]
                sign = 1 if self.way[index] == self.way[other] else -1
                fall += sign * (first[c] - first[d] + second[d] - second[c]) - 4
        return 4 * fall

    def turn(self, index: int) -> None:
        """Turn a meeting."""
        some = [other for other in self.at[self.meetings[index][0]] if other != index]
        for other in some:
            self._count(index, other, -1)
        self.way[index] = not self.way[index]
        for other in some:
            self._count(index, other, 1)

    @property
    def squares(self) -> int:
        """The sum of squares over all twos; the sum itself is the same whatever the sides."""
        return sum(one * one for row in self.worth for one in row) // 2


def best_sides(meetings: Sequence[Meeting], number: int, seconds: float, seed: int) -> tuple[int, list[bool]]:
    """The sides with the least sum of squares that walks from the scheme's own and from random ones find in this time."""
    chance, until = random.Random(seed), time.monotonic() + seconds  # noqa: S311 - a search
    sides = Sides(meetings, number)
    best, kept = sides.squares, list(sides.way)
    least = -(-(sum(one for row in sides.worth for one in row) ** 2) // (2 * number * (number - 1)))
    while best > least:
        order = list(range(len(meetings)))
        better = True
        while better:
            better = False
            chance.shuffle(order)
            for index in order:
                gain = sides.gain(index)
                if gain > 0 or (gain == 0 and chance.random() < 0.02):
                    sides.turn(index)
                    better = better or gain > 0
        if sides.squares < best:
            best, kept = sides.squares, list(sides.way)
        if time.monotonic() > until:
            break
        if chance.random() < 0.1:
            for index in order:
                if sides.way[index] != kept[index]:
                    sides.turn(index)
        for index in chance.sample(order, max(2, len(order) // chance.randint(3, 12))):
            sides.turn(index)
    return best, kept


def _quality(meetings: Sequence[Meeting], number: int, squares: int) -> float:
    total = sum(one for row in Sides(meetings, number).worth for one in row) / 2
    return 200 * total * total / (number * (number - 1) * squares) if squares else 0.0


def sides(seconds: float) -> Iterator[str]:
    """The lines of schemes/sides.txt, the best scheme for every number of pairs and of rounds."""
    yield "# Howells, by pairs and rounds: the rounds of the scheme in pairs.txt, and each meeting's sides in order; 1: the second pair sits N-S."
    yield "# Found by scripts/howells.py; the last figure is the quality of comparison (kozyr.tournaments.comparison)."
    for number in range(4, LARGEST_HOWELL + 1):
        even = number + number % 2
        circles = sorted(one.rounds for one in shipped("pairs") if one.entrants == even)
        for many in range(1, even):
            found = []
            for circle in (one for one in circles if one >= many):
                played = [one for turn in meetings_of(number, circle)[:many] for one in turn if max(one[2]) <= number]
                squares, way = best_sides(played, number, seconds, 1000 * number + many)
                found.append((_quality(played, number, squares), -circle, way))
            worth, circle, way = max(found)
            print(number, many, -circle, f"{worth:.1f}", file=sys.stderr)
            yield f"{number} {many} {-circle} {''.join('01'[one] for one in way)}  # {worth:.1f}"


def main(argv: list[str] | None = None) -> int:
    """Search."""
    parser = argparse.ArgumentParser(prog="howells", description="Find Howells.")
    some = parser.add_subparsers(dest="what", required=True)
    one = some.add_parser("schedule", help="one scheme for schemes/pairs.txt")
    one.add_argument("pairs", type=int)
    one.add_argument("--seed", type=int, default=1)
    other = some.add_parser("sides", help="write schemes/sides.txt anew")
    other.add_argument("--seconds", type=float, default=1.0, help="for each movement")
    wanted = parser.parse_args(argv)
    if wanted.what == "schedule":
        print(scheme(wanted.pairs, wanted.seed), end="")
    else:
        SIDES.write_text("\n".join(sides(wanted.seconds)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
