"""The last cards of preferans with all hands seen, by alpha-beta in plain Python: for a novice, and small on purpose.

`kozyr.solver` does the same for ten cards in microseconds. It is kept for the stronger levels: a bot that sees the
end of every deal at its beginning is no novice.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from kozyr.bots.preferans.worth import NO_TRUMP

_SUITS: Final = tuple(0xFF << 8 * suit for suit in range(4))


class TooLong(Exception):
    """The search has used up its nodes."""


class Endgame:
    """Searches for one deal.

    The hero's tricks are counted: the hero wants many, or `few`; all others want the opposite.
    """

    def __init__(self, trump: int, hero: int, *, few: bool, nodes: int) -> None:
        self._trump = trump
        self._trumps = 0 if trump == NO_TRUMP else _SUITS[trump]
        self._hero = hero
        self._few = few
        self.nodes = nodes  # left to spend
        self._seen: dict[tuple[tuple[int, ...], int], tuple[int, int]] = {}
        self._moves: dict[tuple[int, int], tuple[int, ...]] = {}

    def values(self, hands: tuple[int, ...], at: int, trick: tuple[tuple[int, int], ...]) -> dict[int, int]:
        """The hero's tricks from here on, with this one, for each card that differs.

        Raises:
            TooLong: more nodes than allowed.
        """
        led, best, holder = -1, -1, at
        for place, card in trick:
            if led < 0:
                led, best, holder = card >> 3, card, place
            elif self._beats(card, best):
                best, holder = card, place
        top = max(hand.bit_count() for hand in hands)
        return {
            card: self._after(hands, at, len(hands) - len(trick), card, led, best, holder, -1, top + 1)
            for card in self._options(hands, at, led, best)
        }

    def _beats(self, card: int, best: int) -> bool:
        return card > best if card >> 3 == best >> 3 else card >> 3 == self._trump

    def _options(self, hands: tuple[int, ...], at: int, led: int, best: int) -> tuple[int, ...]:
        """The legal cards; of equal neighbours that do not hold the trick only the highest."""
        hand = hands[at]
        legal = hand
        if led >= 0:
            legal = hand & _SUITS[led] or hand & self._trumps or hand
        others = 0 if best < 0 else 1 << best
        for place, cards in enumerate(hands):
            if place != at:
                others |= cards
        key = (legal, others)
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = _distinct(legal, others)
        return found

    def _after(
        self,
        hands: tuple[int, ...],
        at: int,
        left: int,
        card: int,
        led: int,
        best: int,
        holder: int,
        low: int,
        high: int,
    ) -> int:
        """The value once this card is played; `left` counts the cards that the trick still wants, this one too."""
        after = (*hands[:at], hands[at] & ~(1 << card), *hands[at + 1 :])
        if led < 0:
            led, best, holder = card >> 3, card, at
        elif card > best if card >> 3 == best >> 3 else card >> 3 == self._trump:
            best, holder = card, at
        if left > 1:
            return self._choice(after, (at + 1) % len(hands), left - 1, led, best, holder, low, high)
        won = holder == self._hero
        return won + self._trick(after, holder, low - won, high - won)

    def _choice(
        self, hands: tuple[int, ...], at: int, left: int, led: int, best: int, holder: int, low: int, high: int
    ) -> int:
        self.nodes -= 1
        if self.nodes < 0:
            raise TooLong
        maximise = (at == self._hero) != self._few
        value = -1 if maximise else 99
        for card in self._options(hands, at, led, best):
            found = self._after(hands, at, left, card, led, best, holder, low, high)
            if maximise:
                if found > value:
                    value = found
                    low = max(low, value)
            elif found < value:
                value = found
                high = min(high, value)
            if low >= high:
                break
        return value

    def _trick(self, hands: tuple[int, ...], leader: int, low: int, high: int) -> int:
        """The value at the start of a trick, remembered as bounds."""
        left = hands[leader].bit_count()
        if not left:
            return 0
        key = (hands, leader)
        least, most = self._seen.get(key, (0, left))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        value = self._choice(hands, leader, len(hands), -1, -1, leader, low, high)
        if value <= low:
            most = min(most, value)
        elif value >= high:
            least = max(least, value)
        else:
            least = most = value
        self._seen[key] = (least, most)
        return value


def _distinct(legal: int, others: int) -> tuple[int, ...]:
    return tuple(
        card
        for suit in (3, 2, 1, 0)
        if (cards := legal >> 8 * suit & 0xFF)
        for card in _of_suit(suit, cards, others >> 8 * suit & 0xFF)
    )


@cache
def _of_suit(suit: int, cards: int, others: int) -> tuple[int, ...]:
    """The highest of each run of equal neighbours, the highest first. It is asked some hundred times a move, for few holdings."""
    found = []
    parted = True
    for rank in range(7, -1, -1):
        if cards >> rank & 1:
            if parted:
                found.append(8 * suit + rank)
            parted = False
        elif others >> rank & 1:
            parted = True
    return tuple(found)
