"""The commands as a director uses them: folders, bad input, torn and merged logs, what other programs read."""

import csv
import io
import json
import random
import re
import shlex
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from pypdf import PdfReader

from kozyr import notation
from kozyr.games import replay
from kozyr.notation.bridge import pbn
from kozyr.tournaments import folder, movements
from kozyr.tournaments.director import State, encode, standing
from kozyr.tournaments.director.entries import RoundBegun
from kozyr.tournaments.movements import Table
from tests.longer import longer
from tests.tournaments.commands import EVENT, Kozyr, begun, by_novices, does, played as all_rounds
from tests.tournaments.evening import Evening, event, rows


def by_bots(state: State, table: Table, cards: dict[int, str]) -> Iterator[tuple[int, Path]]:
    """The records of a table at which four novices play their boards."""
    for board in table.boards:
        changes = {"length_mode": "boards", "length_deals": 1, "boards": (f"{board}:{state.marked(board, 4).value}",)}
        path = Path(f"{table.table}-{board}.kz")
        path.write_text(notation.format(by_novices("preferans", "sochi", changes, 4, cards=cards[board], seed=board)))
        yield board, path


def played(kozyr: Kozyr, tmp_path: Path, chance: random.Random, *, bots: int = 0) -> None:
    """Every round of the session, a file of lines for each; in the first of them bots play at so many tables."""
    session = folder.load(tmp_path / "ev").session
    assert session is not None
    for nth, turn in enumerate(session.movement.rounds, 1):
        assert f"round {nth}" in kozyr("tournament", "round", "ev", "begin")[1]
        state = folder.load(tmp_path / "ev")
        cards = folder.deals(tmp_path / "ev")
        lines: list[str] = []
        for table in turn.tables:
            if nth == 1 and table.table <= bots:
                for board, path in by_bots(state, table, cards):
                    where = (str(table.table), str(board), "--record", str(path))
                    assert kozyr("tournament", "row", "ev", *where, "--confirm")[0] == 0
            else:
                lines += [f"{row.table} {row.board} {row.result}" for row in rows(state, table, chance)]
        (tmp_path / "lines.txt").write_text("\n".join(lines))
        status, out, _err = kozyr("tournament", "row", "ev", "--file", "lines.txt", "--confirm")
        assert (status, out.count("\n")) == (0, len(lines))
        assert "missing" not in kozyr("tournament", "round", "ev", "end")[1]


