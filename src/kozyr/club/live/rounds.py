"""The rounds of events at the club's own tables: tables set up, lines written, rounds ended by the clock or by the last table.

Everything is tried again after each change, and finished work stays. So a server may die between any two entries, and
two servers on one database do nothing twice. What is to be done at which moment stands in the store (`waking`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import msgspec

from kozyr.club.event import teams
from kozyr.club.event.boards import Sitting, player, seat, sittings, written
from kozyr.club.event.judged import not_come, rulings
from kozyr.club.event.tournament import Tournament, next_due
from kozyr.club.live.asks import Answer
from kozyr.club.live.errands import Errands
from kozyr.club.live.hall import Hall
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.waking import Waking
from kozyr.club.table.table import Table
from kozyr.tournaments import director
from kozyr.tournaments.director.entries import RoundBegun, RoundEnded
from kozyr.tournaments.director.state import At, captains
from kozyr.tournaments.movements import Table as Seating

_ANSWER: Final = 10.0  # seconds for the owner of an event to write its scores
_ENDING: Final = "event.ending"
_LOOK: Final = 5.0  # seconds until the next look for absent players who may be on their way


class Rounds:
    """The club's own work for its events.

    ask: asks the owner of an event, at a process of many; the arguments are those of `Asks.ask`. handlers: answers what
    other processes ask.
    """

    def __init__(self, hall: Hall, lobby: Lobby, waking: Waking) -> None:
        self._hall, self._lobby, self._waking = hall, lobby, waking
        self._errands = Errands(self._do)
        waking.looks.append(self.look)
        hall.changed, lobby.at_event, hall.ending = self._changed, self._played, self._ending
        self.ask: Callable[[str, str, bytes, float], Awaitable[bytes]] | None = None
        self.handlers: Mapping[str, Answer] = {_ENDING: self._asked}

    def _changed(self, at: Tournament) -> None:
        self._lobby.silence.hush(at.setup.id, at.hushed)
        if at.online:
            self.look(at.setup.id)

    def _played(self, table: Table) -> None:
        if table.course.placed is not None:
            self.look(table.course.placed.event)

    def look(self, event: str) -> None:
        """Do the work that an event needs: now, or when its running work ends."""
        self._errands.look(event)

    async def _do(self, event: str) -> None:
        """Do all work that is due for an event now, if it is this process's."""
        if not self._lobby.owns(event):
            return
        found = await self._hall.find(event)
        at = None if found is None else found.tournament
        if found is None or at is None or not at.online:
            return
        if at.state.session is None or at.state.closed:
            await self._waking.rest(self._errands, found, None)
            return
        session, number = at.state.session, len(at.state.sessions)
        secret = await self._hall.secret(event)
        waits: list[float] = []
        cut = at.state.event.regulations.tournament_unfinished != "late"
        for nth in range((session.ended if cut else 0) + 1, session.begun + 1):
            for table in session.turn(nth).tables:
                await asyncio.sleep(0)  # a table takes a millisecond, and an event may have hundreds
                if teams.played(at.state, number, nth, table, table.boards):
                    continue
                for sitting in sittings(at, number, nth, table):
                    if not sitting.done(at):
                        await self._table(at, sitting, secret)
                if (wait := await self._line_up(event, nth, table)) is not None:
                    waits.append(wait)
        if (wait := await self._absent(event)) is not None:
            waits.append(wait)
        found = await self._hall.find(event) or found
        now = found.tournament
        if session.begun == session.ended:
            if next_due(now):
                await self._hall.seat_next(event, f"club seat {len(now.state.sessions) + 1}")
            await self._begin(event, waits)
            return
        left = None if now.deadline is None else (now.deadline - self._hall.clock.now()) / 1000
        tables = session.turn(session.begun).tables
        if all(teams.played(now.state, number, session.begun, one, one.boards) for one in tables):
            why = "all tables have played"
        elif left is not None and left <= 0:  # boards that are not over are played on, and their lines come late
            await self._ending(event)
            why = "the time is out"
        else:
            wait = min((*waits, *(() if left is None else (left,))), default=None)
            await self._waking.rest(self._errands, found, wait, played=True)
            return
        await self._hall.by_club(event, f"club end {_nth(number, session.begun)}", RoundEnded(), why)

    async def _ending(self, event: str) -> None:
        """Write the scores that tables still hear, before their round ends: the round waits for no call.

        A board with a ruling that waits for a choice is one that is not over. The tables are those of the event's
        owner, so another process asks it.
        """
        if not self._lobby.owns(event):
            if self.ask is not None:
                await self.ask(event, _ENDING, msgspec.msgpack.encode(event), _ANSWER)
            return
        found = await self._hall.find(event)
        at = None if found is None else found.tournament
        session = None if at is None or not at.online else at.state.session
        if at is None or session is None:
            return
        secret, number = await self._hall.secret(event), len(at.state.sessions)
        for table in session.turn(session.begun).tables if session.begun > session.ended else ():
            for sitting in sittings(at, number, session.begun, table):
                room = self._lobby.present(sitting.id(event))
                if room is not None and not sitting.done(at) and room.table.course.hearing is not None:
                    await room.clockwork.write_score()
                    await self._table(at, sitting, secret)

    async def _asked(self, event: bytes) -> bytes:
        """An official ends a round at another process."""
        await self._ending(msgspec.msgpack.decode(event, type=str))
        return b""

    async def _begin(self, event: str, waits: list[float]) -> None:
        """Begin the next round when the break is over, if the regulations have one; else look again when it will be."""
        found = await self._hall.find(event)
        if found is None:
            return
        now = found.tournament
        at, session = director.begins(now.state), now.state.session
        left = None if at is None else self._seconds_to(at)
        if left is None or left > 0 or session is None:
            wait = min((*waits, *(() if left is None else (left,))), default=None)
            await self._waking.rest(self._errands, found, wait, played=session is not None and session.begun > 0)
            return
        command = f"club begin {_nth(len(now.state.sessions), session.begun + 1)}"
        await self._hall.by_club(event, command, RoundBegun(), "the break is over")

    async def _absent(self, event: str) -> float | None:
        """Rule on boards of players who have not come in time (PT-I.11.2.B.1).

        Returns the seconds until the next look; None: no player is awaited.
        """
        found = await self._hall.find(event)
        due = None if found is None else found.tournament.absent_from
        if found is None or due is None or found.tournament.state.session is None:
            return None
        left = (due - self._hall.clock.now()) / 1000
        if left > 0:
            return left
        at, again = found.tournament, False
        session, number = found.tournament.state.session, len(at.state.sessions)
        for table in session.turn(session.begun).tables:
            await asyncio.sleep(0)  # as above
            for sitting in sittings(at, number, session.begun, table):
                room = self._lobby.present(sitting.id(event))
                if room is None or sitting.done(at):
                    continue
                gone, coming = room.never_came()
                again = again or coming
                absent = {who for who, name in sitting.people.values() if player(at, who, name).account in gone}
                for board in sitting.boards if absent else ():
                    if director.lacks(at.state, number, session.begun, table, board):
                        ruled = not_come(at, sitting, board, absent)
                        command = f"club absent {_nth(number, session.begun)} {table.table} {board}"
                        await self._hall.by_club(event, command, ruled, "nobody has come in time")
        return _LOOK if again else None

    async def _line_up(self, event: str, round_: int, table: Seating) -> float | None:
        """Name the four of a team whose captain is late.

        Returns the seconds that the captain still has. None: no captain is awaited.
        """
        found = await self._hall.find(event)
        if found is None or "A" not in table.seats:
            return None
        at = found.tournament
        state, session, number = at.state, at.state.session, len(at.state.sessions)
        due = teams.waiting(state, round_, table)
        if session is None or due is None or due.names is None:
            return None
        team = due.names
        captain = any(name in captains(state, team) for name in at.names.values())
        if captain and round_ == session.begun and session.begun != session.ended:
            left = self._seconds_to(teams.since(state, found.log, table, round_) + teams.BREAK)
            if left > 0:
                return left
        command = f"club lineup {_nth(number, round_)} {table.table} {due.nth} {team}"
        await self._hall.by_club(event, command, teams.usual(state, team, due.boards), "its captain has named nobody")
        return None

    async def _table(self, at: Tournament, sitting: Sitting, secret: bytes) -> None:
        """Set a table up, let it go on, and write its rulings and the lines of its played boards."""
        room = self._lobby.present(sitting.id(at.setup.id))
        if room is None:
            setup, placed = seat(at, sitting, secret)
            room = await self._lobby.place(setup, placed, secret)
        if room is None:
            return
        room.begin()
        for number, ruled in rulings(sitting, room.table):
            command = f"club ruled {room.table.setup.id} {number}"
            await self._hall.by_club(at.setup.id, command, ruled, "ruled at the table")
        for row in written(at, room.table):
            if At(sitting.session, row.round, row.table, row.board, row.room) not in at.state.rows:
                command = f"club row {_nth(sitting.session, row.round)} {row.table} {row.board}{row.room[:1]}"
                await self._hall.by_club(at.setup.id, command, row, "played at the table")

    def _seconds_to(self, at: int) -> float:
        """How many seconds there are to a moment of an event's own clock, which counts seconds since 1970."""
        return at - self._hall.clock.now() / 1000

    async def close(self) -> None:
        """Stop; unfinished work is done when the event is read again."""
        await self._errands.close()


def _nth(session: int, round_: int) -> str:
    """The round of an event, for the id of a command."""
    return str(round_) if session == 1 else f"{session}.{round_}"
