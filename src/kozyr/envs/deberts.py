"""Deberts in numbers: actions for every card, word and set of combinations, and an observation of what a player sees."""

from __future__ import annotations

from itertools import combinations
from typing import Final, get_args

from kozyr._native import BatchDeberts, BatchExchange, BatchHanging, BatchTie
from kozyr.cards import Rank
from kozyr.deals import DEBERTS
from kozyr.envs.coding import PLAIN_TABLE, Coding, Layout, Parts, Unit, mark, only, ratio, seen
from kozyr.games import Event
from kozyr.games.deberts import Party, View, words
from kozyr.games.deberts.combinations import KINDS, MELDS, Meld
from kozyr.games.deberts.deal import PHASES
from kozyr.games.deberts.options import GROUPS, Conventions
from kozyr.games.deberts.terms import SEATS, Step
from kozyr.games.refusal import Refused

_HAND: Final = 9


def _shows() -> tuple[words.Show, ...]:
    """Every set of combinations without a common card that nine cards can hold, each in one order."""
    found: list[words.Show] = []
    for size in range(1, _HAND // 3 + 1):
        for group in combinations(MELDS, size):
            bits = [meld.bits for meld in group]
            together = sum(bits)
            apart = all(a & b == 0 for a, b in combinations(bits, 2))
            if apart and together.bit_count() <= _HAND:
                found.append(words.Show(group))
    return tuple(found)


_BIDS: Final[tuple[Event, ...]] = (words.Pass(), words.Order(), *words.ORDERS)
_FROM: Final = tuple(
    words.From(rank, trump) for rank in Rank if rank.position >= Rank.NINE.position for trump in (False, True)
)
_SAID: Final[tuple[Event, ...]] = (
    words.Exchange(), *words.DECLARES.values(), words.Nine(), words.Higher(), words.Passes(), words.Height(), *_FROM,
)  # fmt: skip
_ACTIONS: Final[tuple[Event, ...]] = (
    *words.PLAYS.values(), *words.BELLAS.values(), *_BIDS, *_SAID, words.Bella(), words.Close(), *_shows(),
)  # fmt: skip
_CARD: Final = {card: n for n, card in enumerate(DEBERTS.cards)}
_BID: Final = {event.token: n for n, event in enumerate(_BIDS)}
_WORD: Final = {event.token: n for n, event in enumerate(_SAID)} | {"show": len(_SAID)}
_SUITS: Final = tuple(order.trump for order in words.ORDERS)
_STEPS: Final = get_args(Step)
_MANY_POINTS: Final = 200
_CARDS: Final = (len(_CARD),)
_BY_SEAT: Final = (2, len(_CARD))

_LAYOUT: Final = Layout(
    seat=(2,), dealer=(2,), phase=(len(PHASES),), step=(len(_STEPS),), turn=(2,), hands=_BY_SEAT, known=_BY_SEAT,
    counts=(2,), first_trump=_CARDS, upcard=_CARDS, bottom=_CARDS, stock=(1,), calls=(2, len(_BIDS)), maker=(2,),
    trump=(4,), exchanged=(2,), said=(2, len(_WORD)), claim=(len(KINDS),), named=_BY_SEAT, kinds=(2, len(KINDS)),
    passed=(2,), bella=(2,), trick=_BY_SEAT, history=_BY_SEAT, points=(2,), baited=(2,), score=(2,), hanging=(1,),
    obliged=(1,),
)  # fmt: skip


def _fill(view: View, parts: Parts) -> None:
    terms = view.terms
    me = SEATS.index(view.seat) if view.seat is not None else 0
    at = {seat: (n - me) % 2 for n, seat in enumerate(SEATS)}  # 0: mine, 1: the other's
    if view.seat is not None:
        parts["seat"][me] = 1
    for part, seat in (
        ("dealer", terms.dealer), ("turn", view.turn), ("maker", view.maker), ("exchanged", view.exchanged),
        ("passed", view.passed), ("bella", view.bella), ("baited", view.baited),
    ):  # fmt: skip
        if seat is not None:
            parts[part][at[seat]] = 1
    parts["phase"][PHASES.index(view.phase)] = 1
    parts["step"][_STEPS.index(view.step)] = 1
    seen(view, parts, _CARD, at.__getitem__, _HAND, _HAND)
    for place, hand in view.hands.items():
        mark(parts["known"][at[place]], _CARD, hand.known)
    for part, lies in (("first_trump", view.first_trump), ("upcard", view.upcard), ("bottom", view.bottom)):
        if lies is not None:
            parts[part][_CARD[lies]] = 1
    parts["stock"][0] = ratio(view.stock, 19)
    for n, (who, token) in enumerate(view.calls):
        parts["calls"][at[who], _BID[token]] = ratio(n + 1, 4)
    if view.trump is not None:
        parts["trump"][_SUITS.index(view.trump)] = 1
    for n, (who, token) in enumerate(view.said):
        word = "show" if token.startswith("show:") else token
        parts["said"][at[who], _WORD[word]] = ratio(n + 1, 8)
    if view.claim is not None:
        parts["claim"][KINDS.index(view.claim)] = 1
    for place, melds in view.named.items():
        for meld in melds:
            mark(parts["named"][at[place]], _CARD, meld.cards)
            parts["kinds"][at[place], KINDS.index(meld.kind)] += 1 / 3
    for seat, points in view.points.items():
        parts["points"][at[seat]] = ratio(points, _MANY_POINTS)
    for n, seat in enumerate(SEATS):
        parts["score"][at[seat]] = ratio(terms.score[n], terms.conventions.target)
    parts["hanging"][0], parts["obliged"][0] = ratio(sum(terms.hanging), _MANY_POINTS), terms.obliged


def _plain(event: Event) -> str:
    if isinstance(event, words.Show):
        return words.Show(tuple(sorted(event.melds, key=_order))).token  # the trump tells in which order they are named
    return event.token


def _order(meld: Meld) -> int:
    return MELDS.index(meld)


def _points(before: Party, after: Party) -> tuple[float, ...]:
    """The points of each player in the deal, less the other's; hanging points when they are won."""
    north, south = (b - a for a, b in zip(before.sheet.points, after.sheet.points, strict=True))
    return float(north - south), float(south - north)


def _parties(before: Party, after: Party) -> tuple[float, ...]:  # noqa: ARG001 - as every unit is asked
    """1 and -1 when the party is won; a party is also won by closing, rightly or not (D-CLOSE-1)."""
    if not after.finished:
        return 0.0, 0.0
    return (1.0, -1.0) if after.winner == 0 else (-1.0, 1.0)


# To close costs or wins the party and no points, so it is no action where points are counted.
_UNITS: Final = {"points": Unit(_points), "parties": Unit(_parties, ("close",))}
_EXCHANGE: Final = {
    "either": BatchExchange.EITHER, "declarer_only": BatchExchange.MAKER, "off": BatchExchange.OFF,
}  # fmt: skip
_HANGING: Final = {
    "accumulate": BatchHanging.HANGS, "bait": BatchHanging.BAIT, "keep": BatchHanging.KEEP, "queue": BatchHanging.QUEUE,
    "burn": BatchHanging.BURN,
}  # fmt: skip
_TIE: Final = {"by_record": BatchTie.BY_RECORD, "same": BatchTie.SAME, "alternate": BatchTie.ALTERNATE}


def _core(c: Conventions, unit: str, whole: bool) -> BatchDeberts:
    only(c, GROUPS, {"bait_fine": 0, "bare_fine": 0, **PLAIN_TABLE})
    if unit != "points":
        if not whole:
            raise Refused("no_value", name="unit", value=unit, possible="points")
        only(c, GROUPS, {"closing": False})  # the core does not stop the play
    if whole and c.passed_out == "obligation":
        raise Refused("no_value", name="passed_out", value=c.passed_out, possible="redeal, last_must")
    if whole and c.target > _MOST_TARGET:
        raise Refused("no_value", name="target", value=c.target, possible=f"{_MOST_TARGET} and less")
    if not whole and c.target < _LEAST_TARGET:
        raise Refused("no_value", name="target", value=c.target, possible=f"{_LEAST_TARGET} and more")
    rules = BatchDeberts()
    rules.last_must = c.passed_out == "last_must"
    rules.exchange, rules.first_six = _EXCHANGE[c.exchange7], c.exchange7_first_six
    rules.hundred, rules.bella_optional = c.hundred, c.bella_optional
    rules.guided, rules.must_beat = c.suggest_height_question, c.must_beat == "trump_lead"
    rules.open_bottom = c.open_bottom_card
    rules.hanging = _HANGING[c.hanging]
    rules.winner_takes_all = c.winner_takes_all
    if whole:
        rules.whole, rules.target, rules.parties = True, c.target, unit == "parties"
        rules.more_points = c.both_reached == "more_points"
        rules.alternate, rules.tie = c.next_dealer == "alternate", _TIE[c.dealer_on_tie]
    return rules


_LEAST_TARGET: Final = 400  # more than a deal brings, so that none ends the party
_MOST_TARGET: Final = 10_000
_SCALES: Final = {
    "counts": _HAND, "stock": 19, "calls": 4, "said": 8, "kinds": 3, "trick": 2, "history": _HAND,
    "points": _MANY_POINTS, "score": 255, "hanging": _MANY_POINTS,
}  # fmt: skip
CODING: Final = Coding(_ACTIONS, _LAYOUT, _fill, _UNITS, ("moscow", 2), _core, _SCALES, plain=_plain)
