"""The work of the verb `kozyr convert`; its grammar is `kozyr.verbs.notation`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from kozyr.games import Event, replay
from kozyr.games.bridge.words import Answer, Ask, Claim, Correction, Honours, Stop, Substitute
from kozyr.notation import kz
from kozyr.notation.bridge import boards as found, dealing, lin, pbn, rbn
from kozyr.notation.fault import Fault

_BAD: Final = 2  # exit status for bad input
READ: Final = ("pbn", "lin", "rbn", "kz", *dealing.FORMATS)
WRITTEN: Final = (*READ, "json", "jsonl")
_NAMED: Final = 5  # boards that are named where something is lost
_SUFFIXES: Final = {".pbn": "pbn", ".lin": "lin", ".rbn": "rbn", ".kz": "kz", ".json": "json", ".jsonl": "jsonl"} | {
    f".{name}": name for name in dealing.FORMATS
}


def convert(args: argparse.Namespace) -> int:
    """Write a file in another format."""
    try:
        data = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
    except (OSError, ValueError) as error:
        return _complain(f"{args.file}: {getattr(error, 'strerror', None) or error}")
    source = args.source or _SUFFIXES.get(Path(args.file).suffix.lower()) or _guess(pbn.decode(data))
    target = args.to or (_SUFFIXES.get(Path(args.out).suffix.lower()) if args.out else None) or "pbn"
    if source not in READ:
        return _complain(f"kozyr convert reads {_listed(READ)}, and writes {_listed(WRITTEN)}")
    read, dropped = _read(data, source)
    faults = read.faults if read.boards else read.faults[:1]  # of a file that is something else the first says it all
    for fault in faults:
        _complain(f"{args.file}:{fault.line}: {fault.reason}")
    for fault in read.warnings if read.boards else ():
        _complain(f"{args.file}:{fault.line}: warning: {fault.reason}")
    chosen = tuple(board for board in read.boards if not args.board or board.number in args.board)
    for number in args.board:
        if all(board.number != number for board in chosen):
            return _complain(f"{args.file}: there is no board {number}")
    if not chosen:
        return _BAD if read.faults else _complain(f"{args.file}: there is no board in it")
    try:
        written = _written(chosen, target)
    except ValueError as error:
        return _complain(f"{args.file}: {error}")
    for lost in (*dropped, *_lost(chosen, target)):
        sys.stderr.write(f"{args.file}: {target} does not keep {lost}\n")
    try:
        if args.out:
            if (read.faults or args.board) and Path(args.out).exists() and _same(args.out, args.file):
                return _complain(f"{args.out}: the rest of it would be lost; write to another file")
            Path(args.out).write_bytes(written)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        return _complain(f"{args.out}: {getattr(error, 'strerror', None) or error}")
    if not args.out:
        sys.stdout.flush()
        sys.stdout.buffer.write(written)
    return _BAD if read.faults else 0


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _same(out: str, source: str) -> bool:
    return source != "-" and Path(out).samefile(source)


def _guess(text: str) -> str:
    """The format of a text without a telling name."""
    if text.lstrip().startswith(("http://", "https://")) or text.partition("|")[0].strip().lower() in {
        "vg", "pn", "qx", "st", "md", "rs",
    }:  # fmt: skip
        return "lin"
    if text.startswith("% RBN"):
        return "rbn"
    return "kz" if '[Game "' in text else "pbn"


def boards_of(data: bytes, name: str) -> found.Boards:
    """The boards of a file's bytes; the format follows from the name, or from the text."""
    return _read(data, _SUFFIXES.get(Path(name).suffix.lower()) or _guess(pbn.decode(data)))[0]


def _read(data: bytes, source: str) -> tuple[found.Boards, tuple[str, ...]]:
    """The contents of a file; and the facts of a record that no board can hold."""
    if source in dealing.FORMATS:
        return dealing.parse(data, source), ()
    text = pbn.decode(data)
    if source == "pbn":
        return pbn.parse(text), ()
    if source == "lin":
        return lin.parse(text), ()
    if source == "rbn":
        return rbn.parse(text), ()
    parsed = kz.parse(text)
    events = () if parsed.record is None else tuple(entry.event for entry in parsed.record.entries)
    dropped = tuple(what for what, is_one in _OF_RECORDS.items() if any(map(is_one, events)))
    return _read_record(parsed), dropped


def _read_record(parsed: kz.Parsed) -> found.Boards:
    faults = () if parsed.error is None else (Fault(parsed.error.line, parsed.error.reason),)
    if parsed.record is None:
        return found.Boards((), faults)
    played = replay(parsed.record)
    record = msgspec.structs.replace(parsed.record, entries=played.applied)
    if played.error is not None:
        at = len(played.applied)
        token = parsed.record.entries[at].event.token
        faults = (*faults, Fault(parsed.places[at].line, f"{token}: {played.error.code} ({played.error.law})"))
    try:
        return found.Boards(found.boards(record), faults)
    except ValueError as error:
        return found.Boards((), (*faults, Fault(1, str(error))))


