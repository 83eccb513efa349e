"""Chances at bridge over layouts by chance, held against all layouts one by one and against combinatorics."""

import json
from itertools import combinations
from math import comb
from typing import Any

import pytest

from kozyr.cards import CARDS, Card, CardSet, Seat, Suit
from kozyr.cli import main
from kozyr.solver import bridge
from kozyr.solver.bridge import Board, Hands
from kozyr.solver.conditions import Chance
from kozyr.solver.requests import answer

SEATS = tuple(Seat)
WEST = "QT5.KJ942.T83.J6"
NORTH = "AJ4.T5.AQ964.T42"
EAST = "9876.Q86.K2.K5"  # and two cards more
SOUTH = "K2.A3.J7.A987"  # and three more
TOLD = f"W:{WEST} {NORTH} {EAST} {SOUTH}"
PLAIN = {"game": "bridge", "predeal": TOLD, "contract": "3NT", "declarer": "S", "layouts": 200, "seed": 1}


def turned(hands: list[CardSet], by: int) -> Hands:
    """Hands from N on, each so many seats further."""
    n, e, s, w = (hands[(at - by) % 4] for at in range(4))
    return n, e, s, w


def every_layout() -> list[list[CardSet]]:
    """What the told cards leave, by hand: N, E, S, W."""
    west, north, east, south = map(CardSet.parse, (WEST, NORTH, EAST, SOUTH))
    unseen = CardSet.of(CARDS) - west - north - east - south
    found = []
    for some in combinations(unseen, 13 - len(east)):
        mine = east | CardSet.of(some)
        found.append([north, mine, south | (unseen - mine), west])
    return found


@pytest.mark.parametrize(("by", "declarer"), [(0, Seat.S), (1, Seat.W)])
def test_a_sample_agrees_with_every_layout(by: int, declarer: Seat) -> None:
    """A contract's tricks and all first leads, for both sides."""
    leader, exact = SEATS[(declarer.position + 1) % 4], [0] * 14
    first: dict[Card, list[int]] = {}
    for hands in every_layout():
        solved = bridge.solve(Board(turned(hands, by), None, declarer, leader))
        exact[solved.value] += 1
        for card, tricks in solved.moves.items():
            first.setdefault(card, [0] * 14)[tricks] += 1
    assert sum(exact) == comb(5, 2)
    told = TOLD.replace("W:", f"{leader.value}:")
    found = bridge.chances(told, declarer=declarer, trump=None, layouts=200)
    assert found.layouts == sum(found.tricks) == 200
    mean = sum(n * count for n, count in enumerate(exact)) / sum(exact)
    assert found.mean.low <= mean <= found.mean.high < mean + 0.5
    for level in range(1, 8):
        low, high = found.makes(level)[2:]
        assert low <= sum(exact[6 + level :]) / sum(exact) <= high < low + 0.2
    assert found.first.keys() == first.keys() == set(CardSet.parse(WEST))
    assert len({tuple(counts) for counts in first.values()}) > 1
    for card, counts in first.items():
        low, high = found.beats(card, 3)[2:]
        assert low <= sum(counts[:9]) / sum(exact) <= high
        mean = sum(n * count for n, count in enumerate(counts)) / sum(exact)
        assert found.led(card).low <= mean <= found.led(card).high


def test_a_split_is_as_likely_as_combinatorics_say() -> None:
    """Five missing clubs lie 3-2 in 67.8 % of deals, 4-1 in 28.3 %, 5-0 in 3.9 %: each costs a trick more."""
    likely = [2 * comb(5, n) * comb(21, 13 - n) / comb(26, 13) for n in (5, 4, 3)]
    assert sum(likely) == pytest.approx(1)
    told = "N:AK.AKQ.AKQ.AKQ32 - 5432.432.432.654 -"
    found = bridge.chances(told, declarer=Seat.N, trump=None)
    made = found.makes(7)
    assert made.tried == found.layouts == 400
    assert made.low <= likely[2] <= made.high < made.low + 0.1
    assert sum(found.tricks[11:]) == 400
    for tricks, chance in zip((11, 12), likely, strict=False):
        low, high = Chance.of(found.tricks[tricks], 400)[2:]
        assert low <= chance <= high
    assert not found.first  # nobody knows the leader's cards
    narrowed = bridge.chances(told, "E.clubs in 2..3", declarer=Seat.N, trump=None, layouts=50)
    assert narrowed.makes(7).kept == 50


def test_the_layouts_are_those_that_deal_tells(capsys: pytest.CaptureFixture[str]) -> None:
    where = "S.hearts >= 2 and E.hcp < 12"
    words = ["deal", "--game", "bridge", "--predeal", f"W:{WEST} - - -", "--where", where, "--seed", "lesson"]
    assert main([*words, "--count", "4"]) == 0
    expected = [0] * 14
    boards = [
        Board.parse(line, trump=Suit.SPADES, declarer=Seat.S, leader=Seat.W)
        for line in capsys.readouterr().out.splitlines()
    ]
    for tricks in bridge.values(boards):
        expected[tricks] += 1
    told = f"W:{WEST} - - -"
    found = bridge.chances(told, where, declarer=Seat.S, trump=Suit.SPADES, layouts=4, seed="lesson")
    assert list(found.tricks) == expected
    one = bridge.chances(told, where, declarer=Seat.S, trump=Suit.SPADES, first=Card.HK, layouts=4, seed="lesson")
    assert one.tricks == found.first[Card.HK]
    assert not one.first
    rows = bridge.contracts(told, where, declarers=[Seat.S], denominations=["S", "NT"], layouts=4, seed="lesson")
    assert rows["S"][Seat.S].tricks == found.tricks
    assert [(name, list(row)) for name, row in rows.items()] == [("S", [Seat.S]), ("NT", [Seat.S])]


