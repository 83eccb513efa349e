"""The common parts of protocols: pages of rows, signed results, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from kozyr.print.words import decimals
from kozyr.tournaments.scoring import shown
from kozyr.words import Language

ROW: Final = 7.0  # mm
_PARTS: Final = {
    Fraction(0): "",
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def signed(value: Fraction | int, language: Language) -> str:
    """A result for people, with its sign: exact in halves, thirds and quarters, else with one decimal (C-TOUR-8)."""
    size = abs(Fraction(value))
    whole, part = divmod(size, 1)
    if part in _PARTS:
        text = f"{whole or ''}{_PARTS[part]}" if part else str(whole)
    else:
        text = decimals(language, shown(size, 1))
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{text}"


def pages(rows: Sequence[tuple[str, ...]], empty: int) -> Iterator[tuple[Sequence[tuple[str, ...]], int]]:
    """The rows of each page, and how many empty ones come after them."""
    most = 24
    total = max(len(rows) + empty, 1)
    for start in range(0, total, most):
        some = rows[start : start + most]
        yield some, min(most, total - start) - len(some)


def points(value: Fraction | None, language: Language) -> str:
    """Matchpoints or IMPs for people; nothing, where there are none yet."""
    if value is None:
        return ""
    return decimals(language, shown(value, 0 if value.denominator == 1 else 2 if value.denominator > 2 else 1))
