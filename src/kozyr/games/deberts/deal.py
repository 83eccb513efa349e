"""One deal of deberts: bidding, combinations and their dialogue, play (D-DEAL, D-BID, D-COMBO, D-PLAY).

The eldest (О of the page) sits opposite the dealer (Р) and leads. What is said about combinations is a dialogue of
its own: the eldest's claim and the dealer's word come with their first cards, the rest follows the first trick.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final, Literal, Self, TypeAlias

import msgspec

from kozyr.cards import CARDS, Card, CardSet, Rank, Seat, Suit
from kozyr.deals import DEBERTS, Layout
from kozyr.games import (
    Deal,
    Event,
    Illegal,
    IllegalEvent,
    Outcome as BaseOutcome,
    Reason,
    Terms as BaseTerms,
    View as BaseView,
)
from kozyr.games.deberts.combinations import (
    KINDS,
    MELDS,
    Height as MeldHeight,
    Kind,
    Meld,
    best,
    height,
    held,
    right_word,
    sets,
)
from kozyr.games.deberts.conventions import Conventions
from kozyr.games.deberts.events import (
    BELLAS,
    DECLARES,
    ORDERS,
    PLAYS,
    Bella,
    Close,
    Declare,
    Exchange,
    From,
    Height,
    Higher,
    Nine,
    Order,
    Pass,
    Passes,
    Play,
    Show,
)
from kozyr.games.trick import FollowRules, followers, winner

__all__ = [
    "LAST_TRICK",
    "POINTS",
    "SEATS",
    "STRENGTH",
    "Hand",
    "Offence",
    "Outcome",
    "Phase",
    "State",
    "Terms",
    "Trick",
    "View",
]

SEATS: Final = (Seat.N, Seat.S)
HAND_SIZE: Final = 9
FIRST_SIZE: Final = 6
LAST_TRICK: Final = 10  # D-SCORE-1
_CALLS: Final = 4
_STOCK: Final = 19  # what is left when six cards lie in each hand and one is turned up
_PACK: Final = CardSet.of(DEBERTS.cards).bits
_FOLLOW: Final = {
    "trump_lead": FollowRules(must_trump=True, must_overtrump=True),  # D-PLAY-3, D-PLAY-4
    "never": FollowRules(must_trump=True),
}
_TRUMP_RANKS: Final = {
    "J": 20,
    "9": 14,
    "A": 11,
    "T": 10,
    "K": 4,
    "Q": 3,
    "8": 0,
    "7": 0,
}  # from the highest (D-PLAY-6)
_PLAIN_RANKS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def _by_card(table: dict[str, int], trumps: dict[str, int], trump: Suit) -> tuple[int, ...]:
    return tuple((trumps if card.suit is trump else table).get(card.rank.value, 0) for card in CARDS)


def _steps(table: dict[str, int]) -> dict[str, int]:
    return {rank: len(table) - at for at, rank in enumerate(table)}


# By trump, then by card index: what a card is worth, and how strong it is in its suit (D-PLAY-5, C-DEB-10).
POINTS: Final = {trump: _by_card(_PLAIN_RANKS, _TRUMP_RANKS, trump) for trump in Suit}
STRENGTH: Final = {trump: _by_card(_steps(_PLAIN_RANKS), _steps(_TRUMP_RANKS), trump) for trump in Suit}
_NINE_TERZ: Final[MeldHeight] = (0, Rank.NINE.position, True)  # its height

_RANK_AT: Final = {rank.position: rank for rank in Rank}
_CARD_AT: Final = {(card.suit, card.rank): card for card in CARDS}
_SEVEN: Final = {suit: _CARD_AT[suit, Rank.SEVEN].bit for suit in Suit}
_PAIR: Final = {suit: _CARD_AT[suit, Rank.KING].bit | _CARD_AT[suit, Rank.QUEEN].bit for suit in Suit}  # D-COMBO-14
_NINE_OF: Final = {suit: Meld("terz", _CARD_AT[suit, Rank.NINE]) for suit in Suit}  # D-COMBO-17

Phase: TypeAlias = Literal["deal", "auction", "play", "melds", "bait", "over"]
# Who has to say what: the answer about the terz from the nine, the height, the reply to it, the names.
Step: TypeAlias = Literal["", "nine", "answer", "reply", "show"]
Two: TypeAlias = tuple[int, int]  # something for each seat, N S


class Terms(BaseTerms, frozen=True):
    """What is known before the cards.

    number: which deal of the party, from 1. score, hanging: how the party stands (for closing, and for who plays for
    what). obliged: the dealer plays by the first trump without bidding (`passed_out` obligation).
    """

    conventions: Conventions
    number: int
    dealer: Seat
    score: Two = (0, 0)
    hanging: tuple[int, ...] = ()
    obliged: bool = False

    @property
    def eldest(self) -> Seat:
        """The other one, who gets cards, speaks and leads first (D-DEAL-3, D-PLAY-1)."""
        return Seat.S if self.dealer is Seat.N else Seat.N

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Both, the eldest first."""
        return self.eldest, self.dealer


class Outcome(BaseOutcome, frozen=True):
    """The facts of a deal, by seats' letters; one line of a score file.

    maker: who ordered; None: nobody. points: of the cards in each one's tricks, the last trick's ten included.
    melds: combinations that passed, so of one player only; after a card bait all that were declared. bella: who
    declared it. last: who took the last trick. bare: who took none. bait: who has earned a card bait; the points are
    then those of all cards of both (D-BAIT-4). closed: who stopped the play (D-CLOSE-1); the points are those so far.
    """

    dealer: str
    maker: str | None = None
    trump: Suit | None = None
    points: dict[str, int] = msgspec.field(default_factory=dict)
    melds: dict[str, tuple[Kind, ...]] = msgspec.field(default_factory=dict)
    bella: str | None = None
    last: str | None = None
    bare: str | None = None
    bait: str | None = None
    closed: str | None = None


