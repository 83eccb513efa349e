"""Evenings of other programs: read, scored again, compared with what the file says, corrected and printed."""

import random
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from kozyr.games.refusal import Refused
from kozyr.tournaments import exports, folder, pairs
from kozyr.tournaments.director import standing
from kozyr.tournaments.director.entries import Decision, RoundBegun
from kozyr.tournaments.imports.building import built
from kozyr.tournaments.imports.reading import read as read_file
from kozyr.tournaments.imports.told import line_of, shares_by, shares_of
from tests.tournaments.commands import Kozyr, does
from tests.tournaments.evening import Evening, event


def imported(kozyr: Kozyr, name: str, text: str | bytes, *more: str) -> list[str]:
    """What the command says of a file; the folder is `ev`."""
    Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
    status, out, complaint = kozyr("tournament", "import", "ev", name, *more)
    assert (status, complaint) == (0, ""), complaint
    return out.splitlines()


def totals() -> dict[str, Fraction]:
    state = folder.load(Path("ev"))
    return {state.name(place.entrant): place.total for place in standing(state).places}


def usebio(evening: Evening) -> str:
    return exports.exported(evening.state, "usebio", {}).decode()


PAIRS: dict[str, Callable[[], object]] = {
    "howell": lambda: pairs.pairs(8, "howell", boards=2),
    "mitchell": lambda: pairs.pairs(10, "mitchell", boards=2),
    "odd": lambda: pairs.pairs(7, "howell", boards=2),
    "individual": lambda: pairs.individual(8, boards=2),
}


@pytest.mark.parametrize("kind", PAIRS)
@pytest.mark.parametrize("scoring", ["matchpoints", "butler", "cross_imps"])
def test_usebio_comes_back_with_the_same_result(kozyr: Kozyr, kind: str, scoring: str) -> None:
    """What the program writes it reads: places and totals to the last digit, whatever rounds were found for it."""
    evening = Evening(event("bridge", bridge_scoring=scoring))
    movement = PAIRS[kind]()
    evening.enter(movement.fields[-1].last)  # type: ignore[attr-defined]
    evening.seat(movement)  # type: ignore[arg-type]
    evening.play(random.Random(f"{kind} {scoring}"))
    said = imported(kozyr, "night.xml", usebio(evening))
    if (kind, scoring) != ("odd", "matchpoints"):  # whose boards have other tops where rounds are not told
        assert said[1:] == ["scores, points and totals are those of the file"]
    due = {evening.state.name(place.entrant): place.total for place in standing(evening.state).places}
    assert totals() == due


@pytest.mark.parametrize("scoring", ["team_imps", "board_a_match"])
def test_matches_of_teams_come_back(kozyr: Kozyr, scoring: str) -> None:
    evening = Evening(event("bridge", bridge_scoring=scoring))
    evening.enter(5)
    evening.seat(pairs.teams(5, boards=4))
    evening.play(random.Random(scoring))
    said = imported(kozyr, "night.xml", usebio(evening))
    assert said[0].startswith("Spring cup: 5 entrants, 5 rounds, 80 lines")
    assert totals() == {evening.state.name(place.entrant): place.total for place in standing(evening.state).places}


