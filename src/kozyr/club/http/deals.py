"""Deals that are over, over HTTP; a link to one opens without a session too, if the table may be watched."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kozyr.club.budgets import READ, WHYS
from kozyr.club.http.exchange import answer, existing
from kozyr.club.http.house import House, Routes

routes = Routes()


@routes("/api/tables/{table}/deals/{deal:nth}", of=READ)
async def shown(house: House, request: Request) -> Response:
    """A deal that is over, to be shown card by card."""
    account, path = await house.visitors.name(request), request.path_params
    found = await house.history.deal(path["table"], account, path["deal"])
    return answer(existing(found, "no_such_deal"))


@routes("/api/tables/{table}/deals/{deal:nth}/analysis", of=READ)
async def analysis(house: House, request: Request) -> Response:
    """The analysis of a deal with open cards, in a game that has one."""
    account, path = await house.visitors.name(request), request.path_params
    found = await house.history.analysis(path["table"], account, path["deal"], house.edge.peer(request))
    return answer(existing(found, "no_such_table_of_tricks"))


@routes("/api/tables/{table}/deals/{deal:nth}/why/{move:nth}", of=READ)
async def why(house: House, request: Request) -> Response:
    """The candidates that a bot weighed, worked out anew; for everybody who may see the deal."""
    account, path = await house.visitors.name(request), request.path_params
    house.visitors.spend(request, WHYS)
    found = await house.history.why(path["table"], account, path["deal"], path["move"])
    return answer(existing(found, "no_such_decision"))
