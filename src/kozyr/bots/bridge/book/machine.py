"""The machine that reads a book: the rules of the next caller, the promises of calls, the call of a hand.

The first rule that the hand fits is the call. Openings, answers, overcalls and takeout doubles with their answers are
written out in the parts of the book. Later calls follow from partner's promises: fit, points for game, a stop.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from kozyr import _native
from kozyr.bots.bridge.book.auction import LADDER, Auction, Calls, Promises, promise, standing, step, suit_of
from kozyr.bots.bridge.book.contested import contested
from kozyr.bots.bridge.book.defence import advances, defence, doubler_again, minor_named, raised_by_cue, two_suits_again
from kozyr.bots.bridge.book.key_cards import answers
from kozyr.bots.bridge.book.natural import forced, natural, rescue
from kozyr.bots.bridge.book.no_trump import after_no_trump, disturbed, invited, no_trump_again, transferred
from kozyr.bots.bridge.book.opener import (
    after_negative,
    after_own_no_trump,
    after_own_reverse,
    after_reopening,
    rebids,
    reopened,
    support_doubled,
    weak_again,
)
from kozyr.bots.bridge.book.opening import openings, responses
from kozyr.bots.bridge.book.responder import after_fourth, checked, doubled_again, fourth_suit, responder_again
from kozyr.bots.bridge.book.style import Style
from kozyr.bots.bridge.book.unwritten import unwritten
from kozyr.bots.bridge.system import ANY, Hand, Meaning, Rule, hull, meet
from kozyr.cards import CardSet

# After these partner answers, and nothing else.
_QUESTIONS = frozenset({"blackwood", "keycard", "queen_ask", "king_ask", "gerber"})
# The same while the opponents pass: transfers, and questions about suits.
_ORDERS = frozenset({"transfer", "stayman", "relay"})
# Overcalls of no trumps, over which partner answers as over an opening.
_NO_TRUMP = frozenset({"no_trump", "balancing"})
# Calls that name a suit which the bidder does not hold, or hold for sure: it is not played there.
_ARTIFICIAL = _ORDERS | {"two_suits", "cue", "splinter", "control", "checkback", "fourth", "waiting"}
_REMEMBERED = 4096  # the number of auctions whose rules, meanings and promises are kept


class Choice:
    """The call of a hand at a point of an auction: the first legal rule that it fits."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        self._core = _native.BridgeRules([rule.meaning.promise() for rule in rules])

    def __call__(self, bits: int) -> str:
        """The call of these thirteen cards."""
        first = self._core.first
        rule = self.rules[at := first(bits)]
        while rule.when is not None and not rule.when(Hand.of(CardSet(bits))):
            rule = self.rules[at := first(bits, at + 1)]
        return rule.call


class System:
    """A bidding system by which a hand calls, and by which calls are understood; name: as its card says it."""

    def __init__(self, name: str, style: Style) -> None:
        self.name = name
        self.style = style
        remember = lru_cache(maxsize=_REMEMBERED)
        self._rules = remember(self._find)
        self._promises = remember(self._promised)
        self._meanings = remember(self._meant)
        self._choices = remember(self._open)
        atexit.register(self._choices.cache_clear)  # the core counts the objects that are alive at exit

    def book(self, calls: Calls) -> tuple[Rule, ...]:
        """The rules for the next call of an auction that is not over, in the order in which they are tried.

        The last rule fits every hand. A rule's call may be illegal here (a double of the caller's own side);
        the caller of this method leaves such rules out.
        """
        return self._rules(calls)

    def meaning(self, calls: Calls, call: str) -> Meaning:
        """The promise of a call after these calls; a call without a rule has its common meaning (`unwritten`)."""
        said = [rule.meaning for rule in self.book(calls) if rule.call == call]
        return hull(said) if said else unwritten(self._auction(calls), call)

    def meanings(self, calls: Calls) -> tuple[Meaning, ...]:
        """The promise of each of these calls when it was made, from the dealer on."""
        return self._meanings(calls)

    def known(self, calls: Calls) -> Promises:
        """The joined promises of each player, from the dealer on."""
        return self._promises(calls)

    def choice(self, calls: Calls, hand: Hand) -> str:
        """The call of a hand: the first legal rule that it fits."""
        return self.choices(calls)(hand.cards.bits)

    def choices(self, calls: Calls) -> Choice:
        """The calls of all hands."""
        return self._choices(calls)

    def rules(self, calls: Calls, hand: Hand) -> list[Rule]:
        """The rules that a hand fits and the auction allows, in the order of the book, each call once; never none."""
        found: dict[str, Rule] = {}
        for rule in self.choices(calls).rules:
            if rule.call not in found and rule.fits(hand):
                found[rule.call] = rule
        return list(found.values())

    def bound(self, calls: Calls) -> bool:
        """Whether the next caller answers partner's question, obeys a transfer, or takes out an artificial call: the book alone calls."""
        return _bound(self._auction(calls))

    def _find(self, calls: Calls) -> tuple[Rule, ...]:
        return _reading(self._auction(calls))

    def _auction(self, calls: Calls) -> Auction:
        return Auction(calls, self._meanings(calls), self.known(calls), self.style)

    def _meant(self, calls: Calls) -> tuple[Meaning, ...]:
        return (*self._meanings(calls[:-1]), self.meaning(calls[:-1], calls[-1])) if calls else ()

    def _promised(self, calls: Calls) -> Promises:
        if not calls:
            return ANY, ANY, ANY, ANY
        before = list(self.known(calls[:-1]))
        at = (len(calls) - 1) % 4
        before[at] = meet(before[at], self.meaning(calls[:-1], calls[-1]))
        return before[0], before[1], before[2], before[3]

    def _open(self, calls: Calls) -> Choice:
        top, doubled, ours = standing(calls)
        return Choice(tuple(rule for rule in self.book(calls) if _allowed(rule.call, top, doubled, ours=ours)))