HAND_MADE = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE USEBIO SYSTEM "usebio_v1_1.dtd">
<usebio version="1.1"><club><club_name>Any</club_name></club>
<event event_type="PAIRS"><event_description>Tuesday</event_description><date>05/05/2026</date>
<board_scoring_method>MATCH_POINTS</board_scoring_method><winner_type>2</winner_type>
<session><section><participants>
<pair><pair_number>1</pair_number><direction>NS</direction><place>1</place><percentage>75.00</percentage>
<player><player_name>Anna</player_name></player><player><player_name>Boris</player_name></player></pair>
<pair><pair_number>2</pair_number><direction>NS</direction><place>2</place><percentage>25.00</percentage>
<player><player_name>Vera</player_name></player><player><player_name>Gleb</player_name></player></pair>
<pair><pair_number>1</pair_number><direction>EW</direction><place>2</place><percentage>25.00</percentage>
<player><player_name>Dina</player_name></player><player><player_name>Egor</player_name></player></pair>
<pair><pair_number>2</pair_number><direction>EW</direction><place>1</place><percentage>75.00</percentage>
<player><player_name>Kira</player_name></player><player><player_name>Lev</player_name></player></pair>
</participants>
<board><board_number>1</board_number>
<traveller_line><ns_pair_number>1</ns_pair_number><ew_pair_number>1</ew_pair_number><contract>4S</contract><played_by>N</played_by>
<tricks>10</tricks><score>420</score><ns_match_points>2</ns_match_points><ew_match_points>0</ew_match_points></traveller_line>
<traveller_line><ns_pair_number>2</ns_pair_number><ew_pair_number>2</ew_pair_number><contract>3N*</contract><played_by>S</played_by>
<tricks>8</tricks><score>-100</score><ns_match_points>0</ns_match_points><ew_match_points>2</ew_match_points></traveller_line>
</board>
<board><board_number>2</board_number>
<traveller_line><ns_pair_number>1</ns_pair_number><ew_pair_number>2</ew_pair_number><score>110</score>
<ns_match_points>1</ns_match_points><ew_match_points>1</ew_match_points></traveller_line>
<traveller_line><ns_pair_number>2</ns_pair_number><ew_pair_number>1</ew_pair_number><contract>2H</contract><played_by>N</played_by>
<tricks>8</tricks><score>110</score><ns_match_points>1</ns_match_points><ew_match_points>1</ew_match_points></traveller_line>
</board></section></session></event></usebio>
"""


def test_two_lines_with_the_same_numbers_are_told_apart(kozyr: Kozyr) -> None:
    """Small letters, version 1.1, a score without a contract; both lines have their own places."""
    said = imported(kozyr, "t.xml", HAND_MADE)
    assert said == ["Tuesday: 4 entrants, 2 rounds, 4 lines", "scores, points and totals are those of the file"]
    state = folder.load(Path("ev"))
    assert set(standing(state).fields) == {"EW", "NS"}
    assert totals() == {"Anna - Boris": 75, "Vera - Gleb": 25, "Dina - Egor": 25, "Kira - Lev": 75}
    assert "2♥" in does(kozyr, "score", "--board", "2") or "2H" in does(kozyr, "score", "--board", "2")
    does(kozyr, "correct", "1", "1", "4S N 6", "--round", "1")  # and it is corrected
    assert totals()["Anna - Boris"] != 75
    assert kozyr("tournament", "print", "ev", "protocols", "-o", "p.pdf")[0] == 0


def test_a_file_that_contradicts_itself_names_its_boards(kozyr: Kozyr) -> None:
    wrong = HAND_MADE.replace("<score>420</score>", "<score>620</score>").replace(
        "<ns_match_points>1</ns_match_points><ew_match_points>1</ew_match_points></traveller_line>\n</board></section>",
        "<ns_match_points>2</ns_match_points><ew_match_points>0</ew_match_points></traveller_line>\n</board></section>",
    )
    said = imported(kozyr, "t.xml", wrong.replace("75.00", "80.00"))
    assert said[1] == "differs: board 1: board 1, line 1 has 620, 4S N 10 is 420"
    assert (
        said[2]
        == "differs: board 2: board 2, line 2 gives 2NS 2.00, its scores 1.00; board 2, line 2 gives 1EW 0.00, its scores 1.00"
    )
    assert said[3] == "differs: Anna - Boris has 80.00 in the file, 75.00 by its lines"


def test_a_file_half_good_is_read_as_far_as_it_goes(kozyr: Kozyr) -> None:
    half = HAND_MADE.replace("<tricks>8</tricks><score>110</score>", "<score>AVE</score>").replace(
        "<score>110</score>", "<score>A6040</score>"
    )
    points = "<ns_match_points>1</ns_match_points><ew_match_points>1</ew_match_points>"
    said = imported(kozyr, "t.xml", half.replace(points, ""))
    assert said[0] == "Tuesday: 4 entrants, 2 rounds, 2 lines"
    assert "left: board 2, line 2: neither a contract with its tricks nor a score (AVE)" in said
    state = folder.load(Path("ev"))
    (made,) = state.rulings.values()
    assert sorted(made.decision.artificial.values()) == ["fully", "innocent"]


def test_an_adjusted_line_is_found_by_its_points(kozyr: Kozyr) -> None:
    """A line with an empty contract and a score of 0 is no pass: its points tell the parts of the top."""
    adjusted = HAND_MADE.replace(
        "<score>110</score>\n<ns_match_points>1</ns_match_points><ew_match_points>1</ew_match_points>",
        "<contract/><score>0</score><ns_match_points>1.2</ns_match_points><ew_match_points>0.8</ew_match_points>",
    )
    assert adjusted != HAND_MADE
    imported(kozyr, "t.xml", adjusted)
    (made,) = folder.load(Path("ev")).rulings.values()
    assert sorted(made.decision.artificial.values()) == ["fully", "innocent"]
    assert shares_by(Fraction(5), Fraction(5), 11) == (50, 50)
    assert shares_by(Fraction(6), Fraction(4), 6) == (60, 40)
    assert shares_by(Fraction(9), Fraction(1), 6) is None


TABLES = r"""[Event "Club night"]
[Scoring "MatchPoints;MP1"]
[Board "28"]
[Vulnerable "NS"]
[ScoreTable "Table\2R;Round\2R;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;Score_NS\6R;Score_EW\6R;MP_NS\4R;MP_EW\4R"]
 1  1  1  4 2HX  S  8 S6   "670"      -  4.0  0.0
 2  1  2  5 Pass -  - -      "0"      -  2.0  2.0
 3  1  3  6 2N   N  5 S5       -  "300"  0.0  4.0
