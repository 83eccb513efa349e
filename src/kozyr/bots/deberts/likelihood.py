"""The likelihood of the opponent's acts with given cards, by a novice's habits and by the rules.

Contradictions in the dialogue about combinations count nought (`DESIGN`: never a contradictory world). Examples are a
height that the hand lacks, and a pass over more than was passed, where the table lets nobody err. Unusual acts are
unlikely: silence about a terz, a kept seven of trumps. Calls depend on the first six of nine cards: a few of the 84
ways are tried.
"""

from __future__ import annotations

import random
from math import exp
from typing import Final

from kozyr.bots.deberts.novice import FIRST_ROUND, SECOND_ROUND
from kozyr.bots.deberts.tables import SEVEN, melds, native, promise, whole
from kozyr.cards import Card, Rank, Seat, Suit
from kozyr.games import Event
from kozyr.games.deberts import Meld, View, parse
from kozyr.games.deberts.combinations import KINDS, Height as MeldHeight, best, height, held, right_word, sets
from kozyr.games.deberts.words import Declare, Exchange, From, Height, Higher, Nine, Order, Passes, Show

_SIX: Final = 6
_WIDTH: Final = 5.0  # points of promise within which a novice's threshold is blurred
_ODD: Final = 0.03  # the chance of a call that the hand does not support
_UNLIKE: Final = 0.08  # a possible act that a novice would not choose
_NINE: Final[MeldHeight] = (0, Rank.NINE.position, True)
_HEARD: Final = 0b111  # seven, eight, nine


def by_first(view: View) -> bool:
    """The first trump is played for: an order without a suit, or an obligation."""
    return view.maker is not None and (not view.calls or view.calls[-1][1] == "order")


def may_exchange(view: View, seat: Seat, maker: Seat | None) -> bool:
    """Whether this seat may exchange the seven when the first trump is played, as far as the table knows."""
    c, turned = view.terms.conventions, view.first_trump
    if turned is None or turned.rank is Rank.SEVEN or c.exchange7 == "off" or view.exchanged is not None:
        return False
    return c.exchange7 == "either" or seat is maker


def orders(view: View, six: int, seat: Seat, nth: int) -> dict[int, float]:
    """The odds that a novice with these six cards orders as the `nth` to speak, by trump; the rest is the odds of a pass."""
    c, turned = view.terms.conventions, view.first_trump
    if turned is None:
        return {}
    up, eldest = 1 << 8 * turned.suit.position + turned.rank.position - 5, seat is view.terms.eldest
    change = c.exchange7 != "off"

    def worth(trump: int) -> float:
        return promise(six, trump, up, exchanges=change, eldest=eldest, hundred=c.hundred)

    if nth < 2:
        trump = turned.suit.position
        return {trump: _blurred(worth(trump) - FIRST_ROUND)}
    found = {suit: worth(suit) for suit in range(4) if suit != turned.suit.position}
    top = max(found, key=lambda suit: found[suit])
    chance = 1.0 if nth == 3 and c.passed_out == "last_must" else _blurred(found[top] - SECOND_ROUND)
    odds = {suit: exp((promised - found[top]) / _WIDTH) for suit, promised in found.items()}
    total = sum(odds.values())
    return {suit: chance * odd / total for suit, odd in odds.items()}


def _blurred(above: float) -> float:
    return _ODD + (1 - 2 * _ODD) / (1 + exp(-max(-60.0, min(60.0, above / _WIDTH))))


