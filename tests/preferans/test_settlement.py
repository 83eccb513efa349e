"""The final count (P-4.2.12 ... P-4.2.14)."""

from fractions import Fraction

import pytest

from kozyr.games.preferans import agree, settle
from kozyr.games.preferans.sheet import Points
from tests.cases import Row, case
from tests.table import Table

Three = tuple[Points, Points, Points]


def nothing(players: int) -> tuple[tuple[int, ...], ...]:
    return ((0,) * players,) * players


def balance(rows: tuple[tuple[Points, ...], ...]) -> list[Points]:
    """What each has written, less what is written on him."""
    return [sum(rows[who]) - sum(row[who] for row in rows) for who in range(len(rows))]


@case("W-P-4.2.14-1")
def test_both_ways_of_settling_agree(row: Row) -> None:
    whists = tuple(map(tuple, row.situation["whists_i_on_j"]))
    count = settle(row.conventions, (50, 50, 50), tuple(row.situation["hills"]), whists)
    assert list(count.result) == row.expected["result"]  # by the mean hill
    assert (balance(count.pairwise) == list(count.result)) is row.expected["both_ways_equal"]  # by mutual whists
    assert min(count.pairwise[who][on] for who in range(3) for on in range(3)) == 0


@pytest.mark.rule("P-4.2.14", "P-4.2.14.1", "P-4.2.14.2", "PC-3.2c")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_played_pulka_settles_to_zero_both_ways(players: int) -> None:
    table = Table("sochi", {"pool_target": 10}, players=players)
    sole = "whist" if players == 2 else "whist pass open"
    nobody = " ".join(["pass"] * {2: 1, 3: 2}.get(players, 3))
    while not table.pulka.finished:
        table.plays("6S", sole, H1=3, H2=7)
        table.plays("allpass", H1=7, H2=3)
        table.plays("10S", nobody)
    count = table.settlement
    assert sum(count.result) == 0
    assert balance(count.pairwise) == list(count.result)
    assert set(table.pulka.sheet.pool) == {10}
    assert count.change == (0,) * players  # equal pools are not counted


@pytest.mark.rule("P-4.2.14.1")
def test_by_mutual_whists_each_hill_is_divided_by_all_its_owner_included() -> None:
    count = settle(agree(), (50,) * 4, (3, 7, 3, 3), nothing(4))
    assert [count.pairwise[who][1] for who in (0, 2, 3)] == [10, 10, 10]  # (7 - 3) x 10 / 4
    assert count.result == (10, -30, 10, 10)


@pytest.mark.rule("P-4.2.14.2")
def test_by_the_mean_hill_less_is_a_win_and_more_a_loss() -> None:
    count = settle(agree(), (50,) * 3, (0, 3, 6), ((0, 5, 0), (0, 0, 0), (0, 0, 0)))
    assert count.result == (35, -5, -30)


@pytest.mark.rule("P-4.2.3", "P-4.2.14")
@pytest.mark.parametrize(("preset", "result"), [("sochi", (200, 0, -200)), ("leningrad", (400, 0, -400))])
def test_a_broken_off_sheet_counts_missing_points(preset: str, result: Three) -> None:
    count = settle(agree(preset), (40, 20, 0), (0, 0, 0), nothing(3))
    assert count.result == result


@pytest.mark.rule("P-4.2.14.1", "P-4.2.12")
@pytest.mark.parametrize("pool", [0, 20, 50])
def test_equal_pools_are_not_counted_however_full(pool: int) -> None:
    """So they move no hill, and it is the hill as it was written that is rounded."""
    count = settle(agree(), (pool,) * 3, (2, 0, 0), nothing(3))
    assert (count.change, count.hill, count.adjusted) == ((0, 0, 0), (2, 0, 0), ((0, 1),))


@pytest.mark.rule("P-4.2.3.3")
def test_leningrad_takes_surplus_points_off_the_hill_twice() -> None:
    count = settle(agree("leningrad"), (60, 50, 40), (0, 0, 0), nothing(3))
    assert count.change == (-20, 0, 20)
    assert count.hill == (-20, 0, 20)
    assert count.result == (200, 0, -200)


