"""The tools of a book's parts: an auction seen by its next caller, and the notation of promises.

Auctions are tokens from the dealer on; a step is a bid's place on the ladder, from 1 for one club to 35.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

from kozyr.bots.bridge.book.style import Style
from kozyr.bots.bridge.system import SUITS, Forcing, Hand, Meaning, Range
from kozyr.cards import Suit

__all__ = [
    "GAME",
    "LADDER",
    "MINOR_GAME",
    "NT_GAME",
    "NT_SLAM",
    "SLAM",
    "SUITS",
    "TOP",
    "Auction",
    "C",
    "Calls",
    "D",
    "H",
    "Promises",
    "S",
    "at_least",
    "cheapest",
    "flat",
    "game_reached",
    "good",
    "has",
    "has_at_most",
    "has_suit",
    "long",
    "promise",
    "standing",
    "step",
    "suit_of",
]

Calls: TypeAlias = tuple[str, ...]
Promises: TypeAlias = tuple[Meaning, Meaning, Meaning, Meaning]  # from the dealer on

S, H, D, C = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS
LADDER: Final = ("C", "D", "H", "S", "NT")
TOP: Final = 40
GAME, MINOR_GAME, SLAM = 22, 26, 29
_SHOWN: Final = 3  # cards with which a suit that is named is the caller's own
NT_GAME, NT_SLAM = 25, 33  # opposite a no trump, where partner's points are known


def promise(
    hcp: Range = (0, TOP),
    *,
    s: Range = (0, 13),
    h: Range = (0, 13),
    d: Range = (0, 13),
    c: Range = (0, 13),
    points: Range = (0, TOP),
    balanced: bool = False,
    fit: tuple[Suit, Range] | None = None,
    stop: tuple[Suit, ...] = (),
    aces: tuple[int, ...] = (),
    forcing: Forcing = "",
    code: str = "",
) -> Meaning:
    """A promise with the named limits; all others are open (`Meaning`)."""
    return Meaning(hcp, points, (s, h, d, c), balanced, fit, stop, aces, forcing=forcing, code=code)


def long(
    suit: Suit,
    low: int,
    high: int = 13,
    hcp: Range = (0, TOP),
    *,
    points: Range = (0, TOP),
    fit: tuple[Suit, Range] | None = None,
    forcing: Forcing = "",
    code: str = "",
) -> Meaning:
    """A promise of `low` to `high` cards of one suit, with further limits."""
    spades, hearts, diamonds, clubs = ((low, high) if each is suit else (0, 13) for each in SUITS)
    return Meaning(hcp, points, (spades, hearts, diamonds, clubs), fit=fit, forcing=forcing, code=code)


@lru_cache(maxsize=64)
def step(call: str) -> int:
    """The place of a bid on the ladder, from 1; 0 for other calls."""
    return 5 * (int(call[0]) - 1) + LADDER.index(call[1:]) + 1 if call[0].isdigit() else 0


def suit_of(call: str) -> Suit | None:
    """The suit of a bid; None for no trumps and for calls that are no bids."""
    return Suit(call[1:]) if call[0].isdigit() and call[1:] != "NT" else None


def cheapest(strain: str, above: int) -> int:
    """The lowest level at which a strain is higher than a step."""
    level = 1
    while step(f"{level}{strain}") <= above:
        level += 1
    return level


def at_least(low: int) -> Range:
    """The range from `low` points up."""
    return max(0, low), TOP


class Auction:
    """An auction seen by its next caller.

    theirs: suits that the opponents have named and hold. meanings: the meaning of every call from the dealer on.
    promised: the promise of each of the four so far.
    """

    def __init__(self, calls: Calls, meanings: tuple[Meaning, ...], promised: Promises, style: Style) -> None:
        self.style = style
        self.calls = calls
        self.meanings = meanings
        self.promised = promised
        me = len(calls) % 4
        self.mine = calls[me::4]
        self.partner = calls[(me + 2) % 4 :: 4]
        self.left = calls[(me + 1) % 4 :: 4]
        self.right = calls[(me + 3) % 4 :: 4]
        self.bids = tuple((at, call) for at, call in enumerate(calls) if call[0].isdigit())
        self.top = max((step(call) for _, call in self.bids), default=0)
        self.theirs = tuple(
            dict.fromkeys(
                suit
                for at, call in self.bids
                if (at - me) % 2 and (suit := suit_of(call)) and meanings[at].lengths[suit.position][0] >= _SHOWN
            )
        )
        self.his, self.own = promised[(me + 2) % 4], promised[me]

    @property
    def quiet(self) -> bool:
        """Whether the opponents have only passed."""
        return all(call == "pass" for call in (*self.left, *self.right))

    @property
    def undisturbed(self) -> bool:
        """Whether the opponents have bid nothing, and have passed since our last two calls; an earlier double does no harm."""
        return {*self.left, *self.right} <= {"pass", "X"} and self.calls[-1:] == self.calls[-3:-2] == ("pass",)

    @property
    def right_hand(self) -> str:
        """The last call of the right-hand opponent."""
        return self.calls[-1] if self.calls else "pass"


def standing(calls: Calls) -> tuple[int, int, bool]:
    """The highest bid's step (0: none), 0 1 2 for plain, doubled, redoubled, and whether it is the next caller's side's."""
    for at in range(len(calls) - 1, -1, -1):
        if calls[at][0].isdigit():
            after = calls[at + 1 :]
            doubled = 2 if "XX" in after else int("X" in after)
            return step(calls[at]), doubled, (len(calls) - at) % 2 == 0
    return 0, 0, False


def flat(hand: Hand) -> bool:
    """Whether the hand is 4-3-3-3."""
    return sorted(hand.lengths) == [3, 3, 3, 4]


def has_suit(suit: Suit | None, cards: int) -> Callable[[Hand], bool]:
    """A test of a hand: at least `cards` cards of the suit, and a stop in it."""
    return lambda hand: suit is not None and hand.length(suit) >= cards and hand.stops(suit)


def good(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: the suit is good enough to preempt or to be led."""
    return lambda hand: hand.good(suit)


def has_at_most(suit: Suit, cards: int) -> Callable[[Hand], bool]:
    """A test of a hand: at most `cards` cards of a suit."""
    return lambda hand: hand.length(suit) <= cards


def has(suit: Suit, cards: int) -> Callable[[Hand], bool]:
    """A test of a hand: at least `cards` cards of a suit."""
    return lambda hand: hand.length(suit) >= cards


def game_reached(last: str) -> bool:
    """Whether the last bid is a game or more; four of a minor is not one."""
    return bool(last) and step(last) >= step("3NT") and last not in {"4C", "4D"}
