"""The contract that every game keeps; read `contract` first, then `record`.

A game is two pure state machines. `State` is one deal, `Match` the fold over deals. `Progress` joins them, and a log of
`Entry` replays through it. The games themselves are found by name (`game`), and none is loaded before it is wanted.
"""

from kozyr.games.contract import (
    AnyState,
    AnyView,
    Call,
    Deal,
    Duty,
    Event,
    IllegalEvent,
    Judging,
    Outcome,
    Phase,
    Play,
    State,
    Terms,
    View,
)
from kozyr.games.match import Amendment, AnyMatch, Correction, Match, Stop, Substitute
from kozyr.games.options import Conventions
from kozyr.games.record import Entry, Progress, Record, Replay, Step, begin, followed, replay, steps
from kozyr.games.refusal import Reason, Refusal
from kozyr.games.registry import REGISTRY, Game, game, games, part, register
from kozyr.games.trick import Hand, Trick

__all__ = [
    "REGISTRY",
    "Amendment",
    "AnyMatch",
    "AnyState",
    "AnyView",
    "Call",
    "Conventions",
    "Correction",
    "Deal",
    "Duty",
    "Entry",
    "Event",
    "Game",
    "Hand",
    "IllegalEvent",
    "Judging",
    "Match",
    "Outcome",
    "Phase",
    "Play",
    "Progress",
    "Reason",
    "Record",
    "Refusal",
    "Replay",
    "State",
    "Step",
    "Stop",
    "Substitute",
    "Terms",
    "Trick",
    "View",
    "begin",
    "followed",
    "game",
    "games",
    "part",
    "register",
    "replay",
    "steps",
]
