"""The command line: formats to the letter, exit codes, and one line for whatever is wrong."""

import argparse
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from kozyr import cli, notation, verbs as verbs_of
from kozyr.deals import PREFERANS, Layout, numbered_deal
from kozyr.games import game, replay
from kozyr.games.options import describe
from kozyr.games.preferans import GAME, Outcome
from kozyr.notation.bridge import commands as bridge_files
from kozyr.print.part import Sheet
from kozyr.tournaments import desk
from kozyr.tournaments.regulations import Moves
from kozyr.verbs import notation as grammar, tournaments
from tests.games import OURS

DATA = Path(__file__).parent / "data"
LINE = (
    '{"dealer":"N","kind":"tricks","declarer":"E","contract":"6S","tricks":{"E":5,"S":3,"N":2},'
    '"calls":{"S":"whist","N":"pass"}}'
)


SETTLED = '{"preset":"sochi","pool":[50,50,50],"hill":[10,"21/2",0],"whists":[[0,5,6],[1,0,2],[0,7,0]]}'
OPEN_PLAY = DATA / "records" / "sochi.kz"


class Ran:
    """What a command did: its status, what it printed, what it complained of."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line of a refusal."""
        assert self.status == 2, self
        assert self.err.count("\n") == 1, self.err
        assert self.err.endswith("\n")
        return self.err.strip()


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process."""

    def ran(*arguments: object) -> Ran:
        try:
            status = cli.main([str(argument) for argument in arguments])
        except SystemExit as stopped:  # argparse stops by itself
            status = int(stopped.code or 0)
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return ran


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file and says where."""

    def written(text: str | bytes, name: str = "file") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


# ------------------------------------------------------------------ score


