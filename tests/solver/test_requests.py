"""The shapes of `kozyr solve`, its batches and `kozyr chances`, and what bad questions get."""

import json
import math
import random
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.cli import main
from kozyr.deals import PREFERANS, numbered_deal
from kozyr.solver import preferans
from kozyr.solver.requests import answer, answer_batch

THREE = "N:AKQ.AK7.K8.A9 JT9.QJT.AQJ.8 87.98.T97.KQJ"
TWO = "N:AKQ.AK7..AK7 JT9.QJT..QJT"
FOUR = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
SMALL = "N:AKQ.AK.. JT9.QJ.. 876.T9.. 543.87.."
PLAIN = {"game": "preferans", "deal": THREE, "trump": "S", "declarer": "N", "lead": "E"}


# ------------------------------------------------------------------ shapes


def test_tricks() -> None:
    found = answer(PLAIN)
    assert list(found) == ["value", "moves", "nodes", "seconds"]
    assert found["value"] == min(found["moves"].values())
    assert set(found["moves"]) == {"C8", "DA", "DJ", "DQ", "HJ", "HQ", "HT", "S9", "SJ", "ST"}
    assert found["nodes"] > 0
    assert found["seconds"] > 0


def test_mid_trick_the_value_counts_the_current_trick_whoever_moves() -> None:
    deal = "N:AK.K.. QJ.A.. T9.Q.."
    whole = answer(PLAIN | {"deal": deal, "lead": "N", "trump": "NT"})
    after = answer(PLAIN | {"deal": "N:K.K.. QJ.A.. T9.Q..", "lead": "N", "trump": "NT", "trick": "SA"})
    assert after["value"] == whole["moves"]["SA"] == 2
    assert set(after["moves"]) == {"SQ", "SJ"}
    last = answer(PLAIN | {"deal": "N:K.K.. J.A.. T9.Q..", "lead": "N", "trump": "NT", "trick": "SA SQ"})
    assert set(last["moves"].values()) == {2}


def test_misere() -> None:
    found = answer(PLAIN | {"kind": "misere", "trump": "NT"})
    assert found == answer({k: v for k, v in PLAIN.items() if k != "trump"} | {"kind": "misere"}) | {
        "seconds": found["seconds"]
    }
    assert found["value"] == max(found["moves"].values())


def test_all_pass_with_the_talon_closed_open_and_owned() -> None:
    plain = {"game": "preferans", "kind": "allpass", "lead": "N"}
    closed = answer(plain | {"deal": THREE})
    assert list(closed) == ["value", "moves", "maxn", "nodes", "seconds"]
    for name in ("value", "maxn"):
        assert list(closed[name]) == ["N", "E", "S"]
    assert sum(closed["maxn"].values()) == 10
    assert len(closed["moves"]) == 10
    opened = answer(plain | {"deal": THREE + " + C7 CT"})
    assert set(opened["moves"]) == {"C9", "CA"}
    owned = answer(plain | {"deal": THREE + " - + CT C7"})
    assert sum(owned["maxn"].values()) <= 10
    assert sum(opened["maxn"].values()) == 10


def test_whole_tables() -> None:
    found = answer({"game": "preferans", "deal": THREE, "lead": "N", "table": True})
    assert list(found) == ["table", "misere"]
    assert list(found["table"]) == ["S", "H", "D", "C", "NT"]
    for trump, row in found["table"].items():
        for declarer, value in row.items():
            assert value == answer(PLAIN | {"trump": trump, "declarer": declarer, "lead": "N"})["value"]
    for declarer, value in found["misere"].items():
        asked = {"game": "preferans", "deal": THREE, "declarer": declarer, "lead": "N", "kind": "misere"}
        assert value == answer(asked)["value"]


def test_deberts() -> None:
    found = answer({"game": "deberts", "deal": TWO, "trump": "H", "lead": "N"})
    assert list(found) == ["points", "moves", "nodes", "seconds"]
    assert max(found["moves"].values()) == found["points"]["N"]
    turned = answer({"game": "deberts", "deal": TWO.replace("N:", "S:"), "trump": "H", "lead": "S"})
    assert turned["points"] == {"N": found["points"]["S"], "S": found["points"]["N"]}
    table = answer({"game": "deberts", "deal": TWO.replace("AKQ", "KQ"), "trump": "H", "lead": "N", "trick": "SA"})
    assert set(table["moves"]) == {"S9", "SJ", "ST"}
    assert max(table["moves"].values()) == table["points"]["S"]


