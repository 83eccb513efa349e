"""Deberts by rules of thumb: a sound novice that speaks correctly, draws trumps and closes in time."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from kozyr.bots.frame import Candidate
from kozyr.cards import Card, CardSet, Rank, Seat, Suit
from kozyr.deals import DEBERTS
from kozyr.games import Event
from kozyr.games.deberts import Meld, View
from kozyr.games.deberts.combinations import best, height, held, right_word, sets, value
from kozyr.games.deberts.ranks import POINTS, STRENGTH
from kozyr.games.deberts.words import (
    Bella,
    Close,
    Declare,
    Exchange,
    From,
    Height,
    Higher,
    Nine,
    Order,
    Passes,
    Play,
    Show,
)

# The least worth of six cards for an order, in rough points: found by letting novices play each other.
FIRST_ROUND: Final = 46.0
SECOND_ROUND: Final = 50.0
TRUMP_LENGTH: Final = 7.0
_BELLA: Final = 20


def novice(view: View, chance: random.Random) -> list[Candidate]:
    """The novice's candidates, the best first: in bidding rough points of the hand, in play points of the trick.

    Closing is an offer and no legal event; the novice closes with the target reached.
    """
    seat = view.seat
    if seat is None or not view.legal:
        raise ValueError("nothing to decide")
    if Close() in view.offers and _total(view, seat) >= view.terms.conventions.target:
        return [Candidate(Close(), 0.0, "close", {"points": _total(view, seat)})]
    hand = CardSet.of(view.hands[seat].cards or ())
    if view.phase == "auction":
        return _bid(view, hand, seat)
    if view.phase == "bait":
        return [Candidate(Bella(), 0.0, "bella")]
    word = _word(view, hand, seat)
    return [Candidate(word, 0.0, "word")] if word is not None else _cards(view, hand, seat, chance)


def _total(view: View, seat: Seat) -> int:
    """The points of the player if the deal closed now (D-CLOSE-1)."""
    at = 0 if seat is Seat.N else 1
    worth = POINTS[view.trump] if view.trump is not None else ()
    taken = sum(worth[card.index] for trick in view.history if trick.winner is seat for _, card in trick.cards)
    melds = value(view.named[seat]) if view.passed is seat else 0
    return view.terms.score[at] + taken + melds + (_BELLA if view.bella is seat else 0)


# ---- bidding


def _bid(view: View, hand: CardSet, seat: Seat) -> list[Candidate]:
    """The calls: an order scores the hand's promise above the needed worth; a pass scores nought."""
    turned = view.first_trump
    found: list[Candidate] = []
    for event in view.legal:
        if isinstance(event, Order) and turned is not None:
            worth = _promise(view, hand, event.trump or turned.suit, seat)
            needed = FIRST_ROUND if event.trump is None else SECOND_ROUND
            found.append(Candidate(event, worth - needed, "promise", {"points": worth, "needed": needed}))
        else:
            found.append(Candidate(event, 0.0, "pass"))
    return sorted(found, key=lambda candidate: -candidate.score)


def _promise(view: View, hand: CardSet, trump: Suit, seat: Seat) -> float:
    """The expected points of six cards with these trumps."""
    c, turned = view.terms.conventions, view.first_trump
    trumps = hand.suit(trump)
    if turned is not None and trump is turned.suit and c.exchange7 != "off" and _of(trump, Rank.SEVEN) in hand:
        trumps |= CardSet.of([turned])
    worth = sum(POINTS[trump][card.index] for card in trumps) + TRUMP_LENGTH * len(trumps)
    for suit in Suit:
        if suit is not trump:
            ranks = {card.rank for card in hand.suit(suit)}
            worth += 11 if Rank.ACE in ranks else 0
            worth += 6 if Rank.TEN in ranks and (Rank.ACE in ranks or len(ranks) > 1) else 0
    worth += max((value(group) for group in sets(hand.bits, trump, c.hundred)), default=0) / 2
    if {_of(trump, Rank.KING), _of(trump, Rank.QUEEN)} <= set(trumps):
        worth += _BELLA
    return worth + (4 if seat is view.terms.eldest else 0)


def _of(suit: Suit, rank: Rank) -> Card:
    return Card(suit.value + rank.value)


# ---- combinations


