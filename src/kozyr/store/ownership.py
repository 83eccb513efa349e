"""Which process owns which logs: members with leases and shards with epochs, in PostgreSQL and by its clock alone.

A shard is one part in 1,024 of all logs. A member lives while its lease runs, which it renews; a session lock shows its
death at once. Each live member computes the same owner of each shard from the list of live members. It takes what is nobody's
and lets go of what another one should have. Each change of an owner is another epoch, and an append names its epoch
(`LogStore.append`). So two members who both believe themselves owners never both write.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import asyncpg
import sqlalchemy as sa

from kozyr.store.errors import StoreError, plainly
from kozyr.store.log import Fence
from kozyr.store.postgres import NoAnswer, connect

SHARDS: Final = 1024
LEASE: Final = 2.0  # seconds
RENEW: Final = 0.5  # seconds between renewals
MARGIN: Final = 0.2  # seconds before the end of a lease at which its owner stops
_LOCKS: Final = 0x6B6F7A79  # the first half of the session locks' names
_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_WITHOUT_LOCK: Final = f"""NOT EXISTS (
  SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.classid = {_LOCKS} AND l.objid = m.lock AND l.objsubid = 2
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
)"""  # noqa: S608 - our own words
_LOG: Final = logging.getLogger("kozyr.store")


def shard_of(log: str) -> int:
    """The shard of a log; a table of an event has the shard of its event's log."""
    return int.from_bytes(hashlib.blake2b(log.encode(), digest_size=2).digest(), "big") % SHARDS


def wanted(shard: int, members: Iterable[str]) -> str:
    """Which of the live members should own a shard: the one whose name with the shard's has the highest hash.

    A member that comes or goes moves only the shards that it gets or had.
    """
    return max(members, key=lambda one: hashlib.blake2b(f"{shard} {one}".encode(), digest_size=8).digest())


@lru_cache(8)
def _all_wanted(members: frozenset[str]) -> Sequence[str]:
    """Which of these members should own each shard: asked at each beat, and worked out when one comes or goes."""
    return [wanted(shard, members) for shard in range(SHARDS)]


def _places(members: Iterable[Member]) -> dict[str, str]:
    """The members by what decides their shards: the process, so that one that comes anew after a lost lease has the same again."""
    found: dict[str, str] = {}
    for one in members:
        found[one.name if one.name not in found else f"{one.name} {one.id}"] = one.id
    return found


class Own(NamedTuple):
    """Who owns a shard. owner: None: nobody."""

    owner: str | None
    epoch: int


class Member(NamedTuple):
    """A process of the club. since, until: milliseconds since 1970 by the database's clock."""

    id: str
    name: str
    version: str
    since: int
    until: int
    draining: bool


class Lost(Exception):
    """This member's lease has ended, or another one has declared it dead: it must come anew under another id."""


