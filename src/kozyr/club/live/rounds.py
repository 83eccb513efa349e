"""The rounds of events at the club's own tables: set up when a round begins, their lines written, the round ended by the clock or when all have played.

Everything is done again as often as something happens, and what is there already is left as it is: so a server may die between
any two entries, and two servers on one database do nothing twice.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from kozyr.club.event.boards import seat, written
from kozyr.club.event.tournament import Tournament
from kozyr.club.live.hall import Hall
from kozyr.club.live.lobby import Lobby
from kozyr.club.table.table import Table
from kozyr.store import Stale, StoreError
from kozyr.tournaments.director.entries import RoundEnded
from kozyr.tournaments.director.state import At
from kozyr.tournaments.movements import Table as Seating

_LOG: Final = logging.getLogger("kozyr.club")


class Rounds:
    """What the club does by itself for the events that it plays."""

    def __init__(self, hall: Hall, lobby: Lobby) -> None:
        self._hall, self._lobby = hall, lobby
        self._going: dict[str, asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}  # when a round ends by the clock
        self._again: set[str] = set()  # events of which something has happened meanwhile
        hall.changed, lobby.at_event = self._changed, self._played

    def _changed(self, at: Tournament) -> None:
        if at.online:
            self._look(at.setup.id)

    def _played(self, table: Table) -> None:
        if table.placed is not None:
            self._look(table.placed.event)

    def _look(self, event: str) -> None:
        if event in self._going:
            self._again.add(event)
            return
        self._going[event] = asyncio.create_task(self._go_on(event))

    async def _go_on(self, event: str) -> None:
        try:
            while True:
                self._again.discard(event)
                try:
                    await self._do(event)
                except (ValueError, Stale, StoreError) as error:
                    _LOG.error("event %s: its tables wait: %s", event, error)
                if event not in self._again:
                    return
        finally:
            self._going.pop(event, None)

    async def _do(self, event: str) -> None:
        """Whatever is to be done for an event now."""
        found = await self._hall.find(event)
        at = None if found is None else found.tournament
        if at is None or not at.online or at.state.session is None or at.state.closed:
            return
        session = at.state.session
        secret = await self._hall.secret(event)
        for nth in range(1, session.begun + 1):
            for table in session.turn(nth).tables:
                if not _done(at, nth, table):
                    await self._table(at, nth, table, secret)
        found = await self._hall.find(event)
        now = at if found is None else found.tournament
        if session.begun == session.ended:
            return
        left = self._hall.left(now)
        if all(_done(now, session.begun, table) for table in session.turn(session.begun).tables):
            why = "all tables have played"
        elif left is not None and left <= 0:  # boards that are not over are played on, and their lines come late
            why = "the time is out"
        else:
            self._wake(event, left)
            return
        await self._hall.by_club(event, f"club end {session.begun}", RoundEnded(), why)

    def _wake(self, event: str, left: float | None) -> None:
        """Look at an event again when its round ends by the clock."""
        old = self._alarms.pop(event, None)
        if old is not None:
            old.cancel()
        if left is not None:
            self._alarms[event] = asyncio.get_running_loop().call_later(left, self._look, event)

    async def _table(self, at: Tournament, round_: int, table: Seating, secret: bytes) -> None:
        """Set a table up, let it go on, and write the lines of the boards that it has played."""
        setup, placed = seat(at, round_, table, secret)
        room = await self._lobby.place(setup, placed, secret)
        if room is None:
            return
        room.begin()
        for row in written(at, room.table):
            if At(1, round_, table.table, row.board) not in at.state.rows:
                command = f"club row {round_} {table.table} {row.board}"
                await self._hall.by_club(at.setup.id, command, row, "played at the table")

    async def close(self) -> None:
        """Stop; what is not done is done when the event is read again."""
        for alarm in self._alarms.values():
            alarm.cancel()
        going = tuple(self._going.values())
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)


def _done(at: Tournament, round_: int, table: Seating) -> bool:
    """Whether a table has written all its lines."""
    return all(At(1, round_, table.table, board) in at.state.rows for board in table.boards)
