"""The page of operators over HTTP, for accounts that `kozyr admin operator` has made such; to everybody else there is none.

Every act is one of `kozyr admin`, goes through the same code and stands in the audit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import answers, wire
from kozyr.club.http.exchange import Refused, answer, existing
from kozyr.club.http.house import House, Routes
from kozyr.club.operator import Operator, Wrong, act
from kozyr.store import Account
from kozyr.store.rulings import Closed, shown

_LISTED: Final = 200  # tables, and lines of the audit
_LONGEST: Final = 64  # characters of what is looked for

routes = Routes()


@routes("/api/operator")
async def desk(house: House, request: Request) -> Response:
    """The newest tables, what is ruled, what was done."""
    await _operator(house, request)
    rulings = house.store.rulings
    return answer(
        answers.OperatorDesk(
            tables=tuple(_table(one, house.store.log.names) for one in await rulings.tables(_LISTED)),
            rulings=tuple(
                [
                    answers.OperatorRuling(
                        one.kind, one.subject, await _nick(house, one.subject), one.ts, one.until, one.why
                    )
                    for one in await rulings.rulings(house.clock.now())
                ]
            ),
            audit=tuple(
                answers.OperatorDone(one.ts, one.who, one.what, one.subject) for one in await rulings.audited(_LISTED)
            ),
        )
    )


@routes("/api/operator/reports")
async def reports(house: House, request: Request) -> Response:
    """What players have reported and nobody has dealt with; `?all=1`: the others, too."""
    account = await _operator(house, request)
    every = request.query_params.get("all") == "1"
    return answer(answers.OperatorReports(tuple(await _desk(house, account).reported(every=every))))


@routes("/api/operator/record")
async def record(house: House, request: Request) -> Response:
    """The record up to a call of the arbiter whose ruling is reported: `?table=…&call=57`. That it was read is written down."""
    account = await _operator(house, request)
    table, call = request.query_params.get("table", "")[:_LONGEST], request.query_params.get("call", "")
    found = await house.history.ruled(table, int(call)) if re.fullmatch("[0-9]{1,9}", call) else None
    text = existing(found, "the arbiter was not called at this table under that number")
    await house.store.rulings.read(f"operator {account.login} on the page", "record", table)
    return PlainTextResponse(text, headers={"cache-control": "no-store"})


@routes("/api/operator/who")
async def who(house: House, request: Request) -> Response:
    """The accounts of this id, login or name: `?text=`."""
    await _operator(house, request)
    text = request.query_params.get("text", "")
    if not 0 < len(text) <= _LONGEST:
        raise Refused(400, f"text has 1 to {_LONGEST} characters")
    found = await house.store.rulings.find(text)
    return answer(
        answers.OperatorPeople(tuple(answers.OperatorPerson(one.id, one.nick, one.login, one.created) for one in found))
    )


@routes("/api/operator", "POST")
async def done(house: House, request: Request) -> Response:
    """Do something; the club keeps to it at once."""
    account = await _operator(house, request)
    wanted = await house.body(request, wire.OperatorAct)
    given = {name: str(value) for name, value in msgspec.structs.asdict(wanted).items()}
    try:
        lines = await act(_desk(house, account), wanted.what, given)
    except Wrong as error:
        raise Refused(400, str(error), code="wrong") from None
    await house.look_at_rulings()
    return answer(answers.OperatorSaid(tuple(lines)))


async def _operator(house: House, request: Request) -> Account:
    """The operator who asks.

    Raises:
        Refused: somebody else does, who is told that there is nothing here.
    """
    account = await house.visitors.account(request)
    known = account is not None and account.program is None and await house.store.rulings.is_operator(account.id)
    if account is None or not known:
        raise Refused(404, "there is no such page")
    house.visitors.limit(house.visitors.doors.requests, request)
    return account


def _desk(house: House, account: Account) -> Operator:
    return Operator(house.store, house.clock.now(), f"operator {account.login} on the page")


async def _nick(house: House, subject: str) -> str | None:
    found = None if "/" in subject else await house.store.accounts.find(subject)
    return None if found is None else found.nick


def _table(one: Closed, names: Mapping[str, str]) -> answers.OperatorTable:
    about = None if one.summary is None else msgspec.json.decode(shown(one.summary, names), type=answers.Summary)
    chairs = () if about is None else about.chairs
    state = "closed" if one.closed else "finished" if one.finished else one.open or "private"
    nicks = tuple(chair.nick for chair in chairs if chair.nick is not None)
    return answers.OperatorTable(one.id, one.game, one.created, state, one.people, nicks)