class Trick(msgspec.Struct, frozen=True):
    """A finished trick: who led, the cards in order, who took it."""

    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat


class Hand(msgspec.Struct, frozen=True):
    """A hand as a viewer sees it: how many cards, which, if he may know, and which of them everybody knows."""

    count: int
    cards: tuple[Card, ...] | None = None
    known: tuple[Card, ...] = ()


class Offence(msgspec.Struct, frozen=True):
    """What earns a card bait once the other can prove it (D-BAIT-5).

    by: who. law: which rule he broke. owed: bits of the cards of which he should have played one. need: sequences, as
    bits, of which he should have held one; hand: what he held then.
    """

    by: int
    law: str
    owed: int = 0
    need: tuple[int, ...] = ()
    hand: int = 0


class View(BaseView, frozen=True):
    """All that one viewer may know of a deal; `seat` None is a kibitzer.

    upcard: what lies face up now; first_trump: what was turned up. stock: how many cards nobody sees. said: the words
    about combinations, in order. named: the combinations told in full; passed: whose of them count. points: of the
    cards in each one's tricks so far. refused: cards of his that the rules forbid now, with the reason; where errors
    are possible they are legal all the same. baited: who has been found out.
    """

    seat: Seat | None
    terms: Terms
    phase: Phase
    step: Step
    turn: Seat | None
    actor: Seat | None
    hands: dict[Seat, Hand]
    first_trump: Card | None
    upcard: Card | None
    bottom: Card | None
    stock: int
    calls: tuple[tuple[Seat, str], ...]
    maker: Seat | None
    trump: Suit | None
    exchanged: Seat | None
    said: tuple[tuple[Seat, str], ...]
    claim: Kind | None
    named: dict[Seat, tuple[Meld, ...]]
    passed: Seat | None
    bella: Seat | None
    trick: tuple[tuple[Seat, Card], ...]
    history: tuple[Trick, ...]
    points: dict[Seat, int]
    baited: Seat | None
    legal: tuple[Event, ...]
    offers: tuple[Event, ...]
    refused: dict[Card, Illegal]
    outcome: Outcome | None


def _token(event: Event) -> str:
    return event.token


def _suits_of_plays() -> dict[int, tuple[Play, ...]]:
    table: dict[int, tuple[Play, ...]] = {0: ()}
    for suit in Suit:
        cards = [card for card in DEBERTS.cards if card.suit is suit]
        for size in range(1, len(cards) + 1):
            for some in combinations(cards, size):
                table[sum(card.bit for card in some)] = tuple(PLAYS[card] for card in sorted(some, key=str))
    return table


_PLAYS_OF: Final = _suits_of_plays()
_C, _D, _H, _S = Suit.CLUBS.bits, Suit.DIAMONDS.bits, Suit.HEARTS.bits, Suit.SPADES.bits


def _plays_of(bits: int) -> tuple[Play, ...]:
    """The plays of some cards, sorted by token."""
    found = _PLAYS_OF.get(bits)
    if found is not None:
        return found
    return _PLAYS_OF[bits & _C] + _PLAYS_OF[bits & _D] + _PLAYS_OF[bits & _H] + _PLAYS_OF[bits & _S]


def _put(values: Two, at: int, value: int) -> Two:
    return (value, values[1]) if at == 0 else (values[0], value)


@lru_cache(maxsize=64)
def _layout(cards: str) -> Layout:
    """A deal is read when it is checked, again when it is dealt, and for each who sees it come.

    Two hands may stand side by side, `N:hand hand`, without the empty seat between them.
    """
    layout = Layout.parse(cards)
    (north, east, south, west), first = layout.hands, layout.first
    if south is None and west is None and east is not None:
        return Layout((north, None, east, None), layout.rest, (first[0], None, first[1], None))
    if north is None and east is None and west is not None:
        return Layout((west, None, south, None), layout.rest, (first[3], None, first[2], None))
    return layout


def _six(hand: CardSet) -> CardSet:
    """The first six of a hand that is not written in two parts: the first six as written, spades first."""
    written = sorted(hand, key=lambda card: (card.suit.position, -card.rank.position))
    return CardSet.of(written[:FIRST_SIZE])


