"""PBN and LIN: awkward files read as intended with faults by line, export to the letter, and the way to records."""

import json
import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from kozyr import cli, notation
from kozyr.cards import Seat, Suit
from kozyr.club.files import DealsFile
from kozyr.club.games.bridge.boards import look
from kozyr.games import Progress, Record, game, replay
from kozyr.notation.bridge import boards, lin, pbn
from kozyr.notation.fault import Fault
from kozyr.testing import walk

DATA = Path(__file__).parents[1] / "data"
PBN = sorted((DATA / "pbn").glob("*.pbn"))
LIN = sorted((DATA / "lin").glob("*.lin"))
FACTS = json.loads((DATA / "pbn" / "facts.json").read_text(encoding="utf-8"))


def read(path: Path) -> boards.Boards:
    text = pbn.decode(path.read_bytes())
    return lin.parse(text) if path.suffix == ".lin" else pbn.parse(text)


def bare(board: boards.Board) -> boards.Board:
    """The board without the lines on which things stood."""
    return msgspec.structs.replace(
        board,
        line=0,
        calls=tuple(msgspec.structs.replace(call, line=0, alert=bool(call.note)) for call in board.calls),
        play=tuple(msgspec.structs.replace(played, line=0) for played in board.play),
        comments=tuple(" ".join(comment.split()) for comment in board.comments),
    )


# --- the corpus --------------------------------------------------------------------------------------------------


def test_the_corpus_is_large_enough() -> None:
    assert len(PBN) >= 20
    assert len(LIN) >= 5
    assert set(FACTS) == {path.name for path in (*PBN, *LIN)}


