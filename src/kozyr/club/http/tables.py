"""Tables over HTTP: set up, listed, looked at from outside, taken home as a record."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kozyr import notation
from kozyr.club import answers, wire
from kozyr.club.accounts import nickname
from kozyr.club.files import DealsFile, FoundDeals
from kozyr.club.http.exchange import Refused, agreeing, answer
from kozyr.club.http.house import House
from kozyr.club.table.customs import customs, look
from kozyr.deals import Reveal

__all__ = ["routes"]

_FILE_LIMIT: Final = 1_048_576  # a body with a file of deals in it, whose text the wire limits further


def routes(house: House) -> list[Route]:
    """What this module answers."""
    files = _Files(house)
    return [
        Route("/api/boards", files.look, methods=["POST"]),
        Route("/api/tables", files.create, methods=["POST"]),
        Route("/api/tables", house.route(mine)),
        Route("/api/lobby", house.route(public)),
        Route("/api/tables/{table}", house.route(about)),
        Route("/api/tables/{table}/record", house.route(record)),
        Route("/api/tables/{table}/fair", house.route(fair)),
        Route("/api/tables/{table}/qr.svg", house.route(qr)),
    ]


class _Files:
    """Routes that read files of deals, one at a time, since the longest take seconds."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._reading = asyncio.Lock()

    async def create(self, request: Request) -> Response:
        """Set up a table; who has no session gets one."""
        house = self._house
        wanted = await house.body(request, wire.NewTable, _FILE_LIMIT)
        with agreeing():
            nick = nickname(wanted.name)
            read = customs(wanted.game).read_deals
            found = None if wanted.file is None else await self._read(request, wanted.file, read)
            deals = None if found is None else found.checked().deals
            house.lobby.check(wanted, deals)
        house.visitors.limit(house.visitors.doors.requests, request)
        account, token = await house.visitors.welcome(request, nick)
        table = await house.lobby.create(account, wanted, deals)
        made = answers.Created(table, msgspec.UNSET if found is None else _told(found))
        return house.visitors.with_session(request, answer(made, 201), token)

    async def look(self, request: Request) -> Response:
        """What a file of deals has, for who is about to bring it: its boards without their cards, and what is wrong."""
        file = await self._house.body(request, DealsFile, _FILE_LIMIT)
        return answer(_told(await self._read(request, file, look)))

    async def _read(self, request: Request, file: DealsFile, read: Callable[[DealsFile], FoundDeals]) -> FoundDeals:
        """The deals of a file.

        Raises:
            Refused: too often. ValueError: none can be played.
        """
        self._house.visitors.limit(self._house.visitors.doors.files, request)
        async with self._reading:
            return await asyncio.to_thread(read, file)


def _told(found: FoundDeals) -> answers.FileTold:
    """What a file has, for who brings it: nothing of the cards."""
    return answers.FileTold(
        name=found.deals.name,
        boards=tuple(answers.BoardTold(*told.split(":")) for told in found.deals.boards),
        left_out=found.left_out,
        more=found.more,
        changes=found.changes,
    )


async def mine(house: House, request: Request) -> Response:
    """The tables at which this session sits."""
    account = await house.visitors.account(request)
    return answer(await house.lobby.tables(account.id) if account is not None else [])


async def public(house: House, _request: Request) -> Response:
    """Public tables at which one may sit down, or watch."""
    return answer(await house.lobby.open_tables())


async def about(house: House, request: Request) -> Response:
    """A table as an invited person sees it before he sits down."""
    found = await house.lobby.about(request.path_params["table"], await house.visitors.name(request))
    if found is None:
        raise Refused(404, "there is no such table")
    return answer(found)


async def record(house: House, request: Request) -> Response:
    """What has been played, as `.kz`."""
    account, table = await house.visitors.name(request), request.path_params["table"]
    found = await house.history.record(table, account)
    if found is None:
        raise Refused(404, "there is no such table, or no seat of yours at it")
    if request.query_params.get("fair") == "1":
        proofs = await _proofs(house, table, account) or ()
        found = msgspec.structs.replace(
            found, tags=(*found.tags, ("Table", table), *(notation.fair_tag(proof) for proof in proofs))
        )
    headers = {"content-disposition": f'attachment; filename="{table}.kz"', "cache-control": "no-store"}
    return PlainTextResponse(notation.format(found), headers=headers)


async def fair(house: House, request: Request) -> Response:
    """How the cards were dealt, so that anybody can deal them again."""
    proofs = await _proofs(house, request.path_params["table"], await house.visitors.name(request))
    if proofs is None:
        raise Refused(404, "there is no such table, or you may not look at it")
    return answer(proofs)


async def _proofs(house: House, table: str, account: str) -> tuple[Reveal, ...] | None:
    """The reveals of all deals that are over, for who may look at their table."""
    room = await house.lobby.room(table) if account else None
    return None if room is None or room.table.eye(account) is None else room.table.cut.proofs


async def qr(house: House, request: Request) -> Response:
    """The invitation to a table, for a phone's camera."""
    table = request.path_params["table"]
    if await house.store.log.table(table) is None:
        raise Refused(404, "there is no such table")
    drawn = await asyncio.to_thread(_qr, house.edge.link(request, f"/table/{table}"))  # 8 ms
    return Response(drawn, headers={"cache-control": "no-store"}, media_type="image/svg+xml")


@lru_cache(maxsize=256)
def _qr(link: str) -> bytes:
    """A link as a QR code in SVG, with attributes only: the page's policy allows no styles."""
    drawn = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, svgclass=None, lineclass=None, light="#fff", omitsize=True)
    return drawn.getvalue()
