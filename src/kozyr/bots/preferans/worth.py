"""The worth of a hand of preferans before a card is played: tables by suit, and the best two cards to put away.

A hand is a mask of 32 bits as in `kozyr.solver`. A bit is `8 * suit + rank`, suits S H D C, ranks from the seven up. A holding
is the eight bits of one suit. The tables are fitted to exact solutions of 640,000 random hands (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

NO_TRUMP: Final = 4

# Losers of a side suit by its honours, for each length from the number of the honours up; the last one repeats.
_SIDE: Final = {
    "AKQJ": (0.63, 0.86), "AKQ": (0.42, 0.65, 0.82), "AKJ": (0.70, 0.84, 0.95), "AK": (0.19, 0.88, 0.92),
    "AQJ": (1.20, 1.36, 1.31), "AQ": (0.85, 1.50, 1.60, 1.30), "AJ": (1.04, 1.75, 1.75, 1.45),
    "A": (0.01, 1.07, 1.87, 1.83, 1.31), "KQJ": (1.58, 1.94, 2.26), "KQ": (1.20, 1.89, 2.08, 2.38),
    "KJ": (1.79, 2.40, 2.73, 2.93), "K": (1.01, 1.91, 2.63, 2.94, 3.21), "QJ": (2.02, 2.67, 2.81, 3.30),
    "Q": (1.09, 2.13, 2.89, 3.11, 3.30), "J": (1.09, 2.16, 2.96, 3.12, 3.30), "": (0.00, 1.10, 2.17, 2.99, 3.19),
}  # fmt: skip
# Losers of the trump suit at lengths 4, 5, and 6 or more; one more for each card that it is shorter.
_TRUMP: Final = {
    "AKQJ": (0.09, 0.00, 0.00), "AKQ": (0.09, 0.01, 0.00), "AKJ": (0.20, 0.09, 0.03), "AK": (0.30, 0.11, 0.05),
    "AQJ": (0.63, 0.48, 0.33), "AQ": (0.73, 0.53, 0.33), "AJ": (0.99, 0.78, 0.44), "A": (1.19, 0.84, 0.55),
    "KQJ": (1.14, 0.96, 0.94), "KQ": (1.25, 1.03, 0.94), "KJ": (1.59, 1.33, 1.20), "K": (1.81, 1.53, 1.30),
    "QJ": (1.97, 1.75, 1.52), "Q": (2.18, 1.86, 1.60), "J": (2.42, 2.03, 1.80), "": (2.59, 2.20, 2.00),
}  # fmt: skip
# Without trumps, for hands strong enough to think of it; against a void, which loses nothing.
_PLAIN: Final = {
    "AKQJ": (-0.84, -0.95, -1.12), "AKQ": (-0.82, -0.80, -0.96, -1.04), "AKJ": (-0.56, -0.42, -0.47, -0.80),
    "AK": (-1.04, -0.34, -0.25, -0.49), "AQJ": (0.07, 0.42, 0.70, 0.80), "AQ": (-0.49, 0.25, 0.66, 0.77),
    "AJ": (-0.29, 0.49, 1.01, 1.26), "A": (-0.94, -0.20, 0.62, 1.11), "KQJ": (0.54, 0.93, 1.70),
    "KQ": (0.29, 0.79, 1.12, 1.80), "KJ": (0.55, 1.25, 1.74), "K": (0.28, 0.64, 1.42, 2.05), "QJ": (0.91, 1.45, 2.19),
    "Q": (0.41, 0.96, 1.66, 2.25), "J": (0.46, 1.02, 1.72, 2.47), "": (0.00, 0.46, 1.04, 1.76, 2.40),
}  # fmt: skip
# Tricks before losers come off; the second number is for a hand with the first lead.
_WITH_TRUMPS: Final = (10.27, 10.48)
_WITHOUT: Final = (5.28, 6.04)
_STRANDED: Final = 0.3  # of a card in a suit that no other hand holds: it takes a trick only if it must be led
_NO_SEVEN: Final = 0.6  # the part of a misère's chance that each suit of two or more cards without the seven leaves


def holding(hand: int, suit: int) -> int:
    """The eight bits of a suit, 0..3 for S H D C."""
    return hand >> 8 * suit & 0xFF


def _table(losers: Mapping[str, tuple[float, ...]], shortest: int | None = None) -> tuple[float, ...]:
    """Losers of each of the 256 holdings."""
    found = []
    for cards in range(256):
        honours = "".join(letter for at, letter in enumerate("AKQJ") if cards & 0x80 >> at)
        row = losers[honours]
        place = cards.bit_count() - (len(honours) if shortest is None else shortest)
        found.append(row[min(max(place, 0), len(row) - 1)] + max(0, -place))
    return tuple(found)


_SIDE_LOSERS: Final = _table(_SIDE)
_TRUMP_LOSERS: Final = _table(_TRUMP, shortest=4)
_PLAIN_LOSERS: Final = _table(_PLAIN)


# By trump and suit.
_LOSERS: Final = tuple(
    tuple(_PLAIN_LOSERS if trump == NO_TRUMP else _TRUMP_LOSERS if suit == trump else _SIDE_LOSERS for suit in range(4))
    for trump in range(5)
)


def tricks_with(hand: int, trump: int, *, leads: bool) -> float:
    """The tricks that a declarer with this hand takes on average."""
    spades, hearts, diamonds, clubs = _LOSERS[trump]
    losers = spades[hand & 0xFF] + hearts[hand >> 8 & 0xFF] + diamonds[hand >> 16 & 0xFF] + clubs[hand >> 24]
    tricks = (_WITHOUT if trump == NO_TRUMP else _WITH_TRUMPS)[leads] - losers
    return tricks if tricks < 10.0 else 10.0  # noqa: FURB136 - called a million times a minute


@lru_cache(maxsize=4096)
def _shed(cards: int, kind: int) -> tuple[tuple[float, int], tuple[float, int], tuple[float, int]]:
    """The fewest losers of a holding, and the kept cards, if none, one or two of its cards are put away.

    kind: 0 a side suit, 1 trumps, 2 a suit without trumps, 3 a suit that shall take no trick.
    """
    losers = (_SIDE_LOSERS, _TRUMP_LOSERS, _PLAIN_LOSERS, ())[kind]
    alone = [1 << rank for rank in range(8) if cards >> rank & 1]
    ways = ([cards], [cards ^ one for one in alone], [cards ^ a ^ b for a, b in combinations(alone, 2)])

    def cost(kept: int) -> float:
        return losers[kept] if losers else 1 - suit_safety(kept)

    none, one, two = (min(((cost(kept), kept) for kept in some), default=(99.0, 0)) for some in ways)
    return none, one, two


_SHARES: Final = tuple(
    (a, b, c, d) for a in range(3) for b in range(3) for c in range(3) for d in range(3) if a + b + c + d == 2
)


@lru_cache(maxsize=8192)
def best_keep(hand: int, trump: int, *, leads: bool) -> tuple[float, int]:
    """The best ten of twelve cards for this trump, and their tricks."""
    kinds = [2 if trump == NO_TRUMP else int(suit == trump) for suit in range(4)]
    least, kept = _keep(hand, kinds)
    base = _WITHOUT[leads] if trump == NO_TRUMP else _WITH_TRUMPS[leads]
    return min(10.0, base - least), kept


def _keep(hand: int, kinds: list[int]) -> tuple[float, int]:
    s, h, d, c = (_shed(holding(hand, suit), kinds[suit]) for suit in range(4))
    least, best = min((s[i][0] + h[j][0] + d[k][0] + c[n][0], (i, j, k, n)) for i, j, k, n in _SHARES)
    i, j, k, n = best
    return least, s[i][1] | h[j][1] << 8 | d[k][1] << 16 | c[n][1] << 24


@lru_cache(maxsize=256)
def suit_safety(cards: int) -> float:
    """The chance that a holding takes no trick at misère, over all splits of the rest between the two defenders.

    It is caught in round k if both can stay below its k-th lowest card so long. Each then has k cards below it or none
    above, and one of them has k below. Discards are left out; two or more cards without the seven lose a part instead.
    """
    mine = [rank for rank in range(8) if cards >> rank & 1]
    rest = 0xFF & ~cards
    safe = one = 0
    while True:  # all subsets of the rest
        safe += not any(caught(one, rest & ~one, rank, nth) for nth, rank in enumerate(mine, 1))
        one = (one - rest) & rest
        if not one:
            sure = 1.0 if len(mine) < 2 or mine[0] == 0 else _NO_SEVEN
            return sure * safe / (1 << rest.bit_count())


def caught(one: int, two: int, rank: int, nth: int) -> bool:
    """Whether two defenders' holdings catch the declarer's nth lowest card, which has this rank (`suit_safety`)."""
    low = (1 << rank) - 1
    first, second = (one & low).bit_count(), (two & low).bit_count()
    free = (first >= nth or not one & ~low) and (second >= nth or not two & ~low)
    return free and max(first, second) >= nth


def safety(hand: int) -> float:
    """The chance that ten cards take no trick at misère."""
    product = 1.0
    for suit in range(4):
        product *= suit_safety(holding(hand, suit))
    return product


@lru_cache(maxsize=2048)
def safe_keep(hand: int) -> tuple[float, int]:
    """The best ten of twelve cards at misère, and the chance to take no trick."""
    sheds = [_shed(holding(hand, suit), 3) for suit in range(4)]
    best, kept = -1.0, 0
    for share in _SHARES:
        if any(n > holding(hand, suit).bit_count() for suit, n in enumerate(share)):
            continue  # the hand has too few cards to put away
        product, some = 1.0, 0
        for suit, n in enumerate(share):
            danger, left = sheds[suit][n]
            product *= max(0.0, 1 - danger)
            some |= left << 8 * suit
        if product > best:
            best, kept = product, some
    return best, kept


@lru_cache(maxsize=1 << 14)
def exposure(mine: int, rest: int) -> float:
    """How far the cards of a holding stand above the rest of the suit, in tricks that they are in danger to take."""
    size = rest.bit_count()
    if not size:
        return _STRANDED * mine.bit_count()
    total, nth = 0, 0
    for rank in range(8):
        if mine >> rank & 1:
            total += max(0, (rest & ((1 << rank) - 1)).bit_count() - nth)
            nth += 1
    return total / size


def allpass_tricks(hand: int, *, first: bool) -> float:
    """The tricks that a hand takes in an all-pass among novices."""
    total = sum(exposure(holding(hand, suit), 0xFF & ~holding(hand, suit)) for suit in range(4))
    return min(10.0, max(0.0, 1.3 * total - 0.7 + 0.4 * first))
