"""Our bots against another bridge program, over the table manager's line (docs/strangers.md).

`serve` is the manager of a match of teams. Each board is played in two rooms: in one the strangers sit East and West, in
the other North and South, and IMPs compare the results. The cards and our bots' choices follow from the seed, so that a
match with the same seed deals the same boards to another stranger, or to a changed bot.

`sit` takes one seat with our bot at a table that somebody else manages.

    python -m scripts.strangers serve --boards 64 --seed 7 --level expert --out match.jsonl
    python -m scripts.strangers sit --seat North --level expert
    python -m scripts.strangers read match.jsonl
"""

from __future__ import annotations

import argparse
import asyncio
import math
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from kozyr import bots
from kozyr.bots import arena
from kozyr.bots.bridge.duel import at_double_dummy, points
from kozyr.bots.bridge.ends import ended
from kozyr.cards import CardSet, Seat
from kozyr.games import Deal, Event, game
from kozyr.games.bridge import State, View
from kozyr.games.bridge.scoring import imps
from scripts.table_manager import NAMES, SEATS, Broken, Line, Player, deal, seated

_ROOMS: Final = (frozenset({Seat.E, Seat.W}), frozenset({Seat.N, Seat.S}))
"""The strangers' seats: in the open room, and in the closed one."""
_NORMAL: Final = 1.96  # half of a 95 % interval, in standard errors
_TRIES: Final = 60  # each half a second after the one before
_BAD: Final = 2  # exit status for bad input


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a result file."""

    strangers: str
    level: str
    seed: int
    bidding_only: bool = False


class Table(msgspec.Struct, frozen=True):
    """A board in one room."""

    calls: tuple[str, ...]
    cards: tuple[str, ...]
    points: int
    """Of N-S. After bidding alone: with the tricks of perfect play."""


class Board(msgspec.Struct, frozen=True):
    """A board in both rooms; ours sit N-S in the open one. A line of a result file."""

    number: int
    """From 1; it tells dealer and vulnerability."""
    open: Table
    closed: Table
    imps: int
    """What our side has gained."""


# --- the match ----------------------------------------------------------------------------------------------


def setup_of(match: Match) -> arena.Setup:
    """The same match in the arena; its board of number n is deal n - 1 there."""
    return arena.Setup("bridge", (match.level,), match.seed, "teams", 4)


def dealt(match: Match, number: int) -> State:
    """The board of this number before its first call."""
    state = arena.begin(setup_of(match), number - 1)
    assert isinstance(state, State)
    return state


def opened(number: int, hands: Mapping[Seat, CardSet]) -> State:
    """A board at somebody else's table, with these hands."""
    rules = game("bridge")
    options = {"deals": 1, "first_board": (number - 1) % 16 + 1}
    state = rules.start(rules.choose("teams", options, 4, "record"), 4, (number - 1) % 4).begin()
    state = state.apply(Deal("N:" + " ".join(str(hands[seat]) for seat in Seat)))
    assert isinstance(state, State)
    return state


async def room(match: Match, number: int, strangers: Mapping[Seat, Line]) -> Table:
    """Play a board in one room.

    Raises:
        Broken: a stranger breaks the line or the rules.
    """
    begun = dealt(match, number)
    state = await deal(
        number, begun, strangers, partial(_chosen, match.level, number=number), bidding_only=match.bidding_only
    )
    calls = tuple(call.token for _, call in state.calls)
    end = ended(calls, begun.terms.dealer.position)
    if match.bidding_only or state.outcome is None:
        n, e, s, w = (CardSet(hand) for hand in begun.dealt_hands)
        return Table(calls, (), at_double_dummy(number, (n, e, s, w), end))
    cards = tuple(card.value for trick in state.history for _, card in trick.cards)
    return Table(calls, cards, points(number, end, state.outcome.tricks or 0))


