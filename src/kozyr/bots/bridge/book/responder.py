"""The second call of the opener's partner when the opponents pass, and the opener's answer where it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kozyr.bots.bridge.book.auction import (
    TOP,
    Auction,
    C,
    D,
    H,
    S,
    at_least,
    cheapest,
    long,
    promise,
    step,
    suit_of,
)
from kozyr.bots.bridge.book.key_cards import ask
from kozyr.bots.bridge.system import ANY, Hand, Rule
from kozyr.cards import Suit

__all__ = ["checked", "responder_again"]

_MAJORS: Final = (S, H)


def responder_again(auction: Auction) -> Iterator[Rule]:
    """The responder's second call, after an opening of one of a suit, an answer in a new suit and a rebid."""
    first, mine = suit_of(auction.bids[0][1]), suit_of(auction.mine[-1])
    answer, rebid = auction.mine[-1], auction.partner[-1]
    again = suit_of(rebid)
    if first is not None and mine is first and auction.meanings[-2].code == "invite" and again is not first:
        yield Rule(f"4{first.value}", promise(fit=(first, (9, TOP)), forcing="sign_off", code="raise"))
        if again is not None:
            help_ = long(again, 0, fit=(first, (8, TOP)), forcing="sign_off", code="raise")
            yield Rule(f"4{first.value}", help_, lambda hand: hand.stops(again) or hand.length(again) < 2)
        yield Rule(f"{cheapest(first.value, auction.top)}{first.value}", promise(code="minimum"))
    if first is None or int(auction.bids[0][1][0]) > 1 or not rebid[0].isdigit() or mine is first:
        return
    if answer == "1NT":
        yield from _after_own_no_trump(first, rebid, auction)
    elif mine is None:
        return
    elif answer[0] != "1":
        if auction.meanings[-4].code == "natural":
            yield from _after_two_level(first, mine, rebid, auction)
    elif again is mine and rebid[0] == "2" and mine in _MAJORS:
        yield Rule(
            f"4{mine.value}", long(mine, 4, hcp=(8, TOP), fit=(mine, (12, 17)), forcing="sign_off", code="natural")
        )
        yield Rule(f"3{mine.value}", long(mine, 4, hcp=(8, TOP), fit=(mine, (11, 12)), code="invite"))
        yield Rule(f"3{mine.value}", long(mine, 4, hcp=(0, 7), fit=(mine, (12, 14)), code="invite"))
        yield Rule("pass", long(mine, 4, hcp=(0, 10)))
    elif rebid == "1NT":
        yield from _after_one_no_trump(first, mine)
    elif rebid == "2NT":
        yield from _after_two_no_trump(first, mine)
    elif again is first:
        yield from (_after_repeat(first, mine) if rebid[0] == "2" else _after_jump(first, mine))
    elif again is not None and again is not mine:
        if auction.meanings[-2].forcing == "one":
            yield from _after_reverse(first, mine, again, auction)
        elif auction.meanings[-2].forcing != "game":
            yield from _after_second_suit(first, mine, again, rebid, auction)
        else:
            yield from _after_jump_shift(first, mine, again, auction)


def _own_suit(mine: Suit, top: int, game: int) -> Iterator[Rule]:
    """Six cards of the responder's suit: game, an invitation, a place to play. game: the points for game."""
    if mine in _MAJORS:
        yield Rule(f"4{mine.value}", long(mine, 6, points=(game + 3, 17), forcing="sign_off", code="natural"))
    if top < step(f"3{mine.value}"):
        yield Rule(f"3{mine.value}", long(mine, 6, points=(game, game + 2), code="invite"))
    if top < step(f"2{mine.value}"):
        yield Rule(f"2{mine.value}", long(mine, 6, points=(0, game - 1), code="natural"))


