"""The analysis of a finished deal of bridge: all declarers with open cards, par, and the board at a table of four bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from kozyr import bots
from kozyr.cards import CardSet, Seat
from kozyr.club.games.bridge.shown import Finished
from kozyr.club.table import customs
from kozyr.deals import Layout
from kozyr.games import Deal, Progress, game
from kozyr.games.bridge import Contract, Conventions, Outcome, State, Vulnerability, duplicate_score
from kozyr.games.bridge.scoring import imps
from kozyr.solver import bridge as solver

_SECONDS: Final = 20.0  # for a whole table; some freak deals take minutes


class Par(msgspec.Struct, frozen=True):
    """The score of N-S if everybody bids perfectly, and contracts that reach it, as `4S by NS +1`."""

    score: int
    contracts: tuple[str, ...]


class OtherTable(msgspec.Struct, frozen=True):
    """The same board at a table of four bots."""

    level: str
    calls: tuple[tuple[Seat, str], ...]
    contract: str | None
    declarer: str | None
    tricks: int | None
    score: int
    """The score of N-S at the other table."""
    imps: int
    """The IMPs that N-S here have won by the difference."""


class Analysis(customs.Analysis, frozen=True):
    """table: tricks of each declarer in each denomination; None with par: it took too long."""

    table: Mapping[str, Mapping[Seat, int]] | None
    par: Par | None
    other: OtherTable | None

    @property
    def complete(self) -> bool:
        """Whether open cards were looked at; where that took too long it may be tried again."""
        return self.table is not None


def analyse(deal: Finished, *, compared: Conventions | None, level: str = "novice") -> Analysis:
    """The analysis of a finished deal. It takes up to seconds and does not belong on an event loop.

    compared: the conventions of duplicate, where results of tables are compared; bots then play another table. None:
    the form compares nothing.
    """
    hands = {seat: CardSet.of(cards) for seat, cards in deal.hands.items()}
    north, east, south, west = (hands[seat] for seat in Seat)
    table = par = None
    try:
        table = solver.table((north, east, south, west), seconds=_SECONDS)
        found = solver.par(table, deal.dealer, deal.vulnerability)
        par = Par(found.score, tuple(map(str, found.contracts)))
    except TimeoutError:
        table = par = None
    layout = Layout.of(hands.items())
    return Analysis(table, par, _other(layout, deal, level, compared) if compared else None)


def _other(layout: Layout, deal: Finished, level: str, compared: Conventions) -> OtherTable:
    """The board as four bots play it."""
    rules = game("bridge")
    number = deal.board or 1
    told = f"{number}:{deal.dealer.value}:{deal.vulnerability}"  # a board of a file need not be one of the sixteen
    conventions = rules.agree("duplicate", {"deals": 1, "boards": [told]}, 4)
    state = Progress.start(rules.start(conventions, 4, 0)).state
    assert isinstance(state, State)
    state = state.apply(Deal(str(layout)))
    while state.outcome is None:
        seat = state.actor
        assert seat is not None
        state = state.apply(bots.choose(state.view(seat), level, number), seat)
    there = state.outcome
    score = _score(there, deal.vulnerability, compared)
    here = deal.score
    return OtherTable(
        level=level,
        calls=tuple((seat, call.token) for seat, call in state.calls),
        contract=there.contract,
        declarer=there.declarer,
        tricks=there.tricks,
        score=score,
        imps=imps(here - score),
    )


def _score(outcome: Outcome, vulnerability: Vulnerability, conventions: Conventions) -> int:
    """The score of N-S for a deal by itself, as `Finished.score` is."""
    if outcome.contract is None or outcome.declarer is None or outcome.tricks is None:
        return 0
    side = Seat(outcome.declarer).position % 2
    vulnerable = vulnerability in {"both", ("ns", "ew")[side]}
    contract = Contract.parse(outcome.contract)
    score = duplicate_score(contract, outcome.tricks, vulnerable=vulnerable, conventions=conventions)
    return -score if side else score
