"""A viewer that looks at a table through a websocket, and the frames that wait to go out through it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from kozyr.club import metrics, wire
from kozyr.club.limits import Bucket
from kozyr.club.live.far import FarRoom
from kozyr.club.live.room import Room
from kozyr.club.live.turnstile import Turnstile
from kozyr.club.live.viewer import AGAIN, Moved, Whence
from kozyr.store import Account, StoreError

_LOG: Final = logging.getLogger("kozyr.club")
PUSH: Final = "kozyr.push"  # among the extensions of a socket's scope
_QUEUE: Final = 64  # frames that may wait for a slow reader before it is dismissed
_BURST: Final = 60.0  # messages that a socket may send at once

# Why a socket is closed.
NO_SESSION, NO_TABLE, NOT_NOW = 4401, 4404, 1013
_TOO_OLD, _TOO_LONG, _TOO_SLOW, _FAULT, _SILENT = 4426, 1009, 1013, 1011, 4408
_REASONS: Final = {_TOO_OLD: f"proto {wire.PROTO} is spoken here: docs/bot-protocol.md", _SILENT: "no hello came"}
BANNED: Final = "banned"  # the reason of NO_SESSION for an account that the operator has shut out
_MOVED: Final = "moved"  # the reason of AGAIN for a table that is not found where it has gone
_UNASKED: Final = "reload"  # the table was read again, or stands still
_SOUGHT, _PAUSE = 5.0, 0.05  # seconds for which a table that has moved is looked for, and between two looks
_READING: Final = 1.0  # seconds in which a socket that the peer has closed says so


class SocketViewer:
    """A socket, and the frames that wait to go out through it.

    whence: where it comes from. rate: messages a second in the long run. turnstile: spreads those who come.

    Attributes:
        again: finds the table anew, when it has moved to another process; None: then the socket is closed, and comes again.
    """

    def __init__(self, socket: WebSocket, account: Account, whence: Whence, rate: float, turnstile: Turnstile) -> None:
        self.account, self.whence, self._turnstile = account, whence, turnstile
        self.again: Callable[[], Awaitable[Room | FarRoom | None]] | None = None
        self._socket = socket
        self._room: Room | FarRoom | None = None  # where the viewer looks now
        self._moving: asyncio.Task[None] | None = None
        self._clock = asyncio.get_running_loop().time
        # What sends a frame with all others of this turn (`http.frames`); a server without it has a queue and a task.
        self._push: Callable[[bytes], bool] | None = (socket.scope.get("extensions") or {}).get(PUSH, {}).get("push")
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()
        self._gone: asyncio.Future[tuple[int, str | None]] = asyncio.get_running_loop().create_future()
        self._bucket = Bucket(_BURST, rate, self._clock())
        self._why = _UNASKED  # the next snapshot goes out
        self._deadline: asyncio.TimerHandle | None = None  # when the first message is due

    def tell(self, message: wire.FromServer) -> None:
        """Send a message to this viewer alone."""
        if isinstance(message, wire.Nak):
            metrics.NAKS.labels(message.code).inc()
        elif isinstance(message, wire.Snap):
            metrics.RESYNCS.labels(self._why).inc()
            self._why = _UNASKED
        self.send(wire.encode(message))

    def send(self, frame: bytes) -> None:
        """Send a frame. A viewer that reads too slowly is dismissed, and comes back for a snapshot."""
        if self._push is not None:
            if not self._gone.done() and not self._push(frame):
                self.dismiss(_TOO_SLOW)
        elif self._frames.qsize() < _QUEUE:
            self._frames.put_nowait(frame)
        else:
            self.dismiss(_TOO_SLOW)

    def dismiss(self, code: int, why: str | None = None) -> None:
        """Close the socket with this code once the waiting messages are sent. why: the reason, where the code has none.

        A table that has moved is looked for again, without a reason: the window stays open.
        """
        if code == AGAIN and why is None and self.again is not None and self._room is not None:
            if self._moving is None or self._moving.done():
                self._moving = asyncio.create_task(self._move(self._room))
                self._moving.add_done_callback(self._report)
            return
        if not self._gone.done():
            self._gone.set_result((code, why or _REASONS.get(code)))

    async def _move(self, old: Room | FarRoom) -> None:
        """Look at the table where it is now, with a new snapshot."""
        assert self.again is not None
        old.leave(self)
        ends = self._clock() + _SOUGHT
        while self._clock() < ends:
            await self._turnstile.passed()
            try:
                room = await self.again()
            except StoreError as error:
                _LOG.warning("a table that has moved was not found: %s", error)
                break
            if room is None:
                break
            self._room, self._why = room, _UNASKED
            with contextlib.suppress(Moved):
                await room.enter(self)
                return
            await asyncio.sleep(_PAUSE)
        self.dismiss(AGAIN, _MOVED)

    async def look(self, room: Room | FarRoom, hello: float) -> None:
        """Look at a table until the socket closes, or must be closed. hello: the seconds for the first message."""
        self._room = room
        self._deadline = asyncio.get_running_loop().call_later(hello, self.dismiss, _SILENT)
        listening = asyncio.create_task(self._listen())
        tasks = [listening] if self._push is not None else [listening, asyncio.create_task(self._speak(listening))]
        ends: set[asyncio.Future[None] | asyncio.Future[tuple[int, str | None]]] = {*tasks, self._gone}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._deadline.cancel()
            if self._moving is not None:
                self._moving.cancel()
            self._room.leave(self)
            for task in tasks:
                task.add_done_callback(self._report)
                task.cancel()
        await asyncio.sleep(0)  # let them report
        if self._gone.done():
            with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                await asyncio.wait_for(self._last_words(*self._gone.result()), 1)

    def _report(self, task: asyncio.Task[None]) -> None:
        """Report the end of a socket's task. A socket may close at any moment; any other end is a fault of ours."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect):
            _LOG.error("a socket failed", exc_info=error)
            self.dismiss(_FAULT)

    async def _last_words(self, code: int, why: str | None) -> None:
        while not self._frames.empty() and code != _TOO_SLOW:
            await self._socket.send_text(self._frames.get_nowait().decode())
        await self._socket.close(code, why)

    async def _speak(self, listening: asyncio.Task[None]) -> None:
        while True:
            frame = (await self._frames.get()).decode()
            try:
                await self._socket.send_text(frame)
            except RuntimeError:  # uvicorn says so where the peer has closed and we have not read that yet
                await asyncio.wait((listening,), timeout=_READING)
                if not listening.done():
                    raise
                return

    async def _listen(self) -> None:
        greeted = False
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            data: str | bytes = received.get("text") or received.get("bytes") or b""
            allowed = self._bucket.take(self._clock())
            if not allowed:
                metrics.LIMITED.labels("messages").inc()
            if data == "p":
                if allowed:
                    self.send(b"p")
                continue
            try:
                message = wire.decode(data)
                greeted = await self._taken(message, greeted=greeted, allowed=allowed)
            except wire.BadMessage as error:
                self.tell(wire.Nak(error.id, "bad", detail=str(error)))
                if isinstance(error, wire.TooLong):
                    self.dismiss(_TOO_LONG)

    async def _taken(self, message: wire.Message, *, greeted: bool, allowed: bool) -> bool:
        """Carry out a message where the table is; if it moves meanwhile, the same again there: its log knows a command by its id.

        Raises:
            BadMessage: see `_take`.
        """
        ends = self._clock() + _SOUGHT
        while True:
            if self._moving is not None:
                await asyncio.wait((self._moving,))
            assert self._room is not None
            try:
                return await self._take(self._room, message, greeted=greeted, allowed=allowed)
            except Moved:
                if self._clock() > ends:
                    self.dismiss(AGAIN, _MOVED)
                    return greeted
                await asyncio.sleep(_PAUSE)

    async def _take(self, room: Room | FarRoom, message: wire.Message, *, greeted: bool, allowed: bool) -> bool:
        """Carry out a message; returns whether its sender has been greeted.

        Raises:
            BadMessage: the message is out of place, or has no valid event.
        """
        if isinstance(message, wire.Hello):
            if self._deadline is not None:
                self._deadline.cancel()
            if message.proto != wire.PROTO:
                self.dismiss(_TOO_OLD)
            elif not greeted:
                await self._turnstile.passed()
                self._why = self._reason(room, message.have)
                await room.enter(self)
            elif allowed and not room.wait(self, message.budget):
                self._why = "asked"
                room.snap(self)
            return True
        if not greeted:
            raise wire.BadMessage(
                "say hello first", None if isinstance(message, (wire.Looked, wire.Hurry)) else message.id
            )
        if isinstance(message, (wire.Looked, wire.Hurry)):
            if allowed and not room.wait(self, message.budget):
                room.signed(self, message)
            return True
        if not allowed:
            self.tell(wire.Nak.flood(message.id, 1))
            return True
        if isinstance(message, (wire.Cmd, wire.Next)) and (wait := room.wait(self, message.budget)):
            self.tell(wire.Nak.flood(message.id, wait))
            return True
        with metrics.ACK.time():
            if isinstance(message, wire.Cmd):
                await room.do(self, message)
            elif isinstance(message, wire.Next):
                await room.next(self, message)
            elif isinstance(message, wire.Say):
                await room.say(self, message)
            else:
                await room.act(self, message)
        return True

    def _reason(self, room: Room | FarRoom, have: wire.Have | None) -> str:
        """Why a snapshot goes out."""
        if isinstance(room, FarRoom):
            return "far"
        if have is None or have.seq == 0:
            return "first"
        if have.seq != room.table.seq:
            return "behind" if have.seq < room.table.seq else "ahead"
        eye = room.table.eye(self.account.id)
        return "same" if eye is not None and have.hash == wire.digest(room.table.view(eye)) else "hash"
