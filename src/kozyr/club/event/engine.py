"""The signature of the engine that answers in an event: the answers of a level's bots, and their learned weights.

It follows from answers and not from sources: a changed comment, or the same cards made quicker, is the same engine. The
positions are those of a few deals that the bots of the level play to the end. So one other answer changes all later
positions. Bots that count nodes answer the same on every machine.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import kozyr
from kozyr import bots
from kozyr.deals import fair_deal
from kozyr.games import Deal, game

_BOTS: Final = Path(kozyr.__file__).parent / "bots"
_KEY: Final = bytes(range(32))
_DEALS: Final = 5
_BUDGET: Final = bots.Budget(
    nodes=30_000
)  # of a decision: enough for every part of a search to speak, in a second for all


@cache
def signature(of: str, level: str) -> str:
    """The engine of this server for the log of an event: 64 hexadecimal digits. of: the game."""
    digest = hashlib.sha256(f"kozyr engine|{of}|{level}|".encode())
    for file in sorted(one for one in (_BOTS / of).rglob("*") if one.is_file() and one.suffix not in {".py", ".pyc"}):
        digest.update(file.relative_to(_BOTS).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    for said in answers(of, level):
        digest.update(said.encode() + b" ")
    return digest.hexdigest()


def answers(of: str, level: str) -> tuple[str, ...]:
    """The calls and cards of a level's bots in the deals of the corpus, and the worth of each deal."""
    rules = game(of)
    players = rules.players[0]
    match = rules.start(rules.agree(next(iter(rules.presets)), None, players), players, 0)
    said: list[str] = []
    for number in range(1, _DEALS + 1):
        state = match.begin()
        state = state.apply(Deal(str(fair_deal(_KEY, f"kozyr engine {number}", rules.pack, state.terms.holders))))
        while state.outcome is None:
            seat = state.actor
            assert seat is not None
            event = bots.choose(state.view(seat), level, number, _BUDGET)
            said.append(event.token)
            state = state.apply(event, seat)
        match = match.record(state.outcome)
        said += map(str, match.results.values())
    return tuple(said)


def of_bots(asked: tuple[str, str]) -> str:
    """The signature of the bots of a game and level, asked for as one pair: what a worker process takes."""
    return signature(*asked)
