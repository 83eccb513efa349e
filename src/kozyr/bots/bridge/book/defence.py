"""The other side of an opening: overcalls, takeout doubles, partner's answers, and the doubler's second call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

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
    game_reached,
    good,
    has,
    long,
    promise,
    step,
    suit_of,
)
from kozyr.bots.bridge.book.no_trump import after_no_trump
from kozyr.bots.bridge.book.unwritten import two_suits
from kozyr.bots.bridge.system import ANY, Hand, Rule, high_cards
from kozyr.cards import Suit

_LIGHT: Final = 5  # points from which a style overcalls on any suit
_BALANCING: Final = 2  # points less for an overcall where they have stopped low


def defence(opening: str, auction: Auction) -> Iterator[Rule]:
    """The rules of a defender whose partner has only passed: overcalls, no trumps, doubles."""
    top, theirs = auction.top, auction.theirs
    level = (top - 1) // 5 + 1
    last = auction.bids[-1][1]
    if level > 3:
        yield from _over_preempts(auction, level)
        return
    if last == "1NT" and opening == "1NT":
        yield Rule("X", promise(at_least(15), code="penalty"))
        for suit in (S, H, D, C):
            yield Rule(f"2{suit.value}", long(suit, 6, hcp=(9, 14), code="overcall"))
        for suit in (S, H):
            yield Rule(f"2{suit.value}", long(suit, 5, hcp=(11, 14), code="overcall"), lambda hand: not hand.balanced)
        yield Rule("pass", promise((0, 15)))
        return
    if opening == "1NT" and auction.meanings[-1].code in {"stayman", "transfer"} and (named := suit_of(last)):
        yield Rule("X", long(named, 5, hcp=at_least(6), code="penalty"), good(named))
    passed_out = auction.calls[-2:] == ("pass", "pass")
    balancing = level == 1 and len(auction.bids) == 1 and passed_out
    if level == 1 and len(auction.bids) == 1 and last[1:] != "NT":
        yield from _two_suiters(theirs[0], balancing=balancing)
    elif last == "2C" and len(auction.bids) == 1:
        yield Rule("2NT", promise((5, 12), d=(5, 13), c=(5, 13), forcing="one", code="two_suits"))
    elif level == 2 and len(auction.bids) == 1 and theirs and not passed_out:
        yield Rule(f"3{theirs[0].value}", two_suits(theirs[0]), _over_a_weak_two(theirs[0]))
    if balancing:  # they have stopped low, and partner may be strong
        yield from _balancing(auction)
    if level == 1 and not balancing:
        for suit in (S, H):
            if suit not in theirs:
                good_five = long(suit, 5, hcp=(15, 16), code="overcall")
                yield Rule(f"{cheapest(suit.value, top)}{suit.value}", good_five, _two_of_three(suit))
    if level == 1:
        yield Rule("1NT", promise((15, 18), balanced=True, stop=theirs, code="no_trump"))
    elif level == 2:
        yield Rule("2NT", promise((15, 18), balanced=True, stop=theirs, code="no_trump"))
    if level < 3 and len(theirs) == 1 and last[1:] != "NT":
        void = {suit.value.lower(): (3, 13) if suit not in theirs else (0, 0) for suit in (S, H, D, C)}
        yield Rule("X", promise(at_least(9 + level), **void, forcing="one", code="takeout"))  # type: ignore[arg-type]
        perfect = {suit.value.lower(): (3, 13) if suit not in theirs else (0, 1) for suit in (S, H, D, C)}
        majors = [suit for suit in (S, H) if suit not in theirs]
        yield Rule(
            "X",
            promise(at_least(11 + level), **perfect, forcing="one", code="takeout"),  # type: ignore[arg-type]
            lambda hand: all(hand.length(suit) == 4 for suit in majors),
        )
    if (level == 1 or (level == 2 and opening[1:] != "NT")) and not passed_out:
        for suit in (S, H, D, C):
            jump = cheapest(suit.value, top) + 1
            if suit not in theirs and jump < 4:
                if jump == 2:
                    yield Rule(f"3{suit.value}", long(suit, 7, hcp=(5, 10), code="weak"))
                yield Rule(f"{jump}{suit.value}", long(suit, 6 if jump == 2 else 7, hcp=(5, 10), code="weak"))
    for suit in (S, H, D, C):
        if suit in theirs:
            continue
        bid = cheapest(suit.value, top)
        if bid > 4:
            continue
        low, cards = auction.style.overcalls[bid - 1], 6 if bid == 4 else 5
        most = 16
        if balancing and bid < 3:
            low, most = low - _BALANCING, 14
            two = long(suit, 5, hcp=(15, 16), code="overcall")
            yield Rule(f"{bid}{suit.value}", two, _both(_prefers(suit, theirs), _two_fives))
        elif _stopped_in_a_fit(auction) and bid < 3:
            low -= _BALANCING + 1
        worth = _worth_it(suit) if bid == 1 and low > _LIGHT and not balancing else None
        yield Rule(
            f"{bid}{suit.value}",
            long(suit, cards, hcp=(low, most), code="overcall"),
            _both(_prefers(suit, theirs), worth),
        )
        if bid == 1 and not passed_out:
            strong = long(suit, 4, 4, hcp=(9, 14), code="overcall")
            yield Rule(f"1{suit.value}", strong, _four_to_lead(suit, theirs))
        if bid == 2 and not balancing:
            yield Rule(
                f"2{suit.value}",
                long(suit, 6, hcp=(low - 1, most), code="overcall"),
                _both(_prefers(suit, theirs), good(suit)),
            )
        elif bid == 2:
            yield Rule(f"2{suit.value}", long(suit, 6, hcp=(low - 3, most), code="overcall"), _prefers(suit, theirs))
    low = (0, 10 if balancing else 12, 9 if passed_out and len(auction.bids) > 1 else 13, 15)[level]
    unbid = [suit for suit in (S, H) if suit not in theirs]
    if len(theirs) == 2 and level == 1:
        both = {suit.value.lower(): (4, 13) for suit in SUITS if suit not in theirs}
        takeout = promise(at_least(10), **both, forcing="one", code="takeout")  # type: ignore[arg-type]
        yield Rule("X", takeout, lambda hand: sum(hand.length(suit) for suit in SUITS if suit not in theirs) > 9)
    if last[1:] != "NT":
        shape = {suit.value.lower(): (3, 13) for suit in unbid}
        short = {theirs[-1].value.lower(): (0, 2)} if theirs else {}
        yield Rule("X", promise(at_least(low), **shape, **short, forcing="one", code="takeout"))  # type: ignore[arg-type]
        if level == 3 and len(auction.bids) == 1:
            ideal = {suit.value.lower(): (4, 13) if suit in {S, H} else (3, 13) for suit in SUITS if suit not in theirs}
            ideal[theirs[-1].value.lower()] = (0, 1)
            yield Rule("X", promise(at_least(12), **ideal, forcing="one", code="takeout"))  # type: ignore[arg-type]
        yield Rule("X", promise(at_least(15 if balancing else 17), forcing="one", code="takeout"))
    yield Rule("pass", promise((0, 18)))


def _balancing(auction: Auction) -> Iterator[Rule]:
    """Calls over one of a suit that was passed round: no trumps by points, and a jump with six cards and an opening."""
    yield Rule("1NT", promise((11, 14), s=(0, 4), h=(0, 4), balanced=True, stop=auction.theirs, code="balancing"))
    yield Rule("2NT", promise((19, 20), balanced=True, stop=auction.theirs, code="no_trump"))
    for suit in (S, H, D, C):
        level = cheapest(suit.value, auction.top) + 1
        if suit not in auction.theirs and level < 4:
            yield Rule(f"{level}{suit.value}", long(suit, 6, hcp=(12, 16), code="overcall"), good(suit))


def _stopped_in_a_fit(auction: Auction) -> bool:
    """Whether the opponents have bid one suit alone, raised it to two, and stopped there."""
    return (
        auction.calls[-2:] == ("pass", "pass")
        and len(auction.bids) == 2
        and auction.top < step("3C")
        and suit_of(auction.bids[0][1]) is suit_of(auction.bids[1][1]) is not None
    )


def _two_fives(hand: Hand) -> bool:
    """Whether two suits have five cards each."""
    return sorted(hand.lengths)[2] > 4


def _four_to_lead(suit: Suit, theirs: tuple[Suit, ...]) -> Callable[[Hand], bool]:
    """A test of a hand: a suit like A K J, no major of five beside it, and not the shape of a takeout double."""
    others = [other for other in SUITS if other not in theirs]

    def fits(hand: Hand) -> bool:
        """Whether the hand has the suit, and nothing better to say."""
        strong = high_cards(hand.cards.bits & suit.bits) > 7
        shaped = hand.hcp > 11 and min(hand.length(other) for other in others) > 2
        return strong and not shaped and max(hand.length(S), hand.length(H)) < 5

    return fits


def _two_of_three(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: two of the three highest cards of the suit."""
    return lambda hand: high_cards(hand.cards.bits & suit.bits) > 4


