"""A lesson played: the lesson and the learner's choices so far give where it stands. Nothing here judges a choice.

The other seats do what the script says and then what bots do, whose chance follows from the deal. So the same choices lead
to the same place everywhere. A card that is the only legal one is laid for the learner, unless the coach speaks there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from kozyr import bots
from kozyr.cards import Seat
from kozyr.games import AnyState, AnyView, Deal, Entry, Event, IllegalEvent, Play, Progress
from kozyr.games.record import Step
from kozyr.games.refusal import Refused
from kozyr.learn.lesson import OVER, BadLesson, Lesson, Moment
from kozyr.learn.proof import Verdict, judged

_MOST: Final = 400  # events of a deal; more would be an endless one


class Course(msgspec.Struct, frozen=True):
    """Where a lesson stands: its deal, which waits for the learner or is over.

    steps: what has happened. used: how many events of its script each seat has done. decided: the learner's decisions so far, by
    phase. at: his next decision; `over`: there is none. told: every choice was one that the text names, so that what it says next is
    about this very course.
    """

    progress: Progress
    steps: tuple[Step, ...] = ()
    used: Mapping[Seat, int] = {}
    decided: Mapping[str, int] = {}
    at: str = ""
    told: bool = True

    @property
    def state(self) -> AnyState | None:
        """The running deal; None: it is over."""
        return None if self.ended else self.progress.state

    @property
    def ended(self) -> bool:
        """The deal has been played to its end."""
        return bool(self.steps) and self.steps[-1].outcome is not None


class Shown(msgspec.Struct, frozen=True):
    """What the learner is shown.

    course: where the lesson stands. since: the steps that came with his last choice and after it. say: the coach's sentences, by
    code. verdict: of the last choice, if it was not good. done: the lesson has come to its end.
    """

    course: Course
    since: tuple[Step, ...]
    say: tuple[str, ...]
    verdict: Verdict | None
    done: bool


def begin(lesson: Lesson) -> Course:
    """The lesson where the learner decides first.

    Raises:
        BadLesson: the deal cannot be dealt, or the script cannot be played.
    """
    start = lesson.begun
    refused = start.why_not(Deal(lesson.deal))
    if refused is not None:
        raise BadLesson(f"these cards cannot be dealt: {refused.code} ({refused.law})", lesson.line("deal"))
    dealt = start.step(Entry(1, None, Deal(lesson.deal)))
    if start.state is None or lesson.seat not in start.state.terms.seats:
        raise BadLesson(f"nobody sits at {lesson.seat.value} in this deal", lesson.line("seat"))
    return _onward(lesson, Course(dealt.after, (dealt,)))


def chosen(lesson: Lesson, course: Course, event: Event) -> Course:
    """The lesson after a choice of the learner, where he decides next.

    Raises:
        IllegalEvent: the rules do not allow it. Refused: nothing waits for him.
    """
    if course.at in {OVER, lesson.until}:
        raise Refused("lesson_over")
    illegal = course.progress.why_not(event, lesson.seat)
    if illegal is not None:
        raise IllegalEvent(event, course.progress, illegal)
    told = course.told and named(lesson, moment_of(lesson, course), event)
    return _onward(lesson, msgspec.structs.replace(_done(course, event, lesson.seat, decided=True), told=told))


def moment_of(lesson: Lesson, course: Course) -> Moment | None:
    """What the lesson says of the next decision; None: nothing, or it was written for other cards than those that were played."""
    found, state = lesson.moment(course.at), course.state
    if found is None or course.told or found.always or state is None or course.at == lesson.until:
        return found
    return None if any(isinstance(event, Play) for event in state.legal()) else found


def named(lesson: Lesson, moment: Moment | None, event: Event) -> bool:
    """Whether the text names a choice as good, or names none there."""
    return moment is None or not moment.good or event in map(lesson.parsed, moment.good)


def _done(course: Course, event: Event, seat: Seat, *, decided: bool) -> Course:
    """The lesson after an event. decided: it was a decision of the learner's, his own or the only one that he had."""
    state = course.progress.state
    step = course.progress.step(Entry(len(course.steps) + 1, seat, event))
    counts = dict(course.decided)
    if decided and state is not None:
        counts[state.phase] = counts.get(state.phase, 0) + 1
    return msgspec.structs.replace(course, progress=step.after, steps=(*course.steps, step), decided=counts)


