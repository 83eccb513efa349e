"""Lists of tables, events and leagues, and of played matches: read from notes that the logs can give back."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from kozyr.store.closures import is_open, table_is_open
from kozyr.store.database import Database
from kozyr.store.log import LogStore
from kozyr.store.rows import EVENT, LEAGUE, TABLE, EventRow, LeagueRow, Played, TableRow
from kozyr.store.schema import LEAGUES, PLAYED, SEATED, TABLES, TOURNAMENTS


class ListStore:
    """The entries of lists, without closed things. Every read raises StoreError when the database does not answer.

    log: its `names` replace those of the rows.
    """

    def __init__(self, database: Database, log: LogStore) -> None:
        self._db = database
        self._log = log

    async def tables_of(self, account: str, skip: int = 0, most: int | None = None) -> list[TableRow]:
        """The tables of an account: those that are not over first, each kind from the newest on.

        skip: the number of tables to leave out. most: the largest number of tables.
        """
        ask = sa.select(*TABLE).join(SEATED).where(SEATED.c.account_id == account, table_is_open())
        ask = ask.order_by(TABLES.c.finished.is_not(None), TABLES.c.created.desc(), TABLES.c.id)
        ask = ask.offset(skip).limit(most)
        return [TableRow(*row).under(self._log.names) for row in await self._db.read(ask)]

    async def over(self, skip: int, most: int) -> list[TableRow]:
        """Public tables whose match is over and may be looked at, the newest first, without the first `skip`."""
        ask = sa.select(*TABLE).where(TABLES.c.open == "over", table_is_open())
        ask = ask.order_by(TABLES.c.created.desc(), TABLES.c.id).offset(skip).limit(most)
        return [TableRow(*row).under(self._log.names) for row in await self._db.read(ask)]

    async def gathering(self, accounts: Collection[str], since: int) -> int:
        """How many public tables that gather people, set up after `since`, one of these accounts sits at."""
        c = TABLES.c
        ask = sa.select(sa.func.count(c.id.distinct())).select_from(TABLES.join(SEATED))
        ask = ask.where(SEATED.c.account_id.in_(sorted(accounts)))
        ask = ask.where(c.open == "gathering", table_is_open(), c.created >= since)
        count: int = (await self._db.read(ask))[0][0]
        return count

    async def took_part(self, account: str, table: str) -> bool:
        """Whether an account sits at a table, or has played there."""
        for where in (SEATED, PLAYED):
            if await self._db.read(
                sa.select(where.c.table_id).where(where.c.account_id == account, where.c.table_id == table)
            ):
                return True
        return False

    async def events(self, skip: int, most: int) -> list[EventRow]:
        """Listed events: those that are not over first, each kind from the newest on, without the first `skip`."""
        c = TOURNAMENTS.c
        ask = sa.select(*EVENT).where(c.listed.is_(True), is_open("event", c.id))
        ask = ask.order_by(c.finished.is_not(None), c.created.desc(), c.id).offset(skip).limit(most)
        return [EventRow(*row) for row in await self._db.read(ask)]

    async def challenges(self, account: str, skip: int, most: int) -> list[EventRow]:
        """The challenges that an account has sent or plays, the newest first, without the first `skip`."""
        c = TOURNAMENTS.c
        plays = (
            sa.select(TABLES.c.event).join(SEATED).where(SEATED.c.account_id == account, TABLES.c.event.is_not(None))
        )
        ask = sa.select(*EVENT).where(c.challenger.is_not(None), is_open("event", c.id))
        ask = ask.where(sa.or_(c.challenger == account, c.id.in_(plays)))
        rows = await self._db.read(ask.order_by(c.created.desc(), c.id).offset(skip).limit(most))
        return [EventRow(*row) for row in rows]

    async def leagues(self, skip: int, most: int) -> list[LeagueRow]:
        """Leagues that are not closed, the newest first, without the first `skip`."""
        ask = (
            sa.select(*LEAGUE)
            .where(is_open("league", LEAGUES.c.id))
            .order_by(LEAGUES.c.created.desc(), LEAGUES.c.id)
            .offset(skip)
            .limit(most)
        )
        return [LeagueRow(*row) for row in await self._db.read(ask)]

    async def played(
        self, account: str, game: str | None = None, skip: int = 0, most: int | None = None
    ) -> list[tuple[TableRow, Played]]:
        """The matches of an account, the newest first, without the first `skip`; at most `most`."""
        c = PLAYED.c
        ask = sa.select(*TABLE, *c).join(TABLES, TABLES.c.id == c.table_id).where(c.account_id == account)
        if game is not None:
            ask = ask.where(TABLES.c.game == game)
        rows = await self._db.read(ask.order_by(c.begun.desc(), c.table_id).offset(skip).limit(most))
        return [(TableRow(*row[: len(TABLE)]), Played(*row[len(TABLE) :])) for row in rows]
