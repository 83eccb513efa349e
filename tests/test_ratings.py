"""Ratings: the fold over rated deals, who may be rated, and the same ratings however late a post-mortem comes."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest

from kozyr.club.acts import TableTerms
from kozyr.club.ratings import MEAN, SIDES, Key, Pool, RatedDeal, Rating, Ratings, Side, check, compared, follow
from kozyr.club.wire import encode
from kozyr.games import game
from kozyr.games.refusal import Refused
from kozyr.review import sides
from kozyr.review.reviewing import Player
from tests import levels
from tests.reviewing import MATCHES


def deal(*scores: tuple[str, int], pool: Pool = "people", name: str = "preferans") -> RatedDeal:
    """Everybody for himself."""
    return RatedDeal(name, tuple(Side(pool, (who,), Fraction(score)) for who, score in scores))


def of(found: Ratings, who: str, pool: Pool = "people", name: str = "preferans") -> Rating:
    return found[Key(name, pool, who)]


def test_who_makes_more_of_the_same_luck_rises_and_others_fall() -> None:
    found = follow([deal(("anna", 12), ("boris", -4), ("vera", -8))])
    assert of(found, "anna").mean > MEAN > of(found, "vera").mean
    assert of(found, "anna").mean > of(found, "boris").mean > of(found, "vera").mean
    assert all(one.deals == 1 for one in found.values())
    before = Rating()
    assert all(one.deviation < before.deviation for one in found.values())


def test_only_the_order_within_the_deal_counts_and_exactly() -> None:
    """So whists, points and IMPs are alike, and thirds are no nearly equal floats."""
    small = follow([deal(("anna", 1), ("boris", 0), ("vera", -1))])
    assert small == follow([deal(("anna", 900), ("boris", 0), ("vera", -900))])
    third = [Side("people", ("anna",), Fraction(1, 3)), Side("people", ("boris",), Fraction(10**20 + 1, 3 * 10**20))]
    drawn = follow([RatedDeal("bridge", (third[0], msgspec.structs.replace(third[1], score=Fraction(2, 6))))])
    assert of(drawn, "anna", name="bridge").mean == of(drawn, "boris", name="bridge").mean == MEAN
    assert of(follow([RatedDeal("bridge", tuple(third))]), "boris", name="bridge").mean > MEAN


def test_people_and_bots_are_compared_apart_and_games_too() -> None:
    mixed = RatedDeal(
        "preferans",
        (
            Side("people", ("anna",), Fraction(5)),
            Side("bots", ("bot:expert",), Fraction(50)),
            Side("people", ("boris",), Fraction(-55)),
        ),
    )
    found = follow([mixed, deal(("anna", 0), ("vera", 1), name="deberts")])
    assert set(found) == {
        Key("preferans", "people", "anna"),
        Key("preferans", "people", "boris"),
        Key("deberts", "people", "anna"),
        Key("deberts", "people", "vera"),
    }
    assert of(found, "anna") == of(follow([deal(("anna", 5), ("boris", -55))]), "anna")


def test_a_deal_with_nobody_to_compare_is_not_rated() -> None:
    pair = Side("people", ("anna", "boris"), Fraction(3))
    alone, bots_ = Side("people", ("vera",), Fraction(-3)), Side("bots", ("bot:club", "bot:novice"), Fraction(-3))
    assert compared([pair, bots_], "people") == []
    assert compared([pair, alone], "people") == []  # of different size
    assert compared([alone, alone], "people") == []  # against oneself
    assert follow([RatedDeal("bridge", (pair, bots_))]) == {}
    other = Side("people", ("vera", "gleb"), Fraction(-3))
    assert compared([pair, other, bots_], "people") == [pair, other]
    partners = follow([RatedDeal("bridge", (pair, other))])
    assert of(partners, "anna", name="bridge") == of(partners, "boris", name="bridge")


def test_a_fold_goes_on_where_it_stopped_and_changes_nothing_before() -> None:
    chance = random.Random(7)
    deals = [deal(*((who, chance.randrange(-9, 10)) for who in ("anna", "boris", "vera"))) for _ in range(200)]
    first = follow(deals[:120])
    kept = dict(first)
    assert follow(deals[120:], first) == follow(deals)
    assert first == kept
    assert follow(reversed(deals)) != follow(deals)


@pytest.mark.long
def test_the_interval_covers_what_is_true() -> None:
    """Of people whose skill is known: nineteen of twenty intervals hold it, less what chance takes."""
    within = every = 0
    for label in range(60):
        chance = random.Random(f"interval {label}")
        skills = {f"p{n}": chance.gauss(MEAN, 150) for n in range(6)}
        deals = []
        for _ in range(200):
            some = chance.sample(sorted(skills), 3)
            made = {who: skills[who] + _noise(chance) for who in some}
            deals.append(deal(*((who, round(made[who] * 1000)) for who in some)))
        found = follow(deals)
        shift = sum(of(found, who).mean - skills[who] for who in skills) / len(skills)  # only differences are known
        for who, skill in skills.items():
            every += 1
            within += abs(of(found, who).mean - shift - skill) <= of(found, who).interval
    assert 0.92 <= within / every <= 0.99


def _noise(chance: random.Random) -> float:
    """So that 400 points more win ten of eleven: a difference of two has the logistic distribution of that scale."""
    return -400 / math.log(10) * math.log(-math.log(chance.random()))


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ("pulka", (("N",), ("E",), ("S",))),
        ("four", (("E",), ("S",), ("W",))),  # the dealer sits out
        ("gusarik", (("N",), ("S",))),
        ("party", (("N",), ("S",))),
        ("board", (("N", "S"), ("E", "W"))),
        ("three", (("1",), ("2", "3"))),
    ],
)
def test_sides_win_and_lose_together(match: str, expected: tuple[tuple[str, ...], ...]) -> None:
    name, preset, options, players = MATCHES[match]
    rules = game(name)
    begun = rules.start(rules.choose(preset, options, players, "record"), players, 0)
    assert sides(begun) == expected
    rated = TableTerms(rated=True)
    if match == "three":
        with pytest.raises(Refused) as refused:
            check(rated, begun, 3, brought=False)
        assert refused.value.refusal.code == "rated_sides"
        check(TableTerms(), begun, 3, brought=False)
        return
    check(rated, begun, 2, brought=False)
    for terms, people, brought, code in (
        (rated, 1, False, "rated_alone"),
        (rated, 2, True, "rated_file"),
        (TableTerms(rated=True, hints=True), 2, False, "rated_hints"),
    ):
        with pytest.raises(Refused) as refused:
            check(terms, begun, people, brought=brought)
        assert refused.value.refusal.code == code
    check(TableTerms(hints=True), begun, 1, brought=True)


def test_sides_are_kept_exactly() -> None:
    some = (Side("people", ("a",), Fraction(26, 3)), Side("bots", ("bot:club",), Fraction(-4)))
    assert SIDES.decode(encode(some)) == some
    with pytest.raises(msgspec.ValidationError):
        SIDES.decode(b'[{"pool":"people","who":["a"],"score":1.5}]')


def test_the_order_of_four_skills_is_found_in_four_hundred_pulkas() -> None:
    """Of ten deals each, with chance that matters twice as much as what parts neighbours."""
    skills = dict(zip(("a", "b", "c", "d"), (-165, -55, 55, 165), strict=True))
    chance = random.Random("four")
    deals = []
    for _ in range(400):
        some = chance.sample(sorted(skills), 3)
        deals += [deal(*((who, round(1000 * (skills[who] + _noise(chance)))) for who in some)) for _ in range(10)]
    found = {who: of(follow(deals), who) for who in skills}
    assert sorted(found, key=lambda who: found[who].mean) == ["a", "b", "c", "d"]
    for low, high in pairwise(("a", "b", "c", "d")):
        assert found[low].mean + found[low].interval < found[high].mean - found[high].interval


def by_levels(pulkas: Iterable[int], player: Player = levels.clubs) -> dict[str, Rating]:
    """The ratings of the levels of bots after so many pulkas."""
    deals = (
        RatedDeal(
            "preferans", tuple(Side("bots", (level,), sheet - luck) for level, (sheet, luck) in one.sides.items())
        )
        for one in levels.results(pulkas, player)
    )
    return {key.who: rating for key, rating in follow(deals).items()}


@pytest.mark.long
def test_who_plays_anything_is_told_apart_in_a_few_pulkas() -> None:
    found = by_levels(range(1, 7, 2))
    low = found["random"]
    assert all(low.mean + low.interval < one.mean for level, one in found.items() if level != "random")


@pytest.mark.long
def test_the_order_of_bots_of_four_levels_is_found_in_four_hundred_pulkas() -> None:
    found = by_levels(range(400))
    assert sorted(found, key=lambda level: found[level].mean) == list(levels.NAMED)