class Witness:
    """The opponent's words and silences in a view, to be held against possible cards."""

    def __init__(self, view: View, seat: Seat, splits: int) -> None:
        """seat: of the viewer.

        splits: how many ways to choose the opponent's first six are tried; 0: the calls do not count.
        """
        other = next(place for place in view.hands if place is not seat)
        self._view = view
        self._other = other
        self._splits = splits
        c = view.terms.conventions
        self._hundred = c.hundred
        self._errs = c.table.irregularities == "rule"
        self._guided = c.suggest_height_question and not self._errs
        self._trump = view.trump
        self._number = 0 if view.trump is None else view.trump.position
        self.played = 0
        for trick in view.history:
            for who, card in trick.cards:
                self.played |= card.bit if who is other else 0
        for who, card in view.trick:
            self.played |= card.bit if who is other else 0
        self.played = native(self.played)
        self._ordered = view.maker is other and bool(view.calls)
        self._said = [(who, parse(word)) for who, word in view.said]
        self._calls = [
            (nth, None if word == "pass" else _trump_of(word, view))
            for nth, (who, word) in enumerate(view.calls)
            if who is other
        ]
        seven = _seven(view.trump)
        turned = view.first_trump
        self._swap = native(seven | turned.bit) if turned is not None and view.exchanged is other else 0
        self._kept_seven = bool(
            by_first(view) and may_exchange(view, other, view.maker) and self.played and native(seven)
        )

    def weight(self, now: int, chance: random.Random) -> float:
        """How much more or less likely these present cards (a native mask) are than others; nought: they are impossible."""
        owned = now | self.played
        found = self._dialogue(owned)
        if found and self._splits and self._ordered:  # a mere pass tells next to nothing of the hand
            found *= self._called(owned ^ self._swap, chance)
        return found

    # --- the bidding

    def _called(self, nine: int, chance: random.Random) -> float:
        cards = [1 << at for at in range(32) if nine >> at & 1]
        total = 0.0
        for _ in range(self._splits):
            total += self.called(sum(chance.sample(cards, _SIX)))
        return total / self._splits

    def called(self, six: int) -> float:
        """How likely these first six cards would have called as seen."""
        found = 1.0
        for nth, trump in self._calls:
            odds = orders(self._view, six, self._other, nth)
            found *= max(0.0, 1 - sum(odds.values())) if trump is None else odds.get(trump, 0.0)
        return found

    # --- combinations

    def _dialogue(self, owned: int) -> float:
        trump = self._trump
        if trump is None:
            return 1.0
        found = 1.0
        if self._kept_seven and owned >> 8 * self._number & SEVEN:
            found *= _UNLIKE
        spoke = owned ^ self._swap  # until the exchange
        other, eldest = self._other, self._view.terms.eldest
        claim: str | None = None
        answer: MeldHeight | None = None
        nine: Seat | None = None
        opened = False
        for who, word in self._said:
            if who is other:
                if isinstance(word, Exchange):
                    spoke = owned
                    continue
                opened = True
                found *= self._word(word, spoke, claim, answer, nine)
                if not found:
                    return 0.0
            if isinstance(word, Declare):
                claim = word.kind
            elif isinstance(word, Nine):
                nine, claim = who, None if who is eldest else claim
            elif isinstance(word, From):
                answer = (KINDS.index(self._view.claim or "terz"), word.rank.position, word.trump)
        # The opponent's first card came without a word that was possible before it.
        silent = not opened and self.played and (other is eldest or (claim is None and nine is None))
        if silent and melds(owned, self._number, self._hundred).best is not None:
            found *= _UNLIKE
        return found

    def _word(self, word: Event, spoke: int, claim: str | None, answer: MeldHeight | None, nine: Seat | None) -> float:
        """The weight of one word of the opponent, given the opponent's cards at that moment."""
        trump = self._trump or Suit.SPADES
        has = melds(spoke, self._number, self._hundred)
        kind = self._view.claim or "terz"
        if isinstance(word, Declare):
            if word.kind not in has.kinds:
                return 0.0
            return 1.0 if has.best is not None and KINDS[has.best[0]] == word.kind else _UNLIKE
        if isinstance(word, Nine):
            if spoke >> 8 * self._number & _HEARD == _HEARD:
                return 1.0
            return _UNLIKE if self._errs else 0.0
        if isinstance(word, Higher):
            return 1.0 if has.best is not None and has.best > _NINE else 0.0
        if isinstance(word, Height):
            if right_word(has.best, kind) == "height":
                return 1.0
            return _UNLIKE if self._errs else 0.0
        if isinstance(word, Passes):
            return self._passes(has.best, kind if claim is not None else None, answer, nine)
        if isinstance(word, From):
            return self._from(word, spoke, trump, kind)
        return self._show(word, spoke, trump, answer, nine) if isinstance(word, Show) else 1.0

    def _passes(
        self, highest: MeldHeight | None, kind: str | None, answer: MeldHeight | None, nine: Seat | None
    ) -> float:
        """The other player let pass a claim, an answer, or a terz from the nine."""
        if answer is not None and nine is not self._other:
            right = highest is None or highest <= answer
        elif nine is not None and nine is not self._other:
            right = highest is None or highest <= _NINE
        else:
            right = (
                right_word(highest, "fifty" if kind == "fifty" else "hundred" if kind == "hundred" else "terz")
                == "passes"
            )
        return 1.0 if right else 0.0 if self._guided else _UNLIKE

    def _from(self, word: From, spoke: int, trump: Suit, kind: str) -> float:
        bits = whole(spoke)
        heights = {height(meld, trump)[1:] for meld in held(bits, self._hundred) if meld.kind == kind}
        said = (word.rank.position, word.trump)
        if said not in heights:
            return 0.0
        return 1.0 if said == max(heights) else 0.0 if self._guided else _UNLIKE

    def _show(self, word: Show, spoke: int, trump: Suit, answer: MeldHeight | None, nine: Seat | None) -> float:
        bits = whole(spoke)
        lie = held(bits, self._hundred)
        if any(meld not in lie for meld in word.melds):
            return 0.0
        if not self._guided:
            return 1.0
        first: MeldHeight | None = best(lie, trump)
        if self._due(word):
            if nine is self._other:
                first = _NINE
            elif answer is not None:
                first = answer
            else:
                first = max(height(meld, trump) for meld in lie if meld.kind == self._view.claim)
        groups = sets(bits, trump, self._hundred, first, True)
        return 1.0 if any(_alike(group, word.melds) for group in groups) else 0.0

    def _due(self, word: Show) -> bool:
        """Whether an earlier pass obliges the player to show these combinations, and none above them (D-COMBO-13)."""
        heard = [event for _, event in self._said]
        before = heard[: heard.index(word)]
        if self._other is self._view.terms.eldest:
            return not any(isinstance(event, Higher) for event in before)
        return any(isinstance(event, Nine) for event in before) and not any(
            isinstance(event, Higher) for event in before
        )


def _alike(group: tuple[Meld, ...], named: tuple[Meld, ...]) -> bool:
    return len(group) == len(named) and set(group) == set(named)


def _seven(trump: Suit | None) -> int:
    return 0 if trump is None else Card(trump.value + Rank.SEVEN.value).bit


def _trump_of(word: str, view: View) -> int:
    event = parse(word)
    if isinstance(event, Order) and event.trump is not None:
        return event.trump.position
    return 0 if view.first_trump is None else view.first_trump.suit.position
