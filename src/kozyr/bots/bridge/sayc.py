"""A natural system after the Standard American Yellow Card: five-card majors, a strong no trump, weak twos.

`book` gives, for an auction, the rules by which the next caller chooses; the first that his hand fits is his call. Openings,
answers, overcalls and takeout doubles with their answers are written out; what comes later is found by what partner has
promised: fit, points for game, a stop.

Auctions are tokens from the dealer on. Source: the published card (ACBL booklet SP-3), put into rules of our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from kozyr.bots.bridge.system import ANY, Forcing, Hand, Meaning, Range, Rule, hull, meet
from kozyr.cards import Suit

__all__ = ["NAME", "book", "choice", "known", "meaning", "rules", "standing"]

NAME: Final = "SAYC"
Calls: TypeAlias = tuple[str, ...]

S, H, D, C = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS
_BY_POSITION: Final = (S, H, D, C)
_LADDER: Final = ("C", "D", "H", "S", "NT")
_TOP: Final = 40
_GAME, _MINOR_GAME, _SLAM = 24, 28, 31  # points together, least promised and own
_COMPETE: Final = 3  # the highest level to which one competes by the number of trumps
_NT_GAME, _NT_SLAM = 25, 33  # opposite a no trump, where partner's points are known


def _m(
    hcp: Range = (0, _TOP),
    *,
    s: Range = (0, 13),
    h: Range = (0, 13),
    d: Range = (0, 13),
    c: Range = (0, 13),
    points: Range = (0, _TOP),
    balanced: bool = False,
    fit: tuple[Suit, Range] | None = None,
    stop: tuple[Suit, ...] = (),
    aces: tuple[int, ...] = (),
    forcing: Forcing = "",
    code: str = "",
) -> Meaning:
    return Meaning(hcp, points, (s, h, d, c), balanced, fit, stop, aces, forcing, code)


def _long(
    suit: Suit,
    low: int,
    high: int = 13,
    hcp: Range = (0, _TOP),
    *,
    points: Range = (0, _TOP),
    fit: tuple[Suit, Range] | None = None,
    forcing: Forcing = "",
    code: str = "",
) -> Meaning:
    """So many cards of one suit, and what else is promised."""
    spades, hearts, diamonds, clubs = ((low, high) if each is suit else (0, 13) for each in _BY_POSITION)
    return Meaning(hcp, points, (spades, hearts, diamonds, clubs), fit=fit, forcing=forcing, code=code)


def _step(call: str) -> int:
    """The place of a bid on the ladder, from 1; 0 for other calls."""
    return 5 * (int(call[0]) - 1) + _LADDER.index(call[1:]) + 1 if call[0].isdigit() else 0


def _suit(call: str) -> Suit | None:
    return Suit(call[1:]) if call[0].isdigit() and call[1:] != "NT" else None


def _cheapest(strain: str, above: int) -> int:
    """The lowest level at which a strain is higher than a step."""
    level = 1
    while _step(f"{level}{strain}") <= above:
        level += 1
    return level


def _at_least(low: int) -> Range:
    return max(0, low), _TOP


class _Auction:
    """An auction as its next caller sees it."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        me = len(calls) % 4
        self.mine = calls[me::4]
        self.partner = calls[(me + 2) % 4 :: 4]
        self.left = calls[(me + 1) % 4 :: 4]
        self.right = calls[(me + 3) % 4 :: 4]
        self.bids = tuple((at, call) for at, call in enumerate(calls) if call[0].isdigit())
        self.top = max((_step(call) for _, call in self.bids), default=0)
        self.theirs = tuple(
            dict.fromkeys(suit for at, call in self.bids if (at - me) % 2 and (suit := _suit(call)) is not None)
        )

    @property
    def quiet(self) -> bool:
        """The opponents have only passed."""
        return all(call == "pass" for call in (*self.left, *self.right))

    @property
    def right_hand(self) -> str:
        """What the opponent before me said last."""
        return self.calls[-1] if self.calls else "pass"


@lru_cache(maxsize=4096)
def book(calls: Calls) -> tuple[Rule, ...]:
    """The rules for the next call of an auction that is not over, in the order in which they are tried.

    The last one fits every hand. What a rule calls may be illegal here (a double of one's own side); the caller leaves
    those out.
    """
    auction = _Auction(calls)
    rules: list[Rule] = []
    if not auction.bids:
        return tuple(_openings(len(calls)))
    opener, opening = auction.bids[0]
    silent = all(call == "pass" for call in auction.mine)
    distance = (len(calls) - opener) % 4
    asked = auction.partner[-1] if auction.partner else ""
    if asked == "4NT" and _code(calls[:-2], "4NT") == "blackwood":
        if auction.right_hand in {"pass", "X"}:
            return tuple(_aces())
        rules += _aces()
    elif distance == 2 and silent and len(calls) - opener == 2:
        rules += _responses(opening, auction)
    elif distance == 0 and len(calls) - opener == 4 and auction.right_hand == "pass" and asked[0].isdigit():
        rules += _rebids(opening, auction.partner[-1], auction)
    elif distance == 0 and len(calls) - opener == 4 and asked == "X":
        rules += _after_negative(opening, auction)
    elif distance == 2 and opening == "2C" and auction.quiet and asked == "2NT" and len(calls) - opener == 6:
        rules += _after_no_trump(22, 24, 3)
    elif distance == 2 and auction.quiet and len(calls) - opener == 6 and auction.partner[-2] != "pass":
        rules += _responder_again(auction)
    elif distance % 2 and auction.mine and auction.mine[-1] == "X" and len(auction.calls) - opener < 7:
        rules += _doubler_again(auction)
    elif distance % 2 and silent:
        talked = [call for call in auction.partner if call != "pass"]
        if not talked:
            rules += _defence(opening, auction)
        elif len(talked) == 1 and asked == talked[0]:
            rules += _advances(asked, auction)
    # What a stage has a rule for means that, and nothing wider: a pass alone may always be more.
    told = {rule.call for rule in rules} - {"pass"}
    rules += [rule for rule in _natural(auction) if rule.call not in told]
    return _reached(tuple(rules), auction)


