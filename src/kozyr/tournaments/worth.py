"""What boards are worth with all cards seen, and which of them are interesting: through the solvers.

The interest of a board is how much can be thrown away on it. The hand's best contract is played out, everybody always at
his best; at each card it is counted how many tricks a legal card taken at random loses on average, and that is added up
over the play. A board on which every card wins the same is worth nothing, one with many chances to go wrong is worth
several tricks. For the cup (PT-M.3) experts picked deals; `chosen` picks those with the greatest interest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from kozyr.cards import Seat, Suit
from kozyr.deals import Layout
from kozyr.games.bridge import board as bridge_board
from kozyr.notation.preferans_boards import DealtBoard
from kozyr.solver import bridge, preferans, talon
from kozyr.tournaments.boards import BoardRecord, Worth
from kozyr.tournaments.games.preferans.protocol import Value

MISERE: Final = "misere"
_SIZES: Final = range(6, 11)
_LEAST: Final = 6  # tricks of the lowest contract
_SUITS: Final = ("S", "C", "D", "H", "NT")  # from the lowest


def bridge_record(number: int, layout: Layout, *, seconds: float | None = None) -> BoardRecord:
    """A board of bridge with its table and par; dealer and vulnerability are its number's (B-DUP-3).

    Raises:
        ValueError: not four hands of thirteen. TimeoutError: not done within `seconds`.
    """
    told = bridge_board(number)
    tricks = bridge.table(bridge.four_hands(str(layout)), seconds=seconds)
    par = bridge.par(tricks, told.dealer, told.vulnerability)
    return BoardRecord(number, told.dealer, layout, told.vulnerability, Worth(tricks, None, par))


def preferans_record(board: DealtBoard, *, threads: int = 1, seconds: float | None = None) -> BoardRecord:
    """A board of preferans with the tricks of each hand in each denomination and at misère, with talon and best discard.

    Raises:
        ValueError: no board. TimeoutError: not done within `seconds`.
    """
    hands, leader = board.layout.hands, first_hand(board.layout, board.mark)
    found = talon.table(hands, board.layout.rest, leader, threads=threads, seconds=seconds)
    return BoardRecord(board.number, board.mark, board.layout, None, Worth(found.tricks, found.misere))


def first_hand(layout: Layout, mark: Seat) -> Seat:
    """Who leads first on a board of preferans: the marked seat itself at three, the one after the dealer at four."""
    seats = tuple(Seat)
    return mark if layout.hand(mark) is not None else seats[(mark.position + 1) % 4]


# --- what each hand can play -------------------------------------------------------------------------------


def makes(worth: Worth) -> dict[Seat, str]:
    """The highest contract of preferans that each hand makes, as `7H` or `misere`; hands that make none are left out.

    Contracts stand in the order of the auction: 8NT, misère, 9S (P-3.3.3).
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


def contract_values(worth: Worth, values: Sequence[Value]) -> dict[Seat, dict[str, Fraction]]:
    """What each contract of preferans is worth to each hand in whists, if it plays it with talon and best discard.

    values: the table of game values of the variety (PT-I.6c). Both others whist, or the contract is checked; they take the
    tricks that the declarer does not, the one after him all of them where that changes nothing for him.
    """
    told: dict[tuple[str, int], Fraction] = {}
    for value in values:
        if value.tricks and value.whisters != 1:
            told.setdefault((value.contract, value.tricks[0]), value.whists[0])
    found: dict[Seat, dict[str, Fraction]] = {}
    for seat in worth.tricks["NT"]:
        mine = {f"{size}{name}": told[str(size), worth.tricks[name][seat]] for size in _SIZES for name in _SUITS}
        if worth.misere is not None:
            mine[MISERE] = told[MISERE, worth.misere[seat]]
        found[seat] = mine
    return found


# --- interest ----------------------------------------------------------------------------------------------


class Interest(NamedTuple):
    """How interesting a board is. tricks: that are thrown away on average by cards at random. rivals: who make something.

    rivals: in preferans the hands that make a contract, in bridge the sides.
    """

    tricks: Fraction
    rivals: int


def interest(record: BoardRecord) -> Interest:
    """The interest of a board, whose worth is told; see the module.

    Raises:
        ValueError: its worth is not told.
    """
    if record.worth is None:
        raise ValueError(f"board {record.number}: its worth is not known yet")
    if record.vulnerability is not None:
        return _of_bridge(record, record.worth)
    return _of_preferans(record, record.worth)


def chosen(records: Iterable[BoardRecord], count: int) -> tuple[BoardRecord, ...]:
    """The boards with the greatest interest, in the order of their numbers; of equals those with more rivals, then the first.

    Raises:
        ValueError: there are not so many, or the worth of one is not told.
    """
    order = sorted(records, key=lambda record: (*(-each for each in interest(record)), record.number))
    if len(order) < count:
        raise ValueError(f"{count} boards cannot be chosen of {len(order)}")
    return tuple(sorted(order[:count], key=lambda record: record.number))


def _of_preferans(record: BoardRecord, worth: Worth) -> Interest:
    can = makes(worth)
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


def _of_bridge(record: BoardRecord, worth: Worth) -> Interest:
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
