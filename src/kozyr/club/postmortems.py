"""The post-mortems of the club: worked out in another process once a deal is over, and kept beside its log.

What is kept is a projection: it may be dropped at any time, and is worked out again for the next asker, or by
`kozyr club --reviews`. A deal that is still to be played at other tables has none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import msgspec

from kozyr.club.event.boards import opened
from kozyr.club.gauge import Gauge
from kozyr.club.history import Fold, History, past
from kozyr.club.live import hall
from kozyr.club.live.archive import Archive, PlayedDeal
from kozyr.club.live.queue import Busy, Queue, TooLong, ready
from kozyr.club.matches import MatchTold, told
from kozyr.club.mine import MOST
from kozyr.club.own import Place, own_problems, posed
from kozyr.club.problems import TakeProblem
from kozyr.club.reviews import EDITION, Made, Played, RetryDeal, made, retried, reviewed
from kozyr.club.table.course import Placed
from kozyr.club.table.table import Table
from kozyr.games.refusal import Refusal, Refused, refusal
from kozyr.store import Review, Store, StoreError

_LOG: Final = logging.getLogger("kozyr.club")
BEHIND: Final = 256  # deals that are over and wait to be worked out; further ones are worked out when asked for
_AGAIN: Final = 600.0  # seconds between two looks for rated deals that have none
_WAITS: Final = 1.0  # seconds that an asker waits before being told how far it is
_Key: TypeAlias = tuple[str, int, int]  # the table, the deal, its last entry


class ReviewGoing(msgspec.Struct, frozen=True):
    """A post-mortem that is being worked out: the decisions that are weighed, of how many. 0 of 0: others come first."""

    done: int
    of: int


class _Work:
    """A post-mortem that is being worked out. asked: somebody waits for it. begun: it is no longer in the queue."""

    def __init__(self, gauge: Gauge, *, asked: bool) -> None:
        self.gauge, self.asked, self.begun = gauge, asked, False
        self.going: asyncio.Task[bytes | Refusal]


class PostMortems:
    """All post-mortems.

    queue: where those are worked out that somebody asks for; after: the others, which yield more. quick: where a deal is played again. opened: whether a deal of a table of an event is to be played nowhere any more.
    behind: how many deals may wait without an asker; 0: nothing is worked out before it is asked for.
    """

    def __init__(
        self,
        store: Store,
        history: History,
        queue: Queue,
        after: Queue,
        quick: Queue,
        opened: Callable[[Placed, int], Awaitable[bool]],
        behind: int = BEHIND,
    ) -> None:
        self._store, self._history, self._queue, self._quick = store, history, queue, quick
        self._later = after
        self._opened, self._behind = opened, behind
        self._works: dict[_Key, _Work] = {}
        self._begun = set[asyncio.Task[None]]()

    def over(self, table: Table, played: PlayedDeal | None) -> None:
        """Work out the deal that has just ended at a table. Tables of events are not: others play the same cards.

        played: the deal, if the table has seen all of it; otherwise it is read from the log.
        """
        if table.course.placed is None and len(self._works) < self._behind:
            task = asyncio.create_task(self._after(table.setup.id, table.course.deals, played))
            self._begun.add(task)
            task.add_done_callback(self._begun.discard)

    async def _after(self, table: str, number: int, played: PlayedDeal | None = None) -> None:
        try:
            of = await self._history.past(table, number, played)
            if (
                of is not None
                and await self._kept(table, number, of) is None
                and _key(table, number, of) not in self._works
            ):
                await self._begin(table, number, of, None, asked=False).going
        except (Busy, TooLong, StoreError, Refused) as error:
            _LOG.warning("table %s: deal %d was not reviewed: %s", table, number, error)

    async def ask(
        self, table: str, account: str, number: int, network: str | None, spend: Callable[[], None]
    ) -> bytes | Refusal | ReviewGoing | None:
        """The post-mortem of a deal that is over, encoded; or how far it is. network: of the asker.

        spend: called before it is worked out for this asker; what it raises is raised.

        None: there is no such deal, or the account may not look at it. A refusal: it is sealed, or has none.

        Raises:
            Busy, TooLong: see `Queue.work`.
        """
        of = await self._shown(table, account, number)
        if not isinstance(of, Played):
            return of
        kept = await self._kept(table, number, of)
        if kept is not None:
            return kept
        key = _key(table, number, of)
        work = self._works.get(key)
        if work is not None and not work.asked and not work.begun:
            del self._works[key]
            work.going.cancel()  # it stood behind all others without an asker
            work = None
        if work is None:
            spend()
            work = self._begin(table, number, of, network, asked=True)
        work.asked = True
        done, _ = await asyncio.wait({work.going}, timeout=_WAITS)
        if not done:
            return ReviewGoing(*work.gauge.read())
        if self._works.get(key) is work:
            del self._works[key]
        return work.going.result()

    async def retry(
        self, table: str, account: str, number: int, asked: RetryDeal, network: str | None
    ) -> bytes | Refusal | None:
        """Where a deal stands that is played again; otherwise as `ask`.

        Raises:
            Busy, TooLong: see `Queue.work`.
        """
        of = await self._shown(table, account, number)
        if not isinstance(of, Played):
            return of
        return await self._quick.work(_retried, ready((of, asked)), network=network)

    async def own(self, account: str, where: Place, asked: TakeProblem, network: str | None) -> bytes | Refusal | None:
        """Where one of an account's own problems stands; None: it is none of them.

        Raises:
            Busy, TooLong: see `Queue.work`.
        """
        of = await self._shown(where.table, account, where.deal)
        if not isinstance(of, Played):
            return of
        rows = await self._store.reviews.briefs(account, EDITION, MOST)
        rows = [one for one in rows if (one.table_id, one.deal, one.upto) == (where.table, where.deal, of.upto)]
        if of.game != asked.game or all(one.name != asked.problem for one in own_problems(rows)):
            return None
        return await self._quick.work(posed, ready((of, where.at, asked)), network=network)

    async def match(self, table: str, account: str) -> MatchTold | Refusal | None:
        """The account of a table's match so far. None, a refusal: as `ask`."""
        seen = await self._history.sees(table, account)
        begun, deals = (None, ()) if seen is None else await self._history.match(table)
        if seen is None or begun is None:
            return None
        placed = seen.course.placed
        for number, _ in deals if placed is not None else ():
            if placed is not None and not await self._opened(placed, number):
                return refusal("deal_sealed")
        kept = await self._store.reviews.of_match(table, EDITION)
        current = {number: kept[number][1] for number, upto in deals if kept.get(number, (0, ""))[0] == upto}
        change = (begun, seen.progress.match)
        return told(seen.setup.game, [number for number, _ in deals], current, change)

    async def catch_up(self, owns: Callable[[str], bool]) -> None:
        """Work out the deals of rated tables that have no post-mortem of today's edition, now and again, one after another.

        A club that stopped, or deals that ended faster than they can be worked out, leave some. owns: whether this process is
        to look after a table.
        """
        while self._behind:
            try:
                for table in await self._store.reviews.owing(EDITION):
                    seen = await self._history.table(table) if owns(table) else None
                    for number in range(1, 1 + (0 if seen is None else seen[0].course.deals)):
                        await self._after(table, number)
            except (Busy, TooLong, StoreError) as error:
                _LOG.warning("rated deals were not reviewed: %s", error)
            await asyncio.sleep(_AGAIN)

    async def close(self) -> None:
        """Stop all work."""
        going = [*self._begun, *(work.going for work in self._works.values())]
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)

    async def _shown(self, table: str, account: str, number: int) -> Played | Refusal | None:
        """A deal for an account that may see it; a refusal: it is sealed."""
        seen = await self._history.sees(table, account)
        of = None if seen is None else await self._history.past(table, number)
        if seen is None or of is None:
            return None
        placed = seen.course.placed
        if placed is not None and not await self._opened(placed, number):
            return refusal("deal_sealed")
        return of

    async def _kept(self, table: str, number: int, of: Played) -> bytes | None:
        return await self._store.reviews.find(table, number, of.upto, EDITION)

    def _begin(self, table: str, number: int, of: Played, network: str | None, *, asked: bool) -> _Work:
        work = self._works[_key(table, number, of)] = _Work(Gauge(), asked=asked)
        work.going = asyncio.create_task(self._work(work, table, number, of, network))
        work.going.add_done_callback(lambda going: self._done(_key(table, number, of), work, going))
        return work

    async def _work(self, work: _Work, table: str, number: int, of: Played, network: str | None) -> bytes | Refusal:
        async def gather() -> tuple[Played, str]:
            work.begun = True
            return of, work.gauge.name

        queue = self._queue if work.asked else self._later
        found = await queue.work(reviewed, gather, network=network)
        if isinstance(found, Refusal):
            return found
        await keep(self._store, table, number, of, found)
        return found.told

    def _done(self, key: _Key, work: _Work, going: asyncio.Task[bytes | Refusal]) -> None:
        """Forget a finished work; of one that has failed its asker is told at the next question."""
        work.gauge.close()
        failed = not going.cancelled() and going.exception() is not None
        if self._works.get(key) is work and not (failed and work.asked):
            del self._works[key]