def _reached(rules: tuple[Rule, ...], auction: _Auction) -> tuple[Rule, ...]:
    """The rules down to the first that every hand fits: what comes after it is never called, and promises nothing."""
    for at, rule in enumerate(rules):
        free = rule.when is None and _says_nothing(rule.meaning)
        if free and (rule.call == "pass" or _step(rule.call) > auction.top):
            return rules[: at + 1]
    return rules


def _says_nothing(said: Meaning) -> bool:
    return Meaning(forcing=said.forcing, code=said.code) == said


def meaning(calls: Calls, call: str) -> Meaning:
    """What a call promises after these calls; what the book has not promises nothing."""
    said = [rule.meaning for rule in book(calls) if rule.call == call]
    return hull(said) if said else ANY


@lru_cache(maxsize=4096)
def known(calls: Calls) -> tuple[Meaning, Meaning, Meaning, Meaning]:
    """What each has promised by his calls, from the dealer on."""
    if not calls:
        return ANY, ANY, ANY, ANY
    before = list(known(calls[:-1]))
    at = (len(calls) - 1) % 4
    before[at] = meet(before[at], meaning(calls[:-1], calls[-1]))
    return before[0], before[1], before[2], before[3]


def choice(calls: Calls, hand: Hand) -> str:
    """What a hand calls: of the rules that the auction allows the first that it fits."""
    return next(rule.call for rule in _open(calls) if rule.fits(hand))


@lru_cache(maxsize=4096)
def _open(calls: Calls) -> tuple[Rule, ...]:
    """The rules of the book that the auction allows."""
    top, doubled, ours = standing(calls)
    return tuple(rule for rule in book(calls) if _allowed(rule.call, top, doubled, ours=ours))


def rules(calls: Calls, hand: Hand) -> list[Rule]:
    """The rules that a hand fits and the auction allows, in the order of the book, each call once; never none."""
    found: dict[str, Rule] = {}
    for rule in _open(calls):
        if rule.call not in found and rule.fits(hand):
            found[rule.call] = rule
    return list(found.values())


def standing(calls: Calls) -> tuple[int, int, bool]:
    """The highest bid's step (0: none), 0 1 2 for plain, doubled, redoubled, and whether it is the next caller's side's."""
    for at in range(len(calls) - 1, -1, -1):
        if calls[at][0].isdigit():
            after = calls[at + 1 :]
            doubled = 2 if "XX" in after else int("X" in after)
            return _step(calls[at]), doubled, (len(calls) - at) % 2 == 0
    return 0, 0, False


def _allowed(call: str, top: int, doubled: int, *, ours: bool) -> bool:
    if call == "pass":
        return True
    if call == "X":
        return top > 0 and not ours and not doubled
    if call == "XX":
        return ours and doubled == 1
    return top < _step(call) <= 35


def _code(calls: Calls, call: str) -> str:
    return meaning(calls, call).code


# --- openings ------------------------------------------------------------------------------------------------------


def _openings(passes: int) -> Iterator[Rule]:
    yield Rule("2C", _m((22, _TOP), forcing="one", code="strong"))
    yield Rule("2NT", _m((20, 21), balanced=True, code="no_trump"))
    yield Rule("1NT", _m((15, 17), balanced=True, code="no_trump"))

    def one(suit: Suit, cards: int) -> Meaning:
        return _long(suit, cards, hcp=(11, 21), points=(12, _TOP), code="opening")

    yield Rule("1S", one(S, 5), lambda hand: hand.length(S) >= hand.length(H))
    yield Rule("1H", one(H, 5))
    yield Rule("1D", one(D, 3), lambda hand: hand.length(D) > 3 and hand.length(D) >= hand.length(C))
    yield Rule("1D", one(D, 3), lambda hand: hand.lengths == (4, 4, 3, 2))
    yield Rule("1C", one(C, 3))
    for suit in (S, H, D, C):
        yield Rule(f"4{suit.value}", _long(suit, 8, hcp=(5, 10), code="preempt"), lambda hand: hand.points < 16)
        yield Rule(f"3{suit.value}", _long(suit, 7, 7, hcp=(5, 10), code="preempt"))
    if passes < 3:
        for suit in (S, H, D):
            yield Rule(f"2{suit.value}", _long(suit, 6, 6, hcp=(6, 10), code="weak"), _one_suited(suit))
    yield Rule("pass", _m((0, 14)))
    yield Rule("pass", ANY)


def _one_suited(suit: Suit) -> Callable[[Hand], bool]:
    """No four-card major beside the suit."""
    return lambda hand: all(hand.length(other) < 4 for other in (S, H) if other is not suit)


# --- answers to an opening -----------------------------------------------------------------------------------------


def _responses(opening: str, auction: _Auction) -> Iterator[Rule]:
    right = auction.right_hand
    if opening == "1NT":
        if right in {"pass", "X"}:
            yield from _after_no_trump(15, 17, 2)
        elif auction.top < _step("3C"):
            yield Rule("X", _m(_at_least(9), code="penalty"), _has_suit(_suit(right), 4))
            for own in (S, H, D, C):
                if own not in auction.theirs and _cheapest(own.value, auction.top) == 2:
                    yield Rule(f"2{own.value}", _long(own, 5, hcp=(5, 9), code="competes"))
    elif opening == "2NT":
        if right in {"pass", "X"}:
            yield from _after_no_trump(20, 21, 3)
    elif opening == "2C":
        yield from _after_two_clubs(right)
    elif int(opening[0]) > 1:
        if _suit(opening) is not None:  # higher no trumps are not in the book: what follows is by points
            yield from _after_preempt(opening, auction)
    else:
        suit = _suit(opening)
        assert suit is not None
        yield from _after_one(suit, auction)


