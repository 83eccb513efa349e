"""The seating of a session of preferans."""

from __future__ import annotations

from typing import Final

from kozyr.games.refusal import Refused
from kozyr.tournaments import movements
from kozyr.tournaments.boards import set_by_hand
from kozyr.tournaments.movements import Movement
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.regulations import Moves

OBEYED: Final = frozenset(
    {"at", "rounds", "copies", "rooms", "own_boards", "set_by_hand", "lines"}
)  # fields of `HowSeated`


def movement(kind: Moves, players: int, wanted: HowSeated) -> Movement:
    """The movement of preferans of a kind; of `wanted` the fields of `OBEYED` count.

    Raises:
        ValueError: there is none, or an option of another kind.
    """
    if kind != "rooms" and (wanted.rooms is not None or wanted.own_boards):
        raise Refused("rooms_only")
    if kind != "scheme" and wanted.copies is not None:
        raise Refused("copies_only", kind=kind)
    if kind == "rooms":
        found = movements.in_rooms(
            players, wanted.rooms or 2, wanted.at or 4, wanted.rounds, shared=not wanted.own_boards
        )
    elif kind != "scheme":
        found = movements.by_lines(players, kind, wanted.at, wanted.rounds)
    else:
        found = movements.preferans(players, wanted.at, wanted.rounds, wanted.copies)
    return _set_by_hand(found) if wanted.set_by_hand else found


def _set_by_hand(movement: Movement) -> Movement:
    """The movement without its first round, in which all tables set their boards from the record (PT-I.2a)."""
    setting = set_by_hand(movement)
    who = (f"table {one.table} {one.boards[0]}-{one.boards[-1]}" for one in setting.by_hand.tables)
    return movements.noted(setting.movement, f"before round 1 these set boards by hand: {', '.join(who)}")
