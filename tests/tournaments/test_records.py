"""Records of an event: lines from what was played card by card, what does not fit, and what is given away."""

from pathlib import Path

import pytest

from kozyr import notation
from kozyr.games import replay
from tests.tournaments.commands import Kozyr, begun, by_novices, does, enters, places, refuses, state

BOARD = {"length_mode": "boards", "length_deals": 1, "boards": ("1:N",)}


def kept(name: str, *told: object, **more: object) -> Path:
    """A file with a match that novices played."""
    path = Path("x.kz")
    path.write_text(notation.format(by_novices(name, *told, **more)))  # type: ignore[arg-type]
    return path


def two_tables(kozyr: Kozyr) -> None:
    begun(kozyr, 8)
    Path("s").write_text("00" * 32)
    assert kozyr("boards", "make", "ev/boards.txt", "--event", "Spring cup", "--count", "4", "--secret", "s")[0] == 0
    does(kozyr, "seat", "--by", "hand", "--rounds", "1")
    does(kozyr, "round", "begin")


def cards(board: int) -> str:
    line = Path("ev/boards.txt").read_text().splitlines()[3 + board]
    return line.split(maxsplit=2)[2]


def test_a_board_that_was_played_card_by_card(kozyr: Kozyr) -> None:
    two_tables(kozyr)
    path = kept("preferans", "sochi", BOARD, 4, cards=cards(1))
    record = notation.parse(path.read_text()).record
    assert record is not None
    does(kozyr, "row", "1", "1", "--record", str(path))
    row = next(iter(state().rows.values()))
    assert dict(row.reading.scores) == dict(replay(record).match.results)
    does(kozyr, "export", "--to", "kz", "-o", "out")
    assert [one.name for one in Path("out").iterdir()] == ["1-1-1-1.kz"]
    assert "out: File exists" in refuses(kozyr, "export", "--to", "kz", "-o", "out")
    does(kozyr, "correct", "1", "1", "6S", "E")
    assert does(kozyr, "export", "--to", "kz", "-o", "more") == (
        "0 records in more\ntable 1, board 1: left out, the line was corrected\n"
    )


