"""The text reports of ACBLscore: `RESULTS OF BOARD n` with scores, matchpoints and who met whom; else the recap sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kozyr.tournaments.imports import recaps
from kozyr.tournaments.imports.told import Comer, Read, Result, number, whole

_BOARD: Final = re.compile(r"RESULTS OF BOARD\s+(\d{1,3})")
_LINE: Final = re.compile(
    r"\s*(?P<score>\S+)?\s+(?P<ns>\d{1,4}\.\d{1,2})\s+(?P<ew>\d{1,4}\.\d{1,2})\s+(?P<north>[A-Z]?\d{1,3})-(?P<who>.*?)\s+vs\.?\s+"
    r"(?P<east>[A-Z]?\d{1,3})-(?P<them>.*?)\s*"
)
_SHARES: Final = {"AVE": (50, 50), "AVE+": (60, 60), "AVE-": (40, 40)}


def fits(text: str) -> bool:
    """Whether a text is such a report."""
    return _BOARD.search(text) is not None or recaps.ANY.search(text) is not None


def read(text: str) -> Read:
    """The evening of a report. Its two directions have numbers of their own, where they share some."""
    if _BOARD.search(text) is None:
        return recaps.read(text)
    found: list[Result] = []
    faults: list[str] = []
    names: dict[tuple[str, str], str] = {}
    title = next((line.strip() for line in text.splitlines() if line.strip()), "ACBLscore")
    found += _lines(text, faults, names)
    shared = {label for side, label in names if side == "NS"} & {label for side, label in names if side == "EW"}
    met_both = {label for label in shared if names["NS", label] != names["EW", label]}
    two = bool(met_both)

    def own(side: str, label: str) -> str:
        return f"{label}{side}" if two else label

    comers = {own(side, label): name for (side, label), name in names.items()}
    results = [one._replace(seats={side: own(side, label) for side, label in one.seats.items()}) for one in found]
    some = tuple(Comer(label, name.replace("-", " - "), tuple(name.split("-"))) for label, name in comers.items())
    return Read(title[:200], "matchpoints", some, tuple(results), tuple(faults), two_winners=two)


def _lines(text: str, faults: list[str], names: dict[tuple[str, str], str]) -> Iterator[Result]:
    board, east_west = 0, 0
    for nth, line in enumerate(text.splitlines(), 1):
        if headed := _BOARD.search(line):
            board, east_west = int(headed[1]), 0
        elif board and not east_west and "E-W" in line:
            east_west = line.index("E-W")
        elif board and (said := _LINE.fullmatch(line)) is not None:
            seats = {"NS": said["north"], "EW": said["east"]}
            names["NS", said["north"]], names["EW", said["east"]] = said["who"].strip(), said["them"].strip()
            told = (said["score"] or "").upper()
            score = whole(told)
            shares = _SHARES.get(told)
            if told == "PASS":
                score = 0
            elif score is not None and said.end("score") > east_west:
                score = -score
            if score is None and shares is None:
                faults.append(f"line {nth}: no score: {line.strip()[:60]}")
                continue
            points = (number(said["ns"]), number(said["ew"]))
            yield Result(f"line {nth}", board, seats, "pass" if told == "PASS" else "", score, shares, points)
        elif board and " vs " in line:
            faults.append(f"line {nth}: a score, two matchpoints and the pairs are due: {line.strip()[:60]}")
