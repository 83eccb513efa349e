"""Formats: Olympic, compensation, teams, the cup, a league."""

import hashlib
import random
from fractions import Fraction

import pytest

from kozyr.tournaments import formats
from kozyr.tournaments.formats import Entrant, Lineup, Match, Party, Series, sizes
from kozyr.tournaments.regulations import Regulations
from kozyr.tournaments.scoring import ranked
from tests.cases import Row, case


def played(tables: tuple[int, ...], chance: random.Random, first: int = 1) -> list[list[Party]]:
    """Parties of so many tables, with results that sum to nought."""
    found, number = [], first
    for size in tables:
        won = [chance.randrange(-100, 101) for _ in range(size - 1)]
        found.append([Party(number + at, points, 20) for at, points in enumerate([*won, -sum(won)])])
        number += size
    return found


# --- Olympic -----------------------------------------------------------------------------------------------


@case("W-PT-II-1")
def test_the_winner_of_each_table_goes_on(row: Row) -> None:
    tables = played((4,) * row.situation["tables"], random.Random(2))
    through = formats.olympic_round(tables, row.options["event.qualify_per_table"])  # type: ignore[arg-type]  # the example's
    assert len(through.winners) == row.expected["next_round_players"]
    assert not through.lucky
    assert len(formats.olympic_seating(len(through.winners)).tables) == row.expected["tables_next"]
    for table, winner in zip(tables, through.winners, strict=True):
        assert max(table, key=lambda party: party.won).entrant == winner


@pytest.mark.rule("PT-II.2", "PT-II.4")
@pytest.mark.parametrize("per_table", [1, 2])
@pytest.mark.parametrize("players", range(6, 61))
def test_every_head_count_comes_down_to_one_table(players: int, per_table: int) -> None:
    chance, rounds, left, losers = random.Random(players), 0, players, 0
    while True:
        seating = formats.olympic_seating(left, losers)
        assert sum(seating.tables) + seating.byes == left + seating.lucky
        if seating.tables in {(3,), (4,)} and not seating.byes:
            break
        through = formats.olympic_round(played(seating.tables, chance), per_table, byes=seating.byes)
        losers = sum(seating.tables) - len(through.winners)
        assert len(set(through.winners) | set(through.lucky)) == len(through.winners) + len(through.lucky)
        assert len(through.winners) + seating.byes < left or per_table == 2
        left = len(through.winners) + seating.byes
        rounds += 1
        assert rounds < 12


def test_the_best_losers_by_whists_per_deal_fill_a_table() -> None:
    first = [Party(1, 90, 30), Party(2, 60, 20), Party(3, -150, 30)]
    second = [Party(4, 50, 10), Party(5, 30, 10), Party(6, -80, 10)]
    through = formats.olympic_round([first, second])
    assert through.winners == (1, 4)
    assert through.lucky == (2,)  # 3 a deal, as 5 has too: who was given first
    assert formats.olympic_seating(2, 4).tables == (3,)
    assert formats.olympic_seating(5, 8) == formats.Seating((3, 3), lucky=1)
    assert formats.olympic_seating(5, 8, "byes") == formats.Seating((4,), byes=1)
    with pytest.raises(ValueError, match="fill no table"):
        formats.olympic_seating(2)
    with pytest.raises(ValueError, match="cannot go on"):
        formats.olympic_round([first], 3)


@pytest.mark.rule("PT-II.4")
def test_the_best_losers_fill_tables_of_four_where_the_event_says_so() -> None:
    assert formats.olympic_seating(6, 18, "lucky_loser") == formats.Seating((4, 4), lucky=2)
    assert formats.olympic_seating(6, 18) == formats.Seating((3, 3))
    assert formats.olympic_seating(6, 1, "lucky_loser") == formats.Seating((3, 3))  # one loser is not enough
    for players in range(6, 61):
        left, losers, rounds = players, 0, 0
        while (tables := formats.olympic_seating(left, losers, "lucky_loser").tables) not in {(3,), (4,)}:
            losers, left = left - len(tables), len(tables)
            left += formats.olympic_seating(left, losers, "lucky_loser").lucky
            losers, rounds = 0, rounds + 1
            assert rounds < 12


