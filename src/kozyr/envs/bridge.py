"""Bridge in numbers: 91 actions, and an observation of a player's view, with the cards of the own dummies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from kozyr._native import BatchBridge
from kozyr.deals import BRIDGE
from kozyr.envs.coding import PLAIN_TABLE, SEATS, Coding, Layout, Parts, Unit, clockwise, only, ratio, seen
from kozyr.games import Event
from kozyr.games.bridge import Session, View
from kozyr.games.bridge.options import GROUPS, Conventions
from kozyr.games.bridge.scoring import imps
from kozyr.games.bridge.words import BIDS, PLAYS, STEPS, Call, Double, Honours, Pass, Redouble, with_meaning
from kozyr.games.refusal import Refused

_ACTIONS: Final[tuple[Event, ...]] = (*PLAYS.values(), Pass(), Double(), Redouble(), *BIDS, Honours())
_CARD: Final = {card: n for n, card in enumerate(BRIDGE.cards)}
_STEP: Final = {bid.token: bid.step for bid in BIDS}
_PHASES: Final = ("deal", "auction", "play", "honours", "over")
_TRICKS: Final = 13
_MUCH: Final = 3  # passes in a row, and then some
_BY_SEAT: Final = (4, len(_CARD))
_BY_BID: Final = (4, STEPS)

_LAYOUT: Final = Layout(
    seat=(4,), dealer=(4,), mine=(4,), phase=(len(_PHASES),), turn=(4,), actor=(4,), vulnerable=(2,), part=(2,),
    hands=_BY_SEAT, counts=(4,), bids=_BY_BID, doubles=_BY_BID, redoubles=_BY_BID, passes=(4, STEPS + 1),
    contract=(STEPS,), doubled=(3,), declarer=(4,), tabled=(4,), trick=_BY_SEAT, history=_BY_SEAT, tricks=(2,),
    honours=(4,),
)  # fmt: skip


def _fill(view: View, parts: Parts) -> None:
    me, terms = view.seat, view.terms
    side = me.position % 2 if me is not None else 0
    if me is not None:
        parts["seat"][me.position] = 1
        for at, place in enumerate(SEATS):
            parts["mine"][clockwise(me, place)] = terms.control[at] is me
    for part, seats in (
        ("dealer", (terms.dealer,)), ("turn", (view.turn,)), ("actor", (view.actor,)), ("declarer", (view.declarer,)),
        ("tabled", view.tabled), ("honours", (view.honours,)),
    ):  # fmt: skip
        for seat in seats:
            if seat is not None:
                parts[part][clockwise(me, seat)] = 1
    parts["phase"][_PHASES.index(view.phase)] = 1
    for n, at in enumerate((side, 1 - side)):  # ours first
        parts["vulnerable"][n] = terms.vulnerable(SEATS[at])
        parts["part"][n] = ratio(terms.part[at], 100)
    seen(view, parts, _CARD, partial(clockwise, me), _TRICKS, _TRICKS)
    step = 0
    for who, token in view.calls:
        at = clockwise(me, who)
        if token in _STEP:
            step = _STEP[token]
            parts["bids"][at, step - 1] = 1
        elif token == "pass":  # noqa: S105 - a call
            parts["passes"][at, step] += 1 / _MUCH
        else:
            parts["doubles" if token == "X" else "redoubles"][at, step - 1] = 1  # noqa: S105 - a call
    contract = view.contract or view.bid
    if contract is not None:
        parts["contract"][contract.step - 1] = 1
        parts["doubled"][contract.doubled] = 1
    for line, won in view.tricks.items():
        parts["tricks"][int((line == "EW") != side)] = ratio(won, _TRICKS)


def _written(before: Session, after: Session) -> int:
    """The points of North and South in the deal less those of the others, bonuses too."""
    entries = after.sheet.entries[len(before.sheet.entries) :]
    return sum(entry.points if entry.side == 0 else -entry.points for entry in entries)


def _points(before: Session, after: Session) -> tuple[float, ...]:
    return _shared(before, _written(before, after))


def _imps(before: Session, after: Session) -> tuple[float, ...]:
    """The IMPs of an episode: against the Russian target where one is played for, else as if the other table had scored nothing."""
    if before.conventions.compare == "russian_target":
        return _shared(before, sum(after.sheet.imps[len(before.sheet.imps) :]))
    return _shared(before, imps(_written(before, after)))


def _shared(before: Session, won: int) -> tuple[float, ...]:
    """The shares of the players of both sides, by place."""
    row = [0.0] * before.players
    for at, place in enumerate(before.places):  # one against two settles with each of them
        row[place] += won if at % 2 == 0 else -won
    return tuple(n / 2 for n in row) if before.players == 2 else tuple(row)


_UNITS: Final = {"points": Unit(_points, ("honours",)), "imps": Unit(_imps, ("honours",))}


def _options(preset: str, deals: int | None, board: int) -> Mapping[str, object]:
    """The options for single deals: at duplicate the boards tell dealer and vulnerability."""
    if preset not in {"duplicate", "teams"}:
        return {}
    return {"first_board": board} | ({} if deals is None else {"deals": deals})


def _core(c: Conventions, unit: str, whole: bool) -> BatchBridge:
    if whole:
        raise Refused("no_value", name="deals", value="all", possible="1")
    only(
        c,
        GROUPS,
        {
            "form": "duplicate",
            "boards": (),
            "insult": "50/100",
            "nv_doubled_penalty": "100_200_200_300",
            "part_bonus": 50,
            "dummy_sees_all": False,
            **PLAIN_TABLE,
        },
    )
    if c.compare == "russian_target":
        raise Refused("no_value", name="compare", value=c.compare, possible="matchpoints, imps")
    rules = BatchBridge()
    rules.imps = unit == "imps"
    return rules


_SCALES: Final = {"counts": _TRICKS, "passes": _MUCH, "trick": 4, "history": _TRICKS, "tricks": _TRICKS}
CODING: Final = Coding(
    _ACTIONS,
    _LAYOUT,
    _fill,
    _UNITS,
    ("duplicate", 4),
    _core,
    _SCALES,
    _options,
    plain=lambda event: (with_meaning(event, "") if isinstance(event, Call) else event).token,
)
