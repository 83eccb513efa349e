"""Files as other programs write them: rows that begin elsewhere, second rooms, marks of bytes, comments without an end; LIN out."""

import json
import random
from pathlib import Path

import msgspec
import pytest

from kozyr import cli
from kozyr.cards import Card, Seat
from kozyr.deals import BRIDGE, Layout, numbered_deal
from kozyr.games.trick import winner
from kozyr.notation.bridge import lin, pbn, pbn_export
from kozyr.notation.bridge.boards import Board, Call, Played

DATA = Path("tests/data")
SEATS = tuple(Seat)
DEAL = "N:J652.A74..KT9642 AT9873.KJ5.T82.8 4.QT982.AKQ93.AJ KQ.63.J7654.Q753"
HEAD = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "4H"]\n'


def played(number: int, tricks: int) -> tuple[Layout, list[list[tuple[Seat, str]]]]:
    """A deal, and tricks of it in the order in which the cards fell, by chance but within the rules; West leads, no trumps."""
    chance, deal = random.Random(number), numbered_deal(number, BRIDGE, SEATS)
    held = {seat: set(deal.hand(seat) or ()) for seat in SEATS}
    leader = Seat.W
    told: list[list[tuple[Seat, str]]] = []
    for _ in range(tricks):
        cards: list[Card] = []
        for step in range(4):
            seat = SEATS[(leader.position + step) % 4]
            follow = [card for card in held[seat] if cards and card.suit is cards[0].suit]
            cards.append(chance.choice(sorted(follow or held[seat], key=str)))
            held[seat].discard(cards[-1])
        told.append([(SEATS[(leader.position + step) % 4], card.text) for step, card in enumerate(cards)])
        leader = SEATS[(leader.position + winner(tuple(cards), None)) % 4]
    return deal, told


def written(deal: Layout, rows: list[list[str]]) -> str:
    head = f'[Board "1"]\n[Dealer "S"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n[Declarer "S"]\n[Contract "3NT"]\n'
    return head + '[Play "W"]\n' + "".join(" ".join(row) + "\n" for row in rows) + "*\n"


@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("way", ["columns", "as they fell", "turned"])
def test_the_owner_of_a_card_has_played_it(way: str, number: int) -> None:
    """Rows in the columns of the standard, in the order of play, or begun anywhere: the same play is read."""
    deal, tricks = played(number, 13)
    chance, rows = random.Random(number), []
    for trick in tricks:
        by_seat = dict(trick)
        row = [by_seat[SEATS[(Seat.W.position + column) % 4]] for column in range(4)]
        at = chance.randrange(4)
        rows.append({"columns": row, "as they fell": [card for _, card in trick], "turned": row[at:] + row[:at]}[way])
    (board,), faults = (found := pbn.parse(written(deal, rows))).boards, found.faults
    assert not faults
    assert [(one.seat, one.card.text) for one in board.play] == [one for trick in tricks for one in trick]


def test_a_trick_that_breaks_off_is_read_by_its_owners() -> None:
    deal, tricks = played(5, 4)
    rows = [[card for _, card in trick] for trick in tricks]
    rows[3] = [rows[3][1], "-", rows[3][0], "-"]  # the leader's card stands third
    (board,), faults = (found := pbn.parse(written(deal, rows))).boards, found.faults
    assert not faults
    assert [one.card.text for one in board.play[12:]] == [card for _, card in tricks[3][:2]]


def test_a_hand_that_plays_twice_is_told() -> None:
    deal, tricks = played(6, 2)
    rows = [[card for _, card in trick] for trick in tricks]
    again = next(
        card.text
        for card in deal.hand(tricks[1][0][0]) or ()
        if card.text not in {rows[0][0], *rows[1]} and card.text not in rows[0]
    )
    rows[1][1] = again
    found = pbn.parse(written(deal, rows))
    assert len(found.faults) == 1
    assert "is not in the hand of" in found.faults[0].reason


@pytest.mark.parametrize(
    ("second", "number"),
    [
        ('[West "w2"]\n[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n', "1"),
        ('[Declarer "W"]\n[Contract "2D"]\n', "1"),
        ('[Board "1"]\n[Room "Closed"]\n[Declarer "N"]\n[Contract "5C"]\n', "1"),
        ('[Board "2"]\n[Declarer "N"]\n[Contract "5C"]\n', "2"),
    ],
)
def test_a_second_room_has_the_same_board(second: str, number: str) -> None:
    found = pbn.parse(f"{HEAD}\n{second}")
    assert not found.faults
    assert found.boards[1].number == number
    same = number == "1"
    assert (str(found.boards[1].deal) == DEAL) is same
    assert (found.boards[1].dealer, found.boards[1].vulnerability) == ((Seat.N, "none") if same else (None, None))
    assert Seat.S not in found.boards[1].players


