"""The time at which a bot's decision is shown. It is drawn, so that it tells nothing of the bot's hand (PE-5.4.11b).

The time is drawn before the bot begins to think. A decision that is not ready then waits for another draw. A forced
decision needs no thinking and would never wait for a second one. So it counts as ready when one of the last free
decisions was.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable
from typing import Final, Literal, TypeAlias, TypeVar

from kozyr.club.clock import Chance, Clock
from kozyr.games import AnyView, Play

Kind: TypeAlias = Literal["call", "discard", "card"]
T = TypeVar("T")

PAUSE: Final = 0.95  # seconds, so that a card takes less than one in the middle

# The shortest and the longest time of each kind, as multiples of the pause; all between them are equally likely. The
# shortest is longer than the best bot usually thinks, so that it seldom needs a second draw.
_RANGES: Final[dict[Kind, tuple[float, float]]] = {"call": (0.85, 2.0), "discard": (1.6, 3.2), "card": (0.85, 1.15)}
_REMEMBERED: Final = 64  # free decisions of each kind whose thinking times forced ones repeat


def kind_of(view: AnyView) -> Kind:
    """The kind of decision."""
    if view.phase == "discard":
        return "discard"
    return "card" if view.legal and isinstance(view.legal[0], Play) else "call"


class Tempo:
    """Draws the times of bots' decisions. pause: seconds that a card takes on the average; 0: nothing waits."""

    def __init__(self, pause: float, clock: Clock, chance: Chance) -> None:
        self._pause, self._clock, self._chance = pause, clock, chance
        # Seconds that the last free decisions took to think; by game too, since games take different thinking.
        self._thought: defaultdict[tuple[str, str, Kind], deque[float]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))

    async def decided(self, thinking: Awaitable[T], view: AnyView, level: str) -> T:
        """The result of the thinking about this view, at its drawn time."""
        kind, forced = kind_of(view), len(view.legal) == 1
        last = self._thought[view.game, level, kind]
        least = last[int(self._chance.uniform(0, len(last))) % len(last)] if forced and last else 0.0
        return await self._shown(thinking, kind, least, None if forced else last)

    async def told(self, thinking: Awaitable[T]) -> T:
        """The result of the thinking about an answer, at its drawn time."""
        return await self._shown(thinking, "call", 0.0, None)

    async def _shown(self, thinking: Awaitable[T], kind: Kind, least: float, thought: deque[float] | None) -> T:
        """The result of the thinking, at a drawn time.

        least: the seconds that it counts as taking at least. thought: the place to note its own seconds.
        """
        if not self._pause:
            return await thinking
        task, began = asyncio.ensure_future(thinking), self._clock.seconds()
        if thought is not None:
            task.add_done_callback(lambda _: thought.append(self._clock.seconds() - began))
        shortest, longest = _RANGES[kind]
        due = began
        try:
            while due == began or not task.done() or due - began < least:
                due += self._pause * self._chance.uniform(shortest, longest)
                await self._clock.sleep(due - self._clock.seconds())
        finally:
            if not task.done():
                task.cancel()
        return await task
