"""The declarer takes the talon, puts two cards away and names the contract (P-3.4)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import ClassVar

import msgspec

from kozyr.cards import CardSet, Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.contract import CannotFollow, by_token
from kozyr.games.deeds import PutAway
from kozyr.games.preferans.auction import Auction
from kozyr.games.preferans.phase import Game, Phase, bought
from kozyr.games.preferans.play import start
from kozyr.games.preferans.whisting import whisted
from kozyr.games.preferans.words import BIDS, DISCARDS, AnyEvent, Contract, Discard, Misere, Name, Refuse, Take
from kozyr.games.trick import Four


class _Buying(Phase, frozen=True):
    """A phase in which the declarer buys."""

    turns: ClassVar[str] = "P-3.3.13"

    @property
    def turn(self) -> Seat | None:
        """The seat on turn: the declarer's."""
        return self.declarer

    def refusal(self, event: Event) -> Refusal:  # noqa: ARG002 - whatever it is
        """Why an event is refused: it is no part of buying."""
        return Refusal(Reason.NOT_NOW, "P-3.4.1")


class Talon(_Buying, frozen=True):
    """A bidder who has won without looking takes the talon in the dark, or orders misère instead (P-3.3.19b)."""

    name: ClassVar[str] = "talon"
    takes: ClassVar[tuple[type[Event], ...]] = (Misere, Take)

    def sees_talon(self, viewer: Seat | None) -> tuple[()]:  # noqa: ARG002 - it lies closed
        """The cards of the talon that a viewer sees: none yet."""
        return ()

    def legal(self) -> tuple[AnyEvent, ...]:
        """The choices: to take the talon; misère, where it is not too low."""
        low = _lowest(self.bids.auction).step < Contract.MISERE.step
        return (Misere(), Take()) if low else (Take(),)

    def refusal(self, event: Event) -> Refusal:
        """Why an event is refused: misère is too low, or the event is another one."""
        return Refusal(Reason.TOO_LOW, "P-3.4.3") if isinstance(event, Misere) else super().refusal(event)

    def apply(self, event: Event, seat: Seat) -> Phase:  # noqa: ARG002 - the declarer's
        """The phase after the talon is taken: the discard.

        At misère the factor is lost and the talon is shown (P-3.3.19b, C-BLIND-3).
        """
        if not isinstance(event, Misere):
            return Discarding(self.dealt, self.bids)
        auction = msgspec.structs.replace(self.bids.auction, dark=False)
        return Discarding(self.dealt, msgspec.structs.replace(self.bids, auction=auction), misere=True)


