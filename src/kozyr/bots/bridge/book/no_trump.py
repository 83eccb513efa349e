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
    flat,
    long,
    promise,
    step,
    suit_of,
)
from kozyr.bots.bridge.system import ANY, Rule

__all__ = ["after_no_trump", "invited", "no_trump_again", "transferred"]

_SIX: int = 2  # points that six cards of a suit are worth beside the game's count
_LENGTH_HCP: int = -2  # how many of the points for a slam may be length


def after_no_trump(low: int, high: int, level: int) -> Iterator[Rule]:
    """Stayman, transfers, and no trumps by points. level: of Stayman."""
    game, invite = NT_GAME - low, NT_GAME - high
    slam, sure = NT_SLAM - high, NT_SLAM - low
    five = long(S, 5, forcing="one", code="transfer")
    yield Rule(f"{level}H", five, lambda hand: hand.length(S) >= hand.length(H))
    yield Rule(f"{level}D", long(H, 5, forcing="one", code="transfer"))
    ask = invite if level == 2 else game
    stayman = promise((ask, TOP), forcing="one", code="stayman")
    yield Rule(f"{level}C", stayman, lambda hand: 4 in (hand.length(S), hand.length(H)) and not flat(hand))
    if level == 2:  # three clubs is asked for: weak with a long minor
        for minor in (C, D):
            yield Rule("2S", long(minor, 6, hcp=(0, invite - 1), forcing="one", code="relay"))
    long_suit = (_LENGTH_HCP + slam, TOP)
    yield Rule("6NT", promise((sure, TOP), code="natural", forcing="sign_off"))
    yield Rule("6NT", promise(long_suit, points=(sure, TOP), code="natural", forcing="sign_off"))
    yield Rule("4NT", promise((slam, sure - 1), code="quantitative"))
    yield Rule("4NT", promise(long_suit, points=(slam, sure - 1), code="quantitative"))
    yield Rule("3NT", promise((game - 1, slam - 1), points=(game, TOP), code="natural", forcing="sign_off"))
    for minor in (C, D):  # six tricks, and one or two besides
        yield Rule("3NT", long(minor, 6, hcp=(game - _SIX, game - 1), code="natural", forcing="sign_off"))
    if level == 2:
        yield Rule("2NT", promise((invite - 1, game - 1), points=(invite, game), code="invite"))
    yield Rule("pass", promise((0, game - 1)))


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
    elif code == "invite":
        yield Rule("3NT", promise((15, TOP), points=(16, TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", promise((0, 15)))
    elif code == "quantitative":
        most = 17 if opening == "1NT" else 21
        yield Rule("6NT", promise((most, TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", promise((0, most - 1)))


def transferred(auction: Auction) -> Iterator[Rule]:
    """The next call after an obeyed transfer or relay: six cards of the major, a second suit, no trumps by points."""
    if auction.meanings[-4].code == "relay":
        yield Rule("pass", long(C, 6))
        yield Rule("3D", long(D, 6, forcing="sign_off", code="natural"))
        return
    major, top = suit_of(auction.partner[-1]), auction.top
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


def invited(auction: Auction) -> Iterator[Rule]:
    """The opener of no trumps, invited by partner after a transfer, goes to game with more than the least."""
    major = suit_of(auction.mine[-1])
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
