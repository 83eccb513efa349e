"""The work of the verb `kozyr movement`; its grammar is `kozyr.verbs.tournaments`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Final, get_args

import msgspec

from kozyr.games.refusal import Refused
from kozyr.tournaments import pairs
from kozyr.tournaments.comparison import quality
from kozyr.tournaments.games.preferans import seating
from kozyr.tournaments.movements import Movement, Table
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.regulations import Moves

_BAD: Final = 2  # exit status for bad input
_MOVES: Final = get_args(Moves)
_AFTER: Final = {"lines"}  # what seats by a session that has been played
_WORDS: Final = {1: "one box", 2: "two boxes", 3: "three boxes", 4: "four boxes"}


def preferans(args: argparse.Namespace) -> int:
    """A movement of preferans."""
    try:
        wanted = HowSeated(**{name: getattr(args, name) for name in seating.OBEYED - _AFTER})
        return _told(seating.movement(args.kind, args.players, wanted), args.json)
    except ValueError as error:
        return _complain(error)


def bridge(args: argparse.Namespace) -> int:
    """A movement of bridge."""
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
        raise Refused("kind_of_pairs", kind=args.kind)
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
        if {"NS", "EW"} == set(movement.rounds[0].tables[0].seats):
            yield f"pairs are compared {float(quality(movement, field)):.1f} of 100"
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