class Discarding(_Buying, frozen=True):
    """The declarer holds twelve cards."""

    name: ClassVar[str] = "discard"
    takes: ClassVar[tuple[type[Event], ...]] = (Discard, Refuse, Name, PutAway)

    misere: bool = False
    """Whether misère is the contract, so that no other is named."""

    @property
    def contract(self) -> Contract | None:
        """The contract: misère, or not named yet."""
        return Contract.MISERE if self.misere else None

    @property
    def hands(self) -> Four:
        """The cards that each seat holds, as bits."""
        return bought(self.dealt, self.bids)

    @property
    def _twelve(self) -> int:
        declarer = self.declarer
        return 0 if declarer is None else self.hands[declarer.position]

    def legal(self) -> tuple[AnyEvent, ...]:
        """The choices: any two cards, or the talon itself where it may be refused."""
        refusable = self.terms.refusable and not self.bids.shared and not self.bids.auction.dark
        discards = _discards(self._twelve)
        return (*discards, Refuse()) if refusable else discards

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen. The order of the two cards does not matter."""
        if not isinstance(event, Discard) or seat is not self.actor:
            return super().why_not(event, seat)
        bits = CardSet.of(event.cards).bits
        if bits not in DISCARDS or len(event.cards) != 2:
            return Refusal(Reason.NOT_NOW, "P-3.4.1")
        return Refusal(Reason.NOT_HELD, "P-3.4.1") if bits & ~self._twelve else None

    def refusal(self, event: Event) -> Refusal:
        """Why an event is refused: the talon may not be refused, or the event is another one."""
        if isinstance(event, Refuse):
            return Refusal(Reason.NOT_AGREED, "P-3.6.9" if self.bids.shared else "P-3.4.10")
        return super().refusal(event)

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a hand could do it: discard another number than two but not all, or name a contract first."""
        if seat is not self.actor:
            return False
        if isinstance(event, Name):
            return event.contract.size > 0 and not self.misere
        if not isinstance(event, PutAway) or len(event.cards) == 2:
            return False
        bits = CardSet.of(event.cards).bits
        return not bits & ~self._twelve and bits != self._twelve

    def apply(self, event: Event, seat: Seat) -> Phase:
        """The phase after the discard: naming, or a misère's play, which has no whist (P-3.8.2)."""
        if isinstance(event, Name):
            return Naming(self.dealt, self.bids).apply(event, seat)
        refused = isinstance(event, Refuse)
        cards = event.cards if isinstance(event, (Discard, PutAway)) else self.dealt.talon
        discarded = CardSet.of(cards).bits
        if discarded & ~self._twelve:
            raise CannotFollow(event, self.name)  # a player cannot put away cards of another hand
        if self.misere:
            return start(self.dealt, self.bids, Game(Contract.MISERE, discarded, refused))
        return Naming(self.dealt, self.bids, discarded, refused)


class Naming(_Buying, frozen=True):
    """The declarer names the contract."""

    name: ClassVar[str] = "contract"
    takes: ClassVar[tuple[type[Event], ...]] = (Name,)

    discarded: int = 0
    """The discard, as bits."""
    refused: bool = False
    """Whether the talon was refused."""

    @property
    def hands(self) -> Four:
        """The cards that each seat holds, as bits."""
        return bought(self.dealt, self.bids, self.discarded)

    def legal(self) -> tuple[AnyEvent, ...]:
        """All contracts from the bid up (P-3.4.2)."""
        return _contracts(_lowest(self.bids.auction))

    def refusal(self, event: Event) -> Refusal:
        """Why an event is refused: the contract is too low, or it is misère, which can only be a first call."""
        if isinstance(event, Misere) or event == Name(Contract.MISERE):
            return Refusal(Reason.FIRST_CALL_ONLY, "P-3.3.9")
        if isinstance(event, Name):
            return Refusal(Reason.TOO_LOW, "P-3.4.3" if event.contract.size else "P-3.4.2")
        return super().refusal(event)

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a hand could do it: any contract can be named, misère too (P-3.4.4)."""
        return isinstance(event, Name) and event.contract is not Contract.ALLPASS and seat is self.actor

    def apply(self, event: Event, seat: Seat) -> Phase:  # noqa: ARG002 - the declarer's
        """The phase after naming: the opponents are asked to whist."""
        if not isinstance(event, Name):
            raise CannotFollow(event, self.name)
        game = Game(event.contract, self.discarded, self.refused)
        if event.contract is Contract.MISERE:  # misère has no whist (P-3.8.2)
            return start(self.dealt, self.bids, game)
        return whisted(self.dealt, self.bids, game)


def _lowest(auction: Auction) -> Contract:
    """The smallest contract that may be named: the bid (P-3.3.7)."""
    bid = auction.contract
    return bid if bid is not None and bid.size else Contract.S6


@lru_cache(maxsize=1024)
def _discards(hand: int) -> tuple[Discard, ...]:
    cards = sorted(CardSet(hand), key=str)  # pairs of cards in ASCII order are in the order of their tokens
    return tuple(DISCARDS[a.bit | b.bit] for a, b in combinations(cards, 2))


@lru_cache(maxsize=64)
def _contracts(lowest: Contract) -> tuple[Name, ...]:
    return by_token(Name(contract) for contract in BIDS if contract.step >= lowest.step)
