"""A call held against the expert's: the same hand in other deals that agree with what was seen, each call played out by bots.

The other seats bid as bots do; a deal in which one of them would have called otherwise than in the lesson is not taken while
there are others. Each deal is played from each call on to its end, everybody a novice, and the match says what it brought.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from kozyr import bots
from kozyr.bots.contest import contest_of
from kozyr.cards import Card, CardSet
from kozyr.deals import Layout
from kozyr.games import AnyView, Deal, Entry, Event, Progress
from kozyr.learn.course import Course, seed
from kozyr.learn.lesson import Lesson

WORLDS: Final = 200
_TRIES: Final = 12  # deals drawn for each that is wanted, before one is taken whose calls the bots would not have made
_SURE: Final = 2.6  # standard errors by which a call must lose before the lesson is refused
_LEVEL: Final = "novice"
_ASIDE: Final = -1  # where cards lie that no hand has


class Held(msgspec.Struct, frozen=True):
    """A call beside the expert's. gain: what it brings more, on the average of the worlds; error: of that average.

    natural: of the worlds, those in which the others' bots would have called as they did.
    """

    call: Event
    expert: Event
    gain: float = 0.0
    error: float = 0.0
    worlds: int = 0
    natural: int = 0

    @property
    def loses(self) -> bool:
        """It brings less, by more than chance explains."""
        return self.gain + _SURE * self.error < 0

    @property
    def text(self) -> str:
        """The figure, in words."""
        if self.call == self.expert:
            return f"{self.call.token}: the expert's own call"
        figure = f"{self.gain:+.1f} ± {self.error:.1f} a deal against the expert's {self.expert.token}"
        return f"{self.call.token}: {figure}, {self.worlds} worlds ({self.natural} by the bots' own calls)"


def held(lesson: Lesson, course: Course, calls: Sequence[Event], worlds: int = WORLDS) -> list[Held]:
    """The calls that a lesson takes at a decision, each held against the expert's."""
    state = course.state
    if state is None:
        return []
    view = state.view(lesson.seat)
    expert = bots.choose(view, bots.levels(lesson.game)[-1], seed(lesson))
    others = [call for call in calls if call != expert]
    if not others or not worlds:
        return [Held(call, expert) for call in calls if call == expert]
    gains: dict[Event, list[float]] = {call: [] for call in others}
    natural = 0
    for there, own in _worlds(lesson, course, view, worlds):
        natural += own
        usual = _brought(lesson, there, expert)
        for call in others:
            gains[call].append(_brought(lesson, there, call) - usual)
    found = []
    for call in calls:
        told = gains.get(call)
        if not told:
            found.append(Held(call, expert))
            continue
        mean = sum(told) / len(told)
        spread = math.sqrt(sum((one - mean) ** 2 for one in told) / max(1, len(told) - 1))
        found.append(Held(call, expert, mean, spread / math.sqrt(len(told)), len(told), natural))
    return found


def _worlds(lesson: Lesson, course: Course, view: AnyView, worlds: int) -> Iterator[tuple[Progress, bool]]:
    """Where the learner would decide the same in other deals; whether the others' bots would have led there."""
    chance = random.Random(seed(lesson))  # noqa: S311 - draws worlds, no secret
    layout, known = Layout.parse(lesson.deal), CardSet.of(_cards(view))
    spare: list[Progress] = []
    found = tries = 0
    while found < worlds and tries < _TRIES * worlds:
        tries += 1
        dealt = str(redealt(layout, known, chance))
        there = _led(lesson, course, dealt, natural=True)
        if there is not None:
            found += 1
            yield there, True
        elif len(spare) < worlds:
            there = _led(lesson, course, dealt, natural=False)
            if there is not None:
                spare.append(there)
    for there in spare[: worlds - found]:
        yield there, False


def _led(lesson: Lesson, course: Course, dealt: str, *, natural: bool) -> Progress | None:
    """The same words in another deal; None: it cannot come to them. natural: only if the others' bots say them, too."""
    progress = lesson.begun.step(Entry(1, None, Deal(dealt))).after
    for step in course.steps[1:]:
        state, event, seat = progress.state, step.entry.event, step.entry.seat
        was = step.before.state
        if state is None or was is None or seat is None:
            return None
        hidden = was.shown(event, seat, lesson.seat) != event
        if seat is not lesson.seat and (hidden or natural):
            own = bots.choose(state.view(seat), _LEVEL, seed(lesson)) if state.legal(seat) else event
            if hidden:
                event = own
            elif own != event:
                return None
        if progress.why_not(event, seat) is not None:
            return None
        progress = progress.step(Entry(0, seat, event)).after
    return progress


def _brought(lesson: Lesson, there: Progress, call: Event) -> float:
    """What a call brings the learner in a deal that everybody plays on as a novice does, over what he had."""
    contest, place = contest_of(lesson.game), _place(lesson, there)
    if there.why_not(call, lesson.seat) is not None:
        raise ValueError(f"{call.token} cannot come here")
    step = there.step(Entry(0, lesson.seat, call))
    while step.outcome is None:
        state = step.after.state
        if state is None or state.actor is None:
            break
        event = bots.choose(state.view(state.actor), _LEVEL, seed(lesson))
        step = step.after.step(Entry(0, state.actor, event))
    before = _scores(there, contest.scores(there.match))
    return contest.scores(step.after.match)[place] - before[place]


def _scores(there: Progress, told: list[float]) -> list[float]:
    """The scores before the deal; a match without any has noughts."""
    return told if there.match.history else [0.0] * len(told)


def _place(lesson: Lesson, there: Progress) -> int:
    state = there.state
    assert state is not None
    return there.match.names.index(state.terms.name(lesson.seat))


def _cards(value: object) -> Iterator[Card]:
    """Every card that stands anywhere in a view: all that the viewer has seen."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _cards(getattr(value, field))
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _cards(key)
            yield from _cards(one)
    elif isinstance(value, (tuple, list, frozenset, CardSet)):
        for one in value:
            yield from _cards(one)


def redealt(layout: Layout, known: CardSet, chance: random.Random) -> Layout:
    """The deal with all other cards dealt anew, each known card where it was: in its hand, in its part of it, in the rest."""
    slots: list[tuple[int, bool, Card]] = []  # the place, whether in the first part of its hand, the card
    for at, hand in enumerate(layout.hands):
        first = layout.first[at] or CardSet()
        slots += [(at, card in first, card) for card in hand or ()]
    slots += [(_ASIDE, False, card) for card in layout.rest]
    loose = [card for _, _, card in slots if card not in known]
    chance.shuffle(loose)
    drawn = iter(loose)
    filled = [(at, early, card if card in known else next(drawn)) for at, early, card in slots]

    def dealt(at: int, was: CardSet | None, *, first: bool = False) -> CardSet | None:
        """What lies at a place now; None: nothing lay there."""
        cards = (card for home, early, card in filled if home == at and (early or not first))
        return None if was is None else CardSet.of(cards)

    n, e, s, w = (dealt(at, was) for at, was in enumerate(layout.hands))
    a, b, c, d = (dealt(at, was, first=True) for at, was in enumerate(layout.first))
    return Layout((n, e, s, w), tuple(card for home, _, card in filled if home == _ASIDE), (a, b, c, d))
