"""The post-mortems of deals that are over: a projection of the logs, which can be dropped and made again."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping

import msgspec
import sqlalchemy as sa

from kozyr.store.closures import table_is_open
from kozyr.store.database import Database
from kozyr.store.schema import PLAYED, REVIEWS, TABLES


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


class Brief(msgspec.Struct, frozen=True):
    """What the lists of a player need of one deal."""

    table_id: str
    game: str
    name: str
    """The player's name on the sheet."""
    deal: int
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
        ask = sa.select(c.table_id, TABLES.c.game, p.name, c.deal, c.brief).select_from(
            REVIEWS.join(PLAYED, p.table_id == c.table_id).join(TABLES, TABLES.c.id == c.table_id)
        )
        ask = ask.where(p.account_id == account, c.edition == edition, table_is_open())
        rows = await self._db.read(ask.order_by(p.begun.desc(), c.table_id, c.deal.desc()).limit(most))
        return [Brief(*row) for row in rows]

    async def drop(self) -> None:
        """Forget all of them."""
        await self._db.write((REVIEWS.delete(), {}))
