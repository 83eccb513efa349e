"""The bots and the arbiter of the club, asked in worker processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from kozyr import bots
from kozyr.arbiter import AnyIncident, Ruling
from kozyr.club import metrics
from kozyr.club.clock import Clock
from kozyr.club.live.queue import Queue, gently
from kozyr.club.live.tempo import Tempo
from kozyr.club.live.waits import Waits
from kozyr.club.live.workers import Workers
from kozyr.club.table.customs import Think
from kozyr.club.table.listing import record
from kozyr.club.table.table import Table
from kozyr.games import AnyView, Event
from kozyr.store import LogStore

_UNPACED: Final = 1  # decisions for programs at tables without pauses that are worked out at once
_RULINGS: Final = 2  # that are worked out at once; each may take a worker for as long as its proof


class Thinkers:
    """The bots and the arbiter of the club. aside: the queue in which a record is read for the arbiter."""

    def __init__(self, log: LogStore, workers: Workers, tempo: Tempo, waits: Waits, clock: Clock, aside: Queue) -> None:
        self._log, self._workers, self._tempo, self._waits, self._clock = log, workers, tempo, waits, clock
        self._aside = aside
        self._judging = asyncio.Semaphore(_RULINGS)
        self._unpaced = asyncio.Semaphore(_UNPACED)

    async def think(
        self,
        view: AnyView,
        level: str,
        where: str,
        seed: int,
        *,
        patient: bool = False,
        hurried: bool = False,
        unpaced: bool = False,
    ) -> Event:
        """A bot's event, at the drawn time; `where` is for the report of a failure.

        patient: no clock cuts it short, so that everybody gets the same answer and a record can be played again. hurried:
        it comes as soon as it is found. unpaced: so it does where programs play. One such decision is worked out at a
        time, so that people's bots find a free process.
        """
        limit = None if patient else self._waits.bot
        if unpaced:
            async with self._unpaced:
                return await self._workers.choose(view, level, where, limit, seed)
        if hurried:
            return await self._workers.choose(view, level, where, limit, seed)
        return await self._tempo.decided(self._workers.choose(view, level, where, limit, seed), view, level)

    async def judge(self, table: Table, incident: AnyIncident) -> Ruling | None:
        """The arbiter's ruling on an incident of this table. None: there is none, or it takes too long."""
        id_, begun = table.setup.id, self._clock.seconds()
        entries = await self._log.events(id_, 0, table.seq)
        told = await self._aside.do(lambda: record(table, list(gently(entries)), table.seq))
        async with self._judging:
            ruling = await self._workers.rule(told, incident, f"table {id_} at {table.seq}", self._waits.proof)
        metrics.ruled(ruling.laws[0] if ruling is not None else "none", self._clock.seconds() - begun)
        return ruling

    async def explain(
        self, think: Think, view: AnyView, level: str, where: str, *, unpaced: bool = False
    ) -> Event | None:
        """A bot's explanation, at the drawn time; unpaced: at once. None: the bot had none."""
        asked = self._workers.ask(think, view, level, where, self._waits.bot)
        return await asked if unpaced else await self._tempo.told(asked)

    async def branch(
        self, think: Callable[[AnyView, str, int], int], view: AnyView, level: str, where: str, seed: int
    ) -> int | None:
        """The branch of a ruling that a bot takes. None: the bot could not say in time."""
        return await self._workers.ask(think, view, level, where, self._waits.bot, seed)

    async def counsel(self, view: AnyView, level: str, where: str, seed: int) -> tuple[bots.Candidate, ...] | None:
        """The candidates that a bot weighs, the best first. None: it took too long."""
        return await self._workers.ask(bots.explain, view, level, where, self._waits.bot, seed)
