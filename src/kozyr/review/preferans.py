"""Preferans in a review: what a deal is worth to each player in whists of the settled sheet, all hands seen.

Before the play each player chooses what is best for that player, knowing that the others do so too; of equal choices the
one that is better for the next player. Against a contract the declarer's tricks are those of the solver; what two whisters
still take falls to them by halves, in both ways of an odd trick.
In an all-pass everybody looks after one's own tricks (the solver's max^n).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Final

import msgspec

from kozyr.cards import CardSet, Seat
from kozyr.games import AnyMatch, AnyState, Event, Outcome as Facts, Play
from kozyr.games.preferans import Contract, Outcome, Pulka, State
from kozyr.games.preferans.over import Over
from kozyr.games.preferans.play import Playing
from kozyr.games.preferans.words import DISCARDS, Name, Peek
from kozyr.games.trick import Four
from kozyr.review.account import OpenCost, Stage, Unit
from kozyr.solver import preferans as solver
from kozyr.solver.integers import cards_of_mask, mask_of, trump_number
from kozyr.solver.preferans import Position, fault

unit: Final[Unit] = "whists"
stages: Final[Mapping[str, Stage]] = {
    "auction": "auction",
    "invite": "auction",
    "talon": "discard",
    "discard": "discard",
    "contract": "discard",
    "whist": "whist",
    "play": "play",
}
_HANDS: Final = 3
_NEAR: Final = 5  # the lowest contracts that are always looked at, however few the tricks

_Row = tuple[Fraction, ...]  # by place in the match


def settled(match: AnyMatch) -> Mapping[str, Fraction]:
    """The whists of each player if the pulka is settled now."""
    return match.results


def valuer(match: AnyMatch) -> Valuer:
    """Who values the next deal of a pulka."""
    assert isinstance(match, Pulka)
    return Valuer(match)


def partners(state: AnyState, seat: Seat) -> frozenset[Seat]:
    """The other defender; nobody has one in an auction or an all-pass."""
    assert isinstance(state, State)
    if state.declarer is None or seat is state.declarer or state.contract is Contract.ALLPASS:
        return frozenset()
    return frozenset(place for place in state.terms.seats if place not in {seat, state.declarer})


def made(match: AnyMatch, outcome: Facts) -> Mapping[str, bool]:  # noqa: ARG001 - whatever it was
    """The declarer, and whether the contract was made; nobody in an all-pass."""
    assert isinstance(outcome, Outcome)
    if outcome.declarer is None:
        return {}
    if outcome.surrender or outcome.tricks is None:
        return {outcome.declarer: not outcome.surrender}
    won = outcome.tricks.get(outcome.declarer, 0)
    return {outcome.declarer: won == 0 if outcome.contract is None else won >= outcome.contract.size}


def word(event: Event) -> str:
    """The token of an event."""
    return event.token


class _Unsolved(Exception):
    """A position that the solver does not play."""


class Valuer:
    """What a deal of one pulka is worth."""

    def __init__(self, match: Pulka) -> None:
        self._match = match
        self._names = match.names
        self._before = match.results
        self._settled: dict[tuple[object, ...], _Row] = {}
        self._whisted: dict[tuple[object, ...], _Row] = {}
        self._solved: dict[Position, int] = {}

    def value(self, state: AnyState) -> Mapping[str, Fraction] | None:
        """What the deal changes for each player if nobody errs from here on; None: the solver does not play it."""
        assert isinstance(state, State)
        try:
            return dict(zip(self._names, self._value(state), strict=True))
        except _Unsolved:
            return None

    # --- what the sheet makes of facts ---------------------------------------------------------------------

    def _facts(self, outcome: Outcome) -> _Row:
        results = self._match.recorded(outcome).results
        return tuple(results[name] - self._before[name] for name in self._names)

    def _ended(self, now: Playing, won: Four) -> _Row:
        """The change where the hands have taken so many tricks."""
        key = (now.contract, now.defence, won, now.factor)
        found = self._settled.get(key)
        if found is None:
            tricks = msgspec.structs.replace(now.tricks, won=won)
            facts = Over(now.dealt, now.bids, now.game, now.defence, tricks).outcome
            found = self._settled[key] = self._facts(facts)
        return found

    def _taken(self, state: State, declarer: Seat, more: int, left: int) -> _Row:
        """The change where the declarer takes so many more tricks of those left, the defenders the rest by halves."""
        now = state.now
        assert isinstance(now, Playing)
        one, two = (seat for seat in state.terms.holders if seat is not declarer)
        rest = left - more
        rows = []
        for first in {rest // 2, rest - rest // 2}:
            won = list(state.won)
            won[declarer.position] += more
            won[one.position] += first
            won[two.position] += rest - first
            rows.append(self._ended(now, (won[0], won[1], won[2], won[3])))
        return tuple(sum(row, Fraction()) / len(rows) for row in zip(*rows, strict=True))

    def _shared(self, state: State, each: Mapping[Seat, int], left: int) -> _Row:
        """The change of an all-pass where these hands take so many more tricks; what is over is the talon's."""
        now, won = state.now, list(state.won)
        assert isinstance(now, Playing)
        for seat, more in each.items():
            won[seat.position] += more
        if now.tricks.owner is not None:
            won[now.tricks.owner.position] += left - sum(each.values())
        return self._ended(now, (won[0], won[1], won[2], won[3]))

    # --- the best from here on -----------------------------------------------------------------------------

    def _value(self, state: State) -> _Row:
        if state.outcome is not None:
            return self._facts(state.outcome)
        if state.phase == "play":
            return self._played(state)
        if state.phase == "whist":
            return self._whists(state)
        if state.phase == "discard":
            return self._best(state, self._discards(state))
        if state.phase == "contract":
            return self._best(state, self._contracts(state))
        return self._best(state, state.legal())

    def _best(self, state: State, events: Iterable[Event]) -> _Row:
        """The row of what the actor likes best; of equal ones, what the next player likes best, and so on."""
        seat = state.actor
        assert seat is not None
        me = self._names.index(state.terms.name(seat))
        rows = [self._value(state.apply(event, seat)) for event in events if not isinstance(event, Peek)]
        return max(rows, key=lambda row: row[me:] + row[:me])

    def _played(self, state: State) -> _Row:
        position = _position(state)
        if state.declarer is None:
            found = solver.solve(position)
            return self._shared(state, found.maxn or {}, position.left)
        taken = self._solved.get(position)
        if taken is None:
            (taken,) = solver.values((position,))
            self._solved[position] = taken
        return self._taken(state, state.declarer, taken, position.left)

    def _whists(self, state: State) -> _Row:
        """Answers depend on the cards only by what the declarer can take."""
        declarer, contract = state.declarer, state.contract
        assert declarer is not None
        assert contract is not None
        taken = _tricks(state, _masks(state, state.discarded), contract)
        key = (contract, declarer, state.defence, state.actor, taken)
        found = self._whisted.get(key)
        if found is None:
            found = self._whisted[key] = self._best(state, state.legal())
        return found

    def _discards(self, state: State) -> list[Event]:
        """For each trump one discard for each number of tricks that can be left by one; at misère likewise."""
        assert state.declarer is not None
        if len(state.terms.holders) != _HANDS:
            raise _Unsolved
        held = state.now.hands[state.declarer.position] if state.now is not None else 0
        twelve = list(cards_of_mask(_number_mask(held)))
        games = [Contract.MISERE] if state.contract is Contract.MISERE else _ONE_OF_EACH
        found: dict[tuple[Contract, int], Event] = {}
        for one, two in combinations(twelve, 2):
            hands = _masks(state, one.bit | two.bit)
            for contract in games:
                taken = _tricks(state, hands, contract)
                found.setdefault((contract, taken), DISCARDS[one.bit | two.bit])
        most = {c: max(n for other, n in found if other is c) for c in games}
        kept = [event for (c, n), event in found.items() if c is Contract.MISERE or n >= most[c] - 1]
        return list(dict.fromkeys(kept))

    def _contracts(self, state: State) -> list[Event]:
        """The contracts that may be worth naming: those within a trick of what can be taken, and the lowest."""
        named = [event for event in state.legal() if isinstance(event, Name)]
        lowest = sorted(named, key=lambda event: event.contract.step)[:_NEAR]
        hands = _masks(state, state.discarded)
        near = [event for event in named if event.contract.size <= _tricks(state, hands, event.contract) + 1]
        return list(dict.fromkeys([*lowest, *near])) or list(state.legal())

    # --- what an act cost ----------------------------------------------------------------------------------

    def cost(self, state: AnyState, event: Event, after: AnyState) -> OpenCost | None:
        """What an act after the auction cost the side of whoever acted."""
        assert isinstance(state, State)
        assert isinstance(after, State)
        if stages.get(state.phase, "play") == "auction" or state.actor is None:
            return None
        try:
            if isinstance(event, Play):
                return self._card(state, event)
            return self._word(state, after)
        except _Unsolved:
            return None

    def best(self, state: AnyState) -> Event | None:
        """An act that costs nothing with all hands seen."""
        assert isinstance(state, State)
        try:
            return self._first_best(state)
        except _Unsolved:
            return None

    def _first_best(self, state: State) -> Event | None:
        seat = state.actor
        if seat is None or stages.get(state.phase, "play") == "auction" or not state.legal():
            return None
        if len(state.legal()) == 1:
            return state.legal()[0]
        if not all(isinstance(event, Play) for event in state.legal()):
            me = self._names.index(state.terms.name(seat))
            best = self._value(state)[me]
            found = next(iter(self._better(state, me, best)), None)
            return next((event for event in self._choices(state) if event.token == found), None)
        position = _position(state)
        moves = solver.solve(position).moves
        greedy = state.declarer is None or (position.mover is state.declarer)
        if state.declarer is None or state.contract is Contract.MISERE:
            greedy = not greedy
        wanted = max(moves.values()) if greedy else min(moves.values())
        return next(event for event in state.legal() if isinstance(event, Play) and moves.get(event.card) == wanted)

    def _card(self, state: State, event: Play) -> OpenCost:
        position = _position(state)
        if event.card not in position.legal:
            raise _Unsolved
        found, left, declarer = solver.solve(position), position.left, state.declarer
        if declarer is None:
            vectors = found.moves_maxn or {}
            mine = {card: each[position.mover] for card, each in vectors.items()}
            best = min(mine.values())
            better = tuple(card.text for card, n in mine.items() if n == best)
            first = next(card for card, n in mine.items() if n == best)
            me = self._names.index(state.terms.name(position.mover))
            rows = [self._shared(state, vectors[card], left)[me] for card in (first, event.card)]
            lost = mine[event.card] - best
            return OpenCost(rows[0] - rows[1] if lost else Fraction(), lost, () if not lost else better)
        greedy = (state.contract is not Contract.MISERE) == (position.mover is declarer)
        best = max(found.moves.values()) if greedy else min(found.moves.values())
        lost = abs(best - found.moves[event.card])
        better = tuple(card.text for card, n in found.moves.items() if n == best)
        ideal, real = (self._taken(state, declarer, n, left) for n in (best, found.moves[event.card]))
        side = [self._names.index(state.terms.name(seat)) for seat in _side(state, position.mover)]
        score = sum((ideal[who] - real[who] for who in side), Fraction())
        return OpenCost(max(score, Fraction()), lost, better if lost else ())

    def _word(self, state: State, after: State) -> OpenCost:
        """A discard, a contract, an answer: what its author could have had."""
        seat = state.actor
        assert seat is not None
        me = self._names.index(state.terms.name(seat))
        best, real = self._value(state)[me], self._value(after)[me]
        if best <= real:
            return OpenCost(Fraction())
        return OpenCost(best - real, None, tuple(self._better(state, me, best)))

    def _better(self, state: State, me: int, best: Fraction) -> Iterable[str]:
        """The best choices, as tokens."""
        for event in self._choices(state):
            if self._value(state.apply(event, state.actor))[me] == best:
                yield event.token

    def _choices(self, state: State) -> list[Event]:
        """The words that are worth looking at."""
        if state.phase == "discard":
            return self._discards(state)
        if state.phase == "contract":
            return self._contracts(state)
        return [event for event in state.legal() if not isinstance(event, Peek)]


