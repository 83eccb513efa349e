"""Preferans: sochi, leningrad, rostov, classic, club, fspr; for two to five players."""

from __future__ import annotations

from typing import Final

from kozyr.deals import PREFERANS
from kozyr.games import Game
from kozyr.games.preferans.deal import State, View
from kozyr.games.preferans.match import Boards, Pulka, draw_order, start
from kozyr.games.preferans.options import GROUPS, PRESETS, Conventions, agree
from kozyr.games.preferans.play import FOLLOW
from kozyr.games.preferans.sheet import Settlement, Sheet, settle
from kozyr.games.preferans.terms import Outcome, Terms
from kozyr.games.preferans.words import AnyEvent, Contract, parse

__all__ = [
    "GAME",
    "PRESETS",
    "AnyEvent",
    "Boards",
    "Contract",
    "Conventions",
    "Outcome",
    "Pulka",
    "Settlement",
    "Sheet",
    "State",
    "Terms",
    "View",
    "agree",
    "draw_order",
    "parse",
    "settle",
    "start",
]

GAME: Final = Game(
    "preferans", AnyEvent, parse, PRESETS, agree, start, (2, 3, 4, 5), PREFERANS, GROUPS, FOLLOW, outcome=Outcome
)
