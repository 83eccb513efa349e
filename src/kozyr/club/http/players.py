"""Other people over HTTP: profiles, own matches, mutes, reports."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import answers, bodies, conduct
from kozyr.club.accounts import same_login
from kozyr.club.budgets import LOOK, REPORTS, REQUESTS
from kozyr.club.http.exchange import PAGE, answer, existing, no, page_of, paged
from kozyr.club.http.house import House, Routes
from kozyr.club.mine import MOST, own_deals
from kozyr.club.people import where
from kozyr.club.reviews import EDITION
from kozyr.club.table.marks import MARKS
from kozyr.store import Played, Report, TableRow, Taken

_SHOWN: Final = 50  # matches in a profile
_GUEST: Final = 2  # the cost of a guest's report; of an account with a login, 1

M = TypeVar("M", bound=answers.Match)


routes = Routes()


@routes("/api/players/{account}", of=LOOK, cost=2)
async def profile(house: House, request: Request) -> Response:
    """An account as others may know it: its reliability and the ends of its matches, without their tables."""
    account = existing(await house.store.accounts.find(request.path_params["account"]), "no_such_account")
    rows = await house.store.lists.played(account.id)
    over = [(row, played) for row, played in rows if played.ended is not None]
    left = sum(played.how in MARKS for _, played in over)
    told = (await house.store.people.told([account.id])).get(account.id)
    return answer(
        answers.Profile(
            account=account.id,
            nick=account.nick,
            since=account.created,
            guest=account.login is None and account.program is None,
            bot=account.program,
            reliability=answers.Reliability(begun=len(rows), finished=len(over) - left, left=left),
            finished=tuple(_match(row, played, answers.Match) for row, played in over[:_SHOWN]),
            where=where(told) or msgspec.UNSET,
            closed=msgspec.UNSET if account.program is None else await house.closed("program", account.id),
        )
    )


@routes("/api/people", of=REQUESTS)
async def person(house: House, request: Request) -> Response:
    """The account of this login, so that its owner can be invited: `?login=`; null: no account has it."""
    await house.visitors.person(request)
    found = await house.store.accounts.by_login(same_login(request.query_params.get("login", "")[:64]))
    return answer(None if found is None else answers.Somebody(found[0].id, found[0].nick))


@routes("/api/history", of=LOOK)
async def matches(house: House, request: Request) -> Response:
    """A page of the sender's matches, the newest first."""
    account = await house.visitors.somebody(request)
    game, skip = request.query_params.get("game"), (page_of(request) - 1) * PAGE
    rows, more = paged(request, await house.store.lists.played(account.id, game, skip, PAGE + 1))
    return answer([_match(row, played, answers.OwnMatch) for row, played in rows], more=more)


@routes("/api/reviews", of=LOOK, cost=4)
async def reviewed(house: House, request: Request) -> Response:
    """The sender's deals that have a post-mortem, game by game."""
    account = await house.visitors.somebody(request)
    return answer(own_deals(await house.store.reviews.briefs(account.id, EDITION, MOST)))


@routes("/api/mutes", of=LOOK)
async def mutes(house: House, request: Request) -> Response:
    """The accounts that the sender has muted."""
    account = await house.visitors.somebody(request)
    muted = await house.store.social.mutes(account.id)
    return answer(answers.Muted(tuple(answers.Somebody(one.id, one.nick) for one in muted)))


@routes("/api/mutes/{account}", "PUT", "DELETE", of=REQUESTS)
async def mute(house: House, request: Request) -> Response:
    """Mute an account's chat for the sender, or hear it again."""
    account, other = await house.visitors.person(request), request.path_params["account"]
    if other == account.id:
        raise no(400, "own_mute")
    try:
        await house.store.social.mute(account.id, other, on=request.method == "PUT")
    except Taken:
        raise no(404, "no_such_account") from None
    return Response(status_code=204)


@routes("/api/reports", "POST", of=REQUESTS)
async def report(house: House, request: Request) -> Response:
    """Report another player of the same table to the operator (PE-5.4.2, PE-5.4.11)."""
    account, told = await house.visitors.person(request), await house.body(request, bodies.Report)
    house.visitors.spend(request, REPORTS, account.person, 1 if account.login else _GUEST)
    room = await house.lobby.room(told.table)
    if room is None or not room.knows(account.id):
        raise no(404, "not_at_it")
    if told.reason == conduct.RULING:
        return await _ruling(house, told, account.id)
    if told.account == account.id:
        raise no(400, "own_report")
    if not room.knows(told.account):
        raise no(404, "nobody_there")
    if told.reason not in conduct.REASONS:
        raise no(400, "no_reason", text=told.reason, possible=", ".join((*conduct.REASONS, conduct.RULING)))
    kept = Report(house.clock.now(), told.table, account.id, told.account, told.reason, told.text, told.account)
    return answer(answers.Reported(await house.store.social.report(kept)), 201)


async def _ruling(house: House, told: bodies.Report, account: str) -> Response:
    """Report a ruling as wrong to the operator; it stays (PT-I.13.2.6).

    The report is about no other player, so its target is its author; its text begins with the number of the call.
    """
    if await house.history.ruled(told.table, told.ruling) is None:
        raise no(404, "no_such_call")
    text = f"{told.ruling}: {told.text}"
    kept = Report(house.clock.now(), told.table, account, account, told.reason, text, f"{told.table}:{told.ruling}")
    return answer(answers.Reported(await house.store.social.report(kept)), 201)


def _match(row: TableRow, played: Played, kind: type[M]) -> M:
    """A match of an account's history."""
    noted = None if row.summary is None else msgspec.json.decode(row.summary, type=answers.Summary)
    about: dict[str, object] = {
        "table": row.id,
        "game": row.game,
        "preset": row.preset if noted is None else noted.preset,  # the card may have been another at first
        "players": len(msgspec.json.decode(row.seats)),
    }
    return msgspec.convert(about | msgspec.structs.asdict(played), kind)
