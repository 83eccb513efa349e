"""Preferans: sochi, leningrad, rostov, classic, club, fspr; for two to five players."""

from __future__ import annotations

from typing import Final

from kozyr.deals import PREFERANS
from kozyr.games import Game
from kozyr.games.preferans.conventions import GROUPS, PRESETS, Conventions, agree
from kozyr.games.preferans.deal import FOLLOW, Outcome, State, Terms, View
from kozyr.games.preferans.events import AnyEvent, Contract, parse
from kozyr.games.preferans.match import Pulka, draw_order, start
from kozyr.games.preferans.pulka import Settlement, Sheet, settle

__all__ = [
    "GAME",
    "PRESETS",
    "AnyEvent",
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

GAME: Final = Game("preferans", AnyEvent, parse, PRESETS, agree, start, PREFERANS, GROUPS, FOLLOW, outcome=Outcome)