@pytest.mark.rule("PT-0.2", "PT-0.8", "PT-I.2", "PT-I.9")
def test_duplicate_preferans_of_28_from_dealing_to_the_final_table(kozyr: Kozyr, tmp_path: Path) -> None:
    begun(kozyr, 28)
    (tmp_path / "secret.hex").write_text("28" * 32)
    made = ("boards", "make", "ev/boards.txt", "--event", "Spring cup", "--count", "28", "--secret", "secret.hex")
    promised = kozyr(*made, "--commit")[1].splitlines()
    assert len(promised) == 28
    assert kozyr(*made, f"--nonce=Anna={'ab' * 16}", "--reveals", "reveals.json")[0] == 0
    assert (
        kozyr("boards", "verify", "ev/boards.txt", "--reveals", "reveals.json")[1]
        == "28 boards are what was revealed\n"
    )
    assert {f"{one['deal']} {one['commitment']}" for one in json.loads((tmp_path / "reveals.json").read_text())} == set(
        promised
    )
    assert "talon" in kozyr("boards", "show", "ev/boards.txt", "--board", "28")[1]
    assert "the lot was drawn from beef" in kozyr("tournament", "seat", "ev", "--seed", "beef")[1]
    played(kozyr, tmp_path, random.Random(28), bots=1)
    assert kozyr("tournament", "rule", "ev", "published")[0] == 0
    told = json.loads(kozyr("tournament", "score", "ev", "--json")[1])
    assert (told["unit"], len(told["places"]), len(told["rows"])) == ("percent", 28, 7 * 28)
    assert len(kozyr("tournament", "score", "ev", "--board", "5")[1].splitlines()) == 7
    table = list(csv.DictReader(io.StringIO(kozyr("tournament", "export", "ev", "--to", "csv")[1])))
    assert len(table) == 7 * 28 * 4
    assert kozyr("tournament", "export", "ev", "--to", "final")[1].startswith("rank,entrant,name,percent,exact\n1,")
    assert json.loads(kozyr("tournament", "export", "ev", "--to", "json")[1])["places"] == told["places"]
    assert "official (percent)" in kozyr("tournament", "score", "ev")[1]
    printed = kozyr("tournament", "print", "ev", "results", "--lang", "en", "-o", "x.pdf")
    assert printed == (0, "x.pdf: results\n", "")
    text = PdfReader("x.pdf").pages[0].extract_text()
    best = told["places"][0]
    assert best["name"] in text
    assert f"{float(Fraction(best['total'])):.2f}" in text
    assert kozyr("tournament", "export", "ev", "--to", "kz", "-o", "out")[1] == "4 records in out\n"
    for path in sorted((tmp_path / "out").iterdir()):
        record = notation.parse(path.read_text()).record
        assert record is not None
        tags = dict(record.tags)
        (row,) = (
            row
            for row in told["rows"]
            if (row["round"], row["table"], row["board"]) == tuple(int(tags[n]) for n in ("Round", "Table", "Board"))
        )
        assert {seat: str(won) for seat, won in replay(record).match.results.items()} == row["scores"]
        assert {seat: tags[f"Player.{seat}"] for seat in "NESW"} == {s: f"P{who}" for s, who in row["seats"].items()}
    bad = (tmp_path / "ev" / "boards.txt").read_text().replace("\n2 E", "\n2 N", 1)
    (tmp_path / "ev" / "boards.txt").write_text(bad)
    assert kozyr("tournament", "score", "ev")[0] == 2


def test_bridge_goes_out_as_pbn_and_usebio(kozyr: Kozyr, tmp_path: Path) -> None:
    begun(kozyr, 6, "--game", "bridge")
    kozyr("boards", "make", "ev/boards.pbn", "--event", "Spring cup", "--count", "30", "--secret", "s")
    assert kozyr("tournament", "seat", "ev", "--by", "hand", "--boards", "1")[0] == 0
    played(kozyr, tmp_path, random.Random(6))
    state = folder.load(tmp_path / "ev")
    assert kozyr("tournament", "export", "ev", "--to", "pbn", "-o", "out.pbn")[0] == 0
    read = pbn.parse(pbn.decode((tmp_path / "out.pbn").read_bytes()))
    assert not read.faults
    written = sorted(state.rows.values(), key=lambda row: (row.at.board, row.at))
    assert len(read.boards) == len(written)
    for board, row in zip(read.boards, written, strict=True):
        assert (board.number, board.contract, board.declarer) == (
            str(row.at.board),
            row.reading.contract,
            row.reading.declarer,
        )
        assert board.tricks == row.reading.tricks
        assert board.deal is not None
        assert board.tags["Table"] == str(row.at.table)
    root = ET.fromstring(kozyr("tournament", "export", "ev", "--to", "usebio")[1])  # noqa: S314 - our own file
    assert root.get("Version") == "1.2"
    lines = root.findall("./EVENT/BOARD/TRAVELLER_LINE")
    assert len(lines) == len(written)
    for line, row in zip(lines, written, strict=True):
        assert line.findtext("SCORE") == str(row.reading.scores["NS"])
        assert line.findtext("NS_PAIR_NUMBER") == str(row.seats["NS"])
    best = standing(state).places[0]
    assert root.findtext("./EVENT/PARTICIPANTS/PAIR/PAIR_NUMBER") == str(best.entrant)
    assert kozyr("boards", "verify", "ev/boards.pbn")[1] == "30 boards, every card once\n"


