"""The Laws of Duplicate Bridge 2017 as a second body of law, by the numbers of its laws: `LDB-64A1` is Law 64A1.

Facts and numbers in our own words (docs/arbiter.md names what is ruled). A law that leaves a judgement to the director
becomes a branch of the arbiter's, with the numbers that a search or the bots give.
"""

from __future__ import annotations

from typing import Final

from kozyr.arbiter import directed, incidents
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.laws.bridge.laws2017 import (
    boards,
    calls,
    cards,
    claims,
    director,
    dummy,
    info,
    plays,
    revoke,
    tricks,
)
from kozyr.arbiter.ruling import Lawbook, Moment, Ruling, unknown_law

__all__ = ["BODY", "LAWBOOK", "rule"]

BODY: Final = "2017"
LAWBOOK: Final[Lawbook] = {
    "LDB-9B": (directed.Undirected, "ground"),
    "LDB-9C": (directed.Undirected, "ruling"),
    "LDB-10A": (directed.Undirected, "ground"),
    "LDB-10B": (directed.Undirected, "ruling"),
    "LDB-10C1": (directed.Undirected, "ground"),
    "LDB-10C2": (directed.Undirected, "ruling"),
    "LDB-11A": (directed.Undirected, "ruling"),
    "LDB-11B": (directed.Undirected, "ground"),
    "LDB-12A1": (incidents.Adjusted, "ground"),
    "LDB-12A2": (incidents.Adjusted, "ground"),
    "LDB-12A3": (incidents.Adjusted, "ground"),
    "LDB-12C1a": (incidents.Adjusted, "ruling"),
    "LDB-12C1b": (incidents.Adjusted, "ground"),
    "LDB-12C1c": (incidents.Informed, "ruling"),
    "LDB-12C1d": (incidents.Adjusted, "ground"),
    "LDB-12C1e": (incidents.Informed, "ruling"),
    "LDB-12C2a": (incidents.Adjusted, "ruling"),
    "LDB-12C2b": (incidents.Adjusted, "ruling"),
    "LDB-12C2c": (incidents.Adjusted, "ruling"),
    "LDB-12C2d": (incidents.Adjusted, "ruling"),
    "LDB-13A1": (incidents.PocketCount, "ruling"),
    "LDB-13A2": (incidents.PocketCount, "ruling"),
    "LDB-13B1": (incidents.PocketCount, "ruling"),
    "LDB-13B2": (incidents.PocketCount, "ruling"),
    "LDB-13C": (incidents.PocketCount, "ruling"),
    "LDB-13D": (incidents.PocketCount, "ruling"),
    "LDB-14A1": (incidents.CardShort, "ruling"),
    "LDB-14A2": (incidents.CardShort, "ruling"),
    "LDB-14B1": (incidents.CardShort, "ruling"),
    "LDB-14B2": (incidents.CardShort, "ruling"),
    "LDB-14B3": (incidents.CardShort, "ruling"),
    "LDB-14B4": (incidents.CardShort, "ground"),
    "LDB-14C": (incidents.CardShort, "ground"),
    "LDB-15A1": (incidents.WrongBox, "ruling"),
    "LDB-15A1a": (incidents.WrongBox, "ruling"),
    "LDB-15A1b": (incidents.WrongBox, "ruling"),
    "LDB-15A2": (incidents.WrongBox, "ruling"),
    "LDB-15A3": (incidents.WrongBox, "ground"),
    "LDB-15B1": (incidents.WrongBoard, "ruling"),
    "LDB-15B2": (incidents.WrongBoard, "ruling"),
    "LDB-15B3": (incidents.WrongBoard, "ruling"),
    "LDB-16B": (incidents.Informed, "ruling"),
    "LDB-20F": (incidents.Informed, "ground"),
    "LDB-21B1a": (incidents.Informed, "ruling"),
    "LDB-21B3": (incidents.Informed, "ruling"),
    "LDB-22A1": (directed.VoidCall, "ground"),
    "LDB-22A2": (directed.VoidCall, "ground"),
    "LDB-23A": (incidents.CallOutOfTurn, "ground"),
    "LDB-23C": (incidents.Informed, "ruling"),
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
    "LDB-28A": (incidents.CallOutOfTurn, "ruling"),
    "LDB-28B": (incidents.CallOutOfTurn, "ruling"),
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
    "LDB-35A": (incidents.Inadmissible, "ground"),
    "LDB-35B": (incidents.Inadmissible, "ground"),
    "LDB-35C": (directed.VoidCall, "ground"),
    "LDB-35D": (directed.VoidCall, "ground"),
    "LDB-36A": (incidents.Inadmissible, "ruling"),
    "LDB-36B": (incidents.Inadmissible, "ruling"),
    "LDB-36C": (incidents.Inadmissible, "ruling"),
    "LDB-37A": (incidents.Inadmissible, "deadline"),
    "LDB-37B": (incidents.Inadmissible, "ruling"),
    "LDB-38A": (directed.VoidCall, "ground"),
    "LDB-38B": (directed.VoidCall, "ruling"),
    "LDB-38C": (directed.VoidCall, "ruling"),
    "LDB-38D": (directed.VoidCall, "ruling"),
    "LDB-39A": (directed.VoidCall, "ruling"),
    "LDB-39B": (directed.VoidCall, "ruling"),
    "LDB-39C": (directed.VoidCall, "ruling"),
    "LDB-40A3": (directed.Agreement, "ruling"),
    "LDB-40B2a": (directed.Agreement, "ruling"),
    "LDB-40B3": (directed.Agreement, "ruling"),
    "LDB-40B4": (directed.Agreement, "ruling"),
    "LDB-40B5": (directed.Agreement, "ruling"),
    "LDB-40C1": (directed.Agreement, "ground"),
    "LDB-40C3a": (directed.Agreement, "ruling"),
    "LDB-41A": (directed.OpeningLead, "ruling"),
    "LDB-41B": (directed.OpeningLead, "ruling"),
    "LDB-41C": (directed.OpeningLead, "ruling"),
    "LDB-41D": (directed.OpeningLead, "ruling"),
    "LDB-42A": (incidents.DummySpoke, "ruling"),
    "LDB-42B1": (incidents.DummySpoke, "ruling"),
    "LDB-42B2": (incidents.DummySpoke, "ruling"),
    "LDB-42B3": (incidents.DummySpoke, "ruling"),
    "LDB-43A1a": (incidents.DummySpoke, "ruling"),
    "LDB-43A1b": (incidents.DummySpoke, "ruling"),
    "LDB-43A1c": (incidents.DummySpoke, "ruling"),
    "LDB-43A2": (incidents.DummySpoke, "ruling"),
    "LDB-43A3": (incidents.DummySpoke, "ruling"),
    "LDB-43B1": (incidents.DummySpoke, "ground"),
    "LDB-43B2a": (incidents.DummySpoke, "ruling"),
    "LDB-43B2b": (incidents.DummySpoke, "ruling"),
    "LDB-43B3": (incidents.DummySpoke, "ruling"),
    "LDB-44B": (incidents.PlayedOutOfTurn, "ground"),
    "LDB-44C": (incidents.Revoke, "ground"),
    "LDB-44G": (incidents.PlayedOutOfTurn, "ground"),
    "LDB-45C1": (incidents.CardHandled, "ruling"),
    "LDB-45C2": (incidents.CardHandled, "ruling"),
    "LDB-45C3": (incidents.CardHandled, "ruling"),
    "LDB-45C4a": (incidents.CardHandled, "ruling"),
    "LDB-45C4b": (incidents.CardHandled, "ruling"),
    "LDB-45E1": (incidents.DefectiveTrick, "ground"),
    "LDB-45E2": (incidents.DefectiveTrick, "ground"),
    "LDB-46B": (incidents.Designated, "ruling"),
    "LDB-46B1a": (incidents.Designated, "ruling"),
    "LDB-46B1b": (incidents.Designated, "ruling"),
    "LDB-46B1c": (incidents.Designated, "ruling"),
    "LDB-46B2": (incidents.Designated, "ruling"),
    "LDB-46B3a": (incidents.Designated, "ruling"),
    "LDB-46B3b": (incidents.Designated, "ruling"),
    "LDB-46B4": (incidents.Designated, "ruling"),
    "LDB-46B5": (incidents.Designated, "ruling"),
    "LDB-47D": (incidents.Retraction, "ruling"),
    "LDB-47E1": (incidents.Retraction, "ruling"),
    "LDB-47E2a": (incidents.Retraction, "ruling"),
    "LDB-47E2b": (incidents.Retraction, "ruling"),
    "LDB-47F2": (incidents.Retraction, "ruling"),
    "LDB-48A": (incidents.CardsShown, "ruling"),
    "LDB-49": (incidents.CardsShown, "ruling"),
    "LDB-50B": (incidents.CardsShown, "ruling"),
    "LDB-50C": (incidents.CardsShown, "ground"),
    "LDB-50D1": (incidents.CardsShown, "ground"),
    "LDB-50D2": (incidents.PenaltyLead, "ruling"),
    "LDB-51B": (incidents.PenaltyLead, "ruling"),
    "LDB-52A": (incidents.PenaltyUnplayed, "ground"),
    "LDB-52B1a": (incidents.PenaltyUnplayed, "ruling"),
    "LDB-52B1b": (incidents.PenaltyUnplayed, "deadline"),
    "LDB-52B1c": (incidents.PenaltyUnplayed, "ruling"),
    "LDB-52B2": (incidents.PenaltyUnplayed, "ruling"),
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
    "LDB-58A": (incidents.Simultaneous, "ruling"),
    "LDB-58B1": (incidents.Simultaneous, "ruling"),
    "LDB-58B2": (incidents.Simultaneous, "ruling"),
    "LDB-58B3": (incidents.Simultaneous, "ground"),
    "LDB-59": (incidents.Revoke, "ruling"),
    "LDB-60A1": (incidents.PlayedOutOfTurn, "deadline"),
    "LDB-60A2": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-60A3": (incidents.PlayedOutOfTurn, "ground"),
    "LDB-60B": (incidents.PlayedOutOfTurn, "ruling"),
    "LDB-60C": (incidents.PlayedOutOfTurn, "ground"),
    "LDB-61A": (incidents.Revoke, "ground"),
    "LDB-62A": (incidents.Revoke, "ruling"),
    "LDB-62B1": (incidents.Revoke, "ground"),
    "LDB-62B2": (incidents.Revoke, "ground"),
    "LDB-62C1": (incidents.Revoke, "ground"),
    "LDB-62C2": (incidents.Revoke, "ruling"),
    "LDB-62C3": (incidents.Revoke, "ruling"),
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
    "LDB-65B3": (incidents.TrickPointed, "ruling"),
    "LDB-65C": (incidents.TricksDisputed, "ground"),
    "LDB-65D": (incidents.TricksDisputed, "ruling"),
    "LDB-66A": (incidents.TrickLookedAt, "ruling"),
    "LDB-66B": (incidents.TrickLookedAt, "ruling"),
    "LDB-66C": (incidents.TrickLookedAt, "ruling"),
    "LDB-66D": (incidents.TricksDisputed, "ruling"),
    "LDB-67A": (incidents.DefectiveTrick, "deadline"),
    "LDB-67A1": (incidents.DefectiveTrick, "ruling"),
    "LDB-67A2": (incidents.DefectiveTrick, "ruling"),
    "LDB-67B1a": (incidents.DefectiveTrick, "ruling"),
    "LDB-67B1b": (incidents.DefectiveTrick, "ruling"),
    "LDB-67B2a": (incidents.DefectiveTrick, "ruling"),
    "LDB-67B2b": (incidents.DefectiveTrick, "ruling"),
    "LDB-68B2": (incidents.CardsShown, "ruling"),
    "LDB-68D1": (incidents.CardsShown, "ground"),
    "LDB-68D2": (incidents.CardsShown, "ruling"),
    "LDB-69B2": (incidents.CardsShown, "ruling"),
    "LDB-70A": (incidents.CardsShown, "ruling"),
    "LDB-70C": (incidents.CardsShown, "ground"),
    "LDB-70D1": (incidents.CardsShown, "ground"),
    "LDB-70E1": (incidents.CardsShown, "ground"),
    "LDB-71": (incidents.CardsShown, "ruling"),
    "LDB-72C": (incidents.Foreseen, "ruling"),
    "LDB-73C": (incidents.Informed, "ground"),
    "LDB-75B": (incidents.Informed, "ground"),
    "LDB-75C": (incidents.Informed, "ruling"),
    "LDB-82A": (incidents.ArbiterError, "ground"),
    "LDB-82B1": (incidents.ArbiterError, "ruling"),
    "LDB-82B2": (incidents.ArbiterError, "ruling"),
    "LDB-82B3": (incidents.ArbiterError, "ruling"),
    "LDB-82C": (incidents.ArbiterError, "ruling"),
    "LDB-86A": (directed.TeamBoard, "ruling"),
    "LDB-86B1": (directed.TeamBoard, "ruling"),
    "LDB-86B2a": (directed.TeamBoard, "ruling"),
    "LDB-86B2b": (directed.TeamBoard, "ruling"),
    "LDB-86B2c": (directed.TeamBoard, "ruling"),
    "LDB-86B3": (directed.TeamBoard, "ruling"),
    "LDB-87A": (incidents.Fouled, "ground"),
    "LDB-87B": (incidents.Fouled, "ruling"),
    "LDB-87C": (incidents.Fouled, "ruling"),
    "LDB-90A": (directed.Penalty, "ground"),
    "LDB-90B1": (directed.Penalty, "ruling"),
    "LDB-90B2": (directed.Penalty, "ruling"),
    "LDB-90B3": (directed.Penalty, "ruling"),
    "LDB-90B4": (directed.Penalty, "ruling"),
    "LDB-90B5": (directed.Penalty, "ruling"),
    "LDB-90B6": (directed.Penalty, "ruling"),
    "LDB-90B7": (directed.Penalty, "ruling"),
    "LDB-90B8": (directed.Penalty, "ruling"),
    "LDB-91A": (directed.Penalty, "ruling"),
    "LDB-91B": (directed.Penalty, "ruling"),
    "LDB-92A": (incidents.Appeal, "ground"),
    "LDB-92B": (incidents.Appeal, "deadline"),
    "LDB-92C": (incidents.Appeal, "ground"),
    "LDB-92D": (incidents.Appeal, "ruling"),
    "LDB-93A": (incidents.Appeal, "ruling"),
    "LDB-93B1": (incidents.Appeal, "ruling"),
    "LDB-93B2": (incidents.Appeal, "ruling"),
    "LDB-93B3": (incidents.Appeal, "ground"),
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
        case incidents.Adjusted():
            return boards.adjusted(moment, incident)
        case incidents.PocketCount():
            return boards.count(moment, incident)
        case incidents.CardShort():
            return boards.missing(moment, incident)
        case incidents.WrongBox():
            return boards.wrong_cards(moment, incident)
        case incidents.WrongBoard():
            return boards.wrong_board(moment, incident)
        case incidents.Fouled():
            return boards.fouled(moment)
        case incidents.DummySpoke():
            return dummy.spoke(moment, incident)
        case directed.OpeningLead():
            return dummy.opening(moment, incident)
        case directed.Penalty():
            return director.penalty(incident)
        case incidents.Appeal():
            return director.appeal(moment, incident)
        case directed.VoidCall():
            return calls.void(moment, incident)
        case directed.Agreement():
            return director.agreement(moment, incident)
        case directed.TeamBoard():
            return boards.at_teams(moment, incident)
        case directed.Undirected():
            return director.undirected(moment, incident)
        case incidents.ArbiterError():
            return director.own_error(moment, incident)
        case incidents.Designated():
            return plays.designated(moment, incident)
        case incidents.Retraction():
            return plays.retracted(moment, incident)
        case incidents.PenaltyUnplayed():
            return plays.penalty_unplayed(moment, incident)
        case incidents.Simultaneous():
            return plays.simultaneous(moment, incident)
        case incidents.TrickPointed():
            return tricks.pointed(moment, incident)
        case incidents.TricksDisputed():
            return tricks.disputed(moment, incident)
        case incidents.TrickLookedAt():
            return tricks.looked(moment, incident)
        case incidents.DefectiveTrick():
            return tricks.defective(moment, incident)
        case incidents.Foreseen():
            return tricks.foreseen(moment, incident)
    raise unknown_law("bridge", incident)
