"""After an opening of one or two no trumps: Stayman, transfers, relays, and both partners' later calls."""

from __future__ import annotations

from collections.abc import Iterator

from kozyr.bots.bridge.book.auction import (
    NT_GAME,
    NT_SLAM,
    TOP,
    Auction,
    C,
    D,
    H,
    S,
    cheapest,
    flat,
    good,
    long,
    promise,
    step,
    suit_of,
)
from kozyr.bots.bridge.system import ANY, Hand, Rule, high_cards
from kozyr.cards import Suit

__all__ = ["after_no_trump", "disturbed", "invited", "no_trump_again", "over_two_clubs", "transferred"]

_SIX: int = 2  # points that six cards of a suit are worth beside the game's count
_ASKS: int = 5  # how many fewer points than for a sure slam ask for aces with a suit of seven
_LENGTH_HCP: int = -2  # how many of the points for a slam may be length


def after_no_trump(low: int, high: int, level: int) -> Iterator[Rule]:
    """Stayman, transfers, and no trumps by points. level: of Stayman."""
    game, invite = NT_GAME - low, NT_GAME - high
    slam, sure = NT_SLAM - high, NT_SLAM - low
    if level == 2:  # with five and four of the majors, or with short clubs and no points, a fit is asked for
        both = promise((invite, TOP), s=(4, 5), h=(4, 5), forcing="one", code="stayman")
        yield Rule("2C", both, lambda hand: hand.length(S) != hand.length(H))
        yield Rule(
            "2C",
            promise((0, invite - 1), s=(3, 4), h=(3, 4), d=(4, 5), c=(0, 2), forcing="one", code="stayman"),
            _either,
        )
        for major in (S, H):
            yield Rule(f"3{major.value}", long(major, 6, hcp=(slam - 2, TOP), forcing="game", code="strong"))
    long_suit = (_LENGTH_HCP + slam, TOP)
    if level < 4:  # three no trumps leave no room
        for suit in (S, H, D, C):
            seven = long(suit, 7, hcp=(sure - _ASKS, TOP), forcing="one", code="gerber")
            yield Rule("4C", seven)
    five = long(S, 5, forcing="one", code="transfer")
    yield Rule(f"{level}H", five, lambda hand: hand.length(S) >= hand.length(H))
    yield Rule(f"{level}D", long(H, 5, forcing="one", code="transfer"))
    ask = invite if level == 2 else game
    stayman = promise((ask, TOP), forcing="one", code="stayman")
    yield Rule(f"{level}C", stayman, _either)
    if level == 2:  # three clubs is asked for: weak with a long minor
        for minor in (C, D):
            yield Rule(f"3{minor.value}", long(minor, 6, hcp=(5, invite - 1), code="invite"), good(minor))
        for minor in (C, D):
            slam_try = long(minor, 6, hcp=(slam - 3, TOP), forcing="one", code="stayman")
            yield Rule("2C", slam_try, lambda hand: max(hand.length(S), hand.length(H)) < 4)
            yield Rule("2S", long(minor, 6, hcp=(0, invite - 1), forcing="one", code="relay"))
    # Two aces may be missing only where length makes up for points; with four more than a sure slam all are sought.
    if level < 4:
        yield Rule("4C", promise((sure + 4, TOP), forcing="one", code="gerber"))
    yield Rule("6NT", promise((sure, TOP), code="natural", forcing="sign_off"))
    if level < 4:
        yield Rule("4C", promise(long_suit, points=(sure, TOP), forcing="one", code="gerber"))
    yield Rule("6NT", promise(long_suit, points=(sure, TOP), code="natural", forcing="sign_off"))
    yield Rule("4NT", promise((slam, sure - 1), code="quantitative"))
    yield Rule("4NT", promise(long_suit, points=(slam, sure - 1), code="quantitative"))
    yield Rule("3NT", promise((game - 1, slam - 1), points=(game, TOP), code="natural", forcing="sign_off"))
    for minor in (C, D):  # six tricks, and one or two besides
        yield Rule("3NT", long(minor, 6, hcp=(game - _SIX, game - 1), code="natural", forcing="sign_off"))
    if level == 4:  # three no trumps are a game already
        yield Rule("pass", promise((0, slam - 1)))
        return
    if level == 2:
        yield Rule("pass", promise((invite, invite)), flat)
        yield Rule("2NT", promise((invite - 1, game - 1), points=(invite, game), code="invite"))
    yield Rule("pass", promise((0, game - 1)))


