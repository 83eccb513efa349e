"""The auction of bridge: the seat on turn, the legal calls, the end (B-AUC, B-2H-2, B-3H-2).

An `Auction` holds only the facts that its rules need. The declarer is found from the calls themselves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.bridge.words import BIDS, DOUBLE, PASS, REDOUBLE, AnyCall, Bid, Call, Contract, Double, Pass, Redouble
from kozyr.games.contract import by_token

# four: as at every table. two: with two dummies. three: the pair first, then the soloist. free: the three in turn.
Kind: TypeAlias = Literal["four", "two", "three", "free"]
_LEVELS: Final = 7
_ALL: Final = {Seat.N: Seat.E, Seat.E: Seat.S, Seat.S: Seat.W, Seat.W: Seat.N}
_NEXT: Final[dict[Kind, dict[Seat, Seat]]] = {
    "four": _ALL,
    "two": {Seat.N: Seat.E, Seat.E: Seat.N},
    "three": {Seat.E: Seat.W, Seat.W: Seat.E},  # the pair
    "free": {Seat.N: Seat.E, Seat.E: Seat.W, Seat.W: Seat.N},
}
# Passes in a row that end the auction: over a bid, and before any (B-AUC-7, B-AUC-10, C-BR-10).
_ENDS: Final[dict[Kind, tuple[int, int]]] = {"four": (3, 4), "two": (1, 2), "free": (2, 3)}


class Auction(msgspec.Struct, frozen=True):
    """The state of an auction."""

    turn: Seat
    """The seat that calls next."""
    bid: Bid | None = None
    """The last bid, without its meaning."""
    by: Seat | None = None
    """The seat of the last bid."""
    doubled: int = 0
    """How often the last bid is doubled: 0, 1 or 2."""
    passes: int = 0
    """How many passes have been made in a row."""
    stage: int = 0
    """The stage with three at the table.

    0: the pair bids. 1: the soloist calls. 2: the pair answers the soloist. 3: the soloist answers a double.
    """
    over: bool = False

    @property
    def contract(self) -> Contract | None:
        """The contract if all pass now."""
        return None if self.bid is None else Contract(self.bid.level, self.bid.denomination, self.doubled)

    def after(self, call: Call, kind: Kind) -> Auction:
        """The auction after a call that is possible."""
        turn, bid, by, doubled, passes = self.turn, self.bid, self.by, self.doubled, 0
        if isinstance(call, Pass):
            passes = self.passes + 1
        elif isinstance(call, Bid):
            bid, by, doubled = call, turn, 0
        else:
            doubled = 1 if isinstance(call, Double) else 2
        if kind == "three":
            return self._after_of_three(call, Auction(turn, bid, by, doubled, passes, self.stage))
        over = passes == _ENDS[kind][bid is None]
        return Auction(_NEXT[kind][turn], bid, by, doubled, passes, 0, over)

    def _after_of_three(self, call: Call, said: Auction) -> Auction:
        """The auction of three after a call (C-BR-11): the pair bids, then the soloist, then come answers.

        The pair bids until one passes over the other's bid, or both pass. said: the auction with the call, its
        turn and stage still those of the caller.
        """
        turn, stage, passed = self.turn, self.stage, isinstance(call, Pass)
        if stage == 0:
            if passed and (said.bid is not None or said.passes == 2):
                return msgspec.structs.replace(said, turn=Seat.N, stage=1, passes=0)
            return msgspec.structs.replace(said, turn=_NEXT["three"][turn])
        if stage == 1:
            return msgspec.structs.replace(said, turn=Seat.E, stage=2, passes=0, over=passed)
        if stage == 2:
            if isinstance(call, Double):
                return msgspec.structs.replace(said, turn=Seat.N, stage=3, passes=0)
            return msgspec.structs.replace(said, turn=Seat.W, over=turn is Seat.W or not passed)
        return msgspec.structs.replace(said, turn=Seat.N, over=True)

    def bids(self, kind: Kind) -> bool:
        """Whether the seat on turn may bid: of three, only the pair, and not once the soloist has called (B-3H-3)."""
        return kind != "three" or self.stage < 2

    def choices(self, kind: Kind) -> tuple[bool, bool, bool]:
        """Whether the seat on turn may bid, double and redouble (B-AUC-8, B-AUC-9, B-3H-3)."""
        by = self.by
        theirs = by is not None and (by.position ^ self.turn.position) & 1 == 1
        return self.bids(kind), theirs and self.doubled == 0, by is not None and not theirs and self.doubled == 1


def opening(kind: Kind, dealer: Seat) -> Auction:
    """The auction before its first call, which is the dealer's or the next caller's (B-AUC-1)."""
    if kind == "two":  # a dummy's player calls for it
        return Auction((Seat.N, Seat.E)[dealer.position % 2])
    while dealer not in _NEXT[kind]:
        dealer = _ALL[dealer]
    return Auction(dealer)


@lru_cache(maxsize=256)
def _calls(bid: Bid | None, bids: bool, doubles: bool, redoubles: bool) -> tuple[AnyCall, ...]:
    found: list[AnyCall] = [PASS]
    if bids:
        found += BIDS[bid.step if bid is not None else 0 :]
    if doubles:
        found.append(DOUBLE)
    if redoubles:
        found.append(REDOUBLE)
    return by_token(found)


def calls(auction: Auction, kind: Kind) -> tuple[AnyCall, ...]:
    """The calls that the seat on turn can make, sorted by token."""
    return _calls(auction.bid, *auction.choices(kind))


def refusal(call: Event, auction: Auction, kind: Kind) -> Refusal | None:
    """Why a call is refused; None: it may be made."""
    if isinstance(call, Pass):
        return None
    if isinstance(call, Bid):
        if not auction.bids(kind):
            return Refusal(Reason.NOT_NOW, "B-3H-3")
        if not 1 <= call.level <= _LEVELS:
            return Refusal(Reason.NOT_NOW, "B-AUC-2")
        return Refusal(Reason.TOO_LOW, "B-AUC-4") if auction.bid is not None and call.step <= auction.bid.step else None
    _, doubles, redoubles = auction.choices(kind)
    if isinstance(call, Double):
        return None if doubles else Refusal(Reason.NOTHING_TO_MATCH, "B-AUC-8")
    if isinstance(call, Redouble):
        return None if redoubles else Refusal(Reason.NOTHING_TO_MATCH, "B-AUC-9")
    return Refusal(Reason.NOT_NOW, "B-AUC-6")
