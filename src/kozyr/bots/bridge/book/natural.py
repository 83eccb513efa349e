"""The calls after the written stages: by partner's promises, and where a pass is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from kozyr.bots.bridge.book.auction import (
    GAME,
    MINOR_GAME,
    NT_SLAM,
    SLAM,
    TOP,
    Auction,
    C,
    D,
    H,
    S,
    at_least,
    cheapest,
    flat,
    game_reached,
    long,
    promise,
    step,
    suit_of,
)
from kozyr.bots.bridge.book.key_cards import ask, key_suit, placed
from kozyr.bots.bridge.system import ANY, Hand, Meaning, Range, Rule
from kozyr.cards import Suit

_NATURAL_NT: Final = {"natural", "no_trump", "invite"}
_NARROW: Final = 4  # points between the least and the most with which partner is asked for the most
_TRY: Final = 2  # points beyond partner's promised least that a try asks for
_HIGH_TRY: Final = 1  # the same, where the try takes us over game
_LENGTH: Final = 3  # how many of the points for a slam in no trumps may be length
_FLAT_SLAM: Final = 31  # points of both for six no trumps with a balanced hand, where partner may have length
_THREE: Final = 3  # trumps to ask about them with, where partner has not shown six
_SHOWN: Final = 5  # cards of a major that an opening shows
_SHAPE: Final = 1  # points of a raise that are taken to be shortness
_HIGHEST: Final = 7  # level
_STRONG: Final = 20  # points with which a hand whose artificial call was doubled bids two no trumps
_COMPETE: Final = 4  # the highest level to which one competes by the number of trumps


def natural(auction: Auction) -> Iterator[Rule]:
    """The calls by partner's promises: game with the points for it, an invitation, a fit, a place to play."""
    calls, top = auction.calls, auction.top
    me = len(calls) % 4
    his, mine = auction.his, auction.own
    least, most = strength(his)
    holder = auction.bids[-1][0] if auction.bids else me
    ours = (holder - me) % 2 == 0
    last = auction.bids[-1][1] if auction.bids else ""
    forcing = forced(auction)
    ours_to_name = [suit for suit in (S, H, D, C) if suit not in auction.theirs]
    fits = [(suit, 8 - his.lengths[suit.position][0]) for suit in ours_to_name]
    fits = [(suit, need) for suit, need in fits if need <= 6 or mine.lengths[suit.position][0] >= need]
    spoken = any(call != "pass" for call in auction.partner)
    if spoken:
        if not settled(auction):
            yield from placed(auction, fits, least, SLAM)
            yield from _tried(auction, least)
            yield from _slams(auction, fits, least)
            yield from _tries(auction, fits, least, most)
            yield from _games(auction, fits, least)
            if not game_reached(last) or not ours:
                yield from _invitations(auction, fits, least, most)
        yield from _competing(auction, fits, ours=ours)
    if not ours and any(call[0].isdigit() for call in auction.mine) and not game_reached(last):
        yield from _reopening(auction, mine, last)
    if not ours and spoken and top > step("2NT"):
        yield Rule("X", promise(at_least(GAME - least), code="penalty"))
    if not forcing:
        if ours and spoken:
            yield from _preferences(auction, last, his, least)
        yield Rule("pass", ANY)
        return
    yield from _keeps_on(auction, fits)


def strength(his: Meaning) -> Range:
    """The least and most points of a hand by its promises (court cards, length, a raise), at most twelve apart."""
    least = max(his.hcp[0], his.points[0] - 1, his.fit[1][0] - _SHAPE if his.fit else 0)
    most = min(his.hcp[1], his.fit[1][1] if his.fit else TOP, least + 12)
    return least, max(least, most)


def settled(auction: Auction) -> bool:
    """Whether our side has stopped: partner has passed our last bid, and neither partner has spoken since.

    A player who has passed two no trumps, or has heard partner pass them, does not bid three over a double.
    """
    last = auction.bids[-1][0] if auction.bids else len(auction.calls)
    between, after = auction.calls[last + 1 : last + 2], auction.calls[last + 2 :: 2]
    ours = (len(auction.calls) - last) % 2 == 0
    return ours and between == ("pass",) and bool(after) and all(call == "pass" for call in after)