[TotalScoreTable "Rank\2R;PairId\2R;TotalScoreMP\5R;TotalPercentage\6R;Names\20L"]
 1  1   4.0 100.00 Anna - Boris
 1  6   4.0 100.00 Vera - Gleb
 3  2   2.0  50.00 Dina - Egor
 3  5   2.0  50.00 Kira - Lev
 5  3   0.0   0.00 Mila - Nil
 5  4   0.0   0.00 Olga - Petr
"""


def test_score_tables_of_pbn_are_read(kozyr: Kozyr) -> None:
    """Columns with widths, scores in quotation marks on either side, rounds and tables as the file has them."""
    said = imported(kozyr, "n.pbn", TABLES)
    assert said == ["Club night: 6 entrants, 1 rounds, 3 lines", "scores, points and totals are those of the file"]
    assert totals()["Vera - Gleb"] == 100
    assert "2N   N  5" in TABLES
    bad = read_file(TABLES.replace(" 2  1  2  5 Pass -  - -      ", " 2  1  2  5 ").encode(), "n.pbn")
    assert bad.faults == ('line 7: 12 columns are due: 2  1  2  5 "0"      -  2.0  2.0',)
    assert len(bad.results) == 2


def test_averages_of_a_score_table_are_artificial_scores() -> None:
    """`A+` for both, and `A+` against `A-`; one side's alone is no score."""
    played = ' 3  1  3  6 2N   N  5 S5       -  "300"  0.0  4.0'
    assert played in TABLES
    for own, theirs, due in (("A+", "A+", (60, 60)), ("A-", "A+", (40, 60)), ("A=", "A", (50, 50)), ("A+", "-", None)):
        line = " 3  1  3  6 -    -  - -  " + f'"{own}"'.rjust(7) + f'"{theirs}"'.rjust(7) + "  2.4  2.4"
        read = read_file(TABLES.replace(played, line).encode(), "n.pbn")
        assert [one.shares for one in read.results][2:] == ([due] if due else [])
        assert len(read.faults) == (due is None)


def test_a_table_of_several_sessions_has_the_sessions_own_totals() -> None:
    """Totals and places of the session that the file has, not of all sessions."""
    header = '[TotalScoreTable "Rank;PairId;TotalPercentage;SessionPercentage;SessionRank"]'
    before = TABLES[: TABLES.index("[TotalScoreTable")]
    read = read_file(f"{before}{header}\n 1 1 70.00 55.50 2\n 2 2 60.00 58.25 1\n".encode(), "n.pbn")
    assert [(one.label, one.total, one.place) for one in read.comers] == [
        ("1", Fraction("55.5"), "2"),
        ("2", Fraction("58.25"), "1"),
    ]
    assert {one.line for one in read_file(TABLES.replace("Pass", "PO  ").encode(), "n.pbn").results} >= {"pass"}