def _written(boards: tuple[found.Board, ...], target: str) -> bytes:
    """The boards in a format.

    Raises:
        ValueError: a record cannot say them.
    """
    if target == "pbn":
        return pbn.encode(pbn.format(boards))
    if target == "kz":
        return kz.format(found.record(boards)).encode()
    if target == "lin":
        return lin.format(boards).encode()
    if target == "rbn":
        return rbn.format(boards)
    if target in dealing.FORMATS:
        return dealing.format(boards, target)
    if target == "json":
        return msgspec.json.encode([_told(board) for board in boards]) + b"\n"
    return b"".join(msgspec.json.encode(_told(board)) + b"\n" for board in boards)


# The parts of a record that a board cannot express.
_OF_RECORDS: Final[Mapping[str, Callable[[Event], bool]]] = {
    "questions about calls": lambda event: isinstance(event, Ask),
    "the line of a claim": lambda event: isinstance(event, Claim) and bool(event.line),
    "claims that were refused": lambda event: isinstance(event, Answer) and not event.yes,
    "honours": lambda event: isinstance(event, Honours),
    "a correction of the score": lambda event: isinstance(event, Correction),
    "a substitute": lambda event: isinstance(event, Substitute),
    "that the session was broken off": lambda event: isinstance(event, Stop),
}


def _lost(boards: Sequence[found.Board], target: str) -> Iterator[str]:
    """The facts of boards that a format cannot hold."""
    if target in {"json", "jsonl"} or not boards:
        return
    alert = "an alert without a text"
    faults: dict[str, Callable[[found.Board], bool]] = {
        alert: lambda board: any(call.alert and not call.note for call in board.calls)
    }
    if target == "kz":
        tags = dict.fromkeys(name for board in boards for name in board.tags if name not in found.KEPT)
        players = boards[0].players
        faults |= {
            "comments": lambda board: bool(board.comments),
            f"a note longer than {found.LONGEST} characters": lambda board: any(
                len(call.note) > found.LONGEST for call in board.calls
            ),
            "notes on cards": lambda board: any(played.note for played in board.play),
            "signs such as ! and $1": lambda board: (
                any(call.nags for call in board.calls) or any(played.nags for played in board.play)
            ),
            **{f"the tag {name}": partial(_has_tag, name) for name in tags},
            "tables": lambda board: bool(board.tables),
            "that the declarer or the result is irregular": lambda board: board.irregular or board.adjusted,
            "other players than in the first board": lambda board: board.players not in ({}, players),
            "other tags than in the first board": lambda board: any(
                board.tags.get(name) not in {None, boards[0].tags.get(name)} for name in found.KEPT
            ),
        }
    if target in dealing.FORMATS:
        faults = {"anything but the hands": dealing.says_more}
    elif target == "rbn":
        faults = {"the auction, the play and what else is no hand": rbn.says_more}
    elif target == "lin":
        tags = dict.fromkeys(name for board in boards for name in board.tags if name not in {*lin.HEAD, "Room"})
        faults = {
            "notes on cards": lambda board: any(played.note for played in board.play),
            "signs such as ! and $1": lambda board: (
                any(call.nags for call in board.calls) or any(played.nags for played in board.play)
            ),
            "irregularities": lambda board: (
                any(call.mark for call in board.calls) or any(played.mark for played in board.play)
            ),
            **{f"the tag {name}": partial(_has_tag, name) for name in tags},
            "tables": lambda board: bool(board.tables),
            "that the declarer or the result is irregular": lambda board: board.irregular or board.adjusted,
            "other tags than in the first board": lambda board: any(
                board.tags.get(name) not in {None, boards[0].tags.get(name)} for name in lin.HEAD
            ),
        }
    for what, has in faults.items():
        names = [board.name for board in boards if has(board)]
        if names:
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            yield f"{what} in {', '.join(names[:_NAMED])}{more}"


def _has_tag(name: str, board: found.Board) -> bool:
    return name in board.tags


def _told(board: found.Board) -> dict[str, object]:
    """A board for programs; an untold fact is null."""
    return {
        "board": board.number or None,
        "dealer": board.dealer,
        "vul": board.vulnerability,
        "deal": None if board.deal is None else str(board.deal),
        "auction": [_kept({"call": call.call, **_about(call), "alert": call.alert}) for call in board.calls],
        "play": [
            _kept({"seat": played.seat.value, "card": played.card.text, **_about(played)}) for played in board.play
        ],
        "contract": board.contract or None,
        "declarer": board.declarer,
        "tricks": board.tricks,
        "irregular": board.irregular or board.adjusted,
        "adjusted": board.adjusted,
        "players": {seat.value: name for seat, name in board.players.items()},
        "tags": dict(board.tags),
        "tables": {name: list(rows) for name, rows in board.tables.items()},
        "comments": list(board.comments),
    }


def _about(thing: found.Call | found.Played) -> dict[str, object]:
    nags = thing.nags  # nearly always one
    return {"note": thing.note, "nag": nags[0] if nags else 0, "nags": nags[1:] and nags, "mark": thing.mark}


def _kept(told: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in told.items() if value or name == "call"}


def _complain(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return _BAD
