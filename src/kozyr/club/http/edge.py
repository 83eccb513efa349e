"""The club's edge: its name, the allowed speakers, and the headers of every answer."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections import Counter
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kozyr.club.limits import host_of, is_loopback, network_of, shares_of

_LOCAL: Final = (".localhost", ".local")
_PORTS: Final = {"http": 80, "https": 443}
_PRIVATE: Final = (
    "/health",
    "/ready",
    "/metrics",
)  # asked from the machine itself, under any name
_UNSAFE: Final = frozenset({"POST", "PUT", "DELETE", "PATCH"})
_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_YEAR: Final = 365 * 24 * 3600
_PAUSE: Final = 0.001  # seconds between two requests of networks of which several wait


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _origin(url: str) -> str:
    """A site as browsers name it: without the port that goes without saying, and in ASCII.

    Raises:
        ValueError: it is none.
    """
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port
    plain = parts.path in {"", "/"} and not parts.query and not parts.fragment and "@" not in parts.netloc
    if parts.scheme not in _PORTS or not host or not plain:
        raise ValueError(url)
    host = f"[{host}]" if ":" in host else host if host.isascii() else host.encode("idna").decode()
    return f"{parts.scheme}://{host}" + ("" if port in {None, _PORTS[parts.scheme]} else f":{port}")


class Edge:
    """The way to the club.

    public_url: `https://club.example`, no path. None: by address, or by a name of the local net. A name with a dot must
    be given here. Only so does a page that points its own name at our address (DNS rebinding) find the door shut.
    metrics_token: with it /metrics may be read from elsewhere.

    Raises:
        ValueError: the URL is none of a site.
    """

    def __init__(self, public_url: str | None = None, metrics_token: str | None = None) -> None:
        self._origin: str | None = None
        self._token = metrics_token
        if public_url is not None:
            try:
                self._origin = _origin(public_url)
            except ValueError:
                wanted = "the public URL is a scheme and a host, as https://club.example"
                raise ValueError(f"{wanted}, not {public_url!r}") from None

    @property
    def https(self) -> bool:
        """Whether people reach the club over TLS, by its public URL."""
        return self._origin is not None and self._origin.startswith("https:")

    def admits(self, netloc: str | None, path: str) -> bool:
        """Whether we answer to this name."""
        host = host_of(netloc or "")
        if self._origin is not None:
            own = (netloc or "").lower() == self._origin.partition("://")[2]
            return own or (path in _PRIVATE and is_loopback(host))
        return _is_address(host) or (host != "" and "." not in host) or host.endswith(_LOCAL)

    def own(self, connection: HTTPConnection | Headers) -> bool:
        """Whether the page that speaks is ours."""
        headers = connection if isinstance(connection, Headers) else connection.headers
        origin, host = headers.get("origin"), headers.get("host")
        if origin is None or host is None:
            return False
        return origin.lower() == self._origin if self._origin is not None else origin.partition("://")[2] == host

    def secure(self, connection: HTTPConnection) -> bool:
        """Whether this request came over TLS, so that its cookie may be sealed to it."""
        return self.https or connection.url.scheme in {"https", "wss"}

    def link(self, connection: HTTPConnection, path: str) -> str:
        """A page of the club as others reach it."""
        if self._origin is not None:
            return self._origin + path
        return f"{connection.url.scheme}://{connection.headers['host']}{path}"

    @staticmethod
    def peer(connection: HTTPConnection) -> str | None:
        """The network that asks, for limits per visitor; None: this machine itself, which has no limits."""
        return network_of(connection.client.host if connection.client is not None else "")

    def may_watch(self, connection: HTTPConnection) -> bool:
        """Whether metrics are for this reader: on the machine itself, under its own name, or with the token."""
        if self._token is not None:
            given = connection.headers.get("authorization", "")
            if hmac.compare_digest(given.encode(), f"Bearer {self._token}".encode()):
                return True
        forwarded = any(name in connection.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip"))
        here = self.peer(connection) is None and is_loopback(host_of(connection.headers.get("host", "")))
        return here and not forwarded


class _Turns:
    """The requests of one network begin one after another; networks with several waiting requests share one row.

    A command at a table needs two or three turns of the event loop until it is acknowledged. With sixteen requests
    in each turn every command would wait for some forty requests of others. The row leaves whole turns to others.
    Its pause grows with the loop's delay, so that crowds take at most about half of the loop. A single request of a
    network does not wait in the row.
    """

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._asking = Counter[str]()
        self._row = asyncio.Lock()

    async def mine(self, network: str) -> None:
        """Wait for the turn of a request of this network."""
        lock = self._locks.setdefault(network, asyncio.Lock())
        self._asking[network] += 1
        try:
            async with lock:
                if self._asking[network] > 1:
                    await self._pause()
                else:
                    await asyncio.sleep(0)
        finally:
            self._asking[network] -= 1
            if not self._asking[network]:
                del self._asking[network], self._locks[network]

    async def _pause(self) -> None:
        clock = asyncio.get_running_loop().time
        async with self._row:
            due = clock() + _PAUSE
            await asyncio.sleep(_PAUSE)
            if (late := clock() - due) > _PAUSE:
                await asyncio.sleep(late)


class Guard:
    """Around the application: turns away a request for another host or from another site, lets networks take turns, and adds the headers."""

    def __init__(self, app: ASGIApp, edge: Edge) -> None:
        self._app, self._edge, self._turns = app, edge, _Turns()
        self._added = dict(_HEADERS)
        if edge.https:
            self._added["strict-transport-security"] = f"max-age={_YEAR}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turn away, or let in."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                MutableHeaders(scope=message).update(self._added)
            await send(message)

        network = self._edge.peer(HTTPConnection(scope))
        if network is not None:
            await self._turns.mine(shares_of(network)[0])
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, sent)
        elif scope["type"] == "http":
            await refusal(scope, receive, sent)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) != 1 or not self._edge.admits(headers["host"], scope["path"]):
            return PlainTextResponse("this club has another name (kozyr club --public-url)\n", 421)
        if (
            bearer(headers) is not None
        ):  # no page of another site can send one for its visitor, and cookies count for nothing
            return None
        if scope["type"] == "websocket":
            return None if self._edge.own(headers) else PlainTextResponse("another site may not ask this\n", 403)
        if scope["method"] in _UNSAFE:
            foreign = not self._edge.own(headers) if "origin" in headers else not _same_site(headers)
            if foreign:
                return PlainTextResponse("another site may not ask this\n", 403)
        return None


def bearer(headers: Headers) -> str | None:
    """The token that a program brings; None: a browser asks, by its cookie."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def _same_site(headers: Headers) -> bool:
    """A browser that names no origin says at least this; a program says nothing."""
    return headers.get("sec-fetch-site", "none") in {"same-origin", "none"}
