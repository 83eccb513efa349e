"""The websockets of the club on the wire: one write a turn of the loop for each socket, and reading without a pause a message."""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from kozyr.club.live.socket import PUSH

_UNREAD: Final = 32  # messages that wait to be taken before reading pauses
_MOST: Final = 512 * 1024  # bytes that may wait for a slow reader
_SHORT, _MIDDLE = 126, 1 << 16  # lengths from which a frame's head is longer (RFC 6455, 5.2)
_TEXT: Final = 0x81  # a whole message of text


def head(length: int) -> bytes:
    """The head of a server's frame with so many bytes of text."""
    if length < _SHORT:
        return bytes((_TEXT, length))
    if length < _MIDDLE:
        return bytes((_TEXT, _SHORT)) + length.to_bytes(2, "big")
    return bytes((_TEXT, _SHORT + 1)) + length.to_bytes(8, "big")


class Frames(WebSocketsSansIOProtocol):
    """A websocket on which frames can be pushed without a task that waits for them."""

    def __init__(self, *given: Any, **named: Any) -> None:  # Any: uvicorn's own arguments
        super().__init__(*given, **named)
        self._out: list[bytes] = []
        self._waiting = 0  # bytes in `_out`

    def push(self, frame: bytes) -> bool:
        """Send a text with all others of this turn of the loop. False: the reader is too slow, and it is not sent.

        frame: UTF-8.
        """
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True  # nobody reads it: the socket is told so by its own end
        if self._waiting + self.transport.get_write_buffer_size() > _MOST:
            return False
        if not self._out:
            self.loop.call_soon(self._flush)
        self._out += (head(len(frame)), frame)
        self._waiting += len(frame)
        return True

    def _flush(self) -> None:
        if self._out:
            out, self._out, self._waiting = self._out, [], 0
            if not self.close_sent and not self.transport.is_closing():
                self.transport.write(b"".join(out))

    def handle_connect(self, event: Request) -> None:
        """Offer `push` to the socket's task, which begins after this turn."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][PUSH] = {"push": self.push}

    async def send(self, message: Any) -> None:  # Any: a message of ASGI
        """Send what is no pushed frame, after those that were pushed."""
        self._flush()
        await super().send(message)

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; reading pauses where many wait, not after each."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= _UNREAD:
            self.read_paused = True
            self.transport.pause_reading()
