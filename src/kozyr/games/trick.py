"""The trick, for every game: its playable cards, its winner, and the play of a deal from lead to lead.

A game brings its rules as `FollowRules` and its order of ranks as a tuple of strengths by card index. It adds its law
to the reason of a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

import msgspec

from kozyr.cards import CARDS, Card, CardSet, Seat, Suit
from kozyr.games.refusal import Reason

NATURAL: Final = tuple(card.rank.position for card in CARDS)  # 2 lowest ... ace highest
_replace: Final = msgspec.structs.replace
_set: Final = msgspec.structs.force_setattr
_SEATS: Final = tuple(Seat)
_SUITS: Final = tuple(suit.bits for suit in sorted(Suit, key=lambda suit: suit.value))  # C D H S, as tokens are sorted

Four: TypeAlias = tuple[int, int, int, int]  # something for each seat, N E S W
P = TypeVar("P")


class FollowRules(msgspec.Struct, frozen=True, gc=False):
    """The duties of a player towards the led card."""

    must_trump: bool = True
    """Whether a player void in the led suit must trump if possible (preferans, deberts; not bridge)."""
    must_overtrump: bool = False
    """Whether a led trump must be beaten if possible (deberts)."""


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A hand as a viewer sees it: the number of cards, the cards if visible, and the commonly known cards of a hidden hand."""

    count: int
    cards: tuple[Card, ...] | None = None
    known: tuple[Card, ...] = ()


