"""The bidding of deberts: which player orders, and the trump suit (D-BID)."""

from __future__ import annotations

from typing import ClassVar, Final

from kozyr.cards import Seat
from kozyr.games.contract import Event, by_token
from kozyr.games.deberts.course import Stage, not_now
from kozyr.games.deberts.over import Ended
from kozyr.games.deberts.play import Playing
from kozyr.games.deberts.terms import Calls, Dealt, Outcome
from kozyr.games.deberts.words import ORDERS, AnyEvent, Order, Pass
from kozyr.games.refusal import Reason, Refusal

_CALLS: Final = 4  # two rounds


class Bidding(Stage, frozen=True):
    """The eldest speaks first: by the first trump in one round, in any other suit in the next."""

    name: ClassVar[str] = "auction"
    takes: ClassVar[tuple[type[Event], ...]] = (Order, Pass)
    waits: ClassVar[str] = "D-BID-1"

    dealt: Dealt
    calls: Calls = ()

    @property
    def turn(self) -> Seat:
        """The seat that calls next."""
        return self.dealt.terms.holders[len(self.calls) % 2]

    def legal(self) -> tuple[AnyEvent, ...]:
        """The calls: an order or a pass."""
        if len(self.calls) < 2:
            return Order(), Pass()
        orders = tuple(order for order in ORDERS if order.trump is not self.dealt.turned.suit)
        last = len(self.calls) == _CALLS - 1
        must = last and self.dealt.terms.conventions.passed_out == "last_must"
        return by_token(orders if must else (*orders, Pass()))

    def refusal(self, event: Event) -> Refusal | None:
        """Why a call is refused."""
        if event in self.legal():
            return None
        if isinstance(event, Order):
            first = len(self.calls) < 2
            return Refusal(Reason.NOT_NOW, "D-BID-1") if first else Refusal(Reason.ALREADY_REFUSED, "D-BID-2")
        if isinstance(event, Pass):  # only where the last bidder must order
            return Refusal(Reason.OBLIGATORY, "D-BID-3")
        return not_now(event, "D-BID-1")

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a hand could do it: a call can be made out of turn."""
        return seat is not self.turn and event in self.legal()

    def apply(self, event: Event, seat: Seat) -> Stage:
        """The play after an order; the deal is over when both have passed twice (D-BID-3).

        A call out of turn is heard, and the bidding goes on where it was.
        """
        if seat is not self.turn:
            return self
        calls = (*self.calls, (seat, event))
        if isinstance(event, Order):
            return Playing.begin(self.dealt, calls, seat, event.trump)
        return PassedOut(self.dealt, calls) if len(calls) == _CALLS else Bidding(self.dealt, calls)


class PassedOut(Ended, frozen=True):
    """The end of a deal without an order."""

    dealt: Dealt
    calls: Calls

    @property
    def outcome(self) -> Outcome:
        """The facts of a passed-out deal: its dealer."""
        return Outcome(self.dealt.terms.dealer.value)
