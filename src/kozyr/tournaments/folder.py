"""An event's folder: plain files that can be copied, broken off at any moment, and put together from two laptops.

event.json      the announcement; written once.
boards*.txt     its boards of preferans (docs/boards.md), or boards.pbn of bridge; threes and fours have a file each.
makes.json      the makeable contracts of each board, if they were computed.
log.jsonl       the log, an entry a line; lines are only added.
records/        boards and parties card by card, where tables have them, as .kz.
log.torn        the rest after the last whole line when the power went.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from kozyr.cards import Seat
from kozyr.games import Record
from kozyr.games.refusal import Refused
from kozyr.tournaments import director, records
from kozyr.tournaments.boards import Dealt
from kozyr.tournaments.director.entries import AnyWhat
from kozyr.tournaments.director.following import table_at
from kozyr.tournaments.director.results import Makes
from kozyr.tournaments.director.state import At
from kozyr.tournaments.part import event_part
from kozyr.tournaments.regulations import check

EVENT: Final = "event.json"
LOG: Final = "log.jsonl"
TORN: Final = "log.torn"
MAKES: Final = "makes.json"
RECORDS: Final = "records"


class BadFolder(Exception):
    """A folder that cannot be read or written; the text is one line that says where and why."""


def create(folder: Path, event: director.Event) -> None:
    """Begin an event.

    Raises:
        BadFolder: there is an event in the folder, or it cannot be written, or could not be read again.
    """
    try:
        msgspec.convert(msgspec.to_builtins(event), director.Event)
        check(event.regulations)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadFolder(f"{folder / EVENT}: {error}") from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / EVENT).open("xb") as out:
            out.write(msgspec.json.format(msgspec.json.encode(event)) + b"\n")
        (folder / LOG).touch()
    except FileExistsError:
        raise BadFolder(f"{folder}: there is an event in it already") from None
    except OSError as error:
        raise BadFolder(f"{error.filename or folder}: {error.strerror}") from None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadFolder(f"{path}: {error.strerror}") from None


def event(folder: Path) -> director.Event:
    """The announcement of the event.

    Raises:
        BadFolder: the file is not there or cannot be read.
    """
    try:
        return director.logged(_read(folder / EVENT))
    except ValueError as error:
        raise BadFolder(f"{folder / EVENT}: {error}") from None


def log(folder: Path) -> tuple[director.Entry, ...]:
    """The whole log, without a torn last line.

    Raises:
        BadFolder: a whole line is no entry; the text has its number.
    """
    whole, newline, _ = _read(folder / LOG).rpartition(b"\n")
    found = []
    for nth, line in enumerate((whole + newline).splitlines(), 1):
        try:
            found.append(director.decode(line))
        except ValueError as error:
            raise BadFolder(f"{folder / LOG}:{nth}: {error}") from None
    return tuple(found)


def boards(folder: Path, held: director.Event) -> tuple[Dealt, ...]:
    """The boards of the event that are in the folder, by their numbers.

    Raises:
        BadFolder: a file has a fault, or a board is in two of them.
    """
    own = event_part(held.game).boards
    if own is None or own.dealt is None:
        return ()
    found: dict[int, Dealt] = {}
    for path in sorted(folder.glob(own.dealt.pattern)):
        try:
            _, some = own.dealt.parse(_read(path))
        except ValueError as error:
            raise BadFolder(f"{path}:{error}") from None
        for board in some:
            if board.number in found:
                raise BadFolder(f"{path}: board {board.number} stands in another file, too")
            found[board.number] = board
    return tuple(found[number] for number in sorted(found))


def begun(folder: Path) -> director.State:
    """The state before the first entry, with the facts of the boards' files.

    Raises:
        BadFolder: a file cannot be read.
    """
    held = event(folder)
    own = event_part(held.game).boards
    dealt = own.dealt if own is not None else None
    some = () if dealt is None else boards(folder, held)
    marks: dict[int, Seat] = {} if dealt is None or not dealt.marked_by_file else {one.number: one.mark for one in some}
    told = {one.number: one.vulnerability for one in some if one.vulnerability}
    return director.State(held, marks, told, makes(folder))


def makes(folder: Path) -> dict[int, Makes]:
    """The makeable contracts of each board, if they were computed.

    Raises:
        BadFolder: the file cannot be read.
    """
    path = folder / MAKES
    if not path.exists():
        return {}
    try:
        found: dict[int, Makes] = msgspec.json.decode(_read(path), type=dict[int, dict[str, dict[str, int]]])
    except (msgspec.DecodeError, ValueError) as error:
        raise BadFolder(f"{path}: {error}") from None
    return found


def load(folder: Path) -> director.State:
    """The state of the event.

    Raises:
        BadFolder: a file cannot be read.
    """
    return director.fold(begun(folder), log(folder))


def add(folder: Path, who: str, what: Sequence[AnyWhat], now: int, why: str = "") -> director.State:
    """Write entries: all of them, or none. now: seconds since 1970; a clock that went back is ignored.

    The lines are on the disk when this returns. A torn last line is kept aside before.

    Raises:
        BadFolder: the folder cannot be written.
        Refused: an entry that is not allowed.
    """
    with _locked(folder):
        state = load(folder)
        lines = []
        for one in what:
            entry = _readable(director.Entry(max(now, state.clock), who, one, why))
            state = director.decide(state, entry)
            lines.append(director.encode(entry) + b"\n")
        _put_aside(folder)
        _append(folder / LOG, b"".join(lines))
        return state


def _readable(entry: director.Entry) -> director.Entry:
    """The entry as the log will have it; an entry that could not be read again is refused."""
    try:
        return director.decode(director.encode(entry))
    except ValueError as error:
        raise Refused("unreadable", text=error) from None


def tried(folder: Path, who: str, what: AnyWhat, now: int) -> tuple[director.State, director.State]:
    """The state now, and the state after an entry; nothing is written.

    Raises:
        BadFolder: a file cannot be read. Refused: an entry that is not allowed.
    """
    state = load(folder)
    return state, director.decide(state, _readable(director.Entry(max(now, state.clock), who, what)))


def merge(folder: Path, other: Path) -> director.State:
    """Put the log of another laptop's copy of the folder into this one.

    Raises:
        BadFolder: another event, or a file that cannot be read or written.
    """
    if event(folder) != event(other):
        raise BadFolder(f"{other}: it is another event")
    with _locked(folder):
        both = director.judged(begun(folder), director.merged(log(folder), log(other)))
        _put_aside(folder)
        path = folder / LOG
        fresh = path.with_suffix(".new")
        try:
            fresh.write_bytes(b"".join(director.encode(entry) + b"\n" for entry in both))
            with fresh.open("rb") as there:
                os.fsync(there.fileno())
            fresh.replace(path)
        except OSError as error:
            raise BadFolder(f"{fresh}: {error.strerror}") from None
        return director.fold(begun(folder), both)


def line_of_record(folder: Path, path: Path, at: At) -> str:
    """The line of a record, as its table would write it.

    Raises:
        BadFolder: the record cannot be read, or is not of this board. Refused: the table is empty.
    """
    state = load(folder)
    seats = tuple(table_at(state, at).seats)
    try:
        return records.line(state, at, seats, records.read(_read(path)), deals(folder).get(at.board))
    except records.BadRecord as error:
        raise BadFolder(f"{at}: {path}: {error}") from None


def keep_record(folder: Path, path: Path, at: At) -> None:
    """Keep a record beside the log, in place of an earlier one of the same line.

    Raises:
        BadFolder: it cannot be read or written.
    """
    place = folder / RECORDS / records.name(at)
    fresh = place.with_suffix(".new")
    data = _read(path)
    try:
        place.parent.mkdir(exist_ok=True)
        fresh.write_bytes(data)
        fresh.replace(place)
    except OSError as error:
        raise BadFolder(f"{fresh}: {error.strerror}") from None


def kept_records(folder: Path, state: director.State) -> dict[At, Record]:
    """The records of the present lines, in the order of tables and rounds.

    Raises:
        BadFolder: one cannot be read.
    """
    found = {}
    for at in sorted((*state.rows, *state.parties)):
        path = folder / RECORDS / records.name(at)
        if path.exists():
            try:
                found[at] = records.read(_read(path))
            except records.BadRecord as error:
                raise BadFolder(f"{path}: {error}") from None
    return found


def _put_aside(folder: Path) -> None:
    """Move the rest after the last whole line to a file of its own."""
    path = folder / LOG
    data = _read(path)
    whole = data.rfind(b"\n") + 1
    if whole == len(data):
        return
    _append(folder / TORN, data[whole:] + b"\n")
    try:
        os.truncate(path, whole)
    except OSError as error:
        raise BadFolder(f"{path}: {error.strerror}") from None


def _append(path: Path, data: bytes) -> None:
    try:
        with path.open("ab") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise BadFolder(f"{path}: {error.strerror}") from None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, so that two commands at once write one after the other."""
    try:
        handle = os.open(folder / EVENT, os.O_RDONLY)
    except OSError as error:
        raise BadFolder(f"{folder / EVENT}: {error.strerror}") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def deals(folder: Path) -> dict[int, str]:
    """The cards of each board, as a deal's text, where the folder has them.

    Raises:
        BadFolder: a file has a fault.
    """
    return {board.number: str(board.layout) for board in boards(folder, event(folder))}
