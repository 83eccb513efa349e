"""Solve a misère with all cards seen: how many tricks the declarer takes, and which leads catch him.

python solve_misere.py 'N:7.9A.T98.QJT7 AKQ.KQJ.A7.98 JT98.T8.KQJ.A'
"""

import sys

from kozyr.cards import Seat
from kozyr.solver.preferans import Position


def solve(deal: str, declarer: Seat = Seat.N, leader: Seat = Seat.E) -> str:
    """A line for the whole position and one for each first card."""
    found = Position.parse(deal, leader=leader, declarer=declarer, kind="misere").solve()
    best = f"{declarer.value} takes {found.value} at best play of all"
    return "\n".join([best, *(f"{leader.value} leads {card.text}: {tricks}" for card, tricks in found.moves.items())])


if __name__ == "__main__":
    print(solve(sys.argv[1]))
