"""Preferans in numbers: 630 actions, and an observation of what a bidder, a dealer who sits out or one who waits sees."""

from __future__ import annotations

from functools import partial
from typing import Final

from kozyr._native import (
    BatchConsolation,
    BatchExit,
    BatchFailed,
    BatchHere,
    BatchOverflow,
    BatchPreferans,
    BatchZero,
)
from kozyr.cards import Seat
from kozyr.deals import PREFERANS
from kozyr.envs.coding import PLAIN_TABLE, SEATS, Coding, Layout, Parts, Unit, clockwise, log2, mark, only, ratio, seen
from kozyr.games import Event
from kozyr.games.preferans import Contract, Pulka, View, words
from kozyr.games.preferans.options import GROUPS, Conventions, allpass_price
from kozyr.games.refusal import Refused

_NINES: Final = tuple(contract for contract in words.BIDS if contract.size == 9)  # what is bid without the talon
_CALLS: Final[tuple[Event, ...]] = (
    words.Pass(), words.Pass(blind=True), words.Here(), words.Misere(), words.Misere(blind=True), words.Misere(hand=True), words.Take(), words.Take(1),
    *words.BIDS.values(), *(words.Bid(c, blind=True) for c in words.BIDS), *(words.Bid(c, hand=True) for c in _NINES),
)  # fmt: skip
_WORDS: Final = ("pass", "whist", "half", "open", "closed")
_ACTIONS: Final[tuple[Event, ...]] = (
    *words.PLAYS.values(), *_CALLS, words.Look(), words.Invite(), words.Answer(yes=False), words.Answer(yes=True), *words.DISCARDS.values(), words.Refuse(),
    *(words.Name(c) for c in words.BIDS), words.Whist(), words.Half(), words.Lay(open=True), words.Lay(open=False), *(words.Peek(seat) for seat in Seat),
    words.Surrender(),
)  # fmt: skip
_CARD: Final = {card: n for n, card in enumerate(PREFERANS.cards)}
_CALL: Final = {event.token: n for n, event in enumerate(_CALLS)}
_CONTRACT: Final = {contract: n for n, contract in enumerate(Contract)}
_PHASES: Final = ("deal", "auction", "invite", "talon", "discard", "contract", "whist", "play", "over")
_MOST_CALLS: Final = 64
_CARDS: Final = (len(_CARD),)
_BY_SEAT: Final = (4, len(_CARD))

_LAYOUT: Final = Layout(
    seat=(4,), dealer=(4,), bidders=(4,), dummy=(4,), phase=(len(_PHASES),), turn=(4,), actor=(4,),
    hands=_BY_SEAT, counts=(4,), talon=(2, len(_CARD)), discard=_CARDS,
    calls=(4, len(_CALLS)), answers=(4, len(_WORDS)), bid=(len(_CONTRACT),), contract=(len(_CONTRACT),),
    declarer=(4,), whisters=(4,), open=(1,), shared=(1,), factor=(1,), price=(1,), series=(1,), level=(1,),
    forced=(1,), bombs=(4,), lead=_CARDS, trick=_BY_SEAT, history=_BY_SEAT, tricks=(4,),
)  # fmt: skip


def _fill(view: View, parts: Parts) -> None:
    me, terms = view.seat, view.terms
    if me is not None:
        parts["seat"][me.position] = 1
    for part, seats in (
        ("dealer", (terms.dealer,)), ("bidders", terms.hands), ("dummy", (terms.dummy,)), ("turn", (view.turn,)),
        ("actor", (view.actor,)), ("declarer", (view.declarer,)), ("whisters", view.whisters),
    ):  # fmt: skip
        for seat in seats:
            if seat is not None:
                parts[part][clockwise(me, seat)] = 1
    parts["phase"][_PHASES.index(view.phase)] = 1
    seen(view, parts, _CARD, partial(clockwise, me), 12, 10)
    for n, card in enumerate(view.talon):
        parts["talon"][n, _CARD[card]] = 1
    mark(parts["discard"], _CARD, view.put_away or view.discard or ())
    for n, (who, token) in enumerate(view.calls):
        parts["calls"][clockwise(me, who), _CALL[token]] = ratio(n + 1, _MOST_CALLS)
    for n, (who, word) in enumerate(view.answers):
        parts["answers"][clockwise(me, who), _WORDS.index(word)] = ratio(n + 1, 8)
    for part, contract in (("bid", view.bid), ("contract", view.contract)):
        if contract is not None:
            parts[part][_CONTRACT[contract]] = 1
    parts["open"][0], parts["shared"][0], parts["forced"][0] = view.open, view.shared, terms.forced
    parts["factor"][0], parts["price"][0] = log2(view.factor), ratio(view.price, 16)
    parts["series"][0], parts["level"][0] = ratio(terms.series, 8), ratio(terms.level, 4)
    for seat in SEATS:
        parts["bombs"][clockwise(me, seat)] = log2(terms.bombs[seat.position])
    if view.lead is not None:
        parts["lead"][_CARD[view.lead]] = 1
    for seat, won in view.tricks.items():
        parts["tricks"][clockwise(me, seat)] = ratio(won, 10)


def _gains(before: Pulka, after: Pulka) -> tuple[float, ...]:
    """The change of each player's settlement in whists, as if the pulka ended now (P-4.2.14)."""
    was, now = before.settlement.result, after.settlement.result
    return tuple(float(b - a) for a, b in zip(was, now, strict=True))


