"""Every program in examples/ is run, and what it prints is held against what is known from elsewhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from kozyr import notation
from kozyr.cards import Rank, Seat
from kozyr.deals import Reveal
from kozyr.notation.bridge import pbn

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
RAN_ELSEWHERE = {"bot.py", "deberts_stranger.py"}  # tests/bots/test_programs.py seats them at tables
THREE = """{"kind":"table","players":["Аня","Борис","Вера"],"preset":"sochi","options":{"pool_target":10},"dealer":"Вера"}
{"dealer":"Вера","kind":"tricks","declarer":"Аня","contract":"6♠","calls":{"Борис":"whist","Вера":"pass"},"tricks":{"Аня":6,"Борис":4}}
{"dealer":"Аня","kind":"misere","declarer":"Борис","tricks":{"Борис":0,"Аня":6,"Вера":4}}
"""


def run(name: str, *words: object) -> tuple[int, str, str]:
    """The status, output and errors of a program that is run as a reader would run it."""
    command = [sys.executable, str(EXAMPLES / name), *map(str, words)]
    done = subprocess.run(  # noqa: S603 - our own programs
        command, capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "utf-8"}
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    path.write_text(THREE, "utf-8")
    return path


def test_an_evening_is_scored(evening: Path) -> None:
    status, out, errors = run("score_evening.py", evening)
    assert (status, errors) == (0, "")
    won = {line.split()[0]: float(line.split()[1]) for line in out.strip().splitlines()[-3:]}
    assert set(won) == {"Аня", "Борис", "Вера"}
    assert abs(sum(won.values())) < 0.05
    assert won["Борис"] > 0  # a misère that was made


def test_a_bad_line_keeps_what_stands_above_it(evening: Path) -> None:
    evening.write_text(THREE + '{"kind":"nonsense"}\n', "utf-8")
    status, out, errors = run("score_evening.py", evening)
    assert status == 0
    assert f"{evening}:4:" in errors
    assert "Борис" in out


def test_a_misere_is_solved() -> None:
    status, out, _ = run("solve_misere.py", "N:7.9A.T98.QJT7 AKQ.KQJ.A7.98 JT98.T8.KQJ.A")
    best, *leads = out.splitlines()
    assert status == 0
    assert best.startswith("N takes ")
    assert best.split()[2] == str(max(int(line.rpartition(" ")[2]) for line in leads))
    assert len(leads) == 10


def test_par_of_a_folder(tmp_path: Path) -> None:
    for name in ("01-minimal.pbn", "04-hidden-hands.pbn"):
        (tmp_path / name).write_bytes((ROOT / "tests/data/pbn" / name).read_bytes())
    status, out, _ = run("par_of_folder.py", tmp_path)
    assert status == 0
    assert out.splitlines()[0] == "01-minimal.pbn 1: +300 (4DX by EW -2, 4SX by EW -2)"
    assert "04-hidden-hands.pbn" in out


def test_deals_for_a_lesson_keep_the_condition() -> None:
    status, out, errors = run("lesson_deals.py", "N.hcp >= 20 and S.aces == 0", 2)
    assert status == 0
    boards = pbn.parse(out).boards
    assert [(board.number, board.dealer, board.vulnerability) for board in boards] == [
        ("1", Seat.N, "none"),
        ("2", Seat.E, "ns"),
    ]
    for board in boards:
        assert board.deal is not None
        north, south = board.deal.hand(Seat.N) or (), board.deal.hand(Seat.S) or ()
        assert sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card.rank.value, 0) for card in north) >= 20
        assert not [card for card in south if card.rank is Rank.ACE]
    assert len(errors.splitlines()) == 2


def test_a_pulka_is_drawn(evening: Path) -> None:
    status, out, _ = run("draw_pulka.py", evening)
    assert status == 0
    told = [node.text for node in ET.fromstring(out).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314 - our own
    assert told[0] == "Аня"
    assert told[1] == "2."  # six spades, made
    assert told[told.index("Борис") + 1 :][:2] == ["10.", "8."]  # misère, made; whists on Аня
    assert told[-1] == "10"  # the target


def test_a_deal_is_verified(tmp_path: Path) -> None:
    vectors = json.loads((ROOT / "tests/data/fair/vectors.json").read_bytes())
    shown = next(one for one in msgspec.convert(vectors["reveals"], list[Reveal]) if one.pack.endswith("N10,E10,S10/0"))
    head = f'[Game "preferans"]\n[Preset "sochi"]\n[Players "3"]\n[Table "{shown.table}"]\n[Fair "{notation.fair_tag(shown)[1]}"]\n\n'
    path = tmp_path / "pulka.kz"
    path.write_text(f'{head}deal "{shown.cards}"\n', "utf-8")
    assert run("verify_deal.py", path)[:2] == (0, f"deal {shown.deal}: dealt as promised\n")
    other = shown.seed[:-1] + ("0" if shown.seed[-1] != "0" else "1")
    path.write_text(path.read_text("utf-8").replace(shown.seed, other), "utf-8")
    status, out, _ = run("verify_deal.py", path)
    assert status == 1
    assert "promised" not in out


def test_an_environment_is_played() -> None:
    status, out, errors = run("environment.py", 3)
    assert (status, errors) == (0, "")
    won = json.loads(out.replace("'", '"'))
    assert won["player_0"] + won["player_1"] == 0


def test_the_arbiter_is_asked() -> None:
    status, out, _ = run("rule_on_a_revoke.py", ROOT / "tests/data/records/arbiter-05-revoke-in-time.kz", 11)
    laws, branch = out.splitlines()
    assert status == 0
    assert "P-3.9.16.1" in laws
    assert branch == "arbiter may choose: back=10, open=N,HK"


def test_every_example_is_run() -> None:
    told = Path(__file__).read_text("utf-8")
    assert all(f'run("{path.name}"' in told for path in EXAMPLES.glob("*.py") if path.name not in RAN_ELSEWHERE)


def test_a_network_is_taught_and_says_by_how_much_it_beats_chance() -> None:
    status, out, errors = run("train.py", "--minutes", "0.001", "--rows", "24", "--deals", "40")
    assert (status, errors) == (0, "")
    first, *_, last = out.splitlines()
    assert re.fullmatch(r" +0 s, +24 deals: [+-][0-9.]+ whists a deal", first)
    assert re.fullmatch(
        r"against two that play at random: [+-][0-9.]+ whists a deal, give or take [0-9.]+, over 40 deals", last
    )
