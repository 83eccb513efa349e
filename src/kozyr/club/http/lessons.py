"""Lessons over HTTP: which there are, and where one stands after the learner's choices. They need no account and keep nothing."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import wire
from kozyr.club.budgets import LESSONS, LOOK
from kozyr.club.http.exchange import answer, worked_out
from kozyr.club.http.house import House, Routes
from kozyr.club.lessons import TakeLesson, listed, taken
from kozyr.club.live.queue import ready

routes = Routes()


def prepare() -> None:
    """Read the lessons before the first request."""
    listed()


@routes("/api/lessons", of=LOOK)
async def every(house: House, _request: Request) -> Response:
    """Every lesson, in the order in which a game is learnt. Whoever reads the list takes one next."""
    house.lessons.begin()
    return answer(msgspec.Raw(wire.encode(listed())))


@routes("/api/lessons", "POST", of=LESSONS)
async def stands(house: House, request: Request) -> Response:
    """The state of a lesson after these choices, and the verdict on the last of them."""
    asked = await house.body(request, TakeLesson)
    # Choices decide the answer. A learner who leaves his lesson does not end the process in which the others' are judged.
    key = (asked.game, asked.lesson, *map(bytes, asked.choices))
    return worked_out(await house.worked(request, house.lessons, taken, ready(asked), key))
