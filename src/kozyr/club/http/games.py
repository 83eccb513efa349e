"""Games over HTTP: the list of games, and a check of wanted conventions."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kozyr import bots
from kozyr.club import answers, bodies, wire
from kozyr.club.budgets import LOOK
from kozyr.club.http.exchange import agreeing, answer
from kozyr.club.http.house import House, Routes
from kozyr.club.table.customs import agree
from kozyr.games import game, games, options
from kozyr.games.refusal import Refused

routes = Routes()


@routes("/api/games", of=LOOK)
async def every(_house: House, request: Request) -> Response:
    """Every game: its numbers of players, its presets, and the options of a table; `?place=record`: of a kept sheet."""
    place: options.Place = "record" if request.query_params.get("place") == "record" else "table"
    return answer(_every(games(), place))


def prepare() -> None:
    """Make the common answers before the first request: that takes a tenth of a second."""
    _every(games(), "table")
    _every(games(), "record")


@lru_cache(maxsize=4)
def _every(names: tuple[str, ...], place: options.Place) -> msgspec.Raw:
    return msgspec.Raw(wire.encode({name: _about(name, place) for name in names}))


def _about(name: str, place: options.Place) -> answers.GameAbout:
    rules = game(name)
    presets = {key: options.describe(agree(name, key), rules.groups, place) for key in rules.presets}
    about = next(iter(presets.values()))
    return answers.GameAbout(
        players=rules.players,
        presets={key: {o: row["value"] for o, row in rows.items()} for key, rows in presets.items()},
        options={o: msgspec.convert(row, answers.OptionAbout) for o, row in about.items()},
        chapters=next(iter(rules.presets.values())).chapters,
        bots=bots.levels(name),
        styles=bots.styles(name),
    )


@routes("/api/agree", "POST", of=LOOK, cost=2)
async def check(house: House, request: Request) -> Response:
    """Check conventions, and list their differences from the preset."""
    wanted = await house.body(request, bodies.Agree)
    with agreeing():
        rules, players = game(wanted.game), wanted.players
        if players is not None and players not in rules.players:
            raise Refused("no_players", game=wanted.game, players=players)
        preset = agree(wanted.game, wanted.preset, None, players)
        agreed = agree(wanted.game, wanted.preset, wanted.changes, players)
        if players is not None:
            rules.start(agreed, players, 0)
        values = {name: row["value"] for name, row in options.describe(agreed, rules.groups, "table").items()}
        return answer(answers.Agreed(options.diff(preset, agreed, rules.groups, "table"), values))