def test_a_named_lead_is_held_by_its_hand() -> None:
    """It is one of the small cards that are told, or one more."""
    for told in ("W:QTx... - - -", "W:Q... - - -"):
        found = bridge.chances(told, "W.spades == 3 and W.S5", declarer=Seat.S, trump=None, first=Card.S5, layouts=2)
        assert found.layouts == 2


# ------------------------------------------------------------------ questions


def test_the_shape_of_an_answer() -> None:
    told: list[tuple[int, int]] = []
    found = answer(PLAIN, threads=2, progress=lambda done, total: told.append((done, total)))
    assert list(found) == ["layouts", "tricks", "mean", "low", "high", "makes", "first", "seconds"]
    assert told == [(100, 200), (200, 200)]
    again = answer(PLAIN | {"lead": "W", "contract": "3NT", "trump": "NT"}, threads=1)
    assert {**again, "seconds": 0} == {**found, "seconds": 0}
    made = sum(found["tricks"][9:]) / 200
    assert found["makes"].keys() == {"3NT"}
    assert found["makes"]["3NT"]["chance"] == made
    assert found["first"]["C6"].keys() == {"tricks", "mean", "low", "high", "beats"}
    assert found["first"]["C6"]["beats"]["3NT"]["chance"] <= 1 - made  # the best lead beats it as often
    every = answer({key: value for key, value in PLAIN.items() if key not in {"game", "contract"}} | {"trump": "NT"})
    assert list(every["makes"]) == [f"{n}NT" for n in range(1, 8)]
    assert every["tricks"] == found["tricks"]
    table = answer({"game": "bridge", "predeal": TOLD, "layouts": 3, "contract": "2H"})
    assert list(table) == ["layouts", "contracts", "seconds"]
    assert list(table["contracts"]) == ["H"]
    assert list(table["contracts"]["H"]) == ["N", "E", "S", "W"]
    assert table["contracts"]["H"]["E"]["makes"].keys() == {"2H"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"predeal": "N"}, "predeal: column 1: a seat and a colon begin it, as N:"),
        ({"where": "N.hpc > 1"}, "where: column 3: no word 'hpc'; near it: hcp, shape"),
        ({"contract": "8H"}, "a contract is written 4H, 3NT, not '8H'"),
        ({"trump": "S"}, "trump S is not that of 3NT"),
        ({"layouts": 0}, "layouts is a number from 1 to 100,000"),
        ({"layouts": 100_001}, "layouts is a number from 1 to 100,000"),
        ({"lead": "N"}, "the first lead against S is W's, not N's"),
        ({"first": "SA"}, "W cannot hold SA"),
        ({"first": "S3"}, "W cannot hold S3"),
        ({"predeal": "W:xxx... - - -", "first": "SK"}, "W cannot hold SK"),
        ({"declarer": None, "first": "SQ"}, "first is for one contract: declarer is missing"),
        ({"contract": None, "lead": "W"}, "lead is for one contract: trump is missing"),
        ({"contract": None, "trump": "Z"}, "unknown trump 'Z': S, C, D, H or NT"),
        ({"gone": "SA SK"}, "gone is no part of chances in bridge"),
        ({"deal": "N:"}, "deal is no part of chances in bridge"),
        ({"hand": "A..."}, "chances in bridge are asked for by predeal and where, not by hand"),
        ({"game": "preferans"}, "chances in preferans are asked for by hand, not by predeal"),
        ({"game": "deberts"}, "chances are not counted in deberts"),
        ({"predeal": None}, "contract is for chances in bridge"),
        ({"predeal": None, "contract": None}, "layouts is for chances in bridge"),
        ({"timeout": 1e-9}, "timeout"),
    ],
)
def test_a_bad_question_gets_one_line(changes: dict[str, Any], message: str) -> None:
    asked = {name: value for name, value in (PLAIN | changes).items() if value is not None}
    assert answer(asked) == {"error": message}


def test_nothing_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.solver.bridge_chances.TRIES", 1000)
    assert answer(PLAIN | {"where": "W.hcp > 30"}) == {"error": "no layout fits among 1,000 deals"}
    few = answer({"game": "bridge", "where": "N.hcp >= 20", "trump": "NT", "declarer": "N"})
    assert 0 < few["layouts"] < 40  # of a thousand deals


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["chances", "bridge", "--predeal", TOLD, "--declarer", "S", "--layouts", "20"]
    assert main([*words, "--contract", "3NT"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("20 layouts, ")
    made = next(line for line in lines if line.startswith("3NT made: "))
    assert made.count(" to ") == 1
    beaten = [float(line.partition("beaten: ")[2].partition(" %")[0]) for line in lines if " led: " in line]
    assert len(beaten) == 13
    assert beaten == sorted(beaten, reverse=True)
    assert main([*words, "--contract", "3NT", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["layouts"] == 20
    assert main(words) == 0
    assert [line[:7] for line in capsys.readouterr().out.splitlines()[1:6]] == [
        f"{name:<2} by S" for name in ("S", "H", "D", "C", "NT")
    ]
    for wrong, line in (
        (["--first", "SA", "--trump", "NT"], "W cannot hold SA"),
        (["--hand", "A..."], "chances in bridge are asked for by predeal and where, not by hand"),
    ):
        assert main([*words, *wrong]) == 2
        assert capsys.readouterr().err == line + "\n"
    for words, line in (
        ([], "hand is missing"),
        (["bridge"], "predeal is missing"),
        (["deberts"], "chances are not counted in deberts"),
        (["pairs"], "chances are not counted in pairs"),
        (["whist"], "no game 'whist'; there are: preferans, bridge, deberts, pairs"),
    ):
        assert main(["chances", *words]) == 2
        assert capsys.readouterr().err == line + "\n"
