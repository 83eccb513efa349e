"""How equally movements of pairs compare: by a count of its own, and what Howells and Mitchells reach."""

import random
from itertools import combinations

import pytest

from kozyr.tournaments import exports, pairs
from kozyr.tournaments.comparison import quality
from kozyr.tournaments.director import standing
from kozyr.tournaments.movements import Movement
from tests.tournaments.evening import Evening, event

# What a Howell of so many pairs reaches at least, all rounds played.
LEAST = {
    4: 100, 5: 38, 6: 60, 7: 100, 8: 100, 9: 87, 10: 83, 11: 100, 12: 100, 13: 100, 14: 91, 15: 96, 16: 100, 17: 100, 18: 94, 19: 100, 20: 100,
}  # fmt: skip


def counted(movement: Movement) -> float:
    """Quality, from the sentence alone: for each two pairs, board by board."""
    last, boards = (
        movement.fields[0].last,
        sorted({b for turn in movement.rounds for t in turn.tables for b in t.boards}),
    )
    played = {
        board: [table.seats for turn in movement.rounds for table in turn.tables if board in table.boards]
        for board in boards
    }
    values = []
    for one, two in combinations(range(1, last + 1), 2):
        value = 0
        for results in played.values():
            mine = [seats for seats in results if one in seats.values()]
            his = [seats for seats in results if two in seats.values()]
            if not mine or not his:
                continue
            if mine[0] is his[0]:
                value += len(results) - 1
            else:
                value += 1 if (mine[0]["NS"] == one) == (his[0]["NS"] == two) else -1
        values.append(value)
    return 100 * sum(values) ** 2 / (len(values) * sum(value * value for value in values))


@pytest.mark.parametrize("number", LEAST)
def test_a_complete_howell_compares_all(number: int) -> None:
    found = pairs.pairs(number, "howell", None, 1)
    assert quality(found, found.fields[0]) >= LEAST[number]
    assert float(quality(found, found.fields[0])) == pytest.approx(counted(found))


@pytest.mark.parametrize(
    ("number", "kind", "rounds"), [(9, "howell", 6), (14, "howell", 7), (18, "mitchell", None), (11, "switched", None)]
)
def test_quality_is_what_the_sentence_says(number: int, kind: pairs.PairsKind, rounds: int | None) -> None:
    found = pairs.pairs(number, kind, rounds, 2)
    assert float(quality(found, found.fields[0])) == pytest.approx(counted(found))


@pytest.mark.parametrize(("number", "least"), [(18, 92.9), (26, 92.5), (30, 95)])
def test_a_mitchell_of_one_field_changes_sides(number: int, least: float) -> None:
    straight, switched = (pairs.pairs(number, kind, None, 1) for kind in ("mitchell", "switched"))
    assert quality(switched, switched.fields[0]) >= least
    assert quality(straight, straight.fields[0]) < 50
    assert "are compared" in straight.note
    assert not switched.note
    assert switched == pairs.pairs(number, None, None, 1)


@pytest.mark.parametrize(("number", "worth"), [(18, 47.1), (22, 47.6), (26, 48.0), (28, 44.4)])
def test_a_straight_mitchell_of_one_field_compares_badly(number: int, worth: float) -> None:
    """44 to 48: those who sit the same way share all boards, and the others hardly any."""
    straight = pairs.pairs(number, "mitchell", None, 1)
    assert float(quality(straight, straight.fields[0])) == pytest.approx(worth, abs=0.05)


@pytest.mark.parametrize(("tables", "switched", "worth"), [(9, 1, 93), (13, 2, 92.5)])
def test_a_few_switched_rounds_make_one_field(tables: int, switched: int, worth: float) -> None:
    """One round of nine, two of thirteen."""
    straight = pairs.pairs(2 * tables, "mitchell", None, 1)
    found = quality(pairs._switched(straight, switched), straight.fields[0])
    assert float(found) == pytest.approx(worth, abs=0.1)
    assert pairs.switches(tables) == switched


def test_a_switched_mitchell_has_one_winner_and_a_straight_one_two() -> None:
    for kind, winners in (("switched", "1"), ("mitchell", "2")):
        evening = Evening(event("bridge"))
        evening.enter(10)
        evening.seat(pairs.pairs(10, kind, boards=1))  # type: ignore[arg-type]
        evening.play(random.Random(4))
        fields = standing(evening.state).fields
        assert {name: len(places) for name, places in fields.items()} == ({"NS": 5, "EW": 5} if winners == "2" else {})
        told = exports.exported(evening.state, "usebio", {}).decode()
        assert f"<WINNER_TYPE>{winners}</WINNER_TYPE>" in told


@pytest.mark.parametrize("number", range(9, 41))
def test_no_other_number_of_switched_rounds_compares_better(number: int) -> None:
    straight = pairs.pairs(number, "mitchell", None, 1)
    many = len(straight.rounds)
    worth = [quality(pairs._switched(straight, rounds), straight.fields[0]) for rounds in range(many // 3 + 1)]
    assert worth[pairs.switches(many)] == max(worth)
