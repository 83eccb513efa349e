"""What x and y balance the column of a compensation event, by bots."""

import json
from fractions import Fraction

import pytest

from kozyr.bots import arena
from kozyr.cli import main
from kozyr.tournaments import formats, simulation
from kozyr.tournaments.simulation import proposed, simulated


@pytest.mark.rule("PT-III.3")
@pytest.mark.parametrize(("name", "players", "deals"), [("preferans", 4, 30), ("bridge", 4, 30), ("deberts", 2, 30)])
def test_a_column_is_proposed_whose_mean_is_nought(name: str, players: int, deals: int) -> None:
    """By the same deals counted again: the exact y gives nought, the whole one less than half a whist."""
    found = simulated(name, 30, deals, "random", seed=5)
    assert (found.players, found.deals, found.x) == (players, deals, 30)
    setup = arena.Setup(
        name,
        ("random",),
        seed=5,
        preset=found.preset,
        players=players,
        changes={"length_mode": "boards", "length_deals": 1} if name == "preferans" else {},
        regret=False,
    )
    values = list(arena.all_scores(setup, deals))
    assert all(abs(sum(deal)) < 1e-9 and len(deal) == players for deal in values)  # a sitter has his part of each deal
    column = [30 if value > 0 else found.exact for deal in values for value in deal]
    assert sum(column) == 0
    assert found.low <= found.exact <= found.high
    whole = [30 if value > 0 else found.y for deal in values for value in deal]
    assert found.mean == Fraction(sum(whole), len(whole))
    assert abs(found.mean) <= Fraction(1, 2)


@pytest.mark.rule("PT-III.3")
def test_results_of_one_deal_hang_together() -> None:
    """Where every deal has two of four above nought, nothing is uncertain, however few deals there are."""
    found = formats.balanced([[50, -50, 50, -50]] * 4, 30)
    assert {found.y, found.low, found.high} == {Fraction(-30)}
    wide = formats.balanced([[1, 1, 1, -3], [3, -1, -1, -1]] * 2, 30)
    assert wide.low < -30 < wide.high
    with pytest.raises(ValueError, match="one deal"):
        formats.balanced([[1, -1]], 30)


def test_the_command_proposes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compensation", "deberts", "--deals", "30", "--x", "20", "--jobs", "1"]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "deberts moscow, 2 players, novice, 30 deals" in text
    assert "x 20 asks for y" in text
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["y"] == round(Fraction(told["exact"]))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["deberts", "--level", "genius"], "no bot of level 'genius'"),
        (["deberts", "--deals", "1"], "--deals is at least 2"),
        (["deberts", "--x", "0", "--deals", "2", "--jobs", "1"], "at least 1, not 0"),
        (["bridge", "--preset", "rubber", "--deals", "2"], "carry over"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compensation", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_proposal_needs_an_x() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        proposed(arena.Setup("deberts", ("novice",)), [[1, -1], [1, -1]], 0)
    assert simulation.proposed(arena.Setup("deberts", ("novice",)), [[1, -1], [1, -1]], 9).y == -9
