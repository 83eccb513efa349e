"""The verb `kozyr boards`: boards of an event are dealt without a choice, checked, and shown."""

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
from kozyr.notation import parse_reveals
from kozyr.tournaments.boards import Dealt, chosen, commitments, differs
from kozyr.tournaments.part import dealing, event_part, games_at_events, revealed
from kozyr.tournaments.scoring import shown

_BAD: Final = 2  # exit status for bad input
_MOST: Final = 999
_BYTES: Final = 32  # of a master secret
_SECONDS: Final = 60.0  # the longest that a board of preferans may take


class _Bad(ValueError):
    """A wrong input of the user; the text is its line."""


def run(args: argparse.Namespace) -> int:
    """Carry out the command line; returns the exit status."""
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
    name, master, numbers = _game(args.file), _secret(args.secret), range(args.first, args.first + args.count)
    promised = commitments(master, args.event, numbers)
    if args.commit:
        return _say(f"{number} {promised[number]}" for number in numbers)
    nonces = {}
    for word in args.nonce:
        who, _, text = word.partition("=")
        try:
            nonces[who] = bytes.fromhex(text)
        except ValueError:
            raise _Bad(f"--nonce {word}: NAME=HEX, 16 to 64 bytes") from None
    own, found = dealing(name), []
    for number in numbers:
        shares = tuple(Share(who, nonce_hash(args.event, number, who, one), one.hex()) for who, one in nonces.items())
        found.append(revealed(name, master, args.event, number, args.at, shares))
    text = own.write(args.event, args.at, [board for board, _ in found])
    _write(args.file, text)
    if args.reveals:
        _write(args.reveals, msgspec.json.encode([told for _, told in found]) + b"\n")
    return _say([f"{args.count} boards in {args.file}"])


def _game(path: str) -> str:
    """The game whose board files have this ending; the first one that deals boards, if no ending fits."""
    some = [
        name for name in games_at_events() if (own := event_part(name).boards) is not None and own.dealt is not None
    ]
    return next((name for name in some if path.lower().endswith(Path(dealing(name).pattern).suffix)), some[0])


def _read(path: str) -> tuple[int, dict[int, Dealt]]:
    """The number of players at a table of a file, and its boards by number."""
    try:
        players, some = dealing(_game(path)).parse(_bytes(path))
    except _Bad:
        raise
    except ValueError as error:
        raise _Bad(f"{path}:{error}") from None
    return players, {one.number: one for one in some}


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
    players, boards = _read(args.file)
    if not 1 <= args.count <= len(boards):
        raise _Bad(f"{args.count} boards cannot be chosen of {len(boards)}")
    own = dealing(_game(args.file))
    try:
        records = [own.weighed(one, _SECONDS) for one in boards.values()]
    except TimeoutError as error:
        raise _Bad(f"{args.file}: {error}") from None
    best = chosen(records, args.count, own.interest)
    _write(args.out, own.write("", players, [boards[one.number] for one in best]), anew=True)
    return _say(f"board {one.number}: {shown(own.interest(one).tricks)} tricks to lose" for one in best)


def _verify(args: argparse.Namespace) -> int:
    _, boards = _read(args.file)
    if args.board is not None or args.pocket:
        if args.board not in boards:
            raise _Bad(f"{args.file}: there is no board {args.board}")
        return _pockets(args, boards[args.board].layout)
    if not args.reveals:
        return _say([f"{len(boards)} boards, every card once"])
    reveals: dict[int, Reveal] = {one.deal: one for one in parse_reveals(_bytes(args.reveals))}
    bad = []
    for number, board in boards.items():
        layout = board.layout
        one = reveals.get(number)
        if one is None:
            bad.append(f"board {number}: it is not revealed")
        elif (fault := reveal_fault(one)) is not None:
            bad.append(f"board {number}: {fault}")
        elif Layout.parse(one.cards) != layout:
            bad.append(f"board {number}: other cards than were revealed")
    _say(bad or [f"{len(boards)} boards are what was revealed"])
    return 1 if bad else 0


def _makes(path: str, boards: Mapping[int, Dealt]) -> dict[int, dict[str, dict[str, int]]]:
    """The tricks of each board by denomination and declarer, as an event's `makes.json` has them.

    At preferans with the talon and the best discard, and `misere` is a denomination.

    Raises:
        ValueError: a board is faulty, or the game has no solver.
    """
    own, found = dealing(_game(path)), {}
    for number, board in boards.items():
        try:
            worth = own.weighed(board, _SECONDS).worth
        except (ValueError, TimeoutError) as error:
            raise _Bad(f"{path}: board {number}: {error}") from None
        assert worth is not None
        found[number] = {
            name: {seat.value: tricks for seat, tricks in row.items()} for name, row in worth.table.items()
        }
    return found


def _show(args: argparse.Namespace) -> int:
    _, boards = _read(args.file)
    if args.board is not None and args.board not in boards:
        raise _Bad(f"{args.file}: there is no board {args.board}")
    if args.makes:
        _write(args.makes, msgspec.json.encode(_makes(args.file, boards)) + b"\n")
    lines = []
    for number, board in boards.items():
        seat, layout = board.mark, board.layout
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
