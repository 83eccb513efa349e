"""What has been played at tables: one fold of a table's log, from which every question about past deals is answered.

A deal that is over does not change, so what was read of it stays in memory, and only what came since is read again.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import msgspec

from kozyr.club import answers
from kozyr.club.live.lobby import Lobby
from kozyr.club.table.customs import Analysis
from kozyr.club.table.listing import record
from kozyr.club.table.table import Table
from kozyr.games import Record
from kozyr.store import Entry

_TABLES: Final = 64  # whose deals stay in memory
_ANALYSES: Final = 500  # of deals, kept in memory
# Analyses that are worked out at once: each may take a thread for long, and the store reads in the same ones.
_AT_ONCE: Final = 2


class PlayedDeal(NamedTuple):
    """A deal that is over. events: from the cards on, each with the table before it. end: the table after the last one."""

    events: tuple[tuple[Table, Entry], ...]
    end: Table


class _Fold:
    """A table's log as far as it has been read. deals: those that are over, in order."""

    def __init__(self, start: Table) -> None:
        self.at = start
        self.deals: list[PlayedDeal] = []
        self.lock = asyncio.Lock()
        self._running: list[tuple[Table, Entry]] = []

    def go_on(self, entries: list[Entry]) -> None:
        """Read what follows."""
        for entry in entries:
            before, self.at = self.at, self.at.after(entry)
            if entry.kind == "event":
                if self.at.course.dealt > before.course.dealt:
                    self._running = []
                self._running.append((before, entry))
            if self.at.course.deals > before.course.deals:
                self.deals.append(PlayedDeal(tuple(self._running), self.at))


class History:
    """The deals of all tables that are over, for whoever may look at their table."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._folds: dict[str, _Fold] = {}  # the one asked for last stands last
        self._analyses: dict[tuple[str, int], asyncio.Task[Analysis | None]] = {}  # likewise
        self._analysing = asyncio.Semaphore(_AT_ONCE)

    async def close(self) -> None:
        """Stop what is being worked out."""
        for asked in self._analyses.values():
            asked.cancel()
        await asyncio.gather(*self._analyses.values(), return_exceptions=True)

    async def played(self, at: Table, number: int) -> PlayedDeal | None:
        """The nth deal of this table; None: it is not over. at: the table as it stands, whose unfinished deal is not read."""
        table = at.setup.id
        fold = self._folds.pop(table, None)
        if fold is None:
            start = await self._lobby.beginning(table)
            if start is None:
                return None
            fold = self._folds.pop(table, None) or _Fold(start)
        self._folds[table] = fold
        while len(self._folds) > _TABLES:
            self._folds.pop(next(iter(self._folds)))
        async with fold.lock:
            if fold.at.seq < at.course.settled:
                entries = await self._lobby.store.log.events(table, fold.at.seq, at.course.settled)
                await asyncio.to_thread(fold.go_on, entries)
        return fold.deals[number - 1] if 1 <= number <= len(fold.deals) else None

    async def deal(self, table: str, account: str, number: int) -> answers.PastDeal | None:
        """A deal that is over, and what a page shows with it."""
        at = await self._seen(table, account)
        found = None if at is None else await self.played(at, number)
        eye = None if at is None else at.eye(account)
        if at is None or found is None or eye is None or found.end.last is None:
            return None
        moves = (_move(*one) for one in found.events[1:])
        last = found.end.last
        return answers.PastDeal(
            table=table,
            game=at.setup.game,
            preset=at.setup.preset,
            you=at.info(eye).you,
            players=found.end.info(eye).players,  # who sat there then
            deals=at.course.deals,
            deal=last,
            moves=tuple(msgspec.structs.replace(one, event=at.customs.told(one.event, last)) for one in moves),
            sheet=at.customs.sheet(at.progress.match),
        )

    async def why(self, table: str, account: str, number: int, move: int) -> answers.Why | None:
        """What a bot weighed at an entry of a deal that is over. None: there is no such."""
        at = await self._seen(table, account)
        found = None if at is None else await self.played(at, number)
        moved = next((one for one in found.events if one[1].seq == move), None) if found is not None else None
        if moved is None:
            return None
        before, made = moved[0], _move(*moved)
        duty = before.duty
        view = None if duty is None or duty.place is None else before.sees(duty.place)
        if made.bot is None or view is None:
            return None
        seed = before.bot_seed(self._lobby.master(table))
        weighed = await self._lobby.counsel(view, made.bot, f"table {table} at {move}, why", seed)
        same = weighed is not None and weighed[0].event == made.event
        return answers.Why(made, made.bot, str(seed), same, weighed)

    async def analysis(self, table: str, account: str, number: int) -> Analysis | None:
        """What a deal that is over was worth with open cards, where there is such a thing.

        It is worked out once, whoever asks and however many do.
        """
        at = await self._seen(table, account)
        if at is None or not 1 <= number <= at.course.deals:
            return None
        task = self._analyses.pop((table, number), None)
        if task is None:
            task = asyncio.create_task(self._analyse(at, number))
        self._analyses[table, number] = task
        while len(self._analyses) > _ANALYSES:
            self._analyses.pop(next(iter(self._analyses)))
        found = None
        try:
            found = await asyncio.shield(task)
        finally:
            # What failed, or took too long, may be asked for again.
            if task.done() and (found is None or not found.complete):
                self._analyses.pop((table, number), None)
        return found

    async def _analyse(self, at: Table, number: int) -> Analysis | None:
        found = await self.played(at, number)
        last = None if found is None else found.end.last
        if last is None:
            return None
        async with self._analysing:
            return await asyncio.to_thread(at.customs.analysis, last, at.setup.conventions)

    async def record(self, table: str, account: str) -> Record | None:
        """The record of a table for one who sits there, up to the last deal that is over."""
        at = await self._seen(table, account)
        if at is None or at.chair(account) is None or at.lot is None:
            return None
        return record(at, await self._lobby.store.log.events(table, 0, at.course.settled))

    async def _seen(self, table: str, account: str) -> Table | None:
        """A table at which an account may look."""
        room = await self._lobby.room(table)
        return None if room is None or room.table.eye(account) is None else room.table


def _move(before: Table, entry: Entry) -> answers.Move:
    """An event of a deal that is over; a bot's was asked for by nobody."""
    event = before.setup.rules.decoder.decode(entry.body)
    duty, state = before.duty, before.deal_state
    own = (
        entry.cmd_id is None
        and entry.seat is not None
        and duty is not None
        and duty.what == "move"
        and state is not None
        and state.actor is not None
        and state.actor.value == entry.seat  # no answer to a question
    )
    level = before.level(duty.place) if own and duty is not None and duty.place is not None else None
    return answers.Move(entry.seq, entry.seat, event, level)
