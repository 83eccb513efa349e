"""The states of tables at their last deal: a projection of the logs, which can be dropped and made again."""

from __future__ import annotations

import base64
import hashlib
import zlib

import msgspec
import sqlalchemy as sa

from kozyr.store.database import Database
from kozyr.store.schema import CHECKPOINTS


class Checkpoint(msgspec.Struct, frozen=True):
    """The state of a table after an entry of its log."""

    table_id: str
    seq: int
    """The number of the entry."""
    made_by: str
    """The code that folded the log so far; the state of another one is not read."""
    entry: str
    """The hash of the entry; a log with another one there is another log."""
    state: bytes


class CheckpointStore:
    """The last checkpoint of each table. Every read and write may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def keep(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint in place of the table's older one."""
        packed = zlib.compress(checkpoint.state, 1)
        row = msgspec.structs.asdict(checkpoint) | {
            "state": base64.b64encode(packed).decode(),
            "digest": _digest(checkpoint),
        }
        before = CHECKPOINTS.delete().where(CHECKPOINTS.c.table_id == checkpoint.table_id)
        await self._db.write((before, {}), (CHECKPOINTS.insert(), row))

    async def find(self, table: str, made_by: str) -> Checkpoint | None:
        """The checkpoint of a table that this code has made. None: there is none, or it is damaged."""
        c = CHECKPOINTS.c
        ask = sa.select(c.seq, c.entry, c.state, c.digest).where(c.table_id == table, c.made_by == made_by)
        for seq, entry, state, digest in await self._db.read(ask):
            try:
                found = Checkpoint(table, seq, made_by, entry, zlib.decompress(base64.b64decode(state)))
            except (ValueError, zlib.error):
                return None
            return found if _digest(found) == digest else None
        return None

    async def drop(self) -> None:
        """Forget all of them."""
        await self._db.write((CHECKPOINTS.delete(), {}))


def _digest(checkpoint: Checkpoint) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(checkpoint)).hexdigest()
