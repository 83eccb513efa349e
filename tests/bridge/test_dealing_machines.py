"""Files of dealing machines: known bytes, the way there and back, and what is wrong with a spoilt one."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from kozyr import cli
from kozyr.cards import Seat
from kozyr.deals import BRIDGE, Layout, numbered_deal
from kozyr.games.bridge import board as table_of
from kozyr.notation.bridge import dealing, pbn
from kozyr.notation.bridge.boards import Board

SEATS = tuple(Seat)
SUITS = Layout.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
KINDS = dealing.FORMATS


def board(number: int, deal: Layout | None = None) -> Board:
    told = table_of(number)
    layout = deal or numbered_deal(random.Random(number).randrange(BRIDGE.deals), BRIDGE, SEATS)
    return Board(str(number), told.dealer, told.vulnerability, layout)


def said(found: tuple[Board, ...]) -> list[tuple[object, ...]]:
    return [(one.number, one.dealer, one.vulnerability, one.deal) for one in found]


def test_a_suit_in_each_hand_has_bytes_that_are_known() -> None:
    """N has the spades, E the hearts and so on: what machines have for a board that nobody dealt."""
    one = [board(1, SUITS)]
    digits = "".join(f"{number:02d}" for number in range(1, 40)).encode()
    assert dealing.format(one, "bri") == digits + b" " * 32 + bytes(18)
    signs = (
        b"\x06AKQJT98765432\x03\x04\x05"
        b"\x06\x03AKQJT98765432\x04\x05"
        b"\x06\x03\x04AKQJT98765432\x05"
        b"\x06\x03\x04\x05AKQJT98765432"
    )
    assert dealing.format(one, "dup") == digits + signs + b"YN1  0 01 "
    assert b"Board 01=aaaaaabffffffkkkkkklpppppp015\r\n" in dealing.format(one, "dlm")
    assert b"Board 99=aaaaaabffffffkkkkkklpppppp109\r\n" in dealing.format(one, "dlm")
    suit = '"AKQJT98765432"'
    row = ",".join(suit if at % 5 == 0 else '""' for at in range(16))
    assert dealing.format(one, "csv") == f'{row},"1","N/-"\r\n'.encode()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("first", "many"), [(1, 1), (1, 16), (1, 36), (9, 20), (98, 2)])
def test_what_is_written_is_read_again(kind: dealing.Format, first: int, many: int) -> None:
    boards = [board(number) for number in range(first, first + many)]
    if kind == "bri" and first > 1:
        with pytest.raises(ValueError, match="bri numbers its boards from 1 on, without a gap"):
            dealing.format(boards, kind)
        return
    found = dealing.parse(dealing.format(boards, kind), kind)
    assert not found.faults
    assert said(found.boards) == said(tuple(boards))


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_goes_there_and_back(kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, machine, back = tmp_path / "a.pbn", tmp_path / f"a.{kind}", tmp_path / "b.pbn"
    source.write_text(pbn.format([board(number) for number in range(1, 9)]), "latin-1")
    assert cli.main(["convert", str(source), "-o", str(machine)]) == 0
    assert cli.main(["convert", str(machine), "-o", str(back)]) == 0
    assert capfd.readouterr().err == ""
    assert said(pbn.parse(back.read_text("latin-1")).boards) == said(pbn.parse(source.read_text("latin-1")).boards)


def test_what_is_left_out_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pbn"
    path.write_text(f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{SUITS}"]\n[North "Anna"]\n', "utf-8")
    assert cli.main(["convert", str(path), "--to", "dup"]) == 0
    assert capfd.readouterr().err == f"{path}: dup does not keep anything but the hands in board 1\n"


@pytest.mark.parametrize(
    ("kind", "wrong", "why"),
    [
        ("dlm", [board(1), board(3)], "dlm numbers its boards without a gap"),
        ("dup", [board(99), board(100)], "dup numbers its boards to 99"),
        ("dup", [Board("2", Seat.N, "none", SUITS)], "board 2: in dup its dealer is E, and vulnerable are ns"),
        ("bri", [Board("1", Seat.N, "none", Layout.parse("N:AKQJT98765432... - - -"))], "needs all four hands"),
        ("csv", [Board("1", None, None, SUITS)], "board 1: csv needs the dealer and the vulnerability"),
        ("dlm", [Board("x", Seat.N, "none", SUITS)], "dlm numbers its boards without a gap"),
    ],
)
def test_what_a_machine_cannot_deal(kind: dealing.Format, wrong: list[Board], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        dealing.format(wrong, kind)


@pytest.mark.parametrize(
    ("kind", "spoil", "line", "why"),
    [
        ("bri", lambda data: data[:128] + b"53" + data[130:], 2, "board 2: 53 is no card"),
        (
            "bri",
            lambda data: data[:128] + data[130:132] + data[130:],
            2,
            "board 2: the hand of N is not thirteen cards of its own",
        ),
        (
            "dup",
            lambda data: data[:156] + b"x" + data[157:],
            2,
            "board 2: a board begins with 39 cards of two digits each",
        ),
        ("dlm", lambda data: data.replace(b"Board 02=", b"Board 02=q"), 14, "board 2: 26 letters a to p"),
        ("csv", lambda data: data.replace(b'"E/NS"', b'"E/both"'), 2, "'E/both' is not dealer/vulnerability"),
        ("csv", lambda data: data.replace(b'"2","E/NS"', b'"2"'), 2, "a row has 18 columns"),
    ],
)
def test_a_spoilt_board_is_told_and_the_others_stay(
    kind: dealing.Format, spoil: Callable[[bytes], bytes], line: int, why: str
) -> None:
    found = dealing.parse(spoil(dealing.format([board(1), board(2), board(3)], kind)), kind)
    assert [one.number for one in found.boards] == ["1", "3"]
    assert [(fault.line, why in fault.reason) for fault in found.faults] == [(line, True)]


def test_a_letter_that_is_wrong_is_seen_by_the_checksum() -> None:
    data = dealing.format([board(1), board(2)], "dlm")
    at = data.index(b"Board 02=") + 9
    spoilt = data[:at] + (b"a" if data[at : at + 1] != b"a" else b"b") + data[at + 1 :]
    (fault,) = dealing.parse(spoilt, "dlm").faults
    assert "the checksum" in fault.reason


@given(st.sampled_from(KINDS), st.binary(max_size=400), st.integers(0, 500))
@settings(max_examples=200, deadline=None)
def test_no_file_is_too_spoilt(kind: dealing.Format, noise: bytes, at: int) -> None:
    dealing.parse(noise, kind)
    good = dealing.format([board(1), board(2)], kind)
    dealing.parse(good[:at] + noise + good[at:], kind)
