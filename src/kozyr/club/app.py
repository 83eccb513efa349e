"""The server: HTTP, cookies, the client's files, the door of the websockets. docs/protocol.md has the wire."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import getpass
import io
import ipaddress
import logging
import mimetypes
import os
import socket
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import segno
import uvicorn
from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kozyr import bots, notation
from kozyr.club import boards, metrics, protocol
from kozyr.club.accounts import SESSION_DAYS, Accounts, Busy, LoginError, nickname, same_login
from kozyr.club.edge import Edge, Guard, bearer
from kozyr.club.faces import FACES, agree, face
from kozyr.club.limits import Limit
from kozyr.club.lobby import Lobby
from kozyr.club.room import Waits, noted
from kozyr.club.viewer import NO_SESSION, NO_TABLE, NOT_NOW, Viewer
from kozyr.club.workers import Workers
from kozyr.deals import Reveal
from kozyr.games import game, options
from kozyr.store import Account, Played, Report, Stale, Store, StoreError, TableRow, Taken

__all__ = ["collect_rarely", "make_app", "rebuild", "reports", "serve"]

_LOG: Final = logging.getLogger("kozyr.club")
WEB: Final = Path(__file__).parents[1] / "web"
COOKIE: Final = "kozyr"
_AGE: Final = SESSION_DAYS * 24 * 3600
_BODY_LIMIT: Final = 16_384
_FILE_LIMIT: Final = 1_048_576  # a body with a file of deals in it, whose text the wire limits further
_BODY_TIME: Final = 10.0  # seconds
_PACKED: Final = (("br", "br"), ("gzip", "gz"))
_RETRY: Final = {"retry-after": "30"}
_SHOWN: Final = 50  # matches in a profile

_MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kozyr</title></head><body>
<h1>Kozyr</h1>
<p>The club is running, but its page has not been built.</p>
<p>From a source folder: install Node 20.19 or newer, then run <code>make club</code> again. A wheel has the page in it.</p>
<p>Programs can play all the same: docs/protocol.md.</p>
</body></html>
"""

_WORKER: Final = "sw.js"  # the service worker: never kept by a cache, and in charge of the whole site

mimetypes.add_type("application/manifest+json", ".webmanifest")

B = TypeVar("B")


