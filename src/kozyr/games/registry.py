"""The list of games, and the places of their parts.

A game is one line here. Each layer has one part for it, found by name: `part("bots", "bridge")` is the module
`kozyr.bots.bridge`. A layer wraps `part` in a finder of its own with its own type. Where there is no part, the layer
does not offer the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final, Protocol

import msgspec

from kozyr.cards import Suit, wrong_type
from kozyr.deals import Pack
from kozyr.games.contract import Event, Outcome
from kozyr.games.match import AnyMatch
from kozyr.games.options import Conventions, Place, check_offered, logged, recorded
from kozyr.games.refusal import Refused
from kozyr.games.trick import FollowRules

# Where the packages of our own games lie, by layer; a game from elsewhere brings a table of its own.
_LAYERS: Final[Mapping[str, str]] = {
    "club": "kozyr.club.games.{game}",
    "arbiter": "kozyr.arbiter.laws.{game}",
    "desk": "kozyr.arbiter.desk.{game}",
    "tournaments": "kozyr.tournaments.games.{game}",
    "exports": "kozyr.tournaments.exports.{game}",
}
_OURS: Final = "kozyr.{layer}.{game}"

REGISTRY: Final[dict[str, Mapping[str, str] | None]] = {"preferans": None, "bridge": None, "deberts": None}


class _Agree(Protocol):
    def __call__(
        self,
        preset: str = ...,
        changes: Mapping[str, object] | None = ...,
        players: int | None = ...,
        *,
        logged: bool = ...,
    ) -> Conventions: ...


class _Start(Protocol):
    def __call__(
        self, conventions: Conventions, players: int = ..., dealer: int = ..., *, logged: bool = ...
    ) -> AnyMatch: ...


class Game(msgspec.Struct, frozen=True, dict=True):
    """A game, as the layers above the games know it."""

    name: str
    event: object
    """The union of its events, for decoding."""
    parse: Callable[[str], Event]
    """A token to an event (ValueError: no such token)."""
    presets: Mapping[str, Conventions]
    """Named conventions; the first is the usual one."""
    agree: _Agree
    """A preset's name and changes to conventions (ValueError: contradictory)."""
    start: _Start
    """Conventions, players and the first dealer's place to a match; logged: as a log has them, so that nothing of it is judged."""
    players: tuple[int, ...]
    """The possible numbers of players."""
    pack: Pack
    """The pack, and how it is dealt."""
    groups: tuple[str, ...] = ()
    """The groups of options with a dot in their names (`kozyr.games.options.dotted`)."""
    follow: FollowRules = FollowRules()
    """The duties towards a led card."""
    order: Mapping[Suit | None, tuple[int, ...]] = {}
    """The strength of cards by trump, by card index, where it is not the natural one."""
    outcome: type[Outcome] = Outcome
    """The facts of a deal, as a line of a score file has them."""

    def choose(
        self,
        preset: str,
        changes: Mapping[str, object] | None = None,
        players: int | None = None,
        place: Place = "table",
    ) -> Conventions:
        """The conventions that people choose.

        Unlike `agree`, by which records are read, it refuses options that nothing reads yet.

        Raises:
            ValueError: as `agree`, or an option that is hidden, or that has no meaning in this place.
        """
        check_offered(self.conventions, changes or {}, self.groups, place)
        return self.agree(preset, changes, players)

    @cached_property
    def conventions(self) -> type[Conventions]:
        """The struct of the conventions."""
        return type(next(iter(self.presets.values())))

    def logged(self, told: Mapping[str, object]) -> Conventions:
        """The conventions of a log of any age, by the names of fields; nothing of them is judged.

        Raises:
            ValueError: a name or value is unknown, or one is missing; the text names it.
        """
        return logged(self.conventions, told)

    def recorded(
        self, preset: str, changes: Mapping[str, str], players: int | None = None, *, logged: bool = False
    ) -> Conventions:
        """The conventions of a record of any age: a preset and options by their dotted names, with the edition.

        logged: the record is from a log, so contradictions are not checked; those of a file are.

        Raises:
            ValueError: as `agree`.
        """
        told = recorded(self.conventions, preset, changes, self.groups)
        return self.agree(preset, told, players, logged=logged)

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[Event]:
        """Reads an event from JSON; to make one for every event costs a hundred times the reading."""
        return msgspec.json.Decoder(self.event)


def register(name: str, packages: Mapping[str, str]) -> None:
    """Add a game from elsewhere: for each layer the dotted name of the module that is its part.

    `packages["games"]` is the game itself, a module with a `Game` called `GAME`; the other layers may be left out.

    Raises:
        ValueError: there is a game of this name, or no module for the layer `games`.
    """
    if name in REGISTRY:
        raise ValueError(f"there is a game {name!r} already")
    if "games" not in packages:
        raise ValueError(f"{name}: which module is the game itself? The table has no layer 'games'")
    REGISTRY[name] = dict(packages)


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(REGISTRY)


def part(layer: str, game: str) -> ModuleType | None:
    """The module of a game's part in a layer; None: it has none. Imported on first use.

    Raises:
        ValueError: there is no such game. TypeError: this is no name.
    """
    if not isinstance(game, str):
        raise wrong_type(f"a game is named by a text, one of {', '.join(REGISTRY)}", game)
    if game not in REGISTRY:
        raise Refused("no_game", name=game, possible=", ".join(REGISTRY))
    told = REGISTRY[game]
    where = _LAYERS.get(layer, _OURS).format(layer=layer, game=game) if told is None else told.get(layer)
    if where is None or (told is None and find_spec(where) is None):
        return None
    return import_module(where)


def game(name: str) -> Game:
    """The game of this name.

    Raises:
        ValueError: there is none. TypeError: this is no name.
    """
    module = part("games", name)
    if module is None:
        raise Refused("no_game", name=name, possible=", ".join(REGISTRY))
    found: Game = module.GAME
    return found
