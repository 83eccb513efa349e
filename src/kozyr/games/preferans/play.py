"""The play of the cards (P-2.1, P-3.7.5, P-3.7.6, P-3.9), and a claim that stops it (P-3.9.22)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import ClassVar, Final

import msgspec

from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Event, Play, Reason, Refusal
from kozyr.games.claim import ANSWERS, Answer, Pending
from kozyr.games.contract import by_token
from kozyr.games.preferans.over import Over, takers
from kozyr.games.preferans.phase import Bids, Dealt, Game, Named, Phase, bought
from kozyr.games.preferans.terms import HAND_SIZE, checked
from kozyr.games.preferans.whist import NOBODY, Defence
from kozyr.games.preferans.words import PLAYS, AnyEvent, Claim, Contract, Correct, Surrender
from kozyr.games.trick import FollowRules, Four, Tricks, plays

FOLLOW: Final = FollowRules(must_trump=True)  # P-2.1.3; no duty to overtrump
_plays: Final = plays(PLAYS)


class Playing(Named, frozen=True):
    """Cards are played."""

    name: ClassVar[str] = "play"
    takes: ClassVar[tuple[type[Event], ...]] = (Play, Claim, Surrender)
    turns: ClassVar[str] = "P-2.1.4"

    defence: Defence
    tricks: Tricks
    decides: tuple[Seat, ...]
    """The seat that chooses the cards of each seat, N E S W."""
    claimed: frozenset[Seat]
    """The seats that have claimed in this trick."""

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return self.tricks.at

    @property
    def actor(self) -> Seat:
        """The seat that decides: a whister for the open defence, a defender for the closed hand."""
        return self.decides[self.tricks.at.position]

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, from the lead."""
        return self.tricks.cards

    @property
    def hands(self) -> Four:
        """The cards that each seat still holds, as bits."""
        return self.tricks.hands

    @property
    def voices(self) -> tuple[Seat, ...]:
        """The seats that must agree to a claim: all players, and a dealer who whists or whose talon still leads (P-3.9.22)."""
        terms, tricks = self.terms, self.tricks
        leads = tricks.owner is not None and len(tricks.history) < 2
        whists = terms.sitter is not None and terms.sitter in self.defence.whisters
        return (*terms.hands, terms.dealer) if whists or leads else terms.hands

    def sees(self, viewer: Seat | None, place: Seat) -> bool:
        """Whether a viewer sees a hand: also the closed hand, and hands that lie open (P-3.5.3, P-3.6.6, PC-4.6.8)."""
        terms, defence, contract = self.terms, self.defence, self.game.contract
        if super().sees(viewer, place):
            return True
        if place is terms.dummy and viewer in terms.hands and self.decides[place.position] is viewer:
            return True  # a player sees the cards to be played
        if place is self.declarer or not defence.open:
            return checked(terms.conventions, contract) and not defence.whisters
        # Open defenders: at misère, and in the club's rules, a declarer on lead leads before seeing them.
        if contract is not Contract.MISERE and terms.conventions.whist_light_before_declarer_lead:
            return True
        return self.tricks.begun or terms.hands[0] is not self.declarer

    def sees_talon(self, viewer: Seat | None) -> tuple[Card, ...]:
        """The cards of the talon that a viewer sees: in an all-pass those that have led, or that a silent third hand has opened (PC-4.2.11)."""
        if self.game.contract is not Contract.ALLPASS:
            return super().sees_talon(viewer)
        if self.terms.conventions.allpass_talon == "closed":
            return self.dealt.talon[: self.bids.auction.taken]
        return self.dealt.talon[: len(self.tricks.history) + 1]

    def reasons(self) -> dict[Card, Refusal]:
        """The cards that may not be played now: the suit led, or the trump, forbids all of them alike."""
        tricks = self.tricks
        others = tuple(CardSet(tricks.hand & ~tricks.playable))
        return dict.fromkeys(others, self.refusal(PLAYS[others[0]])) if others else {}

    def legal(self) -> tuple[AnyEvent, ...]:
        """The cards that follow suit (P-2.1.3, P-3.7.5)."""
        return _plays(self.tricks.playable)

    def offers(self, seat: Seat) -> tuple[AnyEvent, ...]:
        """The offers: claims (P-3.9.22); before the first card the declarer may give up (P-3.5.4)."""
        tricks = self.tricks
        claims: tuple[AnyEvent, ...] = ()
        if seat in self.voices and seat not in self.claimed:
            seats = tuple(sorted(takers(tricks, self.dealt.terms), key=lambda taker: taker.position))
            claims = _divisions(seats, tricks.won, tuple(map(self._most, seats)))
        gives_up = seat is self.declarer and self.game.contract.size and not tricks.begun
        return (*claims, Surrender()) if gives_up else claims

    def _most(self, seat: Seat) -> int:
        """How many of the tricks left a seat can still take: a dealer only those that the talon leads."""
        done = len(self.tricks.history)
        return HAND_SIZE - done if seat in self.tricks.order else max(0, 2 - done)

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""
        if type(event) is Play and seat is self.actor:
            return None if event.card.bit & self.tricks.playable else self.refusal(event)
        return super().why_not(event, seat)

    def refusal(self, event: Event) -> Refusal:
        """Why a card is refused: it is not held, or does not follow."""
        allpass = self.game.contract is Contract.ALLPASS
        match self.tricks.refusal(event.card) if isinstance(event, Play) else None:
            case Reason.MUST_FOLLOW:
                return Refusal(Reason.MUST_FOLLOW, "P-3.7.5" if allpass else "P-2.1.3")
            case Reason.MUST_TRUMP:
                return Refusal(Reason.MUST_TRUMP, "P-2.1.3")
            case reason:
                return Refusal(reason or Reason.NOT_NOW, "P-3.9.2")

    def refused_offer(self, event: Claim | Correct | Surrender, seat: Seat) -> Refusal:
        """Why the claim is refused."""
        if not isinstance(event, Claim):
            return super().refused_offer(event, seat)
        if seat not in self.voices:
            return Refusal(Reason.NOT_YOUR_TURN, "P-3.9.22")
        if seat in self.claimed:
            return Refusal(Reason.ALREADY_CLAIMED, "P-3.9.22")
        return Refusal(Reason.IMPOSSIBLE_TRICKS, "P-3.9.5")

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a hand could do it: any held card can be played, in turn or not, by the player who chooses its cards."""
        holder = self.tricks.holder(event.card) if isinstance(event, Play) else None
        return holder is not None and self.decides[holder.position] is seat

    def apply(self, event: Event, seat: Seat) -> Phase:
        """The phase after a card, a claim, or a contract given up."""
        if isinstance(event, Play):
            return self._played(event.card)
        if isinstance(event, Claim):
            claim = Pending(seat, event.tricks)
            return Claimed(
                self.dealt, self.bids, self.game, self.defence, self.tricks, self.decides, self.claimed, claim
            )
        lying = tuple(place for place in self.terms.holders if self.sees(None, place))
        return Over(self.dealt, self.bids, self.game, self.defence, self.tricks, surrendered=True, lying=lying)

    def _played(self, card: Card) -> Phase:
        lead = self.tricks.lead
        tricks = self.tricks.play(card)
        claimed = self.claimed
        if not tricks.trick:
            claimed = frozenset()
            done = len(tricks.history)
            if done == HAND_SIZE:
                return Over(self.dealt, self.bids, self.game, self.defence, tricks)
            if lead is not None and done == 1:  # the first hand leads to both of the talon's cards (P-3.7.6)
                tricks = tricks.led_by(self.dealt.talon[1])
        return Playing(self.dealt, self.bids, self.game, self.defence, tricks, self.decides, claimed)


class Claimed(Playing, frozen=True):
    """A claim waits for the others' answers; its author's cards lie open (P-3.9.22)."""

    takes: ClassVar[tuple[type[Event], ...]] = (Answer,)
    turns: ClassVar[str] = "P-3.9.22"

    claim: Pending[dict[Seat, int]]

    @property
    def actor(self) -> Seat:
        """The next seat to answer."""
        return self.claim.waiting(self.voices)[0]

    def sees(self, viewer: Seat | None, place: Seat) -> bool:
        """Whether a viewer sees a hand: the claimant's cards too."""
        return place is self.claim.by or super().sees(viewer, place)

    def reasons(self) -> dict[Card, Refusal]:
        """The cards that may not be played: none, since no card is asked for."""
        return {}

    def legal(self) -> tuple[AnyEvent, ...]:
        """The answers: yes or no."""
        return ANSWERS

    def offers(self, seat: Seat) -> tuple[AnyEvent, ...]:  # noqa: ARG002 - for nobody
        """The offers: none."""
        return ()

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""
        offer = isinstance(event, (Claim, Correct, Surrender))
        if seat is not self.actor and not offer:
            return Refusal(Reason.NOT_YOUR_TURN, self.turns)
        return None if isinstance(event, Answer) else Refusal(Reason.CLAIM_PENDING, self.turns)

    def possible(self, event: Event, seat: Seat) -> bool:  # noqa: ARG002 - nothing but answers
        """Whether a hand could do it: no card can be played meanwhile."""
        return False

    def apply(self, event: Event, seat: Seat) -> Phase:
        """The phase after an answer: the play goes on, another is asked, or the deal is over."""
        claim = self.claim
        if not (isinstance(event, Answer) and event.yes):
            claimed = self.claimed | {claim.by}
            return Playing(self.dealt, self.bids, self.game, self.defence, self.tricks, self.decides, claimed)
        claim = claim.agree(seat)
        if claim.waiting(self.voices):
            return msgspec.structs.replace(self, claim=claim)
        n, e, s, w = (claim.tricks.get(place, 0) for place in Seat)
        tricks = msgspec.structs.replace(self.tricks, won=(n, e, s, w))
        return Over(self.dealt, self.bids, self.game, self.defence, tricks)


