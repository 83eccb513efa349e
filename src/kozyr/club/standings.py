"""The ratings of the club: always the fold over what is kept of rated deals, as if it were made anew for each asker.

Deals that ended long ago are folded once. A post-mortem may come after that of a later deal, a ruling may write a deal anew,
and a table may be closed; where that touches what is folded, all of it is folded again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from kozyr.club.live.queue import Queue, gently
from kozyr.club.ratings import SIDES, RatedDeal, Ratings, follow
from kozyr.store import Extent, RatedRow, Store

_FRESH: Final = 1.0  # seconds for which all askers get the same
_RECENT: Final = 1000  # deals that are folded with each change, since others may still come between them
_NONE: Final = Extent()
_MOST: Final = 2000  # of them, before the older ones are folded for good


class _Folded(msgspec.Struct, frozen=True):
    """The ratings after the deals before a moment, what these deals were, and the same of all deals."""

    old: Ratings = {}
    moment: int = 0
    before: Extent = Extent()
    since: Extent = Extent()
    now: Ratings = {}


class Standings:
    """All ratings. clock: seconds that never go back. apart: where they are folded, apart from the loop."""

    def __init__(self, store: Store, clock: Callable[[], float], apart: Queue) -> None:
        self._store, self._clock, self._apart = store, clock, apart
        self._found = _Folded()
        self._when: float | None = None
        self._lock = asyncio.Lock()

    async def now(self) -> Ratings:
        """The ratings after all deals that are kept.

        Raises:
            StoreError: the database does not answer. Busy, TooLong: see `Queue.do`.
        """
        async with self._lock:
            if self._when is None or self._clock() - self._when >= _FRESH:
                await self._look()
                self._when = self._clock()
        return self._found.now

    async def _look(self) -> None:
        found = self._found
        before, since = await self._store.reviews.extents(found.moment)
        if before != found.before:
            found = _Folded()
        elif since == found.since:
            return
        rows = await self._store.reviews.rated(found.moment)
        self._found = await self._apart.do(lambda: _folded(found, rows))


def _folded(found: _Folded, rows: Sequence[RatedRow]) -> _Folded:
    """All folded with these rows, which come after what is folded for good."""
    if len(rows) > _MOST:
        moment = rows[-_RECENT].ended
        many = sum(row.ended < moment for row in rows)
        settled, rows = rows[:many], rows[many:]
        before = _extent(settled, found.before)
        found = _Folded(follow(_deals(settled), found.old), moment, before)
    return msgspec.structs.replace(found, since=_extent(rows), now=follow(_deals(rows), found.old))


def _deals(rows: Sequence[RatedRow]) -> Iterator[RatedDeal]:
    return (RatedDeal(row.game, SIDES.decode(row.rated)) for row in gently(rows))


def _extent(rows: Sequence[RatedRow], more: Extent = _NONE) -> Extent:
    upto, edition = sum(row.upto for row in rows), sum(row.edition for row in rows)
    return Extent(more.deals + len(rows), more.upto + upto, more.edition + edition)
