"""The facts of an evening as a file of another program has them, and a result of its columns as a table would write it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

Scoring: TypeAlias = Literal["matchpoints", "butler", "cross_imps", "team_imps", "board_a_match"]

_CONTRACT: Final = re.compile(r"([1-7])(NT?|[SHDC])(XX|X|R|)")
_SIGNS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "*": "X", "×": "X"})
_PASSED: Final = frozenset({"PASS", "PASSED", "PASSEDOUT", "AP", "ALLPASS", "P", "PO", "0"})
_ARTIFICIAL: Final = re.compile(r"A?(\d{2})%?[-/ ]?(\d{2})%?")


_PARTS: Final = (40, 50, 60)  # per cent of artificial scores (PT-I.11.2.B.1)
_NEAR: Final = 3  # per cent, by which points that were rounded may be off
_TWO: Final = 2


class Result(NamedTuple):
    """One result of a board."""

    where: str
    """Where the file has it."""
    board: int
    seats: Mapping[str, str]
    """The labels of the entrants at `NS` and `EW`, or at the four seats; of teams that of the team."""
    line: str = ""
    """As a table writes it; empty: only the score is known."""
    score: int | None = None
    """North-South's."""
    shares: tuple[int, int] | None = None
    """An artificial score of both sides in per cent."""
    points: tuple[Fraction | None, Fraction | None] = (None, None)
    """What the file gives to both sides."""
    round: int = 0
    table: int = 0
    room: Literal["", "open", "closed"] = ""


class Comer(NamedTuple):
    """An entrant."""

    label: str
    """As the lines of the file call it."""
    name: str
    members: tuple[str, ...] = ()
    place: str = ""
    total: Fraction | None = None
    """Its percentage or sum in the file."""


class Read(NamedTuple):
    """An evening of a file."""

    name: str
    scoring: Scoring
    comers: tuple[Comer, ...]
    results: tuple[Result, ...]
    faults: tuple[str, ...] = ()
    two_winners: bool = False
    day: str = ""


def line_of(contract: str, declarer: str, tricks: str) -> str:
    """A result of columns as a table writes it: `4HX N 10`, `3NT W -1`, `pass`; empty: they tell none."""
    said = re.sub(r"[\s.]", "", contract.upper().translate(_SIGNS))
    if said in _PASSED:
        return "pass"
    found = _CONTRACT.fullmatch(said)
    seat = declarer.strip().upper()[:1]
    taken = tricks.strip()
    if found is None or seat not in set("NESW") or not re.fullmatch(r"=|[+-]?\d{1,2}", taken):
        return ""
    doubled = {"R": "XX"}.get(found[3], found[3])
    return f"{found[1]}{'NT' if found[2].startswith('N') else found[2]}{doubled} {seat} {taken}"


def shares_of(text: str) -> tuple[int, int] | None:
    """An artificial score as files write one: `A6040`, `60-40`, `60%-40%`."""
    found = _ARTIFICIAL.fullmatch(text.strip().upper())
    return (int(found[1]), int(found[2])) if found else None


def shares_by(north: Fraction | None, east: Fraction | None, lines: int) -> tuple[int, int] | None:
    """An artificial score by the points that both sides have of a board with so many lines: near 40, 50 or 60 per cent of its top."""
    if north is None or east is None or lines < _TWO:
        return None
    for top in (lines - 1, 2 * (lines - 1)):
        found = tuple(min(_PARTS, key=lambda part, own=own: abs(100 * own / top - part)) for own in (north, east))  # type: ignore[misc]
        if all(abs(100 * own / top - part) <= _NEAR for own, part in zip((north, east), found, strict=True)):
            return found[0], found[1]
    return None


def whole(text: str) -> int | None:
    """A score of points; None: it is none."""
    said = text.strip().strip('"').replace("−", "-").lstrip("+")
    return int(said) if re.fullmatch(r"-?\d{1,5}", said) else None


def number(text: str | None) -> Fraction | None:
    """A number of a file, with a point or a comma; None: it is none."""
    try:
        return Fraction((text or "").strip().rstrip("%").replace(",", "."))
    except (ValueError, ZeroDivisionError):
        return None
