"""Problems found from seeds: a moment of a drawn deal, held against what makes a problem dull, and graded by bots."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from kozyr import bots
from kozyr.bots.frame import Level
from kozyr.games import AnyState, Event, Play
from kozyr.problems.part import Found, Puzzles, Theme, puzzles
from kozyr.problems.problem import Problem
from kozyr.problems.proof import of_game, proved

GRADED: Final[tuple[Level, ...]] = ("novice", "club", "expert")
_BUDGET: Final = bots.Budget(nodes=1_000_000)  # of each decision of a bot
_CLASSES: Final = 3  # different choices that a problem has at least
_EASY: Final = 3  # of so many problems one may be such that no bot misses it


def found(game: str, theme: Theme, seed: int) -> Problem | None:
    """The problem of a theme that follows from a seed, without its number and grade; None: there is none.

    Raises:
        ValueError: there is no such game, or it has no problems.
    """
    own = puzzles(game)
    if own is None:
        raise ValueError(f"{game} has no problems")
    chance = random.Random(f"{game} {theme.code} {seed}")  # noqa: S311 - draws deals, no secret
    made = (_problem(own, game, theme, at, seed) for at in own.seek(theme.code, chance))
    return next((one for one in made if one is not None), None)


def _problem(own: Puzzles, game: str, theme: Theme, at: Found, seed: int) -> Problem | None:
    """The moment as a problem; None: it is dull."""
    values = own.values(at.state, at.aim)
    good = answer(own, theme, at.state, values)
    if good is None:
        return None
    worth = max(values.values())
    return Problem(
        name=f"{theme.code}-{seed}",
        game=game,
        preset=at.preset,
        players=at.players,
        dealer=at.dealer,
        deal=at.deal,
        past=" ".join(event.token for event in at.past),
        good=tuple(sorted(event.token for event in good)),
        worth=worth,
        rest=max(other for other in values.values() if other != worth),
        aim=at.aim,
    )


def answer(own: Puzzles, theme: Theme, state: AnyState, values: Mapping[Event, int]) -> frozenset[Event] | None:
    """The right choices; None: the moment is dull.

    A moment is dull where right choices differ, where there are few choices, or where an error costs next to nothing. In
    most themes it is dull also where all cards are of one suit.
    """
    best = max(values.values())
    good = frozenset(event for event, worth in values.items() if worth == best)
    groups = own.groups(state)
    suits = {event.card.suit for event in values if isinstance(event, Play)}
    others = [worth for worth in values.values() if worth != best]
    if not others or best - max(others) < own.least:
        return None
    if len(groups) < _CLASSES or good not in groups or (len(suits) == 1 and not theme.narrow):
        return None
    return good


def missed(problem: Problem) -> tuple[Level, ...]:
    """The levels of bots that choose something else here, with the sight that the seat has at a table."""
    own, state, offered = of_game(problem), problem.state, bots.levels(problem.game)
    assert state.actor is not None
    view = state.view(state.actor)
    return tuple(
        level for level in GRADED if level in offered and own.chosen(view, level, _BUDGET).token not in problem.good
    )


def stream(game: str, theme: Theme, seed: int, count: int) -> Iterator[Problem]:
    """So many problems of a theme, numbered from 1 and graded, from a seed on.

    Of what no bot misses it takes one in three at most.
    """
    easy = number = 0
    while number < count:
        one = found(game, theme, seed)
        seed += 1
        if one is None:
            continue
        levels = missed(one)
        if not levels and easy * _EASY > number:
            continue
        number, easy = number + 1, easy + (not levels)
        named = replace(one, name=f"{theme.code}-{number}", missed=levels)
        yield replace(named, naive=proved(named).naive)