async def serve(
    match: Match, boards: int, host: str, port: int, patience: float, out: Path | None
) -> tuple[Match, list[Board]]:
    """Wait for four strangers, and play the boards with them.

    Raises:
        Broken: a stranger breaks the line or the rules.
        OSError: the port is taken, or the file cannot be written.
    """
    lines: dict[Seat, Line] = {}
    full = asyncio.Event()

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            seat, line = await seated(reader, writer, patience)
        except Broken as error:
            sys.stderr.write(f"a connection was closed: {error}\n")
            writer.close()
            return
        if seat in lines:
            await line.say(f"{NAMES[seat]} is taken")
            line.close()
            return
        lines[seat] = line
        await line.say(f'{NAMES[seat]} ("{line.name}") seated')
        if len(lines) == len(Seat):
            full.set()

    server = await asyncio.start_server(come, host, port, limit=4096)
    try:
        await asyncio.wait_for(full.wait(), patience)
        return await _boards(match, boards, lines, out)
    except TimeoutError:
        missing = ", ".join(NAMES[seat] for seat in Seat if seat not in lines)
        raise Broken(f"nobody came for {missing} in {patience:g} seconds") from None
    finally:
        for line in lines.values():
            line.close()
        server.close()


async def _boards(match: Match, boards: int, lines: Mapping[Seat, Line], out: Path | None) -> tuple[Match, list[Board]]:
    names = {seats: next(lines[seat].name for seat in Seat if seat in seats) for seats in _ROOMS}
    for seats in _ROOMS:
        ours, theirs = "Kozyr", names[seats]
        pair = (theirs, ours) if Seat.N in seats else (ours, theirs)
        for seat in sorted(seats, key=lambda seat: seat.position):
            await lines[seat].ready(seat, "for teams")
            await lines[seat].say(f'Teams : N/S : "{pair[0]}" E/W : "{pair[1]}"')
    match = msgspec.structs.replace(match, strangers=names[_ROOMS[0]])
    found = _begun(match, out)[:boards]
    for number in range(len(found) + 1, boards + 1):
        rooms = [room(match, number, {seat: lines[seat] for seat in Seat if seat in seats}) for seats in _ROOMS]
        first, second = await asyncio.gather(*rooms)
        board = Board(number, first, second, imps(first.points - second.points))
        found.append(board)
        _write(out, board)
        for line in lines.values():
            await line.say("Timing - N/S : this board  0:00, total  0:00:00.  E/W : this board  0:00, total  0:00:00")
    for line in lines.values():
        await line.say("End of session")
    return match, found


def _begun(match: Match, out: Path | None) -> list[Board]:
    """The boards that a result file already has; a new file gets its first line.

    Raises:
        ValueError: the file is of another match.
    """
    if out is None:
        return []
    if not out.exists():
        _write(out, match)
        return []
    there, found = read(out)
    if there != match:
        raise ValueError(f"{out} is of another match: {there}")
    out.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in (match, *found)))  # without a line cut off
    return found


def _write(out: Path | None, line: msgspec.Struct) -> None:
    if out is not None:
        with out.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")


# --- the result ---------------------------------------------------------------------------------------------


def report(match: Match, boards: Sequence[Board]) -> str:
    """The gain with its interval, and where it comes from by the first call that differs."""
    what = "bidding alone, " if match.bidding_only else ""
    gain = f"{what}{_gain([one.imps for one in boards])} IMPs a board, {len(boards)} boards, seed {match.seed}"
    lines = [f"{match.level} against {match.strangers}: {gain}"]
    kinds: dict[str, list[Board]] = {}
    for board in boards:
        kinds.setdefault(kind(board), []).append(board)
    for name, some in sorted(kinds.items(), key=lambda kind: sum(one.imps for one in kind[1])):
        lines.append(
            f"  {name}: {len(some)} boards, {sum(one.imps for one in some):+d}, {_gain([one.imps for one in some])}"
        )
    return "\n".join(lines)


def _gain(imps_: Sequence[int]) -> str:
    if not imps_:
        return "nothing"
    half = f" ± {_NORMAL * statistics.stdev(imps_) / math.sqrt(len(imps_)):.2f}" if len(imps_) > 1 else ""
    return f"{statistics.fmean(imps_):+.2f}{half}"


