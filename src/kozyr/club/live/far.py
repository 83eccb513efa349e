"""The far end of a line: tables of another process, as the sockets of this one see them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Callable, Mapping
from typing import Final

from kozyr.club import metrics, wire
from kozyr.club.budgets import Budget
from kozyr.club.bus import Bus, Unheard
from kozyr.club.bus.letters import Strange
from kozyr.club.live.lines import Beat, Came, Frames, Letter, Sent, Taken, Went, commands
from kozyr.club.live.viewer import AGAIN, Moved, Viewer

_LOG: Final = logging.getLogger("kozyr.club")
_ANSWER: Final = 0.5  # seconds in which an owner says that a letter has come
_PATIENCE: Final = 3.0  # seconds for which an owner is sought
_PAUSE: Final = 0.05  # seconds between two looks
_SILENT: Final = 2.0  # seconds without a beat after which an owner is asked anew
_NOT_NOW: Final = 1013

# Who owns a shard now, and in which epoch; None: nobody.
Where = Callable[[int], tuple[str, int] | None]


class FarRoom:
    """A table of another process, for one socket; it has what a socket wants of a `Room`."""

    def __init__(self, far: Far, nth: int, table: str, shard: int) -> None:
        self._far, self.nth, self.table_id, self.shard = far, nth, table, shard
        self.entered: tuple[str, int] | None = None  # with which owner, in which epoch
        self.viewer: Viewer | None = None
        self.broken = asyncio.Event()
        self.answer: tuple[str, asyncio.Future[None]] | None = None  # the command that is under way
        self._again: asyncio.Task[None] | None = None
        self._entering = asyncio.Lock()

    async def enter(self, viewer: Viewer) -> bool:
        """Let a viewer in; the snapshot comes from the owner. False: there is no owner, and the viewer is dismissed."""
        self.viewer = viewer
        self._far.rooms[self.nth] = self
        if await self._present(time.monotonic() + _PATIENCE):
            return True
        viewer.dismiss(_NOT_NOW)
        return False

    def leave(self, viewer: Viewer) -> None:
        """Note that the viewer has left."""
        del viewer
        if self._again is not None:
            self._again.cancel()
        self._far.rooms.pop(self.nth, None)
        own = self._far.where(self.shard)
        if own is not None:
            self._far.tell(self.shard, own, Went(self._far.id(), self.nth))

    def snap(self, viewer: Viewer) -> None:
        """Enter anew, so that the owner sends everything that a viewer may know."""
        del viewer
        self.break_off()

    def wait(self, viewer: Viewer, budget: Budget) -> float:
        """Seconds until a viewer may send a message of this kind; 0: now."""
        return self._far.wait(budget, viewer)

    def signed(self, viewer: Viewer, sign: wire.Looked | wire.Hurry) -> None:
        """Pass a sign on to the owner, once: a lost one is not repeated."""
        del viewer
        if self.entered is not None:
            self._far.tell(self.shard, self.entered, Sent(self._far.id(), self.nth, wire.encode(sign)))

    async def do(self, viewer: Viewer, message: wire.Cmd) -> None:
        """Pass a command on, until it is answered."""
        await self._command(viewer, message.id, wire.encode(message))

    async def next(self, viewer: Viewer, message: wire.Next) -> None:
        """See `do`."""
        await self._command(viewer, message.id, wire.encode(message))

    async def act(self, viewer: Viewer, message: wire.ActMessage) -> None:
        """See `do`."""
        await self._command(viewer, message.id, wire.encode(message))

    async def say(self, viewer: Viewer, message: wire.Say) -> None:
        """Pass chat on, once: no log has it under the id, so it might be said twice."""
        await self._command(viewer, message.id, wire.encode(message), again=False)

    async def _command(self, viewer: Viewer, id_: str, text: bytes, *, again: bool = True) -> None:
        """Send a command to the owner until it has come, and wait for its answer; after a break, the same again.

        The owner's log knows the id, so that a command which it has is answered and not done twice.
        """
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.answer = id_, answer
        try:
            ends = time.monotonic() + _PATIENCE
            while not answer.done():
                if not await self._present(ends):
                    viewer.dismiss(_NOT_NOW)
                    return
                assert self.entered is not None
                known = await self._far.ask(self.shard, self.entered, Sent(self._far.id(), self.nth, text))
                if known:
                    await self._answered(answer)
                    if not answer.done() and not again:
                        viewer.tell(wire.Nak(id_, "closed"))
                        return
                    ends = time.monotonic() + _PATIENCE
                else:
                    self.entered = None
        finally:
            self.answer = None

    async def _answered(self, answer: asyncio.Future[None]) -> None:
        """Wait for the answer, or for a break of the line."""
        broken = asyncio.ensure_future(self.broken.wait())
        try:
            await asyncio.wait((answer, broken), return_when=asyncio.FIRST_COMPLETED)
        finally:
            broken.cancel()

    async def _present(self, ends: float) -> bool:
        """Enter with the present owner of the table. False: until `ends` nobody owned it or answered.

        Raises:
            Moved: this process owns it now.
        """
        async with self._entering:
            while True:
                own = self._far.where(self.shard)
                if own is not None and own[0] == self._far.id():
                    if self.viewer is not None:
                        self.viewer.dismiss(AGAIN)  # the table is ours now, and is found here
                    raise Moved
                if own is not None and self.entered == own and not self.broken.is_set():
                    return True
                if own is not None and await self._came(own):
                    return True
                if time.monotonic() > ends:
                    return False
                await asyncio.sleep(_PAUSE)

    async def _came(self, own: tuple[str, int]) -> bool:
        assert self.viewer is not None
        self.broken.clear()
        self.entered = own  # frames may be faster than the answer
        account, whence = self.viewer.account, self.viewer.whence
        came = Came(self._far.id(), self.nth, self.table_id, account, whence.network, whence.browser)
        if await self._far.ask(self.shard, own, came):
            return True
        self.entered = None
        return False

    def break_off(self) -> None:
        """The line is broken, or the table has another owner: enter anew. A running command does so itself."""
        self.broken.set()
        if self.answer is None and (self._again is None or self._again.done()):
            self._again = asyncio.create_task(self._enter_again())

    async def _enter_again(self) -> None:
        with contextlib.suppress(Moved):
            if not await self._present(time.monotonic() + _PATIENCE) and self.viewer is not None:
                self.viewer.dismiss(_NOT_NOW)


class Far:
    """The sockets of this process that look at tables of others.

    id: gives this process's incarnation. where: the owner of a shard. wait: what the gate says (`Room.wait`).
    """

    def __init__(
        self,
        bus: Bus[Letter],
        life: str,
        id_: Callable[[], str],
        where: Where,
        wait: Callable[[Budget, Viewer], float],
    ) -> None:
        self._bus, self._life, self.id, self.where, self.wait = bus, life, id_, where, wait
        self.rooms: dict[int, FarRoom] = {}
        self._counter = itertools.count(1)
        self._lines: dict[str, tuple[int, float]] = {}  # the last number of each owner, and when it was heard
        self._watching = asyncio.create_task(self._watch())

    def room(self, table: str, shard: int) -> FarRoom:
        """A table of another process, for one socket."""
        return FarRoom(self, next(self._counter), table, shard)

    async def ask(self, shard: int, own: tuple[str, int], letter: Letter) -> bool:
        """Whether the owner has taken a letter."""
        try:
            answer = await self._bus.ask(commands(self._life, shard, own[1]), letter, _ANSWER)
        except (Unheard, Strange):
            return False
        if own[0] not in self._lines:
            self._lines[own[0]] = (-1, time.monotonic())
        return isinstance(answer, Taken) and answer.known

    def tell(self, shard: int, own: tuple[str, int], letter: Letter) -> None:
        """Send a letter that nobody answers."""
        self._bus.tell(commands(self._life, shard, own[1]), letter)

    def heard(self, letter: Letter) -> None:
        """Take what an owner shows, and notice what is missing."""
        now = time.monotonic()
        if isinstance(letter, Frames):
            last = self._lines.get(letter.owner, (-1, now))[0]
            self._lines[letter.owner] = (letter.number, now)
            if last not in {-1, letter.number - 1}:
                self._break(letter.owner)
            for frame in letter.frames:
                room = self.rooms.get(frame.nth)
                if room is None or room.viewer is None or room.entered is None or room.entered[0] != letter.owner:
                    continue
                if frame.closes == AGAIN:
                    room.break_off()
                elif frame.closes is not None:
                    room.viewer.dismiss(frame.closes)
                else:
                    room.viewer.send(frame.data)
                answer = room.answer
                if answer is not None and answer[0] == frame.answers and not answer[1].done():
                    answer[1].set_result(None)
        elif isinstance(letter, Beat):
            last = self._lines.get(letter.owner, (-1, now))[0]
            self._lines[letter.owner] = (letter.number, now)
            if last not in {-1, letter.number}:
                self._break(letter.owner)

    def _break(self, owner: str) -> None:
        """Let all viewers of an owner's tables enter anew."""
        for room in tuple(self.rooms.values()):
            if room.entered is not None and room.entered[0] == owner:
                metrics.LINES_BROKEN.inc()
                room.break_off()

    def moved(self) -> None:
        """Some shards have other owners: their viewers enter there."""
        for room in tuple(self.rooms.values()):
            if room.entered is not None and room.entered != self.where(room.shard):
                room.break_off()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_ANSWER)
            now = time.monotonic()
            here = {room.entered[0] for room in self.rooms.values() if room.entered is not None}
            for owner, (_, at) in tuple(self._lines.items()):
                if owner not in here:
                    del self._lines[owner]
                elif now - at > _SILENT:
                    self._lines[owner] = (-1, now)
                    self._break(owner)

    def lines(self) -> Mapping[str, int]:
        """The last number that was heard of each owner."""
        return {owner: number for owner, (number, _) in self._lines.items()}

    def close(self) -> None:
        """Stop listening to the owners of tables."""
        self._watching.cancel()
