"""The differences between systems of the same book, as numbers."""

from __future__ import annotations

from typing import Literal

import msgspec

from kozyr.bots.bridge.system import Range

__all__ = ["Style"]


class Style(msgspec.Struct, frozen=True):
    """The numbers of a system; the defaults are the Standard American Yellow Card. Points are high card points."""

    opens: int = 12
    """Points that open one of a suit with any shape."""
    twenty: int = 20
    """Shapely hands open if points and the cards of the two longest suits reach this sum."""
    least: int = 10
    """The fewest points with which a shapely hand opens."""
    sound: int = 12
    """Points with length that an opening has. weak_two."""
    weak_two: Range = (6, 10)
    weak_cards: int = 6
    preempt: Range = (5, 10)
    """Points of those openings, weak_cards and preempt_cards their length at the two and three level (one more at the four level)."""
    preempt_cards: int = 7
    overcalls: tuple[int, int, int, int] = (8, 11, 13, 14)
    """The least points of an overcall by level, from one."""
    game_force: int = 0
    """The least points of a new suit at the two level opposite one of a suit, which forces to game.

    0: it forces for a round from ten points on.
    """
    weak_jumps: Range | None = None
    """Points of a jump in a new suit opposite an opening; None: there is none."""
    support_doubles: bool = False
    """The opener's double shows three cards."""
    keys: Literal["1430", "3014"] = "1430"
    """Answers to the question for key cards: five clubs are one or four (1430), or three or none (3014).

    The yellow card itself has the question for aces alone; slams are bid better with key cards.
    """