class _Nth(Convertor[int]):
    """A number in a path, of no more digits than any number of ours has: Python refuses to read very long ones."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("nth", _Nth())


class Refused(Exception):
    """A request that gets an error for an answer. code: for the client's words."""

    def __init__(self, status: int, message: str, names: tuple[str, ...] = (), code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.names = names
        self.code = code


# --- HTTP ------------------------------------------------------------------------------------------------------


def _json(value: object, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(protocol.encode(value), status, headers, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, LoginError):
        status = {"wrong": 403, "taken": 409, "registered": 409}.get(error.code, 400)
        error = Refused(status, str(error), code=error.code)
    elif isinstance(error, Busy):
        error = Refused(503, str(error), code="busy")
    elif isinstance(error, StoreError):  # what it says is for the operator
        _LOG.error("%s %s: %s", request.method, request.url.path, error)
        error = Refused(503, "the club's database does not answer, try again in a moment", code="store")
    assert isinstance(error, Refused)
    answer = _json({"error": {"message": str(error), "options": error.names, "code": error.code}}, error.status)
    answer.headers.update(_RETRY if error.status in {429, 503} else {})
    return answer


async def _body(request: Request, kind: type[B], limit: int = _BODY_LIMIT) -> B:
    """The body of a request, typed.

    Raises:
        Refused: it is too long, or not what is asked for.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "the body must be application/json")
    data = bytearray()
    try:
        async with asyncio.timeout(_BODY_TIME):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limit:
                    raise Refused(413, f"a body has at most {limit} bytes")
    except TimeoutError:
        raise Refused(408, f"a body takes at most {_BODY_TIME:.0f} s") from None
    except ClientDisconnect:  # a phone has lost its line; nobody hears this
        raise Refused(400, "the body broke off") from None
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


class _Doors:
    """How often one visitor may come, in each way."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.sockets = Limit("sockets", 80, 30, clock)
        self.guests = Limit("guests", 10, 60, clock)
        self.all_guests = Limit("all_guests", 10, 1, clock)
        self.logins = Limit("logins", 20, 300, clock)
        self.login = Limit("login", 10, 300, clock)
        self.requests = Limit("requests", 300, 60, clock)
        self.whys = Limit("whys", 30, 60, clock)
        self.files = Limit("files", 30, 60, clock)


class _Club:
    """The routes, over one store."""

    def __init__(
        self,
        db: Store | str | Path,
        pause: float,
        rate: float,
        executor: Executor | None,
        web: Path,
        edge: Edge,
        waits: Waits | None,
        clock: Callable[[], float],
    ) -> None:
        self._db, self._pause, self._rate, self._executor = db, pause, rate, executor
        self._web, self._edge, self._waits, self._clock = web, edge, waits, clock
        self._files: dict[str, Path] = {}
        self._games: Response | None = None
        self._viewers: defaultdict[str, set[Viewer]] = defaultdict(set)  # by session
        self.lobby: Lobby
        self.accounts: Accounts
        self.store: Store
        self.doors: _Doors
        self._reading = asyncio.Lock()  # one file of deals at a time

    @contextlib.asynccontextmanager
    async def life(self, _app: Starlette) -> AsyncIterator[None]:
        """Open, serve, and close in the order in which nothing is lost."""
        self.store = self._db if isinstance(self._db, Store) else await asyncio.to_thread(Store, self._db)
        self.store.observe = metrics.committed
        workers = Workers(self._executor)
        workers.start()
        self.lobby, self.accounts = Lobby(self.store, workers, self._pause, self._waits), Accounts(self.store)
        self.doors = _Doors(self._clock)
        watch = asyncio.create_task(metrics.watch_loop())
        try:
            yield
        finally:
            watch.cancel()
            await self.lobby.close()
            await asyncio.to_thread(self.store.close)
            await asyncio.to_thread(workers.close)
            await asyncio.to_thread(self.accounts.close)

    # --- who asks --------------------------------------------------------------------------------------------

    def _cookie(self, connection: HTTPConnection) -> str:
        """Over TLS a name that no other host and no plain page can set."""
        return f"__Host-{COOKIE}" if self._edge.secure(connection) else COOKIE

    def _token(self, connection: HTTPConnection) -> str:
        return connection.cookies.get(self._cookie(connection), "")

    def _with_session(self, request: Request, response: Response, token: str | None) -> Response:
        """The answer, and the cookie of a new session if there is one."""
        if token is not None:
            name, secure = self._cookie(request), self._edge.secure(request)
            response.set_cookie(name, token, max_age=_AGE, httponly=True, samesite="lax", secure=secure)
        return response

    async def account(self, connection: HTTPConnection) -> Account | None:
        """Whose request it is: with a bearer's token a program's, whatever cookies come with it."""
        token = bearer(connection.headers)
        if token is not None:
            return await self.accounts.program(token)
        return await self.accounts.find(self._token(connection))

    def _key(self, connection: HTTPConnection) -> str:
        """What the sockets that were opened with this session or token are known by."""
        return self.accounts.session(bearer(connection.headers) or self._token(connection))

    async def _somebody(self, request: Request) -> Account:
        """Whose request it is.

        Raises:
            Refused: nobody's.
        """
        account = await self.account(request)
        if account is None:
            raise Refused(401, "there is no session: POST /api/guest", code="session")
        return account

    async def _person(self, request: Request) -> Account:
        """Whose request it is, if no program's: a token is good for tables, and for looking.

        Raises:
            Refused: nobody's, or a program's.
        """
        self._no_program(request)
        return await self._somebody(request)

    def _no_program(self, request: Request) -> None:
        if bearer(request.headers) is not None:
            raise Refused(403, "a program's token is not for this", code="scope")

    def _limit(self, limit: Limit, request: HTTPConnection, code: str = "often") -> None:
        """Let a visitor do this no oftener than is good; the machine itself may.

        Raises:
            Refused: he has done it too often.
        """
        peer = self._edge.peer(request)
        if peer is not None and not limit.allows(peer):
            raise Refused(429, "too often, try again in a moment", code=code)

    async def _welcome(self, request: Request, nick: str) -> tuple[Account, str | None]:
        """Whose request it is, under this nickname if one is given; a new guest and his token if it was nobody's.

        Raises:
            Refused: too many new guests come.
        """
        account = await self.account(request)
        if account is not None:
            return (account if account.program else await self.accounts.renamed(account, nick)), None
        if bearer(request.headers) is not None:
            raise Refused(401, "this token opens nothing", code="session")
        self._limit(self.doors.guests, request)
        if not self.doors.all_guests.allows():
            raise Refused(429, "too many guests come at once, try again in a moment", code="often")
        return await self.accounts.guest(nick)

    def _close(self, sessions: list[str]) -> None:
        """Sessions are over, so are their sockets."""
        for session in sessions:
            for viewer in tuple(self._viewers.get(session, ())):
                viewer.dismiss(NO_SESSION)

    # --- accounts --------------------------------------------------------------------------------------------

    async def guest(self, request: Request) -> Response:
        """Come in: a guest is an account that needs no form."""
        self._no_program(request)
        body = await _body(request, protocol.Guest)
        with _agreeing():
            nick = nickname(body.name)
        account, token = await self._welcome(request, nick)
        return self._with_session(request, _json(_me(account), 200 if token is None else 201), token)

    async def me(self, request: Request) -> Response:
        """Who I am; null: nobody as yet."""
        account = await self.account(request)
        return _json(None if account is None else _me(account))

    async def rename(self, request: Request) -> Response:
        """Another nickname."""
        account, body = await self._person(request), await _body(request, protocol.Guest)
        with _agreeing():
            nick = nickname(body.name)
            if not nick:
                raise ValueError("a name has at least one letter")
        return _json(_me(await self.accounts.renamed(account, nick)))

    async def register(self, request: Request) -> Response:
        """Give the guest a login and a password; what he has played stays his."""
        account, body = await self._person(request), await _body(request, protocol.Login)
        self._limit(self.doors.logins, request)
        return _json(_me(await self.accounts.register(account, body.login, body.password)), 201)

    async def login(self, request: Request) -> Response:
        """Come in with a login; the session that the browser had is over."""
        self._no_program(request)
        body = await _body(request, protocol.Login)
        self._limit(self.doors.logins, request)
        if not self.doors.login.allows(same_login(body.login)):
            raise Refused(429, "too many tries with this login, try again in some minutes", code="often")
        account, token = await self.accounts.login(body.login, body.password)
        old = self._token(request)
        if old:
            self._close([await self.accounts.logout(old)])
        return self._with_session(request, _json(_me(account)), token)

    async def logout(self, request: Request) -> Response:
        """End this session."""
        self._no_program(request)
        token, response = self._token(request), Response(status_code=204)
        if token:
            self._close([await self.accounts.logout(token)])
        secure = self._edge.secure(request)
        response.delete_cookie(self._cookie(request), httponly=True, samesite="lax", secure=secure)
        return response

    async def logout_others(self, request: Request) -> Response:
        """End every other session of this account, and close their sockets."""
        account = await self._person(request)
        ended = await self.accounts.logout_others(account, self._token(request))
        self._close(ended)
        return _json({"ended": len(ended)})

    async def player(self, request: Request) -> Response:
        """Somebody as others may know him: how reliable he is, and how his matches ended; which tables, is theirs."""
        account = await self.store.player(request.path_params["account"])
        if account is None:
            raise Refused(404, "there is no such account")
        rows = await self.store.played(account.id)
        over = [(row, played) for row, played in rows if played.ended is not None]
        left = sum(played.how == "left" for _, played in over)
        shown = [_played(row, played) for row, played in over[:_SHOWN]]
        for row in shown:
            del row["table"]
        return _json(
            {
                "account": account.id,
                "nick": account.nick,
                "since": account.created,
                "guest": account.login is None and account.program is None,
                "bot": account.program,
                "reliability": {"begun": len(rows), "finished": len(over) - left, "left": left},
                "finished": shown,
            }
        )

    async def history(self, request: Request) -> Response:
        """One's own matches."""
        account = await self._somebody(request)
        rows = await self.store.played(account.id, request.query_params.get("game"))
        return _json([_played(row, played) for row, played in rows])

    # --- programs --------------------------------------------------------------------------------------------

    async def add_bot(self, request: Request) -> Response:
        """A program of this account's, and its token, which is shown once."""
        account, body = await self._person(request), await _body(request, protocol.NewBot)
        self._limit(self.doors.requests, request)
        with _agreeing():
            name = nickname(body.name)
            if not name:
                raise ValueError("a name has at least one letter")
            program, token = await self.accounts.add_program(account, name)
        return _json(_program(program) | {"token": token}, 201)

    async def bots(self, request: Request) -> Response:
        """The programs of this account whose tokens open something."""
        account = await self._person(request)
        return _json([_program(one) for one in await self.accounts.programs(account)])

    async def end_bot(self, request: Request) -> Response:
        """Take a program's token back, and close its sockets."""
        account = await self._person(request)
        token = await self.accounts.end_program(account, request.path_params["account"])
        if token is None:
            raise Refused(404, "you have no such program")
        self._close([token])
        return Response(status_code=204)

    # --- manners ---------------------------------------------------------------------------------------------

    async def mutes(self, request: Request) -> Response:
        """Whose chat this account does not hear."""
        account = await self._somebody(request)
        muted = await self.store.mutes(account.id)
        return _json({"accounts": [{"account": one.id, "nick": one.nick} for one in muted]})

    async def mute(self, request: Request) -> Response:
        """Hear somebody's chat no longer, or again."""
        account, other = await self._person(request), request.path_params["account"]
        self._limit(self.doors.requests, request)
        if other == account.id:
            raise Refused(400, "nobody can mute himself")
        try:
            await self.store.mute(account.id, other, on=request.method == "PUT")
        except Taken:
            raise Refused(404, "there is no such account") from None
        return Response(status_code=204)

    async def report(self, request: Request) -> Response:
        """Tell the operator of somebody at the same table (PE-5.4.2, PE-5.4.11)."""
        account, body = await self._person(request), await _body(request, protocol.Report)
        self._limit(self.doors.requests, request)
        room = await self.lobby.room(body.table)
        if room is None or not room.knows(account.id):
            raise Refused(404, "there is no such table, or you were not at it")
        if body.account == account.id:
            raise Refused(400, "nobody can report himself")
        if not room.knows(body.account):
            raise Refused(404, "nobody of that id was at this table")
        if body.reason not in protocol.REASONS:
            raise Refused(400, f"no reason {body.reason!r}; there are: {', '.join(protocol.REASONS)}")
        at = _now()
        number = await self.store.report(Report(at, body.table, account.id, body.account, body.reason, body.text))
        return _json({"report": number}, 201)

    # --- tables ----------------------------------------------------------------------------------------------

    async def games(self, _request: Request) -> Response:
        """Every game: for how many, with which presets, and what each option means."""
        if self._games is None:
            self._games = _json({name: self._about(name) for name in FACES})
        return self._games

    def _about(self, name: str) -> dict[str, object]:
        rules = game(name)
        presets = {key: options.describe(agree(name, key), rules.groups) for key in rules.presets}
        about = next(iter(presets.values()))
        return {
            "players": face(name).players,
            "presets": {key: {o: row["value"] for o, row in rows.items()} for key, rows in presets.items()},
            "options": {o: {k: row[k] for k in ("values", "about", "law")} for o, row in about.items()},
            "bots": bots.levels(name),
        }

    async def agree(self, request: Request) -> Response:
        """Check conventions, and say in what they differ from their preset."""
        body = await _body(request, protocol.Agree)
        with _agreeing():
            rules, players = game(body.game), body.players
            if players is not None and players not in face(body.game).players:
                raise ValueError(f"{body.game} is not for {players} players")
            preset = agree(body.game, body.preset, None, players)
            agreed = agree(body.game, body.preset, body.changes, players)
            if players is not None:
                rules.start(agreed, players, 0)
            return _json({"diff": options.diff(preset, agreed, rules.groups)})

    async def create(self, request: Request) -> Response:
        """Set up a table; who has no session gets one."""
        body = await _body(request, protocol.NewTable, _FILE_LIMIT)
        with _agreeing():
            nick = nickname(body.name)
            found = None if body.file is None else await self._read(request, body.file)
            deals = None if found is None else found.deals
            self.lobby.check(body, deals)
        self._limit(self.doors.requests, request)
        account, token = await self._welcome(request, nick)
        table = await self.lobby.create(account, body, deals)
        told = {} if found is None else {"file": _told(found)}
        return self._with_session(request, _json({"table": table, **told}, 201), token)

    async def file(self, request: Request) -> Response:
        """What a file of deals has, for who is about to bring it: its boards without their cards, and what is wrong."""
        body = await _body(request, boards.DealsFile, _FILE_LIMIT)
        return _json(_told(await self._read(request, body, boards.look)))

    async def _read(
        self, request: Request, file: boards.DealsFile, read: Callable[[boards.DealsFile], boards.Found] = boards.read
    ) -> boards.Found:
        """The deals of a file, one file at a time, since the longest take seconds.

        Raises:
            Refused: too often. ValueError: none can be played.
        """
        self._limit(self.doors.files, request)
        async with self._reading:
            return await asyncio.to_thread(read, file)

    async def tables(self, request: Request) -> Response:
        """The tables at which this session sits."""
        account = await self.account(request)
        return _json(await self.lobby.tables(account.id) if account is not None else [])

    async def open_tables(self, _request: Request) -> Response:
        """Public tables at which one may sit down, or watch."""
        return _json(await self.lobby.open_tables())

    async def about(self, request: Request) -> Response:
        """A table as an invited person sees it before he sits down."""
        account = await self.account(request)
        about = await self.lobby.about(request.path_params["table"], None if account is None else account.id)
        if about is None:
            raise Refused(404, "there is no such table")
        return _json(about)

    async def deal(self, request: Request) -> Response:
        """A deal that is over, to be shown card by card; a link to it opens without a session too."""
        account, path = await self.account(request), request.path_params
        found = await self.lobby.deal(path["table"], "" if account is None else account.id, path["deal"])
        if found is None:
            raise Refused(404, "there is no such deal, or it is not over, or not for you to see")
        return _json(found)

    async def analysis(self, request: Request) -> Response:
        """What a deal of bridge was worth: the table of tricks, par, the same board at a table of bots."""
        account, path = await self.account(request), request.path_params
        found = await self.lobby.analysis(path["table"], "" if account is None else account.id, path["deal"])
        if found is None:
            raise Refused(404, "there is no such deal of bridge, or it is not over, or not for you to see")
        return _json(found)

    async def why(self, request: Request) -> Response:
        """What a bot weighed when it decided, worked out anew; for whoever may see the deal."""
        account, path = await self.account(request), request.path_params
        self._limit(self.doors.whys, request)
        found = await self.lobby.why(path["table"], "" if account is None else account.id, path["deal"], path["move"])
        if found is None:
            raise Refused(404, "there is no such decision of a bot, or its deal is not over, or not for you to see")
        return _json(found)

    async def record(self, request: Request) -> Response:
        """What has been played, as `.kz`."""
        account, table = await self.account(request), request.path_params["table"]
        record = None if account is None else await self.lobby.record(table, account.id)
        if record is None:
            raise Refused(404, "there is no such table, or no seat of yours at it")
        if request.query_params.get("fair") == "1":
            tags = (("Table", table), *(notation.fair_tag(proof) for proof in await self._proofs(request) or ()))
            record = msgspec.structs.replace(record, tags=(*record.tags, *tags))
        headers = {"content-disposition": f'attachment; filename="{table}.kz"', "cache-control": "no-store"}
        return PlainTextResponse(notation.format(record), headers=headers)

    async def _proofs(self, request: Request) -> tuple[Reveal, ...] | None:
        """The reveals of all deals that are over, for who may look at their table."""
        account = await self.account(request)
        room = None if account is None else await self.lobby.room(request.path_params["table"])
        if room is None or account is None or room.table.eye(account.id) is None:
            return None
        return room.table.proofs

    async def fair(self, request: Request) -> Response:
        """How the cards were dealt, so that anybody can deal them again."""
        proofs = await self._proofs(request)
        if proofs is None:
            raise Refused(404, "there is no such table, or you may not look at it")
        return _json(proofs)

    async def qr(self, request: Request) -> Response:
        """The invitation to a table, for a phone's camera."""
        table = request.path_params["table"]
        if await self.store.table(table) is None:
            raise Refused(404, "there is no such table")
        drawn = await asyncio.to_thread(_qr, self._edge.link(request, f"/table/{table}"))  # 8 ms
        return Response(drawn, headers={"cache-control": "no-store"}, media_type="image/svg+xml")

    # --- for the operator ------------------------------------------------------------------------------------

    async def health(self, _request: Request) -> Response:
        """Alive."""
        return PlainTextResponse("ok")

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus; to everybody else there is no such page."""
        if not self._edge.may_watch(request):
            return PlainTextResponse("Not Found", 404)
        return Response(metrics.page(), headers={"content-type": metrics.CONTENT, "cache-control": "no-store"})

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
        if name == _WORKER:
            headers["service-worker-allowed"] = "/"
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
        peer = self._edge.peer(socket)
        if peer is not None and not self.doors.sockets.allows(peer):
            await socket.send_denial_response(PlainTextResponse("too often\n", 429, _RETRY))
            return
        await socket.accept()
        room, code = None, NO_SESSION
        try:
            account = await self.account(socket)
            if account is not None:
                room, code = await self.lobby.room(socket.path_params["table"]), NO_TABLE
        except StoreError as error:
            _LOG.error("%s: %s", socket.url.path, error)
            account, code = None, NOT_NOW
        if account is None or room is None:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # he has gone meanwhile
                await socket.close(code)
            return
        viewer, session = Viewer(socket, account, self._rate), self._key(socket)
        eye = room.table.eye(account.id)
        self._viewers[session].add(viewer)
        try:
            with metrics.SOCKETS.labels("stranger" if eye is None else eye.role).track_inprogress():
                if await self.account(socket) is None:  # it was ended while we looked for the table
                    viewer.dismiss(NO_SESSION)
                await viewer.look(room)
        finally:
            self._viewers[session].discard(viewer)
            if not self._viewers[session]:
                del self._viewers[session]


def _told(found: boards.Found) -> dict[str, object]:
    """What a file has, for who brings it: nothing of the cards."""
    return {
        "name": found.deals.name,
        "boards": [dict(zip(("number", "dealer", "vul"), told.split(":"), strict=True)) for told in found.deals.boards],
        "left_out": found.left_out,
        "more": found.more,
        "changes": boards.options(found.deals),
    }


@lru_cache(maxsize=256)
def _qr(link: str) -> bytes:
    """A link as a QR code in SVG, with attributes only: the page's policy allows no styles."""
    drawn = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, svgclass=None, lineclass=None, light="#fff", omitsize=True)
    return drawn.getvalue()


def _me(account: Account) -> dict[str, object]:
    """An account as its owner sees it."""
    return {
        "account": account.id,
        "nick": account.nick,
        "guest": account.login is None and account.program is None,
        "bot": account.program,
        "login": account.login,
        "since": account.created,
    }


def _program(account: Account) -> dict[str, object]:
    """A program as its owner sees it."""
    return {"account": account.id, "name": account.nick, "bot": account.program, "since": account.created}


def _played(row: TableRow, played: Played) -> dict[str, object]:
    """A match in somebody's history."""
    summary = {} if row.summary is None else msgspec.json.decode(row.summary)  # the card may have been another at first
    preset, players = summary.get("preset", row.preset), len(msgspec.json.decode(row.seats))
    about = {"table": row.id, "game": row.game, "preset": preset, "players": players}
    return about | {k: v for k, v in msgspec.structs.asdict(played).items() if not k.endswith("_id")}


def _now() -> int:
    return time.time_ns() // 1_000_000


# --- the whole -------------------------------------------------------------------------------------------------


def make_app(
    db: Store | str | Path,
    *,
    pause: float = 0.6,
    rate: float = 15.0,
    executor: Executor | None = None,
    web: Path = WEB,
    public_url: str | None = None,
    metrics_token: str | None = None,
    waits: Waits | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Starlette:
    """The club as an ASGI application.

    db: a store, or what to open as one. pause: seconds that a bot takes at least. rate: messages a second that one
    socket may send in the long run. executor: where bots think; None: in processes of their own. web: the client.
    public_url, metrics_token: see `Edge`. waits: how long tables wait for whom. clock: seconds, by which one visitor's
    requests are counted.

    Raises:
        ValueError: the public URL is none.
    """
    edge = Edge(public_url, metrics_token)
    club = _Club(db, pause, rate, executor, web, edge, waits, clock)
    app = Starlette(
        routes=[
            Route("/health", club.health),
            Route("/metrics", club.metrics),
            Route("/api/games", club.games),
            Route("/api/agree", club.agree, methods=["POST"]),
            Route("/api/boards", club.file, methods=["POST"]),
            Route("/api/guest", club.guest, methods=["POST"]),
            Route("/api/me", club.me),
            Route("/api/me", club.rename, methods=["POST"]),
            Route("/api/register", club.register, methods=["POST"]),
            Route("/api/login", club.login, methods=["POST"]),
            Route("/api/logout", club.logout, methods=["POST"]),
            Route("/api/logout/others", club.logout_others, methods=["POST"]),
            Route("/api/players/{account}", club.player),
            Route("/api/history", club.history),
            Route("/api/bots", club.add_bot, methods=["POST"]),
            Route("/api/bots", club.bots),
            Route("/api/bots/{account}", club.end_bot, methods=["DELETE"]),
            Route("/api/mutes", club.mutes),
            Route("/api/mutes/{account}", club.mute, methods=["PUT", "DELETE"]),
            Route("/api/reports", club.report, methods=["POST"]),
            Route("/api/tables", club.create, methods=["POST"]),
            Route("/api/tables", club.tables),
            Route("/api/lobby", club.open_tables),
            Route("/api/tables/{table}", club.about),
            Route("/api/tables/{table}/deals/{deal:nth}", club.deal),
            Route("/api/tables/{table}/deals/{deal:nth}/analysis", club.analysis),
            Route("/api/tables/{table}/deals/{deal:nth}/why/{move:nth}", club.why),
            Route("/api/tables/{table}/record", club.record),
            Route("/api/tables/{table}/fair", club.fair),
            Route("/api/tables/{table}/qr.svg", club.qr),
            WebSocketRoute("/ws/table/{table}", club.socket),
            Route("/{path:path}", club.client),
        ],
        middleware=[Middleware(Guard, edge=edge)],
        exception_handlers={Refused: _refused, LoginError: _refused, Busy: _refused, StoreError: _refused},
        lifespan=club.life,
    )
    app.state.club = club
    return app


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


def collect_rarely() -> None:
    """Let Python look for cycles seldom: a thousand tables are a million objects, and a look at all of them takes 0.1 s.

    The club makes few cycles; states are immutable and go with their last reference. Measured at 1,000 tables: 99 % of
    the answers within 40 ms instead of 113.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1_000)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str = "kozyr.db",
    public_url: str | None = None,
    proxy: str | None = None,
) -> None:
    """Run the club until it is told to stop.

    public_url: how people reach it from outside. proxy: addresses of reverse proxies whose word is taken on who asks
    (`X-Forwarded-For`, `X-Forwarded-Proto`), with commas; None: nobody's.
    KOZYR_BOT_PAUSE: seconds that a bot takes at least. KOZYR_PATIENCE: seconds after which a bot holds the seat of somebody
    who is away. KOZYR_METRICS_TOKEN: with it /metrics may be read from afar.

    Raises:
        SystemExit: 2, after one line that says why: the port is taken, the database cannot be opened.
    """
    try:
        pause = _seconds("KOZYR_BOT_PAUSE", 0.6)
        waits = Waits(absent=_seconds("KOZYR_PATIENCE", 60.0))
        token = os.environ.get("KOZYR_METRICS_TOKEN") or None
        Edge(public_url, token)  # says what is wrong with it before anything is opened
        for address in (proxy or "").split(",") if proxy is not None else ():
            ipaddress.ip_network(address.strip())
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
    logging.getLogger("uvicorn.error").addFilter(_plainly)
    config = uvicorn.Config(
        make_app(store, pause=pause, waits=waits, public_url=public_url, metrics_token=token),
        ws="websockets-sansio",
        ws_max_size=4 * protocol.FRAME_LIMIT,  # longer than a message may be, so that it is we who refuse it
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy or "",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    shown = f"[{host}]" if ":" in host else host
    kind = "database" if "://" in db else "SQLite file"
    where = public_url or f"http://{shown}:{listening.getsockname()[1]}"
    line = f"Kozyr: {where}  ({kind} {db.rpartition('@')[2]})"
    collect_rarely()
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, line).run(sockets=[listening])


def _plainly(record: logging.LogRecord) -> bool:
    """What a stranger sends is no fault of ours: a frame that is no UTF-8 gets a line of uvicorn's, and no traceback."""
    if "UTF-8" in record.getMessage() and record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


def _seconds(name: str, usual: float) -> float:
    """A time from the environment.

    Raises:
        ValueError: it is none.
    """
    text = os.environ.get(name, "").strip()
    try:
        found = float(text) if text else usual
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise ValueError(f"{name} is a number of seconds, not {text!r}")
    return found


def rebuild(db: str) -> Iterator[str]:
    """Make anew what lists and histories say, from the logs alone; a club may be running meanwhile. Says what it did.

    Raises:
        StoreError: the database cannot be opened or written.
    """

    async def work(store: Store) -> tuple[int, list[str]]:
        lobby, wrong = Lobby(store, Workers()), []
        ids = await store.table_ids()
        for table in ids:
            try:
                found = await lobby.load(table)
                assert found is not None
                at, _, broken = found
                await store.append(table, at.seq, [], at.over, noted(at))
                wrong += [f"table {table}: the log cannot be followed beyond {at.seq}"] if broken else []
            except Stale:
                wrong.append(f"table {table} is being played and keeps its own notes")
            except ValueError as error:
                wrong.append(f"table {table}: {error}")
        return len(ids), wrong

    store = Store(db)
    try:
        count, wrong = asyncio.run(work(store))
    finally:
        store.close()
    yield from wrong
    yield f"{count} tables read, {count - len(wrong)} noted anew"


def reports(db: str) -> Iterator[str]:
    """What players have reported, a line each; that it was read is written down.

    Raises:
        StoreError: the database cannot be opened or read.
    """

    async def work(store: Store) -> list[str]:
        lines = []
        for number, report in await store.reports(f"operator {getpass.getuser()}"):
            when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(report.ts / 1000))
            names = []
            for account in (report.account_id, report.on_id):
                player = await store.player(account)
                names.append(f"{account} ({'?' if player is None else player.nick})")
            words = "".join(c if c.isprintable() else " " for c in report.text)
            lines.append(
                f"{number}  {when}  table {report.table_id}  {names[0]} on {names[1]}: {report.reason}  {words}"
            )
        return lines

    store = Store(db)
    try:
        yield from asyncio.run(work(store))
    finally:
        store.close()


def _listen(host: str, port: int) -> socket.socket:
    """A socket on this address.

    Raises:
        OSError: there is none to be had; the message says why.
    """
    if not 0 <= port <= 65_535:  # the system would take what is left of it by 65,536
        raise OSError(f"cannot listen on {host} port {port}: a port is 0 to 65535")
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
