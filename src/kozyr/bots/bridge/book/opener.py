"""The second calls of the opener and the partner, also after a negative double and over a question for aces."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
from kozyr.bots.bridge.book.defence import after_takeout
from kozyr.bots.bridge.book.no_trump import no_trump_again
from kozyr.bots.bridge.system import ANY, Forcing, Hand, Rule, high_cards
from kozyr.cards import Suit


def rebids(opening: str, response: str, auction: Auction) -> Iterator[Rule]:
    """The opener's second call, when partner has answered and the opponents passed."""
    code = auction.meanings[-2].code
    if opening in {"1NT", "2NT"}:
        yield from no_trump_again(opening, response, code)
        return
    if opening == "2C":
        yield from _strong_again(auction)
    suit = suit_of(opening)
    if suit is not None and opening[0] == "2" and opening != "2C" and auction.meanings[-2].forcing == "one":
        yield from weak_again(suit, suit_of(response), auction)
    if suit is None or int(opening[0]) > 1:
        return
    letter, new = suit.value, suit_of(response)
    if code == "jacoby":
        yield from _after_jacoby(suit)
    elif code == "raise" and response == "2NT":
        yield Rule(f"4{letter}", promise(fit=(suit, (14, 19)), forcing="sign_off", code="natural"))
        yield Rule(f"3{letter}", promise(fit=(suit, (0, 13)), code="minimum"))
    elif code == "splinter":
        yield Rule(f"4{letter}", promise((10, 15), forcing="sign_off", code="minimum"))
    elif new is suit and code in {"raise", "invite"}:
        yield from _raised(suit, code)
    elif response == "1NT":
        yield from _after_one_no_trump(suit)
    elif new is not None and int(response[0]) == 1:
        yield from _after_new_suit(suit, new, response)
    elif new is not None and code == "natural":
        yield from _after_two_over_one(suit, new)


def weak_again(suit: Suit, new: Suit | None, auction: Auction) -> Iterator[Rule]:
    """The opener of a weak two, asked by two no trumps or by a new suit: a fit, a feature with more than the least, the suit again."""
    solid = long(suit, 6, hcp=(9, 11), code="natural")
    yield Rule("3NT", solid, lambda hand: high_cards(hand.cards.bits & suit.bits) > 8)
    if new is not None:
        level = cheapest(new.value, auction.top)
        yield Rule(f"{level}{new.value}", long(new, 3, code="raise"))
    for other in (C, D, H, S):
        level = cheapest(other.value, auction.top)
        if other not in {suit, new} and level == 3:
            shown = long(other, 2 if new is None else 4, hcp=(8, 11), code="natural")
            yield Rule(f"3{other.value}", shown, _feature(other, cards=2 if new is None else 4))
    yield Rule(f"3{suit.value}", promise(code="minimum"))


def _feature(suit: Suit, *, cards: int) -> Callable[[Hand], bool]:
    """A test of a hand: a stop in a suit of so many cards."""
    return lambda hand: hand.length(suit) >= cards and hand.stops(suit)


def _after_jacoby(suit: Suit) -> Iterator[Rule]:
    """The opener's answers to a raise that forces to game: a short suit, a second long one, strength."""
    for other in (H, D, C):
        if other is not suit and step(f"4{other.value}") < step(f"4{suit.value}"):
            yield Rule(f"4{other.value}", long(other, 5, forcing="game", code="natural"), _two_courts(other))
    for other in (C, D, H, S):  # of two short suits the cheaper
        if other is not suit:
            level = cheapest(other.value, step("2NT"))
            yield Rule(f"{level}{other.value}", long(other, 0, 1, forcing="game", code="splinter"))
    yield Rule(f"3{suit.value}", promise(at_least(17), forcing="game", code="strong"))
    yield Rule("3NT", promise((15, 16), forcing="game", code="natural"))
    yield Rule(f"4{suit.value}", promise((0, 14), code="minimum"))


