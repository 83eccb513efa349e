"""One process of a club of many: it owns a part of the tables, and its sockets reach all others over the bus."""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import lru_cache
from typing import Final

import sqlalchemy as sa

import kozyr
from kozyr.club import metrics
from kozyr.club.bus.letters import OLDEST, VERSION, Post
from kozyr.club.bus.nats import NatsBus
from kozyr.club.live.asks import Asks
from kozyr.club.live.far import Far, FarRoom
from kozyr.club.live.lines import (
    Dropped,
    Letter,
    Over,
    Question,
    Reply,
    Ruled,
    Stirred,
    Taken,
    commands,
    everybody,
    far_end,
)
from kozyr.club.live.lobby import Lobby, log_of
from kozyr.club.live.near import Near
from kozyr.club.live.parts import Part
from kozyr.club.table.table import Table
from kozyr.store import Fenced, Store, StoreError
from kozyr.store.log import Fence
from kozyr.store.ownership import Ownership, shard_of, untold
from kozyr.store.schema import LIFE
from kozyr.store.spent import Spent

_LOG: Final = logging.getLogger("kozyr.club")
_PATIENCE: Final = 10.0  # seconds for which the owner of a log that was written is sought
_PAUSE: Final = 0.1  # seconds between two tries
_LETTERS: Final = "+m"  # stands before the version of letters in a member's version


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


@lru_cache(8)
def spoken(versions: frozenset[str]) -> int:
    """The version of letters that all processes read, by their versions as members; one that tells none reads the first."""
    told = [one.rpartition(_LETTERS)[2] for one in versions]
    known = [int(one) if one.isdigit() else 1 for one in told]
    return max(OLDEST, min(VERSION, *known)) if known else OLDEST


def _nothing(letter: Part | Over | Ruled) -> None:
    """What is done with a letter before the club has said who takes it: nothing."""


async def reach(store: Store, url: str) -> None:
    """See whether a club of many processes can run here.

    Raises:
        StoreError: the bus does not answer, or the database is no PostgreSQL.
    """
    bus, _, _ = await _opened(store, url)
    await bus.close()


async def _opened(store: Store, url: str) -> tuple[NatsBus[Letter], str, bytes]:
    """The bus, the club's name there, and the club's key."""
    if store.database.postgres is None:
        raise StoreError("a club of many processes (--nats) needs PostgreSQL: --db postgresql://…")
    life, key = await _life(store)
    # A union of structs is a type for the decoder, though not for the type checker.
    kind: type[Letter] = Letter  # type: ignore[assignment]
    post = Post(key, kind, lambda why: metrics.BUS_REFUSED.labels(why).inc())
    try:
        return await NatsBus.opened(url, post, metrics.BUS_LOST.inc), life, key
    except OSError as error:
        raise StoreError(str(error)) from None


