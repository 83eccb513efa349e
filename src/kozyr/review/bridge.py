"""Bridge in a review: what a deal is worth to each player in points, all hands seen.

The sheet is settled as if the session were broken off after the deal: a rubber pays for its games and part-scores
(B-RUBBER-V6). Cards are those of the solver. Whoever has honours declares them, and a claim is accepted that gives no
more than best play. A call is held against par from that moment on, without honours.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from kozyr.cards import CardSet, Seat
from kozyr.games import AnyMatch, AnyState, Event, Outcome, Play
from kozyr.games.bridge import Contract, Session, State
from kozyr.games.bridge.bidding import Bidding as Auctioning
from kozyr.games.bridge.honours import ended
from kozyr.games.bridge.over import Over
from kozyr.games.bridge.scoring import imps
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import Outcome as Facts, partner
from kozyr.games.bridge.words import Answer, Bid, Call, Claim, Double, Pass, Redouble, with_meaning
from kozyr.games.match import Stop
from kozyr.review.account import OpenCost, Stage, Unit
from kozyr.review.bridge_calls import Bidding, named
from kozyr.solver.bridge import Board, Hands, Solution, Table, fault, solve, table

unit: Final[Unit] = "points"
nodes: Final = 5_000_000  # fewer do not weigh an opening lead
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


def made(match: AnyMatch, outcome: Outcome) -> Mapping[str, bool]:
    """The declarer's side, and whether the contract was made; nobody where all passed."""
    assert isinstance(match, Session)
    assert isinstance(outcome, Facts)
    if outcome.contract is None or outcome.declarer is None:
        return {}
    declarer, terms = Seat(outcome.declarer), match.next_deal()
    won = (outcome.tricks or 0) >= Contract.parse(outcome.contract).need
    return {terms.name(terms.controls(seat)): won for seat in (declarer, partner(declarer))}


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
        self._tables: dict[Hands, Table] = {}
        self._bidding: dict[tuple[object, ...], Bidding] = {}

    def value(self, state: AnyState) -> Mapping[str, Fraction] | None:
        """What the deal changes for each player if nobody errs from here on; None: the solver does not play it."""
        assert isinstance(state, State)
        try:
            return self._value(state)
        except _Unsolved:
            return None

    def cost(self, state: AnyState, event: Event, after: AnyState) -> OpenCost | None:
        """What a call or an act of the play cost the side of its author; None: a word that changes nothing."""
        assert isinstance(state, State)
        assert isinstance(after, State)
        play = state.play
        if play is None and isinstance(event, Call):
            return self._call(state, after)
        if play is None or not isinstance(event, (Play, Claim, Answer)):
            return None
        try:
            if isinstance(event, Play):
                return self._card(state, play, event)
            by = state.actor if isinstance(event, Answer) else after.claim.by if after.claim is not None else None
            if by is None:
                return None
            name = state.terms.name(by)
            return _cost(state, self._value(state)[name] - self._value(after)[name])
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
            return _cost(state, Fraction(), 0)
        name = state.terms.name(play.turn)
        ideal, real = (self._taken(state, play, won + n)[name] for n in (best, found.moves[event.card]))
        better = tuple(card.text for card, n in found.moves.items() if n == best)
        return _cost(state, ideal - real, lost, better)

    # --- calls ---------------------------------------------------------------------------------------------

    def _call(self, state: State, after: State) -> OpenCost | None:
        """What a call cost its side against par; None: at this table the calls are others."""
        now = state.now
        if not isinstance(now, Auctioning) or state.terms.kind != "four":
            return None
        bidding, then = self._bids(state, now), after.now
        best, side = bidding.value(now.auction), now.turn.position % 2
        if isinstance(then, Auctioning):
            real = self._bids(after, then).value(then.auction)
        elif after.play is None:
            real = Fraction()
        else:
            contract, declarer = after.play.contract, after.play.declarer
            real = self._ends(state, contract, declarer)
        lost = best - real if side == 0 else real - best
        return _cost(state, lost, None, bidding.best(now.auction) if lost > 0 else ())

    def par(self, state: State) -> Fraction:
        """What North gets if both sides bid without errors from this moment of the auction on.

        Raises:
            ValueError: the auction is over, or is one of two or three players.
        """
        now = state.now
        if not isinstance(now, Auctioning) or state.terms.kind != "four":
            raise ValueError("there is no par here")
        return self._bids(state, now).value(now.auction)

    def _bids(self, state: State, now: Auctioning) -> Bidding:
        first = named(now.talk.calls)
        key = (now.dealt.hands, tuple(first.items()))
        found = self._bidding.get(key)
        if found is None:
            found = Bidding(self._table(state), first, lambda contract, seat: self._ends(state, contract, seat))
            self._bidding[key] = found
        return found

    def _table(self, state: State) -> Table:
        n, e, s, w = (CardSet(hand) for hand in state.hands)
        hands = (n, e, s, w)
        found = self._tables.get(hands)
        if found is None:
            found = self._tables[hands] = table(hands)
        return found

    def _ends(self, state: State, contract: Contract, declarer: Seat) -> Fraction:
        """What North gets of a contract at double dummy, honours left out."""
        key = (contract, declarer)
        found = self._worth.get(key)
        if found is None:
            assert state.now is not None
            passed = Over(state.now.dealt, state.now.talk).outcome
            tricks = self._table(state)[contract.denomination.value][declarer]
            outcome = replace(passed, contract=str(contract), declarer=declarer.value, tricks=tricks)
            after = settled(self._match.recorded(outcome))
            found = self._worth[key] = {name: after[name] - self._before[name] for name in after}
        return found[state.terms.name(Seat.N)]


def _cost(state: State, score: Fraction, tricks: int | None = None, better: tuple[str, ...] = ()) -> OpenCost:
    """A cost, with its IMPs where results are compared in them."""
    lost = max(Fraction(), score)
    return OpenCost(lost, tricks, better, imps(int(lost)) if state.terms.conventions.compare == "imps" else None)


__all__ = ["Valuer", "made", "nodes", "partners", "settled", "stages", "unit", "valuer", "word"]