@pytest.mark.rule("B-PAIR-1", "B-IMP-1", "B-VP-1")
@pytest.mark.parametrize(
    "scoring", ["matchpoints", "team_imps", *longer("butler", "cross_imps", "board_a_match", "individual")]
)
def test_usebio_of_each_scoring_as_its_readers_look_for_it(kozyr: Kozyr, scoring: str) -> None:
    """The points of a line under the name of their kind, teams with attributes and by matches, single players by seats."""
    told = [] if scoring == "individual" else [f"--set=bridge.scoring={scoring}"]
    begun(kozyr, 8, "--game", "bridge", *told)
    kind = ("--kind", scoring) if scoring == "individual" else ()
    does(kozyr, "seat", "--by", "hand", "--boards", "2", *kind)
    all_rounds(kozyr, random.Random(8))
    root = ET.fromstring(does(kozyr, "export", "--to", "usebio"))  # noqa: S314 - our own file
    event = root.find("EVENT")
    assert event is not None
    due = {
        "matchpoints": ("MP_PAIRS", "MATCH_POINTS", "NS_MATCH_POINTS"),
        "butler": ("BUTLER_PAIRS", "BUTLER_IMPS", "NS_BUTLER_POINTS"),
        "cross_imps": ("CROSS_IMPS", "CROSS_IMPS", "NS_CROSS_IMP_POINTS"),
        "team_imps": ("TEAMS", "IMPS", ""),
        "board_a_match": ("TEAMS", "POINT_A_BOARD", ""),
        "individual": ("INDIVIDUAL", "MATCH_POINTS", "NS_MATCH_POINTS"),
    }[scoring]
    assert (event.get("EVENT_TYPE"), event.findtext("BOARD_SCORING_METHOD")) == due[:2]
    lines = event.findall(".//TRAVELLER_LINE")
    assert len(lines) == len(folder.load(EVENT).rows)
    if due[2]:
        assert all(line.find(due[2]) is not None for line in lines)
    if due[0] == "TEAMS":
        assert {team.get("TEAM_NAME") for team in event.findall("PARTICIPANTS/TEAM")} == {f"P{n}" for n in range(1, 9)}
        assert len(event.findall("MATCH")) == 7 * 4
        assert event.find("BOARD") is None
    elif due[0] == "INDIVIDUAL":
        assert {line.findtext("N_PLAYER_NUMBER") for line in lines} <= {str(n) for n in range(1, 9)}
        assert len(event.findall("PARTICIPANTS/PLAYER")) == 8
    else:
        assert event.findtext("WINNER_TYPE") == "1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("row ev 1 1 7D E7 S2 W2", "table 1, board 1: tricks sum to 11, not 10"),
        ("row ev 1 99 7D E7 S2 W1", "table 1, board 99: the board is not of round 1"),
        ("row ev 1 99999 7D E7 S2 W1", "table 1, board 99999: "),
        (
            "row ev 1 1 9H E9 S1 --whists E=50",
            "table 1, board 1: the whists do not follow from 9H E9 S1: due is E 52",
        ),
        ("row ev 1 1 9H E9 S1 --whists E=x", "'x' is no number"),
        ("row ev one 1 9H E9 S1", "invalid int value"),
        ("row ev 1", "which table, board and result?"),
        ("row ev --file nowhere.txt", "nowhere.txt: No such file"),
        ("row nowhere 1 1 9H E9 S1", "nowhere/event.json: No such file"),
        ("correct ev 1 1 9H E9 S1", "table 1, board 1: there is no line of round 1 yet"),
        ("rule ev penalised entrant=1 offence=loud", "penalised: Invalid enum value 'loud'"),
        ("rule ev penalised entrant", "entrant: written FIELD=VALUE"),
        ("rule ev ruled board=1 law=why text=t", "there is no law why"),
        ("rule ev closed", "nothing is published yet"),
        ("round ev begin", "round 1 has not ended"),
        ("seat ev", "a session is running"),
        ("enter ev", "nobody is named"),
        ("enter ev P1", "P1 has entered already"),
        ("enter ev ''", "Expected `str` of length >= 1 - at `$.entry.name`"),
        (f"enter ev {'x' * 201}", "Expected `str` of length <= 200"),
        (f"rule ev announced text=t --who {'x' * 201}", "Expected `str` of length <= 200 - at `$.who`"),
        ("new other --name ''", "other/event.json: Expected `str` of length >= 1 - at `$.name`"),
        ("new other --name X --set bridge.neuberg=false", "bridge.neuberg is read only where the game is bridge"),
        ("seat ev --kind howell", "--kind decides nothing at this event"),
        ("seat ev --stage", "--stage decides nothing at this event"),
        ("export ev --to pbn", "an event of preferans is not written as pbn, but as csv, final, json"),
        ("export ev --to json -o /nowhere/x", "/nowhere/x: No such file"),
        ("score ev --board 4", "board 4: no table has a line of it"),
        ("merge ev nowhere", "nowhere/event.json: No such file"),
        ("new ev --name X", "there is an event in it already"),
        ("new other --name X --set tournament.type=chess", "Invalid enum value 'chess'"),
        ("new other --name X --set nothing=1", "no option 'nothing'"),
        ("new other --name X --preset paris", "paris"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_lost(kozyr: Kozyr, tmp_path: Path, words: str, said: str) -> None:
    evening = Evening(event())
    evening.enter(8)
    evening.seat(movements.preferans(8, rounds=1))
    evening.do(RoundBegun())
    folder.create(tmp_path / "ev", evening.begun.event)
    (tmp_path / "ev" / folder.LOG).write_bytes(b"".join(encode(entry) + b"\n" for entry in evening.log))
    before = (tmp_path / "ev" / "log.jsonl").read_bytes()
    status, _, complaint = kozyr("tournament", *shlex.split(words))
    assert (status, said in complaint) == (2, True), complaint
    assert (tmp_path / "ev" / "log.jsonl").read_bytes() == before


def test_a_torn_line_is_kept_aside_and_the_evening_goes_on(kozyr: Kozyr, tmp_path: Path) -> None:
    """At whatever byte the power goes, the whole lines before it are the log."""
    begun(kozyr, 8)
    kozyr("tournament", "seat", "ev", "--by", "hand", "--rounds", "1")
    kozyr("tournament", "round", "ev", "begin")
    whole = (tmp_path / "ev" / "log.jsonl").read_bytes()
    for cut in (len(whole) - 1, len(whole) - 9, len(whole) // 2):
        (tmp_path / "ev" / "log.jsonl").write_bytes(whole[:cut])
        good = len(folder.log(tmp_path / "ev"))
        assert good == whole[:cut].count(b"\n")
        assert kozyr("tournament", "rule", "ev", "announced", "text=again")[0] == 0
        assert len(folder.log(tmp_path / "ev")) == good + 1
    assert (tmp_path / "ev" / "log.torn").read_bytes().count(b"\n") == 3
    (tmp_path / "ev" / "log.jsonl").write_bytes(b"what\n" + whole)
    assert "log.jsonl:1: " in kozyr("tournament", "score", "ev")[2]


def test_two_laptops(kozyr: Kozyr, tmp_path: Path) -> None:
    begun(kozyr, 8)
    kozyr("tournament", "seat", "ev", "--by", "hand", "--rounds", "1")
    kozyr("tournament", "round", "ev", "begin")
    shutil.copytree(tmp_path / "ev", tmp_path / "two")
    kozyr("tournament", "row", "ev", "1", "1", "9H E9 S1")
    kozyr("tournament", "row", "two", "2", "1", "- E4 S3 W3")
    kozyr("tournament", "row", "two", "1", "1", "9H E8 S2")  # what the other one has, otherwise
    status, out, _ = kozyr("tournament", "merge", "ev", "two")
    assert status == 0
    assert out.count("incident: ") == 1
    assert "table 1, board 1: the line is written already" in out
    assert len(folder.load(tmp_path / "ev").rows) == 2
    kozyr("tournament", "new", "alien", "--name", "Autumn cup")
    assert "it is another event" in kozyr("tournament", "merge", "ev", "alien")[2]
    assert "the line is written already" in kozyr("tournament", "score", "ev")[1]
    assert kozyr("tournament", "log", "ev")[1].count("\n") == len(folder.log(tmp_path / "ev"))


@pytest.mark.rule("PT-II.4")
def test_an_olympic_evening_seats_itself(kozyr: Kozyr, tmp_path: Path) -> None:
    begun(kozyr, 8, "--set", "tournament.type=olympic")
    assert "table 2" in kozyr("tournament", "seat", "ev")[1]
    kozyr("tournament", "round", "ev", "begin")
    assert "sum to 10, not to nought" in kozyr("tournament", "row", "ev", "1", "0", "30 -10 -10 0 / 20")[2]
    for table in ("1", "2"):
        assert kozyr("tournament", "row", "ev", table, "0", "30 -10 -10 -10 / 20")[0] == 0
    kozyr("tournament", "round", "ev", "end")
    out = kozyr("tournament", "seat", "ev")[1]
    assert out.count("table") == 1
    state = folder.load(tmp_path / "ev")
    assert len(state.sessions[1].order) in {3, 4}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("make b.txt --event E --count 0 --secret s", "0 boards cannot be made"),
        ("make b.txt --event E --count 1 --secret /nowhere/s", "/nowhere/s: No such file"),
        ("make b.txt --event E --count 1 --secret s --nonce A=xx", "NAME=HEX"),
        ("verify b.txt", "b.txt: No such file"),
        ("show b.txt", "b.txt: No such file"),
    ],
)
def test_boards_that_cannot_be(kozyr: Kozyr, words: str, said: str) -> None:
    status, _, complaint = kozyr("boards", *words.split())
    assert (status, said in complaint) == (2, True), complaint


