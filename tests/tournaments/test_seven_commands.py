"""A director's evening: the folder alone says the next step, lines are pasted, a plan is a file, a decision is said in words."""

import io
import random
from pathlib import Path

import pytest

from kozyr.games.refusal import Refused
from kozyr.tournaments import pairs, spoken
from kozyr.tournaments.director.entries import Decision, RoundBegun, Row
from kozyr.tournaments.director.final import points_of
from kozyr.tournaments.director.state import State
from tests.tournaments.commands import Kozyr, begun, does, refuses, state
from tests.tournaments.evening import Evening, event, rows

PLAN = """
name = "Club night"
game = "bridge"
set = { "bridge.scoring" = "matchpoints" }
duties = { arbiter = "Orlova", preparations = "hall", sessions = "18:00", entry = "free", special_conditions = "none", published = "door" }
entrants = ["A:Anna,Boris", "B:Vera,Gleb", "C:Dina,Egor", "D:Zhanna,Igor", "E:Kira,Lev", "F:Mila,Nil"]
[seat]
by = "hand"
kind = "howell"
boards = 2
"""


def lines_of(now: State, chance: random.Random) -> str:
    """What a director pastes of the round that comes: every line of every table."""
    assert now.session is not None
    turn = now.session.turn(now.session.begun + 1)
    return "\n".join(
        f"{row.table} {row.board} {row.result}" for table in turn.tables for row in rows(now, table, chance)
    )


def test_an_evening_of_five_rounds_takes_seven_commands(kozyr: Kozyr, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("plan.toml").write_text(PLAN)
    status, out, complaint = kozyr("tournament", "new", "ev", "--file", "plan.toml")
    assert (status, complaint) == (0, "")
    assert "6 have entered" in out
    assert "table 1  boards 1-2  NS" in out
    chance = random.Random(1)
    for nth in range(1, 6):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines_of(state(), chance)))
        told = does(kozyr, "round", "play")
        assert f"round {nth}: 6 lines" in told
        assert f"round {nth} has ended" in told
    assert "entry" in kozyr("tournament", "ev")[1] or "publish" in kozyr("tournament", "ev")[1]
    assert kozyr("tournament", "next", "ev", "--do")[0] == 0
    assert state().published_at is not None


