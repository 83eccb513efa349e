"""Movements of bridge: Mitchell, Howell, individual, teams."""

import json
from itertools import combinations
from math import ceil
from typing import Any

import msgspec
import pytest

from kozyr.cli import main
from kozyr.tournaments import pairs as bridge
from kozyr.tournaments.movements import Movement
from tests.tournaments.checker import check, check_even, movement, sits, together

EVERY = range(4, 41)


def as_json(found: Movement) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(msgspec.json.encode(found))
    return told


@pytest.mark.parametrize("pairs", EVERY)
@pytest.mark.rule("B-DUP-1")
def test_every_number_of_pairs_has_a_movement(pairs: int) -> None:
    found = as_json(bridge.pairs(pairs))
    check(found, pairs, {"NS", "EW"}, len(found["rounds"][0]["tables"][0]["boards"]))
    check_even(found)
    assert max(together(found, 1, pairs).values()) == 1


@pytest.mark.parametrize("pairs", [4, 13, 18, 40])
def test_the_command_prints_what_the_library_makes(pairs: int) -> None:
    assert movement("bridge", "--pairs", str(pairs)) == as_json(bridge.pairs(pairs))


@pytest.mark.parametrize("pairs", range(4, 21))
def test_in_a_complete_howell_all_meet_once(pairs: int) -> None:
    found = as_json(bridge.pairs(pairs, "howell"))
    assert len(found["rounds"]) == pairs - 1 + pairs % 2
    assert set(together(found, 1, pairs).values()) == {1}
    assert found["copies"] == {4: 2, 5: 2, 6: 3}.get(pairs, 1)


@pytest.mark.parametrize("pairs", range(7, 21))
def test_a_reduced_howell_has_as_many_rounds_as_are_asked_for(pairs: int) -> None:
    for rounds in range(1, pairs):
        found = as_json(bridge.pairs(pairs, "howell", rounds))
        assert len(found["rounds"]) == rounds
        check(found, pairs, {"NS", "EW"}, len(found["rounds"][0]["tables"][0]["boards"]))
        assert max(together(found, 1, pairs).values()) == 1


@pytest.mark.parametrize("pairs", range(4, 41))
def test_in_a_mitchell_the_lines_meet(pairs: int) -> None:
    tables = ceil(pairs / 2)
    found = as_json(bridge.pairs(pairs, "mitchell"))
    even = tables % 2 == 0
    assert len(found["rounds"]) == tables - even
    assert found["copies"] == 1
    check(found, pairs, {"NS", "EW"}, len(found["rounds"][0]["tables"][0]["boards"]))
    met = together(found, 1, pairs)
    lines = [(who, other) for who in range(1, tables + 1) for other in range(tables + 1, pairs + 1)]
    assert sum(met[frozenset(two)] for two in lines) == len(lines) - even * (pairs // 2)
    assert not any(met[frozenset(two)] for two in combinations(range(1, tables + 1), 2))
    assert all(len(seats) == 1 for seats in sits(found).values())


@pytest.mark.parametrize("pairs", [8, 12, 15, 16, 20, 40])
def test_a_mitchell_of_even_tables_by_relay_and_share(pairs: int) -> None:
    tables = ceil(pairs / 2)
    found = as_json(bridge.pairs(pairs, "relay"))
    assert len(found["rounds"]) == tables
    check(found, pairs, {"NS", "EW"}, len(found["rounds"][0]["tables"][0]["boards"]))
    met = together(found, 1, pairs)
    assert all(met[frozenset((who, other))] for who in range(1, tables + 1) for other in range(tables + 1, pairs + 1))
    for turn in found["rounds"]:
        shared = [table for table in turn["tables"] if table.get("shared")]
        assert {table["table"] for table in shared} <= {1, tables}
        assert len({tuple(table["boards"]) for table in shared}) == 1


@pytest.mark.parametrize("players", [8, 9, 12, 13, 16, 20, 24, 28, 36])
def test_an_individual(players: int) -> None:
    found = as_json(bridge.individual(players))
    check(found, players, set("NESW"), len(found["rounds"][0]["tables"][0]["boards"]))
    check_even(found)


@pytest.mark.parametrize("teams", range(2, 25))
def test_a_round_robin(teams: int) -> None:
    found = as_json(bridge.teams(teams))
    check(found, teams, {"A", "B"}, len(found["rounds"][0]["tables"][0]["boards"]))
    assert set(together(found, 1, teams).values()) == {1}
    assert all(abs(seats["A"] - seats["B"]) <= 1 for seats in sits(found).values())


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--pairs", "1"], "too few pairs, 1: a movement needs 4, two tables"),
        (["--pairs", "3"], "too few pairs, 3: a movement needs 4, two tables"),
        (["--pairs", "8", "--rounds", "8"], "8 rounds cannot be: 8 pairs of a Howell can play 1 to 7"),
        (["--pairs", "18", "--rounds", "10"], "10 rounds cannot be: 18 pairs of a Mitchell can play 1 to 9"),
        (["--pairs", "22", "--kind", "howell"], "a Howell is for 4 to 20 pairs, not 22: a Mitchell is for more"),
        (["--pairs", "18", "--kind", "relay"], "9 tables are odd: their Mitchell needs no relay"),
        (["--teams", "1"], "1 team is too few: a match needs two"),
        (["--teams", "8", "--kind", "relay"], "--kind relay is of pairs"),
        (["--players", "7"], "7 players are too few: an individual needs 8, two tables"),
        (["--pairs", "8", "--boards", "0"], "0 boards a round are none"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "bridge", *words]) == 2
    assert capsys.readouterr().err == f"kozyr movement: {line}\n"


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "bridge", "--pairs", "17", "--boards", "3"]) == 0
    told = capsys.readouterr().out
    assert "1-17: 8 tables, 1 resting, 9 rounds, mitchell\n" in told
    assert "Round 1; 9 rest\n" in told
    assert "  table  2  boards 4-6      NS  2  EW 11\n" in told