@pytest.mark.parametrize("path", [*PBN, *LIN], ids=lambda path: path.name)
def test_an_awkward_file_is_read_as_intended(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    facts = FACTS[path.name]
    status = cli.main(["convert", str(path), "--to", "jsonl"])
    out, err = capfd.readouterr()
    said = [json.loads(line) for line in out.splitlines()]
    assert len(said) == len(facts["boards"])
    for board, expected in zip(said, facts["boards"], strict=True):
        assert {name: board[name] for name in expected} == expected
    assert [line.removeprefix(f"{path}:") for line in err.splitlines()] == facts["faults"]
    assert status == (2 if any("warning: " not in line for line in facts["faults"]) else 0)


def test_a_bad_file_keeps_its_good_boards() -> None:
    found = read(DATA / "pbn" / "21-twice.pbn")
    assert [board.deal is None for board in found.boards] == [True, False]
    assert found.faults == (Fault(4, "Deal: SQ is dealt twice"),)


@pytest.mark.parametrize("path", [path for path in PBN if not FACTS[path.name]["faults"]], ids=lambda path: path.name)
def test_what_was_read_is_written_and_read_again(path: Path) -> None:
    first = read(path).boards
    text = pbn.format(first)
    again = pbn.parse(pbn.decode(pbn.encode(text)))
    assert not again.faults
    assert [bare(board) for board in again.boards] == [bare(board) for board in first]
    assert pbn.format(again.boards) == text


# --- the export format -------------------------------------------------------------------------------------------

MANDATORY = [
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
]  # fmt: skip


@pytest.mark.parametrize("path", [*PBN, *LIN], ids=lambda path: path.name)
def test_the_export_format(path: Path) -> None:
    text = pbn.format(read(path).boards)
    lines = text.split("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert lines[0] == "% PBN 2.1"
    assert lines[1] == "% EXPORT"
    assert max(map(len, lines)) <= 255
    assert "\t" not in text
    for paragraph in text.split("\r\n\r\n"):
        names = [line[1:].split()[0] for line in paragraph.split("\r\n") if line.startswith("[")]
        if names:
            assert names[:15] == MANDATORY
            others = [name for name in names[15:] if name not in {"Auction", "Play", "Note"}]
            tables = [name for name in others if name.endswith("Table")]
            assert others == sorted(set(others) - set(tables)) + sorted(tables)


def test_the_deal_begins_with_the_dealer_and_passes_end_as_ap() -> None:
    [board] = read(DATA / "lin" / "01-board.lin").boards
    text = pbn.format([msgspec.structs.replace(board, dealer=Seat.E, first=Seat.E)])
    assert '[Deal "E:KJT3.T3.J8652.K9 ' in text
    assert "4H AP\r\n" in text


def test_a_long_note_becomes_a_comment() -> None:
    [board] = read(DATA / "lin" / "01-board.lin").boards
    note = "a relay that asks " * 20
    call = msgspec.structs.replace(board.calls[0], note=note)
    text = pbn.format([msgspec.structs.replace(board, calls=(call, *board.calls[1:]))])
    assert max(map(len, text.split("\r\n"))) <= 255
    assert " ".join(note.split()) in " ".join(pbn.parse(text).boards[0].comments)
    address = "https://hands.example/" + "x" * 500  # a word that no line can hold is cut
    text = pbn.format([msgspec.structs.replace(board, comments=(address,))])
    assert max(map(len, text.split("\r\n"))) <= 255
    assert pbn.parse(text).boards[0].comments[0].replace(" ", "") == address


def test_the_columns_of_a_table_are_as_wide_as_its_head_says() -> None:
    lines = pbn.format(read(DATA / "pbn" / "17-tables.pbn").boards).split("\r\n")
    at = lines.index(r'[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]')  # one backslash, as everybody has it
    assert lines[at + 1 : at + 4] == ["N NT  9", "N  S  6", "S  H 11"]
    at = lines.index(r'[ScoreTable "Rank\2R;Names\10L"]')
    assert lines[at + 1 : at + 3] == [' 1 "A. Player"', ' 2 "B. [Player]"']
    [board] = read(DATA / "lin" / "01-board.lin").boards
    odd = {"Site": r"C:\hands\2R", "Event": r"\\2R;\4", "Room": 'he said "2R'}
    kept = pbn.parse(pbn.format([msgspec.structs.replace(board, tags=odd)])).boards[0]
    assert kept.tags == odd


def test_a_section_has_at_most_thirty_two_notes() -> None:
    [board] = read(DATA / "lin" / "01-board.lin").boards
    calls = [boards.Call("pass", f"note {n}") for n in range(3)]
    for level in range(1, 6):
        calls += [boards.Call(f"{level}{strain}", f"{level} in {strain}") for strain in ("C", "D", "H", "S", "NT")]
        calls += [boards.Call("X", f"doubles level {level}"), boards.Call("pass", f"trusts {level}")]
    text = pbn.format([msgspec.structs.replace(board, calls=tuple(calls), ended=False, play=())])
    assert text.count("[Note ") == 32
    assert '[Note "32:5 in C"]' in text
    again = pbn.parse(text)
    assert not again.faults
    assert [call.note for call in again.boards[0].calls[:32]] == [call.note for call in calls[:32]]
    assert again.boards[0].comments[-6:] == tuple(call.note for call in calls[32:])


def test_names_that_latin_1_has_not_are_utf_8() -> None:
    [board] = read(DATA / "pbn" / "16-bom-and-cyrillic.pbn").boards
    data = pbn.encode(pbn.format([board]))
    assert "Кубок Одеси" in data.decode("utf-8")
    assert "Café" in pbn.encode(pbn.format(read(DATA / "pbn" / "15-latin-1.pbn").boards)).decode("latin-1")


def test_endplay_reads_what_we_write(tmp_path: Path) -> None:
    endplay = pytest.importorskip("endplay.parsers.pbn", reason="endplay has no wheel for this Python")
    written = [
        board
        for path in (*PBN, *LIN)
        for board in read(path).boards
        if board.deal is not None
        and all(board.deal.hands)
        and board.vulnerability is not None
        and board.contract not in {"", "pass"}
        and board.tricks is not None
        and not any(call.mark for call in board.calls)
        and not any(played.mark for played in board.play)
    ]
    assert len(written) >= 4
    path = tmp_path / "ours.pbn"
    path.write_bytes(pbn.encode(pbn.format(written)))
    with path.open(encoding="latin-1") as file:
        theirs = endplay.load(file)
    assert len(theirs) == len(written)
    for board, their in zip(written, theirs, strict=True):
        assert board.deal is not None
        hands = {seat.value: hand for seat, hand in zip(Seat, board.deal.hands, strict=True) if hand is not None}
        for letter, hand in hands.items():
            cards = {str(card) for card in their.deal[{"N": 0, "E": 1, "S": 2, "W": 3}[letter]]}
            assert len(cards) == len(hand) == 13
        assert str(their.contract.declarer.abbr) == (board.declarer and board.declarer.value)
        assert their.contract.level == int(board.contract[0])
        assert their.contract.result + their.contract.level + 6 == board.tricks
        assert len(their.auction) == len(board.calls)
        assert [str(card).upper() for card in their.play] == [
            f"{played.card.suit.sign}{played.card.rank.value}" for played in board.play
        ]


# --- records -----------------------------------------------------------------------------------------------------


def random_record(seed: int, deals: int = 2) -> Record:
    """A session of duplicate, played at random, that may break off anywhere."""
    chance, rules = random.Random(seed), game("bridge")
    first = chance.randrange(1, 20)
    conventions = rules.agree("duplicate", {"deals": deals, "first_board": first, "explain": "self"}, 4)
    start = Progress.start(rules.start(conventions, 4, 0))
    entries = [entry for entry, _ in walk(rules, start, chance)]
    if chance.random() < 0.3:
        entries = entries[: chance.randrange(1, len(entries) + 1)]
    return Record("bridge", conventions, 4, 0, tuple(entries), (("Player.N", "Anna"),))


@pytest.mark.parametrize("seed", range(25))
def test_a_record_goes_through_pbn_and_back(seed: int) -> None:
    record = random_record(seed)
    written = boards.boards(record)
    again = pbn.parse(pbn.format(written))
    assert not again.faults
    assert [bare(board) for board in again.boards] == [bare(board) for board in written]
    back = boards.record(again.boards)
    assert [entry.event.token for entry in back.entries] == [entry.event.token for entry in record.entries]
    before, after = replay(record), replay(back)
    assert after.error is None
    assert after.outcomes == before.outcomes
    assert after.match.sheet == before.match.sheet


def test_a_play_that_was_broken_off_ends_by_claim() -> None:
    [board] = read(DATA / "lin" / "02-session.lin").boards
    played = replay(boards.record([board]))
    assert played.error is None
    assert [outcome for outcome in played.outcomes if getattr(outcome, "tricks", None) == 11]
    assert notation.parse(notation.format(boards.record([board]))).error is None


def test_irregularities_become_forced_events() -> None:
    [board] = read(DATA / "pbn" / "13-revoke.pbn").boards
    record = boards.record([board])
    assert [entry.event.token for entry in record.entries if entry.forced] == ["HJ"]
    assert boards.boards(record)[0].play[2].mark == "revoke"
    board, same = read(DATA / "pbn" / "11-insufficient.pbn").boards
    assert bare(board) == bare(same)
    [forced] = [entry for entry in boards.record([board]).entries if entry.forced]
    assert f"{forced.event.token}!" == "1D!"


@pytest.mark.parametrize(
    ("name", "number", "reason"),
    [
        ("04-hidden-hands.pbn", 0, "board 3: a record needs all four hands"),
        ("12-skipped.pbn", 0, "line 6, board 1: a record cannot leave a call out"),
        ("20-broken-tag.pbn", 0, "board 1: a record needs the dealer and the vulnerability"),
        ("26-lead-out-of-turn.pbn", 0, "line 12, board 1: C2 of S, but it is the turn of W"),
        ("18-padding.pbn", 0, "board 2: a record needs all four hands"),
    ],
)
def test_what_a_record_cannot_say(name: str, number: int, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}$"):
        boards.record([read(DATA / "pbn" / name).boards[number]])


def test_a_record_has_boards_in_a_row() -> None:
    one, two, three = read(DATA / "pbn" / "06-inheritance.pbn").boards
    with pytest.raises(ValueError, match="board 3 does not follow the one before it"):
        boards.record([one, three])
    with pytest.raises(ValueError, match="board 1 was not finished, and another one follows"):
        boards.record([one, two])


def test_a_result_without_a_play_is_no_record() -> None:
    [board] = read(DATA / "lin" / "01-board.lin").boards
    with pytest.raises(ValueError, match="board 1: there is a result, but the play was not written down"):
        boards.record([msgspec.structs.replace(board, play=())])


# --- the command -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-AUC-4")
def test_an_insufficient_bid_of_lin_is_marked_in_pbn_and_in_a_record() -> None:
    board = read(DATA / "lin" / "07-illegal-auctions.lin").boards[0]
    assert "1C ^I 1C =1= AP\r\n" in pbn.format([board])
    [forced] = [entry for entry in boards.record([board]).entries if entry.forced]
    assert f"{forced.event.token}!" == "1C:15-17%2C%20%20or%20less!"


@pytest.mark.rule("B-AUC-4", "B-AUC-8", "B-AUC-9")
@pytest.mark.parametrize(
    ("auction", "low", "wrong"),
    [
        ("1C X XX", "", ""),
        ("1C X pass pass XX", "", ""),
        ("1C pass pass X", "", ""),
        ("1C X 1D X", "", ""),  # a bid takes the double away
        ("1C X XX 1D X XX", "", ""),
        ("X", "", "X"),
        ("1C pass X", "", "X"),
        ("1C X pass X", "", "X"),
        ("1C X XX X", "", "X"),
        ("XX", "", "XX"),
        ("1C XX", "", "XX"),
        ("1C pass XX", "", "XX"),
        ("1C X pass XX", "", "XX"),
        ("1C X XX pass XX", "", "XX"),
        ("1D 1D 1C 1H", "1D 1C", ""),
        ("1C - X", "", ""),  # who knows what was said between
        ("1H - 1C", "", ""),
        ("1H ^ 1C", "1C", ""),  # a player was skipped
        ("1H ^ X", "", "X"),
    ],
)
def test_what_is_illegal_in_a_file_is_marked_or_told(auction: str, low: str, wrong: str) -> None:
    calls = [
        boards.Call(None, mark="skipped" if word == "^" else "") if word in {"^", "-"} else boards.Call(word)
        for word in auction.split()
    ]
    marked, faults = boards.checked(Seat.W, calls)
    assert [call.call for call in marked] == [call.call for call in calls]
    assert " ".join(call.call or "" for call in marked if call.mark == "insufficient") == low
    assert " ".join(fault.reason.split()[0] for fault in faults) == wrong


def test_what_is_trumps_in_a_contract() -> None:
    told = {text: boards.trump_of(text) for text in ("", "pass", "NT", "3NTX", "H", "C", "4SXX")}
    assert told == {
        "": None,
        "pass": None,
        "NT": None,
        "3NTX": None,
        "H": Suit.HEARTS,
        "C": Suit.CLUBS,
        "4SXX": Suit.SPADES,
    }


LOSES = """[Event "A cup"]
[Scoring "IMP"]
[North "Anna"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:Q85.K974.AK.AJ83 KJT3.T3.J8652.K9 962.AQ8652.QT.T2 A74.J.9743.Q7654"]
[Result "9"]
[Auction "N"]
{ a comment }
1NT =1= $1 Pass Pass Pass
[Note "1:LONG"]
[Play "E"]
SJ =1= S2 SA S5
*
[Note "1:top of a sequence"]
[ScoreTable "Rank"]
1

[Board "2"]
[North "Vira"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "N:Q85.K974.AK.AJ83 KJT3.T3.J8652.K9 962.AQ8652.QT.T2 A74.J.9743.Q7654"]
[Auction "E"]
AP
"""


@pytest.mark.parametrize(
    ("name", "text", "to", "lost"),
    [
        ("a.lin", None, "pbn", ["an alert without a text in board 1"]),
        ("a.lin", None, "json", []),
        ("b.pbn", LOSES, "pbn", []),
        (
            "b.pbn",
            LOSES,
            "kz",
            [
                "comments in board 1",
                "a note longer than 500 characters in board 1",
                "notes on cards in board 1",
                "signs such as ! and $1 in board 1",
                "the tag Scoring in board 1",
                "tables in board 1",
                "other players than in the first board in board 2",
            ],
        ),
        ("c.kz", "ask", "pbn", ["questions about calls", "the line of a claim", "a correction of the score"]),
    ],
)
def test_convert_says_what_it_loses(
    name: str, text: str | None, to: str, lost: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if name == "c.kz":
        [board] = read(DATA / "lin" / "02-session.lin").boards
        text = notation.format(boards.record([board])) + "\ncorrection:NS:10:B-LAW-0\n"
        for told, more in (("1NT pass", "1NT ask:0 pass"), ("claim:11", "claim:11:trumps"), ("deals=1", "deals=2")):
            text = text.replace(told, more, 1)
    elif text is None:
        text = "pn|S,W,N,E|md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|ah|Board 1|sv|o|mb|1C!|mb|p|mb|p|mb|p|"
    path.write_text(text.replace("LONG", "balanced  " * 60), encoding="utf-8")
    assert cli.main(["convert", str(path), "--to", to]) == 0
    assert capfd.readouterr().err.splitlines() == [f"{path}: {to} does not keep {what}" for what in lost]


def test_convert_chooses_boards_and_writes_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "seventeen.kz"
    source = str(DATA / "lin" / "02-session.lin")
    assert cli.main(["convert", source, "-o", str(out), "--board", "1"]) == 0
    assert cli.main(["replay", str(out)]) == 0
    assert "4H" in capfd.readouterr().out
    back = tmp_path / "back.pbn"
    assert cli.main(["convert", str(out), "-o", str(back)]) == 0
    assert bare(pbn.parse(back.read_text()).boards[0]).play == bare(read(Path(source)).boards[0]).play


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["missing.pbn"], "missing.pbn: No such file or directory"),
        ([str(PBN[0]), "--board", "9"], f"{PBN[0]}: there is no board 9"),
        ([str(PBN[0]), "--from", "kz"], None),
        (["x.json"], "x.json: No such file or directory"),
        (
            [str(DATA / "pbn" / "facts.json")],
            "kozyr convert reads pbn, lin, rbn, kz, dlm, dup, bri and csv, and writes pbn, lin, rbn, kz, dlm, dup, bri, csv, json and jsonl",
        ),
        ([str(PBN[0]), "-o", "no/such/folder/x.pbn"], "no/such/folder/x.pbn: No such file or directory"),
        ([str(DATA / "pbn" / "facts.json"), "--from", "kz"], None),
    ],
)
def test_convert_complains_in_one_line(
    arguments: list[str], complaint: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["convert", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert complaint is None or err == f"{complaint}\n"


@pytest.mark.parametrize(("name", "words"), [("21-twice.pbn", []), ("10-results.pbn", ["--board", "1"])])
def test_a_file_is_not_written_over_with_a_part_of_itself(
    name: str, words: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    data = (DATA / "pbn" / name).read_bytes()
    path.write_bytes(data)
    assert cli.main(["convert", str(path), *words, "-o", str(path)]) == 2
    assert capfd.readouterr().err.endswith(f"{path}: the rest of it would be lost; write to another file\n")
    assert path.read_bytes() == data
    assert cli.main(["convert", str(path), *words, "-o", str(tmp_path / "other.pbn")]) == (0 if words else 2)
    if words:  # all of it
        assert cli.main(["convert", str(path), "-o", str(path)]) == 0


def test_a_file_that_is_no_bridge_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "picture"
    path.write_bytes(bytes(range(256)) * 8)
    for words in ([], ["--from", "lin"], ["--from", "kz"]):
        assert cli.main(["convert", str(path), *words]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert err.startswith(f"{path}:")
        assert err.count("\n") == 1


def test_an_illegal_record_gives_its_good_boards(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = notation.format(boards.record(read(DATA / "lin" / "02-session.lin").boards))
    path = tmp_path / "wrong.kz"
    path.write_text(text.replace("C9 CT CQ CA", "C9 CT CQ H4"), encoding="utf-8")
    assert cli.main(["convert", str(path), "--to", "jsonl"]) == 2
    out, err = capfd.readouterr()
    assert ": H4: must_follow (B-" in err
    assert len(json.loads(out)["play"]) == 11


# --- whatever comes ----------------------------------------------------------------------------------------------

ALPHABET = st.sampled_from(
    [*'[]"{}%;|=$^!?*+-\n\\ ', "Board", "Deal", "Auction", "Play", "Note", "1NT", "Pass", "AP", "SA"]
)


DIGITS = "9" * 5000
PLAYED = "md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|"
DEALT = '[Board "{}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'


@pytest.mark.parametrize(
    "text",
    [
        DEALT.format(DIGITS),
        DEALT.format(1) + f'[Auction "N"]\n1C ={DIGITS}= ${DIGITS} Pass Pass Pass\n[Note "{DIGITS}:x"]\n',
        DEALT.format(1) + f'[Result "{DIGITS}"]\n[Score "{DIGITS}"]\n[Contract "{DIGITS}NT"]\n',
        f"qx|o{DIGITS}|ah|Board {DIGITS}|{PLAYED}mb|1C|mb|p|mb|p|mb|p|mc|{DIGITS}|pg||",
        f"vg|x,y,I,{DIGITS},{DIGITS},a,{DIGITS},b,{DIGITS}|rs|{DIGITS},3NTN+{DIGITS}|qx|o1|{PLAYED}pg||",
    ],
)
def test_numbers_that_never_end_are_no_numbers(text: str) -> None:
    """Python refuses to read more than 4,300 digits."""
    for found in (pbn.parse(text), lin.parse(text)):
        pbn.format(found.boards)
        for board in found.boards:
            if board.dealer is not None and board.vulnerability is not None and board.deal is not None:
                boards.record([board])
    DealsFile(text=text)
    look(DealsFile(text=text))


@pytest.mark.parametrize("call", ["1C", "^S", "X Pass Pass Pass", "Pass 1C X XX"])
def test_an_auction_that_never_ends_is_read_up_to_where_none_can_be(call: str) -> None:
    """As often as the file has room for it: each call may cost no more than the one before, or a file would take hours."""
    longest = DEALT.format(1) + '[Auction "N"]\n' + f"{call} " * (200_000 // len(call))
    shortest = PLAYED + "".join(f"mb|{word.lower()}|" for word in call.split()) * (200_000 // len(call) // 4)
    for found in (pbn.parse(longest), lin.parse(shortest)):
        if call != "^S":
            assert any("no auction has more than 340 calls" in fault.reason for fault in found.faults)
            assert all(len(board.calls) <= boards.MOST_CALLS for board in found.boards)


TAGS = st.dictionaries(
    st.sampled_from(["Event", "Site", "Board", "North", "Scoring", "Room"]), st.sampled_from(["a", "b"]), min_size=1
)
AUCTION = '[Auction "N"]\n1NT Pass Pass Pass\n'


@given(st.lists(st.tuples(TAGS, st.sampled_from(["", AUCTION])), min_size=1), st.sampled_from(["\n", " \t\n", "\n\n"]))
@settings(max_examples=200, deadline=None)
def test_boards_with_an_empty_line_between_them_stay_apart(games: list[tuple[dict[str, str], str]], gap: str) -> None:
    """Whatever tags each has, in any order, and however few."""
    text = gap.join("".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + rest for tags, rest in games)
    found = pbn.parse(text)
    assert not found.faults
    assert [
        {"Board": board.number, "North": board.players.get(Seat.N, ""), **board.tags} for board in found.boards
    ] == [{"Board": "", "North": "", **tags} for tags, _ in games]
    assert [bool(board.calls) for board in found.boards] == [bool(rest) for _, rest in games]


@given(st.lists(ALPHABET | st.text(max_size=3), max_size=40).map("".join))
@settings(max_examples=300, deadline=None)
def test_no_text_is_too_bad(text: str) -> None:
    for found in (pbn.parse(text), lin.parse(text)):
        pbn.format(found.boards)


@given(st.sampled_from([*PBN, *LIN]), st.data())
@settings(max_examples=200, deadline=None)
def test_no_file_is_too_spoilt(path: Path, data: st.DataObject) -> None:
    text = pbn.decode(path.read_bytes())
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 12))
    spoilt = text[:at] + data.draw(ALPHABET) + text[at + cut :]
    found = lin.parse(spoilt) if path.suffix == ".lin" else pbn.parse(spoilt)
    faults = pbn.parse(pbn.format(found.boards)).faults
    assert not [
        fault for fault in faults if "(B-AUC-" not in fault.reason
    ]  # an illegal double is written as it was made
