"""The laws of preferans: the Codex of 1996 and the club's codex, whose gaps the first one fills.

A family of laws is a module. `LAWBOOK` names for each paragraph the incident that leads to it, and its part in the
ruling.
"""

from __future__ import annotations

from typing import Final

from kozyr.arbiter import incidents
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.laws.preferans import contract, deal, play, sheet, talon, tricks
from kozyr.arbiter.laws.preferans.noticed import SAID, cards_played, notice
from kozyr.arbiter.laws.preferans.proofs import assigned
from kozyr.arbiter.ruling import Lawbook, Moment, Ruling, unknown_law

__all__ = ["LAWBOOK", "OPENS", "SAID", "assigned", "cards_played", "fined", "notice", "rule"]

LAWBOOK: Final[Lawbook] = {
    # the deal
    "P-3.2.6": (incidents.WrongDeal, "ground"),
    "P-3.2.8": (incidents.WrongDeal, "ground"),
    "P-3.2.9": (incidents.WrongDeal, "ruling"),
    "P-3.2.12": (incidents.WrongDeal, "ruling"),
    "P-3.2.13": (incidents.WrongDeal, "ground"),
    "P-3.2.14": (incidents.WrongDeal, "ruling"),
    "P-3.2.15": (incidents.WrongDeal, "ruling"),
    "P-3.2.16": (incidents.WrongDeal, "ruling"),
    "P-3.2.17": (incidents.WrongDeal, "ruling"),
    "P-3.2.18": (incidents.WrongDeal, "deadline"),
    "P-3.2.23": (incidents.WrongDeal, "deadline"),
    "PC-4.1.5": (incidents.WrongDeal, "ground"),
    "PC-4.1.6": (incidents.WrongDeal, "ground"),
    "PC-4.1.8": (incidents.WrongDeal, "ruling"),
    "PC-4.1.9": (incidents.WrongDeal, "ruling"),
    "PC-4.1.10": (incidents.WrongDeal, "ruling"),
    # the talon
    "P-3.2.19": (incidents.TalonTouched, "ground"),
    "P-3.2.20": (incidents.TalonTouched, "ruling"),
    "P-3.2.21": (incidents.TalonTouched, "ruling"),
    "P-3.3.14": (incidents.TalonTouched, "ruling"),
    "P-3.3.15": (incidents.TalonTouched, "ruling"),
    "P-3.3.16": (incidents.TalonTouched, "frame"),
    "P-3.3.16.1": (incidents.TalonTouched, "ruling"),
    "P-3.3.16.2": (incidents.TalonTouched, "ruling"),
    "P-3.3.16.3": (incidents.TalonTouched, "ruling"),
    "P-3.3.17": (incidents.TalonTouched, "ground"),
    "PC-4.1.11": (incidents.TalonTouched, "ruling"),
    "PC-4.1.12": (incidents.TalonTouched, "ruling"),
    "PC-4.1.13": (incidents.TalonTouched, "ruling"),
    "PC-4.2.9": (incidents.TalonTouched, "ruling"),
    "PC-4.2.10": (incidents.TalonTouched, "ruling"),
    # calls, contract, discard
    "P-3.3.18": (incidents.CallOutOfTurn, "ruling"),
    "PC-4.2.12": (incidents.CallOutOfTurn, "ruling"),
    "P-3.4.4": (incidents.IllegalContract, "ruling"),
    "PC-4.3.3": (incidents.IllegalContract, "ruling"),
    "PC-4.3.4": (incidents.Slip, "ruling"),
    "P-3.4.6": (incidents.WrongDiscard, "ruling"),
    "P-3.3.8": (incidents.Insufficient, "ruling"),
    "P-3.4.7": (incidents.Slip, "deadline"),
    "P-3.4.8": (incidents.Slip, "ruling"),
    "P-3.4.9": (incidents.DiscardLookedAt, "ruling"),
    "P-3.4.12": (incidents.Counselled, "ruling"),
    # open cards, leads
    "P-3.2.22": (incidents.CardsShown, "ruling"),
    "PC-4.1.14": (incidents.CardsShown, "ruling"),
    "P-3.9.14": (incidents.PlayedOutOfTurn, "ground"),
    "P-3.9.14.1": (incidents.PlayedOutOfTurn, "ruling"),
    "P-3.9.14.2": (incidents.PlayedOutOfTurn, "ruling"),
    "P-3.9.14.3": (incidents.PlayedOutOfTurn, "ruling"),
    "P-3.9.14.5": (incidents.PlayedOutOfTurn, "deadline"),
    "P-3.9.14.4": (incidents.CardsShown, "ruling"),
    "P-3.9.15": (incidents.CardsShown, "ruling"),
    "PC-4.7.15": (incidents.PlayedOutOfTurn, "ruling"),
    "PC-4.7.16": (incidents.CardsShown, "ruling"),
    # revokes
    "P-3.9.16": (incidents.Revoke, "frame"),
    "P-3.9.16.1": (incidents.Revoke, "ruling"),
    "P-3.9.16.2": (incidents.Revoke, "ruling"),
    "P-3.9.17": (incidents.Revoke, "deadline"),
    "PC-4.7.17": (incidents.Revoke, "ground"),
    "PC-4.7.18": (incidents.Revoke, "deadline"),
    "PE-5.4.14": (incidents.Revoke, "deadline"),
    "P-3.9.21": (incidents.PlayedOutOfTurn, "ruling"),
    # tricks, numbers, plans, information
    "P-3.9.8": (incidents.TrickLookedAt, "ruling"),
    "P-3.9.11": (incidents.TrickLookedAt, "frame"),
    "P-3.9.11.1": (incidents.TrickLookedAt, "ruling"),
    "P-3.9.11.2": (incidents.TrickLookedAt, "ruling"),
    "P-3.9.12": (incidents.TrickLookedAt, "ground"),
    "PC-4.7.12": (incidents.TrickLookedAt, "ruling"),
    "PC-4.7.13": (incidents.TrickLookedAt, "ground"),
    "P-3.9.18": (incidents.WrongCount, "ruling"),
    "PC-4.7.19": (incidents.WrongCount, "ruling"),
    "P-3.8.5.1b": (incidents.PlanDisputed, "ruling"),
    "P-3.9.20": (incidents.Counselled, "ruling"),
    "PE-5.5.5": (incidents.Counselled, "ground"),
    "PE-5.4.11": (incidents.Remarked, "ruling"),
    "PE-5.4.11b": (incidents.Remarked, "ground"),
    "P-3.9.13": (incidents.Remarked, "ground"),
    "P-3.9.19": (incidents.Remarked, "ruling"),
    # the sheet
    "P-4.2.7": (incidents.WrongEntry, "ruling"),
    "P-4.2.8": (incidents.WrongEntry, "ruling"),
    "P-4.2.9": (incidents.WrongEntry, "deadline"),
    "P-4.2.10": (incidents.ForgottenEntry, "ruling"),
    "PC-4.8.4": (incidents.WrongEntry, "deadline"),
}