def kind(board: Board) -> str:
    """The place in the auction of the first call that differs between the rooms."""
    one, other = board.open.calls, board.closed.calls
    at = next((nth for nth, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if at is None:
        return "the same auction"
    before = one[:at]
    bids = [nth for nth, call in enumerate(before) if call != "pass"]
    if not bids:
        return f"opening in seat {at + 1}"
    first = before[bids[0]]
    since, fought = at - bids[0], len({nth % 2 for nth in bids}) == 2
    if len(bids) == 1:
        places = {1: "directly over their", 2: "answer to partner's", 3: "reopening after their"}
        if since in places:
            return f"{places[since]} {first}"
    return f"{'contested' if fought else 'uncontested'}, later, after {first}"


def read(path: Path) -> tuple[Match, list[Board]]:
    """A result file; a last line that was cut off is left out.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no result file; the message names the line.
    """
    data = path.read_bytes()
    head, *rest = data[: data.rfind(b"\n") + 1].splitlines() or [b""]
    nth = 1
    try:
        match = msgspec.json.decode(head, type=Match)
        boards: list[Board] = []
        for line in rest:
            nth += 1
            boards.append(msgspec.json.decode(line, type=Board))
    except msgspec.DecodeError as error:
        raise ValueError(f"{path}, line {nth}: {error}") from None
    return match, boards


# --- the command line ---------------------------------------------------------------------------------------


def _chosen(level: str, view: View, number: int) -> Event:
    return bots.choose(view, level, number - 1)


async def _connected(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the manager, which may be started a little later than its players."""
    for _ in range(_TRIES):
        try:
            return await asyncio.open_connection(host, port, limit=4096)
        except ConnectionRefusedError:
            await asyncio.sleep(0.5)
    return await asyncio.open_connection(host, port, limit=4096)


async def sit(
    seat: Seat, level: str, name: str, host: str, port: int, patience: float, *, bidding_only: bool = False
) -> int:
    """Play with our bot at somebody else's table until the session ends; the number of boards.

    Raises:
        Broken: the manager breaks the line.
        OSError: nobody listens there.
    """
    reader, writer = await _connected(host, port)
    line = Line(reader, writer, patience)
    choose = partial(_chosen, level)
    player = Player(line, seat, opened, choose, bidding_only=bidding_only)
    try:
        await player.sit(name)
        await player.play()
    finally:
        line.close()
    return player.boards


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 up")
    return int(text)


def _grammar() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="strangers", description="Our bots against another bridge program.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb, about in (("serve", "manage a match of teams"), ("sit", "take a seat at somebody else's table")):
        one = verbs.add_parser(verb, help=about)
        one.add_argument("--host", default="127.0.0.1")
        one.add_argument("--port", type=int, default=2000)
        one.add_argument("--level", default="expert", choices=bots.levels("bridge"))
        one.add_argument("--bidding-only", action="store_true", help="no play: perfect play counts; at all ends alike")
        one.add_argument("--patience", type=float, default=600, help="seconds that a program may take for one line")
        if verb == "serve":
            one.add_argument("--boards", type=_count, default=32)
            one.add_argument("--seed", type=int, default=0)
            one.add_argument("--out", type=Path, help="a result file, a board a line")
        else:
            one.add_argument("--seat", required=True, type=str.lower, choices=list(SEATS))
            one.add_argument("--name", default="Kozyr")
    verbs.add_parser("read", help="read result files").add_argument("files", type=Path, nargs="+")
    return parser


def main(words: Iterable[str] | None = None) -> int:
    """Run the command line; the exit status."""
    asked = _grammar().parse_args(None if words is None else list(words))
    try:
        if asked.verb == "read":
            for file in asked.files:
                print(report(*read(file)))
        elif asked.verb == "sit":
            line = (asked.name, asked.host, asked.port, asked.patience)
            played = asyncio.run(sit(SEATS[asked.seat], asked.level, *line, bidding_only=asked.bidding_only))
            print(f"{played} boards")
        else:
            match = Match("", asked.level, asked.seed, asked.bidding_only)
            print(report(*asyncio.run(serve(match, asked.boards, asked.host, asked.port, asked.patience, asked.out))))
    except Broken as error:
        sys.stderr.write(f"the line is broken: {error}\n")
        return 1
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return _BAD
    return 0


if __name__ == "__main__":
    sys.exit(main())
