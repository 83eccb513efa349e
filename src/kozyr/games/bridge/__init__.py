"""Bridge: rubber, Chicago and duplicate, for two to six players."""

from __future__ import annotations

from typing import Final

from kozyr.deals import BRIDGE
from kozyr.games import Game
from kozyr.games.bridge.conventions import GROUPS, PRESETS, Conventions, agree
from kozyr.games.bridge.deal import FOLLOW, Outcome, State, Terms, View
from kozyr.games.bridge.events import AnyEvent, Contract, Denomination, parse
from kozyr.games.bridge.match import Session, Sheet, start
from kozyr.games.bridge.scoring import Vulnerability, board, draw_order, duplicate_score
from kozyr.games.bridge.system import SystemCard

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

GAME: Final = Game("bridge", AnyEvent, parse, PRESETS, agree, start, BRIDGE, GROUPS, FOLLOW, outcome=Outcome)
