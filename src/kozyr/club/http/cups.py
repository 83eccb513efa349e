"""Cups over HTTP: look at one, compose an issue, play the own issue, and the boards of an issue that is over."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr.club.answers import Created
from kozyr.club.budgets import ACTS, REQUESTS
from kozyr.club.event import cup_told
from kozyr.club.event.cup import BOARDS, board_reveal, bound, opened
from kozyr.club.event.cup_told import ComposeIssue, PlayIssue
from kozyr.club.event.tournament import Tournament
from kozyr.club.http.events import done
from kozyr.club.http.exchange import answer, existing, no
from kozyr.club.http.house import House, Routes
from kozyr.club.live.cups import entrant_of

_NONE: Final = "no_such_cup"
_MANY = 10  # candidates that an editor may ask for at once
_LIMIT = 262_144  # bytes: a note on each of a thousand boards

routes = Routes()


async def _cup(house: House, request: Request) -> Tournament:
    found = existing(await house.hall.find(request.path_params["event"]), _NONE).tournament
    if existing(found.cup, _NONE).kind != "cup":
        raise no(404, _NONE)
    return found


async def _told(house: House, at: Tournament, account: str) -> Response:
    now, you = house.clock.now(), entrant_of(at, account)
    progress = {} if you is None else await house.cups.progress(at, you)
    return answer(existing(cup_told.told(at, account, you, progress, now), _NONE))


@routes("/api/cups/{event}", of=REQUESTS)
async def look(house: House, request: Request) -> Response:
    """A cup at this moment, with the sender's part of it."""
    account = await house.visitors.name(request)
    return await _told(house, await _cup(house, request), account)


@routes("/api/cups/{event}/candidates", of=ACTS)
async def candidates(house: House, request: Request) -> Response:
    """Boards with the measure of their interest, for an editor: `?from=1&many=10`."""
    account = await house.visitors.person(request)
    at = await _cup(house, request)
    if not at.edits(account.id):
        raise no(403, "editors_only", "PT-M.3")
    first, many = (request.query_params.get(name, usual) for name, usual in (("from", "1"), ("many", "1")))
    if not all(text.isascii() and text.isdecimal() and len(text) <= 4 for text in (first, many)):
        raise no(400, "no_numbers")
    if not (1 <= int(many) <= _MANY and 1 <= int(first) <= BOARDS + 1 - int(many)):
        raise no(400, "many_boards", many=_MANY, most=BOARDS)
    return answer(await house.cups.candidates(at, int(first), int(many)))


@routes("/api/cups/{event}/compose", "POST", of=ACTS)
async def compose(house: House, request: Request) -> Response:
    """Compose an issue; until it opens a later one takes its place."""
    account, asked = await house.visitors.person(request), await house.body(request, ComposeIssue, _LIMIT)
    at = await _cup(house, request)
    if len(set(asked.boards)) != len(asked.boards):
        raise no(400, "board_twice")
    boards = bound(at, asked.boards, await house.hall.secret(at.setup.id))
    opens = max(asked.opens, house.clock.now())  # filling in a form takes minutes: a time that has passed means now
    what = cup_told.composed(account.id, msgspec.structs.replace(asked, opens=opens), boards)
    found = await done(house.hall.act(at.setup.id, account, asked.id, what))
    return await _told(house, existing(found, _NONE).tournament, account.id)


@routes("/api/cups/{event}/play", "POST", of=ACTS)
async def play(house: House, request: Request) -> Response:
    """The table at which I play an issue: each deal once, whenever I like while the window is open."""
    account, asked = await house.visitors.person(request), await house.body(request, PlayIssue)
    table = await done(house.cup_table(request.path_params["event"], account.id, asked.issue))
    return answer(Created(existing(table, _NONE)))


@routes("/api/cups/{event}/issues/{issue:nth}", of=REQUESTS)
async def boards(house: House, request: Request) -> Response:
    """The boards of an issue with all results, once it can no longer be played."""
    at, issue = await _cup(house, request), request.path_params["issue"]
    if at.cup is None or issue not in set(opened(at, house.clock.now())):
        raise no(404, "issue_sealed", "PT-M.4")
    master = await house.hall.secret(at.setup.id)
    cards = {
        board: board_reveal(at.setup.about.game, at.setup.id, board, master).cards
        for board in at.cup.composed[issue].boards
    }
    return answer(cup_told.boards(at, issue, cards))
