"""Boards: files of preferans, fair dealing of an event, setting by hand, the check after play."""

import re
from pathlib import Path

import pytest

from kozyr.cards import Seat
from kozyr.deals import Layout, Share, nonce_hash, reveal_fault
from kozyr.games.bridge import board as bridge_board
from kozyr.notation import preferans_boards as files
from kozyr.notation.preferans_boards import DealtBoard, Players, holders
from kozyr.tournaments import boards
from kozyr.tournaments.movements import preferans
from kozyr.tournaments.part import revealed

MASTER = bytes(range(32))
EVENT = "Весенний кубок"


def shares(number: int) -> tuple[Share, ...]:
    """Anna gives her nonce, Boris is away."""
    nonce = bytes([number] * 16)
    return Share("Анна", nonce_hash(EVENT, number, "Анна", nonce), nonce.hex()), Share("Борис")


def dealt(players: Players, count: int = 8) -> list[DealtBoard]:
    return [
        DealtBoard(*revealed("preferans", MASTER, EVENT, n, players, shares(n))[0][:3]) for n in range(1, count + 1)
    ]


@pytest.mark.rule("PT-I.1", "PT-I.2", "PT-I.2c")
@pytest.mark.parametrize("players", [3, 4])
def test_a_file_is_read_back(players: Players) -> None:
    some = dealt(players)
    text = files.write(players, some, [("Event", 'the "spring" cup \\ 2026')])
    read = files.parse(text)
    assert not read.faults
    assert read.players == players
    assert list(read.boards) == some
    assert read.tags == (("Event", 'the "spring" cup \\ 2026'),)
    assert [board.layout.rest for board in read.boards] == [board.layout.rest for board in some]  # upper card first


@pytest.mark.rule("PT-I.3.2", "PT-I.4")
def test_the_mark_is_the_talons_pocket_at_four_and_the_first_hand_at_three() -> None:
    four, three = dealt(4), dealt(3)
    assert [board.mark.value for board in four] == list("NESWNESW")
    assert all(board.layout.hand(board.mark) is None for board in four)
    assert [board.mark.value for board in three] == list("NESNESNE")
    assert all(board.layout.hand(Seat.W) is None for board in three)
    assert holders(4, Seat.S) == (Seat.W, Seat.N, Seat.E)


def test_what_is_wrong_is_named_and_the_rest_is_kept() -> None:
    good = files.write(4, dealt(4, 3))
    first = next(line for line in good.splitlines() if line.startswith("1 "))
    bad = good + "\n".join(
        ["what is this", first, first.replace("1 N", "9 E", 1), "7 N N:- AK.. + S7", '[Players "5"]', ""]
    )
    read = files.parse(bad)
    assert [board.number for board in read.boards] == [1, 2, 3]
    lines = bad.splitlines()
    at = {fault.line: fault.reason for fault in read.faults}
    assert at[lines.index("what is this") + 1].startswith("no board: written 5 N")
    assert at[lines.index("what is this") + 2] == "board 1: it stands there twice"
    assert at[lines.index("what is this") + 3].startswith("board 9: N has 0 cards, not 10")
    assert at[lines.index("what is this") + 4].startswith("board 7: ")
    assert "3 or 4" in at[lines.index('[Players "5"]') + 1]
    assert (
        files.parse("1 N N:-").faults[0].reason
        == 'no file of preferans boards: it begins with [Game "preferans boards"]'
    )


def test_a_board_that_cannot_be_is_not_written() -> None:
    board = dealt(3, 1)[0]
    with pytest.raises(ValueError, match="never the first hand"):
        files.write(3, [board._replace(mark=Seat.W)])
    with pytest.raises(ValueError, match="N has 10 cards, not 0"):
        files.write(4, [board])
    twice = Layout(board.layout.hands, (board.layout.rest[0], board.layout.rest[0]))
    with pytest.raises(ValueError, match="once"):
        files.write(3, [board._replace(layout=twice)])


def test_the_page_shows_a_file_that_is_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "boards.md").read_text("utf-8")
    shown = re.findall(r"```\n(; an evening.*?)```", page, re.DOTALL)[0]
    read = files.parse(shown)
    assert not read.faults
    assert [board.number for board in read.boards] == [1]


@pytest.mark.rule("PT-I.2", "B-DUP-5")
def test_an_event_is_dealt_so_that_anybody_can_deal_it_again() -> None:
    published = boards.commitments(MASTER, EVENT, range(1, 5))
    for number in range(1, 5):
        board, told = revealed("preferans", MASTER, EVENT, number, 4, shares(number))
        assert told.commitment == published[number]
        assert reveal_fault(told) is None
        assert Layout.parse(told.cards) == board.layout
        other, bridge = revealed("bridge", MASTER, EVENT, number, 4, shares(number))
        assert reveal_fault(bridge) is None
        assert all(len(other.layout.hand(seat) or ()) == 13 for seat in Seat)
    assert len(set(published.values())) == 4
    assert boards.commitments(MASTER, "another", [1])[1] != published[1]
    assert [bridge_board(n).dealer for n in range(1, 5)] == [boards.mark(n, 4) for n in range(1, 5)]


@pytest.mark.rule("PT-I.2a")
@pytest.mark.parametrize("players", [13, 20, 24, 28])
def test_who_sets_a_board_by_hand_does_not_play_it(players: int) -> None:
    by_hand, movement = boards.set_by_hand(preferans(players))
    assert len(movement.rounds) == len(preferans(players).rounds) - 1
    for table in by_hand.tables:
        for turn in movement.rounds:
            for one in turn.tables:
                if set(one.boards) & set(table.boards):
                    assert not set(one.seats.values()) & set(table.seats.values())
    with pytest.raises(ValueError, match="one round"):
        boards.set_by_hand(preferans(20, rounds=1))


@pytest.mark.rule("PT-I.3.4", "PT-I.10.A")
def test_a_box_is_compared_with_its_record() -> None:
    board = dealt(4, 1)[0].layout
    north = [card.text for card in board.rest]
    east = [card.text for card in board.hand(Seat.E) or ()]
    assert boards.differs(board, {Seat.N: north, Seat.E: east}) == ()
    moved = boards.differs(board, {Seat.N: [east[0], north[1]], Seat.E: [north[0], *east[1:]]})
    assert moved == (f"N: {north[0]} missing; {east[0]} too many", f"E: {east[0]} missing; {north[0]} too many")
