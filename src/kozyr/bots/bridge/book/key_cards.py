"""The question for key cards with a fit (Roman Blackwood), its answers and sequels; the question for aces without a fit.

Over no trumps four clubs asks for aces (Gerber), and five clubs for the kings of all suits.

Key cards are the four aces and the king of trumps. Of two numbers that one answer may mean the asker takes the smaller;
partner goes on over the sign-off with the larger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from kozyr.bots.bridge.book.auction import (
    LADDER,
    SUITS,
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
from kozyr.bots.bridge.system import ANY, Counted, Hand, Meaning, Range, Rule
from kozyr.cards import Suit

__all__ = ["answers", "ask", "key_suit", "placed"]

_KEYS: Final = 5
_FIT: Final = 8  # trumps together with which both know of a fit
_SURE: Final = 10  # trumps together that need no queen
_ONE_AND_FOUR, _NONE_AND_THREE = (1, 4), (0, 3)
_ANSWERS: Final[Mapping[str, tuple[tuple[int, int], tuple[int, int]]]] = {  # five clubs, five diamonds
    "1430": (_ONE_AND_FOUR, _NONE_AND_THREE),
    "3014": (_NONE_AND_THREE, _ONE_AND_FOUR),
}
_LEAST: Final = {S: 1, H: 2, D: 2, C: 3}  # key cards to ask with, so that no answer drives the pair too high
_ALL: Final = 37  # points of both with which the asker over no trumps looks for a grand slam
_GRAND: Final = 4  # points beyond a small slam with which one looks for a grand one


def key_suit(auction: Auction) -> Suit | None:
    """The trumps about which I would ask: those of a fit that both know of, else the last suit that partner has shown."""
    together = {suit: auction.own.lengths[suit.position][0] + auction.his.lengths[suit.position][0] for suit in SUITS}
    best = max(SUITS, key=lambda suit: together[suit])
    if together[best] >= _FIT:
        return best
    named = [suit for call in auction.partner if (suit := suit_of(call)) and auction.his.lengths[suit.position][0] > 3]
    return named[-1] if named else None


def ask(auction: Auction, suit: Suit, cards: int, points: Range) -> Rule:
    """Four no trumps with a fit; points: of the raise."""
    trump = key_suit(auction)
    said = long(suit, cards, fit=(suit, points), forcing="one", code="blackwood" if trump is None else "keycard")
    if trump is None:
        return Rule("4NT", said)
    least = _LEAST[trump]

    def enough(hand: Hand) -> bool:
        """Whether the hand has the key cards that the question needs."""
        return hand.keys(trump) >= least

    return Rule("4NT", msgspec.structs.replace(said, asks=trump), enough)


def answers(auction: Auction) -> Iterator[Rule]:
    """The answers to partner's question: aces or key cards, the queen of trumps, the other kings."""
    asked = auction.meanings[-2]
    trump = _trump(auction, 2)
    if asked.code == "gerber":
        for call, aces in (("4D", (0, 4)), ("4H", (1,)), ("4S", (2,)), ("4NT", (3,))):
            yield Rule(call, promise(aces=aces, forcing="one", code="aces"))
    elif asked.code == "king_ask" and trump is None:
        for call, held in (("5D", (0, 4)), ("5H", (1,)), ("5S", (2,)), ("5NT", (3,))):
            yield Rule(call, promise(forcing="one", code="kings"), _has_kings(held))
    elif asked.code == "blackwood" or trump is None:
        for call, aces in (("5C", (0, 4)), ("5D", (1,)), ("5H", (2,)), ("5S", (3,))):
            yield Rule(call, promise(aces=aces, forcing="one", code="aces"))
    elif asked.code == "keycard":
        clubs, diamonds = _ANSWERS[auction.style.keys]
        for call, keys, queen in (
            ("5C", clubs, None),
            ("5D", diamonds, None),
            ("5H", (2, 5), False),
            ("5S", (2, 5), True),
        ):
            told = Meaning(
                keys=(trump, keys), queen=None if queen is None else (trump, queen), forcing="one", code="keys"
            )
            yield Rule(call, told)
    elif asked.code == "queen_ask":
        yield Rule(f"6{trump.value}", Meaning(queen=(trump, True), forcing="sign_off", code="queen"))
        level = cheapest(trump.value, auction.top)
        yield Rule(f"{level}{trump.value}", Meaning(queen=(trump, False), forcing="sign_off", code="queen"))
    else:
        for kings, call in enumerate(("6C", "6D", "6H", "6S")):
            yield Rule(call, Meaning(kings=(trump, (kings,)), forcing="one", code="kings"))


