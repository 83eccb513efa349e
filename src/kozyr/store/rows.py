"""The rows of the store: entries of logs, the beginnings of tables, events and leagues, and their list entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from kozyr.store.rulings import shown
from kozyr.store.schema import LEAGUES, TABLES, TOURNAMENTS


class Entry(msgspec.Struct, frozen=True):
    """An entry of a log."""

    seq: int
    """The number of the entry: dense, from 1."""
    ts: int
    kind: str
    """The kind of the body."""
    seat: str | None
    """The acting seat. None: the table itself; also at an event or a league."""
    cmd_id: str | None
    """The command that caused it, once per log."""
    body: str
    """The body as JSON."""


class Played(msgspec.Struct, frozen=True):
    """A person's match: a projection of its log, never the truth."""

    account_id: str
    table_id: str
    name: str
    """The name on the sheet."""
    begun: int
    """When the first deal began."""
    ended: int | None
    how: str
    """`playing`, `adjourned`, `played`, `stopped`, `force_majeure`, or a mark of bad conduct: `left`, `stalled`, `dodged` (docs/club.md)."""
    deals: int
    """How many deals have ended."""
    result: str | None = None
    """The player's result on the settled sheet, exact."""
    place: int | None = None
    """The place in the match, from 1."""


class TableRow(msgspec.Struct, frozen=True):
    """A table as it was set up; `finished`, `open`, `summary` and `event` are notes that the log can give back."""

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
        """The row with the accounts' present names."""
        summary = None if self.summary is None else shown(self.summary, names)
        return msgspec.structs.replace(self, seats=shown(self.seats, names), summary=summary)


class EventRow(msgspec.Struct, frozen=True):
    """An event of the club as it was announced."""

    id: str
    about: str
    """The announcement as JSON."""
    created: int
    finished: int | None = None
    """A note that the log can give back."""
    listed: bool = False
    """In the list of events."""
    challenger: str | None = None
    """The account of a challenge's author; a note that the log can give back. None: it is no challenge."""


class LeagueRow(msgspec.Struct, frozen=True):
    """A league as it was founded."""

    id: str
    name: str
    about: str
    """The founding act as JSON."""
    created: int


class Note(msgspec.Struct, frozen=True):
    """The list entry of a table after a log entry; the log can give it back."""

    open: str | None
    """The list of the lobby that has the table; None: none has it."""
    summary: str
    """The list entry as JSON."""
    seated: Sequence[str]
    """The accounts at the table."""
    played: Sequence[Played]
    """The rows of its match."""


# A table as lists and restores read it: the secret stays where it is.
TABLE: Final = tuple(TABLES.c[name] for name in TableRow.__struct_fields__)


EVENT: Final = tuple(TOURNAMENTS.c[name] for name in EventRow.__struct_fields__)


LEAGUE: Final = tuple(LEAGUES.c[name] for name in LeagueRow.__struct_fields__)
