"""Preferans as it is taught: which discards are good, with all cards seen. The lessons lie beside this file."""

from __future__ import annotations

from kozyr.cards import CardSet
from kozyr.games import AnyState, Play
from kozyr.games.preferans import Contract, State
from kozyr.games.preferans.words import Discard, read_contract
from kozyr.learn.proof import Values
from kozyr.solver.preferans import SEATS, Kind, Position, values as solved

__all__ = ["forgone", "values"]


def values(state: AnyState, aim: str) -> Values | None:
    """The declarer's tricks after each discard, in the contract that it is for; at misère those that he does not take.

    Raises:
        ValueError: the aim is no contract.
    """
    if not isinstance(state, State) or state.phase != "discard" or state.actor is None:
        return None
    misere = state.contract is Contract.MISERE
    if not aim and not misere:
        return None
    contract = Contract.MISERE if misere else read_contract(aim)
    if contract is None:
        raise ValueError(f"a discard is for a contract, as 6S, not {aim!r}")
    declarer, view = state.actor, state.view(None)
    holds = {seat: CardSet(state.holding(seat)) for seat in state.terms.holders}
    choices = [event for event in state.legal() if isinstance(event, Discard)]
    kind: Kind = "misere" if misere else "tricks"
    positions = []
    for event in choices:
        after = {**holds, declarer: holds[declarer] - CardSet.of(event.cards)}
        n, e, s, w = (after.get(seat) for seat in SEATS)
        positions.append(Position((n, e, s, w), view.terms.hands[0], kind, declarer, contract.trump))
    sign = -1 if misere else 1
    return Values({event: sign * worth for event, worth in zip(choices, solved(positions), strict=True)}, "tricks")


def forgone(state: AnyState, event: Play) -> int:  # noqa: ARG001 - a card is a card here
    """A card gives away what its trick does, and no more."""
    return 0
