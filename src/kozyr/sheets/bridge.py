"""The session in text: the sheet with its line, Chicago, boards; and rubbers or a traveller settled (B-SCORE-1, B-PAIR-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from kozyr.games.bridge import Contract, Conventions, Outcome, Session, agree
from kozyr.games.bridge.scoring import imps, rubber_points
from kozyr.games.bridge.sheet import Entry
from kozyr.sheets import Json, Rows, Settled
from kozyr.tournaments.scoring import matchpoints, mean_imps

_LINES: Final = ("NS", "EW")
_WORDS: Final = {
    "contract": "bid tricks",
    "overtricks": "overtricks",
    "insult": "doubled and made",
    "small_slam": "small slam",
    "grand_slam": "grand slam",
    "undertricks": "undertricks",
    "honours": "honours",
    "game": "game",
    "part": "part-score",
    "rubber": "rubber",
    "clean_rubber": "clean rubber",
    "unfinished_game": "unfinished rubber: game",
    "unfinished_part": "unfinished rubber: part-score",
    "ruling": "ruling",
}


class _Settlement(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet to settle: rubbers by the totals of their lines, or the North-South scores of one board (a traveller)."""

    rubbers: list[dict[str, int]] = msgspec.field(default_factory=list)
    scores: list[int] = msgspec.field(default_factory=list)
    preset: str = "rubber"
    options: dict[str, bool | int | str | None] = msgspec.field(default_factory=dict)


class _Session:
    """The part of bridge in sheets."""

    head: Sequence[str] = ("deal", "dealer", "vulnerable", "contract", "by", "tricks", "result", "")

    def row(self, number: int, outcome: Outcome) -> list[str]:
        """A row for a deal: the dealer, the contract and its result."""
        result, notes = "", [f"honours {who} {points}" for who, points in outcome.honours.items()]
        notes += [f"{line} {points}" for line, points in outcome.hcp.items()]
        if outcome.contract is not None and outcome.tricks is not None:
            more = outcome.tricks - Contract.parse(outcome.contract).need
            result = f"{more:+}" if more else "="
        return [
            str(number),
            outcome.dealer,
            outcome.vul or "",
            outcome.contract or "passed out",
            outcome.declarer or "",
            "" if outcome.tricks is None else str(outcome.tricks),
            result,
            ", ".join(notes),
        ]

    def deal(self, outcome: Outcome) -> Json:
        """A deal's facts."""
        facts: Json = msgspec.to_builtins(outcome)
        return {"vul": None, "contract": None, "declarer": None, "tricks": None, "honours": {}, **facts}

    def written(self, before: Session, after: Session) -> list[Json]:
        """The new entries."""
        return _entries(after.sheet.entries[len(before.sheet.entries) :])

    def standing(self, match: Session) -> Json:
        """The sheet of the running rubber, every deal's score, the results, and the terms of the next deal."""
        sheet = match.sheet
        terms = None if match.finished else match.next_deal()
        return {
            "sheet": {
                "rubber": min(match.rubber, match.rubbers),
                "games": _by_line(sheet.games),
                "part": _by_line(sheet.part),
                "below": _by_line(sheet.below),
                "above": _by_line(sheet.above),
                "balance": sheet.balance,
                "lines": list(sheet.lines),
                "scores": list(sheet.scores),
                "imps": list(sheet.imps),
                "results": [dict(zip(match.names, row, strict=True)) for row in sheet.results],
            },
            "entries": _entries(sheet.entries),
            "result": dict(zip(match.names, match.totals, strict=True)),
            "finished": match.finished,
            "next": None
            if terms is None
            else {
                "dealer": terms.dealer,
                "vul": terms.vulnerability,
                "board": terms.board or None,
                "seats": {seat.value: name for seat, name in zip(terms.seats, terms.names, strict=True)},
            },
        }

    def blocks(self, match: Session) -> list[Rows | str]:
        """A row for each entry, a line where a game ended, then the present score."""
        sheet = match.sheet
        rows: Rows = [["deal", "line", "N-S", "E-W", "why"]]
        for at, entry in enumerate(sheet.entries):
            cells = ["", ""]
            cells[entry.side] = str(entry.points)
            place = "below" if entry.below else "above"
            rows.append([str(entry.deal or ""), place, *cells, f"{_WORDS[entry.why]} ({entry.law})"])
            following = sheet.entries[at + 1].deal if at + 1 < len(sheet.entries) else None
            if entry.deal in sheet.lines and following != entry.deal:
                rows.append(["", "-" * 5, "-" * 5, "-" * 5, ""])
        if match.conventions.form == "rubber" or match.conventions.part_scores == "carry":
            rows.append(["", "below", *map(str, sheet.below), "this rubber" if not match.finished else ""])
            rows.append(["", "above", *map(str, sheet.above), ""])
        blocks: list[Rows | str] = [rows]
        if sheet.imps:
            blocks.append("IMPs of N-S against the target: " + " ".join(f"{n:+}" for n in sheet.imps))
        if sheet.results:
            blocks.append(_results(match))
        blocks.append(_how_it_stands(match))
        return blocks

    def settle(self, text: str) -> Settled:
        """The settlement of rubbers by their totals (B-RUBBER-2, B-RUBBER-V5), or of a traveller (B-PAIR-1, B-IMP-1)."""
        read = msgspec.json.decode(text, type=_Settlement)
        conventions = agree(read.preset, read.options)
        return _traveller(read.scores, conventions) if read.scores else _rubbers(read.rubbers, conventions)


