"""Deals that are over, over HTTP; a link to a deal opens without a session too, if the table may be watched."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from kozyr.club.budgets import LESSONS, READ, WHYS
from kozyr.club.http.exchange import answer, existing, worked_out
from kozyr.club.http.house import House, Routes
from kozyr.club.postmortems import ReviewGoing
from kozyr.club.reviews import RetryDeal
from kozyr.club.wire import encode
from kozyr.games import Refusal

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
    """The candidates that a bot weighed, worked out anew; for all who may see the deal."""
    account, path = await house.visitors.name(request), request.path_params
    house.visitors.spend(request, WHYS)
    found = await house.history.why(path["table"], account, path["deal"], path["move"])
    return answer(existing(found, "no_such_decision"))


@routes("/api/tables/{table}/deals/{deal:nth}/review", of=READ)
async def review(house: House, request: Request) -> Response:
    """The post-mortem of a deal that is over; for everybody who may see the deal. 202: how far it is, to be asked again."""
    account, path = await house.visitors.name(request), request.path_params
    network, spend = house.edge.peer(request), partial(house.visitors.spend, request, WHYS)
    found = await house.postmortems.ask(path["table"], account, path["deal"], network, spend)
    return answer(found, 202) if isinstance(found, ReviewGoing) else worked_out(found)


@routes("/api/tables/{table}/review", of=READ)
async def match(house: House, request: Request) -> Response:
    """The account of a match so far, from the post-mortems of its deals; for everybody who may see them."""
    account = await house.visitors.name(request)
    found = await house.postmortems.match(request.path_params["table"], account)
    return worked_out(found if found is None or isinstance(found, Refusal) else encode(found))


@routes("/api/tables/{table}/deals/{deal:nth}/retry", "POST", of=LESSONS)
async def retry(house: House, request: Request) -> Response:
    """A deal that is over, played again from one of its moments against bots; for everybody who may see the deal."""
    asked = await house.body(request, RetryDeal)
    account, path = await house.visitors.name(request), request.path_params
    found = await house.postmortems.retry(path["table"], account, path["deal"], asked, house.edge.peer(request))
    return worked_out(found)