def forced(auction: Auction) -> bool:
    """Whether the hand may not pass: partner's call was forcing and the next one passed, or game is agreed and not reached."""
    calls = auction.calls
    last = auction.bids[-1][1] if auction.bids else ""
    if len(calls) < 2 or calls[-1] != "pass":
        return False
    said = auction.meanings[-2]
    if said.forcing == "one" and calls[-2] != "pass":
        return True
    agreed = any(meant.forcing == "game" for at, meant in enumerate(auction.meanings) if (at - len(calls)) % 2 == 0)
    return agreed and not game_reached(last)


def rescue(auction: Auction) -> Iterator[Rule]:
    """The calls of a hand whose artificial call was doubled and passed round: the agreed suit, no trumps, an own suit.

    The hand stays there with five cards of the suit and no agreed one, or where the ladder ends.
    """
    there, agreed = suit_of(auction.bids[-1][1]), key_suit(auction)
    if there is not None and agreed in {None, there}:
        yield Rule("pass", long(there, 5, code="natural"))
    places = [
        (cheapest(suit.value, auction.top), suit) for suit in (C, D, H, S) if suit not in {there, *auction.theirs}
    ]
    places = sorted((one for one in places if one[0] <= _HIGHEST), key=lambda one: one[0])
    for level, suit in places:
        if suit is agreed:
            yield Rule(f"{level}{suit.value}", promise(code="natural"))
    if step("2NT") > auction.top:
        yield Rule("2NT", promise(at_least(_STRONG), balanced=True, code="natural"))
    for cards in (5, 4, 3):
        for level, suit in places:
            yield Rule(f"{level}{suit.value}", long(suit, cards, code="natural"))
    last = next((f"{level}{suit.value}" for level, suit in places), "pass")
    yield Rule(last, promise(code="natural"))


def _slams(auction: Auction, fits: list[tuple[Suit, int]], least: int) -> Iterator[Rule]:
    if auction.top >= step("4NT") or least < 6 or "4NT" in auction.mine:
        return
    known = key_suit(auction)
    for suit, need in fits:
        if known in {None, suit}:
            yield ask(auction, suit, max(need, 2 if need < _THREE else _THREE), at_least(SLAM - least))
    if auction.top < step("6NT"):
        enough = at_least(NT_SLAM - least)
        if _in_no_trump(auction):
            long_suit = promise(at_least(NT_SLAM - least - _LENGTH), points=enough, forcing="sign_off", code="slam")
            yield Rule("6NT", long_suit)
        yield Rule("6NT", promise(at_least(_FLAT_SLAM - least), balanced=True, forcing="sign_off", code="slam"))
        if not fits or known is None:
            yield Rule("6NT", promise(enough, forcing="sign_off", code="slam"), lambda hand: min(hand.lengths) > 1)


def _in_no_trump(auction: Auction) -> bool:
    """Whether partner's last bid was a natural one of no trumps: four no trumps then asks for points, not for aces."""
    return bool(auction.partner) and auction.partner[-1][1:] == "NT" and auction.meanings[-2].code in _NATURAL_NT


def _tries(auction: Auction, fits: list[tuple[Suit, int]], least: int, most: int) -> Iterator[Rule]:
    """Tries for a slam, which is there if partner has more than the least: a control beside the fit, or no trumps by points."""
    top = auction.top
    if most - least < 2 or least < 6 or not auction.quiet or top >= step("5C"):
        return
    if _in_no_trump(auction):
        if top < step("4NT") and most - least <= _NARROW:
            yield Rule("4NT", promise((NT_SLAM - most, NT_SLAM - 1 - least), code="quantitative"))
            long_suit = promise(
                at_least(NT_SLAM - most - _LENGTH + 1), points=at_least(NT_SLAM - most + 1), code="quantitative"
            )
            yield Rule("4NT", long_suit)
        return
    asked = len(auction.calls) > 3 and auction.meanings[-4].forcing == "game"
    for trump, need in fits:
        if auction.own.lengths[trump.position][0] < need or top < step(f"3{trump.value}"):
            continue  # partner does not know of it yet
        low = top < step(f"4{trump.value}")
        if not low and auction.meanings[-2].forcing == "sign_off" and not asked:
            continue  # a try would take us over the game that partner wants to play
        enough = at_least(SLAM - min(most, least + (_TRY if low else _HIGH_TRY)))
        limit = step(f"{4 if low else 5}{trump.value}")
        for other in (C, D, H, S):
            call = f"{cheapest(other.value, top)}{other.value}"
            if other is not trump and step(call) < limit:
                said = long(trump, need, fit=(trump, enough), forcing="one", code="control")
                yield Rule(call, msgspec.structs.replace(said, controls=(other,)))


