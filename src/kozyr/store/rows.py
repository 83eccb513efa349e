"""The rows of the store: entries of a log, what a table, an event and a league were set up with, what lists say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from kozyr.store.rulings import shown
from kozyr.store.schema import LEAGUES, TABLES, TOURNAMENTS


class Entry(msgspec.Struct, frozen=True):
    """One line of a log.

    seq: dense, from 1. kind: what the body is. seat: who acted, None for the table itself, and at an event or a league. cmd_id: the
    command that caused it, once per log. body: JSON.
    """

    seq: int
    ts: int
    kind: str
    seat: str | None
    cmd_id: str | None
    body: str


class Played(msgspec.Struct, frozen=True):
    """How a match went for somebody: a projection of its log, never the truth.

    name: on the sheet. begun: the first deal. how: `playing`, `adjourned`, `played`, `stopped`, `force_majeure`, or
    what he answers for: `left`, `stalled`, `dodged` (docs/club.md). deals: so many ended. result: his on the settled sheet, exact. place: from 1.
    """

    account_id: str
    table_id: str
    name: str
    begun: int
    ended: int | None
    how: str
    deals: int
    result: str | None = None
    place: int | None = None


class TableRow(msgspec.Struct, frozen=True):
    """A table as it was set up; `finished`, `open`, `summary` and `event`, whose table it is, are notes that the log can give back."""

    id: str
    game: str
    preset: str
    conventions: str
    seats: str
    created: int
    finished: int | None = None
    card: str | None = None
    open: str | None = None
    summary: str | None = None
    event: str | None = None

    def under(self, names: Mapping[str, str]) -> TableRow:
        """The same with the names that accounts bear now."""
        summary = None if self.summary is None else shown(self.summary, names)
        return msgspec.structs.replace(self, seats=shown(self.seats, names), summary=summary)


class EventRow(msgspec.Struct, frozen=True):
    """An event of the club as it was announced.

    about: JSON. finished: a note that the log can give back. listed: in the list of events.
    """

    id: str
    about: str
    created: int
    finished: int | None = None
    listed: bool = False


class LeagueRow(msgspec.Struct, frozen=True):
    """A league as it was founded. about: JSON."""

    id: str
    name: str
    about: str
    created: int


class Note(msgspec.Struct, frozen=True):
    """What lists say of a table after an entry; the log can give it back.

    open: the list of the lobby in which it stands. summary: JSON. seated: accounts. played: the rows of its match.
    """

    open: str | None
    summary: str
    seated: Sequence[str]
    played: Sequence[Played]


# A table as lists and restores read it: the secret stays where it is.
TABLE: Final = tuple(TABLES.c[name] for name in TableRow.__struct_fields__)


EVENT: Final = tuple(TOURNAMENTS.c[name] for name in EventRow.__struct_fields__)


LEAGUE: Final = tuple(LEAGUES.c[name] for name in LeagueRow.__struct_fields__)
