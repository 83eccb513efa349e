"""The worth and the interest of boards of bridge with all cards seen, through the solver."""

from __future__ import annotations

from fractions import Fraction

from kozyr.cards import Seat, Suit
from kozyr.games.refusal import Refused
from kozyr.solver import bridge
from kozyr.tournaments.boards import BoardRecord, Dealt, Interest, Worth
from kozyr.tournaments.games.bridge.boards import vulnerable


def recorded(board: Dealt) -> BoardRecord:
    """A board as a hand record has it; dealer and vulnerability are its file's, else its number's (B-DUP-3)."""
    return BoardRecord(board.number, board.mark, board.layout, vulnerable(board.number, board.vulnerability))


def weighed(board: Dealt, seconds: float | None = None) -> BoardRecord:
    """A board with its table and par.

    Raises:
        ValueError: not four hands of thirteen. TimeoutError: not done within `seconds`.
    """
    tricks = bridge.table(bridge.four_hands(str(board.layout)), seconds=seconds)
    par = bridge.par(tricks, board.mark, vulnerable(board.number, board.vulnerability))
    return recorded(board)._replace(worth=Worth(tricks, None, par))


def interest(record: BoardRecord) -> Interest:
    """The interest of a board: the possible losses while its par contract is played out.

    All hands play best; at each card the average loss of a random legal card in tricks is added.

    Raises:
        ValueError: its worth is not told.
    """
    worth = record.worth
    if worth is None:
        raise Refused("worth_unknown", board=record.number)
    sides = ((Seat.N, Seat.S), (Seat.E, Seat.W))
    can = sum(any(row[seat] >= 7 for row in worth.tricks.values() for seat in side) for side in sides)
    contracts = () if worth.par is None else worth.par.contracts
    if not contracts:
        return Interest(Fraction(0), can)
    name, declarer = contracts[0].denomination, contracts[0].declarers[0]
    leader = tuple(Seat)[(declarer.position + 1) % 4]
    trump = None if name == "NT" else Suit(name)
    now = bridge.Board(bridge.four_hands(str(record.layout)), trump, declarer, leader)
    total = Fraction(0)
    while now.left:
        moves = now.solve().moves
        ours = (now.mover.position - declarer.position) % 2 == 0
        best = max(moves.values()) if ours else min(moves.values())
        total += Fraction(sum(abs(value - best) for value in moves.values()), len(moves))
        now = now.play(next(card for card, value in moves.items() if value == best))
    return Interest(total, can)
