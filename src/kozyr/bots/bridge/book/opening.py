"""Openings and the answers to them, also over an overcall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from kozyr.bots.bridge.book.auction import (
    SUITS,
    TOP,
    Auction,
    C,
    D,
    H,
    S,
    at_least,
    cheapest,
    good,
    has_at_most,
    has_suit,
    long,
    promise,
    step,
    suit_of,
)
from kozyr.bots.bridge.book.no_trump import after_no_trump, over_two_clubs
from kozyr.bots.bridge.book.style import Style
from kozyr.bots.bridge.system import ANY, Forcing, Hand, Meaning, Rule, high_cards
from kozyr.cards import Suit

_WEAK: Final = 2  # the level of weak twos
_FIFTEEN: Final = 15  # points and spades with which one opens after three passes
_THIRD: Final = 10  # points with which one opens a good major after two passes
_SURE: Final = 13  # points with which one opens there whatever the spades


def openings(passes: int, style: Style) -> Iterator[Rule]:
    """Openings; passes: how many have passed before."""

    def enough(hand: Hand) -> bool:
        """Whether the hand is worth an opening: points for any shape, or the rule of twenty: points and the cards of the two longest suits."""
        if passes == 3 and hand.hcp < _SURE:  # after three passes spades decide who gets the part-score
            return hand.hcp + hand.length(S) >= _FIFTEEN
        if passes == 2 and hand.hcp >= _THIRD and any(hand.length(suit) == 5 and hand.good(suit) for suit in (S, H)):
            return True
        return hand.hcp >= style.opens or hand.hcp + sum(sorted(hand.lengths)[2:]) >= style.twenty

    # after three passes long spades open with less
    least, sound = (style.least, style.sound) if passes < 3 else (style.least - 2, style.sound - 1)
    if passes == 2:  # so has a good major: partner has passed, and should lead it
        sound -= 1

    def one(suit: Suit, cards: int) -> Meaning:
        return long(suit, cards, hcp=(least, 21), points=(sound, TOP), code="opening")

    yield Rule("2C", promise((22, TOP), forcing="one", code="strong"))
    yield Rule("2NT", promise((20, 21), balanced=True, code="no_trump"))
    yield Rule("1NT", promise((15, 17), balanced=True, code="no_trump"))
    yield Rule("1S", one(S, 5), lambda hand: enough(hand) and hand.length(S) >= hand.length(H))
    yield Rule("1H", one(H, 5), enough)
    yield Rule("1D", one(D, 3), lambda hand: enough(hand) and hand.length(D) > 3 and hand.length(D) >= hand.length(C))
    yield Rule("1D", one(D, 3), lambda hand: enough(hand) and hand.lengths == (4, 4, 3, 2))
    yield Rule("1C", one(C, 3), enough)
    cards, weak = style.preempt_cards, style.weak_cards
    for suit in (S, H, D, C):
        yield Rule(
            f"4{suit.value}", long(suit, cards + 1, hcp=style.preempt, code="preempt"), lambda hand: hand.points < 16
        )
        if suit in {S, H}:
            yield Rule(f"4{suit.value}", long(suit, cards, hcp=style.preempt, code="preempt"), _solid(suit))
        if passes < 3:
            shown = long(suit, cards, cards, hcp=style.preempt, code="preempt")
            yield Rule(f"3{suit.value}", shown, good(suit) if cards > 6 else None)
    if passes < 3:
        for suit in (S, H, D):
            yield Rule(f"2{suit.value}", long(suit, weak, 6, hcp=style.weak_two, code="weak"), _one_suited(suit))
        yield Rule("3C", long(C, cards - 1, cards - 1, hcp=style.preempt, code="preempt"), _solid(C))
    yield Rule("pass", promise((0, 14)))
    yield Rule("pass", ANY)


def _one_suited(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: no four-card major beside the suit."""
    return lambda hand: all(hand.length(other) < 4 for other in (S, H) if other is not suit)


