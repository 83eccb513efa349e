"""Ratings over HTTP: the list of a game, and the sender's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from kozyr.club import answers
from kozyr.club.budgets import LOOK
from kozyr.club.http.exchange import agreeing, answer
from kozyr.club.http.house import House, Routes
from kozyr.club.ratings import CLUBS, LEAST, Key, Rating
from kozyr.games import game

_MOST: Final = 500  # lines of a list

routes = Routes()


@routes("/api/ratings", of=LOOK, cost=2)
async def listed(house: House, request: Request) -> Response:
    """The ratings of `?game=`: of people who want to stand there, and of bots."""
    name = request.query_params.get("game", "")
    with agreeing():
        game(name)
    now = await house.standings.now()
    known = {key: rating for key, rating in now.items() if key.game == name and rating.told}
    people = {key: rating for key, rating in known.items() if key.pool == "people"}
    ranked = await house.store.people.ranked({key.who for key in people})
    lines = [_line(rating, key.who, ranked[key.who], None) for key, rating in people.items() if key.who in ranked]
    bots = [await _bot(house, key, rating) for key, rating in known.items() if key.pool == "bots"]
    return answer(answers.RatedList(name, LEAST, _best(lines), _best(bots)))


@routes("/api/ratings/mine", of=LOOK)
async def mine(house: House, request: Request) -> Response:
    """The sender's ratings, game by game; with too few deals only how many there are."""
    account = await house.visitors.somebody(request)
    now = await house.standings.now()
    own = sorted((key, rating) for key, rating in now.items() if key.who == account.id)
    return answer([_own(key, rating) for key, rating in own])


async def _bot(house: House, key: Key, rating: Rating) -> answers.RatedOne:
    """A level of the club's bots, or the account of a program."""
    if key.who.startswith(CLUBS):
        return _line(rating, None, None, key.who.removeprefix(CLUBS))
    account = await house.store.accounts.find(key.who)
    return _line(
        rating, key.who, None if account is None else account.nick, None if account is None else account.program
    )


def _line(rating: Rating, account: str | None, nick: str | None, bot: str | None) -> answers.RatedOne:
    return answers.RatedOne(account, nick, bot, round(rating.mean), round(rating.interval), rating.deals)


def _best(lines: Sequence[answers.RatedOne]) -> tuple[answers.RatedOne, ...]:
    """The highest first; of equals who has played more."""
    order = sorted(lines, key=lambda one: (-one.rating, -one.deals, one.account or one.bot or ""))
    return tuple(order[:_MOST])


def _own(key: Key, rating: Rating) -> answers.OwnRating:
    said = (round(rating.mean), round(rating.interval)) if rating.told else (None, None)
    return answers.OwnRating(key.game, rating.deals, LEAST, *said)