def test_the_line_of_the_issue_gives_what_the_issue_says(run: Run, file: Callable[..., Path]) -> None:
    ran = run("score", file(LINE), "--preset", "sochi", "--players", 3, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.json["sheet"] == {
        "pool": {"N": 0, "E": 0, "S": 0},
        "hill": {"N": 0, "E": 2, "S": 0},
        "whists": {"S": {"E": 12}, "N": {"E": 2}},
    }
    assert ran.json["result"] == {"N": "26/3", "E": "-82/3", "S": "56/3"}
    assert ran.json["entries"] == [
        {"deal": 1, "column": "hill", "player": "E", "points": 2, "why": "undertricks", "law": "P-4.2.1"},
        {
            "deal": 1, "column": "whists", "player": "S", "on": "E", "points": 10, "why": "trick_whists",
            "law": "P-3.8.1.1",
        },
        {
            "deal": 1, "column": "whists", "player": "N", "on": "E", "points": 2, "why": "consolation",
            "law": "P-3.8.1.2",
        },
        {
            "deal": 1, "column": "whists", "player": "S", "on": "E", "points": 2, "why": "consolation",
            "law": "P-3.8.1.2",
        },
    ]  # fmt: skip
    assert ran.json["error"] is None
    assert ran.json["finished"] is False
    assert ran.json["next"] == {"dealer": "E", "allpass_price": 1, "lowest": 6}


@pytest.mark.rule("P-4.2.5", "P-4.2.12")
def test_for_people_the_sheet_runs_in_totals(run: Run, file: Callable[..., Path]) -> None:
    ran = run("score", file(LINE))
    assert ran.status == 0
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "1 N E 6♠/-1 S whist, N pass E 5, S 3, N 2" in lines
    assert "on E 10.12 = 12" in lines
    assert "exact 26/3 -82/3 56/3" in lines
    assert "rounded 9 -28 19" in lines
    assert "next: E deals, a trick of an all-pass costs 1, the lowest bid is 6" in lines


def test_a_wrong_line_keeps_the_score_of_those_before_it(run: Run, file: Callable[..., Path]) -> None:
    path = file(f"{LINE}\n\n{LINE.replace('5', '6')}\n{LINE}\n")
    ran = run("score", path)
    assert ran.complaint == f"{path}:3: tricks sum to 11, not 10"
    assert "6♠/-1" in ran.out
    assert ran.out.count("6♠") == 1
    ran = run("score", path, "--json")
    assert ran.status == 2
    assert ran.json["sheet"]["hill"]["E"] == 2
    assert ran.json["error"] == {"line": 3, "column": None, "reason": "tricks sum to 11, not 10"}


@pytest.mark.parametrize(
    ("line", "where", "reason"),
    [
        ('{"dealer":"N","kind":"allpass" "tricks":{}}', "2:32:", "malformed"),
        ('{"dealer":"♠","kind":"allpass" "tricks":{}}', "2:32:", "malformed"),
        ('{"dealer":"N"', "2:14:", "truncated"),
        ('{"dealer":"N","kind":"allpass","trciks":{}}', "2:", "unknown field `trciks`"),
        ('{"dealer":"N","kind":"chess"}', "2:", "'chess'"),
        ('{"dealer":"N"}', "2:", "missing required field `kind`"),
        ("[]", "2:", "Expected `object`"),
        ('{"dealer":"W","kind":"allpass","tricks":{"N":4,"E":3,"S":3}}', "2:", "no player 'W'"),
        ('{"dealer":"N","kind":"allpass","tricks":{"N":4,"E":3,"S":2}}', "2:", "sum to 9"),
        ('{"dealer":"N","kind":"allpass"}', "2:", "needs its tricks"),
        ('{"dealer":"N","kind":"misere","tricks":{"N":4,"E":3,"S":3}}', "2:", "needs a declarer"),
        ('{"dealer":"N","kind":"tricks","declarer":"E"}', "2:", "needs a contract"),
        ('{"dealer":"N","kind":"tricks","declarer":"E","contract":"6X"}', "2:", "'6X'"),
        (LINE.replace('"S":"whist"', '"E":"whist"'), "2:", "E cannot say whist"),
        (LINE.replace('"S":"whist",', ""), "2:", "nobody whisted"),
        (LINE.replace(',"tricks":{"E":5,"S":3,"N":2}', ""), "2:", "S whisted, so the tricks must be given"),
        (LINE.replace('"6S"', '"6S","factor":0'), "2:", "factor 0"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_one(
    run: Run, file: Callable[..., Path], line: str, where: str, reason: str
) -> None:
    path = file(f"{LINE}\n{line}\n")
    ran = run("score", path, "--json")
    assert ran.complaint.startswith(f"{path}:{where} ")
    assert reason in ran.complaint
    assert ran.json["error"]["line"] == 2
    assert ran.json["entries"] == run("score", file(LINE), "--json").json["entries"]


def test_two_four_and_five_at_the_table(run: Run, file: Callable[..., Path]) -> None:
    two = '{"dealer":"N","kind":"tricks","declarer":"S","contract":"6S","tricks":{"S":6,"N":4},"calls":{"N":"whist"}}'
    assert run("score", file(two), "--players", 2, "--json").json["sheet"]["pool"] == {"N": 0, "S": 2}
    four = '{"dealer":"W","kind":"allpass","tricks":{"N":4,"E":3,"S":2,"W":1}}'
    assert run("score", file(four), "--players", 4, "--json").json["sheet"]["hill"] == {"N": 3, "E": 2, "S": 1, "W": 0}
    five = '{"dealer":"1","kind":"misere","declarer":"5","tricks":{"5":0,"2":4,"3":6}}'
    assert run("score", file(five), "--players", 5, "--json").json["sheet"]["pool"] == dict.fromkeys("1234", 0) | {
        "5": 10
    }
    assert "4 has no cards" in run("score", file(five.replace("5", "4")), "--players", 5).complaint


def test_options_change_the_score(run: Run, file: Callable[..., Path]) -> None:
    path = file(LINE)
    given = run("score", path, "--set", "whist.consolation=none", "--json").json
    assert given["sheet"]["whists"] == {"S": {"E": 10}}
    assert "no option 'jumps'" in run("score", path, "--set", "jumps=on").complaint
    assert "option=value" in run("score", path, "--set", "jumps").complaint
    assert "no preset 'soshi'" in run("score", path, "--preset", "soshi").complaint
    assert "is not a value" in run("score", path, "--set", "auction.here=never").complaint
    assert "is not a value" in run("score", path, "--set", "pool_target=9999999999").complaint
    contradiction = run("score", path, "--set", "bombs=on").complaint
    assert contradiction == "bombs and blind.pass contradict each other: nothing earns a bomb (P-3.7.10)"


def test_the_mark_before_a_file_of_windows_is_no_part_of_it(run: Run, file: Callable[..., Path]) -> None:
    plain = run("score", file(LINE), "--json")
    assert run("score", file(b"\xef\xbb\xbf" + LINE.encode() + b"\r\n"), "--json").out == plain.out
    settled = run("settle", file(SETTLED), "--json")
    assert run("settle", file(b"\xef\xbb\xbf" + SETTLED.encode()), "--json").out == settled.out


def test_a_file_of_no_deals_is_an_empty_sheet(run: Run, file: Callable[..., Path]) -> None:
    ran = run("score", file("\n"), "--json")
    assert (ran.status, ran.json["result"]) == (0, {"N": 0, "E": 0, "S": 0})


def test_a_record_and_its_outcomes_as_a_score_file_give_the_same_sheet(run: Run, file: Callable[..., Path]) -> None:
    for path, preset, players in ((DATA / "records" / "club.kz", "club", 4), (OPEN_PLAY, "sochi", 3)):
        record = notation.parse(path.read_text()).record
        assert record is not None
        lines = b"\n".join(map(msgspec.json.encode, replay(record).outcomes))
        scored = run(
            "score", file(lines), "--preset", preset, "--players", players, "--set", "pool_target=10", "--json"
        )
        assert scored.json["sheet"] == run("replay", path, "--json").json["sheet"]


# ------------------------------------------------------------------ replay


def test_replay_has_the_fields_of_the_issue(run: Run) -> None:
    ran = run("replay", OPEN_PLAY, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert {"deals", "sheet", "result", "error"} <= ran.json.keys()
    first = ran.json["deals"][0]
    assert (first["dealer"], first["contract"], first["declarer"]) == ("N", "8D", "N")
    assert first["tricks"] == {"N": 8, "E": 1, "S": 1}
    assert [(entry["column"], entry["player"], entry["points"]) for entry in first["entries"]] == [
        ("pool", "N", 6),
        ("whists", "E", 12),
    ]
    misere, allpass, unplayed = ran.json["deals"][1:4]
    assert (misere["contract"], misere["declarer"], misere["tricks"]["E"]) == ("misere", "E", 0)
    assert (allpass["contract"], allpass["declarer"]) == ("allpass", None)
    assert (unplayed["tricks"], unplayed["calls"]) == (None, {"E": "pass", "S": "half_whist"})
    assert ran.json["sheet"] == {
        "pool": {"N": 10, "E": 10, "S": 2},
        "hill": {"N": 2, "E": 0, "S": 2},
        "whists": {"N": {"S": 4}, "E": {"N": 12, "S": 4}, "S": {"N": 4}},
    }
    assert ran.json["result"] == {"N": 8, "E": 56, "S": -64}
    assert (ran.json["finished"], ran.json["running"], ran.json["error"]) == (True, None, None)


def test_an_illegal_event_gives_line_event_reason_and_law(run: Run, file: Callable[..., Path]) -> None:
    text = OPEN_PLAY.read_text().replace(" 3. CA C8 CT", " 3. CA C8 H7").replace("; A short sochi", "; a short\n;")
    path = file(text)
    line = next(n for n, text_line in enumerate(text.split("\n"), 1) if "CA C8 H7" in text_line)
    ran = run("replay", path, "--json")
    assert ran.complaint == f"{path}:{line}:11: H7: not_held (P-3.9.2)"
    assert ran.json["error"] == {"line": line, "column": 11, "event": "H7", "reason": "not_held", "law": "P-3.9.2"}
    assert ran.json["deals"] == []
    assert ran.json["running"] == {"phase": "play", "actor": "E"}
    people = run("replay", path)
    assert people.status == 2
    assert "deal 1 is not over: play, E to act" in people.out


def test_a_word_that_is_none_keeps_the_deals_before_it(run: Run, file: Callable[..., Path]) -> None:
    path = file(OPEN_PLAY.read_text().replace("пас пас мизер", "пас пас мизэр"))
    ran = run("replay", path, "--json")
    assert ran.complaint.endswith(": no event of preferans: 'мизэр'")
    assert len(ran.json["deals"]) == 1
    assert (ran.json["error"]["event"], ran.json["error"]["law"]) == ("мизэр", None)


def test_text_that_is_no_utf_8_keeps_the_deals_before_it(run: Run, file: Callable[..., Path]) -> None:
    path = file(OPEN_PLAY.read_bytes().replace("пас пас мизер".encode(), "пас пас мизер".encode("cp1251")))
    ran = run("replay", path, "--json")
    assert "not UTF-8 text" in ran.complaint
    assert len(ran.json["deals"]) == 1


@pytest.mark.rule("P-4.2.11")
def test_the_contract_column_of_a_protocol(run: Run, file: Callable[..., Path]) -> None:
    def column(**facts: object) -> str:
        lines = file(json.dumps({"dealer": "N", "kind": "tricks", "declarer": "E"} | facts))
        done: str = run("score", lines).out.splitlines()[1].split()[3]
        return done

    def taken(size: int) -> dict[str, object]:
        return {"tricks": {"E": size, "S": 10 - size, "N": 0}, "calls": {"S": "whist", "N": "whist"}}

    assert column(contract="6S", **taken(6)) == "6♠/="
    assert column(contract="8H", **taken(7)) == "8♥/-1"
    assert column(contract="7NT", **taken(10)) == "7NT/+3"
    assert column(contract="10D", calls={"S": "pass", "N": "pass"}) == "10♦/="
    assert column(contract="6C", surrender=True).startswith("6♣/given")
    assert column(kind="misere", tricks={"E": 0, "S": 10, "N": 0}) == "misère/="
    assert column(kind="misere", tricks={"E": 3, "S": 7, "N": 0}) == "misère/-3"


def test_what_amends_the_sheet_is_shown_apart_from_the_deals(run: Run, file: Callable[..., Path]) -> None:
    words = "correction:E:hill:5:P-3.2.17 newcomer:N,E,S"
    ran = run("replay", file(f'[Game "preferans"] [Players "3"] {words}'), "--json")
    assert ran.status == 0
    assert [(entry["player"], entry["points"], entry["why"]) for entry in ran.json["amendments"]] == [
        ("E", 5, "correction"),
        ("N", 2, "newcomer"),
    ]
    assert ran.json["sheet"]["hill"] == {"N": 2, "E": 0, "S": 5, "W": 0}


# ------------------------------------------------------------------ settle


@pytest.mark.rule("P-4.2.14", "P-4.2.12")
def test_settle(run: Run, file: Callable[..., Path]) -> None:
    ran = run("settle", file(SETTLED), "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.json.keys() == {"result", "rounded"}
    assert sum(map(Fraction, ran.json["result"])) == 0
    assert ran.json["result"] == ["-65/3", "-137/3", "202/3"]
    people = run("settle", file(SETTLED))
    assert "-65/3" in people.out


@pytest.mark.rule("P-4.2.14", "P-4.2.14.1", "P-4.2.14.2")
@pytest.mark.parametrize(
    ("way", "rows"),
    [
        ("mean", ["from hills 20/3 170/3 -190/3", "from whists -8 13 -5"]),
        ("pairwise", ["1 on 10 45", "2 on 110/3 47", "3 on 59/3 4"]),
    ],
)
def test_which_of_the_two_ways_is_shown_is_agreed(
    run: Run, file: Callable[..., Path], way: str, rows: list[str]
) -> None:
    sheet = {
        "pool": [50] * 3,
        "hill": [13, 8, 20],
        "whists": [[0, 10, 5], [20, 0, 7], [3, 4, 0]],
        "options": {"settlement": way},
    }
    lines = [" ".join(line.split()) for line in run("settle", file(json.dumps(sheet))).out.splitlines()]
    assert lines[2:-2] == rows
    assert lines[-2:] == ["result -4/3 209/3 -205/3", "rounded -1 70 -69"]
    played = run("score", file(LINE), "--set", f"settlement={way}").out
    assert ("from hills" in played, "N on" in played) == (way == "mean", way == "pairwise")


@pytest.mark.rule("P-4.2.13", "PC-4.8.6")
def test_where_a_whist_has_a_price_the_result_is_multiplied(run: Run, file: Callable[..., Path]) -> None:
    sheet = {"pool": [50] * 3, "hill": [13, 8, 20], "whists": [[0, 10, 5], [20, 0, 7], [3, 4, 0]]}
    priced = sheet | {"options": {"table.stake": 5}}
    lines = [" ".join(line.split()) for line in run("settle", file(json.dumps(priced))).out.splitlines()]
    assert lines[-2:] == ["rounded -1 70 -69", "at 5 a whist -5 350 -345"]
    assert "a whist" not in run("settle", file(json.dumps(sheet))).out
    played = run("score", file(LINE), "--set", "table.stake=2").out
    assert "at 2 a whist 18 -56 38" in [" ".join(line.split()) for line in played.splitlines()]


def test_settle_adds_what_is_missing_in_the_pools_by_the_preset(run: Run, file: Callable[..., Path]) -> None:
    sheet: dict[str, object] = {"pool": [50, 40, 50], "hill": [0, 0, 0], "whists": [[0] * 3] * 3}
    assert run("settle", file(json.dumps(sheet)), "--json").json["result"] == ["100/3", "-200/3", "100/3"]
    double = sheet | {"preset": "leningrad"}
    assert run("settle", file(json.dumps(double)), "--json").json["result"] == ["200/3", "-400/3", "200/3"]
    shorter = sheet | {"options": {"pool_target": 40, "rounding": "exact"}}
    ran = run("settle", file(json.dumps(shorter)), "--json").json
    assert ran["result"] == ran["rounded"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"pool":[1,2]', ":1:14: "),
        ('{"pool":[1,2],\n"hill":[1,,2]}', ":2:11: "),
        ("[]", "Expected `object`"),
        ('{"pool":[1,2],"hill":[1,2]}', "missing required field `whists`"),
        (SETTLED.replace("pool", "pools"), "unknown field `pools`"),
        (SETTLED.replace("[50,50,50]", "[50,50]"), "as many pools, hills and rows"),
        (SETTLED.replace("[50,50,50]", "[]"), "as many pools, hills and rows"),
        (SETTLED.replace("[0,5,6]", "[0,5]"), "2 numbers for 3 players"),
        (SETTLED.replace("[0,5,6]", "[1,5,6]"), "whists on himself"),
        (SETTLED.replace('"21/2"', '"21/0"'), "no number of points"),
        (SETTLED.replace('"21/2"', '"ten"'), "no number of points"),
        (SETTLED.replace('"21/2"', '"1e9"'), "no number of points"),
        (SETTLED.replace('"21/2"', "1" * 40), "hill"),
        (SETTLED.replace('"21/2"', "10.5"), "got `float`"),
        (SETTLED.replace('"21/2"', "true"), "got `bool`"),
        (SETTLED.replace('"sochi"', '"sochi","last_dealer":3'), "last_dealer: no place 3 at a table for 3"),
        (SETTLED.replace("sochi", "soshi"), "no preset 'soshi'"),
        (SETTLED.replace("sochi", "sochi+gusarik"), "does not fit 3 players"),
        (SETTLED.replace('"sochi"', '"sochi","options":{"bombs":"on"}'), "contradict"),
        (SETTLED.replace('"sochi"', '"sochi","options":{"bomb":"on"}'), "no option 'bomb'"),
    ],
)
def test_a_sheet_that_is_none_is_refused_in_one_line(
    run: Run, file: Callable[..., Path], text: str, complaint: str
) -> None:
    ran = run("settle", file(text), "--json")
    assert complaint in ran.complaint
    assert ran.out == ""


# ------------------------------------------------------------------ deal, perft, conventions, club


def test_deal(run: Run) -> None:
    key = "00112233445566778899aabbccddeeff"
    once = run("deal", "--key", key, "--count", 3).out
    assert once == run("deal", "--key", key, "--count", 3).out
    assert len(set(once.splitlines())) == 3
    assert run("deal", "--seed", "x").out == run("deal", "--seed", "x").out != run("deal", "--seed", "y").out
    assert run("deal").out != run("deal").out
    seats = GAME.start(GAME.agree(), 3).next_deal().holders
    numbered = run("deal", "--number", 12345, "--json").json["deals"]
    assert numbered == [{"number": "12345", "cards": str(numbered_deal(12345, PREFERANS, seats))}]
    assert run("deal", "--count").out == "2753294408504640\n"
    assert Layout.parse(run("deal", "--players", 4).out).hands[0] is None
    assert len(Layout.parse(run("deal").out).rest) == 2
    for wrong, why in (
        (("--key", "00"), "at least 16 bytes"),
        (("--key", "xyz"), "hexadecimal"),
        (("--number", "-1"), "not below"),
        (("--number", "2753294408504640"), "not below"),
        (("--number", "1", "--key", key), "not allowed with"),
        (("--count", "-1"), "below nought"),
        (("--game", "poker"), "invalid choice"),
    ):
        assert why in run("deal", *wrong).complaint


def test_perft_prints_what_it_found_and_fails_with_the_name(run: Run, file: Callable[..., Path]) -> None:
    block = "id five\ngame preferans\ndeal N:Q..Q9.AQ 98.J8.J. 7.A7.K.J\ntrump S\nlead N\n"
    right = run("perft", file(block + "leaves 1504\noutcome 1-2-2 880\n"))
    assert (right.status, right.err) == (0, "")
    assert "ok    five  leaves  expected 1504  computed 1504" in right.out
    path = file(block + "leaves 1504\nperft 2 7 # seven\n", "wrong")
    wrong = run("perft", path)
    assert wrong.status == 1
    assert wrong.err == f"{path}: wrong: five\n"
    assert "WRONG five  perft 2  expected 7  computed 8" in wrong.out
    assert [line.split() for line in wrong.out.splitlines() if line.startswith("   ")]
    checks = run("perft", path, "--json").json
    assert checks["wrong"] == ["five"]
    assert checks["checks"][1] == {"id": "five", "check": "perft 2", "expected": "7", "computed": "8"}
    assert run("perft", path, "--rewrite").status == 0
    assert path.read_text() == block + "leaves 1504\nperft 2 8 # seven\n"
    assert run("perft", path).status == 0
    assert f"{file('id a')}: nothing to check" in run("perft", file("id a")).complaint
    assert ":2:1: unknown key frob" in run("perft", file("id a\nfrob 1")).complaint
    assert "a: no game" in run("perft", file("id a\nauctions 1")).complaint


def test_numbers_are_rewritten_in_a_file_that_can_be_written(
    run: Run, file: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "id wrong\ngame preferans\ndeal N:A... K... Q...\nlead N\nperft 1 7\n"
    path = file(text)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", refused)
        assert run("perft", "--rewrite", path).complaint == f"{path}: Permission denied"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run("perft", "--rewrite", "-").complaint.startswith("--rewrite: standard input is no file")


def test_conventions(run: Run) -> None:
    assert run("conventions").out.startswith("sochi\n")
    assert set(run("conventions", "--json").json["presets"]) == set(GAME.presets)
    shown = run("conventions", "club", "--json").json
    assert shown["options"]["auction.here"]["value"] == "off"
    assert shown["options"]["auction.here"]["law"] == "P-3.3.8"
    assert "P-3.3.8" in run("conventions", "club").out
    changes = run("conventions", "sochi", "--diff", "leningrad", "--json").json["diff"]
    assert changes["unit"] == [1, 2]
    assert run("conventions", "--diff", "leningrad", "--json").json["diff"] == changes
    assert "whist.style" in run("conventions", "sochi", "--diff", "leningrad").out
    assert "no preset 'soshi'" in run("conventions", "soshi").complaint
    assert "no overlay 'club'" in run("conventions", "sochi+club").complaint


def test_conventions_tells_what_does_something_and_nothing_else(run: Run) -> None:
    for name in OURS:
        preset, *others = game(name).presets
        told = run("conventions", preset, "--game", name, "--json").json["options"]
        assert told == describe(game(name).presets[preset], game(name).groups)
        lines = run("conventions", preset, "--game", name).out.splitlines()
        assert [line.split()[0] for line in lines] == list(told)
        for other in others:
            diff = run("conventions", preset, "--game", name, "--diff", other, "--json").json["diff"]
            assert diff.keys() <= told.keys()
    assert "whist.invitation" not in run("conventions", "sochi").out
    assert "irr.dealer_fine" in run("conventions", "sochi", "--diff", "club").out


def test_what_nothing_reads_cannot_be_set(run: Run, file: Callable[..., Path]) -> None:
    for option, line in (
        ("table.undo=unanimous", "table.undo is agreed at a table; a record does not read it"),
        ("whist.invitation=off", "whist.invitation is kept for old records: nothing reads it"),
        ("seat_draw=random", "seat_draw is agreed at a table; a record does not read it"),
        ("pool_target=many", "pool_target: 'many' is not a value of this option (Expected `int`, got `str`)"),
        ("pool_target", "--set pool_target: written --set option=value"),
    ):
        assert run("score", file(LINE), "--set", option).complaint == line


def test_the_club_is_loaded_when_it_is_wanted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[dict[str, object]] = []
    app = ModuleType("kozyr.club.app")
    app.serve = lambda **how: served.append(how)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "kozyr.club.app", app)
    assert run("club", "--port", 9000, "--db", "club.db").status == 0
    assert run("club", "--public-url", "https://club.example", "--proxy", "10.0.0.1").status == 0
    plain = {
        "host": "127.0.0.1",
        "port": 9000,
        "db": "club.db",
        "public_url": None,
        "proxy": None,
        "nats": None,
        "log": "text",
    }
    proxied = {"port": 8000, "db": "kozyr.db", "public_url": "https://club.example", "proxy": "10.0.0.1", "nats": None}
    assert served == [plain, plain | proxied]


# ------------------------------------------------------------------ whatever is wrong


@pytest.mark.parametrize("verb", ["replay", "score", "settle", "perft"])
def test_a_file_that_cannot_be_read(run: Run, file: Callable[..., Path], tmp_path: Path, verb: str) -> None:
    assert run(verb, tmp_path / "none").complaint == f"{tmp_path / 'none'}: No such file or directory"
    assert run(verb, tmp_path).complaint == f"{tmp_path}: Is a directory"
    assert "embedded null byte" in run(verb, "a\0b").complaint
    assert "not UTF-8" in run(verb, file("\ufeff♠".encode("utf-16"))).complaint
    if verb != "score":
        assert run(verb, file("")).complaint


def test_a_wrong_command_is_one_line_too(run: Run) -> None:
    assert "invalid choice: 'frob'" in run("frob").complaint
    assert "FILE.jsonl" in run("score").complaint
    assert "--players" in run("score", "x", "--players", "7").complaint
    assert "VERB" in run().complaint
    assert run("--version").out == f"kozyr {version('kozyr')}\n"
    assert "replay" in run("--help").out


@pytest.mark.parametrize(("words", "status"), [(["--version"], 0), (["frob"], 2)])
def test_the_package_runs_as_a_module(words: list[str], status: int) -> None:
    done = subprocess.run([sys.executable, "-m", "kozyr", *words], capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    assert (done.returncode, len((done.stdout + done.stderr).splitlines())) == (status, 1)


def test_standard_input_is_a_file_named_minus(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LINE.encode())))
    assert run("score", "-", "--json").json["sheet"]["hill"]["E"] == 2


def test_a_reader_who_has_had_enough_gets_no_traceback() -> None:
    command = f"{sys.executable} -m kozyr.cli deal --count 5000 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)  # noqa: S603, S607 - our own words
    assert done.stdout.startswith("N:")
    assert done.stderr == ""


def test_each_verb_is_found_without_loading_the_others(run: Run) -> None:
    """The list of all verbs loads all rooms, a verb its own; both know the same ones."""
    verbs = re.findall("'([a-z]+)'", run("nonsense").err.partition("choose from")[2])
    assert {"replay", "solve", "rule", "tournament", "club", "admin"} <= set(verbs)
    for verb in verbs:
        ran = run(verb, "--help")
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.startswith(f"usage: kozyr {verb} ")
    light = "import sys; from kozyr import cli; cli.main(['deal']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", light], capture_output=True, text=True, check=True).stdout.split()  # noqa: S603 - our own words
    assert not {"kozyr.arbiter", "kozyr.bots", "kozyr.club", "kozyr.tournaments"} & set(loaded)


def test_no_room_is_loaded_to_show_the_help_of_its_verb() -> None:
    """One process asks for all of them: what one loads stays loaded."""
    light = """
import contextlib, io, sys
from kozyr import cli
with contextlib.redirect_stdout(io.StringIO()):
    assert cli.main(["--version"]) == 0
    assert not {"argparse", "pathlib", "kozyr.verbs"} & set(sys.modules)
    from kozyr.verbs.line import verbs
    for words in ([], *([verb] for verb in verbs()), ["tournament", "row"], ["admin", "ban"], ["movement", "bridge"]):
        with contextlib.suppress(SystemExit):
            cli.main([*words, "--help"])
print(*(name for name in sys.modules if name.startswith("kozyr.") or name in {"msgspec", "sqlalchemy", "pathlib", "asyncio"}))
"""
    # -S: what a site loads before us is not ours; the test's own paths stand in for it.
    program = f"import sys; sys.path += {sys.path!r}\n{light}"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    loaded = done.stdout.split()
    assert [
        name for name in loaded if not name.startswith(("kozyr.cli", "kozyr.verbs")) and name != "kozyr.words"
    ] == []
    assert len(loaded) > 5


def test_what_the_grammar_says_the_rooms_can_do() -> None:
    """The grammar loads no room, so that it repeats what a word may be."""
    assert (grammar.READ, grammar.WRITTEN) == (bridge_files.READ, bridge_files.WRITTEN)
    assert get_args(Moves) == tournaments.MOVES
    assert get_args(Sheet) == tournaments.SHEETS
    assert tuple(desk.KINDS) == tournaments.DEEDS
    for room in ("scores", "club", "solver", "bots", "arbiter", "notation", "tournaments"):
        line = verbs_of.Parser(allow_abbrev=False)
        import_module(f"kozyr.verbs.{room}").add(line.add_subparsers())
        works = list(found(line))
        assert works
        for work in works:
            assert callable(getattr(import_module(work.module), work.function))


def found(parser: argparse.ArgumentParser) -> Iterator[verbs_of.Work]:
    """What does the work of a parser and of those under it."""
    if isinstance(work := parser.get_default("run"), verbs_of.Work):
        yield work
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from found(one)


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """A command line as people type it."""
    words = command.replace("kozyr ", f"{sys.executable} -m kozyr ")
    return subprocess.run(["bash", "-c", words], capture_output=True, text=True, check=False)  # noqa: S603, S607 - our own words


def test_a_batch_whose_reader_has_had_enough_is_no_fault_of_its_file(file: Callable[..., Path]) -> None:
    path = file('{"game":"chess"}\n' * 20_000)
    done = shell(f"kozyr solve --batch {path} --json | head -1")
    assert json.loads(done.stdout)["line"] == 1
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
@pytest.mark.parametrize("command", ["deal", "solve deberts --deal 'N:A... - K...' --trump H --lead N"])
def test_a_full_disk_is_one_line(command: str) -> None:
    done = shell(f"kozyr {command} > /dev/full")
    assert (done.returncode, done.stderr) == (2, "standard output: No space left on device\n")


def test_closed_streams_are_empty_ones() -> None:
    assert (shell("kozyr deal >&-").returncode, shell("kozyr deal >&-").stderr) == (0, "")
    for verb in ("replay", "trace"):
        done = shell(f"kozyr {verb} - <&-")
        assert (done.returncode, done.stderr) == (2, '-:1:1: the tag [Game "..."] is missing\n')


@pytest.mark.parametrize("command", ["score -", "replay -", "trace -", "convert -", "perft -", "settle -"])
def test_ctrl_c_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    class Keyboard:
        """Standard input where Ctrl-C is typed."""

        @property
        def buffer(self) -> io.BytesIO:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Keyboard())
    ran = run(*command.split())
    assert (ran.status, ran.out, ran.err) == (130, "", "broken off\n")


def test_signs_that_the_terminal_lacks_are_replaced(file: Callable[..., Path]) -> None:
    command = [sys.executable, "-m", "kozyr.cli", "score", str(file(LINE))]
    done = subprocess.run(command, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii"})  # noqa: S603 - our own words
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"6?/-1" in done.stdout


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(["N", "E", "6S"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["N", "E", "S", "W"]), inner, max_size=4)
    ),
    max_leaves=8,
)
_OUTCOME = st.fixed_dictionaries(
    {},
    optional={
        "dealer": st.sampled_from(["N", "E", "S"]) | _JSON,
        "kind": st.sampled_from(["tricks", "misere", "allpass"]) | _JSON,
        "declarer": st.sampled_from(["N", "E", "S", None]) | _JSON,
        "contract": st.sampled_from(["6S", "10NT", "misere", "allpass", None]) | _JSON,
        "tricks": st.sampled_from([{"N": 4, "E": 3, "S": 3}, {"N": 10}, {"S": 5, "E": 5}]) | _JSON,
        "calls": st.dictionaries(st.sampled_from("NESW"), st.sampled_from(["whist", "pass", "half_whist"])) | _JSON,
        "factor": st.integers() | _JSON,
        "surrender": st.booleans() | _JSON,
        "talon": st.sampled_from([["SA", "SK"], ["SA", "SA"]]) | _JSON,
        "shared": st.booleans(),
        "refused": st.booleans(),
        "blind": st.lists(st.sampled_from(["N", "E", "S", "W"])),
        "open": st.booleans(),
    },
)
_SHEET = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from([*GAME.presets, "leningrad+gusarik"]) | _JSON,
        "pool": st.lists(st.integers(-9, 60), min_size=2, max_size=5) | _JSON,
        "hill": st.lists(st.integers(-9, 60) | st.sampled_from(["1/2", "7/3"]), min_size=2, max_size=5) | _JSON,
        "whists": st.lists(st.lists(st.integers(0, 99), min_size=2, max_size=5), min_size=2, max_size=5) | _JSON,
        "options": st.dictionaries(st.sampled_from(["pool_target", "rounding", "bombs", "x"]), _JSON) | _JSON,
        "last_dealer": st.integers() | _JSON,
    },
)


@pytest.mark.parametrize(
    ("verb", "values"),
    [("score", st.lists(_OUTCOME | _JSON, max_size=3)), ("settle", _SHEET | _JSON)],
    ids=["score", "settle"],
)
def test_no_json_does_more_than_be_refused(
    verb: str,
    values: st.SearchStrategy[Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    share: Callable[[int], int],
) -> None:
    path = tmp_path / "file"

    @given(values, st.booleans())
    @settings(max_examples=share(400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def refused_or_counted(value: Any, as_json: bool) -> None:
        path.write_text("\n".join(map(json.dumps, value)) if verb == "score" else json.dumps(value))
        status = cli.main([verb, str(path), *(["--json"] if as_json else [])])
        out, err = capsys.readouterr()
        assert (status, err.count("\n")) in {(0, 0), (2, 1)}
        if as_json and out:
            assert json.loads(out)

    refused_or_counted()


def test_every_outcome_of_a_walk_is_a_line_of_a_score_file() -> None:
    """What a deal gives and what `score` takes is one type."""
    line = msgspec.json.decode(LINE, type=Outcome)
    assert msgspec.json.decode(msgspec.json.encode(line), type=Outcome) == line