class Registry:
    """The members and shards in the database, as one member sees and changes them: each method is one statement or transaction.

    now: the database's clock in milliseconds, as SQL.
    """

    def __init__(self, session: asyncpg.Connection, now: str = _NOW) -> None:
        self._session, self._now = session, now

    async def join(self, id_: str, name: str, version: str) -> int:
        """Become a member with a whole lease, and set all shards up where there are none; returns as `renew` does."""
        lock = secrets.randbelow(2**31)
        await self._session.execute("SET lock_timeout = '1s'")
        await self._session.execute("SELECT pg_advisory_lock($1::int, $2::int)", _LOCKS, lock)
        lease = int(LEASE * 1000)
        since: int = await self._session.fetchval(
            f"INSERT INTO members (id, name, version, lock, since, until) VALUES ($1, $2, $3, $4, {self._now}, {self._now} + {lease})"  # noqa: S608 - our own words
            " RETURNING since",
            id_,
            name,
            version,
            lock,
        )
        await self._session.execute(
            "INSERT INTO shards (shard, epoch) SELECT n, 0 FROM generate_series(0, $1::int) n ON CONFLICT DO NOTHING",
            SHARDS - 1,
        )
        return since

    async def renew(self, id_: str) -> int:
        """Lengthen a lease that still runs; returns the database's time, in milliseconds since 1970.

        Raises:
            Lost: it does not.
        """
        lease = int(LEASE * 1000)
        until: int | None = await self._session.fetchval(
            f"UPDATE members SET until = {self._now} + {lease} WHERE id = $1 AND until > {self._now} RETURNING until",  # noqa: S608 - our own words
            id_,
        )
        if until is None:
            raise Lost
        return until - lease

    async def bury(self) -> None:
        """Strike members whose lease has ended, or whose session has. A renewal at the same moment decides before or after."""
        await self._session.execute(f"DELETE FROM members m WHERE m.until <= {self._now} OR {_WITHOUT_LOCK}")  # noqa: S608 - our own words

    async def members(self) -> list[Member]:
        """All who live."""
        rows = await self._session.fetch(
            "SELECT id, name, version, since, until, draining FROM members ORDER BY since, id"
        )
        return [Member(*row.values()) for row in rows]

    async def shards(self) -> dict[int, Own]:
        """Who owns what; a member that is struck owns nothing."""
        rows = await self._session.fetch(
            "SELECT s.shard, m.id AS owner, s.epoch FROM shards s LEFT JOIN members m ON m.id = s.owner"
        )
        return {row["shard"]: Own(row["owner"], row["epoch"]) for row in rows}

    async def wishes(self) -> dict[int, str]:
        """To which member an operator has moved a shard; the member may live no more."""
        rows = await self._session.fetch("SELECT shard, wish FROM shards WHERE wish IS NOT NULL")
        return {row["shard"]: row["wish"] for row in rows}

    async def take(self, id_: str, shards: Sequence[int]) -> dict[int, int]:
        """Own these shards as far as they are nobody's; returns the epoch of each that was taken.

        It waits for appends that are being committed; where one takes over a second, nothing is taken, and the next beat tries again.
        """
        try:
            rows = await self._taken(id_, shards)
        except asyncpg.LockNotAvailableError:
            return {}
        return {row["shard"]: row["epoch"] for row in rows}

    async def _taken(self, id_: str, shards: Sequence[int]) -> Sequence[Mapping[str, int]]:
        rows: Sequence[Mapping[str, int]] = await self._session.fetch(
            "WITH free AS (SELECT s.shard FROM shards s WHERE s.shard = ANY($2::int[])"
            " AND NOT EXISTS (SELECT FROM members m WHERE m.id = s.owner) ORDER BY s.shard FOR UPDATE OF s)"
            " UPDATE shards s SET owner = $1, epoch = s.epoch + 1 FROM free"
            " WHERE s.shard = free.shard AND EXISTS (SELECT FROM members m WHERE m.id = $1) RETURNING s.shard, s.epoch",
            id_,
            shards,
        )
        return rows

    async def release(self, id_: str, shards: Sequence[int]) -> None:
        """Own these shards no more."""
        await self._session.execute(
            "UPDATE shards SET owner = NULL, epoch = epoch + 1 WHERE owner = $1 AND shard = ANY($2::int[])", id_, shards
        )

    async def drain(self, id_: str) -> None:
        """Be a member that is to own nothing more."""
        await self._session.execute("UPDATE members SET draining = TRUE WHERE id = $1", id_)

    async def leave(self, id_: str) -> None:
        """Be no member any more: what one owned is nobody's at once."""
        await self._session.execute("DELETE FROM members WHERE id = $1", id_)


def untold(ms: int, waited: float) -> None:
    """Nobody asks for the time."""