def _worth_it(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: eleven points, or a suit good enough to be led."""
    return lambda hand: hand.hcp > 10 or high_cards(hand.cards.bits & suit.bits) > 3


def _both(one: Callable[[Hand], bool], other: Callable[[Hand], bool] | None) -> Callable[[Hand], bool]:
    return one if other is None else lambda hand: one(hand) and other(hand)


def _two_suiters(theirs: Suit, *, balancing: bool) -> Iterator[Rule]:
    """Michaels over one of a suit, and two no trumps with the two lowest suits that are free."""
    low, high = [suit for suit in (C, D, H, S) if suit is not theirs][:2]
    minors = [suit for suit in (D, C) if suit is not theirs]

    def michaels(hand: Hand) -> bool:
        enough = 6 if sum(sorted(hand.lengths)[2:]) > 10 else 8
        return hand.hcp >= enough and (theirs in {D, C} or any(hand.length(suit) > 4 for suit in minors))

    yield Rule(f"2{theirs.value}", two_suits(theirs), michaels)
    s, h, d, c = ((5, 13) if suit in {low, high} else (0, 13) for suit in SUITS)
    if theirs in {S, H} and not balancing:
        yield Rule("4NT", promise(at_least(16), d=(5, 13), c=(5, 13), forcing="one", code="two_suits"), _eleven)
    if not balancing:
        yield Rule("2NT", promise(at_least(8), s=s, h=h, d=d, c=c, forcing="one", code="two_suits"))


def _eleven(hand: Hand) -> bool:
    """Whether two suits have eleven cards together."""
    return sum(sorted(hand.lengths)[2:]) > 10


def _over_a_weak_two(theirs: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: an opening with two suits, or less with eleven cards in them."""
    minors = [suit for suit in (D, C) if suit is not theirs]

    def michaels(hand: Hand) -> bool:
        """Whether the hand has the points, and a minor beside the major."""
        enough = 8 if sum(sorted(hand.lengths)[2:]) > 10 else 11
        return hand.hcp >= enough and (theirs is D or any(hand.length(suit) > 4 for suit in minors))

    return michaels


def _of_two_suits(auction: Auction) -> Iterator[Rule]:
    """Answers to two suits that partner has shown: the better of those that are known, higher with more.

    For an unknown minor a relay.
    """
    top, his = auction.top, auction.his
    known = [suit for suit in (S, H, D, C) if his.lengths[suit.position][0] > 4]
    for suit in known:
        game = 4 if suit in {S, H} else 5
        better = _longest_of(suit, known)
        for level, low, high in ((game, 14, TOP), (game - 1, 10, 13)) if game == 4 else ((5, 15, TOP), (4, 12, 14)):
            if top < step(f"{level}{suit.value}") and level > cheapest(suit.value, top):
                strong = long(suit, 3, fit=(suit, (low, high)), code="raise" if level == game else "invite")
                yield Rule(f"{level}{suit.value}", strong, better)
        fewest = 3 if len(known) == 1 else 0
        if cheapest(suit.value, top) <= 4:
            liked = _both(better, _unless_minors(suit) if len(known) == 1 and top < step("2NT") else None)
            yield Rule(f"{cheapest(suit.value, top)}{suit.value}", long(suit, fewest, code="preference"), liked)
    if len(known) == 1 and auction.right_hand == "pass" and top < step("2NT"):
        yield Rule("2NT", promise(forcing="one", code="relay"))
    elif len(known) == 1 and auction.right_hand == "pass" and top < step("4C"):  # the relay is gone: pass or correct
        yield Rule("4C", promise(forcing="one", code="relay"))
    elif len(known) == 1 and top >= step("3NT"):
        yield Rule("4NT", promise(d=(3, 13), c=(3, 13), points=at_least(10), forcing="one", code="relay"))


def _unless_minors(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: four cards of the major, or not four cards of both minors."""
    return lambda hand: hand.length(suit) > 3 or min(hand.length(D), hand.length(C)) < 4


def _longest_of(suit: Suit, known: list[Suit]) -> Callable[[Hand], bool]:
    """Whether the hand has as many cards in the suit as in any other of these."""
    return lambda hand: all(hand.length(suit) >= hand.length(other) for other in known)


def minor_named(auction: Auction) -> Iterator[Rule]:
    """A hand that has shown a major and a minor names the minor when partner asks; four clubs it passes with clubs."""
    if auction.partner[-1] == "4C":
        yield Rule("pass", long(C, 5))
    for minor in (C, D):
        level = cheapest(minor.value, auction.top)
        if level < 4 and auction.partner[-1] == "2NT":
            yield Rule(f"{level + 1}{minor.value}", long(minor, 5, hcp=at_least(16), code="strong"))
        yield Rule(f"{level}{minor.value}", long(minor, 5, code="natural"))


def two_suits_again(auction: Auction) -> Iterator[Rule]:
    """The next calls of both after two suits were shown and one was chosen: on with more than was promised, else a pass."""
    chosen, top = suit_of(auction.partner[-1]), auction.top
    if auction.meanings[-4].code == "relay":  # the minor is named, and I asked for it
        majors = [suit for suit in (S, H) if auction.his.lengths[suit.position][0] > 4]
        for suit in majors:
            yield Rule(f"4{suit.value}", long(suit, 3, fit=(suit, at_least(15)), forcing="sign_off", code="raise"))
        if chosen is not None and step(f"5{chosen.value}") > top:
            yield Rule(
                f"5{chosen.value}", long(chosen, 4, fit=(chosen, at_least(16)), forcing="sign_off", code="raise")
            )
        yield Rule("pass", promise((0, 17)))
    elif chosen is not None:
        game, level = 4 if chosen in {S, H} else 5, cheapest(chosen.value, top)
        if top < step(f"{game}{chosen.value}"):
            yield Rule(f"{game}{chosen.value}", long(chosen, 5, hcp=at_least(19), forcing="sign_off", code="raise"))
        if level < game:
            yield Rule(f"{level}{chosen.value}", long(chosen, 5, hcp=(16, 18), code="invite"))
        yield Rule("pass", promise((0, 18)))


def _over_preempts(auction: Auction, level: int) -> Iterator[Rule]:
    """Calls over four of theirs and more: a double that asks, or a long suit with an opening."""
    last = suit_of(auction.bids[-1][1])
    if last is None or level > 5 or len(auction.bids) > 1:
        yield Rule("pass", ANY)
        return
    minors = {"d": (5, 13), "c": (5, 13)} if last in {S, H} else {}
    if level == 4 and minors:
        yield Rule("4NT", promise(at_least(11), **minors, forcing="one", code="two_suits"))  # type: ignore[arg-type]
    for suit in (S, H, D, C):
        bid = cheapest(suit.value, auction.top)
        if suit is not last and bid <= 5:
            low, cards = (12, 6) if bid == 4 else (15, 7)
            yield Rule(f"{bid}{suit.value}", long(suit, cards, hcp=(low, 20), code="overcall"))
            if bid == 4:
                yield Rule(f"{bid}{suit.value}", long(suit, 5, hcp=(15, 17), code="overcall"))
    yield Rule("X", long(last, 0, 2, hcp=at_least(14 if level == 4 else 17), code="takeout"))
    yield Rule("X", promise(at_least(19), code="takeout"))
    yield Rule("pass", promise((0, 18)))


def _over_high_takeout(auction: Auction) -> Iterator[Rule]:
    """Answers to partner's double of a high preempt: a long suit, else it is left in."""
    for suit in (S, H, D, C):
        level = cheapest(suit.value, auction.top)
        if suit not in auction.theirs and level <= 5:
            least = 4 if level == 4 and suit in {S, H} else 6
            yield Rule(f"{level}{suit.value}", long(suit, least, code="natural"))
    yield Rule("pass", promise())


def _prefers(suit: Suit, theirs: tuple[Suit, ...]) -> Callable[[Hand], bool]:
    """A test of a hand: no other suit is longer than this one; of equals the higher counts."""

    def first(hand: Hand) -> bool:
        mine = hand.length(suit)
        return all(
            hand.length(other) < mine or (hand.length(other) == mine and other.position > suit.position)
            for other in SUITS
            if other is not suit and other not in theirs
        )

    return first


def advances(said: str, auction: Auction) -> Iterator[Rule]:
    """Answers to partner's overcall or double."""
    code, top, theirs = auction.meanings[-2].code, auction.top, auction.theirs
    if code == "two_suits":
        yield from _of_two_suits(auction)
        return
    if code == "takeout" and top > step("3NT"):
        yield from _over_high_takeout(auction)
        return
    if code == "takeout":
        if auction.right_hand == "pass":
            yield from after_takeout(auction)
        elif auction.right_hand == "XX":
            yield from _out_of_redouble(auction)
        else:
            yield from _free_advances(auction)
        return
    if code == "balancing" and said == "1NT" and auction.right_hand == "pass":
        yield from after_no_trump(11, 14, 2)
        return
    if code == "no_trump" and said in {"1NT", "2NT"} and auction.right_hand == "pass":
        yield from after_no_trump(15, 18, 2 if said == "1NT" else 3)
        return
    if code == "penalty" and said == "X" and auction.bids[-1][1] == "1NT" and auction.right_hand == "pass":
        for own in (H, S, D, C):
            yield Rule(f"2{own.value}", long(own, 5, hcp=(0, 4), code="natural"), _prefers(own, ()))
        yield Rule("pass", ANY)
    suit = suit_of(said) if said[0].isdigit() else None
    if suit is None or code not in {"overcall", "weak"}:
        return
    letter, strong = suit.value, code == "overcall"
    game = 4 if suit in {S, H} else 5
    more = _BALANCING if _was_balancing(auction) else 0
    low = (13 if strong else 16) + more
    if top < step(f"{game}{letter}"):
        yield Rule(
            f"{game}{letter}",
            long(suit, 3, fit=(suit, at_least(low + 2 * (game - 4))), forcing="sign_off", code="raise"),
        )
        shapely = long(suit, 5, hcp=(0, 9), forcing="sign_off", code="preempt")
        if game == 4 and not more:
            yield Rule(f"4{letter}", shapely, lambda hand: min(hand.lengths) < 2)
    stop = tuple(theirs)
    if top < step("3NT"):
        yield Rule("3NT", promise(at_least(low + 2), stop=stop, forcing="sign_off", code="natural"))
    raise_ = cheapest(letter, top)
    if strong and raise_ < game:
        most = low + 2 * (game - 4) - 1
        cue = _cue_bid(auction)
        if cue is not None and step(cue) < step(
            f"{raise_ + 1}{letter}"
        ):  # their suit has the good raise, a jump the weak one
            yield Rule(cue, long(suit, 3, fit=(suit, at_least(11 + more)), forcing="one", code="cue"))
            if raise_ + 1 < game and not more:  # a balancing partner is not preempted
                trumps = max(4, raise_ + 2)  # as many in both hands as the contract needs tricks
                yield Rule(f"{raise_ + 1}{letter}", long(suit, trumps, hcp=(2, 7), code="preempt"))
        elif raise_ + 1 < game:
            yield Rule(f"{raise_ + 1}{letter}", long(suit, 3, fit=(suit, (11 + more, most)), code="invite"))
        yield Rule(f"{raise_}{letter}", long(suit, 3, fit=(suit, (6 + more, most)), code="raise"))
    elif not strong and raise_ == 3:
        if top < step("2NT") and auction.right_hand == "pass":
            yield Rule("2NT", promise(at_least(15), forcing="one", code="strong"))
        yield Rule(f"3{letter}", long(suit, 3, hcp=(5, 15), code="preempt"))
    if strong:
        for other in (S, H, D, C):
            level = cheapest(other.value, top)
            if other is not suit and other not in theirs and level <= 2:
                yield Rule(f"{level}{other.value}", long(other, 5, hcp=(9 if level == 1 else 10, TOP), code="natural"))
        for call, least, most in (("2NT", 13, 14), ("1NT", 9, 12)):
            if top < step(call):
                yield Rule(call, promise((least, most), stop=stop, code="natural"))
    yield Rule("pass", promise((0, 14)))


def _was_balancing(auction: Auction) -> bool:
    """Whether partner's overcall came after two passes, over one of a suit that would have been played."""
    return len(auction.bids) == 2 and auction.bids[0][1][0] == "1" and auction.calls[-4:-2] == ("pass", "pass")


def _cue_bid(auction: Auction) -> str | None:
    """The cheapest bid in the suit that they have opened, where it is their only one."""
    if len(auction.theirs) != 1:
        return None
    letter = auction.theirs[0].value
    return f"{cheapest(letter, auction.top)}{letter}"


def raised_by_cue(auction: Auction) -> Iterator[Rule]:
    """The overcaller's call after partner's good raise: the suit again with the least, game with more."""
    suit = suit_of(auction.mine[-1])
    if suit is None or auction.meanings[-2].code != "cue":
        return
    game = 4 if suit in {S, H} else 5
    yield Rule(
        f"{game}{suit.value}", promise(fit=(suit, at_least(14 + 2 * (game - 4))), forcing="sign_off", code="natural")
    )
    if auction.top < step("3NT") and game == 5:
        yield Rule("3NT", promise(at_least(14), stop=auction.theirs, forcing="sign_off", code="natural"))
    yield Rule(f"{cheapest(suit.value, auction.top)}{suit.value}", promise(hcp=(0, 13), code="minimum"))


def after_takeout(auction: Auction) -> Iterator[Rule]:
    """Answers to a takeout double: the longest unbid suit, by points; no trumps with a stop; a penalty pass with theirs."""
    top, theirs = auction.top, auction.theirs
    last = theirs[-1] if theirs else None
    unbid = [suit for suit in (S, H, D, C) if suit not in theirs]
    for suit in (S, H):
        if suit in unbid and top < step(f"4{suit.value}"):
            yield Rule(f"4{suit.value}", long(suit, 4, hcp=at_least(12), forcing="sign_off", code="natural"))
    if last in {D, C} and top < step("3C"):
        both = promise(at_least(10), s=(4, 13), h=(4, 13), forcing="one", code="cue")
        yield Rule(f"{cheapest(last.value, top)}{last.value}", both, lambda hand: hand.length(S) == hand.length(H))
    stop = () if last is None else (last,)
    if last is not None and top < step("2C"):
        yield Rule("pass", long(last, 6, hcp=(0, 12), code="penalty"), good(last))
    for call, low, high in (("3NT", 13, TOP), ("2NT", 11, 12), ("1NT", 7, 10)):
        if top < step(call):
            yield Rule(
                call,
                promise((low, high), stop=stop, code="natural"),
                lambda hand: all(hand.length(s) < 4 for s in unbid if s in {S, H}),
            )
    if last is not None:
        yield Rule("pass", long(last, 6, code="penalty"), lambda hand: hand.stops(last))
    order = sorted(unbid, key=lambda suit: suit not in {S, H})
    for cards in (5, 4, 3):
        for suit in order:
            level = cheapest(suit.value, top)
            if level < 4 and cards > 3:
                yield Rule(f"{level + 1}{suit.value}", long(suit, 4, hcp=(9, 11), code="invite"), has(suit, cards))
        for suit in order:
            level = cheapest(suit.value, top)
            if level <= 4:
                yield Rule(f"{level}{suit.value}", long(suit, 3, code="natural"), has(suit, cards))


def _out_of_redouble(auction: Auction) -> Iterator[Rule]:
    """Calls over a redouble of our takeout double: the longest suit; a pass has none, or theirs."""
    order = [suit for suit in (S, H, D, C) if suit not in auction.theirs]
    for cards in (6, 5, 4):
        for suit in order:
            level = cheapest(suit.value, auction.top)
            if level < 3:
                yield Rule(f"{level}{suit.value}", long(suit, 4, code="natural"), has(suit, cards))
    yield Rule("pass", ANY)


def _own_way_out(auction: Auction) -> Iterator[Rule]:
    """Calls of a doubler whose takeout double was redoubled and passed round: the longest suit, of equals the cheapest."""
    places = [(cheapest(suit.value, auction.top), suit) for suit in (C, D, H, S) if suit not in auction.theirs]
    for cards in (5, 4, 3):
        for level, suit in sorted(places, key=lambda place: place[0]):
            yield Rule(f"{level}{suit.value}", long(suit, cards, code="natural"))


def _free_advances(auction: Auction) -> Iterator[Rule]:
    """Answers to a takeout double over a bid between: a suit with some points, more for a higher one; none is a pass."""
    top = auction.top
    unbid = [suit for suit in (S, H, D, C) if suit not in auction.theirs]
    for suit in (S, H):
        if suit in unbid and top < step(f"4{suit.value}"):
            yield Rule(f"4{suit.value}", long(suit, 4, fit=(suit, at_least(13)), forcing="sign_off", code="natural"))
            yield Rule(f"4{suit.value}", long(suit, 5, fit=(suit, at_least(12)), forcing="sign_off", code="natural"))
    for call, low, high in (("3NT", 13, TOP), ("2NT", 11, 12)):
        if top < step(call):
            yield Rule(call, promise((low, high), stop=auction.theirs, code="natural"))
    for cards in (5, 4):
        for suit in unbid:
            level = cheapest(suit.value, top)
            if level < 3:
                yield Rule(f"{level + 1}{suit.value}", long(suit, cards, hcp=(10, 12), code="invite"))
            if level < 4:
                low = (5, 6, 8)[level - 1] + (0 if cards > 4 else 1)
                yield Rule(f"{level}{suit.value}", long(suit, cards, hcp=(low, 11), code="natural"))
    if top < step("1NT"):
        yield Rule("1NT", promise((7, 10), stop=auction.theirs, code="natural"))
    cue = f"{cheapest(auction.theirs[-1].value, top)}{auction.theirs[-1].value}" if auction.theirs else ""
    if cue and step(cue) < step("3NT"):
        yield Rule(cue, promise(at_least(12), forcing="one", code="cue"))


def doubler_again(auction: Auction) -> Iterator[Rule]:
    """The second call of a takeout doubler, which shows strength: a raise, no trumps, or a long suit."""
    if auction.meanings[-4].code != "takeout" or auction.partner[-1] in {"X", "XX"}:
        return
    if auction.calls[-3:] == ("XX", "pass", "pass"):  # partner has nothing to say, and they would play there
        yield from _own_way_out(auction)
    raised = len(auction.bids) == 2 and auction.calls[-2:] == ("pass", "pass") and auction.top < step("3C")
    if raised and (theirs := suit_of(auction.bids[-1][1])) and suit_of(auction.bids[0][1]) is theirs:
        yield Rule("X", long(theirs, 0, 2, hcp=at_least(17), forcing="one", code="takeout"))
    if auction.partner[-1] == "pass" and auction.right_hand in {"pass", "X"}:
        return  # partner has left it in, or has nothing and need not speak for me
    top, suit = auction.top, suit_of(auction.partner[-1])
    if suit in auction.theirs:  # partner's cue bid has no suit
        suit = None
    if game_reached(auction.bids[-1][1]):
        return
    his = auction.his
    least = his.hcp[0]
    if auction.meanings[-2].code == "cue":
        for other in (H, S, D, C):
            level = cheapest(other.value, top)
            if other not in auction.theirs and level < 4:
                yield Rule(f"{level}{other.value}", long(other, 4, hcp=(0, 14), code="natural"))
        yield Rule(f"{cheapest('NT', top)}NT", promise((0, 14), stop=auction.theirs[-1:], code="natural"))
    if suit is not None:
        game = 4 if suit in {S, H} else 5
        lowest = cheapest(suit.value, top)
        steps = [(game, 22 - least), (lowest + 1, 19 - least), (lowest, 16 - least)]
        for to, low in steps:
            if to <= game:
                fit = long(suit, 4 if to < game else 3, hcp=at_least(max(15, low)), code="raise")
                yield Rule(f"{to}{suit.value}", fit)
        if lowest < game:
            yield Rule(f"{lowest}{suit.value}", long(suit, 4, fit=(suit, at_least(16)), code="raise"))
    for other in (S, H, D, C):
        level = cheapest(other.value, top) + 1
        if level <= 3 and other not in auction.theirs and other is not suit:
            yield Rule(f"{level}{other.value}", long(other, 6, hcp=at_least(20), code="strong"))
    two = 21 if top < step("1NT") else 19
    for call, low, high in (("3NT", 23, TOP), ("2NT", two, 22), ("1NT", 18, 20)):
        if top < step(call):
            yield Rule(
                call, promise((max(17, low - least), max(18, high - least)), stop=auction.theirs, code="natural")
            )
    for other in (S, H, D, C):
        level = cheapest(other.value, top)
        if level <= 3 and other not in auction.theirs and other is not suit:
            yield Rule(f"{level}{other.value}", long(other, 5, hcp=at_least(17), code="strong"))
