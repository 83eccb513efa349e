"""What an operator asks for: whether the club lives, and its figures."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import metrics
from kozyr.club.http.house import House, Routes

routes = Routes()


@routes("/health")
async def health(_house: House, _request: Request) -> Response:
    """Alive."""
    return PlainTextResponse("ok")


@routes("/metrics")
async def figures(house: House, request: Request) -> Response:
    """Figures for Prometheus; to everybody else there is no such page."""
    if not house.edge.may_watch(request):
        return PlainTextResponse("Not Found", 404)
    return Response(metrics.page(), headers={"content-type": metrics.CONTENT, "cache-control": "no-store"})
