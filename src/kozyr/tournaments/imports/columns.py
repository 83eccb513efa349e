"""A CSV with named columns: any program's, and the table `ReceivedData` of a keypad system's Access file as mdb tools export it."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from kozyr.tournaments.imports.told import Comer, Read, Result, Scoring, line_of, number, shares_of, whole

# What a column may be called, in small letters without spaces and underscores.
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "board": ("board", "boardnumber", "bd"),
    "NS": ("ns", "pairns", "nspair", "pairidns", "teamns"),
    "EW": ("ew", "pairew", "ewpair", "pairidew", "teamew"),
    "contract": ("contract",),
    "declarer": ("ns/ew", "by", "playedby", "declarer"),
    "tricks": ("result", "tricks", "made"),
    "score": ("score", "scorens", "nsscore"),
    "round": ("round",),
    "table": ("table",),
    "room": ("room",),
    "section": ("section",),
    "points_ns": ("mpns", "nsmp", "nsmatchpoints", "pointsns"),
    "points_ew": ("mpew", "ewmp", "ewmatchpoints", "pointsew"),
    "names_ns": ("namesns", "nsnames"),
    "names_ew": ("namesew", "ewnames"),
    "erased": ("erased",),
    "day": ("datelog",),
    "N": ("north", "n"), "E": ("east", "e"), "S": ("south", "s"), "W": ("west", "w"),
}  # fmt: skip
_ROOMS: Final[Mapping[str, str]] = {"open": "open", "o": "open", "closed": "closed", "c": "closed"}


def _columns(header: list[str]) -> dict[str, int]:
    """The place of each known column."""
    said = [name.lower().replace(" ", "").replace("_", "").strip('"\ufeff') for name in header]
    found = {}
    for name, some in _NAMES.items():
        at = next((said.index(one) for one in some if one in said), None)
        if at is not None:
            found[name] = at
    return found


def _rows(text: str) -> list[list[str]]:
    head = text.splitlines()[0] if text.strip() else ""
    delimiter = max(",;\t", key=head.count)
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


def fits(text: str) -> bool:
    """Whether the first line names a board and who met there."""
    rows = _rows(text)
    found = _columns(rows[0]) if rows else {}
    return "board" in found and ({"NS", "EW"} <= found.keys() or set("NESW") <= found.keys())


def read(text: str) -> Read:
    """The evening of a file."""
    header, *rows = _rows(text)
    at = _columns(header)
    faults: list[str] = []
    days = _days(rows, at.get("day"))
    if len(set(days)) > 1:  # keypads keep old evenings in their file
        ((day, _),) = Counter(days).most_common(1)
        others = ", ".join(f"{other}: {count}" for other, count in sorted(Counter(days).items()) if other != day)
        faults.append(f"{day} is read; lines of other days are left ({others})")
        rows = [cells if mine == day else [] for cells, mine in zip(rows, days, strict=True)]
    comers: dict[str, Comer] = {}
    results: list[Result] = []
    for nth, cells in enumerate(rows, 2):
        if any(cells):
            results += _result(
                f"line {nth}",
                {name: cells[place].strip() if place < len(cells) else "" for name, place in at.items()},
                faults,
                comers,
            )
    rooms = any(one.room for one in results)
    scoring: Scoring = "team_imps" if rooms else "matchpoints"
    shared = {one.seats.get("NS") for one in results} & {one.seats.get("EW") for one in results}
    same = any(
        (one.seats.get("NS"), one.seats.get("NS")) == (one.seats.get("EW"), one.seats.get("EW")) for one in results
    )
    two = not rooms and bool(shared - {None}) and same
    if two:  # a pair that meets its own number is two pairs
        results = [one._replace(seats={side: f"{label}{side}" for side, label in one.seats.items()}) for one in results]
    return Read("CSV", scoring, tuple(comers.values()), tuple(results), tuple(faults), two_winners=two)


def _days(rows: list[list[str]], at: int | None) -> list[str]:
    """The day of each line, without the hour."""
    return [cells[at].split(" ")[0] if at is not None and at < len(cells) else "" for cells in rows]


def _result(where: str, cells: Mapping[str, str], faults: list[str], comers: dict[str, Comer]) -> Iterator[Result]:
    if cells.get("erased", "0").lower() in {"1", "true", "yes"}:
        return
    if not cells["board"].isdecimal():
        faults.append(f"{where}: board {cells['board']!r}: a number is due")
        return
    section = cells.get("section", "")
    section = "" if section in {"1", "A"} else section
    some = ("NS", "EW") if "NS" in cells else tuple("NESW")
    seats = {seat: f"{section}{cells[seat]}" for seat in some}
    if not all(cells[seat] for seat in some):
        faults.append(f"{where}: who sits there?")
        return
    for side in ("NS", "EW"):
        if cells.get(f"names_{side.lower()}"):
            comers[seats[side]] = Comer(seats[side], cells[f"names_{side.lower()}"])
    written = line_of(cells.get("contract", ""), cells.get("declarer", ""), cells.get("tricks", ""))
    told = cells.get("score", "")
    score, shares = whole(told), shares_of(told) if "%" in told or told[:1].upper() == "A" else None
    score = None if shares else score
    if not written and score is None and shares is None:
        faults.append(f"{where}: neither a contract with its tricks nor a score")
        return
    points = (number(cells.get("points_ns")), number(cells.get("points_ew")))
    round_, table = (int(cells.get(name, "")) if cells.get(name, "").isdecimal() else 0 for name in ("round", "table"))
    room = _ROOMS.get(cells.get("room", "").lower(), "")
    if room:
        seats = {"A": seats["NS"], "B": seats["EW"]} if room == "open" else {"A": seats["EW"], "B": seats["NS"]}
    yield Result(where, int(cells["board"]), seats, written, score, shares, points, round_, table, room)  # type: ignore[arg-type]
