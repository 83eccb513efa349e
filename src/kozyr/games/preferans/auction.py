"""The rules of the auction (P-3.3): legal calls and the winner. They know no cards, so their states are few."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from kozyr.cards import Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.contract import by_token
from kozyr.games.preferans.options import Conventions
from kozyr.games.preferans.words import BIDS, AnyEvent, Bid, Contract, Here, Invite, Look, Misere, Pass, Take

_NINES: Final = tuple(contract for contract in BIDS if contract.size == 9)
# Every bid, the lowest first, and whether it is without the talon. The archaic chain puts misère without the talon over
# the nines, nines without it over that, and the tens on top (PC-4.4.4-note).
_RISING: Final = (
    *((contract, False) for contract in BIDS if contract.size < 9), (Contract.MISERE, False),
    *((contract, False) for contract in _NINES), (Contract.MISERE, True), *((contract, True) for contract in _NINES),
    *((contract, False) for contract in BIDS if contract.size == 10),
)  # fmt: skip
_HEIGHTS: Final = {bid: height for height, bid in enumerate(_RISING, 1)}
_MISERE: Final = _HEIGHTS[Contract.MISERE, False]
_HAND_MISERE: Final = _HEIGHTS[Contract.MISERE, True]


def _height(contract: Contract | None, *, hand: bool = False) -> int:
    """The place of a bid in the order of all bids, from 1; 0: no bid. Without the talon only some are higher."""
    return 0 if contract is None else _HEIGHTS.get((contract, hand)) or _HEIGHTS.get((contract, False), 0)


def blind_level(counter: Literal["per_deal", "per_series", "both"], cap: int | None, before: int, here: int) -> int:
    """The level of blind passes: `before` from the series, `here` in this auction (P-3.3.19a, C-BLIND-1)."""
    level = {"per_deal": here, "per_series": before + (here > 0), "both": before + here}[counter]
    return level if cap is None else min(level, cap)


class AuctionRules(msgspec.Struct, frozen=True):
    """The facts of the conventions and of this deal that the auction needs."""

    bidders: tuple[Seat, ...]
    """From the first hand on."""
    lowest: int
    """The smallest size that may be bid."""
    level: int
    """Blind passes of the series so far (P-3.7.7)."""
    escalate: bool
    """The smallest size also rises with the level ("6+k"), and is seven at least (P-3.7.8)."""
    share: bool
    """The dealer may be invited (P-3.6.9)."""
    jumps: bool
    here: Literal["first_hand", "elder_hand", "off"]
    chain: bool
    stop_after_nine: bool
    silent_take: bool
    one_card_is_pass: bool
    blind_pass: bool
    blind_bid: bool
    blind_misere: bool
    blind_cap: int | None
    blind_counter: Literal["per_deal", "per_series", "both"]

    @classmethod
    def of(
        cls, c: Conventions, bidders: tuple[Seat, ...], series: int, level: int, *, dealer_sits: bool
    ) -> AuctionRules:
        """The rules for a deal after `series` all-passes in a row with blind passes of this level."""
        lowest = c.allpass_min_bid_in_series if series else 6
        return cls(
            bidders=bidders,
            lowest=7 if lowest == "6+k" else lowest,
            level=level,
            escalate=bool(series) and lowest == "6+k",
            share=c.misere_half_share and dealer_sits,
            jumps=c.auction_jumps == "allowed",
            here=c.auction_here,
            chain=c.auction_misere_beaten_by == "no_talon_chain",
            stop_after_nine=c.auction_after_nine_over_misere == "stop",
            silent_take=c.auction_third_hand_silent_take,
            one_card_is_pass=c.auction_third_hand_one_card_is_pass,
            blind_pass=c.blind_pass,
            blind_bid=c.blind_bid,
            blind_misere=c.blind_misere,
            blind_cap=c.blind_cap,
            blind_counter=c.blind_counter,
        )

    @property
    def blind(self) -> bool:
        """Whether cards are not lifted before a first choice."""
        return self.blind_pass or self.blind_bid or self.blind_misere

    def depth(self, passes: int) -> int:
        """The level of blind passes after `passes` of them here: an all-pass costs double for each level (P-3.3.19a)."""
        return blind_level(self.blind_counter, self.blind_cap, self.level, passes)

    def least(self, passes: int = 0) -> int:
        """The smallest size that may be bid after `passes` blind passes here (P-3.3.19a, P-3.7.8)."""
        level = self.depth(passes) if self.escalate or passes else 0
        return max(self.lowest, 6 + min(level, 4))  # a level of four asks for a ten; there is nothing higher

    def enough(self, contract: Contract, passes: int = 0, *, hand: bool = False) -> bool:
        """Whether a game may be bid after `passes` blind passes; earlier bids are not asked.

        Misère counts below the nines, and without the talon above them. It is too low where the least is
        higher.
        """
        least = self.least(passes)
        return contract.size >= least if contract.size else least < (10 if hand and self.chain else 9)


class Auction(msgspec.Struct, frozen=True):
    """An auction in progress."""

    turn: Seat
    passed: frozenset[Seat] = frozenset()
    """The seats that bid no more."""
    called: frozenset[Seat] = frozenset()
    """The seats that have called."""
    looked: frozenset[Seat] = frozenset()
    """The seats that have lifted their cards."""
    contract: Contract | None = None
    """The present bid, below which no contract may be named (P-3.3.7); None: no bid yet."""
    hand: bool = False
    """Whether the bid is without the talon."""
    dark: bool = False
    """Whether the bidder had not looked at the cards."""
    holder: Seat | None = None
    """The seat of the bid."""
    captive: Seat | None = None
    """The seat that has ordered misère and is bound by it."""
    blind_passers: frozenset[Seat] = frozenset()
    """The seats that passed before looking and before any bid."""
    taken: int = 0
    """Cards of the talon that a silent third hand has opened."""
    invited: Seat | None = None
    """The seat that has invited the dealer."""
    over: bool = False


@lru_cache(maxsize=1 << 16)
def after(auction: Auction, call: Event, rules: AuctionRules) -> Auction:
    """The auction after a call that is possible; legality is `calls`."""
    me = auction.turn
    if isinstance(call, Look):
        return msgspec.structs.replace(auction, looked=auction.looked | {me})
    if isinstance(call, Invite):
        return msgspec.structs.replace(auction, invited=me)
    blind = isinstance(call, (Pass, Bid, Misere)) and call.blind
    looked = auction.looked if blind else auction.looked | {me}
    now = msgspec.structs.replace(auction, called=auction.called | {me}, looked=looked)
    match call:
        case Pass():
            # After a bid no all-pass can follow, so there is nothing to outbid or to double.
            doubles = {me} if blind and now.contract is None else set()
            now = msgspec.structs.replace(now, passed=now.passed | {me}, blind_passers=now.blind_passers | doubles)
        case Take(cards=1):
            now = msgspec.structs.replace(now, passed=now.passed | {me}, taken=1)
        case Take(cards=taken):
            least = rules.least(len(now.blind_passers))
            bid = next(contract for contract in BIDS if contract.size >= least)
            now = msgspec.structs.replace(now, contract=bid, holder=me, taken=taken)
        case Bid(contract=contract, hand=hand):
            now = msgspec.structs.replace(now, contract=contract, hand=hand, dark=blind, holder=me)
        case Misere(hand=hand):
            misere = Contract.MISERE
            now = msgspec.structs.replace(now, contract=misere, hand=hand, dark=blind, holder=me, captive=me)
        case _:
            now = msgspec.structs.replace(now, hand=False, dark=False, holder=me)
    return _next(now, auction.captive, rules)


def _next(auction: Auction, before: Seat | None, rules: AuctionRules) -> Auction:
    """The auction after a call: the next seat's turn, or the end.

    before: the captive before that call.
    """
    captive, passed = auction.captive, auction.passed
    outbid = captive is not None and auction.holder is not captive
    if captive is not None and outbid and not rules.chain:
        passed |= {captive}  # a captive misère that has been outbid never bids again (P-3.3.9)
    elif before is not None and before is not captive:
        passed |= {before}  # in the archaic chain not before another has ordered it without the talon
    at = rules.bidders.index(auction.turn) + 1
    still = [seat for seat in (*rules.bidders[at:], *rules.bidders[:at]) if seat not in passed]
    stopped = rules.stop_after_nine and outbid and _height(auction.contract, hand=auction.hand) > _MISERE
    over = not still or still == [auction.holder] or auction.taken > 0 or stopped
    return msgspec.structs.replace(auction, turn=auction.turn if over else still[0], passed=passed, over=over)


@lru_cache(maxsize=1 << 16)
def calls(auction: Auction, rules: AuctionRules) -> tuple[AnyEvent, ...]:
    """The legal calls of the bidder on turn, sorted by token (P-3.3)."""
    if auction.over:
        return ()
    me = auction.turn
    found: list[AnyEvent] = []
    if rules.blind and me not in auction.looked:
        found.append(Look())
        if me in auction.called:
            found.append(Pass())  # the blind bid was beaten; a pass now is no "blind pass"
        elif rules.blind_pass:
            found.append(Pass(blind=True))
        if rules.blind_bid:
            found += [Bid(c, blind=True) for c in _bids(auction, rules, blind=True)]
        if rules.blind_misere and _misere(auction, rules):
            found.append(Misere(blind=True))
        return by_token(found)
    found.append(Pass())
    found += [BIDS[c] for c in _bids(auction, rules, blind=False)]
    if _here(auction, rules):
        found.append(Here())
    if _misere(auction, rules):
        found.append(Misere())
        if rules.share and auction.invited is None:
            found.append(Invite())
    if rules.chain:
        found += _chain(auction, rules)
    others = len(rules.bidders) - 1
    if others > 1 and len(auction.passed) == len(auction.called) == others:
        if rules.silent_take:
            found.append(Take())
        if rules.one_card_is_pass:
            found.append(Take(1))
    return by_token(found)


def _misere(auction: Auction, rules: AuctionRules) -> bool:
    """Whether misère may be called: a seat's first call (P-3.3.9), above the present bid.

    Where a nine is the least, misère is below it (P-3.3.19a).
    """
    first = auction.turn not in auction.called
    enough = rules.enough(Contract.MISERE, len(auction.blind_passers))
    return first and enough and _height(auction.contract, hand=auction.hand) < _MISERE


def _here(auction: Auction, rules: AuctionRules) -> bool:
    """Whether the last bid may be matched: by the first hand, or by the elder of the last two bidders (P-3.3.8)."""
    bidders, me, holder = rules.bidders, auction.turn, auction.holder
    if holder is None or me in {holder, auction.captive} or auction.hand:
        return False
    if auction.contract is Contract.MISERE:
        return False  # that is a first call (P-3.3.9), and only a nine is above it (P-3.6.4)
    if rules.here == "first_hand":
        return me is bidders[0]
    two = len(bidders) - len(auction.passed) == 2
    return rules.here == "elder_hand" and two and bidders.index(me) < bidders.index(holder)


def _bids(auction: Auction, rules: AuctionRules, *, blind: bool) -> list[Contract]:
    """The steps that may be bid: the next one, or any higher; over a misère any nine (P-3.6.4)."""
    if auction.turn is auction.captive:
        return []
    passes = len(auction.blind_passers)
    high = _height(auction.contract, hand=auction.hand)
    sizes: tuple[int, ...] = (6, 7, 8, 9, 10)
    if (
        high == _MISERE
    ):  # only a nine (P-3.6.4), jumps or not; over a blind misère a blind one, or an open ten (P-3.3.19c)
        sizes = (10,) if auction.dark and not blind else (9,)
    elif high == _HAND_MISERE:
        sizes = (10,)
    higher = [c for c in BIDS if _height(c) > high and c.size in sizes and rules.enough(c, passes)]
    return higher if rules.jumps or high == _MISERE or auction.hand else higher[:1]


def _chain(auction: Auction, rules: AuctionRules) -> list[AnyEvent]:
    """The archaic chain: nine, misère without the talon, nine without it (PC-4.4.4-note)."""
    high = _height(auction.contract, hand=auction.hand)
    captive = auction.turn is auction.captive
    enough = rules.enough(Contract.MISERE, len(auction.blind_passers), hand=True)
    first = auction.turn not in auction.called and enough
    found: list[AnyEvent] = []
    if high < _HAND_MISERE and (first or (captive and high >= _MISERE)):
        found.append(Misere(hand=True))
    if high >= _HAND_MISERE and not captive:
        found += [Bid(c, hand=True) for c in _NINES if _height(c, hand=True) > high]
    return found


def refusal(event: Event, auction: Auction, rules: AuctionRules) -> Refusal:
    """Why a call that is not among `calls` is refused."""
    me = auction.turn
    dark = rules.blind and me not in auction.looked
    if isinstance(event, (Pass, Bid, Misere)) and event.blind:
        agreed = {Pass: rules.blind_pass, Bid: rules.blind_bid, Misere: rules.blind_misere}[type(event)]
        if not agreed:
            return Refusal(Reason.NOT_AGREED, "P-3.3.19")
        if not dark:
            return Refusal(Reason.CARDS_SEEN, "P-3.3.19")
    elif dark and isinstance(event, (Pass, Bid, Misere, Here, Take, Invite)):
        return Refusal(Reason.CARDS_UNSEEN, "P-3.3.19")
    match event:
        case Misere(hand=hand):
            if me in auction.called:
                return Refusal(Reason.FIRST_CALL_ONLY, "P-3.3.9")
            if hand and not rules.chain:
                return Refusal(Reason.NOT_AGREED, "PC-4.4.4-note")
            if not rules.enough(Contract.MISERE, len(auction.blind_passers), hand=hand):
                return Refusal(Reason.TOO_LOW, _least_law(auction))
            return Refusal(Reason.TOO_LOW, "P-3.6.4")
        case Bid():
            return _refused_bid(event, auction, rules)
        case Here():
            if rules.here == "off":
                return Refusal(Reason.NOT_AGREED, "P-3.3.8")
            return Refusal(Reason.NOTHING_TO_MATCH, "P-3.3.8")
        case Take(cards=2):
            return Refusal(Reason.NOT_NOW if rules.silent_take else Reason.NOT_AGREED, "P-3.3.15")
        case Take():
            return Refusal(Reason.NOT_NOW if rules.one_card_is_pass else Reason.NOT_AGREED, "PC-4.2.11")
        case Invite():
            return Refusal(Reason.NOT_NOW if rules.share else Reason.NOT_AGREED, "P-3.6.9")
    return Refusal(Reason.NOT_NOW, "P-3.3.3")


def _refused_bid(bid: Bid, auction: Auction, rules: AuctionRules) -> Refusal:
    high = _height(auction.contract, hand=auction.hand)
    if auction.turn is auction.captive:
        return Refusal(Reason.FIRST_CALL_ONLY, "P-3.3.9")
    if bid.hand:
        return Refusal(Reason.NOT_NOW if rules.chain else Reason.NOT_AGREED, "PC-4.4.4-note")
    if high == _MISERE:
        return Refusal(Reason.OUTBID_TOO_LOW, "P-3.3.19c" if auction.dark else "P-3.6.4")
    if not rules.enough(bid.contract, len(auction.blind_passers)):
        return Refusal(Reason.TOO_LOW, _least_law(auction))
    return Refusal(Reason.TOO_LOW, "P-3.3.7") if _height(bid.contract) <= high else Refusal(Reason.JUMP, "P-3.3.8")


def _least_law(auction: Auction) -> str:
    """The rule that has raised the least bid: blind passes here, or the series before."""
    return "P-3.3.19a" if auction.blind_passers else "P-3.7.8"
