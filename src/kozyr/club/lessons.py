"""Lessons at the club: the lessons of `kozyr.learn` as the messages of a table, so that the same page draws both.

Nothing is kept: a lesson and the learner's choices so far give everything. docs/protocol.md has the routes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final

import msgspec

from kozyr.club import wire
from kozyr.club.staged import Stage, Staged
from kozyr.games import Event, IllegalEvent, Refusal, games
from kozyr.games.refusal import Refused
from kozyr.learn import Course, Lesson, Unproved, Verdict, lesson, lessons, run

_MOST: Final = 100  # choices of a lesson


class LessonRow(msgspec.Struct, frozen=True):
    """A lesson of the list. title, about: by language."""

    game: str
    lesson: str
    title: Mapping[str, str]
    about: Mapping[str, str]


class TakeLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a lesson: the learner's choices so far, each as its event."""

    game: Annotated[str, msgspec.Meta(max_length=32)]
    lesson: Annotated[str, msgspec.Meta(max_length=64)]
    choices: Annotated[
        list[Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "event"})]], msgspec.Meta(max_length=_MOST)
    ] = []


class LessonVerdict(msgspec.Struct, frozen=True):
    """Why the last choice was not good.

    cost: in `unit`, which is empty where nothing is counted. better: the good choices.
    """

    cost: int
    unit: str
    better: tuple[Event, ...]


class LessonTold(msgspec.Struct, frozen=True):
    """The state of a lesson.

    snap: before the last choice, or the beginning. since: the events since then. say: the coach's sentences, one
    after another, each by language. verdict: of the last choice, if it was not good: it is to be taken back. done:
    the lesson is over.
    """

    snap: wire.Snap
    since: tuple[wire.Ev, ...]
    say: tuple[Mapping[str, str], ...]
    verdict: LessonVerdict | None
    done: bool


@lru_cache(maxsize=1)
def listed() -> tuple[LessonRow, ...]:
    """Every lesson, in the order in which a game is learnt."""
    return tuple(
        LessonRow(one.game, one.name, one.said("title"), one.said("about")) for name in games() for one in lessons(name)
    )


def taken(asked: TakeLesson) -> bytes | Refusal:
    """Where a lesson stands, encoded; or why nothing can be told. It may take a second, and belongs in another process."""
    found = lesson(asked.game, asked.lesson)
    if found is None:
        return Refusal("no_lesson", params={"lesson": asked.lesson, "game": asked.game})
    try:
        choices = [found.rules.decoder.decode(bytes(one)) for one in asked.choices]
    except (msgspec.DecodeError, ValueError):
        return Refusal("lesson_choice")
    try:
        shown = run(found, choices)
    except Refused as error:
        return error.refusal
    except IllegalEvent as error:
        return Refusal("lesson_choice", error.illegal.law)
    except Unproved:
        return Refusal("lesson_choice")
    return wire.encode(_told(found, shown.course, len(shown.since), shown.say, shown.verdict, done=shown.done))


def _told(
    of: Lesson, course: Course, since: int, say: tuple[str, ...], verdict: Verdict | None, *, done: bool
) -> LessonTold:
    named = frozenset(token for one in of.moments for token in (*one.good, *one.wrong))
    stage = Stage(of.game, of.preset or next(iter(of.rules.presets)), of.begun, of.seat, of.level, named)
    table, before = Staged(stage), len(course.steps) - since
    return LessonTold(
        snap=table.snap(course.steps[:before]),
        since=tuple(table.evs(course.steps, before)),
        say=tuple(of.said(code) for code in say),
        verdict=None if verdict is None else LessonVerdict(verdict.cost, verdict.unit, verdict.better),
        done=done,
    )
