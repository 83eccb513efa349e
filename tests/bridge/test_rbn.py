"""RBN: its hands in and out, what holds for the next records, and what is told as not read."""

from pathlib import Path

import pytest

from kozyr import cli
from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.notation.bridge import rbn
from kozyr.notation.bridge.boards import Board
from kozyr.solver.conditions import Search

TEXT = """% RBN 3.2
{A match,
of two boards}
E World Cup:Final
N Wolff+Hamman:Stansby+Martel:O

B 7:C
H W:873.A6.KT864.KQ8:96.T54.97.AJ9643:T542.K93.AQ53.52:
A SB:

B 8
H S:9.AK6.AKT982.K87:K7654.J73.Q65.T6:QT2.T94.J4.AQ953:
A WZ:1N3NA
C 3N:W
P S5
"""


def test_hands_players_and_the_head_of_the_auction_are_read() -> None:
    found = rbn.parse(TEXT)
    first, second = found.boards
    assert found.faults == ()
    assert first.deal == Layout.parse("W:873.A6.KT864.KQ8 96.T54.97.AJ9643 T542.K93.AQ53.52 AKQJ.QJ872.J2.T7")
    assert (first.number, first.dealer, first.vulnerability) == ("7", Seat.S, "both")
    assert first.players == {Seat.N: "Wolff", Seat.S: "Hamman", Seat.W: "Stansby", Seat.E: "Martel"}
    assert first.tags == {"Event": "World Cup:Final"}
    assert (second.number, second.dealer, second.vulnerability, second.players) == ("8", Seat.W, "none", first.players)
    (warning,) = found.warnings
    assert (warning.line, warning.reason) == (13, "only the hands of RBN are read, not A, C, P")


def test_what_is_written_is_read_again() -> None:
    deals = Search.of("bridge", seed=3).deals(20)
    boards = tuple(
        Board(str(n), Seat.E, "ew", deal, players={Seat.N: "Анна", Seat.W: "Bo"}, tags={"Event": "Cup"})
        for n, deal in enumerate(deals, 1)
    )
    told = rbn.parse(rbn.format(boards).decode())
    assert (told.faults, told.warnings) == ((), ())
    for one, other in zip(boards, told.boards, strict=True):
        assert not rbn.says_more(one)
        assert (one.number, one.dealer, one.vulnerability, one.deal) == (
            other.number, other.dealer, other.vulnerability, other.deal,
        )  # fmt: skip
        assert (one.players, one.tags) == (other.players, other.tags)


def test_some_hands_alone_are_kept() -> None:
    text = "B 1\nH W:AK2...:...:QJ3...\n"
    (board,) = rbn.parse(text).boards
    assert board.deal is not None
    assert [len(hand or ()) for hand in board.deal.hands] == [0, 3, 0, 3]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("H X:AK...", 1, "hands are written"),
        ("B 1\nH W:AK...:A...", 2, "dealt twice"),
        ("B 1\nH W:A1...", 2, "no rank"),
        ("B 1\nH W:" + "AKQJT98765432." * 2, 2, "dealt twice"),
        ("Board 1\n", 1, "no label of RBN"),
        ("C 3N:W\n", 1, "a record without hands"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_line(text: str, line: int, told: str) -> None:
    found = rbn.parse(text)
    assert found.boards == ()
    assert found.faults[0].line == line
    assert told in found.faults[0].reason


def test_the_command_line_converts_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.rbn", tmp_path / "a.pbn"
    source.write_text(TEXT)
    assert cli.main(["convert", str(source), "--out", str(target)]) == 0
    assert "not A, C, P" in capsys.readouterr().err
    assert '[Deal "' in target.read_text()
    back = tmp_path / "b.rbn"
    assert cli.main(["convert", str(target), "--out", str(back)]) == 0
    assert [one.deal for one in rbn.parse(back.read_text()).boards] == [one.deal for one in rbn.parse(TEXT).boards]
