"""Deberts: what to order and to declare, and the last four tricks.

Cards bring points in tricks, the last trick's ten among them. Words before the first trick are worth what the sheet then
says of the player above the opponent, with best play of both; `kozyr.review` finds it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from kozyr import bots
from kozyr.bots.frame import Level
from kozyr.cards import Seat
from kozyr.deals import DEBERTS, numbered_deal
from kozyr.games import AnyState, AnyView, Deal, Event, Play, Progress, game
from kozyr.games.deberts import State
from kozyr.problems.part import SEED, Found, Theme, Unit
from kozyr.review.deberts import Valuer, valuer
from kozyr.solver.deberts import SEATS, Position, fault, solve

themes: Final = (Theme("order", once=True), Theme("declare", once=True), Theme("last-four"))
unit: Final[Unit] = "points"
least: Final = 5

_PRESET: Final = "moscow"
_LAST: Final = 4
_SURE: Final = 0.85  # how often a card on the way to the moment is one that gives nothing away
_ALL: Final = 1_000  # more than any deal brings


def side(state: AnyState, seat: Seat) -> frozenset[Seat]:  # noqa: ARG001 - whatever the deal is
    """The seat alone."""
    return frozenset({seat})


def score(state: AnyState, seat: Seat) -> int:
    """The points in the seat's tricks; of a deal that is over by words, as in a bait, too."""
    assert isinstance(state, State)
    return 0 if state.course is None else state.course.taken[seat.position]


def most(state: AnyState, seat: Seat) -> int:  # noqa: ARG001 - the same for both
    """All points of the cards in the hands and on the table, and the last trick's ten; before the first card more than enough."""
    assert isinstance(state, State)
    course = state.course
    if course is None or not course.tricks.begun:
        return _ALL
    held = sum(state.holding(place) for place in SEATS) | sum(card.bit for card in state.trick)
    return course.points(held) + 10 * (state.outcome is None)


def values(state: AnyState, aim: str) -> Mapping[Event, int]:  # noqa: ARG001 - nothing is put away in this game
    """What each choice brings.

    Raises:
        ValueError: the solver does not play this moment.
    """
    assert isinstance(state, State)
    if all(isinstance(event, Play) for event in state.legal()) and state.course is not None:
        return _cards(state)
    own, seat = _valuer(), state.turn
    assert seat is not None
    found: dict[Event, int] = {}
    for event in state.legal():
        worth = own.value(state.apply(event, seat))
        if worth is None:
            raise ValueError("the solver does not play this moment")
        found[event] = int(worth[seat.value])
    return found


def _cards(state: State) -> Mapping[Event, int]:
    position = _position(state)
    if (wrong := fault(position)) is not None:
        raise ValueError(wrong)
    moves, had = solve(position).moves, score(state, position.mover)
    return {event: had + moves[event.card] for event in state.legal() if isinstance(event, Play)}


def _position(state: State) -> Position:
    course = state.course
    assert course is not None
    north, south = (state.hand(seat) for seat in SEATS)
    return Position((north, south), course.trump, course.tricks.leader, state.trick[0] if state.trick else None)


def _begun() -> Progress:
    rules = game("deberts")
    return Progress.start(rules.start(rules.agree(_PRESET, {}, 2), 2, 0))


def _valuer() -> Valuer:
    return valuer(_begun().match)


def best(state: AnyState, aim: str, asked: Seat) -> Event:  # noqa: ARG001 - the points have one sum
    """A choice that gives nothing away; the deal of a word is played on as the post-mortem does."""
    assert isinstance(state, State)
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    if all(isinstance(event, Play) for event in legal) and state.course is not None:
        found = values(state, aim)
        return max(found, key=lambda event: (found[event], event.token))
    return _valuer().best(state) or legal[0]


def chosen(view: AnyView, level: Level, budget: bots.Budget) -> Event:
    """A bot's choice."""
    return bots.choose(view, level, SEED, budget)


def groups(state: AnyState) -> tuple[frozenset[Event], ...]:
    """Each choice is one, since cards differ by their points; beside a word all cards are one: to say nothing."""
    legal = state.legal()
    words = [frozenset({event}) for event in legal if not isinstance(event, Play)]
    cards = [event for event in legal if isinstance(event, Play)]
    return (*words, frozenset(cards)) if words and cards else (*words, *(frozenset({event}) for event in cards))


# --- from seeds ----------------------------------------------------------------------------------------------------


def seek(theme: str, chance: random.Random) -> Iterator[Found]:
    """The moments of a theme in one drawn deal."""
    way = _Way(chance)
    if theme == "order":  # in the second round, in any other suit than the one turned up
        way.say("pass", "pass", *(("pass",) if chance.random() < 0.5 else ()))
        yield way.at()
        return
    way.say(*(("pass",) if chance.random() < 0.5 else ()), "order")
    if theme == "declare":
        if sum(not isinstance(event, Play) for event in way.state.legal()) > 1:
            yield way.at()
        return
    while way.state.outcome is None:
        cards = all(isinstance(event, Play) for event in way.state.legal())
        left = max(len(way.state.hand(seat)) for seat in SEATS)
        spoken = any(event.token.startswith("bella") for event in way.state.legal())  # worth more than its trick
        if cards and left <= _LAST and not spoken:
            yield way.at()
        way.goes_on()


class _Way:
    """A drawn deal on its way to a moment."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.begun, self.past = chance, _begun(), list[Event]()
        assert self.begun.state is not None
        self.deal = str(numbered_deal(chance.randrange(DEBERTS.deals), DEBERTS, self.begun.state.terms.holders))
        state = self.begun.state.apply(Deal(self.deal))
        assert isinstance(state, State)
        self.state: State = state

    def say(self, *tokens: str) -> None:
        """Words, one after another."""
        for token in tokens:
            self.do(game("deberts").parse(token))

    def do(self, event: Event) -> None:
        """One event more."""
        self.state = self.state.apply(event)
        self.past.append(event)

    def at(self) -> Found:
        """The moment."""
        return Found(self.begun, self.deal, tuple(self.past), self.state, _PRESET, 2, 0)

    def goes_on(self) -> None:
        """One choice more: of cards mostly one that gives nothing away."""
        legal: list[Event] = list(self.state.legal())
        if all(isinstance(event, Play) for event in legal) and len(legal) > 1 and self.chance.random() < _SURE:
            found = _cards(self.state)
            right = max(found.values())
            legal = [event for event in found if found[event] == right]
        self.do(self.chance.choice(legal))


__all__ = ["best", "chosen", "groups", "least", "most", "score", "seek", "side", "themes", "unit", "values"]
