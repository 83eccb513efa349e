"""The people's own facts, their common matches, and their number."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from kozyr.store.database import Database
from kozyr.store.schema import ACCOUNTS, MUTES, PLAYED, TOLD
from kozyr.store.social import muted


class Told(msgspec.Struct, frozen=True):
    """A person's own facts."""

    country: str | None = None
    """Two letters of ISO 3166. None: the person declines."""
    place: str = ""
    """The place in the person's own words."""
    zone: str | None = None
    """A name of the IANA database, as `Europe/Kyiv`."""
    shown: int | None = None
    known: int | None = None
    ranked: int | None = None
    """Since when everybody may see the place, former partners may find the person, and the lists of ratings name the person.
    None: they may not."""


class Met(msgspec.Struct, frozen=True):
    """A former partner."""

    account_id: str
    nick: str
    matches: int
    """How many matches both have played together."""
    last: int
    """When the last of them began."""


class Members(msgspec.Struct, frozen=True):
    """The number of accounts with a login, and of the countries that they have told."""

    people: int
    countries: int


_TOLD = tuple(TOLD.c[name] for name in Told.__struct_fields__)


class PeopleStore:
    """The people's own facts and their common matches. Every read raises StoreError when the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def tell(self, account: str, told: Told) -> None:
        """Keep a person's facts in place of the earlier ones.

        Raises:
            Taken: there is no such account. StoreError: it could not be written.
        """
        before = TOLD.delete().where(TOLD.c.account_id == account)
        row = {"account_id": account, **msgspec.structs.asdict(told)}
        await self._db.write((before, {}), (TOLD.insert(), row))

    async def told(self, accounts: Iterable[str]) -> dict[str, Told]:
        """The facts of these accounts, by account; accounts that were not asked are missing."""
        ask = sa.select(TOLD.c.account_id, *_TOLD).where(TOLD.c.account_id.in_(sorted(accounts)))
        return {row[0]: Told(*row[1:]) for row in await self._db.read(ask)}

    async def ranked(self, accounts: Collection[str]) -> dict[str, str]:
        """Those of these accounts that have a login and want to stand in the lists of ratings, with their names."""
        joined = ACCOUNTS.join(TOLD, TOLD.c.account_id == ACCOUNTS.c.id)
        ask = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.nick).select_from(joined)
        ask = ask.where(TOLD.c.ranked.is_not(None), ACCOUNTS.c.login.is_not(None))
        return {account: nick for account, nick in await self._db.read(ask) if account in accounts}

    async def members(self) -> Members:
        """How many members there are, and from how many countries."""
        joined = ACCOUNTS.outerjoin(TOLD, TOLD.c.account_id == ACCOUNTS.c.id)
        counts: list[sa.ColumnElement[Any]] = [sa.func.count(), sa.func.count(TOLD.c.country.distinct())]
        ask = sa.select(*counts).select_from(joined).where(ACCOUNTS.c.login.is_not(None))
        rows = await self._db.read(ask)
        return Members(*rows[0])

    async def met(self, account: str, skip: int, most: int) -> list[Met]:
        """The findable people with whom an account has played, the last match first.

        People who have muted the account are left out. skip: the number to leave out. most: the largest number.
        """
        mine, theirs = PLAYED.alias("mine"), PLAYED.alias("theirs")
        together = sa.and_(theirs.c.table_id == mine.c.table_id, theirs.c.account_id != mine.c.account_id)
        deaf = sa.exists().where(MUTES.c.account_id == theirs.c.account_id, muted(account))
        last = sa.func.max(theirs.c.begun)
        ask = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.nick, sa.func.count(), last).select_from(
            mine.join(theirs, together)
            .join(ACCOUNTS, ACCOUNTS.c.id == theirs.c.account_id)
            .join(TOLD, TOLD.c.account_id == theirs.c.account_id)
        )
        ask = ask.where(mine.c.account_id == account, TOLD.c.known.is_not(None), ACCOUNTS.c.program.is_(None), ~deaf)
        ask = ask.group_by(ACCOUNTS.c.id, ACCOUNTS.c.nick).order_by(last.desc(), ACCOUNTS.c.id)
        return [Met(*row) for row in await self._db.read(ask.offset(skip).limit(most))]
