"""A pair that comes late: the rounds to come of a movement of pairs with one pair more.

Where a pair rests, it plays the late one at a table of its own. Where nobody does, the late pair takes the place of another one, which
rests in that round: each pair at most once. The late pair plays no board twice and meets nobody twice; where that cannot be, it rests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from kozyr.games.refusal import Refused
from kozyr.tournaments.director.entries import Appended
from kozyr.tournaments.director.state import State
from kozyr.tournaments.movements import Field, Movement, Round, Table, lying, noted

_STEPS: Final = 20_000  # of the search, before a round of rest is tried
_REST: Final = 100  # the price of a round in which the late pair rests
_SHARED: Final = 10  # of boards that another table plays at the same time


class _Way(NamedTuple):
    """How the late pair spends a round: whom it meets, on which boards, and who rests for it."""

    price: int
    table: Table | None
    """With number 0 for the late pair; None: it rests."""
    opponent: int
    bumped: int
    """0: nobody."""


def seated_late(state: State, entrant: int) -> Appended:
    """The entry by which a pair that came late joins the session that runs, from the next round on.

    Raises:
        Refused: no session runs, it is not of pairs, or no round is left.
    """
    if state.session is None or state.session.ended_at is not None:
        raise Refused("late_running")
    return Appended(entrant=entrant, movement=with_late_pair(state.session.movement, state.session.begun))


def with_late_pair(movement: Movement, begun: int) -> Movement:
    """The movement with one pair more, which has the last number; the rounds that have begun stay as they are.

    Raises:
        Refused: it is no movement of pairs, or no round is left.
    """
    if len(movement.fields) != 1 or any("NS" not in one.seats for turn in movement.rounds for one in turn.tables):
        raise Refused("late_pairs_only")
    if begun >= len(movement.rounds):
        raise Refused("late_no_round")
    late = movement.fields[-1].last + 1
    ways = [list(_ways(movement, nth)) for nth in range(begun, len(movement.rounds))]
    chosen = _cheapest(ways)
    rounds = [
        Round(turn.tables, (*turn.rest, late)) if nth < begun else _played(turn, chosen[nth - begun], late)
        for nth, turn in enumerate(movement.rounds)
    ]
    (field,) = movement.fields
    tables = max(len(turn.tables) for turn in rounds)
    fresh = Field(field.kind, field.first, late, field.at, tables, max(len(turn.rest) for turn in rounds))
    return noted(Movement(lying(rounds), (fresh,), tuple(rounds)))


def _ways(movement: Movement, nth: int) -> Iterator[_Way]:
    """The ways of a round, the cheapest first."""
    yield from sorted((*_filled(movement, nth), *_bumping(movement, nth)), key=lambda way: way.price)
    yield _Way(_REST, None, 0, 0)


def _filled(movement: Movement, nth: int) -> Iterator[_Way]:
    """The late pair meets one that rests, at a table of their own."""
    turn = movement.rounds[nth]
    here = {table.boards for table in turn.tables}
    sets = here if len(here) == 1 else {table.boards for one in movement.rounds for table in one.tables}
    number = max(table.table for one in movement.rounds for table in one.tables) + 1
    for resting in turn.rest:
        own = _boards_of(movement, resting)
        east = any(table.seats["EW"] == resting for one in movement.rounds for table in one.tables)
        north = any(table.seats["NS"] == resting for one in movement.rounds for table in one.tables)
        for boards in sorted(sets):
            if own.isdisjoint(boards):
                shared = boards in here and sets != here
                seats = {"NS": 0, "EW": resting} if east and not north else {"NS": resting, "EW": 0}
                yield _Way(_SHARED * shared, Table(number, boards, seats, shared), resting, 0)


def _bumping(movement: Movement, nth: int) -> Iterator[_Way]:
    """The late pair takes a place, if nobody rests; in two lines always one of the same line."""
    turn = movement.rounds[nth]
    if turn.rest:
        return
    sides = ("NS",) if movement.fields[0].kind == "mitchell" else ("NS", "EW")
    for table in turn.tables:
        for side in sides:
            other = "EW" if side == "NS" else "NS"
            yield _Way(1, replace(table, seats={**table.seats, side: 0}), table.seats[other], table.seats[side])


def _boards_of(movement: Movement, who: int) -> set[int]:
    return {
        board
        for turn in movement.rounds
        for table in turn.tables
        if who in table.seats.values()
        for board in table.boards
    }


def _cheapest(ways: Sequence[Sequence[_Way]]) -> list[_Way]:
    """A way for each round, so that no board, no opponent and no bumped pair comes twice; as little rest as the search finds."""
    best: list[_Way] = [some[-1] for some in ways]
    least = sum(way.price for way in best)
    steps = 0
    chosen: list[_Way] = []

    def go(nth: int, price: int, boards: frozenset[int], met: frozenset[int], bumped: frozenset[int]) -> None:
        nonlocal best, least, steps
        steps += 1
        if price >= least or steps > _STEPS:
            return
        if nth == len(ways):
            best, least = list(chosen), price
            return
        for way in ways[nth]:
            mine = frozenset(way.table.boards) if way.table is not None else frozenset()
            if boards & mine or way.opponent in met or way.bumped in bumped:
                continue
            chosen.append(way)
            opponents = met | {way.opponent} if way.opponent else met
            go(nth + 1, price + way.price, boards | mine, opponents, bumped | {way.bumped} if way.bumped else bumped)
            chosen.pop()

    go(0, 0, frozenset(), frozenset(), frozenset())
    return best


def _played(turn: Round, way: _Way, late: int) -> Round:
    """A round with the late pair in its way."""
    if way.table is None:
        return Round(turn.tables, (*turn.rest, late))
    table = replace(way.table, seats={seat: who or late for seat, who in way.table.seats.items()})
    others = tuple(one for one in turn.tables if one.table != table.table)
    tables = tuple(
        replace(one, shared=True) if table.shared and one.boards == table.boards else one for one in (*others, table)
    )
    rest = tuple(who for who in turn.rest if who not in table.seats.values())
    resting = (*rest, way.bumped) if way.bumped else rest
    return Round(tuple(sorted(tables, key=lambda one: one.table)), resting)