class State(msgspec.Struct, frozen=True):
    """One deal. Seats are numbered N 0, S 1, nobody -1; sets of cards are bits of a `CardSet`.

    hands: what each holds now. first, later: what each got before and after the bidding. owned: the nine he plays with,
    after an exchange. spoke: what each held when he spoke of combinations. reply: the dealer's word. taken: points.
    """

    terms: Terms
    phase: Phase = "deal"
    hands: Two = (0, 0)
    first: Two = (0, 0)
    later: Two = (0, 0)
    owned: Two = (0, 0)
    turned: Card | None = None
    bottom: Card | None = None
    calls: tuple[tuple[Seat, Event], ...] = ()
    maker: int = -1
    trump: Suit | None = None
    by_first: bool = False
    exchanged: int = -1
    step: Step = ""
    speaker: int = -1
    said: tuple[tuple[Seat, Event], ...] = ()
    claim: Kind | None = None
    spoke: Two = (0, 0)
    nine: int = -1
    reply: Literal["", "passes", "height", "higher", "show"] = ""
    answer: MeldHeight | None = None
    passed: int = -1
    named: tuple[tuple[Meld, ...], tuple[Meld, ...]] = ((), ())
    bella: int = -1
    at: int = -1
    leader: int = -1
    trick: tuple[Card, ...] = ()
    history: tuple[Trick, ...] = ()
    taken: Two = (0, 0)
    offences: tuple[Offence, ...] = ()
    baited: int = -1
    closed: int = -1

    # --- who -----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> Seat | None:
        """Whose word or card it is; None: over, or waiting for the deal."""
        phase = self.phase
        if phase == "play":
            return SEATS[self.at]
        if phase == "auction":
            return self.terms.holders[len(self.calls) % 2]
        if phase == "melds":
            return SEATS[self.speaker]
        return SEATS[1 - self.baited] if phase == "bait" else None

    @property
    def actor(self) -> Seat | None:
        """Who decides: always the one on turn."""
        return self.turn

    @property
    def _eldest(self) -> int:
        return SEATS.index(self.terms.eldest)

    def _suit(self) -> Suit:
        if self.trump is None:
            raise TypeError("no trump yet")
        return self.trump

    @property
    def _rule(self) -> bool:
        """Errors are ordinary events, which the rules price (D-BAIT-5)."""
        return self.terms.conventions.table.irregularities == "rule"

    @property
    def _guided(self) -> bool:
        """Only the right words are on offer."""
        return self.terms.conventions.suggest_height_question and not self._rule

    # --- what may happen -----------------------------------------------------------------------------------

    def legal(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """What this seat has to choose from now, sorted by token; None: the actor."""
        if seat is not None and seat is not self.turn:
            return ()
        phase = self.phase
        if phase == "play":
            hand = self.hands[self.at]
            words = self._words() if hand.bit_count() == HAND_SIZE else None
            if words is None:
                return self._plays()
            events, with_cards = words
            return tuple(sorted((*events, *(self._plays() if with_cards else ())), key=_token))
        if phase == "auction":
            return self._bids()
        if phase == "melds":
            return self._dialogue()
        if phase == "bait":
            return (Bella(), Pass())
        return ()

    def _bids(self) -> tuple[Event, ...]:
        last = len(self.calls) == _CALLS - 1 and self.terms.conventions.passed_out == "last_must"
        if len(self.calls) < 2:
            return (Order(), Pass())
        orders: tuple[Event, ...] = tuple(e for e in ORDERS if self.turned is None or e.trump is not self.turned.suit)
        return tuple(sorted(orders if last else (*orders, Pass()), key=_token))

    def _playable(self) -> int:
        """The cards that the rules allow (D-PLAY-2, D-PLAY-3, D-PLAY-4)."""
        hand = self.hands[self.at]
        if not self.trick:
            return hand
        rules = _FOLLOW[self.terms.conventions.must_beat]
        led = self.trick[0]
        return followers(hand, led.suit, self.trump, rules, led, STRENGTH[self._suit()])

    def _plays(self) -> tuple[Event, ...]:
        bits = self.hands[self.at] if self._rule else self._playable()
        second = self._bella_card() & bits
        if not second:
            return _plays_of(bits)
        card = next(iter(CardSet(second)))
        plays = _plays_of(bits if self.terms.conventions.bella_optional else bits & ~second)
        return tuple(sorted((*plays, BELLAS[card]), key=_token))

    def _bella_card(self) -> int:
        """The second card of a bella, if the one on turn holds just it (D-COMBO-15)."""
        pair = _PAIR[self._suit()]
        if self.owned[self.at] & pair != pair:
            return 0
        left = self.hands[self.at] & pair
        return left if left.bit_count() == 1 else 0

    def _may_exchange(self, who: int, *, public: bool = False) -> bool:
        """D-COMBO-16: before his first card, in a game by the first trump. public: as far as the other can tell."""
        c = self.terms.conventions
        if not self.by_first or self.exchanged >= 0 or self.turned is None or self.turned.rank is Rank.SEVEN:
            return False
        if c.exchange7 == "off" or (c.exchange7 == "declarer_only" and who != self.maker):
            return False
        if public:
            return True
        if self._owes_names(who):
            return False
        seven = _SEVEN[self._suit()]
        return bool((self.first[who] if c.exchange7_first_six else self.hands[who]) & seven & self.hands[who])

    def _owes_names(self, who: int) -> bool:
        """He has spoken of combinations and not named them yet: the cards they are told from must stay (D-COMBO-17).

        But for a terz from the nine of trumps, of which he has told all.
        """
        if self.nine == who or self.named[who]:
            return False
        return self.claim is not None if who == self._eldest else self.reply in {"height", "higher"}

    def _words(self) -> tuple[list[Event], bool] | None:
        """What can be said before one's first card, and whether that card may be played now; None: nothing."""
        who = self.at
        trump, melds = self._suit(), self._held(self.hands[who])
        events: list[Event] = [Exchange()] if self._may_exchange(who) else []
        asks_nine = self.nine < 0 and self._may_exchange(who, public=True)
        asks_nine = asks_nine and (self._rule or (self._may_exchange(who) and _NINE_OF[trump] in melds))
        if who == self._eldest:
            if self.claim is None and self.nine != who:
                events += [DECLARES[kind] for kind in KINDS if any(meld.kind == kind for meld in melds)]
                if asks_nine:
                    events.append(Nine())
            return events, True
        if self.reply == "higher" and not self.named[who]:
            return self._shows(self.spoke[who], above=_NINE_TERZ), False
        if self.claim is None:
            if self.nine < 0 and not self.named[who]:
                events += self._shows(self.hands[who])
            return events, True
        if self.reply:
            return events, True
        word = right_word(best(melds, trump), self.claim)
        if word == "passes" or not self._guided:
            events.append(Passes())
        if word == "height" or self._rule:
            events.append(Height())
        if word == "show":
            events += self._shows(self.hands[who], sure=self.claim)
        if asks_nine and self.claim == "terz":
            events.append(Nine())
        return events, False

    def _held(self, hand: int) -> tuple[Meld, ...]:
        return held(hand, self.terms.conventions.hundred)

    def _shows(
        self, hand: int, *, above: MeldHeight | None = None, sure: Kind | None = None, first: MeldHeight | None = None
    ) -> list[Event]:
        """The ways to name the combinations of a hand.

        above: the highest must beat this. sure: it must beat every claim of this kind. first: it must be of this height.
        """
        trump, hundred = self._suit(), self.terms.conventions.hundred
        if self._guided and first is None:
            first = best(self._held(hand), trump)
            if first is None:
                return []
        found: list[Event] = []
        for group in sets(hand, trump, hundred, first, self._guided):
            top = best(group, trump)
            beats = above is None or (top is not None and top > above)
            if beats and (sure is None or right_word(top, sure) == "show"):
                found.append(Show(group))
        return found

    def _dialogue(self) -> tuple[Event, ...]:
        """What the speaker can say once the first cards lie, or about the terz from the nine (D-COMBO-10)."""
        who, trump = self.speaker, self._suit()
        guided = self._guided
        events: list[Event]
        if self.step == "answer":
            heights = {height(m, trump) for m in self._held(self.spoke[who]) if m.kind == self.claim}
            told = {max(heights)} if guided else heights
            events = [From(_RANK_AT[rank], trumps) for _, rank, trumps in told]
        elif self.step == "reply":
            events = self._shows(self.spoke[who], above=self.answer)
            if not events or not guided:
                events.append(Passes())
        elif self.step == "nine":
            highest = best(self._held(self.spoke[who]), trump)
            higher = highest is not None and highest > _NINE_TERZ
            events = [Higher()] if higher else []
            if not events or not guided:
                events.append(Passes())
        else:
            events = self._names_due()
        return tuple(sorted(events, key=_token))

    def _names_due(self) -> list[Event]:
        """The names that the owner of the combinations that passed still owes: none above what he declared first."""
        who, trump = self.speaker, self._suit()
        hand = self.spoke[who]
        if self.nine == who:
            return self._shows(hand, first=_NINE_TERZ)
        if self.answer is not None:
            return self._shows(hand, first=self.answer)
        heights = {height(meld, trump) for meld in self._held(hand) if meld.kind == self.claim}
        if self._guided:
            heights = {max(heights)}
        return [show for first in heights for show in self._shows(hand, first=first)]

    def offers(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """Closing: at one's own turn to play, but not in the last trick (D-CLOSE-1)."""
        seat = seat or self.turn
        mine = self.phase == "play" and seat is SEATS[self.at] and len(self.history) < HAND_SIZE - 1
        return (Close(),) if mine and self.terms.conventions.closing else ()

    def why_not(self, event: Event, seat: Seat | None = None) -> Illegal | None:
        """Why the event is refused; None: it may happen."""
        if isinstance(event, Deal):
            return self._why_not_deal(event, seat)
        phase = self.phase
        if phase == "deal":
            return Illegal(Reason.NOT_NOW, "D-DEAL-3")
        if phase == "over":
            return Illegal(Reason.NOT_NOW, "D-SCORE-2")
        turn = self.turn
        if seat is not None and seat is not turn:
            if seat not in SEATS:
                return Illegal(Reason.NOT_AT_TABLE, "D-DEAL-1")
            law = {"auction": "D-BID-1", "play": "D-PLAY-7", "melds": "D-COMBO-10"}.get(phase, "D-BAIT-6")
            return Illegal(Reason.NOT_YOUR_TURN, "D-CLOSE-1" if isinstance(event, Close) else law)
        if phase == "play" and isinstance(event, Play):
            return self._why_not_play(event)
        if isinstance(event, Close):
            return self._why_not_close()
        legal = self.legal()
        if event in legal:
            return None
        if isinstance(event, Show):
            return self._why_not_show(event, legal)
        if phase == "auction":
            return self._why_not_bid(event)
        return self._why_not_word(event)

    def _why_not_deal(self, event: Deal, seat: Seat | None) -> Illegal | None:
        if self.phase != "deal":
            return Illegal(Reason.NOT_NOW, "D-DEAL-3")
        if seat is not None:
            return Illegal(Reason.TABLE_ONLY, "D-DEAL-3")
        try:
            layout = _layout(event.cards)
        except ValueError:
            return Illegal(Reason.BAD_DEAL, "D-DEAL-3")
        together = CardSet.of(layout.rest).bits
        for place in Seat:
            hand, first = layout.hand(place), layout.first[place.position]
            if len(hand or ()) != (HAND_SIZE if place in SEATS else 0):
                return Illegal(Reason.BAD_DEAL, "D-DEAL-5" if place in SEATS else "D-DEAL-1")
            if first is not None and len(first) != FIRST_SIZE:
                return Illegal(Reason.BAD_DEAL, "D-DEAL-3")
            together |= hand.bits if hand is not None else 0
        return None if together == _PACK else Illegal(Reason.BAD_DEAL, "D-DEAL-1")

    def _why_not_play(self, event: Play) -> Illegal | None:
        bit, hand = event.card.bit, self.hands[self.at]
        if not bit & hand:
            return Illegal(Reason.NOT_HELD, "D-PLAY-2")
        second = bit & self._bella_card()
        if event.bella and not second:
            return Illegal(Reason.NOT_NOW, "D-COMBO-15")
        if second and not event.bella and not self.terms.conventions.bella_optional:
            return Illegal(Reason.OBLIGATORY, "D-COMBO-15")
        if hand.bit_count() == HAND_SIZE:
            words = self._words()
            if words is not None and not words[1]:
                return Illegal(Reason.OBLIGATORY, self._word_law())
        return None if self._rule else self._fault(event.card)

    def _fault(self, card: Card) -> Illegal | None:
        """Which rule of following a card breaks, errors possible or not."""
        if card.bit & self._playable():
            return None
        led = self.trick[0].suit
        if card.suit is led:
            return Illegal(Reason.MUST_OVERTRUMP, "D-PLAY-4")
        follows = led.bits & self.hands[self.at]
        return Illegal(Reason.MUST_FOLLOW if follows else Reason.MUST_TRUMP, "D-PLAY-3")

    def _word_law(self) -> str:
        """The paragraph under which the dealer owes a word about the eldest's combination."""
        if self.claim is None:
            return "D-COMBO-17"
        if self.claim != "terz":
            return "D-COMBO-12"
        word = right_word(best(self._held(self.hands[self.at]), self._suit()), self.claim)
        return "D-COMBO-11" if word == "show" else "D-COMBO-8"

    def _why_not_close(self) -> Illegal | None:
        if not self.terms.conventions.closing:
            return Illegal(Reason.NOT_AGREED, "D-CLOSE-1")
        if self.phase != "play":
            return Illegal(Reason.NOT_NOW, "D-CLOSE-1")
        return None if self.offers() else Illegal(Reason.LAST_TRICK, "D-CLOSE-1")

    def _why_not_bid(self, event: Event) -> Illegal:
        if isinstance(event, Order):
            if len(self.calls) < 2:
                return Illegal(Reason.NOT_NOW, "D-BID-1")
            return Illegal(Reason.REJECTED_SUIT, "D-BID-2")
        if isinstance(event, Pass):  # only where the last bidder must order
            return Illegal(Reason.OBLIGATORY, "D-BID-3")
        return Illegal(Reason.NOT_NOW, "D-BID-1")

    def _why_not_show(self, event: Show, legal: tuple[Event, ...]) -> Illegal | None:
        shows = [e for e in legal if isinstance(e, Show)]
        if any(len(e.melds) == len(event.melds) and set(e.melds) == set(event.melds) for e in shows):
            return None  # the same in another order
        together = 0
        for meld in event.melds:
            if together & meld.bits:
                return Illegal(Reason.CARD_TWICE, "D-COMBO-3")
            together |= meld.bits
        who = self.speaker if self.phase == "melds" else self.at
        speaks = self.phase == "melds" or (self.phase == "play" and self.hands[who].bit_count() == HAND_SIZE)
        if not speaks:
            return Illegal(Reason.NOT_NOW, "D-COMBO-1")
        hand = self.spoke[who] if self.phase == "melds" else self.hands[who]
        if together & ~hand or not event.melds or set(event.melds) - set(self._held(hand)):
            return Illegal(Reason.NOT_HELD, "D-COMBO-1")
        if self.phase == "play":
            who_asks = who != self._eldest and self.claim is not None
            return Illegal(Reason.NOT_NOW, self._word_law() if who_asks else "D-COMBO-5")
        if self.step == "show":
            return Illegal(Reason.TOO_HIGH if self._above(event) else Reason.NOT_NOW, "D-COMBO-13")
        return Illegal(Reason.TOO_LOW, "D-COMBO-10")

    def _above(self, event: Show) -> bool:
        """Whether something higher is named than what was declared first."""
        due = [e for e in self._names_due() if isinstance(e, Show)]
        top, first = best(event.melds, self._suit()), best(due[0].melds, self._suit()) if due else None
        return top is not None and first is not None and top > first

    def _why_not_word(self, event: Event) -> Illegal:
        """A word about combinations that is not on offer."""
        speaks = self.phase == "play" and self.hands[self.at].bit_count() == HAND_SIZE
        who = self.at
        asked = speaks and who != self._eldest and self.claim is not None and not self.reply
        if isinstance(event, Height) and asked:
            word = right_word(best(self._held(self.hands[who]), self._suit()), self.claim or "terz")
            return Illegal(Reason.NO_RIGHT, "D-COMBO-9" if word == "passes" else "D-COMBO-11")
        if isinstance(event, Passes) and (asked or self.phase == "melds"):
            return Illegal(Reason.OBLIGATORY, self._word_law() if asked else "D-COMBO-10")
        if isinstance(event, Exchange):
            if not self.by_first or not speaks:
                return Illegal(Reason.NOT_NOW, "D-COMBO-16")
            if not self._may_exchange(who, public=True):
                return Illegal(Reason.NOT_AGREED if self.exchanged < 0 else Reason.NOT_NOW, "D-COMBO-16")
            return (
                Illegal(Reason.NOT_NOW, "D-COMBO-17")
                if self._owes_names(who)
                else Illegal(Reason.NOT_HELD, "D-COMBO-16")
            )
        if isinstance(event, Nine) and speaks:
            return Illegal(Reason.NO_RIGHT if self.nine < 0 else Reason.NOT_NOW, "D-COMBO-18")
        if isinstance(event, Declare) and speaks:
            held_it = who == self._eldest and self.claim is None and self.nine != who
            return Illegal(Reason.NOT_HELD if held_it else Reason.NOT_NOW, "D-COMBO-1" if held_it else "D-COMBO-5")
        law = {"play": "D-PLAY-2", "melds": "D-COMBO-10"}.get(self.phase, "D-BAIT-6")
        return Illegal(Reason.NOT_NOW, law)

    def possible(self, event: Event, seat: Seat | None = None) -> bool:
        """Whether a hand could do it: any card that is held, any word in its place."""
        if self.why_not(event, seat) is None:
            return True
        if self.phase != "play" or (seat is not None and seat is not self.turn):
            return False
        who = self.at
        words = self._words() if self.hands[who].bit_count() == HAND_SIZE else None
        if isinstance(event, Play):
            second = event.card.bit & self._bella_card()
            return (
                bool(event.card.bit & self.hands[who]) and (not event.bella or bool(second)) and (not words or words[1])
            )
        asked = words is not None and who != self._eldest and self.claim is not None and not self.reply
        if isinstance(event, (Height, Passes)):
            return asked
        opens = words is not None and who == self._eldest and self.claim is None
        return isinstance(event, Nine) and (asked or opens) and self.nine < 0 and self._may_exchange(who, public=True)

    # --- what happens --------------------------------------------------------------------------------------

    def apply(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after the event.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        illegal = self.why_not(event, seat)
        if illegal is not None:
            raise IllegalEvent(event, self, illegal)
        return self.advance(event, seat)

    def advance(self, event: Event, seat: Seat | None = None) -> Self:  # noqa: ARG002 - the actor is always the one on turn
        """The state after an event that is known to be possible."""
        if isinstance(event, Play):
            after = self._played(event)
            return after._found_out() if after.offences else after
        if isinstance(event, Deal):
            return self._begun(_layout(event.cards))
        if isinstance(event, Close):
            return self._with(phase="over", closed=self.at)
        if self.phase == "auction":
            return self._called(event)
        if self.phase == "bait":
            return self._with(phase="over", bella=1 - self.baited if isinstance(event, Bella) else self.bella)
        after = self._spoken(event)
        return after._found_out() if after.offences else after

    def _with(self, **changes: object) -> Self:
        return msgspec.structs.replace(self, **changes)

    def _begun(self, layout: Layout) -> Self:
        hands = [layout.hand(seat) or CardSet() for seat in SEATS]
        first = [layout.first[seat.position] or _six(hand) for seat, hand in zip(SEATS, hands, strict=True)]
        early = (first[0].bits, first[1].bits)
        after = self._with(
            phase="auction",
            hands=early,
            first=early,
            later=(hands[0].bits & ~early[0], hands[1].bits & ~early[1]),
            turned=layout.rest[0],
            bottom=layout.rest[-1],
        )
        return after._ordered(SEATS.index(self.terms.dealer), None) if self.terms.obliged else after

    def _called(self, event: Event) -> Self:
        who = SEATS.index(self.terms.holders[len(self.calls) % 2])
        after = self._with(calls=(*self.calls, (SEATS[who], event)))
        if isinstance(event, Order):
            return after._ordered(who, event.trump)
        return after._with(phase="over") if len(after.calls) == _CALLS else after

    def _ordered(self, maker: int, trump: Suit | None) -> Self:
        """Three more cards to each, and the bottom card is shown (D-DEAL-5, D-DEAL-6)."""
        hands = (self.first[0] | self.later[0], self.first[1] | self.later[1])
        turned = self.turned
        if turned is None:
            raise TypeError("no cards yet")
        return self._with(
            phase="play",
            hands=hands,
            owned=hands,
            maker=maker,
            trump=trump or turned.suit,
            by_first=trump is None,
            at=self._eldest,
            leader=self._eldest,
        )

    def _spoken(self, event: Event) -> Self:
        """A word before one's first card, or of the dialogue."""
        talks = self.phase == "melds"
        who = self.speaker if talks else self.at
        said = (*self.said, (SEATS[who], event))
        hand = self.hands[who]
        after = self._with(said=said)
        if isinstance(event, Exchange):
            return after._exchanged(who)
        if isinstance(event, Declare):
            return after._with(claim=event.kind, spoke=_put(self.spoke, who, hand))
        if isinstance(event, Nine):
            return after._asked_nine(who)
        if isinstance(event, Height):
            return after._asked_height(who)
        if isinstance(event, Show):
            return after._shown(who, event.melds)
        if isinstance(event, From):
            kind = KINDS.index(self.claim or "terz")
            return after._answered((kind, event.rank.position, event.trump))
        if isinstance(event, Higher):
            return after._with(phase="play", step="", reply="higher", passed=who)
        # Passes: before the dealer's card, about the terz from the nine, or after the answer.
        eldest = self._eldest
        if self.step == "reply":
            return after._with(passed=eldest, speaker=eldest, step="show")
        return after._with(phase="play", step="", reply="passes", passed=eldest)

    def _exchanged(self, who: int) -> Self:
        """The seven goes under the stock, the turned-up card into the hand (D-COMBO-16)."""
        turned, seven = self.turned, _SEVEN[self._suit()]
        gained = turned.bit if turned is not None else 0
        hand = self.hands[who] & ~seven | gained
        return self._with(exchanged=who, hands=_put(self.hands, who, hand), owned=_put(self.owned, who, hand))

    def _asked_nine(self, who: int) -> Self:
        """'Does a terz from the nine of trumps pass?' Asked without holding it, it is an offence (D-COMBO-18)."""
        hand, other = self.hands[who], 1 - who
        terz = _NINE_OF[self._suit()].bits
        offences = self.offences
        if terz & ~hand:
            offences = (*offences, Offence(who, "D-COMBO-18", need=(terz,), hand=hand))
        spoke = _put(self.spoke, who, hand)
        if who == self._eldest:
            spoke = _put(spoke, other, self.hands[other])
            return self._with(
                nine=who, claim=None, spoke=spoke, offences=offences, phase="melds", step="nine", speaker=other
            )
        return self._with(nine=who, spoke=spoke, offences=offences, phase="melds", step="answer", speaker=other)

    def _asked_height(self, who: int) -> Self:
        """'Height?' Asked with nothing that could win, it is an offence (D-COMBO-9)."""
        hand, trump, kind = self.hands[who], self._suit(), self.claim or "terz"
        offences = self.offences
        if right_word(best(self._held(hand), trump), kind) == "passes":
            hundred = self.terms.conventions.hundred
            rights = (meld for meld in MELDS if hundred or meld.kind != "hundred")
            need = tuple(meld.bits for meld in rights if right_word(height(meld, trump), kind) != "passes")
            offences = (*offences, Offence(who, "D-COMBO-9", need=need, hand=hand))
        return self._with(reply="height", spoke=_put(self.spoke, who, hand), offences=offences)

    def _answered(self, answer: MeldHeight) -> Self:
        """The eldest has told his height: to the question after the first trick, or to that about the nine."""
        dealer = 1 - self._eldest
        if self.nine != dealer:
            return self._with(answer=answer, step="reply", speaker=dealer)
        if answer < _NINE_TERZ:
            return self._with(answer=answer, passed=dealer, reply="show", speaker=dealer, step="show")._or_found_out()
        return self._with(answer=answer, passed=self._eldest, reply="passes", phase="play", step="")

    def _shown(self, who: int, melds: tuple[Meld, ...]) -> Self:
        """Combinations are named in full, and with that they count; but see D-COMBO-11."""
        eldest = self._eldest
        if self.step == "reply" and right_word(best(melds, self._suit()), self.claim or "terz") == "show":
            return self._with(passed=eldest, speaker=eldest, step="show")  # he had no right to ask
        named = (melds, self.named[1]) if who == 0 else (self.named[0], melds)
        return self._with(
            named=named,
            passed=who,
            phase="play",
            step="",
            reply=self.reply or ("show" if who != eldest else ""),
        )

    def _or_found_out(self) -> Self:
        """Who owes names and has nothing to name never had what he spoke of: that comes to light now."""
        if self._names_due():
            return self
        return self._stopped(next(o for o in self.offences if o.by == self.speaker))

    def _played(self, event: Play) -> Self:
        who, card, trump = self.at, event.card, self._suit()
        offences = self.offences
        fault = self._fault(card) if self.trick else None
        if fault is not None:
            offences = (*offences, Offence(who, fault.law, owed=self._playable()))
        hands = _put(self.hands, who, self.hands[who] & ~card.bit)
        bella = who if event.bella else self.bella
        trick = (*self.trick, card)
        if len(trick) == 1:
            return msgspec.structs.replace(self, hands=hands, trick=trick, at=1 - who, bella=bella, offences=offences)
        leader = self.leader
        taker = leader if winner(trick, trump, STRENGTH[trump]) == 0 else who
        worth = POINTS[trump]
        points = worth[trick[0].index] + worth[card.index]
        nth = len(self.history) + 1
        if nth == HAND_SIZE:
            points += LAST_TRICK
        done = Trick(SEATS[leader], ((SEATS[leader], trick[0]), (SEATS[who], card)), SEATS[taker])
        after = msgspec.structs.replace(
            self,
            hands=hands,
            trick=(),
            history=(*self.history, done),
            taken=_put(self.taken, taker, self.taken[taker] + points),
            at=taker,
            leader=taker,
            bella=bella,
            offences=offences,
            phase="over" if nth == HAND_SIZE else "play",
        )
        return after._melds_due() if nth == 1 else after

    def _melds_due(self) -> Self:
        """The first trick lies: the question is answered, and what passes is named (D-COMBO-7, D-COMBO-10)."""
        eldest = self._eldest
        if self.reply == "height":
            return self._with(phase="melds", step="answer", speaker=eldest)
        if self.reply == "passes":
            return self._with(phase="melds", step="show", speaker=eldest)._or_found_out()
        return self

    def _found_out(self) -> Self:
        """Whether the cards seen so far prove an offence; then the deal stops (D-BAIT-5)."""
        if self.phase == "bait" or self.baited >= 0:
            return self
        proven = next((offence for offence in self.offences if self._proven(offence)), None)
        return self if proven is None else self._stopped(proven)

    def _proven(self, offence: Offence) -> bool:
        who = offence.by
        if offence.owed:  # the card that he owed then has been played now
            return bool(offence.owed & ~self.hands[who])
        turned = self.turned.bit if self.turned is not None else 0
        known = offence.hand & ~self.hands[who]
        if self.exchanged == who:
            known |= offence.hand & turned
        hidden = _PACK & ~(self.owned[1 - who] | self.owned[who] & ~self.hands[who] | turned)
        if self.exchanged >= 0:
            hidden &= ~_SEVEN[self._suit()]
        if self.terms.conventions.open_bottom_card and self.bottom is not None:
            hidden &= ~self.bottom.bit
        left = offence.hand.bit_count() - known.bit_count()
        return not any(not need & ~(known | hidden) and (need & ~known).bit_count() <= left for need in offence.need)

    def _stopped(self, offence: Offence) -> Self:
        """A card bait: the innocent may still declare his bella (D-BAIT-6)."""
        after = self._with(baited=offence.by, phase="over", step="")
        innocent, pair = 1 - offence.by, _PAIR[self._suit()]
        whole = self.owned[innocent] & pair == pair
        return after._with(phase="bait") if whole and self.hands[innocent] & pair and self.bella < 0 else after

    # --- what is seen --------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        if self.phase != "over":
            return None
        dealer = self.terms.dealer.value
        if self.maker < 0:
            return Outcome(dealer)
        points = {seat.value: self.taken[at] for at, seat in enumerate(SEATS)}
        melds: dict[str, tuple[Kind, ...]] = {}
        if self.passed >= 0 and self.named[self.passed]:
            melds[SEATS[self.passed].value] = tuple(meld.kind for meld in self.named[self.passed])
        elif self.closed >= 0 and self.passed >= 0:  # "passes" has been said, the names were still to come
            whose = SEATS[self.passed].value
            melds = {name: kinds for name, kinds in self._declared().items() if name == whose}
        bait = self.baited
        if self.closed >= 0 and any(offence.by == self.closed for offence in self.offences):
            bait = self.closed  # his cards are counted, so his offence comes to light
        if bait >= 0 and self.closed < 0:
            worth = POINTS[self._suit()]
            both = self.owned[0] | self.owned[1]
            points = {
                SEATS[bait].value: 0,
                SEATS[1 - bait].value: sum(worth[card.index] for card in CardSet(both)) + LAST_TRICK,
            }
            melds |= self._declared()
        ended = len(self.history) == HAND_SIZE and bait < 0
        takers = {trick.winner for trick in self.history}
        bare = next((seat for seat in SEATS if seat not in takers), None) if ended else None
        return Outcome(
            dealer,
            maker=SEATS[self.maker].value,
            trump=self.trump,
            points=points,
            melds=melds,
            bella=SEATS[self.bella].value if self.bella >= 0 else None,
            last=self.history[-1].winner.value if ended else None,
            bare=bare.value if bare is not None else None,
            bait=SEATS[bait].value if bait >= 0 else None,
            closed=SEATS[self.closed].value if self.closed >= 0 else None,
        )

    def _declared(self) -> dict[str, tuple[Kind, ...]]:
        """What was declared and did not come to be named; a card bait counts it (D-BAIT-4), so does closing (D-CLOSE-1)."""
        eldest, found = self._eldest, dict[str, tuple[Kind, ...]]()
        if self.claim is not None and not self.named[eldest]:
            found[SEATS[eldest].value] = (self.claim,)
        who = self.nine
        if who >= 0 and not self.named[who] and not _NINE_OF[self._suit()].bits & ~self.spoke[who]:
            found[SEATS[who].value] = ("terz",)
        return found

    def view(self, seat: Seat | None) -> View:
        """All that this seat may know; None: a kibitzer."""
        over, ordered = self.phase == "over", self.maker >= 0
        hands: dict[Seat, Hand] = {}
        for at, place in enumerate(SEATS):
            told = CardSet.of(card for meld in self.named[at] for card in meld.cards).bits
            if self.exchanged == at and self.turned is not None:
                told |= self.turned.bit
            bits = (self.owned if ordered else self.first)[at] if over else self.hands[at]
            cards = tuple(CardSet(bits)) if over or place is seat else None
            hands[place] = Hand(bits.bit_count(), cards, tuple(CardSet(told & bits)))
        acting = seat is not None and seat is self.turn
        refused: dict[Card, Illegal] = {}
        if acting and self.phase == "play":
            for card in CardSet(self.hands[self.at]) if self.trick else ():
                fault = self._fault(card)
                if fault is not None:
                    refused[card] = fault
        bottom = self.bottom if over or (ordered and self.terms.conventions.open_bottom_card) else None
        upcard = _CARD_AT[self._suit(), Rank.SEVEN] if self.exchanged >= 0 else self.turned
        counted = over or self.terms.conventions.table.show_counters
        return View(
            seat=seat,
            terms=self.terms,
            phase=self.phase,
            step=self.step,
            turn=self.turn,
            actor=self.actor,
            hands=hands,
            first_trump=self.turned,
            upcard=upcard,
            bottom=bottom,
            stock=_STOCK - (2 * (HAND_SIZE - FIRST_SIZE) if ordered else 0) - (bottom is not None),
            calls=tuple((who, call.token) for who, call in self.calls),
            maker=SEATS[self.maker] if ordered else None,
            trump=self.trump,
            exchanged=SEATS[self.exchanged] if self.exchanged >= 0 else None,
            said=tuple((who, word.token) for who, word in self.said),
            claim=self.claim,
            named={place: self.named[at] for at, place in enumerate(SEATS)},
            passed=SEATS[self.passed] if self.passed >= 0 else None,
            bella=SEATS[self.bella] if self.bella >= 0 else None,
            trick=tuple((SEATS[self.leader], card) for card in self.trick),
            history=self.history,
            points={place: self.taken[at] for at, place in enumerate(SEATS)} if counted else {},
            baited=SEATS[self.baited] if self.baited >= 0 else None,
            legal=self.legal(seat) if acting else (),
            offers=self.offers(seat) if seat is not None else (),
            refused=refused,
            outcome=self.outcome,
        )

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:  # noqa: ARG002 - all but the deal is said aloud
        """The event as the viewer sees it happen: a deal shows him his first six cards and the turned-up one."""
        if not isinstance(event, Deal):
            return event
        layout = _layout(event.cards)
        mine = layout.hand(viewer) if viewer is not None else None
        six = None if mine is None or viewer is None else layout.first[viewer.position] or _six(mine)
        hidden = [(viewer, six)] if viewer is not None and six is not None else []
        return Deal(str(Layout.of(hidden, layout.rest[:1])))
