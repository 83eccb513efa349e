"""What a file says of itself, against what follows from its lines: scores, points, totals, places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from kozyr.tournaments.director.final import points_of, standing
from kozyr.tournaments.director.state import State
from kozyr.tournaments.director.verdicts import verdicts
from kozyr.tournaments.imports.told import Read, Result
from kozyr.tournaments.scoring import shown

HALF: Final = Fraction(1, 100)  # what rounding to two decimals may change


def differences(state: State, read: Read, numbers: Mapping[str, int]) -> Iterator[str]:
    """One line for each thing that the file says and its lines do not give, board by board, then the totals."""
    by_board: dict[int, list[str]] = {}
    for one in read.results:
        by_board.setdefault(one.board, []).extend(_of_score(state, one, numbers))
    for board, of_scores in sorted(by_board.items()):
        told = [*of_scores, *_points_differ(state, read, board, numbers)]
        if told:
            yield f"board {board}: {'; '.join(told)}"
    yield from _of_totals(state, read, numbers)
    yield from _of_places(state, read, numbers)


def _of_score(state: State, one: Result, numbers: Mapping[str, int]) -> Iterator[str]:
    if one.score is None or not one.line:
        return
    for row in state.rows_of(1, one.board):
        if set(row.seats.values()) == {numbers[label] for label in one.seats.values()} and row.at.room == one.room:
            ours = next(
                score
                for seat, score in row.reading.scores.items()
                if seat in {"N", "NS", "A" if one.room != "closed" else "B"}
            )
            if ours != one.score:
                yield f"{one.where} has {one.score}, {row.reading.text} is {ours}"


def _of_points(state: State, one: Result, numbers: Mapping[str, int]) -> Iterator[str]:
    found = points_of(state, 1, one.board)
    for told, side in zip(one.points, ("NS", "EW"), strict=True):
        labels = [label for seat, label in one.seats.items() if seat in side]
        for label in labels:
            ours = found.get(numbers[label])
            if told is not None and ours is not None and abs(ours - told) > HALF:
                yield f"{one.where} gives {label} {shown(told)}, its scores {shown(ours)}"


def _points_differ(state: State, read: Read, board: int, numbers: Mapping[str, int]) -> list[str]:
    """Points of a board that do not follow from its scores, neither at the session's top nor at the board's own."""
    if read.scoring in {"team_imps", "board_a_match"} or verdicts(state, 1, board).of:
        return []
    some = [one for one in read.results if one.board == board]
    told = [line for one in some for line in _of_points(state, one, numbers)]
    if told and read.scoring == "matchpoints":
        agreed = replace(state.event.regulations, bridge_top="board")
        own_top = replace(state, event=replace(state.event, regulations=agreed))
        if not any(line for one in some for line in _of_points(own_top, one, numbers)):
            return []
    return told


def _of_totals(state: State, read: Read, numbers: Mapping[str, int]) -> Iterator[str]:
    totals = {place.entrant: place.total for place in standing(state).places}
    for one in read.comers:
        ours = totals.get(numbers.get(one.label, 0))
        if one.total is None or ours is None:
            continue
        if abs(one.total - ours) > HALF and one.total not in _sums(state, read, numbers[one.label]):
            yield f"{one.name} has {shown(one.total)} in the file, {shown(ours)} by its lines"


def _of_places(state: State, read: Read, numbers: Mapping[str, int]) -> Iterator[str]:
    """Places that do not follow, where no total differs; two lines have places of their own."""
    table = standing(state)
    several = list(table.fields.values()) if read.two_winners and table.fields else [table.places]
    places = {place.entrant: place.rank for some in several for place in some}
    for one in read.comers:
        told, ours = one.place.strip().rstrip("="), places.get(numbers.get(one.label, 0))
        if told.isdecimal() and ours is not None and int(told) != ours:
            yield f"{one.name} is placed {one.place} in the file, {ours} by its lines"


def _sums(state: State, read: Read, who: int) -> set[Fraction]:
    """The entrant's sum of points, which some files have where others have per cent."""
    if read.scoring in {"team_imps", "board_a_match"}:
        return set()
    boards = {one.board for one in read.results}
    return {sum((points_of(state, 1, board).get(who, Fraction(0)) for board in boards), Fraction(0))}
