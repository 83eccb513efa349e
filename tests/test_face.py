"""`import kozyr`: the names that a program wants first, what they take, and that they cost nothing until they are used."""

import subprocess
import sys
from pathlib import Path

import pytest

import kozyr
from kozyr.notation.bridge import rbn
from kozyr.notation.bridge.boards import Board

LINE = '{"dealer":"N","kind":"tricks","declarer":"E","contract":"6S","calls":{"S":"whist","N":"pass"},"tricks":{"E":6,"S":4}}'


def test_a_name_is_loaded_when_it_is_asked_for() -> None:
    program = "import sys, kozyr; print(*(name for name in sys.modules if name.startswith('kozyr')), 'msgspec' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    assert done.stdout.split() == ["kozyr", "False"]
    assert {"Card", "deal", "read", "score", "solve", "__version__"} <= set(dir(kozyr))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(kozyr, "no" + "thing")


def test_cards_and_deals() -> None:
    assert kozyr.Card.parse("♠10") is kozyr.Card.ST
    deal = kozyr.deal("bridge", where="N.hcp >= 20", predeal="S:A...", seed=1)
    assert kozyr.deal("bridge", where="N.hcp >= 20", predeal="S:A...", seed=1) == deal
    assert kozyr.Card.SA in (deal.hand(kozyr.Seat.S) or ())
    assert kozyr.deal("bridge") != kozyr.deal("bridge")
    with pytest.raises(ValueError, match="no word 'hpc'"):
        kozyr.deal("bridge", where="N.hpc > 1")


def test_a_deal_is_solved_as_it_is_or_as_text() -> None:
    deal = kozyr.deal("bridge", seed=1)
    tricks = kozyr.solve(deal)
    assert isinstance(tricks, dict)
    assert kozyr.solve(str(deal)) == tricks
    assert set(tricks) == {"S", "H", "D", "C", "NT"}
    found = kozyr.solve(kozyr.deal(seed=1))
    assert isinstance(found, tuple)
    assert set(found.misere) == {kozyr.Seat.N, kozyr.Seat.E, kozyr.Seat.S}
    with pytest.raises(ValueError, match="not of 2"):
        kozyr.solve(kozyr.deal("deberts", seed=1))


def test_a_file_is_read_and_a_score_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "boards.rbn"
    path.write_bytes(rbn.format([Board("1", deal=kozyr.deal("bridge", seed=1))]))
    assert kozyr.read(path).boards[0].deal == kozyr.deal("bridge", seed=1) == kozyr.read(str(path)).boards[0].deal
    match = kozyr.score(LINE)
    assert sum(match.results.values()) == 0
    assert kozyr.score([LINE, ""]).results == match.results
    with pytest.raises(ValueError, match="line 2: "):
        kozyr.score([LINE, "{}"])


@pytest.mark.parametrize(
    ("name", "wrong", "told"),
    [
        ("solve", 3, "a deal or a position is solved, not an int"),
        ("read", 3, "a file is named by a text or a path, not by an int"),
        ("score", [3], "a line of a score is a text, not an int"),
    ],
)
def test_a_wrong_type_is_told_in_one_line(name: str, wrong: object, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        getattr(kozyr, name)(wrong)
