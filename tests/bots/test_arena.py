"""Matches between bots: fair seats, files that go on, and figures that add up."""

import json
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Self

import pytest

from kozyr.bots import arena
from kozyr.bots.arena import BadMatch, Setup, contest, play, summary
from kozyr.cli import main

SOCHI = Setup("preferans", ("novice", "random"), seed=3, preset="sochi", players=3)


@cache
def four() -> list[object]:
    """The scores of four deals of it."""
    return [deal.scores for deal in contest(SOCHI, 4)]


def test_everybody_sits_everywhere_with_the_same_cards() -> None:
    assert SOCHI.seatings() == [
        ("novice", "random", "random"),
        ("random", "random", "novice"),
        ("random", "novice", "random"),
    ]
    alike = Setup("preferans", ("novice",), seed=3, preset="sochi", players=3)
    assert alike.seatings() == [("novice", "novice", "novice")]
    played = play(SOCHI, 5)
    assert {level: len(scores) for level, scores in played.scores.items()} == {"novice": 3, "random": 6}
    assert sum(map(sum, played.scores.values())) == pytest.approx(0)
    assert sum(played.kinds.values()) == 3


def test_the_same_setup_plays_the_same_match() -> None:
    assert [deal.scores for deal in contest(SOCHI, 4)] == four()
    other = Setup("preferans", ("novice", "random"), seed=4, preset="sochi", players=3)
    assert four() != [deal.scores for deal in contest(other, 4)]


def test_two_processes_play_what_one_plays() -> None:
    assert four() == [deal.scores for deal in contest(SOCHI, 4, jobs=2)]


def test_ctrl_c_ends_a_match_and_leaves_nothing_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    class Pool:
        """Notes what becomes of SIGINT when processes start, and is broken off while deals are handed in."""

        def __init__(self, *_: object, **__: object) -> None: ...

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None: ...

        def submit(self, _: Callable[[], object]) -> None:
            seen.append(signal.getsignal(signal.SIGINT))

        def map(self, *_: object, **__: object) -> list[object]:
            seen.append(signal.getsignal(signal.SIGINT))
            raise KeyboardInterrupt

        def shutdown(self, *, cancel_futures: bool) -> None:
            seen.append(cancel_futures)

    monkeypatch.setattr(arena, "ProcessPoolExecutor", Pool)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is born deaf to Ctrl-C
    try:
        with pytest.raises(KeyboardInterrupt):
            list(contest(SOCHI, 100, jobs=2))
        assert seen == [signal.SIG_IGN, signal.SIG_IGN, signal.default_int_handler, True]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_match_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    whole = four()
    assert [deal.scores for deal in contest(SOCHI, 2, path)] == whole[:2]
    with path.open("ab") as out:
        out.write(b'{"deal":2,"scores":{"nov')  # the power went off
    assert [deal.scores for deal in contest(SOCHI, 4, path)] == whole
    assert len(path.read_bytes().splitlines()) == 5
    before = path.read_bytes()
    assert [deal.scores for deal in contest(SOCHI, 3, path)] == whole[:3]  # all of it is read
    assert path.read_bytes() == before
    with pytest.raises(BadMatch, match="of another match"):
        list(contest(Setup("preferans", ("random",), preset="sochi", players=3), 1, path))
    (tmp_path / "other").write_text("what is this\n")
    with pytest.raises(BadMatch, match="no result of a match"):
        list(contest(SOCHI, 1, tmp_path / "other"))


def test_the_summary_counts() -> None:
    played = list(contest(SOCHI, 6))
    found = summary(SOCHI, played)
    novice, chance = found.standings
    assert (novice.level, chance.level, found.deals) == ("novice", "random", 6)
    assert novice.score == pytest.approx(-2 * chance.score)
    assert novice.interval is not None
    assert novice.interval > 0
    assert novice.score > 0
    assert sum(found.kinds.values()) == 18
    assert novice.decisions == sum(len(deal.millis["novice"]) for deal in played)
    assert set(chance.given) <= {"declarer", "defender", "misere", "catcher"}
    assert all(tricks >= 0 for tricks in chance.given.values())


def test_deberts_is_played_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "deberts", "--bots", "novice+bold,random", "--deals", "3", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["deals"] == 3
    assert found["standings"][0]["level"] == "novice+bold"
    assert found["standings"][0]["score"] == pytest.approx(-found["standings"][1]["score"])


def test_the_command_prints_what_came_of_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "m")
    assert main(["match", "preferans", "--bots", "novice,random", "--deals", "2", "--jobs", "1", "--out", path]) == 0
    out = capsys.readouterr().out
    assert "2 deals, each 3 times" in out
    assert "novice: +" in out or "novice: -" in out
    assert "seats novice,random,random rotated" in out


def test_the_command_names_the_seats_of_pairs_as_they_sit(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bots", "novice,random", "--deals", "1", "--jobs", "1", "--no-regret"]
    assert main(["match", "bridge", *words]) == 0
    out = capsys.readouterr().out
    assert "seats novice,random,novice,random rotated" in out
    assert "1 deal, each 2 times" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            "preferans --bots grandmaster",
            "no bot of level 'grandmaster' at preferans; there are: random, novice, amateur, club, strong, expert",
        ),
        ("preferans --bots novice,novice,novice,novice", "4 bots do not fit 3 players"),
        ("preferans --bots novice --preset nowhere", "nowhere"),
        ("preferans --bots novice --set pool_target", "written --set option=value"),
        ("preferans --bots novice --deals 0", "at least 1"),
        ("preferans --bots novice --nodes -5", "not below nought"),
        ("preferans --bots novice --players 0", "1 bots do not fit 0 players"),
        ("preferans --bots novice --out no/such/folder/match", "no/such/folder/match: No such file or directory\n"),
    ],
)
def test_a_wrong_match_is_one_line(words: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *words.split(), "--jobs", "1"] if "--deals" in words else ["match", *words.split()]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
