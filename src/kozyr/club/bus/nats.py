"""The bus over a NATS server: core NATS, without streams, groups or anything that is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

import nats
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from kozyr.club.bus import Heard, Unheard
from kozyr.club.bus.letters import Post, Strange

_LOG: Final = logging.getLogger("kozyr.club")
_OPENING: Final = 5.0  # seconds for the first connection
_AGAIN: Final = 0.25  # seconds until a lost connection is sought again
_PING: Final = 2  # seconds between pings; two without an answer are a lost connection
_WAITING: Final = 8 * 2**20  # bytes that may wait to go out, and to be heard on one subject
_HEARD: Final = 20_000  # letters that may wait to be heard on one subject
L = TypeVar("L")


class NatsBus(Generic[L]):
    """See `kozyr.club.bus.Bus`. lost: told of each letter that could not go out, and of each that came too fast."""

    def __init__(self, client: Client, post: Post[L], lost: Callable[[], None]) -> None:
        self._client, self._post, self._lost = client, post, lost
        self._out: list[tuple[str, bytes]] = []
        self._waiting = 0  # bytes in `_out`
        self._sending: asyncio.Task[None] | None = None

    @classmethod
    async def opened(cls, url: str, post: Post[L], lost: Callable[[], None]) -> NatsBus[L]:
        """A place on the bus of this server. url: as nats://user:password@host:4222, several with commas, or tls://.

        Raises:
            OSError: it does not answer; the message has no password.
        """

        async def failed(error: Exception) -> None:
            if isinstance(error, nats.errors.SlowConsumerError):
                lost()
            # The server's own words may name users and subjects.
            _LOG.warning("the bus: %s", type(error).__name__)

        try:
            client = await asyncio.wait_for(
                nats.connect(
                    [one.strip() for one in url.split(",")],
                    error_cb=failed,
                    reconnect_time_wait=_AGAIN,
                    max_reconnect_attempts=-1,
                    ping_interval=_PING,
                    max_outstanding_pings=2,
                    pending_size=_WAITING,
                    drain_timeout=5,
                ),
                _OPENING,
            )
        except TimeoutError:
            raise OSError(f"the bus {_shown(url)} does not answer") from None
        except (OSError, ValueError, nats.errors.Error) as error:
            raise OSError(f"the bus {_shown(url)} cannot be reached: {type(error).__name__}") from None
        return cls(client, post, lost)

    @property
    def connected(self) -> bool:
        """See `Bus`."""
        return bool(self._client.is_connected)

    async def listen(self, subject: str, heard: Heard[L], *, sure: bool = True) -> Callable[[], Awaitable[None]]:
        """See `Bus`."""

        async def came(message: Msg) -> None:
            try:
                letter = self._post.opened(subject, message.data)
                answer = None if letter is None else heard(letter)
                if answer is not None and message.reply:
                    self._send([(message.reply, piece) for piece in self._post.sealed(message.reply, answer)])
            except Strange:
                return
            except Exception:  # noqa: BLE001 - whatever the fault: one letter must not stop the next
                _LOG.exception("a letter on %s could not be taken", subject)

        try:
            found = await self._client.subscribe(
                subject, cb=came, pending_msgs_limit=_HEARD, pending_bytes_limit=_WAITING
            )
            if not sure:
                return lambda: self._stop(found)
            # The server has it before anybody is told of us. The client writes a ping at once, before what waits to be
            # written; so the first pong only says that this has been written, and the second that it has come.
            await self._client.flush(2)
            await self._client.flush(2)
        except (nats.errors.Error, TimeoutError, OSError) as error:
            raise Unheard from error

        return lambda: self._stop(found)

    async def _stop(self, listening: Subscription) -> None:
        try:
            await listening.unsubscribe()
        except nats.errors.Error:
            _LOG.debug("a subject was not listened on any more")

    def tell(self, subject: str, letter: L) -> None:
        """See `Bus`."""
        self._send([(subject, piece) for piece in self._post.sealed(subject, letter)])

    def _send(self, pieces: list[tuple[str, bytes]]) -> None:
        """Send pieces with all others of this turn of the loop; while there is no connection, they are lost."""
        size = sum(len(piece) for _, piece in pieces)
        if not self.connected or self._waiting + size > _WAITING:
            self._lost()
            return
        self._out += pieces
        self._waiting += size
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        while self._out:
            pieces, self._out, self._waiting = self._out, [], 0
            for subject, piece in pieces:
                try:
                    await self._client.publish(subject, piece)
                except (nats.errors.Error, OSError):
                    self._lost()

    async def ask(self, subject: str, letter: L, seconds: float) -> L:
        """See `Bus`."""
        pieces = self._post.sealed(subject, letter)
        if len(pieces) > 1:
            raise self._post.too_long()
        if not self.connected:
            raise Unheard
        try:
            answer = await self._client.request(subject, pieces[0], timeout=seconds)
            found = self._post.opened(answer.subject, answer.data)
        except (nats.errors.Error, TimeoutError, OSError, Strange) as error:
            raise Unheard from error
        if found is None:
            raise Unheard
        return found

    async def close(self) -> None:
        """See `Bus`."""
        if self._sending is not None:
            await self._sending
        try:
            await asyncio.wait_for(self._client.drain() if self.connected else self._client.close(), 5)
        except (nats.errors.Error, TimeoutError, OSError) as error:
            _LOG.warning("the bus was not left in order: %s", type(error).__name__)


def _shown(url: str) -> str:
    """A bus's address without its passwords."""
    return ",".join(
        one.strip().partition("://")[0] + "://" + one.rpartition("@")[2].rpartition("://")[2] for one in url.split(",")
    )
