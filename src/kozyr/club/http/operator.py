"""The page of operators over HTTP, for accounts named by `kozyr admin operator`; all others get "not found".

Every act is one of `kozyr admin`, goes through the same code and is noted in the audit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import answers, bodies
from kozyr.club.budgets import REQUESTS
from kozyr.club.http.exchange import Denied, answer, existing, no, page_of, paged
from kozyr.club.http.house import House, Routes
from kozyr.club.operator import Operator, Reports, Wrong, act
from kozyr.club.things import Thing, at
from kozyr.store import Account, Closure
from kozyr.store.rulings import SeenTable, shown

_PAGE: Final = 25  # rows in one answer
_REPORTS: Final = 15  # targets of reports in one answer
_SAID: Final = 10  # reports of one target in one answer
_LONGEST: Final = 64  # characters of a searched text
_ADDRESS: Final = 200  # characters of an address of a page

routes = Routes()


@routes("/api/operator/tables", of=REQUESTS)
async def tables(house: House, request: Request) -> Response:
    """Tables, the newest first, a page of them."""
    await _operator(house, request)
    rows, more = paged(request, await house.store.rulings.tables(*_span(request)), _PAGE)
    return answer([_table(one, house.store.log.names) for one in rows], more=more)


@routes("/api/operator/closed", of=REQUESTS)
async def closed(house: House, request: Request) -> Response:
    """A page of the closed things, the latest first."""
    account = await _operator(house, request)
    rows, more = paged(request, await _desk(house, account).closures(*_span(request)), _PAGE)
    return answer([_told(*one) for one in rows], more=more)


@routes("/api/operator/thing", of=REQUESTS)
async def look(house: House, request: Request) -> Response:
    """The thing of this id or page address, and whether it is closed: `?text=`."""
    account = await _operator(house, request)
    try:
        found = await _desk(house, account).look(_text(request, _ADDRESS))
    except Wrong as error:
        raise Denied(404, error.refusal) from None
    return answer(_told(*found))


@routes("/api/operator/rulings", of=REQUESTS)
async def ruled(house: House, request: Request) -> Response:
    """A page of the rulings in force, the newest first."""
    await _operator(house, request)
    found = await house.store.rulings.rulings(house.clock.now(), *_span(request))
    rows, more = paged(request, found, _PAGE)
    told = [
        answers.OperatorRuling(one.kind, one.subject, await _nick(house, one.subject), one.ts, one.until, one.why)
        for one in rows
    ]
    return answer(told, more=more)


@routes("/api/operator/audit", of=REQUESTS)
async def audit(house: House, request: Request) -> Response:
    """A page of the audit, the newest first."""
    await _operator(house, request)
    rows, more = paged(request, await house.store.rulings.audited(*_span(request)), _PAGE)
    return answer([answers.OperatorDone(one.ts, one.who, one.what, one.subject, one.why) for one in rows], more=more)


@routes("/api/operator/reports", of=REQUESTS)
async def reports(house: House, request: Request) -> Response:
    """A page of the open reports, a row for each target and reason; `?all=1`: the settled ones, too."""
    account = await _operator(house, request)
    every = request.query_params.get("all") == "1"
    found = await Reports(house.store, _name(account)).waiting(*_span(request, _REPORTS), every=every)
    rows, more = paged(request, found, _REPORTS)
    return answer(rows, more=more)


@routes("/api/operator/reports/{report:nth}", of=REQUESTS)
async def said(house: House, request: Request) -> Response:
    """A page of the single reports on the target of this report, the newest first."""
    account = await _operator(house, request)
    found = await Reports(house.store, _name(account)).said(request.path_params["report"], *_span(request, _SAID))
    rows, more = paged(request, found, _SAID)
    return answer(rows, more=more)


@routes("/api/operator/record", of=REQUESTS)
async def record(house: House, request: Request) -> Response:
    """The record up to a call of the arbiter whose ruling is reported: `?table=…&call=57`. The audit notes the reading."""
    account = await _operator(house, request)
    table, call = request.query_params.get("table", "")[:_LONGEST], request.query_params.get("call", "")
    found = await house.history.ruled(table, int(call)) if re.fullmatch("[0-9]{1,9}", call) else None
    text = existing(found, "no_such_call")
    await house.store.rulings.read(_name(account), "record", table)
    return PlainTextResponse(text, headers={"cache-control": "no-store"})


@routes("/api/operator/who", of=REQUESTS)
async def who(house: House, request: Request) -> Response:
    """The accounts of this id, login or name, a page of them: `?text=`."""
    await _operator(house, request)
    found = await house.store.rulings.find(_text(request, _LONGEST), *_span(request))
    rows, more = paged(request, found, _PAGE)
    told = [answers.OperatorPerson(one.id, one.nick, one.login, one.program, one.created) for one in rows]
    return answer(told, more=more)


@routes("/api/operator", "POST", of=REQUESTS)
async def done(house: House, request: Request) -> Response:
    """Do something; the club keeps to it at once."""
    account = await _operator(house, request)
    wanted = await house.body(request, bodies.OperatorAct)
    given = {name: str(value) for name, value in msgspec.structs.asdict(wanted).items()}
    try:
        lines = await act(house.store, house.clock.now(), _name(account), wanted.what, given)
    except Wrong as error:
        raise Denied(400, error.refusal) from None
    await house.look_at_rulings()
    house.ruled()
    return answer(answers.OperatorSaid(tuple(lines)))


async def _operator(house: House, request: Request) -> Account:
    """The operator who asks.

    Raises:
        Denied: the visitor is no operator, and is told that there is no such page.
    """
    account = await house.visitors.account(request)
    known = account is not None and account.program is None and await house.store.rulings.is_operator(account.id)
    if account is None or not known:
        raise no(404, "no_such_page")
    return account


def _desk(house: House, account: Account) -> Operator:
    return Operator(house.store, house.clock.now(), _name(account))


def _name(account: Account) -> str:
    """The name of an operator in the audit."""
    return f"operator {account.login} on the page"


async def _nick(house: House, subject: str) -> str | None:
    found = None if "/" in subject else await house.store.accounts.find(subject)
    return None if found is None else found.nick


def _span(request: Request, most: int = _PAGE) -> tuple[int, int]:
    """How many rows to leave out, and how many to read: one more than are shown."""
    return (page_of(request) - 1) * most, most + 1


def _text(request: Request, longest: int) -> str:
    text = request.query_params.get("text", "").strip()
    if not 0 < len(text) <= longest:
        raise no(400, "text_length", most=longest)
    return text


def _told(one: Thing, closure: Closure | None) -> answers.OperatorThing:
    since, why = (None, "") if closure is None else (closure.since, closure.why)
    return answers.OperatorThing(one.what, one.id, one.name, one.created, since, why)


def _table(one: SeenTable, names: Mapping[str, str]) -> answers.OperatorTable:
    nicks = at(None if one.summary is None else shown(one.summary, names))
    return answers.OperatorTable(one.id, one.game, one.created, one.state, one.people, nicks)
