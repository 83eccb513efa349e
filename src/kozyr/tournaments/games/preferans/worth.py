"""The worth and the interest of boards of preferans with all cards seen, through the solver.

The interest of a board is how much can be thrown away on it. The hand's best contract is played out, everybody playing
best. For each card the mean loss of a random legal card, in tricks, is added up. A board on which every card wins the
same is worth nothing, one with many chances to go wrong is worth several tricks. For the cup (PT-M.3) experts picked
deals; `kozyr boards choose` picks those with the greatest interest.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from kozyr.cards import Seat, Suit
from kozyr.deals import Layout
from kozyr.games.refusal import Refused
from kozyr.solver import preferans, talon
from kozyr.tournaments.boards import MISERE, BoardRecord, Dealt, Interest, Worth

_LEAST: Final = 6  # tricks of the lowest contract
_SUITS: Final = ("S", "C", "D", "H", "NT")  # from the lowest


def weighed(board: Dealt, seconds: float | None = None, threads: int = 1) -> BoardRecord:
    """A board with the tricks of each hand in each denomination and at misère, with talon and best discard.

    Raises:
        ValueError: no board. TimeoutError: not done within `seconds`.
    """
    hands, leader = board.layout.hands, first_hand(board.layout, board.mark)
    found = talon.table(hands, board.layout.rest, leader, threads=threads, seconds=seconds)
    worth = Worth(found.tricks, found.misere)
    return BoardRecord(board.number, board.mark, board.layout, None, worth._replace(makes=makes(worth)))


def first_hand(layout: Layout, mark: Seat) -> Seat:
    """The first leader on a board of preferans: the marked seat itself at three, the seat after the dealer at four."""
    seats = tuple(Seat)
    return mark if layout.hand(mark) is not None else seats[(mark.position + 1) % 4]


def makes(worth: Worth) -> dict[Seat, str]:
    """The highest contract of preferans that each hand makes, as `7H` or `misere`; hands that make none are left out.

    Contracts are in the order of the auction: 8NT, misère, 9S (P-3.3.3).
    """
    found: dict[Seat, str] = {}
    for seat in worth.tricks["NT"]:
        order = [(worth.tricks[name][seat], place, name) for place, name in enumerate(_SUITS)]
        tricks, _, name = max(order)
        if worth.misere is not None and worth.misere[seat] == 0 and tricks < 9:
            found[seat] = MISERE
        elif tricks >= _LEAST:
            found[seat] = f"{tricks}{name}"
    return found


# --- interest ----------------------------------------------------------------------------------------------


def interest(record: BoardRecord) -> Interest:
    """The interest of a board with known worth; see the module.

    Raises:
        ValueError: its worth is not told.
    """
    if record.worth is None:
        raise Refused("worth_unknown", board=record.number)
    can = makes(record.worth)
    leader = first_hand(record.layout, record.mark)
    if not can:
        position = preferans.Position(record.layout.hands, leader, "allpass")
        return Interest(_at_stake(position), 0)
    seat = max(can, key=lambda one: _height(can[one]))
    contract = can[seat]
    trump = None if contract == MISERE or contract.endswith("NT") else Suit(contract[-1])
    kind: preferans.Kind = "misere" if contract == MISERE else "tricks"
    position = talon.best_discard(record.layout.hands, record.layout.rest, leader, seat, trump, kind)
    return Interest(_at_stake(position), len(can))


def _height(contract: str) -> tuple[float, int]:
    if contract == MISERE:
        return 8.5, 0
    size = contract.rstrip("SCDHNT")
    return int(size), _SUITS.index(contract[len(size) :])


def _at_stake(position: preferans.Position) -> Fraction:
    total = Fraction(0)
    now = position
    while now.left:
        found = now.solve()
        declarer = now.declarer
        least = declarer is None or (now.mover is declarer) == (now.kind == "misere")
        best = min(found.moves.values()) if least else max(found.moves.values())
        total += Fraction(sum(abs(value - best) for value in found.moves.values()), len(found.moves))
        now = now.play(next(card for card, value in found.moves.items() if value == best))[0]
    return total