def _word(view: View, hand: CardSet, seat: Seat) -> Event | None:
    """The right word about combinations, if there is one to say now."""
    legal, trump = view.legal, view.trump
    if trump is None:
        return None
    shows = [event for event in legal if isinstance(event, Show)]
    melds = held(hand.bits, view.terms.conventions.hundred)
    if view.phase == "melds":
        answers = [event for event in legal if isinstance(event, From)]
        if answers:
            return max(answers, key=lambda answer: (answer.rank.position, answer.trump))
        return _fullest(shows, trump) if shows else Higher() if Higher() in legal else Passes()
    first = best(melds, trump)
    from_nine = first == height(Meld("terz", _of(trump, Rank.NINE)), trump)
    if Nine() in legal and from_nine and Meld("terz", _of(trump, Rank.NINE)) in melds:
        return Nine()
    if Exchange() in legal:
        return Exchange()
    if seat is view.terms.eldest:
        declares = [event for event in legal if isinstance(event, Declare)]
        return max(declares, key=lambda event: Meld(event.kind, _of(trump, Rank.ACE)).points) if declares else None
    if Passes() not in legal and Height() not in legal:
        return _fullest(shows, trump) if shows else None
    word = right_word(first, view.claim or "terz")
    return _fullest(shows, trump) if word == "show" and shows else Height() if word == "height" else Passes()


def _fullest(shows: Iterable[Show], trump: Suit) -> Show:
    return max(shows, key=lambda show: (value(show.melds), best(show.melds, trump) or (0, 0, False)))


# ---- cards


def _cards(view: View, hand: CardSet, seat: Seat, chance: random.Random) -> list[Candidate]:
    """The cards that the rules allow, and bella with them where it can be said."""
    plays = {event.card: event for event in view.legal if isinstance(event, Play) and not event.bella}
    plays |= {event.card: event for event in view.legal if isinstance(event, Play) and event.bella}
    allowed = [card for card in plays if card not in view.reasons]
    if len(allowed) == 1:
        return [Candidate(plays[allowed[0]], 0.0, "forced")]
    table = _Table(view, hand, seat)
    worth, why = (table.answers, "answers") if view.trick else (table.leads, "leads")
    found = [Candidate(plays[card], worth(card) + chance.random() / 8, why) for card in allowed]
    return sorted(found, key=lambda candidate: -candidate.score)


class _Table:
    """A player's deductions: the cards still out, and the cards that the opponent cannot have."""

    def __init__(self, view: View, hand: CardSet, seat: Seat) -> None:
        self.view = view
        self.trump: Suit = view.trump or Suit.SPADES
        self.points = POINTS[self.trump]
        self.strength = STRENGTH[self.trump]
        other = next(place for place in view.hands if place is not seat)
        self.count = view.hands[other].count
        seen = {card for trick in view.history for _, card in trick.cards} | {card for _, card in view.trick}
        known = view.hands[other].known
        seen |= {card for card in (view.first_trump, view.upcard, view.bottom) if card is not None}
        seen -= set(known)
        self.out = [card for card in DEBERTS.cards if card not in seen and card not in hand]
        for trick in view.history:
            who, card = trick.cards[1]
            led = trick.cards[0][1].suit
            if who is other and card.suit is not led:
                gone = {led} if card.suit is self.trump else {led, self.trump}
                self.out = [c for c in self.out if c.suit not in gone]
        self.density = min(1.0, self.count / max(1, len(self.out)))

    def has(self, suit: Suit) -> float:
        """How likely the opponent holds a card of this suit."""
        return 1.0 - (1.0 - self.density) ** sum(card.suit is suit for card in self.out)

    def beaten(self, card: Card) -> float:
        """How likely the opponent holds a higher card of its suit."""
        higher = sum(c.suit is card.suit and self.strength[c.index] > self.strength[card.index] for c in self.out)
        return 1.0 - (1.0 - self.density) ** higher

    def leads(self, card: Card) -> float:
        """The expected points of leading a card."""
        mine = self.points[card.index]
        if card.suit is self.trump:
            lost = self.beaten(card)
            return (1.0 - lost) * (mine + 6.0 * self.has(card.suit)) - lost * (mine + 6.0) - self._keep(card)
        follows = self.has(card.suit)
        ruffed = (1.0 - follows) * self.has(self.trump)
        lost = min(1.0, follows * self.beaten(card) + ruffed)
        return (1.0 - lost) * (mine + 3.0) - lost * (mine + 3.0)

    def answers(self, card: Card) -> float:
        """The worth of a card to the trick that the opponent has led."""
        led = self.view.trick[0][1]
        together = self.points[led.index] + self.points[card.index]
        if card.suit is led.suit:
            takes = self.strength[card.index] > self.strength[led.index]
        else:
            takes = card.suit is self.trump
        # The winner of a trick also has the lead, which is worth a little.
        return together + 2.0 - self._keep(card) if takes else -together - self._keep(card)

    def _keep(self, card: Card) -> float:
        """The worth of a card later on."""
        mine = self.points[card.index]
        if card.suit is self.trump:
            return 4.0 + 0.5 * mine if self.beaten(card) == 0.0 else 3.0
        return 0.4 * mine if self.beaten(card) == 0.0 else 0.1 * mine