ACBL = """                    GAMBIT CLUB  Tuesday Morning
RESULTS OF BOARD 1
       SCORES          MATCHPOINTS     NAMES
    N-S     E-W      N-S     E-W
    420             2.00    0.00    1-Smith-Jones vs 1-Kirk-Spock
            50      0.00    2.00    2-Doe-Roe vs 2-Hart-Bell
RESULTS OF BOARD 2
       SCORES          MATCHPOINTS     NAMES
    N-S     E-W      N-S     E-W
   PASS             1.00    1.00    1-Smith-Jones vs 2-Hart-Bell
    AVE             1.00    1.00    2-Doe-Roe vs 1-Kirk-Spock
   late             1.00    1.00    2-Doe-Roe vs 1-Kirk-Spock
"""


def test_reports_of_acblscore_are_read(kozyr: Kozyr) -> None:
    """Scores alone, in the column of the side that has them; both directions number from one."""
    said = imported(kozyr, "r.txt", ACBL, "--name", "Tuesday")
    assert said[0] == "Tuesday: 4 entrants, 2 rounds, 3 lines"
    assert said[1].startswith("left: line 12: no score")
    assert totals()["Smith - Jones"] == 75
    told = does(kozyr, "score", "--board", "1")
    assert "NS 420" in told
    assert "EW 50" in told


RECEIVED = """ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks,Erased
1,1,1,1,1,1,3,1,N,4 H x,=,S4,,0
2,1,2,1,1,2,4,4,E,3 NT,-1,H2,,0
3,1,1,2,2,1,4,,,PASS,,,,0
4,1,2,2,2,3,2,2,W,2 S,+1,,,0
5,1,2,2,2,3,2,2,W,7 S,+1,,,1
"""


def test_a_keypad_systems_table_is_read_by_the_names_of_its_columns(kozyr: Kozyr) -> None:
    said = imported(kozyr, "received.csv", RECEIVED)
    assert said[0] == "CSV: 4 entrants, 2 rounds, 4 lines"
    assert {row.reading.text for row in folder.load(Path("ev")).rows.values()} == {
        "4HX N 10",
        "3NT E 8",
        "pass",
        "2S W 9",
    }
    assert "lines.csv" in kozyr("tournament", "import", "other", _written("a.bws", b"\0\1\0\0Standard Jet DB\0"))[2]


def test_of_several_evenings_of_a_keypad_the_longest_is_read() -> None:
    """The lines keep their numbers; the other days are one line."""
    head, *lines = RECEIVED.splitlines()
    dated = [f"{head},DateLog", *(f"{line},05/0{5 if nth else 4}/26 00:00:00" for nth, line in enumerate(lines))]
    read = read_file("\n".join(dated).encode(), "received.csv")
    assert read.faults == ("05/05/26 is read; lines of other days are left (05/04/26: 1)",)
    assert [one.where for one in read.results] == ["line 3", "line 4", "line 5"]


def _written(name: str, data: bytes) -> str:
    Path(name).write_bytes(data)
    return name


def test_a_csv_of_a_match_has_rooms(kozyr: Kozyr) -> None:
    text = "board;room;ns;ew;contract;by;tricks\n1;open;1;2;4S;N;10\n1;closed;2;1;4S;N;8\n"
    assert imported(kozyr, "m.csv", text)[0] == "CSV: 2 entrants, 1 rounds, 2 lines"
    assert totals() == {"1": 12, "2": 8}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.txt", b"hello", "a.txt is no file of usebio, pbn, acblscore, csv"),
        ("a.xml", b"<USEBIO><EVENT>", "no XML of an event"),
        ("a.xml", b'<!DOCTYPE x [<!ENTITY a "b">]><USEBIO/>', "ENTITY"),
        ("a.csv", b"board,ns,ew\nx,1,2\n", "a.csv has no result"),
        ("b.csv", b"board,ns,ew,contract,by,tricks\n1,1,2,4S,N,14\n", "14 tricks"),
    ],
)
def test_what_cannot_be_read_is_one_line(kozyr: Kozyr, name: str, data: bytes, said: str) -> None:
    Path(name).write_bytes(data)
    status, _, complaint = kozyr("tournament", "import", "ev", name)
    assert (status, said in complaint) == (2, True), complaint
    assert not Path("ev/log.jsonl").exists() or not Path("ev/log.jsonl").read_bytes()


