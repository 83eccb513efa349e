"""What people tell of themselves, who has played with whom, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from kozyr.store.database import Database
from kozyr.store.schema import ACCOUNTS, MUTES, PLAYED, TOLD
from kozyr.store.social import muted


class Told(msgspec.Struct, frozen=True):
    """What somebody has told of himself.

    country: two letters of ISO 3166; None: he would not say. place: in his own words. zone: of the IANA database, `Europe/Kyiv`. shown,
    known: since when everybody may see where he is, and those he has played with may find him; None: they may not.
    """

    country: str | None = None
    place: str = ""
    zone: str | None = None
    shown: int | None = None
    known: int | None = None


class Met(msgspec.Struct, frozen=True):
    """Somebody with whom one has played. matches: so many. last: when the last of them began."""

    account_id: str
    nick: str
    matches: int
    last: int


class Members(msgspec.Struct, frozen=True):
    """How many accounts have a login, and how many countries they have told."""

    people: int
    countries: int


_TOLD = tuple(TOLD.c[name] for name in Told.__struct_fields__)


class PeopleStore:
    """Who tells what of himself, and who has met whom. Whatever reads raises StoreError when the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def tell(self, account: str, told: Told) -> None:
        """Keep what somebody tells of himself, in place of what he told before.

        Raises:
            Taken: there is no such account. StoreError: it could not be written.
        """
        before = TOLD.delete().where(TOLD.c.account_id == account)
        row = {"account_id": account, **msgspec.structs.asdict(told)}
        await self._db.write((before, {}), (TOLD.insert(), row))

    async def told(self, accounts: Iterable[str]) -> dict[str, Told]:
        """What these accounts have told, by account; who has not been asked is not there."""
        ask = sa.select(TOLD.c.account_id, *_TOLD).where(TOLD.c.account_id.in_(sorted(accounts)))
        return {row[0]: Told(*row[1:]) for row in await self._db.read(ask)}

    async def members(self) -> Members:
        """How many members there are, and from how many countries."""
        joined = ACCOUNTS.outerjoin(TOLD, TOLD.c.account_id == ACCOUNTS.c.id)
        counts: list[sa.ColumnElement[Any]] = [sa.func.count(), sa.func.count(TOLD.c.country.distinct())]
        ask = sa.select(*counts).select_from(joined).where(ACCOUNTS.c.login.is_not(None))
        rows = await self._db.read(ask)
        return Members(*rows[0])

    async def met(self, account: str, skip: int, most: int) -> list[Met]:
        """People with whom an account has played and who let themselves be found, the last match first.

        Who does not want to read its chat is left out. skip: leave out the first so many. most: no more than these.
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