def test_a_line_that_the_cards_hardly_make_is_warned_of(kozyr: Kozyr, tmp_path: Path) -> None:
    """With all cards seen nobody makes thirteen tricks in every contract; the line is entered all the same."""
    begun(kozyr, 6, "--game", "bridge")
    (tmp_path / "s").write_text("00" * 32)
    kozyr("boards", "make", "ev/boards.pbn", "--event", "Spring cup", "--count", "4", "--secret", "s")
    assert kozyr("boards", "show", "ev/boards.pbn", "--makes", "ev/makes.json")[0] == 0
    kozyr("tournament", "seat", "ev", "--by", "hand", "--boards", "1")
    kozyr("tournament", "round", "ev", "begin")
    lines = [
        kozyr("tournament", "row", "ev", "1", "1", "7NT N 13"),
        kozyr("tournament", "correct", "ev", "1", "1", "7NT E 13"),
    ]
    assert [status for status, *_ in lines] == [0, 0]
    assert (
        "unlikely: 13 tricks of E in 7NT: all cards seen it makes"
        in kozyr("tournament", "score", "ev", "--board", "1")[1]
    )


def test_a_changed_board_does_not_verify(kozyr: Kozyr, tmp_path: Path) -> None:
    made = ("--event", "E", "--secret", "s")
    kozyr("boards", "make", "a.txt", *made, "--count", "2", "--reveals", "r.json")
    kozyr("boards", "make", "b.txt", "--event", "F", "--secret", "s", "--count", "2")
    assert kozyr("boards", "verify", "b.txt", "--reveals", "r.json") == (
        1, "board 1: other cards than were revealed\nboard 2: other cards than were revealed\n", "",
    )  # fmt: skip
    assert (tmp_path / "s").stat().st_mode & 0o077 == 0


def test_the_page_tells_an_evening_command_by_command(kozyr: Kozyr, tmp_path: Path) -> None:
    """Every command of docs/tournaments.md prints what the page says; files are shown before they are read."""
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text("utf-8")
    count = 0
    for kind, name, block in re.findall(
        r'^```(text|console)(?: title="(\S+)")?\n(.*?)^```$', page, re.DOTALL | re.MULTILINE
    ):
        if kind == "text":
            (tmp_path / name).write_text(block, "utf-8")
            continue
        for told in re.split(r"^\$ kozyr ", block, flags=re.MULTILINE)[1:]:
            command, _, due = told.partition("\n")
            status, out, complaint = kozyr(*shlex.split(command))
            assert complaint + out == due, command
            assert status == (2 if complaint else 0)
            count += 1
    assert count > 20