class Scale:
    """This process among the others.

    gained: called when logs have come to it. stirred: called when another process has written a log of ours up to a number.
    timed: see `Ownership`.
    """

    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        bus: NatsBus[Letter],
        life: str,
        gained: Callable[[], None],
        stirred: Callable[[str, int], Coroutine[object, object, None]],
        timed: Callable[[int, float], None] = untold,
    ) -> None:
        assert store.database.postgres is not None
        self._store, self._lobby, self._bus, self._life, self._woken = store, lobby, bus, life, gained
        self._stirred, self._stirring = stirred, set[asyncio.Task[None]]()
        self._shutting = set[asyncio.Future[None]]()
        self.ownership = Ownership(
            store.database.postgres.url,
            f"{platform.node()[:52]}:{os.getpid()}",
            f"{kozyr.__version__}{_LETTERS}{VERSION}",
            gained=self._gained,
            lost=self._lost,
            moved=self._moved,
            timed=timed,
        )
        bus.post.speaks = lambda: spoken(self.ownership.versions)
        self.far = Far(bus, life, lambda: self.ownership.id, self._where, lobby.wait)
        self.near = Near(bus, life, lobby, lambda: self.ownership.id, lambda: self.ownership.alive)
        self.near.other = self._other
        self.asks = Asks(self.far, lambda far, letter: bus.tell(far_end(life, far), letter))
        self.told: Callable[[Part | Over | Ruled], None] = _nothing  # takes what another process tells all
        self._ears: dict[int, tuple[int, Callable[[], Awaitable[None]]]] = {}
        self._mine: tuple[str, Callable[[], Awaitable[None]]] | None = None
        self._leaving = False
        self._together = False  # whether we hear what is told to all
        self._wake = asyncio.Event()
        self._taking: float | None = None  # since when we have shards on whose subjects we do not hear yet
        self._listening: asyncio.Task[None] | None = None
        lobby.owns, lobby.fence = self.owns, self.fence

    @classmethod
    async def opened(
        cls,
        url: str,
        store: Store,
        lobby: Lobby,
        gained: Callable[[], None],
        stirred: Callable[[str, int], Coroutine[object, object, None]],
        timed: Callable[[int, float], None] = untold,
    ) -> Scale:
        """Join the club.

        Raises:
            StoreError: the database or the bus does not answer, or the database is no PostgreSQL.
        """
        bus, life, key = await _opened(store, url)
        lobby.gate.shared = Spent(store.database, key).spend
        found = cls(store, lobby, bus, life, gained, stirred, timed)
        try:
            await found.ownership.start()
        except BaseException:  # also when the caller waits no longer: nobody else knows of the bus
            found._leaving = True  # there is nothing to hand over
            await found.close()
            raise
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
            StoreError: the database does not answer, or our lease has ended: another process serves the visitor better.
        """
        if not self.ownership.live:
            raise StoreError("the lease has ended")
        row = await self._store.log.table(table)
        if row is None:
            return None
        log = row.event or row.id
        return None if self.owns(log) else self.far.room(table, shard_of(log))

    def stir(self, log: str, seq: int) -> None:
        """Tell the owner of a log that this process has written it up to this number."""
        if not self.owns(log):
            self._task(self._stir(log, seq))

    async def _stir(self, log: str, seq: int) -> None:
        """Say it until an owner has heard it; a later owner reads the log anyway."""
        shard, ends = shard_of(log), time.monotonic() + _PATIENCE
        while not self.owns(log) and time.monotonic() < ends:
            own = self._where(shard)
            if own is not None and await self.far.ask(shard, own, Stirred(log, seq)):
                return
            await asyncio.sleep(_PAUSE)

    async def ask(self, log: str, what: str, body: bytes, seconds: float) -> bytes:
        """The answer of the owner of a log; see `Asks.ask`."""
        return await self.asks.ask(shard_of(log), what, body, seconds)

    def _other(self, letter: Letter) -> Letter | None:
        match letter:
            case Stirred():
                self._task(self._stirred(letter.log, letter.seq))
                return Taken(known=True)
            case Question() | Dropped():
                return self.asks.heard(letter)
        return None

    def _task(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._stirring.add(task)
        task.add_done_callback(self._stirring.discard)

    # --- shards that come and go -----------------------------------------------------------------------------

    def _gained(self, shards: Mapping[int, int]) -> None:
        self._wake.set()
        if shards:
            metrics.TAKEOVERS.inc(len(shards))
            self._taking = self._taking or time.monotonic()
            self._woken()

    def _lost(self, shards: Iterable[int]) -> None:
        gone = set(shards)
        self._wake.set()
        for room in self._lobby.in_memory():
            if shard_of(log_of(room.table)) in gone:
                self._shut(room.table.setup.id)

    def _shut(self, table: str) -> None:
        task = asyncio.ensure_future(self._lobby.shut(table))
        self._shutting.add(task)  # the loop itself keeps no task alive
        task.add_done_callback(self._shutting.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _moved(self) -> None:
        self.far.moved()

    async def _listen(self) -> None:
        """Hear on the subjects of our shards and of our incarnation, and on no others."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                if not self._together:
                    await self._bus.listen(everybody(self._life), self._all)
                    self._together = True
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
                metrics.SHARDS.set(len(due))
                if new and self._taking is not None:
                    metrics.TAKEOVER.observe(time.monotonic() - self._taking)
                    self._taking = None
            except Exception:  # noqa: BLE001 - whatever the bus has: we try again
                _LOG.exception("the bus was not listened on")
                await asyncio.sleep(0.5)
                self._wake.set()

    def _heard(self, letter: Letter) -> None:
        if isinstance(letter, Reply):
            self.asks.told(letter)
        else:
            self.far.heard(letter)

    def tell(self, letter: Part | Over | Ruled) -> None:
        """Tell all processes something, this one too."""
        self._bus.tell(everybody(self._life), letter)

    def _all(self, letter: Letter) -> None:
        if isinstance(letter, Part | Over | Ruled):
            self.told(letter)

    @property
    def short(self) -> str | None:
        """Why no more visitors should be sent to this process; None: they may."""
        if self._leaving:
            return "it hands its tables over, and ends"
        if not self.ownership.live:
            return "the lease has ended"
        return None if self._bus.connected else "the bus does not answer"

    async def leave(self) -> None:
        """Take no more visitors, and hand everything over once the commands that run are done."""
        self._leaving = True
        try:
            await self.ownership.drain()
        except StoreError as error:
            _LOG.warning("the tables were not handed over: %s", error)

    async def close(self) -> None:
        """Hand everything over, and leave. Nothing stays open, even if the caller waits no longer."""
        try:
            if not self._leaving:
                await self.leave()
        finally:
            if self._listening is not None:
                self._listening.cancel()
            for task in tuple(self._stirring):
                task.cancel()
            self.asks.close()
            self.near.close()
            self.far.close()
            try:
                await self.ownership.close()
            finally:
                await self._bus.close()
