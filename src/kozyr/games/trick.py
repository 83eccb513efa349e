"""The trick, for every game: what may be played to it, who takes it, and the play of a deal from lead to lead.

A game brings its rules as `FollowRules` and its order of ranks as a tuple of strengths by card index; to the reason of a
refusal it adds its law.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

import msgspec

from kozyr.cards import CARDS, Card, CardSet, Seat, Suit
from kozyr.games.refusal import Reason

__all__ = ["NATURAL", "FollowRules", "Four", "Hand", "Trick", "Tricks", "followers", "plays", "put", "winner"]

NATURAL: Final = tuple(card.rank.position for card in CARDS)  # 2 lowest ... ace highest
_SEATS: Final = tuple(Seat)
_SUITS: Final = tuple(suit.bits for suit in sorted(Suit, key=lambda suit: suit.value))  # C D H S, as tokens are sorted

Four: TypeAlias = tuple[int, int, int, int]  # something for each seat, N E S W
P = TypeVar("P")


class FollowRules(msgspec.Struct, frozen=True):
    """What a player owes to the card led.

    must_trump: void in the suit led, he must trump if he can (preferans, deberts; not bridge).
    must_overtrump: a trump led must be beaten if he can (deberts).
    """

    must_trump: bool = True
    must_overtrump: bool = False


class Hand(msgspec.Struct, frozen=True):
    """A hand as a viewer sees it: how many cards, which, if he may know, and which of a hidden hand everybody knows."""

    count: int
    cards: tuple[Card, ...] | None = None
    known: tuple[Card, ...] = ()


class Trick(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished trick: who led, the cards in order, who took it; talon: the card of the talon that named the suit."""

    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat
    talon: Card | None = None


def followers(
    hand: int,
    led: Suit,
    trump: Suit | None,
    rules: FollowRules,
    best: Card | None = None,
    order: tuple[int, ...] = NATURAL,
) -> int:
    """The cards of a hand (bits of a `CardSet`) that may be played to a trick, as bits.

    best: the card that wins the trick so far; needed only where it must be beaten.

    >>> hand = CardSet.parse("A7..T9.")
    >>> CardSet(followers(hand.bits, Suit.HEARTS, Suit.SPADES, FollowRules()))  # void in hearts: a trump
    CardSet.parse('A7...')
    """
    same = hand & led.bits
    if same:
        if rules.must_overtrump and led is trump and best is not None:
            return _higher(same, best, order) or same
        return same
    if rules.must_trump and trump is not None:
        return hand & trump.bits or hand
    return hand


@lru_cache(maxsize=4096)
def _higher(cards: int, best: Card, order: tuple[int, ...]) -> int:
    bits = 0
    for card in CARDS:
        if card.bit & cards and order[card.index] > order[best.index]:
            bits |= card.bit
    return bits


def winner(cards: tuple[Card, ...], trump: Suit | None, order: tuple[int, ...] = NATURAL) -> int:
    """Which card of a trick takes it, as a position from the lead: the highest trump, else the highest led.

    >>> winner((Card.HK, Card.HA, Card.S7), trump=Suit.SPADES)
    2
    """
    best, at = cards[0], 0
    for position in range(1, len(cards)):
        card = cards[position]
        if card.suit is best.suit:
            if order[card.index] > order[best.index]:
                best, at = card, position
        elif card.suit is trump:
            best, at = card, position
    return at


def put(values: Four, seat: Seat, value: int) -> Four:
    """The values with another one for this seat."""
    a, b, c, d = values
    at = seat.position
    if at == 0:
        return (value, b, c, d)
    if at == 1:
        return (a, value, c, d)
    return (a, b, value, d) if at == 2 else (a, b, c, value)


def plays(events: Mapping[Card, P]) -> Callable[[int], tuple[P, ...]]:
    """A function from cards, as bits, to their events in the order of their tokens; each set of a suit is made once."""
    known: dict[int, tuple[P, ...]] = {0: ()}

    def of_suit(bits: int) -> tuple[P, ...]:
        found = known.get(bits)
        if found is None:
            found = known[bits] = tuple(events[card] for card in sorted(CardSet(bits), key=str))
        return found

    clubs, diamonds, hearts, spades = _SUITS

    def of(bits: int) -> tuple[P, ...]:
        found = known.get(bits)
        if found is not None:
            return found
        return of_suit(bits & clubs) + of_suit(bits & diamonds) + of_suit(bits & hearts) + of_suit(bits & spades)

    return of


