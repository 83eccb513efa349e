"""The systems that bots know, by name: Standard American, and two opponents unlike it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.bots.bridge.book import Style, System
from kozyr.bots.bridge.sayc import SAYC
from kozyr.games.bridge import View

__all__ = ["SYSTEMS", "agreed"]

_TWO_OVER_ONE: Final = Style(
    opens=11,
    twenty=19,
    weak_two=(5, 10),
    preempt=(4, 10),
    game_force=12,
    weak_jumps=(2, 5),
    support_doubles=True,
)
_PRESSURE: Final = Style(
    opens=10,
    twenty=18,
    least=9,
    sound=10,
    weak_two=(3, 9),
    weak_cards=5,
    preempt=(2, 9),
    preempt_cards=6,
    overcalls=(5, 8, 11, 12),
    weak_jumps=(2, 5),
    keys="3014",
)

SYSTEMS: Final[Mapping[str, System]] = {
    "sayc": SAYC,
    "two-over-one": System("2/1", _TWO_OVER_ONE),
    "pressure": System("pressure", _PRESSURE),
}


def agreed(view: View) -> System:
    """The system that a table has agreed on (B-AUC-13): its bots call by it, and read everybody's calls by it."""
    return SYSTEMS[view.terms.conventions.system]
