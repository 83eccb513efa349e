"""The door of the websockets: who may look at a table, and for how long."""

from __future__ import annotations

import contextlib
import logging
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kozyr.club import metrics
from kozyr.club.http.exchange import AGAIN
from kozyr.club.http.house import House
from kozyr.club.live.socket import NO_SESSION, NO_TABLE, NOT_NOW, SocketViewer
from kozyr.store import StoreError

_LOG: Final = logging.getLogger("kozyr.club")


def routes(house: House) -> list[WebSocketRoute]:
    """What this module answers."""

    async def endpoint(socket: WebSocket) -> None:
        await _look(house, socket)

    return [WebSocketRoute("/ws/table/{table}", endpoint)]


async def _look(house: House, socket: WebSocket) -> None:
    """One viewer at one table, until he goes or must go."""
    visitors = house.visitors
    if not visitors.allows(visitors.doors.sockets, socket):
        await socket.send_denial_response(PlainTextResponse("too often\n", 429, AGAIN))
        return
    await socket.accept()
    room, code = None, NO_SESSION
    try:
        account = await visitors.account(socket)
        if account is not None:
            room, code = await house.lobby.room(socket.path_params["table"]), NO_TABLE
    except StoreError as error:
        _LOG.error("%s: %s", socket.url.path, error)
        account, code = None, NOT_NOW
    if account is None or room is None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # he has gone meanwhile
            await socket.close(code)
        return
    viewer, session = SocketViewer(socket, account, house.edge.peer(socket), house.rate), visitors.key(socket)
    eye = room.table.eye(account.id)
    visitors.opened(session, viewer)
    try:
        with metrics.SOCKETS.labels("stranger" if eye is None else eye.role).track_inprogress():
            if await visitors.account(socket) is None:  # it was ended while we looked for the table
                viewer.dismiss(NO_SESSION)
            await viewer.look(room)
    finally:
        visitors.closed(session, viewer)
