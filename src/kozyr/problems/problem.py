"""A problem as data: one line of JSON. The deal and the events before it lead to the moment, so a problem is a legal deal."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Annotated

import msgspec

from kozyr.bots.frame import Level
from kozyr.games import AnyState, Deal, Entry, Event, Progress, game, games
from kozyr.games.record import Step
from kozyr.problems.part import Theme, puzzles

_Text = Annotated[str, msgspec.Meta(max_length=2_000)]


class BadProblem(ValueError):
    """A line is no problem; the text says why."""


class Problem(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A problem.

    name: of its theme and its number. preset, players, dealer: what is agreed, and who plays. deal: the text of a layout.
    past: the events from the cards to the moment, as tokens. aim: the contract that a discard is for. good: the right
    choices, as tokens. worth: what they bring; rest: what the best of the others does (`Puzzles.values`). missed: the levels of
    bots that choose another one, with the sight that the seat has at a table. naive: the positions that the search without the
    solver went through; 0: too many cards for it.
    """

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z]+(-[a-z]+)*-[0-9]+$", max_length=40)]
    game: str
    preset: str
    players: int
    dealer: int
    deal: _Text
    past: _Text
    good: tuple[str, ...]
    worth: int
    rest: int
    aim: str = ""
    missed: tuple[Level, ...] = ()
    naive: int = 0

    @property
    def theme(self) -> Theme:
        """Its theme.

        Raises:
            BadProblem: there is no such game, or it has no such theme.
        """
        if self.game not in games():
            raise BadProblem(f"no game {self.game!r}; there are: {', '.join(games())}")
        own = puzzles(self.game)
        code = self.name.rpartition("-")[0]
        found = next((one for one in own.themes if one.code == code), None) if own is not None else None
        if found is None:
            raise BadProblem(f"{self.game} has no theme {code!r}")
        return found

    @property
    def grade(self) -> int:
        """How hard it is: 1 for what no bot misses, and one more for each level that does."""
        return 1 + len(self.missed)

    def event(self, token: str) -> Event:
        """The event of a token.

        Raises:
            BadProblem: there is none.
        """
        try:
            return game(self.game).parse(token)
        except ValueError as error:
            raise BadProblem(str(error)) from None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The deal from its cards to the moment.

        Raises:
            BadProblem: what is agreed cannot be, or an event cannot come where it stands.
        """
        return steps(self)

    @property
    def state(self) -> AnyState:
        """The deal at the moment; see `steps`."""
        found = self.steps[-1].after.state
        assert found is not None
        return found


def begun(problem: Problem) -> Progress:
    """The match of a problem at its beginning, before the deal.

    Raises:
        BadProblem: what is agreed cannot be.
    """
    _ = problem.theme  # says in one line that there is no such game
    rules = game(problem.game)
    try:
        agreed = rules.agree(problem.preset, {}, problem.players)
        return Progress.start(rules.start(agreed, problem.players, problem.dealer))
    except ValueError as error:
        raise BadProblem(str(error)) from None


@lru_cache(maxsize=256)
def steps(problem: Problem) -> tuple[Step, ...]:
    """The deal from its cards to the moment; see `Problem.steps`.

    Raises:
        BadProblem: what is agreed cannot be, or an event cannot come where it stands.
    """
    now, found = begun(problem), list[Step]()
    for event in (Deal(problem.deal), *map(problem.event, problem.past.split())):
        seat = None if now.state is None else now.state.actor
        refused = now.why_not(event, seat)
        if refused is not None:
            raise BadProblem(f"{event.token} cannot come here: {refused.code} ({refused.law})")
        found.append(now.step(Entry(len(found) + 1, seat, event)))
        now = found[-1].after
    state = now.state
    if found[-1].outcome is not None or state is None or state.actor is None:
        raise BadProblem("the deal is over, and nobody has to choose")
    return tuple(found)


_decoder = msgspec.json.Decoder(Problem)


def read(line: str | bytes) -> Problem:
    """A problem from its line.

    Raises:
        BadProblem: it is none.
    """
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadProblem(f"no problem: {error}") from None


def written(problem: Problem) -> str:
    """The line of a problem."""
    return msgspec.json.encode(problem).decode()


@lru_cache(maxsize=16)
def problems(of: str) -> tuple[Problem, ...]:
    """The problems of a game that come with the program, theme by theme; none: nobody has found any.

    Raises:
        BadProblem: a line is no problem, which a test would have found.
    """
    path = files("kozyr.problems").joinpath("shipped", f"{of}.jsonl")
    return tuple(map(read, path.read_text(encoding="utf-8").splitlines())) if path.is_file() else ()


@lru_cache(maxsize=16)
def _named(of: str) -> dict[str, Problem]:
    return {one.name: one for one in problems(of)}


def problem(of: str, name: str) -> Problem | None:
    """A problem by its game and name; None: there is no such game, or no such problem."""
    return _named(of).get(name) if of in games() else None
