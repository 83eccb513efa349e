"""Comparing results: the rulebook's examples, the checked figures of real result files, an independent scorer."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from kozyr.games.bridge.scoring import duplicate_score, imps
from kozyr.games.bridge.words import Contract
from kozyr.tournaments import scoring
from kozyr.tournaments.scoring import Award, Result, Score, line, matchpoints, neuberg, ranked, shown, totals
from kozyr.tournaments.victory import continuous, discrete, victory_points
from tests.cases import Row, case


def results(scores: Sequence[Score]) -> list[Result]:
    return [Result(entrant, score) for entrant, score in enumerate(scores, 1)]


@case("W-PT-I.8-1")
def test_a_line_of_a_protocol(row: Row) -> None:
    found = line(results(row.situation["whists_on_board"]))
    assert [award.points for award in found.values()] == row.expected["matchpoints"]
    assert {award.most for award in found.values()} == {row.expected["max"]}
    assert [float(award.percent) for award in found.values()] == row.expected["percent"]


@pytest.mark.rule("PT-I.9", "B-PAIR-3")
def test_a_result_is_per_cent_of_each_ones_own_max() -> None:
    first = line(results([52, 7, 7, -20, -52]))
    second = line([Result(1, 3), Result(2, 2), Result(3, 1)])
    together = totals([first, second])
    assert together[1] == Award(Fraction(12), Fraction(12))
    assert together[4] == Award(Fraction(2), Fraction(8))
    places = ranked({entrant: award.percent for entrant, award in together.items()})
    assert [place.entrant for place in places] == [1, 2, 3, 4, 5]
    assert [place.total for place in places][:2] == [100, Fraction(700, 12)]


@case("W-PT-I.11.2-40", "W-PT-I.11.2-50", "W-PT-I.11.2-60")
def test_an_artificial_score_is_a_part_of_the_max(row: Row) -> None:
    part = Fraction(row.expected["percent"], 100)
    some = [Result(1, artificial=part), *results([5, 4, 3, 2, 1])[1:]]
    found = line(some)[1]
    assert found.most == row.situation["max"]
    assert found.points == Fraction(row.expected["matchpoints"])


@pytest.mark.rule("PT-I.11.2.B.2")
def test_assigned_scores_need_not_sum_to_nought() -> None:
    innocent = line([Result(1, 430), Result(2, 400), Result(3, -50)])
    guilty = line([Result(11, -430), Result(12, -620), Result(13, 50)])
    assert innocent[2].points == 2
    assert guilty[12].points == 0
    assert innocent[2].points + guilty[12].points < innocent[2].most


def test_neubergs_formula_on_the_worked_example() -> None:
    """Eleven results expected, ten played: 19.9, 17.7, 15.5, ... 0.1."""
    points = [float(neuberg(own, 10, 11)) for own in matchpoints(range(10))]
    assert points == [0.1, 2.3, 4.5, 6.7, 8.9, 11.1, 13.3, 15.5, 17.7, 19.9]
    found = line([*results(range(10)), Result(11, artificial=Fraction(3, 5))])
    assert [float(found[entrant].points) for entrant in (10, 9, 8, 11)] == [19.9, 17.7, 15.5, 12.0]
    with pytest.raises(ValueError, match="cannot be"):
        neuberg(1, 3, 2)


@pytest.mark.rule("PT-I.10.A", "PT-I.10.B")
def test_a_fouled_board_is_two_groups() -> None:
    """Seven results, three in one form and four in the other: tops of 88.9 and 93.8 per cent."""
    some = [Result(nth, nth, group=nth > 3) for nth in range(1, 8)]
    found = line(some, fouled="scaled")
    assert [shown(found[nth].percent, 1) for nth in (3, 7)] == ["88.9", "93.8"]
    assert {award.most for award in found.values()} == {12}
    by_percent = line(some, fouled="per_group_percent")
    assert [by_percent[nth].percent for nth in (1, 2, 3, 4, 7)] == [0, 50, 100, 0, 100]
    alone = line([Result(1, 5, group=1), Result(2, 9), Result(3, 1)])
    assert alone[1].percent == 50
    assert line([Result(1, 5, group=1), Result(2, 9), Result(3, 1)], fouled="scaled")[1].percent == 50


def test_a_fouled_board_has_the_most_of_the_field_whether_or_not_fewer_results_are_scaled() -> None:
    some = [Result(nth, nth, group=nth > 3) for nth in range(1, 8)]
    assert {award.most for award in line(some, scale=False).values()} == {12}
    few = [Result(nth, nth) for nth in range(1, 4)]
    assert {award.most for award in line(few, 7, scale=False).values()} == {4}


def test_the_groups_of_a_fouled_board_keep_the_points_of_the_field() -> None:
    chance = random.Random(10)
    for _ in range(200):
        some = [Result(nth, chance.randrange(5), group=chance.randrange(2)) for nth in range(1, 9)]
        assert sum(award.points for award in line(some, fouled="scaled").values()) == 8 * 7


def test_a_board_that_fewer_play_has_its_own_top() -> None:
    assert line(results([3, 2, 1]), 3)[1] == Award(Fraction(4), Fraction(4))
    assert line(results([3, 2, 1]), 4, scale=False)[1] == Award(Fraction(4), Fraction(4))
    assert line(results([3, 2, 1]), 4)[1] == Award(Fraction(17, 3), Fraction(6))


@pytest.mark.parametrize(
    ("some", "scheduled", "why"),
    [
        ([Result(1, 2), Result(1, 3)], None, "two results"),
        ([Result(1, 2), Result(2, 3)], 1, "2 results of 1"),
    ],
)
def test_what_cannot_be_is_refused(some: list[Result], scheduled: int | None, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        line(some, scheduled)


def test_a_result_is_natural_or_artificial() -> None:
    with pytest.raises(ValueError, match="one of them"):
        Result(4)
    with pytest.raises(ValueError, match="one of them"):
        Result(4, 10, Fraction(1, 2))


@pytest.mark.rule("PT-I.12.1")
def test_a_penalty_is_per_cent_of_a_boards_max() -> None:
    assert scoring.penalised(Award(Fraction(40), Fraction(80)), 10, 8).points == Fraction(392, 10)


@pytest.mark.rule("P-4.1.3")
def test_equals_share_a_rank_until_something_parts_them() -> None:
    same: dict[int, Score] = {1: 50, 2: 60, 3: 50, 4: 10}
    assert [(place.rank, place.entrant) for place in ranked(same)] == [(1, 2), (2, 1), (2, 3), (4, 4)]
    parted = ranked(same, [{1: 0, 3: 0}, {1: -4, 3: -2}])
    assert [(place.rank, place.entrant) for place in parted] == [(1, 2), (2, 3), (3, 1), (4, 4)]
    assert [place.entrant for place in ranked(same, [{4: 9}])][-1] == 4  # the difference itself decides


def test_a_part_of_an_earlier_stage_is_carried_over() -> None:
    own, earlier = Award(Fraction(30), Fraction(60)), Award(Fraction(50), Fraction(60))
    assert scoring.carried(own, earlier, 50) == Award(Fraction(55), Fraction(90))


def test_figures_are_rounded_only_when_shown() -> None:
    assert [shown(Fraction(1, 3)), shown(Fraction(-1, 200)), shown(Fraction(125, 1000)), shown(7, 0)] == [
        "0.33", "-0.01", "0.13", "7",
    ]  # fmt: skip


# --- IMPs and teams ----------------------------------------------------------------------------------------

BOUNDS = [10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990]  # fmt: skip


@pytest.mark.rule("B-IMP-1")
def test_the_upper_bounds_of_the_imp_table() -> None:
    for won, bound in enumerate(BOUNDS):
        assert imps(bound) == won
        assert imps(bound + 10) == won + 1
        assert imps(-bound) == -won


def test_butlers_datum_is_rounded_away_from_nought() -> None:
    assert scoring.datum([1000, 450, 420, -50, -100]) == 270  # (450 + 420 - 50) / 3 = 273
    assert scoring.datum([0, 20, 30, 90]) == 30  # 25
    assert scoring.datum([0, -20, -30, -90]) == -30
    assert scoring.datum([100, 50]) == 80  # too few to drop any
    assert list(scoring.butler(scoring.told([620, 620, 170, -100]), imps)) == [6, 6, -6, -11]
    with pytest.raises(ValueError, match="needs a score"):
        scoring.datum([])


def test_cross_imps_are_the_mean_against_the_others() -> None:
    assert scoring.cross_imps(scoring.told([420, 170, -50]), imps) == (
        Fraction(6 + 10, 2),
        Fraction(-6 + 6, 2),
        Fraction(-10 - 6, 2),
    )
    assert not any(scoring.cross_imps(scoring.told([420]), imps))
    with pytest.raises(ValueError, match="nothing"):
        scoring.mean_imps(10, [], imps)


@case("W-B-TEAM-7-1")
@pytest.mark.rule("B-TEAM-2", "B-IMP-2")
def test_a_board_of_a_match(row: Row) -> None:
    score_a, score_b = (duplicate_score(Contract.parse(text), 13, vulnerable=False) for text in ("6C", "7NT"))
    assert (score_a, score_b) == (row.expected["score_A"], row.expected["score_B"])
    assert scoring.match_imps([score_b], [score_a], imps) == (row.expected["imps"],)
    assert sum(scoring.match_imps([score_b, 100, 100], [score_a, 100, 200], imps)) == row.expected["imps"] - 3
    assert scoring.board_a_match([score_b, 100, 100], [score_a, 100, 200]) == 3
    assert scoring.board_a_match([score_b, 100, 100], [score_a, 100, 200], 1) == Fraction(3, 2)


@pytest.mark.rule("B-VP-1")
def test_the_formula_alone_is_uneven_and_the_continuous_scale_is_not() -> None:
    """At 16 boards seven IMPs of the rounded formula are worth more than the one before; none of the scale is."""
    formula = [victory_points(won, "wbf", 16)[0] for won in range(61)]
    steps = [after - before for before, after in pairwise(formula)]
    assert sum(after > before for before, after in pairwise(steps)) == 7
    for boards in (4, 8, 16, 24, 32):
        scale = [victory_points(won, "wbf continuous", boards)[0] for won in range(len(continuous(boards)))]
        steps = [after - before for before, after in pairwise(scale)]
        assert all(after <= before for before, after in pairwise(steps[:-1])), boards
        assert scale[-1] == 20


# The World Bridge Federation's discrete scale of 2013 as published (White Book of the English Bridge Union, 3.1.1):
# from how many IMPs on the winner has 11, 12, ... 20, by the boards of a match.
PUBLISHED = {
    5: (1, 3, 5, 7, 10, 13, 16, 20, 25, 31), 6: (1, 3, 5, 8, 11, 14, 18, 22, 27, 33), 7: (1, 3, 6, 9, 12, 15, 19, 24, 29, 36),
    8: (1, 4, 7, 10, 13, 17, 21, 26, 31, 39), 9: (1, 4, 7, 10, 13, 17, 22, 27, 33, 41), 10: (1, 4, 7, 10, 14, 18, 23, 28, 35, 43),
    11: (2, 5, 8, 11, 15, 19, 24, 30, 37, 45), 12: (2, 5, 8, 12, 16, 20, 25, 31, 38, 47), 13: (2, 5, 8, 12, 16, 21, 26, 32, 40, 49),
    14: (2, 5, 9, 13, 17, 22, 27, 34, 41, 51), 15: (2, 5, 9, 13, 17, 22, 28, 35, 43, 53), 16: (2, 5, 9, 13, 18, 23, 29, 36, 44, 54),
    20: (2, 6, 10, 15, 20, 26, 32, 40, 49, 61), 24: (2, 6, 11, 16, 22, 28, 35, 44, 54, 66), 28: (2, 7, 12, 18, 24, 30, 38, 47, 58, 72),
    32: (3, 8, 13, 19, 25, 33, 41, 51, 62, 77), 40: (3, 8, 14, 21, 28, 36, 46, 56, 69, 86), 48: (3, 9, 16, 23, 31, 40, 50, 62, 76, 94),
    56: (3, 10, 17, 25, 33, 43, 54, 67, 82, 101), 64: (4, 11, 18, 26, 36, 46, 58, 71, 88, 108),
}  # fmt: skip


@pytest.mark.rule("B-VP-1")
@pytest.mark.parametrize("boards", PUBLISHED)
def test_the_discrete_scale_is_the_published_one(boards: int) -> None:
    assert discrete(boards) == PUBLISHED[boards]
    for points, start in enumerate(PUBLISHED[boards], 11):
        assert victory_points(start, "wbf discrete", boards) == (Fraction(points), Fraction(20 - points))
        assert victory_points(1 - start, "wbf discrete", boards) == (Fraction(21 - points), Fraction(points - 1))


@pytest.mark.rule("B-VP-1")
def test_no_range_of_the_discrete_scale_is_wider_than_the_next() -> None:
    for boards in range(2, 100):
        starts = discrete(boards)
        wide = [2 * starts[0] - 1, *(after - before for before, after in pairwise(starts))]
        assert wide == sorted(wide), boards


# --- an independent scorer ---------------------------------------------------------------------------------


def counted_by_hand(scores: Sequence[Score]) -> list[int]:
    """Matchpoints as a scorer without a program writes them: one comparison after another."""
    points = [0] * len(scores)
    for at, mine in enumerate(scores):
        for other, his in enumerate(scores):
            if at != other:
                points[at] += 2 if mine > his else 1 if mine == his else 0
    return points


def test_an_independent_scorer_agrees_on_random_sessions() -> None:
    chance = random.Random(14)
    for _ in range(1000):
        lines, boards = chance.randrange(2, 9), chance.randrange(1, 6)
        session = [
            [Fraction(chance.randrange(-9, 10), chance.choice((1, 3))) for _ in range(lines)] for _ in range(boards)
        ]
        mine = totals(line(results(board)) for board in session)
        hand = [sum(column) for column in zip(*map(counted_by_hand, session), strict=True)]
        assert [mine[entrant].points for entrant in sorted(mine)] == hand
        assert {award.most for award in mine.values()} == {2 * (lines - 1) * boards}
        assert sum(hand) == boards * lines * (lines - 1)
