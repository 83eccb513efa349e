"""Make `src/kozyr/bots/deberts/chances.json`: how likely the eldest wins a party of deberts from each score.

    nice python -m scripts.deberts_chances --deals 20000        # one core, about two minutes

Novices play deals by the Moscow rules at an even score; of each deal is kept what both would write, and when each would
have had enough to close. From those the chance of every pair of missing points follows, from the end of a party
backwards: a deal leads to scores nearer the target, whose chances are known by then. Missing points are on a grid of ten
(1, 11 ... 501); between its points the chance is interpolated.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

import kozyr.bots.deberts
from kozyr.bots import choose
from kozyr.cards import Seat
from kozyr.deals import DEBERTS, fair_deal
from kozyr.games import Deal
from kozyr.games.deberts import Party, State, agree, start
from kozyr.games.deberts.combinations import BELLA_POINTS
from kozyr.games.deberts.terms import SEATS

STEP: Final = 10
SIZE: Final = 51
_KEY: Final = b"the chances of deberts"
_NEVER: Final = 99


class Line(NamedTuple):
    """A deal, the eldest's side first.

    written: what each writes; hung: what waits for the next deal. last: the side with the last trick, -1 if nobody
    played. reached: by side and grid point the turn of play at which he could close with so many points missing.
    """

    written: tuple[int, int]
    hung: int
    last: int
    reached: tuple[tuple[int, ...], tuple[int, ...]]


def line(number: int) -> Line:
    """Play one deal between novices."""
    party = start(agree("moscow", {"target": 10_000}), 2, number % 2)
    terms = party.next_deal()
    state = party.begin().apply(Deal(str(fair_deal(_KEY, str(number), DEBERTS, terms.holders))))
    eldest = SEATS.index(terms.eldest)
    running: list[tuple[int, int]] = []  # whose turn, and what he would be counted for
    while state.outcome is None:
        seat = state.actor
        if seat is None:
            raise TypeError(state)
        if state.offers(seat):
            at = SEATS.index(seat)
            running.append((int(at != eldest), _counted(state, seat)))
        state = state.apply(choose(state.view(seat), "novice", number), seat)
    after = party.record(state.outcome)
    if not isinstance(after, Party):
        raise TypeError(after)
    points = after.sheet.points
    last = state.outcome.last
    reached: list[tuple[int, ...]] = []
    for side in (0, 1):
        turns = [(turn, points) for turn, (who, points) in enumerate(running) if who == side]
        reached.append(
            tuple(
                next((turn for turn, points in turns if points >= 1 + STEP * missing), _NEVER)
                for missing in range(SIZE)
            )
        )
    return Line(
        (points[eldest], points[1 - eldest]),
        sum(after.sheet.hanging),
        -1 if last is None else int(last != terms.eldest.value),
        (reached[0], reached[1]),
    )


def _counted(state: State, seat: Seat) -> int:
    if state.course is None:
        return 0
    melds = sum(meld.points for meld in state.named(seat))
    return state.course.taken[seat.position] + melds + (BELLA_POINTS if state.course.bella is seat else 0)


def chances(lines: list[Line]) -> list[list[float]]:
    """The eldest's chance by his and the dealer's missing points, from what the deals came to."""
    table = [[0.5] * SIZE for _ in range(SIZE)]
    passed = [one for one in lines if one.last < 0]
    played = [one for one in lines if one.last >= 0]
    redeal = len(passed) / len(lines)
    ahead = sum(one.written[0] > one.written[1] for one in played) / len(played)

    def at(eldest: float, dealer: float) -> float:
        if eldest <= 0 or dealer <= 0:
            return 1.0 if eldest <= 0 else 0.0
        x, y = (min(SIZE - 1.0, max(0.0, (missing - 1) / STEP)) for missing in (eldest, dealer))
        i, j = min(int(x), SIZE - 2), min(int(y), SIZE - 2)
        x, y = x - i, y - j
        low = table[i][j] * (1 - y) + table[i][j + 1] * y
        high = table[i + 1][j] * (1 - y) + table[i + 1][j + 1] * y
        return low * (1 - x) + high * x

    def follows(one: Line, i: int, j: int) -> float:
        first, second = one.reached[0][i], one.reached[1][j]
        if first != second:  # else both are never
            return 1.0 if first < second else 0.0
        eldest, dealer = 1 + STEP * i - one.written[0], 1 + STEP * j - one.written[1]
        if eldest <= 0 and dealer <= 0:
            return 1.0 - one.last
        if one.hung:  # whoever gets more of the next deal gets these too; the dealer wrote nothing, or the eldest
            if one.written[0] > one.written[1]:
                mine = ahead * (1 - at(dealer - one.hung, eldest)) + (1 - ahead) * (1 - at(dealer, eldest - one.hung))
            else:
                mine = ahead * at(eldest - one.hung, dealer) + (1 - ahead) * at(eldest, dealer - one.hung)
            return mine
        if eldest <= 0 or dealer <= 0:
            return 1.0 if eldest <= 0 else 0.0
        # Who got more deals next, and the other one is eldest then.
        return 1 - at(dealer, eldest) if one.written[0] > one.written[1] else at(eldest, dealer)

    for both in range(2 * SIZE - 1):
        for i in range(max(0, both - SIZE + 1), min(SIZE, both + 1)):
            j = both - i
            if i > j:
                continue
            here = sum(follows(one, i, j) for one in played) / len(played)
            there = sum(follows(one, j, i) for one in played) / len(played)
            # Passed out, the other one is eldest: two chances that hang on one another.
            a, b = (1 - redeal) * here, (1 - redeal) * there
            # V(i,j) = a + r (1 - V(j,i)) and V(j,i) = b + r (1 - V(i,j))
            table[i][j] = (a + redeal * (1 - b) - redeal * redeal) / (1 - redeal * redeal)
            table[j][i] = (b + redeal * (1 - a) - redeal * redeal) / (1 - redeal * redeal)
    return table


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--out", default=str(Path(kozyr.bots.deberts.__file__).with_name("chances.json")))
    arguments = parser.parse_args()
    lines = [line(number) for number in range(arguments.deals)]
    table = [[round(chance, 4) for chance in row] for row in chances(lines)]
    rows = ",\n".join(msgspec.json.encode(row).decode() for row in table)
    Path(arguments.out).write_text(f"[{rows}]\n")


if __name__ == "__main__":
    main()