def test_bridge() -> None:
    asked = {"game": "bridge", "deal": FOUR}
    found = answer(asked | {"table": True, "par": True, "dealer": "N", "vul": "both"})
    assert found == {
        "table": {
            "S": {"N": 5, "E": 8, "S": 5, "W": 8},
            "H": {"N": 6, "E": 6, "S": 6, "W": 6},
            "D": {"N": 5, "E": 7, "S": 5, "W": 7},
            "C": {"N": 7, "E": 5, "S": 7, "W": 5},
            "NT": {"N": 6, "E": 6, "S": 6, "W": 6},
        },
        "par": {"score": -110, "contracts": ["1S by EW +1"]},
    }
    one = answer(asked | {"declarer": "W", "trump": "S", "lead": "N"})
    assert list(one) == ["value", "moves", "nodes", "seconds"]
    assert one["value"] == 8
    late = answer({"game": "bridge", "deal": SMALL, "declarer": "N", "trump": "NT", "lead": "N"})
    assert late["value"] == 5


# ------------------------------------------------------------------ chances

HAND = {"hand": "A.AKT.KJ.A987", "gone": "S8 S7", "trump": "C", "lead": "N", "declarer": "N"}


def test_all_layouts_of_a_hand() -> None:
    told: list[tuple[int, int]] = []
    found = answer(HAND, threads=2, progress=lambda done, total: told.append((done, total)))
    assert list(found) == ["layouts", "tricks", "mean", "first", "seconds"]
    assert found["layouts"] == sum(found["tricks"]) == 184756
    assert found["tricks"] == [0, 0, 0, 0, 972, 19025, 101762, 62771, 226, 0, 0]  # as one by one
    assert found["mean"] == pytest.approx(6.228701638918357)
    assert set(found["first"]) == {"C7", "C8", "C9", "CA", "DJ", "DK", "HA", "HK", "HT", "SA"}
    for led in found["first"].values():
        assert sum(led["tricks"]) == 184756
        assert led["mean"] <= found["mean"]
    assert told == sorted(told)
    assert all(done <= total == 184756 for done, total in told)
    one = answer(HAND | {"first": "CA"}, threads=2)
    assert list(one) == ["layouts", "tricks", "mean", "seconds"]
    assert one["tricks"] == found["first"]["CA"]["tricks"]


def test_chances_are_counted_over_what_fits() -> None:
    """Twelve cards placed leave C(8, 3) layouts; each is solved here by itself."""
    hand, gone = CardSet.parse("A.AKT.KJ.A987"), CardSet.parse("87...")
    known = {Seat.E: CardSet.parse("KQJ.QJ9.A."), Seat.S: CardSet.parse("T9..QT9.")}
    unseen = CardSet.of(PREFERANS.cards) - hand - gone - known[Seat.E] - known[Seat.S]
    expected = [0] * 11
    for some in combinations(unseen, 10 - len(known[Seat.E])):
        east = known[Seat.E] | CardSet.of(some)
        south = known[Seat.S] | unseen - east
        position = preferans.Position((hand, east, south, None), Seat.E, "tricks", Seat.N, Suit.CLUBS)
        expected[preferans.solve(position).value or 0] += 1
    found = preferans.chances(
        hand,
        gone,
        declarer=Seat.N,
        leader=Seat.E,
        trump=Suit.CLUBS,
        known=known,
    )
    assert list(found.tricks) == expected
    assert found.layouts == math.comb(len(unseen), 3) == sum(expected)
    assert found.mean == pytest.approx(sum(n * count for n, count in enumerate(expected)) / found.layouts)