def _after_no_trump(low: int, high: int, level: int) -> Iterator[Rule]:
    """Stayman, transfers, and no trumps by points; `level` is the one of Stayman."""
    game, invite = _NT_GAME - low, _NT_GAME - high
    slam, sure = _NT_SLAM - high, _NT_SLAM - low
    five = _long(S, 5, forcing="one", code="transfer")
    yield Rule(f"{level}H", five, lambda hand: hand.length(S) >= hand.length(H))
    yield Rule(f"{level}D", _long(H, 5, forcing="one", code="transfer"))
    ask = invite if level == 2 else game
    stayman = _m((ask, _TOP), forcing="one", code="stayman")
    yield Rule(f"{level}C", stayman, lambda hand: 4 in (hand.length(S), hand.length(H)) and not _flat(hand))
    yield Rule("6NT", _m((sure, _TOP), code="natural", forcing="sign_off"))
    yield Rule("4NT", _m((slam, sure - 1), code="quantitative"))
    yield Rule("3NT", _m((game, slam - 1), code="natural", forcing="sign_off"))
    if level == 2:
        yield Rule("2NT", _m((invite, game - 1), code="invite"))
    yield Rule("pass", _m((0, game - 1)))


def _flat(hand: Hand) -> bool:
    return sorted(hand.lengths) == [3, 3, 3, 4]


def _after_two_clubs(right: str) -> Iterator[Rule]:
    if right != "pass":
        return
    for suit in (S, H):
        yield Rule(f"2{suit.value}", _long(suit, 5, hcp=_at_least(8), forcing="game", code="natural"))
    for suit in (D, C):
        yield Rule(f"3{suit.value}", _long(suit, 5, hcp=_at_least(8), forcing="game", code="natural"))
    yield Rule("2NT", _m(_at_least(8), balanced=True, forcing="game", code="natural"))
    yield Rule("2D", _m(forcing="one", code="waiting"))


def _after_preempt(opening: str, auction: _Auction) -> Iterator[Rule]:
    suit, level = _suit(opening), int(opening[0])
    assert suit is not None
    need = 16 if level == 2 else 14
    game = 4 if suit in {S, H} else 5
    if level < game:
        if game == 4 or auction.theirs:
            enough = _long(suit, 2, hcp=_at_least(need), forcing="sign_off", code="raise")
            yield Rule(f"{game}{suit.value}", enough)
        else:
            stopped = tuple(other for other in _BY_POSITION if other is not suit)
            yield Rule("3NT", _m(_at_least(need), stop=stopped, forcing="sign_off", code="natural"))
            enough = _long(suit, 3, hcp=_at_least(need + 2), forcing="sign_off", code="raise")
            yield Rule(f"5{suit.value}", enough)
    if level == 2:
        for other in (S, H, D, C):
            step = _cheapest(other.value, auction.top)
            if other is not suit and other not in auction.theirs and step < 4:
                shown = _long(other, 5, hcp=_at_least(need - 1), forcing="one", code="natural")
                yield Rule(f"{step}{other.value}", shown, _has_at_most(suit, 1))
        if auction.top < _step(f"4{suit.value}") and suit is not D:
            yield Rule(f"4{suit.value}", _long(suit, 4, hcp=(5, _TOP), code="preempt"))
        yield Rule(f"3{suit.value}", _long(suit, 3, hcp=(5, need - 1), code="preempt"))
    yield Rule("pass", _m((0, need + 2)))


def _after_one(suit: Suit, auction: _Auction) -> Iterator[Rule]:
    """Answers to one of a suit; over an overcall the same, with negative doubles and stops for no trumps."""
    right, top, free = auction.right_hand, auction.top, auction.theirs
    passed = bool(auction.mine)
    letter, major = suit.value, suit in {S, H}
    if right == "1NT":
        yield Rule("X", _m(_at_least(9), code="penalty"))
    if right == "X":
        yield Rule("XX", _m(_at_least(10), forcing="one", code="redouble"))
    if major:
        four = _long(suit, 4, fit=(suit, (13, _TOP)), hcp=_at_least(10), forcing="game", code="jacoby")
        if right == "pass" and not passed:
            yield Rule("2NT", four)
        else:
            yield Rule(f"4{letter}", _long(suit, 3, fit=(suit, (13, _TOP)), forcing="sign_off", code="raise"))
        if top < _step(f"3{letter}"):
            yield Rule(f"3{letter}", _long(suit, 3, fit=(suit, (10, 12)), code="invite"))
        if top < _step(f"4{letter}"):
            yield Rule(f"4{letter}", _long(suit, 5, hcp=(4, 9), forcing="sign_off", code="preempt"))
        if top < _step(f"2{letter}"):
            yield Rule(f"2{letter}", _long(suit, 3, fit=(suit, (6, 10)), code="raise"))
    negative = right == "1H" and suit is not S  # over one heart the double has four spades, the bid five
    yield from _new_suits(suit, top, passed=passed, spades=5 if negative else 4)
    if free and right not in {"pass", "X"}:
        for other in (S, H):
            if other is not suit and other not in free:
                yield Rule("X", _long(other, 4, hcp=_at_least(6 if top < 10 else 8), forcing="one", code="negative"))
    if not major:
        if top < _step(f"3{letter}"):
            yield Rule(f"3{letter}", _long(suit, 5, hcp=(10, 12), code="invite"))
        if top < _step(f"2{letter}"):
            yield Rule(f"2{letter}", _long(suit, 4 if suit is D else 5, hcp=(6, 9), code="raise"))
    stop = tuple(free)
    for call, low, high in (("3NT", 13, 18), ("2NT", 11, 12), ("1NT", 6, 10)):
        if top < _step(call) and (call != "2NT" or free or passed or not major):
            yield Rule(call, _m((low, high), stop=stop, code="natural"))
    yield Rule("pass", _m((0, 12 if free else 6)))


