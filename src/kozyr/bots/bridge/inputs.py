"""The inputs of the learned caller's network: some thousand yes-or-no questions about hand, auction and call.

The questions use only a player's own knowledge: the cards, the vulnerability, the calls, and their promises by the
table's system. `learned.py` asks the network; `scripts/teach_bidding.py` teaches it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from kozyr.bots.bridge.book import System, standing
from kozyr.bots.bridge.book.auction import LADDER, TOP, Calls, step
from kozyr.bots.bridge.system import SUITS, Hand, Meaning, Rule, high_cards
from kozyr.cards import Suit

__all__ = ["EXPOSED", "INPUTS", "SIGNATURE", "inputs"]

_CODES: Final = (
    "", "natural", "invite", "raise", "slam", "quantitative", "takeout", "preference", "strong", "preempt", "penalty",
    "overcall", "weak", "no_trump", "two_suits", "minimum", "competes", "transfer", "relay", "redouble", "queen",
    "fourth", "cue", "completes", "waiting", "support", "stayman", "splinter", "queen_ask", "opening", "negative",
    "kings", "king_ask", "keys", "jacoby", "denies", "control", "checkback", "blackwood", "balancing", "aces",
    "accepts", "keycard",
)  # fmt: skip
_FORCING: Final = ("", "one", "game", "sign_off")
_SYSTEMS: Final = ("SAYC", "2/1", "pressure")
_KINDS: Final = ("pass", "X", "XX", *LADDER)
_SEEN: Final = (("right", 1), ("his", 2), ("left", 3), ("my", 4))  # the callers, with how many calls ago they called
_HONOURS: Final = (12, 11, 10, 9, 8)  # ranks from the ace down to the ten
_MOST: Final = 25  # the most points of a player who has set no upper limit


def _suits(name: str, size: int) -> tuple[tuple[str, int], ...]:
    return tuple((f"{name} {suit.value}", size) for suit in SUITS)


def _of_call(name: str) -> tuple[tuple[str, int], ...]:
    sizes = {
        "kind": len(_KINDS), "level": 7, "code": len(_CODES), "forcing": len(_FORCING), "own length": 8, "his length": 7,
        "trumps": 10, "honours": 10, "over the least": 8, "under the most": 8, "points wanting": 16,
    }  # fmt: skip
    return tuple((f"{name} {part}", size) for part, size in sizes.items())


# The groups of questions by name, with their sizes. A question is "is it this one?" or, of counted things, "is the
# count at least this?"
_PARTS: Final = (
    ("hcp", 24), ("points", 24), *_suits("length", 9), *_suits("honours", 5), *_suits("stop", 1),
    ("longest", 5), ("second", 4), ("shortest", 3), ("balanced", 1), ("aces", 4), ("losers", 12), ("controls", 10),
    ("opener", 5), ("passes before", 4), ("my calls", 4), ("calls", 12), ("pass ends", 1),
    ("top level", 7), ("top strain", 6), ("top whose", 3), ("top doubled", 2), ("top length", 8), ("top honours", 10),
    ("his least", 22), ("his most", 25), ("together least", 26), ("together most", 26), ("honours opposite", 10),
    *_suits("his length", 7), *_suits("his longest", 6), *_suits("trumps", 10),
    ("left least", 18), ("left most", 20), *_suits("left length", 7),
    ("right least", 18), ("right most", 20), *_suits("right length", 7),
    ("theirs least", 26), ("their fit", 6), ("their suit length", 8), ("their suit honours", 10), ("not stopped", 2),
    *((f"{who} code", len(_CODES)) for who, _ in _SEEN), *((f"{who} pass", 1) for who, _ in _SEEN),
    ("his forcing", len(_FORCING)), ("system", len(_SYSTEMS)),
    *_of_call("book"), *_of_call("call"), ("place", 4), ("written", 1), ("more", 6), ("strains", 36),
    ("exposed", 4),
)  # fmt: skip


def _starts() -> dict[str, int]:
    found: dict[str, int] = {}
    at = 0
    for name, size in _PARTS:
        found[name] = at
        at += size
    return found


_AT: Final = _starts()
_SIZE: Final = dict(_PARTS)
INPUTS: Final = sum(size for _, size in _PARTS)
SIGNATURE: Final = zlib.crc32(repr((_PARTS, _CODES, _FORCING, _SYSTEMS, _KINDS)).encode())
EXPOSED: Final = _AT["exposed"]  # and 1 if the caller's side is vulnerable, 2 if the other is

# Points of both hands with which levels are bid, by level: in a suit, and in no trumps.
_NEEDS: Final = ((0, 19, 22, 25, 28, 33, 37), (20, 22, 25, 28, 31, 33, 37))
_ROUND: Final = 8  # how many more or fewer than that are told apart


def inputs(system: System, calls: Calls, hand: Hand, rules: Sequence[Rule]) -> list[list[int]]:
    """For each rule but the first (the book's own call): the numbers of the questions with the answer yes.

    The vulnerability is not among them; `EXPOSED` and its number are added later.
    """
    me = len(calls) % 4
    known = system.known(calls)
    his = known[(me + 2) % 4]
    common = [
        *_hand(hand),
        *_auction(system, calls, hand, his),
        *_others(hand, known[(me + 1) % 4], known[(me + 3) % 4]),
    ]
    common += _call("book", rules[0], hand, his)
    written = {rule.call for rule in system.book(calls)}
    rows: list[list[int]] = []
    for place, rule in enumerate(rules[1:]):
        row = [*common, *_call("call", rule, hand, his)]
        if rule.call in written:
            row += [_one("place", place), _AT["written"]]
        if rule.call[0].isdigit() and rules[0].call[0].isdigit():
            row += _upto("more", step(rule.call) - step(rules[0].call))
        row.append(_one("strains", 6 * _strain(rules[0].call) + _strain(rule.call)))
        rows.append(row)
    return rows


def _upto(name: str, count: int) -> range:
    start = _AT[name]
    return range(start, start + min(max(count, 0), _SIZE[name]))


def _one(name: str, at: int) -> int:
    return _AT[name] + min(max(at, 0), _SIZE[name] - 1)


def _code(name: str, meaning: Meaning) -> int:
    return _AT[name] + (_CODES.index(meaning.code) if meaning.code in _CODES else 0)


def _strain(call: str) -> int:
    return LADDER.index(call[1:]) if call[0].isdigit() else len(LADDER)


def _hand(hand: Hand) -> list[int]:
    found = [*_upto("hcp", hand.hcp), *_upto("points", hand.points)]
    losers = controls = 0
    for suit in SUITS:
        length, held = hand.length(suit), (hand.cards.bits & suit.bits) >> (13 * suit.position)
        found += _upto(f"length {suit.value}", length)
        start = _AT[f"honours {suit.value}"]
        found += [start + at for at, rank in enumerate(_HONOURS) if held >> rank & 1]
        if hand.stops(suit):
            found.append(_AT[f"stop {suit.value}"])
        high = [bool(held >> rank & 1) for rank in _HONOURS[:3]]
        losers += sum(not has for has in high[:length])
        controls += 2 * high[0] + high[1]
    shortest, _, second, longest = sorted(hand.lengths)
    found += [*_upto("longest", longest - 3), *_upto("second", second - 2), *_upto("shortest", 3 - shortest)]
    found += [*_upto("aces", hand.aces), *_upto("losers", losers), *_upto("controls", controls)]
    return [*found, _AT["balanced"]] if hand.balanced else found


def _auction(system: System, calls: Calls, hand: Hand, his: Meaning) -> list[int]:
    me = len(calls) % 4
    bids = [at for at, call in enumerate(calls) if call[0].isdigit()]
    found = [_one("opener", 1 + (bids[0] - me) % 4 if bids else 0)]
    found += [_one("passes before", bids[0] if bids else len(calls)), *_upto("my calls", len(calls) // 4)]
    found += _upto("calls", len(calls))
    if len(calls) > 2 and calls[-2:] == ("pass", "pass"):
        found.append(_AT["pass ends"])
    found += _top(calls, bids, hand)
    least, most = _points(his)
    found += [*_upto("his least", least), *_upto("his most", most)]
    found += [*_upto("together least", hand.hcp + least - 10), *_upto("together most", hand.hcp + most - 14)]
    opposite = 0
    for suit, (low, high) in zip(SUITS, his.lengths, strict=True):
        found += [*_upto(f"his length {suit.value}", low), *_upto(f"his longest {suit.value}", high)]
        found += _upto(f"trumps {suit.value}", hand.length(suit) + low - 3)
        opposite += high_cards(hand.cards.bits & suit.bits) if low >= 4 else 0
    found += _upto("honours opposite", opposite)
    meanings = system.meanings(calls)
    for who, back in _SEEN:
        if len(calls) >= back:
            found.append(_code(f"{who} code", meanings[-back]))
            found += [_AT[f"{who} pass"]] if calls[-back] == "pass" else []
    if len(calls) > 1:
        found.append(_one("his forcing", _FORCING.index(meanings[-2].forcing)))
    return [*found, _AT["system"] + _SYSTEMS.index(system.name)]


def _top(calls: Calls, bids: list[int], hand: Hand) -> list[int]:
    """The questions about the present contract."""
    top, doubled, ours = standing(calls)
    if not top:
        return [_one("top strain", 0)]
    strain = (top - 1) % 5
    whose = 0 if not ours else 1 if (bids[-1] - len(calls)) % 4 == 0 else 2
    found = [*_upto("top level", (top - 1) // 5 + 1), _one("top strain", 1 + strain), _one("top whose", whose)]
    found += _upto("top doubled", doubled)
    if LADDER[strain] != "NT":
        suit = Suit(LADDER[strain])
        found += [*_upto("top length", hand.length(suit))]
        found += [*_upto("top honours", high_cards(hand.cards.bits & suit.bits))]
    return found


def _others(hand: Hand, left: Meaning, right: Meaning) -> list[int]:
    """The opponents' promises as inputs."""
    found: list[int] = []
    theirs = unstopped = 0
    for who, said in (("left", left), ("right", right)):
        least, most = _points(said)
        theirs += least
        found += [*_upto(f"{who} least", least), *_upto(f"{who} most", most)]
        for suit, (low, _) in zip(SUITS, said.lengths, strict=True):
            found += _upto(f"{who} length {suit.value}", low)
            unstopped += low >= 4 and not hand.stops(suit)
    both = [one[0] + other[0] for one, other in zip(left.lengths, right.lengths, strict=True)]
    best = max(range(4), key=lambda at: both[at])
    found += [*_upto("theirs least", theirs), *_upto("their fit", both[best] - 4), *_upto("not stopped", unstopped)]
    if both[best] >= 3:
        held = hand.cards.bits & SUITS[best].bits
        found += [*_upto("their suit length", held.bit_count()), *_upto("their suit honours", high_cards(held))]
    return found


def _points(said: Meaning) -> tuple[int, int]:
    """The least and the most high-card points that a meaning promises."""
    raised = said.fit[1][0] - 2 if said.fit is not None else 0  # some of it is shortness
    return max(said.hcp[0], said.points[0] - 1, raised), min(said.hcp[1], _MOST)


def _call(name: str, rule: Rule, hand: Hand, his: Meaning) -> list[int]:
    """The questions about a call: its kind, and how the hand compares with its promise and with partner's."""
    call, meant = rule.call, rule.meaning
    bid = call[0].isdigit()
    found = [_one(f"{name} kind", _KINDS.index(call[1:] if bid else call)), _code(f"{name} code", meant)]
    found.append(_one(f"{name} forcing", _FORCING.index(meant.forcing)))
    if meant.hcp[0]:
        found.append(_one(f"{name} over the least", hand.hcp - meant.hcp[0]))
    if meant.hcp[1] < TOP:
        found.append(_one(f"{name} under the most", meant.hcp[1] - hand.hcp))
    if not bid:
        return found
    level = int(call[0])
    found += _upto(f"{name} level", level)
    have = hand.hcp
    if call[1:] != "NT":
        suit = Suit(call[1:])
        own, shown = hand.length(suit), his.lengths[suit.position][0]
        found += [*_upto(f"{name} own length", own), *_upto(f"{name} his length", shown)]
        found += _upto(f"{name} trumps", own + shown - 3)
        found += _upto(f"{name} honours", high_cards(hand.cards.bits & suit.bits))
        have = hand.support(suit) if shown >= 3 else hand.points
    need = _NEEDS[call[1:] == "NT"][level - 1]
    return [*found, *_upto(f"{name} points wanting", need - have - _points(his)[0] + _ROUND)]
