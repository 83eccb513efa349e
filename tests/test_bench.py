import re
from pathlib import Path

import pytest

from bench import arbiter, beside, club, conditions, engine, envs, lobby, start, startup


def test_the_engine_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main(["--seconds", "0.02", "--rounds", "1"]) in {0, 1}  # how fast it is, is not for a test to say
    said = capsys.readouterr().out
    assert "preferans, sochi, 3 players" in said
    assert "bridge, 4 players" in said
    assert "goal 100,000" in said


def test_the_environments_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert envs.main(["--rows", "8", "--seconds", "0.01", "--rounds", "1"]) in {0, 1}
    said = capsys.readouterr().out
    for game in ("preferans", "bridge", "deberts"):
        assert f"batched, {game}, with observations" in said
        assert f"single, {game}, with observations" in said


def test_conditions_can_be_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditions, "SECONDS", 0.01)
    assert conditions.main(["--deals", "2000", "--rounds", "1"]) in {0, 1}
    said = capsys.readouterr().out
    assert "of the goal" in said
    assert 'S.makes("3NT")' in said


def test_the_arbiter_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert arbiter.main(["--seconds", "0", "--rounds", "1"]) == 0
    said = capsys.readouterr().out
    assert "rulings without a proof" in said
    assert "P-3.9.16.2" in said


@pytest.mark.long  # it waits for warm tables
def test_the_club_can_be_measured_where_errors_are_refused_and_where_they_are_ruled_upon(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert club.main(["durable", "latency", "--tables", "2", "--seconds", "2"]) == 0
    said = capsys.readouterr().out
    rates = re.findall(r"^  that (refuse|rule on) errors +([\d,]+) ", said, re.MULTILINE)
    assert [which for which, _ in rates] == ["refuse", "rule on"]
    assert all(int(rate.replace(",", "")) > 0 for _, rate in rates)
    answers = re.findall(r"^2 tables that (refuse|rule on) errors, .*: (\d+) answers", said, re.MULTILINE)
    assert [which for which, _ in answers] == ["refuse", "rule on"]
    assert all(int(count) > 0 for _, count in answers)


def test_a_part_of_the_club_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        club.main(["latencies"])
    assert "durable, latency, sockets" in capsys.readouterr().err


@pytest.mark.long
def test_a_look_into_the_lobby_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert lobby.main(["--tables", "60", "--seconds", "0.2"]) == 0
    said = capsys.readouterr().out
    assert "/api/lobby with 60 public tables" in said
    assert "peer: the lists made anew" in said


@pytest.mark.long
def test_the_start_of_the_command_line_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert startup.main(["--rounds", "1"]) in {0, 1}  # how fast it is, is not for a test to say
    said = capsys.readouterr().out
    assert "kozyr --version" in said
    assert "kozyr tournament --help" in said


@pytest.mark.long  # it starts clubs
def test_the_start_of_a_club_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(["--mb", "2", "--rounds", "1"]) == 0
    said = capsys.readouterr().out
    assert "kozyr club, until it answers" in said
    assert "kozyr admin rulings" in said


@pytest.mark.long  # it waits for warm tables
def test_a_tree_can_be_measured_beside_another(capsys: pytest.CaptureFixture[str]) -> None:
    here = str(Path(__file__).parent.parent)
    words = ["--rounds", "1", "--tables", "2", "--seconds", "1", "--only", "that refuse errors"]
    assert beside.compare([here, *words]) == 0
    assert re.search(r"here over there \d\.\d\d", capsys.readouterr().out)
