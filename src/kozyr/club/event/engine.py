"""Which engine answers in an event: a signature of the bots, of the rules that they play by, and of the solvers' core.

Equal signatures play equal cards. Of our own sources every byte counts; the native core is built anew on every machine, so it is known by
what it answers.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import kozyr
from kozyr.cards import Seat, Suit
from kozyr.deals import PREFERANS, deal_seed, reveal
from kozyr.solver.preferans import Position

_ROOT: Final = Path(kozyr.__file__).parent
_PARTS: Final = ("bots", "games", "solver", "cards.py", "deals.py")
_DEALS: Final = 12  # by which the core is known
_MASTER: Final = bytes(range(32))


@cache
def signature() -> str:
    """What stands in the log of an event for the engine of this server: 64 hexadecimal digits."""
    digest = hashlib.sha256()
    for name in _PARTS:
        part = _ROOT / name
        files = sorted(part.rglob("*")) if part.is_dir() else [part]
        for file in (one for one in files if one.is_file() and "__pycache__" not in one.parts):
            digest.update(file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    for deal in range(1, _DEALS + 1):
        digest.update(_answer(deal))
    return digest.hexdigest()


def _answer(deal: int) -> bytes:
    """What the core says of a fixed deal."""
    told = reveal(
        deal_seed(_MASTER, "kozyr engine", deal), "kozyr engine", deal, PREFERANS, (Seat.N, Seat.E, Seat.S), ()
    )
    trump = (*Suit, None)[deal % 5]
    hands = told.cards.partition(" + ")[0]
    position = Position.parse(hands, leader=Seat.E, declarer=Seat.N, trump=trump)
    moves = position.solve().moves
    return "".join(f"{card.text}{moves[card]} " for card in sorted(moves, key=str)).encode()
