"""The one door to every bot: a view in, a legal event out, the same for the same seed.

A bot's chance is its own: it is drawn from the seed and from what the view shows, so a deal can be replayed and hidden
cards cannot leak into a decision. The levels above the novice come here too, each a function of the same shape.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from importlib import import_module
from typing import Final, Literal, Protocol, TypeAlias, cast, get_args

import msgspec

from kozyr.games import Event, View
from kozyr.games.deberts import View as DebertsView
from kozyr.games.preferans import View as PreferansView

__all__ = ["LEVELS", "Candidate", "Level", "choose", "explain"]

Level: TypeAlias = Literal["random", "novice"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
_Playable: TypeAlias = PreferansView | DebertsView


class Candidate(msgspec.Struct, frozen=True):
    """An event that the bot weighed: its score, and why as a code and parameters for a sentence in any language.

    Scores compare candidates of one decision; in calls they are whists, in the play tricks.
    """

    event: Event
    score: float
    why: str
    facts: Mapping[str, float | str] = msgspec.field(default_factory=dict)


class _Player(Protocol):
    """What the module of a game offers."""

    def novice(self, view: _Playable, chance: random.Random) -> list[Candidate]:
        """What the novice weighs, the best first."""


_PLAYERS: Final[Mapping[type[_Playable], str]] = {  # imported on first use, as the games are
    PreferansView: "kozyr.bots.preferans",
    DebertsView: "kozyr.bots.deberts",
}


def choose(view: View, level: str = "novice", seed: int = 0) -> Event:
    """What the bot does now: one of `view.legal`, or to close a party of deberts (`view.offers`).

    level: one of `LEVELS`. seed: the same seed and view give the same event.

    Raises:
        ValueError: no such level, no bot for this game, or the view's seat has nothing to decide.
    """
    acting = _acting(view, level)
    forced = len(acting.legal) == 1 and isinstance(acting, PreferansView)  # at deberts he may close as well
    return acting.legal[0] if forced else explain(view, level, seed)[0].event


def explain(view: View, level: str = "novice", seed: int = 0) -> tuple[Candidate, ...]:
    """What the bot weighed, the best first: `choose` takes that one.

    Raises:
        ValueError: as `choose`.
    """
    acting = _acting(view, level)
    chance = _chance(acting, seed)
    if level == "random":
        picked = chance.choice(acting.legal)
        return (Candidate(picked, 0.0, "random"),)
    player = cast("_Player", import_module(_PLAYERS[type(acting)]))
    return tuple(player.novice(acting, chance))


def _acting(view: View, level: str) -> _Playable:
    if level not in LEVELS:
        raise ValueError(f"no bot of level {level!r}; there are: {', '.join(LEVELS)}")
    if not isinstance(view, (PreferansView, DebertsView)):
        raise ValueError(f"no bot plays from a {type(view).__name__} of {type(view).__module__}")  # noqa: TRY004 - a game that has no bots yet, not a slip in typing
    if not view.legal:
        raise ValueError(f"{view.seat.value if view.seat else 'a kibitzer'} has nothing to decide now")
    return view


def _chance(view: _Playable, seed: int) -> random.Random:
    """Chance that depends on the seed and on what this viewer sees, and on nothing else."""
    own = (view.answers, view.talon) if isinstance(view, PreferansView) else (view.said, view.upcard)
    seen = (view.seat, view.terms.number, view.hands, view.calls, *own, view.trick, view.history)
    digest = hashlib.blake2b(msgspec.json.encode((seed, view.phase, *seen)), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311 - taste, not a secret
