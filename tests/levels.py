"""Short pulkas of bots of four levels, each deal with what was written and what others make of the same cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Final, NamedTuple

from kozyr import bots
from kozyr.games import AnyState, AnyView, Event
from kozyr.review import review
from kozyr.review.reviewing import Player, expert
from tests.reviewing import played

NAMED: Final = ("random", "novice", "club", "expert")  # the levels that do not err on purpose
ERRING: Final = ("random", "novice", "amateur", "strong")  # the last two think as club and expert, and slip besides
_BUDGETS: Final = {"club": bots.Budget(nodes=60_000), "expert": bots.Budget(nodes=300_000)}
# Who sits where: neighbouring levels at each table, each of them in each place.
_TABLES: Final = tuple(
    table for pair in zip(permutations(NAMED[1:]), permutations(NAMED[:3]), strict=True) for table in pair
)
_MOST: Final = 4  # deals of a pulka; who plays at random would play on for long


class Result(NamedTuple):
    """A deal: the pulka, its number there, and for each level what was written and what it is luck to get."""

    pulka: int
    deal: int
    sides: dict[str, tuple[Fraction, Fraction]]


def clubs(view: AnyView, seed: int) -> Event:
    """The club's choice, which costs a twentieth of the expert's."""
    return bots.choose(view, "club", seed, _BUDGETS["club"])


def results(pulkas: Iterable[int], player: Player = expert) -> Iterator[Result]:
    """The deals of these pulkas of three; the expert sits in the even ones. player: whose result with the same cards is luck."""
    for pulka in pulkas:
        levels = _TABLES[pulka % len(_TABLES)]
        record = played("short", f"levels {pulka}", levels, deals=_MOST, choose=_choose)
        for deal in review(record, weigh=False, player=player).deals:
            each = zip(levels, deal.accounts.values(), strict=True)
            yield Result(pulka, deal.number, {level: (one.sheet, one.luck) for level, one in each})


def _choose(state: AnyState, level: str, seed: int) -> Event:
    assert state.actor is not None
    return bots.choose(state.view(state.actor), level, seed, _BUDGETS.get(level))