def _has_kings(numbers: tuple[int, ...]) -> Callable[[Hand], bool]:
    """A test of a hand: it has one of these numbers of kings."""
    return lambda hand: hand.all_kings in numbers


def _trump(auction: Auction, back: int) -> Suit | None:
    """The trumps of our side's last question for key cards, `back` calls ago or earlier."""
    for meant in auction.meanings[-back::-2]:
        if meant.asks is not None:
            return meant.asks
    return None


def placed(auction: Auction, fits: list[tuple[Suit, int]], least: int, slam: int) -> Iterator[Rule]:
    """Calls after an answer about aces or key cards: the asker's, or the answerer's after a sign-off.

    least: partner's points; slam: the points of both hands for a slam.
    """
    if len(auction.calls) < 4:
        return
    code = auction.meanings[-4].code
    if code == "gerber" and auction.his.aces:
        yield from _after_gerber(auction)
    elif code == "king_ask" and auction.his.keys is None:
        yield from _after_gerber_kings(auction)
    elif code == "aces" and auction.meanings[-6].code == "gerber" and auction.meanings[-2].forcing == "sign_off":
        yield Rule("pass", ANY)
    elif code == "blackwood" and auction.his.aces:
        yield from _after_aces(auction, fits)
    elif code == "keys" and auction.meanings[-2].forcing == "sign_off":
        yield from _went_on(auction)
    elif code in {"keycard", "queen_ask", "king_ask"} and auction.his.keys is not None:
        yield from _after_keys(auction, code, fits, slam + _GRAND - least)


def _went_on(auction: Auction) -> Iterator[Rule]:
    """Calls of the answerer after a sign-off: six, if the hand has the larger number that the answer may mean."""
    trump = _trump(auction, 2)
    held = auction.own.keys
    if trump is not None and held is not None and len(held[1]) > 1 and auction.top < step(f"6{trump.value}"):
        more = Meaning(keys=(held[0], held[1][1:]), forcing="sign_off", code="slam")
        yield Rule(f"6{trump.value}", more)
    yield Rule("pass", ANY)


def _after_keys(auction: Auction, code: str, fits: list[tuple[Suit, int]], grand: int) -> Iterator[Rule]:
    """Calls after the answer about key cards: a slam, another question, or the cheapest bid of the trumps to stop."""
    his = auction.his
    assert his.keys is not None
    trump, told = his.keys[0], his.keys[1][0]
    letter, level = trump.value, cheapest(trump.value, auction.top)
    if code == "king_ask":
        missing = 3 - (his.kings[1][0] if his.kings else 0)
        if level <= 7:
            yield Rule(f"7{letter}", Meaning(kings=(trump, tuple(range(missing, 4))), forcing="sign_off", code="slam"))
    elif code == "queen_ask":
        if auction.partner[-1][0] == "5":  # partner has not got it
            yield Rule(f"6{letter}", Meaning(keys=_at_least(trump, _KEYS - told), forcing="sign_off", code="slam"))
        yield Rule("pass", ANY)
    else:
        yield from _first_answer(auction, trump, told, grand)
        for suit, need in fits:  # a fit that I alone know of
            if suit is not trump and auction.top < step(f"6{suit.value}"):
                shown = long(suit, max(need, 4), forcing="sign_off", code="slam")
                yield Rule(f"6{suit.value}", msgspec.structs.replace(shown, keys=_at_least(trump, _KEYS - 1 - told)))
    if level <= 6:
        yield Rule(f"{level}{letter}", promise(forcing="sign_off", code="natural"))
    yield Rule("pass", ANY)


