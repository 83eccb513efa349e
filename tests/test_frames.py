"""The club's websockets on the wire: one write a turn, no pause of reading for each message, and the end of who reads too slowly."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from kozyr.club.http.frames import Frames, head
from kozyr.club.live.socket import PUSH

HELLO = (
    b"GET /ws HTTP/1.1\r\nHost: club\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Line(asyncio.Transport):
    """What a socket's transport is asked to do. unsent: bytes that the peer has not read."""

    def __init__(self) -> None:
        super().__init__({"socket": None, "peername": ("203.0.113.1", 1), "sockname": ("127.0.0.1", 2)})
        self.writes: list[bytes] = []
        self.pauses = self.unsent = 0
        self.closed = False
        self.answered = asyncio.Event()

    def write(self, data: Any) -> None:
        self.writes.append(bytes(data))
        self.answered.set()

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def pause_reading(self) -> None:
        self.pauses += 1

    def resume_reading(self) -> None:
        self.pauses -= 1

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


def masked(text: str) -> bytes:
    """A client's frame."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


def spoken(test: Callable[[Frames, Line, asyncio.Queue[str]], Coroutine[Any, Any, None]]) -> None:
    """A test on a socket that is open; the queue has what the club has taken, where it takes anything."""

    async def work() -> None:
        taken: asyncio.Queue[str] = asyncio.Queue(1)

        async def app(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "websocket":
                return
            await receive()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                await taken.put(message["text"])
            await send({"type": "websocket.close", "code": 1000})

        config = uvicorn.Config(app, log_config=None, ws=Frames, ws_ping_interval=None)
        config.load()
        line = Line()
        socket = Frames(config, ServerState(), {}, asyncio.get_running_loop())
        socket.connection_made(line)
        socket.data_received(HELLO)
        await line.answered.wait()
        line.writes.clear()
        await test(socket, line, taken)
        socket.connection_lost(None)
        for task in tuple(socket.tasks):
            task.cancel()
        await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(work(), 30))


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_begins_as_the_standard_says(length: int) -> None:
    text = b"x" * length
    assert head(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_the_frames_of_a_turn_are_one_write_in_their_order() -> None:
    async def test(socket: Frames, line: Line, _taken: asyncio.Queue[str]) -> None:
        scope: Any = socket.scope
        push = scope["extensions"][PUSH]["push"]
        assert [push(text) for text in (b"one", b"two", b"three")] == [True] * 3
        assert line.writes == []
        await asyncio.sleep(0)
        assert line.writes == [b"".join(head(len(text)) + text for text in (b"one", b"two", b"three"))]
        push(b"four")
        await socket.send({"type": "websocket.send", "text": "five"})  # what waits goes first
        assert b"".join(line.writes[1:]) == b"\x81\x04four\x81\x04five"

    spoken(test)


def test_who_reads_too_slowly_is_told_so_before_memory_fills() -> None:
    async def test(socket: Frames, line: Line, _taken: asyncio.Queue[str]) -> None:
        frame, sent = b"x" * 10_000, 0
        while socket.push(frame):
            sent += 1
        assert 50 <= sent <= 60
        await asyncio.sleep(0)
        assert socket.push(frame)  # they are with the system now
        await asyncio.sleep(0)
        line.unsent = 600_000
        assert not socket.push(frame)

    spoken(test)


def test_nothing_is_written_to_who_has_gone() -> None:
    async def test(socket: Frames, line: Line, _taken: asyncio.Queue[str]) -> None:
        assert socket.push(b"lost")
        line.closed = True
        assert socket.push(b"lost, too")
        await asyncio.sleep(0)
        assert line.writes == []

    spoken(test)


def test_reading_pauses_where_many_messages_wait_and_not_before() -> None:
    async def test(socket: Frames, line: Line, taken: asyncio.Queue[str]) -> None:
        for n in range(31):
            socket.data_received(masked(f"m{n}"))
        assert line.pauses == 0
        socket.data_received(b"".join(masked(f"m{n}") for n in range(31, 40)))
        assert line.pauses == 1
        assert [await taken.get() for _ in range(40)] == [f"m{n}" for n in range(40)]
        assert line.pauses == 0

    spoken(test)
