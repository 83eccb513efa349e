"""The post-mortems of deals that are over: a projection of the logs, which can be dropped and made again."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from typing import Final

import msgspec
import sqlalchemy as sa

from kozyr.store.closures import table_is_open
from kozyr.store.database import Database
from kozyr.store.schema import PLAYED, REVIEWS, TABLES

_RATED: Final = '"rated":true'  # in the summary of a table, whose strings have no bare quotes


class Review(msgspec.Struct, frozen=True):
    """The post-mortem of a deal."""

    table_id: str
    deal: int
    """Its number at the table, from 1."""
    upto: int
    """The last entry of the deal. A ruling may write a deal anew, and its post-mortem is worked out again."""
    edition: int
    """The edition of the post-mortem; those of another one are worked out again."""
    told: bytes
    """The whole of it as JSON."""
    brief: str
    """As JSON, by player: what the lists of that player need."""
    ended: int | None = None
    rated: str | None = None
    """Of a deal that is rated: when it ended, and its sides as JSON."""


class RatedRow(msgspec.Struct, frozen=True):
    """What a deal is to the ratings."""

    ended: int
    table_id: str
    deal: int
    game: str
    rated: str
    upto: int
    edition: int


class Extent(msgspec.Struct, frozen=True):
    """How many rated deals there are, and sums by which another number, another state or another edition is noticed."""

    deals: int = 0
    upto: int = 0
    edition: int = 0


class Brief(msgspec.Struct, frozen=True):
    """What the lists of a player need of one deal."""

    table_id: str
    game: str
    name: str
    """The player's name on the sheet."""
    deal: int
    upto: int
    brief: str


class ReviewStore:
    """All post-mortems that are kept. Every read and write may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def keep(self, review: Review) -> None:
        """Keep a post-mortem in place of an older one of the same deal."""
        c = REVIEWS.c
        before = REVIEWS.delete().where(c.table_id == review.table_id, c.deal == review.deal)
        row = msgspec.structs.asdict(review) | {"told": base64.b64encode(zlib.compress(review.told)).decode()}
        await self._db.write((before, {}), (REVIEWS.insert(), row))

    async def find(self, table: str, deal: int, upto: int, edition: int) -> bytes | None:
        """The post-mortem of a deal as JSON. None: there is none of this state of the deal and of this edition."""
        c = REVIEWS.c
        ask = sa.select(c.told).where(c.table_id == table, c.deal == deal, c.upto == upto, c.edition == edition)
        found = await self._db.read(ask)
        return zlib.decompress(base64.b64decode(found[0][0])) if found else None

    async def of_table(self, table: str) -> Mapping[int, tuple[int, int]]:
        """The deals of a table whose post-mortem is kept, each with its last entry and its edition."""
        c = REVIEWS.c
        rows = await self._db.read(sa.select(c.deal, c.upto, c.edition).where(c.table_id == table))
        return {deal: (upto, edition) for deal, upto, edition in rows}

    async def briefs(self, account: str, edition: int, most: int) -> list[Brief]:
        """The latest deals of an account, at tables where it has played; at most `most`."""
        c, p = REVIEWS.c, PLAYED.c
        ask = sa.select(c.table_id, TABLES.c.game, p.name, c.deal, c.upto, c.brief).select_from(
            REVIEWS.join(PLAYED, p.table_id == c.table_id).join(TABLES, TABLES.c.id == c.table_id)
        )
        ask = ask.where(p.account_id == account, c.edition == edition, table_is_open())
        rows = await self._db.read(ask.order_by(p.begun.desc(), c.table_id, c.deal.desc()).limit(most))
        return [Brief(*row) for row in rows]

    async def of_match(self, table: str, edition: int) -> dict[int, tuple[int, str]]:
        """The deals of a table whose post-mortem is kept, each with its last entry and what lists need of it."""
        c = REVIEWS.c
        rows = await self._db.read(sa.select(c.deal, c.upto, c.brief).where(c.table_id == table, c.edition == edition))
        return {deal: (upto, brief) for deal, upto, brief in rows}

    async def rated(self, since: int = 0) -> list[RatedRow]:
        """The rated deals that ended at this moment or later, in the order in which they ended."""
        c = REVIEWS.c
        ask = sa.select(c.ended, c.table_id, c.deal, TABLES.c.game, c.rated, c.upto, c.edition).select_from(
            REVIEWS.join(TABLES, TABLES.c.id == c.table_id)
        )
        ask = ask.where(c.ended >= since, c.rated.is_not(None), table_is_open())
        return sorted(
            (RatedRow(*row) for row in await self._db.read(ask)), key=lambda row: (row.ended, row.table_id, row.deal)
        )

    async def extents(self, moment: int) -> tuple[Extent, Extent]:
        """What there is of the rated deals that ended before a moment, and of the others."""
        c, found = REVIEWS.c, []
        for which in (c.ended < moment, c.ended >= moment):
            sums = (sa.func.coalesce(sa.func.sum(one), 0) for one in (c.upto, c.edition))
            ask = sa.select(sa.func.count(), *sums).select_from(REVIEWS.join(TABLES, TABLES.c.id == c.table_id))
            rows = await self._db.read(ask.where(which, c.rated.is_not(None), table_is_open()))
            found.append(Extent(*(int(one) for one in rows[0])))
        return found[0], found[1]

    async def owing(self, edition: int) -> list[str]:
        """The rated tables with more deals that are over than post-mortems of this edition."""
        c, p = REVIEWS.c, PLAYED.c
        kept = sa.select(sa.func.count()).where(c.table_id == p.table_id, c.edition == edition).scalar_subquery()
        ask = sa.select(p.table_id).select_from(PLAYED.join(TABLES, TABLES.c.id == p.table_id))
        ask = ask.where(TABLES.c.summary.contains(_RATED, autoescape=True), table_is_open(), p.deals > kept)
        return sorted({row[0] for row in await self._db.read(ask)})

    async def drop(self) -> None:
        """Forget all of them."""
        await self._db.write((REVIEWS.delete(), {}))
