"""The laws of preferans: the Codex of 1996 and the club's codex, whose gaps the first one fills.

A family of laws is a module. `LAWBOOK` names for each paragraph the incident that leads to it, and its part in the
ruling.
"""

from __future__ import annotations

from typing import Final

from kozyr.arbiter import incidents
from kozyr.arbiter.laws.preferans import contract, deal, play, sheet, talon, tricks
from kozyr.arbiter.laws.preferans.noticed import SAID, cards_played, notice
from kozyr.arbiter.laws.preferans.proofs import assigned
from kozyr.arbiter.ruling import Body, Provision

__all__ = ["LAWBOOK", "OPENS", "SAID", "assigned", "cards_played", "fined", "notice", "rule"]

_LAWS: Final = Body(
    "preferans",
    Provision(
        incidents.WrongDeal,
        deal.wrong_deal,
        ruling="P-3.2.9 P-3.2.12 P-3.2.14 P-3.2.15 P-3.2.16 P-3.2.17 PC-4.1.8 PC-4.1.9 PC-4.1.10",
        ground="P-3.2.6 P-3.2.8 P-3.2.13 PC-4.1.5 PC-4.1.6",
        deadline="P-3.2.18 P-3.2.23",
    ),
    Provision(
        incidents.TalonTouched,
        talon.talon_touched,
        ruling="P-3.2.20 P-3.2.21 P-3.3.14 P-3.3.15 P-3.3.16.1 P-3.3.16.2 P-3.3.16.3 PC-4.1.11 PC-4.1.12 PC-4.1.13 PC-4.2.9 PC-4.2.10",
        ground="P-3.2.19 P-3.3.17",
        frame="P-3.3.16",
    ),
    Provision(incidents.CallOutOfTurn, contract.call_out_of_turn, ruling="P-3.3.18 PC-4.2.12"),
    Provision(incidents.IllegalContract, contract.illegal_contract, ruling="P-3.4.4 PC-4.3.3"),
    Provision(incidents.Slip, contract.slip, ruling="PC-4.3.4 P-3.4.8", deadline="P-3.4.7"),
    Provision(incidents.WrongDiscard, contract.wrong_discard, ruling="P-3.4.6"),
    Provision(incidents.Insufficient, contract.insufficient, ruling="P-3.3.8"),
    Provision(incidents.DiscardLookedAt, contract.discard_looked_at, ruling="P-3.4.9"),
    Provision(incidents.Counselled, contract.counselled, ruling="P-3.4.12 P-3.9.20", ground="PE-5.5.5"),
    Provision(incidents.CardsShown, play.shown, ruling="P-3.2.22 PC-4.1.14 P-3.9.14.4 P-3.9.15 PC-4.7.16"),
    Provision(
        incidents.PlayedOutOfTurn,
        play.out_of_turn,
        ruling="P-3.9.14.1 P-3.9.14.2 P-3.9.14.3 PC-4.7.15 P-3.9.21",
        ground="P-3.9.14",
        deadline="P-3.9.14.5",
    ),
    Provision(
        incidents.Revoke,
        play.revoke,
        ruling="P-3.9.16.1 P-3.9.16.2",
        ground="PC-4.7.17",
        deadline="P-3.9.17 PC-4.7.18 PE-5.4.14",
        frame="P-3.9.16",
    ),
    Provision(
        incidents.TrickLookedAt,
        tricks.trick_looked_at,
        ruling="P-3.9.8 P-3.9.11.1 P-3.9.11.2 PC-4.7.12",
        ground="P-3.9.12 PC-4.7.13",
        frame="P-3.9.11",
    ),
    Provision(incidents.WrongCount, tricks.wrong_count, ruling="P-3.9.18 PC-4.7.19"),
    Provision(incidents.PlanDisputed, tricks.plan_disputed, ruling="P-3.8.5.1b"),
    Provision(incidents.Remarked, tricks.remarked, ruling="PE-5.4.11 P-3.9.19", ground="PE-5.4.11b P-3.9.13"),
    Provision(incidents.WrongEntry, sheet.wrong_entry, ruling="P-4.2.7 P-4.2.8", deadline="P-4.2.9 PC-4.8.4"),
    Provision(incidents.ForgottenEntry, sheet.forgotten_entry, ruling="P-4.2.10"),
    Provision(incidents.OpenCard, play.open_card),
)
LAWBOOK: Final = _LAWS.lawbook
rule = _LAWS.rule
OPENS = True  # the opponents have a word in how open cards are played (P-3.9.14)
fined = play.lost_trick  # the trick of a revoke, for the rules of competitions
