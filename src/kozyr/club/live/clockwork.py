"""A table's acts without a command: its own duties, its bots, and the consequences when people's time is out."""

from __future__ import annotations

import asyncio
from typing import Final

from kozyr.club.live import deputies
from kozyr.club.live.audience import Audience
from kozyr.club.live.calls import Calls
from kozyr.club.live.host import Host
from kozyr.club.live.ledger import Decide, Done, Ledger, Written
from kozyr.club.live.showing import Showing
from kozyr.club.live.timers import Due, Timers
from kozyr.club.table import duties
from kozyr.club.table.bench import CallArbiter, ScoreWritten
from kozyr.club.table.clock import TimeOut
from kozyr.club.table.course import GAME
from kozyr.club.table.seats import Back, Hold
from kozyr.club.table.table import Step, Table
from kozyr.games import Refusal

_PAUSE: Final = 1  # seconds: a disk that is full must not be asked a thousand times a second


class Clockwork:
    """Lets a table and its bots act when they are due."""

    def __init__(self, host: Host, ledger: Ledger, audience: Audience, showing: Showing, calls: Calls) -> None:
        self._host, self._ledger, self._audience, self._showing, self._calls = host, ledger, audience, showing, calls
        self._timers = Timers(host, audience)
        self._play: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None  # when it goes on, if nothing happens before
        self._hurried = -1  # so many deals were over when a player wished the next one played on without pauses

    @property
    def rests(self) -> bool:
        """Whether nothing is going on, and nothing is waited for."""
        return self._alarm is None and (self._play is None or self._play.done())

    @property
    def pace(self) -> float:
        """In how many seconds a person's event may come, where the tempo is masked."""
        return self._timers.pace(self._ledger.table)

    def wake(self) -> None:
        """Start the table's or its bots' next act, if one is due."""
        if self._play is not None and not self._play.done():
            return  # the running act looks for the next one itself
        due = None if self._ledger.frozen else self._timers.due(self._ledger.table)
        if due is None:
            self.hush()  # nothing is due any more, so nothing keeps the table in memory
            return
        loop = asyncio.get_running_loop()
        if due.wait <= 0:
            self._set_off()
        elif (
            self._alarm is None or self._alarm.when() > loop.time() + due.wait
        ):  # an alarm that comes too early does no harm
            self.hush()
            self._alarm = loop.call_later(due.wait, self._set_off)

    def hurry(self) -> None:
        """Let the bots pause no more in the deal that is played: the pause that is on ends, too."""
        deals = self._ledger.table.course.deals
        if self._hurried == deals:
            return
        self._hurried = deals
        if self._play is not None and not self._play.done():
            self._play.cancel()  # what it writes at this very moment is written all the same
            self._set_off()

    def hush(self) -> None:
        """Wait for nothing any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def stop(self) -> None:
        """Break off the running act."""
        if self._play is not None:
            self._play.cancel()

    def told(self, result: Written) -> None:
        """Show the result of an attempt to write, and let the game go on."""
        if isinstance(result, Done) and result.step.entry.kind in GAME:
            self._timers.moved()
        self._showing.result(result)
        if isinstance(result, Done):
            self._follow(result.step)
        if not isinstance(result, Refusal):
            self.wake()

    def _follow(self, step: Step) -> None:
        """Tell the club of a deal that is over, or of a wish to play again."""
        table, before = step.table, step.before
        now, was = table.course, before.course
        if now.placed is not None:
            if now.written > was.written or table.bench.heard != before.bench.heard:
                self._host.board_over(table)
        elif now.deals > was.deals or now.heard(was):
            self._host.deal_over(table, self._ledger.played)
        if table.ended.rematch is not None and before.ended.rematch is None:
            self._host.rematch(table)

    async def write_score(self) -> None:
        """Write the score of the deal that has just ended, if it is still heard and no ruling on it waits for a choice."""
        if self._ledger.table.course.hearing is not None:
            now = self._host.clock.now()
            await asyncio.shield(self.own(lambda table, _: table.act(None, ScoreWritten(), now)))

    async def own(self, decide: Decide, seen: Table | None = None) -> None:
        """Write an act that no command asks for. seen: the table that it was decided for."""
        async with self._ledger.lock:
            if self._late(seen):
                return
            result = await self._write(decide)
            if isinstance(result, Refusal) and seen is not None:
                raise RuntimeError(f"the table's own step was refused: {result}")
        if result == "stale":
            await asyncio.sleep(_PAUSE)

    async def _write(self, decide: Decide) -> Written:
        result = await self._ledger.write(decide, self._audience.accounts())
        if not self._ledger.moved:
            self.told(result)
        return result

    def _late(self, seen: Table | None) -> bool:
        """Whether another act was faster."""
        return self._ledger.frozen or (seen is not None and self._ledger.table is not seen)

    def _set_off(self) -> None:
        self.hush()
        self._play = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        ledger = self._ledger
        try:
            while not ledger.frozen and (due := self._timers.due(ledger.table)) is not None and due.wait <= 0:
                await self._perform(due)
            self._play = None
            self.wake()
        except Exception:  # noqa: BLE001 - as where a step is written
            ledger.freeze()
            self._showing.anew()

    async def _perform(self, due: Due) -> None:
        """Do the next act."""
        table, now = self._ledger.table, self._host.clock.now
        match due.what:
            case "move":
                step = await deputies.move(self._host, table, due.whose, hurried=self._hurried == table.course.deals)
                await self._act(table, lambda *_: step)
            case "call":
                await asyncio.shield(self._call(table, due.whose, due.call))
            case "choose":
                taken = await deputies.choice(self._host, table, due.whose)
                chair = table.order[due.whose]
                await self._act(table, lambda table, _: table.act(chair, taken, now()))
            case "answer":
                said = await deputies.explanation(self._host, table, due.whose, due.call)
                if said is None:  # the bot is asked no more, since the game must go on
                    self._timers.silent(table, due.call)
                    return
                told = self._ledger.table.decide(due.whose, said, now())
                if isinstance(told, Step):  # no card was led meanwhile
                    await self._act(self._ledger.table, lambda *_: told)
            case "hold":
                await asyncio.shield(self._hold(table, due.whose))
            case "time":
                await self._act(table, lambda table, _: table.act(None, TimeOut(due.whose), now()))
            case "own":
                master = self._host.archive.master(table.setup.id)
                await self._act(table, lambda table, _: duties.done(table, master, now()))

    async def _hold(self, seen: Table, chair: int) -> None:
        """Give a seat to a bot; a player who returns at this very moment has it again."""
        now = self._host.clock.now
        async with self._ledger.lock:
            if self._late(seen) or chair in self._audience.online(seen):
                return
            result = await self._write(lambda table, _: table.act(None, Hold(chair), now()))
            if isinstance(result, Done) and chair in self._audience.online(self._ledger.table):
                result = await self._write(lambda table, _: table.act(chair, Back(), now()))
        if result == "stale":
            await asyncio.sleep(_PAUSE)

    async def _call(self, seen: Table, place: int, entry: int) -> None:
        """A bot calls the arbiter."""
        async with self._ledger.lock:
            if self._late(seen):
                return
            decide = await self._calls.decided(seen, seen.order[place], CallArbiter(entry))
            result = await self._write(decide)
            if not isinstance(result, Done) and result != "stale":
                self._timers.unheard(seen, entry)

    async def _act(self, seen: Table, decide: Decide) -> None:
        await asyncio.shield(self.own(decide, seen))
