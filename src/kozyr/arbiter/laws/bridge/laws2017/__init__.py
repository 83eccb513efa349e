"""The Laws of Duplicate Bridge 2017 as a second body of law, by the numbers of its laws: `LDB-64A1` is Law 64A1.

Facts and numbers in our own words (docs/arbiter.md names what is ruled). A law that leaves a judgement to the director
becomes a branch of the arbiter's, with the numbers that a search or the bots give.
"""

from __future__ import annotations

from typing import Final

from kozyr.arbiter import directed, incidents
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
from kozyr.arbiter.ruling import Body, Moment, Provision, Ruling

__all__ = ["BODY", "LAWBOOK", "rule"]

BODY: Final = "2017"


def _shown(moment: Moment, incident: incidents.CardsShown) -> Ruling:
    return claims.rule(moment, incident) if incident.claim else cards.shown(moment, incident)


_LAWS: Final = Body(
    "bridge",
    Provision(
        directed.Undirected,
        director.undirected,
        ruling="LDB-9C LDB-10B LDB-10C2 LDB-11A",
        ground="LDB-9B LDB-10A LDB-10C1 LDB-11B",
    ),
    Provision(
        incidents.Adjusted,
        boards.adjusted,
        ruling="LDB-12C1a LDB-12C2a LDB-12C2b LDB-12C2c LDB-12C2d",
        ground="LDB-12A1 LDB-12A2 LDB-12A3 LDB-12C1b LDB-12C1d",
    ),
    Provision(
        incidents.Informed,
        info.rule,
        ruling="LDB-12C1c LDB-12C1e LDB-16B LDB-21B1a LDB-21B3 LDB-23C LDB-75C",
        ground="LDB-20F LDB-73C LDB-75B",
    ),
    Provision(incidents.PocketCount, boards.count, ruling="LDB-13A1 LDB-13A2 LDB-13B1 LDB-13B2 LDB-13C LDB-13D"),
    Provision(
        incidents.CardShort,
        boards.missing,
        ruling="LDB-14A1 LDB-14A2 LDB-14B1 LDB-14B2 LDB-14B3",
        ground="LDB-14B4 LDB-14C",
    ),
    Provision(
        incidents.WrongBox, boards.wrong_cards, ruling="LDB-15A1 LDB-15A1a LDB-15A1b LDB-15A2", ground="LDB-15A3"
    ),
    Provision(incidents.WrongBoard, boards.wrong_board, ruling="LDB-15B1 LDB-15B2 LDB-15B3"),
    Provision(
        directed.VoidCall,
        calls.void,
        ruling="LDB-38B LDB-38C LDB-38D LDB-39A LDB-39B LDB-39C",
        ground="LDB-22A1 LDB-22A2 LDB-35C LDB-35D LDB-38A",
    ),
    Provision(
        incidents.CallOutOfTurn,
        calls.out_of_turn,
        ruling="LDB-28A LDB-28B LDB-30A LDB-30B LDB-31A LDB-31A1 LDB-31A2 LDB-31B LDB-32A LDB-32A1 LDB-32A2 LDB-32B",
        ground="LDB-23A LDB-25B",
        deadline="LDB-29A",
    ),
    Provision(
        incidents.CardsShown,
        _shown,
        ruling="LDB-24A LDB-24B LDB-24C LDB-48A LDB-49 LDB-50B LDB-68B2 LDB-68D2 LDB-69B2 LDB-70A LDB-71",
        ground="LDB-50C LDB-50D1 LDB-68D1 LDB-70C LDB-70D1 LDB-70E1",
    ),
    Provision(incidents.Slip, calls.changed, ruling="LDB-25A1 LDB-25B1 LDB-25B2", deadline="LDB-25A3 LDB-25A4"),
    Provision(
        incidents.Insufficient,
        calls.insufficient,
        ruling="LDB-26A LDB-26B LDB-27B1a LDB-27B1b LDB-27B2 LDB-27B3 LDB-27B4",
        ground="LDB-27B1",
        deadline="LDB-27A1",
    ),
    Provision(
        incidents.Inadmissible,
        calls.inadmissible,
        ruling="LDB-36A LDB-36B LDB-36C LDB-37B",
        ground="LDB-35A LDB-35B",
        deadline="LDB-37A",
    ),
    Provision(
        directed.Agreement,
        director.agreement,
        ruling="LDB-40A3 LDB-40B2a LDB-40B3 LDB-40B4 LDB-40B5 LDB-40C3a",
        ground="LDB-40C1",
    ),
    Provision(directed.OpeningLead, dummy.opening, ruling="LDB-41A LDB-41B LDB-41C LDB-41D"),
    Provision(
        incidents.DummySpoke,
        dummy.spoke,
        ruling="LDB-42A LDB-42B1 LDB-42B2 LDB-42B3 LDB-43A1a LDB-43A1b LDB-43A1c LDB-43A2 LDB-43A3 LDB-43B2a LDB-43B2b LDB-43B3",
        ground="LDB-43B1",
    ),
    Provision(
        incidents.PlayedOutOfTurn,
        cards.out_of_turn,
        ruling="LDB-54 LDB-54C LDB-55B1 LDB-55B2 LDB-56 LDB-57A LDB-57C1 LDB-57C3 LDB-60A2 LDB-60B",
        ground="LDB-44B LDB-44G LDB-54D LDB-55A LDB-57B LDB-60A3 LDB-60C",
        deadline="LDB-53A LDB-60A1",
    ),
    Provision(
        incidents.Revoke,
        revoke.rule,
        ruling="LDB-59 LDB-62A LDB-62C2 LDB-62C3 LDB-62D1 LDB-64A1 LDB-64A2 LDB-64B1 LDB-64B2 LDB-64B3 LDB-64B5 LDB-64B7 LDB-64C1",
        ground="LDB-44C LDB-61A LDB-62B1 LDB-62B2 LDB-62C1 LDB-64B6",
        deadline="LDB-63A LDB-64B4",
    ),
    Provision(incidents.CardHandled, cards.handled, ruling="LDB-45C1 LDB-45C2 LDB-45C3 LDB-45C4a LDB-45C4b"),
    Provision(
        incidents.DefectiveTrick,
        tricks.defective,
        ruling="LDB-67A1 LDB-67A2 LDB-67B1a LDB-67B1b LDB-67B2a LDB-67B2b",
        ground="LDB-45E1 LDB-45E2",
        deadline="LDB-67A",
    ),
    Provision(
        incidents.Designated,
        plays.designated,
        ruling="LDB-46B LDB-46B1a LDB-46B1b LDB-46B1c LDB-46B2 LDB-46B3a LDB-46B3b LDB-46B4 LDB-46B5",
    ),
    Provision(incidents.Retraction, plays.retracted, ruling="LDB-47D LDB-47E1 LDB-47E2a LDB-47E2b LDB-47F2"),
    Provision(incidents.PenaltyLead, cards.penalty_lead, ruling="LDB-50D2 LDB-51B"),
    Provision(
        incidents.PenaltyUnplayed,
        plays.penalty_unplayed,
        ruling="LDB-52B1a LDB-52B1c LDB-52B2",
        ground="LDB-52A",
        deadline="LDB-52B1b",
    ),
    Provision(incidents.Simultaneous, plays.simultaneous, ruling="LDB-58A LDB-58B1 LDB-58B2", ground="LDB-58B3"),
    Provision(incidents.TrickPointed, tricks.pointed, ruling="LDB-65B3"),
    Provision(incidents.TricksDisputed, tricks.disputed, ruling="LDB-65D LDB-66D", ground="LDB-65C"),
    Provision(incidents.TrickLookedAt, tricks.looked, ruling="LDB-66A LDB-66B LDB-66C"),
    Provision(incidents.Foreseen, tricks.foreseen, ruling="LDB-72C"),
    Provision(
        incidents.ArbiterError, director.own_error, ruling="LDB-82B1 LDB-82B2 LDB-82B3 LDB-82C", ground="LDB-82A"
    ),
    Provision(directed.TeamBoard, boards.at_teams, ruling="LDB-86A LDB-86B1 LDB-86B2a LDB-86B2b LDB-86B2c LDB-86B3"),
    Provision(incidents.Fouled, boards.fouled, ruling="LDB-87B LDB-87C", ground="LDB-87A"),
    Provision(
        directed.Penalty,
        director.penalty,
        ruling="LDB-90B1 LDB-90B2 LDB-90B3 LDB-90B4 LDB-90B5 LDB-90B6 LDB-90B7 LDB-90B8 LDB-91A LDB-91B",
        ground="LDB-90A",
    ),
    Provision(
        incidents.Appeal,
        director.appeal,
        ruling="LDB-92D LDB-93A LDB-93B1 LDB-93B2",
        ground="LDB-92A LDB-92C LDB-93B3",
        deadline="LDB-92B",
    ),
)
LAWBOOK: Final = _LAWS.lawbook
rule = _LAWS.rule
