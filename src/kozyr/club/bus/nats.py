"""The bus over a NATS server: core NATS, without streams, groups or anything that is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Final, Generic, TypeVar

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from kozyr.club.bus import Heard, Unheard
from kozyr.club.bus.letters import Post, Strange

_LOG: Final = logging.getLogger("kozyr.club")
_OPENING: Final = 5.0  # seconds for the first connection
_CLOSING: Final = 5.0  # seconds to leave in order
_ENDING: Final = 2.0  # seconds to leave without
_SURE: Final = 2.0  # seconds in which a server says that it has heard
_PONG: Final = 60  # seconds in which it answers a ping at all; the client gives the connection up long before
_AGAIN: Final = 0.25  # seconds until a lost connection is sought again
_PING: Final = 2  # seconds between pings; two without an answer are a lost connection
_WAITING: Final = 8 * 2**20  # bytes that may wait to go out, and to be heard on one subject
_HEARD: Final = 20_000  # letters that may wait to be heard on one subject
L = TypeVar("L")


class NatsBus(Generic[L]):
    """See `kozyr.club.bus.Bus`. lost: told of each letter that could not go out, and of each that came too fast."""

    def __init__(self, client: Client, post: Post[L], lost: Callable[[], None]) -> None:
        self._client, self.post, self._lost = client, post, lost
        self._out: list[tuple[str, bytes]] = []
        self._waiting = 0  # bytes in `_out`
        self._sending: asyncio.Task[None] | None = None
        self._pinged = set[asyncio.Task[None]]()

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

        client = Client()
        connecting = client.connect(
            [one.strip() for one in url.split(",")],
            error_cb=failed,
            reconnect_time_wait=_AGAIN,  # type: ignore[arg-type]  # it sleeps so many seconds, whole or not
            max_reconnect_attempts=-1,
            ping_interval=_PING,
            max_outstanding_pings=2,
            pending_size=_WAITING,
        )
        try:
            await _made(client, connecting)
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
                letter = self.post.opened(subject, message.data)
                answer = None if letter is None else heard(letter)
                if answer is not None and message.reply:
                    self._send([(message.reply, piece) for piece in self.post.sealed(message.reply, answer)])
            except Strange:
                return
            except Exception:  # noqa: BLE001 - whatever the fault: one letter must not stop the next
                _LOG.exception("a letter on %s could not be taken", subject)

        try:
            found = await self._client.subscribe(
                subject, cb=came, pending_msgs_limit=_HEARD, pending_bytes_limit=_WAITING
            )
            if sure:
                await self._known(found)
        except (nats.errors.Error, TimeoutError, OSError) as error:
            raise Unheard from error

        return lambda: self._stop(found)

    async def _known(self, listening: Subscription) -> None:
        """Wait until the server has a subscription, before anybody is told of us; one that it may not have is given up.

        The client writes a ping at once, before what waits to be written. So the first pong only says that this has been
        written, and the second that it has come.
        """
        try:
            await self._answered(_SURE)
            await self._answered(_SURE)
        except BaseException:  # else whoever tries again would hear each letter twice
            await self._stop(listening)
            raise

    async def _answered(self, seconds: float) -> None:
        """Wait until the server has answered a ping.

        The client's own waiting goes on when we wait no more: a pong for one that was given up ends the client's reading.

        Raises:
            TimeoutError: it has not.
        """
        pinged = asyncio.create_task(self._client.flush(_PONG))
        self._pinged.add(pinged)
        pinged.add_done_callback(self._pinged.discard)
        pinged.add_done_callback(lambda done: done.cancelled() or done.exception())
        if not (await asyncio.wait((pinged,), timeout=seconds))[0]:
            raise TimeoutError
        pinged.result()

    async def _stop(self, listening: Subscription) -> None:
        try:
            await listening.unsubscribe()
        except nats.errors.Error:
            _LOG.debug("a subject was not listened on any more")

    def tell(self, subject: str, letter: L) -> None:
        """See `Bus`."""
        self._send([(subject, piece) for piece in self.post.sealed(subject, letter)])

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
        pieces = self.post.sealed(subject, letter)
        if len(pieces) > 1:
            raise self.post.too_long()
        if not self.connected:
            raise Unheard
        try:
            answer = await self._client.request(subject, pieces[0], timeout=seconds)
            found = self.post.opened(answer.subject, answer.data)
        except (nats.errors.Error, TimeoutError, OSError, Strange) as error:
            raise Unheard from error
        if found is None:
            raise Unheard
        return found

    async def close(self) -> None:
        """See `Bus`. Nothing stays open, even if the server does not answer or the caller waits no longer."""
        try:
            await asyncio.wait_for(self._left(), _CLOSING)
        except (nats.errors.Error, TimeoutError, OSError) as error:
            _LOG.warning("the bus was not left in order: %s", type(error).__name__)
        finally:
            await _ended(self._client)
            for pinged in tuple(self._pinged):
                pinged.cancel()

    async def _left(self) -> None:
        """Have everything out that was told."""
        if self._sending is not None:
            await self._sending
        if self.connected:
            await self._answered(_CLOSING)


async def _made(client: Client, connecting: Coroutine[object, object, None]) -> None:
    """Connect a client; if that fails, nothing stays open."""
    try:
        await asyncio.wait_for(connecting, _OPENING)
    except BaseException:
        await _ended(client)
        raise


async def _ended(client: Client) -> None:
    """Close whatever a client has open: it does not do so itself if it was cancelled as it connected."""
    transport = client._transport  # noqa: SLF001 - the client has no other name for it
    if transport is None:  # it never began
        return
    try:
        await asyncio.wait_for(client.close(), _ENDING)
    except (nats.errors.Error, TimeoutError, OSError) as error:
        _LOG.debug("the bus was not closed in order: %s", type(error).__name__)
    finally:
        if transport:
            transport.close()  # type: ignore[no-untyped-call]


def _shown(url: str) -> str:
    """A bus's address without its passwords."""
    return ",".join(
        one.strip().partition("://")[0] + "://" + one.rpartition("@")[2].rpartition("://")[2] for one in url.split(",")
    )
