"""One process of a club of many: it owns a part of the tables, and its sockets reach all others over the bus."""

from __future__ import annotations

import asyncio
import logging
import platform
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final

import sqlalchemy as sa

import kozyr
from kozyr.club import metrics
from kozyr.club.bus.letters import Post
from kozyr.club.bus.nats import NatsBus
from kozyr.club.live.far import Far, FarRoom
from kozyr.club.live.lines import Letter, commands, far_end
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.near import Near
from kozyr.club.table.table import Table
from kozyr.store import Fenced, Store, StoreError
from kozyr.store.log import Fence
from kozyr.store.ownership import Ownership, shard_of
from kozyr.store.schema import LIFE

_LOG: Final = logging.getLogger("kozyr.club")


async def _life(store: Store) -> tuple[str, bytes]:
    """The name and the key of this club on the bus; the first process makes them.

    Raises:
        StoreError: the database does not answer.
    """
    ask = sa.select(LIFE.c.name, LIFE.c.key).where(LIFE.c.id == 1)
    if not await store.database.read(ask):
        made = {"id": 1, "name": f"kozyr-{secrets.token_hex(6)}", "key": secrets.token_hex(32)}
        try:
            await store.database.write((LIFE.insert(), made))
        except StoreError:  # another process was faster
            _LOG.debug("the club has its name already")
    ((name, key),) = await store.database.read(ask)
    return name, bytes.fromhex(key)


def log_of(table: Table) -> str:
    """The log whose shard a table has: its event's, else its own."""
    placed = table.course.placed
    return table.setup.id if placed is None else placed.event


async def reach(store: Store, url: str) -> None:
    """See whether a club of many processes can run here.

    Raises:
        StoreError: the bus does not answer, or the database is no PostgreSQL.
    """
    bus, _ = await _opened(store, url)
    await bus.close()


async def _opened(store: Store, url: str) -> tuple[NatsBus[Letter], str]:
    """The bus, and the club's name there."""
    if store.database.postgres is None:
        raise StoreError("a club of many processes (--nats) needs PostgreSQL: --db postgresql://…")
    life, key = await _life(store)
    # A union of structs is a type for the decoder, though not for the type checker.
    kind: type[Letter] = Letter  # type: ignore[assignment]
    post = Post(key, kind, lambda why: metrics.BUS_REFUSED.labels(why).inc())
    try:
        return await NatsBus.opened(url, post, metrics.BUS_LOST.inc), life
    except OSError as error:
        raise StoreError(str(error)) from None


class Scale:
    """This process among the others. gained: called when logs have come to it."""

    def __init__(self, store: Store, lobby: Lobby, bus: NatsBus[Letter], life: str, gained: Callable[[], None]) -> None:
        assert store.database.postgres is not None
        self._store, self._lobby, self._bus, self._life, self._woken = store, lobby, bus, life, gained
        self.ownership = Ownership(
            store.database.postgres.url,
            platform.node()[:64],
            kozyr.__version__,
            gained=self._gained,
            lost=self._lost,
            moved=self._moved,
        )
        self.far = Far(bus, life, lambda: self.ownership.id, self._where, lobby.wait)
        self.near = Near(bus, life, lobby, lambda: self.ownership.id, lambda: self.ownership.alive)
        self._ears: dict[int, tuple[int, Callable[[], Awaitable[None]]]] = {}
        self._mine: tuple[str, Callable[[], Awaitable[None]]] | None = None
        self._wake = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None
        lobby.owns, lobby.fence = self.owns, self.fence

    @classmethod
    async def opened(cls, url: str, store: Store, lobby: Lobby, gained: Callable[[], None]) -> Scale:
        """Join the club.

        Raises:
            StoreError: the database or the bus does not answer, or the database is no PostgreSQL.
        """
        bus, life = await _opened(store, url)
        found = cls(store, lobby, bus, life, gained)
        await found.ownership.start()
        found._listening = asyncio.create_task(found._listen())
        return found

    # --- whose a log is ------------------------------------------------------------------------------------

    def owns(self, log: str) -> bool:
        """Whether this process owns a log now."""
        return self.ownership.fence(shard_of(log)) is not None

    def fence(self, table: Table) -> Fence | None:
        """What an entry of a table must name.

        Raises:
            Fenced: the table is another process's.
        """
        found = self.ownership.fence(shard_of(log_of(table)))
        if found is None:
            raise Fenced
        return found

    def _where(self, shard: int) -> tuple[str, int] | None:
        own = self.ownership.directory.get(shard)
        return None if own is None or own.owner is None else (own.owner, own.epoch)

    async def elsewhere(self, table: str) -> FarRoom | None:
        """A table that another process owns, for a socket. None: it is ours, or there is none.

        Raises:
            StoreError: the database does not answer.
        """
        row = await self._store.log.table(table)
        if row is None:
            return None
        log = row.event or row.id
        return None if self.owns(log) else self.far.room(table, shard_of(log))

    # --- shards that come and go -----------------------------------------------------------------------------

    def _gained(self, shards: Mapping[int, int]) -> None:
        self._wake.set()
        if shards:
            self._woken()

    def _lost(self, shards: Iterable[int]) -> None:
        gone = set(shards)
        self._wake.set()
        for room in self._lobby.in_memory():
            if shard_of(log_of(room.table)) in gone:
                self._shut(room.table.setup.id)

    def _shut(self, table: str) -> None:
        task = asyncio.ensure_future(self._lobby.shut(table))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _moved(self) -> None:
        self.far.moved()

    async def _listen(self) -> None:
        """Hear on the subjects of our shards and of our incarnation, and on no others."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                if self._mine is None or self._mine[0] != self.ownership.id:
                    if self._mine is not None:
                        await self._mine[1]()
                    self._mine = (
                        self.ownership.id,
                        await self._bus.listen(far_end(self._life, self.ownership.id), self._heard),
                    )
                due = dict(self.ownership.shards)
                for shard, (epoch, stop) in tuple(self._ears.items()):
                    if due.get(shard) != epoch:
                        del self._ears[shard]
                        await stop()
                new = [(shard, epoch) for shard, epoch in due.items() if shard not in self._ears]
                for shard, epoch in new:
                    last = (shard, epoch) == new[-1]
                    subject = commands(self._life, shard, epoch)
                    self._ears[shard] = epoch, await self._bus.listen(subject, self.near.heard, sure=last)
            except Exception:  # noqa: BLE001 - whatever the bus has: we try again
                _LOG.exception("the bus was not listened on")
                await asyncio.sleep(0.5)
                self._wake.set()

    def _heard(self, letter: Letter) -> None:
        self.far.heard(letter)

    @property
    def short(self) -> str | None:
        """Why no more visitors should be sent to this process; None: they may."""
        if not self.ownership.live:
            return "the lease has ended"
        return None if self._bus.connected else "the bus does not answer"

    async def close(self) -> None:
        """Hand everything over, and leave."""
        try:
            await self.ownership.drain()
        except StoreError as error:
            _LOG.warning("the tables were not handed over: %s", error)
        if self._listening is not None:
            self._listening.cancel()
        self.near.close()
        self.far.close()
        await self.ownership.close()
        await self._bus.close()
