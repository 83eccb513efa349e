"""Bridge in a review: what a deal is worth to each player in points, all hands seen.

The sheet is settled as if the session were broken off after the deal: a rubber pays for its games and part-scores
(B-RUBBER-V6). Cards are those of the solver. Whoever has honours declares them, and a claim is accepted that gives no
more than best play.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from kozyr.cards import CardSet, Seat
from kozyr.games import AnyMatch, AnyState, Event, Play
from kozyr.games.bridge import Session, State
from kozyr.games.bridge.honours import ended
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import partner
from kozyr.games.bridge.words import Answer, Bid, Claim, Double, Pass, Redouble, with_meaning
from kozyr.games.match import Stop
from kozyr.review.account import OpenCost, Stage, Unit
from kozyr.solver.bridge import Board, Solution, fault, solve

unit: Final[Unit] = "points"
stages: Final[Mapping[str, Stage]] = {"auction": "auction"}


def settled(match: AnyMatch) -> Mapping[str, Fraction]:
    """The points of each player if the session is broken off now."""
    return match.results if match.finished else match.amended(Stop()).results


def valuer(match: AnyMatch) -> Valuer:
    """Who values the next deal of a session."""
    assert isinstance(match, Session)
    return Valuer(match)


def partners(state: AnyState, seat: Seat) -> frozenset[Seat]:
    """The player opposite; nobody, where one player holds both hands."""
    assert isinstance(state, State)
    return frozenset({state.terms.controls(partner(seat))} - {seat})


def word(event: Event) -> str:
    """The token of an event, of a call without its meaning."""
    return with_meaning(event, "").token if isinstance(event, (Bid, Double, Pass, Redouble)) else event.token


class _Unsolved(Exception):
    """A position that the solver does not play."""


class Valuer:
    """What a deal of one session is worth."""

    def __init__(self, match: Session) -> None:
        self._match, self._before = match, settled(match)
        self._solved: dict[tuple[object, ...], Solution] = {}
        self._worth: dict[tuple[object, ...], Mapping[str, Fraction]] = {}

    def value(self, state: AnyState) -> Mapping[str, Fraction] | None:
        """What the deal changes for each player if nobody errs from here on; None: the solver does not play it."""
        assert isinstance(state, State)
        try:
            return self._value(state)
        except _Unsolved:
            return None

    def cost(self, state: AnyState, event: Event, after: AnyState) -> OpenCost | None:
        """What an act of the play cost the side of its author; None: a call, or a word that changes nothing."""
        assert isinstance(state, State)
        assert isinstance(after, State)
        play = state.play
        if play is None or not isinstance(event, (Play, Claim, Answer)):
            return None
        try:
            if isinstance(event, Play):
                return self._card(state, play, event)
            by = state.actor if isinstance(event, Answer) else after.claim.by if after.claim is not None else None
            if by is None:
                return None
            name = state.terms.name(by)
            return OpenCost(max(Fraction(), self._value(state)[name] - self._value(after)[name]))
        except _Unsolved:
            return None

    def best(self, state: AnyState) -> Event | None:
        """An act that costs nothing with all hands seen; None in an auction."""
        assert isinstance(state, State)
        play, legal = state.play, state.legal()
        if play is None or not legal:
            return None
        if not isinstance(legal[0], Play):
            name = state.terms.name(state.actor or play.turn)
            return max(legal, key=lambda event: self._value(state.apply(event))[name])
        try:
            moves = self._solution(state, play).moves
        except _Unsolved:
            return None
        wanted = max(moves.values()) if self._declares(play, play.turn) else min(moves.values())
        return next(event for event in legal if isinstance(event, Play) and moves[event.card] == wanted)

    # --- the best from here on -----------------------------------------------------------------------------

    def _value(self, state: State) -> Mapping[str, Fraction]:
        outcome = state.outcome
        if outcome is not None:
            after = settled(self._match.recorded(outcome))
            return {name: after[name] - self._before[name] for name in after}
        play = state.play
        if play is None:
            raise _Unsolved
        if state.claim is not None or state.phase == "honours":
            name = state.terms.name(state.actor or play.turn)
            rows = [self._value(state.apply(event)) for event in state.legal()]
            return max(rows, key=lambda row: row[name])
        return self._taken(state, play, play.taken + self._solution(state, play).value)

    def _taken(self, state: State, play: CardPlay, tricks: int) -> Mapping[str, Fraction]:
        """The change where the declarer has so many tricks in the end."""
        key = (play.contract, play.declarer, play.honours, tricks)
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._value(replace(state, now=ended(replace(play, agreed=tricks))))
        return found

    def _solution(self, state: State, play: CardPlay) -> Solution:
        n, e, s, w = (CardSet(hand) for hand in state.hands)
        board = Board((n, e, s, w), play.contract.trump, play.declarer, play.tricks.leader, state.trick)
        key = (board.hands, board.leader, board.trick)
        found = self._solved.get(key)
        if found is None:
            if fault(board) is not None:
                raise _Unsolved
            found = self._solved[key] = solve(board)
        return found

    @staticmethod
    def _declares(play: CardPlay, seat: Seat) -> bool:
        return seat in {play.declarer, play.dummy}

    def _card(self, state: State, play: CardPlay, event: Play) -> OpenCost:
        found, won = self._solution(state, play), play.taken
        if event.card not in found.moves:
            raise _Unsolved
        ours = self._declares(play, play.turn)
        best = max(found.moves.values()) if ours else min(found.moves.values())
        lost = abs(best - found.moves[event.card])
        if not lost:
            return OpenCost(Fraction(), 0)
        name = state.terms.name(play.turn)
        ideal, real = (self._taken(state, play, won + n)[name] for n in (best, found.moves[event.card]))
        better = tuple(card.text for card, n in found.moves.items() if n == best)
        return OpenCost(max(Fraction(), ideal - real), lost, better)


__all__ = ["Valuer", "partners", "settled", "stages", "unit", "valuer", "word"]
