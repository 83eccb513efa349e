"""The common parts of all phases of preferans, and their default answers."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import ClassVar

import msgspec

from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Event, Phase as BasePhase, Reason, Refusal
from kozyr.games.claim import Pending
from kozyr.games.preferans.auction import Auction
from kozyr.games.preferans.terms import Outcome, Terms
from kozyr.games.preferans.whist import NOBODY, Defence
from kozyr.games.preferans.words import AnyEvent, Claim, Contract, Correct, Surrender
from kozyr.games.trick import Four, Tricks, put


class Dealt(msgspec.Struct, frozen=True):
    """The cards of a deal: the hands as bits of a `CardSet` by seat N E S W, and the talon, upper card first."""

    terms: Terms
    hands: Four
    talon: tuple[Card, ...]


class Bids(msgspec.Struct, frozen=True, dict=True):
    """The calls of the auction."""

    auction: Auction
    calls: tuple[tuple[Seat, Event], ...] = ()
    shared: bool = False
    """Whether the dealer has accepted an invitation; after the auction it means a shared misère."""

    @cached_property
    def told(self) -> tuple[tuple[Seat, str], ...]:
        """The calls as every view has them while the cards are played."""
        return tuple((who, call.token) for who, call in self.calls)

    @property
    def declarer(self) -> Seat | None:
        """The winner of the auction. None: the auction goes on, or all have passed."""
        return self.auction.holder if self.auction.over else None


class Game(msgspec.Struct, frozen=True):
    """The contract to be played, with the discard."""

    contract: Contract
    discarded: int = 0
    """The two cards put away, as bits."""
    refused: bool = False
    """Whether the two cards are the talon's own, because it was refused (P-3.4.10)."""


def bought(dealt: Dealt, bids: Bids, discarded: int = 0) -> Four:
    """The cards of each seat after the declarer has taken the talon, if the game has one, and put these cards away."""
    if bids.declarer is None:
        return dealt.hands
    talon = 0 if bids.auction.hand else CardSet.of(dealt.talon).bits
    return put(dealt.hands, bids.declarer.position, (dealt.hands[bids.declarer.position] | talon) & ~discarded)


class Phase(BasePhase[AnyEvent], frozen=True):
    """A phase of a deal."""

    turns: ClassVar[str]
    """The rule by which only the actor acts."""

    dealt: Dealt
    bids: Bids

    # --- settled facts -------------------------------------------------------------------------------------

    @property
    def terms(self) -> Terms:
        """The terms of the deal, known before its cards."""
        return self.dealt.terms

    @property
    def declarer(self) -> Seat | None:
        """The winner of the auction. None: the auction goes on, or all have passed."""
        return self.bids.declarer

    @property
    def contract(self) -> Contract | None:
        """The contract, once it is known."""
        return None

    @property
    def factor(self) -> int:
        """The multiplier of this deal: the declarer's bomb, a blind win, or blind passes (P-3.3.19)."""
        declarer = self.declarer
        return 1 if declarer is None else self.terms.factor(declarer, dark=self.bids.auction.dark)

    @property
    def discarded(self) -> int:
        """The cards put away, as bits."""
        return 0

    @property
    def defence(self) -> Defence:
        """The whisters, as far as they are known."""
        return NOBODY

    @property
    def tricks(self) -> Tricks | None:
        """The play of the cards, once it has begun."""
        return None

    @property
    def claim(self) -> Pending[dict[Seat, int]] | None:
        """The claim that waits for answers."""
        return None

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        return None

    # --- the cards -----------------------------------------------------------------------------------------

    @property
    def hands(self) -> Four:
        """The cards that each seat holds, as bits."""
        return self.dealt.hands

    def sees(self, viewer: Seat | None, place: Seat) -> bool:
        """Whether a viewer may see a place's cards: the own ones, and for a dealer without cards the shown ones."""
        terms = self.terms
        if viewer is place:
            return place in terms.hands
        if viewer is None or viewer is not terms.sitter:
            return False
        return place is self.defence.peeked or (self.bids.shared and place is self.bids.auction.invited)

    def sees_talon(self, viewer: Seat | None) -> tuple[Card, ...]:
        """The cards of the talon that a viewer may see: once bought, all; if bought in the dark, its buyer's."""
        auction, declarer = self.bids.auction, self.declarer
        bought = declarer is not None and not auction.hand
        return self.dealt.talon if bought and (viewer is declarer or not auction.dark) else ()

    def reasons(self) -> dict[Card, Refusal]:
        """The cards of the hand on turn that may not be played now, and why."""
        return {}

    # --- the possible events -------------------------------------------------------------------------------

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""
        if isinstance(event, (Claim, Correct, Surrender)):
            return None if event in self.offers(seat) else self.refused_offer(event, seat)
        if seat is not self.actor:
            return Refusal(Reason.NOT_YOUR_TURN, self.turns)
        return None if event in self.legal() else self.refusal(event)

    @abstractmethod
    def refusal(self, event: Event) -> Refusal:
        """Why an event that is not among the legal ones is refused to the actor."""

    def refused_offer(self, event: Claim | Correct | Surrender, seat: Seat) -> Refusal:
        """Why an offer that is not open to this seat is refused."""
        if isinstance(event, Claim):
            return Refusal(Reason.NOT_NOW, "P-3.9.22")
        law = "P-3.5.4" if isinstance(event, Surrender) else "P-3.4.8"
        if seat is not self.declarer:
            return Refusal(Reason.NOT_YOUR_TURN, law)
        frozen = isinstance(event, Correct) and self.terms.conventions.contract_change == "frozen"
        return Refusal(Reason.NOT_NOW, "PC-4.3.4" if frozen else law)


class Named(Phase, frozen=True):
    """A phase in which the contract is known."""

    game: Game

    @property
    def contract(self) -> Contract:
        """The contract."""
        return self.game.contract

    @property
    def discarded(self) -> int:
        """The cards put away, as bits."""
        return self.game.discarded

    @property
    def factor(self) -> int:
        """The multiplier of this deal; in an all-pass the blind passes double its price (P-3.3.19a)."""
        if self.game.contract is not Contract.ALLPASS:
            return super().factor
        return self.terms.doubling(len(self.bids.auction.blind_passers))
