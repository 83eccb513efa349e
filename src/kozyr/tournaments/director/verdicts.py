"""The scores of each entrant by the rulings on a board: one model for pairs, single players and teams. Pure.

A later decision about an entrant replaces an earlier one. At teams a score is one of a room, so that a decision about
the other room replaces nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

import msgspec

from kozyr.tournaments.director.entries import Decision, Guilt, exact
from kozyr.tournaments.director.state import State

Outcomes: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""Scores, each with its weight; the weights sum to one."""

NATURAL: Final = Fraction(1)


class Verdict(msgspec.Struct, frozen=True):
    """The scores of an entrant by the rulings on a board."""

    guilt: Guilt | None = None
    """By which the entrant has an artificial score (PT-I.11.2.B.1)."""
    rooms: Mapping[str, Outcomes] = {}
    """The scores instead of those that were reached, by the room of a match; of pairs under `open`."""
    dropped: bool = False
    """The board does not count for the entrant."""


class Verdicts(NamedTuple):
    """All that was ruled upon a board."""

    of: Mapping[int, Verdict]
    """By entrant; who is missing here keeps the result that was reached."""
    fouled: frozenset[tuple[int, int, str]]
    """The tables, rounds and rooms that played it in the changed form."""

    def group(self, table: int, round_: int, room: str = "") -> int:
        """Which form of a fouled board was played there: 0 the right one, 1 the changed one."""
        return int((table, round_, room or "open") in self.fouled)


def verdicts(state: State, session: int, board: int) -> Verdicts:
    """The verdicts after all decisions on a board."""
    found: dict[int, Verdict] = {}
    fouled: set[tuple[int, int, str]] = set()
    for decision in state.decisions.get((session, board), ()):
        given = scores_of(decision)
        for who in decision.natural:
            found.pop(who, None)
        for who in decision.dropped:
            found[who] = Verdict(dropped=True)
        for who, guilt in decision.artificial.items():
            found[who] = Verdict(guilt=guilt)
        for who, outcomes in given.items():
            earlier = found[who].rooms if who in found else {}
            found[who] = Verdict(rooms={**earlier, decision.where: outcomes})
        fouled.update((table, round_, decision.where) for table, round_ in decision.fouled)
    return Verdicts(found, frozenset(fouled))


def scores_of(decision: Decision) -> dict[int, Outcomes]:
    """The scores that a decision gives, assigned or weighted, by entrant."""
    found: dict[int, Outcomes] = {who: ((NATURAL, exact(text)),) for who, text in decision.assigned.items()}
    for who, outcomes in decision.weighted.items():
        found[who] = tuple((Fraction(weight, 100), exact(text)) for weight, text in outcomes)
    return found
