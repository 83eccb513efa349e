"""One deal of preferans: talon, contract, whist, play (P-3.2 ... P-3.9). The state is `State`."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import Final, Literal, Self, TypeAlias

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import PREFERANS, Layout
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
from kozyr.games.preferans.auction import Auction, AuctionRules, calls, refusal
from kozyr.games.preferans.conventions import Conventions
from kozyr.games.preferans.events import (
    BIDS,
    DISCARDS,
    PLAYS,
    Answer,
    Bid,
    Claim,
    Contract,
    Correct,
    Discard,
    Half,
    Here,
    Invite,
    Lay,
    Look,
    Misere,
    Name,
    Pass,
    Peek,
    Play,
    Refuse,
    Surrender,
    Take,
    Whist,
)
from kozyr.games.preferans.whist import Question, Verdict, WhistRules, answers, ask
from kozyr.games.trick import FollowRules, followers, winner

__all__ = ["Hand", "Outcome", "Pending", "Phase", "State", "Terms", "Trick", "View"]

HAND_SIZE: Final = 10
_TEN: Final = 10
FOLLOW: Final = FollowRules(must_trump=True)  # P-2.1.3; no duty to overtrump
SEATS: Final = tuple(Seat)
_PACK: Final = CardSet.of(PREFERANS.cards).bits
# By which rule somebody else has to act, by phase.
_TURNS: Final = {
    "auction": "P-3.3.2", "invite": "P-3.6.9", "talon": "P-3.3.13", "discard": "P-3.3.13", "contract": "P-3.3.13",
    "whist": "P-3.8.1", "play": "P-2.1.4",
}  # fmt: skip
_WORDS: Final = {
    "pass": Pass(),
    "whist": Whist(),
    "half": Half(),
    "open": Lay(open=True),
    "closed": Lay(open=False),
}

Phase: TypeAlias = Literal["deal", "auction", "invite", "talon", "discard", "contract", "whist", "play", "over"]
Word: TypeAlias = Literal["whist", "pass", "half_whist"]
Four: TypeAlias = tuple[int, int, int, int]  # something for each seat, N E S W


class Terms(BaseTerms, frozen=True):
    """What is known before the cards.

    number: which deal of the pulka, from 1. seats: who sits in this deal, clockwise; a dealer who sits out too.
    names: the players in those seats. waiting: the fifth, who neither plays nor deals. hands: who bids, from the
    first hand on. dummy: the closed hand of gusarik. series, level: all-passes in a row so far and the level of
    blind passes that they left. price: what a trick of an all-pass costs now, before doubling. forced: this
    deal is a compulsory all-pass. bombs: for each seat the factor of its next contract (by seat, N E S W).
    """

    conventions: Conventions
    number: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    dealer: Seat
    hands: tuple[Seat, ...]
    auction: AuctionRules
    whist: WhistRules
    waiting: str | None = None
    dummy: Seat | None = None
    series: int = 0
    level: int = 0
    price: int = 1
    forced: bool = False
    bombs: Four = (1, 1, 1, 1)

    @property
    def dealer_sits(self) -> bool:
        """The dealer has no cards (P-3.2.10)."""
        return self.dealer not in self.hands

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Who gets ten cards: the bidders and the closed hand, from the first hand clockwise."""
        if self.dummy is None:
            return self.hands
        start = self.hands[0].position
        return tuple(sorted((*self.hands, self.dummy), key=lambda seat: (seat.position - start) % 4))

    def name(self, seat: Seat) -> str:
        """The player in a seat."""
        return self.names[self.seats.index(seat)]


class Outcome(BaseOutcome, frozen=True):
    """The facts of a deal, by players' names; one line of a score file.

    calls: each one's final word on whist; `half_whist` stays the word of one who left for half and was overruled. A
    defender who is not named passed.
    tricks: left out when nothing was played. factor: what multiplies the deal (bombs, blind calls); None: only
    the declarer's own bomb, if he has one. surrender: the contract was given up (P-3.5.4). talon: its cards, for
    the bonus of P-3.4.11. refused: the talon was refused (P-3.4.10). shared: a misère with the dealer (P-3.6.9).
    blind: who passed before looking (P-3.3.19a). open: played with open cards.
    """

    dealer: str
    kind: Literal["tricks", "misere", "allpass"]
    declarer: str | None = None
    contract: Contract | None = None
    tricks: dict[str, int] | None = None
    calls: dict[str, Word] = msgspec.field(default_factory=dict)
    factor: int | None = None
    surrender: bool = False
    talon: tuple[Card, Card] | None = None
    refused: bool = False
    shared: bool = False
    blind: tuple[str, ...] = ()
    open: bool = False


