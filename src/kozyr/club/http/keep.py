"""Kept sheets over HTTP: begin one, look at it and wait for more, write on it, take it home."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import kept, wire
from kozyr.club.budgets import ACTS, REQUESTS, SHEETS
from kozyr.club.http.exchange import Denied, agreeing, answer, encoded, existing, gone, no, number_of, too_often
from kozyr.club.http.house import House, Routes
from kozyr.club.live.keeping import Sheet
from kozyr.games.refusal import Refused
from kozyr.keep import Setup
from kozyr.store import Stale

_LIMIT: Final = 4096  # bytes of an act
_NONE: Final = "no_sheet"

routes = Routes()


@routes("/api/keep", "POST", of=SHEETS)
async def create(house: House, request: Request) -> Response:
    """Begin a sheet."""
    setup = await house.body(request, Setup)
    with agreeing():
        made = await house.keeping.create(setup)
    return answer(kept.KeptMade(made), 201)


@routes("/api/keep/{sheet}", of=REQUESTS)
async def look(house: House, request: Request) -> Response:
    """A sheet; with `have`: as soon as it has more entries than these, or after 20 s."""
    sheet, have = request.path_params["sheet"], number_of(request, "have")
    if have is None:
        return await _told(house, sheet, await house.keeping.find(sheet))
    with house.visitors.waits(request) as fits:
        if not fits:
            raise too_often(20, "many_sheet_pages")
        return await _told(house, sheet, await house.keeping.follow(sheet, have, partial(gone, request)))


@routes("/api/keep/{sheet}", "POST", of=ACTS)
async def write(house: House, request: Request) -> Response:
    """Write an act; a command's id is written only once."""
    asked = await house.body(request, kept.KeepDo, _LIMIT)
    sheet = request.path_params["sheet"]
    try:
        return await _told(house, sheet, await house.keeping.do(sheet, asked.id, asked.at, asked.do))
    except msgspec.MsgspecError as error:
        raise no(400, "unreadable", text=error) from None
    except Refused as error:
        raise Denied(409, error.refusal) from None
    except Stale:
        raise no(409, "stale") from None


@routes("/api/keep/{sheet}/score.jsonl", of=REQUESTS)
async def taken(house: House, request: Request) -> Response:
    """A sheet as a file that `kozyr score` reads."""
    sheet = request.path_params["sheet"]
    found = existing(await house.keeping.find(sheet), _NONE)
    now = found.kept
    text = await house.keeping.answer(sheet, found, "score", lambda: now.jsonl().encode())
    headers = {"content-disposition": 'attachment; filename="pulka.jsonl"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


async def _told(house: House, sheet: str, found: Sheet | None) -> Response:
    there = existing(found, _NONE)
    now, created = there.kept, there.created
    told = await house.keeping.answer(sheet, there, "sheet", lambda: wire.encode(kept.told(sheet, now, created)))
    return encoded(told)