def test_words_of_columns() -> None:
    assert [line_of(*one) for one in (("4HX", "n", "10"), ("3 NT xx", "West", "-1"), ("2♠*", "S", "="), ("AP", "", ""))] == [
        "4HX N 10", "3NTXX W -1", "2SX S =", "pass",
    ]  # fmt: skip
    assert [line_of(*one) for one in (("8H", "N", "10"), ("4H", "Q", "10"), ("4H", "N", "many"))] == ["", "", ""]
    assert (shares_of("A6040"), shares_of("60%-40%"), shares_of("420")) == ((60, 40), (60, 40), None)


def test_the_keypads_file_has_the_movement() -> None:
    """The vendor's JSON connector: a table has all its rounds, pairs their own numbers, boards from the lowest to the highest."""
    evening = Evening(event("bridge"))
    evening.enter(7)
    evening.seat(pairs.pairs(7, "howell", boards=3))
    evening.do(RoundBegun())
    told = msgspec.json.decode(exports.exported(evening.state, "bridgemate", {}))
    (session,) = told["Sessions"]
    assert re.fullmatch("[0-9A-F]{32}", session["SessionGuid"])
    (group,) = session["ScoringGroups"]
    (section,) = group["Sections"]
    assert (group["ScoringMethod"], section["Winners"], section["GameType"], len(section["Tables"])) == (10, 1, 10, 3)
    movement = evening.state.sessions[0]
    for table in section["Tables"]:
        assert len(table["Rounds"]) == 7
        for one in table["Rounds"]:
            due = next(each for each in movement.turn(one["RoundNumber"]).tables if each.table == one["TableNumber"])
            seats = movement.entrants(due)
            assert (one["PairNS"], one["PairEW"]) == (seats["NS"], seats["EW"])
            assert (one["LowBoardNumber"], one["HighBoardNumber"]) == (due.boards[0], due.boards[-1])
    assert exports.exported(evening.state, "bridgemate", {}) == exports.exported(evening.state, "bridgemate", {})


