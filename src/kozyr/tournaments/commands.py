"""The verbs `kozyr movement`, `kozyr boards`, `kozyr tournament` and `kozyr compensation`; `kozyr.cli` has them in its list."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec

from kozyr.tournaments import boxes, desk, pairs, simulation
from kozyr.tournaments.movements import Movement, Table
from kozyr.tournaments.regulations import Moves
from kozyr.tournaments.seating import OF_PREFERANS, HowSeated, movement_of_preferans

_BAD: Final = 2  # exit status for bad input
_MOVES: Final = get_args(Moves)
_WORDS: Final = {1: "one box", 2: "two boxes", 3: "three boxes", 4: "four boxes"}


def add_arguments(subparsers: argparse._SubParsersAction[Any]) -> argparse._SubParsersAction[Any]:
    """Teach a command line the verbs; they leave in `run` what does their work. The verbs of `kozyr tournament`."""
    simulation.add_arguments(subparsers)
    boxes.add_arguments(subparsers)
    of_an_event = desk.add_arguments(subparsers)
    about = "Who sits where in which round: movements of a preferans or bridge tournament."
    made: argparse.ArgumentParser = subparsers.add_parser("movement", help=about, description=about, allow_abbrev=False)
    games = made.add_subparsers(required=True, metavar="GAME")
    about = "Duplicate preferans: each player moves by himself."
    mine: argparse.ArgumentParser = games.add_parser("preferans", help=about, description=about, allow_abbrev=False)
    mine.set_defaults(run=_preferans)
    mine.add_argument("--players", type=int, required=True, metavar="N")
    mine.add_argument("--at", type=int, choices=(3, 4), help="at a table; as leaves the fewest resting, if left out")
    mine.add_argument("--copies", type=int, metavar="K", help="at most so many boxes of a board; as few as can be")
    mine.add_argument(
        "--kind", choices=_MOVES, default="scheme", help="the rules' own movements alone; what serves best, if left out"
    )
    mine.add_argument("--rooms", type=int, metavar="K", help="of --kind rooms; two, if left out")
    mine.add_argument("--set-by-hand", action="store_true", help="the first round is for setting boards, not for play")
    mine.add_argument("--own-boards", action="store_true", help="each room has boards of its own, not copies")
    about = "Bridge: pairs, teams of four or single players."
    theirs: argparse.ArgumentParser = games.add_parser("bridge", help=about, description=about, allow_abbrev=False)
    theirs.set_defaults(run=_bridge)
    who = theirs.add_mutually_exclusive_group(required=True)
    who.add_argument("--pairs", type=int, metavar="N")
    who.add_argument("--teams", type=int, metavar="N", help="round robin")
    who.add_argument("--players", type=int, metavar="N", help="individual")
    theirs.add_argument(
        "--kind", choices=("howell", "mitchell", "relay"), help="of pairs; Howell up to 16, if left out"
    )
    theirs.add_argument("--boards", type=int, metavar="B", help="of a round; as many as make an evening, if left out")
    for each in (mine, theirs):
        each.add_argument("--rounds", type=int, metavar="R", help="as many as there can be, if left out")
        each.add_argument("--json", action="store_true", help="for programs")
    return of_an_event


def _preferans(args: argparse.Namespace) -> int:
    try:
        wanted = HowSeated(**{name: getattr(args, name) for name in OF_PREFERANS})
        return _told(movement_of_preferans(args.kind, args.players, wanted), args.json)
    except ValueError as error:
        return _complain(error)


def _bridge(args: argparse.Namespace) -> int:
    try:
        return _told(_of_bridge(args), args.json)
    except ValueError as error:
        return _complain(error)


def _of_bridge(args: argparse.Namespace) -> Movement:
    """The movement that is asked for.

    Raises:
        ValueError: there is none.
    """
    if args.pairs is not None:
        return pairs.pairs(args.pairs, args.kind, args.rounds, args.boards)
    if args.kind is not None:
        raise ValueError(f"--kind {args.kind} is of pairs")
    if args.teams is not None:
        return pairs.teams(args.teams, args.rounds, args.boards)
    return pairs.individual(args.players, args.rounds, args.boards)


def _complain(error: ValueError) -> int:
    sys.stderr.write(f"kozyr movement: {error}\n")
    return _BAD


def _told(movement: Movement, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(msgspec.json.encode(movement).decode() + "\n")
    else:
        sys.stdout.write("\n".join(_lines(movement)) + "\n")
    return 0


def _lines(movement: Movement) -> Iterator[str]:
    """The movement for people."""
    for field in movement.fields:
        resting = f", {field.resting} resting" if field.resting else ""
        tables = f"{field.tables} {'table' if field.tables == 1 else 'tables'}{resting}"
        yield f"{field.first}-{field.last}: {tables}, {len(movement.rounds)} rounds, {field.kind.replace('_', ' ')}"
    yield f"{_WORDS.get(movement.copies, f'{movement.copies} boxes')} of each board"
    if movement.note:
        yield movement.note
    for number, turn in enumerate(movement.rounds, 1):
        yield ""
        yield f"Round {number}" + (f"; {', '.join(map(str, turn.rest))} rest" if turn.rest else "")
        yield from map(_row, turn.tables)


def _row(table: Table) -> str:
    first, last = table.boards[0], table.boards[-1]
    boards = f"board {first}" if first == last else f"boards {first}-{last}"
    seats = "  ".join(f"{seat} {number:>2}" for seat, number in table.seats.items())
    return f"  table {table.table:>2}  {boards:<14}  {seats}{'  shared' if table.shared else ''}"