def _solid(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: ace, king and queen of the suit."""
    return lambda hand: high_cards(hand.cards.bits & suit.bits) > 8


# --- answers to an opening -----------------------------------------------------------------------------------------


def responses(opening: str, auction: Auction) -> Iterator[Rule]:
    """The first answer to an opening, after any call of the opponent between."""
    right = auction.right_hand
    if opening == "1NT":
        if right in {"pass", "X"}:
            yield from after_no_trump(15, 17, 2)
        elif right == "2C":
            yield from over_two_clubs()
        elif auction.top < step("3C"):
            yield Rule("X", promise(at_least(9), code="penalty"), has_suit(suit_of(right), 4))
            for own in (S, H, D, C):
                if own not in auction.theirs and cheapest(own.value, auction.top) == 2:
                    yield Rule(f"2{own.value}", long(own, 5, hcp=(5, 9), code="competes"))
    elif opening == "2NT":
        if right in {"pass", "X"}:
            yield from after_no_trump(20, 21, 3)
    elif opening == "2C":
        yield from _after_two_clubs(right)
    elif int(opening[0]) > 1:
        if suit_of(opening) is not None:  # no rules for higher no trumps: answers to them go by points
            yield from _after_preempt(opening, auction)
    else:
        suit = suit_of(opening)
        assert suit is not None
        yield from _after_one(suit, auction)


def _after_two_clubs(right: str) -> Iterator[Rule]:
    if right != "pass":
        return
    for suit in (S, H):
        yield Rule(f"2{suit.value}", long(suit, 5, hcp=at_least(8), forcing="game", code="natural"))
    for suit in (D, C):
        yield Rule(f"3{suit.value}", long(suit, 5, hcp=at_least(8), forcing="game", code="natural"))
        yield Rule(f"3{suit.value}", long(suit, 6, hcp=at_least(7), forcing="game", code="natural"), good(suit))
    yield Rule("2NT", promise(at_least(8), balanced=True, forcing="game", code="natural"))
    yield Rule("2D", promise(forcing="one", code="waiting"))


def _after_preempt(opening: str, auction: Auction) -> Iterator[Rule]:
    suit, level = suit_of(opening), int(opening[0])
    assert suit is not None
    need = 16 if level == 2 else 14
    game = 4 if suit in {S, H} else 5
    for major in (S, H) if suit in {D, C} else ():
        if level == 3 and auction.right_hand == "pass" and step(f"3{major.value}") > auction.top:
            yield Rule(f"3{major.value}", long(major, 6, hcp=at_least(15), forcing="one", code="natural"))
    if level < game:
        if game == 4 or auction.theirs:
            enough = long(suit, 2, hcp=at_least(need), forcing="sign_off", code="raise")
            yield Rule(f"{game}{suit.value}", enough)
            if level > _WEAK:
                for shown in (long(suit, 1, hcp=at_least(need)), long(suit, 2, fit=(suit, at_least(need)))):
                    yield Rule(f"{game}{suit.value}", msgspec.structs.replace(shown, forcing="sign_off", code="raise"))
                more = long(suit, 3, hcp=(6, need - 1), forcing="sign_off", code="preempt")
                yield Rule(f"{game}{suit.value}", more, _short)
        else:
            stopped = tuple(other for other in SUITS if other is not suit)
            yield Rule("3NT", promise(at_least(need), stop=stopped, forcing="sign_off", code="natural"))
            enough = long(suit, 3, hcp=at_least(need + 2), forcing="sign_off", code="raise")
            yield Rule(f"5{suit.value}", enough)
    if level == 3 and suit in {D, C} and auction.right_hand == "pass":
        for major in (S, H):
            yield Rule(f"3{major.value}", long(major, 5, hcp=at_least(16), forcing="one", code="natural"))
    if level == 4 and game == 5 and auction.right_hand == "pass":
        yield Rule(f"5{suit.value}", long(suit, 2, hcp=at_least(15), forcing="sign_off", code="raise"))
    if level == _WEAK and auction.right_hand == "pass":
        asks = promise(at_least(need), forcing="one", code="strong")
        yield Rule("2NT", asks, lambda hand: all(hand.length(other) < 5 for other in (S, H) if other is not suit))
    if level == 2:
        for other in (S, H, D, C):
            level = cheapest(other.value, auction.top)
            if other is not suit and other not in auction.theirs and level < 4:
                strong = at_least(need if suit is D else need - 1)
                shown = long(other, 5, hcp=strong, forcing="one", code="natural")
                yield Rule(f"{level}{other.value}", shown, *(() if suit is D else (has_at_most(suit, 1),)))
        if suit is D and not auction.theirs:
            yield Rule("3NT", promise(at_least(need), forcing="sign_off", code="natural"))
        if auction.top < step(f"4{suit.value}") and suit is not D:
            yield Rule(f"4{suit.value}", long(suit, 4, hcp=(5, TOP), code="preempt"))
        yield Rule(f"3{suit.value}", long(suit, 3, hcp=(5, need - 1), code="preempt"))
    yield Rule("pass", promise((0, need + 2)))


def _short_suit(hand: Hand) -> bool:
    """Whether a suit has at most one card and another hand's trump can be ruffed with: five trumps, or a void."""
    return min(hand.lengths) < 2 and (min(hand.lengths) < 1 or max(hand.lengths) > 5)


def _short(hand: Hand) -> bool:
    """Whether a suit has at most two cards."""
    return min(hand.lengths) < 3


def _after_one(suit: Suit, auction: Auction) -> Iterator[Rule]:
    """Answers to one of a suit; over an overcall also negative doubles, and no trumps with stops."""
    right, top, free = auction.right_hand, auction.top, auction.theirs
    passed = bool(auction.mine)
    letter, major = suit.value, suit in {S, H}
    if right == "1NT":
        yield Rule("X", promise(at_least(9), code="penalty"))
    if right == "X":
        if major:
            shapely = long(suit, 5, hcp=(0, 9), forcing="sign_off", code="preempt")
            yield Rule(f"4{letter}", shapely, lambda hand: min(hand.lengths) < 2)
            yield Rule("2NT", long(suit, 4, fit=(suit, (10, TOP)), forcing="one", code="raise"))
        yield Rule("XX", promise(at_least(10), forcing="one", code="redouble"))
    if major:
        four = long(suit, 4, fit=(suit, (13, TOP)), hcp=at_least(10), forcing="game", code="jacoby")
        if right == "pass" and not passed:
            yield from _splinters(suit)
            yield Rule("2NT", four)
            two = promise(
                (15, 17), s=(2, 3 if suit is H else 2), h=(2, 3 if suit is S else 2), balanced=True, code="natural"
            )
            yield Rule("3NT", two, has_at_most(suit, 2))
        elif right == "X":  # two no trumps had the good raise, a jump has the weak one
            yield Rule(f"4{letter}", long(suit, 5, hcp=(0, 9), forcing="sign_off", code="preempt"))
            yield Rule(f"3{letter}", long(suit, 4, hcp=(0, 9), fit=(suit, (5, 9)), code="preempt"))
        else:
            if passed and top < step(f"3{letter}"):  # partner may have opened light, and I have no opening
                yield Rule(
                    f"4{letter}", long(suit, 4, fit=(suit, (14, TOP)), forcing="sign_off", code="raise"), _short_suit
                )
                yield Rule(f"3{letter}", long(suit, 3, fit=(suit, (10, 14)), code="invite"))
            yield Rule(f"4{letter}", long(suit, 3, fit=(suit, (13, TOP)), forcing="sign_off", code="raise"))
        if top < step(f"3{letter}"):
            yield Rule(f"3{letter}", long(suit, 3, fit=(suit, (10, 12)), code="invite"))
        if top < step(f"4{letter}"):
            yield Rule(f"4{letter}", long(suit, 5, hcp=(0, 9), forcing="sign_off", code="preempt"))
        if top < step(f"2{letter}"):
            yield Rule(f"2{letter}", long(suit, 3, fit=(suit, (6, 10)), code="raise"))
    if not major and right == "pass" and not passed:
        for call, low, high in (("2NT", 13, 15), ("3NT", 16, 18)):
            flat = promise((low, high), s=(0, 3), h=(0, 3), balanced=True, forcing="game", code="natural")
            yield Rule(call, flat)
        limit = long(suit, 4 if suit is D else 5, hcp=(10, 12), code="invite")
        yield Rule(
            f"3{letter}", limit, lambda hand: all(hand.length(other) < 4 for other in SUITS if other is not suit)
        )
    if free and right not in {"pass", "X", "1NT"}:
        trap = long(free[-1], 5, hcp=(6, 14))
        yield Rule("pass", trap, lambda hand: hand.good(free[-1]) and hand.length(suit) < 3)
    if right == "1D":
        yield Rule("X", promise(at_least(6), s=(4, 5), h=(4, 5), forcing="one", code="negative"))
    if right == "X":
        yield from _weak_jumps(auction, suit)
    negative = right == "1H" and suit is not S  # over one heart the double has four spades, the bid five
    yield from _new_suits(auction, suit, passed=passed, spades=5 if negative else 4)
    if free and right not in {"pass", "X"}:
        for other in (S, H):
            if other is not suit and other not in free and right != "1D":
                yield Rule(
                    "X",
                    long(
                        other, 4, hcp=at_least(6 if top < 6 else 7 if top < 10 else 8), forcing="one", code="negative"
                    ),
                )
        for other in (D, C):
            if cheapest(other.value, top) == 2 and other is not suit and other not in free:
                yield Rule(f"2{other.value}", long(other, 4, hcp=at_least(11), forcing="one", code="natural"))
        if major and {S, H} <= {suit, *free} and top < step("3C"):  # both majors are bid: the minors
            yield Rule("X", promise(at_least(8), d=(4, 13), c=(4, 13), forcing="one", code="negative"))
    if not major:
        if top < step(f"3{letter}"):
            yield Rule(f"3{letter}", long(suit, 5, hcp=(10, 12), code="invite"))
        if top < step(f"2{letter}"):
            yield Rule(f"2{letter}", long(suit, 4 if suit is D else 5, hcp=(6, 9), code="raise"))
            yield Rule(f"2{letter}", long(suit, 5, hcp=(4, 9), fit=(suit, (7, 10)), code="raise"))
    stop = tuple(free)
    most = max(10, auction.style.game_force - 1) if auction.quiet else 10
    for call, low, high in (("3NT", 13, 18), ("2NT", 11, 12), ("1NT", 6, most)):
        if top < step(call) and (call != "2NT" or free or passed or not major):
            yield Rule(call, promise((low, high), stop=stop, code="natural"))
    yield Rule("pass", promise((0, 12 if free else 6)))


def _weak_jumps(auction: Auction, suit: Suit) -> Iterator[Rule]:
    """Jumps in a new suit over their takeout double: a long suit and little else."""
    for other in (S, H, D, C):
        level = cheapest(other.value, auction.top) + 1
        if other is not suit and level < 4:
            yield Rule(f"{level}{other.value}", long(other, 6, hcp=(3, 9), forcing="sign_off", code="weak"))


def _splinters(suit: Suit) -> Iterator[Rule]:
    """A double jump in a suit of at most one card, with four trumps and points for game, no more than for a slam try."""
    for other in (S, H, D, C):
        if other is not suit:
            level = cheapest(other.value, step(f"1{suit.value}")) + 2
            short, trumps = (0, 1), (4, 13)
            s, h, d, c = (short if each is other else trumps if each is suit else (0, 13) for each in SUITS)
            shown = promise((9, 14), s=s, h=h, d=d, c=c, fit=(suit, (13, TOP)), forcing="game", code="splinter")
            yield Rule(f"{level}{other.value}", shown, _small(other))


def _small(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: neither the ace nor the king alone in the suit."""
    return lambda hand: high_cards(hand.cards.bits & suit.bits) < 3


def _new_suits(auction: Auction, suit: Suit, *, passed: bool, spades: int = 4) -> Iterator[Rule]:
    """A new suit: four cards at the one level and six points, ten at the two level; the longest first."""
    forcing: Forcing = "" if passed else "one"
    top = auction.top
    others = [other for other in (S, H, D, C) if other is not suit and other not in auction.theirs]

    def longest(other: Suit) -> Callable[[Hand], bool]:
        """A test of a hand: this suit is the longest of the others; of fives the higher, of fours the lower first."""

        def first(hand: Hand) -> bool:
            mine = hand.length(other)
            higher = [each for each in others if each.position < other.position]
            lower = [each for each in others if each.position > other.position]
            if any(hand.length(each) > mine for each in others):
                return False
            rivals = higher if mine > 4 else lower
            if cheapest(other.value, top) == 1:  # a suit at the one level comes before those that need the next one
                rivals = [each for each in rivals if cheapest(each.value, top) == 1]
            return not any(hand.length(each) == mine for each in rivals)

        return first

    free = auction.quiet and not passed and auction.style.game_force
    strong: int
    force: Forcing
    strong, force = (auction.style.game_force, "game") if free else (10, forcing)
    if auction.quiet and auction.style.weak_jumps is None and not passed:
        for other in others:
            level = cheapest(other.value, top) + 1
            if level < 4:
                yield Rule(
                    f"{level}{other.value}",
                    long(other, 5, hcp=at_least(18), forcing="game", code="strong"),
                    good(other),
                )
    if auction.quiet and auction.style.weak_jumps is not None:
        for other in others:
            level = cheapest(other.value, top) + 1
            if level < 4 and not (level == 3 and suit in {S, H}):  # three of a suit over a major stays free
                jump = long(other, 6, hcp=auction.style.weak_jumps, forcing="sign_off", code="weak")
                yield Rule(f"{level}{other.value}", jump)
    for other in others:
        level = cheapest(other.value, top)
        if level == 1:
            cards = spades if other is S else 4
            shown = long(other, cards, hcp=at_least(6), forcing=forcing, code="natural")
            yield Rule(f"1{other.value}", shown, longest(other))
        elif level == 2:
            cards = 5 if other in {S, H} or auction.theirs else 4
            yield Rule(
                f"2{other.value}",
                long(other, cards, hcp=at_least(strong), forcing=force, code="natural"),
                longest(other),
            )
    for other in others:
        if cheapest(other.value, top) == 3 and auction.theirs:  # over a jump
            strong_suit = long(other, 6, hcp=at_least(11), forcing=forcing, code="natural")
            yield Rule(f"3{other.value}", strong_suit, longest(other))
    for other in (H, S):
        if cheapest(other.value, top) == 1 and other in others:
            cards = spades if other is S else 4
            yield Rule(f"1{other.value}", long(other, cards, hcp=at_least(6), forcing=forcing, code="natural"))