def _two_courts(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: five points of court cards in the suit."""
    return lambda hand: high_cards(hand.cards.bits & suit.bits) > 4


def _raised(suit: Suit, code: str) -> Iterator[Rule]:
    letter = suit.value
    if suit in {S, H}:
        if code == "invite":
            yield Rule(f"4{letter}", promise(fit=(suit, (14, 19)), forcing="sign_off", code="natural"))
            yield Rule("pass", promise(fit=(suit, (0, 13))))
        else:
            yield Rule("2NT", promise((16, 18), balanced=True, code="invite"))
            yield Rule(f"4{letter}", promise(fit=(suit, (18, 22)), forcing="sign_off", code="natural"))
            shapely = promise((0, 19), fit=(suit, (23, TOP)), forcing="sign_off", code="natural")
            yield Rule(f"4{letter}", shapely, lambda hand: hand.hcp + max(hand.lengths) < 25)
            for other in (S, H, D, C):
                if other is not suit:
                    shown = long(other, 4, fit=(suit, (16, 17)), forcing="one", code="invite")
                    yield Rule(f"{cheapest(other.value, step(f'2{letter}'))}{other.value}", shown)
            yield Rule(f"3{letter}", promise(fit=(suit, (16, 17)), code="invite"))
            yield Rule("pass", promise(fit=(suit, (0, 15))))
        return  # with more there may be a slam
    low = 15 if code == "invite" else 18
    yield Rule("3NT", promise(at_least(low), balanced=True, forcing="sign_off", code="natural"))
    yield Rule("pass", promise((0, low + 2)))


def _after_one_no_trump(suit: Suit) -> Iterator[Rule]:
    if suit in {S, H}:
        yield Rule(f"4{suit.value}", long(suit, 6, hcp=(19, 21), forcing="sign_off", code="natural"))
    for other in (H, D, C):
        if other.position > suit.position:
            jump = long(other, 4, hcp=(18, 21), points=(20, TOP), forcing="game", code="strong")
            yield Rule(f"3{other.value}", jump, lambda hand: not hand.balanced)
    for other in (S, H, D):
        if other.position < suit.position:  # a reverse
            shown = long(other, 4, hcp=(15, 21), points=(18, TOP), forcing="one", code="natural")
            yield Rule(f"2{other.value}", shown, _longer(suit, other))
    yield Rule("3NT", promise((19, TOP), forcing="sign_off", code="natural"))
    yield Rule(f"3{suit.value}", long(suit, 6, hcp=(14, 18), points=(18, TOP), code="invite"))
    yield Rule("2NT", promise((17, 18), code="invite"))
    yield Rule(f"2{suit.value}", long(suit, 6, hcp=(0, 15), code="natural"))
    for other in (H, D, C):
        if other.position > suit.position:
            yield Rule(f"2{other.value}", long(other, 4, hcp=(0, 18), code="natural"), lambda hand: not hand.balanced)
    yield Rule("pass", promise((0, 16)))


def _longer(one: Suit, other: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: the one suit is longer than the other."""
    return lambda hand: hand.length(one) > hand.length(other)


def _after_new_suit(suit: Suit, new: Suit, response: str) -> Iterator[Rule]:
    """The opener's rebids after an answer at the one level: a raise, one spade, no trumps, the opened suit, another."""
    for to, least, most in ((4, 19, TOP), (3, 16, 18), (2, 12, 15)):
        yield Rule(f"{to}{new.value}", long(new, 4, fit=(new, (least, most)), code="raise"))
    for major in (H, S):
        if step(response) < step(f"1{major.value}") and suit is not major:
            jump = long(major, 4, hcp=(18, 21), points=(19, TOP), forcing="game", code="strong")
            yield Rule(f"2{major.value}", jump, lambda hand: not hand.balanced)
    for major in (H, S):
        if step(response) < step(f"1{major.value}") and suit is not major:
            yield Rule(f"1{major.value}", long(major, 4, code="natural"))
    if suit in {D, C}:
        solid = long(suit, 6, hcp=(16, 21), forcing="sign_off", code="natural")
        yield Rule("3NT", solid, lambda hand: high_cards(hand.cards.bits & suit.bits) > 8 and min(hand.lengths) > 1)
    yield Rule("2NT", promise((18, 19), balanced=True, code="natural"))
    yield Rule("1NT", promise((11, 14), balanced=True, code="natural"))
    for other in (S, H, D, C):
        if other in {suit, new}:
            continue
        level = cheapest(other.value, step(response))
        reverse = level == 2 and other.position < suit.position
        if level == 2:
            low = 16 if reverse else 0
            more = (17, TOP) if reverse else (0, TOP)
            forcing: Forcing = "one" if reverse else ""
            yield Rule(
                f"2{other.value}",
                long(other, 4, hcp=(low, 21 if reverse else 18), points=more, forcing=forcing, code="natural"),
            )
            if not reverse:
                yield Rule(f"3{other.value}", long(other, 4, hcp=(19, 21), forcing="game", code="strong"))
    yield Rule(f"3{suit.value}", long(suit, 6, hcp=(14, 18), points=(18, TOP), code="invite"))
    if suit in {D, C}:
        yield Rule(
            "1NT", promise((11, 14), code="natural"), lambda hand: max(hand.lengths) == 5 and min(hand.lengths) == 1
        )
    yield Rule(f"2{suit.value}", long(suit, 5, hcp=(0, 15), code="natural"))
    yield Rule("2NT", promise((18, 21), code="natural"))
    yield Rule("1NT", promise((0, 17), code="natural"))


def after_own_reverse(auction: Auction) -> Iterator[Rule]:
    """The opener's call after a reverse and partner's suit again or two no trumps: three cards of it, the first suit with the least."""
    first, mine, answer = suit_of(auction.bids[0][1]), suit_of(auction.mine[-1]), auction.partner[-1]
    his = suit_of(auction.partner[-2])
    if first is None or mine is None or auction.mine[0][0] != "1" or mine.position > first.position:
        return
    if his in {S, H} and cheapest(his.value, auction.top) < 4:
        yield Rule(f"3{his.value}", long(his, 3, forcing="game", code="raise"))
    weak = suit_of(answer) is his or answer == "2NT"
    if weak and auction.top < step(f"3{first.value}"):
        yield Rule(f"3{first.value}", long(first, 6, hcp=(15, 18), code="natural"))


def after_own_no_trump(auction: Auction) -> Iterator[Rule]:
    """The opener's call after a rebid of no trumps and partner's next suit: a weak one is left in, a forcing one answered."""
    said, suit, top = auction.meanings[-2], suit_of(auction.partner[-1]), auction.top
    major, first = suit_of(auction.partner[-2]), suit_of(auction.mine[0])
    if suit is None or first is None or said.code == "invite" or auction.mine[0][0] != "1":
        return
    if auction.mine[-1] == "1NT" and auction.partner[-1][0] == "2" and not said.forcing:
        if major is S and suit is H:
            prefers = long(S, 3, code="preference")
            yield Rule("2S", prefers, lambda hand: hand.length(S) > hand.length(H))
        yield Rule("pass", ANY)
    elif said.forcing in {"one", "game"} and top < step("3NT"):
        if suit in {S, H}:  # partner's own suit again has five cards
            yield Rule(f"4{suit.value}", long(suit, 3 if suit is major else 4, forcing="sign_off", code="raise"))
        if (major is S or major is H) and cheapest(major.value, top) == 3:
            yield Rule(f"3{major.value}", long(major, 3, forcing="game", code="raise"))
        yield Rule("3NT", promise(forcing="sign_off", code="natural"))


def _after_two_over_one(suit: Suit, new: Suit) -> Iterator[Rule]:
    yield Rule(f"3{new.value}", long(new, 4, code="raise", forcing="one"))
    yield Rule("3NT", promise((18, 21), balanced=True, forcing="sign_off", code="natural"))
    yield Rule(f"3{suit.value}", long(suit, 6, hcp=(16, 21), forcing="one", code="natural"))
    yield Rule("2NT", promise((11, 17), balanced=True, forcing="one", code="natural"))
    for other in (S, H, D, C):
        if other in {suit, new}:
            continue
        if other.position > new.position:
            yield Rule(f"3{other.value}", long(other, 4, hcp=at_least(16), forcing="game", code="natural"))
        elif other.position > suit.position:
            yield Rule(f"2{other.value}", long(other, 4, forcing="one", code="natural"))
        else:
            yield Rule(f"2{other.value}", long(other, 4, hcp=at_least(16), forcing="one", code="natural"))
    yield Rule(f"2{suit.value}", long(suit, 5, forcing="one", code="natural"))
    yield Rule("2NT", promise(forcing="one", code="natural"))


def _strong_again(auction: Auction) -> Iterator[Rule]:
    """The opener's rebids after two clubs and an answer: no trumps by points, the longest suit."""
    top = auction.top
    for call, low, high in (("2NT", 22, 24), ("3NT", 25, TOP)):
        if top < step(call):
            yield Rule(call, promise((low, high), balanced=True, code="natural"))
    for cards in (6, 5, 4):
        for suit in (S, H, D, C) if cards > 4 else (D, C):  # 4-4-4-1 has a minor too, so a major is five
            level = cheapest(suit.value, top)
            if level <= 3:
                yield Rule(f"{level}{suit.value}", long(suit, cards, forcing="game", code="natural"))


def reopened(auction: Auction) -> Iterator[Rule]:
    """The opener's double of an overcall that was passed round: short there, the other suits; partner may have theirs."""
    theirs = suit_of(auction.bids[-1][1])
    if theirs is None or auction.top >= step("3C") or auction.mine[-1] == "1NT":
        return
    s, h, d, c = ((0, 2) if suit is theirs else (2, 13) for suit in (S, H, D, C))
    most = 6  # with a longer suit it is bid again
    yield Rule("X", long(theirs, 0, 4, hcp=at_least(18), forcing="one", code="takeout"))
    yield Rule(
        "X",
        promise(at_least(12), s=s, h=h, d=d, c=c, forcing="one", code="takeout"),
        lambda hand: max(hand.lengths) < most and hand.hcp + 2 * (2 - hand.length(theirs)) > 13,
    )


def after_reopening(auction: Auction) -> Iterator[Rule]:
    """Partner's answers to it: a pass with their suit, else as to any takeout double."""
    theirs = suit_of(auction.bids[-1][1])
    if theirs is not None:
        strong = long(theirs, 4, hcp=at_least(6), code="penalty")
        yield Rule("pass", strong, lambda hand: high_cards(hand.cards.bits & theirs.bits) > 3)
    yield from after_takeout(auction)


def after_negative(opening: str, auction: Auction) -> Iterator[Rule]:
    """The opener's rebids after partner has doubled their overcall for the unbid suits."""
    suit, top = suit_of(opening), auction.top
    his = auction.his
    if suit is None or int(opening[0]) > 1:
        return
    if auction.right_hand != "pass":
        yield from _over_their_raise(suit, auction)
        return
    for other in (S, H):
        if other is suit or other in auction.theirs or his.lengths[other.position][0] < 4:
            continue
        level = cheapest(other.value, top)
        cue = f"{cheapest(auction.theirs[-1].value, top)}{auction.theirs[-1].value}" if auction.theirs else ""
        if cue and step(cue) < step("3NT"):
            yield Rule(cue, long(other, 4, hcp=at_least(18), forcing="game", code="cue"))
        if level < 3:
            yield Rule(f"{level + 1}{other.value}", long(other, 4, fit=(other, (15, 17)), code="invite"))
            yield Rule(f"{level + 1}{other.value}", long(other, 4, hcp=(12, 16), fit=(other, (18, 18)), code="invite"))
        if level <= 4:
            yield Rule(f"4{other.value}", long(other, 4, fit=(other, at_least(18)), forcing="sign_off", code="raise"))
        if level <= 3:
            yield Rule(f"{level}{other.value}", long(other, 4, code="raise"))
    stop = auction.theirs
    for call, low, high in (("1NT", 11, 15), ("3NT", 18, TOP), ("2NT", 14, 17)):
        if top < step(call):
            yield Rule(call, promise((low, high), stop=stop, balanced=call == "2NT", code="natural"))
    for other in (suit, S, H, D, C):
        level = cheapest(other.value, top)
        if level <= 3 and other not in auction.theirs:
            yield Rule(f"{level}{other.value}", long(other, 6 if other is suit else 4, code="natural"))
    if suit not in auction.theirs:  # nothing else to say: as few tricks as can be promised
        yield Rule(f"{cheapest(suit.value, top)}{suit.value}", long(suit, 4, code="natural"))


def _over_their_raise(suit: Suit, auction: Auction) -> Iterator[Rule]:
    """The opener's calls after a negative double and their raise: a major of partner's."""
    for other in (S, H):
        level = cheapest(other.value, auction.top)
        if other is not suit and auction.his.lengths[other.position][0] > 3 and level < 4:
            fit = (other, at_least(12 if level < 3 else 15))
            yield Rule(f"{level}{other.value}", long(other, 4, fit=fit, code="raise"))
    for other in (S, H, D, C):
        level = cheapest(other.value, auction.top)
        if other not in auction.theirs and level < 4:
            cards = 6 if other is suit else 5
            shapely = long(other, cards, hcp=(11, 17), code="natural")
            yield Rule(f"{level}{other.value}", shapely, _two_long(10 if level < 3 else 11))


def _two_long(cards: int) -> Callable[[Hand], bool]:
    """A test of a hand: so many cards in the two longest suits."""
    return lambda hand: sum(sorted(hand.lengths)[2:]) >= cards


def support_doubled(auction: Auction) -> Iterator[Rule]:
    """The opener's calls over an overcall of partner's one of a major: a double with three cards of it, a raise with four."""
    major = suit_of(auction.partner[-1])
    if major not in {S, H} or not auction.right_hand[0].isdigit() or auction.top >= step(f"2{major.value}"):
        return
    for level, least, most in ((4, 19, TOP), (3, 16, 18), (2, 0, 15)):
        yield Rule(f"{level}{major.value}", long(major, 4, fit=(major, (least, most)), code="raise"))
    yield Rule("X", long(major, 3, 3, forcing="one", code="support"))
