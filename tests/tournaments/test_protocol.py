"""The protocol's columns and the table of values (PT-I.6a, PT-I.6c, PT-I.7)."""

import random
from fractions import Fraction

import pytest

from kozyr.games.preferans import Boards, Outcome, agree
from kozyr.tournaments.games.preferans.protocol import Line, Part, Row as Written, row as written, value_table
from tests.cases import Row, ascii_contract, case
from tests.table import Table


def table_of(preset: str, players: int = 4) -> Table:
    return Table(preset + "+qualifying", {"length_mode": "boards", "length_deals": 9}, players=players)


def last_row(table: Table) -> Written:
    match = table.pulka
    assert isinstance(match, Boards)
    worth = dict(zip(match.names, match.values[-1], strict=True))
    return written(table.terms, match.history[-1], worth, {name: nth for nth, name in enumerate(match.names, 21)})


@case("W-PT-I.7-2")
def test_an_all_pass_has_a_dash_and_tricks_clockwise(row: Row) -> None:
    tricks = row.situation["ALLPASS_tricks"]
    told = last_row(table_of(row.preset, row.players).plays("allpass", **tricks))
    record = row.expected["record"]
    assert told.contract == record["contract"]
    parts = [told.declarer, told.first_whister, told.second_whister]
    assert [part.tricks for part in parts if part] == [record["declarer_column"], *record["then_clockwise"]]
    assert [part.position for part in parts if part] == ["E", "S", "W"]
    assert sum(line.whists for line in told.lines.values()) == 0


@pytest.mark.rule("PT-I.6", "PT-I.6a")
def test_the_columns_of_a_contract() -> None:
    one = last_row(table_of("sochi").plays("9H", "whist pass open", H1=9, H2=1))
    assert (one.contract, one.declarer, one.first_whister, one.second_whister) == (
        "9H",
        Part("E", 9),
        Part("S", 1),
        None,
    )
    assert one.lines == {
        "N": Line(21, Fraction(-20)),
        "E": Line(22, Fraction(52)),
        "S": Line(23, Fraction(-12)),
        "W": Line(24, Fraction(-20)),
    }
    two = last_row(table_of("sochi", 3).plays("7D", "whist whist", H1=5, H2=3, H3=2))
    assert (two.declarer, two.first_whister, two.second_whister) == (Part("N", 5), Part("E", 3), Part("S", 2))
    misere = last_row(table_of("sochi").plays("misere", H1=2, H2=4, H3=4))
    assert (misere.contract, misere.declarer, misere.first_whister) == ("misere", Part("E", 2), Part("S", 4))


@pytest.mark.rule("PT-I.6c", "PT-I.7")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov", "classic", "club", "fspr"])
def test_the_table_of_values_is_what_pulkas_settle(preset: str, players: int) -> None:
    """Every line sums to nought, and lines taken at random are what a played deal writes at a table."""
    values = value_table(agree(preset + "+qualifying"), players)
    assert all(sum(value.whists) == 0 and len(value.whists) == players for value in values)
    assert {value.contract for value in values} == {"6", "7", "8", "9", "10", "misere", "-"}
    chance = random.Random(f"{preset} {players}")
    for value in chance.sample([value for value in values if value.whisters == 2], 8):
        contract = ascii_contract(value.contract) if value.contract == "misere" else f"{value.contract}S"
        calls = "" if contract == "misere" else "whist whist"
        tricks = dict(zip(("H1", "H2", "H3"), value.tricks, strict=True))
        table = table_of(preset, players).plays(contract, calls, by="H1", **tricks)
        people = ("H1", "H2", "H3", "D")[:players]
        assert tuple(Fraction(table.result(who)) for who in people) == value.whists


def test_a_game_that_is_not_whisted_was_not_played() -> None:
    terms = table_of("sochi", 3).state.terms
    outcome = Outcome("S", "tricks", "N", Table("sochi").plays("6S", "pass pass").outcome.contract)
    told = written(terms, outcome, dict.fromkeys("NES", Fraction(0)), {"N": 1, "E": 2, "S": 3})
    assert (told.declarer, told.first_whister) == (Part("N", None), None)