def test_cards_of_the_second_room_are_held_against_the_hands() -> None:
    found = pbn.parse(f'{HEAD}\n[Declarer "S"]\n[Contract "3NT"]\n[Play "W"]\nSK S2 S3 SQ\n')
    assert [(fault.line, "is not in the hand" in fault.reason) for fault in found.faults] == [(11, True)]
    assert [one.card.text for one in found.boards[1].play] == ["SK", "S2", "S3"]


@pytest.mark.parametrize("code", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_the_byte_order_mark_says_how_to_read(code: str) -> None:
    text = HEAD.replace('[Board "1"]', '[Board "1"]\n[North "Вера Łoś"]')
    data = text.encode(code)
    if code in {"utf-16-le", "utf-16-be"}:
        data = "\ufeff".encode(code) + data
    found = pbn.parse(pbn.decode(data))
    assert not found.faults
    assert found.boards[0].players[Seat.N] == "Вера Łoś"
    assert pbn.parse(pbn.decode(data[:-1])).boards[0].number == "1"  # broken off within a letter


@pytest.mark.parametrize(
    ("comment", "warned", "result"),
    [
        ('{table: 7 2 1\n[Result "11"]\n{par}\n', "the comment is not closed", 11),
        ('{seen by\n [Result "10"]\n[Score "NS 420"]\n{x} {y}\n', "the comment is not closed", 10),
        (
            '{left out:\n[Result "11"]\n[Score "NS 420"]}\n',
            "tags stand inside a comment, and are not read: Result, Score",
            None,
        ),
        ('{[Result "11"] is what they say}\n', "", None),
        ("{two\nlines}\n", "", None),
    ],
)
def test_a_comment_that_swallows_tags(comment: str, warned: str, result: int | None) -> None:
    found = pbn.parse(HEAD + comment + '[Auction "N"]\nPass Pass 1H Pass\n4H AP\n')
    assert not found.faults
    assert [warned in one.reason and one.line == 7 for one in found.warnings] == ([True] if warned else [])
    assert found.boards[0].tricks == result
    assert found.boards[0].calls


@pytest.mark.parametrize(
    ("tags", "warned"),
    [
        ('[Contract "3NT"]\n[Declarer "S"]\n', "Contract 3NT by S, but the auction leads to 4H by S"),
        ('[Contract "4H"]\n[Declarer "N"]\n', "Contract 4H by N, but the auction leads to 4H by S"),
        ('[Contract "4HX"]\n[Declarer "S"]\n', "Contract 4HX by S, but the auction leads to 4H by S"),
        ('[Contract "Pass"]\n', "Contract pass, but the auction leads to 4H by S"),
        ('[Contract "4H"]\n[Declarer "^N"]\n', ""),
        ('[Contract "4H"]\n', ""),
    ],
)
def test_tags_that_contradict_the_auction(tags: str, warned: str) -> None:
    head = HEAD.partition("[Declarer")[0]
    found = pbn.parse(f'{head}{tags}[Auction "N"]\nPass Pass 1H Pass\n4H AP\n')
    assert not found.faults
    assert [one.reason for one in found.warnings] == ([f"{warned}; the tags count"] if warned else [])


def test_a_tag_that_stands_twice() -> None:
    found = pbn.parse(HEAD + '[Contract "4H"]\n[Declarer "N"]\n')
    assert [(one.line, one.reason) for one in found.warnings] == [
        (8, "Declarer stands twice, 'S' and 'N'; the first one counts")
    ]
    assert found.boards[0].declarer is Seat.S


@pytest.mark.parametrize(("said", "contract"), [("3NR", "3NTXX"), ("5DR", "5DXX"), ("1sr", "1SXX"), ("1NT", "1NT")])
def test_other_ways_to_write_a_redoubled_contract(said: str, contract: str) -> None:
    assert pbn.parse(HEAD.replace('"4H"', f'"{said}"')).boards[0].contract == contract


def test_a_warning_costs_no_status(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "twice.pbn"
    path.write_text(HEAD + '[Declarer "N"]\n', "utf-8")
    assert cli.main(["convert", str(path), "--to", "pbn"]) == 0
    assert capfd.readouterr().err == f"{path}:7: warning: Declarer stands twice, 'S' and 'N'; the first one counts\n"


# --- LIN out -----------------------------------------------------------------------------------------------------


def bare(board: Board) -> Board:
    """The board without what LIN does not keep, and without places in the file."""
    calls = tuple(
        msgspec.structs.replace(call, line=0, nags=(), mark="", alert=call.alert or bool(call.note))
        for call in board.calls
    )
    play = tuple(Played(one.seat, one.card) for one in board.play)
    tags = {name: value for name, value in board.tags.items() if name in {*lin.HEAD, "Room"}}
    return msgspec.structs.replace(
        board, calls=calls, play=play, tags=tags, tables={}, line=0, irregular=False, adjusted=False
    )


@pytest.mark.parametrize("path", sorted((DATA / "lin").glob("0[1-4]*.lin")), ids=lambda path: path.name)
def test_lin_is_written_and_read_again(path: Path) -> None:
    first = lin.parse(path.read_text("utf-8")).boards
    text = lin.format(first)
    again = lin.parse(text)
    assert not again.faults
    assert len(first) == len(again.boards)
    for board, other in zip(first, again.boards, strict=True):
        room = {} if "Room" in board.tags or "Room" not in other.tags else {"Room": other.tags["Room"]}
        same = msgspec.structs.replace(board, tags={**board.tags, **room})
        assert bare(same) == bare(other)
    assert lin.format(again.boards) == text


@pytest.mark.parametrize("number", range(5))
def test_a_board_goes_from_pbn_to_lin_and_back(number: int, tmp_path: Path) -> None:
    deal, tricks = played(number, 6)
    text = written(deal, [[card for _, card in trick] for trick in tricks]).replace(
        "[Play", '[Result "9"]\n[Auction "S"]\n1NT Pass 3NT AP\n[Play'
    )
    source, target, back = tmp_path / "a.pbn", tmp_path / "a.lin", tmp_path / "b.pbn"
    source.write_text(text, "utf-8")
    assert cli.main(["convert", str(source), "-o", str(target)]) == 0
    assert cli.main(["convert", str(target), "-o", str(back)]) == 0
    (before,), (after,) = (pbn.parse(path.read_text("utf-8")).boards for path in (source, back))
    assert (after.deal, after.contract, after.declarer, after.tricks, after.play and [one.card for one in after.play]) == (
        before.deal, before.contract, before.declarer, before.tricks, [one.card for one in before.play]
    )  # fmt: skip


def test_what_lin_cannot_say(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pbn"
    path.write_text(HEAD + '[Annotator "A | B"]\n[Auction "N"]\nPass Pass 1H! Pass\n4H AP\n', "utf-8")
    assert cli.main(["convert", str(path), "--to", "lin"]) == 0
    out, err = capfd.readouterr()
    assert "mb|1H|" in out
    assert err.splitlines() == [
        f"{path}: lin does not keep signs such as ! and $1 in board 1",
        f"{path}: lin does not keep the tag Annotator in board 1",
    ]
    path.write_text('[Board "1"]\n[Contract "4H"]\n', "utf-8")
    assert cli.main(["convert", str(path), "--to", "lin"]) == 2
    assert capfd.readouterr().err == f"{path}: board 1: LIN needs the dealer\n"


# --- JSON --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("boards", [1, 2, 3])
def test_json_is_one_document_and_jsonl_a_line_a_board(boards: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    path.write_text("\n".join(HEAD.replace('"1"', f'"{n}"') for n in range(1, boards + 1)), "utf-8")
    for name in ("a.json", "a.jsonl"):
        assert cli.main(["convert", str(path), "-o", str(tmp_path / name)]) == 0
    document = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert [board["board"] for board in document] == [str(n) for n in range(1, boards + 1)]
    assert [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()] == document


def test_alerts_without_words_and_blanks_that_break_no_line_come_back() -> None:
    """Both were lost in thousands of boards of other programs."""
    calls = (
        Call("1H"),
        Call("2S", alert=True),
        Call("3H", note="limit", alert=True),
        *(Call("pass", alert=n == 2) for n in range(3)),
    )
    board = Board("1", dealer=Seat.N, first=Seat.N, calls=calls, ended=True, tags={"Site": "Den\xa0Haag"})
    (again,) = pbn.parse(pbn.decode(pbn.encode(pbn_export.format([board])))).boards
    assert tuple(msgspec.structs.replace(one, line=0) for one in again.calls) == calls
    assert again.tags == board.tags
