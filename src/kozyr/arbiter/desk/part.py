"""The part of each game at the desk, found by the game's name."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from kozyr.arbiter.desk.questions import Asked
from kozyr.arbiter.desk.story import Ahead, Nails, Speak
from kozyr.games import games, part


class Desk(msgspec.Struct, frozen=True):
    """The part of a game at the desk."""

    asked: tuple[Asked, ...]
    """The questions of each incident."""
    players: tuple[int, ...]
    """The numbers of players for which the desk has seats."""
    calls: tuple[str, ...]
    """The calls to choose from, as written."""
    contracts: tuple[str, ...]
    """The contracts to choose from, as written."""
    ahead: Ahead
    """The next call of an auction: see `kozyr.arbiter.desk.story.tale`."""
    speak: Speak | None = None
    """The words between the cards: see `kozyr.arbiter.desk.story.tale`."""
    nails: Nails | None = None
    """The ruling on shown cards: see `kozyr.arbiter.desk.story.tale`."""
    options: tuple[str, ...] = ()
    """The options that a law reads."""


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


def asked(game: str, tag: str, laws: str = "") -> Asked | None:
    """The questions of an incident in a game. None: the game's laws do not know it.

    laws: the body of law that is agreed on. A body without questions of its own is asked as the others are, and says
    what it is silent on.

    Raises:
        ValueError: there is no such game.
    """
    found = desk(game)
    rows = () if found is None else tuple(one for one in found.asked if one.incident == tag)
    return next((one for one in rows if one.laws == laws), next(iter(rows), None))
