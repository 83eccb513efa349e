"""What the verb `kozyr problems` does; its grammar is `kozyr.verbs.problems`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from kozyr.cards import CardSet
from kozyr.games import games
from kozyr.problems.part import puzzles
from kozyr.problems.problem import BadProblem, Problem, problem, problems, read, written
from kozyr.problems.proof import proved
from kozyr.problems.seeking import stream
from kozyr.verbs import BadInput


def make(args: argparse.Namespace) -> int:
    """Print problems, a line each, as `verify` reads them.

    Raises:
        BadInput: the game has no problems, or no such theme.
    """
    own = puzzles(args.game)
    if own is None:
        raise BadInput(f"{args.game} has no problems")
    chosen = [one for one in own.themes if args.theme in {None, one.code}]
    if not chosen:
        raise BadInput(
            f"{args.game} has no theme {args.theme!r}; there are: {', '.join(one.code for one in own.themes)}"
        )
    if args.count < 1:
        raise BadInput(f"--count is 1 or more, not {args.count}")
    for theme in chosen:
        for one in stream(args.game, theme, args.seed, args.count):
            sys.stdout.write(f"{written(one)}\n")
            sys.stdout.flush()
    return 0


def verify(args: argparse.Namespace) -> int:
    """Prove problems again, of files or all that come with the program; status 2 if one of them is refuted."""
    status = 0
    for name, lines in _files(args.files):
        count = plain = 0
        for number, line in lines:
            try:
                found = read(line) if isinstance(line, str) else line
                told = proved(found)
            except BadProblem as error:
                sys.stderr.write(f"{name}:{number}: {error}\n")
                status = 2
                continue
            count, plain = count + 1, plain + bool(told.naive)
        sys.stdout.write(f"{name}: {count} proved by the solver, {plain} of them also without it\n")
    return status


def _files(names: list[str]) -> Iterator[tuple[str, list[tuple[int, str | Problem]]]]:
    """The problems of files by name, each with the number of its line; without names those that come with the program.

    Raises:
        BadInput: a file cannot be read.
    """
    if not names:
        for name in games():
            if problems(name):
                yield name, list(enumerate(problems(name), 1))
        return
    for name in names:
        try:
            text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:  # ValueError: not UTF-8, or a zero byte in the name
            raise BadInput(f"{name}: {getattr(error, 'strerror', None) or error}") from error
        yield name, [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def show(args: argparse.Namespace) -> int:
    """Print one problem with its solution.

    Raises:
        BadInput: there is no such problem.
    """
    of, _, name = args.problem.partition("/")
    found = problem(of, name)
    if found is None:
        raise BadInput(f"no problem {args.problem!r}; a problem is named as preferans/ending-1")
    if args.json:
        sys.stdout.write(f"{written(found)}\n")
        return 0
    sys.stdout.write("\n".join(_in_words(found)) + "\n")
    return 0


def _in_words(one: Problem) -> Iterator[str]:
    """A problem in lines of text."""
    own, state = puzzles(one.game), one.state
    assert own is not None
    missed = f"missed by {', '.join(one.missed)}" if one.missed else "no bot misses it"
    yield f"{one.game}/{one.name}: grade {one.grade}, {missed}"
    for seat in state.terms.holders:
        asked = " to choose" if seat is state.turn else ""
        yield f"  {seat.value}  {CardSet(state.holding(seat))}{asked}"
    if state.trick:
        yield f"  trick  {' '.join(card.text for card in state.trick)}"
    if state.trump is not None:
        yield f"  trump  {state.trump.value}"
    if one.aim:
        yield f"  for  {one.aim}"
    yield f"  right  {' '.join(one.good)}: {one.worth} {own.unit}; the next best {one.rest}"
