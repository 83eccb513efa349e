import pytest

from bench import arbiter, engine


def test_the_engine_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main(["--seconds", "0.02", "--rounds", "1"]) in {0, 1}  # how fast it is, is not for a test to say
    said = capsys.readouterr().out
    assert "preferans, sochi, 3 players" in said
    assert "bridge, 4 players" in said
    assert "goal 100,000" in said


def test_the_arbiter_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert arbiter.main(["--seconds", "0", "--rounds", "1"]) == 0
    said = capsys.readouterr().out
    assert "rulings without a proof" in said
    assert "P-3.9.16.2" in said