def test_voids_first_cards_and_kinds_narrow_the_layouts() -> None:
    hand, gone = CardSet.parse("A.AKT.KJ.A987"), CardSet.parse("87...")
    known = {Seat.E: CardSet.parse("KQJT.QJ9..")}
    plain: dict[str, Any] = {"declarer": Seat.N, "leader": Seat.E, "trump": Suit.CLUBS, "known": known}

    def count(**facts: Any) -> int:
        return preferans.chances(hand, gone, **(plain | facts)).layouts

    assert count() == math.comb(13, 3)
    assert count(voids={Seat.S: [Suit.HEARTS]}) == 11  # E has the five hearts, and needs one card more
    assert count(first=Card.CK) == math.comb(12, 2)  # led by E, so he holds it
    assert count(leader=Seat.N, first=Card.CA) == math.comb(13, 3)
    assert count(kind="misere", trump=None) == math.comb(13, 3)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"voids": {Seat.S: [Suit.CLUBS]}}, "no layout fits"),
        ({"first": Card.CA}, "E cannot hold CA"),
        ({"leader": Seat.N, "first": Card.CK}, "the declarer does not hold CK"),
        ({"known": {Seat.E: CardSet.parse("A...")}}, "E cannot hold SA"),
        ({"leader": Seat.W}, "the leader is N, E or S"),
        ({"kind": "misere"}, "without a trump"),
        ({"kind": "allpass"}, "for a declarer"),
    ]
    for facts, message in wrong:
        with pytest.raises(ValueError, match=message):
            count(**facts)


def test_chances_keep_to_their_time() -> None:
    start = time.monotonic()
    assert answer(HAND | {"timeout": 0.001}) == {"error": "timeout"}
    assert time.monotonic() - start < 10


# ------------------------------------------------------------------ bad questions


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deal": THREE.replace("AKQ", "AKJ")}, "SJ is dealt twice"),
        ({"deal": THREE.replace("AKQ", "AK")}, "N should hold 10 cards and holds 9"),
        ({"deal": "N:... ... ..."}, "E is to play and has no cards"),
        ({"deal": "N:AKQ.AK7.K8.A9 JT9.QJT.AQJ.8"}, "three hands play, not 2"),
        ({"deal": "N:AKQ.AK7.K8.A9 JT9.QJT.AQJ.8 87.98.T96.KQJ"}, "D6 is not in the pack of 32 cards"),
        ({"deal": "hello"}, "a deal begins with a seat and a colon, as N:, not 'hello'"),
        ({"deal": None}, "deal is missing"),
        ({"lead": "W"}, "W is to lead and has no hand"),
        ({"lead": "X"}, "lead is a seat, N, E, S or W, not 'X'"),
        ({"lead": None}, "lead is missing"),
        ({"declarer": None}, "declarer is missing"),
        ({"declarer": "W"}, "W is declarer and has no hand"),
        ({"trump": "Z"}, "unknown trump 'Z': S, C, D, H or NT"),
        ({"trump": None}, "trump is missing"),
        ({"trump": "S", "kind": "misere"}, "misère is played without a trump"),
        ({"kind": "ten"}, "unknown kind 'ten': tricks, misere or allpass"),
        ({"kind": "allpass", "trump": "NT"}, "all-pass has no declarer"),
        ({"trick": "S9"}, "S9 stands twice"),
        ({"trick": "S1"}, "not a card: 'S1'; a card is a suit and a rank, as SA or H10"),
        (
            {"deal": THREE.replace("JT9", "JT").replace("87.98", "87.9"), "trick": "S9 H8"},
            "S cannot have played H8 with S7 in hand",
        ),
        ({"deal": "N:A.. .K.. K..."}, "a hand is four suits with dots between, not 'A..'"),
        ({"trick": "D7 D8 D9"}, "D8 stands twice"),
        ({"table": True, "trick": "S9"}, "a table is for a first lead, before any card is played"),
        ({"par": True}, "par is asked for in bridge"),
        ({"game": "chess"}, "no game 'chess'; there are: preferans, bridge, deberts, pairs"),
        ({"timeout": 0}, "timeout is a number of seconds above zero"),
        ({"timeout": float("nan")}, "timeout is a number of seconds above zero"),
        ({"colour": "red"}, "Object contains unknown field `colour`"),
        ({"deal": 7}, "Expected `str | null`, got `int` - at `$.deal`"),
    ],
)
def test_a_bad_question_gets_one_line(changes: dict[str, Any], message: str) -> None:
    asked = {name: value for name, value in (PLAIN | changes).items() if value is not None}
    assert answer(asked) == {"error": message}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"deal": TWO, "trump": "NT", "lead": "N"}, "deberts is played with a trump suit"),
        ({"deal": TWO, "trump": "H", "lead": "E"}, "N or S leads, not E"),
        ({"deal": THREE, "trump": "H", "lead": "N"}, "deberts is played by two hands, N and S"),
        ({"deal": "N:AK... Q...", "trump": "H", "lead": "N"}, "S should hold 2 cards and holds 1"),
        (
            {"deal": "N:A... Q...", "trump": "H", "lead": "N", "trick": "SK SJ"},
            "an unfinished trick of deberts has one card, not 2",
        ),
        ({"deal": "N:A... 6...", "trump": "H", "lead": "N"}, "S6 is not in the pack of 32 cards"),
        ({"deal": "N:... ...", "trump": "H", "lead": "N"}, "N is to play and has no cards"),
        ({"deal": TWO, "trump": "H", "lead": "N", "table": True}, "deberts has no table and no par"),
    ],
)
def test_bad_questions_of_deberts(asked: dict[str, Any], message: str) -> None:
    assert answer({"game": "deberts"} | asked) == {"error": message}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"deal": FOUR, "trump": "H", "lead": "N"}, "declarer is missing"),
        ({"deal": FOUR, "par": True, "vul": "none"}, "dealer is missing"),
        ({"deal": FOUR, "par": True, "dealer": "N", "vul": "all"}, "vul is none, ns, ew or both, not 'all'"),
        ({"deal": SMALL, "table": True}, "a table needs thirteen cards a hand; N holds 5"),
        ({"deal": THREE, "table": True}, "bridge is played by four hands"),
        ({"hand": "A..."}, "chances in bridge are asked for by predeal and where, not by hand"),
    ],
)
def test_bad_questions_of_bridge(asked: dict[str, Any], message: str) -> None:
    assert answer({"game": "bridge"} | asked) == {"error": message}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": "A.AKT.KJ.A98"}, "a hand has 10 cards, not 9"),
        ({"gone": "S8"}, "what is gone has 2 cards, not 1"),
        ({"gone": "S8 S8"}, "S8 stands twice"),
        ({"gone": "S8 SA"}, "SA stands twice"),
        ({"gone": "S8 S2"}, "S2 is not in the pack of 32 cards"),
        ({"first": "SK"}, "the declarer does not hold SK"),
        ({"declarer": "W"}, "the declarer is N, E or S, not W"),
        ({"trump": None}, "trump is missing"),
    ],
)
def test_bad_questions_of_chances(changes: dict[str, Any], message: str) -> None:
    asked = {name: value for name, value in (HAND | changes).items() if value is not None}
    assert answer(asked) == {"error": message}


