"""ACBLscore's recap sheets: each direction of a section with its pairs, and below for each board the points and scores by pair.

Who met whom stands nowhere in them. Where several pairs have one score at a board, those two are taken to have met
who could have met at most boards beside it; points and totals are the same whoever it was.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from kozyr.tournaments.imports.told import Comer, Read, Result, number, whole

_HEAD: Final = re.compile(r"^EVENT>(?P<event>[^|]*)\|.*\|SECTION>\s*(?P<section>\S*)\s*(?P<side>N-S|E-W)?")
_DAY: Final = re.compile(r"^DATE>([^|]*)\|")
_BOARDS: Final = re.compile(r"^BOARD((?:\s+\d{1,3})+)\s*$")
_BOARD: Final = re.compile(r"^\s*(\d{1,3})>")
_PAIR: Final = re.compile(r"^\s{0,2}(\d{1,3})\s")
_CELL: Final = re.compile(r"(-?\d{1,5}|PASS|NP|-{2,}|AVE[-+]?)?(\*)?")
_SHARES: Final = {"AVE": 50, "AVE+": 60, "AVE-": 40}
_NOT_RANKED: Final = "NE"  # not eligible
_LEFT, _RIGHT = 3, 3  # how far a cell reaches from the last digit of its pair's number
_IDENTITY: Final = 8  # columns before the second name, which hold a player's number

ANY: Final = re.compile(r"^EVENT>[^|]*\|.*SECTION>.*?^BOARD\s+\d", re.MULTILINE | re.DOTALL)
"""How a recap sheet with boards looks."""


class _Cell(NamedTuple):
    """What a pair has at a board."""

    label: str
    score: int | None
    """North-South's; None: an artificial score."""
    share: int
    points: Fraction | None
    line: int


class _Sheet(NamedTuple):
    """The pairs of a sheet, and its cells by side and board."""

    comers: list[Comer]
    cells: dict[str, dict[int, list[_Cell]]]


class _Columns(NamedTuple):
    """Where a list of pairs has what."""

    first: int
    second: int
    end: int
    told: Mapping[str, slice]


def read(text: str) -> Read:
    """The evening of a report; of several events in it the first."""
    faults: list[str] = []
    # A pair without a stratum has a NUL for it, and a report may end with the mark of DOS for the end of a file.
    lines = [(nth, line) for nth, line in enumerate(re.sub("[\0\x1a]", " ", text).split("\n"), 1) if line.strip()]
    starts = [(at, found) for at, (_, line) in enumerate(lines) if (found := _HEAD.match(line))]
    sections = {found["section"] for _, found in starts}
    event = starts[0][1]["event"].strip()
    seen: set[tuple[str, str]] = set()
    comers: list[Comer] = []
    results: list[Result] = []
    cells: dict[str, dict[str, dict[int, list[_Cell]]]] = defaultdict(dict)
    for nth, (at, found) in enumerate(starts):
        key = (found["section"], found["side"] or "")
        if key in seen or found["event"].strip() != event:
            faults.append(
                f"line {lines[at][0]}: another sheet is left: {found['event'].strip()}, section {' '.join(key)}"
            )
            continue
        seen.add(key)
        end = starts[nth + 1][0] if nth + 1 < len(starts) else len(lines)
        sheet = _sheet(lines[at:end], found["section"] if len(sections) > 1 else "", key[1], faults)
        comers += sheet.comers
        for side, some in sheet.cells.items():
            cells[found["section"]].setdefault(side, {}).update(some)
    for of_section in cells.values():
        results += _met(of_section, faults)
    day = next((found[1].strip() for _, line in lines if (found := _DAY.match(line))), "")
    two = any(side for _, side in seen)
    return Read(event, "matchpoints", tuple(comers), tuple(results), tuple(faults), two_winners=two, day=day)


def _sheet(lines: Sequence[tuple[int, str]], section: str, side: str, faults: list[str]) -> _Sheet:
    compass = side.replace("-", "")
    columns: _Columns | None = None
    comers: list[Comer] = []
    strata = True
    at: dict[str, int] = {}
    cells: dict[str, dict[int, list[_Cell]]] = {"NS": defaultdict(list), "EW": defaultdict(list)}
    for nth, (_, line) in enumerate(lines):
        if headed := _BOARDS.match(line):
            columns = None
            at = {f"{section}{found[0]}{compass}": found.end() - 1 for found in re.finditer(r"\d+", headed[0])}
        elif at and (found := _BOARD.match(line)) and nth + 1 < len(lines):
            for own, cell in _cells(line, lines[nth + 1], at, compass, faults):
                cells[own][int(found[1])].append(cell)
        elif line.startswith("No ") and "Name" in line:
            columns = _columns(line)
        elif columns is not None and (pair := _PAIR.match(line)):
            one, stratum = _comer(line, columns, f"{section}{pair[1]}{compass}")
            comers.append(one)
            strata = strata and stratum
    # The ranks of a sheet pass over a pair that is not eligible, and so are no places among all.
    return _Sheet(comers if strata else [one._replace(place="") for one in comers], cells)


