"""The store of all lasting data: an append-only log per table, accounts, chat and messages; SQLite by default."""

from __future__ import annotations

from pathlib import Path

from kozyr.store.accounts import Account, AccountStore
from kozyr.store.checkpoints import Checkpoint, CheckpointStore
from kozyr.store.closures import ClosedKind, Closure, ClosureStore, Turned
from kozyr.store.database import Database, Synchronous
from kozyr.store.errors import StoreError, Taken
from kozyr.store.lists import ListStore
from kozyr.store.log import Fenced, LogStore, Stale
from kozyr.store.people import Members, Met, PeopleStore, Told
from kozyr.store.reviews import Brief, Extent, RatedRow, Review, ReviewStore
from kozyr.store.rows import Entry, EventRow, LeagueRow, Note, Played, TableRow
from kozyr.store.rulings import NOBODY, Ruling, RulingStore
from kozyr.store.social import Chat, Report, SocialStore

__all__ = [
    "NOBODY",
    "Account",
    "AccountStore",
    "Brief",
    "Chat",
    "Checkpoint",
    "CheckpointStore",
    "ClosedKind",
    "Closure",
    "ClosureStore",
    "Database",
    "Entry",
    "EventRow",
    "Extent",
    "Fenced",
    "LeagueRow",
    "ListStore",
    "LogStore",
    "Members",
    "Met",
    "Note",
    "PeopleStore",
    "Played",
    "RatedRow",
    "Report",
    "Review",
    "ReviewStore",
    "Ruling",
    "RulingStore",
    "SocialStore",
    "Stale",
    "Store",
    "StoreError",
    "Synchronous",
    "TableRow",
    "Taken",
    "Told",
    "Turned",
]


class Store:
    """A database with its logs, accounts and talk, all written by one thread.

    db: the path of a SQLite file, or a database URL. synchronous, upgrade: see `Database`.

    Raises:
        StoreError: the database cannot be opened.
    """

    def __init__(self, db: str | Path, synchronous: Synchronous = "FULL", *, upgrade: bool = False) -> None:
        self.database = Database(db, synchronous, upgrade=upgrade)
        self.log = LogStore(self.database)
        self.lists = ListStore(self.database, self.log)
        self.accounts = AccountStore(self.database)
        self.social = SocialStore(self.database)
        self.people = PeopleStore(self.database)
        self.rulings = RulingStore(self.database)
        self.reviews = ReviewStore(self.database)
        self.checkpoints = CheckpointStore(self.database)
        self.closures = self.log.closures

    def close(self) -> None:
        """Commit the waiting writes, then stop."""
        self.database.close()
