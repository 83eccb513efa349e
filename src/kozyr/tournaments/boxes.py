"""The verb `kozyr boards`: boards of an event are made so that nobody can choose them, checked, and shown."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from kozyr.cards import Seat, parse_card
from kozyr.deals import Layout, Reveal, Share, nonce_hash, reveal_fault
from kozyr.games.bridge import board as board_of
from kozyr.notation import parse_reveals, preferans_boards
from kozyr.notation.bridge import pbn
from kozyr.notation.bridge.boards import Board
from kozyr.solver import bridge
from kozyr.tournaments.boards import Worth, bridge_reveal, commitments, differs, preferans_reveal
from kozyr.tournaments.scoring import shown
from kozyr.tournaments.worth import MISERE, bridge_record, chosen, interest, preferans_record

_BAD: Final = 2  # exit status for bad input
_MOST: Final = 999
_BYTES: Final = 32  # of a master secret
_SECONDS: Final = 60.0  # the longest that a board of preferans may take


class _Bad(ValueError):
    """What the user gave is wrong; the text is the line he gets."""


def run(args: argparse.Namespace) -> int:
    """Do what the command line asks for; returns the exit status."""
    try:
        work: Callable[[argparse.Namespace], int] = _WORK[args.verb]
        return work(args)
    except ValueError as error:
        sys.stderr.write(f"kozyr boards {args.verb}: {error}\n")
        return _BAD


def _say(lines: Iterable[str]) -> int:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise _Bad(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _write(path: str, data: bytes, *, anew: bool = False) -> None:
    try:
        with Path(path).open("xb" if anew else "wb") as out:
            out.write(data)
    except OSError as error:
        raise _Bad(f"{path}: {error.strerror}") from None


def _secret(path: str) -> bytes:
    """The master secret of a file, which is made if it is not there, for its owner's eyes alone."""
    place = Path(path)
    if not place.exists():
        try:
            place.touch(mode=0o600)
        except OSError as error:
            raise _Bad(f"{path}: {error.strerror}") from None
        _write(path, secrets.token_hex(_BYTES).encode() + b"\n")
    try:
        found = bytes.fromhex(_bytes(path).decode("ascii").strip())
    except ValueError:
        raise _Bad(f"{path}: a secret is {2 * _BYTES} hexadecimal digits") from None
    if len(found) != _BYTES:
        raise _Bad(f"{path}: a secret is {2 * _BYTES} hexadecimal digits")
    return found


def _make(args: argparse.Namespace) -> int:
    if not 1 <= args.count <= _MOST:
        raise _Bad(f"{args.count} boards cannot be made: 1 to {_MOST}")
    if not 1 <= args.first <= _MOST:
        raise _Bad(f"--first {args.first}: boards have numbers from 1 to {_MOST}")
    master, numbers = _secret(args.secret), range(args.first, args.first + args.count)
    promised = commitments(master, args.event, numbers)
    if args.commit:
        return _say(f"{number} {promised[number]}" for number in numbers)
    nonces = {}
    for word in args.nonce:
        name, _, text = word.partition("=")
        try:
            nonces[name] = bytes.fromhex(text)
        except ValueError:
            raise _Bad(f"--nonce {word}: NAME=HEX, 16 to 64 bytes") from None
    told = []
    dealt: list[preferans_boards.DealtBoard] = []
    layouts: list[Layout] = []
    of_bridge = args.file.lower().endswith(".pbn")
    for number in numbers:
        shares = tuple(
            Share(name, nonce_hash(args.event, number, name, one), one.hex()) for name, one in nonces.items()
        )
        if of_bridge:
            layout, one = bridge_reveal(master, args.event, number, shares)
            layouts.append(layout)
        else:
            board, one = preferans_reveal(master, args.event, number, args.at, shares)
            dealt.append(board)
        told.append(one)
    text = (
        _pbn(args.event, dict(zip(numbers, layouts, strict=True)))
        if of_bridge
        else preferans_boards.write(args.at, dealt, [("Event", args.event)]).encode()
    )
    _write(args.file, text)
    if args.reveals:
        _write(args.reveals, msgspec.json.encode(told) + b"\n")
    return _say([f"{args.count} boards in {args.file}"])


def _pbn(event: str, layouts: Mapping[int, Layout]) -> bytes:
    boards = [
        Board(
            number=str(number),
            dealer=board_of(number).dealer,
            vulnerability=board_of(number).vulnerability,
            deal=layout,
            tags={"Event": event},
        )
        for number, layout in layouts.items()
    ]
    return pbn.encode(pbn.format(boards))


def _boards(path: str) -> dict[int, tuple[Seat, Layout]]:
    """The marked seat or the dealer, and the cards of each board of a file."""
    data = _bytes(path)
    if path.lower().endswith(".pbn"):
        found = pbn.parse(pbn.decode(data))
        if found.faults:
            raise _Bad(f"{path}:{found.faults[0].line}: {found.faults[0].reason}")
        return {
            int(one.number): (one.dealer, one.deal)
            for one in found.boards
            if one.deal is not None and one.dealer is not None and one.number.isdecimal()
        }
    read = preferans_boards.parse(data.decode("utf-8", "replace"))
    if read.faults:
        raise _Bad(f"{path}:{read.faults[0].line}: {read.faults[0].reason}")
    return {one.number: (one.mark, one.layout) for one in read.boards}