OPENS = True  # the opponents have a word in how open cards are played (P-3.9.14)
fined = play.lost_trick  # the trick of a revoke, for the rules of competitions


def rule(moment: Moment, incident: AnyIncident) -> Ruling:
    """The ruling on an incident.

    Raises:
        Refused: it cannot have happened then, or the record contradicts it.
    """
    match incident:
        case incidents.WrongDeal():
            return deal.wrong_deal(moment, incident)
        case incidents.TalonTouched():
            return talon.talon_touched(moment, incident)
        case incidents.CallOutOfTurn():
            return contract.call_out_of_turn(moment, incident)
        case incidents.IllegalContract():
            return contract.illegal_contract(moment, incident)
        case incidents.Insufficient():
            return contract.insufficient(moment, incident)
        case incidents.OpenCard():
            return play.open_card(moment, incident)
        case incidents.Slip():
            return contract.slip(moment, incident)
        case incidents.WrongDiscard():
            return contract.wrong_discard(moment, incident)
        case incidents.DiscardLookedAt():
            return contract.discard_looked_at(moment, incident)
        case incidents.Counselled():
            return contract.counselled(moment, incident)
        case incidents.PlayedOutOfTurn():
            return play.out_of_turn(moment, incident)
        case incidents.CardsShown():
            return play.shown(moment, incident)
        case incidents.Revoke():
            return play.revoke(moment, incident)
        case incidents.TrickLookedAt():
            return tricks.trick_looked_at(moment, incident)
        case incidents.WrongCount():
            return tricks.wrong_count(moment, incident)
        case incidents.PlanDisputed():
            return tricks.plan_disputed(moment, incident)
        case incidents.Remarked():
            return tricks.remarked(moment, incident)
        case incidents.WrongEntry():
            return sheet.wrong_entry(moment, incident)
        case incidents.ForgottenEntry():
            return sheet.forgotten_entry(moment, incident)
    raise unknown_law("preferans", incident)
