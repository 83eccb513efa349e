"""The opener's second call where the opponents have doubled partner's answer or bid over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kozyr.bots.bridge.book.auction import TOP, Auction, C, D, H, S, at_least, cheapest, long, promise, step, suit_of
from kozyr.bots.bridge.system import ANY, Hand, Rule
from kozyr.cards import Suit

__all__ = ["contested"]

_MAJORS: Final = (S, H)
_HIGHEST: Final = step("3S")  # over more the calls go by points alone


def contested(auction: Auction) -> Iterator[Rule]:
    """The opener's calls after an answer and a double or a bid by the right-hand opponent.

    With the least and nothing to add the opener passes: partner still has a call.
    """
    suit, answer, top = suit_of(auction.mine[-1]), auction.partner[-1], auction.top
    said = auction.meanings[-2]
    if suit is None or auction.mine[-1][0] != "1" or top > _HIGHEST or not answer[0].isdigit():
        return
    new = suit_of(answer)
    if new is suit and answer[0] == "2" and said.code == "raise":
        yield from _raised(suit, auction)
    elif answer == "1NT" or (answer[0] == "1" and new is not None and said.code == "natural"):
        if new is not None:
            yield from _support(new, auction)
        yield from _no_trumps(auction)
        yield from _suits(suit, new, auction)
        yield Rule("pass", promise((0, 18)))


def _support(new: Suit, auction: Auction) -> Iterator[Rule]:
    """A raise of partner's suit with four cards."""
    level = cheapest(new.value, auction.top)
    if new in _MAJORS:
        yield Rule(f"4{new.value}", long(new, 4, fit=(new, (19, TOP)), code="raise"))
    for to, least, most in ((3, 16, 18), (2, 0, 15)):
        if level <= to < 4:
            yield Rule(f"{to}{new.value}", long(new, 4, fit=(new, (least, most)), code="raise"))


def _no_trumps(auction: Auction) -> Iterator[Rule]:
    """No trumps with a stop, by points."""
    for call, low, high in (("3NT", 19, 21), ("2NT", 18, 19), ("1NT", 12, 14)):
        if step(call) > auction.top and (auction.theirs or call == "2NT"):
            yield Rule(call, promise((low, high), stop=auction.theirs, balanced=True, code="natural"))


def _suits(suit: Suit, new: Suit | None, auction: Auction) -> Iterator[Rule]:
    """The opened suit again, a second suit, and a takeout double with more than the least."""
    top, theirs = auction.top, auction.theirs
    if new is not None and S not in {suit, new, *theirs} and cheapest("S", top) == 1:
        yield Rule("1S", long(S, 4, code="natural"))
    level = cheapest(suit.value, top)
    if level < 4:
        if level == 2:
            yield Rule(f"3{suit.value}", long(suit, 6, hcp=(15, 18), points=(18, TOP), code="invite"))
        least = (11, 15) if level == 2 else (14, 18)
        yield Rule(f"{level}{suit.value}", long(suit, 6, hcp=least, code="natural"))
    for other in (S, H, D, C):
        if other in {suit, new, *theirs} or cheapest(other.value, top) != 2:
            continue
        if other.position < suit.position:  # a reverse
            shown = long(other, 4, hcp=(16, 21), points=(17, TOP), forcing="one", code="natural")
        else:
            shown = long(other, 4, hcp=(11, 18), code="natural")
        yield Rule(f"2{other.value}", shown, _five(suit))
    if theirs:
        last = theirs[-1]
        yield Rule("X", long(last, 0, 2, hcp=at_least(16), forcing="one", code="takeout"))
        yield Rule("X", promise(at_least(19), forcing="one", code="takeout"))


def _five(suit: Suit) -> Callable[[Hand], bool]:
    """A test of a hand: the suit has five cards or more."""
    return lambda hand: hand.length(suit) > 4


def _raised(suit: Suit, auction: Auction) -> Iterator[Rule]:
    """Partner has raised to two: game, three to compete with six cards, a try below three of the suit."""
    top, letter = auction.top, suit.value
    if suit in _MAJORS:
        yield Rule(f"4{letter}", promise(fit=(suit, (18, TOP)), forcing="sign_off", code="natural"))
    else:
        yield Rule("3NT", promise(at_least(18), stop=auction.theirs, balanced=True, forcing="sign_off", code="natural"))
    if top < step(f"3{letter}"):
        for other in (S, H, D, C):
            level = cheapest(other.value, top)
            if (
                suit in _MAJORS
                and other not in {suit, *auction.theirs}
                and step(f"{level}{other.value}") < step(f"3{letter}")
            ):
                shown = long(other, 3, fit=(suit, (16, 17)), forcing="one", code="invite")
                yield Rule(f"{level}{other.value}", shown)
        yield Rule(f"3{letter}", long(suit, 6, code="competes"))
        if suit in _MAJORS:
            yield Rule(f"3{letter}", promise(fit=(suit, (16, 17)), code="competes"))
    yield Rule("pass", ANY)