def _pockets(args: argparse.Namespace, layout: Layout) -> int:
    """Compare the pockets of a box after play with the board's record (PT-I.2, PT-I.3.4)."""
    found: dict[Seat, list[str]] = {}
    for word in args.pocket:
        seat, equals, cards = word.partition("=")
        if not equals or seat not in {one.value for one in Seat}:
            raise _Bad(f"--pocket {word}: SEAT=CARDS, as N=SA,SK")
        found[Seat(seat)] = [parse_card(text.strip()).text for text in filter(None, cards.split(","))]
    if not found:
        raise _Bad("which cards lie where? --pocket N=SA,SK,...")
    bad = [f"board {args.board}: {line}" for line in differs(layout, found)]
    _say(bad or [f"board {args.board} is as its record has it"])
    return 1 if bad else 0


def _choose(args: argparse.Namespace) -> int:
    boards = _boards(args.file)
    if not 1 <= args.count <= len(boards):
        raise _Bad(f"{args.count} boards cannot be chosen of {len(boards)}")
    of_bridge = args.file.lower().endswith(".pbn")
    try:
        records = [
            bridge_record(number, layout, seconds=_SECONDS)
            if of_bridge
            else preferans_record(preferans_boards.DealtBoard(number, mark, layout), seconds=_SECONDS)
            for number, (mark, layout) in boards.items()
        ]
    except TimeoutError as error:
        raise _Bad(f"{args.file}: {error}") from None
    best = chosen(records, args.count)
    if of_bridge:
        text = _pbn("", {one.number: one.layout for one in best})
    else:
        dealt = [preferans_boards.DealtBoard(one.number, one.mark, one.layout) for one in best]
        text = preferans_boards.write(_at(args.file), dealt).encode()
    _write(args.out, text, anew=True)
    return _say(f"board {one.number}: {shown(interest(one).tricks)} tricks to lose" for one in best)


def _at(path: str) -> preferans_boards.Players:
    """How many sit at a table of a file of preferans boards."""
    return preferans_boards.parse(_bytes(path).decode("utf-8", "replace")).players


def _verify(args: argparse.Namespace) -> int:
    boards = _boards(args.file)
    if args.board is not None or args.pocket:
        if args.board not in boards:
            raise _Bad(f"{args.file}: there is no board {args.board}")
        return _pockets(args, boards[args.board][1])
    if not args.reveals:
        return _say([f"{len(boards)} boards, every card once"])
    reveals: dict[int, Reveal] = {one.deal: one for one in parse_reveals(_bytes(args.reveals))}
    bad = []
    for number, (_, layout) in boards.items():
        one = reveals.get(number)
        if one is None:
            bad.append(f"board {number}: it is not revealed")
        elif (fault := reveal_fault(one)) is not None:
            bad.append(f"board {number}: {fault}")
        elif Layout.parse(one.cards) != layout:
            bad.append(f"board {number}: other cards than were revealed")
    _say(bad or [f"{len(boards)} boards are what was revealed"])
    return 1 if bad else 0


def _makes(path: str, boards: Mapping[int, tuple[Seat, Layout]]) -> dict[int, dict[str, dict[str, int]]]:
    """The tricks of each board by denomination and declarer, as an event's `makes.json` has them.

    Of preferans with the talon and the best discard, `misere` among the denominations.

    Raises:
        ValueError: a board cannot be asked about, or nobody can say.
    """
    of_bridge = path.lower().endswith(".pbn")
    found = {}
    for number, (mark, layout) in boards.items():
        try:
            if of_bridge:
                told: Mapping[str, Mapping[Seat, int]] = bridge.table(bridge.four_hands(str(layout)))
            else:
                dealt = preferans_boards.DealtBoard(number, mark, layout)
                told = _of_preferans(preferans_record(dealt, seconds=_SECONDS).worth)
        except (ValueError, TimeoutError) as error:
            raise _Bad(f"{path}: board {number}: {error}") from None
        found[number] = {name: {seat.value: tricks for seat, tricks in row.items()} for name, row in told.items()}
    return found


def _of_preferans(worth: Worth | None) -> dict[str, Mapping[Seat, int]]:
    assert worth is not None
    return {**worth.tricks, **({} if worth.misere is None else {MISERE: worth.misere})}


def _show(args: argparse.Namespace) -> int:
    boards = _boards(args.file)
    if args.board is not None and args.board not in boards:
        raise _Bad(f"{args.file}: there is no board {args.board}")
    if args.makes:
        _write(args.makes, msgspec.json.encode(_makes(args.file, boards)) + b"\n")
    lines = []
    for number, (seat, layout) in boards.items():
        if args.board in {None, number}:
            lines.append(f"board {number}, marked {seat.value}")
            lines += [f"  {one.value} {layout.hand(one)}" for one in Seat if layout.hand(one) is not None]
            if layout.rest:
                lines.append(f"  talon {' '.join(card.text for card in layout.rest)}, the upper card first")
    return _say(lines)


_WORK: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "make": _make,
    "verify": _verify,
    "choose": _choose,
    "show": _show,
}