def test_what_is_no_record_of_a_board(kozyr: Kozyr) -> None:
    """Each is one line that names the table and the board, and nothing is entered or kept."""
    two_tables(kozyr)
    good = ("preferans", "sochi", BOARD, 4)
    row = ("row", "1", "1", "--record", "x.kz")

    def said(path: Path) -> str:
        complaint = refuses(kozyr, *row)
        assert complaint.startswith("kozyr tournament row: table 1, board 1: x.kz: ")
        assert path.exists()
        return complaint

    assert "x.kz: No such file" in refuses(kozyr, *row)
    assert "its cards are not those of board 1" in said(kept(*good, seed=5))
    assert "it is not of board 1: that is played by boards=1:N" in said(
        kept("preferans", "sochi", {**BOARD, "boards": ("2:E",)}, 4, cards=cards(2))
    )
    assert "it is of 3 players, the table has 4" in said(kept("preferans", "sochi", BOARD, 3))
    assert "it is of deberts, the event of preferans" in said(kept("deberts", "moscow", {}, 2))
    whole = kept(*good, cards=cards(1)).read_text()
    for text, why in (
        (whole[: len(whole) // 2].rsplit("\n", 1)[0], "not played to its end"),
        (whole + "nonsense", "no event"),
        (whole.replace("deal ", "pass\ndeal ", 1), "the cards are missing"),
        ("", "Game"),
    ):
        Path("x.kz").write_text(text)
        assert why in said(Path("x.kz"))
    assert "which table, board and result?" in refuses(kozyr, "row", "1", "1", "6S", "E", "--record", "x.kz")
    assert not Path("ev/records").exists()
    assert "no line has a record" in refuses(kozyr, "export", "--to", "kz", "-o", "out")
    assert "into which folder" in refuses(kozyr, "export", "--to", "kz")


def test_other_conventions_that_change_the_worth_are_refused(kozyr: Kozyr) -> None:
    two_tables(kozyr)
    for seed in range(20):
        path = kept("preferans", "rostov", BOARD, 4, cards=cards(1), seed=seed)
        record = notation.parse(path.read_text()).record
        assert record is not None
        (outcome,) = replay(record).outcomes
        if outcome.kind != "allpass":  # type: ignore[attr-defined]
            assert "is worth something else than by the event's" in refuses(kozyr, "row", "1", "1", "--record", "x.kz")
            return
    pytest.fail("nobody played a game")


@pytest.mark.rule("B-DUP-3")
def test_a_bridge_board_card_by_card(kozyr: Kozyr) -> None:
    begun(kozyr, 4, "--game", "bridge")
    does(kozyr, "seat", "--by", "hand", "--boards", "1")
    does(kozyr, "round", "begin")
    told = {"deals": 1, "boards": ("1:N:none",)}
    record = notation.parse(kept("bridge", "duplicate", told, 4, seed=2).read_text()).record
    assert record is not None
    does(kozyr, "row", "1", "1", "--record", "x.kz")
    row = next(iter(state().rows.values()))
    (outcome,) = replay(record).outcomes
    assert (row.reading.tricks, row.reading.contract) == (outcome.tricks, outcome.contract or "pass")  # type: ignore[attr-defined]
    assert row.reading.scores["NS"] == replay(record).match.results["N"]
    assert "it is not of board 2: that is played by boards=2:E:ns" in refuses(
        kozyr, "row", "1", "2", "--record", "x.kz"
    )
    does(kozyr, "export", "--to", "kz", "-o", "out")
    tags = dict(notation.parse(next(Path("out").iterdir()).read_text()).record.tags)  # type: ignore[union-attr]
    north = f"P{row.seats['NS']}"
    assert (tags["Event"], tags["Board"], tags["Player.N"], tags["Player.S"]) == ("Spring cup", "1", north, north)


@pytest.mark.rule("PT-II.1", "PT-III.3")
def test_a_party_card_by_card(kozyr: Kozyr) -> None:
    """A party of deberts as a table of a compensation event: what each has won, in how many deals, how many positive."""
    begun(
        kozyr, 2, "--game", "deberts",
        *(f"--set={one}" for one in ("tournament.type=compensation", "comp.scheme=xy_column", "comp.x=5", "comp.y=-3")),
    )  # fmt: skip
    does(kozyr, "seat", "--by", "hand")
    does(kozyr, "round", "begin")
    record = notation.parse(kept("deberts", "moscow", {"target": 501}, 2, seed=3).read_text()).record
    assert record is not None
    does(kozyr, "row", "1", "0", "--record", "x.kz")
    party = next(iter(state().parties.values()))
    played = replay(record)
    assert list(party.won.values()) == list(played.match.results.values())
    assert party.deals == len(played.outcomes)
    assert 0 < sum(party.positive.values()) <= 2 * party.deals
    does(kozyr, "round", "end")
    does(kozyr, "export", "--to", "kz", "-o", "out")
    again = notation.parse(next(Path("out").iterdir()).read_text()).record
    assert again is not None
    assert replay(again).match.results == played.match.results
    enters(kozyr, "published")
    assert len(places(kozyr)) == 2


@pytest.mark.rule("PT-II.1")
def test_a_pulka_of_another_pool_is_refused(kozyr: Kozyr) -> None:
    begun(kozyr, 4, "--set=tournament.type=olympic", "--set=event.number=2")
    does(kozyr, "seat", "--by", "hand")
    does(kozyr, "round", "begin")
    kept("preferans", "sochi", {"pool_target": 3}, 4, seed=1)
    assert "table 1: x.kz: its pool is 3, the event's 2 (PT-II.1)" in refuses(
        kozyr, "row", "1", "0", "--record", "x.kz"
    )
    kept("preferans", "sochi", {"pool_target": 2}, 4, seed=1)
    does(kozyr, "row", "1", "0", "--record", "x.kz")


def test_a_preferans_line_that_the_cards_hardly_make_is_warned_of(kozyr: Kozyr) -> None:
    """The folder has what each board makes; a line three tricks away from it is entered, and said to be unlikely."""
    two_tables(kozyr)
    assert kozyr("boards", "show", "ev/boards.txt", "--makes", "ev/makes.json")[0] == 0
    makes = state().makes[1]
    east = makes["S"]["E"]
    assert set(makes) == {"S", "C", "D", "H", "NT", "misere"}
    far, near = (10 if east < 6 else max(0, east - 4)), east
    out = does(kozyr, "row", "1", "1", f"6S E{far} S{10 - far}")
    assert f"table 1, board 1: unlikely: {far} tricks of E in 6S: all cards seen it makes {east}" in out
    assert "unlikely" not in does(kozyr, "correct", "1", "1", f"6S E{near} S{10 - near}")
    assert "unlikely" not in does(kozyr, "score", "--board", "1")
