"""Preferans in numbers: 630 actions, and an observation of what a bidder, a dealer who sits out or one who waits sees."""

from __future__ import annotations

from functools import partial
from typing import Final

from kozyr.cards import Seat
from kozyr.deals import PREFERANS
from kozyr.envs.coding import SEATS, Coding, Layout, Parts, Unit, clockwise, log2, mark, ratio, seen
from kozyr.games import Event
from kozyr.games.preferans import Contract, Pulka, View
from kozyr.games.preferans.words import (
    BIDS,
    DISCARDS,
    PLAYS,
    Answer,
    Bid,
    Half,
    Here,
    Invite,
    Lay,
    Look,
    Misere,
    Name,
    Pass,
    Peek,
    Refuse,
    Surrender,
    Take,
    Whist,
)

_NINES: Final = tuple(contract for contract in BIDS if contract.size == 9)  # what is bid without the talon
_CALLS: Final[tuple[Event, ...]] = (
    Pass(), Pass(blind=True), Here(), Misere(), Misere(blind=True), Misere(hand=True), Take(), Take(1),
    *BIDS.values(), *(Bid(c, blind=True) for c in BIDS), *(Bid(c, hand=True) for c in _NINES),
)  # fmt: skip
_WORDS: Final = ("pass", "whist", "half", "open", "closed")
_ACTIONS: Final[tuple[Event, ...]] = (
    *PLAYS.values(), *_CALLS, Look(), Invite(), Answer(yes=False), Answer(yes=True), *DISCARDS.values(), Refuse(),
    *(Name(c) for c in BIDS), Whist(), Half(), Lay(open=True), Lay(open=False), *(Peek(seat) for seat in Seat),
    Surrender(),
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


CODING: Final = Coding(_ACTIONS, _LAYOUT, _fill, {"whists": Unit(_gains, ("surrender",))}, ("sochi", 3), _options)