@pytest.mark.rule("P-4.1.1", "P-4.2.14")
@pytest.mark.parametrize(
    ("hill", "set_game", "missing"), [("divisible", 10, 50), ("indivisible", 20, 50)], ids=["divisible", "indivisible"]
)
def test_an_indivisible_hill_of_gusarik_is_all_the_others(hill: str, set_game: int, missing: int) -> None:
    agreed = agree("gusarik", {"gusarik_hill": hill})
    count = settle(agreed, (50, 50), (2, 0), nothing(2))
    assert count.result == (-set_game, set_game)  # ten whists a point: halved with its owner, or not
    assert balance(count.pairwise) == list(count.result)
    # A pool point is worth five to its owner either way, as where it is help: ten whists, and five in the other's pool.
    assert settle(agreed, (50, 40), (0, 0), nothing(2)).result == (missing, -missing)


# ------------------------------------------------------------------ 4.2.12 fractions


@case("W-P-4.2.12-1")
def test_one_point_off_a_hill_and_three_whists_for_each_of_the_others(row: Row) -> None:
    assert row.situation["hill_point_removed_from"] == "P1"
    count = settle(row.conventions, (50,) * 3, (1, 0, 0), nothing(3))
    assert (count.adjusted, count.compensation) == (((0, -1),), row.expected["whists"]["P2_on_P1"])
    assert count.rounded == (-6, 3, 3)
    assert row.expected["whists"]["P2_on_P1"] == row.expected["whists"]["P3_on_P1"] == count.rounded[1]
    lost = {exact - rounded for exact, rounded in zip(count.result[1:], count.rounded[1:], strict=True)}
    assert lost == {Fraction(row.expected["loss_of_each"])}


@pytest.mark.rule("P-4.2.12", "PC-4.8.5")
@pytest.mark.parametrize(
    ("hills", "adjusted", "rounded"),
    [
        ((7, 3, 2), (), (-30, 10, 20)),  # 12 divides
        ((7, 3, 3), ((0, -1),), (-20 - 6, 10 + 3, 10 + 3)),  # 13: the largest hill goes down to 6
        ((7, 4, 3), ((0, 1),), (-30 + 6, 10 - 3, 20 - 3)),  # 14: up to 8, and its owner writes the three whists
        ((2, 5, 6), ((2, -1),), (20 + 3, -10 + 3, -10 - 6)),
    ],
)
def test_with_three_the_largest_hill_moves_towards_the_nearest_sum(
    hills: Three, adjusted: tuple[tuple[int, int], ...], rounded: Three
) -> None:
    count = settle(agree(), (50,) * 3, hills, nothing(3))
    assert (count.adjusted, count.rounded) == (adjusted, rounded)
    assert sum(count.rounded) == 0


@pytest.mark.rule("P-4.2.12", "PC-4.8.5")
@pytest.mark.parametrize(
    ("hills", "adjusted", "rounded"),
    [
        ((4, 2, 2, 2), (), (-15, 5, 5, 5)),  # 10 is no multiple of four, but 10 x 10 / 4 is whole
        ((4, 2, 2, 3), ((0, -1),), (-5 - 6, 5 + 2, 5 + 2, -5 + 2)),  # 11: to 10
    ],
)
def test_with_four_an_odd_sum_is_mended_by_a_point_and_two_whists_each(
    hills: tuple[int, ...], adjusted: tuple[tuple[int, int], ...], rounded: tuple[int, ...]
) -> None:
    count = settle(agree(), (50,) * 4, hills, nothing(4))
    assert (count.adjusted, count.rounded) == (adjusted, rounded)
    assert sum(count.rounded) == 0


