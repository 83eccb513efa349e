"""The commands of a tournament, run in a folder of their own, with a clock that a test can set."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kozyr import cli
from tests.tournaments.commands import Kozyr


@pytest.fixture
def kozyr(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kozyr:
    """Runs a command in a folder of its own: status, output, complaint."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        try:
            status = cli.main(list(words))
        except SystemExit as ended:
            status = int(str(ended.code))
        told = capsys.readouterr()
        assert status in {0, 1, 2}
        assert (status == 2) == (told.err.count("\n") == 1), told.err
        return status, told.out, told.err

    return run


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets so many seconds pass on the laptop's clock."""
    now = [1_800_000_000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])

    def passes(seconds: int) -> None:
        now[0] += seconds

    return passes
