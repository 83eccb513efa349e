"""A problem played: the problem and the choices so far give where it stands.

All seats but the one that is asked play by the solver. A choice that gives something away is refuted: the best defence
answers it card by card until what the right one brings is out of reach. Where no choice can go wrong, the deal goes on by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from kozyr.cards import Seat
from kozyr.games import Entry, Event, IllegalEvent
from kozyr.games.record import Step
from kozyr.games.refusal import Refused
from kozyr.problems.part import Puzzles, Unit, puzzles
from kozyr.problems.problem import BadProblem, Problem

_MOST: Final = 200  # events; more would be an endless deal


class Wrong(msgspec.Struct, frozen=True):
    """A choice that was not right.

    cost: what it gives away, in `unit`. better: the right choices. line: the choice and its refutation.
    """

    cost: int
    unit: Unit
    better: tuple[Event, ...]
    line: tuple[Step, ...]


class Course(msgspec.Struct, frozen=True):
    """Where a problem stands.

    seat: who is asked. steps: the deal so far, from its cards. since: how many of the steps came before the last choice.
    wrong: of the last choice; None: it was right. done: nothing more is asked.
    """

    seat: Seat
    steps: tuple[Step, ...]
    since: int
    wrong: Wrong | None
    done: bool


def run(problem: Problem, choices: Sequence[str]) -> Course:
    """Where a problem stands after these choices, as tokens.

    Raises:
        BadProblem: it is none. Refused: a choice that is none, or one behind the end. IllegalEvent: one against the rules.
    """
    own = puzzles(problem.game)
    seat = problem.state.actor
    if own is None or seat is None:
        raise BadProblem(f"{problem.game} has no problems")
    steps, done = list(problem.steps), False
    since = len(steps)
    for nth, token in enumerate(choices):
        if done:
            raise Refused("problem_over")
        state, since = steps[-1].after.state, len(steps)
        assert state is not None
        try:
            event = problem.event(token)
        except BadProblem:
            raise Refused("problem_choice") from None
        illegal = state.why_not(event, seat)
        if illegal is not None:
            raise IllegalEvent(event, state, illegal)
        values = {choice.token: worth for choice, worth in own.values(state, problem.aim).items()}
        if token not in values:  # a claim, say, which answers nothing
            raise Refused("problem_choice")
        if values[token] < max(values.values()):
            if nth + 1 < len(choices):
                raise Refused("problem_over")
            wrong = refutation(problem, steps, event)
            return Course(seat, (*steps, *wrong.line), since, wrong, done=True)
        steps.append(steps[-1].after.step(Entry(len(steps) + 1, seat, event)))
        done = problem.theme.once or _onward(own, problem, steps, seat)
    return Course(seat, tuple(steps), since, None, done)


def _onward(own: Puzzles, problem: Problem, steps: list[Step], seat: Seat) -> bool:
    """Play on until a choice of the seat can go wrong; True: none can any more."""
    while len(steps) < _MOST:
        state = steps[-1].after.state
        if steps[-1].outcome is not None or state is None or state.actor is None:
            return True
        if state.actor is seat and len(set(own.values(state, problem.aim).values())) > 1:
            return False
        steps.append(steps[-1].after.step(Entry(len(steps) + 1, state.actor, own.best(state, problem.aim, seat))))
    raise BadProblem("the deal does not come to its end")


def refutation(problem: Problem, steps: Sequence[Step], event: Event) -> Wrong:
    """The refutation of a choice after these steps.

    Raises:
        BadProblem: the game has no problems.
    """
    own, state = puzzles(problem.game), steps[-1].after.state
    if own is None or state is None or state.actor is None or state.turn is None:
        raise BadProblem(f"{problem.game} has no problems")
    seat, turn = state.actor, state.turn
    values = own.values(state, problem.aim)
    best = max(values.values())
    line = [steps[-1].after.step(Entry(len(steps) + 1, seat, event))]
    while line[-1].outcome is None and len(line) < _MOST:
        now = line[-1].after.state
        if now is None or now.actor is None or own.score(now, turn) + own.most(now, turn) < best:
            break
        line.append(line[-1].after.step(Entry(len(steps) + len(line) + 1, now.actor, own.best(now, problem.aim, turn))))
    better = tuple(choice for choice, worth in values.items() if worth == best)
    worth = next(worth for choice, worth in values.items() if choice.token == event.token)
    return Wrong(best - worth, own.unit, better, tuple(line))
