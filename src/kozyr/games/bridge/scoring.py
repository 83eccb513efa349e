"""The score of a deal, and the tables of the source for it; nothing here has a memory.

`written` gives the lines of the sheet for one deal of any form; `duplicate_score` is their sum where every deal counts
by itself. Boards and vulnerability, honours, the Russian target, IMPs and seatings follow. `kozyr.tournaments.scoring`
compares the results of many tables.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from kozyr.cards import Card, CardSet, Rank, Seat, Suit, takes, wrong_type
from kozyr.games.bridge.options import PRESETS, Conventions
from kozyr.games.bridge.words import Contract

Vulnerability: TypeAlias = Literal["none", "ns", "ew", "both"]
Why: TypeAlias = Literal[
    "contract", "overtricks", "insult", "small_slam", "grand_slam", "undertricks", "honours", "game", "part",
    "rubber", "clean_rubber", "unfinished_game", "unfinished_part", "ruling",
]  # fmt: skip

VULNERABILITIES: Final[tuple[Vulnerability, ...]] = ("none", "ns", "ew", "both")
_GAME: Final = 100  # B-SCORE-5
_INSULT: Final = {"50/100": (0, 50, 100), "50/50": (0, 50, 50)}  # B-SCORE-12, B-RUBBER-V2
_SMALL, _GRAND = (500, 750), (1000, 1500)  # B-SCORE-11
_GAME_BONUS: Final = (300, 500)  # B-DUP-9
_ALONE: Final = PRESETS["duplicate"]


class Item(NamedTuple):
    """One entry of a deal: the side (the declarer's or the other), the place, the points and the reason."""

    declarers: bool
    below: bool
    points: int
    why: Why
    law: str


# --- one deal ----------------------------------------------------------------------------------------------


@takes("a Contract has points, as Contract.parse('3NT')", Contract)
def trick_points(contract: Contract) -> int:
    """The points of the bid tricks below the line: level x unit + 10 at no trumps, doubled, redoubled (B-SCORE-3)."""
    value = contract.level * contract.denomination.unit + (10 if contract.trump is None else 0)
    return value << contract.doubled


def undertricks(down: int, doubled: int, *, vulnerable: bool, conventions: Conventions = _ALONE) -> int:
    """The points of the defenders for `down` undertricks (B-SCORE-15, B-SCORE-16, B-SCORE-17, B-RUBBER-V4)."""
    if not doubled:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        points = 300 * down - 100
    elif conventions.nv_doubled_penalty == "100_200":
        points = 200 * down - 100
    else:
        points = 200 * min(down, 3) - 100 + 300 * max(0, down - 3)
    return points * doubled if down else 0


@takes("a Contract is scored, as Contract.parse('3NT')", Contract)
def written(contract: Contract, tricks: int, *, vulnerable: bool, conventions: Conventions) -> tuple[Item, ...]:
    """The entries of a deal by itself, without those that depend on other deals, such as a completed game or the rubber.

    tricks: the declarer's, of thirteen.
    """
    c, doubled, more = conventions, contract.doubled, tricks - contract.need
    if more < 0:
        points = undertricks(-more, doubled, vulnerable=vulnerable, conventions=c)
        law = ("B-SCORE-15", "B-SCORE-16", "B-SCORE-17")[doubled]
        return (Item(False, False, points, "undertricks", law),)
    value = trick_points(contract)
    items = [Item(True, True, value, "contract", "B-SCORE-3")]
    if more:
        each = ((100, 200)[vulnerable] * doubled) if doubled else contract.denomination.unit
        law = ("B-SCORE-8", "B-SCORE-9", "B-SCORE-10")[doubled]
        items.append(Item(True, False, more * each, "overtricks", law))
    if contract.level == 6:
        items.append(Item(True, False, _SMALL[vulnerable], "small_slam", "B-SCORE-11"))
    if contract.level == 7:
        items.append(Item(True, False, _GRAND[vulnerable], "grand_slam", "B-SCORE-11"))
    if doubled:
        items.append(Item(True, False, _INSULT[c.insult][doubled], "insult", "B-SCORE-12"))
    if c.part_scores == "none":
        if value < _GAME:
            law = "B-CHICAGO-5" if c.form == "chicago" else "B-DUP-9"
            items.append(Item(True, False, c.part_bonus, "part", law))
        else:
            items.append(Item(True, False, game_bonus(c, vulnerable=vulnerable), "game", "B-DUP-9"))
    return tuple(items)


@takes("an agreement says the bonus, as game('bridge').agree('chicago')", Conventions)
def game_bonus(conventions: Conventions, *, vulnerable: bool) -> int:
    """The bonus for a game at Chicago and duplicate (B-DUP-9, B-CHICAGO-3)."""
    if conventions.form != "duplicate" and conventions.chicago_game_bonus == "none":
        return 0
    return _GAME_BONUS[vulnerable]


def duplicate_score(contract: Contract, tricks: int, *, vulnerable: bool, conventions: Conventions = _ALONE) -> int:
    """The declarer's side's score where every deal stands alone; below nought if the contract fails (B-DUP-9)."""
    if not isinstance(contract, Contract):
        raise wrong_type("a Contract is scored, as Contract.parse('3NT')", contract)
    items = written(contract, tricks, vulnerable=vulnerable, conventions=conventions)
    return sum(item.points if item.declarers else -item.points for item in items)


_HONOURS: Final = {
    suit: CardSet.of(card for card in Card if card.suit is suit and card.rank.value in "AKQJT").bits for suit in Suit
}
_ACES: Final = CardSet.of(card for card in Card if card.rank is Rank.ACE).bits


def honour_cards(trump: Suit | None) -> int:
    """The cards (bits) of which four in one hand are honours: the five highest trumps, or the aces at no trumps."""
    return _ACES if trump is None else _HONOURS[trump]


def honours(hand: int, trump: Suit | None) -> int:
    """The points for honours in one hand (bits).

    Four of trumps bring 100, five 150, four aces at no trumps 150 (B-SCORE-13).
    """
    held = (hand & honour_cards(trump)).bit_count()
    return (150 if held == 4 else 0) if trump is None else {4: 100, 5: 150}.get(held, 0)


# --- boards ------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """The dealer and the vulnerability of a deal."""

    dealer: Seat
    vulnerability: Vulnerability


_BOARDS: Final = tuple(Table(tuple(Seat)[n % 4], VULNERABILITIES[(n + n // 4) % 4]) for n in range(16))


def board(number: int) -> Table:
    """Dealer and vulnerability of a board from 1, the same after every sixteen (B-DUP-3, B-DUP-4).

    Raises:
        ValueError: a number below 1.
    """
    if number < 1:
        raise ValueError(f"boards are numbered from 1, not {number}")
    return _BOARDS[(number - 1) % 16]


@takes("the dealer is a seat, as Seat.N", Seat, of="dealer")
def chicago_vulnerability(deal: int, dealer: Seat, version: Literal["modern", "old"] = "modern") -> Vulnerability:
    """The vulnerability of a deal of Chicago, from 1 to 4 (B-CHICAGO-1, B-CHICAGO-4)."""
    if deal in {1, 4}:
        return "none" if deal == 1 else "both"
    dealing = dealer.position % 2
    return ("ns", "ew")[dealing if version == "old" else 1 - dealing]


def is_vulnerable(vulnerability: Vulnerability, side: int) -> bool:
    """Whether a side is vulnerable: 0 N-S, 1 E-W."""
    return vulnerability in {"both", ("ns", "ew")[side]}


# --- comparing ---------------------------------------------------------------------------------------------

_HCP: Final = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
# From the first difference of each row of the table on (B-IMP-1).
_IMPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000,
    3500, 4000,
)  # fmt: skip
_TARGET: Final = {  # points: not vulnerable, vulnerable (B-RUSSIAN-3); 37 and more as 37
    20: (0, 0), 21: (50, 50), 22: (70, 70), 23: (110, 110), 24: (200, 290), 25: (300, 440), 26: (350, 520),
    27: (400, 600), 28: (430, 630), 29: (460, 660), 30: (490, 690), 31: (600, 900), 32: (700, 1050), 33: (900, 1350),
    34: (1000, 1500), 35: (1100, 1650), 36: (1200, 1800), 37: (1300, 1950),
}  # fmt: skip


@takes("points are those of a hand, as CardSet.parse('AKT7.98.KQ.A7')", Card, each=True)
def hcp(hand: CardSet | Iterable[Card]) -> int:
    """The points of the court cards: ace 4, king 3, queen 2, jack 1 (B-RUSSIAN-2)."""
    return sum(_HCP.get(card.rank, 0) for card in hand)


def russian_target(points: int, *, vulnerable: bool) -> int:
    """The target score of a side with 20 to 40 court-card points (B-RUSSIAN-3).

    Raises:
        ValueError: the other side has more.
    """
    if not 20 <= points <= 40:
        raise ValueError(f"the target is that of the side with 20 to 40 points, not {points} (B-RUSSIAN-3)")
    return _TARGET[min(points, 37)][vulnerable]


def target_imps(score: int, points: int, vulnerability: Vulnerability) -> int:
    """North-South's IMPs against the target: their score, and their court-card points, of 40 (B-RUSSIAN-4)."""
    if points == 20:
        return imps(score)  # the target of either side is nought
    side = 0 if points > 20 else 1
    target = russian_target(max(points, 40 - points), vulnerable=is_vulnerable(vulnerability, side))
    return imps(score - target if side == 0 else score + target)


def imps(difference: int) -> int:
    """A difference of scores in IMPs, with its sign (B-IMP-1)."""
    found = bisect_right(_IMPS, abs(difference))
    return found if difference >= 0 else -found


@takes("an agreement says it, as game('bridge').agree('rubber')", Conventions, of="conventions")
def rubber_points(difference: int, conventions: Conventions) -> int:
    """The points of a rubber: its difference, or the difference in hundreds (B-RUBBER-V5, C-BR-3)."""
    if conventions.rubber_points == "raw":
        return difference
    more = 50 if conventions.rounding == "half_up" else 49
    hundreds = (abs(difference) + more) // 100
    return hundreds if difference >= 0 else -hundreds


# --- partners and opponents --------------------------------------------------------------------------------

Pairs: TypeAlias = tuple[tuple[int, int], tuple[int, int]]

# Players by number, rubber after rubber: the pair that sits N S, and the pair that sits E W.
FIVE: Final[tuple[Pairs, ...]] = (
    ((2, 3), (4, 5)),
    ((3, 4), (1, 5)),
    ((1, 4), (2, 5)),
    ((1, 2), (3, 5)),
    ((1, 3), (2, 4)),
)  # B-56H-2
SIX: Final[tuple[Pairs, ...]] = (
    ((2, 3), (4, 6)),
    ((3, 4), (1, 5)),
    ((4, 5), (6, 2)),
    ((5, 6), (1, 3)),
    ((6, 1), (2, 4)),
    ((1, 2), (3, 5)),
)  # B-56H-3
PIVOT: Final[tuple[Pairs, ...]] = (((1, 3), (2, 4)), ((1, 2), (3, 4)), ((1, 4), (2, 3)))  # B-RUBBER-V5


@takes("the drawn cards are a list, as [Card.SA, Card.D7]", Card, each=True)
def draw_order(cards: Sequence[Card]) -> tuple[int, ...]:
    """The lot: the drawers clockwise, from the player with the choice of seat and the first deal (B-GEN-6).

    The highest card chooses, the second highest sits opposite, the two lowest beside them. Equal ranks go by suit,
    spades highest (C-BR-9). Of another number of drawers the order is from the highest down.
    """
    ranked = sorted(range(len(cards)), key=lambda who: (-cards[who].rank.position, cards[who].suit.position))
    if len(ranked) != 4:
        return tuple(ranked)
    first, second, third, fourth = ranked
    return first, third, second, fourth