def _columns(header: str) -> _Columns:
    bars = [found.start() for found in re.finditer(r"\|", header)]
    told = {header[low + 1 : high].strip(): slice(low + 1, high) for low, high in pairwise(bars)}
    first = header.index("Name")
    return _Columns(first, header.rindex("Name"), bars[0] if bars else len(header), told)


def _comer(line: str, columns: _Columns, label: str) -> tuple[Comer, bool]:
    names = (line[columns.first : columns.second - _IDENTITY].strip(), line[columns.second : columns.end].strip())
    cell = {name: line[part].strip() for name, part in columns.told.items()}
    place = cell.get("Rnk-A", cell.get("Rank", "")).partition("/")[0]
    ranked = cell.get("Flt") != "" and place != _NOT_RANKED
    return Comer(label, " - ".join(names), names, place, number(cell.get("Pct"))), ranked


def _cells(
    above: str, below: tuple[int, str], at: Mapping[str, int], compass: str, faults: list[str]
) -> Iterator[tuple[str, _Cell]]:
    """The cells of a board by the side that the pair sat: the line of points above, the line of scores below."""
    line_number, scores = below
    for label, place in at.items():
        part = slice(place - _LEFT, place + _RIGHT)
        text = scores[part].strip()
        found = _CELL.fullmatch(text)
        if found is None:
            faults.append(f"line {line_number}: {text} is no score of pair {label}")
            continue
        told = found[1] or ""
        if not told or told == "NP" or told.startswith("--"):
            continue
        side = compass or ("EW" if found[2] else "NS")
        score = None if told in _SHARES else 0 if told == "PASS" else whole(told)
        if score is not None and side == "EW":
            score = -score
        yield side, _Cell(label, score, _SHARES.get(told, 0), _points(above[part]), line_number)


def _points(text: str) -> Fraction | None:
    """Matchpoints as a sheet writes them: `2-` is two and a half, `-` a half."""
    said = text.strip()
    return number(said) if not said.endswith("-") else Fraction(int(said[:-1] or 0)) + Fraction(1, 2)


# --- who met whom ------------------------------------------------------------------------------------------


def _met(cells: Mapping[str, Mapping[int, Sequence[_Cell]]], faults: list[str]) -> Iterator[Result]:
    sides = [cells.get(side, {}) for side in ("NS", "EW")]
    boards = sorted({board for side in sides for board in side})
    could = {
        (north.label, east.label, board)
        for board in boards
        for north in sides[0].get(board, ())
        for east in sides[1].get(board, ())
        if north.score == east.score
    }
    for board in boards:
        free = [list(side.get(board, ())) for side in sides]
        likely = sorted(
            (-_beside(could, north.label, east.label, board), north.line, a, b)
            for a, north in enumerate(free[0])
            for b, east in enumerate(free[1])
            if north.score == east.score
        )
        taken: tuple[set[int], set[int]] = (set(), set())
        for _, _, a, b in likely:
            if a in taken[0] or b in taken[1]:
                continue
            taken[0].add(a)
            taken[1].add(b)
            yield _result(board, free[0][a], free[1][b])
        for side, some, used in zip(("N-S", "E-W"), free, taken, strict=True):
            faults.extend(
                f"line {one.line}: board {board}: {one.label} has a score {side} that nobody has on the other side"
                for nth, one in enumerate(some)
                if nth not in used
            )


def _beside(could: set[tuple[str, str, int]], north: str, east: str, board: int) -> int:
    """At how many boards in a row, this one among them, the two can have met."""
    found = 1
    for step in (-1, 1):
        other = board + step
        while (north, east, other) in could:
            found += 1
            other += step
    return found


def _result(board: int, north: _Cell, east: _Cell) -> Result:
    seats = {"NS": north.label, "EW": east.label}
    points = (north.points, east.points)
    if north.score is None:
        return Result(f"line {north.line}", board, seats, "", None, (north.share, east.share), points)
    return Result(f"line {north.line}", board, seats, "" if north.score else "pass", north.score, None, points)
