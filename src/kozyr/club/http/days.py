"""The deal of the day and challenges over HTTP: which there are, one of them, and the table at which I play it."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from kozyr.club.answers import Made
from kozyr.club.budgets import ACTS, EVENTS, REQUESTS
from kozyr.club.days.rules import NewChallenge, PlayDeals, ShutChallenge, day_id, games, window_of
from kozyr.club.days.told import ChallengesTold, DaysTold
from kozyr.club.event.tournament import Tournament
from kozyr.club.http.events import done
from kozyr.club.http.exchange import agreeing, answer, existing, no, page_of, paged, with_login
from kozyr.club.http.house import House, Routes

_NO_DAY: Final = "no_day"
_NO_CHALLENGE: Final = "no_challenge"
_PAGE: Final = 20  # challenges in one answer

routes = Routes()


async def _deals(house: House, request: Request) -> Tournament:
    """The challenge, or the game's deal of the day, in the path."""
    asked = request.path_params
    if "event" in asked:
        return existing(await house.days.find(asked["event"], "challenge"), _NO_CHALLENGE)
    if asked["game"] not in games():
        raise no(404, _NO_DAY)
    with agreeing():
        window_of(asked["day"])
    return existing(await house.days.find(day_id(asked["game"], asked["day"]), "day"), _NO_DAY)


@routes("/api/days", of=REQUESTS)
async def every(house: House, request: Request) -> Response:
    """Yesterday's, today's and tomorrow's deals of every game."""
    account = await house.visitors.account(request)
    return answer(DaysTold(house.clock.now(), await house.days.listed(account)))


@routes("/api/challenges", "POST", of=EVENTS)
async def challenge(house: House, request: Request) -> Response:
    """Deals for friends who have the link; the challenger needs a login."""
    account, asked = await house.visitors.person(request), await house.body(request, NewChallenge)
    with_login(account, "challenge_login")
    if asked.game not in games():
        raise no(400, "boards_undealt", game=asked.game)
    return answer(Made(await house.days.challenge(account, asked)), 201)


@routes("/api/challenges", of=REQUESTS)
async def own(house: House, request: Request) -> Response:
    """A page of the challenges that I have sent or play, the newest first."""
    account = await house.visitors.person(request)
    found = await house.store.lists.challenges(account.id, (page_of(request) - 1) * _PAGE, _PAGE + 1)
    rows, more = paged(request, found, _PAGE)
    return answer(ChallengesTold(house.clock.now(), await house.days.challenges(account, rows)), more=more)


@routes("/api/days/{game}/{day}", of=REQUESTS)
@routes("/api/challenges/{event}", of=REQUESTS)
async def look(house: House, request: Request) -> Response:
    """The deals at this moment, with the sender's part of them; everything about them once their time is over."""
    account = await house.visitors.account(request)
    return answer(await house.days.told(await _deals(house, request), account))


@routes("/api/days/{game}/{day}/play", "POST", of=ACTS)
@routes("/api/challenges/{event}/play", "POST", of=ACTS)
async def play(house: House, request: Request) -> Response:
    """The table at which I play the deals, each once; a second attempt comes back to the first."""
    account, _ = await house.visitors.person(request), await house.body(request, PlayDeals)
    return answer(await done(house.days.play(await _deals(house, request), account)))


@routes("/api/challenges/{event}/shut", "POST", of=ACTS)
async def shut(house: House, request: Request) -> Response:
    """I end the time of my challenge, since everybody who has begun has finished: nobody enters it any more."""
    account, _ = await house.visitors.person(request), await house.body(request, ShutChallenge)
    await done(house.days.shut(await _deals(house, request), account))
    return answer(await house.days.told(await _deals(house, request), account))
