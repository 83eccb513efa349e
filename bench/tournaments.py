"""A tournament: scoring a session, making a movement, what boards are worth, printed sheets."""

import random
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from kozyr.games.preferans import PRESETS
from kozyr.print import Heading, Protocol, hand_records, player_cards, protocols, results, value_tables
from kozyr.tournaments import movements, pairs, scoring
from kozyr.tournaments.boards import BoardRecord, Dealt
from kozyr.tournaments.games.preferans import worth
from kozyr.tournaments.games.preferans.protocol import Line, Part, Row, value_table
from kozyr.tournaments.part import revealed
from kozyr.tournaments.scoring import Result
from scripts.howells import scheme

PARTS = ("pairs", "preferans", "movement", "worth", "paper")


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
    for number in (10, 14, 16, 18, 20):
        report(f"the search of a Howell of {number} pairs", partial(scheme, number, 1), runs=1)


def dealt(number: int) -> Dealt:
    """A board of four, always the same one."""
    return revealed("preferans", bytes(32), "bench", number, 4, ())[0]


def worth_of_boards() -> None:
    """Ten boards of preferans with talon and best discard; by one core."""
    report(
        "10 boards of preferans, worth with talon and discard",
        lambda: [worth.weighed(dealt(n)) for n in range(1, 11)],
        1,
    )
    records = [worth.weighed(dealt(n)) for n in range(1, 5)]
    report("interest of 4 boards of preferans", lambda: [worth.interest(record) for record in records], 1)


def paper() -> None:
    """An evening of 100 players and 28 boards on paper."""
    heading = Heading("Kozyr", "", "", "")
    records = [BoardRecord(board.number, board.mark, board.layout) for board in map(dealt, range(1, 29))]
    lines = {seat: Line(n, Fraction(n, 3), Fraction(n)) for n, seat in enumerate("NESW", 1)}
    row = Row("6S", Part("E", 7), Part("S", 2), Part("W", 1), lines)
    filled = [Protocol(record, [row] * 25) for record in records]
    movement = movements.preferans(28)
    values = value_table(PRESETS["sochi"], 4)
    places = scoring.ranked({n: Fraction(n, 7) for n in range(1, 101)})
    report("PDF: hand records of 28 boards", lambda: hand_records(records, heading, "ru"))
    report("PDF: 28 protocols of 25 rows", lambda: protocols(filled, heading, "ru"))
    report("PDF: cards of 28 players", lambda: player_cards(movement, heading, "ru"))
    report("PDF: table of game values", lambda: value_tables(values, "sochi", heading, "ru"))
    report("PDF: results of 100 players", lambda: results(places, {}, heading, "ru"))


def report(what: str, work: Callable[[], object], runs: int = 5) -> None:
    """The best of some runs, in milliseconds of this process."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    print(f"{what}: {1000 * min(times):.1f} ms")


def main(parts: list[str] | None = None) -> int:
    """Measure the parts that are named, or all."""
    work = {
        "pairs": pairs_session,
        "preferans": preferans_session,
        "movement": movement,
        "worth": worth_of_boards,
        "paper": paper,
    }
    for part in parts or PARTS:
        work[part]()
    return 0