@pytest.mark.rule("P-4.2.12")
@pytest.mark.parametrize(("last_dealer", "moved"), [(0, 1), (1, 2), (2, 0)])
def test_of_equal_hills_the_nearest_left_of_the_last_dealer_moves(last_dealer: int, moved: int) -> None:
    count = settle(agree(), (50,) * 3, (5, 5, 5), ((0, 1, 0), (0, 0, 0), (0, 0, 0)), last_dealer)
    assert count.adjusted == ()
    count = settle(agree(), (50, 50, 50), (5, 5, 5), nothing(3), last_dealer)
    assert count.adjusted == ()
    uneven = tuple(6 if who != (moved + 2) % 3 else 4 for who in range(3))  # two of six, one of four: 16
    count = settle(agree(), (50,) * 3, uneven, nothing(3), last_dealer)
    assert count.adjusted == ((moved, -1),)


@pytest.mark.rule("P-4.2.12")
@pytest.mark.parametrize("players", [2, 5])
def test_two_and_five_always_divide(players: int) -> None:
    count = settle(agree(players=players), (50,) * players, (1,) + (0,) * (players - 1), nothing(players))
    assert count.adjusted == ()
    assert all(isinstance(points, int) for points in count.result)


@pytest.mark.rule("P-4.2.12")
def test_exact_fractions_where_they_were_agreed() -> None:
    count = settle(agree("sochi+qualifying"), (50,) * 3, (1, 0, 0), nothing(3))
    assert count.rounded == count.result == (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))
    assert count.adjusted == ()


@pytest.mark.rule("P-4.2.12")
def test_half_a_point_is_mended_as_far_as_a_whole_one_can() -> None:
    count = settle(agree(), (50,) * 3, (Fraction(1, 2), 0, 0), nothing(3))
    assert (count.adjusted, sum(count.rounded)) == (((0, 1),), 0)
    assert all(isinstance(points, int) for points in count.rounded)
    hopeless = settle(agree(players=2), (50,) * 2, (Fraction(1, 2), 0), nothing(2))
    assert (hopeless.adjusted, hopeless.rounded) == ((), hopeless.result)


@pytest.mark.rule("P-4.2.12")
def test_the_count_of_a_pulka_mends_by_its_last_dealer() -> None:
    table = Table().writes("hill", H1=6, H2=6, H3=4).plays("allpass", H1=4, H2=3, H3=3).plays("6S", "pass pass")
    last = table.place("H3")  # with three the dealer is the third hand
    assert table.pulka.sheet.hill[(last + 1) % 3] in {6, 7}
    assert sum(table.settlement.rounded) == 0
    assert all(isinstance(points, int) for points in table.settlement.rounded)


# ------------------------------------------------------------------ 4.2.13 stakes


@pytest.mark.rule("P-4.2.13", "PC-4.8.6")
def test_a_stake_is_a_number_agreed_before_play_and_changes_no_count() -> None:
    agreed = agree(changes={"table.stake": 5})
    assert agreed.table.stake == 5
    hills = (3, 6, 0)
    assert settle(agreed, (50,) * 3, hills, nothing(3)).result == settle(agree(), (50,) * 3, hills, nothing(3)).result
    assert agree("sochi+qualifying").table.stake == 0


# ------------------------------------------------------------------ sheets that do not fit


@pytest.mark.parametrize(
    ("pool", "hill", "whists", "why"),
    [
        ((50,), (0,), ((0,),), "2 to 5 players"),
        ((50, 50, 50), (0, 0), nothing(3), "as many pools, hills and rows"),
        ((50, 50, 50), (0, 0, 0), nothing(2), "as many pools, hills and rows"),
        ((50, 50, 50), (0, 0, 0), ((0, 0), (0, 0), (0, 0)), "whists of player 1: 2 numbers"),
        ((50, 50, 50), (0, 0, 0), ((0, 0, 0), (0, 4, 0), (0, 0, 0)), "player 2 has whists on himself"),
    ],
)
def test_a_sheet_that_does_not_fit_together_is_refused(
    pool: tuple[int, ...], hill: tuple[int, ...], whists: tuple[tuple[int, ...], ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        settle(agree(), pool, hill, whists)
