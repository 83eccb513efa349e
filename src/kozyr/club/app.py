"""The server: HTTP, websockets, cookies, the client's files. docs/protocol.md has what goes over the wire."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import mimetypes
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from kozyr import notation
from kozyr.club import protocol
from kozyr.club.accounts import Accounts, nickname
from kozyr.club.faces import FACES, face
from kozyr.club.lobby import Lobby, Room
from kozyr.club.workers import Workers
from kozyr.games import game, options
from kozyr.store import Account, Store, StoreError

__all__ = ["make_app", "serve"]

_LOG: Final = logging.getLogger("kozyr.club")
WEB: Final = Path(__file__).parents[1] / "web"
COOKIE: Final = "kozyr"
_YEAR: Final = 365 * 24 * 3600
_BODY_LIMIT: Final = 16_384
_QUEUE: Final = 64  # frames that may wait for a slow reader before he is let go
_BURST: Final = 60.0  # messages that a socket may send at once

# Why a socket is closed; no table also for a stranger, who need not know what there is.
_NO_TABLE, _TOO_OLD, _TOO_LONG, _TOO_SLOW, _POLICY, _FAULT = 4404, 4426, 1009, 1013, 1008, 1011
_PACKED: Final = (("br", "br"), ("gzip", "gz"))

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

_MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kozyr</title></head><body>
<h1>Kozyr</h1>
<p>The club is running, but its page has not been built.</p>
<p>From a source folder: install Node 20.19 or newer, then run <code>make club</code> again. A wheel has the page in it.</p>
<p>Programs can play all the same: docs/protocol.md.</p>
</body></html>
"""

B = TypeVar("B")