def _reading(auction: Auction) -> tuple[Rule, ...]:
    """The rules of the auction's stage, then the rules that go by partner's promises."""
    calls = auction.calls
    rules: list[Rule] = []
    if not auction.bids:
        return tuple(openings(len(calls), auction.style))
    if _left_in(auction):
        return tuple(rescue(auction))
    opener, opening = auction.bids[0]
    silent = all(call == "pass" for call in auction.mine)
    distance = (len(calls) - opener) % 4
    asked = auction.partner[-1] if auction.partner else ""
    if len(calls) > 1 and auction.meanings[-2].code in _QUESTIONS:
        if auction.right_hand in {"pass", "X"}:
            return tuple(answers(auction))
        rules += answers(auction)
    elif distance == 2 and silent and len(calls) - opener == 2:
        rules += responses(opening, auction)
    elif distance == 0 and len(calls) - opener == 4 and auction.right_hand == "pass" and asked[0].isdigit():
        rules += rebids(opening, auction.partner[-1], auction)
    elif (
        distance == 0
        and len(calls) - opener == 4
        and asked == "X"
        and auction.right_hand in {"pass", "XX"}
        and _over_clubs(auction)
    ):
        rules += no_trump_again(opening, "2C", auction.meanings[-2].code)
    elif (
        distance == 0
        and len(calls) - opener == 4
        and opening in {"1NT", "2NT"}
        and (asked[0].isdigit() or (asked == "X" and _over_clubs(auction)))
    ):
        rules += disturbed(auction)
    elif distance == 0 and len(calls) - opener == 4 and asked[0].isdigit():
        if asked[0] == "1" and auction.style.support_doubles:
            rules += support_doubled(auction)
        rules += contested(auction)
    elif distance == 0 and len(calls) - opener == 4 and calls[-2:] == ("pass", "pass") and opening[0] == "1":
        rules += reopened(auction)
    elif distance == 2 and len(calls) - opener == 6 and asked == "X" and calls[-4:-2] == ("pass", "pass"):
        rules += after_reopening(auction)
    elif distance == 0 and len(calls) - opener == 4 and asked == "X":
        rules += after_negative(opening, auction)
    elif distance == 2 and opening == "2C" and auction.quiet and asked == "2NT" and len(calls) - opener == 6:
        rules += after_no_trump(22, 24, 3)
    elif distance == 2 and opening == "2C" and auction.quiet and asked == "3NT" and auction.mine[-1] == "2D":
        rules += after_no_trump(25, 27, 4) if len(calls) - opener == 6 else ()
    elif distance % 2 and calls[-1:] == calls[-3:-2] == ("pass",) and _chosen(auction):
        rules += two_suits_again(auction)
    elif (distance == 2 and _systems_on(auction) and len(calls) - opener == 6 and opening in {"1NT", "2NT"}) or (
        distance % 2 and calls[-1:] == calls[-3:-2] == ("pass",) and auction.meanings[-4].code in _ORDERS
    ):
        rules += transferred(auction)
    elif distance == 0 and _systems_on(auction) and len(calls) - opener == 8 and opening in {"1NT", "2NT"}:
        rules += invited(auction)
    elif distance == 2 and auction.undisturbed and len(calls) - opener == 6 and auction.partner[-2] != "pass":
        rules += responder_again(auction)
    elif distance == 0 and auction.quiet and len(calls) - opener == 8 and auction.meanings[-2].code == "checkback":
        rules += checked(auction)
    elif distance == 0 and auction.quiet and len(calls) - opener == 8 and auction.meanings[-2].code == "fourth":
        rules += fourth_suit(auction)
    elif distance == 2 and len(calls) - opener == 6 and auction.meanings[-4].code == "negative" and asked[0].isdigit():
        rules += doubled_again(auction) if auction.right_hand == "pass" else ()
    elif distance == 2 and auction.quiet and len(calls) - opener == 10 and auction.meanings[-4].code == "fourth":
        rules += after_fourth(auction)
    elif distance == 0 and auction.quiet and len(calls) - opener == 8 and auction.meanings[-2].code in _ORDERS:
        rules += no_trump_again(auction.mine[-1], asked, auction.meanings[-2].code)
    elif distance == 0 and auction.quiet and len(calls) - opener == 8 and auction.mine[-1] in {"1NT", "2NT"}:
        rules += after_own_no_trump(auction)
    elif distance == 0 and auction.quiet and len(calls) - opener == 8 and auction.meanings[-4].forcing == "one":
        rules += after_own_reverse(auction)
    elif distance % 2 and auction.mine and auction.mine[-1] == "X" and len(auction.calls) - opener < 7:
        rules += doubler_again(auction)
    elif (
        distance % 2
        and len(calls) > 3
        and auction.meanings[-4].code == "two_suits"
        and auction.meanings[-2].code == "relay"
    ):
        rules += minor_named(auction)
    elif (
        distance % 2
        and len(auction.mine) > 0
        and [call for call in auction.mine if call != "pass"] == [auction.mine[-1]]
        and auction.meanings[-4].code == "overcall"
        and auction.meanings[-2].code == "cue"
        and auction.right_hand == "pass"
    ):
        rules += raised_by_cue(auction)
    elif (
        distance % 2
        and len(calls) > 3
        and auction.meanings[-4].code in _NO_TRUMP
        and auction.meanings[-2].code in _ORDERS
    ):
        rules += (
            no_trump_again(auction.mine[-1], asked, auction.meanings[-2].code) if auction.right_hand == "pass" else ()
        )
    elif (
        distance % 2
        and len(calls) > 3
        and auction.meanings[-4].code == "weak"
        and auction.meanings[-2].code == "strong"
    ):
        jumped = suit_of(auction.mine[-1])
        rules += weak_again(jumped, None, auction) if jumped and auction.right_hand == "pass" else ()
    elif distance % 2 and silent:
        talked = [call for call in auction.partner if call != "pass"]
        if not talked:
            rules += defence(opening, auction)
        elif len(talked) == 1 and asked == talked[0]:
            rules += advances(asked, auction)
    if rules and _bound(auction):
        return (*rules, Rule(rules[-1].call, msgspec.structs.replace(ANY, code=rules[-1].meaning.code)))
    # A call for which the stage has a rule means that, and nothing wider; only a pass may mean more.
    told = {rule.call for rule in rules} - {"pass"}
    rules += [rule for rule in natural(auction) if rule.call not in told]
    if forced(auction):
        rules = [rule for rule in rules if rule.call != "pass" or not _says_nothing(rule.meaning)]
        told = {rule.call for rule in rules}
        free = [bid for bid in _above(auction.top) if bid not in told]
        rules.append(Rule(free[0] if free else "pass", promise(code="natural") if free else ANY))
    return _reached(tuple(rules), auction)


