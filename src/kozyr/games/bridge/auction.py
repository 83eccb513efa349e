"""The auction: whose call it is, which calls there are, when it ends (B-AUC, B-2H-2, B-3H-2).

An `Auction` is all that its rules look at, and no more: who named what first is told from the calls themselves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.games import Event, Illegal, Reason
from kozyr.games.bridge.events import BIDS, DOUBLE, PASS, REDOUBLE, STEPS, Bid, Double, Pass, Redouble

__all__ = ["Auction", "Kind", "calls", "opening", "refusal"]

# four: as at every table. two: with two dummies. three: the pair first, then the soloist. free: the three in turn.
Kind: TypeAlias = Literal["four", "two", "three", "free"]
_NORTH: Final = 0  # the soloist of three


class Auction(msgspec.Struct, frozen=True):
    """How an auction stands. Seats are numbered N 0, E 1, S 2, W 3, nobody -1.

    turn: whose call. step: the last bid's place on the ladder, 0 while there is none. by: who made it. doubled: 0, 1,
    2. passes: in a row. stage: of three at the table: 0 the pair bids, 1 the soloist calls, 2 the pair answers him,
    3 he answers their double.
    """

    turn: int
    step: int = 0
    by: int = -1
    doubled: int = 0
    passes: int = 0
    stage: int = 0
    over: bool = False

    def after(self, call: Event, kind: Kind) -> Auction:
        """The auction after a call that is possible."""
        turn, step, by, doubled = self.turn, self.step, self.by, self.doubled
        passes = 0
        if type(call) is Pass:
            passes = self.passes + 1
        elif type(call) is Bid:
            step, by, doubled = call.step, turn, 0
        else:
            doubled = 1 if type(call) is Double else 2
        if kind == "four":
            over = passes == (3 if step else 4)
            return Auction((turn + 1) & 3, step, by, doubled, passes, 0, over)
        if kind == "two":  # one pass ends it, or two at the very start (C-BR-10)
            return Auction(1 - turn, step, by, doubled, passes, 0, passes == (1 if step else 2))
        if kind == "free":
            return Auction({0: 1, 1: 3, 3: 0}[turn], step, by, doubled, passes, 0, passes == (2 if step else 3))
        return self._after_of_three(call, step, by, doubled, passes)

    def _after_of_three(self, call: Event, step: int, by: int, doubled: int, passes: int) -> Auction:
        """C-BR-11: until one of the pair passes over the other's bid, or both pass; then the soloist; then answers."""
        turn, stage, passed = self.turn, self.stage, type(call) is Pass
        if stage == 0:
            ends = passed and (step > 0 or passes == 2)
            return Auction(_NORTH if ends else 4 - turn, step, by, doubled, 0 if ends else passes, 1 if ends else 0)
        if stage == 1:
            return Auction(1, step, by, doubled, 0, 2, over=passed)
        if stage == 2:
            if type(call) is Double:
                return Auction(_NORTH, step, by, doubled, 0, 3)
            return Auction(3, step, by, doubled, passes, 2, over=turn == 3 or not passed)
        return Auction(_NORTH, step, by, doubled, passes, 3, over=True)

    def doubles(self, kind: Kind) -> tuple[bool, bool, bool]:
        """Whether the one on turn may bid, double, redouble (B-AUC-8, B-AUC-9, B-3H-3)."""
        theirs = self.by >= 0 and (self.by ^ self.turn) & 1 == 1
        bids = kind != "three" or self.stage < 2
        return bids, theirs and self.doubled == 0, self.by >= 0 and not theirs and self.doubled == 1


def opening(kind: Kind, dealer: int) -> Auction:
    """The auction before its first call; the dealer's, where he is one who calls (B-AUC-1)."""
    if kind == "two":
        return Auction(dealer & 1)
    if kind == "three":  # the pair, E and W: the first of them from the dealer on
        return Auction(1 if dealer in {0, 1} else 3)
    if kind == "free":
        return Auction({2: 3}.get(dealer, dealer))
    return Auction(dealer)


def _token(event: Event) -> str:
    return event.token


@lru_cache(maxsize=256)
def _calls(step: int, bids: bool, doubles: bool, redoubles: bool) -> tuple[Event, ...]:
    found: list[Event] = [PASS]
    if bids:
        found += BIDS[step:]
    if doubles:
        found.append(DOUBLE)
    if redoubles:
        found.append(REDOUBLE)
    return tuple(sorted(found, key=_token))


def calls(auction: Auction, kind: Kind) -> tuple[Event, ...]:
    """The calls that the one on turn can make, sorted by token."""
    return _calls(auction.step, *auction.doubles(kind))


def refusal(call: Event, auction: Auction, kind: Kind) -> Illegal | None:
    """Why a call is refused; None: it may be made."""
    if isinstance(call, Pass):
        return None
    bids, doubles, redoubles = auction.doubles(kind)
    if isinstance(call, Bid):
        if not bids:
            return Illegal(Reason.NOT_NOW, "B-3H-3")
        if not 1 <= call.level <= STEPS // 5:
            return Illegal(Reason.NOT_NOW, "B-AUC-2")
        return Illegal(Reason.TOO_LOW, "B-AUC-4") if call.step <= auction.step else None
    if isinstance(call, Double):
        return None if doubles else Illegal(Reason.NOTHING_TO_MATCH, "B-AUC-8")
    if isinstance(call, Redouble):
        return None if redoubles else Illegal(Reason.NOTHING_TO_MATCH, "B-AUC-9")
    return Illegal(Reason.NOT_NOW, "B-AUC-6")
