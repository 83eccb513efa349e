"""PBN of matches of teams: two rooms, tags of the game before, stages that play the same boards."""

import random
from fractions import Fraction
from pathlib import Path

from kozyr.tournaments import folder, pairs
from kozyr.tournaments.director import standing
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.imports.reading import read as read_file
from tests.tournaments.commands import Kozyr
from tests.tournaments.evening import Evening, event

GAMES = """% PBN 1.0
[Event "Spring teams"]
[Date "2026.05.05"]
[Board "1"]
[Declarer "N"]
[Contract "4S"]
[Result "10"]
[HomeTeam "Reds"]
[Room "Open"]
[Round "2"]
[Score "NS 420"]
[VisitTeam "Blues"]
{
   a diagram

[Contract "7NT"]
}
[Auction "N"]
1S Pass 4S AP

[Event "#"]
[Board "1"]
[Declarer "S"]
[Contract "3NT"]
[Result "8"]
[HomeTeam "#"]
[Room "Closed"]
[Round "#"]
[Score "EW 50"]
[VisitTeam "#"]

[Board "2"]
[Declarer "E"]
[Contract "2HX"]
[Result "8"]
[Score "EW 470"]

[Declarer "W"]
[Contract "1NT"]
[Result "7"]
[Score "NS -90"]

[Board "3"]
[Contract "Pass"]

[Declarer "?"]
[Contract "?"]
[Result "?"]
"""


def test_a_match_of_two_rooms_is_read(kozyr: Kozyr) -> None:
    """Home sits North-South in the open room: +420 and +50 are 10 IMPs; -470 and +90 are 9 for the visitors."""
    Path("m.pbn").write_text(GAMES)
    status, out, complaint = kozyr("tournament", "import", "ev", "m.pbn")
    assert (status, complaint) == (0, "")
    assert out.splitlines() == [
        "Spring teams: 2 entrants, 1 rounds, 5 lines",
        "left: line 46: board 3, closed room: a contract with its tricks or a score is due",
        "scores, points and totals are those of the file",
    ]
    state = folder.load(Path("ev"))
    (match,) = matches(state)
    assert (state.name(match.home), state.name(match.away)) == ("Reds", "Blues")
    assert match.boards == {1: 10, 2: -9}


def test_a_score_that_contradicts_its_contract_is_named(kozyr: Kozyr) -> None:
    Path("m.pbn").write_text(GAMES.replace("NS 420", "NS 450"))
    out = kozyr("tournament", "import", "ev", "m.pbn")[1]
    assert "differs: board 1: line 2 has 450, 4S N 10 is 420" in out


def test_rooms_that_are_not_named_follow_the_order() -> None:
    read = read_file(GAMES.replace('[Room "Open"]\n', "").replace('[Room "Closed"]\n', "").encode(), "m.pbn")
    assert [(one.board, one.room, one.line) for one in read.results] == [
        (1, "open", "4S N 10"),
        (1, "closed", "3NT S 8"),
        (2, "open", "2HX E 8"),
        (2, "closed", "1NT W 7"),
        (3, "open", "pass"),
    ]
    assert [one.score for one in read.results] == [420, -50, -470, -90, None]


def test_a_stage_that_plays_the_boards_again_is_one_line() -> None:
    """The same teams may go on with other boards; a match on boards that one of them has played is left."""
    later = '\n[Round "3"]\n[Board "{board}"]\n[HomeTeam "{home}"]\n[VisitTeam "Blues"]\n[Contract "1C"]\n[Declarer "N"]\n[Result "7"]\n'
    games = GAMES + later.format(board=4, home="Reds") + later.format(board=1, home="Greens").replace("3", "4")
    read = read_file(games.encode(), "m.pbn")
    assert [(one.round, one.board) for one in read.results][-1] == (2, 4)
    assert read.faults[-1] == "line 58: Greens - Blues 4 is left: Blues has played its boards before"
    assert {one.label for one in read.comers} == {"Reds", "Blues"}


def test_games_without_their_teams_are_told() -> None:
    read = read_file(
        GAMES.replace('VisitTeam "Blues"', 'VisitTeam "?"').encode() + b'\n[VisitTeam "Blues"]\n[Score "NS 50"]\n',
        "m.pbn",
    )
    assert read.faults[0] == "line 2: two teams and a board are due"
    assert [(one.board, one.score) for one in read.results] == [(3, 50)]


def test_a_league_as_pbn_has_its_own_table(kozyr: Kozyr) -> None:
    """Five teams, five rounds, by chance: written as games and read, the same victory points."""
    evening = Evening(event("bridge", bridge_scoring="team_imps"))
    evening.enter(5)
    evening.seat(pairs.teams(5, boards=4))
    evening.play(random.Random(5))
    text = '[Event "League"]\n'
    for at, row in evening.state.rows.items():
        said = row.reading.text.split()
        home, away = row.seats["A"], row.seats["B"]
        text += f'[Round "{at.round}"]\n[Room "{at.room}"]\n[Board "{at.board}"]\n[HomeTeam "P{home}"]\n[VisitTeam "P{away}"]\n'
        text += (
            f'[Contract "{said[0]}"]\n'
            + (f'[Declarer "{said[1]}"]\n[Result "{said[2]}"]\n' if len(said) > 1 else "")
            + "\n"
        )
    Path("l.pbn").write_text(text)
    status, out, complaint = kozyr("tournament", "import", "ev", "l.pbn")
    assert (status, complaint) == (0, "")
    assert out.splitlines() == [
        "League: 5 entrants, 5 rounds, 80 lines",
        "scores, points and totals are those of the file",
    ]
    state = folder.load(Path("ev"))
    due: dict[str, Fraction] = {
        evening.state.name(place.entrant): place.total for place in standing(evening.state).places
    }
    assert {state.name(place.entrant): place.total for place in standing(state).places} == due