def _options(_preset: str, deals: int | None, _board: int) -> dict[str, object]:
    """The options for short episodes: no compulsory all-passes, where they would be all that is played."""
    return {} if deals is None else {"allpass.forced_rounds": 0}


_HERE: Final = {"first_hand": BatchHere.FIRST_HAND, "elder_hand": BatchHere.ELDER_HAND, "off": BatchHere.OFF}
_CONSOLATION: Final = {
    "all_including_dealer": BatchConsolation.ALL, "whisters_only": BatchConsolation.WHISTERS,
    "none": BatchConsolation.NONE,
}  # fmt: skip
_ZERO: Final = {
    "trick_price": BatchZero.PRICE, "hill_2_or_pool_1": BatchZero.HILL, 1: BatchZero.ONE, "none": BatchZero.NONE,
}  # fmt: skip
_OVERFLOW: Final = {"hill": BatchOverflow.HILL, "whists": BatchOverflow.WHISTS, "forfeit": BatchOverflow.FORFEIT}
_EXIT: Final = {"any_contract": BatchExit.ANY, "made": BatchExit.MADE, "made_and_whisted": BatchExit.WHISTED}
_FAILED: Final = {"freeze": BatchFailed.FREEZE, "repeat_last": BatchFailed.REPEAT, "reset": BatchFailed.RESET}
_LONG: Final = 255  # all-passes in a row that the core counts
_DEAR: Final = 10_000  # no trick of theirs costs more
_LEAST_POOL: Final = 30  # more than a deal writes, so that no pool is full


def _core(c: Conventions, _unit: str, whole: bool) -> BatchPreferans:
    only(
        c,
        GROUPS,
        {
            "length_mode": "pool", "deal_hands": "active", "blind_pass": False, "blind_bid": False,
            "blind_misere": False, "auction_misere_beaten_by": "nine", "contract_ten_is": "whisted",
            "talon_refusal_fine": 0, "allpass_forced_rounds": 0, "prizes": False,
            **PLAIN_TABLE,
        },
    )  # fmt: skip
    if not whole and c.pool_target < _LEAST_POOL:
        raise Refused("no_value", name="pool_target", value=c.pool_target, possible=f"{_LEAST_POOL} and more")
    rules = BatchPreferans()
    rules.jumps, rules.here = c.auction_jumps == "allowed", _HERE[c.auction_here]
    rules.stop_after_nine = c.auction_after_nine_over_misere == "stop"
    rules.silent_take = c.auction_third_hand_silent_take
    rules.one_card_is_pass = c.auction_third_hand_one_card_is_pass
    rules.surrender_without_three = c.contract_surrender == "without_three"
    rules.half, rules.first_hand_half = c.whist_half, c.whist_first_hand_half
    rules.return_on_any = c.whist_return_by_first == "any"
    rules.obligatory_6s = c.whist_obligatory_6s
    rules.light_before_lead = c.whist_light_before_declarer_lead
    rules.allpass_in_whists = c.allpass_scoring == "whists"
    rules.amnesty, rules.talon_opened = c.allpass_amnesty, c.allpass_talon == "opened"
    rules.price, rules.whists_per_trick = allpass_price(c, 1), c.allpass_whists_per_trick
    rules.zero, rules.consolation = _ZERO[c.allpass_zero_bonus], _CONSOLATION[c.whist_consolation]
    rules.unit, rules.pool_point_whists = c.unit, c.pool_point_whists
    rules.full_responsibility = c.whist_responsibility == "full"
    rules.gentleman = c.whist_style == "gentleman"
    rules.second_answers = c.whist_shared_8_9_10 == "second"
    rules.capped = c.whist_shared_deficit == "capped"
    rules.talon_bonus = c.talon_bonus
    rules.talon_bonus_halves = c.talon_bonus_at_three == "halves"
    if whole:
        _pulka(c, rules)
    return rules


def _pulka(c: Conventions, rules: BatchPreferans) -> None:
    """What follows from deal to deal."""
    rules.whole, rules.pool_target, rules.common = True, c.pool_target, c.pool_mode == "common"
    rules.overflow, rules.help_whists = _OVERFLOW[c.pool_overflow], c.help_whists
    prices = [allpass_price(c, nth) for nth in range(1, _LONG + 1)]
    if prices[-1] > _DEAR:
        raise Refused("no_value", name="allpass.limit", value="none", possible="a number")
    rules.prices = prices
    rules.lowest = 7 if c.allpass_min_bid_in_series == "6+k" else c.allpass_min_bid_in_series
    rules.exit_size = 7 if c.allpass_exit_min == "6+k" else c.allpass_exit_min  # nobody passes blind
    rules.exit, rules.misere_exits = _EXIT[c.allpass_exit_requires], c.allpass_misere_exits
    rules.failed, rules.dealer_repeats = _FAILED[c.allpass_failed_exit], c.allpass_dealer == "repeat"


_SCALES: Final = {
    "counts": 12, "calls": _MOST_CALLS, "answers": 8, "factor": 8, "price": 16, "series": 8, "level": 4, "bombs": 8,
    "trick": 4, "history": 10, "tricks": 10,
}  # fmt: skip
CODING: Final = Coding(
    _ACTIONS, _LAYOUT, _fill, {"whists": Unit(_gains, ("surrender",))}, ("sochi", 3), _core, _SCALES, _options
)