def test_the_site_has_a_page_for_each_board_and_entrant(kozyr: Kozyr) -> None:
    deal = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
    imported(kozyr, "t.xml", HAND_MADE)
    Path("ev/boards.pbn").write_text(f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n')
    decision = Decision(artificial={1: "innocent"})
    told = msgspec.json.encode(decision).decode()
    does(kozyr, "rule", "ruled", "board=2", "law=Law 12C1", "text=t", f"decision={told}")
    status, out, complaint = kozyr("tournament", "site", "ev", "-o", "site", "--lang", "en")
    assert (status, complaint, out) == (0, "", "site: 8 pages\n")
    names = {path.name for path in Path("site").iterdir()}
    assert names == {
        "style.css",
        "index.html",
        "board-1-1.html",
        "board-1-2.html",
        *(f"entrant-{n}.html" for n in range(1, 5)),
    }
    for path in Path("site").glob("*.html"):
        text = path.read_text()
        assert set(re.findall(r'(?:href|src)="([^"]+)"', text)) <= names
        assert "<script" not in text
    board = Path("site/board-1-1.html").read_text()
    assert "Par +" in board
    assert "4♠ N 10" in board
    assert "By ruling: 1: 60 %" in Path("site/board-1-2.html").read_text()
    assert kozyr("tournament", "site", "ev", "-o", "site")[0] == 2  # nothing is written over


def test_a_name_is_no_html(kozyr: Kozyr) -> None:
    imported(kozyr, "t.xml", HAND_MADE.replace("Anna", "&lt;b&gt;Anna"))
    assert kozyr("tournament", "site", "ev", "-o", "site", "--plain")[0] == 0
    assert "<b>Anna" not in Path("site/index.html").read_text()
    assert "&lt;b&gt;Anna" in Path("site/index.html").read_text()


def test_a_score_alone_is_a_line() -> None:
    evening = Evening(event("bridge"))
    evening.enter(4)
    evening.seat(pairs.pairs(4, "mitchell", boards=1, rounds=1))
    evening.do(RoundBegun())
    read = evening.state.boards.read
    at = evening.state.board_at(1, ("NS", "EW"))
    assert read("NS 420", at, judged=True).scores == {"NS": 420, "EW": -420}
    assert read("EW 50", at, judged=True).scores == {"NS": -50, "EW": 50}
    for text in ("NS 425", "NS 9990", "XY 50"):
        with pytest.raises(Refused):
            read(text, at, judged=True)


def test_the_movement_of_a_file_seats_nobody_twice() -> None:
    for seed in range(20):
        evening = Evening(event("bridge"))
        evening.enter(9)
        evening.seat(pairs.pairs(9, "howell", boards=1))
        evening.play(random.Random(seed))
        found = built(read_file(usebio(evening).encode(), "x.xml"), "x", "x.xml")
        movement = next(one.movement for one in found.what if type(one).__name__ == "Seated")  # type: ignore[union-attr]
        for turn in movement.rounds:
            people = [who for table in turn.tables for who in table.seats.values()]
            assert len(people) == len(set(people))
            assert sorted([*people, *turn.rest]) == list(range(1, 10))


# --- what the files of other programs do otherwise -----------------------------------------------------------


def _pair(number: str, place: str, total: str, more: str = "") -> str:
    return (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER>{more}<PLACE>{place}</PLACE><TOTAL_SCORE>{total}</TOTAL_SCORE>"
        f"<PLAYER><PLAYER_NAME>{number}a</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>{number}b</PLAYER_NAME></PLAYER></PAIR>"
    )


def _line(north: str, east: str, score: int, more: str = "") -> str:
    return (
        f"<TRAVELLER_LINE>{more}<NS_PAIR_NUMBER>{north}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{east}</EW_PAIR_NUMBER>"
        f"<SCORE>{score}</SCORE></TRAVELLER_LINE>"
    )


def _event(inside: str, kind: str = "PAIRS", told: str = "") -> str:
    return f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}">{told}<SESSION>{inside}</SESSION></EVENT></USEBIO>'


def test_sections_with_the_same_numbers_are_told_apart(kozyr: Kozyr) -> None:
    """Each section has its letter; one board is compared over both of them."""
    sections = "".join(
        f'<SECTION SECTION_ID="{letter}"><PARTICIPANTS>{_pair("1", "1", "2")}{_pair("2", "2", "0")}</PARTICIPANTS>'
        f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{_line('1', '2', score)}</BOARD></SECTION>"
        for letter, score in (("A", 420), ("B", 170))
    )
    assert imported(kozyr, "t.xml", _event(sections))[0] == "USEBIO: 4 entrants, 1 rounds, 2 lines"
    assert {name: total for name, total in totals().items() if total == 100} == {
        "1a - 1b": 100,
        "2a - 2b (B2)": 100,
    }


