"""The one door to every bot: a view in, a legal event out, the same for the same seed.

A bot's chance is its own: it is drawn from the seed and from what the view shows, so a deal can be replayed and hidden
cards cannot leak into a decision. How long it may think is a `Budget`: counted in nodes of its searches the answer is
the same everywhere; counted in seconds it is the best one found by then.

A game's module offers one function, `weigh(view, level, chance, purse)`: what was weighed, the best first. Nothing here
knows any game but by the type of its view.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Mapping
from importlib import import_module
from typing import Final, Literal, Protocol, TypeAlias, cast, get_args

import msgspec

from kozyr.games import Event, View
from kozyr.games.bridge import View as BridgeView
from kozyr.games.deberts import View as DebertsView
from kozyr.games.preferans import View as PreferansView
from kozyr.solver.bridge import installed

__all__ = ["LEVELS", "Budget", "Candidate", "Level", "Purse", "choose", "explain", "levels"]

Level: TypeAlias = Literal["random", "novice", "club", "expert"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
_Playable: TypeAlias = PreferansView | BridgeView | DebertsView


class Candidate(msgspec.Struct, frozen=True):
    """An event that the bot weighed: its score, and why as a code and parameters for a sentence in any language.

    Scores compare candidates of one decision; `unit` says what they are: expected whists of the deal against all others
    together, tricks, for this side points, IMPs or per cent of the matchpoints, or weights where a rule of thumb
    spoke.
    """

    event: Event
    score: float
    why: str
    facts: Mapping[str, float | str] = msgspec.field(default_factory=dict)
    unit: Literal["whists", "tricks", "weight", "points", "imps", "matchpoints", "chance"] = "weight"


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one decision; what is not said is not limited.

    nodes: positions that its searches may visit. The same budget gives the same answer. seconds: by the clock, with all
    that belongs to the decision; never exceeded by more than the last step of a rule of thumb.
    """

    nodes: int | None = None
    seconds: float | None = None


_BUDGETS: Final[Mapping[str, Budget]] = {"club": Budget(nodes=600_000), "expert": Budget(nodes=5_000_000)}


class Purse:
    """What is left of a budget while a decision is made."""

    def __init__(self, budget: Budget) -> None:
        self._nodes = budget.nodes
        self._begun = time.perf_counter()
        self._end = None if budget.seconds is None else self._begun + budget.seconds

    def spend(self, nodes: int) -> None:
        """A search has visited so many positions."""
        if self._nodes is not None:
            self._nodes -= nodes

    @property
    def nodes(self) -> int | None:
        """The positions that are left, never below nought; None: as many as one likes."""
        return None if self._nodes is None else max(0, self._nodes)

    @property
    def empty(self) -> bool:
        """Nothing is left."""
        if self._nodes is not None and self._nodes <= 0:
            return True
        return self._end is not None and time.perf_counter() >= self._end

    @property
    def timed(self) -> bool:
        """The clock counts."""
        return self._end is not None

    @property
    def half_gone(self) -> bool:
        """Half of the time is over: what was prepared must do."""
        return self._end is not None and 2 * time.perf_counter() >= self._begun + self._end

    @property
    def seconds(self) -> float | None:
        """The time that is left, never nought; None: as much as one likes."""
        return None if self._end is None else max(1e-6, self._end - time.perf_counter())


class _Player(Protocol):
    """What the module of a game offers."""

    def weigh(self, view: _Playable, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
        """What a bot of this level weighs, the best first."""


class _Game(msgspec.Struct, frozen=True):
    name: str
    module: str  # imported on first use, as the games are
    levels: tuple[Level, ...]
    dds: bool = False  # the levels above the novice ask DDS, which is an optional extra


_GAMES: Final[Mapping[type[_Playable], _Game]] = {
    PreferansView: _Game("preferans", "kozyr.bots.preferans", LEVELS),
    BridgeView: _Game("bridge", "kozyr.bots.bridge", LEVELS, dds=True),
    DebertsView: _Game("deberts", "kozyr.bots.deberts", LEVELS),
}


def levels(game: str) -> tuple[Level, ...]:
    """The levels at which a game is played here, from the weakest; none for a game without bots.

    Where DDS is not installed bridge has two: the ones above them would play as the novice, and say so.
    """
    for found in _GAMES.values():
        if found.name == game:
            return found.levels if not found.dds or installed() else ("random", "novice")
    return ()


def choose(view: View, level: str = "novice", seed: int = 0, budget: Budget | None = None) -> Event:
    """What the bot does now: one of `view.legal`, or to close a party of deberts (`view.offers`).

    level: one of `levels` of the game. seed: the same seed, view and budget of nodes give the same event. budget: None
    is what the level is used to.

    Raises:
        ValueError: no such level, no bot for this game, or the view's seat has nothing to decide.
    """
    acting, _ = _acting(view, level)
    forced = len(acting.legal) == 1 and isinstance(acting, PreferansView)  # at deberts he may close as well
    return acting.legal[0] if forced else explain(view, level, seed, budget)[0].event


def explain(view: View, level: str = "novice", seed: int = 0, budget: Budget | None = None) -> tuple[Candidate, ...]:
    """What the bot weighed, the best first: `choose` takes that one.

    Raises:
        ValueError: as `choose`.
    """
    acting, known = _acting(view, level)
    chance = _chance(acting, seed)
    if known == "random":
        return (Candidate(chance.choice(acting.legal), 0.0, "random"),)
    player = cast("_Player", import_module(_GAMES[type(acting)].module))
    return tuple(player.weigh(acting, known, chance, Purse(budget or _BUDGETS.get(known, Budget()))))


def _acting(view: View, level: str) -> tuple[_Playable, Level]:
    if level not in LEVELS:
        raise ValueError(f"no bot of level {level!r}; there are: {', '.join(LEVELS)}")
    if not isinstance(view, (PreferansView, BridgeView, DebertsView)):
        raise ValueError(f"no bot plays from a {type(view).__name__} of {type(view).__module__}")  # noqa: TRY004 - a game that has no bots yet, not a slip in typing
    found = _GAMES[type(view)]
    if level not in found.levels:
        raise ValueError(f"no bot of level {level!r} at {found.name} yet; there are: {', '.join(found.levels)}")
    if not view.legal:
        raise ValueError(f"{view.seat.value if view.seat else 'a kibitzer'} has nothing to decide now")
    return view, level


def _chance(view: _Playable, seed: int) -> random.Random:
    """Chance that depends on the seed and on what this viewer sees, and on nothing else."""
    own: tuple[object, ...] = (view.claim,)
    if isinstance(view, PreferansView):
        own = (view.answers, view.talon)
    elif isinstance(view, DebertsView):
        own = (view.said, view.upcard)
    seen = (view.seat, view.terms.number, view.hands, view.calls, *own, view.trick, view.history)
    digest = hashlib.blake2b(msgspec.json.encode((seed, view.phase, *seen)), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311 - taste, not a secret
