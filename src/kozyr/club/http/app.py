"""The club as an ASGI application: its routes and its edge. docs/protocol.md has the wire."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import shapes
from kozyr.club.accounts import LoginError
from kozyr.club.clock import CHANCE, CLOCK, Chance, Clock
from kozyr.club.http import (
    accounts,
    cups,
    days,
    deals,
    desk,
    door,
    events,
    games,
    health,
    keep,
    leagues,
    lessons,
    operator,
    page,
    people,
    players,
    problems,
    programs,
    ratings,
    seeks,
    tables,
)
from kozyr.club.http.edge import Edge, Guard
from kozyr.club.http.exchange import Denied, no, refused
from kozyr.club.http.house import House
from kozyr.club.likeness import Improper
from kozyr.club.limits import Limit
from kozyr.club.live.queue import Busy, TooLong
from kozyr.club.live.shelf import Frozen
from kozyr.club.live.tempo import PAUSE
from kozyr.club.live.waits import Waits
from kozyr.club.postmortems import BEHIND
from kozyr.store import Store, StoreError

_OFTEN: Final = 429
# How many refusals one network gets at once, the seconds until they come back, and for how many seconds each further
# one is held. A flood that asks again at every answer comes down to a few requests a second, and leaves the processor
# to the tables.
_REFUSALS: Final = (200, 5.0)
_HELD: Final = 0.5
_DIGITS: Final = 9  # of a number in a path


class _Nth(Convertor[int]):
    """A number in a path, of no more digits than any number of ours has: Python refuses to read very long ones."""

    regex = "[0-9]+"

    def convert(self, value: str) -> int:
        if len(value) > _DIGITS:
            raise no(HTTPStatus.BAD_REQUEST, "many_digits", most=_DIGITS, digits=len(value))
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("nth", _Nth())


def _prepare() -> None:
    """Do the long preparations before the first request, in one thread, while no other thread decodes."""
    games.prepare()
    desk.prepare()
    lessons.prepare()
    problems.prepare()
    shapes.learn()


def make_app(
    db: Store | str | Path,
    *,
    pause: float = PAUSE,
    rate: float = 15.0,
    many: float = 1.0,
    executor: Executor | None = None,
    web: Path = page.WEB,
    public_url: str | None = None,
    metrics_token: str | None = None,
    waits: Waits | None = None,
    clock: Clock = CLOCK,
    chance: Chance = CHANCE,
    body_seconds: float = 10.0,
    behind: int = BEHIND,
    nats: str | None = None,
) -> Starlette:
    """The club as an ASGI application.

    db: a store, or a path or URL to open as one. pause: the average seconds of a bot's card. rate: messages a second
    that one socket may send in the long run. many: the factor of each account's allowances. executor: for the bots'
    thinking; None: own processes. web: the client. public_url, metrics_token: see `Edge`. waits: the waiting times of
    tables. chance: the source of new tables. body_seconds: how long the body of a request may take to come. behind: how many
    deals that are over may wait for a post-mortem that nobody has asked for. nats: see `House`.

    Raises:
        ValueError: the public URL is none.
    """
    edge = Edge(public_url, metrics_token)
    house = House(
        db,
        edge,
        clock,
        chance,
        pause=pause,
        rate=rate,
        many=many,
        executor=executor,
        waits=waits,
        body_seconds=body_seconds,
        behind=behind,
        nats=nats,
    )
    nouns = (
        health,
        games,
        accounts,
        players,
        people,
        programs,
        tables,
        seeks,
        keep,
        events,
        cups,
        days,
        leagues,
        deals,
        desk,
        lessons,
        problems,
        ratings,
        operator,
    )

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(_prepare)
        async with house.life(app):
            yield

    refusals = Limit("refusals", *_REFUSALS, time.monotonic)

    async def answered(request: Request, error: Exception) -> Response:
        made = await refused(request, error)
        network = edge.peer(request)
        if made.status_code == _OFTEN and network is not None and not refusals.allows(network):
            await asyncio.sleep(_HELD)
        return made

    app = Starlette(
        routes=[
            *(one for noun in nouns for one in noun.routes.of(house)),
            *door.routes(house),
            *page.routes(house, web),
        ],
        middleware=[Middleware(Guard, edge=edge)],
        exception_handlers=dict.fromkeys((Denied, LoginError, Improper, Busy, TooLong, Frozen, StoreError), answered),
        lifespan=life,
    )
    app.state.club = house
    return app
