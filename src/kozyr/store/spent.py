"""Limits that all processes of a club share: what a visitor has spent at one of them is spent at all.

Each bucket is a row of an unlogged table in PostgreSQL, filled by the database's clock alone. A bucket's name is a keyed hash, so the
table has no address and no login.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
from collections.abc import Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kozyr.store.database import Database
from kozyr.store.errors import StoreError, refusal
from kozyr.store.schema import SPENT

_NOW: Final = sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
_CLEANS: Final = 1_000  # spendings after which a process drops the old buckets
_OLD: Final = 3_600_000  # milliseconds; every limit is full again by then


class Spend(NamedTuple):
    """A cost, and the bucket that is to have it. rate: credit that comes back a second."""

    name: str
    key: str
    burst: float
    rate: float
    cost: float


class Spent:
    """The buckets of a club of many processes. key: the secret of the hashes."""

    def __init__(self, database: Database, key: bytes) -> None:
        self._db, self._key = database, key
        self._count = itertools.count(1)

    async def spend(self, asked: Sequence[Spend]) -> float:
        """Spend from all of these buckets, or from none; returns 0, or in how many seconds they have it.

        Raises:
            StoreError: the database does not answer.
        """
        return await asyncio.to_thread(self._spend, {self._id(one): one for one in asked})

    def _id(self, one: Spend) -> str:
        return hashlib.blake2b(f"{one.name} {one.key}".encode(), key=self._key, digest_size=24).hexdigest()

    def _spend(self, asked: dict[str, Spend]) -> float:
        if not asked:
            return 0.0
        try:
            with self._db.lent() as connection, connection.begin():
                left = self._left(connection, asked)
                lacks = max(max(0.0, min(one.cost, one.burst) - left[id_]) / one.rate for id_, one in asked.items())
                if not lacks:
                    self._take(connection, asked, left)
        except sa.exc.SQLAlchemyError as error:
            self._db.failed()
            raise StoreError(f"the store did not write: {refusal(error)}") from None
        return lacks

    @staticmethod
    def _left(connection: sa.Connection, asked: dict[str, Spend]) -> dict[str, float]:
        """What each bucket has now; until the transaction ends nobody else takes of it."""
        for id_ in sorted(asked):  # everybody locks in this order, so that nobody waits for each other
            new = insert(SPENT).values(id=id_, credit=float(asked[id_].burst), at=_NOW)
            connection.execute(new.on_conflict_do_nothing())
        ask = sa.select(SPENT.c.id, SPENT.c.credit, (_NOW - SPENT.c.at).label("past")).where(SPENT.c.id.in_(asked))
        rows = connection.execute(ask.order_by(SPENT.c.id).with_for_update()).all()
        return {
            id_: min(asked[id_].burst, credit + max(0, past) / 1000 * asked[id_].rate) for id_, credit, past in rows
        }

    def _take(self, connection: sa.Connection, asked: dict[str, Spend], left: dict[str, float]) -> None:
        for id_, one in asked.items():
            credit = left[id_] - min(one.cost, one.burst)
            connection.execute(SPENT.update().where(SPENT.c.id == id_).values(credit=credit, at=_NOW))
        if next(self._count) % _CLEANS == 0:
            connection.execute(SPENT.delete().where(SPENT.c.at < _NOW - _OLD, SPENT.c.id.not_in(asked)))
