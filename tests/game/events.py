"""Pairs at events: what a game brings to be played at several tables and compared. docs/architecture.md goes through it.

A line is the trump and the tricks of both: `H N4 S2`, or `- N3 S3` where there was none.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from kozyr.cards import Seat
from kozyr.games import Outcome, Record
from kozyr.games.record import Replay
from kozyr.games.refusal import Refused
from kozyr.tournaments.movements import Field, Movement, Round, Table
from kozyr.tournaments.part import BoardAt, BoardPart, EventPart, HowSeated, Reading
from kozyr.tournaments.regulations import Regulations
from tests.game.pairs import SEATS, PairsOutcome

_LINE: Final = re.compile(r"([SH-]) N([0-6]) S([0-6])")
_BOARDS: Final = 2  # of a round


def _mark(number: int, _players: int) -> Seat:
    return SEATS[(number - 1) % 2]


def _read(text: str, at: BoardAt, *, judged: bool) -> Reading:  # noqa: ARG001 - what does not sum to six cannot be scored
    found = _LINE.fullmatch(text)
    if found is None or int(found[2]) + int(found[3]) != 6:
        raise Refused("unreadable", text=f"{text[:20]!r} is no line of pairs: the trump and six tricks, as H N4 S2")
    by = Fraction(int(found[2]) - int(found[3]))
    return Reading(text, {"N": by, "S": -by}, found[1])


def _line(outcome: Outcome, at: BoardAt) -> str:  # noqa: ARG001 - the outcome tells all of it
    assert isinstance(outcome, PairsOutcome)
    trump = "-" if outcome.trump is None else outcome.trump.value
    return f"{trump} N{outcome.tricks['N']} S{outcome.tricks['S']}"


def _misfit(record: Record, played: Replay, at: BoardAt) -> str:
    outcome = played.outcomes[0]
    assert isinstance(outcome, PairsOutcome)
    return "" if outcome.dealer == at.mark.value else f"board {at.number} is dealt by {at.mark.value} ({record.game})"


def _movement(_agreed: Regulations, count: int, wanted: HowSeated) -> Movement:
    """One line stays; the other goes one table up a round, the boards one down: of an odd number of tables all are met."""
    tables = count // 2
    if count % 2 or tables % 2 == 0:
        raise ValueError(f"{count} players sit at no odd number of tables")
    rounds = tuple(
        Round(
            tuple(
                Table(at + 1, _set((at + turn) % tables), {"N": at + 1, "S": tables + (at - turn) % tables + 1})
                for at in range(tables)
            )
        )
        for turn in range(min(wanted.rounds or tables, tables))
    )
    return Movement(1, (Field("mitchell", 1, count, 2, tables, 0),), rounds)


def _set(nth: int) -> tuple[int, ...]:
    return tuple(range(nth * _BOARDS + 1, (nth + 1) * _BOARDS + 1))


EVENTS: Final = EventPart(
    at=(2,),
    scoring=lambda _: "whists",
    minutes=lambda _: 3,
    boards=BoardPart(
        mark=_mark,
        read=_read,
        line=_line,
        misfit=_misfit,
        movement=_movement,
        seating=lambda _: frozenset({"rounds"}),
    ),
)
