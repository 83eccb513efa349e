"""The contents of a file for the desk: the entries of a record, or the cards of boards."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from kozyr import notation
from kozyr.arbiter.ruling import against
from kozyr.cards import Seat
from kozyr.games import Call, Play, Record, Step, begin, replay, steps
from kozyr.games.refusal import Refused
from kozyr.notation import preferans_boards
from kozyr.notation.bridge import pbn

_BOARDS: Final = 200  # that are told of one file


class LogLine(msgspec.Struct, frozen=True):
    """An entry of a record."""

    n: int
    """The number of the entry."""
    seat: Seat | None
    """The seat of the entry; of a card, its holder's seat."""
    token: str
    """The entry as a record writes it."""
    forced: bool
    """Whether the entry is against the rules."""


class DroppedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file that was dropped on the desk, as text."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=60_000)]


class DroppedBoard(msgspec.Struct, frozen=True):
    """The cards of a board, as a deal is written."""

    name: str
    """The board's name or number in the file."""
    deal: str


class Dropped(msgspec.Struct, frozen=True):
    """The contents of a dropped file."""

    game: str
    players: int
    lines: tuple[LogLine, ...] = ()
    """The entries of a record, if it is one."""
    boards: tuple[DroppedBoard, ...] = ()
    """The cards of boards, where the file is no record."""
    laws: str = ""
    """The body of law that a record names, where its game has several."""


def log(record: Record, at: int) -> tuple[LogLine, ...]:
    """The first entries of a record, which replays so far."""
    told = steps(begin(record), record.entries[:at])
    return tuple(LogLine(one.entry.seq, _whose(one), one.entry.event.token, one.entry.forced) for one in told)


def _whose(step: Step) -> Seat | None:
    """The seat of an entry. None: it has no seat, like a deal or a ruling."""
    event, state = step.entry.event, step.before.state
    if isinstance(event, Play) and state is not None:
        return next((seat for seat in Seat if state.holding(seat) & event.card.bit), None)
    if step.entry.seat is not None or state is None or not isinstance(event, Call):
        return step.entry.seat
    return state.actor


def readable(text: str) -> Record:
    """A record that replays.

    Raises:
        Refused: it does not.
    """
    read = notation.parse(text)
    if read.error is not None:
        raise Refused("record_unread", field="record", line=read.error.line, reason=read.error.reason)
    if read.record is None:
        raise Refused("record", field="record")
    found = replay(read.record)
    if found.error is not None:
        at = len(found.applied) + 1
        raise against(found.error, "record", f"{at}. {read.record.entries[at - 1].event.token}")
    return read.record


def dropped(file: DroppedFile) -> Dropped:
    """Read a dropped file: a `.kz` record, preferans boards, or PBN.

    Raises:
        Refused: nothing of that.
    """
    text = file.text
    if "preferans boards" in text[:200]:
        found = preferans_boards.parse(text)
        boards = tuple(DroppedBoard(str(one.number), str(one.layout)) for one in found.boards[:_BOARDS])
        return _some(Dropped("preferans", found.players, boards=boards))
    if "[Game " in text:
        record = readable(text)
        laws = str(getattr(record.conventions, "laws", ""))
        return Dropped(record.game, record.players, log(record, len(record.entries)), laws=laws)
    deals = [(one.number, one.deal) for one in pbn.parse(text).boards]
    whole = [(name, deal) for name, deal in deals if deal is not None and None not in deal.hands]
    return _some(Dropped("bridge", 4, boards=tuple(DroppedBoard(name, str(deal)) for name, deal in whole[:_BOARDS])))


def _some(found: Dropped) -> Dropped:
    if not found.boards:
        raise Refused("record", field="record")
    return found
