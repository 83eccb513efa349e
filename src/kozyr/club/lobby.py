"""The tables in memory, over the store: each does one thing at a time and is what its log has made it.

The order for a command: has it been answered before - is it for this moment - does the game allow it - what would
each viewer see - append and commit - and only then acknowledge, and send each viewer his own view. Whatever fails
before the append has changed nothing; whatever fails in it is put right by reading the log again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from kozyr import bots
from kozyr.club import protocol
from kozyr.club.faces import face
from kozyr.club.table import Duty, Person, Setup, Step, Table, draw
from kozyr.club.workers import Workers
from kozyr.games import Event, Illegal, Record, View, game
from kozyr.store import Account, Entry, Stale, Store, StoreError, TableRow

__all__ = ["Lobby", "Room", "Viewer"]

_LOG: Final = logging.getLogger("kozyr.club")
_IDLE: Final = 600.0  # seconds for which a table that nobody looks at stays in memory
_PATIENCE: Final = 5.0  # seconds that a table has to end what it does when the club closes
_NICKS: Final = ("Bobr", "Filin", "Vydra", "Barsuk")  # who sits down when people are missing


class Viewer(Protocol):
    """Somebody who looks at a table from a place."""

    @property
    def place(self) -> int:
        """Where he sits."""

    def send(self, frame: bytes) -> None:
        """Hand a frame over, without waiting."""


# What a table would do, and the command that asks for it.
Decide: TypeAlias = Callable[[Table, str | None], Step | Illegal]


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def key() -> bytes:
    """A secret to deal from."""
    return secrets.token_bytes(32)


class _Done(NamedTuple):
    """A step that may happen, and what each place is told of it."""

    step: Step
    frames: dict[int, bytes]


class Room:
    """One table in memory, and those who look at it."""

    def __init__(self, lobby: Lobby, table: Table, answers: dict[str, int], *, frozen: bool = False) -> None:
        self.table = table
        self.frozen = frozen
        self._lobby = lobby
        self._answers = answers  # command -> the number that it became
        self._viewers: set[Viewer] = set()
        self._lock = asyncio.Lock()
        self._play: asyncio.Task[None] | None = None
        self._idle = self._later()

    # --- viewers -------------------------------------------------------------------------------------------

    def enter(self, viewer: Viewer) -> None:
        """Somebody looks, and gets everything."""
        self._idle.cancel()
        self._viewers.add(viewer)
        self.snap(viewer)
        self._wake()

    def leave(self, viewer: Viewer) -> None:
        """Somebody looks no longer."""
        if viewer in self._viewers:
            self._viewers.remove(viewer)
            if not self._viewers:
                self._idle = self._later()

    def snap(self, viewer: Viewer) -> None:
        """Send everything that a viewer may know."""
        viewer.send(protocol.encode(self.table.snap(viewer.place, frozen=self.frozen)))

    async def close(self) -> None:
        """Let the command that runs come to its end, and take no more; the log has everything."""
        self._idle.cancel()
        if self._play is not None:
            self._play.cancel()
        async with self._lock:
            self.frozen = True

    def _later(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(_IDLE, self._leave_memory)

    def _leave_memory(self) -> None:
        if self._play is None or self._play.done():
            self._lobby.forget(self)
        else:
            self._idle = self._later()

    # --- commands ------------------------------------------------------------------------------------------

    async def do(self, viewer: Viewer, cmd: protocol.Cmd) -> None:
        """An event from a viewer's place; he is answered.

        Raises:
            BadMessage: what it should do is no event of this game.
        """
        event = protocol.event(cmd.do, self.table.setup.rules.event, cmd.id)
        place = viewer.place
        await self._command(viewer, cmd.id, cmd.at, lambda table, id_: table.decide(place, event, now(), id_))

    async def next(self, viewer: Viewer, cmd: protocol.Next) -> None:
        """A viewer has looked at the deal that ended; he is answered."""
        await self._command(viewer, cmd.id, cmd.at, lambda table, id_: table.deal(key(), now(), id_))

    async def _command(self, viewer: Viewer, id_: str, at: int, decide: Decide) -> None:
        """Shielded: who hangs up meanwhile does not tear a command apart."""
        await asyncio.shield(self._answer(viewer, id_, at, decide))

    async def _answer(self, viewer: Viewer, id_: str, at: int, decide: Decide) -> None:
        own = f"{viewer.place}/{id_}"  # one player's ids cannot meet another's
        async with self._lock:
            done: _Done | None = None
            answer: protocol.Ack | protocol.Nak
            if own in self._answers:
                answer = protocol.Ack(id_, self._answers[own])
            elif self.frozen:
                answer = protocol.Nak(id_, "closed")
            elif at != self.table.seq:
                answer = protocol.Nak(id_, "stale")
            else:
                result = await self._commit(decide, own)
                seq = self._answers.get(own)
                if seq is not None:
                    answer = protocol.Ack(id_, seq)
                    done = result if isinstance(result, _Done) else None
                elif isinstance(result, Illegal):
                    answer = protocol.Nak.illegal(id_, result)
                else:
                    answer = protocol.Nak(id_, "stale" if result == "stale" else "closed")
            viewer.send(protocol.encode(answer))
            if done is not None:
                self._tell(done)

    async def _commit(self, decide: Decide, own: str | None = None) -> _Done | Illegal | Literal["closed", "stale"]:
        """Decide, and write it down. closed: a fault has frozen the table. stale: it was read again from its log."""
        try:
            step = decide(self.table, own)
            if isinstance(step, Illegal):
                return step
            # What cannot be shown must not happen, so it is put into words before it does.
            places = {viewer.place for viewer in self._viewers}
            done = _Done(step, {place: protocol.encode(step.ev(place)) for place in places})
        except Exception:  # noqa: BLE001 - whatever the fault: it is ours, and must not cost anybody a deal
            self._freeze()
            return "closed"
        over = step.entry.ts if step.table.finished and not self.table.finished else None
        try:
            await self._lobby.store.append(self.table.setup.id, self.table.seq, [step.entry], over)
        except (Stale, StoreError):
            _LOG.exception("table %s: entry %d was not written", self.table.setup.id, step.entry.seq)
            await self._reload()
            return "stale"
        self.table = step.table
        if own is not None:
            self._answers[own] = step.entry.seq
        return done

    def _tell(self, done: _Done) -> None:
        """What is in the log is sent to each viewer as he may see it; then the game goes on."""
        step, frames = done
        for viewer in tuple(self._viewers):
            if viewer.place not in frames:  # he came while it was being written
                frames[viewer.place] = protocol.encode(step.ev(viewer.place))
            viewer.send(frames[viewer.place])
        self._wake()

    def _freeze(self) -> None:
        """A fault of ours: nothing more happens here, nobody loses a deal for it, the log stays as it is."""
        _LOG.exception("table %s is frozen at %d", self.table.setup.id, self.table.seq)
        self.frozen = True
        self._snap_all()

    def _snap_all(self) -> None:
        try:
            for viewer in tuple(self._viewers):
                self.snap(viewer)
        except Exception:  # noqa: BLE001 - as in _commit
            _LOG.exception("table %s cannot be shown at %d", self.table.setup.id, self.table.seq)

    async def _reload(self) -> None:
        """Somebody else wrote, or nobody knows what was written: the log decides."""
        try:
            found = await self._lobby.load(self.table.setup.id)
        except (StoreError, ValueError):
            found = None
        if found is None:
            self._freeze()
            return
        self.table, self._answers, self.frozen = found
        self._snap_all()
        self._wake()

    # --- bots ----------------------------------------------------------------------------------------------

    def _wake(self) -> None:
        """Let the table and its bots do what is theirs to do, if it is."""
        if (self._play is None or self._play.done()) and not self.frozen and self._ours() is not None:
            self._play = asyncio.create_task(self._go_on())

    def _ours(self) -> Duty | None:
        duty = self.table.duty
        human = duty is not None and duty.place is not None and self.table.person(duty.place).bot is None
        return None if human else duty

    async def _go_on(self) -> None:
        try:
            while not self.frozen and (duty := self._ours()) is not None:
                table = self.table
                if duty.place is None:
                    await asyncio.shield(self._act(table, lambda table, _: table.deal(key(), now())))
                    continue
                await self._move(table, duty.place)
        except Exception:  # noqa: BLE001 - as in _commit
            self._freeze()

    async def _move(self, table: Table, place: int) -> None:
        """One event of a bot; a bot that wants what the game refuses gets something legal instead."""
        level, view = table.person(place).bot, table.sees(place)
        assert level is not None
        assert view is not None
        where = f"table {table.setup.id} at {table.seq}"
        event = await self._lobby.think(view, level, where)
        illegal = table.why_not(place, event, now())
        if illegal is not None:
            _LOG.error("%s: the bot of level %s wants %s: %s", where, level, event.token, illegal)
            event = bots.choose(view, "random", secrets.randbits(63))
        await asyncio.shield(self._act(table, lambda table, _: table.decide(place, event, now())))

    async def _act(self, seen: Table, decide: Decide) -> None:
        async with self._lock:
            if self.table is not seen or self.frozen:  # somebody was faster
                return
            result = await self._commit(decide)
            if isinstance(result, Illegal):
                raise RuntimeError(f"the table's own event was refused: {result}")  # noqa: TRY004 - no type is wrong
            if isinstance(result, _Done):
                self._tell(result)
        if result == "stale":
            await asyncio.sleep(1)  # a disk that is full must not be asked a thousand times a second


class Lobby:
    """All tables, whether in memory or only in the store.

    pause: seconds that a bot takes for an event at least, so that a person can follow.
    """

    def __init__(self, store: Store, workers: Workers, pause: float = 0.6) -> None:
        self.store = store
        self._workers = workers
        self._pause = pause
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}

    def check(self, wanted: protocol.NewTable) -> msgspec.Struct:
        """The conventions of a table that somebody wants.

        Raises:
            ValueError: no such game, preset, option, number of players or level of a bot; or options that contradict
                each other (`Contradiction`).
        """
        rules, players = game(wanted.game), wanted.players
        if players not in face(wanted.game).players:
            raise ValueError(f"{wanted.game} is not for {players} players")
        if len(wanted.bots) != players - 1:
            raise ValueError(f"{players} players need {players - 1} bots, not {len(wanted.bots)}")
        for level in wanted.bots:
            if level not in bots.LEVELS:
                raise ValueError(f"no bot of level {level!r}; there are: {', '.join(bots.LEVELS)}")
        conventions = rules.agree(wanted.preset, wanted.changes, players)
        rules.start(conventions, players, 0)
        return conventions

    async def create(self, account: Account, wanted: protocol.NewTable) -> str:
        """Set a table up, draw for the seats, deal; returns its id.

        Raises:
            ValueError: see `check`.
        """
        conventions = self.check(wanted)
        people = (
            Person(account.nick, account=account.id),
            *(Person(nick, bot=level) for nick, level in zip(_NICKS, wanted.bots, strict=False)),
        )
        setup = Setup(secrets.token_hex(8), wanted.game, wanted.preset, conventions, people)
        lot = protocol.encode(draw(setup, key())).decode()
        first = Entry(1, now(), "lot", None, None, lot)
        step = Table.open(setup, first).deal(key(), now())
        assert isinstance(step, Step)
        seats = protocol.encode(people).decode()
        row = TableRow(setup.id, setup.game, setup.preset, protocol.encode(conventions).decode(), seats, first.ts)
        await self.store.create(row, [account.id], [first, step.entry])
        return setup.id

    async def room(self, table: str) -> Room | None:
        """The table of this id, read from its log if it is not in memory."""
        task = self._rooms.get(table)
        if task is None:
            task = self._rooms[table] = asyncio.create_task(self._open(table))
        room = None
        try:
            room = await asyncio.shield(task)
        finally:
            if room is None and task.done():
                self._rooms.pop(table, None)
        return room

    async def _open(self, table: str) -> Room | None:
        found = await self.load(table)
        if found is None:
            return None
        at, answers, frozen = found
        return Room(self, at, answers, frozen=frozen)

    async def load(self, table: str) -> tuple[Table, dict[str, int], bool] | None:
        """A table as its log says, the answers to its commands, and whether the log broke off with a fault.

        Raises:
            ValueError: what was set up cannot be read any more.
        """
        row = await self.store.table(table)
        if row is None:
            return None
        entries = await self.store.events(table)
        kind = type(next(iter(game(row.game).presets.values())))
        conventions = msgspec.json.decode(row.conventions, type=kind)
        people = msgspec.json.decode(row.seats, type=tuple[Person, ...])
        at = Table.open(Setup(row.id, row.game, row.preset, conventions, people), entries[0])
        answers: dict[str, int] = {}
        for entry in entries[1:]:
            try:
                at = at.after(entry)
            except Exception:  # noqa: BLE001 - the good prefix is kept, whatever the fault
                _LOG.exception("table %s: the log cannot be followed beyond %d", table, at.seq)
                return at, answers, True
            if entry.cmd_id is not None:
                answers[entry.cmd_id] = entry.seq
        return at, answers, False

    async def record(self, table: str, account: str) -> Record | None:
        """The record of a table for one who sits there, up to the last deal that is over."""
        room = await self.room(table)
        if room is None or room.table.place(account) is None:
            return None
        return room.table.record(await self.store.events(table))

    async def tables(self, account: str) -> list[dict[str, Any]]:
        """The tables at which somebody sits, the newest first."""
        return [
            {
                "table": row.id,
                "game": row.game,
                "preset": row.preset,
                "players": len(msgspec.json.decode(row.seats, type=tuple[Person, ...])),
                "finished": row.finished is not None,
            }
            for row in await self.store.tables_of(account)
        ]

    async def think(self, view: View, level: str, where: str) -> Event:
        """What a bot does, not sooner than the pause; `where` is for the report if it fails."""
        event, _ = await asyncio.gather(self._workers.choose(view, level, where), asyncio.sleep(self._pause))
        return event

    def forget(self, room: Room) -> None:
        """A table leaves the memory."""
        self._rooms.pop(room.table.setup.id, None)

    async def close(self) -> None:
        """Stop all tables; nothing is lost, the log has everything."""
        for task in tuple(self._rooms.values()):
            task.cancel()
            with suppress(asyncio.CancelledError, StoreError, ValueError, TimeoutError):
                if (room := await task) is not None:
                    await asyncio.wait_for(room.close(), _PATIENCE)