def _rubbers(rubbers: Iterable[dict[str, int]], conventions: Conventions) -> Settled:
    rows: Rows = [["rubber", "N-S", "E-W", "won"]]
    won: list[int] = []
    for number, totals in enumerate(rubbers, 1):
        if totals.keys() != set(_LINES):
            raise ValueError(f'rubber {number}: the totals of both lines are wanted, {{"NS":1460,"EW":320}}')
        won.append(rubber_points(totals["NS"] - totals["EW"], conventions))
        rows.append([str(number), str(totals["NS"]), str(totals["EW"]), f"{won[-1]:+}"])
    stake = conventions.table.stake
    if stake:
        rows.append([f"at {stake} a point", "", "", f"{sum(won) * stake:+}"])
    return Settled({"rubbers": won, "result": {"NS": sum(won), "EW": -sum(won)}}, rows)


def _traveller(scores: list[int], conventions: Conventions) -> Settled:
    if conventions.compare == "imps":
        if len(scores) < 2:
            raise ValueError("one result alone is compared with nothing (B-IMP-1)")
        gained = [mean_imps(score, scores[:at] + scores[at + 1 :], imps) for at, score in enumerate(scores)]
        theirs = [-points for points in gained]
    else:
        gained = list(matchpoints(scores, conventions.mp_unit))
        theirs = list(matchpoints([-score for score in scores], conventions.mp_unit))
    told, told_too = ([_points(points) for points in row] for row in (gained, theirs))
    rows: Rows = [["score", "N-S", "E-W"]]
    rows += [[str(score), str(ns), str(ew)] for score, ns, ew in zip(scores, told, told_too, strict=True)]
    return Settled({"NS": told, "EW": told_too}, rows)


def _points(points: Fraction) -> int | str:
    """A whole number, or `9/2`."""
    return int(points) if points.denominator == 1 else str(points)


def _by_line(values: Sequence[int]) -> dict[str, int]:
    return dict(zip(_LINES, values, strict=True))


def _entries(entries: Iterable[Entry]) -> list[Json]:
    return [
        {
            "deal": entry.deal,
            "rubber": entry.rubber,
            "line": _LINES[entry.side],
            "place": "below" if entry.below else "above",
            "points": entry.points,
            "why": entry.why,
            "law": entry.law,
        }
        for entry in entries
    ]


def _results(match: Session) -> Rows:
    rows: Rows = [["rubber", *match.names]]
    rows += [[str(n), *(f"{points:+}" for points in row)] for n, row in enumerate(match.sheet.results, 1)]
    if len(rows) > 2:
        rows.append(["all", *(f"{points:+}" for points in match.totals)])
    stake = match.conventions.table.stake
    if stake:
        rows.append([f"at {stake} a point", *(f"{points * stake:+}" for points in match.totals)])
    return rows


def _how_it_stands(match: Session) -> str:
    if match.stopped:
        return "broken off"
    if match.finished:
        return "over"
    terms = match.next_deal()
    where = f"board {terms.board}: " if terms.board else ""
    return f"next: {where}{terms.dealer.value} deals, vulnerable: {terms.vulnerability}"


PRINTER: Final = _Session()
