"""Kept sheets over HTTP: begin one, look at it and wait for more, write on it, take it home."""

from __future__ import annotations

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import kept, wire
from kozyr.club.budgets import ACTS, REQUESTS, SHEETS
from kozyr.club.http.events import done
from kozyr.club.http.exchange import agreeing, answer, encoded, existing, gone, number_of
from kozyr.club.http.house import House, Routes
from kozyr.club.live.keeping import Sheet
from kozyr.keep import Setup

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
    with house.visitors.waits(request, "many_sheet_pages"):
        found = await house.keeping.follow(sheet, lambda one: one.seq == have, partial(gone, request))
    return await _told(house, sheet, found)


@routes("/api/keep/{sheet}", "POST", of=ACTS)
async def write(house: House, request: Request) -> Response:
    """Write an act; a command's id is written only once."""
    asked = await house.body(request, kept.KeepDo, _LIMIT)
    sheet = request.path_params["sheet"]
    return await _told(house, sheet, await done(house.keeping.do(sheet, asked.id, asked.at, asked.do)))


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