def _after_one_no_trump(first: Suit, mine: Suit) -> Iterator[Rule]:
    """Calls over the opener's one no trump: the opener is balanced with eleven to fourteen."""
    top = step("1NT")
    yield Rule("6NT", promise((20, TOP), balanced=True, forcing="sign_off", code="slam"))
    yield Rule("4NT", promise((18, 19), balanced=True, code="quantitative"))
    if mine is S:
        yield Rule("3H", promise((11, TOP), s=(5, 13), h=(5, 13), forcing="game", code="natural"))
    yield from _own_suit(mine, top, 10)
    if mine is H:  # five hearts and four spades, or five cards in two suits
        yield Rule("2S", promise((11, TOP), s=(4, 13), h=(5, 13), forcing="game", code="natural"))
    for minor in (D, C):
        if mine in _MAJORS and minor is not first:
            jump = long(minor, 5, hcp=at_least(10), forcing="game", code="natural")
            yield Rule(f"3{minor.value}", jump, lambda hand: hand.length(mine) > 4)
    if mine in _MAJORS:
        new = D if first is C else C
        yield Rule(f"2{new.value}", long(mine, 5, hcp=at_least(10), forcing="one", code="checkback"))
    if mine is S:
        yield Rule("2H", promise((0, 9), s=(5, 13), h=(4, 13), code="natural"))
    if first in {C, D}:
        weak = long(first, 5, hcp=(0, 9), code="preference")
        yield Rule(f"2{first.value}", weak, lambda hand: not hand.balanced)
        yield Rule(f"3{first.value}", long(first, 5, hcp=(10, 11), code="invite"), lambda hand: not hand.balanced)
    yield Rule("3NT", promise((12, 17), forcing="sign_off", code="natural"))
    yield Rule("2NT", promise((10, 11), code="invite"))
    yield Rule("pass", promise((0, 10)))


def checked(auction: Auction) -> Iterator[Rule]:
    """The opener's answers to a question after one no trump: for three cards of partner's major or four of the other."""
    major = suit_of(auction.partner[-2])
    if major is None:
        return
    letter = major.value
    yield Rule(f"3{letter}", long(major, 3, hcp=(13, TOP), code="raise"))
    yield Rule(f"2{letter}", long(major, 3, hcp=(0, 12), code="raise"))
    if major is S:
        yield Rule("2H", long(H, 4, code="natural"))
    yield Rule("3NT", promise((13, TOP), code="natural"))
    yield Rule("2NT", promise((0, 12), code="natural"))


def fourth_suit(auction: Auction) -> Iterator[Rule]:
    """The opener's answers to the fourth suit: three cards of partner's suit, no trumps with a stop, four of it, five of an own suit."""
    first, second = suit_of(auction.bids[0][1]), suit_of(auction.mine[-1])
    mine, asked, top = suit_of(auction.partner[-2]), suit_of(auction.partner[-1]), auction.top
    if first is None or second is None or mine is None or asked is None:
        return
    level = cheapest(mine.value, top)
    if level < 4:
        yield Rule(f"{level}{mine.value}", long(mine, 3, forcing="game", code="raise"))
    if top < step("3NT"):
        yield Rule(f"{cheapest('NT', top)}NT", promise(stop=(asked,), forcing="game", code="natural"))
    for suit, cards in ((asked, 4), (second, 5), (first, 4), (second, 4)):
        level = cheapest(suit.value, top)
        if level < 4:
            yield Rule(f"{level}{suit.value}", long(suit, cards, forcing="game", code="natural"))


def after_fourth(auction: Auction) -> Iterator[Rule]:
    """The responder's call after the answer to the fourth suit: no trumps with a stop, six cards, a raise of the first suit."""
    first, mine, asked = suit_of(auction.bids[0][1]), suit_of(auction.mine[0]), suit_of(auction.mine[-1])
    if first is None or mine is None or asked is None or auction.top >= step("3NT"):
        return
    again, top = suit_of(auction.partner[-1]), auction.top
    if again is mine:
        return
    if cheapest(mine.value, top) < 4:
        yield Rule(f"{cheapest(mine.value, top)}{mine.value}", long(mine, 6, forcing="game", code="natural"))
    if auction.partner[-1] == "2NT":  # partner has the stop
        yield Rule("3NT", promise((10, 15), forcing="sign_off", code="natural"))
    yield Rule("3NT", promise((10, 15), stop=(asked,), forcing="sign_off", code="natural"))
    if again is first and first not in _MAJORS:
        yield Rule(f"4{first.value}", long(first, 3, forcing="game", code="raise"))


