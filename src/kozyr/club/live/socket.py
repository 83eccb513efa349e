"""A viewer that looks at a table through a websocket, and the frames that wait to go out through it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from kozyr.club import metrics, wire
from kozyr.club.limits import Bucket
from kozyr.club.live.far import FarRoom
from kozyr.club.live.room import Room
from kozyr.club.live.viewer import Whence
from kozyr.store import Account

_LOG: Final = logging.getLogger("kozyr.club")
_QUEUE: Final = 64  # frames that may wait for a slow reader before it is dismissed
_BURST: Final = 60.0  # messages that a socket may send at once

# Why a socket is closed.
NO_SESSION, NO_TABLE, NOT_NOW = 4401, 4404, 1013
_TOO_OLD, _TOO_LONG, _TOO_SLOW, _FAULT, _SILENT = 4426, 1009, 1013, 1011, 4408
_REASONS: Final = {_TOO_OLD: f"proto {wire.PROTO} is spoken here: docs/bot-protocol.md", _SILENT: "no hello came"}
BANNED: Final = "banned"  # the reason of NO_SESSION for an account that the operator has shut out
_UNASKED: Final = "reload"  # the table was read again, or stands still
_READING: Final = 1.0  # seconds in which a socket that the peer has closed says so


class SocketViewer:
    """A socket, and the frames that wait to go out through it.

    whence: where it comes from. rate: messages a second in the long run.
    """

    def __init__(self, socket: WebSocket, account: Account, whence: Whence, rate: float) -> None:
        self.account, self.whence = account, whence
        self._socket = socket
        self._clock = asyncio.get_running_loop().time
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
        if self._frames.qsize() < _QUEUE:
            self._frames.put_nowait(frame)
        else:
            self.dismiss(_TOO_SLOW)

    def dismiss(self, code: int, why: str | None = None) -> None:
        """Close the socket with this code once the waiting messages are sent. why: the reason, where the code has none."""
        if not self._gone.done():
            self._gone.set_result((code, why or _REASONS.get(code)))

    async def look(self, room: Room | FarRoom, hello: float) -> None:
        """Look at a table until the socket closes, or must be closed. hello: the seconds for the first message."""
        self._deadline = asyncio.get_running_loop().call_later(hello, self.dismiss, _SILENT)
        listening = asyncio.create_task(self._listen(room))
        speaking = asyncio.create_task(self._speak(listening))
        ends: set[asyncio.Future[None] | asyncio.Future[tuple[int, str | None]]] = {listening, speaking, self._gone}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._deadline.cancel()
            room.leave(self)
            for task in (listening, speaking):
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

    async def _listen(self, room: Room | FarRoom) -> None:
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
                greeted = await self._take(room, wire.decode(data), greeted=greeted, allowed=allowed)
            except wire.BadMessage as error:
                self.tell(wire.Nak(error.id, "bad", detail=str(error)))
                if isinstance(error, wire.TooLong):
                    self.dismiss(_TOO_LONG)

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
