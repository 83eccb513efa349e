"""Seconds a post-mortem by game, on one core, the deal as experts play it included.

python -m bench review [GAME]
"""

import time
from statistics import median, quantiles

from kozyr.review import review
from tests.reviewing import played

# By game: a match and how many deals of novices are reviewed.
_DEALS = {"preferans": ("pulka", 40), "deberts": ("party", 40), "bridge": ("board", 20)}
_GOALS = {"preferans": 3, "deberts": 3, "bridge": 10}  # seconds at the median
PARTS = tuple(_DEALS)


def main(parts: list[str] | None = None) -> int:
    """Review deals of each game; 1 if a median is past its goal."""
    status = 0
    print(f"{'seconds a deal':<16}{'deals':>6}{'median':>8}{'90 %':>8}{'most':>8}{'goal':>6}")
    for game in parts or PARTS:
        match, deals = _DEALS[game]
        spent = []
        for nth in range(deals):
            record = played(match, f"bench {nth}", deals=1)
            begun = time.process_time()
            review(record)
            spent.append(time.process_time() - begun)
        middle, goal = median(spent), _GOALS[game]
        status = max(status, int(middle > goal))
        print(f"{game:<16}{deals:>6}{middle:>8.2f}{quantiles(spent, n=10)[-1]:>8.2f}{max(spent):>8.2f}{goal:>6}")
    return status
