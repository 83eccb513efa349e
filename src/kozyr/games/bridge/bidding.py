"""The auction as a phase: calls, their meanings, and questions about them (B-AUC)."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from kozyr.cards import Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.bridge.auction import Auction, calls, refusal
from kozyr.games.bridge.over import Over
from kozyr.games.bridge.play import Playing
from kozyr.games.bridge.stage import Dealt, Stage
from kozyr.games.bridge.talk import LONGEST, Talk
from kozyr.games.bridge.terms import FOLLOW, SEATS, left, partner, side_of
from kozyr.games.bridge.words import AnyEvent, Ask, Bid, Call, Claim, Contract, Explain, Pass
from kozyr.games.contract import CannotFollow
from kozyr.games.trick import Tricks, clockwise

_HIGHEST: Final = 7  # level of a bid


class Bidding(Stage, frozen=True):
    """The auction (B-AUC-1)."""

    name: ClassVar[str] = "auction"
    takes: ClassVar[tuple[type[Event], ...]] = (Call, Ask, Explain)
    questions: ClassVar[bool] = True

    dealt: Dealt
    auction: Auction
    talk: Talk = Talk()

    @property
    def play(self) -> None:
        """The play of the contract: none yet."""
        return

    @property
    def turn(self) -> Seat:
        """The seat that calls next."""
        return self.auction.turn

    @property
    def bid(self) -> Contract | None:
        """The highest bid so far, with its doubles."""
        return self.auction.contract

    def legal(self) -> tuple[AnyEvent, ...]:
        """The calls that may be made."""
        return calls(self.auction, self.dealt.terms.kind)

    def offers(self, seat: Seat) -> tuple[AnyEvent, ...]:
        """The questions of the seat on turn (B-LAW-REV-1)."""
        return self.talk.questions(seat, self.dealt.terms) if seat is self.turn else ()

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""
        if isinstance(event, Explain):
            return self.why_not_talk(event, seat)
        if isinstance(event, Claim):
            return Refusal(Reason.NOT_NOW, "B-LAW-CLAIM-1")
        if seat is not self.auction.turn:
            return Refusal(Reason.NOT_YOUR_TURN, "B-LAW-REV-1" if isinstance(event, Ask) else "B-AUC-1")
        if isinstance(event, Ask):
            return self.why_not_talk(event, seat)
        if isinstance(event, Call) and event.meaning:
            if self.dealt.terms.conventions.explain == "partner":
                return Refusal(Reason.NO_RIGHT, "B-LAW-REV-2")
            if len(event.meaning) > LONGEST:
                return Refusal(Reason.NOT_NOW, "B-AUC-15")
        return refusal(event, self.auction, self.dealt.terms.kind)

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a call could be made: any bid, and any double of a bid; at a table of four also out of turn."""
        terms = self.dealt.terms
        speaks = seat is self.turn or (terms.kind == "four" and seat in terms.seats)
        if not speaks or not isinstance(event, Call):
            return False
        if isinstance(event, Bid):
            return 1 <= event.level <= _HIGHEST
        return isinstance(event, Pass) or self.auction.bid is not None

    def apply(self, event: Event, seat: Seat) -> Stage:
        """The phase after an event that is known to be possible."""
        if isinstance(event, Call):
            talk, auction = self.talk.called(seat, event), self.auction
            if seat is not auction.turn and self.dealt.terms.kind != "four":
                raise CannotFollow(event, self.name)  # only at four can a call come out of turn
            if seat is not auction.turn:  # it counts without objection, and the left neighbour calls (B-LAW-BID-2)
                auction = msgspec.structs.replace(auction, turn=seat)
            auction = auction.after(talk.calls[-1][1], self.dealt.terms.kind)
            return _opened(self.dealt, auction, talk) if auction.over else Bidding(self.dealt, auction, talk)
        if isinstance(event, (Ask, Explain)):
            return msgspec.structs.replace(self, talk=self.talk.after(event))
        raise CannotFollow(event, self.name)


def _opened(dealt: Dealt, auction: Auction, talk: Talk) -> Playing | Over:
    """The play of the contract, or the end of a passed-out deal.

    The declarer was the first of the side to name the denomination. The left neighbour leads (B-PLAY-1, B-PLAY-3).
    """
    contract, by, terms = auction.contract, auction.by, dealt.terms
    if contract is None or by is None:
        return Over(dealt, talk)
    named = (at for at, call in talk.calls if isinstance(call, Bid) and call.denomination is contract.denomination)
    declarer = next(at for at in named if side_of(at) == side_of(by))
    dummy, leader = partner(declarer), left(declarer)
    control = tuple(terms.controls(declarer if seat is dummy else seat) for seat in SEATS)
    tricks = Tricks.begin(dealt.hands, clockwise(SEATS, leader), contract.trump, FOLLOW)
    return Playing(dealt, talk, contract, declarer, control, tricks)
