"""The table manager's line: our manager and our players play what the arena plays, and what breaks the line is named."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from kozyr.bots import arena
from kozyr.cards import CardSet, Seat
from kozyr.games.bridge import parse
from scripts import strangers
from scripts.strangers import Board, Match, Table, kind, read, report, sit
from scripts.table_manager import Broken, act_text, hand_text, read_act, read_hand
from tests.scale.servers import free_port


async def match(wanted: Match, theirs: str, boards: int, out: Path | None = None) -> tuple[Match, list[Board]]:
    """A match of our bots against our bots at the far ends of four connections."""
    port = free_port()
    server = asyncio.create_task(strangers.serve(wanted, boards, "127.0.0.1", port, 60, out))
    await asyncio.gather(
        *(sit(seat, theirs, "Club", "127.0.0.1", port, 60, bidding_only=wanted.bidding_only) for seat in Seat)
    )
    return await server


def test_a_match_over_the_line_is_the_arenas() -> None:
    """The far ends see their own cards, dummy's and what is said; the bots there choose what they choose with all at hand."""
    _, boards = asyncio.run(match(Match("", "novice", 7), "club", 2))
    setup = arena.Setup("bridge", ("novice", "club"), 7, "teams", 4)
    assert [board.imps for board in boards] == [arena.play(setup, nth).scores["novice"][0] for nth in range(2)]
    assert len({board.open.calls for board in boards}) == 2
    assert all(len(table.cards) in {0, 52} for board in boards for table in (board.open, board.closed))


@pytest.mark.long
def test_bidding_alone_is_counted_at_double_dummy(tmp_path: Path) -> None:
    """The auctions are those of whole boards; a broken-off match goes on from its file."""
    wanted, out = Match("", "novice", 7, bidding_only=True), tmp_path / "match.jsonl"
    asyncio.run(match(wanted, "club", 2, out))
    out.write_bytes(out.read_bytes() + b'{"number":3,"op')  # it was cut off amid a line
    told, boards = asyncio.run(match_of_rest(wanted, out))
    assert (told.strangers, [board.number for board in boards]) == ("Club", [1, 2, 3, 4])
    assert read(out) == (told, boards)
    whole = asyncio.run(match(Match("", "novice", 7), "club", 4))[1]
    assert [(one.open.calls, one.closed.calls) for one in boards] == [
        (one.open.calls, one.closed.calls) for one in whole
    ]
    assert {table.cards for board in boards for table in (board.open, board.closed)} == {()}
    with pytest.raises(ValueError, match="is of another match"):
        asyncio.run(match_of_rest(Match("", "club", 7), out))


async def match_of_rest(wanted: Match, out: Path) -> tuple[Match, list[Board]]:
    """The same match to its fourth board."""
    port = free_port()
    server = asyncio.create_task(strangers.serve(wanted, 4, "127.0.0.1", port, 60, out))
    players = asyncio.gather(
        *(sit(seat, "club", "Club", "127.0.0.1", port, 60, bidding_only=wanted.bidding_only) for seat in Seat),
        return_exceptions=True,
    )
    found = await server
    assert set(await players) == {2}
    return found


@pytest.mark.parametrize(
    ("line", "token"),
    [
        ("North bids 1NT", "1NT"),
        ("north bids 7c. Alert. the best suit", "7C"),
        ("South bids 3N", "3NT"),
        ("East passes", "pass"),
        ("East DOUBLES. Infos. takeout", "X"),
        ("West redoubles", "XX"),
        ("West plays 7d", "D7"),
        ("South plays TS", "ST"),
        ("South plays 10s", "ST"),
    ],
)
def test_calls_and_cards_as_others_write_them(line: str, token: str) -> None:
    seat, event = read_act(line)
    assert (seat.name, event.token) == (line[0].upper(), token)
    assert read_act(act_text(seat, event)) == (seat, event)


@pytest.mark.parametrize(
    "line", ["North", "North bids 8C", "Up passes", "North plays 1S", "North bids", "passes", "North plays"]
)
def test_what_is_neither_call_nor_card(line: str) -> None:
    with pytest.raises(Broken, match="is neither a call nor a card"):
        read_act(line)


