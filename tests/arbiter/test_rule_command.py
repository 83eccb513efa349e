"""The verb `kozyr rule`, its sentences, and the page with ten incidents."""

import json
import re
import string
from pathlib import Path

import msgspec
import pytest

from kozyr import notation
from kozyr.arbiter import AnyIncident, rule
from kozyr.arbiter.words import LANGUAGES, sentence
from kozyr.cli import main
from kozyr.games import Entry, replay
from kozyr.games.rulings import Ruled
from tests.arbiter.hearing import SIX

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "tests" / "data" / "records").glob("arbiter-*.kz"))
PAGE = (ROOT / "docs" / "arbiter.md").read_text()
REVOKE = '{"type":"revoke","entry":11}'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record with a revoke."""
    path = tmp_path / "revoke.kz"
    path.write_text(f'[Game "preferans"] [Players "3"]\n{SIX} ST S8 HK!\n')
    return path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """What `kozyr rule` answers."""
    try:
        status = main(["rule", *words])
    except SystemExit as error:
        status = int(str(error.code))
    out, err = capsys.readouterr()
    return status, out, err


def test_a_ruling_for_people(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, str(record), "--incident", REVOKE)
    assert (status, err) == (0, "")
    assert "laws: P-3.9.16.1" in out
    assert "1. arbiter: back=10, open=N,HK" in out
    assert "відкрита" in said(capsys, str(record), "--incident", REVOKE, "--lang", "uk")[1]


def test_a_ruling_for_programs_and_the_record_after_it(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    after = record.with_name("after.kz")
    status, out, _ = said(capsys, str(record), "--at", "11", "--incident", REVOKE, "--json", "-o", str(after))
    assert status == 0
    told = json.loads(out)
    assert list(told) == ["laws", "deadline", "branches", "reason", "proof"]
    assert told["branches"][0]["effects"][0] == {"type": "back", "to": 10}
    read = notation.parse(after.read_text())
    assert read.record is not None
    assert replay(read.record).error is None
    assert read.record.entries[-1].event.token == told["branches"][0]["token"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--incident", '{"type":"revoke","entry":2}'], "entry 2 is no card: 6S"),
        (["--incident", REVOKE, "--at", "99"], "--at 99: the record has 11 entries"),
        (["--incident", REVOKE, "--at", "10"], "entry 11 is none of the running deal, which has 1 to 10"),
        (["--incident", REVOKE, "--choose", "2"], "--choose 2: the ruling has 1 branches"),
        (["--incident", '{"type":"nonsense"}'], "--incident: Invalid value"),
        ([], "which incident?"),
    ],
)
def test_bad_input_gets_one_line(record: Path, capsys: pytest.CaptureFixture[str], words: list[str], line: str) -> None:
    status, out, err = said(capsys, str(record), *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert line in err


def test_a_record_that_does_not_replay_or_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.kz"
    wrong.write_text('[Game "preferans"] [Players "3"]\n6S\n')
    assert said(capsys, str(wrong), "--incident", REVOKE)[0] == 2
    assert "No such file" in said(capsys, str(tmp_path / "none.kz"), "--incident", REVOKE)[2]
    status, _, err = said(capsys, "preferans", "--incident", REVOKE)
    assert status == 2
    assert "a record is missing" in err
    assert "noticed_by" in err


def test_branches_need_a_choice_to_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, after = tmp_path / "lead.kz", tmp_path / "after.kz"
    path.write_text(f'[Game "preferans"] [Players "3"]\n{SIX} S:DK!\n')
    words = (str(path), "--incident", '{"type":"out_of_turn","entry":9}', "-o", str(after))
    assert "needs --choose" in said(capsys, *words)[2]
    assert said(capsys, *words, "--choose", "2")[0] == 0
    assert "lead=N,D,forbid,first" in after.read_text()


def test_every_law_is_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(said(capsys, "--list", "--json")[1])
    irregular = [
        line.split("\t")[0]
        for line in (ROOT / "tests" / "data" / "rulebook" / "rules.tsv").read_text().splitlines()
        if "\tirregularity" in line
    ]
    assert {row["law"] for row in rows} >= set(irregular)
    assert {row["part"] for row in rows} == {"ruling", "ground", "deadline", "frame"}
    assert "B-LAW-PEN-1" not in said(capsys, "--list", "preferans")[1]
    assert "B-LAW-PEN-1" in said(capsys, "--list", "bridge")[1]
    assert "no laws of" in said(capsys, "--list", "chess")[2]
    status, out, _ = said(capsys, "--explain", "P-3.9.16", "--lang", "uk")
    assert status == 0
    assert "revoke" in out
    assert said(capsys, "--explain", "P-9.9")[0] == 2


def test_every_reason_has_its_sentence_in_three_languages() -> None:
    code = "".join(path.read_text() for path in (ROOT / "src" / "kozyr" / "arbiter").rglob("*.py"))
    codes = set(re.findall(r'Reason\(\s*"([a-z_.]+)"', code))
    assert len(codes) > 80
    for language, sentences in LANGUAGES.items():
        assert codes - sentences.keys() == set(), language
    fields = {name: {code: used(text) for code, text in found.items()} for name, found in LANGUAGES.items()}
    assert fields["ru"] == fields["uk"]
    assert {c: f - fields["ru"][c] for c, f in fields["en"].items() if f - fields["ru"][c]} == {}


def used(text: str) -> set[str]:
    """What a sentence speaks of."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_incident_of_the_page_is_ruled_so_in_its_record(path: Path) -> None:
    read = notation.parse(path.read_text())
    assert read.record is not None
    assert replay(read.record).error is None
    tags = dict(read.record.tags)
    at, choice = int(tags["At"]), int(tags["Branch"]) - 1
    incident = msgspec.json.decode(tags["Incident"], type=AnyIncident)
    before = msgspec.structs.replace(read.record, entries=read.record.entries[:at])
    ruling = rule(before, at, incident)
    entry = read.record.entries[at]
    assert isinstance(entry.event, Ruled)
    assert entry == Entry(at + 1, None, ruling.event(choice))
    for language in LANGUAGES:
        assert sentence(ruling.reason, language)
    # The page tells it as it is.
    assert path.name in PAGE
    assert sentence(ruling.reason) in PAGE
    for branch in ruling.branches:
        assert f"| {branch.chooser} | `{'` `'.join(effect.token for effect in branch.effects)}` |" in PAGE


def test_the_page_has_ten_incidents_of_three_games() -> None:
    assert len(RECORDS) == 10
    games = set(re.findall(r'\[Game "(\w+)"\]', "".join(path.read_text() for path in RECORDS)))
    assert games == {"preferans", "bridge", "deberts"}