@pytest.mark.rule("PT-II.3")
def test_a_party_decides_its_own_table_alone() -> None:
    rich, poor = (
        [Party(1, 900, 9), Party(2, 800, 9), Party(3, -1700, 9)],
        [Party(4, 1, 9), Party(5, 0, 9), Party(6, -1, 9)],
    )
    assert formats.olympic_round([rich, poor]).winners == (1, 4)


def test_tables_of_four_and_as_few_of_three_as_can_be() -> None:
    assert [sizes(n) for n in (3, 4, 6, 7, 9, 13, 23)] == [
        (3,), (4,), (3, 3), (4, 3), (3, 3, 3), (4, 3, 3, 3), (4, 4, 4, 4, 4, 3),
    ]  # fmt: skip
    assert [n for n in range(40) if not sizes(n)] == [0, 1, 2, 5]


# --- compensation ------------------------------------------------------------------------------------------


@case("W-PT-III.2-1")
def test_a_rating_is_whists_per_deal(row: Row) -> None:
    parties = [Party(nth, won, row.situation["deals"]) for nth, won in enumerate(row.situation["whists"], 1)]
    assert [*formats.ratings([parties]).values()] == [Fraction(rating) for rating in row.expected["rating"]]
    twice = formats.ratings([parties, parties])
    assert twice[1] == 10


@pytest.mark.rule("PT-III.1")
def test_the_highest_rated_fill_the_first_table() -> None:
    rating = {number: Fraction(-number) for number in range(1, 8)}
    assert formats.compensation_seating(rating) == ((1, 2, 3, 4), (5, 6, 7))
    with pytest.raises(ValueError, match="fill no tables"):
        formats.compensation_seating(dict.fromkeys(range(5), 0))


@case("W-PT-III.3-1")
def test_the_extra_column(row: Row) -> None:
    worth = {"x": 30, "y": -10}
    column = formats.extra_column(row.situation["deal_results"], **worth)
    assert list(column) == [worth[name] for name in row.expected["extra_column"]]


@pytest.mark.rule("PT-III.3")
def test_the_column_is_balanced_by_played_deals() -> None:
    chance = random.Random(3)
    deals = [[1, -1, -1] if chance.random() < 0.75 else [1, 1, -2] for _ in range(4000)]
    found = formats.balanced(deals, 30)
    assert found.low < found.y < found.high
    assert found.low < Fraction(-30 * 5, 7) < found.high  # five results of twelve are positive
    column = [sum(30 if value > 0 else found.y for value in deal) for deal in deals]
    assert sum(column) == 0
    with pytest.raises(ValueError, match="positive"):
        formats.balanced([[0, 0]], 30)


# --- teams -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-TEAM-1", "B-TEAM-2", "B-TEAM-4", "B-TEAM-5", "B-TEAM-6")
def test_a_series_in_two_rooms() -> None:
    series = Series((1, 2, 3, 4, 5), Lineup((1, 2), (3, 4)), Lineup((11, 12), (13, 14)))
    seated = formats.rooms(series)
    assert seated["open"] == {"N": 1, "E": 11, "S": 2, "W": 12}
    assert seated["closed"] == {"N": 13, "E": 3, "S": 14, "W": 4}
    before, after = formats.halves(series.boards)
    assert before == {"open": (1, 2, 3), "closed": (4, 5)}
    assert after == {"open": (4, 5), "closed": (1, 2, 3)}
    assert [formats.sits_first(nth) for nth in (1, 2)] == ["A", "B"]