class Trick(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished trick: who led, the cards in order, the talon card that led it, who took it."""

    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat
    talon: Card | None = None


class Pending(msgspec.Struct, frozen=True):
    """A claim on the table: whose, the tricks by seat, and who has agreed."""

    by: Seat
    tricks: dict[Seat, int]
    agreed: tuple[Seat, ...] = ()

    def __hash__(self) -> int:
        return hash((self.by, frozenset(self.tricks.items()), self.agreed))


class Hand(msgspec.Struct, frozen=True):
    """A hand as a viewer sees it: how many cards, and which, if he may know."""

    count: int
    cards: tuple[Card, ...] | None = None


class View(BaseView, frozen=True):
    """All that one viewer may know of a deal; `seat` None is a kibitzer.

    refused: cards of his that he may not play now, with the reason. Tricks before the last are what everyone saw
    fall; a table shows only the last one (P-3.9.8). discard: the two cards put away, where the viewer may look at them;
    put_away: the same where he has put them away himself, and so knows them after the first lead too, when he may not
    look any more (P-3.4.9); no table shows it.
    """

    seat: Seat | None
    terms: Terms
    phase: Phase
    turn: Seat | None
    actor: Seat | None
    hands: dict[Seat, Hand]
    talon: tuple[Card, ...]
    calls: tuple[tuple[Seat, str], ...]
    answers: tuple[tuple[Seat, str], ...]
    bid: Contract | None
    contract: Contract | None
    declarer: Seat | None
    whisters: tuple[Seat, ...]
    open: bool
    shared: bool
    factor: int
    price: int
    lead: Card | None
    trick: tuple[tuple[Seat, Card], ...]
    history: tuple[Trick, ...]
    tricks: dict[Seat, int]
    discard: tuple[Card, ...] | None
    put_away: tuple[Card, ...] | None
    claim: Pending | None
    legal: tuple[Event, ...]
    offers: tuple[Event, ...]
    refused: dict[Card, Illegal]
    outcome: Outcome | None


def _bits_by_suit() -> dict[int, tuple[Play, ...]]:
    table: dict[int, tuple[Play, ...]] = {0: ()}
    for suit in Suit:
        cards = [card for card in PREFERANS.cards if card.suit is suit]
        for size in range(1, len(cards) + 1):
            for some in combinations(cards, size):
                table[sum(card.bit for card in some)] = tuple(PLAYS[card] for card in sorted(some, key=str))
    return table


_PLAYS_OF: Final = _bits_by_suit()
_C, _D, _H, _S = Suit.CLUBS.bits, Suit.DIAMONDS.bits, Suit.HEARTS.bits, Suit.SPADES.bits


def _plays(bits: int) -> tuple[Play, ...]:
    """The plays of some cards, sorted by token."""
    found = _PLAYS_OF.get(bits)
    if found is not None:
        return found
    return _PLAYS_OF[bits & _C] + _PLAYS_OF[bits & _D] + _PLAYS_OF[bits & _H] + _PLAYS_OF[bits & _S]


_CARDS_OF: Final = {bits: tuple(CardSet(bits)) for bits in _PLAYS_OF}


def _cards(bits: int) -> tuple[Card, ...]:
    """Some cards in the order of a `CardSet`."""
    return _CARDS_OF[bits & _S] + _CARDS_OF[bits & _H] + _CARDS_OF[bits & _D] + _CARDS_OF[bits & _C]


@lru_cache(maxsize=1024)
def _discards(hand: int) -> tuple[Discard, ...]:
    cards = sorted(CardSet(hand), key=str)  # pairs of cards in ASCII order are in the order of their tokens
    return tuple(DISCARDS[a.bit | b.bit] for a, b in combinations(cards, 2))


@lru_cache(maxsize=64)
def _contracts(lowest: Contract) -> tuple[Name, ...]:
    return tuple(sorted((Name(c) for c in BIDS if c.step >= lowest.step), key=_token))


def _token(event: Event) -> str:
    return event.token


def _place(seat: Seat) -> int:
    return seat.position


@lru_cache(maxsize=4096)
def _divisions(takers: tuple[Seat, ...], won: Four, most: tuple[int, ...]) -> tuple[Claim, ...]:
    """Every way in which the tricks left can fall, on top of those won; most: what each can still take."""
    left = HAND_SIZE - sum(won)
    found: list[Claim] = []
    for more in product(*(range(n + 1) for n in most[:-1])):
        if 0 <= left - sum(more) <= most[-1]:
            falls = dict(zip(takers, (*more, left - sum(more)), strict=True))
            found.append(Claim({seat: won[seat.position] + falls[seat] for seat in SEATS if seat in falls}))
    return tuple(sorted(found, key=_token))


def _put(values: Four, at: int, value: int) -> Four:
    a, b, c, d = values
    if at == 0:
        return (value, b, c, d)
    if at == 1:
        return (a, value, c, d)
    return (a, b, value, d) if at == 2 else (a, b, c, value)


class State(msgspec.Struct, frozen=True):
    """One deal. Sets of cards are bits of a `CardSet`, sets of seats are bits by position, -1 is nobody."""

    terms: Terms
    phase: Phase = "deal"
    hands: Four = (0, 0, 0, 0)
    dealt: Four = (0, 0, 0, 0)
    talon: tuple[Card, ...] = ()
    auction: Auction = Auction()
    calls: tuple[tuple[Seat, Event], ...] = ()
    shared: bool = False
    refused: bool = False
    declarer: int = -1
    contract: Contract | None = None
    dark: bool = False
    discarded: int = 0
    words: tuple[str, ...] = ()
    peeked: int = -1
    whisters: tuple[int, ...] = ()
    half: int = -1
    open: bool = False
    control: Four = (0, 1, 2, 3)
    at: int = -1
    order: tuple[int, ...] = ()
    trump: Suit | None = None
    lead: Card | None = None
    leader: int = -1
    trick: tuple[Card, ...] = ()
    history: tuple[Trick, ...] = ()
    won: Four = (0, 0, 0, 0)
    claim: Pending | None = None
    claimed: int = 0
    surrendered: bool = False
    settled: bool = False

    # --- who -----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> Seat | None:
        """Whose cards or call it is; None: over, or waiting for the deal."""
        phase = self.phase
        if phase == "play":
            return SEATS[self.at]
        if phase == "auction" or phase == "invite":  # noqa: PLR1714 - this runs for every event
            return self.terms.hands[self.auction.turn]
        if phase in {"talon", "discard", "contract"}:
            return SEATS[self.declarer]
        if phase == "whist":
            question = self._question()
            return self._role(question.role)
        return None

    @property
    def actor(self) -> Seat | None:
        """Who decides."""
        if self.claim is not None:
            return next(seat for seat in self._voices() if seat is not self.claim.by and seat not in self.claim.agreed)
        if self.phase == "play":
            return SEATS[self.control[self.at]]
        if self.phase == "invite":
            return self.terms.dealer
        return self.turn

    def _question(self) -> Question:
        question = ask(self.terms.whist, self._contract(), self.words)
        if isinstance(question, Verdict):  # the phase ends with the verdict
            raise TypeError(question)
        return question

    def _contract(self) -> Contract:
        if self.contract is None:
            msg = "no contract yet"
            raise TypeError(msg)
        return self.contract

    def _opponents(self) -> tuple[Seat, ...]:
        hands = self.terms.hands
        at = hands.index(SEATS[self.declarer])
        return hands[at + 1 :] + hands[:at]

    def _role(self, role: int) -> Seat:
        return self.terms.dealer if role == 2 else self._opponents()[role]

    def _voices(self) -> tuple[Seat, ...]:
        """Who must agree to a claim: all who play, and the dealer when he whists or his talon still leads (P-3.9.22)."""
        dealer = self.terms.dealer
        whists = dealer.position in self.whisters and self.terms.dealer_sits
        leads = len(self.history) < 2 and self._dealer_owns()
        return (*self.terms.hands, dealer) if whists or leads else self.terms.hands

    # --- what may happen -----------------------------------------------------------------------------------

    def legal(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """What this seat has to choose from now, sorted by token; None: the actor."""
        if seat is not None and seat is not self.actor:
            return ()
        if self.claim is not None:
            return (Answer(yes=False), Answer(yes=True))
        phase = self.phase
        if phase == "play":
            return _plays(self._playable())
        if phase == "auction":
            return calls(self.auction, self.terms.auction)
        if phase == "whist":
            question = self._question()
            answers: tuple[Event, ...] = tuple(_WORDS[word] for word in question.options)
            if question.role == 2 and self.peeked < 0:
                peeks = (Peek(seat) for seat in self._opponents())
                answers = tuple(sorted((*answers, *peeks), key=_token))
            return answers
        if phase == "discard":
            discards = _discards(self.hands[self.declarer])
            return (*discards, Refuse()) if self._may_refuse() else discards
        if phase == "contract":
            return _contracts(self._lowest())
        if phase == "invite":
            return (Answer(yes=False), Answer(yes=True))
        if phase == "talon":
            return (Misere(), Take()) if self._lowest().step < Contract.MISERE.step else (Take(),)
        return ()

    def _playable(self) -> int:
        """The cards that the seat on turn may play (P-2.1.3, P-3.7.5)."""
        hand = self.hands[self.at]
        if self.trick:
            return followers(hand, (self.lead or self.trick[0]).suit, self.trump, FOLLOW)
        if self.lead is not None:
            return followers(hand, self.lead.suit, None, FOLLOW)
        return hand

    def _lowest(self) -> Contract:
        lowest = self.auction.contract
        return lowest if lowest is not None and lowest.size else Contract.S6

    def _may_refuse(self) -> bool:
        c = self.terms.conventions
        return c.talon_refusal_fine > 0 and not self.shared and not self.dark

    def offers(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """Claims in play (P-3.9.22), a correction of the contract (P-3.4.8), giving up (P-3.5.4)."""
        seat = seat or self.actor
        if seat is None or self.claim is not None:
            return ()
        claims: tuple[Claim, ...] = ()
        if self.phase == "play" and seat in self._voices() and not self.claimed >> seat.position & 1:
            claims = self._claims()
        if seat.position != self.declarer:
            return claims
        corrections: list[Event] = []
        if self.phase == "whist" and self.terms.conventions.contract_change == "codex":
            every = (Correct(contract, prompt=prompt) for contract in BIDS for prompt in (False, True))
            corrections = sorted((event for event in every if self._correctable(event)), key=_token)
        # In the order of their tokens: claim, correct, surrender.
        return (*claims, *corrections, *((Surrender(),) if self._may_surrender() else ()))

    def _correctable(self, event: Correct) -> bool:
        """P-3.4.8: without a pause any legal contract; later one level higher, until somebody whists."""
        named = self._contract()
        if self.terms.conventions.contract_change == "frozen" or event.contract is named or self.phase != "whist":
            return False
        if not event.contract.size or event.contract.step < self._lowest().step:
            return False
        if event.prompt:
            return True
        higher = event.contract.size == named.size + 1 and event.contract.denomination != named.denomination
        return higher and "whist" not in self.words

    def _may_surrender(self) -> bool:
        played = self.history or self.trick
        tricks = self.contract is not None and self.contract.size > 0
        return tricks and (self.phase == "whist" or (self.phase == "play" and not played)) and self.claim is None

    def _takers(self) -> tuple[Seat, ...]:
        """Who can have tricks: every hand, and the dealer where the talon's cards are his leads (P-3.7.6.1)."""
        holders = tuple(SEATS[at] for at in self.order)
        return (*holders, self.terms.dealer) if self._dealer_owns() else holders

    def _dealer_owns(self) -> bool:
        c = self.terms.conventions
        return (
            self.contract is Contract.ALLPASS
            and self.terms.dealer_sits
            and c.allpass_talon == "opened"
            and c.allpass_dealer_owns_talon_tricks
        )

    def _claims(self) -> tuple[Claim, ...]:
        takers = tuple(sorted(self._takers(), key=_place))
        left = HAND_SIZE - sum(self.won)
        return _divisions(takers, self.won, tuple(self._most(seat, left) for seat in takers))

    def _most(self, seat: Seat, left: int) -> int:
        """How many of the tricks left a seat can still take: a dealer only those that the talon leads."""
        if seat not in self.terms.holders:
            return min(left, max(0, 2 - len(self.history)))
        return left

    def why_not(self, event: Event, seat: Seat | None = None) -> Illegal | None:
        """Why the event is refused; None: it may happen."""
        if isinstance(event, Deal):
            return self._why_not_deal(event, seat)
        if self.phase == "deal":
            return Illegal(Reason.NOT_NOW, "P-3.2.23")
        if self.phase == "over":
            return Illegal(Reason.NOT_NOW, "P-3.2.2")
        if seat is not None and seat not in self.terms.seats:
            return Illegal(Reason.NOT_AT_TABLE, "P-1.2")
        actor = self.actor
        seat = seat or actor
        if seat is None or isinstance(event, (Claim, Correct, Surrender)):
            return self._why_not_offer(event, seat)
        if seat is not actor:
            return Illegal(Reason.NOT_YOUR_TURN, _TURNS[self.phase] if self.claim is None else "P-3.9.22")
        if self.claim is not None:
            return None if isinstance(event, Answer) else Illegal(Reason.CLAIM_PENDING, "P-3.9.22")
        phase = self.phase
        if phase == "play":
            return self._why_not_play(event)
        if isinstance(event, Discard) and phase == "discard":
            bits = CardSet.of(event.cards).bits
            if bits not in DISCARDS or len(event.cards) != 2:
                return Illegal(Reason.NOT_NOW, "P-3.4.1")
            return None if bits & ~self.hands[self.declarer] == 0 else Illegal(Reason.NOT_HELD, "P-3.4.1")
        if event in self.legal():
            return None
        if phase == "auction":
            known = isinstance(event, (Bid, Here, Invite, Look, Misere, Pass, Take))
            return refusal(event, self.auction, self.terms.auction) if known else Illegal(Reason.NOT_NOW, "P-3.3.3")
        if phase == "contract" and isinstance(event, (Name, Misere)):
            if isinstance(event, Name) and event.contract is not Contract.MISERE:
                return Illegal(Reason.TOO_LOW, "P-3.4.3" if event.contract.size else "P-3.4.2")
            return Illegal(Reason.FIRST_CALL_ONLY, "P-3.3.9")
        if phase == "invite":
            return Illegal(Reason.NOT_NOW, "P-3.6.9")
        if phase == "talon" and isinstance(event, Misere):
            return Illegal(Reason.TOO_LOW, "P-3.4.3")
        if phase == "discard" and isinstance(event, Refuse):
            return Illegal(Reason.NOT_AGREED, "P-3.6.9" if self.shared else "P-3.4.10")
        if phase == "whist":
            return self._why_not_whist(event)
        return Illegal(Reason.NOT_NOW, "P-3.4.1")

    def _why_not_deal(self, event: Deal, seat: Seat | None) -> Illegal | None:
        if self.phase != "deal":
            return Illegal(Reason.NOT_NOW, "P-3.2.2")
        if seat is not None:
            return Illegal(Reason.TABLE_ONLY, "P-3.2.11")
        try:
            layout = Layout.parse(event.cards)
        except ValueError:
            return Illegal(Reason.BAD_DEAL, "P-3.2.8")
        together = CardSet.of(layout.rest).bits
        for place in SEATS:
            hand = layout.hand(place)
            size = 0 if hand is None else len(hand)
            if size != (HAND_SIZE if place in self.terms.holders else 0):
                return Illegal(Reason.BAD_DEAL, "P-3.2.8" if place in self.terms.holders else "P-3.2.10")
            together |= hand.bits if hand is not None else 0
        return None if together == _PACK and len(layout.rest) == 2 else Illegal(Reason.BAD_DEAL, "P-1.3.1")

    def _why_not_offer(self, event: Event, seat: Seat | None) -> Illegal | None:
        if self.claim is not None:
            return Illegal(Reason.CLAIM_PENDING, "P-3.9.22")
        if isinstance(event, Claim):
            if self.phase != "play" or seat is None:
                return Illegal(Reason.NOT_NOW, "P-3.9.22")
            if seat not in self._voices():
                return Illegal(Reason.NOT_YOUR_TURN, "P-3.9.22")
            if self.claimed >> seat.position & 1:
                return Illegal(Reason.ALREADY_CLAIMED, "P-3.9.22")
            takers = self._takers()
            left = HAND_SIZE - sum(self.won)
            fits = event.tricks.keys() == set(takers) and sum(event.tricks.values()) == HAND_SIZE
            fits = fits and all(0 <= n - self.won[s.position] <= self._most(s, left) for s, n in event.tricks.items())
            return None if fits else Illegal(Reason.IMPOSSIBLE_TRICKS, "P-3.9.5")
        if seat is None or seat.position != self.declarer:
            return Illegal(Reason.NOT_YOUR_TURN, "P-3.5.4" if isinstance(event, Surrender) else "P-3.4.8")
        if isinstance(event, Correct):
            law = "PC-4.3.4" if self.terms.conventions.contract_change == "frozen" else "P-3.4.8"
            allowed = self.phase == "whist" and self._correctable(event)
            return None if allowed else Illegal(Reason.NOT_NOW, law)
        return None if self._may_surrender() else Illegal(Reason.NOT_NOW, "P-3.5.4")

    def _why_not_play(self, event: Event) -> Illegal | None:
        if not isinstance(event, Play):
            return Illegal(Reason.NOT_NOW, "P-3.9.2")
        bit = event.card.bit
        if bit & self._playable():
            return None
        if not bit & self.hands[self.at]:
            return Illegal(Reason.NOT_HELD, "P-3.9.2")
        led = self.lead or self.trick[0]
        if led.suit.bits & self.hands[self.at]:
            return Illegal(Reason.MUST_FOLLOW, "P-3.7.5" if self.contract is Contract.ALLPASS else "P-2.1.3")
        return Illegal(Reason.MUST_TRUMP, "P-2.1.3")

    def _why_not_whist(self, event: Event) -> Illegal:
        """A word that is not on offer: obligatory whist, half-whist where there is none, a second look."""
        c = self.terms.conventions
        if isinstance(event, Pass) and c.whist_obligatory_6s and self.contract is Contract.S6:
            return Illegal(Reason.OBLIGATORY, "P-3.8.9")
        if isinstance(event, Half):
            return Illegal(Reason.NOT_NOW if c.whist_half else Reason.NOT_AGREED, "P-3.8.7")
        if isinstance(event, Lay):
            return Illegal(Reason.NOT_NOW, "P-3.8.5")
        if isinstance(event, Peek):
            return Illegal(Reason.NOT_NOW, "P-3.8.8")
        return Illegal(Reason.NOT_NOW, "P-3.8.1")

    def possible(self, event: Event, seat: Seat | None = None) -> bool:
        """Whether a hand could do it: any card that is held, any bid over none, any contract."""
        if self.why_not(event, seat) is None:
            return True
        if seat is not None and seat is not self.actor:
            return False
        if self.phase == "play" and isinstance(event, Play):
            return bool(event.card.bit & self.hands[self.at])
        if self.phase == "auction":
            if isinstance(event, Bid):
                return event.contract.size > 0
            return isinstance(event, (Misere, Pass)) or (isinstance(event, Here) and self.auction.high > 0)
        return self.phase == "contract" and isinstance(event, Name) and event.contract.size > 0

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

    def advance(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after an event that is known to be possible."""
        if isinstance(event, Play):
            return self._played(event.card)
        if isinstance(event, Deal):
            return self._begun(Layout.parse(event.cards))
        if isinstance(event, Answer):
            return self._answered(seat or self.actor, yes=event.yes)
        if isinstance(event, Claim):
            by = seat or self.actor
            if by is None:
                raise TypeError(event)
            return self._with(claim=Pending(by, event.tricks))
        if self.phase == "auction":
            return self._called(event)
        if self.phase == "talon":
            if isinstance(event, Misere):  # the factor is lost and the talon is shown (P-3.3.19b, C-BLIND-3)
                return self._with(contract=Contract.MISERE, dark=False)._bought()
            return self._bought()
        if isinstance(event, (Discard, Refuse)):
            cards = CardSet.of(event.cards if isinstance(event, Discard) else self.talon).bits
            hands = _put(self.hands, self.declarer, self.hands[self.declarer] & ~cards)
            after = self._with(hands=hands, discarded=cards, refused=isinstance(event, Refuse))
            return after._start(Verdict()) if self.contract is Contract.MISERE else after._with(phase="contract")
        if isinstance(event, (Name, Correct)):
            return self._with(contract=event.contract, phase="whist", words=())._asked()
        if isinstance(event, Peek):
            return self._with(peeked=event.hand.position)
        if isinstance(event, Surrender):
            return self._with(phase="over", surrendered=True)
        word = next(word for word, said in _WORDS.items() if said == event)
        return self._with(words=(*self.words, word))._asked()

    def _with(self, **changes: object) -> Self:
        return msgspec.structs.replace(self, **changes)

    def _begun(self, layout: Layout) -> Self:
        hands = tuple(hand.bits if hand is not None else 0 for hand in layout.hands)
        after = self._with(hands=hands, dealt=hands, talon=layout.rest, phase="auction")
        return after._all_pass() if self.terms.forced else after

    def _called(self, event: Event) -> Self:
        seat = self.terms.hands[self.auction.turn]
        auction = self.auction.after(event, self.terms.auction)
        said = self.calls if isinstance(event, (Look, Invite)) else (*self.calls, (seat, event))
        if isinstance(event, Invite):
            return self._with(auction=auction, phase="invite")
        after = self._with(auction=auction, calls=said)
        if not auction.over:
            return after
        if auction.holder < 0:
            return after._all_pass()
        declarer = self.terms.hands[auction.holder].position
        misere = auction.contract is Contract.MISERE
        after = after._with(
            declarer=declarer,
            contract=Contract.MISERE if misere else None,
            dark=auction.dark,
            shared=self.shared and misere,
        )
        if auction.hand:
            return after._start(Verdict()) if misere else after._with(phase="contract")
        if auction.dark and not misere:
            return after._with(phase="talon")
        return after._bought()

    def _bought(self) -> Self:
        """The declarer has taken the talon; all have seen it, unless he bought it in the dark (P-3.4.1)."""
        hand = self.hands[self.declarer] | CardSet.of(self.talon).bits
        return self._with(hands=_put(self.hands, self.declarer, hand), phase="discard")

    def _all_pass(self) -> Self:
        return self._with(contract=Contract.ALLPASS)._start(Verdict())

    def _answered(self, seat: Seat | None, *, yes: bool) -> Self:
        if self.claim is None:  # the dealer answers an invitation (P-3.6.9)
            after = self._with(phase="auction", shared=yes)
            return after._called(Misere()) if yes else after
        if not yes:
            return self._with(claim=None, claimed=self.claimed | 1 << self.claim.by.position)
        agreed = (*self.claim.agreed, *((seat,) if seat is not None else ()))
        if set(self._voices()) - {self.claim.by, *agreed}:
            return self._with(claim=msgspec.structs.replace(self.claim, agreed=agreed))
        won = tuple(self.claim.tricks.get(place, 0) for place in SEATS)
        return self._with(claim=None, won=won, phase="over", settled=True)

    def _asked(self) -> Self:
        """The whist phase goes on, or ends in a verdict."""
        contract = self._contract()
        if self.dark and contract.size == 6:  # both must whist in the dark, as far as there are two (P-3.3.19b)
            opponents = self.terms.whist.opponents
            return self._start(Verdict(tuple(range(opponents)), open=opponents == 1))
        if contract.size == _TEN and self.terms.conventions.contract_ten_is == "checked":
            return self._start(Verdict(open=True))
        verdict = ask(self.terms.whist, contract, self.words)
        if isinstance(verdict, Question):
            return self
        if verdict.whisters:
            return self._start(verdict)
        half = -1 if verdict.half < 0 else self._role(verdict.half).position
        return self._with(phase="over", half=half)

    def _start(self, verdict: Verdict) -> Self:
        """The first lead is the first hand's (P-3.9.1); in all-pass the talon may lead for it (P-3.7.6)."""
        terms = self.terms
        contract = self._contract()
        allpass = contract is Contract.ALLPASS
        whisters = tuple(self._role(role).position for role in verdict.whisters)
        control = [0, 1, 2, 3]
        if verdict.open and whisters:
            for seat in terms.holders:
                if seat.position != self.declarer:
                    control[seat.position] = whisters[0]
        elif terms.dummy is not None and not allpass:
            control[terms.dummy.position] = self._opponents()[0].position
        half = -1 if verdict.half < 0 else self._role(verdict.half).position
        first = terms.hands[0].position
        return self._with(
            phase="play",
            whisters=whisters,
            half=half,
            open=verdict.open or (contract is Contract.MISERE and not self.dark),
            control=tuple(control),
            at=first,
            leader=first,
            order=tuple(seat.position for seat in (terms.hands if allpass else terms.holders)),
            trump=contract.trump,
            lead=self.talon[0] if allpass and terms.conventions.allpass_talon == "opened" else None,
        )

    def _played(self, card: Card) -> Self:
        at = self.at
        order = self.order
        hands = _put(self.hands, at, self.hands[at] & ~card.bit)
        trick = (*self.trick, card)
        if len(trick) < len(order):
            after = order[(order.index(at) + 1) % len(order)]
            return msgspec.structs.replace(self, hands=hands, trick=trick, at=after)
        start = order.index(self.leader)
        seats = order[start:] + order[:start]
        lead = self.lead
        if lead is None:
            taker = seats[winner(trick, self.trump)]
        else:  # the talon's card names the suit; the dealer who sits out can win with it (P-3.7.6)
            best = winner((lead, *trick), None)
            if best == 0 and not self._dealer_owns():
                same = tuple(card if card.suit is lead.suit else None for card in trick)
                best = 1 + max((n for n, c in enumerate(same) if c), key=lambda n: trick[n].rank.position)
            taker = self.terms.dealer.position if best == 0 else seats[best - 1]
        done = Trick(SEATS[self.leader], tuple(zip((SEATS[s] for s in seats), trick, strict=True)), SEATS[taker], lead)
        nth = len(self.history) + 1
        leads = self.talon[1] if lead is not None and nth == 1 else None
        # After the talon's leads the first hand leads the third trick, whoever took the second.
        next_leader = self.order[0] if lead is not None else taker
        return msgspec.structs.replace(
            self,
            hands=hands,
            trick=(),
            history=(*self.history, done),
            won=_put(self.won, taker, self.won[taker] + 1),
            at=next_leader,
            leader=next_leader,
            lead=leads,
            claimed=0,
            phase="over" if nth == HAND_SIZE else "play",
        )

    # --- what is seen --------------------------------------------------------------------------------------

    @property
    def factor(self) -> int:
        """What multiplies this deal: the declarer's bomb, a blind win, or blind passes (P-3.3.19)."""
        if self.contract is Contract.ALLPASS:
            return int(2 ** self._level())
        if self.declarer < 0:
            return 1
        return self.terms.bombs[self.declarer] * (2 if self.dark else 1)

    def _level(self) -> int:
        terms = self.terms
        if terms.forced:  # all are deemed to have passed blind (P-3.7.9)
            cap = terms.conventions.blind_cap
            return terms.level + 1 if cap is None else min(terms.level + 1, cap)
        return self.auction.level(terms.auction) if self.auction.blind_passers else 0

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        if self.phase != "over":
            return None
        terms, contract = self.terms, self._contract()
        name = terms.name
        played = bool(self.history) or self.settled
        counted = {name(s): self.won[s.position] for s in self._takers() if s is not terms.dummy} if played else None
        if contract is Contract.ALLPASS:
            blind = tuple(
                name(seat) for n, seat in enumerate(terms.hands) if terms.forced or self.auction.blind_passers >> n & 1
            )
            factor = self.factor
            return Outcome(
                name(terms.dealer), "allpass", tricks=counted, factor=None if factor == 1 else factor, blind=blind
            )
        said: dict[str, Word] = {}
        if contract is not Contract.MISERE and (self.words or self.whisters):
            said = self._final_words()
        if terms.dummy is not None and counted is not None:
            # The closed hand's tricks are those of the one who plays it.
            counted[name(self._opponents()[0])] += self.won[terms.dummy.position]
        return Outcome(
            name(terms.dealer),
            "misere" if contract is Contract.MISERE else "tricks",
            declarer=name(SEATS[self.declarer]),
            contract=None if contract is Contract.MISERE else contract,
            tricks=counted,
            calls=said,
            factor=None if self.factor == 1 else self.factor,
            surrender=self.surrendered,
            talon=(self.talon[0], self.talon[1]) if terms.conventions.talon_bonus and not self.auction.hand else None,
            refused=self.refused,
            shared=self.shared,
            open=self.open,
        )

    def _answers(self) -> tuple[tuple[Seat, str], ...]:
        """Who has said what when he was asked to whist."""
        if not self.words:
            return ()
        said = answers(self.terms.whist, self._contract(), self.words)
        return tuple((self._role(role), word) for role, word in said)

    def _final_words(self) -> dict[str, Word]:
        said: dict[str, Word] = {}
        for seat, word in self._answers():
            if word in {"pass", "whist"}:
                said[self.terms.name(seat)] = "whist" if word == "whist" else "pass"
        if self.half >= 0:
            said[self.terms.name(SEATS[self.half])] = "half_whist"
        if self.dark and not self.words:
            said = {self.terms.name(SEATS[at]): "whist" for at in self.whisters}
        return said

    def _visible(self, place: Seat, viewer: Seat | None) -> bool:
        """Whether the viewer may see the cards in a place."""
        if self.phase == "over":
            return True
        terms = self.terms
        if place is terms.dummy:
            if self.phase == "play" and viewer in terms.hands and self.control[place.position] == viewer.position:
                return True  # nobody plays cards that he does not see
        elif place is viewer:
            if not terms.auction.blind or self.phase not in {"auction", "invite"}:
                return True  # who has won blind lifts them too, to choose between the talon and misère (P-3.3.19b)
            at = terms.hands.index(place)
            return bool(self.auction.looked >> at & 1)  # before he lifts his cards he knows none (P-3.3.19)
        if self.claim is not None and self.claim.by is place:
            return True
        if viewer is terms.dealer and terms.dealer_sits:
            if self.peeked == place.position:
                return True
            invites = self.phase == "invite" or self.shared
            if invites and self.auction.invited and place is terms.hands[self.auction.invited.bit_length() - 1]:
                return True
        if not self.open or self.phase != "play" or place.position == self.declarer:
            return self._checked_ten() and self.phase == "play"
        # Open defenders: at misère, and in the club, a declarer who leads does so in the dark (P-3.6.6, PC-4.6.8).
        if self.contract is not Contract.MISERE and terms.conventions.whist_light_before_declarer_lead:
            return True
        first_lead_made = bool(self.history or self.trick)
        return first_lead_made or terms.hands[0].position != self.declarer

    def _checked_ten(self) -> bool:
        """A ten that is only checked is played with all cards open (P-3.5.3)."""
        ten = self.contract is not None and self.contract.size == _TEN
        return ten and self.terms.conventions.contract_ten_is == "checked" and not self.whisters

    def _talon_seen(self, viewer: Seat | None) -> tuple[Card, ...]:
        if self.phase == "over":
            return self.talon
        if self.contract is Contract.ALLPASS:
            if self.terms.conventions.allpass_talon == "closed":
                return self.talon[: self.auction.taken]  # the card that a silent third hand has opened (PC-4.2.11)
            return self.talon[: len(self.history) + (1 if len(self.history) < 2 else 0)]
        if self.auction.taken == 1:
            return self.talon[:1]
        bought = self.phase in {"discard", "contract", "whist", "play"} and not self.auction.hand
        mine = viewer is not None and viewer.position == self.declarer
        return self.talon if bought and (mine or not self.dark) else ()

    def view(self, seat: Seat | None) -> View:
        """All that this seat may know; None: a kibitzer."""
        terms = self.terms
        hands: dict[Seat, Hand] = {}
        for place in terms.holders:
            bits = self.dealt[place.position] if self.phase == "over" else self.hands[place.position]
            shown = self._visible(place, seat)
            hands[place] = Hand(bits.bit_count(), _cards(bits) if shown else None)
        mine = seat is not None and seat.position == self.declarer
        keep = terms.conventions.irr_discard_peek == "none" or not (self.history or self.trick)
        discard = CardSet(self.discarded) if self.phase == "over" or (mine and keep) else None
        acting = seat is not None and seat is self.actor
        start = self.order.index(self.leader) if self.trick else 0
        seats = self.order[start:] + self.order[:start]
        refused: dict[Card, Illegal] = {}
        if acting and self.phase == "play" and self.claim is None:
            others = _cards(self.hands[self.at] & ~self._playable())
            illegal = self._why_not_play(PLAYS[others[0]]) if others else None
            if illegal is not None:  # the suit that was led, or the trump, forbids all the others alike
                refused = dict.fromkeys(others, illegal)
        return View(
            seat=seat,
            terms=terms,
            phase=self.phase,
            turn=self.turn,
            actor=self.actor,
            hands=hands,
            talon=self._talon_seen(seat),
            calls=tuple((who, call.token) for who, call in self.calls),
            answers=self._answers(),
            bid=self.auction.contract,
            contract=self.contract,
            declarer=SEATS[self.declarer] if self.declarer >= 0 else None,
            whisters=tuple(SEATS[at] for at in self.whisters),
            open=self.open,
            shared=self.shared,
            factor=self.factor,
            price=terms.price,
            lead=self.lead,
            trick=tuple((SEATS[at], card) for at, card in zip(seats, self.trick, strict=False)),
            history=self.history,
            tricks={place: self.won[place.position] for place in self._takers()} if self.order else {},
            discard=tuple(discard) if discard is not None else None,
            put_away=tuple(CardSet(self.discarded)) if mine and self.discarded else None,
            claim=self.claim,
            legal=self.legal(seat) if acting else (),
            offers=self.offers(seat) if seat is not None else (),
            refused=refused,
            outcome=self.outcome,
        )

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:
        """The event as the viewer sees it happen: a deal or a discard hides its cards."""
        if isinstance(event, Deal):
            layout = Layout.parse(event.cards)
            lifts = viewer in self.terms.hands and not self.terms.auction.blind
            mine = layout.hand(viewer) if viewer is not None and lifts else None
            hidden = Layout.of([(viewer, mine)] if viewer is not None and mine is not None else [])
            return Deal(str(hidden))
        if isinstance(event, Discard) and viewer is not by:
            return Discard()
        return event
