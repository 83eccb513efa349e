"""PBN with results: a `ScoreTable` for each board, and a `TotalScoreTable` of the event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from kozyr.tournaments.imports.told import Comer, Read, Result, Scoring, line_of, number, whole

_TAG: Final = re.compile(r'^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_CELL: Final = re.compile(r'"[^"]*"|\S+')
_SHARES: Final = {"A+": 60, "A": 50, "A=": 50, "A-": 40}  # per cent of the top
_COLUMN: Final = re.compile(r"([^\\]+)(?:\\(\d+)([LR])?)?")

ANY: Final = re.compile(r"^\[ScoreTable\b", re.IGNORECASE | re.MULTILINE)
"""How a file with score tables looks."""


class _Column(NamedTuple):
    name: str
    width: int
    """0: the file does not say it."""


class _Row(NamedTuple):
    """A row of a table, with its line in the file."""

    number: int
    cells: Mapping[str, str]


def read(text: str) -> Read:
    """The evening of a file."""
    tags: dict[str, str] = {}
    results: list[Result] = []
    faults: list[str] = []
    comers: dict[str, Comer] = {}
    lines = text.splitlines()
    for at, line in enumerate(lines):
        found = _TAG.match(line.strip())
        if found is None:
            continue
        name, value = found[1].lower(), found[2]
        tags[name] = value
        if name == "scoretable":
            results += _results(tags.get("board", ""), _rows(lines, at, value, faults), faults, comers)
        elif name == "totalscoretable":
            comers |= {one.label: one for one in _totals(_rows(lines, at, value, faults))}
    imps = any("IMP" in tags.get(one, "").upper() for one in ("scoring", "competition"))
    scoring: Scoring = "matchpoints" if not imps else "butler" if "BUTLER" in tags["scoring"].upper() else "cross_imps"
    return Read(
        tags.get("event") or "PBN",
        scoring,
        tuple(comers.values()),
        tuple(results),
        tuple(faults),
        day=tags.get("date", ""),
    )


def _rows(lines: list[str], at: int, header: str, faults: list[str]) -> Iterator[_Row]:
    columns = [
        _Column(found[1].strip().lower(), int(found[2] or 0))
        for one in header.replace("\\\\", "\\").split(";")
        if (found := _COLUMN.fullmatch(one.strip()))
    ]
    for nth in range(at + 1, len(lines)):
        line = lines[nth]
        if line.lstrip().startswith("[") or not line.strip():
            return
        cells = [one.strip('"') for one in _CELL.findall(line)]
        if len(cells) != len(columns):
            cells = _by_width(line, columns)
        if len(cells) != len(columns):
            faults.append(f"line {nth + 1}: {len(columns)} columns are due: {line.strip()[:60]}")
            continue
        yield _Row(nth + 1, {column.name: cell for column, cell in zip(columns, cells, strict=True)})


def _by_width(line: str, columns: list[_Column]) -> list[str]:
    """The cells of a line by the columns' widths, one space between; the last one takes the rest."""
    found, at = [], 0
    for nth, column in enumerate(columns):
        last = nth == len(columns) - 1
        if not column.width and not last:
            return []
        if not last and line[at + column.width : at + column.width + 1].strip():
            return []  # a cell goes on where the next one is to begin
        found.append(line[at:].strip() if last else line[at : at + column.width].strip())
        at += column.width + 1
    return [one.strip('"') for one in found]


def _results(board: str, rows: Iterator[_Row], faults: list[str], comers: dict[str, Comer]) -> Iterator[Result]:
    if not board.isdecimal():
        faults.extend(f"line {row.number}: of which board?" for row in list(rows)[:1])
        return
    for row in rows:
        cells = row.cells
        section = cells.get("section", "")
        seats = {side: f"{section}{cells.get(f'pairid_{side.lower()}', '')}" for side in ("NS", "EW")}
        where = f"line {row.number}"
        if any(label in {"", "-"} for label in seats.values()):
            faults.append(f"{where}: which pairs?")
            continue
        for side, label in seats.items():
            names = cells.get(f"names_{side.lower()}", "")
            if names and label not in comers:
                comers[label] = Comer(label, names)
        score = whole(cells.get("score_ns", ""))
        if score is None and (east := whole(cells.get("score_ew", ""))) is not None:
            score = -east
        written = line_of(cells.get("contract", ""), cells.get("declarer", ""), cells.get("result", ""))
        own, theirs = (_SHARES.get(cells.get(f"score_{side}", "").upper()) for side in ("ns", "ew"))
        shares = (own, theirs) if own is not None and theirs is not None and not written else None
        if not written and score is None and shares is None:
            faults.append(f"{where}: neither a contract with its tricks nor a score")
            continue
        points = tuple(number(cells.get(f"mp_{side}") or cells.get(f"imp_{side}")) for side in ("ns", "ew"))
        plain = [cells.get(name, "") for name in ("round", "table")]
        round_, table = (int(one) if one.isdecimal() else 0 for one in plain)
        yield Result(where, int(board), seats, written, score, shares, (points[0], points[1]), round_, table)


def _totals(rows: Iterator[_Row]) -> Iterator[Comer]:
    """The entrants with their totals: of the session, where a table of several sessions has them apart."""
    for row in rows:
        cells = row.cells
        label = f"{cells.get('section', '')}{cells.get('pairid') or cells.get('playerid') or ''}"
        if not label:
            continue
        total = next(
            (
                found
                for name in ("sessionpercentage", "totalpercentage", "totalscoremp", "totalscoreimp", "totalimp")
                if (found := number(cells.get(name))) is not None
            ),
            None,
        )
        yield Comer(label, cells.get("names") or label, (), cells.get("sessionrank") or cells.get("rank", ""), total)