# ------------------------------------------------------------------ batches


def test_a_batch_answers_every_line_in_order(share: Callable[[int], int]) -> None:
    rng = random.Random(8)
    lines: list[str] = []
    expected: list[dict[str, Any]] = []
    for number in range(1, share(3000) + 1):
        if rng.random() < 0.1:
            lines.append(rng.choice(["", "{", "[1]", "7", '{"game":"chess"}', '{"deal":"N:"}', "\udc80", "[" * 100000]))
            expected.append({"line": number})
            continue
        deal = numbered_deal(rng.randrange(PREFERANS.deals), PREFERANS, (Seat.N, Seat.E, Seat.S))
        asked: dict[str, Any] = {
            "game": "preferans",
            "deal": str(deal).partition(" +")[0],
            "trump": rng.choice(["S", "C", "D", "H", "NT"]),
            "declarer": rng.choice("NES"),
            "lead": rng.choice("NES"),
        }
        if rng.random() < 0.1:
            asked = {"game": "preferans", "deal": asked["deal"], "lead": "N", "table": True}
        lines.append(json.dumps(asked))
        expected.append(answer(asked))
    found = list(answer_batch(lines, threads=2))
    assert len(found) == len(expected)
    for got, wanted in zip(found, expected, strict=True):
        if "line" in wanted:
            assert got.keys() == {"error", "line"}
            assert got["line"] == wanted["line"]
            assert "\n" not in got["error"]
        else:
            assert got.pop("seconds", 0) >= 0
            wanted.pop("seconds", 0)
            assert got == wanted


