"""A bot of bridge: calls by its system, cards by rules of thumb, claims by counting."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from kozyr.bots.bridge import bidding, search, worth
from kozyr.bots.bridge.part_score import by_part
from kozyr.bots.bridge.play import card
from kozyr.bots.bridge.system import SUITS, Hand, Rule, text
from kozyr.bots.bridge.systems import agreed
from kozyr.bots.bridge.trial import Tried
from kozyr.bots.bridge.words import sentence
from kozyr.bots.frame import Candidate, Level, Purse
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import BRIDGE
from kozyr.games import Event
from kozyr.games.bridge import GAME, View
from kozyr.games.bridge.words import Answer, Bid, Double, Explain, Honours, Pass, Redouble, with_meaning
from kozyr.games.trick import followers, winner
from kozyr.words import Language

_PACK: Final = CardSet.of(BRIDGE.cards)
_CALLS: Final = (Pass, Bid, Double, Redouble)


def weigh(view: View, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The candidates that a bot weighs, the best first.

    Raises:
        ValueError: the view's seat has nothing to decide.
    """
    if view.seat is None or not view.legal:
        raise ValueError("nothing to decide")
    if view.phase == "honours":
        return [Candidate(Honours(), 0.0, "honours")]
    if view.claim is not None:
        return [_answer(view)]
    searching = level in {"club", "expert"}
    if view.phase == "auction":
        found = _calls(view, level if searching else "novice", chance, purse)
    else:
        found = search.card(view, level, chance, purse) if searching else card(view, chance)
    return found


