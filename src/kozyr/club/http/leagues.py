"""Leagues over HTTP: found one, look at it and wait for more, act in it; its bulletin as a feed."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr.club.answers import Made
from kozyr.club.budgets import ACTS, EVENTS, REQUESTS
from kozyr.club.http import exchange
from kozyr.club.http.events import done
from kozyr.club.http.house import House, Routes
from kozyr.club.league import told
from kozyr.club.league.feed import atom
from kozyr.club.league.told import LeagueDo, ListedLeague, NewLeague
from kozyr.club.live.leagues import Standing
from kozyr.words import Language

_NONE: Final = "no_league"
_PAGE: Final = 20

routes = Routes()


@routes("/api/leagues", of=REQUESTS)
async def listed(house: House, request: Request) -> Response:
    """A page of the leagues, the newest first."""
    rows, more = exchange.paged(
        request, await house.store.lists.leagues((exchange.page_of(request) - 1) * _PAGE, _PAGE + 1), _PAGE
    )
    return exchange.answer([ListedLeague(row.id, row.name, row.created) for row in rows], more=more)


@routes("/api/leagues", "POST", of=EVENTS)
async def found(house: House, request: Request) -> Response:
    """Found a league; the founder needs a login."""
    account, wanted = await house.visitors.person(request), await house.body(request, NewLeague)
    exchange.with_login(account, "league_founder")
    return exchange.answer(Made(await house.leagues.found(account, wanted)), 201)


@routes("/api/leagues/{league}", of=REQUESTS)
async def look(house: House, request: Request) -> Response:
    """A league; with `have`: as soon as it has more entries than these, or after 20 s."""
    account, league = await house.visitors.name(request), request.path_params["league"]
    have = exchange.number_of(request, "have")
    if have is None:
        return _told(house, await house.leagues.find(league), account)
    with house.visitors.waits(request, "many_league_pages"):
        found = await house.leagues.follow(league, lambda one: one.seq == have, partial(exchange.gone, request))
    return _told(house, found, account)


@routes("/api/leagues/{league}", "POST", of=ACTS)
async def do(house: House, request: Request) -> Response:
    """Do an allowed act, once for each id. A new member needs a login."""
    account, asked = await house.visitors.person(request), await house.body(request, LeagueDo)
    exchange.with_login(account, "league_login", "PT-L.4")
    found = exchange.existing(await house.leagues.find(request.path_params["league"]), _NONE)
    if not found.league.steward(account.id):
        house.visitors.spend_entry(request, account, found.league.setup.id)
    with exchange.agreeing():
        at = await done(house.leagues.do(request.path_params["league"], account, asked.id, asked.wish))
    return _told(house, at, account.id)


@routes("/api/leagues/{league}/feed.atom", of=REQUESTS)
async def feed(house: House, request: Request) -> Response:
    """The bulletin as a feed to subscribe to; `lang`."""
    at = exchange.existing(await house.leagues.find(request.path_params["league"]), _NONE).league
    with exchange.agreeing():
        language = msgspec.convert(request.query_params.get("lang", "ru"), Language)
    page = house.edge.link(request, f"/league/{at.setup.id}")
    itself = house.edge.link(request, f"/api/leagues/{at.setup.id}/feed.atom?lang={language}")
    text = atom(at, language, page, itself)
    return Response(text, media_type="application/atom+xml", headers={"cache-control": "public, max-age=300"})


def _told(house: House, found: Standing | None, account: str) -> Response:
    return exchange.answer(told.told(exchange.existing(found, _NONE).league, account, house.store.log.names))
