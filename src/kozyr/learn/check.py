"""A lesson proved: every move that it calls good is good, every sentence stands in every language, and it comes to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from kozyr.games import Event, IllegalEvent, Play
from kozyr.games.refusal import Refused
from kozyr.learn.course import Course, begin, chosen, moment_of
from kozyr.learn.lesson import OVER, BadLesson, Lesson
from kozyr.learn.proof import Unproved, Verdict, by_list, judged
from kozyr.learn.worlds import WORLDS, Held, held
from kozyr.words import LANGUAGES

_WORD: Final = re.compile(r"[\w'’♠♣♦♥{}+−-]+")
_BRACED: Final = re.compile(r"\{([^{}]*)\}")
_MOST: Final = 60  # decisions of a lesson


class Checked(msgspec.Struct, frozen=True):
    """What the proof of a lesson has found.

    faults: why it may not be taught. proved: choices of cards and discards that were looked at, and those of them that are good.
    calls: each call of a list beside the expert's. taps: choices and sentences on the way to the end, at most. words: by language.
    """

    faults: tuple[str, ...]
    proved: int
    good: int
    calls: tuple[tuple[str, Held], ...]
    taps: int
    words: dict[str, int]


def words(text: str) -> int:
    """The words of a sentence; a card in braces is one."""
    return sum(any(sign.isalnum() or sign in "♠♣♦♥" for sign in word) for word in _WORD.findall(text))


def taps(lesson: Lesson, course: Course) -> int:
    """How often the learner taps on the way that a course has taken: a tap for each sentence that is not the last, two for a card.

    A tap lifts a card and another lays it. A sentence that stands before a choice needs none: the choice answers it.
    """
    return sum(_taps(lesson, at, state) for at, state in _path(lesson, course))


def _path(lesson: Lesson, course: Course) -> Iterator[tuple[str, bool]]:
    """The decisions of the learner on this way, and whether a card was laid."""
    decided: dict[str, int] = {}
    own = lesson.script.get(lesson.seat, ())
    mine = [step for step in course.steps if step.entry.seat is lesson.seat][len(own) :]
    for step in mine:
        state = step.before.state
        if state is None:
            continue
        decided[state.phase] = decided.get(state.phase, 0) + 1
        at = f"{state.phase}.{decided[state.phase]}"
        if len(state.legal()) > 1 or lesson.moment(at) is not None:
            yield at, isinstance(step.entry.event, Play)
    yield course.at, False


def _taps(lesson: Lesson, at: str, card: bool) -> int:
    moment = lesson.moment(at)
    said = 0 if moment is None else len(moment.say) + bool(moment.praise)
    if at in {OVER, lesson.until}:
        return said
    choice = 3 if moment is not None and moment.aim else 2 if card else 1  # two cards and "done"
    return max(0, said - 1) + choice


def checked(lesson: Lesson, worlds: int = WORLDS, *, ways: bool = True) -> Checked:
    """Prove a lesson. worlds: in how many deals each call is held against the expert's; 0: none.

    ways: every good choice beside the first is played on to the end, too.

    Raises:
        BadLesson: it cannot be played at all.
    """
    faults = list(_silent(lesson))
    calls: list[tuple[str, Held]] = []
    proved = good = most = 0
    met = set[str]()
    course = begin(lesson)
    done = list[str]()
    while course.at not in {OVER, lesson.until}:
        if len(done) == _MOST:
            raise BadLesson(f"after {_MOST} decisions the lesson is not over")
        state, at = course.state, course.at
        assert state is not None
        met.add(at)
        moment, found = moment_of(lesson, course), _all(lesson, course)
        faults += _untrue(lesson, course, found)
        right = _in_order(lesson, course, [event for event, verdict in found.items() if verdict.good])
        if not by_list(lesson, moment):
            proved, good = proved + len(found), good + len(right)
        elif worlds:
            told = held(lesson, course, right, worlds)
            calls += [(at, one) for one in told]
            faults += [_at(lesson, at, one.text) for one in told if one.loses]
        if not right:
            raise BadLesson(_at(lesson, at, "no choice here is good").removeprefix(":"))
        for other in right[1:] if ways else ():
            end, untrue = _to_the_end(lesson, chosen(lesson, course, other))
            most = max(most, taps(lesson, end))
            faults += [f"{fault} (after {at} {other.token})" for fault in untrue]
        course = chosen(lesson, course, right[0])
        done.append(at)
    met.add(course.at)
    if lesson.until != OVER and course.at == OVER:
        faults.append(f"the deal is over before {lesson.until}")
    faults += [_at(lesson, one.at, "the lesson never comes here") for one in lesson.moments if one.at not in met]
    faults += [
        f"{seat.value} does not do all of its script"
        for seat, told in lesson.script.items()
        if course.used.get(seat, 0) < len(told)
    ]
    count = {
        language: sum(words(told.get(code, "")) for code in lesson.codes) for language, told in lesson.words.items()
    }
    return Checked(tuple(faults), proved, good, tuple(calls), max(most, taps(lesson, course)), count)


def _to_the_end(lesson: Lesson, course: Course) -> tuple[Course, list[str]]:
    """A lesson from here on with a good choice every time: the first of the list, or else of those that are good.

    Beside it stands what the text says on this way and is not so.
    """
    untrue = list[str]()
    for _ in range(_MOST):
        if course.at in {OVER, lesson.until}:
            return course, untrue
        found = _all(lesson, course)
        untrue += _untrue(lesson, course, found)
        right = _in_order(lesson, course, [event for event, verdict in found.items() if verdict.good])
        if not right:
            raise BadLesson(_at(lesson, course.at, "no choice here is good").removeprefix(":"))
        course = chosen(lesson, course, right[0])
    raise BadLesson("the lesson does not come to its end")


def good_choices(lesson: Lesson, course: Course) -> list[Event]:
    """The good choices of a decision; those that the text names first, in its order."""
    return _in_order(lesson, course, [event for event, verdict in _all(lesson, course).items() if verdict.good])


def _in_order(lesson: Lesson, course: Course, right: list[Event]) -> list[Event]:
    moment = moment_of(lesson, course)
    listed = [lesson.parsed(token) for token in (() if moment is None else moment.good)]
    return [*(event for event in listed if event in right), *(event for event in right if event not in listed)]


def _all(lesson: Lesson, course: Course) -> dict[Event, Verdict]:
    """What each choice of a decision is worth."""
    state = course.state
    assert state is not None
    try:
        moment = moment_of(lesson, course)
        return {event: judged(lesson, moment, state, event) for event in (*state.legal(), *_listed(lesson, course))}
    except Unproved as error:
        raise BadLesson(_at(lesson, course.at, str(error)).removeprefix(":")) from None


def _listed(lesson: Lesson, course: Course) -> Iterator[Event]:
    """What the list names besides what must be chosen from: offers."""
    moment, state = moment_of(lesson, course), course.state
    if moment is None or state is None:
        return
    for token in moment.good:
        event = lesson.parsed(token)
        if event not in state.legal() and state.why_not(event, lesson.seat) is None:
            yield event


def _untrue(lesson: Lesson, course: Course, found: dict[Event, Verdict]) -> Iterator[str]:
    """What the text says of the choices at a decision, and is not so."""
    moment, state = moment_of(lesson, course), course.state
    if moment is None or state is None:
        return
    line = lesson.line(f"moment[{lesson.moments.index(moment)}].good")
    for token in moment.good:
        event = lesson.parsed(token, line)
        verdict = found.get(event)
        if verdict is None:
            illegal = state.why_not(event, lesson.seat)
            why = f" ({illegal.code}, {illegal.law})" if illegal is not None else ""
            yield _at(lesson, course.at, f"{token} cannot be chosen{why}")
        elif not verdict.good:
            yield _at(lesson, course.at, f"{token} is not good: {refuted(lesson, course, event, verdict)}")
    for word in moment.wrong:
        if word == "*":
            continue
        event = lesson.parsed(word, line)
        verdict = found.get(event)
        if verdict is None:
            yield _at(lesson, course.at, f"{word} cannot be chosen")
        elif verdict.good:
            yield _at(lesson, course.at, f"{word} is called wrong, and is as good as any")


def refuted(lesson: Lesson, course: Course, event: Event, verdict: Verdict) -> str:
    """What a choice costs, what follows it, and what is better."""
    one = {"tricks": "a trick", "points": "a point"}.get(verdict.unit, "")
    cost = "" if not verdict.cost else f"it costs {one if verdict.cost == 1 else f'{verdict.cost} {verdict.unit}'}; "
    after = chosen(lesson, course, event).steps[len(course.steps) + 1 :]
    line = " ".join(f"{step.entry.seat.value}:{step.entry.event.token}" for step in after[:5] if step.entry.seat)
    best = " or ".join(other.token for other in verdict.better[:4])
    return f"{cost}{f'then {line}; ' if line and verdict.cost else ''}better {best}"


def _at(lesson: Lesson, at: str, what: str) -> str:
    """A fault at a moment, with its line in the file."""
    nth = next((n for n, one in enumerate(lesson.moments) if one.at == at), None)
    line = 0 if nth is None else lesson.line(f"moment[{nth}].at")
    return f"{f':{line}: ' if line else ''}{at}: {what}"


def _silent(lesson: Lesson) -> Iterator[str]:
    """Sentences that a language lacks, or that nobody says, and cards in them that are none."""
    for language in LANGUAGES:
        told = lesson.words.get(language, {})
        missing = [code for code in lesson.codes if not told.get(code, "").strip()]
        if missing:
            yield f"words/{language}.toml lacks {', '.join(missing)}"
        idle = [code for code in told if code not in lesson.codes]
        if idle:
            yield f"words/{language}.toml has {', '.join(idle)}, which nobody says"
        for code, text in told.items():
            for braced in _BRACED.findall(text):
                try:
                    lesson.parsed(braced)
                except BadLesson:
                    yield f"words/{language}.toml, {code}: {{{braced}}} is neither a card nor a call"


# What may be raised while a lesson is played that its writer has to hear as a fault of the file.
FAULTS: Final = (BadLesson, Refused, IllegalEvent, ValueError)
