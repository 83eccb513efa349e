"""The answers for an operator: whether the club can work, and its figures."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import metrics
from kozyr.club.budgets import WATCH
from kozyr.club.http.exchange import AGAIN
from kozyr.club.http.house import House, Routes

routes = Routes()
_FRESH = {"cache-control": "no-store"}


@routes("/health", of=WATCH)
async def health(house: House, _request: Request) -> Response:
    """Whether the club can do its work. Acts that cannot be written down do not happen, so a full disk is no health."""
    return _told((await house.vitals.look()).sick)


@routes("/ready", of=WATCH)
async def ready(house: House, _request: Request) -> Response:
    """Whether more visitors may be sent here."""
    short = (await house.vitals.look()).short
    return _told(short or (None if house.scale is None else house.scale.short))


def _told(why_not: str | None) -> Response:
    if why_not is None:
        return PlainTextResponse("ok", headers=_FRESH)
    return PlainTextResponse(f"{why_not}\n", 503, _FRESH | AGAIN)


@routes("/metrics", of=WATCH)
async def figures(house: House, request: Request) -> Response:
    """Figures for Prometheus; to everybody else there is no such page."""
    if not house.edge.may_watch(request):
        return PlainTextResponse("Not Found", 404)
    rooms = house.lobby.in_memory()
    metrics.TABLES.set(len(rooms))
    metrics.FROZEN.set(sum(room.frozen for room in rooms))
    free = house.vitals.disk_free()
    metrics.DISK_FREE.set(float("nan") if free is None else free)
    metrics.DATABASE.set(house.vitals.database_bytes())
    return Response(metrics.page(), headers={"content-type": metrics.CONTENT, **_FRESH})