def _onward(lesson: Lesson, course: Course) -> Course:
    """The lesson where the learner decides next, or where it ends."""
    while len(course.steps) < _MOST:
        state = course.state
        if state is None or state.actor is None:
            return msgspec.structs.replace(course, at=OVER)
        seat = state.actor
        told, used = lesson.script.get(seat, ()), course.used.get(seat, 0)
        mine = seat is lesson.seat
        if used < len(told):
            event = lesson.parsed(told[used], lesson.line("script"))
            course = msgspec.structs.replace(course, used={**course.used, seat: used + 1})
            if state.why_not(event, seat) is None:
                course = _done(course, event, seat, decided=False)
                continue
            if mine:
                raise BadLesson(f"the script of {seat.value}: {told[used]} cannot come here", lesson.line("script"))
        legal = state.legal(seat)
        if mine:
            at = label(course, state)
            if len(legal) > 1 or lesson.moment(at) is not None or at == lesson.until:
                return msgspec.structs.replace(course, at=at)
            course = _done(course, legal[0], seat, decided=True)
        else:
            course = _done(course, bot(lesson, state.view(seat)), seat, decided=False)
    raise BadLesson("the deal does not come to its end")


def label(course: Course, state: AnyState) -> str:
    """The learner's decision here, by its phase and its number there."""
    return f"{state.phase}.{course.decided.get(state.phase, 0) + 1}"


def bot(lesson: Lesson, view: AnyView) -> Event:
    """What a bot at another seat does."""
    return bots.choose(view, lesson.level, seed(lesson))


def seed(lesson: Lesson) -> int:
    """The chance of the bots, which follows from the deal."""
    return int.from_bytes(hashlib.blake2b(lesson.deal.encode(), digest_size=4).digest(), "big")


# --- with a learner ------------------------------------------------------------------------------------------------


class _Known:
    """The courses of the last lessons that were played here, so that a choice costs one choice and not all before it."""

    def __init__(self) -> None:
        self.after = lru_cache(maxsize=512)(self._after)

    def _after(self, of: str, name: str, choices: tuple[Event, ...], lesson: _Held) -> Course:
        if not choices:
            return begin(lesson.lesson)
        return chosen(lesson.lesson, self.after(of, name, choices[:-1], lesson), choices[-1])


class _Held:
    """A lesson as a key that is compared by the text of its file."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    def __hash__(self) -> int:
        return hash(self.lesson.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.lesson.text == self.lesson.text


_known: Final = _Known()


def run(lesson: Lesson, choices: Sequence[Event]) -> Shown:
    """Where a lesson stands after these choices of the learner, and what the last of them was worth.

    Only the last one is judged: those before it were, when each was the last.

    Raises:
        BadLesson: the lesson cannot be played. IllegalEvent: a choice that the rules do not allow. Refused: one behind the end.
    """
    held, told = _Held(lesson), tuple(choices)
    after = _known.after(lesson.game, lesson.name, told, held)
    if not told:
        return Shown(after, (), _sentences(lesson, after, ""), None, after.at in {OVER, lesson.until})
    before = _known.after(lesson.game, lesson.name, told[:-1], held)
    state = before.state
    assert state is not None
    moment = moment_of(lesson, before)
    verdict = judged(lesson, moment, state, told[-1])
    since, done = after.steps[len(before.steps) :], after.at in {OVER, lesson.until}
    if not verdict.good:
        return Shown(after, since, (verdict.say,) if verdict.say else (), verdict, done=False)
    praise = moment.praise if moment is not None and named(lesson, moment, told[-1]) else ""
    return Shown(after, since, _sentences(lesson, after, praise), None, done)


def _sentences(lesson: Lesson, course: Course, praise: str) -> tuple[str, ...]:
    """What the coach says where the lesson stands now: nothing that was written for another course."""
    moment = moment_of(lesson, course)
    said = () if moment is None else moment.say
    if moment is not None and not course.told and not moment.always and course.at in {OVER, lesson.until}:
        said = said[-1:]
    return (*((praise,) if praise else ()), *said)