def _new_suits(suit: Suit, top: int, *, passed: bool, spades: int = 4) -> Iterator[Rule]:
    """A new suit: four cards at the one level and six points, ten at the two level; the longest first."""
    forcing: Forcing = "" if passed else "one"
    others = [other for other in (S, H, D, C) if other is not suit]

    def longest(other: Suit) -> Callable[[Hand], bool]:
        """The longest of the others; of fives the higher, of fours the lower first."""

        def first(hand: Hand) -> bool:
            mine = hand.length(other)
            higher = [each for each in others if each.position < other.position]
            lower = [each for each in others if each.position > other.position]
            if any(hand.length(each) > mine for each in others):
                return False
            same = (hand.length(each) == mine for each in (higher if mine > 4 else lower))
            return not any(same) or _cheapest(other.value, top) == 1

        return first

    for other in others:
        level = _cheapest(other.value, top)
        if level == 1:
            cards = spades if other is S else 4
            shown = _long(other, cards, hcp=_at_least(6), forcing=forcing, code="natural")
            yield Rule(f"1{other.value}", shown, longest(other))
        elif level == 2:
            cards = 5 if other in {S, H} else 4
            yield Rule(
                f"2{other.value}",
                _long(other, cards, hcp=_at_least(10), forcing=forcing, code="natural"),
                longest(other),
            )
    for other in (H, S):
        if _cheapest(other.value, top) == 1 and other is not suit:
            cards = spades if other is S else 4
            yield Rule(f"1{other.value}", _long(other, cards, hcp=_at_least(6), forcing=forcing, code="natural"))


# --- the opener again ----------------------------------------------------------------------------------------------


def _rebids(opening: str, response: str, auction: _Auction) -> Iterator[Rule]:
    before = auction.calls[:-2]
    code = _code(before, response)
    if opening in {"1NT", "2NT"}:
        yield from _no_trump_again(opening, response, code)
        return
    if opening == "2C":
        yield from _strong_again(auction)
    suit = _suit(opening)
    if suit is None or int(opening[0]) > 1:
        return
    letter, new = suit.value, _suit(response)
    if code == "jacoby":
        yield Rule(f"4{letter}", _m((11, 14), code="minimum"))
        yield Rule(f"3{letter}", _m(_at_least(15), forcing="game", code="strong"))
    elif new is suit and code in {"raise", "invite"}:
        yield from _raised(suit, code)
    elif response == "1NT":
        yield from _after_one_no_trump(suit)
    elif new is not None and int(response[0]) == 1:
        yield from _after_new_suit(suit, new, response)
    elif new is not None and code == "natural":
        yield from _after_two_over_one(suit, new)


