"""The seating of a session of bridge: single players, pairs or teams."""

from __future__ import annotations

from typing import Final

from kozyr.games.refusal import Refused
from kozyr.tournaments import pairs
from kozyr.tournaments.movements import Movement
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.regulations import Regulations

OBEYED: Final = frozenset({"kind", "rounds", "boards", "stage"})  # fields of `HowSeated`


def movement(agreed: Regulations, count: int, wanted: HowSeated) -> Movement:
    """The movement of `count` entrants.

    Raises:
        ValueError: there is none, or the kind is of other entrants.
    """
    of_teams = agreed.bridge_scoring in {"team_imps", "board_a_match"}
    if wanted.kind == "swiss":
        return pairs.swiss_round(count, 1, wanted.boards, ("A", "B") if of_teams else ("NS", "EW"))
    if of_teams:
        if wanted.kind is not None:
            raise Refused("pairs_only", kind=wanted.kind)
        return pairs.teams(count, wanted.rounds, wanted.boards)
    if wanted.kind == "individual":
        return pairs.individual(count, wanted.rounds, wanted.boards)
    return pairs.pairs(count, wanted.kind, wanted.rounds, wanted.boards)
