"""Bridge: rubber, Chicago and duplicate, for two to six players."""

from __future__ import annotations

from typing import Final

from kozyr.deals import BRIDGE
from kozyr.games import Game
from kozyr.games.bridge.deal import State, View
from kozyr.games.bridge.match import Session, start
from kozyr.games.bridge.options import GROUPS, PRESETS, Conventions, agree
from kozyr.games.bridge.scoring import Vulnerability, board, draw_order, duplicate_score
from kozyr.games.bridge.sheet import Sheet
from kozyr.games.bridge.system import SystemCard
from kozyr.games.bridge.terms import FOLLOW, Outcome, Terms
from kozyr.games.bridge.words import AnyEvent, Contract, Denomination, parse

__all__ = [
    "GAME",
    "PRESETS",
    "AnyEvent",
    "Contract",
    "Conventions",
    "Denomination",
    "Outcome",
    "Session",
    "Sheet",
    "State",
    "SystemCard",
    "Terms",
    "View",
    "Vulnerability",
    "agree",
    "board",
    "draw_order",
    "duplicate_score",
    "parse",
    "start",
]

GAME: Final = Game(
    "bridge", AnyEvent, parse, PRESETS, agree, start, (2, 3, 4, 5, 6), BRIDGE, GROUPS, FOLLOW, outcome=Outcome
)