def _over_clubs(auction: Auction) -> bool:
    """Whether our one no trump was overcalled with two clubs at once: our answers are as without it."""
    opener = auction.bids[0][0]
    return auction.calls[opener : opener + 2] == ("1NT", "2C") and (len(auction.calls) - opener) % 2 == 0


def _systems_on(auction: Auction) -> bool:
    """Whether our answers to no trumps hold: the opponents have passed, or bid two clubs over one no trump and passed."""
    if auction.quiet:
        return True
    later = auction.calls[auction.bids[0][0] + 3 :: 2]
    return _over_clubs(auction) and all(call == "pass" for call in later)


def _chosen(auction: Auction) -> bool:
    """Whether the two partners have shown two suits and chosen one of them, at once or by a question for the minor."""
    codes = [meant.code for meant in auction.meanings[-2::-2]]  # the last first
    return codes[:2] == ["preference", "two_suits"] or codes[1:3] == ["relay", "two_suits"]


def _bound(auction: Auction) -> bool:
    """Whether partner's call asks or orders and the opponent after it has passed, or the caller's own artificial call was left in."""
    if len(auction.calls) < 2:
        return False
    code, quiet = auction.meanings[-2].code, auction.right_hand == "pass"
    return (
        (code in _QUESTIONS and auction.right_hand in {"pass", "X"}) or (code in _ORDERS and quiet) or _left_in(auction)
    )


def _left_in(auction: Auction) -> bool:
    """Whether the caller's artificial call was doubled and passed round."""
    if auction.calls[-3:] != ("X", "pass", "pass"):
        return False
    said = auction.meanings[-4]
    return said.code in _ARTIFICIAL or (said.code == "strong" and said.forcing == "one")


def _above(top: int) -> Iterator[str]:
    """The bids over a step, the lowest first."""
    return (f"{1 + at // 5}{LADDER[at % 5]}" for at in range(top, 35))


def _reached(rules: tuple[Rule, ...], auction: Auction) -> tuple[Rule, ...]:
    """The rules down to the first that every hand fits: later rules are never called, and promise nothing."""
    for at, rule in enumerate(rules):
        free = rule.when is None and _says_nothing(rule.meaning)
        if free and (rule.call == "pass" or step(rule.call) > auction.top):
            return rules[: at + 1]
    return rules


def _says_nothing(said: Meaning) -> bool:
    return Meaning(forcing=said.forcing, code=said.code) == said


def _allowed(call: str, top: int, doubled: int, *, ours: bool) -> bool:
    if call == "pass":
        return True
    if call == "X":
        return top > 0 and not ours and not doubled
    if call == "XX":
        return ours and doubled == 1
    return top < step(call) <= 35
