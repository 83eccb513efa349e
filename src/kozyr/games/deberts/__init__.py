"""Deberts by the Moscow rules, for two players."""

from __future__ import annotations

from typing import Final

from kozyr.cards import Suit
from kozyr.deals import DEBERTS
from kozyr.games import Game
from kozyr.games.deberts.combinations import Meld
from kozyr.games.deberts.deal import State
from kozyr.games.deberts.match import Boards, Party, ace_draw, may_cut, start
from kozyr.games.deberts.options import GROUPS, PRESETS, Conventions, agree
from kozyr.games.deberts.ranks import STRENGTH
from kozyr.games.deberts.sheet import Sheet
from kozyr.games.deberts.terms import Outcome, Terms, View
from kozyr.games.deberts.words import AnyEvent, parse
from kozyr.games.trick import FollowRules

__all__ = [
    "GAME",
    "PRESETS",
    "AnyEvent",
    "Boards",
    "Conventions",
    "Meld",
    "Outcome",
    "Party",
    "Sheet",
    "State",
    "Terms",
    "View",
    "ace_draw",
    "agree",
    "may_cut",
    "parse",
    "start",
]

GAME: Final = Game(
    "deberts",
    AnyEvent,
    parse,
    PRESETS,
    agree,
    start,
    (2,),
    DEBERTS,
    GROUPS,
    FollowRules(must_trump=True, must_overtrump=True),
    {suit: STRENGTH[suit] for suit in Suit},
    Outcome,
)
