"""Deberts in a review: what a deal is worth to each player in points of the sheet above the opponent's, all hands seen.

Cards are those of the solver, whose points have one sum: what is best for points is best for the deal. Words before a
player's first card, and those of the dialogue about combinations, are tried one by one. Nobody closes: a player who
does is held against the deal played on.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from kozyr.cards import Card, Seat
from kozyr.games import AnyMatch, AnyState, Event, Outcome as Facts, Play
from kozyr.games.deberts import Outcome, Party, State
from kozyr.games.deberts.play import Playing
from kozyr.review.account import OpenCost, Stage, Unit
from kozyr.solver import deberts as solver
from kozyr.solver.deberts import SEATS, Position, fault

unit: Final[Unit] = "points"
nodes: Final = 1_000_000
stages: Final[Mapping[str, Stage]] = {"auction": "auction"}

_Line = tuple[Fraction, tuple[Event, ...]]  # what N gets above S, and the acts to the end of the deal


def settled(match: AnyMatch) -> Mapping[str, Fraction]:
    """The points of each player above the opponent's. Whoever has won the party has at least its target."""
    assert isinstance(match, Party)
    north, south = match.sheet.points
    if match.winner is not None:
        target = match.conventions.target
        north, south = (max(north, target), south) if match.winner == 0 else (north, max(south, target))
    return {"N": Fraction(north - south), "S": Fraction(south - north)}


def valuer(match: AnyMatch) -> Valuer:
    """Who values the next deal of a party."""
    assert isinstance(match, Party)
    return Valuer(match)


def partners(state: AnyState, seat: Seat) -> frozenset[Seat]:  # noqa: ARG001 - whatever they are
    """Nobody has a partner."""
    return frozenset()


def made(match: AnyMatch, outcome: Facts) -> Mapping[str, bool]:
    """Who has ordered, and whether that wrote points; nobody where all passed."""
    assert isinstance(match, Party)
    assert isinstance(outcome, Outcome)
    if outcome.maker is None:
        return {}
    at = match.names.index(outcome.maker)
    return {outcome.maker: match.recorded(outcome).sheet.points[at] > match.sheet.points[at]}


def word(event: Event) -> str:
    """The token of an event."""
    return event.token


class _Unsolved(Exception):
    """A position that the solver does not play."""


class Valuer:
    """What a deal of one party is worth."""

    def __init__(self, match: Party) -> None:
        self._match, self._before = match, settled(match)["N"]
        self._lines: dict[State, _Line] = {}

    def value(self, state: AnyState) -> Mapping[str, Fraction] | None:
        """What the deal changes for each player if nobody errs from here on; None: the solver does not play it."""
        assert isinstance(state, State)
        try:
            north = self._line(state)[0]
        except _Unsolved:
            return None
        return {"N": north, "S": -north}

    def cost(self, state: AnyState, event: Event, after: AnyState) -> OpenCost | None:
        """What an act cost its author: a card in points, a word or a call in what could have been had."""
        assert isinstance(state, State)
        assert isinstance(after, State)
        seat = state.turn
        if seat is None:
            return None
        try:
            best, real = self._line(state)[0], self._line(after)[0]
            lost = best - real if seat is Seat.N else real - best
            if lost <= 0:
                return OpenCost(Fraction())
            return OpenCost(lost, None, self._better(state, event, seat, best))
        except _Unsolved:
            return None

    def best(self, state: AnyState) -> Event | None:
        """An act that costs nothing with all hands seen."""
        assert isinstance(state, State)
        try:
            acts = self._line(state)[1]
        except _Unsolved:
            return None
        return acts[0] if acts else None

    def _better(self, state: State, event: Event, seat: Seat, best: Fraction) -> tuple[str, ...]:
        """The best choices of the same kind, else the best act, as tokens."""
        if isinstance(event, Play):
            moves = self._moves(state)
            most = max(moves.values())
            cards = tuple(card.text for card, points in moves.items() if points == most)
            if event.card.text not in cards:
                return cards
        words = [one for one in state.legal() if not isinstance(one, Play)]
        found = [one.token for one in words if self._line(state.apply(one, seat))[0] == best]
        return tuple(found) or tuple(act.token for act in self._line(state)[1][:1])

    # --- the best from here on -----------------------------------------------------------------------------

    def _line(self, state: State) -> _Line:
        """The best play of both to the end of the deal."""
        found = self._lines.get(state)
        if found is None:
            found = self._lines[state] = self._found(state)
        return found

    def _found(self, state: State) -> _Line:
        outcome = state.outcome
        if outcome is not None:
            return settled(self._match.recorded(outcome))["N"] - self._before, ()
        seat, legal = state.turn, state.legal()
        if seat is None:
            raise _Unsolved
        words = [event for event in legal if not isinstance(event, Play)]
        lines = [self._with(state, event, seat) for event in words]
        if len(words) < len(legal):
            lines.append(self._with(state, self._card(state), seat))
        return max(lines, key=lambda line: line[0] if seat is Seat.N else -line[0])

    def _with(self, state: State, event: Event, seat: Seat) -> _Line:
        worth, acts = self._line(state.apply(event, seat))
        return worth, (event, *acts)

    def _card(self, state: State) -> Play:
        """A card that gives up no point; of two ways to play it the one with the bella."""
        moves = self._moves(state)
        most = max(moves.values())
        cards = [event for event in state.legal() if isinstance(event, Play) and moves.get(event.card) == most]
        return max(cards, key=lambda event: getattr(event, "bella", False))

    @staticmethod
    def _moves(state: State) -> Mapping[Card, int]:
        now = state.now
        if not isinstance(now, Playing) or state.terms.conventions.must_beat == "never" or now.offences:
            raise _Unsolved
        north, south = (state.hand(seat) for seat in SEATS)
        table = state.trick[0] if state.trick else None
        position = Position((north, south), now.trump, now.tricks.leader, table)
        if fault(position) is not None:
            raise _Unsolved
        return solver.solve(position).moves


__all__ = ["Valuer", "made", "nodes", "partners", "settled", "stages", "unit", "valuer", "word"]
