"""Seeks over HTTP: look for people to play with, hear whether they have come, look no longer."""

from __future__ import annotations

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import bodies
from kozyr.club.accounts import nickname
from kozyr.club.budgets import REQUESTS, SEEKS
from kozyr.club.http.exchange import agreeing, answer, gone, number_of
from kozyr.club.http.house import House, Routes
from kozyr.club.live.seeks import wanted_by

_MOST_SOUGHT: Final = 9  # the most people who may look for one game together

routes = Routes()


@routes("/api/seek", "POST", of=REQUESTS)
async def ask(house: House, request: Request) -> Response:
    """Look for people who want the same game; a sender without a session gets one."""
    house.visitors.no_program(request)
    body = await house.body(request, bodies.NewSeek)
    with agreeing():
        nick, wanted = nickname(body.name), wanted_by(house.lobby, body)
    account, token = await house.visitors.welcome(request, nick)
    house.visitors.spend(request, SEEKS, account.person)
    told = await house.sought.ask(account, wanted, house.edge.peer(request))
    return house.visitors.with_session(request, answer(told, 201), token)


@routes("/api/seek", of=REQUESTS)
async def follow(house: House, request: Request) -> Response:
    """The state of my seek. The answer comes with a change, or after 20 s; `have`: how many waiting people I know of."""
    account = await house.visitors.person(request)
    have = number_of(request, "have", _MOST_SOUGHT) or 0
    return answer(await house.sought.follow(account.id, have, partial(gone, request)))


@routes("/api/seek", "DELETE", of=REQUESTS)
async def withdraw(house: House, request: Request) -> Response:
    """Look no longer."""
    account = await house.visitors.person(request)
    await house.sought.withdraw(account.id)
    return Response(status_code=204)
