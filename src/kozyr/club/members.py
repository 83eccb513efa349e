"""The processes of a club of many, for its operator: who lives, and who owns how many shards."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import sqlalchemy as sa

from kozyr.store import Store
from kozyr.store.schema import MEMBERS, SHARDS


async def members(store: Store, who: str) -> list[str]:
    """The processes, the oldest first, a line each. who: the operator's name in the audit.

    Raises:
        StoreError: the database does not answer.
    """
    await store.database.audit(who, "members", "club")
    owned = await _owned(store)
    c = MEMBERS.c
    ask = sa.select(c.id, c.name, c.version, c.since, c.draining).order_by(c.since, c.id)
    return [
        f"{id_}  {name}  {version}  since {_when(since)}  {owned[id_]} shards{'  draining' if draining else ''}"
        for id_, name, version, since, draining in await store.database.read(ask)
    ]


async def shards(store: Store, who: str) -> list[str]:
    """How many shards each process owns, and how many nobody, a line each. who: as above.

    Raises:
        StoreError: the database does not answer.
    """
    await store.database.audit(who, "shards", "club")
    owned = await _owned(store)
    return [f"{count:>5}  {owner or 'nobody'}" for owner, count in sorted(owned.items(), key=lambda one: one[0] or "")]


async def _owned(store: Store) -> Counter[str | None]:
    """The number of shards of each process that lives; None: of nobody."""
    living = SHARDS.outerjoin(MEMBERS, MEMBERS.c.id == SHARDS.c.owner)
    rows = await store.database.read(sa.select(MEMBERS.c.id).select_from(living))
    return Counter(row[0] for row in rows)


def _when(ts: int) -> str:
    return f"{datetime.fromtimestamp(ts / 1000, UTC):%Y-%m-%d %H:%M:%S}"
