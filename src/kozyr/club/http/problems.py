"""Problems over HTTP: which there are, and where one stands after these choices. Nothing is kept.

Only one's own problems need an account.
"""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import wire
from kozyr.club.budgets import LESSONS, LOOK
from kozyr.club.http.exchange import answer, worked_out
from kozyr.club.http.house import House, Routes
from kozyr.club.live.queue import ready
from kozyr.club.mine import MOST
from kozyr.club.own import own_problems, place
from kozyr.club.problems import TakeProblem, listed, taken
from kozyr.club.reviews import EDITION
from kozyr.games.refusal import refusal

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
    where = place(asked.problem)
    if where is not None:
        account = await house.visitors.somebody(request)
        own = await house.postmortems.own(account.id, where, asked, house.edge.peer(request))
        found = own or refusal("no_problem", problem=asked.problem, game=asked.game)
    else:
        found = await house.worked(request, house.lessons, taken, ready(asked))
    return worked_out(found)


@routes("/api/problems/own", of=LOOK, cost=4)
async def own(house: House, request: Request) -> Response:
    """The sender's own problems: the dearest decisions of the sender's deals that have a post-mortem."""
    account = await house.visitors.somebody(request)
    return answer(own_problems(await house.store.reviews.briefs(account.id, EDITION, MOST)))
