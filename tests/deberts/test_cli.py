"""The score of deberts on the command line: lines of a score file, records, and parties settled."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr import cli, notation
from kozyr.games import replay
from tests.duel import line

RECORDS = Path(__file__).parents[1] / "data" / "records"
LINE = (
    '{"dealer":"N","maker":"S","trump":"H","points":{"N":62,"S":90},"melds":{"S":["terz"]},"bella":"S"}'  # the issue's
)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs a verb on a file with this text (or on a record), as JSON if asked for: status, output, complaint."""

    def ran(verb: str, *words: str, text: str = "", json: bool = False) -> tuple[int, str, str]:
        path = tmp_path / "file"
        path.write_text(text)
        status = cli.main([verb, *words, *([str(path)] if text else []), *(["--json"] if json else [])])
        out, err = capsys.readouterr()
        return status, out, err.replace(str(path), "FILE")

    return ran


def told(ran: tuple[int, str, str]) -> Any:
    """The JSON of a run that went well."""
    assert (ran[0], ran[2]) == (0, "")
    return json.loads(ran[1])


@pytest.mark.rule("D-SCORE-2", "D-SCORE-4")
def test_the_line_of_the_issue(run: Run) -> None:
    found = told(run("score", "deberts", text=LINE, json=True))
    assert found["sheet"] == {"target": 501, "points": {"N": 62, "S": 130}, "hanging": [], "baits": {"N": 0, "S": 0}}
    assert found["entries"] == [
        {"deal": 1, "player": "S", "points": 130, "why": "own", "law": "D-SCORE-4"},
        {"deal": 1, "player": "N", "points": 62, "why": "own", "law": "D-SCORE-4"},
    ]
    assert (found["finished"], found["winner"], found["result"]) == (False, None, {"N": 0, "S": 0})
    assert found["next"] == {"dealer": "S", "obliged": False, "hanging": []}
    people = [" ".join(row.split()) for row in run("score", "deberts", text=LINE)[1].splitlines()]
    assert "1 N S♥ N 62, S 90 S terz S" in people
    assert "1 +62 62 +130 130 S own 130, N own 62" in people
    assert people[-1] == "next: S deals, the party goes to 501"


@pytest.mark.rule("D-BAIT-1", "D-MATCH-1")
def test_what_hangs_and_who_has_won(run: Run) -> None:
    tie, again = (msgspec.json.encode(line("N", 76, 76, last="N", dealer=who)).decode() for who in "NS")
    found = told(run("score", "deberts", text=f"{tie}\n{again}\n", json=True))
    assert found["next"]["hanging"] == found["sheet"]["hanging"] == [76, 76]
    assert run("score", "deberts", text=f"{tie}\n")[1].endswith("the party goes to 501, 76 hang\n")
    rows = [row.split() for row in run("score", "deberts", text=f"{tie}\n")[1].splitlines()]
    assert ["1", "0", "+76", "76", "76", "S", "own", "76,", "N", "hangs", "76"] in rows
    won = run("score", "deberts", "--set", "target=120", "--preset", "moscow-alternatives", text=LINE)
    assert won[1].endswith("S wins the party: 58\n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"dealer":"N"', "FILE:2:14: Input data was truncated"),
        ('{"dealer":"N","maker":"W"}', "FILE:2: no player 'W'; they are N and S"),
        ('{"dealer":"N","contract":"6S"}', "FILE:2: Object contains unknown field `contract`"),
        ('{"dealer":"N","trump":"X"}', "FILE:2: Invalid enum value 'X' - at `$.trump`"),
        (LINE.replace("90", "190"), "FILE:2: cards and last trick are worth 0 to 162 (D-PLAY-6)"),
        (LINE.replace('"terz"', '"hundred"'), "FILE:2: a hundred is not agreed here (D-COMBO-2)"),
        (LINE, "FILE:2: S deals here, not N (D-DEAL-7)"),
        ('{"dealer":"S"}\n{"dealer":"S"}', "FILE:3: N deals here, not S (D-BID-3)"),
    ],
)
def test_a_wrong_line_keeps_the_score_of_those_before_it(run: Run, text: str, complaint: str) -> None:
    status, out, err = run("score", "deberts", text=f"{LINE}\n{text}\n", json=True)
    assert (status, err) == (2, f"{complaint}\n")
    assert json.loads(out)["sheet"]["points"] == {"N": 62, "S": 130}


