"""The auction (P-3.3), and the invitation to share a misère (P-3.6.9)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from kozyr.cards import Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.claim import ANSWERS, Answer
from kozyr.games.contract import Call, CannotFollow
from kozyr.games.preferans.auction import after, calls, refusal
from kozyr.games.preferans.buying import Discarding, Naming, Talon
from kozyr.games.preferans.phase import Bids, Game, Phase
from kozyr.games.preferans.play import start
from kozyr.games.preferans.words import AnyEvent, Bid, Contract, Here, Invite, Look, Misere, Pass


class Bidding(Phase, frozen=True):
    """The auction, which goes on."""

    name: ClassVar[str] = "auction"
    takes: ClassVar[tuple[type[Event], ...]] = (Call,)
    turns: ClassVar[str] = "P-3.3.2"

    @property
    def turn(self) -> Seat:
        """The seat that calls next."""
        return self.bids.auction.turn

    def sees(self, viewer: Seat | None, place: Seat) -> bool:
        """Whether a viewer sees the cards.

        Where blind calls were agreed, players know their own cards only after lifting them (P-3.3.19).
        """
        if viewer is place and self.terms.auction.blind:
            return place in self.bids.auction.looked
        return super().sees(viewer, place)

    def legal(self) -> tuple[AnyEvent, ...]:
        """The calls that are allowed."""
        return calls(self.bids.auction, self.terms.auction)

    def refusal(self, event: Event) -> Refusal:
        """Why a call is not among the legal ones."""
        return refusal(event, self.bids.auction, self.terms.auction)

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a hand could do it: any bid, too low or too high, by any bidder, in turn or not.

        To match a bid, there must be one.
        """
        if seat not in self.terms.hands:
            return False
        if isinstance(event, Bid):
            return event.contract.size > 0
        return isinstance(event, (Misere, Pass)) or (isinstance(event, Here) and self.bids.auction.contract is not None)

    def apply(self, event: Event, seat: Seat) -> Phase:
        """The phase after a call: the next seat's turn, the dealer's answer, or the phase after the auction.

        A call out of turn is heard, and the auction goes on where it was (P-3.3.18).
        """
        terms, was = self.terms, self.bids
        if seat is not was.auction.turn:
            return self
        if isinstance(event, Here) and was.auction.contract is None:
            raise CannotFollow(event, self.name)  # there is nothing to match
        auction = after(was.auction, event, terms.auction)
        if isinstance(event, Invite):
            return Invitation(self.dealt, msgspec.structs.replace(was, auction=auction))
        heard = was.calls if isinstance(event, Look) else (*was.calls, (seat, event))
        if not auction.over:
            return Bidding(self.dealt, Bids(auction, heard, was.shared))
        misere = auction.contract is Contract.MISERE
        bids = Bids(auction, heard, was.shared and misere)
        if auction.holder is None:
            return start(self.dealt, bids, Game(Contract.ALLPASS))
        if auction.hand:
            game = Game(Contract.MISERE)
            return start(self.dealt, bids, game) if misere else Naming(self.dealt, bids)
        if auction.dark and not misere:
            return Talon(self.dealt, bids)
        return Discarding(self.dealt, bids, misere)


class Invitation(Bidding, frozen=True):
    """The dealer without cards looks at the cards of an inviting bidder, and answers."""

    name: ClassVar[str] = "invite"
    takes: ClassVar[tuple[type[Event], ...]] = (Answer,)
    turns: ClassVar[str] = "P-3.6.9"

    @property
    def actor(self) -> Seat:
        """The seat that answers: the dealer."""
        return self.terms.dealer

    def sees(self, viewer: Seat | None, place: Seat) -> bool:
        """Whether a viewer sees the hand: the dealer does."""
        asked = viewer is self.terms.dealer and place is self.bids.auction.invited
        return asked or super().sees(viewer, place)

    def legal(self) -> tuple[AnyEvent, ...]:
        """The answers: yes or no."""
        return ANSWERS

    def refusal(self, event: Event) -> Refusal:  # noqa: ARG002 - whatever it is
        """Why an event is refused: an answer is due."""
        return Refusal(Reason.NOT_NOW, "P-3.6.9")

    def possible(self, event: Event, seat: Seat) -> bool:  # noqa: ARG002 - nothing but answers
        """Whether a hand could do it: nothing else can be said."""
        return False

    def apply(self, event: Event, seat: Seat) -> Phase:  # noqa: ARG002 - the dealer's
        """The phase after the answer: the misère is ordered together, or the auction goes on where it was."""
        yes = isinstance(event, Answer) and event.yes
        auction = Bidding(self.dealt, msgspec.structs.replace(self.bids, shared=yes))
        return auction.apply(Misere(), self.turn) if yes else auction
