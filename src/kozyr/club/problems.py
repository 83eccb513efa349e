"""Problems at the club: those of `kozyr.problems` as the messages of a table, so that the same page draws both.

Nothing is kept: a problem and the choices so far give everything. What is right is not told before it is chosen, or missed.
docs/protocol.md has the routes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from kozyr.club import wire
from kozyr.club.staged import Stage, Staged
from kozyr.games import Event, IllegalEvent, Refusal, game, games
from kozyr.games.refusal import Refused
from kozyr.problems import Problem, Wrong, problem, problems, puzzles, run
from kozyr.problems.part import Puzzles, Unit
from kozyr.problems.problem import begun

CostUnit: TypeAlias = Literal["whists", "imps", "matchpoints", "chance"]  # of one's own problems, besides
_MOST = 20  # choices of a problem
_LEVEL = "expert"  # of the bots whose names stand at the other seats


class ProblemsRow(msgspec.Struct, frozen=True):
    """The problems of a theme: the grade of each, from 1 to 4. The nth has the name of the theme, a dash, and n from 1."""

    game: str
    theme: str
    grades: tuple[int, ...]


class TakeProblem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a problem: the choices so far, each as its event."""

    game: Annotated[str, msgspec.Meta(max_length=32)]
    problem: Annotated[str, msgspec.Meta(max_length=64)]
    choices: Annotated[
        list[Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "event"})]], msgspec.Meta(max_length=_MOST)
    ] = []


class ProblemWrong(msgspec.Struct, frozen=True):
    """Why the last choice was wrong. cost: in the problem's unit. better: the right choices."""

    cost: float
    better: tuple[Event, ...]


class ProblemTold(msgspec.Struct, frozen=True):
    """The state of a problem.

    theme: its kind. aim: the contract that a discard is for; else empty. more: what the right choices still bring the
    side that is asked, in `unit`; tricks that nobody wants count below nought. snap: before the last choice, or the
    problem itself, with all hands open. since: the events since then; after a wrong choice those of its refutation.
    wrong: of the last choice. done: nothing more is asked. then: of one's own problems what was chosen in the deal, once it
    is answered. over: of one's own problems when the deal ended, in milliseconds.
    """

    theme: str
    grade: int
    aim: str
    more: int
    unit: Unit | CostUnit
    snap: wire.Snap
    since: tuple[wire.Ev, ...]
    wrong: ProblemWrong | None
    done: bool
    then: Event | None = None
    over: int = 0


@lru_cache(maxsize=1)
def listed() -> tuple[ProblemsRow, ...]:
    """The problems of every game, theme by theme."""
    grades: dict[tuple[str, str], list[int]] = {}
    for name in games():
        for one in problems(name):
            grades.setdefault((name, one.theme.code), []).append(one.grade)
    return tuple(ProblemsRow(name, code, tuple(some)) for (name, code), some in grades.items())


def taken(asked: TakeProblem) -> bytes | Refusal:
    """Where a problem stands, encoded; or why nothing can be told. It may take a second, and belongs in another process."""
    found = problem(asked.game, asked.problem)
    if found is None:
        return Refusal("no_problem", params={"problem": asked.problem, "game": asked.game})
    try:
        choices = [game(asked.game).decoder.decode(bytes(one)).token for one in asked.choices]
        now = run(found, choices)
    except Refused as error:
        return error.refusal
    except IllegalEvent as error:
        return Refusal("problem_choice", error.illegal.law)
    except (msgspec.DecodeError, ValueError):
        return Refusal("problem_choice")
    stage = Stage(found.game, found.preset, begun(found), now.seat, _LEVEL, frozenset(), open=True)
    table = Staged(stage)
    return wire.encode(
        ProblemTold(
            theme=found.theme.code,
            grade=found.grade,
            aim=found.aim,
            more=found.worth - _had(found),
            unit=_part(found).unit,
            snap=table.snap(now.steps[: now.since]),
            since=tuple(table.evs(now.steps, now.since)),
            wrong=None if now.wrong is None else _wrong(now.wrong),
            done=now.done,
        )
    )


def _part(of: Problem) -> Puzzles:
    own = puzzles(of.game)
    assert own is not None
    return own


def _had(of: Problem) -> int:
    """What the side that is asked has at the moment of the problem."""
    turn = of.state.turn
    assert turn is not None
    return _part(of).score(of.state, turn)


def _wrong(wrong: Wrong) -> ProblemWrong:
    return ProblemWrong(wrong.cost, wrong.better)