@pytest.mark.rule("B-TEAM-3")
@pytest.mark.parametrize(
    ("team", "lineup", "why"),
    [
        ({1, 2, 3}, Lineup((1, 2), (3, 1)), "four to six, not 3"),
        (set(range(1, 8)), Lineup((1, 2), (3, 4)), "four to six, not 7"),
        ({1, 2, 3, 4, 5}, Lineup((1, 2), (3, 1)), "four different"),
        ({1, 2, 3, 4, 5}, Lineup((1, 2), (3, 9)), "9 is not of the team"),
    ],
)
def test_a_line_up_that_cannot_be(team: set[int], lineup: Lineup, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        formats.check_lineup(team, lineup)
    formats.check_lineup({1, 2, 3, 4, 5, 6}, Lineup((1, 6), (3, 5)))


# --- the cup and the league --------------------------------------------------------------------------------


@case("W-PT-M-1")
def test_the_issues_of_a_cup(row: Row) -> None:
    event = Regulations(tournament_type="cup")
    assert event.cup_issues == row.situation["issues"]
    assert event.cup_deals_per_issue == row.situation["deals_per_issue"]
    assert event.cup_issues * event.cup_deals_per_issue == row.expected["total_deals"]
    issues = [{number: number * nth for number in range(1, 41)} for nth in range(1, event.cup_issues + 1)]
    found = formats.cup(issues, event.cup_finalists)
    assert len(found.finalists) == row.expected["finalists"]
    assert found.finalists[0] == 40
    assert found.places[0].total == 40 * 15


@pytest.mark.rule("PT-M.4")
def test_all_who_are_equal_to_the_last_finalist_play_the_final() -> None:
    assert formats.cup([{1: 9, 2: 5, 3: 5, 4: 1}], 2).finalists == (1, 2, 3)
    assert formats.cup([{1: 9, 2: 5}, {2: 5, 3: 1}], 1).finalists == (2,)


@pytest.mark.rule("PT-M.4")
def test_the_lottery_is_drawn_from_a_seed_that_was_committed() -> None:
    seed = b"an evening in Moscow"
    assert formats.commitment(seed) == hashlib.sha256(b"an evening in Moscow").hexdigest()
    drawn = formats.lottery(seed, range(11, 300), 3)
    assert drawn == formats.lottery(seed, range(299, 10, -1), 3)
    assert len(set(drawn)) == 3
    assert drawn != formats.lottery(b"another", range(11, 300), 3)
    counts = [formats.lottery(str(n).encode(), range(4), 1)[0] for n in range(2000)]
    assert all(400 < counts.count(who) < 600 for who in range(4))


@case("W-PT-M-2")
def test_from_where_they_came(row: Row) -> None:
    countries = row.situation["countries_named"]
    low, high = row.expected["ages"]
    cities = [(countries[nth % len(countries)], f"city {nth}") for nth in range(row.expected["cities"])]
    people = [
        Entrant(*cities[nth % len(cities)], age=low + nth % (high - low + 1)) for nth in range(row.expected["entrants"])
    ]
    due = (row.expected["entrants"], row.expected["count"], row.expected["cities"], low, high)
    assert formats.participation(people) == formats.Numbers(*due)
    assert formats.participation([Entrant("Russia", "Moscow")]) == formats.Numbers(1, 1, 1, None, None)


@pytest.mark.rule("B-VP-2")
def test_a_league_adds_up_victory_points() -> None:
    places = formats.league([Match(1, 2, 13), Match(2, 3, -60), Match(3, 1, 0)])
    assert {place.entrant: int(place.total) for place in places} == {3: 30, 1: 23, 2: 7}
    assert [place.rank for place in places] == [1, 2, 3]


def test_master_points_of_a_final_table() -> None:
    points = formats.master_points(ranked({1: 60, 2: 55, 3: 55, 4: 40}), 12)
    assert points == {1: 12, 2: 6, 3: 6, 4: 0}
    assert formats.master_points(ranked({1: 60}), 12) == {1: 12}
