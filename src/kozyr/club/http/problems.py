"""Problems over HTTP: which there are, and where one stands after these choices. They need no account and keep nothing."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import wire
from kozyr.club.budgets import LESSONS, LOOK
from kozyr.club.http.exchange import Denied, answer, encoded
from kozyr.club.http.house import House, Routes
from kozyr.club.live.queue import ready
from kozyr.club.problems import TakeProblem, listed, taken
from kozyr.games import Refusal

routes = Routes()


def prepare() -> None:
    """Read the problems before the first request."""
    listed()


@routes("/api/problems", of=LOOK)
async def every(_house: House, _request: Request) -> Response:
    """The problems of every game, theme by theme."""
    return answer(msgspec.Raw(wire.encode(listed())))


@routes("/api/problems", "POST", of=LESSONS)
async def stands(house: House, request: Request) -> Response:
    """The state of a problem after these choices, and the refutation of the last of them."""
    asked = await house.body(request, TakeProblem)
    found = await house.worked(request, house.lessons, taken, ready(asked))
    if isinstance(found, Refusal):
        raise Denied(404 if found.code == "no_problem" else 400, found)
    return encoded(found)