def _key(table: str, number: int, of: Played) -> _Key:
    return table, number, of.upto


async def keep(store: Store, table: str, number: int, of: Played, made: Made) -> None:
    """Keep a post-mortem.

    Raises:
        StoreError: it could not be written.
    """
    ended = None if made.rated is None else of.over
    await store.reviews.keep(Review(table, number, of.upto, EDITION, made.told, made.brief, ended, made.rated))


async def anew(store: Store, archive: Archive, table: str) -> int:
    """Work out the post-mortems of a table that is open, in this process; returns how many.

    Raises:
        ValueError: its log cannot be read. StoreError: the store does not answer.
    """
    row = await store.log.table(table)
    if row is None or await store.closures.of_table(table) is not None:
        return 0
    fold, count = Fold(await archive.start(row), row.created), 0
    fold.go_on(await store.log.events(table))
    for number, deal in enumerate(fold.deals, 1):
        of, placed = past(deal, number), deal.end.course.placed
        if of is None or (placed is not None and not await _opened(store, placed, number)):
            continue
        found = made(of)
        if isinstance(found, Made):
            await keep(store, table, number, of, found)
            count += 1
    return count


async def _opened(store: Store, placed: Placed, number: int) -> bool:
    """As `Hall.opened`, from the log of the event."""
    row = await store.log.event(placed.event)
    if row is None:
        return False
    volume = hall.followed(row, await store.log.events(placed.event))
    return opened(volume.tournament, placed, number, store.database.now())


def _retried(asked: tuple[Played, RetryDeal]) -> bytes | Refusal:
    """A deal that is played again, worked out in another process."""
    return retried(*asked)
