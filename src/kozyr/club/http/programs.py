"""Programs over HTTP: accounts with an owner and a token, which play by it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import answers, bodies
from kozyr.club.accounts import nickname
from kozyr.club.budgets import LOOK, REQUESTS
from kozyr.club.http.exchange import agreeing, answer, existing
from kozyr.club.http.house import House, Routes
from kozyr.games.refusal import Refused

routes = Routes()


@routes("/api/bots", "POST", of=REQUESTS)
async def add(house: House, request: Request) -> Response:
    """A program of this account's, and its token, which is shown once."""
    account, wanted = await house.visitors.person(request), await house.body(request, bodies.NewBot)
    with agreeing():
        name = nickname(wanted.name)
        if not name:
            raise Refused("name_blank")
        name = house.visitors.names.given(name, account.id)
        made, token = await house.accounts.add_program(account, name)
    return answer(answers.NewProgram(made.id, made.nick, made.program, made.created, token), 201)


@routes("/api/bots", of=LOOK)
async def listed(house: House, request: Request) -> Response:
    """The sender's programs with a valid token."""
    account = await house.visitors.person(request)
    programs = await house.accounts.programs(account)
    told = [
        answers.OwnProgram(one.id, one.nick, one.program, one.created, await house.closed("program", one.id))
        for one in programs
    ]
    return answer(told)


@routes("/api/bots/{account}", "DELETE", of=REQUESTS)
async def end(house: House, request: Request) -> Response:
    """Take a program's token back, and close its sockets."""
    account = await house.visitors.person(request)
    token = await house.accounts.end_program(account, request.path_params["account"])
    house.visitors.sessions.end([existing(token, "no_such_program")])
    return Response(status_code=204)