def start(dealt: Dealt, bids: Bids, game: Game, defence: Defence = NOBODY) -> Playing:
    """The play before its first lead, which is the first hand's (P-3.9.1); in all-pass the talon may lead (P-3.7.6)."""
    terms, contract, declarer = dealt.terms, game.contract, bids.declarer
    allpass = declarer is None
    decides = {seat: seat for seat in Seat}
    if declarer is not None and defence.open and defence.whisters:
        decides |= {seat: defence.whisters[0] for seat in terms.holders if seat is not declarer}
    elif declarer is not None and terms.dummy is not None:
        decides[terms.dummy] = terms.opponents(declarer)[0]
    if contract is Contract.MISERE and not bids.auction.dark:
        defence = msgspec.structs.replace(defence, open=True)
    tricks = Tricks.begin(
        hands=bought(dealt, bids, game.discarded),
        order=terms.hands if allpass else terms.holders,
        trump=contract.trump,
        rules=FOLLOW,
        lead=dealt.talon[0] if allpass and terms.conventions.allpass_talon == "opened" else None,
        owner=terms.talon_owner if allpass else None,
    )
    return Playing(dealt, bids, game, defence, tricks, tuple(decides.values()), frozenset())


@lru_cache(maxsize=4096)
def _divisions(seats: tuple[Seat, ...], won: Four, most: tuple[int, ...]) -> tuple[Claim, ...]:
    """Every way in which the remaining tricks can fall, on top of those won. most: of each seat."""
    left = HAND_SIZE - sum(won)
    found: list[Claim] = []
    for some in product(*(range(n + 1) for n in most[:-1])):
        last = left - sum(some)
        if 0 <= last <= most[-1]:
            more = zip(seats, (*some, last), strict=True)
            found.append(Claim({seat: won[seat.position] + n for seat, n in more}))
    return by_token(found)
