"""Records and score files of bridge: read, replayed, written as they stand; the command line (B-DUP-8)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr import cli
from kozyr.games import Replay, replay
from kozyr.games.bridge import Outcome, Session, State, start
from kozyr.notation import kz

RECORDS = sorted((Path(__file__).parents[1] / "data" / "records").glob("bridge-*.kz"))


def played(name: str) -> tuple[Replay, Session]:
    """The record, replayed."""
    parsed = kz.parse(next(path for path in RECORDS if path.stem == f"bridge-{name}").read_text())
    assert parsed.error is None
    assert parsed.record is not None
    found = replay(parsed.record)
    assert found.error is None
    assert isinstance(found.match, Session)
    return found, found.match


@pytest.mark.rule("B-DUP-8")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_written_as_it_was_read(path: Path) -> None:
    record = kz.parse(path.read_text()).record
    assert record is not None
    text = kz.format(record)
    assert kz.parse(text).record == record
    assert path.read_text().endswith(text)


def test_a_whole_rubber() -> None:
    found, session = played("rubber")
    assert session.finished
    assert max(session.sheet.games) == 2
    # The same from the outcomes alone, as a score file has them.
    again = start(session.conventions)
    for outcome in found.outcomes:
        assert isinstance(outcome, Outcome)
        again = again.record(outcome)
    assert again == session


@pytest.mark.rule("B-AUC-15")
def test_meanings_stand_in_a_record() -> None:
    text = next(path for path in RECORDS if path.stem == "bridge-chicago-talk").read_text()
    assert ":natural%2C%204%2B" in text
    _, session = played("chicago-talk")
    assert session.finished
    record = kz.parse(text).record
    assert record is not None
    half = replay(record.__class__(record.game, record.conventions, record.players, 0, record.entries[:4])).state
    assert isinstance(half, State)
    assert len(half.calls) == 3


@pytest.mark.parametrize("name", ["two", "three"])
def test_other_numbers_of_players(name: str) -> None:
    _, session = played(name)
    assert session.stopped
    assert session.players == {"two": 2, "three": 3}[name]


LINES = [
    {"dealer": "N", "vul": "none", "contract": "4HX", "declarer": "S", "tricks": 9},
    {"dealer": "E"},
    {"dealer": "S", "contract": "3NT", "declarer": "W", "tricks": 10},
    {"dealer": "W", "vul": "ew", "contract": "6S", "declarer": "W", "tricks": 12},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A score file."""
    path = tmp_path / "rubber.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    return path


@pytest.mark.rule("B-SCORE-1", "B-RUBBER-2")
def test_a_score_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", "bridge", "--json", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["result"] == {"N": -1860, "E": 1860, "S": -1860, "W": 1860}
    assert told["sheet"]["above"] == {"NS": 0, "EW": 1580}
    assert told["sheet"]["below"] == {"NS": 0, "EW": 280}
    assert told["finished"]
    assert told["error"] is None
    assert cli.main(["score", "bridge", str(file)]) == 0
    said = capsys.readouterr().out
    assert "clean rubber (B-RUBBER-1)" in said
    assert "passed out" in said


def test_a_bad_line_is_told_and_the_good_ones_stay(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(file.read_text().replace('"tricks": 12', '"tricks": 14'))
    assert cli.main(["score", "bridge", "--json", str(file)]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["sheet"]["games"] == {"NS": 0, "EW": 1}
    assert captured.err.strip().endswith(":4: 14 tricks are not 0 to 13 (B-GEN-7)")


@pytest.mark.rule("B-GEN-7")
def test_a_wrong_dealer_is_one_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(file.read_text().replace('{"dealer": "E"}', '{"dealer": "S"}'))
    assert cli.main(["score", "bridge", "--json", str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"{file}:2: E deals here, not S (B-GEN-7)\n"
    assert json.loads(captured.out)["next"]["dealer"] == "E"


def test_a_record_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for path in RECORDS:
        assert cli.main(["replay", "--json", str(path)]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["deals"]
        assert told["error"] is None
        assert cli.main(["replay", str(path)]) == 0
        assert "dealer" in capsys.readouterr().out


@pytest.mark.rule("B-PAIR-1", "B-RUBBER-V5")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"scores":[1380,920,-50,-100,430,420],"preset":"duplicate"}', {"NS": [10, 8, 2, 0, 6, 4], "EW": [0, 2, 8, 10, 4, 6]}),
        ('{"scores":[50,50,90],"preset":"duplicate","options":{"mp_unit":1}}', {"NS": ["1/2", "1/2", 2], "EW": ["3/2", "3/2", 0]}),
        ('{"scores":[420,170],"preset":"teams"}', {"NS": [6, -6], "EW": [-6, 6]}),
        ('{"rubbers":[{"NS":1460,"EW":320}],"options":{"rubber_points":"hundreds"}}', {"rubbers": [11], "result": {"NS": 11, "EW": -11}}),
    ],
)  # fmt: skip
def test_a_settlement(text: str, told: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "settle.json"
    path.write_text(text)
    assert cli.main(["settle", "bridge", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert cli.main(["settle", "bridge", str(path)]) == 0


def test_settle_says_what_it_settles_in_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["settle", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "a sheet of preferans, finished or broken off; rubbers or a traveller of bridge; parties of deberts" in told


def test_deals_and_conventions(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["deal", "--game", "bridge", "--number", "0"]) == 0
    assert capsys.readouterr().out.startswith("N:")
    assert cli.main(["conventions", "--game", "bridge", "chicago", "--diff", "chicago-old"]) == 0
    assert "chicago_vul" in capsys.readouterr().out


def test_the_game_is_loaded_when_it_is_wanted() -> None:
    code = "import sys, kozyr.games; assert 'kozyr.games.bridge' not in sys.modules; kozyr.games.game('bridge')"
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own interpreter