def doubled_again(auction: Auction) -> Iterator[Rule]:
    """The responder's call after a negative double and the opener's least bid: a raise of an own suit or no trumps, by points."""
    again, top = suit_of(auction.partner[-1]), auction.top
    if again in _MAJORS and again is not suit_of(auction.partner[0]) and top < step("3C"):
        yield Rule(f"4{again.value}", long(again, 4, fit=(again, (12, 17)), forcing="sign_off", code="raise"))
        yield Rule(f"3{again.value}", long(again, 4, fit=(again, (10, 11)), code="invite"))
        yield Rule("pass", long(again, 4, hcp=(0, 10)))
    elif top < step("2NT") and again is suit_of(auction.partner[0]):
        yield Rule("3NT", promise((12, 17), stop=auction.theirs, balanced=True, forcing="sign_off", code="natural"))
        yield Rule("2NT", promise((10, 11), stop=auction.theirs, balanced=True, code="invite"))


def _after_two_no_trump(first: Suit, mine: Suit) -> Iterator[Rule]:
    """Calls over the opener's two no trumps: the opener is balanced with eighteen or nineteen."""
    if mine in _MAJORS:
        yield Rule(f"4{mine.value}", long(mine, 6, points=(6, 11), forcing="sign_off", code="natural"))
        yield Rule(f"3{mine.value}", long(mine, 5, hcp=at_least(6), forcing="game", code="natural"))
    yield Rule("6NT", promise((15, 17), balanced=True, forcing="sign_off", code="slam"))
    yield Rule("4NT", promise((13, 14), balanced=True, code="quantitative"))
    yield Rule(f"3{first.value}", long(first, 5, hcp=at_least(12), forcing="game", code="natural"))
    yield Rule("3NT", promise((6, 12), forcing="sign_off", code="natural"))
    yield Rule("pass", promise((0, 5)))


def _after_repeat(first: Suit, mine: Suit) -> Iterator[Rule]:
    """The opener has repeated the suit, with eleven to fifteen points."""
    top = step(f"2{first.value}")
    if first in _MAJORS:
        yield Rule(f"4{first.value}", long(first, 2, fit=(first, (12, 17)), forcing="sign_off", code="natural"))
        yield Rule(f"3{first.value}", long(first, 2, fit=(first, (10, 11)), code="invite"))
    for other in (S, H, D, C):
        level = cheapest(other.value, top)
        if other not in {first, mine} and level <= 3:
            yield Rule(f"{level}{other.value}", long(other, 4, hcp=at_least(12), forcing="one", code="natural"))
    yield from _own_suit(mine, top, 10)
    yield Rule("6NT", promise((20, TOP), balanced=True, forcing="sign_off", code="slam"))
    yield Rule("4NT", promise((18, 19), balanced=True, code="quantitative"))
    yield Rule("3NT", promise((12, 18), forcing="sign_off", code="natural"))
    yield Rule("2NT", promise((10, 11), code="invite"))
    if first not in _MAJORS:
        yield Rule(f"3{first.value}", long(first, 3, hcp=(8, 11), code="invite"))
    yield Rule("pass", promise((0, 11)))


