"""An event out of the facts of a file: its entrants, a movement in which everybody met as the file says, and all its lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from kozyr.tournaments import regulations
from kozyr.tournaments.director import entries
from kozyr.tournaments.imports.told import Read, Result
from kozyr.tournaments.movements import Field, Movement, Round, Table, lying

_ARTIFICIAL: Final = "PT-I.11.2.B.1"

_Seats: TypeAlias = tuple[tuple[str, str], ...]
"""Seats of the movement with the labels there."""


class _Sat(NamedTuple):
    """A table in a round: the seats, and its results by board and room."""

    seats: _Seats
    results: tuple[Result, ...]
    table: int

    @property
    def boards(self) -> tuple[int, ...]:
        return tuple(sorted({one.board for one in self.results}))


class Built(NamedTuple):
    """The event, what is to be entered, and what of the file could not be."""

    event: entries.Event
    what: tuple[entries.AnyWhat, ...]
    left: tuple[str, ...]
    numbers: Mapping[str, int]
    """The number of each entrant by its label in the file."""


def built(read: Read, name: str, source: str) -> Built:
    """The event of a file. name: of the event; source: of the file.

    Raises:
        ValueError: its regulations cannot be so.
    """
    numbers = _numbers(read)
    unit = _unit(read)
    base = regulations.change(
        regulations.Regulations(),
        {"bridge.scoring": read.scoring, "bridge.mp_unit": unit, "tournament.early_end": True},
    )
    duties = regulations.Duties(**dict.fromkeys(regulations.Duties.__struct_fields__, source[:200]))
    held = entries.announced(
        entries.Event(name=name, game="bridge", preset="duplicate", regulations=regulations.with_duties(base, duties))
    )
    left: list[str] = []
    rounds = _rounds(_once(read.results, left))
    what: list[entries.AnyWhat] = [*_entered(read, numbers)]
    order = tuple(sorted(numbers.values()))
    places = {number: at for at, number in enumerate(order, 1)}
    what.append(entries.Seated(how="hand", order=order, movement=_movement(read, rounds, numbers, places)))
    low, middle, high = base.tournament_adjusted
    guilts: dict[int, entries.Guilt] = {middle: "partly", low: "fully", high: "innocent"}
    for nth, tables in enumerate(rounds, 1):
        what.append(entries.RoundBegun())
        for table in tables:
            what += _lines(table, nth, numbers, guilts, left)
        what.append(entries.RoundEnded(last=nth == len(rounds)))
    return Built(held, tuple(what), tuple(left), numbers)


# --- entrants ----------------------------------------------------------------------------------------------


def _numbers(read: Read) -> dict[str, int]:
    """A number for each label: its own, if all are different numbers; else the entrants in the order of the file."""
    labels = list(
        dict.fromkeys(
            [*(one.label for one in read.comers), *(label for one in read.results for label in one.seats.values())]
        )
    )
    playing = {label for one in read.results for label in one.seats.values()}
    labels = [label for label in labels if label in playing]
    if all(label.isdecimal() and 0 < int(label) <= 10_000 for label in labels) and len(
        {int(one) for one in labels}
    ) == len(labels):
        return {label: int(label) for label in labels}
    return {label: nth for nth, label in enumerate(labels, 1)}


def _entered(read: Read, numbers: Mapping[str, int]) -> Iterator[entries.Entered]:
    told = {one.label: one for one in read.comers}
    taken: set[str] = set()
    for label, number in sorted(numbers.items(), key=lambda one: one[1]):
        one = told.get(label)
        name = (one.name if one is not None and one.name else label)[:190]
        while name in taken:
            name = f"{name} ({label})"
        taken.add(name)
        some = one.members if one is not None else ()
        members = some if len(some) == 2 or len(some) >= 4 else ()
        yield entries.Entered(entrant=number, name=name, members=members[:6])


def _unit(read: Read) -> int:
    """How much a worse result of others brings in the file: two, or one where the points of both sides say so."""
    if read.scoring not in {"matchpoints", "board_a_match"}:
        return 2
    by_board: dict[int, list[Result]] = defaultdict(list)
    for one in read.results:
        by_board[one.board].append(one)
    votes = {1: 0, 2: 0}
    for some in by_board.values():
        for one in some:
            north, east = one.points
            if north is not None and east is not None and len(some) > 1 and one.shares is None:
                for unit in votes:
                    votes[unit] += north + east == unit * (len(some) - 1)
    return 1 if votes[1] > votes[2] else 2


def _once(results: Sequence[Result], left: list[str]) -> Iterator[Result]:
    """The results without those of somebody who has played the board before, or sits twice at it (PT-I.11.6)."""
    played: dict[tuple[int, str], str] = {}
    for one in results:
        who = [
            (one.board, f"{label} {one.room if set(one.seats) == {'A', 'B'} else ''}") for label in one.seats.values()
        ]
        twice = next((at for at in who if at in played or who.count(at) > 1), None)
        if twice is None:
            played |= dict.fromkeys(who, one.where)
            yield one
            continue
        before = played.get(twice, one.where)
        left.append(f"{one.where}: {twice[1].strip()} has played the board there: {before}")


# --- who met when ------------------------------------------------------------------------------------------


def _rounds(results: Iterable[Result]) -> list[list[_Sat]]:
    """The rounds as the file numbers them; else as few as can be found in which nobody sits twice."""
    met: dict[tuple[int, int, _Seats], list[Result]] = defaultdict(list)
    some_results = list(results)
    told = all(one.round and one.table for one in some_results)
    for one in some_results:
        seats = tuple(one.seats.items())
        met[(one.round, one.table, seats) if told else (one.round if "A" in one.seats else 0, 0, seats)].append(one)
    sat = [_Sat(seats, tuple(some), table) for (_, table, seats), some in met.items()]
    if told and _can_be(met):
        rounds: dict[int, list[_Sat]] = defaultdict(list)
        for (round_, table, seats), some in met.items():
            rounds[round_].append(_Sat(seats, tuple(some), table))
        return [sorted(rounds[nth], key=lambda one: one.table) for nth in sorted(rounds)]
    found: list[list[_Sat]] = []
    for company in sorted(sat, key=lambda one: (one.results[0].round, one.boards)):
        people = {label for _, label in company.seats}
        free = next(
            (some for some in found if not any(people & {label for _, label in other.seats} for other in some)), None
        )
        if free is None:
            found.append([company])
        else:
            free.append(company)
    return [[one._replace(table=nth) for nth, one in enumerate(some, 1)] for some in found]


def _can_be(met: Mapping[tuple[int, int, _Seats], Sequence[Result]]) -> bool:
    """Whether nobody sits twice in a round, nor two companies at a table."""
    seen: set[tuple[int, str]] = set()
    for round_, table, seats in met:
        some = {(round_, f"table {table}"), *((round_, label) for _, label in seats)}
        if some & seen:
            return False
        seen |= some
    return True


def _movement(
    read: Read, rounds: Sequence[Sequence[_Sat]], numbers: Mapping[str, int], places: Mapping[int, int]
) -> Movement:
    whole = []
    for tables in rounds:
        sat = [
            Table(one.table, one.boards, {seat: places[numbers[label]] for seat, label in one.seats}) for one in tables
        ]
        playing = {place for table in sat for place in table.seats.values()}
        whole.append(Round(tuple(sat), tuple(place for place in places.values() if place not in playing)))
    seats = rounds[0][0].seats
    teams = seats[0][0] in {"A", "B"}
    kind = "round_robin" if teams else "mitchell" if read.two_winners else "howell"
    most = max(len(turn.tables) for turn in whole)
    field = Field(kind, 1, len(places), len(seats), most, max(len(turn.rest) for turn in whole))  # type: ignore[arg-type]
    return Movement(lying(whole), (field,), tuple(whole), "")


# --- lines -------------------------------------------------------------------------------------------------


def _lines(
    table: _Sat, round_: int, numbers: Mapping[str, int], guilts: Mapping[int, entries.Guilt], left: list[str]
) -> Iterator[entries.Row | entries.Ruled]:
    seen: set[tuple[int, str]] = set()
    for one in table.results:
        if (one.board, one.room) in seen:
            left.append(f"{one.where}: the board stands there twice")
            continue
        seen.add((one.board, one.room))
        if one.shares is not None:
            sides = [label for seat, label in one.seats.items() if seat in {"NS", "A", "N"}]
            if any(share not in guilts for share in one.shares) or len(one.seats) > 2:
                left.append(f"{one.where}: {one.shares[0]}-{one.shares[1]} is no artificial score of the regulations")
                continue
            north, east = one.shares
            given: dict[int, entries.Guilt] = {
                numbers[label]: guilts[north if label in sides else east] for label in one.seats.values()
            }
            yield entries.Ruled(
                table=table.table,
                board=one.board,
                round=round_,
                law=_ARTIFICIAL,
                text=one.where,
                decision=entries.Decision(artificial=given),
            )
            continue
        yield entries.Row(table=table.table, board=one.board, result=one.line or scored(one.score), room=one.room)


def scored(score: int | None) -> str:
    """A line that tells the score alone: `NS 420`, `EW 50`."""
    return f"NS {score}" if (score or 0) >= 0 else f"EW {-(score or 0)}"
