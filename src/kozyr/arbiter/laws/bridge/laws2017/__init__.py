"""The Laws of Duplicate Bridge 2017 as a second body of law, by the numbers of its laws: `LDB-64A1` is Law 64A1.

Facts and numbers in our own words (docs/arbiter.md names what is ruled). A law that leaves a judgement to the director
becomes a branch of the arbiter's, with the numbers that a search or the bots give.
"""

from __future__ import annotations

from typing import Final

from kozyr.arbiter import incidents
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.laws.bridge.laws2017 import calls, cards, claims, info, revoke
from kozyr.arbiter.ruling import Lawbook, Moment, Ruling, unknown_law

__all__ = ["BODY", "LAWBOOK", "rule"]

BODY: Final = "2017"
LAWBOOK: Final[Lawbook] = {
    "LDB-12C1c": (incidents.Informed, "ruling"),
    "LDB-12C1e": (incidents.Informed, "ruling"),
    "LDB-16B": (incidents.Informed, "ruling"),
    "LDB-20F": (incidents.Informed, "ground"),
    "LDB-21B1a": (incidents.Informed, "ruling"),
    "LDB-21B3": (incidents.Informed, "ruling"),
    "LDB-23A": (incidents.CallOutOfTurn, "ground"),
    "LDB-24A": (incidents.CardsShown, "ruling"),
    "LDB-24B": (incidents.CardsShown, "ruling"),
    "LDB-24C": (incidents.CardsShown, "ruling"),
    "LDB-25A1": (incidents.Slip, "ruling"),
    "LDB-25A3": (incidents.Slip, "deadline"),
    "LDB-25A4": (incidents.Slip, "deadline"),
    "LDB-25B1": (incidents.Slip, "ruling"),
    "LDB-25B2": (incidents.Slip, "ruling"),
    "LDB-25B": (incidents.CallOutOfTurn, "ground"),
    "LDB-26A": (incidents.Insufficient, "ruling"),
    "LDB-26B": (incidents.Insufficient, "ruling"),
    "LDB-27A1": (incidents.Insufficient, "deadline"),
    "LDB-27B1": (incidents.Insufficient, "ground"),
    "LDB-27B1a": (incidents.Insufficient, "ruling"),
    "LDB-27B1b": (incidents.Insufficient, "ruling"),
    "LDB-27B2": (incidents.Insufficient, "ruling"),
    "LDB-27B3": (incidents.Insufficient, "ruling"),
    "LDB-27B4": (incidents.Insufficient, "ruling"),
    "LDB-29A": (incidents.CallOutOfTurn, "deadline"),
    "LDB-30A": (incidents.CallOutOfTurn, "ruling"),
    "LDB-30B": (incidents.CallOutOfTurn, "ruling"),
    "LDB-31A": (incidents.CallOutOfTurn, "ruling"),
    "LDB-31A1": (incidents.CallOutOfTurn, "ruling"),
    "LDB-31A2": (incidents.CallOutOfTurn, "ruling"),
    "LDB-31B": (incidents.CallOutOfTurn, "ruling"),
    "LDB-32A": (incidents.CallOutOfTurn, "ruling"),
    "LDB-32A1": (incidents.CallOutOfTurn, "ruling"),
    "LDB-32A2": (incidents.CallOutOfTurn, "ruling"),
    "LDB-32B": (incidents.CallOutOfTurn, "ruling"),
    "LDB-36A": (incidents.Inadmissible, "ruling"),
    "LDB-36B": (incidents.Inadmissible, "ruling"),
    "LDB-36C": (incidents.Inadmissible, "ruling"),
    "LDB-37A": (incidents.Inadmissible, "deadline"),
    "LDB-37B": (incidents.Inadmissible, "ruling"),
    "LDB-45C1": (incidents.CardHandled, "ruling"),
    "LDB-45C2": (incidents.CardHandled, "ruling"),
    "LDB-45C3": (incidents.CardHandled, "ruling"),
    "LDB-45C4a": (incidents.CardHandled, "ruling"),
    "LDB-45C4b": (incidents.CardHandled, "ruling"),
    "LDB-48A": (incidents.CardsShown, "ruling"),
    "LDB-49": (incidents.CardsShown, "ruling"),
    "LDB-50B": (incidents.CardsShown, "ruling"),
    "LDB-50C": (incidents.CardsShown, "ground"),
    "LDB-50D1": (incidents.CardsShown, "ground"),
    "LDB-50D2": (incidents.PenaltyLead, "ruling"),
    "LDB-51B": (incidents.PenaltyLead, "ruling"),
    "LDB-53A": (incidents.PlayedOutOfTurn, "deadline"),
    "LDB-54": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-54C": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-54D": (incidents.PlayedOutOfTurn, "ground"),
    "LDB-55A": (incidents.PlayedOutOfTurn, "ground"),
    "LDB-55B1": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-55B2": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-56": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-57A": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-57B": (incidents.PlayedOutOfTurn, "ground"),
    "LDB-57C1": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-57C3": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-62A": (incidents.Revoke, "ruling"),
    "LDB-62B1": (incidents.Revoke, "ground"),
    "LDB-62B2": (incidents.Revoke, "ground"),
    "LDB-62C1": (incidents.Revoke, "ground"),
    "LDB-62D1": (incidents.Revoke, "ruling"),
    "LDB-63A": (incidents.Revoke, "deadline"),
    "LDB-64A1": (incidents.Revoke, "ruling"),
    "LDB-64A2": (incidents.Revoke, "ruling"),
    "LDB-64B1": (incidents.Revoke, "ruling"),
    "LDB-64B2": (incidents.Revoke, "ruling"),
    "LDB-64B3": (incidents.Revoke, "ruling"),
    "LDB-64B4": (incidents.Revoke, "deadline"),
    "LDB-64B5": (incidents.Revoke, "ruling"),
    "LDB-64B6": (incidents.Revoke, "ground"),
    "LDB-64B7": (incidents.Revoke, "ruling"),
    "LDB-64C1": (incidents.Revoke, "ruling"),
    "LDB-68B2": (incidents.CardsShown, "ruling"),
    "LDB-68D1": (incidents.CardsShown, "ground"),
    "LDB-68D2": (incidents.CardsShown, "ruling"),
    "LDB-69B2": (incidents.CardsShown, "ruling"),
    "LDB-70A": (incidents.CardsShown, "ruling"),
    "LDB-70C": (incidents.CardsShown, "ground"),
    "LDB-70D1": (incidents.CardsShown, "ground"),
    "LDB-70E1": (incidents.CardsShown, "ground"),
    "LDB-71": (incidents.CardsShown, "ruling"),
    "LDB-73C": (incidents.Informed, "ground"),
    "LDB-75B": (incidents.Informed, "ground"),
    "LDB-75C": (incidents.Informed, "ruling"),
}


def rule(moment: Moment, incident: AnyIncident) -> Ruling:
    """The ruling on an incident.

    Raises:
        Refused: it cannot have happened then, the record contradicts it, or this body is silent on it.
    """
    match incident:
        case incidents.Revoke():
            return revoke.rule(moment, incident)
        case incidents.PlayedOutOfTurn():
            return cards.out_of_turn(moment, incident)
        case incidents.CardHandled():
            return cards.handled(moment, incident)
        case incidents.PenaltyLead():
            return cards.penalty_lead(moment, incident)
        case incidents.CardsShown():
            return claims.rule(moment, incident) if incident.claim else cards.shown(moment, incident)
        case incidents.Insufficient():
            return calls.insufficient(moment, incident)
        case incidents.CallOutOfTurn():
            return calls.out_of_turn(moment, incident)
        case incidents.Slip():
            return calls.changed(moment, incident)
        case incidents.Informed():
            return info.rule(moment, incident)
        case incidents.Inadmissible():
            return calls.inadmissible(moment, incident)
    raise unknown_law("bridge", incident)