def _first_answer(auction: Auction, trump: Suit, told: int, grand: int) -> Iterator[Rule]:
    """Calls over the first answer about key cards: five no trumps for kings, a slam, or a question for the queen."""
    his, letter = auction.his, trump.value
    four, five = _at_least(trump, _KEYS - 1 - told), _at_least(trump, _KEYS - told)
    slam = Meaning(keys=four, forcing="sign_off", code="slam")
    shown = his.queen is not None and his.queen[1]
    held = None if shown else (trump, True)
    if trump in {S, H} and auction.top < step("5NT"):
        strong = long(trump, 0, fit=(trump, at_least(grand)), forcing="one", code="king_ask")
        yield Rule("5NT", msgspec.structs.replace(strong, keys=five, queen=held))
    yield Rule(f"6{letter}", msgspec.structs.replace(slam, queen=held))
    if shown:
        return
    sure = long(trump, max(0, _SURE - his.lengths[trump.position][0]), forcing="sign_off", code="slam")
    yield Rule(f"6{letter}", msgspec.structs.replace(sure, keys=four))
    question = next(bid for bid in _above(auction.top) if bid != f"5{letter}")
    if his.queen is None and step(question) < step(f"5{letter}"):
        yield Rule(question, Meaning(keys=four, queen=(trump, False), forcing="one", code="queen_ask"))
    else:
        yield Rule(f"6{letter}", msgspec.structs.replace(slam, keys=five))


def _above(top: int) -> Iterator[str]:
    """The bids over a step, the lowest first."""
    return (f"{1 + at // 5}{LADDER[at % 5]}" for at in range(top, 35))


def _at_least(trump: Suit, keys: int) -> Counted:
    return trump, tuple(range(max(0, keys), _KEYS + 1))


def _after_aces(auction: Auction, fits: list[tuple[Suit, int]]) -> Iterator[Rule]:
    """Calls after a question for aces, without a fit that both know of."""
    trump = _agreed(auction)
    for aces in auction.his.aces:
        if aces == 4:  # the answer means 0 or 4: a partner who asked for a slam has aces
            continue
        own = tuple(range(max(0, 3 - aces), 5))
        if trump == "NT":  # a fit that I alone know of
            for suit, need in sorted(fits, key=lambda one: one[1]):
                shown = long(suit, max(need, 4), forcing="sign_off", code="slam")
                yield Rule(f"6{suit.value}", msgspec.structs.replace(shown, aces=own))
        yield Rule(f"6{trump}", promise(aces=own, forcing="sign_off", code="slam"))
    level = max(5, cheapest(trump, auction.top))
    yield Rule(f"{level}{trump}", promise(forcing="sign_off", code="natural"))
    yield Rule("pass", ANY)


def _after_gerber(auction: Auction) -> Iterator[Rule]:
    """The asker's calls after the answer about aces: kings with all four, a slam with three, else four no trumps or a long major."""
    for aces in auction.his.aces:
        # Without an ace of ours, none or four means four: the opponents cannot have sixteen points in aces.
        own = (0,) if aces == 4 else tuple(range(max(1 if aces == 0 else 0, 3 - aces), 5 - aces))
        if aces:
            yield Rule(
                "5C", promise(at_least(_ALL - auction.his.hcp[0]), aces=(4 - aces,), forcing="one", code="king_ask")
            )
        for suit in (S, H, D, C):
            shown = long(suit, 7, forcing="sign_off", code="slam")
            yield Rule(f"6{suit.value}", msgspec.structs.replace(shown, aces=own))
        yield Rule("6NT", promise(aces=own, forcing="sign_off", code="slam"))
    for suit in (S, H):
        if auction.top < step(f"4{suit.value}"):
            yield Rule(f"4{suit.value}", long(suit, 7, forcing="sign_off", code="natural"))
    if auction.top < step("4NT"):
        yield Rule("4NT", promise(forcing="sign_off", code="natural"))
    yield Rule("6NT", promise(forcing="sign_off", code="slam"))


def _after_gerber_kings(auction: Auction) -> Iterator[Rule]:
    """The asker's calls after the answer about kings, with all aces: the grand slam with every king, else the small one."""
    his = {"5D": 0, "5H": 1, "5S": 2, "5NT": 3}.get(auction.partner[-1])
    if his is not None:
        yield Rule(
            "7NT", promise(at_least(_ALL - auction.his.hcp[0]), forcing="sign_off", code="slam"), _has_kings((4 - his,))
        )
    yield Rule("6NT", promise(forcing="sign_off", code="slam"))


def _agreed(auction: Auction) -> str:
    """The suit in which both have promised most; no trumps without a fit."""
    together = {suit: auction.own.lengths[suit.position][0] + auction.his.lengths[suit.position][0] for suit in SUITS}
    best = max(SUITS, key=lambda suit: together[suit])
    return best.value if together[best] >= 7 else "NT"