def _no_trump_again(opening: str, response: str, code: str) -> Iterator[Rule]:
    level = int(response[0])
    if code == "stayman":
        yield Rule(f"{level}H", _long(H, 4, code="natural"))
        yield Rule(f"{level}S", _m(s=(4, 13), h=(0, 3), code="natural"))
        yield Rule(f"{level}D", _m(s=(0, 3), h=(0, 3), code="denies"))
    elif code == "transfer":
        yield Rule(f"{level}{'H' if response[1:] == 'D' else 'S'}", _m(code="completes"))
    elif code == "invite":
        yield Rule("3NT", _m((16, _TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", _m((0, 15)))
    elif code == "quantitative":
        most = 17 if opening == "1NT" else 21
        yield Rule("6NT", _m((most, _TOP), forcing="sign_off", code="natural"))
        yield Rule("pass", _m((0, most - 1)))


def _raised(suit: Suit, code: str) -> Iterator[Rule]:
    letter = suit.value
    if suit in {S, H}:
        if code == "invite":
            yield Rule(f"4{letter}", _m(fit=(suit, (14, _TOP)), forcing="sign_off", code="natural"))
        else:
            yield Rule(f"4{letter}", _m(fit=(suit, (18, _TOP)), forcing="sign_off", code="natural"))
            yield Rule(f"3{letter}", _m(fit=(suit, (16, 17)), code="invite"))
        yield Rule("pass", ANY)
        return
    low = 15 if code == "invite" else 18
    yield Rule("3NT", _m(_at_least(low), balanced=True, forcing="sign_off", code="natural"))
    yield Rule("pass", _m((0, low + 2)))


def _after_one_no_trump(suit: Suit) -> Iterator[Rule]:
    yield Rule("3NT", _m((19, _TOP), forcing="sign_off", code="natural"))
    yield Rule(f"3{suit.value}", _long(suit, 6, hcp=(16, 18), code="invite"))
    yield Rule("2NT", _m((17, 18), code="invite"))
    yield Rule(f"2{suit.value}", _long(suit, 6, hcp=(11, 15), code="natural"))
    for other in (H, D, C):
        if other.position > suit.position:
            yield Rule(f"2{other.value}", _long(other, 4, hcp=(11, 18), code="natural"), lambda hand: not hand.balanced)
    yield Rule("pass", _m((0, 16)))


def _after_new_suit(suit: Suit, new: Suit, response: str) -> Iterator[Rule]:
    """After an answer at the one level: raise, one spade, no trumps, one's own suit, another."""
    for to, least, most in ((4, 19, _TOP), (3, 16, 18), (2, 12, 15)):
        yield Rule(f"{to}{new.value}", _long(new, 4, fit=(new, (least, most)), code="raise"))
    if _step(response) < _step("1S") and suit is not S:
        yield Rule("1S", _long(S, 4, code="natural"))
    yield Rule("2NT", _m((18, 19), balanced=True, code="natural"))
    yield Rule("1NT", _m((11, 14), balanced=True, code="natural"))
    yield Rule(f"3{suit.value}", _long(suit, 6, hcp=(16, 18), code="invite"))
    for other in (S, H, D, C):
        if other in {suit, new}:
            continue
        level = _cheapest(other.value, _step(response))
        reverse = level == 2 and other.position < suit.position
        if level == 2:
            low = 17 if reverse else 11
            forcing: Forcing = "one" if reverse else ""
            yield Rule(
                f"2{other.value}", _long(other, 4, hcp=(low, 21 if reverse else 18), forcing=forcing, code="natural")
            )
            if not reverse:
                yield Rule(f"3{other.value}", _long(other, 4, hcp=(19, 21), forcing="game", code="strong"))
    yield Rule(f"2{suit.value}", _long(suit, 5, hcp=(11, 15), code="natural"))
    yield Rule("2NT", _m((18, 21), code="natural"))
    yield Rule("1NT", _m((11, 17), code="natural"))


def _after_two_over_one(suit: Suit, new: Suit) -> Iterator[Rule]:
    yield Rule(f"3{new.value}", _long(new, 4, code="raise", forcing="one"))
    yield Rule("3NT", _m((18, 21), balanced=True, forcing="sign_off", code="natural"))
    yield Rule(f"3{suit.value}", _long(suit, 6, hcp=(16, 21), forcing="one", code="natural"))
    yield Rule("2NT", _m((11, 17), balanced=True, forcing="one", code="natural"))
    for other in (S, H, D):
        if other in {suit, new} or other.position > new.position:
            continue
        if other.position > suit.position:
            yield Rule(f"2{other.value}", _long(other, 4, forcing="one", code="natural"))
        else:
            yield Rule(f"2{other.value}", _long(other, 4, hcp=_at_least(16), forcing="one", code="natural"))
    yield Rule(f"2{suit.value}", _long(suit, 5, forcing="one", code="natural"))
    yield Rule("2NT", _m(forcing="one", code="natural"))


def _strong_again(auction: _Auction) -> Iterator[Rule]:
    """After two clubs and an answer: no trumps by points, the longest suit."""
    top = auction.top
    for call, low, high in (("2NT", 22, 24), ("3NT", 25, _TOP)):
        if top < _step(call):
            yield Rule(call, _m((low, high), balanced=True, code="natural"))
    for cards in (6, 5, 4):
        for suit in (S, H, D, C):
            level = _cheapest(suit.value, top)
            if level <= 3:
                yield Rule(f"{level}{suit.value}", _long(suit, cards, forcing="one", code="natural"))


def _after_negative(opening: str, auction: _Auction) -> Iterator[Rule]:
    """Partner has doubled their overcall for the suits that nobody has named."""
    suit, top = _suit(opening), auction.top
    his = known(auction.calls)[(len(auction.calls) + 2) % 4]
    if suit is None or auction.right_hand != "pass" or int(opening[0]) > 1:
        return
    for other in (S, H):
        if other is suit or other in auction.theirs or his.lengths[other.position][0] < 4:
            continue
        level = _cheapest(other.value, top)
        if level <= 4:
            yield Rule(f"4{other.value}", _long(other, 4, fit=(other, _at_least(18)), forcing="sign_off", code="raise"))
        if level < 3:
            yield Rule(f"{level + 1}{other.value}", _long(other, 4, fit=(other, (15, 17)), code="invite"))
        if level <= 3:
            yield Rule(f"{level}{other.value}", _long(other, 4, code="raise"))
    stop = auction.theirs
    for call, low, high in (("1NT", 11, 15), ("3NT", 18, _TOP), ("2NT", 14, 17)):
        if top < _step(call):
            yield Rule(call, _m((low, high), stop=stop, code="natural"))
    for other in (suit, S, H, D, C):
        level = _cheapest(other.value, top)
        if level <= 3 and other not in auction.theirs:
            yield Rule(f"{level}{other.value}", _long(other, 6 if other is suit else 4, code="natural"))


def _responder_again(auction: _Auction) -> Iterator[Rule]:
    """A long major of one's own after the opener's second bid, when no fit is known."""
    first = _suit(auction.mine[-1]) if auction.mine and auction.mine[-1][0].isdigit() else None
    if first not in {S, H} or int(auction.mine[-1][0]) > 1 or _game_reached(auction.bids[-1][1]):
        return
    his = known(auction.calls)[(len(auction.calls) + 2) % 4]
    if his.lengths[first.position][0] >= 3:
        return
    least, top = max(his.hcp[0], his.points[0] - 1), auction.top
    for to, low, high in ((4, 24 - least, _TOP), (3, 22 - least, 23 - least), (2, 0, 21 - least)):
        if top < _step(f"{to}{first.value}") and high >= max(0, low):
            code = "invite" if to == 3 else "natural"
            yield Rule(f"{to}{first.value}", _long(first, 6, hcp=(max(0, low), high), code=code))


def _doubler_again(auction: _Auction) -> Iterator[Rule]:
    """Who has doubled for takeout is strong if he goes on: a raise, no trumps, a suit of his own."""
    if _code(auction.calls[:-4], "X") != "takeout" or auction.partner[-1] in {"X", "XX"}:
        return
    if auction.partner[-1] == "pass" and auction.right_hand in {"pass", "X"}:
        return  # he has left it in, or has nothing and need not speak for me
    top, suit = auction.top, _suit(auction.partner[-1])
    if _game_reached(auction.bids[-1][1]):
        return
    his = known(auction.calls)[(len(auction.calls) + 2) % 4]
    least = his.hcp[0]
    if suit is not None:
        game = 4 if suit in {S, H} else 5
        steps = [(game, 23 - least), (game - 1, 20 - least), (game - 2, 17 - least)]
        for to, low in steps:
            if top < _step(f"{to}{suit.value}"):
                fit = _long(suit, 4 if to < game else 3, fit=(suit, _at_least(max(16, low))), code="raise")
                yield Rule(f"{to}{suit.value}", fit)
    for call, low, high in (("3NT", 23, _TOP), ("2NT", 21, 22), ("1NT", 18, 20)):
        if top < _step(call):
            yield Rule(call, _m((max(17, low - least), max(18, high - least)), stop=auction.theirs, code="natural"))
    for other in (S, H, D, C):
        level = _cheapest(other.value, top)
        if level <= 3 and other not in auction.theirs and other is not suit:
            yield Rule(f"{level}{other.value}", _long(other, 5, hcp=_at_least(17), code="strong"))


def _aces() -> Iterator[Rule]:
    for call, aces in (("5C", (0, 4)), ("5D", (1,)), ("5H", (2,)), ("5S", (3,))):
        yield Rule(call, _m(aces=aces, forcing="one", code="aces"))


# --- the other side ------------------------------------------------------------------------------------------------


def _defence(opening: str, auction: _Auction) -> Iterator[Rule]:
    """Overcalls and takeout doubles, when partner has only passed."""
    top, theirs = auction.top, auction.theirs
    level = (top - 1) // 5 + 1
    last = auction.bids[-1][1]
    if level > 3:
        yield Rule("pass", ANY)
        return
    if last == "1NT" and opening == "1NT":
        yield Rule("X", _m(_at_least(15), code="penalty"))
        for suit in (S, H, D, C):
            yield Rule(f"2{suit.value}", _long(suit, 6, hcp=(9, 14), code="overcall"))
        for suit in (S, H):
            yield Rule(f"2{suit.value}", _long(suit, 5, hcp=(11, 14), code="overcall"), lambda hand: not hand.balanced)
        yield Rule("pass", _m((0, 15)))
        return
    balancing = level == 1 and len(auction.bids) == 1 and auction.calls[-2:] == ("pass", "pass")
    if balancing:  # they have stopped low, and partner may be strong
        yield Rule("1NT", _m((11, 14), balanced=True, stop=theirs, code="balancing"))
    if level == 1:
        yield Rule("1NT", _m((15, 18), balanced=True, stop=theirs, code="no_trump"))
    elif level == 2:
        yield Rule("2NT", _m((15, 18), balanced=True, stop=theirs, code="no_trump"))
    if level < 3 and len(theirs) == 1 and last[1:] != "NT":
        perfect = {suit.value.lower(): (3, 13) if suit not in theirs else (0, 1) for suit in (S, H, D, C)}
        majors = [suit for suit in (S, H) if suit not in theirs]
        yield Rule(
            "X",
            _m(_at_least(11 + level), **perfect, forcing="one", code="takeout"),  # type: ignore[arg-type]
            lambda hand: all(hand.length(suit) == 4 for suit in majors),
        )
    for suit in (S, H, D, C):
        if suit in theirs:
            continue
        bid = _cheapest(suit.value, top)
        if bid > 4:
            continue
        low, cards = {1: (8, 5), 2: (11, 5), 3: (13, 5), 4: (14, 6)}[bid]
        yield Rule(f"{bid}{suit.value}", _long(suit, cards, hcp=(low, 16), code="overcall"), _prefers(suit, theirs))
    if level == 1:
        for suit in (S, H, D, C):
            if suit not in theirs and _cheapest(suit.value, top) <= 2:
                jump = _cheapest(suit.value, top) + 1
                yield Rule(f"{jump}{suit.value}", _long(suit, 6, hcp=(5, 10), code="weak"))
    low = (0, 10 if balancing else 12, 13, 15)[level]
    unbid = [suit for suit in (S, H) if suit not in theirs]
    if last[1:] != "NT":
        shape = {suit.value.lower(): (3, 13) for suit in unbid}
        short = {theirs[-1].value.lower(): (0, 2)} if theirs else {}
        yield Rule("X", _m(_at_least(low), **shape, **short, forcing="one", code="takeout"))  # type: ignore[arg-type]
        yield Rule("X", _m(_at_least(17), forcing="one", code="takeout"))
    yield Rule("pass", _m((0, 18)))


def _prefers(suit: Suit, theirs: tuple[Suit, ...]) -> Callable[[Hand], bool]:
    """No longer suit than this one; of equals the higher."""

    def first(hand: Hand) -> bool:
        mine = hand.length(suit)
        return all(
            hand.length(other) < mine or (hand.length(other) == mine and other.position > suit.position)
            for other in _BY_POSITION
            if other is not suit and other not in theirs
        )

    return first


def _advances(said: str, auction: _Auction) -> Iterator[Rule]:
    """Answers to partner's overcall or double."""
    before = auction.calls[:-2]
    code, top, theirs = _code(before, said), auction.top, auction.theirs
    if code == "takeout":
        if auction.right_hand == "pass":
            yield from _after_takeout(auction)
        return
    if code == "no_trump" and said in {"1NT", "2NT"} and auction.right_hand == "pass":
        yield from _after_no_trump(15, 18, 2 if said == "1NT" else 3)
        return
    suit = _suit(said) if said[0].isdigit() else None
    if suit is None or code not in {"overcall", "weak"}:
        return
    letter, strong = suit.value, code == "overcall"
    game = 4 if suit in {S, H} else 5
    low = 13 if strong else 16
    if top < _step(f"{game}{letter}"):
        yield Rule(
            f"{game}{letter}",
            _long(suit, 3, fit=(suit, _at_least(low + 2 * (game - 4))), forcing="sign_off", code="raise"),
        )
    stop = tuple(theirs)
    if top < _step("3NT"):
        yield Rule("3NT", _m(_at_least(low + 2), stop=stop, forcing="sign_off", code="natural"))
    raise_ = _cheapest(letter, top)
    if strong and raise_ < game:
        most = low + 2 * (game - 4) - 1
        if raise_ + 1 < game:
            yield Rule(f"{raise_ + 1}{letter}", _long(suit, 3, fit=(suit, (11, most)), code="invite"))
        yield Rule(f"{raise_}{letter}", _long(suit, 3, fit=(suit, (6, most)), code="raise"))
    elif not strong and raise_ == 3:
        yield Rule(f"3{letter}", _long(suit, 3, hcp=(5, 15), code="preempt"))
    if strong:
        for other in (S, H, D, C):
            level = _cheapest(other.value, top)
            if other is not suit and other not in theirs and level <= 2:
                yield Rule(
                    f"{level}{other.value}", _long(other, 5, hcp=(9 if level == 1 else 11, _TOP), code="natural")
                )
        for call, least, most in (("2NT", 13, 14), ("1NT", 9, 12)):
            if top < _step(call):
                yield Rule(call, _m((least, most), stop=stop, code="natural"))
    yield Rule("pass", _m((0, 14)))


def _after_takeout(auction: _Auction) -> Iterator[Rule]:
    """The longest unbid suit, by points; no trumps with a stop; a penalty pass with theirs."""
    top, theirs = auction.top, auction.theirs
    last = theirs[-1] if theirs else None
    unbid = [suit for suit in (S, H, D, C) if suit not in theirs]
    for suit in (S, H):
        if suit in unbid and top < _step(f"4{suit.value}"):
            yield Rule(f"4{suit.value}", _long(suit, 4, hcp=_at_least(12), forcing="sign_off", code="natural"))
    stop = () if last is None else (last,)
    for call, low, high in (("3NT", 13, _TOP), ("2NT", 11, 12), ("1NT", 7, 10)):
        if top < _step(call):
            yield Rule(
                call,
                _m((low, high), stop=stop, code="natural"),
                lambda hand: all(hand.length(s) < 4 for s in unbid if s in {S, H}),
            )
    if last is not None:
        yield Rule("pass", _long(last, 6, code="penalty"), lambda hand: hand.stops(last))
    order = sorted(unbid, key=lambda suit: suit not in {S, H})
    for cards in (5, 4, 3):
        for suit in order:
            level = _cheapest(suit.value, top)
            if level < 4 and cards > 3:
                yield Rule(f"{level + 1}{suit.value}", _long(suit, 4, hcp=(9, 11), code="invite"), _has(suit, cards))
        for suit in order:
            level = _cheapest(suit.value, top)
            if level <= 4:
                yield Rule(f"{level}{suit.value}", _long(suit, 3, code="natural"), _has(suit, cards))


def _has_suit(suit: Suit | None, cards: int) -> Callable[[Hand], bool]:
    return lambda hand: suit is not None and hand.length(suit) >= cards and hand.stops(suit)


def _has_at_most(suit: Suit, cards: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.length(suit) <= cards


def _has(suit: Suit, cards: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.length(suit) >= cards


# --- what follows --------------------------------------------------------------------------------------------------


def _natural(auction: _Auction) -> Iterator[Rule]:
    """By what partner has promised: game with the points for it, an invitation, a fit, a place to play."""
    calls, top = auction.calls, auction.top
    me = len(calls) % 4
    promised = known(calls)
    his, mine = promised[(me + 2) % 4], promised[me]
    least = max(his.hcp[0], his.points[0] - 1)
    most = min(his.hcp[1], least + 12)
    holder = auction.bids[-1][0] if auction.bids else me
    ours = (holder - me) % 2 == 0
    last = auction.bids[-1][1] if auction.bids else ""
    forcing = _forced(auction)
    fits = [(suit, 8 - his.lengths[suit.position][0]) for suit in (S, H, D, C)]
    fits = [(suit, need) for suit, need in fits if need <= 6 or mine.lengths[suit.position][0] >= need]
    spoken = any(call != "pass" for call in auction.partner)
    if spoken:
        yield from _after_aces(auction, fits, his)
        yield from _slams(auction, fits, least)
        yield from _games(auction, fits, least)
        if not _game_reached(last) or not ours:
            yield from _invitations(auction, fits, least, most)
        yield from _competing(auction, fits, ours=ours)
    if not ours and any(call[0].isdigit() for call in auction.mine) and not _game_reached(last):
        yield from _reopening(auction, mine, last)
    if not ours and spoken and top > _step("2NT"):
        yield Rule("X", _m(_at_least(_GAME - least), code="penalty"))
    if not forcing:
        if ours and spoken:
            yield from _preferences(auction, last, his, least)
        yield Rule("pass", ANY)
        return
    yield from _keeps_on(auction, fits)


def _forced(auction: _Auction) -> bool:
    """Whether I may not pass: partner's call was forcing and the next one passed, or game is agreed and not reached."""
    calls = auction.calls
    last = auction.bids[-1][1] if auction.bids else ""
    if len(calls) < 2 or calls[-1] != "pass":
        return False
    said = meaning(calls[:-2], calls[-2])
    if said.forcing == "one" and calls[-2] != "pass":
        return True
    agreed = any(
        meaning(calls[:at], calls[at]).forcing == "game" for at in range(len(calls)) if (at - len(calls)) % 2 == 0
    )
    return agreed and not _game_reached(last)


def _game_reached(last: str) -> bool:
    return bool(last) and _step(last) >= _step("3NT") and last not in {"4C", "4D"}


def _fitting(suit: Suit, cards: int, aces: tuple[int, ...]) -> Meaning:
    return msgspec.structs.replace(_long(suit, cards, forcing="sign_off", code="slam"), aces=aces)


def _after_aces(auction: _Auction, fits: list[tuple[Suit, int]], his: Meaning) -> Iterator[Rule]:
    """I asked for aces and was told."""
    if not auction.mine or auction.mine[-1] != "4NT" or not his.aces or len(auction.calls) < 4:
        return
    trump = _agreed(auction)
    for aces in his.aces:
        if aces == 4:  # 0 or 4: who asked for a slam has some himself
            continue
        own = tuple(range(max(0, 3 - aces), 5))
        if trump == "NT":  # a fit that I alone know of
            for suit, need in sorted(fits, key=lambda one: one[1]):
                yield Rule(f"6{suit.value}", _fitting(suit, max(need, 4), own))
        yield Rule(f"6{trump}", _m(aces=own, forcing="sign_off", code="slam"))
    level = _cheapest(trump, auction.top)
    yield (
        Rule(f"{level}{trump}", _m(forcing="sign_off", code="natural"))
        if level > 5
        else Rule(f"5{trump}", _m(forcing="sign_off", code="natural"))
    )
    yield Rule("pass", ANY)


def _agreed(auction: _Auction) -> str:
    """The suit in which both have promised most; no trumps without a fit."""
    calls = auction.calls
    me = len(calls) % 4
    promised = known(calls)
    together = {
        suit: promised[me].lengths[suit.position][0] + promised[(me + 2) % 4].lengths[suit.position][0]
        for suit in _BY_POSITION
    }
    best = max(_BY_POSITION, key=lambda suit: together[suit])
    return best.value if together[best] >= 7 else "NT"


def _slams(auction: _Auction, fits: list[tuple[Suit, int]], least: int) -> Iterator[Rule]:
    if auction.top >= _step("4NT") or least < 6 or "4NT" in auction.mine:
        return
    for suit, need in fits:
        yield Rule(
            "4NT", _long(suit, max(need, 3), fit=(suit, _at_least(_SLAM - least)), forcing="one", code="blackwood")
        )
    if auction.top < _step("6NT"):
        yield Rule("6NT", _m(_at_least(_SLAM - least), balanced=True, forcing="sign_off", code="slam"))


def _games(auction: _Auction, fits: list[tuple[Suit, int]], least: int) -> Iterator[Rule]:
    top = auction.top
    last = auction.bids[-1]
    if _game_reached(last[1]) and (last[0] - len(auction.calls)) % 2 == 0:
        if last[1] == "3NT":
            for suit, need in fits:
                if suit in {S, H} and _code(auction.calls[: last[0]], "3NT") == "natural" and need <= 4:
                    fit = _long(suit, max(need, 3), forcing="sign_off", code="natural")
                    shown = need <= 3  # partner has five
                    yield Rule(
                        f"4{suit.value}",
                        fit,
                        _not_flat if shown else _singleton,
                    )
        return
    for suit, need in fits:
        if suit in {S, H} and top < _step(f"4{suit.value}"):
            points = _at_least(_GAME - least)
            yield Rule(
                f"4{suit.value}", _long(suit, max(need, 2), fit=(suit, points), forcing="sign_off", code="natural")
            )
    if top < _step("3NT"):
        yield Rule("3NT", _m(_at_least(_GAME - least), stop=auction.theirs, forcing="sign_off", code="natural"))
    for suit, need in fits:
        if suit in {D, C} and top < _step(f"5{suit.value}"):
            points = _at_least(_MINOR_GAME - least)
            yield Rule(
                f"5{suit.value}", _long(suit, max(need, 3), fit=(suit, points), forcing="sign_off", code="natural")
            )


def _not_flat(hand: Hand) -> bool:
    return not _flat(hand)


def _singleton(hand: Hand) -> bool:
    return min(hand.lengths) < 2


def _invitations(auction: _Auction, fits: list[tuple[Suit, int]], least: int, most: int) -> Iterator[Rule]:
    if most - least < 2:
        return
    low, high = _GAME - most, _GAME - 1 - least
    low = max(low, high - 1)
    for suit, need in fits:
        if suit in {S, H} and auction.top < _step(f"3{suit.value}"):
            yield Rule(f"3{suit.value}", _long(suit, max(need, 3), fit=(suit, (max(0, low), high)), code="invite"))
    if auction.top < _step("2NT"):
        yield Rule("2NT", _m((max(0, low), high), stop=auction.theirs, code="invite"))


def _competing(auction: _Auction, fits: list[tuple[Suit, int]], *, ours: bool) -> Iterator[Rule]:
    """With so many trumps together as tricks to make, over their bid."""
    if ours:
        return
    for suit, need in fits:
        level = _cheapest(suit.value, auction.top)
        trumps = level + 6
        if level <= _COMPETE:
            yield Rule(f"{level}{suit.value}", _long(suit, max(3, trumps - (8 - need)), hcp=(4, _TOP), code="competes"))


def _reopening(auction: _Auction, mine: Meaning, last: str) -> Iterator[Rule]:
    """I have bid, they have the contract: my long suit again, or a double for takeout with more than I have shown."""
    top, theirs = auction.top, _suit(last)
    for suit in (S, H, D, C):
        level = _cheapest(suit.value, top)
        if mine.lengths[suit.position][0] >= 3 and level <= 3:
            need = _at_least(max(mine.hcp[0], 14 if level == 3 else 0))
            yield Rule(f"{level}{suit.value}", _long(suit, level + 4, hcp=need, code="competes"))
    if theirs is not None and top < _step("3C"):
        strong = _long(theirs, 0, 2, hcp=_at_least(max(15, mine.hcp[0] + 4)), forcing="one", code="takeout")
        yield Rule("X", strong)


def _preferences(auction: _Auction, last: str, his: Meaning, least: int) -> Iterator[Rule]:
    """Back to partner's better suit, or one's own long one, when the bid stands in a poor one."""
    del least
    suit = _suit(last)
    if _game_reached(last):
        return
    if suit is None:  # out of no trumps into six of a major
        for other in (S, H):
            level = _cheapest(other.value, auction.top)
            if level <= 3:
                yield Rule(f"{level}{other.value}", _long(other, 6, code="natural"))
        return
    for other in (S, H, D, C):
        level = _cheapest(other.value, auction.top)
        first = his.lengths[other.position][0]
        if other is not suit and first >= 4 and level <= 3:
            yield Rule(
                f"{level}{other.value}",
                _long(other, 2, code="preference"),
                _better(other, first, suit, his.lengths[suit.position][0]),
            )
    for other in (S, H):
        level = _cheapest(other.value, auction.top)
        if level <= 2 and other is not suit:
            yield Rule(f"{level}{other.value}", _long(other, 6, code="natural"), lambda hand: hand.length(suit) < 3)


def _better(one: Suit, first: int, other: Suit, second: int) -> Callable[[Hand], bool]:
    """More cards together in the one suit; a major may be as long as a minor."""
    margin = one in {D, C} and other in {S, H}
    return lambda hand: hand.length(one) + first > hand.length(other) + second + margin


def _keeps_on(auction: _Auction, fits: list[tuple[Suit, int]]) -> Iterator[Rule]:
    """Something to say where a pass is not allowed: a fit, a long suit, no trumps, the cheapest."""
    top = auction.top
    for suit, need in fits:
        level = _cheapest(suit.value, top)
        if level <= 4:
            yield Rule(f"{level}{suit.value}", _long(suit, max(3, need), code="natural"))
    for cards in (6, 5):
        for suit in (S, H, D, C):
            level = _cheapest(suit.value, top)
            if level <= 4 and suit not in auction.theirs:
                yield Rule(f"{level}{suit.value}", _long(suit, cards, code="natural"))
    level = _cheapest("NT", top)
    if level <= 3:
        yield Rule(f"{level}NT", _m(code="natural"))
    for suit in (S, H, D, C):
        level = _cheapest(suit.value, top)
        if level <= 7:
            yield Rule(f"{level}{suit.value}", _long(suit, 4, code="natural"))
    for strain in ("C", "NT"):
        level = _cheapest(strain, top)
        if level <= 7:
            yield Rule(f"{level}{strain}", _m(code="natural"))
    yield Rule("pass", ANY)