def test_hands_as_others_write_them() -> None:
    hand = CardSet.parse("93..J75.AT986432")
    assert read_hand(f"South's cards : {hand_text(hand)}") == hand
    assert read_hand("Dummy's cards: s 9 3. h . d J 7 5. c A 10 9 8 6 4 3 2") == hand
    for line in ("South's cards : S 9 3", "South's cards : S 9 Y. H -. D -. C -.", "End of session"):
        with pytest.raises(Broken, match="is no hand"):
            read_hand(line)


# --- programs that break the line ---------------------------------------------------------------------------


async def against(lines: Callable[[str], str | None]) -> str:
    """What the manager says of an East that answers each due line with another; the other three sit well."""
    port = free_port()
    server = asyncio.create_task(strangers.serve(Match("", "novice", 7), 1, "127.0.0.1", port, 5, None))
    others = [
        asyncio.create_task(sit(seat, "novice", "Club", "127.0.0.1", port, 5)) for seat in Seat if seat is not Seat.E
    ]
    reader, writer = await strangers._connected("127.0.0.1", port)
    said: str | None = 'Connecting "Bad" as East using protocol version 18'
    while said is not None:
        writer.write(f"{said}\r\n".encode())
        told = (await reader.readline()).decode().strip()
        said = lines(told) if told else None
    with pytest.raises(Broken) as error:
        await server
    writer.close()
    await asyncio.gather(*others, return_exceptions=True)
    return str(error.value)


BEGIN = {
    'East ("Bad") seated': "East ready for teams",
    'Teams : N/S : "Kozyr" E/W : "Bad"': "East ready to start",
    "Start of board": "East ready for deal",
    "Board number 1. Dealer North. Neither vulnerable.": "East ready for cards",
}


@pytest.mark.parametrize(
    ("ready", "call", "told"),
    [
        (
            "East ready for South's bid",
            "",
            "'East ready for South's bid' came where \"East ready for North's bid\" was due",
        ),
        ("East ready for North's bid", "West passes", "'West passes' came where East was to act"),
        ("East ready for North's bid", "East redoubles", "'East redoubles' is against the rules here"),
        ("East ready for North's bid", "East sleeps", "'East sleeps' is neither a call nor a card"),
    ],
)
def test_a_line_out_of_place_is_named(ready: str, call: str, told: str) -> None:
    def answer(line: str) -> str | None:
        return BEGIN.get(line) or (ready if line.startswith("East's cards") else call or None)

    assert asyncio.run(against(answer)).replace('"East ready for South\'s bid"', "'East ready for South's bid'") == told


# --- the report ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        ("1NT pass", "1NT pass", "the same auction"),
        ("pass 1NT", "pass pass", "opening in seat 2"),
        ("pass 1H 2C", "pass 1H pass", "directly over their 1H"),
        ("1H pass 2H", "1H pass 1S", "answer to partner's 1H"),
        ("1H pass pass X", "1H pass pass pass", "reopening after their 1H"),
        ("1H 2C 2H", "1H 2C X", "contested, later, after 1H"),
        ("1H pass 2H pass 4H", "1H pass 2H pass pass", "uncontested, later, after 1H"),
    ],
)
def test_losses_are_named_by_the_first_call_that_differs(ours: str, theirs: str, told: str) -> None:
    tables = [Table(tuple(calls.split()), (), 0) for calls in (ours, theirs)]
    assert kind(Board(1, *tables, 0)) == told  # type: ignore[call-arg, arg-type]


def test_a_report_begins_with_the_dearest_kind() -> None:
    def board(number: int, first: str, imps: int) -> Board:
        return Board(number, Table((first,), (), 0), Table(("pass",), (), 0), imps)

    boards = [board(1, "1H", 6), board(2, "pass", -4), board(3, "1S", 1)]
    assert report(Match("Fox", "club", 3), boards).splitlines() == [
        "club against Fox: +1.00 ± 5.66 IMPs a board, 3 boards, seed 3",
        "  the same auction: 1 boards, -4, -4.00",
        "  opening in seat 1: 2 boards, +7, +3.50 ± 4.90",
    ]


def test_bad_files_and_numbers_get_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    assert strangers.main(["read", str(bad)]) == 2
    assert strangers.main(["read", str(tmp_path / "none")]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert told[0].startswith(f"{bad}, line 1: ")
    with pytest.raises(SystemExit):
        strangers.main(["serve", "--boards", "0"])
    assert "0 is not a number from 1 up" in capsys.readouterr().err


def test_parsed_tokens_are_the_engines() -> None:
    assert read_act("North bids 1NT")[1] == parse("1NT")
