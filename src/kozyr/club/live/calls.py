"""Calls of the arbiter at one table."""

from __future__ import annotations

from collections import Counter

from kozyr.arbiter.incidents import AnyIncident
from kozyr.club import metrics
from kozyr.club.live.host import Host
from kozyr.club.live.ledger import Decide
from kozyr.club.live.queue import Busy
from kozyr.club.refusal import Manner
from kozyr.club.table.bench import LAW, ArbiterCalled, CallArbiter, DisputePlan, unheard
from kozyr.club.table.chance import drawn_lot
from kozyr.club.table.customs import disputed
from kozyr.club.table.judging import incident
from kozyr.club.table.table import Table
from kozyr.games import Refusal
from kozyr.store import StoreError


class Calls:
    """The calls of the arbiter at one table: how each is heard, and how many came to nothing."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._empty = Counter[tuple[int, int]]()  # calls that came to nothing, by deal and chair

    async def decided(self, table: Table, chair: int | None, wish: CallArbiter | DisputePlan) -> Decide:
        """The decision on a call of the arbiter; the table waits for the ruling, as its lock is held."""
        found = await self._hear(table, chair, wish)
        if isinstance(found, ArbiterCalled):
            metrics.CALLS.labels("ruled").inc()
            return lambda table, id_: table.act(chair, found, self._host.clock.now(), id_)
        metrics.CALLS.labels(found.code).inc()
        return lambda *_: found

    async def _hear(self, table: Table, chair: int | None, wish: CallArbiter | DisputePlan) -> ArbiterCalled | Refusal:
        """The arbiter's ruling on a call, or why there is none."""
        seat = None if chair is None or table.lot is None else table.course.seat(table.name(chair))
        if chair is None or seat is None:
            return Refusal(Manner.NO_PART, LAW)
        found: AnyIncident | Refusal
        caller = table.course.dealt, chair
        if isinstance(wish, DisputePlan):
            refused = table.bench.no_objection(chair, table)
            entry = 0 if refused else table.course.running[-1].n
            found = refused or disputed(
                table, chair, wish.plan, drawn_lot(table, self._host.archive.master(table.setup.id), 2)
            )
        else:
            entry, refused = wish.entry, table.bench.no_call(wish.entry, chair, table, self._empty[caller])
            found = refused or incident(table.setup.game, table.course, entry, seat)
        if isinstance(found, Refusal):
            self._empty[caller] += found.code == Manner.NOT_SEEN
            return found
        try:
            ruling = await self._host.thinkers.judge(table, found)
        except (StoreError, Busy):
            ruling = None
        if ruling is None:
            return Refusal(Manner.NO_RULING, LAW)
        return unheard(ruling) or ArbiterCalled(entry, ruling)
