"""The processes of a club of many, for its operator: who lives, who owns what, and who is to own it."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from importlib import import_module

import sqlalchemy as sa

from kozyr.games.refusal import Refused
from kozyr.store import Store
from kozyr.store.schema import AUDIT, MEMBERS, SHARDS


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


class NoMove(Refused):
    """What an operator wants of processes is not possible."""


async def move(store: Store, who: str, text: str, member: str) -> list[str]:
    """Let a process own a shard as long as it lives. text: the shard's number, or a table. who: as above.

    Raises:
        NoMove: there is no such shard, table or process, or the process is to own nothing. StoreError: as above.
    """
    shard = await _shard(store, text)
    if (await _able(store, member)) is not True:
        raise NoMove("no_process", text=member)
    note = {"ts": store.database.now(), "who": who, "what": "move", "subject": text, "why": f"{shard} to {member}"}
    wish = SHARDS.update().where(SHARDS.c.shard == shard)
    await store.database.write((wish, {"wish": member}), (AUDIT.insert(), note))
    return [f"shard {shard} goes to {member}, and is there as long as it lives"]


async def drain(store: Store, who: str, member: str) -> list[str]:
    """Let a process hand over all that it owns, and own nothing more: it is to be stopped. who: as above.

    Raises:
        NoMove: there is no such process, or no other one could own it. StoreError: as above.
    """
    if (await _able(store, member)) is None:
        raise NoMove("no_process", text=member)
    others = sa.select(MEMBERS.c.id).where(MEMBERS.c.id != member, MEMBERS.c.draining.is_(False))
    if not await store.database.read(others):
        raise NoMove("last_process", text=member)
    note = {"ts": store.database.now(), "who": who, "what": "drain", "subject": member}
    drained = MEMBERS.update().where(MEMBERS.c.id == member)
    await store.database.write((drained, {"draining": True}), (AUDIT.insert(), note))
    return [f"{member} hands over what it owns, and takes nothing more"]


async def _able(store: Store, member: str) -> bool | None:
    """Whether a process may own anything; None: there is none."""
    rows = await store.database.read(sa.select(MEMBERS.c.draining).where(MEMBERS.c.id == member))
    return None if not rows else not rows[0][0]


async def _shard(store: Store, text: str) -> int:
    """The shard of this number, or of this table.

    Raises:
        NoMove: there is none. ModuleNotFoundError: the packages of a club of many processes are not installed.
    """
    ownership = import_module("kozyr.store.ownership")
    if text.isascii() and text.isdecimal() and len(text) <= len(str(ownership.SHARDS)):
        if int(text) < ownership.SHARDS:
            return int(text)
    elif (row := await store.log.table(text)) is not None:
        found: int = ownership.shard_of(row.event or row.id)
        return found
    raise NoMove("no_shard", text=text, most=ownership.SHARDS - 1)


async def _owned(store: Store) -> Counter[str | None]:
    """The number of shards of each process that lives; None: of nobody."""
    living = SHARDS.outerjoin(MEMBERS, MEMBERS.c.id == SHARDS.c.owner)
    rows = await store.database.read(sa.select(MEMBERS.c.id).select_from(living))
    return Counter(row[0] for row in rows)


def _when(ts: int) -> str:
    return f"{datetime.fromtimestamp(ts / 1000, UTC):%Y-%m-%d %H:%M:%S}"
