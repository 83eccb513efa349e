"""Recap sheets of ACBLscore: points and scores by pair, without who met whom."""

import random
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from kozyr.tournaments import folder, pairs
from kozyr.tournaments.director import standing
from kozyr.tournaments.director.final import points_of
from kozyr.tournaments.director.state import State
from kozyr.tournaments.imports.reading import read as read_file
from tests.tournaments.commands import Kozyr
from tests.tournaments.evening import Evening, event

HEAD = """
EVENT>{event:<25}|SESSION>Tuesday Eve |SECTION> A{side}
------------------------,------ ------------,-------- --------------------------
DATE>May 5, 2026        |CLUB NO.>000000    | 05/06/2026 05:58
PAIRS IN STRAT A=4/B=2                                           ,---,-------------------,------,---------,
-----------------------------------------------------------------|   |      Section      |      |Section  |
No         Name                           Name                   |Flt|Rnk-A|Rnk-B| Score | Pct  |Awards   |
----------------------------------------------------------------- --- ----- ----- ------- ------ ---------
"""


def points(value: Fraction) -> str:
    """As the program writes them: `2-` for two and a half, else two decimals where it is no whole number."""
    if value.denominator == 1:
        return f"{value} "
    return f"{value.numerator // 2 or ''}-" if value.denominator == 2 else f"{float(value):.2f}"


def sheet(state: State, side: str, numbers: Mapping[int, int]) -> str:
    """A sheet of entrants with their numbers on it; side: ` N-S`, ` E-W`, or empty where all change sides."""
    table = standing(state)
    several = list(table.fields.values()) if side else [table.places]
    places = {place.entrant: place for some in several for place in some}
    text = HEAD.format(event="Club game", side=side)
    for who, number in numbers.items():
        names = f"{number:>2} 1234567 {f'Ann {who}':<22}         {f'Bob {who}':<23}"
        text += f"{names} B {places[who].rank:>4}     .   {0:7.2f} {float(places[who].total):6.2f}\n"
    text += "\n          **PAIRS**\nBOARD" + "".join(f"{number:>6}" for number in numbers.values()) + "\n  \\/\n"
    for board in sorted({at.board for at in state.rows}):
        found = {who: row for row in state.rows_of(1, board) for who in row.seats.values()}
        given = points_of(state, 1, board)
        above, below = f"{board:>4}>  ", " " * 7
        for who in numbers:
            if who not in found:
                above, below = f"{above}      ", f"{below}   NP "
                continue
            east = found[who].seats["EW"] == who
            score = int(found[who].reading.scores["EW" if east else "NS"])
            above += f"{points(given[who]):>5} "
            below += f"{str(score) if score else 'PASS':>5}" + ("*" if east and not side else " ")
        text += f"{above}\n{below}\n\n"
    return text


SHEETS: dict[str, Mapping[str, Mapping[int, int]]] = {
    "mitchell": {" N-S": {nth: nth for nth in range(1, 6)}, " E-W": {nth + 5: nth for nth in range(1, 6)}},
    "howell": {"": {nth: nth for nth in range(1, 9)}},
    "odd": {"": {nth: nth for nth in range(1, 8)}},
}


@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("chance", range(3))
def test_a_recap_comes_back_with_the_same_result(kozyr: Kozyr, kind: str, chance: int) -> None:
    """Totals, places and every score, though the sheets do not say who met whom."""
    sheets = SHEETS[kind]
    many = sum(len(numbers) for numbers in sheets.values())
    evening = Evening(event("bridge", bridge_mp_unit=1))
    evening.enter(many)
    evening.seat(pairs.pairs(many, "mitchell" if kind == "mitchell" else "howell", boards=3))
    evening.play(random.Random(f"{kind} {chance}"))
    Path("r.txt").write_text("".join(sheet(evening.state, side, numbers) for side, numbers in sheets.items()))
    status, out, complaint = kozyr("tournament", "import", "ev", "r.txt")
    assert (status, complaint) == (0, "")
    said = out.splitlines()
    assert said[0].startswith(f"Club game: {many} entrants")
    assert said[0].endswith(f"{len(evening.state.rows)} lines")
    assert said[1:] == ["scores, points and totals are those of the file"]
    state = folder.load(Path("ev"))
    assert {state.name(place.entrant): place.total for place in standing(state).places} == {
        f"Ann {place.entrant} - Bob {place.entrant}": place.total for place in standing(evening.state).places
    }
    assert {board: scores(state, board) for board in range(1, 4)} == {
        board: scores(evening.state, board) for board in range(1, 4)
    }


