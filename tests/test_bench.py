import pytest

from bench import engine


def test_the_engine_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main(["--seconds", "0.02", "--rounds", "1"]) in {0, 1}  # how fast it is, is not for a test to say
    said = capsys.readouterr().out
    assert "preferans, sochi, 3 players" in said
    assert "bridge, 4 players" in said
    assert "goal 100,000" in said