def test_a_batch_reads_no_further_than_it_must() -> None:
    read = 0

    def lines() -> Any:
        nonlocal read
        while True:
            read += 1
            yield "{}"

    found = answer_batch(lines(), threads=2)
    assert next(found)["line"] == 1
    found.close()  # type: ignore[attr-defined]
    assert read < 1000


# ------------------------------------------------------------------ the command line


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


SOLVE = ("solve", "preferans", "--deal", THREE, "--trump", "S", "--declarer", "N", "--lead", "E")


@pytest.mark.parametrize(
    ("words", "game"),
    [
        (("bridge", "N:AK... QJ... 32... 54..."), "bridge"),
        (("bridge", "N:AK...", "QJ...", "32...", "54..."), "bridge"),
        (("N:AK... QJ... 32... 54...",), "GAME"),
        (("--trump", "NT", "bridge", "N:AK... QJ... 32... 54..."), "bridge"),
    ],
)
def test_a_deal_without_its_option_is_told_where_it_goes(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], game: str
) -> None:
    status, out, err = run(capsys, "solve", *words)
    assert (status, out) == (2, "")
    assert err == f"the cards stand behind --deal: kozyr solve {game} --deal 'N:AK... QJ... 32... 54...'\n"


def test_words_that_solve_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "solve", "bridge", "hearts") == (2, "", "'hearts' means nothing here; see kozyr solve --help\n")
    assert run(capsys, "solve", "whist")[2].startswith("no game 'whist'; there are: preferans, bridge, deberts")


def test_solve_for_programs_and_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *SOLVE, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert found | {"seconds": 0} == answer(PLAIN) | {"seconds": 0}
    status, out, err = run(capsys, *SOLVE)
    assert (status, err) == (0, "")
    assert out.startswith(f"tricks: {found['value']}\n")
    for words in (
        ("solve", "preferans", "--deal", THREE, "--lead", "N", "--table"),
        ("solve", "preferans", "--deal", THREE, "--lead", "N", "--kind", "allpass"),
        ("solve", "deberts", "--deal", TWO, "--trump", "H", "--lead", "N"),
    ):
        assert run(capsys, *words)[0] == run(capsys, *words, "--json")[0] == 0


def test_bridge_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("solve", "bridge", "--deal", FOUR, "--table", "--par", "--dealer", "N", "--vul", "none")
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    assert "par -110 for N-S: 2S by EW" in out
    assert json.loads(run(capsys, *words, "--json")[1])["par"]["score"] == -110


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*SOLVE, "--trick", "S9"), "S9 stands twice"),
        ((*SOLVE, "--timeout", "soon"), "timeout is a number of seconds above zero"),
        ((*SOLVE, "--timeout", "-1"), "timeout is a number of seconds above zero"),
        (("solve",), "which game: preferans, deberts or bridge? (or --batch FILE)"),
        (("solve", "chess"), "no game 'chess'; there are: preferans, bridge, deberts, pairs"),
        (("solve", "--batch", "/nowhere"), "/nowhere: No such file or directory"),
        (("chances",), "hand is missing"),
        (("chances", "--hand", "A..."), "a hand has 10 cards, not 1"),
        (("trace", "/nowhere"), "/nowhere: No such file or directory"),
    ],
)
def test_bad_input_is_one_line_and_status_two(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    if words[:1] == ("chances",) and len(words) > 1:
        words += ("--trump", "C", "--lead", "N", "--declarer", "N")
    assert run(capsys, *words) == (2, "", message + "\n")


def test_a_batch_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps(PLAIN) + "\nnonsense\n" + json.dumps(PLAIN) + "\n")
    status, out, err = run(capsys, "solve", "--batch", str(path), "--json")
    one, two, three = map(json.loads, out.splitlines())
    assert (status, err) == (0, "")
    assert one["value"] == three["value"] == answer(PLAIN)["value"]
    assert two["line"] == 2
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(PLAIN).encode() + b"\r\n")  # as Windows writes it
    assert json.loads(run(capsys, "solve", "--batch", str(path), "--json")[1])["value"] == one["value"]


def test_chances_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["chances"]
    for name, value in HAND.items():
        words += [f"--{name}", value]
    assert run(capsys, *words, "--timeout", "0.001") == (2, "", "timeout\n")
