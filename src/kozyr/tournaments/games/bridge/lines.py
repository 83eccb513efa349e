"""A line of a bridge traveller: `4HX N 10`, or `4HX N =`, `+1`, `-2`; passed out, `pass`; the score alone, `NS 420` or `EW 50`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from kozyr.cards import Seat
from kozyr.games import bridge
from kozyr.games.bridge import scoring as points
from kozyr.games.refusal import Refused
from kozyr.tournaments.part import Reading

_SCORE: Final = re.compile(r"(NS|EW) ([0-9]{1,4})")
_MOST: Final = 7600  # points of a board
_BID: Final = re.compile(r"(\S+) ([NESW]) ?(=|[+-][0-9]{1,2}|[0-9]{1,2})")


def read(text: str, vulnerability: points.Vulnerability, seats: Sequence[str], room: str = "") -> Reading:
    """A line of a traveller. seats: those of the movement, single players, pairs or the two teams of a room.

    Team A sits N-S in the open room and E-W in the closed one (B-TEAM-4).

    Raises:
        Refused: an impossible line.
    """
    text = " ".join(text.split())
    if text.lower() == "pass":
        return Reading("pass", dict.fromkeys(seats, Fraction(0)), "pass")
    ours = {"N", "S", "NS", "B" if room == "closed" else "A"}
    if alone := _SCORE.fullmatch(text.upper()):
        points_of = int(alone[2])
        if points_of % 10 or points_of > _MOST:
            raise Refused("no_result", text=text)
        north_has = Fraction(points_of if alone[1] == "NS" else -points_of)
        return Reading(text.upper(), {seat: north_has if seat in ours else -north_has for seat in seats})
    found = _BID.fullmatch(text)
    if found is None:
        raise Refused("no_result", text=text[:30])
    try:
        contract = bridge.Contract.parse(found[1])
    except ValueError:
        raise Refused("no_bridge_contract", text=found[1]) from None
    declarer = Seat(found[2])
    said = found[3]
    tricks = int(said) if said.isdecimal() else contract.need + (0 if said == "=" else int(said))
    if not 0 <= tricks <= 13:
        raise Refused("tricks_of_13", tricks=tricks)
    side = declarer.position % 2
    vulnerable = points.is_vulnerable(vulnerability, side)
    score = points.duplicate_score(contract, tricks, vulnerable=vulnerable)
    north = Fraction(-score if side else score)
    scores = {seat: north if seat in ours else -north for seat in seats}
    return Reading(
        f"{contract} {declarer.value} {tricks}",
        scores,
        str(contract),
        declarer,
        tricks,
        None,
        contract.denomination.value,
    )


def line_of(outcome: bridge.Outcome) -> str:
    """The line of a played board, as a table would write it; `read` reads it back."""
    if outcome.contract is None or outcome.declarer is None:
        return "pass"
    return f"{outcome.contract} {outcome.declarer} {outcome.tricks}"
