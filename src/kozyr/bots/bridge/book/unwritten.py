"""Meanings of calls that no rule of the book makes: opponents play other systems, and people bid freely.

The meanings are common habits of natural bidding. A bid in the opponents' suit shows two suits or a raise, and forces.
A new suit of the opener's partner forces. A jump over an opponent is weak. A double of a low suit bid asks for a suit.
"""

from __future__ import annotations

from typing import Final

from kozyr.bots.bridge.book.auction import (
    SUITS,
    Auction,
    C,
    D,
    H,
    S,
    at_least,
    cheapest,
    game_reached,
    long,
    promise,
    step,
    suit_of,
)
from kozyr.bots.bridge.system import ANY, Meaning
from kozyr.cards import Suit

__all__ = ["two_suits", "unwritten"]

_TAKEOUT: Final = 3  # the highest level of a suit bid that is doubled for takeout
_NO_TRUMP: Final = (6, 11, 13, 16, 18, 19, 20)  # points for no trumps by level, partner silent or not known


def unwritten(auction: Auction, call: str) -> Meaning:
    """The common meaning of a call without a rule; a pass promises nothing."""
    if call == "pass":
        return ANY
    if call == "XX":
        return promise(at_least(9), code="redouble")
    if call == "X":
        return _double(auction)
    suit = suit_of(call)
    if suit is None:
        return _no_trump(auction, int(call[0]))
    if suit in auction.theirs and auction.own.lengths[suit.position][0] < 4:
        return _cue(auction, suit, int(call[0]))
    shown = auction.his.lengths[suit.position][0]
    if shown >= 3 and auction.own.lengths[suit.position][0] < 4:
        return _raise(auction, suit, call, shown)
    return _own(auction, suit, call)


def two_suits(theirs: Suit) -> Meaning:
    """A cue bid right over an opening: both majors over a minor, the other major and a minor over a major."""
    spades, hearts = (5 if suit is not theirs else 0 for suit in (S, H))
    return promise((6, 40), s=(spades, 13), h=(hearts, 13), forcing="one", code="two_suits")


def _double(auction: Auction) -> Meaning:
    last = auction.bids[-1][1] if auction.bids else "1C"
    suit = suit_of(last)
    if suit is None or int(last[0]) > _TAKEOUT:
        return promise(at_least(8), code="penalty")
    return long(
        suit,
        0,
        3,
        hcp=at_least(8 if any(call != "pass" for call in auction.partner) else 11),
        forcing="one",
        code="takeout",
    )


def _no_trump(auction: Auction, level: int) -> Meaning:
    spoken = any(call[0].isdigit() for call in auction.partner)
    if not spoken and auction.theirs and level == 2 and step("2NT") - auction.top > 5:
        lower = [suit for suit in (C, D, H, S) if suit not in auction.theirs][:2]
        s, h, d, c = ((5, 13) if suit in lower else (0, 13) for suit in SUITS)
        return promise(at_least(6), s=s, h=h, d=d, c=c, forcing="one", code="two_suits")
    if level > 3:
        return promise(at_least(14), forcing="one" if level == 5 else "", code="quantitative" if level < 6 else "slam")
    if not spoken:
        return promise(at_least((15, 15, 16)[level - 1]), stop=auction.theirs, code="natural")
    least = max(0, _NO_TRUMP[level - 1] + 12 - max(12, auction.his.hcp[0]))
    return promise(at_least(least), code="natural")


def _cue(auction: Auction, suit: Suit, level: int) -> Meaning:
    """Two suits if partner has named none; a good raise of partner's last suit otherwise."""
    if not any(call != "pass" for call in auction.partner) and len(auction.bids) == 1 and level == 2:
        return two_suits(suit)
    named = [
        at for at, call in auction.bids if (at - len(auction.calls)) % 2 == 0 and suit_of(call) not in {None, suit}
    ]
    partners = [at for at in named if (at - len(auction.calls)) % 4 == 2]
    if partners:
        his = suit_of(auction.calls[partners[-1]])
        if his is not None:
            return long(his, 3, hcp=at_least(9), forcing="one", code="cue")
    return promise(at_least(12), forcing="one", code="cue")


def _raise(auction: Auction, suit: Suit, call: str, shown: int) -> Meaning:
    """The meaning of a raise: a jump has a card more, and below game it invites."""
    jump = int(call[0]) - cheapest(suit.value, auction.top)
    need = max(2, 8 - shown)
    if game_reached(call):
        return long(suit, need, forcing="sign_off", code="raise")
    if jump:
        return long(suit, need + 1, hcp=at_least(6), code="invite")
    return long(suit, need, hcp=at_least(4), code="raise")


def _own(auction: Auction, suit: Suit, call: str) -> Meaning:
    """A suit of the caller's own: its length by level and jump, and whether it forces."""
    level = int(call[0])
    jump = level - cheapest(suit.value, auction.top)
    before = auction.own.lengths[suit.position][0]
    if before >= 4:
        return long(suit, min(before + 1, 7), code="natural")
    if not auction.bids:
        return long(suit, level + 4, code="weak" if level == 2 else "preempt" if level > 2 else "opening")
    spoken = any(seat[0].isdigit() for seat in auction.partner)
    opened = (auction.bids[0][0] - len(auction.calls)) % 2 == 0
    if game_reached(call):
        return long(suit, 6, forcing="sign_off", code="natural")
    if level == 4:  # of a minor
        return long(
            suit, 5, hcp=at_least(8 if spoken else 0), forcing="one" if spoken and opened else "", code="natural"
        )
    if jump and spoken and opened:
        return long(suit, 5, hcp=at_least(12), forcing="game", code="strong")
    if jump:
        return long(suit, 5 + min(jump, 2), hcp=(4, 14), code="weak" if level < 3 else "preempt")
    if spoken and opened and not _passed(auction):
        return long(suit, 4, hcp=at_least(6 if level == 1 else 9), forcing="one", code="natural")
    return long(
        suit, 4 if spoken else 5, hcp=at_least(6 if level == 1 else 8), code="overcall" if not opened else "natural"
    )


def _passed(auction: Auction) -> bool:
    return bool(auction.mine) and auction.mine[0] == "pass"
