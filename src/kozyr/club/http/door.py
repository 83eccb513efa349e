"""The door of the websockets: which viewers may look at a table, and for how long."""

from __future__ import annotations

import contextlib
import logging
from functools import partial
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kozyr.club import metrics
from kozyr.club.budgets import SOCKETS
from kozyr.club.gate import seconds
from kozyr.club.http.house import House
from kozyr.club.live.far import FarRoom
from kozyr.club.live.room import Room
from kozyr.club.live.socket import BANNED, NO_SESSION, NO_TABLE, NOT_NOW, SocketViewer
from kozyr.club.live.viewer import Whence
from kozyr.club.table.listing import hidden
from kozyr.store import StoreError

_CROWDED: Final = 30.0  # seconds until a visitor whose network has all its sockets tries again
_LOG: Final = logging.getLogger("kozyr.club")


def routes(house: House) -> list[WebSocketRoute]:
    """The routes of this module."""

    async def endpoint(socket: WebSocket) -> None:
        await _look(house, socket)

    return [Door("/ws/table/{table}", endpoint)]


class Door(WebSocketRoute):
    """The route of sockets behind the gate."""

    budget = SOCKETS


async def _look(house: House, socket: WebSocket) -> None:
    """Serve one viewer at one table, until the viewer goes or must go."""
    visitors, network = house.visitors, house.edge.peer(socket)
    gate, member = house.lobby.gate, visitors.member(socket)
    with gate.sockets_of_network.joined(network, member=member) as fits:
        wait = gate.wait(Door.budget, "", network, member=member) if fits else _CROWDED
        if wait:
            again = {"retry-after": str(seconds(wait))}
            await socket.send_denial_response(PlainTextResponse("too often\n", 429, again))
            return
        await house.turnstile.passed()
        await socket.accept()
        room: Room | FarRoom | None = None
        code, why, ends = NO_SESSION, None, visitors.sessions.ends
        try:
            account = await visitors.account(socket)
            if account is None and await visitors.shut_out(socket):
                why = BANNED
            if account is not None:
                code = NO_TABLE
                room = await _found(house, socket.path_params["table"], account.id)
        except StoreError as error:
            _LOG.error("%s: %s", socket.url.path, error)
            account, code = None, NOT_NOW
        with gate.sockets_of_person.joined(None if account is None else account.person) as free:
            whence = Whence(network, socket.headers.get("user-agent", "")[:256])
            if account is not None and room is not None and free:
                await _view(
                    house, socket, SocketViewer(socket, account, whence, house.rate, house.turnstile), room, ends
                )
                return
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the viewer has gone meanwhile
            await socket.close(code if free else NOT_NOW, why)


async def _found(house: House, table: str, account: str) -> Room | FarRoom | None:
    """A table for an account, wherever it is; None: there is none.

    Raises:
        StoreError: the database does not answer.
    """
    room: Room | FarRoom | None = None if house.scale is None else await house.scale.elsewhere(table)
    if room is None:
        room = await house.lobby.room(table)
    return None if isinstance(room, Room) and hidden(room.table, account) else room


async def _view(house: House, socket: WebSocket, viewer: SocketViewer, room: Room | FarRoom, ends: int) -> None:
    """Let a viewer look. ends: how often sessions had ended before this one was asked for."""
    eye = room.table.eye(viewer.account.id) if isinstance(room, Room) else None
    role = "far" if isinstance(room, FarRoom) else "stranger" if eye is None else eye.role
    visitors = house.visitors
    session = visitors.key(socket)
    if house.scale is not None:
        viewer.again = partial(_found, house, socket.path_params["table"], viewer.account.id)
    visitors.sessions.opened(session, viewer)
    try:
        with metrics.SOCKETS.labels(role).track_inprogress():
            # While we looked for the table sessions have ended: this one may be among them.
            if visitors.sessions.ends != ends and await visitors.account(socket) is None:
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await socket.close(NO_SESSION, BANNED if await visitors.shut_out(socket) else None)
                return
            await viewer.look(room, house.lobby.waits.hello)
    finally:
        visitors.sessions.closed(viewer)
