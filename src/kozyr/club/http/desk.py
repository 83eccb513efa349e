"""The director's desk over HTTP: its questions, and its rulings. It needs no account and keeps nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr.arbiter.desk import Case, Heard, hear
from kozyr.arbiter.desk.book import book
from kozyr.arbiter.desk.dropped import Dropped, DroppedFile, dropped
from kozyr.club import metrics, wire
from kozyr.club.budgets import DESK, FILES, LOOK, PROOFS
from kozyr.club.http.exchange import Denied, answer
from kozyr.club.http.house import House, Routes
from kozyr.club.live.queue import TooLong, ready
from kozyr.games.refusal import Refusal, Refused, refusal

routes = Routes()
_LONGEST: Final = 80_000  # bytes of a case, which may have a record in it


A = TypeVar("A")
T = TypeVar("T")


def prepare() -> None:
    """Make the common answers before the first request."""
    _book()


@lru_cache(maxsize=1)
def _book() -> msgspec.Raw:
    return msgspec.Raw(wire.encode(book()))


@routes("/api/rule", of=LOOK)
async def asked(_house: House, _request: Request) -> Response:
    """The questions of each incident, and every law that can be ruled."""
    return answer(_book())


@routes("/api/rule", "POST", of=DESK)
async def ruled(house: House, request: Request) -> Response:
    """The ruling on a case, as `kozyr rule --json` prints it, with the facts that it rests on."""
    case = await house.body(request, Case, _LONGEST)
    if case.deal or case.record or case.story.hands:  # only cards can be searched
        house.visitors.spend(request, PROOFS)
    began = time.perf_counter()
    found = await _worked(house, request, _heard, case)
    metrics.DESK_SECONDS.observe(time.perf_counter() - began)
    metrics.DESK.labels(found.ruling.laws[0]).inc()
    return answer(found)


@routes("/api/rule/file", "POST", of=FILES)
async def brought(house: House, request: Request) -> Response:
    """The contents of a dropped file: the entries of a record, or the cards of boards."""
    return answer(await _worked(house, request, _dropped, await house.body(request, DroppedFile, _LONGEST)))


async def _worked(house: House, request: Request, task: Callable[[A], T | Refusal], given: A) -> T:
    """The result of a task in the other process.

    Raises:
        Denied: nothing, and why; the question that says it is the param `field`.
    """
    try:
        found = await house.worked(request, house.proofs, task, ready(given))
    except TooLong:
        found = refusal("proof_long", field="deal")
    if not isinstance(found, Refusal):
        return found
    raise Denied(400, found)


def _heard(case: Case) -> Heard | Refusal:
    """The ruling on a case, in the other process."""
    try:
        return hear(case)
    except Refused as error:
        return error.refusal


def _dropped(file: DroppedFile) -> Dropped | Refusal:
    try:
        return dropped(file)
    except Refused as error:
        return error.refusal
