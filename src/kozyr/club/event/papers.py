"""The papers of an event, from its log alone: sheets, files for other programs, its folder.

Pure: done in other processes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from kozyr.club.event.boards import dealt
from kozyr.club.event.folders import packed
from kozyr.club.event.tournament import Setup, Tournament
from kozyr.games.refusal import Refusal, Refused
from kozyr.print.event import printed
from kozyr.print.part import Sheet, Wanted
from kozyr.store import Entry
from kozyr.tournaments import director, exports
from kozyr.tournaments.director.entries import Seated
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.seating import seated
from kozyr.words import Language

Export: TypeAlias = Literal["lines", "final", "json", "usebio"]
EXPORTS: Final[Mapping[Export, tuple[str, str]]] = {  # the format and the ending of each file
    "lines": ("csv", "csv"),
    "final": ("final", "csv"),
    "json": ("json", "json"),
    "usebio": ("usebio", "xml"),
}
_ENTRY: Final = msgspec.json.Decoder(Entry)


class Log(NamedTuple):
    """An event in the form of the store."""

    setup: Setup
    lines: bytes
    """Its entries as JSON, a line each."""


def lines_of(entries: Iterable[Entry]) -> bytes:
    """Entries as they travel to another process."""
    return b"\n".join(map(msgspec.json.encode, entries))


class Printing(NamedTuple):
    """A sheet of paper that is asked for."""

    log: Log
    sheet: Sheet
    wanted: Wanted
    language: Language


def print_out(asked: Printing) -> bytes:
    """The sheet as PDF.

    Raises:
        ValueError: there is nothing to print yet, or no such session or appeal.
    """
    return printed(_followed(asked.log)[0].state, asked.sheet, asked.wanted, asked.language)


class Exporting(NamedTuple):
    """A file for another program."""

    log: Log
    to: Export


def export(asked: Exporting) -> bytes:
    """The file.

    Raises:
        ValueError: there is no such file of this event.
    """
    return exports.exported(_followed(asked.log)[0].state, EXPORTS[asked.to][0], {})


class Packing(NamedTuple):
    """The folder of an event."""

    log: Log
    master: bytes | None
    """The secret of the boards that the club deals. None: it deals none."""


def pack(asked: Packing) -> bytes:
    """The folder as a ZIP file."""
    at, log = _followed(asked.log)
    return packed(at, log, () if asked.master is None else dealt(at, asked.master))


def director_log(asked: Log) -> bytes:
    """The log as `kozyr tournament` keeps it in a folder."""
    return b"".join(director.encode(one) + b"\n" for one in _followed(asked)[1])


class Seating(NamedTuple):
    """A wanted seating, with the log and the lot."""

    log: Log
    wanted: HowSeated
    lot: str
    """The seed of the lot, if one is drawn."""


def seat(asked: Seating) -> Seated | Refusal:
    """The seating, or the reason why the entrants cannot be seated now.

    With many entrants the search for a good movement takes minutes.

    Raises:
        ValueError: they cannot be seated in this way.
    """
    try:
        return seated(_followed(asked.log)[0].state, asked.wanted, lambda _: asked.lot)
    except Refused as error:
        return error.refusal


def _followed(log: Log) -> tuple[Tournament, list[director.Entry]]:
    """An event after its log, and its entries as a director's."""
    at, found = Tournament.open(log.setup), list[director.Entry]()
    for line in log.lines.splitlines():
        entry = _ENTRY.decode(line)
        told = at.line(entry)
        at = at.after(entry)
        if told is not None:
            found.append(told)
    return at, found
