"""The auction (P-3.3): who may call what, and who wins it. Bidders are numbered from the first hand, 0.

The state holds no cards and no seats, so that its few thousand states can be looked up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from kozyr.games import Event, Illegal, Reason
from kozyr.games.preferans.conventions import Conventions
from kozyr.games.preferans.events import (
    BIDS,
    LADDER,
    Bid,
    Contract,
    Here,
    Invite,
    Look,
    Misere,
    Pass,
    Take,
)

__all__ = ["Auction", "AuctionRules", "blind_level", "calls", "refusal"]

# Heights of a call. The ladder's 26 steps keep their order; the archaic chain puts misère without the talon
# over the nines, nines without it over that, and the tens on top (PC-4.4.4-note).
MISERE_HEIGHT: Final = 16
_HAND_MISERE: Final = 22
_TEN: Final = 10
_NINE: Final = 9
_LEVELS: Final = 4  # a blind pass of level 4 asks for a ten; there is nothing higher


def blind_level(counter: Literal["per_deal", "per_series", "both"], cap: int | None, before: int, here: int) -> int:
    """The level of blind passes: `before` from the series, `here` in this auction (P-3.3.19a, C-BLIND-1)."""
    level = {"per_deal": here, "per_series": before + (here > 0), "both": before + here}[counter]
    return level if cap is None else min(level, cap)


class AuctionRules(msgspec.Struct, frozen=True):
    """What the auction needs to know of the conventions and of this deal.

    lowest: the smallest size that may be bid. level: blind passes of the series so far (P-3.7.7).
    escalate: the smallest size also rises with the level ("6+k"), and is seven at least (P-3.7.8).
    share: the dealer may be invited (P-3.6.9).
    """

    bidders: int
    lowest: int
    level: int
    escalate: bool
    share: bool
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
    def of(cls, c: Conventions, bidders: int, series: int, level: int, *, dealer_sits: bool) -> AuctionRules:
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
        """Cards are not lifted before a first choice."""
        return self.blind_pass or self.blind_bid or self.blind_misere


class Auction(msgspec.Struct, frozen=True):
    """An auction in progress; sets of bidders are bit masks.

    high: the height of the last bid, 0 for none. holder: who holds it, -1 for nobody. dark: he has not looked.
    captive: who ordered misère and is bound by it, -1 for nobody. hand: the high bid is without the talon.
    blind_passers: who passed before looking while nobody had bid. taken: talon cards opened by the silent third hand.
    invited: who has invited the dealer already.
    """

    turn: int = 0
    passed: int = 0
    called: int = 0
    looked: int = 0
    high: int = 0
    holder: int = -1
    dark: bool = False
    captive: int = -1
    hand: bool = False
    blind_passers: int = 0
    taken: int = 0
    invited: int = 0
    over: bool = False

    @property
    def contract(self) -> Contract | None:
        """The bid that stands: the contract may not be lower (P-3.3.7); None: nobody bid."""
        if self.high == 0:
            return None
        if self.high == _HAND_MISERE:
            return Contract.MISERE
        return LADDER[self.high if self.high < _HAND_MISERE else self.high - 6]

    def level(self, rules: AuctionRules) -> int:
        """The level of blind passes in force: the price of an all-pass is doubled so often (P-3.3.19a)."""
        here = self.blind_passers.bit_count()
        return blind_level(rules.blind_counter, rules.blind_cap, rules.level, here)

    def lowest(self, rules: AuctionRules) -> int:
        """The smallest size that may be bid now (P-3.3.19a, P-3.7.8)."""
        level = self.level(rules) if rules.escalate or self.blind_passers else 0
        return max(rules.lowest, 6 + min(level, _LEVELS))

    def after(self, call: Event, rules: AuctionRules) -> Auction:
        """The auction after a call that is possible; legality is `calls`."""
        me = 1 << self.turn
        passed = self.passed
        changes: dict[str, Any] = {}
        if isinstance(call, Look):
            return msgspec.structs.replace(self, looked=self.looked | me)
        if isinstance(call, Invite):
            return msgspec.structs.replace(self, invited=self.invited | me)
        looked = self.looked
        if isinstance(call, Pass):
            passed |= me
            if not call.blind:
                looked |= me
            elif self.high == 0:  # after a bid no all-pass can follow, so there is nothing to outbid or to double
                changes["blind_passers"] = self.blind_passers | me
        elif isinstance(call, Take):
            looked |= me
            changes = {"taken": call.cards}
            if call.cards == 1:
                passed |= me
            else:
                lowest = next(c for c in BIDS if c.size >= self.lowest(rules))
                changes |= {"high": _height(lowest, hand=False), "holder": self.turn}
        else:
            blind = isinstance(call, (Bid, Misere)) and call.blind
            if not blind:
                looked |= me
            changes = {"holder": self.turn, "dark": blind, "hand": False}
            if isinstance(call, Bid):
                changes |= {"high": _height(call.contract, hand=call.hand), "hand": call.hand}
            elif isinstance(call, Misere):
                changes |= {
                    "high": _HAND_MISERE if call.hand else MISERE_HEIGHT,
                    "captive": self.turn,
                    "hand": call.hand,
                }
        called = self.called | me
        everybody = (1 << rules.bidders) - 1
        captives = 0 if self.captive < 0 and not isinstance(call, Misere) else 1 << changes.get("captive", self.captive)
        holder = changes.get("holder", self.holder)
        high = changes.get("high", self.high)
        # A captive misère that has been outbid never bids again (P-3.3.9), but for the archaic chain, where its author
        # may go on without the talon until another has done so.
        if captives and holder >= 0 and captives != 1 << holder and not rules.chain:
            passed |= captives
        elif self.captive >= 0 and captives != 1 << self.captive:
            passed |= 1 << self.captive
        still = everybody & ~passed
        over = (
            still == 0
            or (holder >= 0 and still == 1 << holder)
            or "taken" in changes
            or (
                rules.stop_after_nine
                and bool(captives)
                and holder >= 0
                and captives != 1 << holder
                and high > MISERE_HEIGHT
            )
        )
        turn = self.turn
        if not over:
            turn = (turn + 1) % rules.bidders
            while passed >> turn & 1:
                turn = (turn + 1) % rules.bidders
        return msgspec.structs.replace(
            self, turn=turn, passed=passed, called=called, looked=looked, over=over, **changes
        )


def _height(contract: Contract, *, hand: bool) -> int:
    if contract.size == _TEN:
        return contract.step + 6
    return contract.step + (6 if hand else 0)


@lru_cache(maxsize=1 << 16)
def calls(auction: Auction, rules: AuctionRules) -> tuple[Event, ...]:
    """What the bidder on turn may call, sorted by token (P-3.3)."""
    if auction.over:
        return ()
    me = 1 << auction.turn
    dark = rules.blind and not auction.looked & me
    found: list[Event] = []
    if dark:
        found.append(Look())
        if auction.called & me:
            found.append(Pass())  # his blind bid was beaten; a pass now is no "blind pass"
        elif rules.blind_pass:
            found.append(Pass(blind=True))
        if rules.blind_bid:
            found += [Bid(c, blind=True) for c in _bids(auction, rules, blind=True)]
        if rules.blind_misere and _misere(auction, me):
            found.append(Misere(blind=True))
        return tuple(sorted(found, key=_token))
    found.append(Pass())
    found += [BIDS[c] for c in _bids(auction, rules, blind=False)]
    if _here(auction, rules):
        found.append(Here())
    if _misere(auction, me):
        found.append(Misere())
        if rules.share and not auction.invited:
            found.append(Invite())
    if rules.chain:
        found += _chain(auction, me)
    if auction.called.bit_count() == rules.bidders - 1 == auction.passed.bit_count() and rules.bidders > 2:
        if rules.silent_take:
            found.append(Take())
        if rules.one_card_is_pass:
            found.append(Take(1))
    return tuple(sorted(found, key=_token))


def _token(event: Event) -> str:
    return event.token


def _misere(auction: Auction, me: int) -> bool:
    return not auction.called & me and auction.high < MISERE_HEIGHT


def _here(auction: Auction, rules: AuctionRules) -> bool:
    """P-3.3.8: the first hand, or the elder of two who still bid, may match the last bid."""
    if auction.holder in {-1, auction.turn} or auction.captive >= 0 or auction.hand:
        return False
    if rules.here == "first_hand":
        return auction.turn == 0
    still = rules.bidders - auction.passed.bit_count()
    return rules.here == "elder_hand" and still == 2 and auction.turn < auction.holder


def _bids(auction: Auction, rules: AuctionRules, *, blind: bool) -> list[Contract]:
    """The steps that may be bid: the next one, or any higher; over a misère any nine (P-3.6.4)."""
    if auction.turn == auction.captive:
        return []
    lowest = auction.lowest(rules)
    high = auction.high
    sizes: tuple[int, ...] = (6, 7, 8, 9, 10)
    if high == MISERE_HEIGHT and auction.dark:  # P-3.3.19c: a blind nine or an open ten
        sizes = (_NINE,) if blind else (_TEN,)
    elif high == MISERE_HEIGHT and not rules.jumps:
        sizes = (_NINE,)
    elif high == _HAND_MISERE:
        sizes = (_TEN,)
    higher = [c for c in BIDS if _height(c, hand=False) > high and c.size >= lowest and c.size in sizes]
    if rules.jumps or high == MISERE_HEIGHT or auction.hand:
        return higher
    return higher[:1]


def _chain(auction: Auction, me: int) -> list[Event]:
    """The archaic chain: nine, misère without the talon, nine without it (PC-4.4.4-note)."""
    first_or_captive = not auction.called & me or auction.turn == auction.captive
    found: list[Event] = []
    if first_or_captive and auction.high < _HAND_MISERE and (auction.high >= MISERE_HEIGHT or not auction.called & me):
        found.append(Misere(hand=True))
    if auction.high >= _HAND_MISERE and auction.turn != auction.captive:
        found += [Bid(c, hand=True) for c in BIDS if c.size == _NINE and _height(c, hand=True) > auction.high]
    return found


def refusal(event: Event, auction: Auction, rules: AuctionRules) -> Illegal:
    """Why a call that is not among `calls` is refused."""
    me = 1 << auction.turn
    dark = rules.blind and not auction.looked & me
    if isinstance(event, (Pass, Bid, Misere)) and event.blind:
        agreed = {Pass: rules.blind_pass, Bid: rules.blind_bid, Misere: rules.blind_misere}[type(event)]
        if not agreed:
            return Illegal(Reason.NOT_AGREED, "P-3.3.19")
        if not dark:
            return Illegal(Reason.CARDS_SEEN, "P-3.3.19")
    elif dark and not isinstance(event, Look):
        return Illegal(Reason.CARDS_UNSEEN, "P-3.3.19")
    if isinstance(event, Misere):
        if auction.called & me:
            return Illegal(Reason.FIRST_CALL_ONLY, "P-3.3.9")
        if event.hand and not rules.chain:
            return Illegal(Reason.NOT_AGREED, "PC-4.4.4-note")
        return Illegal(Reason.TOO_LOW, "P-3.6.4")
    if isinstance(event, Bid):
        if auction.turn == auction.captive:
            return Illegal(Reason.FIRST_CALL_ONLY, "P-3.3.9")
        if event.hand:
            return Illegal(Reason.NOT_NOW if rules.chain else Reason.NOT_AGREED, "PC-4.4.4-note")
        if auction.high == MISERE_HEIGHT:
            return Illegal(Reason.OUTBID_ONLY_BY_NINE, "P-3.3.19c" if auction.dark else "P-3.6.4")
        if event.contract.size < auction.lowest(rules):
            return Illegal(Reason.TOO_LOW, "P-3.3.19a" if auction.blind_passers else "P-3.7.8")
        if _height(event.contract, hand=event.hand) <= auction.high:
            return Illegal(Reason.TOO_LOW, "P-3.3.7")
        return Illegal(Reason.JUMP, "P-3.3.8")
    if isinstance(event, Here):
        if rules.here == "off":
            return Illegal(Reason.NOT_AGREED, "P-3.3.8")
        return Illegal(Reason.NOTHING_TO_MATCH, "P-3.3.8")
    if isinstance(event, Take):
        law = "P-3.3.15" if event.cards == 2 else "PC-4.2.11"
        agreed = rules.silent_take if event.cards == 2 else rules.one_card_is_pass
        return Illegal(Reason.NOT_NOW if agreed else Reason.NOT_AGREED, law)
    if isinstance(event, Invite):
        return Illegal(Reason.NOT_NOW if rules.share else Reason.NOT_AGREED, "P-3.6.9")
    return Illegal(Reason.NOT_NOW, "P-3.3.3")
