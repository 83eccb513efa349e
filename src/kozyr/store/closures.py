"""The operator's closings: tables, kept sheets, events, cups, leagues and programs, each with its reason.

A closed thing keeps all its data. Until it is opened again it is not shown, and it cannot be entered.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from kozyr.store.database import Database
from kozyr.store.schema import AUDIT, BOTS, CLOSURES, LOGS, TABLES

# A kept sheet is a table, and a cup is an event; a program is an account.
ClosedKind: TypeAlias = Literal["table", "event", "league", "program"]


class Closure(msgspec.Struct, frozen=True):
    """Something is closed."""

    kind: ClosedKind
    id: str
    since: int
    """When it was closed, in milliseconds since 1970."""
    why: str
    """The operator's words; empty: closed before reasons were kept."""


class Turned(msgspec.Struct, frozen=True):
    """Something was closed, or opened again."""

    kind: ClosedKind
    id: str
    changed: int
    """When it changed, in milliseconds since 1970."""
    closed: bool
    """Whether it is closed now."""


_CLOSURE: Final = tuple(CLOSURES.c[name] for name in Closure.__struct_fields__)


def _stands(kind: ClosedKind, id_: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    c = CLOSURES.c
    return sa.exists().where(c.kind == kind, c.id == id_, c.since.is_not(None))


def is_open(kind: ClosedKind, id_: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition of a query that this thing is not closed."""
    return ~_stands(kind, id_)


def table_is_open() -> sa.ColumnElement[bool]:
    """The condition that neither a row of `tables` nor its event is closed."""
    return sa.and_(is_open("table", TABLES.c.id), is_open("event", TABLES.c.event))


class ClosureStore:
    """All closings. Every read and write may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def kind(self, id_: str) -> ClosedKind | None:
        """The kind of the thing with this id. None: nothing that can be closed."""
        found = await self._db.read(sa.select(LOGS.c.owner).where(LOGS.c.id == id_))
        if found:
            owner: ClosedKind = found[0][0]
            return owner
        return "program" if await self._db.read(sa.select(BOTS.c.account_id).where(BOTS.c.account_id == id_)) else None

    async def turn(self, who: str, kind: ClosedKind, id_: str, why: str, *, closed: bool) -> None:
        """Close or reopen a thing. The reason is kept in the audit, and beside a closed thing."""
        now = self._db.now()
        row = {"kind": kind, "id": id_, "since": now if closed else None, "why": why, "changed": now}
        done = {"ts": now, "who": who, "what": "close" if closed else "open", "subject": id_, "why": why}
        before = CLOSURES.delete().where(CLOSURES.c.kind == kind, CLOSURES.c.id == id_)
        await self._db.write((before, {}), (CLOSURES.insert(), row), (AUDIT.insert(), done))

    async def of(self, kind: ClosedKind, id_: str) -> Closure | None:
        """The reason and the time of a thing's own closure. None: it has none of its own."""
        c = CLOSURES.c
        found = await self._db.read(sa.select(*_CLOSURE).where(c.kind == kind, c.id == id_, c.since.is_not(None)))
        return Closure(*found[0]) if found else None

    async def of_table(self, table: str) -> Closure | None:
        """The closure that bars a table: its own, or else its event's. None: the table is open."""
        c, event = CLOSURES.c, sa.select(TABLES.c.event).where(TABLES.c.id == table).scalar_subquery()
        own, with_it = sa.and_(c.kind == "table", c.id == table), sa.and_(c.kind == "event", c.id == event)
        ask = sa.select(*_CLOSURE).where(c.since.is_not(None), sa.or_(own, with_it))
        found = {row[0]: Closure(*row) for row in await self._db.read(ask)}
        return found.get("table") or found.get("event")

    async def turned(self, since: int) -> list[Turned]:
        """The things closed or opened after this moment, in their latest state."""
        c = CLOSURES.c
        ask = sa.select(c.kind, c.id, c.changed, c.since.is_not(None)).where(c.changed > since)
        return [Turned(kind, id_, changed, bool(closed)) for kind, id_, changed, closed in await self._db.read(ask)]

    async def closed(self, skip: int, most: int) -> list[Closure]:
        """The closed things, the latest first, without the first `skip`, and at most `most`."""
        c = CLOSURES.c
        ask = sa.select(*_CLOSURE).where(c.since.is_not(None)).order_by(c.since.desc(), c.kind, c.id)
        return [Closure(*row) for row in await self._db.read(ask.offset(skip).limit(most))]
