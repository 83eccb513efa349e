"""What a choice in a lesson costs: of a card and a discard the solver says it, with all cards seen; of a call the lesson's list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, Protocol, TypeAlias

import msgspec

from kozyr.games import AnyState, Event, Play, part
from kozyr.learn.lesson import Lesson, Moment
from kozyr.solver.cost import Row
from kozyr.solver.requests import solver

Unit: TypeAlias = Literal["tricks", "points", ""]


class Unproved(ValueError):
    """Nobody can say what a card costs here."""


class Verdict(msgspec.Struct, frozen=True):
    """What a choice is worth. cost: in `unit`, against the best; where nothing is counted the unit is empty.

    better: the choices that would have been good. say: the coach's own sentence about this one, by code; empty: none.
    """

    good: bool
    cost: int = 0
    unit: Unit = ""
    better: tuple[Event, ...] = ()
    say: str = ""


class Values(msgspec.Struct, frozen=True):
    """What each of the choices brings whoever has them, the more the better."""

    by: Mapping[Event, int]
    unit: Unit


class Teaching(Protocol):
    """What a game's module in this layer offers; its lessons lie beside it."""

    def values(self, state: AnyState, aim: str) -> Values | None:
        """What each choice that is no card is worth here, with all cards seen; None: the solver does not say it.

        aim: the contract that a discard is for.

        Raises:
            ValueError: the aim is none.
        """

    def forgone(self, state: AnyState, event: Play) -> int:
        """What a card gives away that its trick does not show, in the solver's unit."""


def teaching(game: str) -> Teaching | None:
    """How a game is taught; None: nobody teaches it.

    Raises:
        ValueError: there is no such game.
    """
    found: Teaching | None = part("learn", game)
    return found


def judged(lesson: Lesson, moment: Moment | None, state: AnyState, event: Event) -> Verdict:
    """What a legal choice at a decision of the learner's is worth. moment: what the lesson says of it.

    Raises:
        Unproved: the solver cannot say it.
    """
    say = "" if moment is None else moment.wrong.get(event.token, moment.wrong.get("*", ""))
    listed = tuple(lesson.parsed(token) for token in (() if moment is None else moment.good))
    proved = None if by_list(lesson, moment) else _proved(lesson, moment, state, event)
    if proved is None:
        return Verdict(good=True) if event in listed else Verdict(good=False, better=listed, say=say)
    cost, unit, best = proved
    if cost == 0:
        return Verdict(good=True, unit=unit)
    named = tuple(other for other in listed if other in best)  # what the text speaks of is easier to understand
    return Verdict(good=False, cost=cost, unit=unit, better=named or best, say=say)


def by_list(lesson: Lesson, moment: Moment | None) -> bool:
    """Whether the lesson's list is the answer: a call is in it that no solver proves."""
    if moment is None or moment.aim:
        return False
    return any(not isinstance(lesson.parsed(token), Play) for token in moment.good)


def _proved(
    lesson: Lesson, moment: Moment | None, state: AnyState, event: Event
) -> tuple[int, Unit, tuple[Event, ...]] | None:
    """What a choice costs, in which unit, and the choices that cost nothing; None: the solver does not say it.

    Raises:
        Unproved: it should, and cannot.
    """
    if isinstance(event, Play):
        row = _row(lesson, state, event)
        if row.cost is None:
            raise Unproved(f"{event.token}: the solver cannot say what it costs ({row.lack})")
        lost = _forgone(lesson.game, state)
        best = tuple(other for other in lost if other.card in row.best and not lost[other])
        return row.cost + lost.get(event, 0), row.unit, best
    found = _values(lesson.game, state, "" if moment is None else moment.aim)
    if found is None or event not in found.by:
        return None
    most = max(found.by.values())
    return most - found.by[event], found.unit, tuple(other for other, worth in found.by.items() if worth == most)


def _forgone(game: str, state: AnyState) -> dict[Play, int]:
    """What each card that may be laid gives away besides its trick."""
    own = teaching(game)
    plays = (event for event in state.legal() if isinstance(event, Play))
    return {event: 0 if own is None else own.forgone(state, event) for event in plays}


@lru_cache(maxsize=16)
def _values(game: str, state: AnyState, aim: str) -> Values | None:
    own = teaching(game)
    return None if own is None else own.values(state, aim)


def _row(lesson: Lesson, state: AnyState, event: Play) -> Row:
    found = solver(lesson.game)
    if found is None or state.turn is None:
        raise Unproved(f"nobody solves {lesson.game}")
    bare = Row(0, state.terms.number, len(state.history) + 1, state.turn, event.card)
    return found.cost(bare, state, None)