class Ownership:
    """One process as a member: it holds shards while its lease runs by its own monotonic clock, and only so long.

    gained, lost: told of shards that have come and gone, in the loop. moved: told when any shard has another owner.
    timed: told the database's time, in milliseconds since 1970, and the seconds in which the answer came.
    clock: seconds, monotonic. now: see `Registry`.

    Attributes:
        id: this member's incarnation; another one after each lease that ended.
        directory: who owns each shard, as the database said last.
        alive: the incarnations of all who lived then.
        versions: what they said of themselves as they came.
    """

    def __init__(
        self,
        url: sa.URL,
        name: str,
        version: str,
        *,
        gained: Callable[[Mapping[int, int]], None],
        lost: Callable[[Iterable[int]], None],
        moved: Callable[[], None],
        timed: Callable[[int, float], None] = untold,
        clock: Callable[[], float] = time.monotonic,
        now: str = _NOW,
    ) -> None:
        self._url, self._name, self._version, self._clock, self._now = url, name, version, clock, now
        self._gained, self._lost, self._moved, self._timed = gained, lost, moved, timed
        self.id = ""
        self.directory: dict[int, Own] = {}
        self.alive: frozenset[str] = frozenset()
        self.versions: frozenset[str] = frozenset()
        self._mine: dict[int, int] = {}
        self._until = float("-inf")  # when we stop, by our own clock
        self._connection: asyncpg.Connection | None = None
        self._beating: asyncio.Task[None] | None = None
        self._limit: asyncio.Timeout | None = None  # of the running beat
        self._draining = False
        self._stepping = asyncio.Lock()  # a connection does one thing at a time

    @property
    def live(self) -> bool:
        """Whether our lease runs, by our own clock."""
        return self._clock() < self._until

    def fence(self, shard: int) -> Fence | None:
        """What an append to a log of this shard must name; None: we do not own it now."""
        epoch = self._mine.get(shard)
        return None if epoch is None or not self.live else (self.id, shard, epoch)

    @property
    def shards(self) -> Mapping[int, int]:
        """Our shards and their epochs; none while our lease does not run."""
        return self._mine if self.live else {}

    async def start(self) -> None:
        """Join, and take what is ours.

        Raises:
            StoreError: the database does not answer. Then nothing stays open.
        """
        try:
            await self._step()
        except BaseException:  # also when the caller waits no longer
            self._drop_connection()
            raise
        self._beating = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            try:
                # No longer than the lease still runs: then we stop, whether the database has answered or not.
                async with asyncio.timeout(self._until - self._clock() if self.live else LEASE) as self._limit:
                    await self._step()
            except (StoreError, TimeoutError) as error:
                _LOG.warning(
                    "the lease was not renewed: %s",
                    "nobody answers there" if isinstance(error, TimeoutError) else error,
                )
                self._drop_connection()
            except Exception:  # noqa: BLE001 - whatever the fault: a process without a beat would own nothing for ever
                _LOG.exception("a beat failed")
                self._drop_connection()
            self._limit = None
            if not self.live:
                self._let_go()

    async def _step(self) -> None:
        """Renew the lease, or join anew; strike the dead, take and let go.

        Raises:
            StoreError: the database does not answer, or this member was struck again as it came.
        """
        async with self._stepping:
            try:
                await self._renewed_or_anew()
            except Lost:
                raise StoreError("this process was struck as it came") from None
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                raise NoAnswer(plainly(error)) from None

    async def _renewed_or_anew(self) -> None:
        try:
            await self._renewed()
        except Lost:
            _LOG.warning("member %s was struck: it comes anew", self.id)
            self._let_go()
            self._drop_connection()
            await self._renewed()

    async def _renewed(self) -> None:
        asked = self._clock()
        if self._connection is None or self._connection.is_closed():
            self._let_go()  # the session lock is gone, and so are we
            self._connection = await connect(self._url)
            self.id = secrets.token_hex(8)
            registry = Registry(self._connection, self._now)
            ms = await registry.join(self.id, self._name, self._version)
        else:
            registry = Registry(self._connection, self._now)
            ms = await registry.renew(self.id)
        self._timed(ms, self._clock() - asked)
        self._until = asked + LEASE - MARGIN  # the lease began after we asked
        # What else the beat has to do may take as long as the lease now runs.
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(asyncio.get_running_loop().time() + self._until - self._clock())
        await registry.bury()
        await self._share(registry)

    async def _share(self, registry: Registry) -> None:
        """Take what nobody owns and we should, let go of what another one should."""
        if self._draining:
            await registry.drain(self.id)
        live = await registry.members()
        self.alive, self.versions = frozenset(one.id for one in live), frozenset(one.version for one in live)
        if self.id not in self.alive:
            raise Lost
        self._draining |= any(one.draining for one in live if one.id == self.id)  # an operator has said so
        found, able = await registry.shards(), [one.id for one in live if not one.draining]
        places = _places(one for one in live if not one.draining)
        best = _all_wanted(frozenset(places)) if able else ()
        ought = {shard: places[best[shard]] for shard in found} if able else {}
        ought |= {shard: one for shard, one in (await registry.wishes()).items() if one in able}
        away = [shard for shard in self._mine if ought.get(shard) != self.id]
        taken = {shard for shard, epoch in self._mine.items() if found.get(shard) != Own(self.id, epoch)}
        if gone := {*away, *taken}:
            for shard in gone:
                del self._mine[shard]
            self._lost(gone)
        if away:
            await registry.release(self.id, away)
        if (
            away := [shard for shard, own in found.items() if own.owner is None and ought[shard] == self.id]
            if ought
            else []
        ):
            new = await registry.take(self.id, away)
            self._mine |= new
            self._gained(new)
        if away or gone:
            found = await registry.shards()
        if found != self.directory:
            self.directory = found
            self._moved()

    def _let_go(self) -> None:
        """Stop owning whatever we own, since our lease has ended."""
        self._until = float("-inf")
        if self._mine:
            gone, self._mine = tuple(self._mine), {}
            self._lost(gone)

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def drain(self) -> None:
        """Hand all shards over to the others, and take none.

        Raises:
            StoreError: the database does not answer.
        """
        self._draining = True
        await self._step()

    async def close(self) -> None:
        """Leave: what we own is nobody's at once. Nothing stays open, even if the caller waits no longer."""
        try:
            async with self._stepping:
                self._stop_beating()
            self._let_go()
            if self._connection is not None:
                await asyncio.wait_for(Registry(self._connection).leave(self.id), 2)
                await asyncio.wait_for(self._connection.close(), 2)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            _LOG.warning("the club was not left in order: %s", plainly(error))
        finally:
            self._stop_beating()
            self._drop_connection()

    def _stop_beating(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
