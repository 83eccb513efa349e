"""People over HTTP: the sender's told facts, and former partners."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import answers, bodies
from kozyr.club.budgets import LOOK, READ, REQUESTS
from kozyr.club.http.exchange import PAGE, agreeing, answer, page_of, paged
from kozyr.club.http.house import House, Routes
from kozyr.club.people import COUNTRIES, told, where
from kozyr.store import Account, Told

routes = Routes()


@routes("/api/where", of=LOOK)
async def mine(house: House, request: Request) -> Response:
    """My own facts, and whether I have been asked."""
    account = await house.visitors.person(request)
    return answer(_own(await _told(house, account)))


@routes("/api/where", "PUT", of=REQUESTS)
async def tell(house: House, request: Request) -> Response:
    """Tell or decline the sender's place, its readers, and who may find the sender. A country is asked once."""
    account, wanted = await house.visitors.person(request), await house.body(request, bodies.TellWhere)
    with agreeing():
        kept = told(wanted, await _told(house, account), house.clock.now())
    await house.store.people.tell(account.id, kept)
    return answer(_own(kept))


@routes("/api/met", of=READ)
async def met(house: House, request: Request) -> Response:
    """A page of the sender's former partners who can be found, the last match first."""
    account = await house.visitors.person(request)
    rows, more = paged(request, await house.store.people.met(account.id, (page_of(request) - 1) * PAGE, PAGE + 1))
    tells = await house.store.people.told(one.account_id for one in rows)
    here = house.visitors.presence.here()
    found = [
        answers.Met(
            one.account_id, one.nick, one.account_id in here, where(tells.get(one.account_id)), one.matches, one.last
        )
        for one in rows
    ]
    return answer(found, more=more)


async def _told(house: House, account: Account) -> Told | None:
    return (await house.store.people.told([account.id])).get(account.id)


def _own(told: Told | None) -> answers.OwnWhere:
    """A person's own facts, as that person sees them."""
    kept = told or Told()
    return answers.OwnWhere(
        asked=told is not None,
        country=kept.country,
        place=kept.place,
        zone=kept.zone,
        shown=kept.shown is not None,
        known=kept.known is not None,
        ranked=kept.ranked is not None,
        countries=COUNTRIES,
    )