class Refused(Exception):
    """A request that gets an error for an answer."""

    def __init__(self, status: int, message: str, names: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.names = names


# --- HTTP ------------------------------------------------------------------------------------------------------


def _json(value: object, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(protocol.encode(value), status, headers, media_type="application/json")


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _json({"error": {"message": str(error), "options": error.names}}, error.status)


def _own_origin(connection: HTTPConnection) -> bool:
    """Whether the page that speaks is ours: its origin is the host that it reached."""
    origin, host = connection.headers.get("origin"), connection.headers.get("host")
    return origin is not None and host is not None and urlsplit(origin).netloc == host


async def _body(request: Request, kind: type[B]) -> B:
    """The body of a request, typed.

    Raises:
        Refused: it is from another site, too long, or not what is asked for.
    """
    if "origin" in request.headers and not _own_origin(request):
        raise Refused(403, "another site may not ask this")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "the body must be application/json")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _BODY_LIMIT:
            raise Refused(413, f"a body has at most {_BODY_LIMIT} bytes")
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refused(400, str(error)) from None


@contextlib.contextmanager
def _agreeing() -> Iterator[None]:
    """Conventions that are wrong become a refusal that names them."""
    try:
        yield
    except options.Contradiction as error:
        raise Refused(400, str(error), (error.first, error.second)) from None
    except ValueError as error:
        raise Refused(400, str(error)) from None


class _Club:
    """The routes, over one store."""

    def __init__(self, db: Store | str | Path, pause: float, rate: float, executor: Executor | None, web: Path) -> None:
        self._db, self._pause, self._rate, self._executor = db, pause, rate, executor
        self._web = web
        self._files: dict[str, Path] = {}
        self._games: Response | None = None
        self.lobby: Lobby
        self.accounts: Accounts

    @contextlib.asynccontextmanager
    async def life(self, _app: Starlette) -> AsyncIterator[None]:
        """Open, serve, and close in the order in which nothing is lost."""
        store = self._db if isinstance(self._db, Store) else await asyncio.to_thread(Store, self._db)
        workers = Workers(self._executor)
        workers.start()
        self.lobby, self.accounts = Lobby(store, workers, self._pause), Accounts(store)
        try:
            yield
        finally:
            await self.lobby.close()
            await asyncio.to_thread(store.close)
            await asyncio.to_thread(workers.close)

    async def account(self, connection: HTTPConnection) -> Account | None:
        """Whose request it is."""
        return await self.accounts.find(connection.cookies.get(COOKIE))

    async def games(self, _request: Request) -> Response:
        """Every game: for how many, with which presets, and what each option means."""
        if self._games is None:
            self._games = _json({name: self._about(name) for name in FACES})
        return self._games

    def _about(self, name: str) -> dict[str, object]:
        rules = game(name)
        presets = {key: options.describe(preset, rules.groups) for key, preset in rules.presets.items()}
        about = next(iter(presets.values()))
        return {
            "players": face(name).players,
            "presets": {key: {o: row["value"] for o, row in rows.items()} for key, rows in presets.items()},
            "options": {o: {k: row[k] for k in ("values", "about", "law")} for o, row in about.items()},
        }

    async def agree(self, request: Request) -> Response:
        """Check conventions, and say in what they differ from their preset."""
        body = await _body(request, protocol.Agree)
        with _agreeing():
            rules, players = game(body.game), body.players
            if players is not None and players not in face(body.game).players:
                raise ValueError(f"{body.game} is not for {players} players")
            preset = rules.agree(body.preset, {}, players)
            agreed = rules.agree(body.preset, body.changes, players)
            if players is not None:
                rules.start(agreed, players, 0)
            return _json({"diff": options.diff(preset, agreed, rules.groups)})

    async def create(self, request: Request) -> Response:
        """Set up a table; who has no session gets one."""
        body = await _body(request, protocol.NewTable)
        with _agreeing():
            nick = nickname(body.name)
            self.lobby.check(body)
        account, token = await self.account(request), None
        if account is None:
            account, token = await self.accounts.guest(nick)
        else:
            account = await self.accounts.renamed(account, nick)
        response = _json({"table": await self.lobby.create(account, body)}, 201)
        if token is not None:
            secure = request.url.scheme == "https"
            response.set_cookie(COOKIE, token, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
        return response

    async def tables(self, request: Request) -> Response:
        """The tables at which this session sits."""
        account = await self.account(request)
        return _json(await self.lobby.tables(account.id) if account is not None else [])

    async def record(self, request: Request) -> Response:
        """What has been played, as `.kz`."""
        account, table = await self.account(request), request.path_params["table"]
        record = None if account is None else await self.lobby.record(table, account.id)
        if record is None:
            raise Refused(404, "there is no such table, or no seat of yours at it")
        headers = {"content-disposition": f'attachment; filename="{table}.kz"', "cache-control": "no-store"}
        return PlainTextResponse(notation.format(record), headers=headers)

    async def health(self, _request: Request) -> Response:
        """Alive."""
        return PlainTextResponse("ok")

    # --- the client ------------------------------------------------------------------------------------------

    async def client(self, request: Request) -> Response:
        """A file of the built client; its page for a path that is no file's."""
        name = request.path_params["path"]
        page = "." not in name.rpartition("/")[2] and not name.startswith(("api/", "ws/"))
        name = "index.html" if page else name
        if name not in self._files:  # it may have been built meanwhile
            self._files = {p.relative_to(self._web).as_posix(): p for p in self._web.rglob("*") if p.is_file()}
        if name not in self._files:
            return HTMLResponse(_MISSING) if page else PlainTextResponse("Not Found", 404)
        # Names of assets have a hash in them, so what they hold never changes.
        keep = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
        headers = {"cache-control": keep, "vary": "accept-encoding"}
        accepted = {word.partition(";")[0].strip() for word in request.headers.get("accept-encoding", "").split(",")}
        packed = next(((e, n) for e, n in _PACKED if e in accepted and f"{name}.{n}" in self._files), None)
        path = self._files[name]
        if packed is not None:
            headers["content-encoding"], path = packed[0], self._files[f"{name}.{packed[1]}"]
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return FileResponse(path, headers=headers, media_type=kind)

    # --- websocket -------------------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """One viewer at one table, until he goes or must go."""
        if not _own_origin(socket):
            await socket.close(_POLICY)  # before it is accepted: 403
            return
        await socket.accept()
        account = await self.account(socket)
        room = await self.lobby.room(socket.path_params["table"]) if account is not None else None
        place = room.table.place(account.id) if room is not None and account is not None else None
        if room is None or place is None:
            await socket.close(_NO_TABLE)
            return
        await _Viewer(socket, place, self._rate).look(room)


class _Viewer:
    """A socket, and the frames that wait to go out through it."""

    def __init__(self, socket: WebSocket, place: int, rate: float) -> None:
        self.place = place
        self._socket = socket
        self._clock = asyncio.get_running_loop().time
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()
        self._gone: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._rate, self._credit, self._at = rate, _BURST, self._clock()

    def send(self, frame: bytes) -> None:
        """Hand a frame over; who reads too slowly is let go, and comes back for a snapshot."""
        if self._frames.qsize() < _QUEUE:
            self._frames.put_nowait(frame)
        else:
            self._dismiss(_TOO_SLOW)

    def _dismiss(self, code: int) -> None:
        if not self._gone.done():
            self._gone.set_result(code)

    async def look(self, room: Room) -> None:
        """Look at a table until the socket closes, or must be closed."""
        listening, speaking = asyncio.create_task(self._listen(room)), asyncio.create_task(self._speak())
        ends: set[asyncio.Future[Any]] = {listening, speaking, self._gone}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(self)
            for task in (listening, speaking):
                task.add_done_callback(self._report)
                task.cancel()
        await asyncio.sleep(0)  # let them report
        if self._gone.done():
            with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                await asyncio.wait_for(self._last_words(self._gone.result()), 1)

    def _report(self, task: asyncio.Task[None]) -> None:
        """A socket may close at any moment; anything else that ends its tasks is a fault of ours."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect):
            _LOG.error("a socket failed", exc_info=error)
            self._dismiss(_FAULT)

    async def _last_words(self, code: int) -> None:
        while not self._frames.empty() and code != _TOO_SLOW:
            await self._socket.send_text(self._frames.get_nowait().decode())
        await self._socket.close(code)

    async def _speak(self) -> None:
        while True:
            await self._socket.send_text((await self._frames.get()).decode())

    async def _listen(self, room: Room) -> None:
        greeted = False
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            data: str | bytes = received.get("text") or received.get("bytes") or b""
            allowed = self._may_speak()
            if data == "p":
                if allowed:
                    self.send(b"p")
                continue
            try:
                greeted = await self._take(room, protocol.decode(data), greeted=greeted, allowed=allowed)
            except protocol.BadMessage as error:
                self._tell(protocol.Nak(error.id, "bad", detail=str(error)))
                if isinstance(error, protocol.TooLong):
                    self._dismiss(_TOO_LONG)

    async def _take(self, room: Room, message: protocol.Message, *, greeted: bool, allowed: bool) -> bool:
        """Do what a message asks; returns whether its sender has been greeted.

        Raises:
            BadMessage: it may not stand here, or its event is none.
        """
        if isinstance(message, protocol.Hello):
            if message.proto != protocol.PROTO:
                self._dismiss(_TOO_OLD)
            elif not greeted:
                room.enter(self)
            elif allowed:
                room.snap(self)
            return True
        if not greeted:
            raise protocol.BadMessage("say hello first", message.id)
        if not allowed:
            self._tell(protocol.Nak(message.id, "flood"))
        elif isinstance(message, protocol.Cmd):
            await room.do(self, message)
        else:
            await room.next(self, message)
        return True

    def _tell(self, nak: protocol.Nak) -> None:
        self.send(protocol.encode(nak))

    def _may_speak(self) -> bool:
        """A bucket of credit that fills with time."""
        now = self._clock()
        self._credit = min(_BURST, self._credit + (now - self._at) * self._rate)
        self._at = now
        if self._credit < 1:
            return False
        self._credit -= 1
        return True


# --- the whole -------------------------------------------------------------------------------------------------


class _WithHeaders:
    """What every answer says to a browser."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)


def make_app(
    db: Store | str | Path,
    *,
    pause: float = 0.6,
    rate: float = 15.0,
    executor: Executor | None = None,
    web: Path = WEB,
) -> Starlette:
    """The club as an ASGI application.

    db: a store, or what to open as one. pause: seconds that a bot takes at least. rate: messages a second that one
    socket may send in the long run. executor: where bots think; None: in processes of their own. web: the client.
    """
    club = _Club(db, pause, rate, executor, web)
    return Starlette(
        routes=[
            Route("/health", club.health),
            Route("/api/games", club.games),
            Route("/api/agree", club.agree, methods=["POST"]),
            Route("/api/tables", club.create, methods=["POST"]),
            Route("/api/tables", club.tables),
            Route("/api/tables/{table}/record", club.record),
            WebSocketRoute("/ws/table/{table}", club.socket),
            Route("/{path:path}", club.client),
        ],
        middleware=[Middleware(_WithHeaders)],
        exception_handlers={Refused: _refused},
        lifespan=club.life,
    )


class _Server(uvicorn.Server):
    """Says where it is once it can be reached."""

    def __init__(self, config: uvicorn.Config, line: str) -> None:
        super().__init__(config)
        self._line = line

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if not self.should_exit:
            print(self._line, flush=True)  # noqa: T201 - what `kozyr club` says


def serve(host: str = "127.0.0.1", port: int = 8000, db: str = "kozyr.db") -> None:
    """Run the club until it is told to stop. KOZYR_BOT_PAUSE: seconds that a bot takes at least.

    Raises:
        SystemExit: 2, after one line that says why: the port is taken, the database cannot be opened.
    """
    try:
        pause = float(os.environ.get("KOZYR_BOT_PAUSE", "0.6"))
        listening = _listen(host, port)
        try:
            store = Store(db)
        except StoreError:
            listening.close()
            raise
    except (OSError, OverflowError, ValueError, StoreError) as error:
        print(f"kozyr club: {error}", file=sys.stderr)  # noqa: T201 - as above
        raise SystemExit(2) from None
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    config = uvicorn.Config(
        make_app(store, pause=pause),
        ws="websockets-sansio",
        ws_max_size=4 * protocol.FRAME_LIMIT,  # longer than a message may be, so that it is we who refuse it
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=5,
    )
    shown = f"[{host}]" if ":" in host else host
    kind = "database" if "://" in db else "SQLite file"
    line = f"Kozyr: http://{shown}:{listening.getsockname()[1]}  ({kind} {db.rpartition('@')[2]})"
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, line).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """A socket on this address.

    Raises:
        OSError: there is none to be had; the message says why.
    """
    found = None
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, proto)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except OSError as error:
        if found is not None:
            found.close()
        raise OSError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return found