_ONE_OF_EACH: Final = [contract for contract in Contract if contract.size == 6]


def _side(state: State, seat: Seat) -> list[Seat]:
    """The players who win and lose with a seat, itself among them."""
    if seat is state.declarer:
        return [seat]
    return [place for place in state.terms.hands if place is not state.declarer]


def _position(state: State) -> Position:
    try:
        position = Position.of(state)
    except ValueError:  # two hands alone: gusarik's all-pass
        raise _Unsolved from None
    if fault(position) is not None:
        raise _Unsolved
    return position


def _number_mask(bits: int) -> int:
    return mask_of(CardSet(bits))


def _masks(state: State, put_away: int) -> list[int]:
    """The hands that are played when these cards are put away, in the solver's masks by seat."""
    now = state.now
    assert now is not None
    return [mask_of(CardSet(now.hands[seat.position] & ~put_away)) for seat in _seats(state)]


def _seats(state: State) -> list[Seat]:
    return [seat for seat in Seat if seat in state.terms.holders]


def _tricks(state: State, hands: list[int], contract: Contract) -> int:
    """The declarer's tricks at a contract, from the first lead on."""
    seats, declarer = _seats(state), state.declarer
    if declarer is None or len(seats) != _HANDS:
        raise _Unsolved
    kind: solver.Kind = "tricks" if contract.size else "misere"
    answer = solver.quick(
        kind,
        trump_number(contract.trump),
        seats.index(declarer),
        seats.index(state.terms.holders[0]),
        hands,
        moves=False,
    )
    return answer.value


__all__ = ["Valuer", "made", "partners", "settled", "stages", "unit", "valuer", "word"]
