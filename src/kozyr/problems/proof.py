"""A problem proved: its answer is right, nothing else is as good, and the short ones are proved again without the solver."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from kozyr.games import Event, Play
from kozyr.problems import naive
from kozyr.problems.course import Wrong, refutation
from kozyr.problems.part import Puzzles, puzzles
from kozyr.problems.problem import BadProblem, Problem


class Proof(msgspec.Struct, frozen=True):
    """What a proof went through. choices: all that could be chosen; naive: positions of the search without the solver, 0: none."""

    choices: int
    naive: int


class Refuted(BadProblem):
    """A problem's solution is wrong; the text has the refutation."""


def of_game(problem: Problem) -> Puzzles:
    """The part of a problem's game.

    Raises:
        BadProblem: there is no such game, or it has no problems.
    """
    _ = problem.theme  # says it in one line
    found = puzzles(problem.game)
    assert found is not None
    return found


def proved(problem: Problem, *, plain: bool = True) -> Proof:
    """Prove a problem by the solver, and with at most 20 cards left by the naive search, too.

    plain: without it by the solver alone.

    Raises:
        Refuted: the solution is wrong, with the refutation. BadProblem: it is no problem at all.
    """
    own, state = of_game(problem), problem.state
    try:
        found = own.values(state, problem.aim)
    except ValueError as error:
        raise BadProblem(f"the solver cannot say it: {error}") from None
    _held(problem, found, "")
    if naive.left(state) > naive.CARDS or not all(isinstance(event, Play) for event in state.legal()) or not plain:
        return Proof(len(found), 0)
    again, nodes = naive.searched(own, state)
    _held(problem, again, " by the search without the solver")
    return Proof(len(found), nodes)


def _held(problem: Problem, found: Mapping[Event, int], by: str) -> None:
    """Hold what a problem says against what each choice brings.

    Raises:
        Refuted: it says something else. BadProblem: it names what cannot be chosen, or everything is right.
    """
    worths = {event.token: worth for event, worth in found.items()}
    best = max(worths.values())
    for token in problem.good:
        if token not in worths:
            raise BadProblem(f"{token} cannot be chosen")
        if worths[token] < best:
            raise Refuted(f"{token} is wrong{by}: {_told(problem, token)}")
    missing = [token for token, worth in worths.items() if worth == best and token not in problem.good]
    if missing:
        raise Refuted(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} as good{by}")
    others = [worth for worth in worths.values() if worth != best]
    if not problem.good or not others:
        raise BadProblem("nothing can go wrong here")
    if (problem.worth, problem.rest) != (best, max(others)):
        raise Refuted(
            f"the right choice brings {best} and the next {max(others)}{by}, not {problem.worth} and {problem.rest}"
        )


def _told(problem: Problem, token: str) -> str:
    """A refutation as one line."""
    wrong: Wrong = refutation(problem, problem.steps, problem.event(token))
    line = " ".join(f"{step.entry.seat.value}:{step.entry.event.token}" for step in wrong.line if step.entry.seat)
    better = " or ".join(event.token for event in wrong.better[:4])
    return f"{line}; it costs {wrong.cost}, better {better}"
