"""Connections to the club: how many there may be, and how long one may take to ask for something."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from kozyr.club.limits import network_of, shares_of

HEADERS: Final = 10.0  # seconds in which the headers of a request must have come
_OF_NETWORK: Final = 256  # the most connections of one network at the same time, besides websockets
_OF_WIDE: Final = 8 * _OF_NETWORK  # of a wide one
_TOLD: Final = 8  # connections beyond the limit that are still told so; more are cut off

_NETWORKS: Final[Counter[str]] = Counter()  # connections by network, and by wide network; one process is one club


class Connection(H11Protocol):
    """A connection before it becomes a websocket.

    Beyond the limit of connections (`limit_concurrency`) a few are answered with 503, and further ones are cut off
    before the process runs out of descriptors. A connection without a request is closed.
    """

    _deadline: asyncio.TimerHandle | None = None
    _networks: tuple[str, ...] = ()  # its own network, and the wider one

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count a new connection, and close it if its network has too many."""
        super().connection_made(cast("asyncio.Transport", transport))
        address = self.client[0] if self.client is not None else ""
        # Behind a proxy all connections come from it, and only the requests in them name their origin.
        network = None if self.config.proxy_headers else network_of(address)
        self._networks = () if network is None else shares_of(network)
        _NETWORKS.update(dict.fromkeys(self._networks, 1))
        most = self.limit_concurrency
        limits = zip(self._networks, (_OF_NETWORK, _OF_WIDE), strict=False)
        crowded = any(_NETWORKS[network] > limit for network, limit in limits)
        if crowded or (most is not None and len(self.connections) > most + _TOLD):
            self.transport.abort()
            return
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer has gone."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The peer sends bytes."""
        if self._deadline is None and self.conn.their_state is h11.IDLE:
            self._arm()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._disarm()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop counting a connection that becomes a websocket, for which there is a count of its own."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _leave(self) -> None:
        self._disarm()
        for network in dict.fromkeys(self._networks):
            _NETWORKS[network] -= 1
            if not _NETWORKS[network]:
                del _NETWORKS[network]
        self._networks = ()

    def _arm(self) -> None:
        self._deadline = self.loop.call_later(HEADERS, self.transport.close)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