def test_pairs_of_teams_are_numbered_after_their_team(kozyr: Kozyr) -> None:
    """`4-1-2` is of team 4; board-a-match is called PAB, and its rests bring nothing where the file's totals say so."""
    people = "".join(
        f'<TEAM TEAM_ID="{team}" TEAM_NAME="T{team}"><TOTAL_SCORE>{total}</TOTAL_SCORE><PLACE>{place}</PLACE></TEAM>'
        for team, total, place in (("1", 2, "1="), ("4", 2, "1="), ("7", 2, "1="))
    )
    boards = "".join(
        f"<MATCH><ROUND_NUMBER>{nth}</ROUND_NUMBER><TEAM>{one}</TEAM><OPPOSING_TEAM>{two}</OPPOSING_TEAM><BOARD>"
        f"<BOARD_NUMBER>{nth}</BOARD_NUMBER>{_line(f'{one}-1-2', f'{two}-3-4', 420)}{_line(f'{two}-1-2', f'{one}-3-4', score)}"
        "</BOARD></MATCH>"
        for nth, (one, two, score) in enumerate((("1", "4", 170), ("4", "7", 170), ("7", "1", 170)), 1)
    )
    told = "<BOARD_SCORING_METHOD>PAB</BOARD_SCORING_METHOD>"
    said = imported(kozyr, "t.xml", _event(f"<PARTICIPANTS>{people}</PARTICIPANTS>{boards}", "TEAMS", told))
    assert said == ["USEBIO: 3 entrants, 3 rounds, 6 lines", "scores, points and totals are those of the file"]
    assert totals() == {"T1": 2, "T4": 2, "T7": 2}


def test_the_scale_of_victory_points_is_found_by_the_totals(kozyr: Kozyr) -> None:
    """Eight boards won by an IMP each are 13 : 7 of the whole scale of 2013; the usual table has 12 : 8."""
    people = "".join(
        f'<TEAM TEAM_ID="{team}" TEAM_NAME="T{team}"><TOTAL_SCORE>{total}</TOTAL_SCORE><PLACE>{place}</PLACE></TEAM>'
        for place, (team, total) in enumerate((("1", 13), ("2", 7)), 1)
    )
    boards = "".join(
        f"<BOARD><BOARD_NUMBER>{nth}</BOARD_NUMBER>{_line('1', '2', 140)}{_line('2', '1', 110)}</BOARD>"
        for nth in range(1, 9)
    )
    match = f"<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>{boards}</MATCH>"
    said = imported(kozyr, "t.xml", _event(f"<PARTICIPANTS>{people}</PARTICIPANTS>{match}", "TEAMS"))
    assert said[1:] == ["scores, points and totals are those of the file"]
    state = folder.load(Path("ev"))
    assert state.event.regulations.bridge_vp_scale == "wbf discrete"
    assert totals() == {"T1": 13, "T2": 7}


def test_who_plays_a_board_twice_is_left(kozyr: Kozyr) -> None:
    """The line that comes second is left and told; the rest is read."""
    lines = _line("1", "2", 420) + _line("3", "2", 170) + _line("3", "4", 50)
    said = imported(kozyr, "t.xml", _event(f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD>"))
    assert said[:2] == [
        "USEBIO: 4 entrants, 1 rounds, 2 lines",
        "left: board 1, line 2: 2 has played the board there: board 1, line 1",
    ]


def test_places_that_do_not_follow_are_named(kozyr: Kozyr) -> None:
    people = _pair("1", "2", "2") + _pair("2", "1", "0") + _pair("3", "1", "2") + _pair("4", "2", "0")
    lines = _line("1", "2", 420) + _line("4", "3", 170)
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD>"
    said = imported(kozyr, "t.xml", _event(f"<PARTICIPANTS>{people}</PARTICIPANTS>{board}"))
    assert "differs: 1a - 1b is placed 2 in the file, 1 by its lines" in said


def test_imps_without_a_type_are_butler(kozyr: Kozyr) -> None:
    lines = _line("1", "2", 420) + _line("3", "4", 170)
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD>"
    imported(kozyr, "t.xml", _event(board, "OTHER", "<SCORING_METHOD>IMPS</SCORING_METHOD>"))
    assert folder.load(Path("ev")).event.scoring == "butler"


def test_in_two_lines_each_has_its_own_places() -> None:
    """A Mitchell has two winners, and both are first in the file."""
    evening = Evening(event("bridge"))
    evening.enter(8)
    evening.seat(pairs.pairs(8, "mitchell", boards=2))
    evening.play(random.Random(5))
    text = usebio(evening)
    assert "<WINNER_TYPE>2</WINNER_TYPE>" in text
    told = re.findall(r"<DIRECTION>(\w+)</DIRECTION>\s*<PLACE>(\d)=?</PLACE>", text)
    assert {way for way, place in told if place == "1"} == {"NS", "EW"}
