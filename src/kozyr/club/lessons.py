"""Lessons at the club: what `kozyr.learn` plays, as the messages that a table sends, so that the same page draws both.

Nothing is kept: a lesson and the learner's choices so far give everything. docs/protocol.md has the routes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Final

import msgspec

from kozyr.club import wire
from kozyr.club.acts import TableTerms
from kozyr.club.table.card import agreed
from kozyr.club.table.customs import AnyCustoms, customs
from kozyr.games import Event, IllegalEvent, Refusal, games
from kozyr.games.record import Step
from kozyr.games.refusal import Refused
from kozyr.learn import Course, Lesson, Unproved, Verdict, lesson, lessons, run

_BOTS: Final = ("Bobr", "Filin", "Vydra")  # at the other seats, as they are called at a first table
_NULL: Final = b"null"
_MOST: Final = 100  # choices of a lesson


class LessonRow(msgspec.Struct, frozen=True):
    """A lesson of the list. title, about: by language."""

    game: str
    lesson: str
    title: Mapping[str, str]
    about: Mapping[str, str]


class TakeLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson is asked with: the learner's choices so far, each as the event that it is."""

    game: Annotated[str, msgspec.Meta(max_length=32)]
    lesson: Annotated[str, msgspec.Meta(max_length=64)]
    choices: Annotated[
        list[Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "event"})]], msgspec.Meta(max_length=_MOST)
    ] = []


class LessonVerdict(msgspec.Struct, frozen=True):
    """Why the last choice was not good. cost: in `unit`, which is empty where nothing is counted. better: what would have been."""

    cost: int
    unit: str
    better: tuple[Event, ...]


class LessonTold(msgspec.Struct, frozen=True):
    """Where a lesson stands.

    snap: before the last choice, or the beginning. since: what has happened since. say: the coach's sentences, one after another,
    each by language. verdict: of the last choice, if it was not good: it is to be taken back. done: the lesson is over.
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


class _Table:
    """A lesson as a table that its learner sees."""

    def __init__(self, of: Lesson) -> None:
        self._of = of
        state = of.begun.state
        assert state is not None
        self._match, self._learner = of.begun.match, state.terms.name(of.seat)
        self._customs: AnyCustoms = customs(of.game)

    def snap(self, steps: tuple[Step, ...]) -> wire.Snap:
        """Everything, after these steps."""
        view, last = self._view(steps), steps[-1] if steps else None
        match = self._match if last is None else last.after.match
        return wire.Snap(
            seq=len(steps),
            hash=wire.digest(view),
            table=self._info(),
            room=self._room(),
            view=msgspec.Raw(view),
            sheet=self._customs.sheet(match),
            log=tuple(self._said(step) for step in steps),
            last=None if last is None or last.outcome is None else self._finished(last),
            proof=None,
        )

    def evs(self, steps: tuple[Step, ...], since: int) -> Iterator[wire.Ev]:
        """What has happened from there on, step by step."""
        for at in range(since, len(steps)):
            view, step = self._view(steps[: at + 1]), steps[at]
            over = step.outcome is not None
            yield wire.Ev(
                seq=at + 1,
                hash=wire.digest(view),
                said=self._said(step),
                act=None,
                view=msgspec.Raw(view),
                sheet=self._customs.sheet(step.after.match) if over else msgspec.UNSET,
                last=self._finished(step) if over else msgspec.UNSET,
            )

    def _view(self, steps: tuple[Step, ...]) -> bytes:
        state = steps[-1].state if steps else None
        if state is None or state.outcome is not None:
            return _NULL
        return wire.encode(self._customs.view(state.view(self._of.seat), watching=False))

    def _said(self, step: Step) -> wire.Said:
        seat, before = step.entry.seat, step.before.state
        event = step.entry.event if before is None else before.shown(step.entry.event, seat, self._of.seat)
        return wire.Said(None if seat is None else seat.value, event)

    def _finished(self, step: Step) -> wire.Finished:
        assert step.state is not None
        return self._customs.finished(step.state.plain, step.before.match, step.after.match)

    def _info(self) -> wire.TableInfo:
        of, names = self._of, self._match.names
        conventions = self._match.conventions
        diff, values = agreed(of.game, of.preset or next(iter(of.rules.presets)), conventions, len(names))
        bots = iter(_BOTS)
        players = tuple(
            wire.Player(name, "", None, "learner", chair, None)
            if name == self._learner
            else wire.Player(name, next(bots), of.level, None, chair, None)
            for chair, name in enumerate(names)
        )
        chair = names.index(self._learner)
        return wire.TableInfo(
            id="",  # there is no such table at the club
            game=of.game,
            preset=of.preset or next(iter(of.rules.presets)),
            diff=diff,
            conventions=values,
            terms=TableTerms(kibitzers=False),
            card="",
            public=False,
            owner=chair,
            pulka=1,
            previous=None,
            you=self._learner,
            chair=chair,
            role="player",
            players=players,
            lot=None,
        )

    def _room(self) -> wire.RoomInfo:
        return wire.RoomInfo(
            state="playing",
            accepted=(),
            proposal=None,
            resume=(),
            next=(),
            chat=False,
            looks=(),
            warned={},
            removed=(),
            contracts=(),
            hints={},
            side={},
            reseed=(),
            rematch=None,
            ended=None,
            fair=wire.Fair(""),
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
    table, before = _Table(of), len(course.steps) - since
    return LessonTold(
        snap=table.snap(course.steps[:before]),
        since=tuple(table.evs(course.steps, before)),
        say=tuple(of.said(code) for code in say),
        verdict=None if verdict is None else LessonVerdict(verdict.cost, verdict.unit, verdict.better),
        done=done,
    )