def _tried(auction: Auction, least: int) -> Iterator[Rule]:
    """Answers to partner's try for a slam: on with more than the least that was promised, back to the suit with less."""
    if len(auction.calls) < 2 or auction.right_hand != "pass":
        return
    code = auction.meanings[-2].code
    if code == "quantitative" and auction.partner[-1] == "4NT":
        yield Rule("6NT", promise(at_least(NT_SLAM - least), forcing="sign_off", code="slam"))
        yield Rule("pass", ANY)
    elif code == "control" and auction.his.fit is not None:
        trump = auction.his.fit[0]
        if auction.top < step("4NT"):
            yield ask(auction, trump, 0, at_least(SLAM - least))
        else:
            enough = promise(fit=(trump, at_least(SLAM + 1 - least)), forcing="sign_off", code="slam")
            yield Rule(f"6{trump.value}", enough)
        level = cheapest(trump.value, auction.top)
        yield Rule(f"{level}{trump.value}", promise(forcing="sign_off", code="minimum"))


def _games(auction: Auction, fits: list[tuple[Suit, int]], least: int) -> Iterator[Rule]:
    top = auction.top
    last = auction.bids[-1]
    if game_reached(last[1]) and (last[0] - len(auction.calls)) % 2 == 0:
        if last[1] == "3NT":
            yield from _longer(auction, auction.meanings[last[0]])
            for suit, need in fits:
                if suit in {S, H} and auction.meanings[last[0]].code == "natural" and need <= 4:
                    fit = long(suit, max(need, 3), forcing="sign_off", code="natural")
                    shown = need <= 3  # partner has five
                    yield Rule(
                        f"4{suit.value}",
                        fit,
                        _not_flat if shown else _singleton,
                    )
        return
    for suit, need in fits:
        if suit in {S, H} and top < step(f"4{suit.value}"):
            points = at_least(GAME - least)
            yield Rule(
                f"4{suit.value}", long(suit, max(need, 2), fit=(suit, points), forcing="sign_off", code="natural")
            )
    if top < step("3NT"):
        for suit in (S, H) if forced(auction) else ():
            if auction.own.lengths[suit.position][0] == _SHOWN and top < step(f"3{suit.value}"):
                yield Rule(f"3{suit.value}", long(suit, _SHOWN + 1, forcing="game", code="natural"))
        yield Rule("3NT", promise(at_least(GAME - least), stop=auction.theirs, forcing="sign_off", code="natural"))
    for suit, need in fits:
        if suit in {D, C} and top < step(f"5{suit.value}"):
            points = at_least(MINOR_GAME - least)
            yield Rule(
                f"5{suit.value}", long(suit, max(need, 3), fit=(suit, points), forcing="sign_off", code="natural")
            )


def _longer(auction: Auction, said: Meaning) -> Iterator[Rule]:
    """Four of a major over partner's three no trumps, where five cards of it were shown and six are held."""
    for suit in (S, H):
        if auction.own.lengths[suit.position][0] == _SHOWN and said.code == "natural":
            yield Rule(f"4{suit.value}", long(suit, _SHOWN + 1, forcing="sign_off", code="natural"), _not_flat)


def _not_flat(hand: Hand) -> bool:
    return not flat(hand)


def _singleton(hand: Hand) -> bool:
    return min(hand.lengths) < 2


def _invitations(auction: Auction, fits: list[tuple[Suit, int]], least: int, most: int) -> Iterator[Rule]:
    if most - least < 2:
        return
    low, high = GAME - most, GAME - 1 - least
    low = max(low, high - 1)
    for suit, need in fits:
        if suit in {S, H} and auction.top < step(f"3{suit.value}"):
            yield Rule(f"3{suit.value}", long(suit, max(need, 3), fit=(suit, (max(0, low), high)), code="invite"))
    if auction.top < step("2NT"):
        yield Rule("2NT", promise((max(0, low), high), stop=auction.theirs, code="invite"))


