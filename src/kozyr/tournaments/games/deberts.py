"""Deberts at events: parties of two, and boards that everybody plays alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from kozyr.cards import Seat
from kozyr.games import AnyMatch
from kozyr.games.deberts import Boards
from kozyr.tournaments.part import AlonePart, EventPart

_SEATS: Final = (Seat.N, Seat.S)


def _mark(number: int) -> Seat:
    """The dealer of a board: N of the first, then in turn."""
    return _SEATS[(number - 1) % 2]


def _holders(dealer: Seat) -> tuple[Seat, ...]:
    """Both, the eldest first (D-DEAL-3)."""
    return (Seat.S, Seat.N) if dealer is Seat.N else _SEATS


def _agreed(some: Sequence[str]) -> Mapping[str, object]:
    return {"boards": tuple(some)}


def _won(match: AnyMatch) -> tuple[Fraction, ...]:
    return tuple(Fraction(north) for north, _ in match.values) if isinstance(match, Boards) else ()


def _lines(match: AnyMatch) -> tuple[str, ...]:
    """Who ordered, the trump, and the points that are written for N and S: `NH 120:42`; `-`: all passed."""
    found = []
    for number, one in enumerate(match.history if isinstance(match, Boards) else (), 1):
        assert isinstance(match, Boards)
        written = [0, 0]
        for entry in match.sheet.entries:
            if entry.deal == number and entry.why != "hangs":
                written[entry.who] += entry.points
        trump = "" if one.trump is None else one.trump.value
        found.append("-" if one.maker is None else f"{one.maker}{trump} {written[0]}:{written[1]}")
    return tuple(found)


EVENTS: Final = EventPart(
    at=(2,),
    alone=AlonePart(
        players=2,
        preset="moscow",
        mark=_mark,
        holders=_holders,
        said=lambda number, dealer: f"{number}:{dealer.value}",
        agreed=_agreed,
        won=_won,
        lines=_lines,
    ),
)