def over_two_clubs() -> Iterator[Rule]:
    """Answers to one no trump over their two clubs: a double is Stayman with the points for it, all else as without the overcall."""
    for rule in after_no_trump(15, 17, 2):
        if rule.call != "2C":
            yield rule
        elif rule.meaning.hcp[0] >= NT_GAME - 17:
            yield Rule("X", rule.meaning, rule.when)


def _either(hand: Hand) -> bool:
    """Whether a major has four cards."""
    return 4 in (hand.length(S), hand.length(H))


def no_trump_again(opening: str, response: str, code: str) -> Iterator[Rule]:
    """The second call of the opener of no trumps."""
    level = int(response[0])
    if code == "stayman":
        yield Rule(f"{level}H", long(H, 4, code="natural"))
        yield Rule(f"{level}S", promise(s=(4, 13), h=(0, 3), code="natural"))
        yield Rule(f"{level}D", promise(s=(0, 3), h=(0, 3), code="denies"))
    elif code == "transfer":
        major = H if response[1:] == "D" else S
        if level == 2:  # four trumps and the most: a fit of nine makes game likely
            yield Rule(f"3{major.value}", long(major, 4, hcp=(17, 17), code="accepts"))
        yield Rule(f"{level}{major.value}", promise(code="completes"))
    elif code == "relay":
        yield Rule("3C", promise(code="completes"))
    elif code == "invite" and response in {"3C", "3D"}:
        minor = D if response == "3D" else C
        yield Rule(
            "3NT",
            long(minor, 2, forcing="sign_off", code="natural"),
            lambda hand: high_cards(hand.cards.bits & minor.bits) > 1,
        )
        yield Rule("pass", ANY)
    elif code == "invite":
        yield Rule("3NT", promise((15, TOP), points=(16, TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", promise((0, 15)))
    elif code == "quantitative":
        most = 17 if opening == "1NT" else 21
        yield Rule("6NT", promise((most, TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", promise((0, most - 1)))


def disturbed(auction: Auction) -> Iterator[Rule]:
    """The opener's call where the answer to no trumps was doubled or overcalled: as without it, with less where a pass will do."""
    code, theirs, top = auction.meanings[-2].code, auction.right_hand, auction.top
    if theirs == "X" and code == "transfer":
        yield Rule("pass", long(H if auction.partner[-1][1:] == "D" else S, 2, 2))
    if theirs == "X" and code in {"stayman", "transfer", "relay"}:
        yield from no_trump_again(auction.calls[auction.bids[0][0]], auction.partner[-1], code)
    elif code == "stayman" and (over := suit_of(theirs)):
        yield Rule("X", long(over, 4, code="penalty"))
        for major in (H, S):
            level = cheapest(major.value, top)
            if major is not over and level < 4:
                yield Rule(f"{level}{major.value}", long(major, 4, code="natural"))
        yield Rule("pass", ANY)
    elif code == "transfer" and theirs[0].isdigit():
        major = H if auction.partner[-1][1:] == "D" else S
        level = cheapest(major.value, top)
        if level < 4 and suit_of(theirs) is not major:
            yield Rule(f"{level}{major.value}", long(major, 3, hcp=(16, TOP) if level > 2 else (15, TOP), code="raise"))
        yield Rule("pass", ANY)


def transferred(auction: Auction) -> Iterator[Rule]:
    """The next call after an obeyed transfer or relay: six cards of the major, a second suit, no trumps by points."""
    if auction.meanings[-4].code == "relay":
        yield Rule("pass", long(C, 6))
        yield Rule("3D", long(D, 6, forcing="sign_off", code="natural"))
        return
    major, top = suit_of(auction.partner[-1]), auction.top
    if auction.meanings[-4].code == "stayman" and auction.partner[-2] == "1NT" and major is not None:
        yield from _after_stayman(major, auction)
    if auction.meanings[-4].code != "transfer" or major is None:
        return
    low, high = auction.his.hcp
    game, invite, slam = NT_GAME - low, max(0, NT_GAME - high), NT_SLAM - high
    if auction.meanings[-2].code == "accepts":
        yield Rule(f"4{major.value}", long(major, 5, hcp=(5, slam - 1), forcing="sign_off", code="natural"))
        yield Rule(f"4{major.value}", long(major, 6, hcp=(3, slam - 1), forcing="sign_off", code="natural"))
        yield Rule("pass", promise((0, 4)))
        return
    if major is S:
        if top < step("3C"):  # a choice of games without an interest in slam
            yield Rule("4H", promise((game - 1, game + 2), s=(5, 13), h=(5, 13), forcing="sign_off", code="natural"))
        yield Rule("3H", promise((game - 1, TOP), s=(5, 13), h=(5, 13), forcing="game", code="natural"))
    if top < step("3NT"):
        yield Rule(
            f"4{major.value}", long(major, 6, hcp=(max(0, game - _SIX), slam), forcing="sign_off", code="natural")
        )
    if top < step(f"3{major.value}"):
        yield Rule(f"3{major.value}", long(major, 6, hcp=(max(0, invite - _SIX), game - _SIX - 1), code="invite"))
    for minor in (D, C):
        shown = long(minor, 4, hcp=(game, TOP), forcing="game", code="natural")
        yield Rule(f"{3 if top < step('3C') else 4}{minor.value}", shown, lambda hand: min(hand.lengths) < 2)
    yield Rule("4NT", promise((slam, TOP), code="quantitative"))
    yield Rule("3NT", long(major, 5, 5, hcp=(game - 1, slam - 1), code="natural"))
    if top < step("2NT"):
        yield Rule("2NT", long(major, 5, 5, hcp=(invite, game - 1), code="invite"))
        shapely = long(major, 5, 5, hcp=(invite - 1, invite - 1), code="invite")
        yield Rule("2NT", shapely, lambda hand: not hand.balanced)
    yield Rule("pass", promise((0, game - 1)))


def _after_stayman(shown: Suit, auction: Auction) -> Iterator[Rule]:
    """The next call after two clubs over one no trump and the answer: a fit, a major of five, a long minor, a weak pass."""
    low, high = auction.his.hcp
    game, invite, slam = NT_GAME - low, max(0, NT_GAME - high), NT_SLAM - high
    if shown is D:
        for major in (S, H):
            yield Rule(f"3{major.value}", long(major, 5, 5, hcp=(game, TOP), forcing="game", code="natural"))
            yield Rule(f"2{major.value}", long(major, 5, 5, hcp=(invite, game - 1), code="invite"))
    for minor in (C, D):
        strong = long(minor, 6, hcp=(slam - 3, TOP), forcing="game", code="natural")
        yield Rule(f"3{minor.value}", strong, lambda hand: max(hand.length(S), hand.length(H)) < 4)
    if shown in {S, H}:
        yield Rule(f"4{shown.value}", long(shown, 4, fit=(shown, (game, slam)), forcing="sign_off", code="raise"))
        yield Rule(
            f"3{shown.value}",
            long(shown, 4, hcp=(invite - 1, game - 1), fit=(shown, (invite, game - 1)), code="invite"),
        )
    yield Rule("3NT", promise((game, slam - 1), forcing="sign_off", code="natural"))
    yield Rule("2NT", promise((invite, game - 1), code="invite"))
    yield Rule("pass", promise((0, invite - 1)))


def invited(auction: Auction) -> Iterator[Rule]:
    """The opener of no trumps, invited by partner after a transfer, goes to game with more than the least."""
    major = suit_of(auction.mine[-1])
    if auction.meanings[-2].code == "invite" and auction.meanings[-6].code == "stayman":
        yield from _invited_after_stayman(auction)
    if auction.partner[-1] == "4H" and auction.mine[-1] == "2S" and auction.meanings[-6].code == "transfer":
        yield Rule("4S", long(S, 3, code="preference"), lambda hand: hand.length(S) > hand.length(H))
        yield Rule("pass", ANY)
    if auction.meanings[-2].code != "invite" or major is None or auction.meanings[-6].code != "transfer":
        return
    more = auction.own.hcp[0] + 1  # or as many points with a suit of five
    if auction.partner[-1] == "2NT":
        yield Rule(f"4{major.value}", long(major, 3, hcp=(more, TOP), forcing="sign_off", code="natural"))
        yield Rule("3NT", promise((more - 1, TOP), points=(more, TOP), forcing="sign_off", code="natural"))
        yield Rule(f"3{major.value}", long(major, 3, forcing="sign_off", code="preference"))
    else:
        yield Rule(f"4{major.value}", promise((more, TOP), forcing="sign_off", code="natural"))
    yield Rule("pass", ANY)


def _invited_after_stayman(auction: Auction) -> Iterator[Rule]:
    """The opener, invited after two clubs and the answer: game with more than the least, in a fit or without."""
    suit, more = suit_of(auction.partner[-1]), auction.own.hcp[0] + 1
    if suit in {S, H}:
        yield Rule(f"4{suit.value}", long(suit, 3, hcp=(more, TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", long(suit, 3))
    elif auction.mine[-1] == "2H":  # partner has four spades
        yield Rule("4S", long(S, 4, hcp=(more, TOP), forcing="sign_off", code="natural"))
        yield Rule("3S", long(S, 4, code="preference"))
    yield Rule("3NT", promise((more, TOP), forcing="sign_off", code="natural"))
    yield Rule("pass", ANY)
