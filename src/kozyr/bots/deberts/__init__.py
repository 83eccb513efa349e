"""Deberts: a novice by rules of thumb; club and expert with worlds, exact search and the chance to win the party."""

from collections.abc import Mapping
from typing import Final

from kozyr.bots.contest import Contest
from kozyr.bots.deberts.branch import expects
from kozyr.bots.deberts.novice import novice
from kozyr.bots.deberts.strong import weigh
from kozyr.bots.frame import LEVELS, Level
from kozyr.games import AnyMatch
from kozyr.games.deberts import Party, View
from kozyr.games.deberts.words import Order

__all__ = [
    "CONTEST",
    "daring",
    "expects",
    "levels",
    "novice",
    "offered",
    "seen",
    "slips",
    "takes_offers",
    "ventures",
    "weigh",
]

levels: Final = LEVELS
slips: Final[Mapping[Level, Mapping[str, float]]] = {"amateur": {"points": 6.0}, "strong": {"chance": 0.5}}
ventures: Final = (Order,)
daring: Final[Mapping[str, float]] = {"weight": 6.0, "chance": 2.0}
takes_offers: Final = True  # the bot may close the party


def offered() -> tuple[Level, ...]:
    """All of them."""
    return levels


def seen(view: View) -> tuple[object, ...]:
    """The calls, the words about combinations, and the card that lies face up."""
    return view.calls, view.said, view.upcard


class _Deberts(Contest):
    parties = True

    def scores(self, match: AnyMatch) -> list[float]:
        """Each player's points less the other's."""
        mine, yours = match.sheet.points if isinstance(match, Party) else (0, 0)
        return [float(mine - yours), float(yours - mine)]


CONTEST: Final = _Deberts()