def _competing(auction: Auction, fits: list[tuple[Suit, int]], *, ours: bool) -> Iterator[Rule]:
    """Calls over their bid with as many trumps in both hands as the contract needs tricks."""
    if ours:
        return
    for suit, need in fits:
        level = cheapest(suit.value, auction.top)
        trumps = level + 6
        if level <= _COMPETE:
            own = max(3, trumps - (8 - need))
            least = 0 if own > 4 else 4
            yield Rule(f"{level}{suit.value}", long(suit, own, hcp=at_least(least), code="competes"))


def _reopening(auction: Auction, mine: Meaning, last: str) -> Iterator[Rule]:
    """Calls of a hand that has bid before, while they have the contract.

    The long suit again, or a double for takeout with more than was shown.
    """
    top, theirs = auction.top, suit_of(last)
    for suit in (S, H, D, C):
        level = cheapest(suit.value, top)
        if mine.lengths[suit.position][0] >= 3 and level <= 3:
            need = at_least(max(mine.hcp[0], 14 if level == 3 else 0))
            yield Rule(f"{level}{suit.value}", long(suit, level + 4, hcp=need, code="competes"))
    if theirs is not None and top < step("3C"):
        strong = long(theirs, 0, 2, hcp=at_least(max(15, mine.hcp[0] + 4)), forcing="one", code="takeout")
        yield Rule("X", strong)


def _preferences(auction: Auction, last: str, his: Meaning, least: int) -> Iterator[Rule]:
    """Corrections of a poor suit: back to partner's better one, or to a long suit of the caller."""
    del least
    suit = suit_of(last)
    if game_reached(last):
        return
    if suit is None:  # out of no trumps into six of a major
        for other in (S, H):
            level = cheapest(other.value, auction.top)
            if level <= 3 and other not in auction.theirs:
                yield Rule(f"{level}{other.value}", long(other, 6, code="natural"))
        return
    for other in (S, H, D, C):
        level = cheapest(other.value, auction.top)
        first = his.lengths[other.position][0]
        if other is not suit and first >= 4 and level <= 3:
            yield Rule(
                f"{level}{other.value}",
                long(other, 2, code="preference"),
                _better(other, first, suit, his.lengths[suit.position][0]),
            )
    for other in (S, H):
        level = cheapest(other.value, auction.top)
        if level <= 2 and other is not suit and other not in auction.theirs:
            yield Rule(f"{level}{other.value}", long(other, 6, code="natural"), lambda hand: hand.length(suit) < 3)


def _better(one: Suit, first: int, other: Suit, second: int) -> Callable[[Hand], bool]:
    """A test of a hand: more cards together in the one suit; a major may be as long as a minor."""
    margin = one in {D, C} and other in {S, H}
    return lambda hand: hand.length(one) + first > hand.length(other) + second + margin


def _keeps_on(auction: Auction, fits: list[tuple[Suit, int]]) -> Iterator[Rule]:
    """Calls where a pass is not allowed: a fit, a long suit, no trumps, the cheapest."""
    top = auction.top
    for suit, need in fits:
        level = cheapest(suit.value, top)
        if level <= 4:
            yield Rule(f"{level}{suit.value}", long(suit, max(3, need), code="natural"))
    for cards in (6, 5):
        for suit in (S, H, D, C):
            level = cheapest(suit.value, top)
            if level <= 4 and suit not in auction.theirs:
                yield Rule(f"{level}{suit.value}", long(suit, cards, code="natural"))
    level = cheapest("NT", top)
    if level <= 3:
        yield Rule(f"{level}NT", promise(code="natural"))
    for suit in (S, H, D, C):
        level = cheapest(suit.value, top)
        if level <= 7 and suit not in auction.theirs:
            yield Rule(f"{level}{suit.value}", long(suit, 4, code="natural"))
    for strain in ("C", "NT"):
        level = cheapest(strain, top)
        if level <= 7:
            yield Rule(f"{level}{strain}", promise(code="natural"))
    yield Rule("pass", ANY)