def _after_jump(first: Suit, mine: Suit) -> Iterator[Rule]:
    """The opener has jumped in the first suit, with sixteen to eighteen points."""
    top = step(f"3{first.value}")
    if mine is S and first is not H and cheapest("H", top) == 3:
        yield Rule("3H", promise((7, TOP), s=(5, 13), h=(5, 13), forcing="game", code="natural"))
    if first in _MAJORS:
        yield Rule(f"4{first.value}", long(first, 2, fit=(first, (7, 13)), forcing="sign_off", code="natural"))
    if mine in _MAJORS:
        yield Rule(f"4{mine.value}", long(mine, 6, points=(7, 12), forcing="sign_off", code="natural"))
        if cheapest(mine.value, top) == 3:
            yield Rule(f"3{mine.value}", long(mine, 5, hcp=at_least(8), forcing="game", code="natural"))
    for other in (S, H):
        if other not in {first, mine} and cheapest(other.value, top) == 3:
            yield Rule(f"3{other.value}", long(other, 4, hcp=at_least(8), forcing="game", code="natural"))
    yield Rule("3NT", promise((7, 13), forcing="sign_off", code="natural"))
    if first not in _MAJORS:
        yield Rule(f"4{first.value}", long(first, 3, hcp=at_least(11), forcing="game", code="raise"))
    yield Rule("pass", promise((0, 7)))


def _after_jump_shift(first: Suit, mine: Suit, again: Suit, auction: Auction) -> Iterator[Rule]:
    """The opener has jumped in another suit, which forces to game: a raise, an own suit, no trumps with the fourth stopped."""
    top = auction.top
    (fourth,) = [suit for suit in (S, H, D, C) if suit not in {first, mine, again}]
    for suit, cards in ((again, 4), (first, 3)):
        level = cheapest(suit.value, top)
        if suit in _MAJORS and level < 4:
            yield Rule(f"4{suit.value}", long(suit, cards, hcp=(0, 7), forcing="sign_off", code="raise"))
            yield Rule(f"{level}{suit.value}", long(suit, cards, forcing="game", code="raise"))
    level = cheapest(mine.value, top)
    if level < 4:
        yield Rule(f"{level}{mine.value}", long(mine, 6 if mine not in _MAJORS else 5, forcing="game", code="natural"))
    if top < step("3NT"):
        yield Rule("3NT", promise((0, 11), stop=(fourth,), forcing="sign_off", code="natural"))
    for suit, cards in ((first, 3), (again, 4)):
        level = cheapest(suit.value, top)
        if level < 5 and suit not in _MAJORS:
            yield Rule(f"{level}{suit.value}", long(suit, cards, forcing="game", code="raise"))


def _after_second_suit(first: Suit, mine: Suit, again: Suit, rebid: str, auction: Auction) -> Iterator[Rule]:
    """The opener has named another suit that partner may pass: a preference, an invitation, game, the fourth suit."""
    top = auction.top
    (fourth,) = [suit for suit in (S, H, D, C) if suit not in {first, mine, again}]
    if again in _MAJORS:
        yield Rule(f"4{again.value}", long(again, 4, fit=(again, (12, 17)), forcing="sign_off", code="raise"))
        yield Rule(f"3{again.value}", long(again, 4, fit=(again, (10, 11)), code="invite"))
        if rebid[0] == "1":
            yield Rule(f"2{again.value}", long(again, 4, fit=(again, (6, 9)), code="raise"))
    if fourth is S and rebid == "1H":
        yield Rule("1S", long(S, 4, hcp=(6, 11), forcing="one", code="natural"))
    yield from _own_suit(mine, top, 10)
    if first in _MAJORS:
        yield Rule(f"4{first.value}", long(first, 3, fit=(first, (12, 16)), forcing="sign_off", code="natural"))
        yield Rule(f"3{first.value}", long(first, 3, fit=(first, (10, 11)), code="invite"))
    yield Rule("3NT", promise((12, 17), stop=(fourth,), forcing="sign_off", code="natural"), _no_five(mine))
    level = cheapest(fourth.value, top)
    yield Rule(f"{level}{fourth.value}", promise(at_least(12), forcing="game", code="fourth"))
    if mine in _MAJORS:
        five = long(mine, 5, hcp=(10, 11), forcing="game", code="fourth")
        yield Rule(f"{level}{fourth.value}", five, lambda hand: not hand.stops(fourth))
    if top < step("2NT"):
        yield Rule("2NT", promise((10, 11), stop=(fourth,), code="invite"))
    if again not in _MAJORS:
        yield Rule(f"3{again.value}", long(again, 4, hcp=(8, 11), code="invite"))
    if first not in _MAJORS:
        yield Rule(f"3{first.value}", long(first, 4, hcp=(8, 11), code="invite"))
    if top < step("2NT"):
        yield Rule("2NT", promise((10, 11), code="invite"))
    if top < step("1NT"):
        yield Rule("1NT", promise((6, 9), code="natural"))
    back = cheapest(first.value, top)
    if back == 2:
        yield Rule(
            f"2{first.value}", long(first, 2, hcp=(0, 11), code="preference"), _no_shorter(first, again, auction)
        )
    yield Rule("pass", promise((0, 11)))