def test_the_folder_alone_says_the_next_step(kozyr: Kozyr, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(kozyr, 4, "--game=bridge")

    def first() -> str:
        status, out, _ = kozyr("tournament", "ev")
        assert status == 0
        return "\n".join(out.splitlines()[:2])

    assert first() == "seat the 4 who have entered\n  kozyr tournament seat ev"
    does(kozyr, "seat", "--by", "hand", "--kind", "mitchell", "--boards", "1", "--rounds", "1")
    assert first() == "round 1 of 1 begins\n  kozyr tournament round ev begin"
    does(kozyr, "next", "--do")
    assert first() == "round 1: lines of tables 1, 2 are missing\n  kozyr tournament round ev play --file -"
    assert "needs the director" in refuses(kozyr, "next", "--do")
    monkeypatch.setattr("sys.stdin", io.StringIO("1 1 4S N 10"))
    assert "round 1 lacks lines: table 2 2" in does(kozyr, "round", "play")
    does(kozyr, "row", "2", "2", "pass")
    assert first() == "round 1: all lines are there\n  kozyr tournament round ev end"
    does(kozyr, "next", "--do")
    assert first() == "all lines are there: publish the result\n  kozyr tournament rule ev published"
    does(kozyr, "next", "--do")
    assert "then close" in first()
    assert kozyr("tournament", "nowhere")[0] == 2


def test_open_duties_are_settled_and_not_announced_anew(kozyr: Kozyr) -> None:
    does(kozyr, "new", "--name", "Cup", "--game=bridge", "--duty", "arbiter=Orlova", "--duty", "entry=free")
    told = kozyr("tournament", "ev")[1].splitlines()
    due = "rule ev settled preparations=WORDS sessions=WORDS special_conditions=WORDS published=WORDS"
    assert told[1] == f"  kozyr tournament {due}"
    does(kozyr, *due.replace(" ev ", " ").replace("WORDS", "hall").split())
    assert not any("cannot open" in line for line in kozyr("tournament", "ev")[1].splitlines())


def test_what_was_not_announced_is_announced_anew(kozyr: Kozyr) -> None:
    does(kozyr, "new", "--name", "Cup", "--game=bridge", "--duty", "sessions=18:00")
    assert "kozyr tournament new ev" in kozyr("tournament", "ev")[1]  # nobody is the arbiter


def test_the_page_names_what_directors_looked_for_in_vain() -> None:
    """The room of a line, and a first round for setting boards."""
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text("utf-8")
    for flag in ("--room open", "--set-by-hand", "--lines", "--dry", "--again"):
        assert flag in page, flag


def test_a_toml_file_of_lines_is_as_good_as_flags(kozyr: Kozyr) -> None:
    begun(kozyr, 2, "--game=bridge", "--set=bridge.scoring=team_imps")
    does(kozyr, "seat", "--by", "hand", "--boards", "2")
    does(kozyr, "round", "begin")
    Path("open.toml").write_text(
        'room = "open"\n[[line]]\ntable = 1\nboard = 1\nresult = "4S N 10"\n[[line]]\ntable = 1\nboard = 2\nresult = "pass"\n'
    )
    assert does(kozyr, "row", "--file", "open.toml").splitlines() == [
        "table 1, board 1: 4S N 10",
        "table 1, board 2: pass",
    ]
    Path("closed.txt").write_text("round 1:\n1, 1, closed, 4S N 9  # one down\n1 2 c pass\n")
    does(kozyr, "row", "--file", "closed.txt")
    assert {at.room for at in state().rows} == {"open", "closed"}
    for text, said in (
        ('[[line]]\ntable = "x"\n', "Expected `int`"),
        ("[[line\n", "no TOML"),
        ('room = "open"\n', "no [[line]]"),
    ):
        Path("bad.toml").write_text(text)
        assert said in refuses(kozyr, "row", "--file", "bad.toml")
    Path("bad.txt").write_text("1 1 open 4S N 10\nwhat\n")
    assert "bad.txt: line 2: table, board and result" in refuses(kozyr, "row", "--file", "bad.txt")


def at_pairs() -> Evening:
    evening = Evening(event("bridge"))
    evening.enter(8)
    evening.seat(pairs.pairs(8, "mitchell", boards=2))
    evening.do(RoundBegun())
    return evening


def test_a_decision_is_said_in_words() -> None:
    """Sides, entrants, per cent, scores, results and weights; the law comes last."""
    evening = at_pairs()
    table = evening.state.sessions[0].turn(1).tables[2]
    ns, ew = table.seats["NS"], table.seats["EW"]
    board = table.boards[0]
    head = f"table {table.table} board {board}:"

    def said(words: str) -> Decision:
        made = spoken.ruling(evening.state, f"{head} {words}")
        assert (made.table, made.board, made.round) == (table.table, board, 1)
        evening.do(made)  # and it may be entered so
        return made.decision

    assert said("E-W 40%, N-S 60%, 12C2") == Decision(artificial={ew: "fully", ns: "innocent"})
    assert said(f"#{ew} 50%, Law 12C2") == Decision(artificial={ew: "partly"})
    assert said(f"P{ns} -100, PT-I.11.2.B.2") == Decision(assigned={ns: "-100"})
    assert said("NS 620, EW -420, 12C1") == Decision(assigned={ns: "620", ew: "-420"})
    made = said("4S N 10, 12C1").assigned
    assert int(made[ns]) == -int(made[ew]) in {420, 620}
    assert said("N-S 60% of 4S N 10 + 40% of -50, 12C1c").weighted[ns] == ((60, made[ns]), (40, "-50"))
    assert said("N-S dropped, E-W as played, 12C1") == Decision(dropped=(ns,), natural=(ew,))
    assert said("fouled, PT-I.10.A") == Decision(fouled=((table.table, 1),))
    assert points_of(evening.state, 1, board) is not None


def test_a_decision_of_a_room_gives_the_teams_their_sides() -> None:
    evening = Evening(event("bridge", bridge_scoring="team_imps"))
    evening.enter(2)
    evening.seat(pairs.teams(2, boards=2))
    evening.do(RoundBegun())
    seats = evening.state.sessions[0].entrants(evening.state.sessions[0].turn(1).tables[0])
    open_, closed = (
        spoken.ruling(evening.state, f"table 1 board 1 {room} room: N-S 1400, Law 12C1").decision
        for room in ("open", "closed")
    )
    assert open_ == Decision(assigned={seats["A"]: "1400"}, room="open")
    assert closed == Decision(assigned={seats["B"]: "1400"}, room="closed")
    evening.do(Row(table=1, board=1, result="pass", room="open"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("table 3 board 5: E-W 45%, 12C2", "is 40, 50, 60 per cent, not 45"),
        ("table 3 board 5: E-W 40%, 99C2", "there is no law 99C2"),
        ("table 3 board 77: E-W 40%, 12C2", "plays no board 77"),
        ("table 3 board 5", "a decision is said as"),
        ("table 3 board 5: #9 40%, 12C2", "#9 has not sat down"),
        ("table 3 board 5 open room: N-S 40%, 12C2", "there are no rooms"),
        ("table 3 board 5: N-S half, 12C2", "no result"),
    ],
)
def test_what_cannot_be_understood_is_refused_in_one_line(words: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        spoken.ruling(at_pairs().state, words)


def test_the_command_takes_words(kozyr: Kozyr) -> None:
    begun(kozyr, 4, "--game=bridge")
    does(kozyr, "seat", "--by", "hand", "--kind", "mitchell", "--boards", "1", "--rounds", "1")
    does(kozyr, "round", "begin")
    does(kozyr, "row", "1", "1", "4S N 10")
    told = does(kozyr, "rule", "table 1 board 1: E-W 40%, N-S 60%, 12C2")
    assert told.startswith("entry 8: ruled\n")
    (made,) = state().rulings.values()
    assert (made.law, made.text) == ("Law 12C2", "table 1 board 1: E-W 40%, N-S 60%, 12C2")
    assert "choose from" in refuses(kozyr, "rule", "sentence")
