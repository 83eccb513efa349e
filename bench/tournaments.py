"""A tournament's arithmetic: scoring a session, making a movement."""

import random
import time
from collections.abc import Callable
from fractions import Fraction

from kozyr.tournaments import movements, pairs, scoring
from kozyr.tournaments.scoring import Result

PARTS = ("pairs", "preferans", "movement")


def pairs_session() -> None:
    """200 pairs at 100 tables, 30 boards, both lines by matchpoints."""
    chance = random.Random(200)
    boards = [[10 * chance.randrange(-80, 81) for _ in range(100)] for _ in range(30)]

    def work() -> None:
        lines = []
        for board in boards:
            lines.append(scoring.line([Result(n, score) for n, score in enumerate(board, 1)]))
            lines.append(scoring.line([Result(n, -score) for n, score in enumerate(board, 101)]))
        scoring.ranked({who: award.percent for who, award in scoring.totals(lines).items()})

    report("200 pairs x 30 boards, both lines and the ranking (goal: under a second)", work)


def preferans_session() -> None:
    """100 players at 25 tables, 28 boards, four lines of whists with fractions."""
    chance = random.Random(100)
    boards = [[[Fraction(chance.randrange(-300, 301), 4) for _ in range(25)] for _ in range(4)] for _ in range(28)]

    def work() -> None:
        lines = [
            scoring.line([Result(25 * nth + n, score) for n, score in enumerate(line, 1)])
            for board in boards
            for nth, line in enumerate(board)
        ]
        scoring.ranked({who: award.percent for who, award in scoring.totals(lines).items()})

    report("100 players x 28 boards of preferans, four lines and the ranking", work)


def movement() -> None:
    """A movement of each kind, without what is kept from an earlier one."""

    def cleared(work: Callable[[], object]) -> Callable[[], None]:
        def anew() -> None:
            movements.plans.cache_clear()
            work()

        return anew

    report("movement of 60 players, squares", cleared(lambda: movements.preferans(60)))
    report("movement of 24 players, a ready scheme", cleared(lambda: movements.preferans(24)))
    report("movement of 37 players, two sections", cleared(lambda: movements.preferans(37)))
    report("movement of 40 pairs, Mitchell", lambda: pairs.pairs(40))
    report("movement of 13 pairs, Howell", lambda: pairs.pairs(13))


def report(what: str, work: Callable[[], object]) -> None:
    """The best of five runs, in milliseconds of this process."""
    times = []
    for _ in range(5):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    print(f"{what}: {1000 * min(times):.1f} ms")


def main(parts: list[str] | None = None) -> int:
    """Measure the parts that are named, or all."""
    work = {"pairs": pairs_session, "preferans": preferans_session, "movement": movement}
    for part in parts or PARTS:
        work[part]()
    return 0
