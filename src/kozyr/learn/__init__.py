"""Lessons: a chosen deal that is played, with a coach who says one sentence at a time. A lesson is data, and is proved.

    found = lesson("preferans", "01-trick")
    now = run(found, ())                 # the learner's first decision;
    now = run(found, (found.rules.parse("SA"),))
    now.verdict                          # on the last choice; None: it was good

`kozyr.learn.lesson` reads the files, `kozyr.learn.course` plays them, `kozyr.learn.proof` says what a choice costs, and
`kozyr.learn.check` proves that what a lesson calls good is so.
"""

from kozyr.learn.course import Course, Shown, begin, run
from kozyr.learn.lesson import BadLesson, Lesson, lesson, lessons, read
from kozyr.learn.proof import Unproved, Verdict, judged

__all__ = [
    "BadLesson",
    "Course",
    "Lesson",
    "Shown",
    "Unproved",
    "Verdict",
    "begin",
    "judged",
    "lesson",
    "lessons",
    "read",
    "run",
]