def _calls(view: View, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The call, and the others that the hand fits: the expert's by simulation, else in the order of the table's system."""
    if view.terms.kind != "four" or view.turn is None:
        return [_alone(view)]
    hand = Hand.of(CardSet.of(view.hands[view.turn].cards or ()))
    system, calls = agreed(view), tuple(token for _, token in view.calls)
    usual = system.rules(calls, hand)
    rules = by_part(view.terms, system, calls, hand, usual)
    by_points = rules[0] is not usual[0]
    if level != "expert" or by_points:
        said = [_said(view, rule) for rule in rules]
    else:
        found = bidding.tried(view, rules, chance, purse)
        said = [_weighed(view, one, found[0]) if one.worlds else _said(view, one.rule) for one in found]
    return [_left(usual[0].call, said, by_points=by_points), *said[1:]]


def _left(book: str, said: list[Candidate], *, by_points: bool) -> Candidate:
    """The chosen call, with the book's own call and the reason where it is another one.

    `left` is `part` (the points below the line) or `worlds`, with the mean `gain` in them where both were tried.
    """
    first, own = said[0], next((one for one in said if _word(one) == book), None)
    if first is own:
        return first
    if by_points or own is None or "mean" not in own.facts or "mean" not in first.facts:
        return _with(first, book=book, left="part" if by_points else "worlds")
    return _with(first, book=book, left="worlds", gain=round(float(first.facts["mean"]) - float(own.facts["mean"]), 2))


def _word(one: Candidate) -> str:
    return one.event.word if isinstance(one.event, _CALLS) else ""


def _with(one: Candidate, **facts: float | str) -> Candidate:
    return msgspec.structs.replace(one, facts={**one.facts, **facts})


def _weighed(view: View, one: Tried, best: Tried) -> Candidate:
    """A call that was tried in worlds. error: of its distance from the best, never too small, since both share worlds."""
    said, error = _said(view, one.rule), 0.0 if one is best else math.hypot(one.doubt, best.doubt)
    facts = {**said.facts, "mean": one.mean, "error": round(error, 3), "worlds": float(one.worlds)}
    return msgspec.structs.replace(said, score=one.gain, unit=worth.unit(view.terms), facts=facts)


def _said(view: View, rule: Rule) -> Candidate:
    """The call of a rule with its promise; where the caller explains, the promise goes with the call."""
    calls = tuple(token for _, token in view.calls)
    promise = text(agreed(view).meaning(calls, rule.call))
    call = next(call for call in view.legal if isinstance(call, _CALLS) and call.token == rule.call)
    said: Event = call
    if promise and view.terms.conventions.explain == "self":
        said = with_meaning(call, promise)
    return Candidate(said, 0.0, f"call_{rule.meaning.code or 'pass'}", {"promise": promise, "hcp": _hcp(view)})


def _hcp(view: View) -> int:
    """The high card points of the hand that calls."""
    return 0 if view.turn is None else Hand.of(CardSet.of(view.hands[view.turn].cards or ())).hcp


def explain(view: View, number: int, language: Language | None = None) -> Explain:
    """The meaning of a call by the table's system, for its caller or partner whom an opponent asks (B-AUC-15).

    number: the call's place in `view.calls`, from 0. language: of the sentence; None: signs alone.
    """
    calls = tuple(token for _, token in view.calls)
    meant = agreed(view).meaning(calls[:number], calls[number])
    return Explain(number, (text(meant) or "natural") if language is None else sentence(meant, language))


# --- two and three at the table ------------------------------------------------------------------------------------

_STEPS: Final = (
    (20, 1),
    (23, 2),
    (25, 3),
    (26, 4),
    (29, 5),
    (33, 6),
    (37, 7),
)  # the points of both hands, and the odd tricks that they make


def _alone(view: View) -> Candidate:
    """Two and three bid for themselves and a dummy: by the points and the fit that they see (B-2H, B-3H)."""
    seat, place = view.seat, view.turn
    assert seat is not None
    assert place is not None
    known = [CardSet.of(hand.cards) for hand in view.hands.values() if hand.cards]
    hands = [Hand.of(cards) for cards in known if len(cards) == 13]
    points = sum(hand.hcp for hand in hands) if len(hands) > 1 else hands[0].hcp + 7
    lengths = [sum(hand.lengths[at] for hand in hands) + (0 if len(hands) > 1 else 2) for at in range(4)]
    best = max(range(4), key=lambda at: (lengths[at], -at))
    fits = lengths[best] >= 8
    strain = SUITS[best].value if fits else "NT"
    level = max((odd for least, odd in _STEPS if points + fits >= least), default=0)
    legal = {call.token: call for call in view.legal if isinstance(call, _CALLS)}
    cheapest = next((n for n in range(1, 8) if f"{n}{strain}" in legal), 8)
    token = f"{cheapest}{strain}" if cheapest <= level else "pass"
    if token not in legal:
        token = min(legal)
    return Candidate(legal[token], 0.0, "call_alone", {"points": points})


# --- claims --------------------------------------------------------------------------------------------------------

_EXACT: Final = 4  # tricks left that are searched to the end


def _answer(view: View) -> Candidate:
    """The answer to a claim: yes if the cards in sight give the declarer these tricks, else no (B-LAW-CLAIM-2)."""
    yes = view.claim is not None and view.claim.by is view.declarer and _sound(view, view.claim.tricks)
    return Candidate(Answer(yes=yes), 0.0, "claim_sound" if yes else "claim_doubtful")


def _sound(view: View, claimed: int) -> bool:
    """Whether the declarer's side gets `claimed` tricks: at best defence, or with cards that beat all others."""
    declarer, dummy, seat = view.declarer, view.dummy, view.seat
    assert declarer is not None
    assert dummy is not None
    assert seat is not None
    hands = {at: CardSet.of(hand.cards) for at, hand in view.hands.items() if hand.cards is not None}
    if declarer not in hands or dummy not in hands or seat not in hands:
        return False
    gone = CardSet.of(held for trick in view.history for _, held in trick.cards)
    gone |= CardSet.of(held for _, held in view.trick)
    rest = _PACK.bits & ~gone.bits
    for cards in hands.values():
        rest &= ~cards.bits
    for at in Seat:
        hands.setdefault(at, CardSet(rest))
    need = claimed - view.tricks["NS" if declarer.position % 2 == 0 else "EW"]
    left = max(len(cards) for cards in hands.values())
    trump = view.contract.trump if view.contract is not None else None
    turn = view.turn
    assert turn is not None
    if left <= _EXACT:
        bits = tuple(hands[at].bits for at in Seat)
        trick = tuple(held for _, held in view.trick)
        return _most((bits[0], bits[1], bits[2], bits[3]), turn.position, trick, trump, declarer.position % 2) >= need
    if turn is not declarer or view.trick:
        return False
    others = CardSet(_PACK.bits & ~gone.bits & ~hands[declarer].bits & ~hands[dummy].bits)
    if trump is not None and others.bits & trump.bits and need > 0:
        return False
    sure = sum(not (held.suit.bits & ~((held.bit << 1) - 1) & others.bits) for held in hands[declarer])
    return sure >= need


Bits: TypeAlias = tuple[int, int, int, int]


@lru_cache(maxsize=1 << 16)
def _most(hands: Bits, turn: int, trick: tuple[Card, ...], trump: Suit | None, side: int) -> int:
    """The tricks that a side still takes, by all four playing with open cards; for the last few tricks."""
    if not any(hands) and not trick:
        return 0
    hand = hands[turn]
    legal = CardSet(followers(hand, trick[0].suit, trump, GAME.follow) if trick else hand)
    values: list[int] = []
    for held in legal:
        after = tuple(bits & ~held.bit if at == turn else bits for at, bits in enumerate(hands))
        fallen = (*trick, held)
        rest: Bits = (after[0], after[1], after[2], after[3])
        if len(fallen) < 4:
            values.append(_most(rest, (turn + 1) % 4, fallen, trump, side))
        else:
            taker = (turn + 1 + winner(fallen, trump)) % 4
            values.append((taker % 2 == side) + _most(rest, taker, (), trump, side))
    return max(values) if turn % 2 == side else min(values)