class Trick(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A finished trick: the leader, the cards in order, the winner."""

    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat
    talon: Card | None = None
    """The card of the talon that named the suit."""


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
    """The position from the lead of the winning card: the highest trump, else the highest card of the led suit.

    >>> winner((Card.HK, Card.HA, Card.S7), trump=Suit.SPADES)
    2
    """
    best, at = cards[0], 0
    for position in range(1, len(cards)):
        if _beats(cards[position], best, trump, order):
            best, at = cards[position], position
    return at


def _beats(card: Card, best: Card, trump: Suit | None, order: tuple[int, ...]) -> bool:
    """Whether a card beats the best card of the trick."""
    return order[card.index] > order[best.index] if card.suit is best.suit else card.suit is trump


def clockwise(seats: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """The seats from this one on.

    Raises:
        ValueError: it is none of them.
    """
    start = seats.index(first)
    return seats[start:] + seats[:start]


def _without(order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """The seats without one of them."""
    return tuple(other for other in order if other is not seat)


def put(values: Four, at: int, value: int) -> Four:
    """The values with another one at this place, 0 to 3."""
    a, b, c, d = values
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


class Tricks(msgspec.Struct, frozen=True, gc=False):
    """The play of a deal, trick by trick.

    >>> hands = (CardSet.parse("A..7.").bits, 0, CardSet.parse("7..A.").bits, 0)
    >>> tricks = Tricks.begin(hands, (Seat.N, Seat.S), Suit.SPADES, FollowRules()).play(Card.D7)
    >>> tricks.at, tricks.refusal(Card.S7), tricks.refusal(Card.DA)
    (Seat.S, <Reason.MUST_FOLLOW: 'must_follow'>, None)
    >>> tricks.play(Card.DA).history
    (Trick(leader=Seat.N, cards=((Seat.N, Card.D7), (Seat.S, Card.DA)), winner=Seat.S, talon=None),)

    hands: each seat's present cards, bits of a `CardSet` by seat N E S W. order: the seats that play, clockwise
    from the leader of the trick in progress, or of the next. at: the seat that plays next; playable: its legal
    cards, bits of a `CardSet`, kept because they are asked for twice. trump: None without one. rules, strength: the
    game's. trick: the cards of the trick in progress, from the lead. history: the finished tricks. won: tricks by
    seat. best: the place in the trick of the card that takes it so far. lead: a card that lies to the trick from no
    hand and names its suit (the talon's in an all-pass, P-3.7.6). owner: the taker of a trick that this card wins;
    None: the best of the followers. seating: the seats clockwise, where the trick is not played in their order: a
    seat has played out of turn, or has no cards left.
    """

    hands: Four
    order: tuple[Seat, ...]
    at: Seat
    playable: int
    trump: Suit | None
    rules: FollowRules
    strength: tuple[int, ...] = NATURAL
    trick: tuple[tuple[Seat, Card], ...] = ()
    history: tuple[Trick, ...] = ()
    won: Four = (0, 0, 0, 0)
    best: int = 0
    lead: Card | None = None
    owner: Seat | None = None
    seating: tuple[Seat, ...] = ()

    @classmethod
    def begin(
        cls,
        hands: Four,
        order: tuple[Seat, ...],
        trump: Suit | None,
        rules: FollowRules,
        strength: tuple[int, ...] = NATURAL,
        *,
        lead: Card | None = None,
        owner: Seat | None = None,
    ) -> Tricks:
        """The play before its first card: the first seat of the order leads."""
        tricks = cls(hands, order, order[0], hands[order[0].position], trump, rules, strength, owner=owner)
        return tricks if lead is None else tricks.led_by(lead)

    def led_by(self, card: Card) -> Tricks:
        """The play before a trick to which this card lies that came from no hand."""
        return _replace(self, lead=card, playable=followers(self.hand, card.suit, None, self.rules))

    def holding(self, hand: int) -> Tricks:
        """The play where the seat on turn has other cards, after an exchange."""
        playable = hand
        if self.trick:
            best = self.trick[self.best][1]
            led = (self.lead or self.trick[0][1]).suit
            playable = followers(hand, led, self.trump, self.rules, best, self.strength)
        elif self.lead is not None:
            playable = followers(hand, self.lead.suit, None, self.rules)
        return _replace(self, hands=put(self.hands, self.at.position, hand), playable=playable)

    @property
    def hand(self) -> int:
        """The cards of the seat that plays next, as bits."""
        return self.hands[self.at.position]

    @property
    def leader(self) -> Seat:
        """The seat that led the trick in progress, or leads the next."""
        return self.order[0]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, from the lead, without their seats."""
        return tuple([card for _, card in self.trick])

    @property
    def begun(self) -> bool:
        """Whether a card has been played."""
        return bool(self.trick or self.history)

    def refusal(self, card: Card) -> Reason | None:
        """Why the seat on turn may not play this card; None: it may."""
        if card.bit & self.playable:
            return None
        hand = self.hands[self.at.position]
        if not card.bit & hand:
            return Reason.NOT_HELD
        led = (self.lead or self.trick[0][1]).suit
        if card.suit is led:
            return Reason.MUST_OVERTRUMP
        return Reason.MUST_FOLLOW if hand & led.bits else Reason.MUST_TRUMP

    def play(self, card: Card) -> Tricks:
        """The play after a card, whether or not it follows the rules; the card's seat need not be on turn.

        The winner of a finished trick leads the next one; the seat that led to a card from no hand leads again. A lead
        out of turn is the lead. A card played too early lies in its trick, and the seats passed over play after it.

        Raises:
            ValueError: no seat holds the card that has not played to this trick yet.
        """
        at, order, trick, best = self.at, self.order, self.trick, self.best
        held = self.hands[at.position]
        if not held & card.bit:
            return self._turned_to(card).play(card)
        hands = put(self.hands, at.position, held ^ card.bit)
        played = (*trick, (at, card))
        if trick:
            # The same as `_beats`, without the call.
            top, strength = trick[best][1], self.strength
            if strength[card.index] > strength[top.index] if card.suit is top.suit else card.suit is self.trump:
                best = len(trick)
        if len(played) < len(order):
            turn = order[len(played)]
            hand, led, rules = hands[turn.position], (self.lead or played[0][1]).suit, self.rules
            playable = hand & led.bits
            if not playable or rules.must_overtrump:
                if not hand:  # the seat has held fewer cards than the others
                    return _replace(self, order=_without(order, turn), seating=self.seating or order).play(card)
                playable = followers(hand, led, self.trump, rules, played[best][1], self.strength)
            return _replace(self, hands=hands, trick=played, best=best, at=turn, playable=playable)
        if self.lead is None:
            taker = order[best]
            order = order[best:] + order[:best]
        else:
            taker = self._caught(self.lead, played)
        history = (*self.history, Trick(self.order[0], played, taker, self.lead))
        won = put(self.won, taker.position, self.won[taker.position] + 1)
        rest = self
        if self.seating:  # the talon's leads are all the first hand's
            order = clockwise(self.seating, order[0] if self.lead is None else self.seating[0])
            rest = _replace(self, seating=())
        playable = hands[order[0].position]
        if not playable:  # the deal is over, or the taker has held fewer cards than the others
            order = next((clockwise(order, seat) for seat in order if hands[seat.position]), order)
            playable = hands[order[0].position]
        return _replace(
            rest,
            hands=hands,
            order=order,
            at=order[0],
            trick=(),
            best=0,
            history=history,
            won=won,
            lead=None,
            playable=playable,
        )

    def holder(self, card: Card) -> Seat | None:
        """The seat that could play this card to the trick now, in turn or not. None: no seat could."""
        waiting = self.order[len(self.trick) :]
        return next((seat for seat in waiting if self.hands[seat.position] & card.bit), None)

    def _turned_to(self, card: Card) -> Tricks:
        """The play with the turn given to the seat that holds a card.

        Raises:
            ValueError: no seat can play it.
        """
        seat, order, played = self.holder(card), self.order, len(self.trick)
        if seat is None:
            raise ValueError(f"{card}: nobody can play it now")
        passed_over = tuple(other for other in order[played:] if other is not seat)
        turned = (*order[:played], seat, *passed_over) if played else clockwise(order, seat)
        return _replace(self, order=turned, at=seat, seating=self.seating or order)

    def dealt_with(self, hands: Four) -> Tricks:
        """The play with other cards in the hands; the seat on turn stays on turn."""
        return _replace(self, hands=hands).holding(hands[self.at.position])

    def _caught(self, lead: Card, played: tuple[tuple[Seat, Card], ...]) -> Seat:
        """The winner of a trick to which a card lies from no hand."""
        cards = [card for _, card in played]
        best = winner((lead, *cards), None, self.strength)
        if best:
            return played[best - 1][0]
        if self.owner is not None:
            return self.owner
        same = [(self.strength[card.index], seat) for seat, card in played if card.suit is lead.suit]
        return max(same, key=lambda found: found[0])[1] if same else played[0][0]
