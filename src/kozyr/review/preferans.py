"""Preferans in a review: what a deal is worth to each player in whists of the settled sheet, all hands seen.

Before the play, from the first call on, each player knows all cards and chooses what is best for that player. All expect
the same of the others. Of equal choices a player takes the one that is better for the next player. Against a contract the
declarer's tricks are those of the solver. What two whisters still take falls to them by halves, in both ways of an odd trick.
In an all-pass everybody looks after one's own tricks (the solver's max^n); of two hands one takes what the other does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations, islice
from typing import Final

from msgspec.structs import replace

from kozyr.cards import Card, CardSet, Seat
from kozyr.games import AnyMatch, AnyState, Event, Outcome as Facts, Play
from kozyr.games.preferans import Contract, Outcome, Pulka, State
from kozyr.games.preferans.over import Over
from kozyr.games.preferans.play import Playing
from kozyr.games.preferans.words import DISCARDS, PLAYS, Claim, Name, Peek
from kozyr.games.trick import Four
from kozyr.review.account import OpenCost, Stage, Unit
from kozyr.review.preferans_duels import Duels, two_handed
from kozyr.solver import preferans as solver
from kozyr.solver.integers import mask_of, trump_number
from kozyr.solver.preferans import Position, fault

unit: Final[Unit] = "whists"
nodes: Final = 1_000_000
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
_TRICKS: Final = 10
_CALLS: Final = 3  # of the best calls that are named
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
        self._called: dict[tuple[object, ...], _Row] = {}
        self._bought: dict[tuple[object, ...], Mapping[tuple[Contract, int], Event]] = {}
        self._named: dict[tuple[object, ...], Mapping[Contract, _Row]] = {}
        self._whisted: dict[tuple[object, ...], _Row] = {}
        self._leads: dict[tuple[object, ...], int] = {}
        self._solved: dict[Position, int] = {}
        self._duels = Duels()

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
        bids, game = now.bids, now.game
        said = (bids.declarer, bids.shared, bids.auction.hand, bids.auction.blind_passers)
        key = (*said, game.refused, now.contract, now.defence, won, now.factor)
        found = self._settled.get(key)
        if found is None:
            tricks = replace(now.tricks, won=won)
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
        if state.claim is not None:
            return self._best(state, state.legal())
        if state.phase == "play":
            return self._played(state)
        if state.phase == "whist":
            return self._whists(state)
        if state.phase == "discard":
            return self._put_away(state)
        if state.phase == "contract":
            return self._best(state, self._contracts(state))
        return self._calls(state)

    def _calls(self, state: State) -> _Row:
        """The auction. Moments that differ only by who has said what on the way are one."""
        now = state.now
        assert now is not None
        key = (state.phase, now.bids.auction, now.bids.shared, now.dealt.hands)
        found = self._called.get(key)
        if found is None:
            found = self._called[key] = self._best(state, state.legal())
        return found

    def _best(self, state: State, events: Iterable[Event]) -> _Row:
        """The row of what the actor likes best; of equal ones, what the next player likes best, and so on."""
        seat = state.actor
        assert seat is not None
        return self._liked(
            state, (self._value(state.apply(event, seat)) for event in events if not isinstance(event, Peek))
        )

    def _liked(self, state: State, rows: Iterable[_Row]) -> _Row:
        seat = state.actor
        assert seat is not None
        me = self._names.index(state.terms.name(seat))
        return max(rows, key=lambda row: row[me:] + row[:me])

    def _played(self, state: State) -> _Row:
        if two_handed(state):
            each = self._duels.after(state)
            return self._shared(state, min(each.values(), key=lambda row: row[_mover(state)]), _left(state))
        position = _position(state)
        if state.declarer is None:
            found = solver.solve(position)
            return self._shared(state, found.maxn or {}, position.left)
        more = self._solved.get(position)
        if more is None:
            (more,) = solver.values((position,))
            self._solved[position] = more
        return self._taken(state, state.declarer, more, position.left)

    def _whists(self, state: State) -> _Row:
        """Answers depend on the cards only by what the declarer can take."""
        declarer, contract = state.declarer, state.contract
        assert declarer is not None
        assert contract is not None
        taken = self._tricks(state, state.discarded, contract)
        key = (contract, declarer, state.factor, state.defence, state.actor, taken)
        found = self._whisted.get(key)
        if found is None:
            found = self._whisted[key] = self._best(state, state.legal())
        return found

    def _put_away(self, state: State) -> _Row:
        """The best discard: for a misère, or with the best contract that the bid still allows."""
        bid = state.auction.contract
        if state.contract is Contract.MISERE:
            return self._best(state, self._discards(state).values())
        lowest = bid.step if bid is not None and bid.size else Contract.S6.step
        rows = self._contracted(state)
        return self._liked(state, (row for contract, row in rows.items() if contract.step >= lowest))

    def _contracted(self, state: State) -> Mapping[Contract, _Row]:
        """Each contract with the discard that its declarer likes best for it, whatever was bid."""
        now, seat = state.now, state.declarer
        assert now is not None
        assert seat is not None
        key = (seat, state.factor, now.bids.auction.dark, now.dealt.hands)
        if key not in self._named:
            lowest = replace(now.bids, auction=replace(now.bids.auction, contract=Contract.S6))
            free, rows = replace(state, now=replace(now, bids=lowest)), dict[Contract, list[_Row]]()
            for (six, _), event in self._discards(state).items():
                after = free.apply(event, seat)
                for contract in Contract:
                    if contract.size and contract.trump is six.trump:
                        rows.setdefault(contract, []).append(self._value(after.apply(Name(contract), seat)))
            self._named[key] = {contract: self._liked(state, some) for contract, some in rows.items()}
        return self._named[key]

    def _discards(self, state: State) -> Mapping[tuple[Contract, int], Event]:
        """For each trump one discard for the most tricks, one for a trick less; at misère one for each number of tricks."""
        now, declarer = state.now, state.declarer
        assert now is not None
        assert declarer is not None
        if len(state.terms.holders) != _HANDS:
            raise _Unsolved
        games = [Contract.MISERE] if state.contract is Contract.MISERE else _ONE_OF_EACH
        key = (declarer, games[0], now.dealt.hands)
        if key not in self._bought:
            found: dict[tuple[Contract, int], Event] = {}
            for one, two in combinations(CardSet(now.hands[declarer.position]), 2):
                away = one.bit | two.bit
                for contract in games:
                    found.setdefault((contract, self._tricks(state, away, contract)), DISCARDS[away])
            most = {game: max(n for other, n in found if other is game) for game in games}
            duck = games[0] is Contract.MISERE
            self._bought[key] = {(game, n): event for (game, n), event in found.items() if duck or n >= most[game] - 1}
        return self._bought[key]

    def _tricks(self, state: State, put_away: int, contract: Contract) -> int:
        """The declarer's tricks at a contract when these cards are put away, from the first lead on."""
        hands, declarer = _masks(state, put_away), state.declarer
        key = (tuple(hands), declarer, contract.trump, contract.size > 0)
        found = self._leads.get(key)
        if found is None:
            found = self._leads[key] = _tricks(state, hands, contract)
        return found

    def _contracts(self, state: State) -> list[Event]:
        """The contracts that may be worth naming: those within a trick of what can be taken, and the lowest."""
        named = [event for event in state.legal() if isinstance(event, Name)]
        lowest = sorted(named, key=lambda event: event.contract.step)[:_NEAR]
        away = state.discarded
        near = [event for event in named if event.contract.size <= self._tricks(state, away, event.contract) + 1]
        return list(dict.fromkeys([*lowest, *near])) or list(state.legal())

    # --- what an act cost ----------------------------------------------------------------------------------

    def cost(self, state: AnyState, event: Event, after: AnyState) -> OpenCost | None:
        """What an act cost the side of whoever acted; a call costs its author alone."""
        assert isinstance(state, State)
        assert isinstance(after, State)
        if state.actor is None:
            return None
        try:
            if isinstance(event, Play):
                return self._card(state, event)
            return self._word(state, after, after.claim.by if isinstance(event, Claim) and after.claim else state.actor)
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
        if seat is None or not state.legal():
            return None
        if len(state.legal()) == 1:
            return state.legal()[0]
        if not all(isinstance(event, Play) for event in state.legal()):
            me = self._names.index(state.terms.name(seat))
            best = self._value(state)[me]
            found = next(iter(self._better(state, me, best)), None)
            return next((event for event in self._choices(state) if event.token == found), None)
        if two_handed(state):
            each = self._duels.after(state)
            return PLAYS[min(each, key=lambda card: each[card][_mover(state)])]
        position = _position(state)
        solved = solver.solve(position)
        if state.declarer is None:  # everybody for oneself, as a card is valued
            return PLAYS[_own(solved, position.mover)]
        greedy = (state.contract is not Contract.MISERE) == (position.mover is state.declarer)
        wanted = max(solved.moves.values()) if greedy else min(solved.moves.values())
        return next(
            event for event in state.legal() if isinstance(event, Play) and solved.moves.get(event.card) == wanted
        )

    def _card(self, state: State, event: Play) -> OpenCost:
        if two_handed(state):
            return self._ducked(state, event, self._duels.after(state), _left(state))
        position = _position(state)
        if event.card not in position.legal:
            raise _Unsolved
        found, left, declarer = solver.solve(position), position.left, state.declarer
        if declarer is None:
            return self._ducked(state, event, found.moves_maxn or {}, left)
        greedy = (state.contract is not Contract.MISERE) == (position.mover is declarer)
        best = max(found.moves.values()) if greedy else min(found.moves.values())
        lost = abs(best - found.moves[event.card])
        better = tuple(card.text for card, n in found.moves.items() if n == best)
        ideal, real = (self._taken(state, declarer, n, left) for n in (best, found.moves[event.card]))
        side = [self._names.index(state.terms.name(seat)) for seat in _side(state, position.mover)]
        score = sum((ideal[who] - real[who] for who in side), Fraction())
        return OpenCost(max(score, Fraction()), lost, better if lost else ())

    def _ducked(self, state: State, event: Play, after: Mapping[Card, Mapping[Seat, int]], left: int) -> OpenCost:
        """A card of an all-pass. after: each hand's tricks to come after each card."""
        mover = _mover(state)
        mine = {card: each[mover] for card, each in after.items()}
        best = min(mine.values())
        better = tuple(card.text for card, n in mine.items() if n == best)
        first = next(card for card, n in mine.items() if n == best)
        me = self._names.index(state.terms.name(mover))
        rows = [self._shared(state, after[card], left)[me] for card in (first, event.card)]
        lost = mine[event.card] - best
        return OpenCost(rows[0] - rows[1] if lost else Fraction(), lost, () if not lost else better)

    def _word(self, state: State, after: State, by: Seat) -> OpenCost:
        """A call, a discard, a contract, a claim, an answer: what its author could have had."""
        me = self._names.index(state.terms.name(by))
        best, real = self._value(state)[me], self._value(after)[me]
        if best <= real:
            return OpenCost(Fraction())
        return OpenCost(best - real, None, tuple(self._better(state, me, best)) if by is state.actor else ())

    def _better(self, state: State, me: int, best: Fraction) -> Iterable[str]:
        """The best choices, as tokens; of calls the lowest."""
        found = (e.token for e in self._choices(state) if self._value(state.apply(e, state.actor))[me] == best)
        return islice(found, _CALLS) if stages.get(state.phase) == "auction" else found

    def _choices(self, state: State) -> list[Event]:
        """The words that are worth looking at."""
        if state.phase == "discard":
            return list(dict.fromkeys(self._discards(state).values()))
        if state.phase == "contract":
            return self._contracts(state)
        return [event for event in state.legal() if not isinstance(event, Peek)]


_ONE_OF_EACH: Final = [contract for contract in Contract if contract.size == 6]


def _side(state: State, seat: Seat) -> list[Seat]:
    """The players who win and lose with a seat, itself among them."""
    if seat is state.declarer:
        return [seat]
    return [place for place in state.terms.hands if place is not state.declarer]


def _mover(state: State) -> Seat:
    """The hand that plays next."""
    assert state.turn is not None
    return state.turn


def _own(found: solver.Solution, mover: Seat) -> Card:
    """A card with which the mover takes fewest where everybody looks after oneself; the one that `maxn` goes on with, if any."""
    after = found.moves_maxn or {}
    least = min(each[mover] for each in after.values())
    cards = [card for card, each in after.items() if each[mover] == least]
    return next((card for card in cards if after[card] == found.maxn), cards[0])


def _left(state: State) -> int:
    """The tricks to come, the one on the table among them."""
    return _TRICKS - len(state.history)


def _position(state: State) -> Position:
    try:
        position = Position.of(state)
    except ValueError:
        raise _Unsolved from None
    if fault(position) is not None:
        raise _Unsolved
    return position


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


__all__ = ["Valuer", "made", "nodes", "partners", "settled", "stages", "unit", "valuer", "word"]