class Tricks(msgspec.Struct, frozen=True):
    """The play of a deal, trick by trick.

    >>> hands = (CardSet.parse("A..7.").bits, 0, CardSet.parse("7..A.").bits, 0)
    >>> tricks = Tricks(hands, (Seat.N, Seat.S), Seat.N, Seat.N, Suit.SPADES, FollowRules()).play(Card.D7)
    >>> tricks.at, tricks.refusal(Card.S7), tricks.refusal(Card.DA)
    (Seat.S, <Reason.MUST_FOLLOW: 'must_follow'>, None)
    >>> tricks.play(Card.DA).history
    (Trick(leader=Seat.N, cards=((Seat.N, Card.D7), (Seat.S, Card.DA)), winner=Seat.S, talon=None),)

    hands: what each seat holds now, bits of a `CardSet` by seat N E S W. order: the seats that play, clockwise. at: who
    plays next. leader: who led the trick in progress, or will. trump: None without one. rules, strength: the game's.
    cards: of the trick in progress, from the lead. history: the finished tricks. won: tricks by seat. lead: a card that
    lies to the trick from no hand and names its suit (the talon's in an all-pass, P-3.7.6); owner: who takes the trick if
    it wins, None: the best of those who followed.
    """

    hands: Four
    order: tuple[Seat, ...]
    at: Seat
    leader: Seat
    trump: Suit | None
    rules: FollowRules
    strength: tuple[int, ...] = NATURAL
    cards: tuple[Card, ...] = ()
    history: tuple[Trick, ...] = ()
    won: Four = (0, 0, 0, 0)
    lead: Card | None = None
    owner: Seat | None = None

    @property
    def hand(self) -> int:
        """The cards of the seat that plays next, as bits."""
        return self.hands[self.at.position]

    @property
    def begun(self) -> bool:
        """A card has been played."""
        return bool(self.cards or self.history)

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The trick in progress, from the lead."""
        return tuple(zip(self._from(self.leader), self.cards, strict=False)) if self.cards else ()

    def _from(self, seat: Seat) -> tuple[Seat, ...]:
        order = self.order
        start = order.index(seat)
        return order[start:] + order[:start]

    def playable(self) -> int:
        """The cards that the seat on turn may play, as bits."""
        hand = self.hands[self.at.position]
        lead = self.lead
        if lead is not None:
            return followers(hand, lead.suit, None, self.rules)
        if not self.cards:
            return hand
        led, rules = self.cards[0].suit, self.rules
        if not rules.must_overtrump or led is not self.trump:
            return followers(hand, led, self.trump, rules)
        best = self.cards[winner(self.cards, led, self.strength)]
        return followers(hand, led, led, rules, best, self.strength)

    def refusal(self, card: Card) -> Reason | None:
        """Why the seat on turn may not play this card; None: it may."""
        if card.bit & self.playable():
            return None
        hand = self.hands[self.at.position]
        if not card.bit & hand:
            return Reason.NOT_HELD
        led = (self.lead or self.cards[0]).suit
        if card.suit is led:
            return Reason.MUST_OVERTRUMP
        return Reason.MUST_FOLLOW if hand & led.bits else Reason.MUST_TRUMP

    def play(self, card: Card) -> Tricks:
        """The play after a card of the seat on turn, whether or not it follows the rules.

        The winner of a finished trick leads the next one.
        """
        at, order = self.at, self.order
        hands = put(self.hands, at, self.hands[at.position] & ~card.bit)
        cards = (*self.cards, card)
        if len(cards) < len(order):
            after = order[(order.index(at) + 1) % len(order)]
            return msgspec.structs.replace(self, hands=hands, cards=cards, at=after)
        seats = self._from(self.leader)
        taker = (
            seats[winner(cards, self.trump, self.strength)]
            if self.lead is None
            else self._caught(self.lead, cards, seats)
        )
        done = Trick(self.leader, tuple(zip(seats, cards, strict=True)), taker, self.lead)
        won = put(self.won, taker, self.won[taker.position] + 1)
        return msgspec.structs.replace(
            self, hands=hands, cards=(), history=(*self.history, done), won=won, at=taker, leader=taker, lead=None
        )

    def _caught(self, lead: Card, cards: tuple[Card, ...], seats: tuple[Seat, ...]) -> Seat:
        """Who takes a trick to which a card lies from no hand."""
        best = winner((lead, *cards), None, self.strength)
        if best:
            return seats[best - 1]
        if self.owner is not None:
            return self.owner
        same = [at for at, card in enumerate(cards) if card.suit is lead.suit]
        return seats[max(same, key=lambda at: self.strength[cards[at].index])] if same else seats[0]
