"""A director's decision in words: `table 3 board 7: E-W 40%, N-S 60%, 12C2`.

    [round R] table T board B [open room | closed room]: PART, PART, ..., LAW

A part is a result for both sides (`4S N 10`), or a side and what it has:

* `40%`: an artificial score;
* `620`: a score, as that side counts it;
* `4S N 10`: a result;
* `60% of 620 + 40% of -100`: a weighted score;
* `dropped` or `as played`.

`fouled` says that the table has played another form of the board. A side is `N-S`, `E-W`, a seat, or an entrant by number
(`#17`) or name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from kozyr.games.refusal import Refused
from kozyr.tournaments import laws
from kozyr.tournaments.director.entries import Decision, Guilt, Ruled
from kozyr.tournaments.director.state import Session, State
from kozyr.tournaments.movements import Table

_PLACE: Final = re.compile(
    r"(?:round (?P<round>\d{1,4}),? )?table (?P<table>\d{1,4}),? board (?P<board>\d{1,4})(?:,? (?P<room>open|closed)(?: room)?)?",
    re.IGNORECASE,
)
_SIDE: Final = re.compile(r"(N-?S|E-?W|[NESW]|#\d{1,5})\b[:]?\s*(.*)", re.IGNORECASE)
_PERCENT: Final = re.compile(r"(\d{1,3}) ?%")
_SCORE: Final = re.compile(r"[+-]?\d{1,5}")
_WEIGHED: Final = re.compile(r"(\d{1,3}) ?% of (.+)")
_DROPPED: Final = frozenset({"dropped", "does not count", "not played"})
_NATURAL: Final = frozenset({"as played", "natural", "stands"})


class _Where(NamedTuple):
    """The board that the decision is upon."""

    state: State
    session: Session
    round: int
    table: Table
    board: int
    room: str

    @property
    def seats(self) -> Mapping[str, int]:
        """The entrants by seat."""
        return self.session.entrants(self.table)


class _Heard(NamedTuple):
    """The parts of a decision so far."""

    artificial: dict[int, Guilt]
    assigned: dict[int, str]
    weighted: dict[int, tuple[tuple[int, str], ...]]
    natural: list[int]
    dropped: list[int]
    fouled: list[tuple[int, int]]


def is_spoken(text: str) -> bool:
    """Whether a text begins as a decision in words."""
    return _PLACE.match(" ".join(text.split())) is not None


def ruling(state: State, text: str) -> Ruled:
    """The ruling that is said so.

    Raises:
        Refused: a word that cannot be understood, or a place that there is not.
    """
    said = " ".join(text.split())
    head, colon, body = said.partition(":")
    where = _where(state, head)
    parts = [part.strip() for part in body.split(",") if part.strip()]
    if not colon or not parts:
        raise Refused("spoken_form", text=said[:60])
    law = laws.named(state.event.game, parts.pop())
    heard = _Heard({}, {}, {}, [], [], [])
    for part in parts:
        _part(where, part, heard)
    decision = Decision(
        artificial=heard.artificial,
        assigned=heard.assigned,
        weighted=heard.weighted,
        natural=tuple(heard.natural),
        dropped=tuple(heard.dropped),
        fouled=tuple(heard.fouled),
        room="closed" if where.room == "closed" else "open" if where.room else "",
    )
    return Ruled(
        table=where.table.table, board=where.board, round=where.round, law=law, text=said[:200], decision=decision
    )


def _where(state: State, head: str) -> _Where:
    found = _PLACE.fullmatch(head.strip())
    if found is None:
        raise Refused("spoken_place", text=head[:60])
    session = state.seated()
    number, board = int(found["table"]), int(found["board"])
    for nth, turn in enumerate(session.movement.rounds, 1):
        if found["round"] not in {None, str(nth)}:
            continue
        for table in turn.tables:
            if table.table == number and board in table.boards:
                rooms = "A" in table.seats
                if found["room"] and not rooms:
                    raise Refused("no_rooms")
                return _Where(state, session, nth, table, board, (found["room"] or "open").lower() if rooms else "")
    raise Refused("spoken_board", table=number, board=board)


def _part(where: _Where, part: str, heard: _Heard) -> None:
    """One part of the decision."""
    if part.lower() == "fouled":
        heard.fouled.append((where.table.table, where.round))
        return
    named = _named(where, part)
    if named is None:
        for seat, score in _line(where, part).items():
            heard.assigned[where.seats[seat]] = score
        return
    some, value = named
    for seat, who in some:
        if value.lower() in _DROPPED:
            heard.dropped.append(who)
        elif value.lower() in _NATURAL:
            heard.natural.append(who)
        elif found := _PERCENT.fullmatch(value):
            heard.artificial[who] = _guilt(where.state, int(found[1]))
        elif " of " in value:
            heard.weighted[who] = tuple(_outcomes(where, seat, value))
        else:
            heard.assigned[who] = _score(where, seat, value)


def _named(where: _Where, part: str) -> tuple[list[tuple[str, int]], str] | None:
    """The seats and entrants of a part, and what is said of them; None: it names nobody."""
    for seat, who in where.seats.items():
        name = where.state.name(who)
        if part.lower().startswith(f"{name.lower()} "):
            return [(seat, who)], part[len(name) :].strip(" :")
    found = _SIDE.fullmatch(part)
    if found is None:
        return None
    side, value = found[1].upper().replace("-", ""), found[2].strip()
    if side.startswith("#"):
        some = [(seat, who) for seat, who in where.seats.items() if who == int(side[1:])]
        if not some:
            raise Refused("not_at_board", name=side, board=where.board)
        return some, value
    some = [(seat, who) for seat, who in where.seats.items() if set(side) & set(_sits(where, seat))]
    return some, value


def _sits(where: _Where, seat: str) -> str:
    """The compass seats of a seat of the movement."""
    if seat in {"A", "B"}:
        return "NS" if (seat == "A") is (where.room == "open") else "EW"
    return seat


def _guilt(state: State, percent: int) -> Guilt:
    """The guilt whose artificial score is so many per cent."""
    low, middle, high = state.event.regulations.tournament_adjusted
    guilts: dict[int, Guilt] = {middle: "partly", low: "fully", high: "innocent"}
    if percent not in guilts:
        raise Refused("spoken_percent", "PT-I.11.2.B.1", percent=percent, some=f"{low}, {middle}, {high}")
    return guilts[percent]


def _line(where: _Where, text: str) -> Mapping[str, str]:
    """The score of each seat by a result as a table writes it."""
    at = where.state.board_at(where.board, where.seats, where.room)
    reading = where.state.boards.read(text, at, judged=True)
    return {seat: str(score) for seat, score in reading.scores.items()}


def _score(where: _Where, seat: str, text: str) -> str:
    """A score of a seat: a number as its side counts it, or a result."""
    return str(int(text)) if _SCORE.fullmatch(text) else _line(where, text)[seat]


def _outcomes(where: _Where, seat: str, text: str) -> Iterator[tuple[int, str]]:
    """The weighted scores of a seat: `60% of 620 + 40% of -100`."""
    for part in re.split(r" \+ ", text):
        found = _WEIGHED.fullmatch(part.strip())
        if found is None:
            raise Refused("spoken_form", text=part[:60])
        yield int(found[1]), _score(where, seat, found[2].strip())