def _no_five(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: fewer than five cards of a major that partner may still support."""
    return lambda hand: suit not in _MAJORS or hand.length(suit) < 5


def _no_shorter(one: Suit, other: Suit, auction: Auction) -> Callable[[Hand], bool]:
    """A test of a hand: at least as many cards together in the one suit as in the other."""
    first, second = (auction.his.lengths[suit.position][0] for suit in (one, other))
    return lambda hand: hand.length(one) + first >= hand.length(other) + second


def _after_reverse(first: Suit, mine: Suit, again: Suit, auction: Auction) -> Iterator[Rule]:
    """The opener has sixteen points and more, and the first suit is longer; eight points opposite make a game."""
    (fourth,) = [suit for suit in (S, H, D, C) if suit not in {first, mine, again}]
    top = auction.top
    if again in _MAJORS:
        yield Rule(f"4{again.value}", long(again, 4, hcp=(6, 9), forcing="sign_off", code="raise"))
    yield Rule(f"3{again.value}", long(again, 4, hcp=at_least(10), forcing="game", code="raise"))
    yield Rule(f"3{first.value}", long(first, 3, hcp=at_least(9), forcing="game", code="raise"))
    level = cheapest(mine.value, top)
    yield Rule(f"{level}{mine.value}", long(mine, 5 if level == 2 else 6, forcing="one", code="natural"))
    yield Rule("3NT", promise((8, 12), stop=(fourth,), forcing="sign_off", code="natural"))
    if top < step("2NT"):
        yield Rule("2NT", promise((0, 8), forcing="one", code="natural"))
    other = cheapest(fourth.value, top)
    yield Rule(f"{other}{fourth.value}", promise(at_least(9), forcing="game", code="fourth"))
    yield Rule(f"3{first.value}", promise(forcing="", code="preference"))


def _after_own_no_trump(first: Suit, rebid: str, auction: Auction) -> Iterator[Rule]:
    """The responder's second call after an answer of one no trump (6 to 10 points)."""
    again, top = suit_of(rebid), auction.top
    if rebid == "2NT":
        yield Rule("3NT", promise((8, TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", promise((0, 8)))
    elif again is first and rebid[0] == "3":
        if first in _MAJORS:
            yield Rule(f"4{first.value}", long(first, 2, hcp=(8, TOP), forcing="sign_off", code="natural"))
        yield Rule("3NT", promise((8, TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", promise((0, 9)))
    elif again is first:
        yield Rule("2NT", promise((10, TOP), code="invite"))
        yield Rule("pass", ANY)
    elif again is not None and rebid[0] == "2" and again.position < first.position:  # a reverse
        yield Rule(
            f"4{again.value}" if again in _MAJORS else f"3{again.value}", long(again, 4, hcp=(8, TOP), code="raise")
        )
        yield Rule("3NT", promise((9, TOP), forcing="sign_off", code="natural"))
        yield Rule("2NT", promise((5, 8), balanced=True, forcing="one", code="natural"))
        yield Rule(f"3{first.value}", long(first, 4 if first in {D, C} else 3, hcp=(0, 8), code="preference"))
        yield Rule("2NT", promise((0, 8), forcing="one", code="natural"))
    elif again is not None and rebid[0] == "2":
        if again in _MAJORS:
            yield Rule(f"3{again.value}", long(again, 4, hcp=(8, TOP), code="invite"))
        yield Rule("2NT", promise((9, TOP), code="invite"), lambda hand: hand.length(again) < 5)
        yield Rule(f"3{again.value}", long(again, 4, hcp=(9, TOP), code="invite"))
        if cheapest(first.value, top) == 2:
            yield Rule(f"2{first.value}", long(first, 2, code="preference"), _no_shorter(first, again, auction))
        for other in (S, H, D, C):
            if other not in {first, again}:
                level = cheapest(other.value, top)
                if level == 2:
                    yield Rule(f"2{other.value}", long(other, 6, hcp=(0, 8), code="natural"))
        yield Rule("pass", promise((0, 9)))


def _after_two_level(first: Suit, mine: Suit, rebid: str, auction: Auction) -> Iterator[Rule]:
    """Calls after an own answer in a suit at the two level: ten points and more."""
    again, top = suit_of(rebid), auction.top
    if again is mine:
        return
    if first in _MAJORS and top < step(f"3{first.value}"):
        yield Rule(f"4{first.value}", long(first, 3, fit=(first, (13, 15)), forcing="sign_off", code="natural"))
        yield Rule(f"3{first.value}", long(first, 3, fit=(first, at_least(16)), forcing="game", code="strong"))
        yield Rule(f"3{first.value}", long(first, 3, fit=(first, (10, 12)), code="invite"))
    if again is not None and again is not first:
        if again in _MAJORS:
            yield Rule(f"4{again.value}", long(again, 4, hcp=(11, 13), forcing="sign_off", code="raise"))
        raised = long(again, 4, hcp=at_least(12), forcing="game", code="raise")
        yield Rule(f"{cheapest(again.value, top)}{again.value}", raised)
    if top >= step("3NT"):
        return
    if again is first and rebid[0] == "3" and first in _MAJORS:  # six good cards and sixteen points
        yield ask(auction, first, 2, at_least(15))
        yield Rule(f"4{first.value}", long(first, 2, hcp=(10, 13), forcing="sign_off", code="raise"))
    yield Rule("4NT", promise((16, 18), balanced=True, code="quantitative"))
    if rebid[0] == "3" and again not in {first, mine}:  # sixteen points: game
        yield Rule(f"{cheapest(mine.value, top)}{mine.value}", long(mine, 6, forcing="game", code="natural"))
        yield Rule("3NT", promise((10, 15), forcing="sign_off", code="natural"))
    left = [suit for suit in (S, H, D, C) if suit not in {first, mine, again}]
    stop = tuple(left) if len(left) == 1 else ()
    yield Rule("3NT", promise((12, 15), balanced=True, stop=stop, forcing="sign_off", code="natural"))
    for other in (H, D, C, S):
        level = cheapest(other.value, top)
        if other in left and level <= 3:
            yield Rule(f"{level}{other.value}", long(other, 4, hcp=at_least(12), forcing="game", code="natural"))
            if len(left) == 1:
                yield Rule(
                    f"{level}{other.value}",
                    promise(at_least(12), forcing="game", code="fourth"),
                    lambda hand: not hand.stops(left[0]),
                )
    yield Rule(
        f"{cheapest(mine.value, top)}{mine.value}", long(mine, 6, hcp=at_least(14), forcing="game", code="natural")
    )
    yield Rule("3NT", promise((12, 16), forcing="sign_off", code="natural"))
    if top < step("2NT"):
        yield Rule("2NT", promise((10, 11), code="invite"))
    elif rebid == "2NT":  # it forces: six cards to play in, else the game that is near
        yield Rule(f"3{mine.value}", long(mine, 6, hcp=(10, 11), forcing="sign_off", code="natural"))
        yield Rule("3NT", promise((10, 11), forcing="sign_off", code="natural"))
