"""Programs over HTTP: an account of somebody's that has a token and plays by it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kozyr.club import answers, wire
from kozyr.club.accounts import nickname
from kozyr.club.http.exchange import Refused, agreeing, answer
from kozyr.club.http.house import House

__all__ = ["routes"]


def routes(house: House) -> list[Route]:
    """What this module answers."""
    return [
        Route("/api/bots", house.route(add), methods=["POST"]),
        Route("/api/bots", house.route(listed)),
        Route("/api/bots/{account}", house.route(end), methods=["DELETE"]),
    ]


async def add(house: House, request: Request) -> Response:
    """A program of this account's, and its token, which is shown once."""
    account, wanted = await house.visitors.person(request), await house.body(request, wire.NewBot)
    house.visitors.limit(house.visitors.doors.requests, request)
    with agreeing():
        name = nickname(wanted.name)
        if not name:
            raise ValueError("a name has at least one letter")
        made, token = await house.accounts.add_program(account, name)
    return answer(answers.NewProgram(made.id, made.nick, made.program, made.created, token), 201)


async def listed(house: House, request: Request) -> Response:
    """The programs of this account whose tokens open something."""
    account = await house.visitors.person(request)
    programs = await house.accounts.programs(account)
    return answer([answers.Program(one.id, one.nick, one.program, one.created) for one in programs])


async def end(house: House, request: Request) -> Response:
    """Take a program's token back, and close its sockets."""
    account = await house.visitors.person(request)
    token = await house.accounts.end_program(account, request.path_params["account"])
    if token is None:
        raise Refused(404, "you have no such program")
    house.visitors.close([token])
    return Response(status_code=204)
