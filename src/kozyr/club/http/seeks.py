"""Seeks over HTTP: look for people to play with, hear whether they have come, look no longer."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import wire
from kozyr.club.accounts import nickname
from kozyr.club.budgets import REQUESTS, SEEKS
from kozyr.club.http.exchange import Refused, agreeing, answer, gone
from kozyr.club.http.house import House, Routes
from kozyr.club.live.seeks import Full, wanted_by

routes = Routes()


@routes("/api/seek", "POST", of=REQUESTS)
async def ask(house: House, request: Request) -> Response:
    """Look for people who would play the same; an asker without a session gets one."""
    house.visitors.no_program(request)
    body = await house.body(request, wire.NewSeek)
    with agreeing():
        nick, wanted = nickname(body.name), wanted_by(house.lobby, body)
    account, token = await house.visitors.welcome(request, nick)
    house.visitors.spend(request, SEEKS, account.person)
    try:
        told = await house.seeks.ask(account, wanted, house.edge.peer(request))
    except Full as error:
        raise Refused(503, str(error), code="busy") from None
    return house.visitors.with_session(request, answer(told, 201), token)


@routes("/api/seek", of=REQUESTS)
async def follow(house: House, request: Request) -> Response:
    """The state of my seek. The answer comes with a change, or after 20 s; `have`: how many waiting people I know of."""
    account = await house.visitors.person(request)
    text = request.query_params.get("have", "0")
    if not text.isascii() or not text.isdecimal() or len(text) > 1:
        raise Refused(400, f"have is a digit, not {text[:20]!r}")
    return answer(await house.seeks.follow(account.id, int(text), partial(gone, request)))


@routes("/api/seek", "DELETE", of=REQUESTS)
async def withdraw(house: House, request: Request) -> Response:
    """Look no longer."""
    account = await house.visitors.person(request)
    house.seeks.withdraw(account.id)
    return Response(status_code=204)