def test_options_and_players_are_checked(run: Run) -> None:
    for words, complaint in (
        (("--players", "3"), "deberts is for two players, not 3 (D-DEAL-1)\n"),
        (("--preset", "sochi"), "no preset 'sochi'; there are: moscow, moscow-alternatives\n"),
        (("--set", "hanging=maybe"), "hanging: 'maybe' is not a value"),
    ):
        status, out, err = run("score", "deberts", *words, text=LINE)
        assert (status, out) == (2, "")
        assert err.startswith(complaint)


def test_a_record_and_its_outcomes_as_a_score_file_give_the_same_sheet(run: Run) -> None:
    path = RECORDS / "deberts-party.kz"
    found = told(run("replay", str(path), json=True))
    assert (found["winner"], found["result"], found["running"]) == ("S", {"N": 0, "S": 1}, None)
    assert found["deals"][5]["entries"][0] == {
        "deal": 6,
        "player": "S",
        "points": 158,
        "why": "own",
        "law": "D-SCORE-4",
    }
    assert found["deals"][0]["maker"] is None
    record = notation.parse(path.read_text()).record
    assert record is not None
    lines = b"\n".join(map(msgspec.json.encode, replay(record).outcomes)).decode()
    assert told(run("score", "deberts", text=lines, json=True))["sheet"] == found["sheet"]
    people = run("replay", str(path))[1]
    assert "closed by S" in people
    assert people.endswith("S wins the party: 1\n")


def test_an_illegal_event_keeps_the_deals_before_it(run: Run) -> None:
    text = (RECORDS / "deberts-party.kz").read_text().replace(" 2. CA C7 ", " 2. CA SQ ")
    status, out, err = run("replay", text=text, json=True)
    assert status == 2
    assert err == "FILE:29:8: SQ: must_follow (D-PLAY-3)\n"
    assert [deal["number"] for deal in json.loads(out)["deals"]] == [1, 2]
    assert json.loads(out)["running"] == {"phase": "play", "actor": "S"}


def test_corrections_and_a_stop_stand_in_the_record(run: Run) -> None:
    text = '[Game "deberts"] [Players "2"] correction:N:20:D-SCORE-2 stop:N,S'
    found = told(run("replay", text=text, json=True))
    assert found["amendments"] == [
        {"deal": 0, "player": "N", "points": 20, "why": "correction", "law": "D-SCORE-2"},
    ]
    assert (found["finished"], found["winner"]) == (True, None)
    assert run("replay", text=text)[1].endswith("the party was broken off: nobody wins it\n")


@pytest.mark.rule("D-MATCH-1")
def test_several_parties_are_settled(run: Run) -> None:
    parties = {
        "parties": [
            {"points": {"Ann": 501, "Bob": 380}},
            {"points": {"Ann": 510, "Bob": 520}, "winner": "Ann"},
            {"points": {"Ann": 300, "Bob": 502}},
        ]
    }
    assert told(run("settle", "deberts", text=json.dumps(parties), json=True)) == {"result": {"Ann": 2, "Bob": 1}}
    by_points = parties | {"options": {"match_points": "difference"}}
    assert told(run("settle", "deberts", text=json.dumps(by_points), json=True)) == {"result": {"Ann": 121, "Bob": 201}}
    assert run("settle", "deberts", text=json.dumps(by_points))[1].split()[-2:] == ["-80", "+80"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"parties":[{"points":{"N":300,"S":302}}]}', "party 1: nobody has 501, so its winner must be said"),
        ('{"parties":[{"points":{"N":501,"S":502}}]}', "party 1: both have 501, so its winner must be said"),
        ('{"parties":[{"points":{"N":501,"S":2},"winner":"E"}]}', "party 1: no player 'E'; they are N and S"),
        ('{"parties":[{"points":{"N":501}}]}', "party 1: points of two players are wanted"),
        ('{"parties":[{"points":{"N":501,"S":2}},{"points":{"N":501,"E":2}}]}', "party 2: points of two players"),
        ('{"parties":[', "FILE:1:13: Input data was truncated"),
        ('{"parties":[],"options":{"target":0}}', "target: 0 is below 1"),
    ],
)
def test_parties_that_are_none_are_refused_in_one_line(run: Run, text: str, complaint: str) -> None:
    status, out, err = run("settle", "deberts", text=text, json=True)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