def scores(state: State, board: int) -> list[int]:
    return sorted(int(row.reading.scores["NS"]) for row in state.rows_of(1, board))


def written(side: str, pairs_: str, boards: str, event_: str = "Club game") -> str:
    return HEAD.format(event=event_, side=side) + pairs_ + "\nBOARD     1     2     3\n  \\/\n" + boards


NAMES = """ 1 1234567 Anna Adams                     Boris Brown             A    1     .      0.00  68.75
 2         Vera Ward                      Gleb Grey               A   2/3    .      0.00  40.00
 3         Dina Dorn                      Egor East               {stratum}    .     .      0.00  40.00
                                                          Totals                   0.00
"""
NORTH = written(
    " N-S",
    NAMES.format(stratum="A"),
    "   1>     2     1     0\n        420    50  PASS\n\n   2>   1.20     -    1-\n        AVE+  -100   100\n",
)
EAST = written(
    " E-W",
    NAMES.format(stratum="\0").replace("Ann", "Inn"),
    "   1>     0     1     2\n       PASS  -420   -50\n\n   2>    .80     -    1-\n        AVE-   100   late\n",
)


def test_signs_of_a_recap_are_understood() -> None:
    """Halves, averages, passes, ties of ranks, a pair out of the ranking; what has no other side is left and told."""
    read = read_file((NORTH + EAST).encode(), "r.txt")
    assert (read.name, read.day, read.two_winners) == ("Club game", "May 5, 2026", True)
    met = {(one.board, one.seats["NS"], one.seats["EW"]): one for one in read.results}
    assert set(met) == {(1, "1NS", "2EW"), (1, "2NS", "3EW"), (1, "3NS", "1EW"), (2, "1NS", "1EW"), (2, "2NS", "2EW")}
    assert met[1, "3NS", "1EW"].line == "pass"
    assert met[1, "1NS", "2EW"].score == 420
    assert met[1, "2NS", "3EW"].points == (Fraction(1), Fraction(2))
    assert met[2, "1NS", "1EW"].shares == (60, 40)
    assert met[2, "2NS", "2EW"].points == (Fraction(1, 2), Fraction(1, 2))
    assert read.faults == (
        "line 40: late is no score of pair 3EW",
        "line 20: board 2: 3NS has a score N-S that nobody has on the other side",
    )
    assert [one.place for one in read.comers] == ["1", "2", ".", "", "", ""]
    assert read.comers[1].members == ("Vera Ward", "Gleb Grey")
    assert [one.total for one in read.comers] == [Fraction("68.75"), 40, 40] * 2


def test_another_event_in_a_report_is_left_and_told() -> None:
    other = NORTH.replace("Club game", "Late game")
    read = read_file((NORTH + EAST + other).encode(), "r.txt")
    assert len(read.results) == 5
    assert "line 42: another sheet is left: Late game, section A N-S" in read.faults


def test_a_recap_with_empty_lines_between_is_the_same() -> None:
    whole = NORTH + EAST
    assert read_file(whole.replace("\n", "\n\n").encode(), "r.txt").comers == read_file(whole.encode(), "r.txt").comers


def test_who_met_is_guessed_by_the_boards_beside() -> None:
    """Two scores of 420 at board 2: those have met who have met at boards 1 and 3."""
    boards = "   1>     2     0\n       {0[0]:>4}  {0[1]:>4}\n\n   2>     1     1\n       {0[2]:>4}  {0[2]:>4}\n\n   3>     2     0\n       {0[3]:>4}  {0[4]:>4}\n"
    north = written(" N-S", NAMES.format(stratum="A"), boards.format([" 420", " 100", " 420", " 140", " 110"]))
    east = written(" E-W", NAMES.format(stratum="A"), boards.format(["-100", "-420", "-420", "-110", "-140"]))
    read = read_file((north + east).encode(), "r.txt")
    assert {(one.seats["NS"], one.seats["EW"]) for one in read.results} == {("1NS", "2EW"), ("2NS", "1EW")}
