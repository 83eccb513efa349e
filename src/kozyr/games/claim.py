"""A claim, for every game that has one: a player says how the tricks will fall, and the players concerned answer."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec

from kozyr.cards import Seat
from kozyr.games.contract import Event

N = TypeVar("N")


class Answer(Event, frozen=True, tag="answer"):
    """Yes or no to a claim, or to an invitation."""

    yes: bool

    @property
    def token(self) -> str:
        """`yes`, `no`."""
        return "yes" if self.yes else "no"


ANSWERS: Final = (Answer(yes=False), Answer(yes=True))  # in the order of their tokens


class Pending(msgspec.Struct, Generic[N], frozen=True):
    """A claim on the table: its seat, the tricks that it gives, the seats that have agreed, and the told line of play.

    >>> claim = Pending(Seat.S, tricks=9).agree(Seat.W)
    >>> claim.waiting((Seat.W, Seat.N, Seat.E))
    (Seat.N, Seat.E)
    """

    by: Seat
    tricks: N
    agreed: tuple[Seat, ...] = ()
    line: str = ""

    def __hash__(self) -> int:
        return hash((self.by, repr(self.tricks), self.agreed, self.line))

    def waiting(self, voices: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The seats that have still to answer the claim, in their order."""
        return tuple(seat for seat in voices if seat is not self.by and seat not in self.agreed)

    def agree(self, seat: Seat) -> Pending[N]:
        """The claim with one more consent."""
        return msgspec.structs.replace(self, agreed=(*self.agreed, seat))
