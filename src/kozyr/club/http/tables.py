"""Tables over HTTP: set up, listed, looked at from outside, taken home as a record."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import answers, bodies
from kozyr.club.accounts import nickname
from kozyr.club.budgets import FILES, LOOK, PUBLIC, READ, REQUESTS, TABLES
from kozyr.club.files import DealsFile, FoundDeals
from kozyr.club.http.codes import drawn
from kozyr.club.http.edge import bearer
from kozyr.club.http.exchange import PAGE, agreeing, answer, existing, no, page_of, paged
from kozyr.club.http.house import House, Routes
from kozyr.club.live.lists import OPEN
from kozyr.club.live.queue import ready
from kozyr.club.table.customs import customs, look
from kozyr.club.table.listing import hidden, summary

_FILE_LIMIT: Final = 1_048_576  # of a body with a file of deals; the wire limits its text further
_NONE: Final = "not_invited_here"
_ID: Final = re.compile(r"[\w-]{1,64}", re.ASCII)  # as the page reads the names of tables


routes = Routes()


@routes("/api/tables", "POST", of=REQUESTS)
async def create(house: House, request: Request) -> Response:
    """Set up a table; an asker without a session gets one."""
    wanted = await house.body(request, bodies.NewTable, _FILE_LIMIT)
    with agreeing():
        nick = nickname(wanted.name)
        customs(wanted.game)
        if wanted.file is not None:
            house.visitors.spend(request, FILES)
        found = None if wanted.file is None else await _read(house, request, wanted.file, wanted.game)
        deals = None if found is None else found.checked().deals
        house.lobby.check(wanted, deals, program=bearer(request.headers) is not None)
    account, token = await house.visitors.welcome(request, nick)
    house.visitors.spend(request, TABLES, account.person)
    if wanted.public:
        if await house.lobby.lists.gathering(account) >= OPEN:
            raise no(429, "gathering", tables=OPEN)
        house.visitors.spend(request, PUBLIC, account.person)
    table = await house.lobby.create(account, wanted, deals)
    made = answers.Created(table, msgspec.UNSET if found is None else _told(found))
    return house.visitors.with_session(request, answer(made, 201), token)


@routes("/api/boards", "POST", of=FILES)
async def boards(house: House, request: Request) -> Response:
    """The contents of a file of deals, before it is brought: its boards without their cards, and its faults."""
    file = await house.body(request, DealsFile, _FILE_LIMIT)
    return answer(_told(await _read(house, request, file, None)))


async def _read(house: House, request: Request, file: DealsFile, game: str | None) -> FoundDeals:
    """The deals of a file, read in another process: the longest take seconds. game: of which they are to be; None: of any.

    Raises:
        ValueError: none can be played.
    """
    return await house.worked(request, house.press, _found, ready((file, game)))


def _found(asked: tuple[DealsFile, str | None]) -> FoundDeals:
    file, game = asked
    return look(file) if game is None else customs(game).read_deals(file)


def _told(found: FoundDeals) -> answers.FileTold:
    """The contents of a file for its bringer: nothing of the cards."""
    return answers.FileTold(
        name=found.deals.name,
        boards=tuple(answers.BoardTold(*told.split(":")) for told in found.deals.boards),
        left_out=found.left_out,
        more=found.more,
        changes=found.changes,
    )


@routes("/api/tables", of=LOOK)
async def mine(house: House, request: Request) -> Response:
    """The tables at which this session sits, those that are over last, a page of them."""
    account = await house.visitors.account(request)
    skip = (page_of(request) - 1) * PAGE
    if account is None:
        return answer([])
    rows, more = paged(request, await house.lobby.lists.tables(account.id, skip, PAGE + 1))
    return answer(await house.history.to_move(account.id, rows), more=more)


@routes("/api/lobby", of=LOOK)
async def public(house: House, request: Request) -> Response:
    """The lists of the lobby: public tables with free chairs or to watch, tables that wait for the reader, seeks, people here."""
    account = await house.visitors.account(request)  # a reader is here
    lists = msgspec.structs.replace(
        house.lobby.lists.lobby(),
        seeks=house.sought.listed(),
        here=house.visitors.presence.told(),
        invited=() if account is None else await house.lobby.lists.invitations(account.id),
        members=await house.census.members(),
    )
    return answer(lists)


@routes("/api/finished", of=REQUESTS)
async def finished(house: House, request: Request) -> Response:
    """Public matches that are over and may be looked at, the newest first, a page of them."""
    rows, more = paged(request, await house.lobby.lists.over((page_of(request) - 1) * PAGE, PAGE + 1))
    return answer(rows, more=more)


@routes("/api/tables/{table}", of=LOOK)
async def about(house: House, request: Request) -> Response:
    """A table as an invited person sees it before sitting down."""
    account = await house.visitors.name(request)
    found = await house.history.table(request.path_params["table"])
    table, created = existing(None if found is None or hidden(found[0], account) else found, _NONE)
    seen = msgspec.structs.asdict(summary(table))
    you = "stranger" if table.chair(account) is None else "player"
    more = {"created": created, "conventions": table.card.values, "you": you}
    return answer(msgspec.convert(seen | more, answers.About))


@routes("/api/tables/{table}/record", of=READ)
async def record(house: House, request: Request) -> Response:
    """The record of the match, as `.kz`."""
    account, table = await house.visitors.name(request), request.path_params["table"]
    found = await house.history.record(table, account, fair=request.query_params.get("fair") == "1")
    text = existing(found, "no_seat_of_yours")
    headers = {"content-disposition": f'attachment; filename="{table}.kz"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


@routes("/api/tables/{table}/fair", of=READ)
async def fair(house: House, request: Request) -> Response:
    """The proofs of the deals, with which any reader can deal them again."""
    proofs = await house.history.proofs(request.path_params["table"], await house.visitors.name(request))
    return answer(existing(proofs, "not_to_be_seen"))


@routes("/api/tables/{table}/qr.svg", of=LOOK, cost=4)
async def qr(house: House, request: Request) -> Response:
    """The invitation to a table, for a phone's camera: drawn for any name, so that it tells of no table that there is one."""
    table = request.path_params["table"]
    existing(_ID.fullmatch(table), _NONE)
    return await drawn(house, request, f"/table/{table}")
