"""What the desk knows of a game: one part a game, found by its name."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from kozyr.arbiter.desk.questions import Asked
from kozyr.arbiter.desk.story import Ahead, Speak
from kozyr.games import games, part


class Desk(msgspec.Struct, frozen=True):
    """The part of a game at the desk.

    asked: of each incident. players: for how many the desk has places. calls, contracts: to choose from, as written. ahead, speak: how
    a story is told (`kozyr.arbiter.desk.story.tale`). options: that a law reads.
    """

    asked: tuple[Asked, ...]
    players: tuple[int, ...]
    calls: tuple[str, ...]
    contracts: tuple[str, ...]
    ahead: Ahead
    speak: Speak | None = None
    options: tuple[str, ...] = ()


def desk(game: str) -> Desk | None:
    """The part of a game; None: the desk does not know the game.

    Raises:
        ValueError: there is no such game.
    """
    module = part("desk", game)
    if module is None:
        return None
    found: Desk = module.DESK
    return found


def desks() -> Mapping[str, Desk]:
    """The parts of all games that the desk knows, by name."""
    return {name: found for name in games() if (found := desk(name)) is not None}


def asked(game: str, tag: str) -> Asked | None:
    """What an incident asks in a game; None: its laws do not know it."""
    found = desk(game)
    return None if found is None else next((one for one in found.asked if one.incident == tag), None)
